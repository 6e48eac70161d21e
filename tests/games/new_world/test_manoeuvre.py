"""Manoeuvre: push or change places; a tie fails, a square that is not open refuses, and nobody is provoked."""

from __future__ import annotations

from typing import Any

import pytest

from companion import find

MANOEUVRE = find("new-world/manoeuvre")


@pytest.mark.parametrize(("ahead", "chance"), [(0, "575/1296"), (2, "287/432"), (-5, "35/648")])
@pytest.mark.parametrize("goal", ["push", "swap"])
def test_it_takes_a_higher_total(goal: str, ahead: int, chance: str) -> None:
    """Whatever the goal; a tie fails, so equal totals win 575 of 1,296."""
    answer = MANOEUVRE.odds({"total": 6 + ahead, "foe_total": 6, "goal": goal})
    assert answer["summary"]["success"]["fraction"] == chance


@pytest.mark.parametrize(
    ("goal", "dice", "result", "sentence"),
    [
        ("push", [4, 4, 4, 3], "pushed back", "14 against 13: you push your foe back 1 pace."),
        ("swap", [4, 4, 4, 3], "places changed", "14 against 13: you change places with your foe."),
        ("push", [4, 3, 4, 3], "nothing", "13 against 13: nobody moves."),
        ("swap", [1, 1, 6, 6], "nothing", "8 against 18: nobody moves."),
    ],
)
def test_what_comes_of_it(goal: str, dice: list[int], result: str, sentence: str) -> None:
    """A pace, a change of places, or nothing; losing badly costs nothing more."""
    answer = MANOEUVRE.roll({"goal": goal}, dice=dice)
    assert answer["verdict"]["value"] == result
    assert answer["sentence"] == sentence


def test_forced_movement_provokes_nobody() -> None:
    """The explanation says so, with the rule on leaving reach, and only where somebody moves."""

    def rules(dice: list[int]) -> list[str]:
        return [step["rule"] for step in MANOEUVRE.roll({}, dice=dice)["steps"]]

    assert "new-world/free-actions#leaving-reach" in rules([6, 6, 1, 1])
    assert "new-world/free-actions#leaving-reach" not in rules([1, 1, 6, 6])


@pytest.mark.parametrize(
    ("inputs", "refused"),
    [
        ({"goal": "push", "open_square": False}, True),
        ({"goal": "push", "open_square": True}, False),
        ({"goal": "swap", "open_square": False}, False),
    ],
)
def test_a_push_needs_an_open_square(inputs: dict[str, Any], refused: bool) -> None:
    """A swap does not; there the field does not apply."""
    answer = MANOEUVRE.odds(inputs)
    assert (answer["refused"] is not None) == refused
    assert [each["field"] for each in answer["ignored"]] == (["open_square"] if inputs["goal"] == "swap" else [])
