"""One attack and the defence against it, from the first d20 to the life points lost.

Blows, shots, disarming and holds are all such exchanges. The fast count goes in stages: how the attack came out,
how the defence, then damage or botch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.dice import dice, die
from companion.errors import Refused
from companion.games.dark_eye.botches import Botched, by_damage, by_table
from companion.games.dark_eye.d20 import Grade, grade, grades
from companion.games.dark_eye.foes_defence import Guard
from companion.games.dark_eye.harm import D6, Harm, dice_sums
from companion.games.dark_eye.life import Life, dying
from companion.games.dark_eye.worth import Worth
from companion.resolver import Way

WHOLE = 400
"""The weight of a combat roll and the roll that may confirm it: 20 times 20."""


class Verdict(StrEnum):
    """How one attack ends."""

    CRITICAL = "critical hit"
    LONE_ONE = "hit past a halved defence"
    HIT = "hit"
    DEFENDED = "defended"
    OPPORTUNITY = "defended, with an attack of opportunity for the defender"
    MISS = "miss"
    BOTCH = "botch"


LANDED = (Verdict.CRITICAL, Verdict.LONE_ONE, Verdict.HIT)


@dataclass(frozen=True, slots=True)
class ExchangeDice:
    """All dice of an exchange; those that the course of it does not ask for are not read."""

    attack: int = die(20, "attack die")
    confirm: int = die(20, "attack die again (read after a 1 or a 20)")
    defence: int = die(20, "defence die (read after a hit)")
    defence_confirm: int = die(20, "defence die again (read after a 1 or a 20)")
    damage: tuple[int, ...] = dice(6, "damage die", count=lambda ready: ready.harm.dice)
    botch: tuple[int, ...] = dice(6, "botch die", count=lambda ready: ready.botch_dice)
    own: tuple[int, ...] = dice(
        6, "damage die of the botcher's own weapon (read on 11 and 12)", count=lambda ready: ready.own_dice
    )


@dataclass(frozen=True, slots=True)
class Exchange:
    """All of an attack that no die changes.

    `own_harm` and `foe_harm` are what each side's own weapon would do to it by the botch table; `life` is None
    where life points are not counted.
    `answers`: a confirmed 1 of the defence brings an attack of opportunity (in melee, not against a shot).
    """

    situation: Any
    attack: Worth
    guard: Guard
    harm: Harm
    own_harm: Harm
    foe_harm: Harm
    confirming: str = "plain"
    table: bool = False
    ranged: bool = False
    unarmed: bool = False
    foe_unarmed: bool = False
    answers: bool = True
    life: Life | None = None
    lp: int = 0

    @property
    def botch_dice(self) -> int:
        """One die for 1d6+2, two for the table."""
        return 2 if self.table else 1

    @property
    def own_dice(self) -> int:
        """The dice of the botcher's own weapon, where the table may ask for them."""
        return max(self.own_harm.dice, self.foe_harm.dice) if self.table else 0

    def botcher(self, defence: Grade | None) -> tuple[Harm, bool, bool]:
        """Whose botch it is: the own weapon's damage, whether unarmed, whether it was a shot."""
        if defence is Grade.BOTCH:
            return self.foe_harm, self.foe_unarmed, False
        return self.own_harm, self.unarmed, self.ranged

    def botch(self, thrown: int, weapon_damage: int, *, unarmed: bool, ranged: bool) -> Botched:
        """What a botch does for so much on the botch dice."""
        if not self.table:
            return by_damage(thrown)
        return by_table(thrown, weapon_damage, unarmed=unarmed, ranged=ranged)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts that this attack can come to."""
        left_out = set() if self.guard.value(False) is not None or self.guard.value(True) is not None else {
            Verdict.DEFENDED, Verdict.OPPORTUNITY
        }  # fmt: skip
        if not self.answers:
            left_out.add(Verdict.OPPORTUNITY)
        return tuple(verdict for verdict in Verdict if verdict not in left_out)


@dataclass(frozen=True, slots=True)
class Blow:
    """How one attack came out.

    `hp` is the damage rolled, `damage` the life points lost to it. `botched` is what a botch of either side did,
    `own_damage` and `foe_own_damage` the life points it cost (None where that side rolls nothing). `lp` and `pain`
    are the foe's afterwards, None where they are not counted.
    """

    attack: Grade
    defence: Grade | None
    verdict: Verdict
    attack_die: int | None = None
    defence_die: int | None = None
    hp: int = 0
    damage: int = 0
    botched: Botched | None = None
    own_damage: int = 0
    foe_own_damage: int | None = None
    lp: int | None = None
    pain: int | None = None

    @property
    def landed(self) -> bool:
        """Whether the attack got through."""
        return self.verdict in LANDED

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "attack": self.attack.value,
            "defence": self.defence and self.defence.value,
            "verdict": self.verdict.value,
            "hp": self.hp,
            "damage": self.damage,
            "botch": self.botched
            and {"result": self.botched.result, "text": self.botched.text, "damage": self.botched.damage},
            "own_damage": self.own_damage,
            "foe_own_damage": self.foe_own_damage,
            "lp": self.lp,
            "pain": self.pain,
        }


def refuse_low(attack: Worth, reading: str) -> None:
    """Refuses an attack of 0 or less where the ruling `low_attack` says so. Address: dark-eye/attack#too-low."""
    if reading == "impossible" and attack.value <= 0:
        value = str(attack.value).replace("-", "−")
        raise Refused(f"an attack of {value} cannot be made.", "dark-eye/attack#too-low")


