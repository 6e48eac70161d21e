"""Checks, moves, ambushes, long actions, the round, the order and the sheet: what dice and situations lead to."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from companion import find

CHECKS = [
    ([13, 13, 13], "success", 7, 3),
    ([15, 9, 16], "success", 2, 1),
    ([20, 13, 13], "success", 0, 1),
    ([20, 14, 13], "failure", -1, 0),
    ([1, 1, 20], "critical success", 0, 1),
    ([1, 1, 1], "spectacular success", 7, 3),
    ([20, 20, 1], "botch", -7, 0),
    ([20, 20, 20], "disaster", -14, 0),
    ([1, 20, 20], "botch", -7, 0),
]


@pytest.mark.parametrize(("dice", "verdict", "left", "quality"), CHECKS)
def test_check(throw, dice, verdict, left, quality):
    """Three thirteens, rating 7: what is spent, what is left, what it is worth."""
    answer = throw("skill-check", dice=dice, rating=7)
    assert answer["verdict"]["value"] == verdict
    passed = answer["outcome"]["passed"]
    assert (passed["left"], passed["quality"]) == (left, quality)
    spend = answer["figures"]["check-spend"]
    assert [die["spent"] for die in spend["dice"]] == [max(0, die - 13) for die in dice]
    assert [die["mark"] for die in spend["dice"]] == [{1: "best", 20: "worst"}.get(die, "") for die in dice]


@pytest.mark.parametrize(
    ("points", "level"), [(0, 1), (3, 1), (4, 2), (6, 2), (7, 3), (10, 4), (13, 5), (16, 6), (25, 6)]
)
def test_quality(throw, points, level):
    """From the skill points left."""
    answer = throw("skill-check", dice=[2, 2, 2], rating=points)
    assert answer["measures"]["quality"] == level


def test_encumbrance_hinders_only_some_skills(chances):
    """Body Control, but not Self-Control; Pain hinders both."""
    base = chances("skill-check", modifier=-2).success
    assert chances("skill-check", skill="body-control", encumbrance=2).success == base
    assert chances("skill-check", skill="self-control", encumbrance=2).success == F(33, 40)
    assert chances("skill-check", skill="self-control", pain=2).success == base
    limited = chances("skill-check", skill="stealth", pain=3, encumbrance=3).success
    assert limited == chances("skill-check", modifier=-5).success


def test_a_botched_step_falls(throw):
    """Two 20s: an attack of opportunity, a fall, and a yard on all fours."""
    answer = throw("disengage", dice=[20, 20, 5, 3, 2, 4], lp=20)
    assert answer["verdict"]["value"] == "away by half, struck"
    assert answer["measures"]["damage"] == 6 + 4
    assert answer["outcome"]["yards"] == 1
    assert "You fall for 4 life points and lie prone." in answer["sentence"]


def test_who_is_cut_down_stays(throw):
    """Life points gone before the move."""
    answer = throw("disengage", dice=[19, 19, 19, 3, 2, 4], lp=6)
    assert (answer["verdict"]["value"], answer["outcome"]["yards"]) == ("cut down", 0)


def test_a_critical_step_leaves_an_action(throw):
    """Two 1s."""
    answer = throw("disengage", dice=[1, 1, 20, 3, 2, 4])
    assert answer["verdict"]["value"] == "clean away, with a further action"
    assert answer["steps"][-2]["rule"] == "dark-eye/disengage#critical"


def test_a_hopeless_check_fails(chances):
    """More opponents than the attributes bear: no clean way out."""
    assert chances("disengage", agility=3, opponents=3).clean == 0


def test_nobody_near_nobody_strikes(chances, table):
    """Picking up without an enemy costs no more than the action."""
    alone = chances("pick-up", enemy=False)
    assert (alone.taken, alone.struck) == (F(33, 40), 0)
    assert set(table("pick-up", "verdict", enemy=False)) == {"in hand", "left lying"}


def test_position_without_a_check(chances):
    """Where the game master asks for none, it is gained for the action."""
    assert chances("advantageous-position", check_needed=False).gained == 1


MOVES = [
    ({}, 8, 16),
    ({"free_action": False}, 8, 8),
    ({"action": False, "free_action": False}, 8, 0),
    ({"pain": 2}, 6, 12),
    ({"armour": "leather"}, 6, 12),
    ({"armour": "leather", "encumbrance": 0}, 7, 14),
    ({"paralysis": 1}, 6, 12),
    ({"paralysis": 3}, 2, 4),
    ({"paralysis": 1, "pain": 1}, 6, 12),
    ({"water": "submerged"}, 4, 8),
    ({"water": "hip-deep", "zigzag": True, "mov": 7}, 2, 4),
    ({"prone": True}, 1, 2),
    ({"bound": True}, 0, 0),
    ({"pain": 3, "armour": "plate"}, 3, 6),
    ({"mov": 2, "pain": 3}, 0, 0),
    ({"pain": 4, "pain_overcome": True}, 4, 8),
]


@pytest.mark.parametrize(("inputs", "each", "yards"), MOVES)
def test_movement(throw, inputs, each, yards):
    """Yards with one action and in all; fractions are rounded once, at the end."""
    outcome = throw("movement", **inputs)["outcome"]
    assert (outcome["each"], outcome["yards"]) == (each, yards)
    assert throw("movement", **inputs)["figures"]["modifier-stack"]["total"]["value"] == each


def test_moving_past_provokes(throw):
    """One attack for each opponent whose reach one moves within; none for those who stay put."""
    assert throw("movement", through=2)["outcome"]["opportunities"] == 2
    assert throw("movement", through=2, bound=True)["outcome"]["opportunities"] == 0


TURNS = [
    ({"acts": ["attack", "free-move"]}, True, 0, 0),
    ({"acts": ["attack", "attack"]}, False, 0, 1),
    ({"acts": ["shout", "drop-item"]}, False, 1, 0),
    ({"acts": ["draw", "attack"]}, False, 0, 1),
    ({"acts": ["draw", "attack"], "quick_draw": True}, True, 0, 0),
    ({"acts": ["grip", "attack"]}, True, 0, 1),
    ({"acts": ["grip", "grip"]}, False, 1, 1),
    ({"acts": ["stand-up"]}, False, 0, 1),
    ({"acts": ["stand-up"], "posture": "prone"}, True, 0, 1),
    ({"acts": ["rise", "attack"], "posture": "sitting"}, True, 0, 0),
    ({"acts": [], "later": ["attack"]}, True, 0, 1),
    ({"acts": [], "later": ["free-move"]}, False, 1, 0),
    ({"acts": ["attack"], "later": ["attack"]}, False, 0, 1),
    ({"acts": ["continue"]}, False, 0, 1),
    ({"acts": ["continue"], "in_long_action": True, "defences": 0}, True, 0, 1),
    ({"acts": [], "stance": True}, True, 0, 1),
    ({"acts": ["attack"], "stance": True}, False, 0, 1),
    ({"acts": ["attack"], "onslaught": True}, False, 0, 1),
    ({"acts": ["attack"], "onslaught": True, "defences": 0}, True, 0, 1),
    ({"acts": [], "incapacitated": True, "defences": 0}, True, 0, 0),
    ({"acts": ["shout"], "incapacitated": True, "defences": 0}, False, 0, 0),
    ({"acts": [], "defender": "ordinary", "defences": 2}, False, 1, 1),
]


@pytest.mark.parametrize(("inputs", "allowed", "actions", "free"), TURNS)
def test_turn(throw, inputs, allowed, actions, free):
    """Whether the round holds it, and what is left."""
    answer = throw("turn", **inputs)
    outcome = answer["outcome"]
    assert (outcome["allowed"], outcome["actions_left"], outcome["free_left"]) == (allowed, actions, free)
    assert answer["sentence"].startswith("Allowed" if allowed else "Not allowed")
    assert all(problem["reason"].endswith(".") for problem in outcome["problems"])


def test_defences_get_harder(throw):
    """By 3 each; never for a creature; the stance lifts them all."""
    assert throw("turn", defences=4)["outcome"]["defences"] == [0, -3, -6, -9]
    assert throw("turn", defences=3, defender="creature")["outcome"]["defences"] == [0, 0, 0]
    assert throw("turn", acts=[], defences=2, stance=True)["outcome"]["defences"] == [4, 1]


def test_what_breaks_a_long_action(throw):
    """Another action and a defence; not a free action."""
    under_way = {"in_long_action": True, "defences": 0}
    assert throw("turn", acts=["continue", "shout"], **under_way)["outcome"]["breaks"] == []
    (broken,) = throw("turn", acts=["attack"], **under_way)["outcome"]["breaks"]
    assert broken["rule"] == "dark-eye/long-actions#interrupting"
    (broken,) = throw("turn", acts=["continue"], in_long_action=True, defences=1)["outcome"]["breaks"]
    assert broken["rule"] == "dark-eye/long-actions#defending"


def test_a_defence_breaks_a_long_action(chances):
    """Even where no distraction would have."""
    assert chances("long-action", distractions=[], defends=2).done == 0
    assert chances("long-action", distractions=[], defends=2).mean_done == 1
    assert chances("long-action", distractions=[], defends=9).done == 1


def test_loading_takes_what_the_weapon_takes(throw):
    """Eight actions for a light crossbow, whatever stands in the number."""
    answer = throw("long-action", loads="light-crossbow", actions=2, distractions=[])
    assert answer["measures"]["done"] == 8
    assert "one more action" in answer["sentence"]


def test_a_critical_success_ends_all_distraction(throw):
    """Two 1s: the second distraction is not rolled for."""
    twice = [{"kind": "other", "during": 1}, {"kind": "other", "during": 2}]
    answer = throw("long-action", dice=[1, 1, 20, 19, 19, 19], distractions=twice)
    assert answer["verdict"]["value"] == "takes effect"
    answer = throw("long-action", dice=[5, 5, 5, 19, 19, 19], distractions=twice)
    assert (answer["verdict"]["value"], answer["measures"]["done"]) == ("broken off", 1)


def test_distractions_come_in_their_order(throw):
    """Given out of order, they are met in the order of the actions; those after the end do not matter."""
    events = [{"kind": "other", "during": 3}, {"kind": "other", "during": 1}, {"kind": "other", "during": 4}]
    answer = throw("long-action", dice=[19, 19, 19, 5, 5, 5], distractions=events, actions=3)
    assert answer["measures"]["done"] == 0


def test_pain_from_elsewhere_adds(throw):
    """Two levels from a poison, one from life points; never more than IV."""
    assert throw("pain", max_lp=30, lp=20, other_pain=2)["outcome"]["level"] == 3
    assert throw("pain", max_lp=30, lp=7, other_pain=3)["outcome"]["level"] == 4


def test_the_track_moves_with_damage(throw):
    """From 25 to 12 of 31: two marks passed."""
    answer = throw("pain", max_lp=31, lp=25, damage=13)
    track = answer["figures"]["lp-track"]
    assert (track["before"], track["value"], track["level"]) == (25, 12, 2)
    assert [mark["at"] for mark in track["marks"]] == [23, 15, 7, 5]
    assert [mark["reached"] for mark in track["marks"]] == [True, True, False, False]


def test_marks_are_listed():
    """By name in the outcome: 23, 15, 7 and 5 of 31."""
    answer = find("dark-eye/pain").roll({"max_lp": "31", "lp": "31"})
    assert answer["outcome"]["marks"] == [23, 15, 7, 5]
    assert answer["dice"] == []


def test_dying(throw):
    """At 0 and below; nothing is left to be rolled."""
    answer = throw("pain", max_lp=31, lp=0)
    assert (answer["verdict"]["value"], answer["dice"]) == ("dying", [])


def test_orcs_after_the_knight(throw):
    """The whole order of five: total, then base; the armour's levels count, the die stays."""
    example = find("dark-eye/initiative").example("orcs")
    order = throw("initiative", dice=example.dice, **example.inputs)["outcome"]["order"]
    assert [(place["initiative"], place["names"]) for place in order] == [
        (16, ["Knight"]), (15, ["Orc 1"]), (14, ["Mage"]), (14, ["Orc 2"]), (11, ["Orc 3"]),
    ]  # fmt: skip


