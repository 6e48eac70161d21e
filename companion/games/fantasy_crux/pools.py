"""Bonus and Penalty dice by name: the strongest of a kind, kinds added up, B against P cancelled, then the limit.

The order matters. Five Bonus dice and one Penalty die leave four after cancelling, and the limit makes three of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.games.fantasy_crux.d100 import notation
from companion.games.fantasy_crux.data import ROLLS
from companion.steps import Modifier, Step


@dataclass(frozen=True, slots=True)
class Cause:
    """One cause of dice. Causes of one `kind` do not add: only the strongest counts. An empty kind stands alone."""

    modifier: Modifier
    kind: str = ""

    def to_json(self) -> dict[str, Any]:
        return {**self.modifier.to_json(), "kind": self.kind}


@dataclass(frozen=True, slots=True)
class Pool:
    """What all causes come to: Bonus and Penalty dice before cancelling, what is left, and the dice that count."""

    title: str
    causes: tuple[Cause, ...]
    bonus: int
    penalty: int
    removed: int
    left: int
    dice: int

    @property
    def limited(self) -> bool:
        """Whether the limit took dice away."""
        return self.left != self.dice

    def figure(self, base: str) -> dict[str, Any]:
        """The dice as a modifier stack. `base` says what they are added to."""
        limit = ROLLS.number("most_dice")
        note = f"{notation(self.left)} is over the limit"
        return {
            "title": self.title,
            "base": {"label": base, "value": 0},
            "rows": [cause.to_json() for cause in self.causes],
            "bonus": self.bonus,
            "penalty": self.penalty,
            "removed": self.removed,
            "left": self.left,
            "limit": {"label": "Most dice of either kind", "value": limit, "note": note} if self.limited else None,
            "total": {"label": notation(self.dice), "value": self.dice},
        }

    def explain(self) -> Iterator[Step]:
        """Each cause, then cancelling and the limit where they did something."""
        for cause in self.causes:
            each = cause.modifier
            counted = "" if each.counted else f", not counted: {each.note}"
            yield Step(f"{self.title}: {each.label} {notation(each.value)}{counted}", each.rule, each.value)
        if self.bonus and self.penalty:
            text = f"{self.title}: {self.bonus}B and {self.penalty}P cancel one for one, {notation(self.left)} left"
            yield Step(text, "fantasy-crux/test#cancel", self.left)
        if self.removed:
            yield Step(f"{self.title}: a Talent removes one Penalty die", "fantasy-crux/test#removal", self.removed)
        if self.limited:
            text = f"{self.title}: at most {ROLLS.number('most_dice')} of either kind, so {notation(self.dice)}"
            yield Step(text, "fantasy-crux/test#limit", self.dice)


def pool(title: str, causes: Iterable[Cause], *, removes: int = 0) -> Pool:
    """Adds the causes up. `removes`: Penalty dice that a Talent takes away after cancelling, before the limit.

    Address: fantasy-crux/test#dice.
    """
    sorted_out = tuple(_strongest([cause for cause in causes if cause.modifier.value]))
    values = [cause.modifier.value for cause in sorted_out if cause.modifier.counted]
    bonus = sum(value for value in values if value > 0)
    penalty = -sum(value for value in values if value < 0)
    removed = min(removes, max(0, penalty - bonus))
    left = bonus - penalty + removed
    most = ROLLS.number("most_dice")
    return Pool(title, sorted_out, bonus, penalty, removed, left, max(-most, min(most, left)))


def _strongest(causes: list[Cause]) -> Iterator[Cause]:
    best: dict[str, int] = {}
    for place, cause in enumerate(causes):
        held = best.get(cause.kind)
        if cause.kind and (held is None or abs(cause.modifier.value) > abs(causes[held].modifier.value)):
            best[cause.kind] = place
    for place, cause in enumerate(causes):
        if cause.kind and cause.modifier.counted and best[cause.kind] != place:
            note = f"only the strongest of a kind counts ({cause.kind})"
            cause = replace(cause, modifier=replace(cause.modifier, counted=False, note=note))
        yield cause


def other(dice: int, label: str = "Anything else") -> Cause:
    """Dice that no named cause gives."""
    return Cause(Modifier(label, dice, "fantasy-crux/test#dice"))
