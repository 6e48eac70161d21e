"""Combat Order: totals, ties by DEX, full ties by a new die."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find

ORDER = find("fantasy-crux/combat-order")


def fighter(name: str, order: int, dexterity: int) -> dict[str, Any]:
    """One combatant by its values."""
    return {"name": name, "order": order, "dexterity": dexterity}


@cache
def first_by_hand(fighters: tuple[tuple[int, int], ...]) -> Fraction:
    """The chance that the first of them acts first: every fall of the dice, full ties shared fairly."""
    found = Fraction(0)
    for faces in product(range(1, 11), repeat=len(fighters)):
        keys = [(order + face, dexterity) for (order, dexterity), face in zip(fighters, faces, strict=True)]
        if keys[0] == max(keys):
            found += Fraction(1, keys.count(keys[0]))
    return found / 10 ** len(fighters)


@pytest.mark.parametrize(
    "fighters",
    [
        ((10, 11),), ((10, 11), (10, 11)), ((10, 12), (10, 11)), ((10, 11), (10, 12)), ((8, 11), (12, 11), (9, 14)),
        ((10, 11), (10, 11), (10, 11)), ((5, 11), (30, 11)), ((10, 9), (11, 9), (9, 9)),
    ],
)  # fmt: skip
def test_acting_first(fighters: tuple[tuple[int, int], ...], chance: Callable[..., Fraction]) -> None:
    """Against every fall of the dice."""
    asked = [fighter(f"F{place}", *values) for place, values in enumerate(fighters)]
    assert chance("combat-order", "first", fighters=asked) == first_by_hand(fighters)


@given(st.lists(st.tuples(st.integers(5, 14), st.integers(9, 12)), min_size=1, max_size=5))
def test_somebody_is_first(fighters: list[tuple[int, int]]) -> None:
    """The chances to act first add up to 1, and the mean places to the sum of all places."""
    asked = {"fighters": [fighter(f"F{place}", *values) for place, values in enumerate(fighters)]}
    answer = ORDER.odds(asked)
    (table,) = [table for table in answer["outcomes"] if table["name"] == "acts_first"]
    assert sum(Fraction(row["fraction"]) for row in table["rows"]) == 1
    (expected,) = answer["figures"]["table"]
    means = [float(row["cells"][3]) for row in expected["rows"]]
    assert sum(means) == pytest.approx(sum(range(1, len(fighters) + 1)), abs=0.01 * len(fighters))


def test_ties_go_to_dexterity() -> None:
    """Equal totals: the nimbler one first, and the step says so."""
    asked = {"fighters": [fighter("Slow", 10, 9), fighter("Nimble", 10, 15)]}
    answer = ORDER.roll(asked, dice=[5, 5])
    assert [placed["name"] for placed in answer["outcome"]["order"]] == ["Nimble", "Slow"]
    assert any(step["rule"] == "fantasy-crux/combat-order#ties" for step in answer["steps"])
    assert answer["measures"]["place"] == 2


def test_a_full_tie_rolls_again() -> None:
    """Equal in total and DEX: new dice part them; a second tie needs the second of them."""
    asked = {"fighters": [fighter("A", 10, 11), fighter("B", 10, 11)]}
    answer = ORDER.roll(asked, dice=[5, 5, 3, 1, 3, 9])
    assert [placed["name"] for placed in answer["outcome"]["order"]] == ["B", "A"]
    level = ORDER.roll(asked, dice=[5, 5, 3, 1, 3, 1])
    assert all(placed["level"] for placed in level["outcome"]["order"])
    unread = ORDER.roll(asked, dice=[6, 5, 3, 1, 3, 9])
    assert unread["outcome"]["order"][0]["rerolled"] == []


def test_armour_counts(throw: Callable[..., dict[str, Any]]) -> None:
    """Half of DEX and INT, less the armour's ENC."""
    fighters = [{"name": "Knight", "dexterity": 12, "intelligence": 12, "armour": "platemail"}]
    assert throw("combat-order", [1], fighters=fighters)["outcome"]["order"][0]["total"] == 12 - 9 + 1
