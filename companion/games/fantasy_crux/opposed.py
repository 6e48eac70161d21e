"""The plain opposed test: both sides roll, grades decide, then numbers, skills, and the defender."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import shown as as_shown
from companion.fields import choice, number
from companion.games.fantasy_crux.contest import Side
from companion.games.fantasy_crux.d100 import Grade, scale
from companion.games.fantasy_crux.pools import other, pool
from companion.games.fantasy_crux.sides import (
    Contestant,
    Throws,
    TwoDice,
    all_meetings,
    both_figures,
    explain_contest,
    met,
    throw_both,
)
from companion.resolver import Resolver, Way
from companion.steps import Step


class Result(StrEnum):
    """Who wins."""

    WON = "you win"
    LOST = "the other side wins"
    STANDS = "nothing changes"


class Defender(StrEnum):
    """Who wins a dead heat."""

    THEM = "the other side"
    YOU = "you"
    NOBODY = "nobody, things stay as they are"


SIDES = {Defender.THEM: Side.THEIRS, Defender.YOU: Side.MINE, Defender.NOBODY: Side.NEITHER}
RESULTS = {Side.MINE: Result.WON, Side.THEIRS: Result.LOST, Side.NEITHER: Result.STANDS}


@dataclass(frozen=True, slots=True)
class Opposed:
    """Both skills and their dice."""

    skill: int = number("Your skill", 0, 100, default=51, unit="%")
    dice: int = number("Your dice", -10, 10, help="Bonus +, Penalty −.")
    their_skill: int = number("The other side's skill", 0, 100, default=51, unit="%")
    their_dice: int = number("The other side's dice", -10, 10, help="Bonus +, Penalty −.")
    defender: Defender = choice("The defender is", Defender, help="Wins when rolls and skills are equal.")


@dataclass(frozen=True, slots=True)
class Ready:
    """Both sides."""

    mine: Contestant
    theirs: Contestant
    defender: Side


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won with which grades, and the throws (None in the count of the odds)."""

    result: Result
    mine: Grade
    theirs: Grade
    throws: Throws | None = None


def prepare(s: Opposed) -> Ready:
    """Both sides with their dice."""
    mine = Contestant("You", scale(s.skill), pool("You", [other(s.dice, "Dice given")]))
    theirs = Contestant("The other side", scale(s.their_skill), pool("The other side", [other(s.their_dice)]))
    return Ready(mine, theirs, SIDES[s.defender])


def opposed(ready: Ready, thrown: TwoDice) -> Outcome:
    """Both throws compared."""
    throws = throw_both(ready, thrown)
    meeting = met(ready, throws)
    return Outcome(RESULTS[meeting.winner], meeting.mine, meeting.theirs, throws)


def ways(ready: Ready) -> Iterator[Way]:
    """The meetings of grades with their winners."""
    for meeting, weight in all_meetings(ready).items():
        yield Outcome(RESULTS[meeting.winner], meeting.mine, meeting.theirs), weight


def explain(ready: Ready, thrown: TwoDice, outcome: Outcome) -> Iterator[Step]:
    """Both rolls and what decided."""
    assert outcome.throws is not None
    return explain_contest(ready, outcome.throws)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    throws = outcome.throws
    assert throws is not None and throws.theirs is not None
    rolls = f"{throws.mine.shown} ({outcome.mine.label}) against {throws.theirs.shown} ({outcome.theirs.label})"
    return f"{rolls}: {outcome.result}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """Both stacks, and how often each pair of grades meets and who wins it."""
    odds, order = all_meetings(ready), list(Grade)
    met_grades = sorted(odds, key=lambda each: (order.index(each.mine), order.index(each.theirs), each.winner))
    rows = [
        {"mine": each.mine.value, "theirs": each.theirs.value, "result": RESULTS[each.winner].value}
        | {"share": as_shown(odds.chance(each))}
        for each in met_grades
    ]
    grid = {"grade-grid": {"title": "Which grades meet", "grades": [grade.value for grade in Grade], "rows": rows}}
    return both_figures(ready, None if outcome is None else outcome.throws) | grid


resolver = Resolver(
    "fantasy-crux/opposed",
    title="Opposed test",
    summary="Two D100s against each other, each side with its own dice; ties go by skill, then to the defender.",
    rule="fantasy-crux/opposed",
    situation=Opposed,
    dice=TwoDice,
    prepare=prepare,
    resolve=opposed,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "win": ("You win", lambda outcome: outcome.result is Result.WON),
        "lose": ("The other side wins", lambda outcome: outcome.result is Result.LOST),
        "win_critically": (
            "You win with a critical",
            lambda outcome: outcome.result is Result.WON and outcome.mine is Grade.CRITICAL,
        ),
    },
    ways=ways,
    figures=figures,
)
