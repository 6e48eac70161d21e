"""The D100: ranges, candidates, which one is kept, and the count of all of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.fantasy_crux.d100 import Grade, critical_range, grades, keep, kept, notation, read, scale, shown

SKILLS = (0, 1, 9, 10, 19, 25, 51, 59, 60, 76, 90, 98, 99, 100)
DICE = (-3, -2, -1, 0, 1, 2, 3)

skills = st.integers(0, 100)
net = st.integers(-3, 3)


@pytest.mark.parametrize(
    ("skill", "critical", "doubled"),
    [(0, 0, 0), (1, 1, 2), (19, 1, 2), (20, 2, 4), (59, 5, 10), (60, 6, 12), (76, 7, 14), (90, 9, 18), (100, 10, 20)],
)
def test_critical_ranges(skill: int, critical: int, doubled: int) -> None:
    """The tens digit of the skill, at least 01, and twice that with Deadly Precision."""
    assert critical_range(skill) == critical
    assert critical_range(skill, doubled=True) == doubled


@pytest.mark.parametrize(
    ("skill", "roll", "grade"),
    [
        (100, 10, Grade.CRITICAL), (100, 11, Grade.SUCCESS), (100, 99, Grade.SUCCESS), (100, 100, Grade.FUMBLE),
        (99, 99, Grade.FUMBLE), (99, 98, Grade.SUCCESS), (51, 5, Grade.CRITICAL), (51, 6, Grade.SUCCESS),
        (51, 52, Grade.FAILURE), (0, 1, Grade.FAILURE), (1, 1, Grade.CRITICAL), (0, 99, Grade.FUMBLE),
    ],
)  # fmt: skip
def test_grades(skill: int, roll: int, grade: Grade) -> None:
    """A fumble goes before success; skill 0 is never critical; only 00 fumbles at 100."""
    assert scale(skill).grade(roll) is grade


@pytest.mark.parametrize(
    ("skill", "rolls", "best", "worst"),
    [
        (70, (25, 65), 65, 25), (60, (25, 65), 25, 65), (51, (4, 44), 4, 44), (51, (79, 99), 79, 99),
        (60, (72, 82), 72, 82), (100, (40, 90, 100), 90, 100),
    ],
)  # fmt: skip
def test_which_candidate_is_kept(skill: int, rolls: tuple[int, ...], best: int, worst: int) -> None:
    """By the quality of the result, not by the lowest or highest tens die."""
    units = rolls[0] % 10 or 10
    tens = tuple(roll // 10 % 10 or 10 for roll in rolls)
    assert keep(scale(skill), len(rolls) - 1, units, tens).roll == best
    assert keep(scale(skill), 1 - len(rolls), units, tens).roll == worst


@pytest.mark.parametrize("skill", SKILLS)
@pytest.mark.parametrize("dice", DICE)
def test_every_units_and_tens_die(skill: int, dice: int, by_hand: Any) -> None:
    """The staged count of the kept roll is the one with all dice tried, up to 100,000 falls."""
    assert dict(kept(scale(skill), dice).items()) == dict(by_hand.kept(skill, dice))


@pytest.mark.parametrize("skill", [76, 100])
@pytest.mark.parametrize("dice", [-2, 0, 2])
def test_deadly_precision_grades_candidates(skill: int, dice: int, by_hand: Any) -> None:
    """The wider range also decides which candidate is kept."""
    assert dict(kept(scale(skill, doubled=True), dice).items()) == dict(by_hand.kept(skill, dice, doubled=True))


@pytest.mark.parametrize("skill", [25, 51, 100])
@pytest.mark.parametrize("dice", DICE)
def test_icepool_is_a_witness(skill: int, dice: int) -> None:
    """For each face of the units die, the highest or lowest of independent candidates by quality."""
    graded = scale(skill)

    def of_units(units: int) -> icepool.Die[int]:
        candidate = icepool.Die([graded.quality(read(units, tens)) for tens in range(1, 11)])
        number = 1 + abs(dice)
        return candidate.highest(number) if dice > 0 else candidate.lowest(number)

    witness = icepool.d10.map(of_units)
    assert kept(graded, dice).map(graded.quality).to_icepool() == witness


@given(skills, net)
def test_a_bonus_die_never_hurts(skill: int, dice: int) -> None:
    """One die better is at least as good: for every bar, the chance to reach it does not fall."""
    graded = scale(skill)
    if dice < 3:
        fewer, more = (kept(graded, each).map(graded.quality) for each in (dice, dice + 1))
        for bar in sorted(set(fewer)):
            assert more.chance(lambda quality, bar=bar: quality >= bar) >= fewer.chance(
                lambda quality, bar=bar: quality >= bar
            )


@given(skills, net)
def test_weights_are_the_falls_of_the_dice(skill: int, dice: int) -> None:
    """Every kept roll is counted once for each fall: ten units faces, ten for each tens die."""
    assert kept(scale(skill), dice).total == 10 * 10 ** (1 + abs(dice))
    assert sum(weight for _, weight in grades(scale(skill), dice).items()) == kept(scale(skill), dice).total


@given(skills)
def test_bands_cover_all_rolls(skill: int) -> None:
    """From 01 to 00 without a gap, each with its own grade."""
    bands = scale(skill).bands()
    assert [bands[0]["from"], bands[-1]["to"]] == [1, 100]
    for before, after in pairwise(bands):
        assert int(str(before["to"])) + 1 == after["from"]
        assert before["grade"] != after["grade"]


def test_a_cap_in_the_saddle() -> None:
    """A lower Riding replaces the skill everywhere, or only the number to roll under."""
    everywhere, success = (scale(90, cap=40, cap_everywhere=each) for each in (True, False))
    assert (everywhere.limit, everywhere.critical, everywhere.base) == (40, 4, 40)
    assert (success.limit, success.critical, success.base) == (40, 9, 90)
    assert scale(30, cap=40) == scale(30)


def test_how_rolls_are_shown() -> None:
    """As the dice show them."""
    assert [shown(7), shown(65), shown(100)] == ["07", "65", "00"]
    assert [notation(2), notation(-1), notation(0)] == ["+2B", "−1P", "no dice"]
    assert [read(10, 10), read(7, 10), read(10, 3)] == [100, 7, 30]


@pytest.mark.parametrize(
    ("inputs", "dice", "says"),
    [
        ({"bonus": 5, "penalty": -1}, 3, "cancel"), ({"bonus": 5}, 3, "at most 3"), ({"penalty": -7}, -3, "at most 3"),
        ({"bonus": 2, "penalty": -2}, 0, "cancel"),
    ],
)  # fmt: skip
def test_cancel_first_then_the_limit(inputs: dict[str, int], dice: int, says: str) -> None:
    """Five Bonus dice and one Penalty die leave four, of which three count."""
    from companion.games.fantasy_crux.pools import other, pool

    found = pool("Test", [other(value, name) for name, value in inputs.items()])
    assert found.dice == dice
    assert any(says in step.text for step in found.explain())


def test_a_talent_removes_a_penalty_before_the_limit() -> None:
    """Of five Penalty dice four are left, and three count; of one Penalty die none."""
    from companion.games.fantasy_crux.pools import other, pool

    assert pool("Test", [other(-5)], removes=1).left == -4
    assert pool("Test", [other(-1)], removes=1).dice == 0
    assert pool("Test", [other(1), other(-1)], removes=1).dice == 0


def test_the_throw_shows_every_candidate(throw: Callable[..., dict[str, Any]]) -> None:
    """Each with its grade, one of them kept, and the modifier stack beside them."""
    answer = throw("test", [5, 2, 6], skill=70, dice=1)
    (figure,) = answer["figures"]["candidates"]
    assert [(row["shown"], row["kept"]) for row in figure["rows"]] == [("25", False), ("65", True)]
    assert answer["verdict"]["value"] == "success"
    assert answer["figures"]["modifier-stack"]["total"] == {"label": "+1B", "value": 1}


def test_circumstances_of_a_test(chance: Callable[..., Any]) -> None:
    """Wounded, held and helped are dice by name; −1P and +1B cancel."""
    assert chance("test", "success", wounded=True, assistance="Assistance") == chance("test", "success")
    assert chance("test", "success", wounded=True, held=True) == chance("test", "success", dice=-2)


def test_deadly_precision_needs_skill(refused: Callable[..., tuple[str, str]]) -> None:
    """Seventy-six at least."""
    assert refused("test", skill=75, deadly_precision=True)[1] == "critical#deadly-precision"
    assert refused("matrix", skill=75, deadly_precision=True)[1] == "critical#deadly-precision"
