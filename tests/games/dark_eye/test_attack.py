"""The attack: every circumstance by its name, what the dice bring, and how it is told."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from companion import find

ATTACK = [
    ({}, 12),
    ({"weapon": "foil"}, 13),
    ({"prone": True}, 8),
    ({"weapon": "dagger"}, 10),
    ({"weapon": "dagger", "foe_weapon": "halberd"}, 8),
    ({"foe_weapon": "halberd"}, 10),
    ({"weapon": "dagger", "own_reach": "medium"}, 12),
    ({"weapon": "spear", "foe_weapon": "dagger"}, 12),
    ({"cramped": "you"}, 8),
    ({"cramped": "foe"}, 12),
    ({"cramped": "both", "weapon": "spear"}, 4),
    ({"water": "hip-deep"}, 10),
    ({"water": "submerged"}, 6),
    ({"water": "submerged", "swimmer": "Combat in Water"}, 8),
    ({"water": "hip-deep", "swimmer": "Combat in Water"}, 12),
    ({"water": "submerged", "swimmer": "Underwater Combat"}, 12),
    ({"position": "you"}, 14),
    ({"position": "foe"}, 12),
    ({"foe_size": "tiny"}, 8),
    ({"sight": "haze"}, 11),
    ({"sight": "silhouette"}, 10),
    ({"sight": "shape"}, 9),
    ({"sight": "invisible"}, 6),
    ({"off_hand": True}, 8),
    ({"two_weapons": True}, 10),
    ({"onslaught": True}, 14),
    ({"manoeuvre": "feint-2"}, 10),
    ({"manoeuvre": "forceful-blow-3"}, 6),
    ({"pain": 2}, 10),
    ({"encumbrance": 1, "others": 2}, 9),
    ({"pain": 3, "encumbrance": 3}, 7),
    ({"other": -3}, 9),
    ({"from_behind": True, "two_handed": True}, 12),
    ({"prone": True, "water": "hip-deep", "pain": 1, "position": "you", "manoeuvre": "feint-1"}, 6),
]

DEFENCE = [
    ({}, 8),
    ({"foe_weapon": "knife"}, 7),
    ({"foe_weapon": "knife", "defence": "dodge"}, 8),
    ({"foe_shield": "wooden-shield"}, 9),
    ({"foe_shield": "parry-dagger"}, 9),
    ({"foe_shield": "large-shield", "defence": "shield parry"}, 14),
    ({"foe_shield": "large-shield", "foe_weapon": "battleaxe", "defence": "shield parry"}, 14),
    ({"foe_shield": "large-shield", "defence": "dodge"}, 8),
    ({"foe_shield": "large-shield", "foe_two_handed": True}, 7),
    ({"foe_shield": "large-shield", "foe_weapon": "two-handed-sword"}, 8),
    ({"foe_two_handed": True}, 7),
    ({"foe_two_handed": True, "defence": "dodge"}, 8),
    ({"cramped": "foe"}, 4),
    ({"cramped": "you"}, 8),
    ({"cramped": "foe", "defence": "dodge"}, 8),
    ({"cramped": "foe", "foe_weapon": "dagger"}, 8),
    ({"cramped": "foe", "defence": "shield parry", "foe_shield": "buckler"}, 8),
    ({"cramped": "foe", "defence": "shield parry", "foe_shield": "wooden-shield"}, 7),
    ({"cramped": "foe", "defence": "shield parry", "foe_shield": "large-shield"}, 10),
    ({"cramped": "foe", "foe_shield": "large-shield"}, 7),
    ({"foe_water": "hip-deep"}, 6),
    ({"foe_water": "submerged", "defence": "dodge"}, 8),
    ({"foe_water": "submerged", "foe_swimmer": "Combat in Water"}, 4),
    ({"water": "submerged"}, 8),
    ({"position": "foe"}, 10),
    ({"position": "foe", "defence": "dodge"}, 10),
    ({"from_behind": True}, 4),
    ({"from_behind": True, "defence": "dodge"}, 4),
    ({"foe_sight": "silhouette"}, 6),
    ({"foe_sight": "invisible"}, 1),
    ({"foe_prone": True}, 6),
    ({"foe_bound": True}, 8),
    ({"foe_bound": True, "defence": "dodge"}, 4),
    ({"foe_stance": True}, 12),
    ({"defences_made": 1}, 5),
    ({"defences_made": 2}, 2),
    ({"defences_made": 2, "defender": "creature"}, 8),
    ({"foe_pain": 2}, 6),
    ({"armour": "chain"}, 6),
    ({"armour": "chain", "foe_encumbrance": 0}, 8),
    ({"foe_pain": 3, "foe_encumbrance": 3}, 3),
    ({"manoeuvre": "feint-1"}, 6),
    ({"size": "large", "defence": "dodge"}, 8),
    ({"foe_other": 3}, 11),
    ({"from_behind": True, "manoeuvre": "feint-1", "position": "foe", "foe_stance": True}, 8),
]


def stacks(**inputs):
    """The totals of the two modifier stacks, each checked to be the sum of what it shows."""
    answer = find("dark-eye/attack").odds({"at": 12, "pa": 8, **inputs})
    assert answer["refused"] is None, answer["sentence"]
    assert answer["ignored"] == []
    found = answer["figures"]["modifier-stack"]
    for stack in found:
        limit = stack["limit"]["value"] if stack["limit"] else 0
        shown = stack["base"]["value"] + sum(row["value"] for row in stack["rows"] if row["counted"]) + limit
        if all(row["counted"] for row in stack["rows"]):
            assert shown == stack["total"]["value"]
    return [stack["total"]["value"] for stack in found]


@pytest.mark.parametrize(("inputs", "value"), ATTACK)
def test_attack_value(inputs, value):
    """What each circumstance makes of an attack of 12."""
    assert stacks(**inputs)[0] == value


@pytest.mark.parametrize(("inputs", "value"), DEFENCE)
def test_defence_value(inputs, value):
    """What each circumstance makes of a defence of 8."""
    assert stacks(**inputs)[1] == value


DAMAGE = [
    ({}, 7),
    ({"two_handed": True}, 8),
    ({"damage_bonus": 2}, 9),
    ({"manoeuvre": "forceful-blow-2"}, 11),
    ({"weapon": "dagger", "manoeuvre": "precise-thrust-1"}, 6),
    ({"pro": 3}, 4),
    ({"pro": 9}, 0),
    ({"armour": "plate"}, 1),
    ({"weapon": "two-handed-sword"}, 10),
    ({"own_plus": -5}, 0),
]


@pytest.mark.parametrize(("inputs", "value"), DAMAGE)
def test_damage(throw, inputs, value):
    """What a 3 on each damage die comes to, undefended."""
    number = 2 if inputs.get("weapon") == "two-handed-sword" else 1
    answer = throw("attack", dice=[2, 1, 1, 1, *[3] * number, 1], defence="none", **inputs)
    assert answer["verdict"]["value"] == "hit"
    assert answer["measures"]["damage"] == value


ENDINGS = [
    ([1, 12, 5, 1, 3, 1], "critical hit", 14),
    ([1, 13, 5, 1, 3, 1], "hit past a halved defence", 7),
    ([1, 12, 4, 1, 3, 1], "defended", 0),
    ([12, 1, 9, 1, 3, 1], "hit", 7),
    ([12, 1, 8, 1, 3, 1], "defended", 0),
    ([12, 1, 1, 8, 3, 1], "defended, with an attack of opportunity for the defender", 0),
    ([12, 1, 1, 9, 3, 1], "defended", 0),
    ([1, 20, 1, 5, 3, 1], "defended", 0),
    ([12, 1, 20, 8, 3, 4], "hit", 7),
    ([12, 1, 20, 9, 3, 4], "hit", 7),
    ([13, 1, 1, 1, 3, 1], "miss", 0),
    ([20, 12, 1, 1, 3, 4], "miss", 0),
    ([20, 13, 1, 1, 3, 4], "botch", 0),
]


@pytest.mark.parametrize(("dice", "verdict", "damage"), ENDINGS)
def test_ending(throw, dice, verdict, damage):
    """Attack 12 against 8, die by die: attack, again, defence, again, damage, botch."""
    answer = throw("attack", dice=dice, at=12, pa=8)
    assert answer["verdict"]["value"] == verdict
    assert answer["measures"]["damage"] == damage


def test_botches_hurt(throw):
    """1d6+2, and armour does not help; on either side."""
    mine = throw("attack", dice=[20, 13, 1, 1, 3, 4], at=12, pa=8, pro=9)
    assert mine["measures"] == {"damage": 0, "own_damage": 6, "foe_own_damage": 0}
    foes = throw("attack", dice=[12, 1, 20, 9, 3, 4], at=12, pa=8, pro=9)
    assert foes["measures"] == {"damage": 0, "own_damage": 0, "foe_own_damage": 6}


@pytest.mark.parametrize(
    ("botch", "weapon", "result", "damage"),
    [([2, 3], "longsword", 5, 0), ([5, 6], "longsword", 11, 6), ([6, 6], "longsword", 12, 12),
     ([1, 1], "unarmed", 7, 0), ([3, 3], "unarmed", 11, 2)],
)  # fmt: skip
def test_botch_table(throw, botch, weapon, result, damage):
    """On the table; who has no weapon shifts low results, and 11 and 12 hurt by the own weapon."""
    dice = [20, 20, 1, 1, 3, *botch, 2]
    answer = throw("attack", dice=dice, at=12, pa=8, botches="table", weapon=weapon, foe_weapon="unarmed")
    assert answer["outcome"]["botch"]["result"] == result
    assert answer["measures"]["own_damage"] == damage


def test_a_hurt_foe_is_told(throw):
    """Life points, the mark that is passed, and death's door."""
    answer = throw("attack", dice=[2, 1, 20, 1, 4, 1], at=12, pa=8, foe_max_lp=31, foe_lp=24)
    assert answer["measures"]["pain"] == 2 - 1
    assert answer["sentence"] == "A hit: 8 life points lost. The foe has 16 life points left, Pain I."
    assert answer["figures"]["lp-track"]["value"] == 16
    last = throw("attack", dice=[2, 1, 20, 1, 4, 1], at=12, pa=8, foe_max_lp=31, foe_lp=8)
    assert last["sentence"].endswith("The foe is dying.")