def exchange(ready: Exchange, thrown: ExchangeDice) -> Blow:
    """One attack for these dice. Addresses: dark-eye/attack#roll, dark-eye/defence#roll."""
    attack = grade(ready.attack.value, thrown.attack, thrown.confirm, ready.confirming)
    defence, value = None, ready.guard.value(attack.natural_one)
    if attack.succeeds and value is not None:
        defence = grade(value, thrown.defence, thrown.defence_confirm, ready.confirming)
    defence_die = None if defence is None else thrown.defence
    botched = None
    if Grade.BOTCH in (attack, defence):
        harm, unarmed, ranged = ready.botcher(defence)
        damage = sum(thrown.own[: harm.dice]) + harm.added
        botched = ready.botch(sum(thrown.botch), damage, unarmed=unarmed, ranged=ranged)
    return finish(ready, attack, defence, sum(thrown.damage), botched, thrown.attack, defence_die)


def verdict_of(ready: Exchange, attack: Grade, defence: Grade | None) -> Verdict:
    """What two grades come to."""
    if not attack.succeeds:
        return Verdict.BOTCH if attack is Grade.BOTCH else Verdict.MISS
    if defence is not None and defence.succeeds:
        return Verdict.OPPORTUNITY if defence is Grade.CRITICAL and ready.answers else Verdict.DEFENDED
    return {Grade.CRITICAL: Verdict.CRITICAL, Grade.LONE_ONE: Verdict.LONE_ONE}.get(attack, Verdict.HIT)


def finish(
    ready: Exchange,
    attack: Grade,
    defence: Grade | None,
    thrown: int,
    botched: Botched | None,
    attack_die: int | None = None,
    defence_die: int | None = None,
) -> Blow:
    """The blow once both grades are known: damage where it landed, and what a botch did."""
    verdict = verdict_of(ready, attack, defence)
    hp = ready.harm.hp(thrown, verdict is Verdict.CRITICAL) if verdict in LANDED else 0
    damage = ready.harm.dp(hp)
    cost = botched.damage if botched else 0
    foe_cost = cost if defence is Grade.BOTCH else 0
    lp = None if ready.life is None else ready.lp - damage - foe_cost
    return Blow(
        attack,
        defence,
        verdict,
        attack_die,
        defence_die,
        hp,
        damage,
        botched,
        cost if attack is Grade.BOTCH else 0,
        foe_cost if ready.guard.worth is not None and not ready.guard.none else None,
        lp,
        None if ready.life is None or lp is None else ready.life.level(lp),
    )


def ways(ready: Exchange) -> Iterator[Way]:
    """Every ending with its weight, stage by stage: attack, defence, then damage and botch."""
    all_damage = ready.harm.sides**ready.harm.dice
    all_botches = D6 ** (ready.botch_dice + ready.own_dice)
    for attack, defence, weight in grade_pairs(ready):
        landed = verdict_of(ready, attack, defence) in LANDED
        damages = dice_sums(ready.harm.dice, ready.harm.sides) if landed else ((0, all_damage),)
        botches = botch_ways(ready, defence) if Grade.BOTCH in (attack, defence) else ((None, all_botches),)
        for thrown, of_damage in damages:
            for botched, of_botch in botches:
                yield finish(ready, attack, defence, thrown, botched), weight * of_damage * of_botch


def grade_pairs(ready: Exchange) -> Iterator[tuple[Grade, Grade | None, int]]:
    """How attack and defence can come out together, with weights out of 400 times 400."""
    for attack, weight in grades(ready.attack.value, ready.confirming):
        value = ready.guard.value(attack.natural_one) if attack.succeeds else None
        if value is None:
            yield attack, None, weight * WHOLE
            continue
        for defence, other in grades(value, ready.confirming):
            yield attack, defence, weight * other


def botch_ways(ready: Exchange, defence: Grade | None) -> tuple[tuple[Botched | None, int], ...]:
    """What a botch can cost, with weights; results of the table that cost the same are counted together."""
    harm, unarmed, ranged = ready.botcher(defence)
    rest = D6 ** (ready.own_dice - harm.dice) if ready.table else 1
    costs: dict[int, tuple[Botched, int]] = {}
    for thrown, weight in dice_sums(ready.botch_dice):
        for own, other in dice_sums(harm.dice if ready.table else 0):
            botched = ready.botch(thrown, own + harm.added, unarmed=unarmed, ranged=ranged)
            _, so_far = costs.get(botched.damage, (botched, 0))
            costs[botched.damage] = (botched, so_far + weight * other * rest)
    return tuple(costs.values())


def gone(blow: Blow) -> bool | None:
    """Whether the foe is dying after the blow; None where life points are not counted."""
    return None if blow.lp is None else dying(blow.lp)
