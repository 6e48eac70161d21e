"""What the Fantasy Crux chapter says in passing is what the engine works out."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from companion import find
from companion.games.fantasy_crux.d100 import scale
from companion.games.fantasy_crux.data import half_up
from companion.games.fantasy_crux.pools import other, pool
from companion.steps import anchor
from widgets.web.notebook import Chapter, joined

GAME = "fantasy-crux"


@pytest.fixture(scope="module")
def shown(chapter: Chapter) -> dict[str, str]:
    """The text result of each code cell, by the example that it names."""
    found = {}
    for cell in chapter.cells:
        named = re.match(
            r'(example|odds|calculator)\(\s*"fantasy-crux/([\w-]+)",(?: example=)?\s*"([\w-]+)"', cell.source
        )
        if named:
            found[" ".join(named.groups())] = joined(cell.outputs[0]["data"]["text/plain"])
    return found


def chance(resolver: str, name: str, **inputs: Any) -> Fraction:
    """One exact number of a summary."""
    return Fraction(find(f"fantasy-crux/{resolver}").odds(inputs)["summary"][name]["fraction"])


def test_five_bonus_dice_and_one_penalty_die(told: str) -> None:
    """Cancelled first they leave three; limited first it would be two."""
    assert "Five B against one P leave four, and the limit makes three of them" in told
    assert pool("Test", [other(5), other(-1)]).dice == 3


def test_the_higher_success_is_kept(shown: dict[str, str], told: str) -> None:
    """25 and 65 under 70."""
    assert "a Bonus die that offers 25 and 65 keeps the 65" in told
    assert "the best of them is kept, 65" in shown["example test keeps-the-higher-success"]


def test_half_of_seven(told: str) -> None:
    """Four are stopped."""
    assert "of seven points a Parry stops four" in told
    assert half_up(7) == 4


def test_how_many_numbers_are_critical(told: str) -> None:
    """Five at 59, ten at 100, one at the least."""
    assert "With a skill of 59 those are five numbers, with 100 there are ten" in told
    assert [scale(skill).critical for skill in (59, 100, 1)] == [5, 10, 1]


def test_the_ogres_club(shown: dict[str, str], told: str) -> None:
    """Twelve points, half of them stopped, two on the armour: four Hit Points."""
    assert "Of twelve points four get through" in told
    text = shown["example attack ogre-club"]
    assert "Damage in all: 12" in text
    assert "The Parry blocks half of 12, rounded up: 6" in text
    assert "Armour stops 2" in text
    assert "Hit Points lost: 4" in text


def test_the_long_shot(told: str) -> None:
    """Five causes count, one does not; four Penalty dice, of which three count."""
    assert "Five causes count, one does not; four Penalty dice are left, and the limit takes one of those" in told
    attack = find("fantasy-crux/attack")
    stack = attack.odds(attack.example("longbow-in-the-mist").inputs)["figures"]["modifier-stack"][0]
    counted = [row["counted"] for row in stack["rows"]]
    assert (counted.count(True), counted.count(False), stack["left"], stack["total"]["value"]) == (5, 1, -4, -3)


def test_the_mark_on_the_map(shown: dict[str, str], told: str) -> None:
    """A critical 04 against an ordinary 30 is demoted; a failed defence leaves it critical; criticals compare."""
    assert "The mark stands where a critical blow, 04, meets an ordinary Dodge, 30" in told
    assert "04 against 30: demoted hit." in shown["calculator matrix equal-51"]
    matrix = find("fantasy-crux/matrix")

    def verdict(attack: int, defence: int) -> str:
        answer = matrix.odds({"attack_roll": attack, "defence_roll": defence})
        return str(answer["figures"]["result-matrix"]["point"]["verdict"])

    assert verdict(4, 60) == "critical hit"
    assert [verdict(4, 5), verdict(4, 3)] == ["blocked", "critical hit"]
    assert [verdict(20, 30), verdict(30, 20)] == ["blocked", "ordinary hit"]


def test_a_point_of_skill_turns_a_tie(shown: dict[str, str]) -> None:
    """42 against 42: with 52 against 51 the attack goes through."""
    assert "42 against 42: ordinary hit." in shown["example matrix one-point-flips-the-tie"]


def test_better_equals_hit_more_and_block_more(told: str) -> None:
    """Skill 90 against 90, beside 51 against 51."""
    assert "With better fighters the blows land more often, and are stopped more often" in told
    low, high = ({"skill": skill, "defence": "dodge", "defence_skill": skill} for skill in (51, 90))
    for name in ("lands", "blocked"):
        assert chance("attack", name, **low) < chance("attack", name, **high)


def test_two_like_fighters_often_roll_again(shown: dict[str, str]) -> None:
    """The same DEX and Combat Order: each is first half of the time."""
    assert "You act first 50 %" in shown["odds combat-order two-like-fighters"]


def test_no_sprint_after_a_parry(shown: dict[str, str]) -> None:
    """The planner refuses, with the rule."""
    text = shown["example round parry-then-sprint"]
    assert "Sprint" in text
    assert "fantasy-crux/round#already-used" in text
    assert anchor("fantasy-crux/round#already-used") == ("fantasy-crux", "round-already-used")


def test_a_dodge_unsets_the_weapon(shown: dict[str, str]) -> None:
    """Set Weapon is lost by any Reaction."""
    assert "The weapon is not set any more" in shown["example round set-and-lost"]