def test_ties_to_the_last(throw):
    """Equal in both: one more die, and one more; who is still equal throws on."""
    twins = [{"name": "a", "base": 12}, {"name": "b", "base": 12}]
    for dice, first in (([3, 3, 2, 1, 5, 1], ["b"]), ([3, 3, 5, 1, 5, 4], ["b"]), ([3, 3, 5, 1, 5, 1], ["a", "b"])):
        answer = throw("initiative", dice=dice, combatants=twins)
        assert answer["outcome"]["order"][0]["names"] == first
    assert "who throw on" in answer["sentence"]


def test_deaf_and_attentive(chances):
    """−3 and +2, and both."""
    both = chances("ambush", targets=[{"attentive": True, "deaf": True}]).surprised
    assert both == chances("ambush", targets=[{"modifier": -1}]).surprised


def test_a_check_that_is_not_allowed_loses(chances):
    """Targets whose senses are gone are always surprised by those who manage to hide."""
    lost = chances("ambush", targets=[{"modifier": -20}]).surprised
    assert lost == F(33, 40)


def test_the_sheet(throw):
    """With a shield beside the axe, in chain mail."""
    outcome = throw("base-values", technique=12, courage=14, lead=14, weapon="battleaxe", beside="wooden-shield",
                    armour="chain", damage_lead=16)["outcome"]  # fmt: skip
    assert (outcome["at"], outcome["pa"], outcome["armed_at"], outcome["armed_pa"]) == (14, 8, 12, 6)
    assert (outcome["damage_bonus"], outcome["pro"]) == (2, 4)


