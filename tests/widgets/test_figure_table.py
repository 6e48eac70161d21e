"""The plain table beside an answer."""

from __future__ import annotations

from companion import find
from widgets.figures import draw


def test_cells_are_escaped_and_linked() -> None:
    """Cells are text, numbers have a true minus sign, a row links to its rule, and a shut-out row is marked."""
    data = {
        "title": "Who acts",
        "columns": ["Acts", "Initiative"],
        "rows": [
            {"cells": ["<b>Ann</b>", -1], "rule": "new-world/initiative#ties", "off": False},
            {"cells": ["Bob", 3], "rule": "", "off": True},
        ],
    }
    drawn = draw("table", data, chapter="new-world")
    assert "&lt;b&gt;Ann&lt;/b&gt;" in drawn
    assert ">−1<" in drawn
    assert 'href="#initiative-ties"' in drawn
    assert drawn.count("rb-c-shut") == 1


def test_several_tables_stand_side_by_side() -> None:
    """A list of tables is drawn whole: the turn shows what lasts, and what else is possible."""
    tables = find("new-world/turn").roll({"actions": ["run"]})["figures"]["table"]
    drawn = draw("table", tables, chapter="new-world")
    assert len(tables) == 2
    assert drawn.count("<caption>") == 2
