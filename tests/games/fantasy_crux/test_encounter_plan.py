"""The turn planner: what is allowed, what is not and why, and that it agrees with the calculator of the round."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import find
from companion.encounter import Fight, Option
from companion.errors import InputError
from companion.games.fantasy_crux.acts import ACTS
from tests.games.fantasy_crux.fights import HERO, TRACKER, begun, do, fight_of, rounds_on

ROUND = find("fantasy-crux/round")
WITH_ALL = {
    "main": "shortspear",
    "off": "unarmed",
    "missiles": ["light-crossbow", "heavy-crossbow"],
    "thrown": ["javelin"],
    "shaping": 50,
    "talents": ["rapid_shot", "wrestler", "counter"],
}


def plan(fight: Fight, who: str) -> dict[str, Option]:
    """The plan of somebody, by the names of the acts."""
    return {option.name: option for option in TRACKER.plan(fight, fight.named(who))}


def mine(**sheet: Any) -> Fight:
    """The hero's turn, with a foe that acts later."""
    return begun(fight_of(hero={**WITH_ALL, **sheet}, Foe={}), 9, 1)


def why(fight: Fight, act: str, who: str = "hero") -> tuple[str, str]:
    """Why an act is out of reach: the reason and the rule."""
    option = plan(fight, who)[act]
    assert not option.allowed
    return option.why_not, option.rule.removeprefix("fantasy-crux/")


def test_every_act_of_the_table_is_there() -> None:
    """In the table's order, with its name and cost."""
    options = list(TRACKER.plan(mine(), mine().named("hero")))
    assert [option.name for option in options] == [*ACTS, "avert-death"]
    assert all(option.label == ACTS[option.name].name for option in options[:-1])
    assert {option.name: option.cost for option in options}["sprint"] == ACTS["sprint"].cost


@pytest.mark.parametrize(
    ("act", "conditions", "rule"),
    [
        ("stand", [], "movement-actions#stand"),
        ("drop", ["prone"], "movement-actions#prone"),
        ("reload-light", [], "crossbows#light"),
        ("escape", [], "grappling#escape"),
        ("seize", ["controller"], "grappling#one-controller"),
        ("move", ["held"], "grappling#hold"),
        ("shot", ["blinded"], "light#levels"),
        ("attack", ["helpless"], "position#rows"),
        ("dodge", ["unaware"], "awareness#unaware"),
        ("attack", ["hesitating"], "intimidate#full-strength"),
        ("attack", ["unconscious"], "techniques#subdue"),
        ("second-limb", [], "grappling#second-limb"),
        ("protector", [], "which-defence#talents"),
        ("set-attack", [], "set-weapon#lost"),
        ("parry", ["dodge-only"], "sprint#dodge-only"),
        ("dodge", ["given-up-charge"], "charge#route"),
    ],
)
def test_why_not(act: str, conditions: list[str], rule: str) -> None:
    """Each reason has its rule."""
    fight = mine()
    for condition in conditions:
        fight = do(fight, "gain", "hero", condition=condition)
    assert why(fight, act)[1] == rule


@pytest.mark.parametrize(
    ("act", "sheet", "rule"),
    [
        ("shot", {"missiles": [], "thrown": []}, "combat-actions#attack"),
        ("set-weapon", {"main": "arming-sword"}, "set-weapon#cost"),
        ("seize", {"off": "small-shield"}, "grappling#seizing"),
        ("shaping", {"shaping": 0}, "combat-actions#shaping"),
        ("protector", {"talents": ["protector"]}, "which-defence#talents"),
        ("off-hand-parry", {"main": "greatsword"}, "off-hand#items"),
        ("rapid-shot", {"talents": []}, "techniques#rapid-shot"),
    ],
)
def test_what_the_sheet_does_not_allow(act: str, sheet: dict[str, Any], rule: str) -> None:
    """For want of a weapon, a free hand, a Talent."""
    assert why(mine(**sheet), act)[1] == rule


def test_an_empty_crossbow_alone_cannot_shoot() -> None:
    """With a javelin at hand one still can."""
    fight = do(mine(), "gain", "hero", condition="unloaded")
    assert plan(fight, "hero")["shot"].allowed
    alone = do(mine(thrown=[]), "gain", "hero", condition="unloaded")
    assert why(alone, "shot")[1] == "crossbows#ready"
    assert plan(alone, "hero")["reload-heavy"].allowed


def test_not_its_turn() -> None:
    """Actions wait for the Combat Order; Reactions do not."""
    fight = mine()
    assert why(fight, "attack", "Foe") == ("it is not its turn", "round#order")
    assert plan(fight, "Foe")["dodge"].allowed


def test_a_parry_rules_out_a_sprint() -> None:
    """A Dodge does not; a Sprint leaves the Dodge alone."""
    fight = do(mine(), "option", "hero", option="parry")
    assert why(fight, "sprint")[1] == "round#already-used"
    fight = do(do(mine(), "option", "hero", option="dodge"), "option", "hero", option="sprint")
    assert why(fight, "parry")[1] == "sprint#dodge-only"
    assert fight.named("hero").used == {"combat": 1, "movement": 1, "reaction": 1, "dodge": 1}


