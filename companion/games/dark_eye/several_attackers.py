"""Several attackers on one defender in one round: each further defence is harder, until none is left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.dice import dice
from companion.fields import number, ruling
from companion.games.dark_eye.attack import Attack, special
from companion.games.dark_eye.d20 import Grade
from companion.games.dark_eye.data import DEFENCE, RULINGS
from companion.games.dark_eye.exchange import (
    LANDED,
    WHOLE,
    Blow,
    Exchange,
    ExchangeDice,
    Verdict,
    exchange,
    grade_pairs,
    verdict_of,
)
from companion.games.dark_eye.harm import D6, dice_sums
from companion.games.dark_eye.life import dying
from companion.games.dark_eye.melee_exchange import ready_for
from companion.games.dark_eye.pictures import exchange_figures
from companion.games.dark_eye.situation import Defender
from companion.games.dark_eye.telling import points
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "dark-eye/defence#several"


class Result(StrEnum):
    """How many get through."""

    NONE = "every attack is held off"
    SOME = "some get through"
    ALL = "all get through"


@dataclass(frozen=True, slots=True)
class SeveralAttackers(Attack):
    """Equal attackers, one after the other; the last ones may come from behind."""

    attackers: int = number("Attackers", 2, 6, default=2)
    behind: int = number(
        "Of those, the last to strike come from behind", 0, 6, group="Your foe's defence", help="How many of them."
    )
    lone_one: str = ruling(RULINGS, "lone_one")


@dataclass(frozen=True, slots=True)
class Guarding:
    """Where the defender stands in the round: defences rolled so far, and what they take off the next one."""

    made: int
    further: int


@dataclass(frozen=True, slots=True)
class Ready:
    """All that no die changes: where the defender stands at first, and the first attack.

    `known` keeps each attack that was made ready, by where it comes from and where the defender stands.
    """

    situation: SeveralAttackers
    start: Guarding
    first: Exchange
    known: dict[tuple[bool, Guarding], Exchange]

    def attack(self, place: int, guarding: Guarding) -> Exchange:
        """The attack of one attacker (counted from 0) against the defender as the defender then stands."""
        key = from_behind(self.situation, place), guarding
        if key not in self.known:
            self.known[key] = _attack(self.situation, *key)
        return self.known[key]

    def after(self, guarding: Guarding, defence: Grade | None) -> Guarding:
        """Where the defender stands after a defence of that grade; one that was not rolled does not count.

        Addresses: dark-eye/defence#several, #who.
        """
        if defence is None or self.situation.defender is Defender.CREATURE:
            return guarding
        step = DEFENCE.number("further")
        if defence is Grade.LONE_ONE and self.situation.lone_one == "eases":
            step = DEFENCE.number("after_one")
        return Guarding(guarding.made + 1, guarding.further + step)


def from_behind(s: SeveralAttackers, place: int) -> bool:
    """Whether one attacker (counted from 0) comes from behind: all of them, or the last ones."""
    return s.from_behind or place >= s.attackers - s.behind


def _attack(s: SeveralAttackers, behind: bool, guarding: Guarding) -> Exchange:
    attack = replace(s, defences_made=guarding.made, from_behind=behind)
    return ready_for(attack, special(attack), further=guarding.further)


@dataclass(frozen=True, slots=True)
class SeveralDice:
    """The dice of every attack, all of one kind together."""

    attack: tuple[int, ...] = dice(20, "attack die", count=lambda ready: ready.situation.attackers)
    confirm: tuple[int, ...] = dice(20, "attack die again", count=lambda ready: ready.situation.attackers)
    defence: tuple[int, ...] = dice(20, "defence die", count=lambda ready: ready.situation.attackers)
    defence_confirm: tuple[int, ...] = dice(20, "defence die again", count=lambda ready: ready.situation.attackers)
    damage: tuple[int, ...] = dice(
        6, "damage die", count=lambda ready: ready.situation.attackers * ready.first.harm.dice
    )
    botch: tuple[int, ...] = dice(
        6, "botch die", count=lambda ready: ready.situation.attackers * ready.first.botch_dice
    )
    own: tuple[int, ...] = dice(
        6,
        "damage die of the botcher's own weapon",
        count=lambda ready: ready.situation.attackers * ready.first.own_dice,
    )

    def of(self, place: int, number: int) -> ExchangeDice:
        """The dice of one attack out of so many."""

        def share(faces: tuple[int, ...]) -> tuple[int, ...]:
            each = len(faces) // number
            return faces[place * each : (place + 1) * each]

        return ExchangeDice(
            self.attack[place], self.confirm[place], self.defence[place], self.defence_confirm[place],
            share(self.damage), share(self.botch), share(self.own),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many attacks got through, what they cost together, and whether the defender struck back at once.

    What botches cost their makers is told with each blow, and not counted here.
    """

    attackers: int
    landed: int
    damage: int
    answered: bool
    lp: int | None
    blows: tuple[Blow, ...] = ()

    @property
    def result(self) -> Result:
        """How many got through, in words."""
        if not self.landed:
            return Result.NONE
        return Result.ALL if self.landed == self.attackers else Result.SOME


