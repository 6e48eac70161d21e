"""The one shape of every calculator: a situation and dice in, an outcome out, and plain JSON at its edge.

A rule is a pure function `resolve(ready, dice)`. From it come

* the throw: called with dice from a seed, or with the reader's own;
* the odds: called for every way in which the dice can fall, equal results merged;
* the explanation: steps made from what the outcome holds.

`prepare(situation)` does once what no die changes (the modifiers, the target's Defence); what it returns is the
`ready` of the other functions. It raises `Refused` where the rules do not allow the act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Any

from companion import dice as dice_room
from companion.answers import Tally, capital
from companion.checks import Ignored, read
from companion.dice import NoDice
from companion.errors import Refused, UnknownName
from companion.examples import Example, examples_of
from companion.fields import plain, specs
from companion.steps import Step

Way = tuple[Any, int]
"""One outcome with its whole-number weight."""


def _itself(situation: Any) -> Any:
    return situation


def _all(ready: Any) -> None:
    return None


def _no_numbers(ready: Any) -> Mapping[str, tuple[str, Fraction]]:
    return {}


def _no_figures(ready: Any, outcome: Any) -> Mapping[str, Any]:
    return {}


def _nothing_further(ready: Any) -> Iterable[Mapping[str, Any]]:
    return ()


@dataclass(frozen=True, eq=False)
class Resolver:
    """One calculator of one game.

    * `address`: `game/resolver`; `title`; `summary`: one sentence on what it answers; `rule`: the address of the
      rule that it works out.
    * `situation`, `dice`: the record classes of what is set and of what is thrown (`NoDice` for a look-up).
    * `resolve(ready, dice) -> outcome`: the rule. `prepare(situation) -> ready`.
    * `explain(ready, dice, outcome)`: the steps. `sentence(ready, outcome)`: the result in one sentence.
    * `verdict(outcome)`: what kind of result it is, a string `Enum` whose members stand in the book's order.
      `possible(ready)` names those that the situation allows, where that is not all of them.
    * `chances`: named tests of an outcome (label, test); `measures`: named numbers (label, function).
      The first of each is the headline. A measure is None for "not yet", where it counts rounds up to a limit;
      a measure or chance that is None throughout does not apply to the situation and is left out.
    * `numbers(ready)`: exact numbers that no mean of the outcomes gives (label, value), such as one without limit.
    * `ways(ready)`: a fast count of the odds (outcomes with weights); without it every fall of the dice is tried.
      What it yields needs only what verdict, chances and measures read.
    * `figures(ready, outcome or None)`: data for the pictures beside the result.
    * `further(ready)`: more tables of odds beside those, such as a chance for each combatant of a list: plain data
      with `name`, `label`, `kind` "chances" and `rows` (`value`, `label`, and what `answers.shown` gives).
    * `reading(ready, tally)`: one sentence for the odds, where the standard one does not do.
    """

    address: str
    title: str
    summary: str
    rule: str
    situation: type
    resolve: Callable[[Any, Any], Any]
    explain: Callable[[Any, Any, Any], Iterable[Step]]
    sentence: Callable[[Any, Any], str]
    dice: type = NoDice
    prepare: Callable[[Any], Any] = _itself
    verdict: Callable[[Any], Enum] | None = None
    possible: Callable[[Any], Iterable[Enum] | None] = _all
    chances: Mapping[str, tuple[str, Callable[[Any], bool | None]]] = field(default_factory=dict)
    measures: Mapping[str, tuple[str, Callable[[Any], int | None]]] = field(default_factory=dict)
    numbers: Callable[[Any], Mapping[str, tuple[str, Fraction]]] = _no_numbers
    ways: Callable[[Any], Iterable[Way]] | None = None
    figures: Callable[[Any, Any], Mapping[str, Any]] = _no_figures
    further: Callable[[Any], Iterable[Mapping[str, Any]]] = _nothing_further
    reading: Callable[[Any, Tally], str] | None = None

    @property
    def game(self) -> str:
        return self.address.partition("/")[0]

    @property
    def name(self) -> str:
        return self.address.partition("/")[2]

    @cached_property
    def examples(self) -> Mapping[str, Example]:
        """The named examples of this resolver, from the game's `examples.toml`."""
        return examples_of(self.game, self.name)

    def example(self, name: str) -> Example:
        """One example by its name. Raises `UnknownName`."""
        if name not in self.examples:
            raise UnknownName(f"example of {self.address}", name, list(self.examples))
        return self.examples[name]

    def read(self, inputs: Mapping[str, Any]) -> tuple[Any, tuple[Ignored, ...]]:
        """The situation that the inputs describe, and what was ignored. Raises `InputError`."""
        return read(self.situation, inputs)

    def every_way(self, ready: Any) -> Iterable[Way]:
        """Every fall of the dice with its outcome: the slow and sure count."""
        return ((self.resolve(ready, fall), 1) for fall in dice_room.every_way(self.dice, ready))

    def tally(self, ready: Any, *, slow: bool = False) -> Tally:
        """The odds of verdicts, chances and measures, by the fast count if there is one (unless `slow`)."""
        ways = self.ways(ready) if self.ways and not slow else self.every_way(ready)
        return Tally.of(ways, self.verdict, self.possible(ready), self.chances, self.measures, self.numbers(ready))

    def describe(self) -> dict[str, Any]:
        """The fields, dice and examples as plain data."""
        return {
            "resolver": self.address,
            "game": self.game,
            "title": self.title,
            "summary": self.summary,
            "rule": self.rule,
            "fields": [spec.to_json() for spec in specs(self.situation)],
            "dice": [
                {"name": spec.name, "label": spec.label, "sides": spec.sides, "count": 1 if spec.single else None}
                for spec in dice_room.specs(self.dice)
            ],
            "examples": [example.to_json() for example in self.examples.values()],
        }

    def schema(self) -> dict[str, Any]:
        """The inputs as a JSON Schema (draft 2020-12)."""
        from companion.schema import schema

        return schema(self)

    def odds(self, inputs: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The exact odds for these inputs as plain data. Raises `InputError`."""
        situation, answer = self._begin(inputs)
        answer |= {"summary": {}, "outcomes": [], "figures": {}}
        try:
            ready = self.prepare(situation)
            tally = self.tally(ready)
        except Refused as refused:
            return answer | _refusal(refused)
        return answer | {
            "sentence": self.reading(ready, tally) if self.reading else tally.sentence(),
            "summary": tally.summary(),
            "outcomes": [*tally.outcomes(), *self.further(ready)],
            "figures": plain(self.figures(ready, None)),
        }

    def roll(
        self, inputs: Mapping[str, Any] | None = None, seed: int | None = None, dice: Sequence[Any] | None = None
    ) -> dict[str, Any]:
        """One throw, explained, as plain data: from the dice given, else from the seed, else from chance.

        Raises `InputError` for inputs and for dice that cannot be.
        """
        situation, answer = self._begin(inputs)
        answer |= {"seed": None, "dice": [], "verdict": None, "measures": {}, "outcome": None, "steps": []}
        answer["figures"] = {}
        try:
            ready = self.prepare(situation)
        except Refused as refused:
            return answer | _refusal(refused)
        thrown, seed = self._throw(ready, seed, dice)
        outcome = self.resolve(ready, thrown)
        verdict = self.verdict(outcome) if self.verdict else None
        measured = [(name, value(outcome)) for name, (_, value) in self.measures.items()]
        return answer | {
            "seed": seed,
            "dice": dice_room.listed(thrown),
            "verdict": verdict and {"value": verdict.value, "label": capital(verdict)},
            "measures": {name: number for name, number in measured if number is not None},
            "outcome": plain(outcome),
            "steps": [step.to_json() for step in self.explain(ready, thrown, outcome)],
            "sentence": self.sentence(ready, outcome),
            "figures": plain(self.figures(ready, outcome)),
        }

    def what_if(self, inputs: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What one more or one less on each number would change in the headline. Raises `InputError`."""
        from companion.what_if import what_if

        return what_if(self, dict(inputs or {}))

    def _begin(self, inputs: Mapping[str, Any] | None) -> tuple[Any, dict[str, Any]]:
        situation, ignored = self.read(inputs or {})
        answer: dict[str, Any] = {
            "resolver": self.address,
            "inputs": plain(situation),
            "ignored": [each.to_json() for each in ignored],
            "refused": None,
        }
        return situation, answer

    def _throw(self, ready: Any, seed: int | None, dice: Sequence[Any] | None) -> tuple[Any, int | None]:
        if dice is not None:
            return dice_room.throw(self.dice, dice_room.Given(dice), ready), None
        if seed is None and self.dice is not NoDice:
            from random import SystemRandom

            seed = SystemRandom().randrange(1_000_000_000)
        return dice_room.throw(self.dice, dice_room.Seeded(seed or 0), ready), seed


def _refusal(refused: Refused) -> dict[str, Any]:
    return {
        "refused": {"reason": refused.reason, "rule": refused.rule},
        "sentence": f"Not possible: {refused.reason}",
    }
