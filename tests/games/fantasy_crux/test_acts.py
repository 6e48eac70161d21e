"""Off hands, Rapid Shot, charges, crowds, saddles, threats, and shields against Shapings."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from companion import find

DODGE = {"defence": "dodge", "defence_skill": 51}


def test_two_attacks_by_themselves(chance: Callable[..., Fraction]) -> None:
    """Independent rolls, the second at −1P; with Mastery both at 51 %."""
    first, second = Fraction(51, 100), chance("test", "success", skill=51, dice=-1)
    assert chance("off-hand", "both") == first * second
    assert chance("off-hand", "any") == 1 - (1 - first) * (1 - second)
    assert chance("off-hand", "mean_hits", mastery=True) == 2 * first


def test_one_reaction_answers_the_first_hit(chance: Callable[..., Fraction]) -> None:
    """If the first attack misses, the Reaction is left for the second."""
    first, second = Fraction(51, 100), chance("test", "success", skill=51, dice=-1)
    first_through = chance("matrix", "lands", skill=51, defence_skill=51)
    second_through = chance("matrix", "lands", skill=51, dice=-1, defence_skill=51)
    assert chance("off-hand", "both", **DODGE) == first_through * second
    assert chance("off-hand", "mean_hits", **DODGE) == first_through + first * second + (1 - first) * second_through


def test_what_the_off_hand_adds(ask: Callable[..., dict[str, Any]]) -> None:
    """Three rows side by side, each better than the one before."""
    rows = ask("off-hand")["figures"]["table"]["rows"]
    means = [Fraction(row["cells"][1]) for row in rows]
    assert means[0] == Fraction(51, 100) < means[1] < means[2] == Fraction(102, 100)


@pytest.mark.parametrize(
    ("resolver", "inputs", "rule"),
    [
        ("off-hand", {"items": False}, "off-hand#items"), ("off-hand", {"standard": False}, "off-hand#extra-attack"),
        ("off-hand", {"reaction_used": True}, "off-hand#never-both"),
        ("off-hand-reaction", {"attacked": True}, "off-hand#never-both"),
        ("off-hand-reaction", {"given_up": True}, "off-hand#limits"),
        ("off-hand-reaction", {"incoming": "missile", "item": "dagger"}, "active-guard#missiles"),
        ("off-hand-reaction", {"item": "unarmed"}, "reactions#parry"),
        ("rapid-shot", {"weapon": "light-crossbow"}, "techniques#rapid-shot"),
        ("rapid-shot", {"reacted": True}, "round#already-used"),
        ("charge", {"distance": 4}, "charge#route"), ("charge", {"distance": 31}, "charge#route"),
        ("charge", {"straight": False}, "charge#route"), ("charge", {"clear": False}, "charge#route"),
        ("charge", {"adjacent": False}, "charge#route"), ("charge", {"reacted": True}, "round#already-used"),
        ("crowd", {"cover": "cover_complete"}, "cover#rows"),
        ("active-guard", {"answer": "counter", "power_points": 2, "magnitude": 3}, "which-defence#talents"),
    ],
)  # fmt: skip
def test_what_is_refused(
    resolver: str, inputs: dict[str, Any], rule: str, refused: Callable[..., tuple[str, str]]
) -> None:
    """Each with its rule."""
    assert refused(resolver, **inputs)[1] == rule


@pytest.mark.parametrize(
    ("inputs", "dice"),
    [
        ({}, -1), ({"mastery": True}, 0), ({"incoming": "missile"}, -2), ({"incoming": "thrown"}, -1),
        ({"incoming": "missile", "missile_guard": True}, -1), ({"incoming": "thrown", "item": "dagger"}, -2),
        ({"incoming": "missile", "missile_guard": True, "mastery": True}, 0),
    ],
)  # fmt: skip
def test_the_extra_reaction(inputs: dict[str, Any], dice: int, ask: Callable[..., dict[str, Any]]) -> None:
    """Its own −1P, that of Active Guard, and the Talents that take them away."""
    assert ask("off-hand-reaction", **inputs)["figures"]["modifier-stack"][1]["total"]["value"] == dice


def test_a_charge_without_set_weapons_is_an_attack_with_a_die_more(chance: Callable[..., Fraction]) -> None:
    """The same as the attack in the manner of a Charge."""
    mean = chance("charge", "mean_hp_lost", **DODGE, armour="leather")
    assert mean == chance("attack", "mean_hp_lost", **DODGE, armour="leather", manner="charge")


def test_a_set_weapon_strikes_first(chance: Callable[..., Fraction]) -> None:
    """At +1B against the charger, who has given up every Reaction."""
    asked = {"set_weapons": 1, "own_armour": "none", "own_max_hit_points": 60}
    spear = {"skill": 51, "other": 1, "weapon": "longspear", "max_hit_points": 60}
    assert chance("charge", "mean_own_hp_lost", **asked) == chance("attack", "mean_hp_lost", **spear)


def test_set_weapons_can_end_a_charge(throw: Callable[..., dict[str, Any]], chance: Callable[..., Fraction]) -> None:
    """A charger with 1 HP falls before the blow; one with a Major Wound strikes at −1P."""
    felled = chance("charge", "felled", set_weapons=1, own_hit_points=1, own_armour="none")
    assert felled == chance("test", "success", skill=51, dice=1)
    answer = throw("charge", [10, 4, 4, 5, 3, 10, 3, 3, 8], set_weapons=1, own_armour="none", own_max_hit_points=12)
    assert answer["measures"] == {"hp_lost": 8, "own_hp_lost": 9}
    assert any("Wounded −1P" in step["text"] for step in answer["steps"])


def test_each_set_weapon_is_read_by_itself() -> None:
    """Throws with three set weapons agree with their odds."""
    charge = find("fantasy-crux/charge")
    inputs = {"set_weapons": 3, "set_modifier": "+1D6", "own_max_hit_points": 40}
    rows = charge.odds(inputs)["outcomes"]
    possible = {table["name"]: {row["value"] for row in table["rows"]} for table in rows}
    for seed in range(60):
        measures = charge.roll(inputs, seed=seed)["measures"]
        assert all(measures[name] in possible[name] for name in measures)


def test_a_lance_in_the_saddle(ask: Callable[..., dict[str, Any]], throw: Callable[..., dict[str, Any]]) -> None:
    """The mount's Damage Modifier and Movement, +1B, the skill capped by Riding."""
    lance = {"mounted": True, "weapon": "lance", "movement": 30, "distance": 60, "skill": 90, "riding_skill": 60}
    (stack,) = ask("charge", **lance)["figures"]["modifier-stack"]
    assert (stack["total"]["value"], stack["base"]["label"]) == (1, "Skill 60, which no die changes")
    answer = throw("charge", [10, 3, 3, 10, 6, 6, 6], **lance, max_hit_points=60)
    assert answer["measures"]["hp_lost"] == 10 + 12 + 6
    assert any(step["rule"] == "fantasy-crux/mounted#lance" for step in answer["steps"])
    sword = ask("charge", **{**lance, "weapon": "arming-sword"}, modifier="none")
    assert Fraction(sword["summary"]["mean_hp_lost"]["fraction"]) < 9


