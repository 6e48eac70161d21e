"""Grapples: seized in place of a blow, then held round after round against the foe's counters, or thrown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.dice import dice
from companion.fields import choice, many, number, rows, ruling, switch
from companion.games.heroes_of_the_fall.blow import GAME, Blow, BlowDice, Outcome, Place, injuries_of, strike, ways
from companion.games.heroes_of_the_fall.body import AreaArmour, layers_over, protection
from companion.games.heroes_of_the_fall.data import (
    AREAS,
    ARMOUR,
    FALLS,
    HOLDS,
    RESULTS,
    RULINGS,
    WEAPONS,
    Damage,
    Hold,
    Injury,
)
from companion.games.heroes_of_the_fall.falls import fall
from companion.games.heroes_of_the_fall.feats import FALLS as FALLS_OF_DICE
from companion.games.heroes_of_the_fall.feats import SIDES, Feats, feats
from companion.games.heroes_of_the_fall.skill import HUNDRED, Skill, own_modifier, own_skill
from companion.resolver import Way
from companion.steps import Modifier, total

RULE = f"{GAME}/grapples"
WOUNDS = ("minor", "serious", "mortal")
"""What a hold does in its first round, its second, and every one after."""


class Start(StrEnum):
    """How the grapple comes about."""

    STRIKE = "strike"
    PARRY = "parry"
    HELD = "held"

    @property
    def label(self) -> str:
        return {
            "strike": "In place of a strike: it has to hit first",
            "parry": "Your limb has parried a limb: it is there",
            "held": "Your foe is held already",
        }[self.value]


class Result(StrEnum):
    """The worst that the grapple has done when you let go."""

    NOT_SEIZED = "not seized"
    UNHURT = "unhurt"
    MINOR = "minor"
    SERIOUS = "serious"
    MORTAL = "mortal"


def _holds() -> list[str]:
    return [key for key, row in HOLDS.items() if not row.throw]


@dataclass(frozen=True, slots=True)
class Situation:
    """Two who wrestle."""

    skill: int = own_skill("Your Unarmed Combat skill")
    modifier: int | None = own_modifier()
    foe_skill: int = own_skill("Your foe's skill in defence")
    foe_modifier: int | None = own_modifier("Your foe's skill modifier")
    kind: str = choice("Grapple", HOLDS)
    start: Start = choice("How it begins", Start)
    rounds: int = number(
        "You let go after", 1, 12, default=3, unit="rounds", when={"kind": _holds}, why="a throw breaks contact"
    )
    counters: bool = switch(
        "Your foe tries a counter each round", default=True, when={"kind": _holds}, why="a throw breaks contact"
    )
    foe_defence: int = number(
        "Defence of what your foe parries with", -5, 9, help="0 for a bare hand.", group="The round"
    )
    armour: tuple[str, ...] = many("Your foe's armour all over", ARMOUR, most=4, group="Armour")
    armour_by_area: tuple[AreaArmour, ...] = rows("Areas armoured otherwise", AreaArmour, most=16, group="Armour")
    foe_berserk: bool = switch("Your foe is berserk", group="The round", help="Neither stun nor shock then.")
    skill_step: str = ruling(RULINGS, "skill_step")
    feat_table: str = ruling(RULINGS, "feat_table")
    beyond: str = ruling(RULINGS, "beyond")
    grapple_level: str = ruling(RULINGS, "grapple_level")


@dataclass(frozen=True, slots=True)
class Ready:
    """The skills and terms of each attack, how many there may be, and the fall of a throw."""

    feats: Feats
    situation: Situation
    hold: Hold
    mine: Skill
    theirs: Skill
    terms: tuple[Modifier, ...]
    place: Place
    ground: Blow | None

    @property
    def seeks(self) -> bool:
        """Whether a strike has to hit before there is a grapple."""
        return self.situation.start is Start.STRIKE

    @property
    def countered(self) -> int:
        """In how many rounds a counter is tried."""
        return self.situation.rounds if self.ground is None and self.situation.counters else 0

    @property
    def attacks(self) -> int:
        """How many attacks may be thrown in all."""
        return self.seeks + self.countered

    def level(self, raised: bool, foe_raised: bool) -> int:
        """The feat level of one attack."""
        return self.theirs.at(foe_raised) - self.mine.at(raised) + total(self.terms)


@dataclass(frozen=True, slots=True)
class GrappleDice:
    """One set of dice for each attack, and those of the fall that ends a throw."""

    skill: tuple[int, ...] = dice(100, "your skill die", count=lambda ready: ready.attacks * ready.mine.dice)
    foe_skill: tuple[int, ...] = dice(
        100, "your foe's skill die", count=lambda ready: ready.attacks * ready.theirs.dice
    )
    red: tuple[int, ...] = dice(SIDES, "red die", count=lambda ready: ready.attacks)
    white: tuple[int, ...] = dice(SIDES, "white die", count=lambda ready: ready.attacks)
    blue: tuple[int, ...] = dice(SIDES, "blue die", count=lambda ready: ready.attacks)
    fall: tuple[int, ...] = dice(
        SIDES, "fall die (red, white, blue)", count=lambda ready: 0 if ready.ground is None else 3
    )
    area: tuple[int, ...] = dice(100, "area die of the fall", count=lambda ready: 0 if ready.ground is None else 1)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attack of the grapple: its level and whether it succeeded."""

    feat_level: int
    raised: bool
    foe_raised: bool
    made: bool
    thrown: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Grappled:
    """What came of it: the attacks made, the rounds in which the hold did damage, and all injuries."""

    seized: bool
    rounds: int
    broke_free: bool
    still_held: bool
    result: Result
    injuries: tuple[Injury, ...]
    killed: bool
    ground: Outcome | None = None
    attempts: tuple[Attempt, ...] = ()


