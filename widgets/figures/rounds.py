"""A hold, round by round: how likely it still is, and what the next round of it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.answers import as_percent
from widgets.html import Html, tag


def draw(data: Sequence[Mapping[str, Any]], *, chapter: str) -> Html:
    """A line for each round. See the engine's figure "rounds" for the data."""
    head = tag("tr", [tag("th", label, scope="col") for label in ("Round", "Wound", "By then", "Held so long")])
    caption = tag("caption", "The hold, round by round")
    body = [_round(each) for each in data]
    table = tag("table", caption, tag("thead", head), tag("tbody", body), class_="rb-c-odds rb-r")
    return tag("div", table, class_="rb-c-scroll", tabindex="0", role="group", aria_label="The hold, round by round")


def _round(each: Mapping[str, Any]) -> Html:
    held = each["held"]
    bar = tag("span", tag("span", style=f"width:{held['percent']:.4g}%"), class_="rb-c-bar", aria_hidden="true")
    chance = tag("span", as_percent(Fraction(held["fraction"])), class_="rb-c-percent")
    return tag(
        "tr",
        tag("th", each["round"], scope="row"),
        tag("td", each["wound"]),
        tag("td", ", ".join(each["injuries"]) or "nothing"),
        tag("td", tag("span", bar, chance, class_="rb-c-meter"), class_="rb-r-chance"),
    )
