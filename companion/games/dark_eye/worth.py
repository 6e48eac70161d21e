"""What a value is worth: base, modifiers in their order, the limit on conditions, halving.

The order is that of the chapter's section on modifiers: base value, weapon, shield, grip, conditions up to their
limit, states, circumstances, manoeuvre, further defences, and only then what halves the value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.games.dark_eye.conditions import over_limit
from companion.games.dark_eye.data import ATTACK, CONDITIONS
from companion.games.dark_eye.rounding import whole
from companion.steps import Modifier, Step, signed, total


@dataclass(frozen=True, slots=True)
class Halving:
    """How halves are taken: before or after the modifiers, rounded up or down (rulings `halving` and `rounding`)."""

    order: str = "after"
    rounding: str = "up"


@dataclass(frozen=True, slots=True)
class Worth:
    """One value before its roll. `over` is what the limit on conditions gives back.

    `only_one`: whatever the number, only a natural 1 helps. `halved_by` names what halves it already.
    """

    title: str
    label: str
    base: int
    modifiers: tuple[Modifier, ...] = ()
    over: int = 0
    rule: str = "dark-eye/attack#roll"
    halved_by: Modifier | None = None
    only_one: Modifier | None = None
    halving: Halving = Halving()

    @property
    def summed(self) -> int:
        """Base and modifiers, before any halving."""
        return self.base + total(self.modifiers) + self.over

    @property
    def value(self) -> int:
        """The number that the die must not exceed."""
        found = self.half(self.halving) if self.halved_by else self.summed
        return self._seen(found)

    @property
    def halved(self) -> int:
        """The same against a natural 1 of the attacker. Address: dark-eye/critical#halving."""
        return self._seen(self.half(self.halving))

    def half(self, halving: Halving) -> int:
        """Half the value. A value of 0 or less stays as it is: there is nothing left to halve."""
        parts = ATTACK.number("half")
        if halving.order == "before":
            return whole(Fraction(self.base, parts), halving.rounding) + self.summed - self.base
        return whole(Fraction(self.summed, parts), halving.rounding) if self.summed > 0 else self.summed

    def _seen(self, value: int) -> int:
        """Where nothing is to be seen a value above 0 shrinks to 1: only a natural 1 helps."""
        return 1 if self.only_one and self.summed > 0 else value

    def stack(self) -> dict[str, Any]:
        """The value as the data of a modifier stack."""
        rows = [modifier.to_json() for modifier in self.modifiers]
        for change in (self.halved_by, self.only_one):
            if change:
                rows.append(Modifier(change.label, 0, change.rule, False, change.note).to_json())
        most = CONDITIONS.number("limit")
        return {
            "title": self.title,
            "base": {"label": self.label, "value": self.base},
            "rows": rows,
            "limit": {
                "label": "Limit on conditions",
                "value": self.over,
                "note": f"{signed(most - self.over)} from conditions, {signed(most)} counts",
            }
            if self.over
            else None,
            "total": {"label": "To roll at most", "value": self.value},
        }

    def steps(self) -> Iterator[Step]:
        """One step for each modifier and change, then the value."""
        for modifier in self.modifiers:
            yield Step(f"{modifier.label}: {signed(modifier.value)}", modifier.rule, modifier.value)
        if self.over:
            most = CONDITIONS.number("limit")
            text = f"Conditions together take off {-most} at most: {signed(self.over)}"
            yield Step(text, "dark-eye/conditions#limit", self.over)
        if self.halved_by:
            yield Step(f"{self.halved_by.label}: the value is halved", self.halved_by.rule)
        if self.only_one:
            yield Step(f"{self.only_one.label}: only a 1 helps", self.only_one.rule)
        if self.value != self.base:
            yield Step(f"{self.title}: {self.base} becomes {self.value}", self.rule, self.value)


def with_conditions(
    first: tuple[Modifier, ...], conditions: tuple[Modifier, ...], rest: tuple[Modifier, ...]
) -> tuple[tuple[Modifier, ...], int]:
    """The modifiers in their order, and what the limit on conditions gives back."""
    return (*first, *conditions, *rest), over_limit(conditions)