def prepare(situation: Situation) -> Ready:
    """The terms of every attack. Address: heroes-of-the-fall/grapples#offensive."""
    s = situation
    found, hold = feats(s.feat_table, s.beyond), HOLDS[s.kind]
    layers = layers_over(hold.area, s.armour, s.armour_by_area)
    hand = WEAPONS["hand"]
    remainder = protection(layers, Damage.CRUSH) - (hand.crush or 0)
    place = Place(AREAS[hold.area].name, hold.area, 1, 1, Damage.CRUSH, remainder, layers)
    terms: tuple[Modifier, ...] = ()
    if s.grapple_level == "strike":
        terms = (
            Modifier("Your foe's defence", s.foe_defence, f"{GAME}/resolution#defence"),
            Modifier(f"Aiming at the {place.name.lower()}", AREAS[hold.area].modifier, f"{GAME}/resolution#area"),
            Modifier("Armour − crush of a hand", remainder, f"{GAME}/resolution#armour"),
        )
    mine = Skill(s.skill, s.modifier, s.skill_step)
    theirs = Skill(s.foe_skill, s.foe_modifier, s.skill_step)
    ground = fall(found, next(iter(FALLS)), s.armour, s.armour_by_area, s.foe_berserk) if hold.throw else None
    return Ready(found, s, hold, mine, theirs, terms, place, ground)


def ended(
    ready: Ready, seized: bool, failed: int, ground: Outcome | None, attempts: tuple[Attempt, ...] = ()
) -> Grappled:
    """The outcome when `failed` counters in a row have failed (or as many rounds passed without any).

    A hold does a minor wound in its first round, a serious one in the next, then mortal ones.
    Address: heroes-of-the-fall/grapples#damage.
    """
    if not seized:
        return Grappled(False, 0, False, False, Result.NOT_SEIZED, (), False, None, attempts)
    if ground is not None:
        result = Result(ground.wound or "unhurt")
        return Grappled(True, 0, False, False, result, ground.injuries, ground.killed, ground, attempts)
    suffered: dict[Injury, None] = {}
    for wound in WOUNDS[:failed]:
        suffered |= dict.fromkeys(injuries_of(ready.place, wound, ready.situation.foe_berserk))
    free = failed < ready.situation.rounds
    result = Result(WOUNDS[min(failed, len(WOUNDS)) - 1]) if failed else Result.UNHURT
    killed = any(RESULTS[injury.key].kills for injury in suffered)
    return Grappled(True, failed, free, not free, result, tuple(suffered), killed, None, attempts)


def wrestle(ready: Ready, thrown: GrappleDice) -> Grappled:
    """The attacks one after another, until one fails or you let go."""
    attempts: list[Attempt] = []
    for place in range(ready.attacks):
        attempts.append(_attempt(ready, thrown, place))
        if not attempts[-1].made:
            break
    done = tuple(attempts)
    seized = not ready.seeks or done[0].made
    if ready.ground is not None and seized:
        red, white, blue = thrown.fall
        return ended(ready, seized, 0, strike(ready.ground, BlowDice((), (), red, white, blue, thrown.area, ())), done)
    failed = ready.situation.rounds
    if ready.countered:
        failed = sum(attempt.made for attempt in done) - ready.seeks
    return ended(ready, seized, failed, None, done)


def _attempt(ready: Ready, thrown: GrappleDice, place: int) -> Attempt:
    raised = ready.mine.raised(thrown.skill[place : place + 1])
    foe_raised = ready.theirs.raised(thrown.foe_skill[place : place + 1])
    level = ready.level(raised, foe_raised)
    fall_of_dice = (thrown.red[place], thrown.white[place], thrown.blue[place])
    return Attempt(level, raised, foe_raised, ready.feats.made(level, fall_of_dice), fall_of_dice)


def one_attack(ready: Ready) -> tuple[int, int]:
    """Of all falls of one attack's dice, how many succeed, and how many there are."""
    made = every = 0
    for raised, weight in ready.mine.steps():
        for foe_raised, foe_weight in ready.theirs.steps():
            made += weight * foe_weight * ready.feats.successes(ready.level(raised, foe_raised))
            every += weight * foe_weight * FALLS_OF_DICE
    return made, every


def grapple_ways(ready: Ready) -> Iterator[Way]:
    """Each number of failed counters once; a throw's fall by its own states.

    Every round is a new attack with new dice, so the weights are products of one attack's successes and failures.
    """
    made, every = one_attack(ready)
    missed = every - made
    fall_ways = FALLS_OF_DICE * HUNDRED if ready.ground is not None else 1
    seized = made if ready.seeks else 1
    if ready.seeks and missed:
        yield ended(ready, False, 0, None), missed * every**ready.countered * fall_ways
    if not seized:
        return
    if ready.ground is not None:
        for ground, weight in ways(ready.ground):
            yield ended(ready, True, 0, ground), seized * weight
        return
    for failed in range(ready.countered):
        if missed:
            left = ready.countered - failed - 1
            yield ended(ready, True, failed, None), seized * made**failed * missed * every**left
    if made or not ready.countered:
        yield ended(ready, True, ready.situation.rounds, None), seized * made**ready.countered
