"""The D100: how a roll is graded, which of several candidates is kept, and how likely each kept roll is.

Bonus and Penalty dice add tens dice to one shared units die. Each pair is a candidate, each candidate is graded
against the unmodified skill, and the best (Bonus) or worst (Penalty) by the game's own order of quality is kept:
the better grade; of two successes the higher number, of two failures the lower. It is not the lowest tens die.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from companion.games.fantasy_crux.data import ROLLS
from companion.odds import Odds
from companion.steps import Step

HIGHEST = 100
SPAN = 1000
"""Wider than any roll, so that a grade always outweighs the number in `Scale.quality`."""


class Grade(StrEnum):
    """What a roll is worth, from the best down."""

    CRITICAL = "critical"
    SUCCESS = "success"
    FAILURE = "failure"
    FUMBLE = "fumble"

    @property
    def succeeded(self) -> bool:
        """Whether it is a success of either kind."""
        return self in (Grade.CRITICAL, Grade.SUCCESS)

    @property
    def label(self) -> str:
        """The grade in a sentence: a critical success, a failure."""
        return "critical success" if self is Grade.CRITICAL else self.value


WORTH = {Grade.FUMBLE: 0, Grade.FAILURE: 1, Grade.SUCCESS: 2, Grade.CRITICAL: 3}


@dataclass(frozen=True, slots=True)
class Scale:
    """How the rolls of one skill are graded.

    `limit` is the number to roll at or under, `critical` the top of the critical range (0: none), `fumble` the
    lowest fumble, `base` the unmodified skill that breaks ties. Address: fantasy-crux/test#grades.
    """

    limit: int
    critical: int
    fumble: int
    base: int

    def grade(self, roll: int) -> Grade:
        """The grade of a roll from 1 to 100; a fumble goes before everything else."""
        if roll >= self.fumble:
            return Grade.FUMBLE
        if roll <= min(self.critical, self.limit):
            return Grade.CRITICAL
        return Grade.SUCCESS if roll <= self.limit else Grade.FAILURE

    def quality(self, roll: int) -> int:
        """A number that orders rolls: higher is better. Address: fantasy-crux/test#quality."""
        grade = self.grade(roll)
        return WORTH[grade] * SPAN + (roll if grade.succeeded else HIGHEST - roll)

    def bands(self) -> list[dict[str, object]]:
        """The four grades as ranges of rolls, lowest first; a grade without rolls is left out."""
        found: list[dict[str, object]] = []
        for roll in range(1, HIGHEST + 1):
            grade = self.grade(roll).value
            if found and found[-1]["grade"] == grade:
                found[-1]["to"] = roll
            else:
                found.append({"grade": grade, "from": roll, "to": roll})
        return found


