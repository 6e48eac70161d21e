"""The opposed test and the matrix against both rolls tried one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.fantasy_crux.contest import Side, meet, meetings, tie_winner
from companion.games.fantasy_crux.d100 import Grade, kept, scale
from companion.games.fantasy_crux.data import Share
from companion.games.fantasy_crux.exchange import Roller, Verdict, exchanges, figure

PAIRS = [(51, 51), (60, 80), (80, 60), (0, 30), (100, 99), (99, 100), (76, 51)]
skills = st.integers(0, 100)
net = st.integers(-3, 3)


@pytest.mark.parametrize(("mine", "theirs"), PAIRS)
def test_all_pairs_of_rolls(mine: int, theirs: int, by_hand: Any) -> None:
    """The fast comparison of grades and running sums is that of 10,000 pairs."""
    slow = Counter(by_hand.winner(one, mine, other, theirs) for one, other in product(range(1, 101), repeat=2))
    fast = meetings(scale(mine), 0, scale(theirs), 0, Side.THEIRS).map(lambda meeting: meeting.winner.value)
    assert {side: fast.chance(side) for side in slow} == {
        side: Fraction(weight, 10_000) for side, weight in slow.items()
    }


@pytest.mark.parametrize(("mine", "theirs"), PAIRS)
@pytest.mark.parametrize(("my_dice", "their_dice"), [(0, 0), (1, -1), (-2, 1)])
def test_all_cells_of_the_matrix(mine: int, theirs: int, my_dice: int, their_dice: int, by_hand: Any) -> None:
    """With dice on both sides, each pair of kept rolls weighed by hand."""
    slow: Counter[str] = Counter()
    for one, weight in by_hand.kept(mine, my_dice).items():
        for other, inner in by_hand.kept(theirs, their_dice).items():
            slow[by_hand.cell(one, mine, other, theirs)] += weight * inner
    attack, dodge = Roller(scale(mine), my_dice), Roller(scale(theirs), their_dice)
    fast = exchanges(attack, dodge, Share.ALL).map(lambda answered: answered.verdict.value)
    assert {cell: fast.chance(cell) for cell in fast} == {
        cell: Fraction(weight, slow.total()) for cell, weight in slow.items()
    }


@pytest.mark.parametrize(
    ("a", "attacker", "d", "defender", "doubled", "verdict"),
    [
        (7, 80, 7, 60, False, Verdict.DEMOTED), (7, 60, 7, 80, False, Verdict.BLOCKED),
        (14, 76, 7, 76, True, Verdict.CRITICAL), (14, 76, 65, 70, True, Verdict.DEMOTED),
        (42, 51, 42, 51, False, Verdict.BLOCKED), (42, 52, 42, 51, False, Verdict.ORDINARY),
        (42, 51, 42, 52, False, Verdict.BLOCKED), (5, 52, 5, 51, False, Verdict.CRITICAL),
        (5, 51, 5, 51, False, Verdict.BLOCKED), (3, 51, 5, 51, False, Verdict.BLOCKED),
        (5, 51, 3, 51, False, Verdict.CRITICAL), (4, 51, 99, 51, False, Verdict.CRITICAL),
        (40, 51, 99, 51, False, Verdict.ORDINARY), (60, 51, 10, 51, False, Verdict.MISS),
        (99, 51, 10, 51, False, Verdict.MISS), (30, 51, 4, 51, False, Verdict.BLOCKED),
    ],
)  # fmt: skip
def test_edge_cases(a: int, attacker: int, d: int, defender: int, doubled: bool, verdict: Verdict) -> None:
    """Grades before numbers; equal numbers by skill, then to the defender."""
    from companion.games.fantasy_crux.exchange import exchange

    attack, defence = Roller(scale(attacker, doubled=doubled), 0), Roller(scale(defender), 0)
    assert exchange(attack, a, defence, d, Share.ALL).verdict is verdict


@given(skills, net, skills, net)
def test_the_mirror(mine: int, my_dice: int, theirs: int, their_dice: int) -> None:
    """Seen from the other side, the opposed test is the same; only a dead heat goes to whoever defends."""
    there = meetings(scale(mine), my_dice, scale(theirs), their_dice, Side.THEIRS)
    back = meetings(scale(theirs), their_dice, scale(mine), my_dice, Side.MINE)
    assert there.chance(lambda meeting: meeting.winner is Side.MINE) == back.chance(
        lambda meeting: meeting.winner is Side.THEIRS
    )


@given(skills, net, skills)
def test_dice_help_only_their_owner(mine: int, dice: int, theirs: int) -> None:
    """One more Bonus die never lowers the chance to win."""
    if dice < 3:
        won = [
            meetings(scale(mine), each, scale(theirs), 0, Side.THEIRS).chance(lambda each: each.winner is Side.MINE)
            for each in (dice, dice + 1)
        ]
        assert won[0] <= won[1]


@given(skills, st.integers(1, 100), skills, st.integers(1, 100))
def test_a_meeting_has_one_winner(mine: int, one: int, theirs: int, other: int) -> None:
    """Turned round, the winner is the other side; a dead heat is the defender's."""
    graded, against = scale(mine), scale(theirs)
    there, back = meet(graded, one, against, other, Side.THEIRS), meet(against, other, graded, one, Side.MINE)
    turned = {Side.MINE: Side.THEIRS, Side.THEIRS: Side.MINE}
    assert turned[there.winner] is back.winner
    assert meet(graded, one, graded, one, Side.NEITHER).winner is Side.NEITHER


def test_delay_keeps_the_status_quo() -> None:
    """Without a defender a dead heat changes nothing, but a higher skill still wins."""
    assert tie_winner(scale(51), scale(51), Side.NEITHER) is Side.NEITHER
    assert tie_winner(scale(52), scale(51), Side.NEITHER) is Side.MINE