@pytest.mark.parametrize(("nearby", "stray", "miss"), [(3, "1/50", "47/100"), (0, "0", "49/100")])
def test_only_a_fumble_hits_somebody_else(nearby: int, stray: str, miss: str, chance: Callable[..., Fraction]) -> None:
    """2 % at 51, and nobody where nobody is near."""
    assert chance("crowd", "stray", nearby=nearby) == Fraction(stray)
    assert chance("crowd", "miss", nearby=nearby) == Fraction(miss)
    assert chance("crowd", "hit", nearby=nearby) == Fraction(51, 100)


def test_a_bystander_takes_normal_damage(
    ask: Callable[..., dict[str, Any]], throw: Callable[..., dict[str, Any]]
) -> None:
    """Rolled damage after armour, and each of three bears a third of the risk."""
    answer = throw("crowd", [9, 9, 7], other_armour="leather")
    assert answer["measures"] == {"hp_lost": 0, "others_lost": 5}
    (table,) = [table for table in ask("crowd", nearby=3)["outcomes"] if table["name"] == "bystander"]
    assert [row["fraction"] for row in table["rows"]] == ["1/150"]
    assert "bystander" not in {table["name"] for table in ask("crowd", nearby=0)["outcomes"]}


def test_cover_counts_in_a_crowd(chance: Callable[..., Fraction]) -> None:
    """At −1P a fumble is likelier."""
    assert chance("crowd", "stray", cover="cover_partial") == Fraction(38, 1000)