def test_double_damage_before_armour(throw):
    """(4 + 4) twice, less 3."""
    answer = throw("attack", dice=[1, 1, 20, 1, 4, 1], at=12, pa=8, pro=3)
    assert (answer["outcome"]["hp"], answer["outcome"]["damage"]) == (16, 13)


def test_steps_in_order(throw):
    """From behind with a Feint: the attack, the defence as it is left, the damage."""
    answer = throw("attack", dice=[9, 1, 5, 1, 2, 1], at=12, pa=8, from_behind=True, manoeuvre="feint-1", pro=2)
    rules = [step["rule"].partition("/")[2] for step in answer["steps"]]
    assert rules == [
        "manoeuvres#feint", "attack#roll", "attack#roll",
        "behind#penalty", "manoeuvres#feint", "defence#roll", "defence#roll",
        "damage#roll", "damage#armour",
    ]  # fmt: skip
    assert [step["value"] for step in answer["steps"]] == [-1, 11, 9, -4, -2, 2, 5, 6, 4]


def test_the_limit_is_told(throw):
    """Pain III and Encumbrance III take off 5, not 6."""
    answer = throw("attack", dice=[7, 1, 1, 1, 2, 1], at=12, pain=3, encumbrance=3, defence="none")
    assert any("take off 5 at most" in step["text"] for step in answer["steps"])
    assert answer["figures"]["modifier-stack"][0]["limit"]["value"] == 1


