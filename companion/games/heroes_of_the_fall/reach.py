"""Who reaches whom: a weapon's nearest and farthest distance, with what horses and lying prone add."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.dice import NoDice
from companion.fields import choice, number, ruling
from companion.games.heroes_of_the_fall.blow import GAME
from companion.games.heroes_of_the_fall.data import NUMBERS, RULINGS, Weapon, all_weapons, weapon
from companion.resolver import Resolver
from companion.steps import Step

RULE = f"{GAME}/initiative#reach"


class Stance(StrEnum):
    """Who stands, rides or lies."""

    FOOT = "foot"
    FOE_RIDES = "foe rides"
    YOU_RIDE = "you ride"
    BOTH_RIDE = "both ride"
    YOU_PRONE = "you lie prone, foe rides"
    FOE_PRONE = "foe lies prone, you ride"

    @property
    def label(self) -> str:
        return {
            "foot": "Both on foot",
            "foe rides": "Your foe rides, and faces you",
            "you ride": "You ride, and face your foe on foot",
            "both ride": "Both ride, face to face",
            "you lie prone, foe rides": "You lie prone, your foe rides",
            "foe lies prone, you ride": "Your foe lies prone, you ride",
        }[self.value]


FOE_MOUNTED = (Stance.FOE_RIDES, Stance.BOTH_RIDE, Stance.YOU_PRONE)


class StrikeAt(StrEnum):
    """What you strike at where your foe rides."""

    RIDER = "rider"
    MOUNT_FRONT = "mount, from the front"
    MOUNT_FLANK = "mount, from the flank"


class Closing(StrEnum):
    """Who walks toward whom before contact."""

    BOTH = "both"
    ONE = "one"

    @property
    def label(self) -> str:
        return "Both close in" if self is Closing.BOTH else "Only one closes in"


class Result(StrEnum):
    """Whether your weapon may strike at this distance."""

    STRIKES = "may strike"
    TOO_FAR = "too far"
    TOO_NEAR = "too near"


class First(StrEnum):
    """Whose weapon comes into range first when the two close in."""

    YOU = "you"
    FOE = "foe"
    BOTH = "both at once"


@dataclass(frozen=True, slots=True)
class Situation:
    """Two weapons and the distance between the bases."""

    weapon: str = choice("Your weapon", all_weapons, default="long-sword")
    foe_weapon: str = choice("Your foe's weapon", all_weapons, default="spear")
    distance: int = number("Distance between the bases", 0, 200, default=8, unit="ft", help="To the horse's front.")
    stance: Stance = choice("Who rides", Stance)
    strike_at: StrikeAt = choice(
        "You strike at", StrikeAt, when={"stance": FOE_MOUNTED}, why="only where your foe rides"
    )
    closing: Closing = choice("Before contact", Closing)
    prone_reach: str = ruling(RULINGS, "prone_reach")


@dataclass(frozen=True, slots=True)
class Ready:
    """Both weapons, and what is added to the distance between the two fighters and to what you strike at."""

    situation: Situation
    mine: Weapon
    theirs: Weapon
    added: int
    added_for_you: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What each may do at this distance, who comes into range first, and in how many rounds (0: now).

    `rider_may_defend` tells whether the rider may defend the mount that is struck at (None: no mount is).
    """

    distance: int
    result: Result
    you_may_defend: bool
    foe_may_strike: bool
    foe_may_defend: bool
    first: First
    rounds: int
    rider_may_defend: bool | None


def prepare(situation: Situation) -> Ready:
    """The weapons and the additions. Address: heroes-of-the-fall/mounted#reach."""
    s = situation
    added = addition(s.stance, s.prone_reach)
    at_mount = s.stance in FOE_MOUNTED and s.strike_at is not StrikeAt.RIDER
    if at_mount and s.stance is Stance.BOTH_RIDE:
        # toward the horse in front of you only your own saddle is out of the way
        own = addition(Stance.YOU_RIDE, s.prone_reach)
    else:
        own = 0 if at_mount else added
    return Ready(s, weapon(s.weapon), weapon(s.foe_weapon), added, own)


def addition(stance: Stance, prone_reach: str) -> int:
    """What riding and lying prone add to the distance, in feet. Address: heroes-of-the-fall/mounted#reach."""
    if stance is Stance.FOOT:
        return 0
    if stance is Stance.BOTH_RIDE:
        return NUMBERS.number("reach_riders")
    rider = NUMBERS.number("reach_rider")
    if stance in (Stance.YOU_PRONE, Stance.FOE_PRONE):
        prone = NUMBERS.number("reach_prone")
        return prone + rider if prone_reach == "besides" else prone
    return rider


def look(ready: Ready, thrown: NoDice) -> Outcome:
    """What the distance allows."""
    s = ready.situation
    yours, theirs = s.distance + ready.added_for_you, s.distance + ready.added
    result = _result(ready.mine, yours)
    first, rounds = _first(ready)
    defends = None
    if s.stance in FOE_MOUNTED and s.strike_at is not StrikeAt.RIDER:
        defends = s.strike_at is StrikeAt.MOUNT_FLANK
    return Outcome(
        yours,
        result,
        ready.mine.defence is not None and theirs >= ready.mine.nearest,
        _result(ready.theirs, theirs) is Result.STRIKES,
        ready.theirs.defence is not None and theirs >= ready.theirs.nearest,
        first,
        rounds,
        defends,
    )


