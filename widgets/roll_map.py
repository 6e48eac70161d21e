"""The map of two D100s: every pair of rolls by its verdict, in colours and patterns, few shapes and exact edges.

The attack's roll runs to the right, the defence's downwards; a roll of 7 is the square from 6 to 7. Where nobody
defends the map is a strip. The data is the engine's figure "result-matrix".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.answers import as_percent
from widgets.hatch import Point, breadth, clip, hatch, middle
from widgets.html import Html, tag

Data = Mapping[str, Any]

LOOKS = {
    "miss": ("miss", ""),
    "blocked": ("blocked", "across"),
    "half blocked": ("half", "down"),
    "parry too small": ("small", "dots"),
    "ordinary hit": ("ordinary", "rise"),
    "demoted hit": ("demoted", "cross"),
    "critical hit": ("critical", ""),
}
"""Each verdict's class and pattern."""

COMPARED = {
    ">=": "if the defence rolls as high or higher",
    ">": "if the defence rolls higher",
    "<": "if the defence rolls lower",
    "<=": "if the defence rolls as high or lower",
}
STRIP = 14
"""How high the map is where nobody defends."""


def shown(roll: int) -> str:
    """A roll as the dice show it."""
    return f"{roll % 100:02d}"


def swatch(verdict: str) -> Html:
    """A small square of a verdict's pattern."""
    name, pattern = LOOKS[verdict]
    square: list[Point] = [(0, 0), (12, 0), (12, 12), (0, 12)]
    lines = hatch(square, pattern, 4)
    return tag(
        "svg",
        tag("rect", width=12, height=12, class_="rb-m-area"),
        tag("path", d=lines, class_="rb-m-hatch") if lines else None,
        viewBox="-0.5 -0.5 13 13",
        class_=f"rb-m-swatch rb-m-{name}",
        aria_hidden="true",
    )


LENS = 24
"""How wide the criticals are drawn beside the map, whose own column for them is narrow."""


def roll_map(data: Data, names: Mapping[str, str]) -> Html:
    """The whole map, with the critical attacks enlarged beside it. `names` are the verdicts' labels."""
    return tag("div", _lens(data, names), _map(data, names), class_="rb-m-maps")


def _lens(data: Data, names: Mapping[str, str]) -> Html | None:
    """The column of critical attacks, as high as the map and several times as wide."""
    last = next((band["to"] for band in data["attack"]["bands"] if band["grade"] == "critical"), 0)
    if not last or not data["defence"]:
        return None
    regions = [
        _region(region, data, names, LENS / last) for region in data["regions"] if region["attack"] == "critical"
    ]
    point = data.get("point") or {}
    ring = point.get("attack", 101) <= last
    return tag(
        "svg",
        [area for area, _ in regions],
        tag("rect", x=0, y=0, width=LENS, height=100, class_="rb-m-frame"),
        tag("text", "Criticals", x=LENS / 2, y=-7.5, class_="rb-m-axis"),
        tag("text", f"01–{shown(last)}, wider", x=LENS / 2, y=-1.8, class_="rb-m-tick"),
        [label for _, label in regions],
        tag(
            "g",
            tag("circle", cx=f"{(point['attack'] - 0.5) * LENS / last:.1f}", cy=f"{point['defence'] - 0.5:g}", r=2.6),
            class_="rb-m-mark",
        )
        if ring
        else None,
        viewBox=f"-1 -13 {LENS + 2} 126",
        aria_hidden="true",
        class_="rb-m-lens",
    )


def _map(data: Data, names: Mapping[str, str]) -> Html:
    high = 100 if data["defence"] else STRIP
    regions = [_region(region, data, names) for region in data["regions"]]
    return tag(
        "svg",
        [area for area, _ in regions],
        tag("path", d=_diagonal(data), class_="rb-m-equal") if data["defence"] else None,
        tag("rect", x=0, y=0, width=100, height=high, class_="rb-m-frame"),
        _axes(data, high),
        [label for _, label in regions],
        _mark(data, high),
        tag("rect", x=0, y=0, width=100, height=high, class_="rb-m-plane", data_moves=" ".join(data["moves"]))
        if data.get("moves")
        else None,
        viewBox=f"-13 -13 126 {high + 26}",
        role="img",
        aria_label=_said(data, names),
        class_="rb-m-map",
    )


