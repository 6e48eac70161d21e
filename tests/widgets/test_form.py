"""A description as a form: everything labelled, nothing lost, the fields that apply as in the engine."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import catalogue, find
from companion.fields import specs
from tests.widgets.test_html import Reader
from widgets.form import applying, not_default, rolled, scope
from widgets.section import primary, section

DISARM = "new-world/disarm"
RESOLVERS = [resolver.address for game in catalogue.game_names() for resolver in catalogue.resolvers(game)]


def fields_of(address: str) -> list[dict[str, Any]]:
    """The described fields of a resolver."""
    found: list[dict[str, Any]] = find(address).describe()["fields"]
    return found


def spec(kind: str, **more: Any) -> dict[str, Any]:
    """A field as a description gives it."""
    empty = ("default", "low", "high", "blank", "options", "when", "fields", "least", "most")
    about = {"name": "it", "kind": kind, "label": "It", "unit": "", "help": "", "group": "", "why": ""}
    about |= dict.fromkeys(empty)
    return about | more


@pytest.mark.parametrize("address", RESOLVERS)
def test_every_control_is_labelled_and_every_id_is_there_once(address: str) -> None:
    """Labels point at controls; what describes a control exists."""
    description = find(address).describe()
    drawn = section(description, {f["name"]: f["default"] for f in description["fields"]}, {}, at="calc-x")
    attributes = Reader(drawn).attributes
    ids = [value for name, value in attributes if name == "id" and "__n__" not in str(value)]
    assert len(ids) == len(set(ids))
    for name, value in attributes:
        if name in ("for", "aria-describedby", "aria-labelledby") and "__n__" not in str(value):
            assert set(str(value).split()) <= set(ids), (name, value)
    names = [value for name, value in attributes if name == "data-field"]
    assert {field["name"] for field in description["fields"]} <= set(names)


@given(st.data())
def test_the_same_fields_apply_as_in_the_engine(data: st.DataObject) -> None:
    """A field that does not apply counts as its default for those after it: as the engine reads it."""
    record = find("new-world/attack").situation
    fields = fields_of("new-world/attack")
    values = {}
    for field in fields:
        if field["kind"] == "choice" and field["options"]:
            values[field["name"]] = data.draw(st.sampled_from([option["value"] for option in field["options"]]))
        elif field["kind"] == "switch":
            values[field["name"]] = data.draw(st.booleans())
    so_far: dict[str, Any] = {}
    expected = set()
    for field, declared in zip(fields, specs(record), strict=True):
        name = field["name"]
        applies = declared.applies(so_far)
        so_far[name] = values.get(name, field["default"]) if applies else field["default"]
        expected |= {name} if applies else set()
    assert applying(fields, values) == expected


def test_a_condition_on_a_hidden_field_sees_its_default() -> None:
    """One hidden field hides the next, even if it was set."""
    fields = [
        spec("switch", name="a", default=False),
        spec("switch", name="b", default=False, when={"a": [True]}),
        spec("switch", name="c", default=False, when={"b": [True]}),
    ]
    assert applying(fields, {"a": False, "b": True, "c": True}) == {"a"}
    assert applying(fields, {"a": True, "b": True}) == {"a", "b", "c"}


def test_a_number_has_label_limits_unit_and_steppers() -> None:
    """As text, so that what was typed stays; negative numbers with a true minus sign."""
    drawn = scope([spec("number", low=-5, high=30, default=-2, unit="paces", help="From the hip.")], {}, "at")
    assert '<label for="at-it" class="rb-c-label">It</label>' in drawn
    assert 'value="−2"' in drawn
    assert "paces" in drawn
    assert 'aria-describedby="at-it-help"' in drawn
    assert 'aria-label="One more: It"' in drawn


def test_a_blank_number_says_what_nothing_means() -> None:
    """Below the empty entry."""
    drawn = scope([spec("number", low=0, high=9, blank="from the weapon table")], {"it": None}, "at")
    assert "Left empty: from the weapon table." in drawn
    assert 'value=""' in drawn


def test_a_house_value_is_marked_in_words() -> None:
    """The option says so, and below the select it is explained."""
    options = [
        {"value": "a", "label": "Axe", "help": "Heavy.", "source": "chapter"},
        {"value": "b", "label": "Bow", "help": "", "source": "house"},
        {"value": "c", "label": "Club", "help": "", "source": "table"},
    ]
    drawn = scope([spec("choice", options=options, default="b")], {"it": "b"}, "at")
    assert "Axe</option>" in drawn
    assert "Bow (house)</option>" in drawn
    assert "Club (your table)</option>" in drawn
    assert "House value: our own" in Reader(drawn).text


def test_rulings_come_last_and_say_which_is_in_force() -> None:
    """A changed one names the reading that is in force by default."""
    options = [{"value": "one", "label": "The best", "help": "", "source": ""},
               {"value": "all", "label": "All of them", "help": "", "source": ""}]  # fmt: skip
    ruling = spec("choice", options=options, default="one", group="Rulings")
    drawn = scope([ruling, spec("switch", name="other", group="You", default=False)], {"it": "all"}, "at")
    assert drawn.index('data-group="You"') < drawn.index('data-group="Rulings"')
    assert "Changed for this calculator; in force is: The best." in drawn
    assert 'data-field="it" data-set>' in drawn
    assert 'data-field="other">' in drawn


def test_a_group_is_folded_and_says_how_many_fields_are_set() -> None:
    """So that a page with many calculators stays calm, and nothing that counts is out of sight."""
    fields = [spec("switch", name=name, group="You", default=False) for name in ("a", "b", "c")]
    untouched, drawn = scope(fields, {}, "at"), scope(fields, {"a": True, "b": True}, "at")
    assert '<span class="rb-c-count" hidden>' in untouched
    assert '<span class="rb-c-count">2 set</span>' in drawn
    assert " open" not in drawn.partition("<summary>")[0]


def test_hidden_fields_are_listed_with_their_reason() -> None:
    """The fold counts those that do not apply."""
    hidden = spec("number", name="b", low=0, high=3, default=0, when={"a": [True]}, why="only with a <b>")
    fields = [spec("switch", name="a", default=False), hidden]
    drawn = scope(fields, {}, "at")
    assert "1 field does not apply here" in drawn
    assert "only with a &lt;b&gt;" in drawn
    assert 'data-field="b" hidden' in drawn


def test_records_and_lists_have_a_template_for_more() -> None:
    """Each entry has ids of its own, and a template stands by for the next."""
    inner = [spec("text", name="name", most=20, default="")]
    drawn = scope(
        [spec("rows", fields=inner, least=1, most=4, default=[])], {"it": [{"name": "<Ann>"}, {"name": "B"}]}, "at"
    )
    assert 'value="&lt;Ann&gt;"' in drawn
    assert 'id="at-it-1-name"' in drawn
    assert 'id="at-it-__n__-name"' in drawn


def test_dice_are_asked_for_one_by_one() -> None:
    """A die an entry; a number of dice that varies, one entry for all."""
    dice = [
        {"name": "a", "label": "hit die", "sides": 6, "count": 1},
        {"name": "b", "label": "more dice", "sides": 8, "count": None},
    ]
    drawn = rolled(dice, "at")
    assert drawn.count("rb-c-die-entry") == 2
    assert "Hit die" in drawn
    assert "each 1 to 8, as many as are thrown" in drawn
    assert 'value="3"' in rolled(dice[:1], "at", [3])


def test_the_primary_question() -> None:
    """Odds where dice are thrown; the result at once where none are."""
    assert primary(find(DISARM).describe()) == "odds"
    assert primary(find("new-world/range").describe()) == "roll"


def test_what_differs_from_the_defaults() -> None:
    """For a calculator's repr and state."""
    fields = [spec("number", name="a", default=1), spec("number", name="b", default=2)]
    assert not_default(fields, {"a": 1, "b": 3}) == {"b": 3}
