"""The table of cramped spaces, with the cells in force."""

from __future__ import annotations

from typing import Any

import pytest

from companion import find
from tests.widgets.test_html import Reader
from widgets.figures import draw

SHIELDED = {"foe_shield": "large-shield", "defence": "shield parry"}


def figures(**inputs: Any) -> dict[str, Any]:
    """The pictures of an attack."""
    found: dict[str, Any] = find("dark-eye/attack").odds(inputs)["figures"]
    return found


def in_force(**inputs: Any) -> dict[str, str]:
    """Who rolls with which cell: `{"long at": "your attack"}`."""
    rows = figures(**inputs)["cramped-space"]["rows"]
    cells = {(row["name"].lower(), column): row[column]["who"] for row in rows for column in ("at", "pa")}
    return {f"{name} {column}": who for (name, column), who in cells.items() if who}


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ({"cramped": "you"}, {"medium-reach weapon at": "your attack"}),
        ({"cramped": "foe", "foe_weapon": "spear"}, {"long-reach weapon pa": "your foe's parry"}),
        ({"cramped": "foe", **SHIELDED}, {"large shield pa": "your foe's shield parry"}),
        ({"cramped": "foe", "defence": "dodge"}, {}),
        ({"cramped": "you", "weapon": "dagger", "shield": "buckler"}, {"short-reach weapon at": "your attack"}),
        (
            {"cramped": "you", "weapon": "dagger", "shield": "buckler", "cramped_item": "worst"},
            {"small shield at": "your attack"},
        ),
    ],
)
def test_the_cells_in_force(inputs: dict[str, Any], expected: dict[str, str]) -> None:
    """The row of the item that is rolled for, or by the other ruling the worse of what is carried."""
    assert in_force(**inputs) == expected


def test_no_table_where_there_is_room() -> None:
    """Only a cramped space shows it."""
    assert "cramped-space" not in figures()


def test_marks_are_words_and_signs() -> None:
    """Each cell in force says who rolls with it; the others are plain numbers."""
    html = draw("cramped-space", figures(cramped="both")["cramped-space"], chapter="dark-eye")
    found = Reader(html)
    assert html.count("rb-d-in-force") == 2
    assert "▶ −4" in found.text
    assert "your attack" in found.text
    assert "your foe's parry" in found.text
    assert found.tags.count("tr") == 7


def test_a_dodge_is_left_alone_and_it_says_so() -> None:
    """The table has no row for it."""
    html = draw("cramped-space", figures(cramped="foe", defence="dodge")["cramped-space"], chapter="dark-eye")
    assert "Your foe's dodge is not in the table" in Reader(html).text
