"""The candidates of a throw with Bonus or Penalty dice: each with its grade, and the one that is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from widgets.html import Html, classes, tag


def draw(data: Sequence[Mapping[str, Any]], *, chapter: str) -> Html:
    """Every throw that had a choice; nothing where none had. See the engine's figure "candidates"."""
    thrown = [_throw(each) for each in data if len(each["rows"]) > 1]
    return tag("div", thrown, class_="rb-m-throws") if thrown else Html("")


def _throw(throw: Mapping[str, Any]) -> Html:
    title = tag("p", f"{throw['title']}: candidates at {throw['dice']}", class_="rb-m-title")
    return tag("div", title, tag("ul", [_candidate(row) for row in throw["rows"]], class_="rb-m-candidates"))


def _candidate(row: Mapping[str, Any]) -> Html:
    return tag(
        "li",
        tag("strong", row["shown"]),
        tag("span", " ", row["grade"]),
        tag("em", " ✓ kept") if row["kept"] else None,
        class_=classes(f"rb-m-is-{row['grade']}", "rb-m-kept" if row["kept"] else None),
    )
