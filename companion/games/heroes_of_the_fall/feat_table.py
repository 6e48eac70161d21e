"""Looking at the feat table: what a level asks of which die, and all the levels that one throw makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.answers import Tally, as_percent
from companion.fields import number, ruling
from companion.games.heroes_of_the_fall.data import RULINGS
from companion.games.heroes_of_the_fall.feats import FALLS, FeatDice, Feats, Grade, fallen, feats, grid, minus
from companion.resolver import Resolver
from companion.steps import Step

RULE = "heroes-of-the-fall/feats"


@dataclass(frozen=True, slots=True)
class Situation:
    """The level that is looked up, in the table in force."""

    level: int = number("Feat level", -20, 20, help="The table goes from −8 to 8.")
    feat_table: str = ruling(RULINGS, "feat_table")
    beyond: str = ruling(RULINGS, "beyond")


@dataclass(frozen=True, slots=True)
class Ready:
    """The table and the level."""

    feats: Feats
    level: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether this throw makes the level, its grade there, every level that it makes, and the hardest of those.

    `highest` is one below the table's last level where it makes none.
    """

    success: bool
    grade: Grade
    made: tuple[int, ...]
    highest: int
    thrown: tuple[int, int, int]


def prepare(situation: Situation) -> Ready:
    """The table in force."""
    return Ready(feats(situation.feat_table, situation.beyond), situation.level)


def read_off(ready: Ready, thrown: FeatDice) -> Outcome:
    """What one throw makes."""
    fall = (thrown.red, thrown.white, thrown.blue)
    made = ready.feats.levels_made(fall)
    grade = ready.feats.grade(ready.level, fall)
    return Outcome(grade.made, grade, made, max(made, default=ready.feats.lowest - 1), fall)


def explain(ready: Ready, thrown: FeatDice, outcome: Outcome) -> Iterator[Step]:
    """What the level asks, whether it was made, and the other levels that the throw makes."""
    level = minus(ready.level)
    yield Step(f"Level {level} asks for {ready.feats.words(ready.level)}", f"{RULE}#table", ready.level)
    if not ready.feats.lowest <= ready.level <= ready.feats.highest:
        reading = "it is read as the last one" if ready.feats.beyond == "clamp" else "a ruling settles it outright"
        yield Step(f"The table does not go that far: {reading}", f"{RULE}#beyond")
    yield Step(
        f"{fallen(outcome.thrown)}: {'made' if outcome.success else 'missed'}, {outcome.grade.value}", f"{RULE}#dice"
    )
    yield Step(f"The throw makes {spans(outcome.made)}", f"{RULE}#levels", outcome.highest)
    if any(level + 1 not in outcome.made for level in outcome.made[:-1]):
        yield Step("With a gap: the table is not nested there", f"{RULE}#not-nested")


def spans(levels: tuple[int, ...]) -> str:
    """Levels as stretches in words: −8 to 1 and 3."""
    stretches: list[list[int]] = []
    for level in levels:
        if stretches and stretches[-1][-1] == level - 1:
            stretches[-1].append(level)
        else:
            stretches.append([level])
    texts = [minus(run[0]) if len(run) == 1 else f"{minus(run[0])} to {minus(run[-1])}" for run in stretches]
    return f"level {' and '.join(texts)}" if texts else "no level at all"


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    made = "made" if outcome.success else "missed"
    return f"Level {minus(ready.level)} is {made} ({outcome.grade.value}); the throw makes {spans(outcome.made)}."


def reading(ready: Ready, tally: Tally) -> str:
    """What the level asks and how likely it is, in one sentence."""
    chance = Fraction(ready.feats.successes(ready.level), FALLS)
    words = ready.feats.words(ready.level)
    return f"Level {minus(ready.level)}: {words}. {as_percent(chance)}, {chance.numerator} in {chance.denominator}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The whole table, with this level and after a throw every level made."""
    return {"feat-table": grid(ready.feats, ready.level, outcome.thrown if outcome else None)}


resolver = Resolver(
    "heroes-of-the-fall/feat-table",
    title="Feat table",
    summary="Which faces of which die make a level, and every level that one throw makes.",
    rule=f"{RULE}#table",
    situation=Situation,
    dice=FeatDice,
    prepare=prepare,
    resolve=read_off,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.grade,
    chances={"success": ("Success", lambda outcome: outcome.success)},
    measures={"highest": ("hardest level made", lambda outcome: outcome.highest)},
    figures=figures,
    reading=reading,
)
