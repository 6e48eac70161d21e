"""Conflicting Actions: who wins, ties, Critical Failures on both sides, and the rulings."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import find
from companion.games.darkmaster.contest import Compared, Contest, Side, Winner, margin_cuts, odds
from tests.games.darkmaster.capped import judged

CONFLICT = find("darkmaster/conflict")


def contest(mine: int, theirs: int, **rulings: str) -> Contest:
    """Two sides without modifiers."""
    return Contest(Side("You", "Skill", mine), Side("Your foe", "Skill", theirs), **rulings)


def chances(**inputs: object) -> dict[str, Fraction]:
    """The summary's chances."""
    return {
        name: Fraction(entry["fraction"])
        for name, entry in CONFLICT.odds(inputs)["summary"].items()
        if entry["kind"] == "chance"
    }


def test_seventy_against_fifty() -> None:
    """The numbers that the calculator is asked for, to ten digits."""
    found = CONFLICT.odds({"bonus": 70, "foe_bonus": 50})["summary"]
    assert round(found["win"]["percent"], 10) == 65.8705812149
    assert round(found["tie"]["percent"], 10) == 0.7208020050
    assert chances(bonus=70, foe_bonus=50) == chances(**CONFLICT.example("seventy-against-fifty").inputs)


@pytest.mark.parametrize(
    ("golden", "ahead", "cap", "win", "tie", "lose"),
    [
        ("O2", 20, 0, "169/250", "1/125", "79/250"),
        ("O3", 0, 1, "2477377/5000000", "22623/2500000", "2477377/5000000"),
        ("O5", -20, 1, "334041/1000000", "721/100000", "658749/1000000"),
        ("O6", 10, 1, "1163343/2000000", "1623/200000", "820427/2000000"),
        ("O8", 0, 2, "123869146479/250000000000", "1130853521/125000000000", "123869146479/250000000000"),
        ("O9", 20, 2, "257307/390625", "288321/40000000", "66817211/200000000"),
    ],
)
def test_capped_dice(golden: str, ahead: int, cap: int, win: str, tie: str, lose: str) -> None:
    """The rule itself, over every sequence of a die without follow-ups, with one, and with two."""
    found = judged(cap, contest(50 + ahead, 50), lambda compared: compared.winner)
    assert [found[winner] for winner in Winner] == [Fraction(text) for text in (win, tie, lose)], golden


@pytest.mark.parametrize(("bonuses", "both"), [((50, 50), "169/250000"), ((20, 20), "1681/1000000"), ((0, 0), "1/400")])
def test_both_fail(bonuses: tuple[int, int], both: str) -> None:
    """Both sides at 4 or less: exact for the unlimited die, and decided as the ruling says."""
    entries = odds(contest(*bonuses))
    whole = sum(weight for _, weight in entries)
    found = [(compared, weight) for compared, weight in entries if compared.failed and compared.foe_failed]
    assert Fraction(sum(weight for _, weight in found), whole) == Fraction(both)
    assert {compared.winner for compared, _ in found} == set(Winner)
    nobody = chances(bonus=bonuses[0], foe_bonus=bonuses[1], both_fail="nobody")
    letter = chances(bonus=bonuses[0], foe_bonus=bonuses[1])
    won = sum(weight for compared, weight in found if compared.winner is Winner.YOU)
    lost = sum(weight for compared, weight in found if compared.winner is Winner.FOE)
    assert nobody["win"] == letter["win"] - Fraction(won, whole)
    assert nobody["lose"] == letter["lose"] - Fraction(lost, whole)


def test_a_failure_may_win_or_not() -> None:
    """The ruling on the least that wins: 60 beats 40, or it does not."""
    inputs = {"bonus": 0, "foe_bonus": 0}
    assert CONFLICT.roll(inputs, dice=[60, 40])["verdict"]["value"] == "you win"
    partial = {**inputs, "least_to_win": "partial"}
    answer = CONFLICT.roll(partial, dice=[60, 40])
    assert answer["verdict"]["value"] == "nobody wins"
    assert answer["steps"][-1]["rule"] == "darkmaster/conflict#rulings"
    assert CONFLICT.roll(partial, dice=[80, 40])["verdict"]["value"] == "you win"
    assert chances(**partial)["win"] < chances(**inputs)["win"]
    assert "mean_margin" not in CONFLICT.odds(partial)["summary"]


