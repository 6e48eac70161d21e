"""The table of cramped spaces, with a mark on each cell that is in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.steps import signed
from widgets.html import Html, tag
from widgets.links import rule_link

Data = Mapping[str, Any]


def draw(data: Data, *, chapter: str) -> Html:
    """The whole table; who rolls with a cell is written in it. See "cramped-space" for the data."""
    head = tag("tr", [tag("th", label, scope="col") for label in ("Item", "Attack", "Parry")])
    body = [tag("tr", tag("th", row["name"], scope="row"), _cell(row["at"]), _cell(row["pa"])) for row in data["rows"]]
    caption = tag("caption", data["title"], " ", rule_link(data["rule"], chapter))
    table = tag("table", caption, tag("thead", head), tag("tbody", body), class_="rb-c-table rb-d-cramped")
    free = data["untouched"]
    note = tag("p", f"{free[0].upper()}{free[1:]} is not in the table: nothing is taken off it.") if free else None
    return tag("div", table, note, class_="rb-c-tables")


def _cell(cell: Data) -> Html:
    value = signed(cell["value"])
    if not cell["who"]:
        return tag("td", value)
    return tag("td", tag("strong", f"▶ {value}"), " ", tag("small", cell["who"]), class_="rb-d-in-force")