def test_duel_strip(throw):
    """Twenty faces over twenty, and the defence once more, halved."""
    strip = find("dark-eye/attack").odds({"at": 12, "pa": 8})["figures"]["duel-strip"]
    assert [(row["value"], row["halved"]) for row in strip["rows"]] == [(12, False), (8, False), (4, True)]
    kinds = [[face["kind"] for face in row["faces"]] for row in strip["rows"]]
    assert kinds[0] == ["one", *["success"] * 11, *["failure"] * 7, "twenty"]
    assert kinds[2] == ["one", *["success"] * 3, *["failure"] * 15, "twenty"]
    assert strip["rows"][0]["faces"][0]["more"]["fraction"] == "3/5"
    assert strip["rows"][0]["faces"][19]["more"]["fraction"] == "2/5"
    assert strip["rows"][0]["faces"][1]["more"] is None
    thrown = throw("attack", dice=[1, 7, 6, 1, 4, 1], at=12, pa=8)["figures"]["duel-strip"]
    assert [row["thrown"] for row in thrown["rows"]] == [1, None, 6]


def test_duel_strip_without_defence():
    """Where no defence can be rolled the strip says why."""
    strip = find("dark-eye/attack").odds({"at": 12, "pa": 0})["figures"]["duel-strip"]
    assert strip["rows"][1]["faces"] == []
    assert strip["rows"][1]["why"] == "A defence of 0 cannot be rolled"