@pytest.mark.parametrize(
    ("dice", "verdict", "sentence"),
    [
        ([50, 40], "you win", "120 against 90: you win by 30."),
        ([30, 50], "nobody wins", "100 against 100: nobody wins."),
        ([30, 51], "your foe wins", "100 against 101: your foe wins by 1."),
        ([97, 30, 51], "you win with a Critical Success",
         "197 against 101: you win by 96, with a Critical Success."),
        ([40, 97, 30], "your foe wins with a Critical Success",
         "110 against 177: your foe wins by 67, with a Critical Success."),
        ([1, 90, 2, 70], "your foe wins", "−19 against −18: your foe wins by 1."),
    ],
)  # fmt: skip
def test_throws(dice: list[int], verdict: str, sentence: str) -> None:
    """70 against 50, at the dice of a table."""
    answer = CONFLICT.roll({"bonus": 70, "foe_bonus": 50}, dice=dice)
    assert answer["verdict"]["value"] == verdict
    assert answer["sentence"] == sentence


def test_a_critical_failure_brings_its_mishap() -> None:
    """Said for either side, whoever wins."""
    said = [step["text"] for step in CONFLICT.roll({}, dice=[1, 90, 2, 70])["steps"]]
    assert sum("a Critical Failure brings its mishap" in text for text in said) == 2


@settings(max_examples=4, deadline=None)
@given(st.integers(-60, 160), st.integers(-60, 160), st.sampled_from(["compare", "nobody"]),
       st.sampled_from(["any", "partial"]))  # fmt: skip
def test_the_fast_count_against_the_listed_die(mine: int, theirs: int, both_fail: str, least_to_win: str) -> None:
    """Bands, winners and margins in steps, against every pair of sequences of one follow-up, within its cut tail."""
    asked = contest(mine, theirs, both_fail=both_fail, least_to_win=least_to_win)
    cuts = margin_cuts()

    def kind(compared: Compared) -> tuple[object, ...]:
        step = sum(compared.margin >= cut for cut in cuts)
        return compared.grade, compared.foe_grade, compared.winner, step

    slow = judged(1, asked, kind)
    fast: dict[tuple[object, ...], int] = {}
    entries = odds(asked, cuts)
    for compared, weight in entries:
        fast[kind(compared)] = fast.get(kind(compared), 0) + weight
    whole = sum(weight for _, weight in entries)
    bound = 2 * Fraction(1, 10) * Fraction(1, 20)
    for key in {*slow, *fast}:
        assert abs(Fraction(fast.get(key, 0), whole) - slow.get(key, Fraction(0))) <= bound


@settings(max_examples=10, deadline=None)
@given(st.integers(-100, 250), st.integers(-100, 250))
def test_swapping_the_sides_swaps_the_chances(mine: int, theirs: int) -> None:
    """Nothing favours either side, and one more point never harms."""
    here, there = chances(bonus=mine, foe_bonus=theirs), chances(bonus=theirs, foe_bonus=mine)
    assert (here["win"], here["tie"], here["lose"]) == (there["lose"], there["tie"], there["win"])
    assert chances(bonus=mine + 1, foe_bonus=theirs)["win"] > here["win"]


def test_margins_and_their_mean() -> None:
    """The tables of margins add up to the chance of winning; the golden mean of a die with one follow-up."""
    answer = CONFLICT.odds({"bonus": 70, "foe_bonus": 50})
    tables = {table["name"]: table["rows"] for table in answer["outcomes"]}
    for name, chance in (("margin_you", "win"), ("margin_foe", "lose")):
        assert sum(Fraction(row["fraction"]) for row in tables[name]) == Fraction(answer["summary"][chance]["fraction"])
    for ahead, exact in ((0, "67318513/3125000"), (20, "3322657/100000")):
        margins = judged(1, contest(50 + ahead, 50), lambda compared: max(0, compared.margin))
        assert sum(margin * chance for margin, chance in margins.items()) == Fraction(exact)
    gain, loss = (Fraction(answer["summary"][name]["fraction"]) for name in ("mean_margin", "mean_foe_margin"))
    assert gain - loss == 20
    assert 33.2 < gain < 33.6


def test_modifiers_on_both_sides() -> None:
    """Bruised, and anything else."""
    found = chances(bonus=70, foe_bonus=50, bruised=True, other=5, foe_other=-5, foe_bruised=True)
    assert found == chances(bonus=55, foe_bonus=25)
    stacks = CONFLICT.odds({"bruised": True})["figures"]["modifier-stack"]
    assert [stack["total"]["value"] for stack in stacks] == [30, 50]
