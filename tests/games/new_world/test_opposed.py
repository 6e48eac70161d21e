"""Opposed rolls: known-true values for differences of the totals, their symmetry, and the modifiers of each side."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find
from companion.games.new_world import opposed

GRAPPLE, DISARM, MANOEUVRE = (find(f"new-world/{name}") for name in ("grapple", "disarm", "manoeuvre"))
OPPOSED = pytest.mark.parametrize("resolver", [GRAPPLE, DISARM, MANOEUVRE], ids=["grapple", "disarm", "manoeuvre"])
ROWS = [json.loads(line) for line in (Path(__file__).parent / "opposed.jsonl").read_text().splitlines()]
DIFFERENCES = (146, 140, 125, 104, 80, 56, 35, 20, 10, 4, 1)
"""The ways out of 1,296 in which two throws of 2d6 differ by 0, 1, 2 … 10."""


def verdicts(resolver: Any, **inputs: Any) -> dict[str, Fraction]:
    """The chance of each verdict."""
    table = resolver.odds(inputs)["outcomes"][0]
    assert table["kind"] == "verdict"
    return {row["value"]: Fraction(row["fraction"]) for row in table["rows"]}


def test_the_differences_of_two_throws() -> None:
    """Symmetric, out of 1,296 (section 7 of the known-true values)."""
    found: dict[int, int] = {}
    for thrown, foe_thrown, weight in opposed.sums():
        found[thrown - foe_thrown] = found.get(thrown - foe_thrown, 0) + weight
    assert found == {sign * size: weight for size, weight in enumerate(DIFFERENCES) for sign in (1, -1)}


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_every_difference(row: dict[str, Any]) -> None:
    """Win and tie of a grapple, and the five bands of a disarm, by how far you are ahead before the dice."""
    totals = {"total": 8 + row["difference"], "foe_total": 8}
    grapple = verdicts(GRAPPLE, act="seize", **totals)
    assert (grapple["won"], grapple["tie"]) == (Fraction(row["win"]), Fraction(row["tie"]))
    assert grapple["free attack for your foe"] == Fraction(row["free attack"])
    manoeuvre = verdicts(MANOEUVRE, **totals)
    assert manoeuvre["pushed back"] == Fraction(row["win"])
    disarm = verdicts(DISARM, **totals)
    assert list(disarm.values()) == [
        Fraction(row[band]) for band in ("taken", "flung", "dropped", "nothing", "free attack")
    ]


@given(st.integers(-10, 10))
def test_what_one_side_wins_the_other_loses(ahead: int) -> None:
    """Win at a difference is loss at its opposite, ties are the same, and the bands of a disarm add up to 1."""

    def grapple(difference: int) -> dict[str, Fraction]:
        return verdicts(GRAPPLE, act="break free", total=10 + difference, foe_total=10)

    mine, theirs = grapple(ahead), grapple(-ahead)
    assert mine["won"] == theirs["lost"]
    assert mine["tie"] == theirs["tie"]
    assert sum(verdicts(DISARM, total=10 + ahead, foe_total=10).values()) == 1


@OPPOSED
@pytest.mark.parametrize(
    ("inputs", "ahead"),
    [
        ({"fatigue": 2}, -2),
        ({"foe_fatigue": 3}, 3),
        ({"lacking": True}, -1),
        ({"lacking": True, "lacking_advanced": True}, -2),
        ({"foe_lacking": True}, 1),
        ({"foe_lacking": True, "foe_lacking_advanced": True}, 2),
        ({"attackers": 2}, 1),
        ({"attackers": 9}, 3),
        ({"foe_attackers": 3}, -2),
        ({"higher": True}, 1),
        ({"foe_higher": True}, -1),
        ({"other": -4}, -4),
        ({"foe_other": 2}, -2),
        ({"fatigue": 1, "higher": True, "attackers": 3, "foe_lacking": True}, 3),
    ],
)
def test_each_side_has_its_modifiers(resolver: Any, inputs: dict[str, Any], ahead: int) -> None:
    """Fatigue, a group that is lacking, outnumbering and higher ground count on either side, and add up."""
    assert verdicts(resolver, **inputs) == verdicts(resolver, total=6 + ahead)
    answer = resolver.roll(inputs, dice=[1, 2, 3, 4, *([1] if resolver is DISARM else [])])
    assert answer["outcome"]["difference"] == ahead - 4
    counted = [step for step in answer["steps"] if step["text"].endswith("counted")]
    assert sum(step["value"] for step in counted if step["text"].startswith("You:")) == sum(
        row["value"] for row in answer["figures"]["modifier-stack"][0]["rows"]
    )
    assert counted


@OPPOSED
def test_nothing_of_an_attack_alone_counts(resolver: Any) -> None:
    """There is no field for Charge, All Out Attack, Swift Attack or a won feint."""
    names = {field["name"] for field in resolver.describe()["fields"]}
    assert not names & {"charge", "all_out_attack", "action", "feint", "swift", "location"}


def test_aim_counts_where_the_act_is_an_attack() -> None:
    """For a grapple and a disarm; a manoeuvre is none."""
    for resolver in (GRAPPLE, DISARM):
        assert verdicts(resolver, aim=True) == verdicts(resolver, total=7)
    assert "aim" not in {field["name"] for field in MANOEUVRE.describe()["fields"]}


@OPPOSED
def test_the_steps_tell_both_totals(resolver: Any) -> None:
    """Each with its dice and its sum; a tie is named."""
    answer = resolver.roll({"total": 5, "foe_total": 7}, dice=[6, 3, 4, 3, *([1] if resolver is DISARM else [])])
    texts = [step["text"] for step in answer["steps"]]
    assert texts[0] == "You: 6 + 3 on the dice +5 makes 14"
    assert texts[1] == "Your foe: 4 + 3 on the dice +7 makes 14"
    assert "tie" in texts[2]
    assert answer["outcome"]["difference"] == 0
