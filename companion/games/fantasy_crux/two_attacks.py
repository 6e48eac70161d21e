"""Two attacks in one turn against a target with one Reaction: it answers the first that hits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import as_number, as_percent
from companion.dice import dice
from companion.games.fantasy_crux.d100 import Grade, Rolled, candidates_figure, explain_roll, keep, ranges_step
from companion.games.fantasy_crux.data import Share
from companion.games.fantasy_crux.exchange import Answered, Roller, Verdict, exchange, exchanges, rule_of
from companion.games.fantasy_crux.sides import Contestant
from companion.games.fantasy_crux.tabular import row
from companion.odds import Odds
from companion.resolver import Way
from companion.steps import Step


class Result(StrEnum):
    """How many of the two get through."""

    BOTH = "both hit"
    ONE = "one hits"
    NONE = "neither hits"


@dataclass(frozen=True, slots=True)
class Ready:
    """Both attacks and the one Reaction; its `rolls` is false where there is none."""

    first: Contestant
    second: Contestant
    reaction: Contestant

    def attacks(self) -> tuple[Roller, Roller]:
        """Both attacks as the matrix takes them."""
        return _roller(self.first), _roller(self.second)

    def answer(self) -> Roller | None:
        """The Reaction as the matrix takes it."""
        return _roller(self.reaction) if self.reaction.rolls else None


def _roller(side: Contestant) -> Roller:
    return Roller(side.graded, side.pool.dice)


@dataclass(frozen=True, slots=True)
class PairDice:
    """A D100 for each attack, and one for the Reaction if there is one."""

    first_units: tuple[int, ...] = dice(10, "first attack's units die (10 reads 0)", count=lambda ready: 1)
    first_tens: tuple[int, ...] = dice(10, "first attack's tens die (10 reads 0)", count=lambda ready: ready.first.tens)
    second_units: tuple[int, ...] = dice(10, "second attack's units die (10 reads 0)", count=lambda ready: 1)
    second_tens: tuple[int, ...] = dice(
        10, "second attack's tens die (10 reads 0)", count=lambda ready: ready.second.tens
    )
    units: tuple[int, ...] = dice(
        10, "Reaction's units die (10 reads 0)", count=lambda ready: min(1, ready.reaction.tens)
    )
    tens: tuple[int, ...] = dice(10, "Reaction's tens die (10 reads 0)", count=lambda ready: ready.reaction.tens)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of both attacks, and the throws (None in the count of the odds)."""

    first: Answered
    second: Answered
    rolls: tuple[Rolled, Rolled, Rolled | None] | None = None

    @property
    def hits(self) -> int:
        """How many get through."""
        return self.first.verdict.lands + self.second.verdict.lands

    @property
    def fumbled(self) -> bool:
        """Whether an attack fumbled."""
        return Grade.FUMBLE in (self.first.attack, self.second.attack)

    @property
    def critical(self) -> bool:
        """Whether a hit stays critical."""
        return Verdict.CRITICAL in (self.first.verdict, self.second.verdict)

    @property
    def result(self) -> Result:
        """The hits as a verdict."""
        return (Result.NONE, Result.ONE, Result.BOTH)[self.hits]


def attack_twice(ready: Ready, thrown: PairDice) -> Outcome:
    """Both attacks with these dice."""
    one, two = ready.attacks()
    first = keep(one.graded, one.dice, thrown.first_units[0], thrown.first_tens)
    second = keep(two.graded, two.dice, thrown.second_units[0], thrown.second_tens)
    answer, rolled = ready.answer(), None
    if answer is not None:
        rolled = keep(answer.graded, answer.dice, thrown.units[0], thrown.tens)
    first_answer = answer if first.grade.succeeded else None
    second_answer = None if first.grade.succeeded or not second.grade.succeeded else answer
    roll = None if rolled is None else rolled.roll
    outcomes = (
        exchange(one, first.roll, first_answer, roll, Share.ALL),
        exchange(two, second.roll, second_answer, roll, Share.ALL),
    )
    used = first_answer is not None or second_answer is not None
    return Outcome(*outcomes, (first, second, rolled if used else None))


def ways(ready: Ready) -> Iterator[Way]:
    """Staged: the first attack decides whether the Reaction is left for the second."""
    one, two = ready.attacks()
    answer = ready.answer()

    def after(first: Answered) -> Odds[Outcome]:
        left = None if first.attack.succeeded else answer
        return exchanges(two, left, Share.ALL).map(lambda second: Outcome(first, second))

    return iter(exchanges(one, answer, Share.ALL).then(after).items())


def explain(ready: Ready, thrown: PairDice, outcome: Outcome) -> Iterator[Step]:
    """Both attacks, the Reaction, and what the matrix says of each."""
    assert outcome.rolls is not None
    pairs = (
        (ready.first, outcome.rolls[0], outcome.first),
        (ready.second, outcome.rolls[1], outcome.second),
    )
    for side, rolled, answered in pairs:
        yield from side.pool.explain()
        yield ranges_step(side.graded, side.pool.dice)
        yield from explain_roll(side.name, side.graded, side.pool.dice, rolled)
        if answered.defence is not None and outcome.rolls[2] is not None:
            reaction = ready.reaction
            yield from reaction.pool.explain()
            yield from explain_roll(reaction.name, reaction.graded, reaction.pool.dice, outcome.rolls[2])
        yield Step(f"{side.name}: {answered.verdict}", rule_of(answered))
    if outcome.rolls[2] is not None:
        yield Step("The one Reaction went to the first hit", "fantasy-crux/defending#one-reaction")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    first, second = outcome.first.verdict, outcome.second.verdict
    text = str(outcome.result)
    return f"{text[:1].upper()}{text[1:]}: {ready.first.name.lower()} {first}, {ready.second.name.lower()} {second}."


def summary(ready: Ready, label: str) -> dict[str, Any]:
    """Mean hits and the chance of at least one, as a row of a table of choices."""
    odds: Odds[int] = Odds((outcome.hits, weight) for outcome, weight in ways(ready))
    return row(label, as_number(odds.mean()), as_percent(odds.chance(lambda hits: hits > 0)))


def reading(ready: Ready, tally: Any) -> str:
    """The odds in one sentence."""
    chance = {name: as_percent(value) for name, (_, value) in tally.chances.items()}
    mean = as_number(tally.measures["hits"][1].mean())
    return f"{mean} hits on average; at least one {chance['any']}, both {chance['both']}; a fumble {chance['fumble']}."


def stacks(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The stacks of dice, and the candidates of a throw."""
    sides = [side for side in (ready.first, ready.second, ready.reaction) if side.rolls]
    found: dict[str, Any] = {"modifier-stack": [side.figure() for side in sides]}
    if outcome is not None and outcome.rolls is not None:
        three = zip((ready.first, ready.second, ready.reaction), outcome.rolls, strict=True)
        shown = [candidates_figure(side.name, side.pool.dice, rolled) for side, rolled in three]
        found["candidates"] = [each for each in shown if each]
    return found


CHANCES = {
    "any": ("At least one hit", lambda outcome: outcome.hits > 0),
    "both": ("Both hit", lambda outcome: outcome.hits == 2),
    "critical": ("A hit stays critical", lambda outcome: outcome.critical),
    "fumble": ("A fumble", lambda outcome: outcome.fumbled),
}
MEASURES = {"hits": ("Hits", lambda outcome: outcome.hits)}
