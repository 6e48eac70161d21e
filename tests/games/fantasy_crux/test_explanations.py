"""Explanations and sentences: every step names its rule, and what happened is said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion import find
from companion.games.fantasy_crux.data import blocked_share, rank

BARE_PARRY = {"defence": "parry", "item": "unarmed"}
BOTH = "damage and an effect that rides on it"
MIGHTY = {"skill": 90, "modifier": "+1D6", "max_hit_points": 10}
SITUATIONS = [
    ("attack", {**MIGHTY, "two_handed": True, "weapon": "longsword", "favoured": True}),
    ("attack", {**MIGHTY, "manner": "charge", "killing_angle": True, "flanked": True, "hero_point": True}),
    ("attack", {"skill": 90, "modifier": "-1D4", "reserve": 3, "armour": "leather", "deadly_precision": True}),
    ("attack", {"skill": 90, "weapon": "great-axe", "defence": "parry", "item": "dagger", "defence_skill": 90}),
    ("attack", {"skill": 90, "attack": "unarmed", "own": True, **BARE_PARRY, "foe_held": True}),
    ("attack", {"skill": 60, "technique": "subdue", "own": True, "own_count": 2, "modifier": "+2D6"}),
    ("attack", {"skill": 60, "technique": "trip", "defence": "dodge", "foe_underwater": True}),
    ("attack", {"skill": 60, "foe_wounded": True, "foe_held": True, "defence": "parry", "item": "dagger"}),
    ("attack", {"skill": 60, "defence": "dodge", "light": "darkness", "darkness": "all"}),
    ("attack", {"skill": 60, "attack": "missile", "armour": None, "armour_points": 4, "hit_points": 2}),
    ("charge", {"mounted": True, "foe_on_foot": False, "defence": "parry", "movement": 30, "set_weapons": 1}),
    ("charge", {"set_weapons": 3, "set_skill": 90, "own_hit_points": 5}),
    ("crowd", {"skill": 5, "attack": "thrown", "modifier": "+1D4", "dice": -3}),
    ("active-guard", {"armour": "leather", "reserve": 2, "shaping": 90, "carries": BOTH}),
    ("active-guard", {"answer": "counter", "skill": 0, "shaping": 100, "power_points": 5}),
    ("active-guard", {"intensity": "4", "shaping": 90, "skill": 90, "missile_guard": True, "max_hit_points": 60}),
    ("off-hand", {"defence": "parry", "defence_skill": 80, "skill": 80, "second_skill": 80, "dice": 1}),
    ("matrix", {"skill": 80, "defence_skill": 80, "dice": 2, "deadly_precision": True}),
    ("mounted", {"used": False, "dice": -1, "skill": 90}),
    ("dying", {"hit_points": 2, "max_hit_points": 9, "healing": 30, "kit": False, "reserve": 1}),
    ("intimidate", {"group": True, "leader": 70, "condition": "broken", "wounded": True}),
    ("grapple", {"defence": "parry", "item": "shortsword", "help": "exceptional Assistance", "their_other": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("resolver", "inputs"), SITUATIONS)
def test_every_step_is_a_sentence_with_a_rule(resolver: str, inputs: dict[str, Any]) -> None:
    """Thirty throws each: no hole in a text, no step without its rule, and a sentence at the end."""
    for seed in range(30):
        answer = find(f"fantasy-crux/{resolver}").roll(inputs, seed=seed)
        assert answer["refused"] is None, answer["sentence"]
        assert answer["sentence"].endswith(".")
        for step in answer["steps"]:
            assert step["rule"].startswith("fantasy-crux/")
            assert step["text"][0].isupper() or step["text"][0].isdigit()
            assert "None " not in step["text"]


@pytest.mark.parametrize(
    ("dice", "inputs", "rule"),
    [
        ([9, 9, 5], {}, "fumbles#setback"),
        ([10, 4, 9, 9, 5], {"defence": "dodge"}, "fumbles#setback"),
        ([10, 4, 10, 4, 5], {"defence": "dodge"}, "opposed#defender"),
        ([10, 4, 10, 4, 5], {"defence": "dodge", "defence_skill": 60}, "opposed#base-skill"),
        ([10, 4, 10, 9, 5], {"defence": "dodge"}, "opposed#failed-defence"),
        ([10, 4, 8], {"reserve": 3}, "damage#reserve"),
        ([10, 4, 8], {"hero_point": True}, "hero-points#major-wound"),
        ([10, 4, 8], {"max_hit_points": 8}, "dying#clock"),
        ([10, 4, 8, 2], {"killing_angle": True, "flanked": True}, "damage#talents"),
        ([10, 4, 8, 2], {"manner": "charge"}, "charge#attack"),
        ([10, 4, 8, 2], {"modifier": "-1D4"}, "damage#modifier"),
        ([5, 10, 8], {}, "critical-damage#maximum"),
    ],
)
def test_what_an_attack_explains(
    dice: list[int], inputs: dict[str, Any], rule: str, throw: Callable[..., dict[str, Any]]
) -> None:
    """The rule that did something is named."""
    if inputs.get("flanked"):  # a Bonus die more to throw
        dice = [dice[0], dice[1], dice[1], *dice[2:]]
    steps = throw("attack", dice, **inputs)["steps"]
    assert f"fantasy-crux/{rule}" in [step["rule"] for step in steps]


def test_two_failures_the_lower_wins(throw: Callable[..., dict[str, Any]]) -> None:
    """And the step says so."""
    answer = throw("opposed", [10, 6, 10, 7])
    assert answer["verdict"]["value"] == "you win"
    assert "fantasy-crux/opposed#lower" in [step["rule"] for step in answer["steps"]]


def test_a_fist_is_light_whatever_values_it_has(ask: Callable[..., dict[str, Any]]) -> None:
    """Only a natural weapon has a Size of its own."""
    fist = {"attack": "unarmed", "own": True, "own_size": "Huge", "defence": "parry", "item": "dagger"}
    assert ask("attack", **fist)["summary"]["reduced"]["percent"] == 0
    assert ask("attack", **fist, natural=True)["summary"]["reduced"]["percent"] > 0


def test_a_size_that_is_not_on_the_ladder() -> None:
    """Is said to be none."""
    with pytest.raises(ValueError, match="Enormous"):
        rank("Enormous")
    with pytest.raises(ValueError, match="Enormous"):
        blocked_share("Light", "Enormous")