def test_standing_up_and_dropping() -> None:
    """What is done is put in force."""
    fight = do(mine(), "option", "hero", option="drop")
    assert fight.named("hero").has("prone")
    fight = do(rounds_on(fight, 1), "option", "hero", option="stand")
    assert not fight.named("hero").has("prone")
    with pytest.raises(InputError, match="not prone"):
        do(fight, "option", "hero", option="stand")


def test_a_second_limb_is_put_in_and_taken_off() -> None:
    """At the start of the own turn, for nothing."""
    fight = do(mine(), "gain", "hero", condition="controller")
    fight = do(fight, "option", "hero", option="second-limb")
    assert fight.named("hero").has("second-limb")
    assert not do(fight, "option", "hero", option="second-limb").named("hero").has("second-limb")
    fight = do(fight, "option", "hero", option="attack")
    assert why(fight, "second-limb")[0].startswith("limbs are added")


def test_everything_is_back_in_the_next_round() -> None:
    """Actions, Reactions, and what an act gave up."""
    fight = do(mine(), "option", "hero", option="charge")
    fight = rounds_on(fight, 1)
    assert fight.named("hero").used == {}
    assert not fight.named("hero").conditions


def test_how_far_one_gets() -> None:
    """Fifteen metres, twice that in a Sprint, half of it in darkness; the mount's in the saddle."""
    fight = mine()
    assert plan(fight, "hero")["sprint"].help == "Up to 30 m."
    assert plan(fight, "hero")["ready"].help.startswith("Up to 8 m.")
    dark = do(fight, "scene", inputs={"light": "darkness"})
    assert plan(dark, "hero")["move"].help == "Up to 8 m in this light."
    assert plan(mine(mounted=True, mount_movement=30), "hero")["move"].help == "Up to 30 m."


def test_delay() -> None:
    """One may wait while the Combat Action is there, and act after another; not without it."""
    fight = mine()
    waiting = do(fight, "delay", "hero")
    assert waiting[waiting.acting[0]].name == "Foe"
    back = do(waiting, "act-now", "hero")
    assert back[back.acting[0]].name == "hero"
    assert plan(back, "hero")["attack"].allowed
    spent = do(fight, "option", "hero", option="attack")
    with pytest.raises(InputError, match="no Combat Action left to delay"):
        do(spent, "delay", "hero")


def test_what_was_said_of_a_movement_is_over_with_the_own_turn() -> None:
    """It has moved so far since the attacker's last turn, until it is its own turn again."""
    fight = do(begun(fight_of("sword-and-leather", "ogre"), 9, 1), "gain", HERO, condition="moved_10")
    assert do(fight, "next").named(HERO).has("moved_10")
    assert not rounds_on(fight, 1).named(HERO).has("moved_10")


def test_what_can_be_used_and_how_often() -> None:
    """Once per round each; none after a Charge; nothing for the off hand beside a two-handed weapon."""
    fight = mine(talents=["killing_angle"])
    hero = fight.named("hero")
    most = {use.name: use.most(fight, hero) for use in TRACKER.uses}
    assert most == {
        "combat": 1, "movement": 1, "reaction": 1, "dodge": 1, "off_hand_reaction": 1, "off_hand_attack": 1,
        "attack": 1, "killing_angle": 1, "mighty_shot": 0, "deadly_precision": 0,
    }  # fmt: skip
    fight = do(fight, "option", "hero", option="charge")
    most = {use.name: use.most(fight, fight.named("hero")) for use in TRACKER.uses}
    assert (most["reaction"], most["dodge"], most["off_hand_reaction"]) == (0, 0, 0)
    fight = mine(main="greatsword")
    most = {use.name: use.most(fight, fight.named("hero")) for use in TRACKER.uses}
    assert (most["off_hand_reaction"], most["off_hand_attack"]) == (0, 0)


OTHERWISE = ("delay", "stand", "drop", "reload-light", "reload-heavy", "wrestle", "seize")
"""Acts for which the tracker asks what the calculator does not know."""
PLAIN = [key for key in ACTS if key not in OTHERWISE]


@given(st.lists(st.sampled_from(PLAIN), max_size=6))
@settings(deadline=None, max_examples=60)
def test_the_plan_and_the_calculator_of_the_round_agree(acts: list[str]) -> None:
    """After whatever was allowed so far, both allow the same of what depends on Actions and Reactions alone."""
    fight, done = mine(), []
    for key in acts:
        if not plan(fight, "hero")[key].allowed:
            continue
        fight = do(fight, "option", "hero", option=key)
        done.append(key)
        inputs = {"acts": done, "rapid_shot": True, "wrestler": True, "counter": True}
        rolled = ROUND.roll(inputs)
        assert rolled["refused"] is None, (done, rolled["sentence"])
        ours = plan(fight, "hero")
        for option in rolled["outcome"]["options"]:
            if option["act"] in PLAIN:
                assert ours[option["act"]].allowed is option["possible"], (done, option)