def test_verdicts_that_cannot_be_are_not_listed(table):
    """Without a defence there is nothing to defend."""
    assert "defended" not in table("attack", "verdict", defence="none")
    assert len(table("attack", "verdict")) == 7


SHOTS = [
    ({}, 12),
    ({"distance": 10}, 14),
    ({"distance": 51}, 10),
    ({"size": "tiny"}, 4),
    ({"size": "huge"}, 20),
    ({"size": "large", "cover": "chest"}, 8),
    ({"size": "tiny", "cover": "chest"}, 4),
    ({"cover": "most"}, 4),
    ({"moves": "still"}, 14),
    ({"moves": "fast", "zigzag": True}, 6),
    ({"moved": "slow"}, 10),
    ({"moved": "fast"}, 8),
    ({"mount": "stands"}, 12),
    ({"mount": "walks"}, 8),
    ({"mount": "trots"}, 1),
    ({"mount": "gallops"}, 4),
    ({"sight": "haze"}, 10),
    ({"sight": "invisible"}, 1),
    ({"into_melee": True}, 10),
    ({"aim": 1}, 14),
    ({"aim": 4}, 16),
    ({"pain": 2, "others": 1}, 9),
    ({"water": "hip-deep"}, 12),
    ({"other": 2}, 14),
]


@pytest.mark.parametrize(("inputs", "value"), SHOTS)
def test_shot_value(inputs, value):
    """What each circumstance makes of a ranged combat value of 12."""
    answer = find("dark-eye/ranged-attack").odds({"rc": 12, **inputs})
    assert answer["figures"]["modifier-stack"][0]["total"]["value"] == value


SHOT_DEFENCES = [
    ({}, 6),
    ({"weapon": "throwing-dagger", "distance": 8}, 8),
    ({"defence": "shield parry", "foe_shield": "large-shield"}, 12),
    ({"defence": "shield parry", "foe_shield": "large-shield", "foe_cramped": True}, 8),
    ({"foe_cramped": True}, 6),
    ({"foe_prone": True}, 4),
    ({"foe_bound": True}, 2),
    ({"foe_sight": "haze"}, 5),
    ({"foe_stance": True}, 10),
    ({"defences_made": 1}, 3),
    ({"armour": "leather", "foe_pain": 1}, 4),
    ({"from_behind": True}, 2),
    ({"foe_other": 1}, 7),
]


@pytest.mark.parametrize(("inputs", "value"), SHOT_DEFENCES)
def test_shot_defence_value(inputs, value):
    """What each circumstance makes of a defence of 10 against a shot."""
    answer = find("dark-eye/ranged-attack").odds({"pa": 10, **inputs})
    assert answer["figures"]["modifier-stack"][1]["total"]["value"] == value


def test_nothing_wards_off_what_cannot_be_seen(chances):
    """An unseen archer meets no defence, a target that has spent its one defence neither."""
    for inputs in ({"foe_sight": "invisible"}, {"defender": "ordinary", "defences_made": 1}, {"foe_pain": 4}):
        assert chances("ranged-attack", rc=12, pa=15, **inputs).lands == F(12, 20)


