"""Grades, candidates, Sizes, damage, a round's counters, and the clock of the dying."""

from __future__ import annotations

from typing import Any

import pytest

from companion import catalogue, find
from widgets.figures import draw


def figure(name: str, resolver: str, faces: list[int] | None = None, /, **inputs: Any) -> str:
    """One picture of a calculator's answer."""
    found = find(f"fantasy-crux/{resolver}")
    answer = found.odds(inputs) if faces is None else found.roll(inputs, dice=faces)
    return str(draw(name, answer["figures"][name], chapter="fantasy-crux"))


@pytest.mark.parametrize("resolver", catalogue.resolvers("fantasy-crux"), ids=lambda resolver: resolver.name)
def test_everything_that_the_game_shows_can_be_drawn(resolver: Any) -> None:
    """Each figure of the defaults and of every example, for the odds and for a throw."""
    asked = [{}, *(example.inputs for example in resolver.examples.values())]
    for inputs in asked:
        for answer in (resolver.odds(inputs), resolver.roll(inputs, seed=3)):
            for name, data in answer["figures"].items():
                assert draw(name, data, chapter="fantasy-crux") is not None


def test_the_strip_of_grades() -> None:
    """Each grade with its rolls and its chance, in words as well as to scale."""
    html = figure("grade-bands", "test", skill=51, dice=2)
    for words in ("Critical", "01–05", "Fumble", "99–00", 'title="271/2000"'):
        assert words in html
    assert html.count("<rect") == 4


def test_only_throws_with_a_choice_show_candidates() -> None:
    """The kept one is marked in words; a throw of one candidate shows nothing."""
    html = figure("candidates", "test", [5, 2, 6], skill=70, dice=1)
    assert html.count("✓ kept") == 1
    assert html.index("65") < html.index("✓ kept")
    assert figure("candidates", "test", [5, 2], skill=70) == ""


def test_grades_that_meet() -> None:
    """A table with a heading for each grade of either side, and who wins in a word and a sign."""
    html = figure("grade-grid", "opposed")
    assert html.count('scope="row"') == 4
    assert "▲" in html and "▽" in html
    assert "won" in html and "lost" in html


def test_the_pair_of_sizes_is_pointed_out() -> None:
    """Medium against Heavy, in a word."""
    html = figure("size-grid", "parry-size", item="Medium", attack="Heavy")
    assert html.count("◎ here") == 1
    assert "half</span>" in html.partition("◎ here")[0][-80:]


def test_damage_on_its_way() -> None:
    """Twelve, less six, less two: four; steps that took nothing are left out."""
    attack = find("fantasy-crux/attack")
    example = attack.example("ogre-club")
    data = attack.roll(example.inputs, dice=example.dice)["figures"]["damage-steps"]
    html = str(draw("damage-steps", data, chapter="fantasy-crux"))
    assert "−6" in html and "−2" in html
    assert "Hit Points lost, 9 left" in html
    assert "Vitality" not in html


def test_a_rounds_counters() -> None:
    """What is left and what is gone, in words; what was done, in order; what is open."""
    html = figure("round-plan", "round", acts=["set-weapon", "dodge"])
    assert html.count(" gone</small>") == 2
    assert html.index("Set Weapon") < html.index("Dodge")
    assert "Still possible" in html
    nothing = figure("round-plan", "round")
    assert "nothing yet" in nothing


def test_the_clock_ends_in_death() -> None:
    """Each round with its Hit Points; the last says so; no danger, no clock."""
    html = figure("dying-clock", "dying", hit_points=0, healing=40)
    assert html.count("<li") == 4
    assert html.count("✝ death at its end") == 1
    assert "78.4 %" in html
    assert figure("dying-clock", "dying", hit_points=5, bleeding=False) == ""
