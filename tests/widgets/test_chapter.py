"""What chapters call: tables, values, worked examples, odds and rulings, each from the engine, as HTML and text."""

from __future__ import annotations

from typing import Any

import pytest

from companion import InputError, UnknownName, catalogue, find, house
from tests.widgets.test_html import Reader
from widgets import example, odds, rulings, table, values

WEAPONS = catalogue.tables("new-world")["weapons"]


def under(changes: dict[str, Any]) -> Any:
    """House rules in force for a while."""
    return house.under(house.check(house.HouseRules("table.toml", {"new-world": changes})))


def test_a_table_has_the_columns_and_rows_asked_for() -> None:
    """Labels as headings, units in them, rows by name, in the order asked for."""
    made = table("new-world/bands", ["last", "first"], rows=["far", "near"], caption="Two bands")
    lines = repr(made).splitlines()
    assert lines == [
        "Two bands",
        "Band  To (squares)  From (squares)",
        "Far             24               7",
        "Near             6               2",
    ]
    found = Reader(made._repr_html_())
    assert found.tags.count("tr") == 3
    assert ("scope", "row") in found.attributes
    assert "Two bands" in found.text


def test_without_columns_a_table_shows_what_is_not_empty() -> None:
    """No column in which nothing stands."""
    made = table("new-world/weapons", rows=["club", "hatchet"])
    assert "Damage" in repr(made)
    assert "Reload" not in repr(made)
    assert made.data["club"]["damage"] == WEAPONS["club"].damage


def test_a_value_from_elsewhere_is_marked() -> None:
    """House values in the caption where all are, else at the row or the value; in words."""
    drawn = table("new-world/weapons", ["damage"], rows=["knife", "hatchet"])._repr_html_()
    assert "Weapons house" in Reader(drawn).text
    assert Reader(drawn).text.count(" chapter") == 1
    mixed = Reader(table("new-world/weapons", ["damage"], rows=["unarmed", "hatchet"])._repr_html_()).text
    assert "Hatchet house" in mixed


def test_a_tables_own_values_are_marked() -> None:
    """A GM's house rules are seen in the text, in HTML and in words."""
    with under({"weapons": {"club": {"damage": 9}}}):
        made = table("new-world/weapons", ["damage"], rows=["club"])
        assert "9 your table" in Reader(made._repr_html_()).text
        assert "9 (your table)" in repr(made)


def test_single_values_have_signs_and_rules() -> None:
    """With a link to each rule."""
    made = values("new-world/modifiers", ["aim", "fatigue"])
    assert "+1" in repr(made)
    assert "−1" in repr(made)
    assert ("href", "#modifiers-all") in Reader(made._repr_html_()).attributes
    assert made.data == {"aim": 1, "fatigue": -1}


def test_a_worked_example_is_explained_step_by_step() -> None:
    """Its own dice, the sentence, numbered steps; nothing in it is left to chance."""
    made = example("new-world/attack", "marguerite")
    lines = repr(made).splitlines()
    assert lines[0] == find("new-world/attack").example("marguerite").title
    assert lines[1].endswith("8 Wounds.")
    assert made.data["measures"]["wounds"] == 8
    assert 'href="#attack-roll"' in made._repr_html_()
    assert repr(made) == repr(example("new-world/attack", "marguerite"))


def test_an_example_takes_other_dice_and_inputs() -> None:
    """Overrides go before the example's own."""
    made = example("new-world/attack", "marguerite", dice=[4, 4, 5], defence=9)
    assert made.data["verdict"]["value"] == "critical hit"
    assert made.data["inputs"]["defence"] == 9
    assert repr(example("new-world/disarm", "equal-trained")) == repr(example("new-world/disarm", "equal-trained"))


def test_odds_as_text_and_tables() -> None:
    """From an example or from inputs."""
    made = odds("new-world/disarm", "equal-untrained")
    assert made.data["summary"]["success"]["fraction"] == "103/648"
    assert "103/648" in made._repr_html_()
    assert odds("new-world/disarm", total=9).data == find("new-world/disarm").odds({"total": 9})


def test_rulings_say_what_is_in_force() -> None:
    """Question, reading in force, the others; a GM's own choice is marked."""
    made = rulings("new-world")
    assert "The best one only" in repr(made)
    assert made.data["one_talent_per_roll"] == "one"
    with under({"rulings": {"one_talent_per_roll": "all"}}):
        changed = rulings("new-world")
        assert changed.data["one_talent_per_roll"] == "all"
        assert "All that apply your table" in Reader(changed._repr_html_()).text


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: table("new-world/wepons"),
        lambda: table("new-world/weapons", ["damge"]),
        lambda: table("new-world/weapons", rows=["clubb"]),
        lambda: values("new-world/weapons"),
        lambda: values("new-world/modifiers", ["aimm"]),
        lambda: rulings("old-world"),
        lambda: example("new-world/attack", "margerite"),
        lambda: odds("new-world/disarmm"),
    ],
)
def test_names_that_are_not_there_are_told(wrong: Any) -> None:
    """With the nearest one."""
    with pytest.raises(UnknownName):
        wrong()


def test_inputs_that_cannot_be_are_told() -> None:
    """An author's mistake is an error of the cell."""
    with pytest.raises(InputError):
        odds("new-world/disarm", total="many")
