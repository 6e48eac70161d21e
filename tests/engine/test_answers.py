"""Answers: what outcomes add up to, and how chances are shown."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.answers import Tally, as_number, as_percent, capital, shown


class Kind(StrEnum):
    """A verdict whose last member never comes up."""

    GOOD = "good"
    BAD = "bad"
    NEVER = "never"


WAYS = [(1, 2), (2, 3), (3, 1), (2, 4)]


def kind(outcome: int) -> Kind:
    """Even is good."""
    return Kind.BAD if outcome % 2 else Kind.GOOD


def tally(verdict: Callable[[Any], Any] | None = kind, **measures: Any) -> Tally:
    """A tally of the ways above."""
    chances = {"even": ("Even", lambda outcome: outcome % 2 == 0)}
    named = {name: (name.title(), value) for name, value in measures.items()}
    return Tally.of(WAYS, verdict, None, chances, named, {})


def test_outcomes_are_added_up() -> None:
    """Verdicts, chances and measures of the same ways, over the same total."""
    found = tally(itself=lambda outcome: outcome, square=lambda outcome: outcome * outcome)
    assert found.total == 10
    assert found.verdicts is not None
    assert found.verdicts.chance(Kind.GOOD) == Fraction(7, 10)
    assert found.chances == {"even": ("Even", Fraction(7, 10))}
    assert found.measures["itself"][1].mean() == Fraction(19, 10)
    assert list(found.measures["square"][1]) == [1, 4, 9]


def test_a_measure_that_never_applies_is_left_out() -> None:
    """It stands neither in the summary nor in the tables."""
    found = tally(itself=lambda outcome: outcome, none=lambda outcome: None)
    assert set(found.measures) == {"itself"}
    assert set(found.summary()) == {"even", "mean_itself"}
    assert [table["name"] for table in found.outcomes()] == ["verdict", "itself"]


def test_the_summary_has_each_chance_and_each_mean() -> None:
    """As exact fractions and as numbers."""
    assert tally(itself=lambda outcome: outcome).summary() == {
        "even": {"label": "Even", "kind": "chance", "fraction": "7/10", "percent": 70.0},
        "mean_itself": {"label": "Mean Itself", "kind": "mean", "fraction": "19/10", "number": 1.9},
    }


def test_every_verdict_has_a_row_in_the_order_of_the_book() -> None:
    """Also the one that never comes up."""
    (verdicts,) = tally().outcomes()
    assert [(row["value"], row["label"], row["fraction"]) for row in verdicts["rows"]] == [
        ("good", "Good", "7/10"),
        ("bad", "Bad", "3/10"),
        ("never", "Never", "0"),
    ]


def test_only_possible_verdicts_are_listed_where_the_rule_names_them() -> None:
    """Those of no chance too, in the order that the rule gives."""
    (verdicts,) = Tally.of(WAYS, kind, [Kind.BAD, Kind.GOOD], {}, {}, {}).outcomes()
    assert [row["value"] for row in verdicts["rows"]] == ["bad", "good"]


def test_a_chance_that_never_applies_is_left_out() -> None:
    """One that is none throughout; one that applies and never comes up is nought."""
    chances = {"none": ("None", lambda outcome: None), "never": ("Never", lambda outcome: False)}
    assert Tally.of(WAYS, None, None, chances, {}, {}).summary() == {
        "never": {"label": "Never", "kind": "chance", "fraction": "0", "percent": 0.0}
    }


def test_a_measure_has_its_curve() -> None:
    """From the lowest value up, with its mean, its likeliest value, and a true minus sign."""
    (table,) = tally(None, less=lambda outcome: outcome - 2).outcomes()
    assert (table["mean"], table["mean_number"], table["most_likely"]) == ("-1/10", -0.1, 0)
    rows = [
        (row["value"], row["label"], row["fraction"], row["at_least"]["fraction"], row["at_most"]["fraction"])
        for row in table["rows"]
    ]
    assert rows == [(-1, "−1", "1/5", "1", "1/5"), (0, "0", "7/10", "4/5", "9/10"), (1, "1", "1/10", "1/10", "1")]


def test_what_has_not_happened_yet_stands_last_and_has_no_mean() -> None:
    """A measure may be None for some outcomes; its exact mean may still be known to the rule."""
    measures = {"round": ("Round", lambda outcome: None if outcome == 2 else outcome)}
    found = Tally.of(WAYS, None, None, {}, measures, {"mean_round": ("Mean Round", Fraction(9, 4))})
    (table,) = found.outcomes()
    assert (table["mean"], table["mean_number"], table["most_likely"]) == (None, None, None)
    assert [(row["label"], row["fraction"]) for row in table["rows"]] == [
        ("1", "1/5"),
        ("3", "1/10"),
        ("not yet", "7/10"),
    ]
    assert found.mean("round") is None
    assert found.summary() == {"mean_round": {"label": "Mean Round", "kind": "mean", "fraction": "9/4", "number": 2.25}}
    assert found.sentence() == "Mean Round 2.25."


def test_the_standard_sentence() -> None:
    """Chances, then means; without either, the verdicts; without those, that nothing is left to the dice."""
    assert tally(itself=lambda outcome: outcome).sentence() == "Even 70 %; mean Itself 1.9."
    assert Tally.of(WAYS, kind, None, {}, {}, {}).sentence() == "Good 70 %; Bad 30 %; Never 0 %."
    assert Tally.of(WAYS, None, None, {}, {}, {}).sentence() == "Nothing here is left to the dice."


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 2), "50 %"),
        (Fraction(11, 12), "91.67 %"),
        (Fraction(1, 10**9), "under 0.01 %"),
        (1 - Fraction(1, 10**9), "over 99.99 %"),
        (Fraction(1, 20_000), "under 0.01 %"),
        (Fraction(51, 1_000_000), "0.01 %"),
        (Fraction(19_999, 20_000), "over 99.99 %"),
        (Fraction(99_994, 100_000), "99.99 %"),
        (Fraction(1, 10**400), "under 0.01 %"),
    ],
)
def test_a_chance_as_a_percentage(chance: Fraction, text: str) -> None:
    """Never 0 or 100 for what can happen or fail."""
    assert as_percent(chance) == text


@given(st.fractions(0, 1))
def test_only_certainty_is_shown_as_certain(chance: Fraction) -> None:
    """Whatever the chance."""
    assert (as_percent(chance) == "0 %") == (chance == 0)
    assert (as_percent(chance) == "100 %") == (chance == 1)
    assert Fraction(shown(chance)["fraction"]) == chance


@pytest.mark.parametrize(
    ("mean", "text"),
    [(Fraction(113, 18), "6.28"), (Fraction(-1, 2), "−0.5"), (Fraction(-1, 1000), "0"), (Fraction(40), "40"),
     (Fraction(0), "0")],
)  # fmt: skip
def test_a_mean_in_two_decimals(mean: Fraction, text: str) -> None:
    """With a true minus sign, and no minus before nothing."""
    assert as_number(mean) == text


def test_a_verdicts_label_begins_with_a_capital() -> None:
    """And keeps the rest as it is."""
    assert capital(Kind.GOOD) == "Good"