@given(skills, net, skills, net, st.sampled_from(list(Share)))
def test_demotion_changes_the_damage_only(attack: int, dice: int, defence: int, their_dice: int, share: Share) -> None:
    """A demoted hit is a critical attack that won: with or without the exception the same attacks get through."""
    attacker, defender = Roller(scale(attack), dice), Roller(scale(defence), their_dice)
    odds = exchanges(attacker, defender, share)
    for answered in odds:
        if answered.verdict is Verdict.DEMOTED:
            assert (answered.attack, answered.defence, answered.winner) == (
                Grade.CRITICAL, Grade.SUCCESS, Side.MINE,
            )  # fmt: skip
    plain = meetings(attacker.graded, dice, defender.graded, their_dice, Side.THEIRS)
    won = plain.chance(lambda met: met.mine.succeeded and met.winner is Side.MINE)
    assert won == odds.chance(lambda answered: answered.winner is Side.MINE)


@pytest.mark.parametrize("share", list(Share))
def test_size_matters_only_for_a_winning_ordinary_parry(share: Share) -> None:
    """Whatever the Size, the same rolls win; only what a win is worth changes."""
    odds = exchanges(Roller(scale(60), 0), Roller(scale(60), 0), share)
    every = exchanges(Roller(scale(60), 0), Roller(scale(60), 0), Share.ALL)
    names = {Share.ALL: Verdict.BLOCKED, Share.HALF: Verdict.HALF, Share.NOTHING: Verdict.TOO_SMALL}
    ordinary = every.chance(lambda answered: answered.verdict is Verdict.BLOCKED and answered.defence is Grade.SUCCESS)
    found = odds.chance(lambda answered: answered.verdict is names[share] and answered.defence is Grade.SUCCESS)
    assert found == ordinary > 0


@pytest.mark.parametrize(("mine", "theirs"), PAIRS)
def test_the_map_is_the_matrix(mine: int, theirs: int, by_hand: Any) -> None:
    """Drawn from its bands and comparisons, the figure gives the cell of every pair of rolls, and shares add to 1."""
    shown = figure(Roller(scale(mine), 0), Roller(scale(theirs), 0), Share.ALL)
    compare = {
        ">=": lambda d, a: d >= a, ">": lambda d, a: d > a, "<": lambda d, a: d < a, "<=": lambda d, a: d <= a,
        None: lambda d, a: True,
    }  # fmt: skip
    bands = {
        side: {roll: band["grade"] for band in shown[side]["bands"] for roll in range(band["from"], band["to"] + 1)}
        for side in ("attack", "defence")
    }
    for one, other in product(range(1, 101), repeat=2):
        (region,) = [
            region
            for region in shown["regions"]
            if region["attack"] == bands["attack"][one]
            and region["defence"] in (None, bands["defence"][other])
            and compare[region["defence_roll"]](other, one)
        ]
        assert region["verdict"] == by_hand.cell(one, mine, other, theirs)
    assert sum(Fraction(region["share"]["fraction"]) for region in shown["regions"]) == 1


@pytest.mark.parametrize(
    ("mine", "theirs", "winner", "turns_at"),
    [(51, 51, "defence", 50), (51, 60, "defence", 50), (52, 51, "attack", 52), (0, 0, "defence", None)],
)
def test_where_a_point_of_skill_turns_the_tie(mine: int, theirs: int, winner: str, turns_at: int | None) -> None:
    """The figure names the winner of equal rolls and the defence skill from which that would turn."""
    tie = figure(Roller(scale(mine), 0), Roller(scale(theirs), 0), Share.ALL)["tie"]
    assert (tie["winner"], tie["turns_at_defence_skill"]) == (winner, turns_at)


def test_a_point_on_the_map(throw: Callable[..., dict[str, Any]]) -> None:
    """A throw marks its point; one point of skill decides equal rolls."""
    answer = throw("matrix", [2, 4, 2, 4], skill=52, defence_skill=51)
    assert answer["figures"]["result-matrix"]["point"] == {"attack": 42, "defence": 42, "verdict": "ordinary hit"}
    again = throw("matrix", [2, 4, 2, 4], skill=51, defence_skill=51)
    assert again["figures"]["result-matrix"]["point"]["verdict"] == "blocked"
    assert sum(weight for _, weight in kept(scale(51), 0).items()) == 100


def test_equal_rolls_decide_so_often() -> None:
    """51 against 51: the five criticals and the 46 ordinary successes, each with itself; never at skill 0."""
    assert figure(Roller(scale(51), 0), Roller(scale(51), 0), Share.ALL)["tie"]["share"]["fraction"] == "51/10000"
    assert figure(Roller(scale(0), 0), Roller(scale(51), 0), Share.ALL)["tie"]["share"]["fraction"] == "0"


def test_two_rolls_to_look_at(ask: Callable[..., dict[str, Any]]) -> None:
    """Without a throw the map marks the rolls that are looked at, tells why, and leaves the odds as they are."""
    answer = ask("matrix", skill=51, defence_skill=51, attack_roll=4, defence_roll=30)
    point = answer["figures"]["result-matrix"]["point"]
    assert (point["attack"], point["defence"], point["verdict"]) == (4, 30, "demoted hit")
    assert "fantasy-crux/opposed#critical" in [step["rule"] for step in point["why"]]
    assert answer["sentence"].startswith("04 against 30: demoted hit. In all: ")
    missed = ask("matrix", attack_roll=100, defence_roll=1)
    assert missed["figures"]["result-matrix"]["point"]["defence"] is None
    assert missed["summary"] == answer["summary"]