def test_low_lead_attributes_take_nothing_off(throw):
    """Courage 5 adds 0, not −1."""
    assert throw("base-values", technique=6, courage=5, lead=5)["outcome"]["at"] == 6


def test_a_failure_without_an_enemy_is_told(throw):
    """It costs the action, and nothing else."""
    answer = throw("pick-up", dice=[19, 19, 19, 1], enemy=False, distance=0)
    assert answer["sentence"] == "It stays where it is."
    assert [step["rule"] for step in answer["steps"]][-2:] == ["dark-eye/pick-up#failure", "dark-eye/pick-up#item"]


def test_an_opportunity_moves_the_track(throw):
    """Life points where they are counted, Pain, death's door."""
    hurt = throw("attack-of-opportunity", dice=[3, 6], at=14, foe_max_lp=30, foe_lp=16)
    assert hurt["sentence"].endswith("The target has 6 life points left, Pain III.")
    assert hurt["figures"]["lp-track"]["value"] == 6
    gone = throw("attack-of-opportunity", dice=[3, 6], at=14, foe_max_lp=30, foe_lp=10)
    assert gone["sentence"].endswith("The target is dying.")


def test_leaders_are_named(throw):
    """Who rolls for each side when groups meet."""
    groups = {"ambushers": [{"name": "Rat"}, {"name": "Cat"}], "targets": [{"name": "Elf"}, {"name": "Dwarf"}]}
    answer = throw("ambush", group_ambush="leaders", dice=[5, 5, 5, 19, 19, 19], **groups)
    assert [step["text"] for step in answer["steps"]][:2] == [
        "Rat rolls for the ambushers",
        "Elf rolls for the targets",
    ]
    assert answer["sentence"].startswith("2 of 2 are surprised: 2 actions")


