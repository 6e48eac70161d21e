"""A test: one D100 against a skill, with Bonus or Penalty dice, graded from critical to fumble."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_percent
from companion.answers import shown as as_shown
from companion.dice import dice, die
from companion.errors import Refused
from companion.fields import choice, number, switch
from companion.games.fantasy_crux.causes import named
from companion.games.fantasy_crux.d100 import (
    Grade,
    Rolled,
    Scale,
    candidates_figure,
    explain_roll,
    grades,
    keep,
    ranges_step,
    scale,
    tens_needed,
)
from companion.games.fantasy_crux.data import ROLLS
from companion.games.fantasy_crux.pools import Cause, Pool, other, pool
from companion.resolver import Resolver, Way
from companion.steps import Step


class Assistance(StrEnum):
    """How much help there is in all."""

    NONE = "none"
    USUAL = "Assistance"
    EXCEPTIONAL = "exceptional Assistance"


@dataclass(frozen=True, slots=True)
class Test:
    """What is on the sheet and the table."""

    skill: int = number("Skill", 0, 100, default=51, unit="%")
    dice: int = number("Bonus or Penalty dice", -10, 10, help="Bonus +, Penalty −; all causes not named below.")
    wounded: bool = switch("Wounded", group="Circumstances")
    held: bool = switch("In a grapple", group="Circumstances")
    assistance: Assistance = choice("Help", Assistance, group="Circumstances")
    removal: int = number(
        "Penalty dice that a Talent removes", 0, 3, group="Circumstances", help="After cancelling, before the limit."
    )
    deadly_precision: bool = switch("Deadly Precision", group="Circumstances", help="Doubles the critical range.")


@dataclass(frozen=True, slots=True)
class Ready:
    """How the roll is graded, and its dice by name."""

    graded: Scale
    pool: Pool


@dataclass(frozen=True, slots=True)
class TestDice:
    """One units die for all candidates, and a tens die for each."""

    units: int = die(10, "units die (10 reads 0)")
    tens: tuple[int, ...] = dice(10, "tens die (10 reads 0)", count=lambda ready: tens_needed(ready.pool.dice))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The grade, and the throw (None in the count of the odds)."""

    grade: Grade
    rolled: Rolled | None = None


def assisting(assistance: Assistance) -> Iterator[Cause]:
    """The dice of Assistance. Address: fantasy-crux/grappling#helpers."""
    if assistance is not Assistance.NONE:
        yield named("assistance" if assistance is Assistance.USUAL else "exceptional_assistance")


def prepare(s: Test) -> Ready:
    """Grades and dice. Refused for Deadly Precision below its skill (fantasy-crux/critical#deadly-precision)."""
    needed = ROLLS.number("deadly_skill")
    if s.deadly_precision and s.skill < needed:
        raise Refused(f"Deadly Precision needs a skill of {needed}.", "fantasy-crux/critical#deadly-precision")
    causes = [other(s.dice, "Dice given"), *assisting(s.assistance)]
    causes += [named(key) for key, applies in (("wounded", s.wounded), ("held", s.held)) if applies]
    return Ready(scale(s.skill, doubled=s.deadly_precision), pool("Test", causes, removes=s.removal))


def test(ready: Ready, thrown: TestDice) -> Outcome:
    """The candidates, and the one that is kept."""
    rolled = keep(ready.graded, ready.pool.dice, thrown.units, thrown.tens)
    return Outcome(rolled.grade, rolled)


def ways(ready: Ready) -> Iterator[Way]:
    """The grades of the kept roll."""
    return ((Outcome(grade), weight) for grade, weight in grades(ready.graded, ready.pool.dice).items())


def explain(ready: Ready, thrown: TestDice, outcome: Outcome) -> Iterator[Step]:
    """The dice by name, the ranges, the candidates, the grade."""
    assert outcome.rolled is not None
    yield from ready.pool.explain()
    yield ranges_step(ready.graded, ready.pool.dice)
    yield from explain_roll("Test", ready.graded, ready.pool.dice, outcome.rolled)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    assert outcome.rolled is not None
    return f"{outcome.rolled.shown} against {ready.graded.limit}: {outcome.grade.label}."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    chance = {name: as_percent(value) for name, (_, value) in tally.chances.items()}
    return f"Success {chance['success']}, of it critical {chance['critical']}; fumble {chance['fumble']}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The stack of dice, the bands of the four grades with their chances, and the candidates of a throw."""
    odds = grades(ready.graded, ready.pool.dice)
    bands = [{**band, "share": as_shown(odds.chance(Grade(str(band["grade"]))))} for band in ready.graded.bands()]
    found: dict[str, Any] = {
        "modifier-stack": ready.pool.figure(f"Skill {ready.graded.limit}, which no die changes"),
        "grade-bands": {"title": "Grades of the kept roll", "bands": bands},
    }
    if outcome is not None:
        found["candidates"] = [candidates_figure("Test", ready.pool.dice, outcome.rolled)]
    return found


resolver = Resolver(
    "fantasy-crux/test",
    title="Test",
    summary="One D100 against a skill with Bonus or Penalty dice: success, critical, fumble.",
    rule="fantasy-crux/test",
    situation=Test,
    dice=TestDice,
    prepare=prepare,
    resolve=test,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.grade,
    chances={
        "success": ("Success", lambda outcome: outcome.grade.succeeded),
        "critical": ("Critical", lambda outcome: outcome.grade is Grade.CRITICAL),
        "fumble": ("Fumble", lambda outcome: outcome.grade is Grade.FUMBLE),
    },
    ways=ways,
    figures=figures,
    reading=reading,
)
