"""A feat: three dice against a level, which a difficulty and a skill make, or two skills that contend."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_percent
from companion.dice import dice, die
from companion.fields import choice, number, ruling
from companion.games.heroes_of_the_fall.data import RULINGS
from companion.games.heroes_of_the_fall.feats import SIDES, Feats, Grade, fallen, feats, grid, minus
from companion.games.heroes_of_the_fall.skill import Skill
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "heroes-of-the-fall/feats"


class By(StrEnum):
    """What the feat level comes from."""

    LEVEL = "level"
    DIFFICULTY = "difficulty"
    CONTEST = "contest"

    @property
    def label(self) -> str:
        return {
            "level": "The level itself",
            "difficulty": "A difficulty, less your skill",
            "contest": "Another's skill, less yours",
        }[self.value]


@dataclass(frozen=True, slots=True)
class Situation:
    """What is tried, and with which skill."""

    by: By = choice("The feat level comes from", By)
    level: int = number(
        "Feat level", -20, 20, when={"by": By.LEVEL}, why="the level comes from the skill here",
        help="0 is even; each level up halves the chance, each level down halves the risk.",
    )  # fmt: skip
    difficulty: int = number(
        "Difficulty", 0, 30, default=6, when={"by": By.DIFFICULTY}, why="only against a difficulty",
        help="From 2 for a routine thing to 16 for the deed of a lifetime; 6 is even for average training.",
    )  # fmt: skip
    skill: int = number(
        "Your skill or attribute", 0, 20, default=6, when={"by": (By.DIFFICULTY, By.CONTEST)},
        why="the level is given here", help="The level: the 6 of 6/76.",
    )  # fmt: skip
    modifier: int | None = number(
        "Your skill modifier", 1, 99, blank="no skill die: an attribute, or a skill that stands",
        when={"by": (By.DIFFICULTY, By.CONTEST)}, why="the level is given here",
        help="The 76 of 6/76; lower is better.",
    )  # fmt: skip
    opposing: int = number(
        "The other's skill or attribute", 0, 20, default=6, when={"by": By.CONTEST}, why="only in a contest"
    )
    opposing_modifier: int | None = number(
        "The other's skill modifier", 1, 99, blank="no skill die: the level stands", when={"by": By.CONTEST},
        why="only in a contest",
    )  # fmt: skip
    skill_step: str = ruling(RULINGS, "skill_step")
    feat_table: str = ruling(RULINGS, "feat_table")
    beyond: str = ruling(RULINGS, "beyond")


@dataclass(frozen=True, slots=True)
class Ready:
    """The feat table in force, and the skills that make the level (none where it is given)."""

    feats: Feats
    base: int
    skill: Skill | None
    other: Skill | None


@dataclass(frozen=True, slots=True)
class FeatThrow:
    """The skill dice that the feat calls for, then the three ordered dice."""

    skill: tuple[int, ...] = dice(100, "your skill die", count=lambda ready: ready.skill.dice if ready.skill else 0)
    opposing: tuple[int, ...] = dice(
        100, "the other's skill die", count=lambda ready: ready.other.dice if ready.other else 0
    )
    red: int = die(SIDES, "red die")
    white: int = die(SIDES, "white die")
    blue: int = die(SIDES, "blue die")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The level, the grade, and by how many levels it was made (0 or more) or missed (below 0)."""

    level: int
    skill: int | None
    opposing: int | None
    success: bool
    grade: Grade
    levels: int
    thrown: tuple[int, int, int] | None = None


def prepare(situation: Situation) -> Ready:
    """The table and the skills."""
    s = situation
    found = feats(s.feat_table, s.beyond)
    if s.by is By.LEVEL:
        return Ready(found, s.level, None, None)
    mine = Skill(s.skill, s.modifier, s.skill_step)
    if s.by is By.DIFFICULTY:
        return Ready(found, s.difficulty, mine, None)
    return Ready(found, 0, mine, Skill(s.opposing, s.opposing_modifier, s.skill_step))