def prepare(s: SeveralAttackers) -> Ready:
    """The round before its dice. Refused where the attack or the defence is not open."""
    start = Guarding(s.defences_made, s.defences_made * DEFENCE.number("further"))
    return Ready(s, start, _attack(s, from_behind(s, 0), start), {})


def several_attackers(ready: Ready, thrown: SeveralDice) -> Outcome:
    """One attack after the other for these dice."""
    guarding, blows = ready.start, []
    for place in range(ready.situation.attackers):
        blow = exchange(ready.attack(place, guarding), thrown.of(place, ready.situation.attackers))
        guarding = ready.after(guarding, blow.defence)
        blows.append(blow)
    landed, damage = sum(blow.landed for blow in blows), sum(blow.damage for blow in blows)
    answered = any(blow.verdict is Verdict.OPPORTUNITY for blow in blows)
    return _outcome(ready, landed, damage, answered, tuple(blows))


def _outcome(ready: Ready, landed: int, damage: int, answered: bool, blows: tuple[Blow, ...] = ()) -> Outcome:
    life = ready.first.life
    return Outcome(
        ready.situation.attackers, landed, damage, answered, None if life is None else ready.first.lp - damage, blows
    )


def ways(ready: Ready) -> Iterator[Way]:
    """Attack by attack, with equal states merged.

    A state is where the defender stands, how many attacks got through and whether one was answered. The damage so
    far is a whole distribution, packed into one number: the weight of `damage` stands `damage * width` bits up, so
    that a multiplication adds the damage of one more attack.
    """
    number = ready.situation.attackers
    width = (WHOLE * WHOLE * D6**ready.first.harm.dice).bit_length() * number + 1
    endings: dict[tuple[bool, Guarding], dict[tuple[Grade | None, bool, bool], int]] = {}
    states: dict[tuple[Guarding, int, bool], int] = {(ready.start, 0, False): 1}
    for place in range(number):
        after: dict[tuple[Guarding, int, bool], int] = {}
        for (guarding, landed, answered), damages in states.items():
            known = from_behind(ready.situation, place), guarding
            if known not in endings:
                endings[known] = _endings(ready.attack(place, guarding), width)
            for (defence, hit, opportunity), more in endings[known].items():
                key = (ready.after(guarding, defence), landed + hit, answered or opportunity)
                after[key] = after.get(key, 0) + damages * more
        states = after
    merged: dict[tuple[int, bool], int] = {}
    for (_, landed, answered), damages in states.items():
        merged[landed, answered] = merged.get((landed, answered), 0) + damages
    for (landed, answered), damages in merged.items():
        for damage, weight in _unpacked(damages, width):
            yield _outcome(ready, landed, damage, answered), weight


