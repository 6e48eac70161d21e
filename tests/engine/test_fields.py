"""Fields: what a record declares, as its description tells it."""

from __future__ import annotations

from typing import Any

import pytest

from companion import house
from companion.fields import Option, plain, specs
from companion.resolver import Resolver


def described(resolver: Resolver) -> dict[str, dict[str, Any]]:
    """The fields of a calculator's description, by name."""
    return {field["name"]: field for field in resolver.describe()["fields"]}


def test_a_number_tells_its_limits(night_walk: Resolver) -> None:
    """Label, unit, help, default and limits; nothing that belongs to another kind."""
    assert described(night_walk)["paces"] == {
        "name": "paces", "kind": "number", "label": "Your paces", "unit": "paces", "help": "What you walk in an hour.",
        "group": "", "default": 6, "low": -5, "high": 30, "blank": None, "options": None, "when": None, "why": "",
        "fields": None, "least": None, "most": None,
    }  # fmt: skip


def test_a_number_may_be_left_empty(night_walk: Resolver) -> None:
    """`blank` says what nothing means, and nothing is the default."""
    bonus = described(night_walk)["bonus"]
    assert (bonus["blank"], bonus["default"], bonus["group"]) == ("from the trail", None, "More")


def test_a_field_tells_when_it_applies(night_walk: Resolver) -> None:
    """As the other field's values, with the reason."""
    oil = described(night_walk)["oil"]
    assert oil["when"] == {"lantern": [True]}
    assert oil["why"] == "only a lantern burns oil"


def test_the_options_of_an_enum(night_walk: Resolver) -> None:
    """Its members with their own labels, beginning with a capital; the first is the default."""
    weather = described(night_walk)["weather"]
    assert [(option["value"], option["label"]) for option in weather["options"]] == [
        ("clear", "Starry"),
        ("storm", "A storm"),
    ]
    assert weather["default"] == "clear"


def test_the_options_of_pairs(night_walk: Resolver) -> None:
    """Value and label, and where given help and source."""
    trail = described(night_walk)["trail"]
    assert trail["options"] == [
        {"value": "road", "label": "The road", "help": "", "source": ""},
        {"value": "marsh", "label": "The marsh", "help": "Wet.", "source": "house"},
    ]
    assert trail["default"] == "road"


def test_the_options_of_a_table(night_walk: Resolver) -> None:
    """Its rows with their names, notes and sources; a table's choice may be left empty too."""
    friends = described(night_walk)["friends"]
    inner = {field["name"]: field for field in friends["fields"]}
    assert inner["carries"]["options"] == [
        {"value": "rope", "label": "Rope", "help": "Fifty feet.", "source": "chapter"},
        {"value": "bread", "label": "Bread", "help": "", "source": "house"},
    ]
    assert (inner["carries"]["blank"], inner["carries"]["default"]) == ("nothing", None)


def test_lists_tell_their_lengths(night_walk: Resolver) -> None:
    """Of options, and of records with fields of their own; defaults are plain data."""
    fields = described(night_walk)
    pack, friends = fields["pack"], fields["friends"]
    assert (pack["kind"], pack["least"], pack["most"], pack["default"]) == ("many", 0, 3, [])
    assert (friends["kind"], friends["least"], friends["most"]) == ("rows", 1, 3)
    assert friends["default"] == [{"name": "Ada", "agility": 3, "carries": None, "brave": False, "oath": ""}]


def test_a_text_tells_its_length(night_walk: Resolver) -> None:
    """`most` is the number of letters."""
    note = described(night_walk)["note"]
    assert (note["kind"], note["most"], note["default"]) == ("text", 20, "")


def test_a_ruling_is_a_choice_of_readings(night_walk: Resolver) -> None:
    """Label, help, default and readings come from the table of rulings."""
    tie = described(night_walk)["tie"]
    assert (tie["kind"], tie["group"], tie["label"], tie["default"]) == ("choice", "Rulings", "Ties", "yes")
    assert tie["help"] == "Does the exact number bring you home?"
    assert [option["label"] for option in tie["options"]] == ["Yes, it is enough", "No, it takes more"]


def test_house_rules_change_options_and_defaults(night_walk: Resolver) -> None:
    """While they are in force, and no longer."""
    changes = {"lantern": {"rulings": {"tie": "no"}, "gear": {"lamp": {"name": "Lamp", "weight": 1, "kind": "tool"}}}}
    with house.under(house.check(house.HouseRules("mine.toml", changes))):
        fields = described(night_walk)
        assert fields["tie"]["default"] == "no"
        assert fields["pack"]["options"][-1] == {"value": "lamp", "label": "Lamp", "help": "", "source": "table"}
    assert described(night_walk)["tie"]["default"] == "yes"


@pytest.mark.parametrize(
    ("name", "accepted"),
    [
        ("paces", "a whole number from −5 to 30"),
        ("bonus", "a whole number from −3 to 3, or nothing (from the trail)"),
        ("lantern", "yes or no"),
        ("weather", "one of clear, storm"),
        ("pack", "a list of 0 to 3, each one of rope, bread"),
        ("friends", "a list of 1 to 3 records"),
        ("note", "a text of at most 20 characters"),
    ],
)
def test_what_is_accepted_in_words(night_walk: Resolver, name: str, accepted: str) -> None:
    """Each kind says what would do."""
    (spec,) = [spec for spec in specs(night_walk.situation) if spec.name == name]
    assert spec.accepted == accepted


def test_an_empty_choice_in_words(night_walk: Resolver) -> None:
    """A choice that may be left empty says so too."""
    (friends,) = [spec for spec in specs(night_walk.situation) if spec.name == "friends"]
    assert friends.record is not None
    (carries,) = [spec for spec in specs(friends.record) if spec.name == "carries"]
    assert carries.accepted == "one of rope, bread, or nothing (nothing)"


def test_plain_data_of_values(night_walk: Resolver) -> None:
    """Members, records, tuples, sets and mappings, however deep."""
    situation, _ = night_walk.read({"weather": "storm"})
    assert plain(situation)["weather"] == "storm"
    assert plain({"a": (situation.weather, None)}) == {"a": ["storm", None]}
    assert plain(frozenset({1})) == [1]
    assert plain(Option("v", "L")) == {"value": "v", "label": "L", "help": "", "source": ""}
