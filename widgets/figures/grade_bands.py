"""The D100 as a strip: which rolls are critical, succeed, fail and fumble, and how likely each grade is."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from companion.answers import as_percent
from widgets.hatch import hatch
from widgets.html import Html, tag
from widgets.roll_map import shown

PATTERNS = {"critical": "", "success": "rise", "failure": "", "fumble": "cross"}
HIGH = 8


def draw(data: Mapping[str, Any], *, chapter: str) -> Html:
    """The strip to scale, and below it each grade with its rolls and its exact chance. See "grade-bands"."""
    bands = data["bands"]
    strip = tag("svg", [_area(band) for band in bands], viewBox=f"-0.4 -0.4 100.8 {HIGH + 0.8}", aria_hidden="true")
    return tag(
        "div",
        tag("p", data["title"], class_="rb-m-title"),
        strip,
        tag("ul", [_entry(band) for band in bands]),
        class_="rb-m-bands",
    )


def _area(band: Mapping[str, Any]) -> Html:
    left, right, grade = band["from"] - 1, band["to"], band["grade"]
    lines = hatch([(left, 0), (right, 0), (right, HIGH), (left, HIGH)], PATTERNS[grade], 2.5)
    return tag(
        "g",
        tag("rect", x=left, y=0, width=right - left, height=HIGH, class_="rb-m-area"),
        tag("path", d=lines, class_="rb-m-hatch") if lines else None,
        class_=f"rb-m-is-{grade}",
    )


def _entry(band: Mapping[str, Any]) -> Html:
    share = Fraction(band["share"]["fraction"])
    first, last = shown(band["from"]), shown(band["to"])
    return tag(
        "li",
        tag("strong", band["grade"].capitalize()),
        tag("span", " ", first if first == last else f"{first}–{last}", class_="rb-m-rolls"),
        tag("span", " ", as_percent(share), title=str(share), class_="rb-m-share"),
        class_=f"rb-m-is-{band['grade']}",
    )
