"""Checks: every kind of field reads what it should, and says all that is wrong at once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.checks import read
from companion.errors import InputError, Problem
from companion.fields import number, plain, specs, switch
from companion.resolver import Resolver
from tests.engine.strategies import inputs, wrong

SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)


def problems(resolver: Resolver, given: dict[str, Any]) -> list[Problem]:
    """Everything that is wrong with the inputs."""
    with pytest.raises(InputError) as caught:
        resolver.read(given)
    return list(caught.value.problems)


def field(resolver: Resolver, name: str, value: Any) -> Any:
    """What one field reads from a value."""
    return getattr(resolver.read({name: value})[0], name)


def test_nothing_given_is_every_default(night_walk: Resolver) -> None:
    """The record is that of the class itself."""
    situation, ignored = night_walk.read({})
    assert (situation.paces, situation.lantern, situation.bonus, situation.trail) == (6, True, None, "road")
    assert situation.weather.value == "clear"
    assert situation.tie == "yes"
    assert ignored == ()


@pytest.mark.parametrize(
    ("value", "number"), [(7, 7), ("7", 7), (" +7 ", 7), ("-3", -3), ("−3", -3), (7.0, 7), (-5, -5), (30, 30)]
)
def test_numbers_as_they_are_typed(night_walk: Resolver, value: Any, number: int) -> None:
    """Whole numbers, their texts with either minus sign, and a float without a fraction."""
    read_number = field(night_walk, "paces", value)
    assert read_number == number
    assert type(read_number) is int


@pytest.mark.parametrize(
    "value", ["", "abc", "1.5", "1e1", "--3", "+-3", "³", "٣", "1_0", 31, -6, "31", 1.5, True, None, [6], "9" * 99]
)
def test_what_is_no_number_within_limits(night_walk: Resolver, value: Any) -> None:
    """The message names the field, what was given and what would do."""
    (found,) = problems(night_walk, {"paces": value})
    assert found.field == "paces"
    assert found.accepted == "a whole number from −5 to 30"
    assert found.message.startswith("paces: ")


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_problem_is_json_whatever_was_given(night_walk: Resolver, value: float) -> None:
    """Even a number that JSON does not know."""
    (found,) = problems(night_walk, {"paces": value})
    assert json.loads(json.dumps(found.to_json(), allow_nan=False))["given"] == str(value)


def test_a_number_that_may_be_empty(night_walk: Resolver) -> None:
    """Nothing, an empty text or spaces mean nothing."""
    assert [field(night_walk, "bonus", value) for value in (None, "", "  ", "2", -3)] == [None, None, None, 2, -3]
    (found,) = problems(night_walk, {"bonus": 4})
    assert found.accepted == "a whole number from −3 to 3, or nothing (from the trail)"


@pytest.mark.parametrize("value", [True, "yes", "TRUE", "on", "1", 1, " y "])
def test_yes_in_many_words(night_walk: Resolver, value: Any) -> None:
    """As a form, a command line or a program would say it."""
    assert field(night_walk, "lantern", value) is True


@pytest.mark.parametrize("value", [False, "no", "False", "off", "0", 0, "n", ""])
def test_no_in_many_words(night_walk: Resolver, value: Any) -> None:
    """Likewise."""
    assert field(night_walk, "lantern", value) is False


def test_a_choice_becomes_its_member_or_its_text(night_walk: Resolver) -> None:
    """Capitals and spaces do not matter; a member may be given as it is."""
    storm = field(night_walk, "weather", " Storm ")
    assert storm.name == "STORM"
    assert field(night_walk, "weather", storm) is storm
    assert field(night_walk, "trail", "MARSH") == "marsh"


def test_a_wrong_choice_names_the_nearest(night_walk: Resolver) -> None:
    """Where one is near, and only then."""
    (near,) = problems(night_walk, {"weather": "strom"})
    assert near.message == ('weather: "strom" was given; accepted is one of clear, storm. Did you mean "storm"?')
    (far,) = problems(night_walk, {"weather": "zzz"})
    assert far.hint == ""


def test_several_options_as_a_list_or_a_text(night_walk: Resolver) -> None:
    """In order, repeats allowed."""
    assert field(night_walk, "pack", ["rope", "rope"]) == ("rope", "rope")
    assert field(night_walk, "pack", "bread, rope") == ("bread", "rope")
    assert field(night_walk, "pack", "") == ()


def test_wrong_options_are_named_by_their_place(night_walk: Resolver) -> None:
    """The list's length is checked first."""
    (found,) = problems(night_walk, {"pack": ["rope", "bred"]})
    assert found.field == "pack[1]"
    assert found.hint == 'Did you mean "bread"?'
    (long,) = problems(night_walk, {"pack": ["rope"] * 4})
    assert long.field == "pack"
    assert "a list of 0 to 3" in long.accepted


def test_rows_as_records_objects_or_json(night_walk: Resolver) -> None:
    """All three read the same; missing fields take their defaults."""
    given = [{"name": "Bo", "agility": "4"}]
    friends = field(night_walk, "friends", given)
    assert (friends[0].name, friends[0].agility, friends[0].carries) == ("Bo", 4, None)
    assert field(night_walk, "friends", json.dumps(given)) == friends
    assert field(night_walk, "friends", list(friends)) == friends


