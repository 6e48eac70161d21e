"""Conflicting Actions by themselves: who wins, by how much, and who fails critically."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.dice import NoDice
from companion.fields import number
from companion.games.darkmaster import contest as room
from companion.games.darkmaster.contest import Compared, Contest, ContestDice, Contested, Thrown, Winner
from companion.games.darkmaster.meeting import mean_lead
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "darkmaster/conflict"


class Result(StrEnum):
    """How a Conflicting Action ends."""

    CRITICAL_WIN = "you win with a Critical Success"
    WIN = "you win"
    TIE = "nobody wins"
    LOSS = "your foe wins"
    CRITICAL_LOSS = "your foe wins with a Critical Success"


@dataclass(frozen=True, slots=True)
class Conflict(Contested):
    """Two skills against each other."""

    bonus: int = number("Your Skill Bonus", -200, 400, default=50)
    foe_bonus: int = number("Your foe's Skill Bonus", -200, 400, default=50)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the rolls compare, and the rolls themselves where there are dice."""

    compared: Compared
    result: Result
    thrown: Thrown | None = None


def prepare(s: Conflict) -> Contest:
    """Both sides with their modifiers."""
    return room.sides(s, "Skill Bonus", s.bonus, "Skill Bonus", s.foe_bonus)


def result_of(compared: Compared) -> Result:
    """The kind of end. Address: darkmaster/conflict#compare."""
    if compared.winner is Winner.YOU:
        return Result.CRITICAL_WIN if compared.critical else Result.WIN
    if compared.winner is Winner.FOE:
        return Result.CRITICAL_LOSS if compared.foe_critical else Result.LOSS
    return Result.TIE


def conflict(contest: Contest, dice: ContestDice) -> Outcome:
    """Throws both and compares."""
    thrown = room.throw(contest, dice)
    return Outcome(thrown.compared, result_of(thrown.compared), thrown)


def ways(contest: Contest) -> Iterator[Way]:
    """Each way in which the rolls can compare: exact for the unlimited die."""
    for compared, weight in room.odds(contest, room.margin_cuts()):
        yield Outcome(compared, result_of(compared)), weight


def numbers(contest: Contest) -> Mapping[str, tuple[str, Fraction]]:
    """The mean margin of either side, being behind counted as 0; only where the totals alone decide."""
    if contest.both_fail != "compare" or contest.least_to_win != "any":
        return {}
    ahead = contest.you.bonus - contest.foe.bonus
    mine = mean_lead(-ahead)
    return {
        "mean_margin": ("Mean of your margin, a lost roll counted as 0", mine),
        "mean_foe_margin": ("Mean of your foe's margin, a lost roll counted as 0", mine - ahead),
    }


def further(contest: Contest) -> Iterable[Mapping[str, Any]]:
    """The margins of either side, in steps."""
    return room.margin_tables(room.odds(contest, room.margin_cuts()))


def explain(contest: Contest, dice: ContestDice | NoDice, outcome: Outcome) -> Iterator[Step]:
    """Both rolls, the comparison, and what a Critical Failure or Success adds."""
    assert outcome.thrown is not None
    yield from room.explain(contest, outcome.thrown)
    compared = outcome.compared
    for failed, name in ((compared.failed, "You"), (compared.foe_failed, "Your foe")):
        if failed:
            yield Step(f"{name}: a Critical Failure brings its mishap, whoever wins", f"{RULE}#critical-failure")
    if compared.critical or compared.foe_critical:
        yield Step("The winner's total is a Critical Success too", f"{RULE}#critical-success")


def sentence(contest: Contest, outcome: Outcome) -> str:
    """The result in one sentence."""
    assert outcome.thrown is not None
    by = f"{room.plain(outcome.thrown.total)} against {room.plain(outcome.thrown.foe_total)}"
    margin = abs(outcome.compared.margin)
    ending = {
        Result.CRITICAL_WIN: f"you win by {margin}, with a Critical Success.",
        Result.WIN: f"you win by {margin}.",
        Result.TIE: "nobody wins.",
        Result.LOSS: f"your foe wins by {margin}.",
        Result.CRITICAL_LOSS: f"your foe wins by {margin}, with a Critical Success.",
    }[outcome.result]
    return f"{by}: {ending}"


def figures(contest: Contest, outcome: Outcome | None) -> dict[str, Any]:
    """Both bonuses as modifier stacks, and the chains of a throw."""
    found: dict[str, Any] = {"modifier-stack": room.stacks(contest)}
    if outcome is not None and outcome.thrown is not None:
        found["open-chain"] = room.chains(outcome.thrown)
    return found


resolver = Resolver(
    "darkmaster/conflict",
    title="Conflicting Action",
    summary="Two open-ended rolls against each other: who wins, and by how much.",
    rule=RULE,
    situation=Conflict,
    dice=ContestDice,
    prepare=prepare,
    resolve=conflict,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "win": ("You win", lambda outcome: outcome.compared.winner is Winner.YOU),
        "tie": ("Nobody wins", lambda outcome: outcome.compared.winner is Winner.NOBODY),
        "lose": ("Your foe wins", lambda outcome: outcome.compared.winner is Winner.FOE),
        "critical_failure": ("You fail critically", lambda outcome: outcome.compared.failed),
        "foe_critical_failure": ("Your foe fails critically", lambda outcome: outcome.compared.foe_failed),
    },
    numbers=numbers,
    ways=ways,
    further=further,
    figures=figures,
)
