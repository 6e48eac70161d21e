"""The attack tables: what a result does to each kind of armour.

The tables themselves are the publisher's. Public are only the anchors of each column: where hits, damage and each
severity begin, and the hit points lost at 100, 140, 150 and 175. Severities are therefore exact; hit points between
the anchors are drawn in evenly by us, unless a game master fills the rows in through the house rules
(`attack_damage`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from companion.games.darkmaster.data import (
    ATTACK,
    COLUMNS,
    DAMAGE_ROWS,
    ROW_LOWS,
    Anchors,
    Armour,
    Column,
    Severity,
)

FIXED = (100, 140, 150, 175)
"""The results at which the hit points lost are public."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: whether it is a hit, the hit points lost, the critical's severity, and where the number is from.

    `source` is "published" for an anchor, "house" for what is drawn in between, "table" for what a GM filled in.
    """

    hit: bool
    damage: int = 0
    severity: Severity | None = None
    source: str = "published"


MISS = Cell(False)


def row_of(result: int) -> int:
    """The lowest result of the row that a result is read in; 0 where it misses whatever the armour.

    Address: darkmaster/attack#table.
    """
    if result < ROW_LOWS[0]:
        return 0
    low = ROW_LOWS[0] + (result - ROW_LOWS[0]) // ATTACK.number("row") * ATTACK.number("row")
    return min(low, ATTACK.number("top_row"))


def column(table: Column, armour: Armour) -> dict[int, Cell]:
    """One column of one table: each row that can hit, by its lowest result."""
    key = f"{table.value}-{armour.value}"
    anchors, given = COLUMNS[key], DAMAGE_ROWS[key]
    damage = _damage(anchors)
    cells = {}
    for low in ROW_LOWS:
        filled = getattr(given, f"r{low}")
        begun = anchors.damage <= low
        if filled is None and not begun:
            cells[low] = Cell(True) if anchors.hit is not None and anchors.hit <= low else MISS
            continue
        lost = damage[low] if filled is None else filled
        source = "table" if filled is not None else "published" if low in _anchored() else "house"
        cells[low] = Cell(True, lost, _severity(anchors, low), source)
    return cells


def _anchored() -> tuple[int, ...]:
    return tuple(row_of(result) for result in FIXED)


def _severity(anchors: Anchors, low: int) -> Severity | None:
    thresholds = (anchors.superficial, anchors.light, anchors.moderate, anchors.grievous, anchors.lethal)
    reached = [
        severity
        for severity, threshold in zip(Severity, thresholds, strict=True)
        if threshold is not None and threshold <= low
    ]
    return reached[-1] if reached else None


def _damage(anchors: Anchors) -> dict[int, int]:
    """Hit points lost in each row from the first that takes any, drawn in evenly and rounded down."""
    at = (anchors.at_100, anchors.at_140, anchors.at_150, anchors.at_175)
    knots = list(zip(_anchored(), at, strict=True))
    first = row_of(anchors.damage)
    if first < knots[0][0]:
        slope = Fraction(knots[1][1] - knots[0][1], knots[1][0] - knots[0][0])
        start = max(1, int(knots[0][1] - slope * (knots[0][0] - first)))
        knots.insert(0, (first, min(start, knots[0][1])))
    found = {}
    for (low, lost), (high, more) in pairwise(knots):
        for row in range(low, high + 1, ATTACK.number("row")):
            found[row] = lost + (more - lost) * (row - low) // (high - low)
    return found
