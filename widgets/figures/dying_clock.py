"""Bleeding and Dying round by round: the Hit Points at its end, and how likely help has come by then."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from companion.answers import as_percent
from widgets.html import Html, classes, tag


def draw(data: Mapping[str, Any], *, chapter: str) -> Html:
    """The rounds as a strip, from now to death; nothing where there is no danger. See "dying-clock"."""
    if not data["rows"]:
        return Html("")
    rounds = [_round(row, data) for row in data["rows"]]
    title = tag("p", data["title"], class_="rb-m-title")
    return tag("div", title, tag("ol", rounds, class_="rb-c-strip rb-m-clock"), class_="rb-m-whole")


def _round(row: Mapping[str, Any], data: Mapping[str, Any]) -> Html:
    dying = row["state"] == "Dying"
    helped = as_percent(Fraction(row["helped_by_then"]["fraction"]))
    return tag(
        "li",
        tag("strong", f"Round {row['round']}"),
        tag("span", " ", f"{row['hit_points']} HP", class_="rb-c-strip-modifier"),
        tag("span", " ", row["state"]),
        tag("span", " ", "✚ help is tried" if row["attempt"] else "no help", class_="rb-c-strip-state"),
        tag("span", " helped by now: ", tag("span", helped, class_="rb-m-share"), class_="rb-c-strip-state"),
        tag("em", " ✝ death at its end", class_="rb-m-death") if dying and row["round"] == data["last"] else None,
        class_=classes("rb-m-dying" if dying else None),
    )
