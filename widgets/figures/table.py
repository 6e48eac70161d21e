"""A plain table beside an answer: a timeline, an order of acting, what each weapon can do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from widgets.html import Html, classes, number, tag
from widgets.links import rule_link


def draw(data: Mapping[str, Any] | Sequence[Mapping[str, Any]], *, chapter: str) -> Html:
    """One table, or several. Each has a title, the columns' labels, and rows with cells; a row may name its rule."""
    tables = [data] if isinstance(data, Mapping) else data
    return tag("div", [_table(table, chapter) for table in tables], class_="rb-c-tables")


def _table(table: Mapping[str, Any], chapter: str) -> Html:
    head = tag("thead", tag("tr", [tag("th", label, scope="col") for label in table["columns"]]))
    body = tag("tbody", [_row(row, chapter) for row in table["rows"]])
    return tag("table", tag("caption", table["title"]), head, body, class_="rb-c-table")


def _row(row: Mapping[str, Any], chapter: str) -> Html:
    first, *others = (number(cell) if isinstance(cell, int) else cell for cell in row["cells"])
    link = rule_link(row.get("rule", ""), chapter)
    head = tag("th", first, " " if link else None, link, scope="row")
    cells = [tag("td", cell) for cell in others]
    return tag("tr", head, cells, class_=classes("rb-c-shut" if row.get("off") else None))
