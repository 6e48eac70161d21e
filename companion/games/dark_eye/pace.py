"""How far somebody moves with one action or free action: MOV, as conditions, armour, water and states leave it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.games.dark_eye.conditions import over_limit
from companion.games.dark_eye.data import ARMOUR, CONDITIONS, MOVEMENT
from companion.games.dark_eye.rounding import whole
from companion.steps import Modifier, Step, signed, total

RULE = "dark-eye/movement"


@dataclass(frozen=True, slots=True)
class Pace:
    """MOV and what changes it. `limited` is the ruling `condition_limit`, `rounding` that of the same name."""

    mov: int
    pain: int = 0
    encumbrance: int = 0
    paralysis: int = 0
    armour: str = "none"
    in_water: bool = False
    zigzag: bool = False
    prone: bool = False
    bound: bool = False
    limited: str = "all"
    rounding: str = "up"

    @property
    def conditions(self) -> tuple[Modifier, ...]:
        """What Pain and Encumbrance take off. Address: dark-eye/movement#modified."""
        each = CONDITIONS.number("level")
        named = (("Pain", self.pain), ("Encumbrance", self.encumbrance))
        return tuple(
            Modifier(f"{name} {levels}", each * levels, f"{RULE}#modified") for name, levels in named if levels
        )

    @property
    def over(self) -> int:
        """What the limit on conditions gives back."""
        return over_limit(self.conditions) if self.limited == "all" else 0

    @property
    def worn(self) -> tuple[Modifier, ...]:
        """What the armour takes off besides its Encumbrance."""
        armour = ARMOUR[self.armour]
        return (Modifier(armour.name, armour.movement, "dark-eye/damage#armour"),) if armour.movement else ()

    @property
    def factors(self) -> tuple[tuple[str, Fraction, str], ...]:
        """What multiplies the rest: label, factor, rule's address."""
        found = []
        half = Fraction(1, MOVEMENT.number("half"))
        if self.paralysis:
            left = Fraction(max(0, 100 - self.paralysis * MOVEMENT.number("paralysis")), 100)
            found.append((f"Paralysis {self.paralysis}", left, f"{RULE}#modified"))
        if self.in_water:
            found.append(("In water", half, "dark-eye/water#movement"))
        if self.zigzag:
            found.append(("Zigzagging", half, "dark-eye/states#zigzag"))
        return tuple(found)

    @property
    def exact(self) -> Fraction:
        """Yards before rounding; fractions are kept until the end."""
        left = Fraction(max(0, self.mov + total(self.conditions) + self.over + total(self.worn)))
        for _, factor, _ in self.factors:
            left *= factor
        if self.prone:
            left = min(left, Fraction(MOVEMENT.number("prone")))
        return Fraction(MOVEMENT.number("bound")) if self.bound else left

    def yards(self, divided_by: int = 1) -> int:
        """Whole yards, 0 or more, if need be of a part of MOV. Address: dark-eye/movement#rounding."""
        return whole(self.exact / divided_by, self.rounding)

    def steps(self) -> Iterator[Step]:
        """One step for each change, then the yards."""
        for modifier in (*self.conditions, *self.worn):
            yield Step(f"{modifier.label}: MOV {signed(modifier.value)}", modifier.rule, modifier.value)
        if self.over:
            yield Step(f"The limit on conditions: MOV {signed(self.over)}", "dark-eye/conditions#reach", self.over)
        for label, factor, rule in self.factors:
            yield Step(f"{label}: {_part(factor)} of it", rule)
        if self.prone:
            yield Step(f"Prone: MOV is {MOVEMENT.number('prone')}", "dark-eye/states#prone", MOVEMENT.number("prone"))
        if self.bound:
            yield Step("Bound: no movement at all", "dark-eye/states#bound", MOVEMENT.number("bound"))
        yield Step(f"MOV {self.mov} comes to {self.yards()} yards", f"{RULE}#tactical", self.yards())

    def stack(self) -> dict[str, Any]:
        """The data of a modifier stack."""
        rows = [modifier.to_json() for modifier in (*self.conditions, *self.worn)]
        rows += [Modifier(label, 0, rule, False, f"{_part(factor)} of it").to_json()
                 for label, factor, rule in self.factors]  # fmt: skip
        for label, there, rule in (("Prone", self.prone, "prone"), ("Bound", self.bound, "bound")):
            if there:
                yards = MOVEMENT.number(rule)
                rows.append(Modifier(label, 0, f"dark-eye/states#{rule}", False, f"MOV {yards}").to_json())
        return {
            "title": "Movement",
            "base": {"label": "MOV on the sheet", "value": self.mov},
            "rows": rows,
            "limit": {"label": "Limit on conditions", "value": self.over, "note": ""} if self.over else None,
            "total": {"label": "Yards", "value": self.yards()},
        }


def _part(factor: Fraction) -> str:
    return {Fraction(1, 2): "half", Fraction(1, 4): "a quarter", Fraction(3, 4): "three quarters"}.get(
        factor, "nothing" if not factor else str(factor)
    )
