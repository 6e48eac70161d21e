"""Lock: bind both weapons; a win or a tie locks both, and each later round opens with a contest over it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.answers import shown
from companion.errors import Refused
from companion.fields import choice, ruling, switch
from companion.games.darkmaster import contest as room
from companion.games.darkmaster import moves
from companion.games.darkmaster.contest import Compared, Contest, ContestDice, Winner
from companion.games.darkmaster.data import RULINGS
from companion.games.darkmaster.moves import Fate, MeleeMove
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "darkmaster/lock"
ROUNDS = 4
"""The table of rounds in a Lock shows so many by themselves."""


class Stage(StrEnum):
    """Which roll is made."""

    START = "you try to Lock"
    LOCKED = "you are Locked already"


class Result(StrEnum):
    """What the first roll, or a contest in the Lock, comes to."""

    LOCKED = "both are Locked"
    NOTHING = "nothing happens"
    LOST = "the action is lost, and you fumble"
    FUMBLE = "you fumble"
    YOURS = "the Lock is yours to end"
    STAYS = "the Lock stays"
    FOES = "the Lock is your foe's to end"


@dataclass(frozen=True, slots=True)
class Lock(MeleeMove):
    """A Full Action of the Other Actions Phase, and what follows in the rounds after it."""

    stage: Stage = choice("What is rolled", Stage)
    you_end: bool = switch(
        "Winning a contest, you end the Lock", default=True, group="While Locked", help="Else you keep it."
    )
    foe_ends: bool = switch("Winning one, your foe ends it", default=True, group="While Locked")
    lock_contest: str = ruling(RULINGS, "lock_contest")


@dataclass(frozen=True, slots=True)
class Ready:
    """The roll asked for, and the contest that every later round opens with."""

    situation: Lock
    contest: Contest
    later: Contest


@dataclass(frozen=True, slots=True)
class Outcome(Fate):
    """A fate; `ends` tells whether a contest ends the Lock (None for the first roll), `foe_fumbles` of the foe."""

    ends: bool | None = None
    foe_fumbles: bool = False


def prepare(s: Lock) -> Ready:
    """Both sides. While Locked nobody can Parry (darkmaster/lock#locked)."""
    locked = s.stage is Stage.LOCKED
    if locked and s.parry:
        raise Refused("nobody who is Locked can Parry.", f"{RULE}#locked")
    later = moves.melee_contest(replace(s, parry=0, martial=False, net=False, half_action=False))
    return Ready(s, later if locked else moves.melee_contest(s), later)


def judge(ready: Ready, compared: Compared) -> Outcome:
    """What the comparison means. Addresses: darkmaster/lock#win-or-tie, #defender, #critical-failure, #contest."""
    if ready.situation.stage is Stage.LOCKED:
        return judge_contest(ready.situation, compared)
    return _judge_start(compared)


def _judge_start(compared: Compared) -> Outcome:
    if compared.winner is Winner.YOU or compared.tie:
        return Outcome(Result.LOCKED, compared.failed, compared)
    if compared.failed:
        return Outcome(Result.FUMBLE, True, compared)
    lost = compared.winner is Winner.FOE
    return Outcome(Result.LOST if lost else Result.NOTHING, lost, compared)


def judge_contest(s: Lock, compared: Compared) -> Outcome:
    """A contest in the Lock. Address: darkmaster/lock#contest."""
    if s.lock_contest == "ladder":
        start = _judge_start(compared)
        ends = start.result in (Result.LOST, Result.FUMBLE)
        return replace(start, result=start.result if ends else Result.STAYS, ends=ends)
    result = {Winner.YOU: Result.YOURS, Winner.NOBODY: Result.STAYS, Winner.FOE: Result.FOES}[compared.winner]
    ends = (result is Result.YOURS and s.you_end) or (result is Result.FOES and s.foe_ends)
    return Outcome(result, compared.failed, compared, ends=ends, foe_fumbles=compared.foe_failed)


def lock(ready: Ready, dice: ContestDice) -> Outcome:
    """Throws both and judges."""
    thrown = room.throw(ready.contest, dice)
    return replace(judge(ready, thrown.compared), thrown=thrown)


def ways(ready: Ready) -> Iterator[Way]:
    """Each way in which the rolls can compare."""
    for compared, weight in room.odds(ready.contest):
        yield judge(ready, compared), weight


def ending(ready: Ready) -> Fraction:
    """The exact chance that one contest ends the Lock."""
    ends = whole = 0
    for compared, weight in room.odds(ready.later):
        whole += weight
        ends += weight * bool(judge_contest(ready.situation, compared).ends)
    return Fraction(ends, whole)


def numbers(ready: Ready) -> Mapping[str, tuple[str, Fraction]]:
    """The mean number of contests until the Lock ends, where it ever does."""
    chance = ending(ready)
    return {"mean_rounds": ("Mean contests until a Lock ends", 1 / chance)} if chance else {}


def further(ready: Ready) -> Iterable[Mapping[str, Any]]:
    """With which contest a Lock ends."""
    chance = ending(ready)
    rows = [
        {"value": count, "label": str(count), **shown((1 - chance) ** (count - 1) * chance)}
        for count in range(1, ROUNDS + 1)
    ]
    rows.append({"value": "later", "label": f"{ROUNDS + 1} or later", **shown((1 - chance) ** ROUNDS)})
    return ({"name": "rounds", "label": "A Lock ends with contest", "kind": "chances", "rows": rows},)


RULES = {
    Result.LOCKED: "win-or-tie",
    Result.NOTHING: "win-or-tie",
    Result.LOST: "defender",
    Result.FUMBLE: "critical-failure",
    Result.YOURS: "contest",
    Result.STAYS: "contest",
    Result.FOES: "contest",
}


def explain(ready: Ready, dice: ContestDice, outcome: Outcome) -> Iterator[Step]:
    """Both rolls, the comparison, and what follows."""
    assert outcome.thrown is not None
    yield from room.explain(ready.contest, outcome.thrown)
    yield from moves.fumble_step(outcome.compared, f"{RULE}#critical-failure")
    text = outcome.result.value
    yield Step(text[:1].upper() + text[1:], f"{RULE}#{RULES[outcome.result]}")
    if outcome.foe_fumbles:
        yield Step("Your foe's total is a Critical Failure: your foe fumbles too", f"{RULE}#contest")
    if outcome.result in (Result.LOCKED, Result.STAYS) or (
        outcome.result in (Result.YOURS, Result.FOES) and not outcome.ends
    ):
        yield Step("Neither moves, attacks or Parries; the next contest opens the next Other Actions Phase",
                   f"{RULE}#locked")  # fmt: skip
        yield Step("Whoever drops the weapon is free at once", f"{RULE}#dropping")
    elif outcome.ends:
        yield Step("The Lock ends here", f"{RULE}#contest")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    also = ", and you fumble" if outcome.fumble and outcome.result not in (Result.LOST, Result.FUMBLE) else ""
    end = ", and it ends" if outcome.ends and outcome.result in (Result.YOURS, Result.FOES) else ""
    return f"{moves.by(outcome)}: {outcome.result}{end}{also}."


def possible(ready: Ready) -> tuple[Result, ...]:
    """The results of the roll asked for."""
    s = ready.situation
    if s.stage is Stage.START:
        nothing = (Result.NOTHING,) if s.least_to_win == "partial" else ()
        return (Result.LOCKED, *nothing, Result.LOST, Result.FUMBLE)
    if s.lock_contest == "ladder":
        return (Result.STAYS, Result.LOST, Result.FUMBLE)
    return (Result.YOURS, Result.STAYS, Result.FOES)


CHANCES: dict[str, tuple[str, Any]] = {
    "locked": ("Both are Locked", lambda fate: fate.result is Result.LOCKED if fate.ends is None else None),
    "ends": ("The Lock ends", lambda fate: fate.ends),
    "fumble": ("You fumble", lambda fate: fate.fumble),
    "tie": ("The totals are equal", lambda fate: fate.compared.margin == 0),
}

resolver = Resolver(
    "darkmaster/lock",
    title="Lock",
    summary="Binding both weapons: who is Locked, who fumbles, and how long it lasts.",
    rule=RULE,
    situation=Lock,
    dice=ContestDice,
    prepare=prepare,
    resolve=lock,
    explain=explain,
    sentence=sentence,
    verdict=lambda fate: fate.result,
    possible=possible,
    chances=CHANCES,
    numbers=numbers,
    ways=ways,
    further=further,
    figures=lambda ready, fate: moves.figures(ready.contest, fate),
)
