"""The feat: difficulty or contest, the skill die, and the odds with the step weighed in."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion import find
from companion.errors import InputError
from companion.games.heroes_of_the_fall.data import DIFFICULTIES
from companion.games.heroes_of_the_fall.skill import Skill
from tests.games.heroes_of_the_fall import oracle

FEAT = find("heroes-of-the-fall/feat")


def test_the_worked_step() -> None:
    """5/73 against difficulty 8 with a 93: it works at 6, feat level 2."""
    example = FEAT.example("rising")
    answer = FEAT.roll(example.inputs, dice=example.dice)
    assert answer["outcome"]["skill"] == 6
    assert answer["outcome"]["level"] == 2
    assert answer["verdict"]["value"] == "minor"


@pytest.mark.parametrize(
    ("reading", "die", "level"), [("at_least", 76, 7), ("at_least", 75, 6), ("over", 77, 7), ("over", 76, 6)]
)
def test_when_6_76_rises(reading: str, die: int, level: int) -> None:
    """On the modifier itself, or only beyond it."""
    skill = Skill(6, 76, reading)
    assert skill.at(skill.raised((die,))) == level


@pytest.mark.parametrize(("reading", "chance"), [("at_least", Fraction(25, 100)), ("over", Fraction(24, 100))])
def test_6_76_rises_a_quarter_of_the_time(reading: str, chance: Fraction) -> None:
    """25 in 100 as the book says; 24 under the other reading."""
    steps = dict(Skill(6, 76, reading).steps())
    assert Fraction(steps[True], sum(steps.values())) == chance
    answer = FEAT.odds({"by": "difficulty", "skill": 6, "modifier": 76, "skill_step": reading})
    assert oracle.chance(answer, "success") == chance * Fraction(3, 4) + (1 - chance) * Fraction(1, 2)


@pytest.mark.parametrize("modifier", range(1, 100))
@pytest.mark.parametrize("reading", ("at_least", "over"))
def test_the_steps_are_those_of_every_face(modifier: int, reading: str) -> None:
    """The weights against all hundred faces."""
    skill = Skill(6, modifier, reading)
    raised = sum(skill.raised((face,)) for face in range(1, 101))
    assert dict(skill.steps()).get(True, 0) == raised
    assert sum(weight for _, weight in skill.steps()) == 100


def test_without_a_modifier_no_die_falls() -> None:
    """An attribute, or a skill that stands."""
    answer = FEAT.roll({"by": "difficulty", "difficulty": 8, "skill": 6}, dice=[8, 1, 1])
    assert answer["outcome"]["level"] == 2
    assert [die["name"] for die in answer["dice"]] == ["red", "white", "blue"]


def test_the_difficulties() -> None:
    """2 to 16, as published; for a skill of 6 they run from easy to hopeless as they are described."""
    assert [row.rating for row in DIFFICULTIES.values()] == [
        int(row["Difficulty"]) for row in oracle.rows("difficulties.csv")
    ]
    even = FEAT.odds({"by": "difficulty", "difficulty": 6, "skill": 6})
    easy = FEAT.odds({"by": "difficulty", "difficulty": 4, "skill": 6})
    assert (str(oracle.chance(even, "success")), str(oracle.chance(easy, "success"))) == ("1/2", "7/8")


@pytest.mark.parametrize(("mine", "theirs", "level"), [(7, 5, -2), (5, 7, 2), (6, 6, 0)])
def test_a_contest(mine: int, theirs: int, level: int) -> None:
    """The other's score less one's own."""
    answer = FEAT.roll({"by": "contest", "skill": mine, "opposing": theirs}, dice=[8, 8, 8])
    assert answer["outcome"]["level"] == level


@pytest.mark.parametrize(("modifier", "opposing"), [(76, 40), (1, 99), (50, 50)])
@pytest.mark.parametrize("reading", ("at_least", "over"))
def test_a_contest_is_that_of_all_five_million_throws(modifier: int, opposing: int, reading: str) -> None:
    """100 × 100 × 512 tried."""
    answer = FEAT.odds(
        {"by": "contest", "skill": 7, "modifier": modifier, "opposing": 6, "opposing_modifier": opposing,
         "skill_step": reading}
    )  # fmt: skip
    assert oracle.verdicts(answer) == oracle.brute_force(-1, modifier, opposing, over=reading == "over")


def test_one_skill_die_tried_every_way() -> None:
    """The engine's own slow count, 51,200 throws."""
    ready = FEAT.prepare(FEAT.read({"by": "difficulty", "difficulty": 7, "skill": 6, "modifier": 76})[0])
    fast, slow = FEAT.tally(ready), FEAT.tally(ready, slow=True)
    assert fast.total == slow.total == 51_200
    assert fast.outcomes() == slow.outcomes() and fast.summary() == slow.summary()


def test_more_skill_is_never_worse() -> None:
    """The chance rises with the skill and falls with the difficulty; a lower modifier helps."""

    def chance(**inputs: int) -> Fraction:
        return oracle.chance(FEAT.odds({"by": "difficulty", **inputs}), "success")

    rising = [chance(difficulty=8, skill=skill, modifier=60) for skill in range(13)]
    assert rising == sorted(rising)
    falling = [chance(difficulty=rating, skill=6, modifier=60) for rating in range(17)]
    assert falling == sorted(falling, reverse=True)
    helping = [chance(difficulty=8, skill=6, modifier=modifier) for modifier in range(1, 100)]
    assert helping == sorted(helping, reverse=True)


def test_a_modifier_beyond_its_limits_is_named() -> None:
    """Modifiers run from 1 to 99."""
    with pytest.raises(InputError) as caught:
        FEAT.odds({"by": "difficulty", "modifier": 100})
    assert [problem.field for problem in caught.value.problems] == ["modifier"]