def _result(held: Weapon, distance: int) -> Result:
    if distance > held.farthest:
        return Result.TOO_FAR
    return Result.STRIKES if distance >= held.nearest else Result.TOO_NEAR


def _first(ready: Ready) -> tuple[First, int]:
    """Whose weapon reaches first as they close in, and after how many rounds."""
    gap_mine = ready.situation.distance + ready.added_for_you - ready.mine.farthest
    gap_theirs = ready.situation.distance + ready.added - ready.theirs.farthest
    pace = NUMBERS.number("march") * (2 if ready.situation.closing is Closing.BOTH else 1)
    gap = max(0, min(gap_mine, gap_theirs))
    first = First.BOTH if gap_mine == gap_theirs else First.YOU if gap_mine < gap_theirs else First.FOE
    if max(gap_mine, gap_theirs) <= 0:
        first = First.BOTH
    return first, -(-gap // pace)


def explain(ready: Ready, thrown: NoDice, outcome: Outcome) -> Iterator[Step]:
    """The distance, both weapons, and who comes first."""
    s = ready.situation
    yield Step(f"The bases are {s.distance} ft apart", RULE, s.distance)
    if ready.added_for_you:
        rule = {Stance.BOTH_RIDE: "riders", Stance.YOU_PRONE: "prone", Stance.FOE_PRONE: "prone"}.get(s.stance, "reach")
        yield Step(f"{s.stance.label}: {ready.added_for_you} ft more", f"{GAME}/mounted#{rule}", ready.added_for_you)
    name, mine = ready.mine.name, ready.mine
    yield Step(f"{name}: from {mine.nearest} to {mine.farthest} ft, so {outcome.result.value}", RULE, outcome.distance)
    may = "may" if outcome.you_may_defend else "may not"
    yield Step(f"In defence it {may} be used", f"{GAME}/initiative#defence-range")
    theirs = ready.theirs
    strikes = "may strike" if outcome.foe_may_strike else "may not strike"
    defends = "may defend" if outcome.foe_may_defend else "may not defend"
    yield Step(f"{theirs.name}: from {theirs.nearest} to {theirs.farthest} ft, so it {strikes} and {defends}", RULE)
    if outcome.rider_may_defend is not None:
        may = "may" if outcome.rider_may_defend else "may not"
        yield Step(f"The rider {may} defend the mount against that", f"{GAME}/mounted#flank")
    if outcome.rounds:
        whose = {First.YOU: "your weapon comes first", First.FOE: "your foe's comes first"}
        says = whose.get(outcome.first, "both weapons come at once")
        text = f"Closing in, {says} into range, in round {outcome.rounds}"
        yield Step(text, f"{GAME}/initiative#approach", outcome.rounds)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    name = f"The {ready.mine.name.lower()}"
    text = {
        Result.STRIKES: f"{name} may strike at {outcome.distance} ft",
        Result.TOO_FAR: f"{name} does not reach: {outcome.distance} ft is too far",
        Result.TOO_NEAR: f"{name} has no room: {outcome.distance} ft is too near",
    }[outcome.result]
    whom = {First.YOU: "yours", First.FOE: "your foe's", First.BOTH: "both at once"}[outcome.first]
    if outcome.rounds:
        rounds = f"{outcome.rounds} round{'' if outcome.rounds == 1 else 's'}"
        return f"{text}. Closing in, the first weapon in range is {whom}, after {rounds}."
    foe = {
        (True, True): "and so may your foe",
        (True, False): "your foe may not",
        (False, True): "but your foe may strike",
        (False, False): "nor may your foe strike",
    }[outcome.result is Result.STRIKES, outcome.foe_may_strike]
    return f"{text}{';' if foe.startswith('your') else ','} {foe}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """Both weapons as strips of range."""
    s = ready.situation
    strips = ((ready.mine, s.distance + ready.added_for_you), (ready.theirs, s.distance + ready.added))
    return {"range-strip": [strip(held, distance) for held, distance in strips]}


def strip(held: Weapon, distance: int) -> dict[str, Any]:
    """The figure `range-strip` of one close-combat weapon."""
    bands = []
    if held.nearest:
        bands.append(_band(f"under {held.nearest} ft", 0, held.nearest - 1, "too near"))
    bands.append(_band(f"{held.nearest}–{held.farthest} ft", held.nearest, held.farthest, "within"))
    bands.append(_band(f"over {held.farthest} ft", held.farthest + 1, None, "too far"))
    return {"title": held.name, "bands": bands, "distance": distance}


def _band(name: str, first: int, last: int | None, state: str) -> dict[str, Any]:
    return {"name": name, "from": first, "to": last, "modifier": None, "state": state}


resolver = Resolver(
    "heroes-of-the-fall/reach",
    title="Reach",
    summary="Whether a weapon may strike or defend at a distance, and whose comes into range first.",
    rule=RULE,
    situation=Situation,
    prepare=prepare,
    resolve=look,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    reading=lambda ready, tally: sentence(ready, look(ready, NoDice())),
    figures=figures,
)
