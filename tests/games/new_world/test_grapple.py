"""Grappling: seize, squeeze, break free, and a hold over rounds against a count of its own."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import find

GRAPPLE = find("new-world/grapple")
HOLD = find("new-world/grapple-hold")
SQUEEZE = {"act": "squeeze", "total": 6, "foe_total": 6, "might": 3, "foe_endurance": 3}


def summary(resolver: Any, inputs: dict[str, Any]) -> dict[str, Fraction]:
    """The summary's exact fractions."""
    return {name: Fraction(entry["fraction"]) for name, entry in resolver.odds(inputs)["summary"].items()}


def wounds(inputs: dict[str, Any]) -> dict[int, Fraction]:
    """The chance of each number of Wounds of a squeeze."""
    (table,) = [table for table in GRAPPLE.odds(inputs)["outcomes"] if table["name"] == "wounds"]
    return {row["value"]: Fraction(row["fraction"]) for row in table["rows"]}


def test_seize_with_equal_totals() -> None:
    """G117: also as the named example."""
    found = summary(GRAPPLE, dict(GRAPPLE.example("equal-seize").inputs))
    assert found == {"win": Fraction(575, 1296), "free_attack": Fraction(7, 72)}


@pytest.mark.parametrize(
    ("inputs", "win"), [({}, "575/1296"), ({"foe_wrestling": True}, "145/432"), ({"wrestling": True}, "721/1296")]
)
def test_break_free(inputs: dict[str, Any], win: str) -> None:
    """G119: Wrestling helps whoever has it; there is no free attack, however badly it fails."""
    found = summary(GRAPPLE, {"act": "break free", "total": 6, "foe_total": 6, **inputs})
    assert found == {"win": Fraction(win)}


@pytest.mark.parametrize(
    ("golden", "inputs", "mean", "any_wounds", "most"),
    [
        ("G122", {"street_fighting": True}, "2353/1296", "575/1296", 11),
        ("G123", {"wrestling": True}, "833/432", "721/1296", 11),
        ("G123", {"wrestling": True, "street_fighting": True}, "805/324", "721/1296", 12),
        ("G125", {"might": 2, "foe_endurance": 4}, "16/27", "155/648", 8),
        ("G126", {"might": 1, "foe_endurance": 5}, "7/36", "7/72", 6),
    ],
)
def test_squeeze(golden: str, inputs: dict[str, Any], mean: str, any_wounds: str, most: int) -> None:
    """Might and what it was won by, less Endurance: mean, the chance of any Wounds, and the most."""
    found = wounds(SQUEEZE | inputs)
    assert summary(GRAPPLE, SQUEEZE | inputs)["mean_wounds"] == Fraction(mean), golden
    assert 1 - found[0] == Fraction(any_wounds)
    assert max(found) == most


def test_only_a_squeeze_does_damage() -> None:
    """The other acts have no Wounds to count."""
    for act in ("seize", "break free"):
        assert "mean_wounds" not in summary(GRAPPLE, {"act": act})
        assert GRAPPLE.roll({"act": act}, dice=[6, 6, 1, 1])["measures"] == {}


@pytest.mark.parametrize(
    ("act", "dice", "result", "words"),
    [
        ("seize", [4, 3, 3, 3], "won", "your foe is grappled"),
        ("seize", [3, 3, 3, 3], "tie", "nothing happens"),
        ("seize", [1, 1, 3, 3], "lost", "nothing happens"),
        ("seize", [1, 1, 4, 3], "free attack for your foe", "your foe strikes you at once with a free attack"),
        ("squeeze", [4, 3, 3, 3], "won", "the squeeze costs your foe 1 Wound."),
        ("squeeze", [6, 6, 1, 1], "won", "the squeeze costs your foe 10 Wounds."),
        ("squeeze", [3, 3, 3, 3], "tie", "you still hold your foe"),
        ("squeeze", [1, 1, 3, 3], "lost", "you still hold your foe"),
        ("squeeze", [1, 1, 4, 3], "free attack for your foe", "your foe breaks free and strikes you at once"),
        ("break free", [4, 3, 3, 3], "won", "you are free"),
        ("break free", [3, 3, 3, 3], "tie", "you are still held"),
        ("break free", [1, 1, 6, 6], "lost", "you are still held"),
    ],
)
def test_what_comes_of_it(act: str, dice: list[int], result: str, words: str) -> None:
    """Ties are the defender's; losing by 5 costs a free attack in seizing and squeezing, not in breaking free."""
    answer = GRAPPLE.roll({"act": act}, dice=dice)
    assert answer["verdict"]["value"] == result
    assert words in answer["sentence"]


def test_the_steps_of_a_squeeze() -> None:
    """Street Fighting adds to the damage, armour does not count, it strikes the Body, and doubles mean nothing."""
    answer = GRAPPLE.roll(SQUEEZE | {"street_fighting": True}, dice=[4, 4, 3, 3])
    assert answer["measures"] == {"wounds": 3}
    texts = " ".join(step["text"] for step in answer["steps"])
    assert "Might 3 + 2 that you won by + 1 for Street Fighting − Endurance 3" in texts
    assert "armour does not count" in texts
    assert "hit to the Body" in texts
    assert {step["rule"] for step in answer["steps"]} == {"new-world/grappling#roll", "new-world/grappling#squeezing"}


