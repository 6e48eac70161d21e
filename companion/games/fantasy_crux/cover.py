"""Cover and conditions of a ranged attack as net dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.answers import as_percent
from companion.dice import NoDice
from companion.errors import Refused
from companion.fields import choice, many, number
from companion.games.fantasy_crux.causes import condition, darkness
from companion.games.fantasy_crux.d100 import Grade, grades, notation, scale
from companion.games.fantasy_crux.data import CONDITIONS, LIGHT, SENSES
from companion.games.fantasy_crux.pools import Cause, Pool, other, pool
from companion.resolver import Resolver
from companion.steps import Step


@dataclass(frozen=True, slots=True)
class Cover:
    """What stands between the shooter and the target."""

    conditions: tuple[str, ...] = many(
        "Cover and conditions", CONDITIONS, help="Name one twice where it counts for each enemy."
    )
    light: str = choice("Light on the target", LIGHT, default="bright")
    sense: str = choice("Your sense", SENSES, default="ordinary")
    other: int = number("Any other dice", -10, 10, help="Bonus +, Penalty −.")
    skill: int = number("Ranged Combat", 0, 100, default=51, unit="%")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The dice, and the chance that they leave, in words."""

    pool: Pool
    hit: str


def prepare(s: Cover) -> Pool:
    """The dice. Refused where nothing can be hit (fantasy-crux/cover#rows, fantasy-crux/conditions#rows)."""
    causes: list[Cause] = []
    for key in dict.fromkeys(s.conditions):
        times = s.conditions.count(key)
        if times > 1 and not CONDITIONS[key].each:
            raise Refused(f"{CONDITIONS[key].name}: it cannot count twice.", "fantasy-crux/conditions#strongest")
        causes.append(condition(key, times))
    causes += darkness(s.light, s.sense, ranged=True)
    return pool("Ranged attack", [*causes, other(s.other)])


def _prepared(s: Cover) -> tuple[Cover, Pool]:
    return s, prepare(s)


def look(ready: tuple[Cover, Pool], dice: NoDice) -> Outcome:
    """The net dice and the chance to hit."""
    s, found = ready
    return Outcome(found, as_percent(grades(scale(s.skill), found.dice).chance(_succeeds)))


def _succeeds(grade: Grade) -> bool:
    return grade.succeeded


def explain(ready: tuple[Cover, Pool], dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """Each condition, and the total."""
    yield from outcome.pool.explain()
    text = f"The attack rolls with {notation(outcome.pool.dice)}; cover never reduces damage"
    yield Step(text, "fantasy-crux/conditions#adding", outcome.pool.dice)


def sentence(ready: tuple[Cover, Pool], outcome: Outcome) -> str:
    """The dice and the chance in one sentence."""
    return f"The attack has {notation(outcome.pool.dice)}: skill {ready[0].skill} hits {outcome.hit}."


def figures(ready: tuple[Cover, Pool], outcome: Outcome | None) -> dict[str, Any]:
    """The stack of dice."""
    return {"modifier-stack": ready[1].figure(f"Skill {ready[0].skill}, which no die changes")}


resolver = Resolver(
    "fantasy-crux/cover",
    title="Cover and conditions",
    summary="Cover, movement, mist, wind and light as net dice on a ranged attack.",
    rule="fantasy-crux/cover",
    situation=Cover,
    prepare=_prepared,
    resolve=look,
    explain=explain,
    sentence=sentence,
    figures=figures,
    reading=lambda ready, tally: sentence(ready, look(ready, NoDice())),
)
