"""A table that crosses two lists: one down, one across, and a cell for each pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from widgets.html import Html, classes, tag


def cross(
    title: str,
    across: tuple[str, Sequence[str]],
    down: tuple[str, Sequence[str]],
    cell: Callable[[str, str], Any],
    here: tuple[str, str] | None = None,
) -> Html:
    """The table: `across` and `down` are each a label and its headings, `cell(row, column)` what stands in a cell.

    `here` is the row and the column of the cell that is pointed out.
    """
    first = tag(
        "tr",
        tag("th", down[0], scope="col", rowspan=2),
        tag("th", across[0], scope="colgroup", colspan=len(across[1])),
    )
    second = tag("tr", [tag("th", name, scope="col") for name in across[1]])
    body = [
        tag(
            "tr", tag("th", row, scope="row"), [_cell(cell(row, column), (row, column) == here) for column in across[1]]
        )
        for row in down[1]
    ]
    table = tag(
        "table", tag("caption", title), tag("thead", first, second), tag("tbody", body), class_="rb-c-table rb-m-cross"
    )
    return tag("div", table, class_="rb-m-scroll", tabindex="0", role="group", aria_label=title)


def _cell(content: Any, here: bool) -> Html:
    return tag("td", content, tag("em", " ◎ here") if here else None, class_=classes("rb-m-here" if here else None))
