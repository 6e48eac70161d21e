"""Two unlimited rolls against each other: exact, against a long capped die and icepool."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import house
from companion.games.darkmaster.meeting import lead, mean_lead, meet, solved
from tests.games.darkmaster.capped import long_totals


def chances(cuts: list[int], foe_cuts: list[int], margins: list[int]) -> dict[tuple[int, int, int], Fraction]:
    """The cells with their chances."""
    cells = meet(cuts, foe_cuts, margins)
    whole = sum(cells.values())
    return {cell: Fraction(weight, whole) for cell, weight in cells.items()}


CAP = 14
BOUND = 2 * Fraction(1, 10) * Fraction(1, 20) ** CAP
"""Two dice capped after so many follow-ups differ from the unlimited ones with no greater chance than this."""


@cache
def curve(cap: int) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """The capped die, and its chance of each total or more."""
    slow = long_totals(cap)
    left, tail = Fraction(1), {}
    for total in range(min(slow), max(slow) + 1):
        tail[total] = left
        left -= slow.get(total, Fraction(0))
    return slow, tail


def mean_ahead(slow: dict[int, Fraction], start: int) -> Fraction:
    """The mean of what one capped roll is ahead of another by, counted from `start`."""
    lowest, highest = min(slow), max(slow)
    beyond = {highest + 1: Fraction(0)}  # the mean of what a roll is above the total before this one
    tail = Fraction(0)
    for total in range(highest, lowest - abs(start) - 1, -1):
        tail += slow.get(total, Fraction(0))
        beyond[total] = beyond[total + 1] + tail
    return sum((chance * beyond.get(total + start + 1, Fraction(0)) for total, chance in slow.items()), Fraction(0))


def at_least(cap: int, margin: int) -> Fraction:
    """The chance that one capped roll is ahead of another by so much."""
    slow, tail = curve(cap)
    lowest, highest = min(tail), max(tail)
    return sum(
        (
            chance * (tail[max(lowest, total + margin)] if total + margin <= highest else 0)
            for total, chance in slow.items()
        ),
        Fraction(0),
    )


@pytest.mark.parametrize(
    ("golden", "ahead", "win", "tie", "lose"),
    [
        ("O11", 10, "0.581649421171", "0.008112781955", "0.410237796873"),
        ("O12", 20, "0.658705812149", "0.007208020050", "0.334086167800"),
        ("O14", 50, "0.835589270796", "0.004493734336", "0.159916994868"),
    ],
)
def test_unlimited(golden: str, ahead: int, win: str, tie: str, lose: str) -> None:
    """To every digit given (the last one rounded or cut)."""
    level, more = lead([-ahead, 1 - ahead])
    for found, text in ((more, win), (level - more, tie), (1 - level, lose)):
        assert abs(found - Fraction(text)) < Fraction(1, 10**12), golden


@pytest.mark.parametrize("margin", [-300, -101, -20, 0, 1, 7, 96, 100, 101, 250])
def test_a_long_chain_comes_as_near_as_it_must(margin: int) -> None:
    """The exact number lies within the bound of the capped die, for margins near and far."""
    (found,) = lead([margin])
    assert abs(found - at_least(CAP, margin)) <= BOUND


def test_equal_dice_are_fair() -> None:
    """Who is ahead by a margin is as likely as who is behind by it."""
    margins = list(range(-120, 122))
    found = dict(zip(margins, lead(margins), strict=True))
    assert all(found[margin] + found[1 - margin] == 1 for margin in range(-120, 122))


def test_the_equations_hold() -> None:
    """r(d) = c(d) + (r(d − 96) + ... + r(d − 100)) / 100 for every d, and r(0) as a plain sum."""
    apart = solved(96)
    for distance in range(101):
        at_once = Fraction(max(0, 95 - distance), 100**2)
        rest = sum((apart[abs(distance - face)] for face in range(96, 101)), Fraction(0)) / 100
        assert apart[distance] == at_once + rest
    chain = {value: Fraction(1, 100) for value in range(1, 101)}
    for _ in range(12):
        longer = {value: Fraction(1, 100) for value in range(1, 96)}
        for face in range(96, 101):
            for value, chance in chain.items():
                longer[face + value] = longer.get(face + value, Fraction(0)) + chance / 100
        chain = longer
    assert abs(apart[0] - sum(chance**2 for chance in chain.values())) < Fraction(1, 10**15)


@settings(max_examples=25)
@given(
    st.lists(st.integers(-250, 350), max_size=4, unique=True).map(sorted),
    st.lists(st.integers(-250, 350), max_size=4, unique=True).map(sorted),
    st.lists(st.integers(-200, 200), max_size=4, unique=True).map(sorted),
)
def test_cells_add_up_to_what_is_known(cuts: list[int], foe_cuts: list[int], margins: list[int]) -> None:
    """All cells are likely, add up to 1, and by themselves give the odds of one roll and of the margin alone."""
    cells = chances(cuts, foe_cuts, margins)
    assert all(chance > 0 for chance in cells.values())
    alone = chances(cuts, [], [])
    for mine in range(len(cuts) + 1):
        found = sum((chance for cell, chance in cells.items() if cell[0] == mine), Fraction(0))
        assert found == alone.get((mine, 0, 0), 0)
    theirs = chances([], foe_cuts, [])
    for place in range(len(foe_cuts) + 1):
        found = sum((chance for cell, chance in cells.items() if cell[1] == place), Fraction(0))
        assert found == theirs.get((0, place, 0), 0)
    for place, chance in enumerate(lead(margins) if margins else [], 1):
        assert sum((share for cell, share in cells.items() if cell[2] >= place), Fraction(0)) == chance


@settings(max_examples=4)
@given(
    st.lists(st.integers(-150, 250), min_size=1, max_size=3, unique=True).map(sorted),
    st.lists(st.integers(-150, 250), min_size=1, max_size=3, unique=True).map(sorted),
    st.lists(st.integers(-120, 120), min_size=1, max_size=3, unique=True).map(sorted),
)
def test_cells_are_those_of_the_capped_die(cuts: list[int], foe_cuts: list[int], margins: list[int]) -> None:
    """Every pair of totals of a die with four follow-ups, put into its cell: within the bound of its cut tail."""
    cap, slow = 4, long_totals(4)
    cells = chances(cuts, foe_cuts, margins)
    found: dict[tuple[int, int, int], float] = {}
    theirs = [(total, sum(total >= cut for cut in foe_cuts), float(chance)) for total, chance in slow.items()]
    for total, chance in slow.items():
        mine, share = sum(total >= cut for cut in cuts), float(chance)
        for other, place, other_chance in theirs:
            key = mine, place, sum(total - other >= margin for margin in margins)
            found[key] = found.get(key, 0.0) + share * other_chance
    bound = 2 * 0.1 * 0.05**cap + 1e-12
    assert all(abs(float(cells.get(key, Fraction(0))) - found.get(key, 0.0)) <= bound for key in {*cells, *found})


@pytest.mark.parametrize("start", [-130, -20, 0, 20, 77])
def test_mean_lead(start: int) -> None:
    """The mean of what one roll is ahead by, against the capped die; its cut tail is worth next to nothing."""
    assert abs(mean_lead(start) - mean_ahead(long_totals(CAP), start)) < Fraction(1, 10**12)


def test_icepool_agrees() -> None:
    """icepool's own die, ten follow-ups deep."""
    chain: icepool.Die[int] = icepool.d(100)
    for _ in range(9):
        chain = icepool.Die([face + chain if face >= 96 else face for face in range(1, 101)])
    die = icepool.Die([face + chain if face >= 96 else face - chain if face <= 5 else face for face in range(1, 101)])
    won = (die - die + 20) > 0
    (found,) = lead([-19])
    assert abs(found - won.probability(True)) < Fraction(1, 10**13)


def test_a_changed_die_keeps_the_laws() -> None:
    """Under a game master's own marks the equations are solved anew."""
    rules = house.HouseRules("mine", {"darkmaster": {"open_die": {"adds_from": 91, "takes_to": 3}}})
    with house.under(rules):
        level, more = lead([0, 1])
        slow = long_totals(13, 91, 3)
        equal = sum((chance**2 for chance in slow.values()), Fraction(0))
        assert level + more == 1
        assert abs(level - more - equal) < Fraction(1, 10**13)
        assert abs(mean_lead(0) - mean_ahead(slow, 0)) < Fraction(1, 10**8)
        assert abs(mean_lead(33) - mean_ahead(slow, 33)) < Fraction(1, 10**8)
