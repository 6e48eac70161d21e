"""An opposed test by grades: whose grades meet how often, and who wins then."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from companion.answers import as_percent
from widgets.crosstable import cross
from widgets.html import Html, tag

MARKS = {"you win": ("won", "▲"), "the other side wins": ("lost", "▽")}
"""The word and the sign of a result; any other is nobody's."""


def draw(data: Mapping[str, Any], *, chapter: str) -> Html:
    """Your grade across, the other side's down, with the exact chance of each result. See "grade-grid"."""
    grades = [grade.capitalize() for grade in data["grades"]]

    def cell(theirs: str, mine: str) -> list[Html]:
        met = (mine.lower(), theirs.lower())
        return [_result(row) for row in data["rows"] if (row["mine"], row["theirs"]) == met] or [tag("span", "–")]

    return cross(data["title"], ("You", grades), ("The other side", grades), cell)


def _result(row: Mapping[str, Any]) -> Html:
    word, sign = MARKS.get(row["result"], ("even", "="))
    share = Fraction(row["share"]["fraction"])
    return tag(
        "div",
        tag("span", sign, aria_hidden="true"),
        " ",
        word,
        tag("span", " ", as_percent(share), title=str(share), class_="rb-m-share"),
        class_=f"rb-m-result rb-m-{word}",
    )
