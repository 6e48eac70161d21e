"""The attack: its dice by name, what it refuses, and the whole against every fall of its dice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from companion import find

ATTACK = find("fantasy-crux/attack")
SHOT = {"attack": "missile", "skill": 60}
THROWN = {"attack": "thrown", "skill": 60}
PARRY = {"defence": "parry", "defence_skill": 51}
DODGE = {"defence": "dodge", "defence_skill": 51}


def dice_of(**inputs: Any) -> tuple[int, ...]:
    """The net dice of the attack, and of the defence where there is one."""
    answer = ATTACK.odds(inputs)
    assert answer["refused"] is None, answer["sentence"]
    return tuple(stack["total"]["value"] for stack in answer["figures"]["modifier-stack"])


@pytest.mark.parametrize(
    ("inputs", "net"),
    [
        pytest.param({}, (0,), id="nothing"),
        pytest.param({"wounded": True, "held": True, "weapon": "dagger"}, (-2,), id="wounded-and-held"),
        pytest.param({"target_prone": True, "flanked": True}, (2,), id="prone-and-flanked"),
        pytest.param({"flanked": True, "battle_awareness": True}, (0,), id="battle-awareness"),
        pytest.param({"target_prone": True, **DODGE}, (1, -1), id="prone-target-reacts-worse"),
        pytest.param({"higher": True, "foe_higher": True, **PARRY}, (1, 1), id="higher-ground-own-rolls"),
        pytest.param({"attacker_prone": True}, (-1,), id="prone-attacker"),
        pytest.param({"unstable": True, "underwater": True}, (-3,), id="footing"),
        pytest.param({"light": "darkness", **DODGE}, (-2, 0), id="darkness-spares-reactions"),
        pytest.param({"light": "pitch", **DODGE}, (-3, -3), id="pitch-black"),
        pytest.param({"light": "darkness", "sense": "night-sight"}, (-1,), id="night-sight"),
        pytest.param({"light": "pitch", "sense": "night-sight"}, (-3,), id="night-sight-in-pitch-black"),
        pytest.param({"light": "darkness", "sense": "night-vision"}, (0,), id="night-vision"),
        pytest.param({"light": "pitch", "sense": "blind-sight"}, (0,), id="blind-sight"),
        pytest.param({"light": "darkness", "blinded": True}, (-3,), id="blindness-and-darkness-are-one-kind"),
        pytest.param({"foe_blinded": True, **DODGE}, (0, -3), id="blinded-defender"),
        pytest.param({"manner": "extra off-hand attack"}, (-1,), id="off-hand"),
        pytest.param({"manner": "extra off-hand attack", "mastery": True}, (0,), id="off-hand-mastery"),
        pytest.param({"manner": "off-hand opportunity attack"}, (-1,), id="off-hand-opportunity"),
        pytest.param({"manner": "set weapon", "weapon": "longspear"}, (1,), id="set-weapon"),
        pytest.param({"strength": 8}, (-1,), id="too-weak"),
        pytest.param({"strength": 8, "dexterity": 8}, (-1,), id="too-weak-and-slow-once"),
        pytest.param({"weapon": "longsword", "strength": 11}, (-1,), id="longsword-in-one-hand"),
        pytest.param({"weapon": "longsword", "strength": 11, "two_handed": True}, (0,), id="longsword-in-two"),
        pytest.param({**PARRY, "foe_minimum": True, "off_hand_reaction": True}, (0, -2), id="off-hand-parry"),
        pytest.param({**PARRY, "off_hand_reaction": True, "foe_mastery": True}, (0, 0), id="off-hand-parry-mastery"),
        pytest.param({"riding": "attacker", **PARRY}, (1, -1), id="rider-attacks"),
        pytest.param({"riding": "target", **PARRY}, (0, 1), id="rider-parries"),
        pytest.param({"riding": "target", **DODGE}, (0, 0), id="rider-dodges"),
        pytest.param({"riding": "both", **PARRY}, (0, 0), id="two-riders"),
        pytest.param({"riding": "attacker", "as_tall": True, **PARRY}, (0, 0), id="as-tall"),
        pytest.param({"riding": "attacker", "foe_size": "Huge", **PARRY}, (0, 0), id="two-sizes-larger"),
        pytest.param({"riding": "attacker", "foe_size": "Heavy", **PARRY}, (1, -1), id="one-size-larger"),
        pytest.param({"riding": "attacker", "attack": "unarmed"}, (0,), id="rider-without-a-weapon"),
        pytest.param({**SHOT, "aimed": True}, (1,), id="aim"),
        pytest.param({**SHOT, "distance": 151}, (-2,), id="beyond-range"),
        pytest.param({**SHOT, "distance": 150}, (0,), id="at-range"),
        pytest.param({**SHOT, "cover": "cover_partial", "shield_cover": True}, (-1,), id="cover-or-shield-cover"),
        pytest.param({**SHOT, "cover": "cover_substantial", "shield_cover": True}, (-2,), id="better-cover"),
        pytest.param({**SHOT, "moved": "moved_30", "obscured": "obscured_partly"}, (-3,), id="kinds-add"),
        pytest.param({**SHOT, "wind": "wind_fierce", "aimed": True}, (-2,), id="wind-and-aim-cancel"),
        pytest.param({**SHOT, "engaged": 1}, (-2,), id="engaged"),
        pytest.param({**SHOT, "engaged": 2, "aimed": True}, (-3,), id="engaged-by-two"),
        pytest.param({**SHOT, "engaged": 2, "point_blank": True}, (-2,), id="point-blank-shot"),
        pytest.param({**SHOT, "engaged": 1, "point_blank": True}, (0,), id="point-blank-shot-alone"),
        pytest.param({**SHOT, "attacker_prone": True, "unstable": True}, (-3,), id="ranged-footing"),
        pytest.param({**SHOT, "target_prone": True, "helpless": True}, (1,), id="helpless-at-range"),
        pytest.param({**SHOT, "flanked": True, "higher": True}, (0,), id="close-rows-do-not-count"),
        pytest.param({**SHOT, "light": "partial"}, (-1,), id="light-and-not-obscurity"),
        pytest.param({**SHOT, "manner": "rapid shot"}, (-1,), id="rapid-shot"),
        pytest.param({**SHOT, "distance": 2}, (-1,), id="bow-as-a-club"),
        pytest.param({**THROWN, "thrown_weapon": "dagger", "distance": 2, "aimed": True}, (0,), id="dagger-at-hand"),
        pytest.param({**SHOT, **DODGE}, (0, -1), id="dodging-an-arrow"),
        pytest.param({"wounded": True, "other": 4}, (3,), id="cancel-then-limit"),
        pytest.param({"other": 5, "wounded": True, "attacker_prone": True}, (3,), id="limit-after-cancelling"),
        pytest.param({"other": 4, "wounded": True, "attacker_prone": True}, (2,), id="under-the-limit"),
    ],
)
def test_dice_by_name(inputs: dict[str, Any], net: tuple[int, ...]) -> None:
    """The net dice of attack and defence."""
    assert dice_of(**inputs) == net


GUARDS = [
    ("thrown", "large-shield", (0, 0, -1, 0, -1, 0)),
    ("missile", "large-shield", (-1, 0, -2, -1, -1, 0)),
    ("thrown", "arming-sword", (-1, -1, -2, -1, -2, -1)),
]


@pytest.mark.parametrize(("attack", "item", "net"), GUARDS)
def test_active_guard_modifiers(attack: str, item: str, net: tuple[int, ...]) -> None:
    """Base Reaction, with Missile Guard; off-hand, with Mastery, with Missile Guard, with both."""
    talents = [
        {},
        {"missile_guard": True},
        {"off_hand_reaction": True},
        {"off_hand_reaction": True, "foe_mastery": True},
        {"off_hand_reaction": True, "missile_guard": True},
        {"off_hand_reaction": True, "foe_mastery": True, "missile_guard": True},
    ]
    asked = {"attack": attack, "defence": "active guard", "item": item}
    assert tuple(dice_of(**asked, **each)[1] for each in talents) == net


@pytest.mark.parametrize(
    ("inputs", "rule"),
    [
        pytest.param({**DODGE, "aware": False}, "awareness#unaware", id="unaware"),
        pytest.param({**DODGE, "helpless": True}, "position#rows", id="helpless"),
        pytest.param({**DODGE, "off_hand_reaction": True}, "off-hand#limits", id="off-hand-dodge"),
        pytest.param({**PARRY, "item": "unarmed"}, "reactions#parry", id="bare-hands-against-steel"),
        pytest.param({**PARRY, "attack": "missile"}, "active-guard#missiles", id="sword-against-an-arrow"),
        pytest.param({**PARRY, "attack": "missile", "item": "small-shield"}, "reactions#parry", id="parry-at-range"),
        pytest.param({"defence": "active guard"}, "active-guard#what", id="guard-at-hand"),
        pytest.param({**PARRY, "item": "greatsword", "off_hand_reaction": True}, "off-hand#items", id="two-handed"),
        pytest.param({**PARRY, "protector": True}, "which-defence#talents", id="protector-without-shield"),
        pytest.param(
            {**PARRY, "protector": True, "item": "small-shield", "off_hand_reaction": True},
            "off-hand#limits", id="protector-off-hand",
        ),
        pytest.param({**PARRY, "foe_held": True}, "grappling#hold", id="held-parries-with-a-sword"),
        pytest.param({"held": True}, "grappling#hold", id="held-strikes-with-a-sword"),
        pytest.param({"held": True, "attack": "missile"}, "grappling#hold", id="held-shoots"),
        pytest.param({**SHOT, "distance": 301}, "ranged#too-far", id="too-far"),
        pytest.param({**SHOT, "cover": "cover_complete"}, "cover#rows", id="complete-cover"),
        pytest.param({**SHOT, "wind": "wind_hurricane"}, "conditions#rows", id="hurricane"),
        pytest.param({**SHOT, "light": "pitch"}, "light#levels", id="shooting-in-pitch-black"),
        pytest.param({**SHOT, "blinded": True}, "light#levels", id="shooting-blinded"),
        pytest.param({**SHOT, "manner": "charge"}, "charge#attack", id="charging-with-a-bow"),
        pytest.param({"attack": "unarmed", "manner": "charge"}, "charge#attack", id="charging-with-a-fist"),
        pytest.param({"manner": "set weapon"}, "set-weapon#cost", id="sword-is-not-set"),
        pytest.param({"manner": "opportunity attack", "attack": "unarmed"}, "reactions#opportunity", id="fist"),
        pytest.param({**SHOT, "manner": "extra off-hand attack"}, "off-hand#extra-attack", id="off-hand-shot"),
        pytest.param({"weapon": "greatsword", "manner": "extra off-hand attack"}, "off-hand#items", id="no-hand-free"),
        pytest.param({"manner": "rapid shot"}, "techniques#rapid-shot", id="rapid-sword"),
        pytest.param(
            {**SHOT, "missile_weapon": "light-crossbow", "manner": "rapid shot"},
            "techniques#rapid-shot", id="rapid-crossbow",
        ),
        pytest.param(
            {**SHOT, "missile_weapon": "light-crossbow", "mighty_shot": True}, "damage#talents", id="mighty-crossbow"
        ),
        pytest.param({"skill": 75, "deadly_precision": True}, "critical#deadly-precision", id="deadly-75"),
        pytest.param(
            {"skill": 90, "deadly_precision": True, "attack": "unarmed"}, "critical#deadly-precision", id="deadly-fist"
        ),
        pytest.param(
            {"skill": 90, "deadly_precision": True, "technique": "trip"}, "critical#deadly-precision", id="deadly-trip"
        ),
        pytest.param({**SHOT, "technique": "trip"}, "techniques#trip", id="tripping-from-afar"),
        pytest.param({"attack": "unarmed", "technique": "disarm"}, "techniques#disarm", id="disarming-unarmed"),
        pytest.param({"technique": "shield rush"}, "techniques#shield-rush", id="rushing-without-a-shield"),
    ],
)  # fmt: skip
def test_what_is_refused(inputs: dict[str, Any], rule: str, refused: Callable[..., tuple[str, str]]) -> None:
    """Each with a reason and the rule that says so."""
    assert refused("attack", **inputs)[1] == rule


@pytest.mark.parametrize(
    "inputs",
    [
        {"attack": "unarmed"},
        {"attack": "unarmed", "defence": "parry", "item": "unarmed", "skill": 60, "max_hit_points": 2},
        {"own": True, "own_count": 0, "own_plus": 9, "other": -1, "defence": "dodge", "skill": 99, "modifier": "none"},
        {"own": True, "own_count": 0, "own_plus": 4, "defence": "parry", "skill": 80, "defence_skill": 70},
        {"attack": "unarmed", "skill": 76, "modifier": "-1D4", "reserve": 2, "armour": "leather"},
        {"own": True, "own_count": 1, "own_die": "D3", "technique": "subdue", "max_hit_points": 4, **PARRY},
    ],
)
def test_every_fall_of_all_dice(inputs: dict[str, Any]) -> None:
    """The staged count is that of all dice, damage and all."""
    ready = ATTACK.prepare(ATTACK.read(inputs)[0])
    fast, slow = ATTACK.tally(ready), ATTACK.tally(ready, slow=True)
    assert (fast.verdicts, dict(fast.chances), dict(fast.measures)) == (
        slow.verdicts, dict(slow.chances), dict(slow.measures),
    )  # fmt: skip


def test_a_missed_attack_needs_no_defence(throw: Callable[..., dict[str, Any]]) -> None:
    """The defence roll is not read, not even its fumble."""
    answer = throw("attack", [10, 6, 9, 9, 5], **DODGE)
    assert answer["verdict"]["value"] == "miss"
    assert answer["outcome"]["defence"] is None
    assert any(step["rule"] == "fantasy-crux/defending#missed" for step in answer["steps"])


def test_the_ogres_club(throw: Callable[..., dict[str, Any]]) -> None:
    """Twelve damage, six blocked, two on the armour, four Hit Points."""
    example = ATTACK.example("ogre-club")
    answer = ATTACK.roll(example.inputs, dice=example.dice)
    loss = answer["outcome"]["loss"]
    assert (loss["damage"], loss["blocked"], loss["armour"], loss["hp_lost"]) == (12, 6, 2, 4)
    assert answer["measures"] == {"hp_lost": 4}
    assert answer["sentence"].endswith("the target loses 4 HP.")


@pytest.mark.parametrize(
    ("dice", "verdict", "lost"),
    [
        pytest.param([3, 10, 4, 2, 6], "demoted hit", 4, id="ordinary-parry-demotes"),
        pytest.param([3, 10, 7, 9, 6], "critical hit", 8, id="failed-parry"),
        pytest.param([3, 10, 4, 10, 6], "blocked", 0, id="critical-parry-higher"),
        pytest.param([5, 10, 4, 10, 6], "critical hit", 8, id="critical-parry-lower"),
        pytest.param([5, 4, 6, 4, 6], "blocked", 0, id="higher-parry"),
        pytest.param([6, 4, 5, 4, 6], "ordinary hit", 4, id="lower-parry"),
        pytest.param([6, 4, 4, 10, 6], "blocked", 0, id="critical-parry-against-an-ordinary-hit"),
        pytest.param([9, 9, 4, 10, 6], "miss", 0, id="fumble"),
    ],
)
def test_throws(dice: list[int], verdict: str, lost: int, throw: Callable[..., dict[str, Any]]) -> None:
    """An arming sword (D8) at 60 against a Parry of 51 and leather."""
    answer = throw("attack", dice, skill=60, armour="leather", **PARRY)
    assert (answer["verdict"]["value"], answer["measures"]["hp_lost"]) == (verdict, lost)


def test_a_critical_that_meets_an_ordinary_parry_is_explained(throw: Callable[..., dict[str, Any]]) -> None:
    """The step names the exception, and no Size is looked up."""
    answer = throw("attack", [3, 10, 4, 2, 6], skill=60, armour="leather", **PARRY)
    rules = [step["rule"] for step in answer["steps"]]
    assert "fantasy-crux/opposed#critical" in rules
    assert "fantasy-crux/parry-size#half" not in rules


def test_the_summary_adds_up(chance: Callable[..., Fraction]) -> None:
    """What gets through, what is blocked and what misses make 1; a partial Parry gets through."""
    for inputs in (DODGE, {**PARRY, "weapon": "great-axe"}, {**PARRY, "weapon": "great-axe", "item": "dagger"}):
        parts = [chance("attack", name, **inputs) for name in ("lands", "miss", "blocked")]
        assert sum(parts) == 1
    assert chance("attack", "reduced", **PARRY, weapon="great-axe") > 0
    assert chance("attack", "reduced", **DODGE) == 0


def test_a_helpless_target_with_a_protector(chance: Callable[..., Fraction]) -> None:
    """The automatic critical counts as the top of the range; an ally's shield can demote it."""
    assert chance("attack", "critical", helpless=True) == 1
    guarded = {"helpless": True, "defence": "parry", "protector": True, "item": "medium-shield"}
    assert chance("attack", "demoted", **guarded) == Fraction(46, 100)
    assert chance("attack", "blocked", **guarded) == Fraction(1, 100)
