"""What the Heroes of the Fall chapter says in passing is what the engine works out."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from companion import find
from companion.games.heroes_of_the_fall.feats import feats

GAME = "heroes-of-the-fall"


def chance(resolver: str, name: str, **inputs: Any) -> Fraction:
    """One chance of a calculator."""
    return Fraction(find(f"{GAME}/{resolver}").odds(inputs)["summary"][name]["fraction"])


def test_two_long_swords_come_to_a_bleeding_arm(shown: dict[str, str], told: str) -> None:
    """The chapter's own example: level 0, a minor wound, bleeding."""
    text = shown[f'example("{GAME}/melee-attack", "long-swords")']
    assert "Hit at feat level 0: a minor slash wound to the arm, bleeding." in text
    assert "Together feat level 0" in text
    assert "Her red 5 is just good enough. For level 1 it would have to be a 7" in told


def test_each_level_halves(told: str) -> None:
    """Level 0 is even; above it the chance is halved at each step, below it the risk."""
    assert "At level 0 the chances are even. Each level up halves your chance to succeed" in told
    chances = [chance("feat", "success", level=level) for level in range(-8, 9)]
    assert chances[8] == Fraction(1, 2)
    assert all(chances[at + 1] == chances[at] / 2 for at in range(8, 16))
    assert all(1 - chances[at] == (1 - chances[at + 1]) / 2 for at in range(8))


def test_the_wrinkle(told: str) -> None:
    """The table skips where the text says it does, and nowhere else."""
    assert "a red 7 beside a good white die makes level 3 and fails at level 2" in told
    assert "a red 2 beside a low white makes level −2 but fails at −3" in told
    table = feats("standard", "clamp")
    skips: dict[int, set[tuple[int, int]]] = {}
    for dice in product(range(1, 9), repeat=3):
        for level in range(-7, 9):
            if table.made(level, dice) and not table.made(level - 1, dice):
                skips.setdefault(level, set()).add(dice[:2])
    assert skips == {3: {(7, 7), (7, 8)}, -2: {(2, 1), (2, 2)}}


def test_never_serious_at_level_two(shown: dict[str, str], told: str) -> None:
    """As the text says, twice."""
    assert "a hit at level 2 is never serious" in told
    assert "serious never happens" in told
    lines = [line.split() for line in shown[f'odds("{GAME}/feat", level=2)'].splitlines()]
    assert ["Serious", "0", "%", "0"] in lines


def test_the_burglar(shown: dict[str, str]) -> None:
    """5/73 against 8, and a 93: skill 6, level 2, made by a red 8."""
    text = shown[f'example("{GAME}/feat", "rising")']
    assert "93 on the d100 raises it" in text
    assert "Feat level 2 made" in text


def test_a_quarter_of_the_time(told: str) -> None:
    """6/76 against difficulty 6: raised a quarter of the time, so a quarter of the throws are at level −1."""
    assert "6/76 rises a quarter of the time" in told
    average = {"by": "difficulty", "difficulty": 6, "skill": 6, "modifier": 76}
    assert chance("feat", "success", **average) == Fraction(3, 4) / 2 + Fraction(1, 4) * Fraction(3, 4)


def test_an_expert_is_as_good_as_sure(told: str) -> None:
    """9 against 6 in leather: seven times in eight."""
    assert "that is nearly as good as won" in told
    veteran = find(f"{GAME}/melee-attack").example("veteran").inputs
    assert Fraction(7, 8) <= chance("melee-attack", "hit", **veteran) < 1


def test_the_axe(shown: dict[str, str], told: str) -> None:
    """On mail over padding the weight counts; against a dodge only the edge is left."""
    assert "so the weight counts" in told
    worn = next(text for source, text in shown.items() if "axe-on-mail" in source)
    assert "Crush meets chain mail and padding: 1 − 2" in worn
    axe = find(f"{GAME}/melee-attack")
    for example, kind in (("axe-on-mail", "crush"), ("axe-dodged", "slash")):
        (area,) = axe.odds(axe.example(example).inputs)["figures"]["body"]["areas"]
        assert area["kind"] == kind


def test_the_thrust_lands_on_the_chest(shown: dict[str, str]) -> None:
    """49 on the area die."""
    text = next(text for source, text in shown.items() if '"anywhere"' in source)
    assert "The area die shows 49: chest" in text


def test_the_sword_hurts_the_fist(shown: dict[str, str]) -> None:
    """Parried by an edge, the hand that struck is hurt."""
    text = next(text for source, text in shown.items() if '"fist-on-sword"' in source)
    assert "Parried" in text
    assert "The edge gives your hand a" in text


def test_the_throw_hurts(shown: dict[str, str]) -> None:
    """No strike is needed after a parry; the fall finds an area."""
    text = next(text for source, text in shown.items() if 'grapple", "throw"' in source)
    assert "Thrown" in text
    assert "The area die shows 72" in text