@pytest.mark.parametrize(
    ("inputs", "attack", "reaction", "skill"),
    [
        ({}, 1, -1, 51), ({"as_tall": True}, 0, 0, 51), ({"weapon": "arming-sword", "foe_size": "Huge"}, 0, 0, 51),
        ({"foe_size": "Huge"}, 1, -1, 51), ({"riding": 90}, 1, -1, 70),
    ],
)  # fmt: skip
def test_the_saddle(
    inputs: dict[str, Any], attack: int, reaction: int, skill: int, throw: Callable[..., dict[str, Any]]
) -> None:
    """+1B and −1P, unless the foe is as tall or its weapon two Sizes larger; Riding caps the skill."""
    outcome = throw("mounted", [], **inputs)["outcome"]
    assert (outcome["attack_dice"], outcome["foe_reaction_dice"], outcome["skill"]) == (attack, reaction, skill)


def test_a_lance_needs_a_charge(throw: Callable[..., dict[str, Any]]) -> None:
    """Only then the mount's Damage Modifier counts."""
    assert throw("mounted", [])["outcome"]["damage_modifier"] == "None"
    assert throw("mounted", [], charging=True)["outcome"]["damage_modifier"] == "+2D6"
    assert throw("mounted", [], charging=True, weapon="arming-sword")["outcome"]["damage_modifier"] == "None"


def test_a_shy_mount(chance: Callable[..., Fraction], ask: Callable[..., dict[str, Any]]) -> None:
    """A Riding test at the start of each round."""
    assert chance("mounted", "stays", used=False) == Fraction(51, 100)
    (table,) = [table for table in ask("mounted", used=False, rounds=2)["outcomes"] if table["name"] == "over_rounds"]
    assert table["rows"][1]["fraction"] == str(1 - Fraction(51, 100) ** 2)
    assert chance("mounted", "stays") == 1


@pytest.mark.parametrize(
    ("inputs", "dice", "verdict"),
    [
        pytest.param({"condition": "neither"}, [10, 4, 10, 3], "it gives way: it might flee or surrender", id="won"),
        pytest.param({"condition": "neither"}, [10, 2, 10, 3], "it stands firm", id="lost"),
        pytest.param(
            {"condition": "neither", "outnumbers": True}, [10, 4, 10, 3],
            "it gives way a little: it hesitates and loses a turn", id="outnumbering",
        ),
        pytest.param(
            {"condition": "neither", "outnumbers": True}, [3, 10, 10, 6], "it surrenders", id="critical-and-failure"
        ),
        pytest.param(
            {"condition": "neither", "outnumbers": True}, [3, 10, 10, 3],
            "it gives way a little: it hesitates and loses a turn", id="critical-and-success",
        ),
        pytest.param({"condition": "neither"}, [10, 4, 9, 9], "it panics and runs", id="fumble"),
        pytest.param({"condition": "neither"}, [10, 10, 9, 9], "it panics and runs", id="two-fumbles"),
        pytest.param(
            {"condition": "neither", "intimidate_fumble": "won"}, [10, 10, 9, 9], "it stands firm", id="by-ruling"
        ),
    ],
)  # fmt: skip
def test_intimidate(
    inputs: dict[str, Any], dice: list[int], verdict: str, throw: Callable[..., dict[str, Any]]
) -> None:
    """51 against 40, with no modifier on the enemy's roll."""
    assert throw("intimidate", dice, **inputs)["verdict"]["value"] == verdict


@pytest.mark.parametrize(
    ("condition", "dice"),
    [("fresh", 2), ("bloodied-crowd", 1), ("neither", 0), ("wounded-few", -1), ("broken", -2)],
)
def test_the_enemys_condition(condition: str, dice: int, ask: Callable[..., dict[str, Any]]) -> None:
    """One row, on the enemy's roll."""
    stacks = ask("intimidate", condition=condition)["figures"]["modifier-stack"]
    assert [stack["total"]["value"] for stack in stacks] == [0, dice]


def test_a_group_rolls_with_its_leaders_better_skill(ask: Callable[..., dict[str, Any]]) -> None:
    """Persistence, or Influence if that is higher."""
    for leader, skill in ((60, 60), (20, 40)):
        stacks = ask("intimidate", group=True, leader=leader)["figures"]["modifier-stack"]
        assert stacks[1]["base"]["label"].startswith(f"Skill {skill},")


