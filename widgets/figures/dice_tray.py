"""The dice of a throw: a d6 with its pips, other dice with their number, each with its label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from widgets.html import Html, tag

PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Where the pips of a face lie, by the keys of a number pad: 1 is below left, 9 above right."""

OUTLINES = {
    4: "24,5 44,41 4,41",
    8: "24,3 44,24 24,45 4,24",
    10: "24,3 44,20 44,28 24,45 4,28 4,20",
    12: "24,3 44,18 37,43 11,43 4,18",
    20: "24,3 43,13 43,35 24,45 5,35 5,13",
}

COLOURS = ("red", "white", "blue")
"""Dice of these names are shown in their colour; their labels name it too."""


def draw(data: Sequence[Mapping[str, Any]], *, chapter: str) -> Html:
    """The dice in the order in which they were thrown: an entry has label, sides and value."""
    return tag("ul", [_entry(die) for die in data], class_="rb-c-dice", aria_label="The dice")


def _entry(die: Mapping[str, Any]) -> Html:
    sides, value = die["sides"], die["value"]
    face = _pips(value) if sides == 6 else _numbered(sides, value)
    name = f"{die['label']}: {value}" if sides == 6 else f"{die['label']}, a d{sides}: {value}"
    picture = tag("svg", face, viewBox="0 0 48 48", width=44, height=44, role="img", aria_label=name, class_="rb-c-die")
    colour = f"rb-f-{die['name']}" if die.get("name") in COLOURS else None
    return tag("li", picture, tag("span", die["label"], aria_hidden="true"), class_=colour)


def _pips(value: int) -> list[Html]:
    body = tag("rect", x=3, y=3, width=42, height=42, rx=8, class_="rb-c-die-body")
    places = [(int(key) - 1) for key in PIPS[value]]
    return [
        body,
        *(
            tag("circle", cx=13 + 11 * (place % 3), cy=35 - 11 * (place // 3), r=3.9, class_="rb-c-pip")
            for place in places
        ),
    ]


def _numbered(sides: int, value: int) -> list[Html]:
    if sides in OUTLINES:
        body = tag("polygon", points=OUTLINES[sides], class_="rb-c-die-body")
    else:
        body = tag("circle", cx=24, cy=24, r=21, class_="rb-c-die-body")
    size = 20 if value < 100 else 16
    low = 35 if sides == 4 else 24
    return [
        body,
        tag(
            "text", value, x=24, y=low, text_anchor="middle", dominant_baseline="central", font_size=size,
            class_="rb-c-die-number",
        ),
    ]  # fmt: skip