def _said(data: Data, names: Mapping[str, str]) -> str:
    across = "the attack's roll runs from left to right"
    text = f"A map: {across}, the defence's roll downwards." if data["defence"] else f"A strip: {across}."
    point = data.get("point")
    if point:
        against = "" if point["defence"] is None else f" against {shown(point['defence'])}"
        text += f" Marked is {shown(point['attack'])}{against}: {names[point['verdict']].lower()}."
    return f"{text} The table beside it says the same."


def spans(side: Data | None, grade: str | None) -> tuple[int, int]:
    """The rolls of a grade as a stretch of the axis; all of them where no grade is asked."""
    if side is None:
        return 0, STRIP
    if grade is None:
        return 0, 100
    band = next(band for band in side["bands"] if band["grade"] == grade)
    return band["from"] - 1, band["to"]


def _region(region: Data, data: Data, names: Mapping[str, str], stretch: float = 1) -> tuple[Html, Html | None]:
    """A region's area with its pattern, and its name where there is room; `stretch` widens it."""
    left, right = spans(data["attack"], region["attack"])
    top, bottom = spans(data["defence"], region["defence"])
    compared = region["defence_roll"]
    corners: list[Point] = [(left, top), (right, top), (right, bottom), (left, bottom)]
    inner = [(x * stretch, y) for x, y in _beside_diagonal(corners, compared)]
    name, pattern = LOOKS[region["verdict"]]
    outline = _outline((left, right), (top, bottom), compared)
    if not outline:
        return Html(""), None
    said = f"{_met(region)}: {names[region['verdict']].lower()}, {as_percent(Fraction(region['share']['fraction']))}"
    lines = hatch(inner, pattern, 3.5) if len(inner) > 2 else ""
    area = tag(
        "g",
        _titled(outline, said, stretch),
        tag("path", d=lines, class_="rb-m-hatch") if lines else None,
        class_=f"rb-m-{name}",
    )
    return area, _named(names[region["verdict"]], inner, name) if len(inner) > 2 else None


def _titled(outline: str, said: str, stretch: float) -> Html:
    wider = "" if stretch == 1 else f' transform="scale({stretch:g} 1)"'
    return Html(f'<path class="rb-m-area" d="{outline}"{wider}>{tag("title", said)}</path>')


def _met(region: Data) -> str:
    attack = f"Attack {region['attack']}"
    if region["defence"] is None:
        return attack
    return f"{attack}, defence {region['defence']}" + (
        f", {COMPARED[region['defence_roll']]}" if region["defence_roll"] else ""
    )


def _beside_diagonal(corners: Sequence[Point], compared: str | None) -> list[Point]:
    """The largest part with straight edges of what lies on one side of the steps where the rolls are equal."""
    if compared is None:
        return list(corners)
    if compared in (">=", ">"):
        return clip(corners, 1, -1, 0 if compared == ">=" else -1)
    return clip(corners, -1, 1, 0 if compared == "<=" else -1)


def _outline(across: tuple[int, int], down: tuple[int, int], compared: str | None) -> str:
    """A region's outline, step by step where the rolls are compared; nothing where no pair of rolls is in it."""
    tops: list[tuple[int, int]] = []
    bottoms: list[tuple[int, int]] = []
    for roll in range(across[0] + 1, across[1] + 1):
        first, last = {
            None: (1, 100),
            ">=": (roll, 100),
            ">": (roll + 1, 100),
            "<": (1, roll - 1),
            "<=": (1, roll),
        }[compared]
        top, bottom = max(first - 1, down[0]), min(last, down[1])
        if top < bottom:
            tops.append((roll, top))
            bottoms.append((roll - 1, bottom))
    if not tops:
        return ""
    return f"M{bottoms[0][0]} {tops[0][1]}{_edge(tops)}{_edge(bottoms[::-1])}Z"