@pytest.mark.parametrize(
    ("inputs", "dice", "verdict", "lost"),
    [
        pytest.param({"intensity": "1"}, [10, 3, 10, 4, 4, 6], "stopped", 0, id="larger-shield"),
        pytest.param({"intensity": "4"}, [10, 3, 10, 4, 4, 6, 6, 6, 6], "half the damage blocked", 12, id="half"),
        pytest.param({"intensity": "5"}, [10, 3, 10, 4, 4, *[2] * 5], "the shield is too small", 10, id="too-small"),
        pytest.param({"intensity": "5"}, [10, 3, 3, 10, 10, *[2] * 5], "stopped", 0, id="critical-guard"),
        pytest.param({"intensity": "1"}, [3, 10, 10, 4, 4, 6], "nothing stops it", 6, id="no-demotion"),
        pytest.param({"intensity": "1"}, [10, 7, 10, 4, 4, 6], "the Shaping fails", 0, id="failed-shaping"),
        pytest.param(
            {"intensity": "1", "armour": "leather"},
            [3, 10, 10, 7, 7, 6],
            "nothing stops it",
            4,
            id="critical-meets-armour",
        ),
        pytest.param({"intensity": "1", "answer": "none"}, [10, 3, 6], "nothing stops it", 6, id="no-answer"),
        pytest.param({"intensity": "5", "answer": "dodge"}, [10, 3, 10, 4, 4, *[6] * 5], "stopped", 0, id="dodge"),
        pytest.param({"intensity": "5", "answer": "counter"}, [10, 3, 10, 4, *[6] * 5], "stopped", 0, id="counter"),
    ],
)
def test_shields_against_shapings(
    inputs: dict[str, Any], dice: list[int], verdict: str, lost: int, throw: Callable[..., dict[str, Any]]
) -> None:
    """A medium shield at 51 against Shaping 60; 30 Hit Points."""
    answer = throw("active-guard", dice, **inputs, max_hit_points=30)
    assert (answer["verdict"]["value"], answer["measures"]["hp_lost"]) == (verdict, lost)


def test_half_touches_damage_only(chance: Callable[..., Fraction]) -> None:
    """What rides on the damage gets through a half block, and not through a full one."""
    both = {"carries": "damage and an effect that rides on it"}
    shaping = Fraction(60, 100)
    assert chance("active-guard", "effect", **both, answer="none") == shaping
    stopped = chance("active-guard", "stopped", **both, intensity="1")
    assert chance("active-guard", "effect", **both, intensity="1") == shaping - stopped
    assert chance("active-guard", "effect", **both, intensity="4") > shaping - stopped
    assert chance("active-guard", "mean_hp_lost", carries="an effect without damage") == 0


@pytest.mark.parametrize(
    ("inputs", "dice"),
    [({}, -1), ({"missile_guard": True}, 0), ({"off_hand": True}, -2), ({"off_hand": True, "mastery": True}, -1),
     ({"answer": "dodge"}, -1), ({"answer": "counter"}, 0)],
)  # fmt: skip
def test_dice_of_the_answer(inputs: dict[str, Any], dice: int, ask: Callable[..., dict[str, Any]]) -> None:
    """A shield at −1P, a Dodge at −1P, a Counter at nothing."""
    assert ask("active-guard", **inputs)["figures"]["modifier-stack"][1]["total"]["value"] == dice


@pytest.mark.parametrize(
    ("resolver", "inputs"),
    [
        ("active-guard", {"intensity": "1", "missile_guard": True, "reserve": 1}),
        ("grapple", {"defence": "parry", "item": "dagger", "second_limb": False}),
        ("intimidate", {"condition": "neither", "outnumbers": True}),
        ("crowd", {"missile_weapon": "sling", "skill": 30}),
        ("mounted", {"used": False, "dice": 2}),
        ("off-hand", {"mastery": True}),
        ("off-hand-reaction", {"mastery": True}),
        ("dying", {"hit_points": 0, "arrives": 3}),
        ("opposed", {"defender": "nobody, things stay as they are"}),
        ("charge", {"weapon": "small-shield", "max_hit_points": 3}),
    ],
)
def test_every_fall_of_the_dice(resolver: str, inputs: dict[str, Any]) -> None:
    """The staged counts are those of all dice."""
    found = find(f"fantasy-crux/{resolver}")
    ready = found.prepare(found.read(inputs)[0])
    fast, slow = found.tally(ready), found.tally(ready, slow=True)
    assert (fast.verdicts, dict(fast.chances), dict(fast.measures)) == (
        slow.verdicts, dict(slow.chances), dict(slow.measures),
    )  # fmt: skip
