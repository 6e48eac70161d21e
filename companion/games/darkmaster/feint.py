"""Feint: Deceive against Perception; the winner's margin is a bonus against the other for the rest of the round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.fields import number, ruling, switch
from companion.games.darkmaster import contest as room
from companion.games.darkmaster import moves
from companion.games.darkmaster.contest import Compared, Contest, ContestDice, Winner
from companion.games.darkmaster.data import OPTIONS, RULINGS
from companion.games.darkmaster.meeting import mean_lead
from companion.games.darkmaster.moves import Fate, Move
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "darkmaster/feint"


class Result(StrEnum):
    """Who gains a bonus."""

    YOURS = "you gain the bonus"
    NOTHING = "nobody gains a bonus"
    FOES = "your foe gains the bonus"
    FUMBLE = "you fumble"


@dataclass(frozen=True, slots=True)
class Feint(Move):
    """A Half Action of the Melee Phase; with an attack in the same round both are made at −20."""

    deceive: int = number("Your Deceive", -200, 400, default=50)
    foe_perception: int = number("Your foe's Perception", -200, 400, default=50)
    half_action: bool = switch(
        "A Full Action goes with it", default=True, help="The attack or Disarm it is for: −20 on both."
    )
    feint_cap: str = ruling(RULINGS, "feint_cap")


@dataclass(frozen=True, slots=True)
class Ready:
    """Both sides, and the limit of the bonus (None: no limit)."""

    situation: Feint
    contest: Contest
    cap: int | None


@dataclass(frozen=True, slots=True)
class Outcome(Fate):
    """A fate with the bonus that the winner gains (0 for nobody)."""

    bonus: int = 0


def prepare(s: Feint) -> Ready:
    """Both sides. A beast's own skill in place of Perception is the game master's to set."""
    contest = moves.started(s, room.sides(s, "Deceive", s.deceive, "Perception", s.foe_perception))
    return Ready(s, contest, OPTIONS.number("feint_cap") if s.feint_cap == "capped" else None)


def judge(ready: Ready, compared: Compared) -> Outcome:
    """Who gains what. Addresses: darkmaster/feint#win, #defender, #tie, #critical-failure."""
    bonus = abs(compared.margin)
    if ready.cap is not None:
        bonus = min(bonus, ready.cap)
    if compared.winner is Winner.YOU:
        return Outcome(Result.YOURS, compared.failed, compared, bonus=bonus)
    gained = bonus if compared.winner is Winner.FOE else 0
    if compared.failed:
        return Outcome(Result.FUMBLE, True, compared, bonus=gained)
    return Outcome(Result.FOES if gained else Result.NOTHING, False, compared, bonus=gained)


def feint(ready: Ready, dice: ContestDice) -> Outcome:
    """Throws both and judges."""
    thrown = room.throw(ready.contest, dice)
    return replace(judge(ready, thrown.compared), thrown=thrown)


def ways(ready: Ready) -> Iterator[Way]:
    """Each way in which the rolls can compare, margins in the steps of the table."""
    for compared, weight in room.odds(ready.contest, room.margin_cuts()):
        yield judge(ready, compared), weight


def numbers(ready: Ready) -> Mapping[str, tuple[str, Fraction]]:
    """The mean bonus of either side, none counted as 0; only where the totals alone decide who wins."""
    contest = ready.contest
    if contest.both_fail != "compare" or contest.least_to_win != "any":
        return {}
    ahead = contest.you.bonus - contest.foe.bonus
    mine, theirs = _mean(ahead, ready.cap), _mean(-ahead, ready.cap)
    return {
        "mean_bonus": ("Mean bonus that you gain", mine),
        "mean_foe_bonus": ("Mean bonus that your foe gains", theirs),
    }


def _mean(ahead: int, cap: int | None) -> Fraction:
    """What is gained beyond 0, and no more of it than the cap."""
    beyond = Fraction(0) if cap is None else mean_lead(cap - ahead)
    return mean_lead(-ahead) - beyond


def further(ready: Ready) -> Iterable[Mapping[str, Any]]:
    """The margins of either side, in steps, before any limit."""
    entries = room.odds(ready.contest, room.margin_cuts())
    return room.margin_tables(entries, ("Margin in your favour", "Margin in your foe's favour"))


RULES = {Result.YOURS: "win", Result.NOTHING: "tie", Result.FOES: "defender", Result.FUMBLE: "critical-failure"}


def explain(ready: Ready, dice: ContestDice, outcome: Outcome) -> Iterator[Step]:
    """Both rolls, the comparison, the bonus."""
    assert outcome.thrown is not None
    yield from room.explain(ready.contest, outcome.thrown)
    yield from moves.fumble_step(outcome.compared, f"{RULE}#critical-failure")
    if outcome.compared.winner is Winner.NOBODY:
        yield Step("Nobody gains a bonus", f"{RULE}#tie", 0)
        return
    mine = outcome.compared.winner is Winner.YOU
    who, against = ("You", "your foe") if mine else ("Your foe", "you")
    verb = "have" if mine else "has"
    rule = f"{RULE}#win" if mine else f"{RULE}#defender"
    text = f"{who} {verb} +{outcome.bonus} on attacks and Disarms against {against} for the rest of the round"
    yield Step(text, rule, outcome.bonus)
    if ready.cap is not None and outcome.bonus < abs(outcome.compared.margin):
        yield Step(f"Under the ruling in force the bonus ends at +{ready.cap}", rule, ready.cap)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    also = ", and you fumble" if outcome.fumble else ""
    ending = {
        Winner.YOU: f"you have +{outcome.bonus} against your foe for the rest of the round",
        Winner.FOE: f"your foe has +{outcome.bonus} against you for the rest of the round",
        Winner.NOBODY: "nobody gains a bonus",
    }[outcome.compared.winner]
    return f"{moves.by(outcome)}: {ending}{also}."


CHANCES: dict[str, tuple[str, Any]] = {
    "bonus": ("You gain a bonus", lambda fate: fate.compared.winner is Winner.YOU),
    "foe_bonus": ("Your foe gains a bonus", lambda fate: fate.compared.winner is Winner.FOE),
    "fumble": ("You fumble", lambda fate: fate.fumble),
    "tie": ("The totals are equal", lambda fate: fate.compared.margin == 0),
}

resolver = Resolver(
    "darkmaster/feint",
    title="Feint",
    summary="Deceive against Perception: whoever wins has the margin as a bonus for the rest of the round.",
    rule=RULE,
    situation=Feint,
    dice=ContestDice,
    prepare=prepare,
    resolve=feint,
    explain=explain,
    sentence=sentence,
    verdict=lambda fate: fate.result,
    chances=CHANCES,
    numbers=numbers,
    ways=ways,
    further=further,
    figures=lambda ready, fate: moves.figures(ready.contest, fate),
)
