"""Damage: what a hit rolls, what a critical does, and the way to the Hit Points."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find
from companion.games.fantasy_crux.data import Die
from companion.games.fantasy_crux.exchange import Verdict
from companion.games.fantasy_crux.harm import Blow, Faces, Target, critical_damage, damage_odds, damage_of, land

ATTACK = find("fantasy-crux/attack")


def blow(**inputs: Any) -> Blow:
    """The blow of a situation."""
    return ATTACK.prepare(ATTACK.read(inputs)[0]).blow


@pytest.mark.parametrize(
    ("inputs", "least", "most", "critical"),
    [
        pytest.param({}, 1, 8, 8, id="arming-sword"),
        pytest.param({"favoured": True, "modifier": "+1D4"}, 3, 13, 12, id="favoured-not-on-a-critical"),
        pytest.param({"favoured": True, "signature": True}, 3, 10, 8, id="signature"),
        pytest.param({"manner": "charge"}, 2, 14, 8, id="charge-not-on-a-critical"),
        pytest.param({"killing_angle": True, "flanked": True}, 2, 12, 8, id="killing-angle"),
        pytest.param({"killing_angle": True}, 1, 8, 8, id="killing-angle-needs-an-angle"),
        pytest.param({"modifier": "-1D6"}, 0, 7, 8, id="negative-modifier-ignored-by-a-critical"),
        pytest.param({"weapon": "mace", "two_handed": True}, 3, 10, 10, id="flex-in-two-hands"),
        pytest.param({"two_handed": True}, 1, 8, 8, id="only-flex-weapons"),
        pytest.param({"primitive": True}, 1, 7, 7, id="primitive"),
        pytest.param({"weapon": "great-axe", "modifier": "+2D6"}, 4, 28, 28, id="ogre"),
        pytest.param({"attack": "unarmed"}, 1, 3, 3, id="fist"),
        pytest.param({"attack": "missile", "modifier": "+1D6"}, 1, 10, 10, id="no-modifier-on-a-bow"),
        pytest.param({"attack": "missile", "modifier": "+1D6", "mighty_shot": True}, 2, 16, 10, id="mighty-shot"),
        pytest.param({"attack": "missile", "modifier": "-1D6", "mighty_shot": True}, 1, 10, 10, id="mighty-weakling"),
        pytest.param({"attack": "thrown", "modifier": "+1D6"}, 2, 12, 12, id="javelin"),
        pytest.param(
            {"attack": "missile", "distance": 1, "modifier": "+1D4", "favoured": True}, 2, 10, 10, id="bow-as-a-club"
        ),
        pytest.param({"attack": "thrown", "thrown_weapon": "dagger", "distance": 1}, 2, 5, 5, id="dagger"),
    ],
)
def test_what_a_hit_rolls(inputs: dict[str, Any], least: int, most: int, critical: int) -> None:
    """The least and the most of an ordinary hit, and what a hit that stays critical does."""
    odds = damage_odds(blow(**inputs))
    assert (min(odds), max(odds), critical_damage(blow(**inputs))) == (least, most, critical)


def test_icepool_is_a_witness_of_damage() -> None:
    """1D8 + 1D4 + 1 of an arming sword with Favoured Weapon, and 2D8 less 1D6."""
    ordinary = damage_odds(blow(favoured=True, modifier="+1D4"))
    assert ordinary.to_icepool() == icepool.d8 + icepool.d4 + 1
    weak = damage_odds(blow(weapon="great-axe", modifier="-1D6"))
    assert weak.to_icepool() == (2 @ icepool.d8 - icepool.d6).map(lambda damage: max(0, damage))


@given(st.integers(1, 40), st.integers(0, 10), st.integers(0, 6), st.integers(1, 40), st.sampled_from(list(Verdict)))
def test_nothing_gets_lost_on_the_way(
    damage: int, armour: int, reserve: int, hit_points: int, verdict: Verdict
) -> None:
    """Damage is blocked, stopped, absorbed or taken; armour and reserve stop no more than there is."""
    loss = land(Target(armour, reserve, hit_points, -(-hit_points // 2)), verdict, damage)
    assert 0 <= loss.hp_lost <= hit_points
    assert loss.hp_left == hit_points - loss.hp_lost
    if verdict.lands:
        assert loss.damage == loss.blocked + loss.armour + loss.reserve + loss.reached == damage
        assert loss.armour <= armour
        assert loss.reserve <= reserve
        assert loss.armour == 0 or verdict is not Verdict.CRITICAL
    else:
        assert loss.hp_lost == 0


@given(st.integers(0, 60))
def test_a_blocked_half_rounds_up(damage: int) -> None:
    """Twelve leave six, seven leave three, one leaves nothing."""
    loss = land(Target(0, 0, 100, 50), Verdict.HALF, damage)
    assert loss.hp_lost == damage // 2


@pytest.mark.parametrize(
    ("hit_points", "reserve", "damage", "major", "dying"),
    [
        pytest.param(12, 0, 6, True, False, id="at-the-level"),
        pytest.param(12, 0, 5, False, False, id="below-it"),
        pytest.param(12, 1, 6, False, False, id="only-past-the-reserve"),
        pytest.param(3, 0, 6, True, True, id="deeper-than-the-hit-points"),
        pytest.param(3, 0, 3, False, True, id="dying-without-a-major-wound"),
    ],
)
def test_major_wounds(hit_points: int, reserve: int, damage: int, major: bool, dying: bool) -> None:
    """The level is 6 throughout: half of the maximum, 12."""
    loss = land(Target(0, reserve, hit_points, 6), Verdict.ORDINARY, damage)
    assert (loss.major_wound, loss.dying) == (major, dying)


def test_a_hero_point_prevents_a_major_wound_but_not_the_loss(chance: Callable[..., Fraction]) -> None:
    """The Hit Points are the same; the conditions do not come."""
    assert chance("attack", "major_wound", hero_point=True) == 0 < chance("attack", "major_wound")
    assert chance("attack", "mean_hp_lost", hero_point=True) == chance("attack", "mean_hp_lost")


def test_a_negative_modifier_never_heals() -> None:
    """Damage ends at 0."""
    assert damage_of(Blow(1, Die.D3, modifier=1, negative=True), Faces(1, 6)) == 0


@pytest.mark.parametrize(
    ("technique", "weapon", "effect"),
    [("disarm", "arming-sword", "lands"), ("trip", "arming-sword", "prone"), ("shield rush", "small-shield", "2 m")],
)
def test_techniques_replace_damage(
    technique: str, weapon: str, effect: str, throw: Callable[..., dict[str, Any]], chance: Callable[..., Fraction]
) -> None:
    """A hit that nothing stops does no damage; a critical adds nothing."""
    answer = throw("attack", None, skill=100, other=3, weapon=weapon, technique=technique)
    assert chance("attack", "mean_hp_lost", weapon=weapon, technique=technique) == 0
    if answer["verdict"]["value"] != "miss":
        assert effect in answer["sentence"]


@pytest.mark.parametrize(
    ("face", "lost", "word"),
    [(8, 0, "unconscious"), (6, 0, "unconscious"), (5, 1, "loses 1 HP"), (1, 1, "loses 1 HP")],
)
def test_subduing(face: int, lost: int, word: str, throw: Callable[..., dict[str, Any]]) -> None:
    """At the Major Wound Level of 6 the target is out; below it only the least damage counts."""
    answer = throw("attack", [10, 3, face], skill=60, technique="subdue", max_hit_points=12)
    assert answer["measures"]["hp_lost"] == lost
    assert word in answer["sentence"]


def test_subduing_with_a_critical_adds_nothing(throw: Callable[..., dict[str, Any]]) -> None:
    """Normal damage and armour, also when the roll is critical."""
    answer = throw("attack", [1, 10, 7], skill=60, technique="subdue", armour="leather", max_hit_points=12)
    assert answer["verdict"]["value"] == "critical hit"
    assert answer["measures"]["hp_lost"] == 0
    assert answer["outcome"]["loss"]["armour"] == 1


@pytest.mark.parametrize(("strength", "distance", "net"), [(10, 10, 0), (10, 11, -2), (10, 20, -2)])
def test_a_dagger_flies_as_far_as_its_thrower_is_strong(strength: int, distance: int, net: int) -> None:
    """Up to STR in metres, and twice that at −2P."""
    asked = {"attack": "thrown", "thrown_weapon": "dagger", "strength": strength, "distance": distance}
    assert ATTACK.odds(asked)["figures"]["modifier-stack"][0]["total"]["value"] == net


@pytest.mark.parametrize(
    ("inputs", "verdict"),
    [
        ({"weapon": "great-axe", "item": "arming-sword"}, "half blocked"),
        ({"weapon": "great-axe", "item": "dagger"}, "parry too small"),
        ({"weapon": "great-axe", "item": "medium-shield"}, "blocked"),
        ({"attack": "unarmed", "item": "unarmed"}, "blocked"),
        ({"attack": "unarmed", "own": True, "natural": True, "item": "dagger"}, "half blocked"),
        ({"attack": "unarmed", "own": True, "natural": True, "own_size": "Huge", "item": "dagger"}, "parry too small"),
    ],
)
def test_sizes_in_a_winning_parry(inputs: dict[str, Any], verdict: str) -> None:
    """30 against 40, both ordinary."""
    count = 2 if inputs.get("weapon") else 1
    answer = ATTACK.roll(
        {"defence": "parry", "skill": 60, "defence_skill": 60, **inputs}, dice=[10, 3, 10, 4, *[1] * count]
    )
    assert answer["verdict"]["value"] == verdict