def test_range_changes_damage(throw):
    """Close one more, far one less."""
    for distance, damage in ((10, 8), (50, 7), (80, 6)):
        answer = throw("ranged-attack", dice=[2, 1, 20, 1, 3, 1], rc=12, pa=7, distance=distance)
        assert answer["measures"]["damage"] == damage


def test_range_strip():
    """Three ranges with their modifiers, and what an untargeted shot still reaches."""
    strip = find("dark-eye/ranged-attack").odds({"distance": 60})["figures"]["range-strip"]
    assert [(band["from"], band["to"], band["modifier"]) for band in strip["bands"]] == [
        (0, 10, 2), (11, 50, 0), (51, 80, -2), (81, 120, None),
    ]  # fmt: skip
    assert strip["distance"] == 60


def test_a_one_against_a_shot_eases_the_next_defence(throw):
    """Confirmed: no step; not confirmed: −2 instead of −3. There is no attack of opportunity."""
    for again, step in ((6, 0), (7, -2)):
        answer = throw("ranged-attack", dice=[2, 1, 1, again, 3, 1], rc=12, pa=10)
        assert answer["verdict"]["value"] == "defended"
        assert answer["steps"][-1]["rule"] == "dark-eye/critical#ranged-defence"
        assert answer["steps"][-1]["value"] == step


def test_opportunity_takes_all_other_modifiers(chances):
    """Reach, cramped space, conditions and Enemy Sense count; there is no double damage."""
    assert chances("attack-of-opportunity", at=16, enemy_sense=True).lands == F(8, 20)
    assert chances("attack-of-opportunity", at=16, weapon="dagger", cramped="you", pain=1).lands == F(9, 20)
    assert chances("attack-of-opportunity", at=14).mean_damage == F(15, 2) / 2


def test_disarm_against_both_hands(chances):
    """−6 against a weapon held in two hands, whether it must be or only is; −4 otherwise. It costs 1d3."""
    assert chances("disarm", at=14, pa=8).lands == F(31, 100)
    two = chances("disarm", at=14, pa=8, foe_weapon="two-handed-sword").lands
    assert two == F(1, 4)
    assert chances("disarm", at=14, pa=9, foe_two_handed=True).lands == two
    assert chances("disarm", at=24, defence="none").mean_damage == (F(18, 20) + F(1, 20) * 2) * 2


def test_a_critical_disarm_doubles_its_damage(throw):
    """A 2 on the three-sided die, doubled."""
    answer = throw("disarm", dice=[1, 1, 20, 1, 2, 1], at=14, pa=8)
    assert answer["measures"]["damage"] == 4
    assert answer["sentence"].startswith("The weapon falls to the ground")


def test_a_hold_hurts_nobody(throw):
    """Whatever the dice, no life points are lost."""
    answer = throw("hold", dice=[1, 1, 20, 1, 6, 1], at=12, pa=8, foe_max_lp=20)
    assert answer["verdict"]["value"] == "hit"
    assert (answer["outcome"]["damage"], answer["outcome"]["lp"]) == (0, 20)
    assert answer["steps"][-1]["rule"] == "dark-eye/hold#effect"


def test_only_one_defence_for_ordinary_folk(chances):
    """After the first defence rolled, none is left; a creature defends at full value each time."""
    ordinary = chances("several-attackers", at=12, pa=8, defender="ordinary").mean_landed
    assert ordinary == F(37, 100) + F(12, 20) * F(12, 20) + F(8, 20) * F(37, 100)
    assert chances("several-attackers", at=12, pa=8, defender="creature").mean_landed == 2 * F(37, 100)


def test_the_last_come_from_behind(chances):
    """One of two from behind."""
    found = chances("several-attackers", at=12, pa=8, attackers=2, behind=1, defender="creature").mean_landed
    assert found == F(37, 100) + F(97, 200)
    assert chances("several-attackers", at=12, pa=8, behind=2, defender="creature").mean_landed == F(97, 100)
