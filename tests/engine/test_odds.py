"""Odds: their algebra, its laws, and two independent libraries as witnesses."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.odds import Odds, percent

WEIGHTS = st.dictionaries(st.integers(-20, 20), st.integers(0, 50), min_size=1).filter(lambda each: any(each.values()))
ODDS = WEIGHTS.map(Odds)


def as_chances(odds: Odds[Any]) -> dict[Any, Fraction]:
    """Each outcome with its chance."""
    return {outcome: odds.chance(outcome) for outcome in odds}


def test_a_die_is_fair() -> None:
    """Each of its faces once."""
    die = Odds.die(6)
    assert dict(die.items()) == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}
    assert die.total == 6
    assert die.mean() == Fraction(7, 2)
    assert len(die) == 6
    assert 6 in die
    assert 7 not in die


def test_weights_are_gathered_and_kept() -> None:
    """Pairs with the same outcome merge, outcomes without weight fall away, the total stays."""
    odds = Odds([("a", 2), ("b", 0), ("a", 2)])
    assert list(odds) == ["a"]
    assert odds.total == 4
    assert odds.weight("b") == 0
    assert repr(odds) == "Odds({'a': 4})"


@pytest.mark.parametrize("weights", [{"a": -1}, {"a": 0.5}, {"a": 0}, {}], ids=["negative", "fraction", "zero", "none"])
def test_what_are_no_odds_is_refused(weights: dict[str, Any]) -> None:
    """A negative weight, a fraction, and nothing at all."""
    with pytest.raises(ValueError, match="weight"):
        Odds(weights)


def test_equal_odds_are_equal_whatever_their_total() -> None:
    """Equality and hash are of the chances, not of the weights."""
    assert Odds({"a": 1, "b": 2}) == Odds({"b": 20, "a": 10})
    assert hash(Odds({"a": 1, "b": 2})) == hash(Odds({"b": 20, "a": 10}))
    assert Odds({"a": 1, "b": 2}) != Odds({"a": 2, "b": 1})
    assert Odds({"a": 1}) != {"a": 1}


def test_chance_of_a_test_and_of_an_outcome() -> None:
    """A function asks for all outcomes for which it holds."""
    die = Odds.die(6)
    assert die.chance(6) == Fraction(1, 6)
    assert die.chance(lambda face: face > 4) == Fraction(1, 3)
    assert die.percent(lambda face: face <= 3) == 50.0
    assert percent(Fraction(1, 8)) == 12.5


def test_most_likely_is_the_first_of_several() -> None:
    """Ties go to the outcome that came first."""
    assert Odds({3: 1, 1: 2, 2: 2}).most_likely() == 1
    assert Odds.certain("sure").most_likely() == "sure"


def test_the_curve_of_two_dice() -> None:
    """At least 2 always, at least 12 once in 36."""
    two = Odds.die(6).with_other(Odds.die(6), lambda first, second: first + second)
    curve = two.at_least()
    assert list(curve) == list(range(2, 13))
    assert (curve[2], curve[7], curve[12]) == (1, Fraction(7, 12), Fraction(1, 36))


def test_stages_merge_equal_states() -> None:
    """A second die thrown only after a 6: 36 ways, but the first five outcomes stay one each."""
    chain = Odds.die(6).then(lambda face: Odds.die(6).map(lambda more: 6 + more) if face == 6 else Odds.certain(face))
    assert chain.total == 36
    assert chain.weight(5) == 6
    assert chain.weight(12) == 1
    assert chain.mean() == Fraction(49, 12)


@given(ODDS)
def test_chances_add_up_to_one(odds: Odds[int]) -> None:
    """Whatever the weights."""
    assert sum(as_chances(odds).values()) == 1
    assert odds.total == sum(weight for _, weight in odds.items())


@given(ODDS, ODDS)
def test_means_of_sums_add(mine: Odds[int], theirs: Odds[int]) -> None:
    """The mean of a sum is the sum of the means, and the order of two throws does not matter."""
    both = mine.with_other(theirs, lambda first, second: first + second)
    assert both.mean() == mine.mean() + theirs.mean()
    assert both == theirs.with_other(mine, lambda first, second: first + second)


@given(ODDS)
def test_mapping_keeps_the_whole(odds: Odds[int]) -> None:
    """Mapping to one thing makes it certain; to itself changes nothing; twice is once with both."""
    assert odds.map(lambda _: "one") == Odds.certain("one")
    assert odds.map(lambda outcome: outcome) == odds
    assert odds.map(abs).map(lambda size: size % 3) == odds.map(lambda outcome: abs(outcome) % 3)
    assert odds.map(abs).mean() == odds.mean(abs)


@given(ODDS, ODDS, ODDS)
def test_stages_are_a_monad(odds: Odds[int], left: Odds[int], right: Odds[int]) -> None:
    """A certain stage changes nothing, and it does not matter where a chain of stages is bracketed."""

    def first(outcome: int) -> Odds[int]:
        return left if outcome > 0 else right

    def second(outcome: int) -> Odds[int]:
        return right.map(lambda more: more + outcome)

    assert odds.then(Odds.certain) == odds
    assert Odds.certain(1).then(first) == first(1)
    assert odds.then(first).then(second) == odds.then(lambda outcome: first(outcome).then(second))


@given(ODDS)
def test_the_curve_falls_from_one(odds: Odds[int]) -> None:
    """At the lowest outcome it is 1, it never rises, its steps are the chances, and it adds up to the mean."""
    curve = list(odds.at_least().items())
    assert curve[0][1] == 1
    for (lower, more), (_, less) in pairwise(curve):
        assert more - less == odds.chance(lower)
    lowest = min(odds)
    steps = [odds.chance(lambda each, step=step: each >= step) for step in range(lowest + 1, 21)]
    assert lowest + sum(steps) == odds.mean()


@given(ODDS)
def test_the_simplest_weights_share_nothing(odds: Odds[int]) -> None:
    """Multiplied by anything, odds come back to the same smallest weights."""
    larger = Odds({outcome: 6 * weight for outcome, weight in odds.items()})
    assert dict(larger.simplest().items()) == dict(odds.simplest().items())


@given(ODDS)
def test_icepool_and_back(odds: Odds[int]) -> None:
    """An icepool Die holds the same chances, and comes back as the same odds."""
    die = odds.to_icepool()
    assert die.mean() == odds.mean()
    assert {outcome: die.probability(outcome) for outcome in die} == as_chances(odds)
    assert Odds.from_icepool(die) == odds


@pytest.mark.parametrize("sides", [4, 6, 10])
def test_icepool_and_dyce_count_the_same_sums(sides: int) -> None:
    """Three dice added: our stages, icepool's and dyce's agree."""
    ours = Odds.die(sides).then(
        lambda first: Odds.die(sides).then(lambda second: Odds.die(sides).map(lambda third: first + second + third))
    )
    witness = 3 @ icepool.d(sides)
    assert ours == Odds.from_icepool(witness)
    third = 3 @ dyce.H(sides)
    assert as_chances(ours) == {total: Fraction(count, third.total) for total, count in third.items()}


def test_icepool_and_dyce_count_the_same_comparison() -> None:
    """2d6 against 2d6: won, level and lost."""
    two = Odds.die(6).with_other(Odds.die(6), lambda first, second: first + second)
    ours = two.with_other(two, lambda mine, theirs: (mine > theirs) - (mine < theirs))
    pair = 2 @ icepool.d6
    assert ours.chance(1) == (pair > pair).probability(True) == Fraction(575, 1296)
    other = 2 @ dyce.H(6)
    difference = other - other
    assert ours.chance(0) == Fraction(difference[0], difference.total) == Fraction(73, 648)
