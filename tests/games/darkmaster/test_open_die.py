"""The open-ended die: chains read, exact odds without any limit, against every sequence listed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find, house
from companion.games.darkmaster.open_die import Faces, Law, Short, chance_at_least, goes_on, law, read, rolls
from tests.games.darkmaster.capped import long_totals, merged, totals

OPEN = find("darkmaster/open-roll")


@pytest.mark.parametrize(
    ("golden", "dice", "total"),
    [
        ("D1", [50], 50),
        ("D3", [98, 99, 12], 209),
        ("D4", [97, 3], 100),
        ("D6", [2, 97, 30], -125),
        ("D7", [5, 1], 4),
        ("D9", [1, 100, 96, 95], -290),
        ("D10", [100, 100, 100, 4], 304),
    ],
)
def test_sequences(golden: str, dice: list[int], total: int) -> None:
    """Each sequence is complete with its last die, and not before."""
    assert read(dice).total == total, golden
    assert not goes_on(dice)
    assert all(goes_on(dice[:count]) for count in range(1, len(dice)))
    assert OPEN.roll({}, dice=dice)["outcome"]["total"] == total


@pytest.mark.parametrize(
    ("golden", "found", "exact"),
    [
        ("T5", lambda: chance_at_least(5) - chance_at_least(6), "0"),
        ("T5", lambda: chance_at_least(96) - chance_at_least(97), "0"),
        ("T6", lambda: chance_at_least(97) - chance_at_least(98), "1/10000"),
        ("T6", lambda: chance_at_least(101) - chance_at_least(102), "1/2000"),
        ("T6", lambda: chance_at_least(4) - chance_at_least(5), "1/10000"),
        ("T8", lambda: chance_at_least(51), "1/2"),
        ("T9", lambda: chance_at_least(100), "247/5000"),
        ("T11", lambda: chance_at_least(150), "49/2000"),
        ("T12", lambda: chance_at_least(200), "303/125000"),
        ("T14", lambda: 1 - chance_at_least(-94), "249/100000"),
        ("T15", lambda: chance_at_least(-100), "7981/8000"),
    ],
)
def test_one_roll(golden: str, found: Any, exact: str) -> None:
    """Chances of one roll, exact for the unlimited chain."""
    assert found() == Fraction(exact), golden


def test_mean_and_variance() -> None:
    """T2 and T3, and the mean of the total itself; the calculator shows them."""
    known = law(0)
    assert (known.mean, known.variance, known.chain_mean) == (
        Fraction(101, 2),
        Fraction(2525909, 1444),
        Fraction(1010, 19),
    )
    summary = OPEN.odds({"bonus": 10})["summary"]
    assert [summary[name]["fraction"] for name in ("mean_total", "variance", "mean_chain")] == [
        "121/2",
        "2525909/1444",
        "1010/19",
    ]


def test_only_two_totals_cannot_be() -> None:
    """5 minus at least 1, and 96 plus at least 1: every other total can come about."""
    known = law(390)
    assert [total for total in range(-390, 391) if not known.weight(total)] == [5, 96]


def test_the_law_is_a_mirror() -> None:
    """What is added above mirrors what is taken away below: T and 101 − T are alike."""
    known = law(390)
    assert all(known.weight(total) == known.weight(101 - total) for total in range(-280, 381))


@pytest.mark.parametrize("cap", [1, 2])
def test_every_sequence_listed(cap: int) -> None:
    """The slow twin: what the cap cannot touch is exactly as likely; the rest differs by the cut tail at most."""
    tail = Fraction(1, 10) * Fraction(1, 20) ** cap
    slow = totals(cap)
    assert sum(slow.values()) == 1
    for target in range(-300, 401):
        reached = sum(chance for total, chance in slow.items() if total >= target)
        assert abs(chance_at_least(target) - reached) <= tail
        if -90 * cap < target < 96 * (cap + 1):
            assert chance_at_least(target) == reached


def test_kinds_of_rolls_are_those_of_every_sequence() -> None:
    """First dice with totals between cuts: the staged count against every sequence of three dice."""
    cuts = [-40, 4, 60, 120, 150]

    def kind(first: int, total: int) -> tuple[int, int]:
        return first, sum(total >= cut for cut in cuts)

    slow = merged(2, lambda faces: kind(faces[0], read(faces).total))
    fast: dict[tuple[int, int], int] = {}
    for first, total, weight in rolls(cuts):
        fast[kind(first, total)] = fast.get(kind(first, total), 0) + weight
    whole = sum(fast.values())
    assert {key: Fraction(weight, whole) for key, weight in fast.items()} == slow


@given(st.lists(st.integers(-1500, 1500), max_size=6), st.integers(-1500, 1500))
def test_any_cuts_give_the_law(cuts: list[int], target: int) -> None:
    """Whatever else is cut, the chance to reach a cut is that of the law."""
    found = list(rolls([*cuts, target]))
    whole = sum(weight for _, _, weight in found)
    reached = sum(weight for _, total, weight in found if total >= target)
    assert Fraction(reached, whole) == chance_at_least(target)
    assert all(weight > 0 for _, _, weight in found)


@pytest.mark.parametrize(("adds", "takes"), [(96, 5), (91, 10), (100, 0), (96, 0), (80, 3)])
def test_other_dice(adds: int, takes: int) -> None:
    """A game master's own marks for the die: the same law as its chain put together die by die."""
    known = Law(adds, takes, 400)
    slow = long_totals(12, adds, takes)
    error = Fraction(101 - adds + takes, 100) * Fraction(101 - adds, 100) ** 12
    for target in range(-380, 381, 19):
        assert abs(known.chance(target) - sum(c for t, c in slow.items() if t >= target)) <= error
    assert abs(known.mean - sum(t * c for t, c in slow.items())) < Fraction(1, 10**5)
    assert abs(known.variance - sum(t * t * c for t, c in slow.items()) + known.mean**2) < Fraction(1, 10**2)


def test_house_rules_change_the_die() -> None:
    """From the file to the odds and to the throw."""
    rules = house.HouseRules("mine", {"darkmaster": {"open_die": {"adds_from": 91, "takes_to": 10}}})
    with house.under(house.check(rules)):
        assert OPEN.odds({})["outcomes"][0]["rows"][0]["fraction"] == "1/10"
        assert read([92, 5]).total == 97
        assert goes_on([92])
    assert not goes_on([92])


def test_the_calculator_shows_the_chain() -> None:
    """Dice thrown, exactly the number, the figure's links."""
    answer = OPEN.odds({"target": 101})
    tables = {table["name"]: table["rows"] for table in answer["outcomes"]}
    assert [row["fraction"] for row in tables["dice"]] == ["9/10", "19/200", "19/4000", "19/80000", "1/80000"]
    assert tables["exactly"][0]["fraction"] == "1/2000"
    assert sum(Fraction(row["fraction"]) for row in tables["totals"]) == 1
    links = OPEN.roll({}, dice=[2, 97, 30])["figures"]["open-chain"]["links"]
    assert [(link["part"], link["total"], link["grows"]) for link in links] == [
        (2, 2, True),
        (-97, -95, True),
        (-30, -125, False),
    ]


def test_dice_are_read_as_they_are_needed() -> None:
    """A plain die, then a roll; and a missing die is told from a surplus one."""
    faces = Faces([12, 97, 3])
    assert (faces.one(), faces.roll().total) == (12, 100)
    with pytest.raises(Short):
        faces.one()
