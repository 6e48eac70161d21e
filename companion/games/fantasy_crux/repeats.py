"""The same chance tried round after round."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from companion.answers import shown as as_shown


def over_rounds(title: str, chance: Fraction, rounds: int) -> dict[str, Any]:
    """A table of odds: how likely it is to have happened by each round, each with the same chance by itself."""
    left, rows = Fraction(1), []
    for number in range(1, rounds + 1):
        left *= 1 - chance
        rows.append({"value": number, "label": f"by round {number}", **as_shown(1 - left)})
    return {"name": "over_rounds", "label": title, "kind": "chances", "rows": rows}
