"""The encounter tracker: blows and shots filled from two sheets, and what each result does to both."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion import find
from tests.games.darkmaster.fights import Table

PLAIN = {"defence": 25, "armour": "na", "shield": "none"}


def test_a_blow_takes_hit_points_and_tells_its_critical() -> None:
    """Golden: longsword, CMB 75 against DEF 25, no armour, a 50: result 100, 13 hit points, a Moderate critical."""
    table = Table("swordsman", "brigand", swordsman={"weapons": [{"weapon": "longsword", "cmb": 75}], "shield": "none"},
                  brigand=PLAIN)  # fmt: skip
    table.throw("swordsman", "brigand", "blow-0", 50, 44)
    assert table["brigand"].marks["hit_points"] == 65 - 13
    assert any("a Moderate Critical Strike (Cut/Pierce), 64 on the critical table" in line for line in table.lines)
    assert table["swordsman"].used == {"full": 1}
    assert table["swordsman"].has("engaged")
    assert table["brigand"].has("engaged")


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10_000))
def test_the_damage_is_what_the_calculator_says(seed: int) -> None:
    """No more, no less, for whatever dice."""
    table = Table("swordsman", "ogre")
    found = table.attack("swordsman", "ogre", "blow-0")
    rolled = find(found.resolver).roll(found.inputs, seed=seed)
    table.throw("swordsman", "ogre", "blow-0", *(die["value"] for die in rolled["dice"]))
    assert table["ogre"].marks["hit_points"] == 180 - rolled["measures"]["damage"]


def test_a_fumble_reads_the_fumble_table() -> None:
    """A 3 with the longsword: below 76 an Assessment Roll, from 126 on Stunned; nobody is hurt."""
    table = Table("swordsman", "brigand")
    table.throw("swordsman", "brigand", "blow-0", 3, 20)
    assert set(table["swordsman"].conditions) == {"engaged", "assessment"}
    assert table["brigand"].marks["hit_points"] == 65
    halberd = Table("pikeman", "brigand", pikeman={"weapons": [{"weapon": "halberd", "cmb": 50}]})
    halberd.throw("pikeman", "brigand", "blow-0", 3, 90)
    assert halberd["pikeman"].conditions["stunned"] == 2
    assert any(line.startswith("pikeman, 140 on the Fumble Table: Stunned") for line in halberd.lines)


def test_an_unreliable_weapon_strikes_its_wielder() -> None:
    """A ball and chain that fumbles."""
    table = Table("brigand", "swordsman", brigand={"weapons": [{"weapon": "ball-and-chain", "cmb": 50}]})
    table.throw("brigand", "swordsman", "blow-0", 3, 10)
    assert any("Unreliable" in line for line in table.lines)


def test_what_conditions_make_of_an_attack() -> None:
    """Each one that the calculator knows of is filled in, on the side that it is on."""
    table = Table("swordsman", "brigand")
    for condition in ("prone", "stunned", "surprised", "held", "aiming", "partial-cover"):
        table.do("gain", "brigand", condition=condition)
    for condition in ("prone", "higher-ground"):
        table.do("gain", "swordsman", condition=condition)
    inputs = table.attack("swordsman", "brigand", "blow-0").inputs
    assert {name for name, value in inputs.items() if value is True} == {
        "one_hand", "prone", "higher_ground", "target_prone", "target_stunned", "target_surprised", "target_held",
        "target_aiming",
    }  # fmt: skip
    table.do("gain", "swordsman", condition="held")
    found = table.attack("swordsman", "brigand", "blow-0")
    assert found.note == "Not possible: the Held can use Hand and Short weapons only."
    assert "blow-1" in table.names("swordsman", "brigand")


def test_parry_leaves_the_own_attack_and_wards_off_the_foe() -> None:
    """As much as is declared; half while Stunned, none with a Charge."""
    table = Table("swordsman", "brigand")
    table.do("declare", "brigand", inputs={"parry": 30})
    assert table.attack("brigand", "swordsman", "blow-0").inputs["parry"] == 30
    assert table.attack("swordsman", "brigand", "blow-0").inputs["foe_parry"] == 30
    table.do("gain", "brigand", condition="stunned")
    assert table.attack("swordsman", "brigand", "blow-0").inputs["foe_parry"] == 25
    table.do("declare", "brigand", inputs={"parry": 30, "actions": ["charge"]})
    assert table.attack("swordsman", "brigand", "blow-0").inputs["foe_parry"] == 0
    assert table.attack("brigand", "swordsman", "charge").inputs["parry"] == 0


def test_without_a_shield_one_opponent_is_parried() -> None:
    """The first who strikes, or the one who is named; with a shield everybody."""
    table = Table("swordsman", "archer", "pikeman", "brigand")
    table.do("declare", "pikeman", inputs={"parry": 20})
    table.throw("swordsman", "pikeman", "blow-0", 20)
    assert table["pikeman"].used == {"parry": 1}
    assert table.attack("archer", "pikeman", "blow-1").inputs["foe_parry"] == 0
    table.do("declare", "pikeman", inputs={"parry": 20, "parry_whom": "Archer"})
    assert table.attack("archer", "pikeman", "blow-1").inputs["foe_parry"] == 20
    assert table.attack("swordsman", "pikeman", "blow-0").inputs["foe_parry"] == 0
    table.do("declare", "brigand", inputs={"parry": 20})
    table.throw("swordsman", "brigand", "blow-0", 20)
    assert table.attack("archer", "brigand", "blow-1").inputs["foe_parry"] == 20


def test_two_pools_of_parry_go_against_two_opponents() -> None:
    """Both are taken off both blows; each opponent meets one of them."""
    table = Table("two-scimitars", "brigand", "ogre")
    pools = {"parry": 20, "parry_whom": "brigand", "second_parry": 10, "second_whom": "ogre"}
    table.do("declare", "two-scimitars", inputs={"actions": ["attack", "second-weapon"], **pools})
    assert table.attack("brigand", "two-scimitars", "blow-0").inputs["foe_parry"] == 20
    assert table.attack("ogre", "two-scimitars", "blow-0").inputs["foe_parry"] == 10
    found = table.attack("two-scimitars", "ogre", "two-weapons").inputs
    assert (found["parry"], found["second_parry"]) == (20, 10)
    assert table.names("two-scimitars", "ogre")[0] == "two-weapons"


def test_two_weapons_strike_twice() -> None:
    """Golden: dice 40 and 70; both blows are taken off, a Full and a Free Action are spent."""
    table = Table("two-scimitars", "brigand", brigand={**PLAIN, "defence": 0})
    table.do("declare", "two-scimitars", inputs={"parry": 30})
    table.throw("two-scimitars", "brigand", "two-weapons", 40, 70, 50)
    rolled = find("darkmaster/two-weapons").roll(table.attack("two-scimitars", "brigand", "two-weapons").inputs,
                                                 dice=[40, 70, 50])  # fmt: skip
    assert table["brigand"].marks["hit_points"] == 65 - rolled["measures"]["damage"]
    assert table["two-scimitars"].used == {"full": 1, "free": 1}


def test_a_second_foe_of_two_weapons_is_told() -> None:
    """The tracker knows one target of a throw; the blow at the other is read out."""
    table = Table("two-scimitars", "brigand")
    table.throw("two-scimitars", "brigand", "two-weapons", 20, 80, 50, same_foe=False)
    assert any(line.startswith("The second foe loses") for line in table.lines)
    assert table["brigand"].marks["hit_points"] == 65


def test_an_aim_grows_is_seen_and_is_spent() -> None:
    """Two rounds by the plan, then the shot at +20; whoever strikes the aimer meanwhile gains."""
    table = Table("archer", "brigand")
    table.do("begin")
    for aimed in (1, 2):
        table.do("declare", "archer", inputs={"actions": ["aim"]})
        assert table.attack("brigand", "archer", "blow-0").inputs["target_aiming"] is True
        table.do("option", "archer", option="aim")
        assert table["archer"].marks["aimed"] == aimed
        table.do("next")
        table.do("next")
    assert table.attack("brigand", "archer", "blow-0").inputs["target_aiming"] is False
    assert table.names("archer", "brigand")[:2] == ["aimed-0", "shot-0"]
    assert table.attack("archer", "brigand", "aimed-0").inputs["aimed"] == 2
    table.throw("archer", "brigand", "shot-0", 20)
    assert table["archer"].marks["aimed"] == 2
    table.do("mark", "archer", mark="loading", to=0)
    table.throw("archer", "brigand", "aimed-0", 20)
    assert table["archer"].marks["aimed"] == 0


def test_anything_else_loses_an_aim() -> None:
    """A move, a few words under the ruling in force, a blow, a state that stops the Aim."""
    table = Table("archer", "brigand")
    table.do("begin")
    for option in ("half-move", "speak"):
        table.do("mark", "archer", mark="aimed", to=3)
        table.do("option", "archer", option=option)
        assert table["archer"].marks["aimed"] == 0
    assert table.rules[-1] == "darkmaster/aim#lost"
    table.do("mark", "archer", mark="aimed", to=3)
    table.throw("archer", "brigand", "blow-1", 50)
    assert table["archer"].marks["aimed"] == 0
    table.do("mark", "archer", mark="aimed", to=3)
    table.do("gain", "archer", condition="stunned")
    table.next_round()
    assert table["archer"].marks["aimed"] == 0
    assert any(line.startswith("archer cannot go on Aiming") for line in table.lines)


def test_a_shot_has_to_be_reloaded() -> None:
    """A heavy crossbow takes two rounds; until then it does not shoot, and the plan says so."""
    table = Table("crossbowman", "archer", crossbowman={"weapons": [{"weapon": "heavy-crossbow", "cmb": 50}]})
    table.do("begin")
    table.throw("crossbowman", "archer", "shot-0", 20)
    assert table["crossbowman"].marks["loading"] == 2
    assert "2 rounds of reloading" in table.attack("crossbowman", "archer", "shot-0").note
    assert "reloading takes 2 more" in table.option("crossbowman", "shoot").why_not
    assert "not reloaded as a Half Action" in table.option("crossbowman", "quick-reload").why_not
    for left in (1, 0):
        while table.fight.round < 3 - left:
            table.do("next")
        table.do("option", "crossbowman", option="reload")
        assert table["crossbowman"].marks["loading"] == left


def test_shots_follow_the_rule_for_who_is_engaged() -> None:
    """Nobody: a plain attack; the shooter: in melee; the target: into melee, with all others there beside it."""
    table = Table("archer", "brigand", "swordsman")
    assert table.attack("archer", "brigand", "shot-0").resolver == "darkmaster/attack"
    table.do("gain", "archer", condition="engaged")
    assert table.attack("archer", "brigand", "shot-0").resolver == "darkmaster/ranged-in-melee"
    assert table.attack("archer", "brigand", "shot-0").inputs["target_engaged"] is False
    table.do("lose", "archer", condition="engaged")
    for name in ("brigand", "swordsman"):
        table.do("gain", name, condition="engaged")
    found = table.attack("archer", "brigand", "shot-0")
    assert found.resolver == "darkmaster/shoot-into-melee"
    assert found.inputs["neighbours"] == [{"name": "swordsman", "defence": 25, "armour": "ma", "ally": True}]


def test_a_stray_shot_hits_whoever_stands_beside() -> None:
    """The miss tells it, and the other one's hit points fall."""
    table = Table("archer", "brigand", "swordsman", swordsman={"armour": "na"})
    for name in ("brigand", "swordsman"):
        table.do("gain", name, condition="engaged")
    table.throw("archer", "brigand", "shot-0", 10, 96, 60, 50)
    assert "A miss: the second roll is at swordsman" in table.lines
    assert table["swordsman"].marks["hit_points"] < 90
    assert table["brigand"].marks["hit_points"] == 65