@pytest.mark.parametrize("larger", range(-4, 5))
def test_a_foe_may_be_one_size_larger(larger: int) -> None:
    """No more; smaller ones all may be seized. Size does not matter once there is a hold."""
    answer = GRAPPLE.odds({"act": "seize", "larger": larger})
    assert (answer["refused"] is None) == (larger <= 1)
    assert GRAPPLE.odds({"act": "squeeze", "larger": larger})["refused"] is None
    assert (HOLD.odds({"larger": larger})["refused"] is None) == (larger <= 1)


def test_seizing_needs_a_free_hand() -> None:
    """Refused without, with its rule; to squeeze and to break free it is not asked for."""
    for resolver in (GRAPPLE, HOLD):
        refused = resolver.odds({"free_hand": False})["refused"]
        assert refused == {"reason": "seizing a foe needs a free hand.", "rule": "new-world/grappling#roll"}
    for act in ("squeeze", "break free"):
        answer = GRAPPLE.odds({"act": act, "free_hand": False})
        assert answer["refused"] is None
        assert [each["field"] for each in answer["ignored"]] == ["free_hand"]


def test_a_hold_over_one_round() -> None:
    """G120: seize, survive one try to break free, win the squeeze, all with equal totals."""
    found = summary(HOLD, dict(HOLD.example("equal-totals").inputs))
    assert found["every_squeeze"] == Fraction(238380625, 2176782336)
    assert found["seized"] == Fraction(575, 1296)
    assert found["held"] == Fraction(575, 1296) * Fraction(721, 1296) * Fraction(1296 - 126, 1296)


def differences(ahead: int) -> Iterator[tuple[int, Fraction]]:
    """Each difference of two totals with its chance, counted die by die."""
    for a, b, c, d in product(range(1, 7), repeat=4):
        yield a + b - c - d + ahead, Fraction(1, 1296)


def chance(ahead: int, test: Any) -> Fraction:
    """The chance that a difference passes a test."""
    return sum((part for value, part in differences(ahead) if test(value)), Fraction(0))


@settings(max_examples=8, deadline=None)
@given(st.integers(-4, 4), st.integers(1, 5), st.booleans(), st.integers(0, 4), st.integers(0, 5))
def test_a_hold_against_a_count_of_its_own(ahead: int, rounds: int, struggles: bool, might: int, tough: int) -> None:
    """The chances of the end, and the mean of Wounds and squeezes, from products of the chances of single rolls."""
    found = summary(
        HOLD,
        {"total": 8 + ahead, "foe_total": 8, "rounds": rounds, "struggles": struggles, "might": might,
         "foe_endurance": tough},
    )  # fmt: skip
    seized = won = chance(ahead, lambda value: value > 0)
    outlasted = 1 - chance(-ahead, lambda value: value > 0) if struggles else Fraction(1)
    kept = outlasted * chance(ahead, lambda value: value > -5)
    squeezes = sum((seized * kept**turn * outlasted * won for turn in range(rounds)), Fraction(0))
    each = sum((part * max(0, might + value - tough) for value, part in differences(ahead) if value > 0), Fraction(0))
    assert found["seized"] == seized
    assert found["held"] == seized * kept**rounds
    assert found["every_squeeze"] == seized * (outlasted * won) ** rounds
    assert found["mean_squeezes"] == squeezes
    assert found["mean_wounds"] == (squeezes * each / won if won else 0)


@pytest.mark.parametrize(
    ("dice", "end", "made", "sentence"),
    [
        ([3, 3, 3, 3], "never seized", 1, "You do not seize your foe."),
        ([1, 1, 6, 6], "never seized, free attack for your foe", 1, "free attack"),
        ([4, 3, 3, 3, 3, 3, 4, 3], "your foe broke free", 2, "0 Wounds in all from 0 of 1 squeezes"),
        ([4, 3, 3, 3, 3, 3, 3, 3, 1, 1, 6, 6], "your foe broke free with a free attack", 3, "strikes you with a free"),
        ([4, 3, 3, 3, 3, 3, 3, 3, 4, 3, 3, 3], "still held", 3, "1 Wound in all from 1 of 1 squeezes"),
        ([4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3], "still held", 3, "0 Wounds in all from 0 of 1 squeezes"),
    ],
)
def test_a_hold_is_told_roll_by_roll(dice: list[int], end: str, made: int, sentence: str) -> None:
    """Until it ends; a tie in your foe's try leaves the hold, and dice after the end are not read."""
    answer = HOLD.roll({}, dice=[*dice, *[1] * (12 - len(dice))])
    assert answer["verdict"]["value"] == end
    assert len(answer["outcome"]["rolls"]) == made
    assert len(answer["steps"]) == made + 1
    assert sentence in answer["sentence"]


def test_only_what_can_happen_is_listed() -> None:
    """No free attack for breaking free, and no foe that broke free without a try."""

    def listed(resolver: Any, inputs: dict[str, Any]) -> list[str]:
        return [row["value"] for row in resolver.odds(inputs)["outcomes"][0]["rows"]]

    assert listed(GRAPPLE, {"act": "seize"}) == ["won", "tie", "lost", "free attack for your foe"]
    assert listed(GRAPPLE, {"act": "break free"}) == ["won", "tie", "lost"]
    assert len(listed(HOLD, {})) == 5
    assert "your foe broke free" not in listed(HOLD, {"struggles": False})


def test_a_foe_that_does_not_struggle_leaves_fewer_dice() -> None:
    """Four to seize and four for each squeeze."""
    assert len(HOLD.roll({"struggles": False, "rounds": 2}, seed=1)["dice"]) == 12
    assert len(HOLD.roll({"rounds": 2}, seed=1)["dice"]) == 20
