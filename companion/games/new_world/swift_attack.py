"""The Swift Attack: two attacks in one turn, with one weapon or two, at one foe or two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from companion.dice import die
from companion.errors import Refused
from companion.fields import Option, choice, number, switch
from companion.games.new_world.blow import Blow, Ready, merged, ready_for, strike
from companion.games.new_world.data import MODIFIERS, WEAPONS
from companion.games.new_world.defence import defence_stack
from companion.games.new_world.explain import blow_sentence, blow_steps, location_figure, roll_stack
from companion.games.new_world.strike import (
    Cover,
    Powder,
    Shot,
    melee_options,
)
from companion.resolver import Resolver, Way
from companion.steps import Modifier, Step
from companion.tables import Values

RULE = "new-world/two-weapons"
TWO_WEAPONS = Values(__name__, "two_weapons")


class Hand(StrEnum):
    """Which hand strikes first."""

    MAIN = "main hand"
    OFF = "off hand"


class Result(StrEnum):
    """How many of the two attacks hit."""

    BOTH = "both hit"
    FIRST = "only the first hits"
    SECOND = "only the second hits"
    NEITHER = "neither hits"


def off_hand_weapons() -> tuple[str, ...]:
    """What the off hand may hold: a one-handed melee weapon up to a Damage, or a pistol.

    Address: new-world/two-weapons#off-hand.
    """
    most = TWO_WEAPONS.number("off_hand_damage")
    return tuple(
        key
        for key, weapon in WEAPONS.items()
        if (weapon.melee and weapon.hands == 1 and weapon.damage <= most) or weapon.point_blank
    )


def pistols() -> tuple[str, ...]:
    """The off-hand weapons that are shot."""
    return tuple(key for key in off_hand_weapons() if not WEAPONS[key].melee)


def _options() -> tuple[Option, ...]:
    return tuple(Option(key, WEAPONS[key].name, "", WEAPONS.source(key)) for key in off_hand_weapons())


_TWO = {"off_hand": off_hand_weapons}
_FOR_TWO = "only with a second weapon"
_PISTOL = {"off_hand": pistols}
_FOR_PISTOL = "only with a pistol in the off hand"
_OTHER = {"same_foe": False}
_FOR_OTHER = "only against a second foe"
_STRAY = {"off_hand": pistols, "into_melee": True}


@dataclass(frozen=True, slots=True)
class SwiftAttack(Shot):
    """A Swift Attack; what stands under "Your target" is the first foe's."""

    weapon: str = choice("Weapon in the main hand", melee_options, default="smallsword")
    off_hand: str | None = choice("Weapon in the off hand", _options, blank="none: one weapon strikes twice")
    same_foe: bool = switch("Both attacks at the same foe", default=True)
    aim: bool = switch("You aimed", group="You", help="Aim counts for the first of the two attacks.")

    first: Hand = choice("Strikes first", Hand, group="Two weapons", when=_TWO, why=_FOR_TWO)
    ambidextrous: bool = switch("Ambidextrous", group="Two weapons", when=_TWO, why=_FOR_TWO)
    dual_wielder: bool = switch("Dual Wielder", group="Two weapons", when=_TWO, why=_FOR_TWO)
    off_skill: int | None = number(
        "Skill for the off hand", 0, 20, blank="the same", group="Two weapons", when=_TWO, why=_FOR_TWO,
        help="Ranged Skill for a pistol.",
    )  # fmt: skip
    off_rank: int | None = number(
        "Rank for the off hand", 0, 6, blank="the same", group="Two weapons", when=_TWO, why=_FOR_TWO
    )
    off_lacking: bool = switch("You lack the off-hand weapon's group", group="Two weapons", when=_TWO, why=_FOR_TWO)
    off_damage: int | None = number(
        "Damage of the off-hand weapon", 0, 40, blank="from the weapon table", group="Two weapons", when=_TWO,
        why=_FOR_TWO,
    )  # fmt: skip
    ranged_defence: int | None = number(
        "The pistol's target: Ranged Defence", 0, 40, blank="the same as Melee Defence", group="Two weapons",
        when=_PISTOL, why=_FOR_PISTOL,
    )  # fmt: skip

    second_defence: int = number(
        "Defence, all told", 0, 40, default=10, group="The second foe", when=_OTHER, why=_FOR_OTHER
    )
    second_endurance: int = number("Endurance", 0, 30, default=3, group="The second foe", when=_OTHER, why=_FOR_OTHER)
    second_head: int = number("Armour on the head", 0, 20, group="The second foe", when=_OTHER, why=_FOR_OTHER)
    second_arms: int = number("Armour on the arms", 0, 20, group="The second foe", when=_OTHER, why=_FOR_OTHER)
    second_body: int = number(
        "Armour on the body", 0, 20, default=2, group="The second foe", when=_OTHER, why=_FOR_OTHER
    )
    second_legs: int = number("Armour on the legs", 0, 20, group="The second foe", when=_OTHER, why=_FOR_OTHER)
    second_other: int = number(
        "Anything else on that roll", -10, 10, group="The second foe", when=_OTHER, why=_FOR_OTHER,
        help="Outnumbering, higher ground and the like, at the second foe.",
    )  # fmt: skip

    cover: Cover = choice("Cover", Cover, group="Shooting", when=_PISTOL, why=_FOR_PISTOL)
    distance: int = number(
        "Distance", 1, 1000, group="Shooting", unit="paces", default=1, when=_PISTOL, why=_FOR_PISTOL
    )
    into_melee: bool = switch(
        "The pistol's target is in melee with an ally of yours", group="Shooting", when=_PISTOL, why=_FOR_PISTOL
    )
    ally_endurance: int = number(
        "The ally's Endurance", 0, 30, default=3, group="Shooting", when=_STRAY, why=_FOR_PISTOL
    )
    ally_armour: int = number("The ally's armour, everywhere", 0, 20, group="Shooting", when=_STRAY, why=_FOR_PISTOL)
    loaded: bool = switch("Loaded", default=True, group="Shooting", when=_PISTOL, why=_FOR_PISTOL)
    powder: Powder = choice("Powder", Powder, group="Shooting", when=_PISTOL, why=_FOR_PISTOL)
    magic: bool = switch(
        "Magic or a rune device within sight, this round or the last",
        group="Shooting", when=_PISTOL, why=_FOR_PISTOL,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SwiftDice:
    """Three dice for each attack."""

    first: int = die(6, "first attack, first die")
    second: int = die(6, "first attack, second die")
    location: int = die(6, "first attack, location die")
    next_first: int = die(6, "second attack, first die")
    next_second: int = die(6, "second attack, second die")
    next_location: int = die(6, "second attack, location die")


@dataclass(frozen=True, slots=True)
class Two:
    """Both attacks before their dice, in the order in which they are made."""

    situation: SwiftAttack
    first: Ready
    second: Ready


@dataclass(frozen=True, slots=True)
class Pair:
    """How both attacks came out."""

    first: Blow
    second: Blow

    @property
    def result(self) -> Result:
        if self.first.hit:
            return Result.BOTH if self.second.hit else Result.FIRST
        return Result.SECOND if self.second.hit else Result.NEITHER

    @property
    def wounds(self) -> int:
        return self.first.wounds + self.second.wounds


def prepare(s: SwiftAttack) -> Two:
    """Both attacks with their penalties. Refused where the off-hand pistol cannot be fired."""
    if s.off_hand and WEAPONS[s.weapon].hands > 1:
        raise Refused(f"the {WEAPONS[s.weapon].name.lower()} needs both hands.", f"{RULE}#off-hand")
    hands = [Hand.MAIN, Hand.OFF if s.off_hand else Hand.MAIN]
    if s.off_hand and s.first is Hand.OFF:
        hands.reverse()
    aimed = (MODIFIERS.modifier("aim"),) if s.aim else ()
    apart = () if s.same_foe else (MODIFIERS.modifier("swift_other_foe"),)
    first = ready_for(_in_hand(s, hands[0]), (*_penalties(s, hands[0]), *aimed))
    second_blow = _in_hand(s, hands[1])
    if not s.same_foe:
        second_blow = _at_second_foe(second_blow)
    return Two(s, first, ready_for(second_blow, (*_penalties(s, hands[1]), *apart)))


def _penalties(s: SwiftAttack, hand: Hand) -> Iterator[Modifier]:
    """The penalty of one hand, and what a talent takes off it. Addresses: new-world/two-weapons#swift, #talents."""
    if not s.off_hand:
        yield MODIFIERS.modifier("swift")
        return
    key, trained, talent = (
        ("swift_main", s.dual_wielder, "dual_wielder")
        if hand is Hand.MAIN
        else ("swift_off", s.ambidextrous, "ambidextrous")
    )
    yield MODIFIERS.modifier(key)
    if trained:
        gain = MODIFIERS.number(talent) - MODIFIERS.number(key)
        yield Modifier(talent.replace("_", " ").title(), gain, f"{RULE}#talents")


def _in_hand(s: SwiftAttack, hand: Hand) -> SwiftAttack:
    if hand is Hand.MAIN or s.off_hand is None:
        return s
    shot = s.off_hand in pistols()
    return replace(
        s,
        weapon=s.off_hand,
        skill=s.skill if s.off_skill is None else s.off_skill,
        rank=s.rank if s.off_rank is None else s.off_rank,
        lacking=s.off_lacking,
        defence=s.ranged_defence if shot and s.ranged_defence is not None else s.defence,
        own_damage=s.off_damage,
        own_attribute=None,
        own_piercing=None,
    )


def _at_second_foe(s: SwiftAttack) -> SwiftAttack:
    return replace(
        s,
        defence=s.second_defence,
        endurance=s.second_endurance,
        head=s.second_head,
        arms=s.second_arms,
        body=s.second_body,
        legs=s.second_legs,
        other=s.second_other,
        shield="none",
        defence_bonus=0,
        other_defence=0,
        target_all_out_attack=False,
        target_all_out_defence=False,
        target_parrying=False,
        target_ran=False,
        target_prone=False,
        cover=Cover.FULL if s.cover is Cover.FULL else Cover.NONE,
        attackers=1,
        higher_ground=False,
        mounted=False,
    )


def swift_attack(two: Two, dice: SwiftDice) -> Pair:
    """Both attacks for these dice."""
    return Pair(
        strike(two.first, dice.first, dice.second, dice.location),
        strike(two.second, dice.next_first, dice.next_second, dice.next_location),
    )


def ways(two: Two) -> Iterator[Way]:
    """Each distinct pair of blows once: the two attacks fall independently of each other."""
    second = tuple(merged(two.second).items())
    for blow, weight in merged(two.first).items():
        for other, other_weight in second:
            yield Pair(blow, other), weight * other_weight


def explain(two: Two, dice: SwiftDice, pair: Pair) -> Iterator[Step]:
    """The steps of the first attack, then those of the second."""
    yield Step(f"First attack, {_with(two.first)}", "new-world/actions#swift-attack")
    yield from blow_steps(two.first, dice.first, dice.second, dice.location, pair.first)
    yield Step(f"Second attack, {_with(two.second)}", "new-world/actions#swift-attack")
    yield from blow_steps(two.second, dice.next_first, dice.next_second, dice.next_location, pair.second)
    yield Step(f"Both attacks together: {pair.wounds} Wounds", "new-world/actions#swift-attack", pair.wounds)


def _with(ready: Ready) -> str:
    return f"with the {ready.weapon.name.lower()}"


def sentence(two: Two, pair: Pair) -> str:
    """Both attacks in two sentences."""
    return f"First: {blow_sentence(two.first, pair.first)} Second: {blow_sentence(two.second, pair.second)}"


def figures(two: Two, pair: Pair | None) -> dict[str, Any]:
    """Both rolls and Defences as modifier stacks, and where the second attack (or the only hit) landed."""
    stacks = []
    for name, ready in (("First attack", two.first), ("Second attack", two.second)):
        stacks += [{**roll_stack(ready), "title": name}, defence_stack(ready.defence, ready.ranged)]
    last = two.first if pair is not None and pair.first.hit and not pair.second.hit else two.second
    blow = None if pair is None else (pair.first if last is two.first else pair.second)
    return {"modifier-stack": stacks, "hit-location": location_figure(last, blow)}


resolver = Resolver(
    "new-world/swift-attack",
    title="Swift Attack",
    summary="Two attacks in one turn: with one weapon or two, at one foe or two.",
    rule="new-world/two-weapons",
    situation=SwiftAttack,
    dice=SwiftDice,
    prepare=prepare,
    resolve=swift_attack,
    explain=explain,
    sentence=sentence,
    verdict=lambda pair: pair.result,
    chances={
        "at_least_one": ("At least one hit", lambda pair: pair.first.hit or pair.second.hit),
        "both": ("Both hit", lambda pair: pair.first.hit and pair.second.hit),
        "critical": ("A critical hit", lambda pair: pair.first.critical or pair.second.critical),
    },
    measures={
        "wounds": ("Wounds", lambda pair: pair.wounds),
        "first_wounds": ("Wounds of the first attack", lambda pair: pair.first.wounds),
        "second_wounds": ("Wounds of the second attack", lambda pair: pair.second.wounds),
    },
    ways=ways,
    figures=figures,
)
