"""Fumbles: Clumsy Ranges alone, doubled and widened, both readings, and the Fumble Table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from companion import find
from companion.games.darkmaster.arms import clumsy_of, doubled
from companion.games.darkmaster.blow import fumble_row
from companion.games.darkmaster.open_die import read
from tests.games.darkmaster.capped import sequences

CLUMSY = find("darkmaster/clumsy")


def fumble(**inputs: Any) -> Fraction:
    """The chance of a fumble."""
    return Fraction(CLUMSY.odds(inputs)["summary"]["fumble"]["fraction"])


@pytest.mark.parametrize("upper", range(9))
def test_a_range_alone(upper: int) -> None:
    """F1: so many of a hundred first dice."""
    assert fumble(own_clumsy=upper) == Fraction(upper, 100)


def test_doubled_ranges() -> None:
    """F2: twice as wide, but not beyond 10."""
    assert [doubled(upper) for upper in range(1, 9)] == [2, 4, 6, 8, 10, 10, 10, 10]
    assert [fumble(own_clumsy=upper, two_weapons=True) for upper in (3, 8)] == [Fraction(6, 100), Fraction(1, 10)]


def test_widened_and_doubled() -> None:
    """F4: an improvised weapon of a pair, in both orders."""
    assert (clumsy_of(4, True, True, "widened"), clumsy_of(4, True, True, "doubled")) == (10, 9)
    both = {"own_clumsy": 4, "improvised": True, "two_weapons": True}
    assert fumble(**both) == Fraction(10, 100)
    assert fumble(**both, clumsy_order="doubled") == Fraction(9, 100)
    assert fumble(own_clumsy=4, improvised=True) == Fraction(5, 100)


@pytest.mark.parametrize(
    ("golden", "upper", "net", "exact", "automatic"),
    [("F10", 4, 50, "197/5000", "1/25"), ("F11", 8, 0, "2/25", "2/25")],
)
def test_only_where_the_attack_misses(golden: str, upper: int, net: int, exact: str, automatic: str) -> None:
    """Under the ruling that a fumble takes a miss; results to 50 miss."""
    inputs = {"own_clumsy": upper, "net": net, "misses_to": 50}
    assert fumble(**inputs, fumble_needs_miss="miss") == Fraction(exact), golden
    assert fumble(**inputs) == Fraction(automatic), golden


def test_misses_of_the_listed_die() -> None:
    """The other reading against every sequence of three dice, for a few nets."""
    for net in (-40, 20, 45, 50, 140):
        slow = sum(
            Fraction(weight, 100**3)
            for faces, weight in sequences(2)
            if faces[0] <= 7 and read(faces).total + net <= 50
        )
        found = fumble(own_clumsy=7, net=net, misses_to=50, fumble_needs_miss="miss")
        assert abs(found - slow) <= Fraction(5, 100) * Fraction(1, 20) ** 2


@pytest.mark.parametrize(
    ("modifier", "hundredths"),
    [
        (0, [75, 25, 0, 0, 0]),
        (10, [65, 25, 10, 0, 0]),
        (20, [55, 25, 20, 0, 0]),
        (30, [45, 25, 25, 5, 0]),
        (50, [25, 25, 25, 25, 0]),
    ],
)
def test_the_fumble_table(modifier: int, hundredths: list[int]) -> None:
    """By the weapon's modifier; the last row is out of reach of them all."""
    answer = CLUMSY.odds({"by_rule": True, "own_fumble": modifier})
    assert [Fraction(row["fraction"]) * 100 for row in answer["outcomes"][0]["rows"]] == hundredths
    assert [Fraction(row["fraction"]) * 100 for row in answer["outcomes"][1]["rows"]] == hundredths


@pytest.mark.parametrize(
    ("reached", "key"),
    [(-5, "unsettled"), (75, "unsettled"), (76, "slip"), (100, "slip"), (101, "blunder"), (125, "blunder"),
     (126, "disaster"), (150, "disaster"), (151, "catastrophe"), (250, "catastrophe")],
)  # fmt: skip
def test_rows_of_the_fumble_table(reached: int, key: str) -> None:
    """At both edges of each."""
    assert fumble_row(reached)[0] == key


def test_throws() -> None:
    """No fumble takes one die, a fumble two; the other reading finishes the attack roll first."""
    assert CLUMSY.roll({}, dice=[5])["sentence"] == "No fumble."
    answer = CLUMSY.roll({}, dice=[4, 70])
    assert answer["sentence"].startswith("A fumble, 90 on the table: An Assessment Roll, and one of your choice")
    needs = {"fumble_needs_miss": "miss", "net": 60, "misses_to": 50}
    assert CLUMSY.roll(needs, dice=[4, 10])["sentence"] == "No fumble."
    assert CLUMSY.roll(needs, dice=[4, 20, 33])["outcome"]["reached"] == 53
    assert CLUMSY.roll({"by_rule": True}, dice=[33])["outcome"]["reached"] == 53


def test_missiles_have_a_column_of_their_own() -> None:
    """Bows do; what is thrown does not."""
    bow = CLUMSY.roll({"weapon": "longbow", "by_rule": True}, dice=[40])["sentence"]
    thrown = CLUMSY.roll({"weapon": "thrown-spear", "by_rule": True}, dice=[40])["sentence"]
    assert "the string breaks" in bow
    assert "the string breaks" not in thrown
