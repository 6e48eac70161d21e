"""The figure of the sheet: a body with its four Value boxes, and the part that a blow struck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from widgets.html import Html, classes, number, tag

PARTS = {
    "Head": ["M80 12c11 0 18 8 18 20s-8 22-18 22-18-10-18-22 7-20 18-20z"],
    "Arms": [
        "M52 68c-10 4-15 14-17 27l-9 53c-1 8 10 10 12 2l17-50z",
        "M108 68c10 4 15 14 17 27l9 53c1 8-10 10-12 2l-17-50z",
    ],
    "Body": ["M54 66c8-4 17-6 26-6s18 2 26 6l-3 46 3 40c-16 5-36 5-52 0l3-40z"],
    "Legs": ["M55 157c8 2 15 3 23 3l-3 96c0 8-14 8-15 0z", "M105 157c-8 2-15 3-23 3l3 96c0 8 14 8 15 0z"],
}
"""The outlines of the parts, in a picture 160 wide and 270 high."""

MARKS = {"Head": (80, 33), "Arms": (33, 122), "Body": (80, 108), "Legs": (67, 210)}
"""Where the sign of a blow is drawn."""


def draw(data: Mapping[str, Any], *, chapter: str) -> Html:
    """The figure and its boxes. See the engine's figure "hit-location" for the data."""
    boxes, struck = data["boxes"], data.get("struck")
    return tag(
        "figure",
        _body(boxes, struck),
        tag("ul", [_box(box, struck) for box in boxes], class_="rb-c-boxes"),
        data.get("piercing") and tag("figcaption", "The weapon is Piercing: part of the armour does not count."),
        class_="rb-c-hit",
    )


def _body(boxes: Sequence[Mapping[str, Any]], struck: str | None) -> Html:
    said = "A figure with the hit locations " + ", ".join(box["location"].lower() for box in boxes)
    said += f"; struck: {struck.lower()}." if struck else "."
    parts = [
        tag("path", d=outline, class_=classes("rb-c-part", "rb-c-struck" if name == struck else None))
        for name, outlines in PARTS.items()
        for outline in outlines
    ]
    return tag("svg", parts, _mark(struck), viewBox="0 0 160 270", role="img", aria_label=said, class_="rb-c-figure")


def _mark(struck: str | None) -> Html | None:
    if struck not in MARKS:
        return None
    x, y = MARKS[struck]
    rays = "0,-15 4,-5 14,-8 7,1 13,10 3,7 -2,16 -5,7 -14,8 -8,0 -13,-9 -4,-6"
    return tag("polygon", points=rays, transform=f"translate({x} {y})", class_="rb-c-blow")


def _box(box: Mapping[str, Any], struck: str | None) -> Html:
    name = box["location"]
    blow = tag("strong", " struck", class_="rb-c-box-struck") if name == struck else None
    return tag(
        "li",
        tag("span", name, blow, class_="rb-c-box-name"),
        tag("span", " ", number(box["value"]), class_="rb-c-box-value"),
        tag("span", f" Endurance {number(box['endurance'])} + armour {number(box['armour'])}", class_="rb-c-box-why"),
        tag("span", f" struck {box['chance']} of the time", class_="rb-c-box-chance") if box.get("chance") else None,
        class_=classes("rb-c-box", "rb-c-box-on" if name == struck else None),
    )