def critical_range(skill: int, *, doubled: bool = False) -> int:
    """The highest critical roll of a skill; 0 where there is none. Address: fantasy-crux/critical#range."""
    if skill <= 0:
        return 0
    normal = max(ROLLS.number("critical_least"), skill // ROLLS.number("critical_divisor"))
    return normal * ROLLS.number("deadly_factor") if doubled else normal


def fumble_from(skill: int) -> int:
    """The lowest roll that fumbles. Address: fantasy-crux/critical#fumble."""
    return ROLLS.number("fumble" if skill < ROLLS.number("full_skill") else "fumble_full")


def scale(skill: int, *, doubled: bool = False, cap: int | None = None, cap_everywhere: bool = True) -> Scale:
    """How the rolls of a skill are graded.

    `doubled`: Deadly Precision. `cap`: a value that the skill cannot be higher than (Riding in the saddle); it
    replaces the skill, or with `cap_everywhere` false only the number to roll under.
    """
    limit = skill if cap is None else min(skill, cap)
    base = limit if cap_everywhere else skill
    return Scale(limit, critical_range(base, doubled=doubled), fumble_from(base), base)


def shown(roll: int) -> str:
    """A roll as the dice show it: 07, 65, 00."""
    return f"{roll % HIGHEST:02d}"


def notation(dice: int) -> str:
    """A number of dice as the game writes it: +2B, −1P, or no dice."""
    if dice == 0:
        return "no dice"
    return f"+{dice}B" if dice > 0 else f"−{-dice}P"


def read(units: int, tens: int) -> int:
    """The roll that a units die and a tens die make; both have faces 1 to 10, and 10 reads 0. Two zeros are 100."""
    return (tens % 10 * 10 + units % 10) or HIGHEST


@dataclass(frozen=True, slots=True)
class Rolled:
    """One throw: its candidates in the order of the tens dice, the roll that is kept, and its grade."""

    candidates: tuple[int, ...]
    grades: tuple[Grade, ...]
    roll: int
    grade: Grade

    @property
    def shown(self) -> str:
        """The roll as the dice show it."""
        return shown(self.roll)


def keep(graded: Scale, dice: int, units: int, tens: tuple[int, ...]) -> Rolled:
    """The throw of a units die and its tens dice, of which the first 1 + |dice| are read.

    Address: fantasy-crux/test#candidates.
    """
    candidates = tuple(read(units, ten) for ten in tens[: 1 + abs(dice)])
    roll = (max if dice > 0 else min)(candidates, key=graded.quality)
    return Rolled(candidates, tuple(map(graded.grade, candidates)), roll, graded.grade(roll))


def tens_needed(dice: int) -> int:
    """How many tens dice a throw with these Bonus or Penalty dice takes."""
    return 1 + abs(dice)


@lru_cache(maxsize=4096)
def kept(graded: Scale, dice: int) -> Odds[int]:
    """How likely each roll is to be the one that is kept.

    Staged: for each face of the shared units die the ten candidates stand in order of quality, and the kept one
    is the best (or worst) of 1 + |dice| independent tens dice.
    """
    throws = tens_needed(dice)
    weights: dict[int, int] = {}
    for units in range(1, 11):
        ladder = sorted((read(units, tens) for tens in range(1, 11)), key=graded.quality, reverse=dice < 0)
        for place, roll in enumerate(ladder):
            weights[roll] = (place + 1) ** throws - place**throws
    return Odds(dict(sorted(weights.items())))


@lru_cache(maxsize=4096)
def grades(graded: Scale, dice: int) -> Odds[Grade]:
    """How likely each grade is."""
    return kept(graded, dice).map(graded.grade)


def explain_roll(who: str, graded: Scale, dice: int, rolled: Rolled) -> Iterator[Step]:
    """The steps of one throw: its candidates, which one is kept and why, and its grade."""
    if len(rolled.candidates) > 1:
        each = ", ".join(
            f"{shown(roll)} ({grade})" for roll, grade in zip(rolled.candidates, rolled.grades, strict=True)
        )
        yield Step(f"{who}: {notation(dice)}, so the candidates are {each}", "fantasy-crux/test#candidates")
        which = "best" if dice > 0 else "worst"
        yield Step(f"{who}: the {which} of them is kept, {rolled.shown}", "fantasy-crux/test#quality", rolled.roll)
    yield Step(
        f"{who}: {rolled.shown} against {graded.limit} is a {rolled.grade.label}", _why(graded, rolled), rolled.roll
    )


def _why(graded: Scale, rolled: Rolled) -> str:
    rules = {Grade.CRITICAL: "critical#range", Grade.FUMBLE: "critical#fumble"}
    return f"fantasy-crux/{rules.get(rolled.grade, 'test#grades')}"


def ranges_step(graded: Scale, dice: int) -> Step:
    """One step that says what the skill's ranges are."""
    last = graded.limit
    critical = f"critical on {_span(1, min(graded.critical, last))}" if min(graded.critical, last) else "never critical"
    text = f"Skill {last}: {critical}, fumble on {_span(graded.fumble, HIGHEST)}; dice change neither"
    return Step(text if dice else text.partition(";")[0], "fantasy-crux/critical#range")


def _span(first: int, last: int) -> str:
    return shown(first) if first == last else f"{shown(first)}–{shown(last)}"


def candidates_figure(who: str, dice: int, rolled: Rolled | None) -> dict[str, object] | None:
    """The candidates of a throw as data for a picture."""
    if rolled is None:
        return None
    taken = rolled.candidates.index(rolled.roll)
    rows = [
        {"roll": roll, "shown": shown(roll), "grade": grade.value, "kept": place == taken}
        for place, (roll, grade) in enumerate(zip(rolled.candidates, rolled.grades, strict=True))
    ]
    return {"title": who, "dice": notation(dice), "rows": rows}