def test_a_tie_keeps_those_already_surprised(throw):
    """One is surprised, the other's roll is a tie: both sides roll again for that one."""
    answer = throw("ambush", group_ambush="each", competitive_tie="re-roll", targets=[{}, {}],
                   dice=[5, 5, 5, 19, 19, 19, 5, 5, 5])  # fmt: skip
    assert answer["verdict"]["value"] == "a tie: both roll again"
    assert answer["outcome"]["so_far"] == 1
    assert answer["measures"] == {}


def test_a_round_that_kills(throw):
    """Two blows of 9 against 15 life points."""
    dice = [2, 2, 2, 2, 20, 20, 1, 1, 5, 5, 1, 1]
    answer = throw("several-attackers", dice=dice, at=12, pa=8, foe_max_lp=15)
    assert answer["measures"] == {"landed": 2, "damage": 18}
    assert answer["sentence"].endswith("The defender is dying.")


def test_rising_lays_open(throw):
    """Standing up from the ground, with a blade near."""
    answer = throw("turn", acts=["stand-up"], posture="prone")
    assert "dark-eye/opportunity#triggers" in [step["rule"] for step in answer["steps"]]


def test_rows_without_a_name_get_one(throw):
    """And names given twice a number."""
    answer = throw("initiative", dice=[6, 1, 3, 1, 1, 1, 1], combatants=[{"base": 20}, {"base": 9}, {"base": 9}])
    assert answer["outcome"]["order"][0]["names"] == ["Combatant 1"]
