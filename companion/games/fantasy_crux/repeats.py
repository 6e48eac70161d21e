"""The same chance tried round after round."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from companion.answers import shown as as_shown


def over_rounds(title: str, chance: Fraction, rounds: int) -> dict[str, Any]:
    """How likely it is to have happened by each round, when each round has the same chance by itself."""
    left, rows = Fraction(1), []
    for number in range(1, rounds + 1):
        left *= 1 - chance
        rows.append({"round": number, "by_then": as_shown(1 - left)})
    mean = None if chance == 0 else str(1 / chance)
    return {"title": title, "rows": rows, "mean_rounds": mean}


def as_table(name: str, title: str, chance: Fraction, rounds: int) -> dict[str, Any]:
    """The same as a table of odds; a single round needs none."""
    rows = [
        {"value": row["round"], "label": f"by round {row['round']}", **row["by_then"]}
        for row in over_rounds(title, chance, rounds)["rows"]
    ]
    return {"name": name, "label": title, "kind": "chances", "rows": rows}
