"""The sheet: Value boxes from armour and Endurance, Movement and initiative."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find
from companion.games.new_world.data import ARMOUR

SHEET = find("new-world/sheet")

pieces = st.lists(st.sampled_from(list(ARMOUR)), max_size=8)


def boxes(**inputs: Any) -> dict[str, int]:
    """The values of the four boxes."""
    return {box["location"]: box["value"] for box in SHEET.roll(inputs)["outcome"]["boxes"]}


def test_the_raider() -> None:
    """The worked example's raider: Endurance 3 everywhere, and 2 more for the jerkin on the body."""
    assert boxes(**SHEET.example("raider").inputs) == {"Head": 3, "Arms": 3, "Body": 5, "Legs": 3}


def test_the_better_piece_counts() -> None:
    """House rule on layers: values do not add, the highest at a location counts."""
    assert boxes(endurance=0, armour=["buff-coat", "breastplate"]) == {"Head": 0, "Arms": 2, "Body": 5, "Legs": 0}


@pytest.mark.parametrize(("worn", "expected"), [("greaves", 1), ("quilted-coat", 0), ("none", 0)])
def test_q08_piercing_never_touches_endurance(worn: str, expected: int) -> None:
    """Q08: Piercing takes up to 2 off the armour and nothing off Endurance."""
    assert boxes(endurance=4, armour=[worn], piercing=True)["Legs"] == 4 + expected


def test_own_armour_values() -> None:
    """A table that has the real armour list enters its values by location."""
    assert boxes(endurance=2, armour=["helmet"], head=5, legs=1) == {"Head": 7, "Arms": 2, "Body": 2, "Legs": 3}


@pytest.mark.parametrize(
    ("case", "inputs", "movement", "initiative"),
    [
        ("G152", {"agility": 5, "armour": []}, 8, 5),
        ("G152", {"agility": 5, "armour": [], "halfling": True}, 7, 5),
        ("G152", {"agility": 5, "armour": [], "fleet_footed": True}, 9, 5),
        ("G153", {"agility": 5, "armour": ["mail-shirt"], "overloaded": True}, 5, 5),
        ("G128", {"agility": 5, "combat_reflexes": True}, 8, 6),
        ("a piece named twice is worn once", {"agility": 5, "armour": ["mail-shirt", "mail-shirt"]}, 7, 5),
        ("two pieces that slow", {"agility": 5, "armour": ["mail-shirt", "breastplate"]}, 6, 5),
        ("Sturdy", {"agility": 5, "armour": ["mail-shirt", "breastplate"], "sturdy": True}, 7, 5),
    ],
)
def test_derived(case: str, inputs: dict[str, Any], movement: int, initiative: int) -> None:
    """G152, G153, G128: Movement and initiative, the only values that the chapter derives."""
    outcome = SHEET.roll(inputs)["outcome"]
    assert (outcome["movement"], outcome["initiative"]) == (movement, initiative)


@given(pieces, st.integers(0, 20), st.booleans())
def test_boxes_follow_the_armour_table(worn: list[str], endurance: int, piercing: bool) -> None:
    """Property 10: a box is Endurance plus the best armour there, and Piercing lowers it by at most 2."""
    values = boxes(armour=worn, endurance=endurance, piercing=piercing)
    for location, value in values.items():
        best = max((getattr(ARMOUR[key], location.lower()) for key in worn), default=0)
        assert value == endurance + (max(0, best - 2) if piercing else best)


def test_figure() -> None:
    """The figure has all four boxes from the head down, with the chance of each location."""
    figure = SHEET.odds({"piercing": True})["figures"]["hit-location"]
    assert [(box["location"], box["chance"]) for box in figure["boxes"]] == [
        ("Head", "1/6"),
        ("Arms", "1/6"),
        ("Body", "1/3"),
        ("Legs", "1/3"),
    ]
    assert figure["struck"] is None
    assert figure["piercing"] is True


def test_sentence() -> None:
    """The answer in words, the same with and without a throw."""
    expected = "Taken off a hit: Head 3, Arms 3, Body 5, Legs 3. Movement 6, initiative 3."
    inputs = SHEET.example("raider").inputs
    assert SHEET.roll(inputs)["sentence"] == expected
    assert SHEET.odds(inputs)["sentence"] == expected