def _endings(attack: Exchange, width: int) -> dict[tuple[Grade | None, bool, bool], int]:
    """How one attack can end, as far as it matters for the round, each with its packed damage."""
    found: dict[tuple[Grade | None, bool, bool], int] = {}
    sides = D6**attack.harm.dice
    dealt = {
        doubled: sum(
            weight << attack.harm.dp(attack.harm.hp(thrown, doubled)) * width
            for thrown, weight in dice_sums(attack.harm.dice)
        )
        for doubled in (False, True)
    }
    for grade, defence, weight in grade_pairs(attack):
        verdict = verdict_of(attack, grade, defence)
        hit = verdict in LANDED
        packed = weight * (dealt[verdict is Verdict.CRITICAL] if hit else sides)
        key = (defence, hit, verdict is Verdict.OPPORTUNITY)
        found[key] = found.get(key, 0) + packed
    return found


def _unpacked(damages: int, width: int) -> Iterator[tuple[int, int]]:
    """Each damage with its weight, out of one packed number."""
    mask, damage = (1 << width) - 1, 0
    while damages:
        if damages & mask:
            yield damage, damages & mask
        damages >>= width
        damage += 1


def explain(ready: Ready, thrown: SeveralDice, outcome: Outcome) -> Iterator[Step]:
    """One step for each attack, with the defence as it then stood."""
    guarding = ready.start
    for place, blow in enumerate(outcome.blows):
        attack = ready.attack(place, guarding)
        faces = thrown.of(place, outcome.attackers)
        text = f"Attack {place + 1}: {faces.attack} against {_minus(attack.attack.value)}"
        value = attack.guard.value(blow.attack.natural_one)
        if blow.defence is not None and value is not None:
            text += f", defence {faces.defence} against {value}"
        elif blow.attack.succeeds:
            text += ", no defence left" if attack.guard.worth is not None else ", undefended"
        yield Step(f"{text}: {blow.verdict}", RULE, blow.damage)
        if blow.botched:
            yield Step(f"The botch: {blow.botched.text.rstrip('.')}", "dark-eye/critical#botch", blow.botched.damage)
        guarding = ready.after(guarding, blow.defence)
    yield Step(f"{outcome.landed} of {outcome.attackers} get through", RULE, outcome.landed)
    if outcome.lp is not None:
        yield Step(f"Life points: {ready.first.lp} become {_minus(outcome.lp)}", "dark-eye/damage#life", outcome.lp)


def _minus(value: int) -> str:
    return str(value).replace("-", "−")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    text = f"{outcome.landed} of {outcome.attackers} attacks get through: {points(outcome.damage)} lost."
    if outcome.lp is not None and dying(outcome.lp):
        text += " The defender is dying."
    return text


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    chances = {name: chance for name, (_, chance) in tally.chances.items()}
    landed, damage = (tally.measures[name][1].mean() for name in ("landed", "damage"))
    return (
        f"{as_number(landed)} of {ready.situation.attackers} attacks get through on average, at least one"
        f" {as_percent(chances['lands'])} of the time; together they cost {as_number(damage)} life points."
    )


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The first attack's pictures, and the foe's life points where they are counted."""
    found = exchange_figures(ready.first, None)
    if outcome is not None and outcome.lp is not None and ready.first.life is not None:
        found["lp-track"] = ready.first.life.track(outcome.lp, ready.first.lp)
    return found


resolver = Resolver(
    "dark-eye/several-attackers",
    title="Several attackers",
    summary="How many of several attacks on one defender get through in a round, and what do they cost together?",
    rule=RULE,
    situation=SeveralAttackers,
    dice=SeveralDice,
    prepare=prepare,
    resolve=several_attackers,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "lands": ("At least one gets through", lambda outcome: outcome.landed > 0),
        "all_land": ("All get through", lambda outcome: outcome.result is Result.ALL),
        "answered": ("The defender strikes back at once", lambda outcome: outcome.answered),
        "dying": ("The defender is dying", lambda outcome: None if outcome.lp is None else dying(outcome.lp)),
    },
    measures={
        "landed": ("attacks that get through", lambda outcome: outcome.landed),
        "damage": ("life points lost", lambda outcome: outcome.damage),
    },
    ways=ways,
    figures=figures,
    reading=reading,
)
