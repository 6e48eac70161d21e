"""Figures are drawn from the engine's JSON alone, each with a text of its own."""

from __future__ import annotations

import pytest

from companion import find
from tests.widgets.test_html import Reader
from widgets.figures import UnknownFigure, dice_tray, draw, draw_all, known

HERE = {"chapter": "new-world"}


def test_a_figure_that_nobody_draws_is_named() -> None:
    """With the file that is missing, and the figures that are known."""
    with pytest.raises(UnknownFigure, match=r"no figure \"tea-leaves\".*tea_leaves\.py.*hit-location"):
        draw("tea-leaves", {}, **HERE)
    assert {"dice-tray", "hit-location", "modifier-stack", "range-strip"} <= set(known())


def test_figures_without_data_are_left_out() -> None:
    """An answer may name a figure and have nothing for it."""
    assert draw_all({"hit-location": None, "modifier-stack": []}, **HERE) == ""


def test_the_hit_location_marks_what_was_struck() -> None:
    """By word, sign and outline; without a blow nothing is marked. Four Value boxes as on the sheet."""
    figures = find("new-world/attack").roll({}, dice=[4, 5, 5])["figures"]
    drawn = draw("hit-location", figures["hit-location"], **HERE)
    found = Reader(drawn)
    assert ("aria-label", "A figure with the hit locations head, arms, body, legs; struck: body.") in found.attributes
    assert drawn.count("rb-c-box-struck") == 1
    assert "rb-c-blow" in drawn
    assert "Endurance 3 + armour 2" in found.text
    assert "Piercing" in found.text
    calm = draw("hit-location", find("new-world/attack").odds({})["figures"]["hit-location"], **HERE)
    assert "struck:" not in calm
    assert "rb-c-blow" not in calm


def test_the_modifier_stack_shows_what_a_limit_shuts_out() -> None:
    """Each modifier with sign and link, the limit at work, the total; what does not count is struck through."""
    rows = [
        {"label": "Shield", "value": 2, "rule": "new-world/modifiers#defence", "counted": True, "note": ""},
        {"label": "Parrying", "value": 1, "rule": "", "counted": False, "note": "beyond the limit"},
        {"label": "Prone", "value": -2, "rule": "", "counted": True, "note": ""},
    ]
    stack = {
        "title": "Defence",
        "base": {"label": "On the sheet", "value": 10},
        "rows": rows,
        "limit": {"label": "Bonuses add to", "value": 2, "note": "at most +2"},
        "total": {"label": "To reach", "value": 10},
    }
    found = Reader(drawn := draw("modifier-stack", stack, **HERE))
    assert "<s>+1</s>" in drawn
    assert "not counted" in found.text
    assert "at most +2" in found.text
    assert "−2" in found.text
    assert ("href", "#modifiers-defence") in found.attributes
    assert Reader(draw("modifier-stack", [stack, stack], **HERE)).tags.count("table") == 2


def test_the_range_strip_says_where_the_target_stands() -> None:
    """In words; bands out of reach say that there is no shot."""
    strip = {
        "bands": [
            {"name": "Near", "from": 2, "to": 6, "modifier": 0, "state": "within"},
            {"name": "Far", "from": 7, "to": 24, "modifier": -2, "state": "beyond"},
            {"name": "Sight", "from": 61, "to": None, "modifier": None, "state": "too far"},
        ],
        "distance": 9,
    }
    found = Reader(draw("range-strip", strip, **HERE))
    assert found.text.count("target at 9") == 1
    assert "−2" in found.text
    assert "61 and more" in found.text
    assert "no shot" in found.text
    assert found.attributes.count(("aria-current", "true")) == 1


@pytest.mark.parametrize(("sides", "value"), [(4, 4), (6, 1), (6, 6), (8, 8), (10, 10), (12, 7), (20, 20), (100, 100)])
def test_every_die_is_drawn_and_named(sides: int, value: int) -> None:
    """A d6 by its pips, the others by their number."""
    found = Reader(dice_tray.draw([{"name": "a", "label": "the <die>", "sides": sides, "value": value}], **HERE))
    (name,) = [text for key, text in found.attributes if key == "aria-label" and text != "The dice"]
    assert str(name).startswith("the <die>")
    assert str(name).endswith(f": {value}")
    assert found.tags.count("circle") == (value if sides == 6 else 1 if sides == 100 else 0)