def level_of(ready: Ready, raised: bool, other_raised: bool) -> int:
    """The feat level once the skill dice have fallen."""
    mine = ready.skill.at(raised) if ready.skill else 0
    return ready.base + (ready.other.at(other_raised) if ready.other else 0) - mine


def throw(ready: Ready, thrown: FeatThrow) -> Outcome:
    """One throw."""
    raised = ready.skill.raised(thrown.skill) if ready.skill else False
    other_raised = ready.other.raised(thrown.opposing) if ready.other else False
    level = level_of(ready, raised, other_raised)
    fall = (thrown.red, thrown.white, thrown.blue)
    grade = ready.feats.grade(level, fall)
    return Outcome(
        level,
        ready.skill.at(raised) if ready.skill else None,
        ready.other.at(other_raised) if ready.other else None,
        grade.made,
        grade,
        ready.feats.margin(level, fall),
        fall,
    )


def ways(ready: Ready) -> Iterator[Way]:
    """Each pair of skill steps once, then the throws that come to the same grade and margin."""
    for raised, weight in ready.skill.steps() if ready.skill else ((False, 1),):
        for other_raised, other_weight in ready.other.steps() if ready.other else ((False, 1),):
            level = level_of(ready, raised, other_raised)
            for (grade, levels), count in ready.feats.margins(level).items():
                yield Outcome(level, None, None, grade.made, grade, levels), weight * other_weight * count


def explain(ready: Ready, thrown: FeatThrow, outcome: Outcome) -> Iterator[Step]:
    """The level, the dice against it, and the levels beside it."""
    if ready.other:
        words = ready.other.words(thrown.opposing, outcome.opposing != ready.other.at(False))
        yield Step(f"The other's skill: {words}", f"{RULE}#contest", outcome.opposing)
    elif ready.skill:
        yield Step(f"Difficulty {ready.base}", f"{RULE}#difficulty", ready.base)
    if ready.skill:
        words = ready.skill.words(thrown.skill, outcome.skill != ready.skill.at(False))
        yield Step(f"Your skill, which is taken off: {words}", f"{RULE}#skill", outcome.skill)
    yield Step(f"Feat level {minus(outcome.level)}", f"{RULE}#levels", outcome.level)
    made = "made" if outcome.success else "missed"
    yield Step(
        f"{fallen(outcome.thrown or ())}; it asks for {ready.feats.words(outcome.level)}: {made}", f"{RULE}#dice"
    )
    yield Step(_margin(outcome.levels), f"{RULE}#margin", outcome.levels)


def _margin(levels: int) -> str:
    if levels == 0:
        return "One level harder would have been missed"
    if levels > 0:
        return f"{levels} level{'s' if levels > 1 else ''} harder would have been made too"
    return f"It would have had to be {-levels} level{'s' if levels < -1 else ''} easier, or more"


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    if outcome.success:
        return f"Feat level {minus(outcome.level)} made: as an attack, a {outcome.grade.value} wound."
    by = "by one level" if outcome.grade is Grade.BLOCK else "by more than one level"
    return f"Feat level {minus(outcome.level)} missed {by}: as an attack, a {outcome.grade.value}."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    assert tally.verdicts is not None
    grades = ", ".join(f"{grade.value} {as_percent(tally.verdicts.chance(grade))}" for grade in reversed(Grade))
    return f"It succeeds {as_percent(tally.chances['success'][1])} of the time. As an attack: {grades}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The feat table with this level marked and, after a throw, every level that it makes."""
    level = outcome.level if outcome else level_of(ready, False, False)
    return {"feat-table": grid(ready.feats, level, outcome.thrown if outcome else None)}


resolver = Resolver(
    "heroes-of-the-fall/feat",
    title="Feat",
    summary="Three ordered dice against a feat level: whether it succeeds, by how much, and how likely that was.",
    rule=RULE,
    situation=Situation,
    dice=FeatThrow,
    prepare=prepare,
    resolve=throw,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.grade,
    chances={"success": ("Success", lambda outcome: outcome.success)},
    measures={"levels": ("levels made or missed by", lambda outcome: outcome.levels)},
    ways=ways,
    figures=figures,
    reading=reading,
)
