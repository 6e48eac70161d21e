"""A game's reference sheet as one page to print: its tables and rules of thumb, each with its address."""

from __future__ import annotations

import re

from companion import game
from companion.reference import Part, has_reference, reference
from widgets.chapter import table
from widgets.desk.calculators import PAGE
from widgets.desk.parts import button
from widgets.html import Html, join, tag
from widgets.links import rule_link

ADDRESS = re.compile(r"\s*\[([\w-]+/[\w#-]+)\]$")


def place() -> Html:
    """What stands in the sheet's part of the screen before a sheet is asked for."""
    return join(
        tag(
            "div",
            tag("h2", "Reference sheet", class_="rb-g-heading", tabindex="-1"),
            button("Print this sheet", class_="rb-d-print-sheet"),
            class_="rb-g-line",
        ),
        tag("div", class_="rb-d-sheet-place"),
    )


def sheet(name: str) -> Html:
    """The sheet of one game, or a sentence where it has none. Raises `UnknownName`, and `TableError` for wrong data."""
    title = game(name).title
    if not has_reference(name):
        return tag("p", f"{title} has no reference sheet.", class_="rb-d-sheet")
    return tag(
        "article",
        tag("h2", title, tag("small", " · reference sheet"), class_="rb-d-sheet-title"),
        tag("div", [_part(name, part) for part in reference(name)], class_="rb-d-parts"),
        class_="rb-d-sheet",
        data_game=name,
        aria_label=f"Reference sheet of {title}",
    )


def _part(name: str, part: Part) -> Html:
    drawn = (
        table(f"{name}/{part.table}", part.columns or None, part.rows or None, "", headings=dict(part.heads)).html
        if part.table
        else None
    )
    return tag(
        "section",
        tag("h3", part.title, " ", rule_link(part.rule, PAGE)),
        drawn,
        tag("ul", [_line(line) for line in part.lines]) if part.lines else None,
        class_="rb-d-part",
    )


def _line(line: str) -> Html:
    """A line with the link to its rule, whose address may stand in brackets at its end."""
    found = ADDRESS.search(line)
    return tag("li", line[: found.start()], " ", rule_link(found[1], PAGE)) if found else tag("li", line)