def _edge(steps: Sequence[tuple[int, int]]) -> str:
    """One side of an outline: to each place at its height, straight on where the height stays."""
    turns = [
        step for step, after in zip(steps, [*steps[1:], None], strict=True) if after is None or after[1] != step[1]
    ]
    return "".join(f"V{height}H{place}" for place, height in turns)


def _named(label: str, area: Sequence[Point], name: str) -> Html | None:
    """A region's name at its middle: across it, else down it, in the largest letters that fit; else none."""
    x, y = middle(area)
    wide, tall = breadth(area, y), breadth(area, x, upright=True)
    for size in (5.2, 4.4, 3.8):
        long = len(label) * size * 0.56
        if wide >= long and tall >= size * 1.3:
            turned = None
        elif tall >= long and wide >= size * 0.95:
            turned = f"rotate(-90 {x:.1f} {y:.1f})"
        else:
            continue
        text = tag("text", label, x=f"{x:.1f}", y=f"{y:.1f}", font_size=size, transform=turned)
        return tag("g", text, class_=f"rb-m-name rb-m-{name}")
    return None


def _diagonal(data: Data) -> str:
    """The squares where both roll the same and that decides, as a line from corner to corner."""
    found = ""
    for grade in ("critical", "success"):
        bands = [band for side in ("attack", "defence") for band in data[side]["bands"] if band["grade"] == grade]
        if len(bands) == 2:
            first, last = max(band["from"] for band in bands) - 1, min(band["to"] for band in bands)
            found += f"M{first} {first}L{last} {last}" if last > first else ""
    return found


def _axes(data: Data, high: int) -> list[Html]:
    """The names of both axes and the last roll of each grade that has room."""
    parts = [
        tag("text", "Attack roll →", x=50, y=-7.5, class_="rb-m-axis"),
        *(
            tag("text", shown(roll), x=roll - 0.5, y=-1.8, class_="rb-m-tick")
            for roll in _ticks(data["attack"]["bands"])
        ),
    ]
    if data["defence"]:
        name = tag("text", "← Defence roll", x=-8.5, y=high / 2, transform=f"rotate(-90 -8.5 {high / 2:g})",
                   class_="rb-m-axis")  # fmt: skip
        ticks = _ticks(data["defence"]["bands"])
        parts += [name, *(tag("text", shown(r), x=-1.2, y=r - 0.5, class_="rb-m-tick rb-m-down") for r in ticks)]
    return parts


def _ticks(bands: Sequence[Data]) -> list[int]:
    ticks: list[int] = []
    for roll in (band["to"] for band in bands):
        if ticks and roll - ticks[-1] < 6:
            ticks.pop()
        ticks.append(roll)
    return ticks


def _mark(data: Data, high: int) -> Html | None:
    """The pair of rolls that is looked at or was thrown: a cross of lines, a ring, and the numbers at the far ends."""
    point = data.get("point")
    if not point:
        return None
    x = point["attack"] - 0.5
    y = high / 2 if point["defence"] is None else point["defence"] - 0.5
    lines = f"M{x:g} 0V{high}" + ("" if point["defence"] is None else f"M0 {y:g}H100")
    return tag(
        "g",
        tag("path", d=lines, class_="rb-m-lines"),
        tag("circle", cx=f"{x:g}", cy=f"{y:g}", r=2.6),
        tag("text", shown(point["attack"]), x=f"{x:g}", y=high + 5.6),
        None
        if point["defence"] is None
        else tag("text", shown(point["defence"]), x=101.5, y=f"{y:g}", class_="rb-m-far"),
        class_="rb-m-mark",
    )
