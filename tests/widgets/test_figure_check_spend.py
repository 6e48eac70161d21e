"""The check with three dice: target, face and cost of each, and the points left."""

from __future__ import annotations

from typing import Any

from companion import find
from tests.widgets.test_html import Reader
from widgets.figures import draw


def drawn(dice: list[int] | None = None, **inputs: Any) -> str:
    """The picture of a skill check."""
    resolver = find("dark-eye/skill-check")
    answer = resolver.roll(inputs, dice=dice) if dice else resolver.odds(inputs)
    return draw("check-spend", answer["figures"]["check-spend"], chapter="dark-eye")


def test_before_the_throw() -> None:
    """Three targets and the points to pay with; no column for dice that have not fallen."""
    found = Reader(drawn(first=13, second=12, third=14, rating=7, modifier=-2))
    assert [f"{target} from {attribute}" in found.text for target, attribute in ((11, 13), (10, 12), (12, 14))] == [
        True,
        True,
        True,
    ]
    assert "7 skill points to pay with" in found.text
    assert "Thrown" not in found.text


def test_each_die_and_what_it_cost() -> None:
    """15, 9 and 16 against 13: two cost, one is free, two of seven points are left and five are struck out."""
    html = drawn([15, 9, 16], rating=7)
    found = Reader(html)
    assert html.count("rb-d-gone") == 5
    assert html.count("rb-d-here") == 3
    assert ("−2" in found.text, "nothing" in found.text, "−3" in found.text) == (True, True, True)
    assert "7 skill points, 5 spent: 2 left → success, quality level 1" in found.text


def test_too_few_points() -> None:
    """How many are missing is told; nothing is said of a quality."""
    found = Reader(drawn([20, 9, 16], rating=4))
    assert "4 skill points, 10 spent: 6 too few → failure" in found.text
    assert "quality" not in found.text


def test_ones_and_twenties_are_named() -> None:
    """By a word beside the die, whatever they cost."""
    found = Reader(drawn([1, 20, 1], rating=7))
    assert found.text.count("a 1") == 2
    assert found.text.count("a 20") == 1
    assert "→ critical success" in found.text


def test_a_check_that_is_not_allowed() -> None:
    """Nothing to throw: only why. Several checks may stand together."""
    check = {"title": "Climb", "allowed": False, "dice": [], "rule": "dark-eye/skill-check#roll"}
    found = Reader(draw("check-spend", [check, check], chapter="dark-eye"))
    assert found.text.count("no check is allowed") == 2
    assert "table" not in found.tags
