"""Disarming: five results, the talent, free hands, what cannot be disarmed, and how far a weapon flies."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from companion import find

DISARM = find("new-world/disarm")


def odds(**inputs: Any) -> dict[str, Fraction]:
    """Each verdict's chance and each entry of the summary."""
    answer = DISARM.odds(inputs)
    found = {row["value"]: Fraction(row["fraction"]) for row in answer["outcomes"][0]["rows"]}
    return found | {name: Fraction(entry["fraction"]) for name, entry in answer["summary"].items()}


@pytest.mark.parametrize(
    ("golden", "inputs", "bands", "success"),
    [
        ("G113", {"trained": True}, ["7/72", "23/162", "265/1296", "595/1296", "7/72"], "575/1296"),
        ("G114", {"trained": False}, ["5/432", "55/1296", "17/162", "655/1296", "145/432"], "103/648"),
    ],
)
def test_equal_totals(golden: str, inputs: dict[str, Any], bands: list[str], success: str) -> None:
    """With the Disarm talent and without; the examples are these two cases."""
    found = odds(total=6, foe_total=6, **inputs)
    assert [str(found[band]) for band in ("taken", "flung", "dropped", "nothing", "free attack for your foe")] == bands
    assert str(found["success"]) == success
    example = DISARM.example("equal-trained" if inputs["trained"] else "equal-untrained")
    assert odds(**example.inputs) == found, golden


def test_untrained_and_lacking_the_group() -> None:
    """G116: both penalties add up to −4, although one is outside a usual limit of −2."""
    found = odds(trained=False, lacking=True)
    assert (found["success"], found["free_attack"]) == (Fraction(7, 72), Fraction(575, 1296))


@pytest.mark.parametrize(
    ("dice", "free_hand", "result", "sentence"),
    [
        ([6, 6, 3, 4, 2], True, "taken", "18 against 13: the weapon is in your free hand."),
        ([6, 6, 3, 4, 2], False, "flung", "18 against 13: the weapon flies 2 paces, in the direction you choose."),
        ([6, 5, 3, 4, 6], True, "flung", "17 against 13: the weapon flies 6 paces, in the direction you choose."),
        ([6, 4, 3, 4, 6], True, "flung", "16 against 13: the weapon flies 6 paces, in the direction you choose."),
        ([6, 3, 3, 4, 6], True, "dropped", "15 against 13: the weapon falls at your foe's feet."),
        ([6, 2, 3, 4, 6], True, "dropped", "14 against 13: the weapon falls at your foe's feet."),
        ([6, 1, 3, 4, 6], True, "nothing", "13 against 13: nothing happens."),
        ([1, 2, 3, 4, 6], True, "nothing", "9 against 13: nothing happens."),
        ([1, 1, 3, 4, 6], True, "free attack for your foe",
         "8 against 13: your foe strikes you at once with a free attack."),
    ],
)  # fmt: skip
def test_every_row_of_the_result_table(dice: list[int], free_hand: bool, result: str, sentence: str) -> None:
    """At its edges; without a free hand a weapon that would be taken is flung."""
    answer = DISARM.roll({"free_hand": free_hand}, dice=dice)
    assert answer["verdict"]["value"] == result
    assert answer["sentence"] == sentence
    assert (answer["outcome"]["paces"] > 0) == (result == "flung")
    assert answer["steps"][-1]["rule"] == "new-world/disarming#results"


def test_without_a_free_hand_nothing_is_taken() -> None:
    """Its chance goes to flung, and nothing else changes."""
    free, full = odds(), odds(free_hand=False)
    assert full["taken"] == 0
    assert full["flung"] == free["flung"] + free["taken"]
    assert full["success"] == free["success"]


def test_natural_weapons_cannot_be_disarmed() -> None:
    """Refused with its rule."""
    assert DISARM.odds({"natural": True})["refused"]["rule"] == "new-world/disarming#natural"


def test_it_deals_no_damage() -> None:
    """No measure, no Wounds."""
    answer = DISARM.odds({})
    assert [table["kind"] for table in answer["outcomes"]] == ["verdict"]
    assert "mean_wounds" not in answer["summary"]