def test_wrong_rows_are_named_by_their_path(night_walk: Resolver) -> None:
    """Every problem of every row at once, and inputs of rows that do not apply."""
    given = {"friends": [{"agility": 99, "brve": True}, 5, {"carries": "rop"}]}
    assert [(found.field, found.hint) for found in problems(night_walk, given)] == [
        ("friends[0].brve", 'Did you mean "brave"?'),
        ("friends[0].agility", ""),
        ("friends[1]", ""),
        ("friends[2].carries", 'Did you mean "rope"?'),
    ]
    _, ignored = night_walk.read({"friends": [{"oath": "By the moon"}]})
    assert [each.to_json() for each in ignored] == [{"field": "friends[0].oath", "why": "only the brave swear"}]


@pytest.mark.parametrize("value", [[], [{}] * 4, "no list", "[" * 100_000, {"0": {}}, 5])
def test_what_is_no_list_of_rows(night_walk: Resolver, value: Any) -> None:
    """Too short, too long, no JSON, something else."""
    (found,) = problems(night_walk, {"friends": value})
    assert found.field == "friends"
    assert found.accepted.startswith("a list of 1 to 3 records")
    assert len(found.message) < 200


@pytest.mark.parametrize("value", ["x" * 21, "two\nlines", "\x1b[2J", 5, None])
def test_what_is_no_short_text(night_walk: Resolver, value: Any) -> None:
    """Too long, control characters, something else."""
    (found,) = problems(night_walk, {"note": value})
    assert found.accepted == "a text of at most 20 characters"


def test_an_unknown_field_is_named_with_the_nearest(night_walk: Resolver) -> None:
    """Where none is near, all are named."""
    (near,) = problems(night_walk, {"lantrn": True})
    assert near.message == 'lantrn: True was given; accepted is a field of this calculator. Did you mean "lantern"?'
    (far,) = problems(night_walk, {"qqqq": 1})
    assert far.hint.startswith("Known: bonus, friends, lantern,")


def test_everything_wrong_is_said_at_once(night_walk: Resolver) -> None:
    """In the order of the fields, unknown ones first; the exception's text holds all."""
    with pytest.raises(InputError) as caught:
        night_walk.odds({"paces": 99, "zzz": 1, "lantern": "perhaps", "note": 5})
    assert [found.field for found in caught.value.problems] == ["zzz", "paces", "lantern", "note"]
    assert str(caught.value).count("accepted is") == 4
    assert [found["field"] for found in caught.value.to_json()] == ["zzz", "paces", "lantern", "note"]


def test_what_does_not_apply_is_ignored_with_the_reason(night_walk: Resolver) -> None:
    """It is checked all the same, and it takes its default; the default itself is no news."""
    situation, ignored = night_walk.read({"lantern": False, "oil": 7})
    assert situation.oil == 3
    assert [(each.field, each.why) for each in ignored] == [("oil", "only a lantern burns oil")]
    assert night_walk.read({"lantern": False, "oil": 3})[1] == ()
    (found,) = problems(night_walk, {"lantern": False, "oil": "much"})
    assert found.field == "oil"


@dataclass(frozen=True, slots=True)
class Backwards:
    """Each field depends on the one after it."""

    oil: int = number("Oil", 0, 9, when={"lantern": True}, why="only a lantern burns oil")
    lantern: bool = switch("Lantern", when={"dark": True}, why="only in the dark")
    dark: bool = switch("Dark")


@pytest.mark.parametrize(
    ("given", "oil", "ignored"),
    [
        ({"oil": 4, "lantern": True, "dark": True}, 4, []),
        ({"oil": 4, "dark": True}, 0, ["oil"]),
        ({"oil": 4, "lantern": True}, 0, ["lantern", "oil"]),
    ],
)
def test_a_field_may_depend_on_a_later_one(given: dict[str, Any], oil: int, ignored: list[str]) -> None:
    """Where it stands does not matter; what depends on an ignored field is ignored too."""
    situation, left = read(Backwards, given)
    assert situation.oil == oil
    assert [each.field for each in left] == ignored


def test_every_wrong_value_of_the_vocabulary_is_refused(night_walk: Resolver) -> None:
    """The strategies' wrong values are wrong for every kind of field."""
    kinds = set()
    for spec in specs(night_walk.situation):
        for value in wrong(spec):
            assert all(found.field.startswith(spec.name) for found in problems(night_walk, {spec.name: value}))
        kinds.add(spec.kind)
    assert kinds == {"number", "switch", "choice", "many", "rows", "text"}


@SHARED
@given(data=st.data())
def test_inputs_come_back_as_they_are(night_walk: Resolver, data: st.DataObject) -> None:
    """Read, shown as plain data, through JSON, and read again: the same record, with nothing to ignore."""
    situation, _ = night_walk.read(data.draw(inputs(night_walk.situation)))
    again, ignored = read(night_walk.situation, json.loads(json.dumps(plain(situation))))
    assert again == situation
    assert ignored == ()


@SHARED
@given(given=st.dictionaries(st.text(max_size=8) | st.sampled_from(["paces", "friends", "pack", "note", "tie"]),
                             st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
                                          lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
                                          max_leaves=5)))  # fmt: skip
def test_nothing_but_an_input_error_comes_of_nonsense(night_walk: Resolver, given: dict[str, Any]) -> None:
    """Whatever is given, it is read or refused with problems that are plain JSON."""
    try:
        night_walk.read(given)
    except InputError as error:
        assert json.loads(json.dumps(error.to_json(), allow_nan=False))
    else:
        assert set(given) <= {"paces", "friends", "pack", "note", "tie"}
