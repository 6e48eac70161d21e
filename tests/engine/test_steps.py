"""Steps and errors: addresses, modifiers, messages."""

from __future__ import annotations

import pytest

from companion.errors import CompanionError, InputError, Problem, UnknownName, nearest
from companion.steps import Modifier, Step, anchor, signed, total


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("new-world/disarming#ties", ("new-world", "disarming-ties")),
        ("new-world/disarming", ("new-world", "disarming")),
    ],
)
def test_an_address_is_a_chapter_and_an_id(address: str, place: tuple[str, str]) -> None:
    """Of a rule, or of its section."""
    assert anchor(address) == place


@pytest.mark.parametrize("address", ["", "new-world", "new-world/", "/disarming", "new-world/disarming#", "a/#b", "#b"])
def test_what_is_no_address_is_refused(address: str) -> None:
    """With the text that was given."""
    with pytest.raises(CompanionError, match="is no rule address"):
        anchor(address)


def test_a_step_and_a_modifier_as_plain_data() -> None:
    """All that they hold."""
    assert Step("Text", "a/b", 3).to_json() == {"text": "Text", "rule": "a/b", "value": 3}
    assert Step("Text", "a/b").to_json()["value"] is None
    assert Modifier("M", 2, "a/b", counted=False, note="shut out").to_json() == {
        "label": "M", "value": 2, "rule": "a/b", "counted": False, "note": "shut out",
    }  # fmt: skip


def test_only_modifiers_that_count_are_added() -> None:
    """What a limit shuts out stays out."""
    assert total([Modifier("A", 2, "a/b"), Modifier("B", 5, "a/b", counted=False), Modifier("C", -1, "a/b")]) == 1
    assert total([]) == 0


def test_signs_are_those_of_a_book() -> None:
    """A plus before nothing too, and a true minus."""
    assert [signed(value) for value in (2, 0, -3)] == ["+2", "+0", "−3"]


def test_a_long_gift_is_cut_in_the_message() -> None:
    """The message stays one readable sentence."""
    message = Problem("note", "x" * 500, "a short text").message
    assert len(message) < 140
    assert message.endswith("… was given; accepted is a short text.")


def test_a_problem_as_plain_data() -> None:
    """What JSON cannot hold becomes a text."""
    assert Problem("a", {1}, "b").to_json()["given"] == "{1}"
    assert Problem("a", None, "b", "Hint.").to_json() == {
        "field": "a", "given": None, "accepted": "b", "message": "a: None was given; accepted is b. Hint.",
    }  # fmt: skip


def test_the_nearest_name() -> None:
    """One where one is near, else all, else nothing."""
    assert nearest("Smalsword", ["smallsword", "axe"]) == 'Did you mean "smallsword"?'
    assert nearest("zzz", ["b", "a"]) == "Known: b, a."
    assert nearest("zzz", []) == ""
    assert str(UnknownName("game", "zzz", [])) == 'There is no game "zzz".'


def test_an_input_error_holds_every_problem() -> None:
    """In its text too."""
    error = InputError([Problem("a", 1, "b"), Problem("c", 2, "d")])
    assert str(error) == "a: 1 was given; accepted is b. c: 2 was given; accepted is d."
    assert isinstance(error, CompanionError)
