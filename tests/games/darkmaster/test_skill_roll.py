"""Skill rolls: the five bands, their modifiers, Assessment Rolls."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find, house
from companion.games.darkmaster.bands import Grade, grade_of
from tests.games.darkmaster.capped import totals

SKILL = find("darkmaster/skill-roll")
BANDS = [
    ("B2", -20, ["6/25", "7/10", "41/2000", "4613/125000", "649/250000"]),
    ("B3", 0, ["1/20", "69/100", "1053/5000", "187/5000", "3/250"]),
    ("B5", 50, ["13/500", "107/500", "1/4", "473/1000", "37/1000"]),
    ("B6", 80, ["11/1000", "7/200", "18/125", "3/4", "3/50"]),
    ("B8", 120, ["1/500", "3/125", "1/80", "1003/2000", "23/50"]),
]


def bands(**inputs: object) -> list[Fraction]:
    """The five bands, the worst first."""
    return [Fraction(row["fraction"]) for row in SKILL.odds(inputs)["outcomes"][0]["rows"]]


@pytest.mark.parametrize(("golden", "bonus", "exact"), BANDS)
def test_bands(golden: str, bonus: int, exact: list[str]) -> None:
    """Exact for the unlimited chain; each row adds up to 1."""
    assert bands(bonus=bonus) == [Fraction(text) for text in exact], golden
    assert sum(bands(bonus=bonus)) == 1


def test_the_example_is_the_bonus_of_50() -> None:
    """The five numbers that the calculator is asked for."""
    found = SKILL.odds(dict(SKILL.example("bonus-50").inputs))
    assert [row["fraction"] for row in found["outcomes"][0]["rows"]] == BANDS[2][2]


@given(st.integers(-90, 170))
def test_bands_of_the_listed_die(bonus: int) -> None:
    """Against every sequence of four dice: no band differs by more than the tail that is cut."""
    slow = dict.fromkeys(Grade, Fraction(0))
    for total, chance in totals(2).items():
        slow[grade_of(total + bonus)] += chance
    tail = Fraction(1, 10) * Fraction(1, 20) ** 2
    assert all(abs(found - slow[grade]) <= tail for found, grade in zip(bands(bonus=bonus), Grade, strict=True))


def test_icepool_agrees() -> None:
    """icepool's own die with nine follow-ups, put into bands."""
    chain: icepool.Die[int] = icepool.d(100)
    for _ in range(8):
        chain = icepool.Die([face + chain if face >= 96 else face for face in range(1, 101)])
    die = icepool.Die([face + chain if face >= 96 else face - chain if face <= 5 else face for face in range(1, 101)])
    graded = (die + 50).map(lambda total: list(Grade).index(grade_of(total)))
    assert [graded.probability(place) for place in range(5)] == bands(bonus=50)


@pytest.mark.parametrize(
    ("total", "grade"),
    [
        (-30, "critical-failure"),
        (4, "critical-failure"),
        (5, "failure"),
        (74, "failure"),
        (75, "partial-success"),
        (99, "partial-success"),
        (100, "success"),
        (174, "success"),
        (175, "critical-success"),
        (400, "critical-success"),
    ],
)
def test_edges_of_the_bands(total: int, grade: str) -> None:
    """At both edges of each."""
    assert grade_of(total).value == grade


@pytest.mark.parametrize(("bonus", "passed"), [(0, "13/50"), (20, "23/50"), (50, "19/25"), (80, "477/500")])
def test_assessment_rolls(bonus: int, passed: str) -> None:
    """With the house's mark of 75; a game master may set another."""
    inputs = {"bonus": bonus, "purpose": "an Assessment Roll"}
    assert SKILL.odds(inputs)["summary"]["passed"]["fraction"] == passed
    with house.under(house.HouseRules("mine", {"darkmaster": {"skills": {"assessment": 100}}})):
        odds = SKILL.odds(inputs)["summary"]
        assert odds["passed"]["fraction"] == odds["success"]["fraction"]
    assert "passed" not in SKILL.odds({"bonus": bonus})["summary"]


@pytest.mark.parametrize(
    ("inputs", "added"),
    [
        ({"difficulty": "challenging"}, -10),
        ({"difficulty": "hard"}, -20),
        ({"difficulty": "very-hard"}, -30),
        ({"difficulty": "extremely-hard"}, -40),
        ({"difficulty": "heroic"}, -50),
        ({"difficulty": "insane"}, -70),
        ({"taking_time": True}, 20),
        ({"helper": "helped by a Success"}, 10),
        ({"helper": "helped by a Critical Success"}, 20),
        ({"bruised": True}, -20),
        ({"half_action": True}, -20),
        ({"other": 7}, 7),
        ({"difficulty": "hard", "taking_time": True, "bruised": True, "other": -5}, -25),
    ],
)
def test_modifiers_by_name(inputs: dict[str, object], added: int) -> None:
    """Each counts for what its table says, and they add up; the steps name them all."""
    assert bands(bonus=50, **inputs) == bands(bonus=50 + added)
    answer = SKILL.roll({"bonus": 50, **inputs}, dice=[40])
    assert answer["outcome"]["total"] == 90 + added
    assert sum(step["value"] or 0 for step in answer["steps"][2:-1]) == added
    assert answer["figures"]["modifier-stack"]["total"]["value"] == 50 + added


def test_sentences() -> None:
    """The band, and what it means."""
    assert SKILL.roll({"bonus": 50}, dice=[50])["sentence"] == "100, a Success. The aim is reached."
    said = SKILL.roll({"bonus": 50, "purpose": "an Assessment Roll"}, dice=[20])["sentence"]
    assert said == "70, a Failure: you cannot declare a new action this round."
