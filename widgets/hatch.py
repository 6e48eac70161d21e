"""Patterns drawn as lines: what tells areas of a picture apart without their colour. Plain geometry, no rule.

An area is a convex polygon, a list of corners. A pattern is the path of its lines within the area, so that it needs
no definition with an id of its own and prints as it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor

Point = tuple[float, float]
Polygon = Sequence[Point]

FAMILIES: dict[str, tuple[tuple[int, int], ...]] = {
    "": (),
    "across": ((0, 1),),
    "down": ((1, 0),),
    "rise": ((1, 1),),
    "fall": ((1, -1),),
    "grid": ((0, 1), (1, 0)),
    "cross": ((1, 1), (1, -1)),
}
"""Each pattern's families of lines: those on which `a * x + b * y` is a whole number of steps. "dots" has none."""


def hatch(area: Polygon, pattern: str, step: float) -> str:
    """The pattern within an area as the data of a path; lines of a family lie `step` apart along the axes."""
    if pattern == "dots":
        return "".join(f"M{_short(x)} {_short(y)}h0" for x, y in _dots(area, step))
    return "".join(
        f"M{_short(x)} {_short(y)}L{_short(to_x)} {_short(to_y)}"
        for family in FAMILIES[pattern]
        for (x, y), (to_x, to_y) in _lines(area, family, step)
    )


def clip(area: Polygon, a: float, b: float, most: float) -> list[Point]:
    """The part of an area where `a * x + b * y` is at most `most`."""
    found: list[Point] = []
    for place, here in enumerate(area):
        before = area[place - 1]
        inside, was_inside = a * here[0] + b * here[1] - most, a * before[0] + b * before[1] - most
        if (inside <= 0) is not (was_inside <= 0):
            share = was_inside / (was_inside - inside)
            found.append((before[0] + share * (here[0] - before[0]), before[1] + share * (here[1] - before[1])))
        if inside <= 0:
            found.append(here)
    return list(dict.fromkeys(found))


def middle(area: Polygon) -> Point:
    """The centre of an area's weight."""
    weight = x = y = 0.0
    for place, (to_x, to_y) in enumerate(area):
        from_x, from_y = area[place - 1]
        part = from_x * to_y - to_x * from_y
        weight, x, y = weight + part, x + (from_x + to_x) * part, y + (from_y + to_y) * part
    return x / (3 * weight), y / (3 * weight)


def breadth(area: Polygon, at: float, *, upright: bool = False) -> float:
    """How long the line across an area is at the height `at`; with `upright` the line down it at that place."""
    cut = _cut(area, (1, 0) if upright else (0, 1), at)
    return abs(cut[1][0] - cut[0][0]) + abs(cut[1][1] - cut[0][1]) if cut else 0.0


def _lines(area: Polygon, family: tuple[int, int], step: float) -> Iterator[tuple[Point, Point]]:
    heights = [family[0] * x + family[1] * y for x, y in area]
    for count in range(ceil(min(heights) / step + 1e-6), floor(max(heights) / step - 1e-6) + 1):
        cut = _cut(area, family, count * step)
        if cut:
            yield cut


def _cut(area: Polygon, family: tuple[int, int], height: float) -> tuple[Point, Point] | None:
    """Where a line enters and leaves an area."""
    a, b = family
    met = []
    for place, (to_x, to_y) in enumerate(area):
        from_x, from_y = area[place - 1]
        start, end = a * from_x + b * from_y - height, a * to_x + b * to_y - height
        if (start <= 0) is not (end <= 0):
            share = start / (start - end)
            met.append((from_x + share * (to_x - from_x), from_y + share * (to_y - from_y)))
    return (min(met), max(met)) if len(met) > 1 else None


def _dots(area: Polygon, step: float) -> Iterator[Point]:
    for number, (left, right) in enumerate(_lines(area, (0, 1), step)):
        first = left[0] + (step / 2 if number % 2 else step / 4)
        yield from ((first + count * step, left[1]) for count in range(floor((right[0] - first) / step) + 1))


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
