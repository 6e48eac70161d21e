"""Grapples, threats and Shapings in the tracker, and calculators that change nothing."""

from __future__ import annotations

import pytest

from companion.encounter import Fight, act
from tests.games.fantasy_crux.fights import (
    HERO,
    TRACKER,
    attack_named,
    begun,
    do,
    fight_of,
    names,
    points,
    pool,
    put,
    rounds_on,
    strike,
    two,
    unanswered,
)


def grappled() -> Fight:
    """The wrestler holds the hero, after an opposed test that it won."""
    fight = begun(fight_of("wrestler", "sword-and-leather"), 9, 1)
    return strike(fight, "Wrestler", HERO, "seize", [5, 4, 4, 8]).fight


def test_a_hold_binds_both() -> None:
    """No Movement Action, a Penalty die, no sword; the Reaction against the seizure is spent."""
    fight = grappled()
    assert fight.named("Wrestler").has("controller")
    assert fight.named(HERO).has("held")
    assert fight.named(HERO).spent("reaction") == 1
    plan = {option.name: option for option in TRACKER.plan(fight, fight.named("Wrestler"))}
    assert plan["move"].rule == "fantasy-crux/grappling#hold"
    assert pool(attack_named(fight, "Wrestler", HERO, "unarmed")) == {"In a grapple": -1}
    assert "in a grapple" in attack_named(fight, HERO, "Wrestler", "arming-sword").note
    assert "escape" not in names(fight, "Wrestler", HERO)


def test_escape_and_release() -> None:
    """Either ends it for both."""
    fight = do(grappled(), "next")
    escaped = strike(fight, HERO, "Wrestler", "escape", [5, 2, 1, 8, 9, 9]).fight
    released = do(rounds_on(grappled(), 1), "option", "Wrestler", option="release")
    for after in (escaped, released):
        assert not after.named("Wrestler").has("controller")
        assert not after.named(HERO).has("held")


def test_a_sword_cuts_the_one_who_seizes() -> None:
    """A Parry that succeeds and wins: 1 HP, armour or not, and no hold."""
    fight = begun(fight_of("wrestler", "sword-and-leather"), 9, 1)
    attack = attack_named(fight, "Wrestler", HERO, "seize")
    assert (attack.inputs["defence"], attack.inputs["item"]) == ("parry", "arming-sword")
    fight = strike(fight, "Wrestler", HERO, "seize", [5, 2, 5, 4]).fight
    assert points(fight, "Wrestler") == 15 - 1
    assert not fight.named(HERO).has("held")


def test_wrestler_is_told_and_a_fallen_controller_lets_go() -> None:
    """What Wrestler does is the player's choice; at 0 HP the hold ends."""
    fight = rounds_on(grappled(), 1)
    happened = strike(fight, "Wrestler", HERO, "wrestle", [5, 5, 4, 9, 9, 9])
    assert "fantasy-crux/grappling#wrestler" in [line.rule for line in happened.lines]
    fight = do(fight, "mark", "Wrestler", mark="hit_points", to=1)
    fight = unanswered(fight, HERO, "Wrestler", "unarmed", [5, 2, 1, 3]).fight
    assert not fight.named(HERO).has("held")


@pytest.mark.parametrize(
    ("its_points", "wounded", "more", "row"),
    [(12, False, 0, "fresh"), (9, False, 1, "bloodied-crowd"), (9, False, 0, "neither"), (5, False, 0, "broken")],
)
def test_intimidate_reads_the_enemy(its_points: int, wounded: bool, more: int, row: str) -> None:
    """Its losses and its numbers choose the one row that fits."""
    fight = fight_of(hero={"influence": 60}, Foe={}, **{f"Other{number}": {} for number in range(more)})
    fight = do(fight, "mark", "Foe", mark="hit_points", to=its_points)
    attack = attack_named(fight, "hero", "Foe", "intimidate")
    assert (attack.inputs["condition"], attack.inputs["outnumbers"]) == (row, more > 0)


def test_the_wounded_few() -> None:
    """Fewer than your side, and Wounded."""
    fight = put(fight_of(hero={}, friend={}, Foe={}), "Foe", "wounded")
    assert attack_named(fight, "hero", "Foe", "intimidate").inputs["condition"] == "wounded-few"


def test_fear_costs_a_turn() -> None:
    """At full strength it hesitates: its next turn allows nothing, and then it is over."""
    fight = two(influence=60)
    fight = strike(fight, "hero", "Foe", "intimidate", [5, 5, 9, 9, 8, 7]).fight
    assert fight.named("Foe").has("hesitating")
    fight = do(fight, "next")
    plan = {option.name: option for option in TRACKER.plan(fight, fight.named("Foe"))}
    assert plan["attack"].rule == "fantasy-crux/intimidate#full-strength"
    assert plan["dodge"].allowed
    assert not do(fight, "next").named("Foe").has("hesitating")


def test_who_gives_way_is_told() -> None:
    """The Gamemaster decides how."""
    fight = do(two(influence=60), "mark", "Foe", mark="hit_points", to=3)
    happened = strike(fight, "hero", "Foe", "intimidate", [5, 5, 9, 8, 7, 6])
    assert "fantasy-crux/intimidate#giving-way" in [line.rule for line in happened.lines]


def test_a_shaping_meets_the_shield() -> None:
    """A guard that is won stops fire of Intensity 2 with a medium shield, and costs the Reaction."""
    fight = begun(fight_of("shaper", Guard={"off": "medium-shield", "close": 60, "dodge": 20}), 9, 1)
    attack = attack_named(fight, "Shaper", "Guard", "shaping")
    assert (attack.inputs["answer"], attack.inputs["shield"]) == ("active guard", "medium-shield")
    fight = strike(fight, "Shaper", "Guard", "shaping", [5, 2, 5, 3, 3, 6, 6]).fight
    assert (points(fight, "Guard"), fight.named("Guard").spent("reaction")) == (12, 1)


def test_a_counter_pays_the_magnitude() -> None:
    """Power Points are gone whether it wins or not; fire that gets through burns."""
    fight = begun(fight_of("shaper", Witch={"shaping": 90, "talents": ["counter"], "dodge": 10}), 9, 1)
    attack = attack_named(fight, "Shaper", "Witch", "shaping")
    assert attack.inputs["answer"] == "counter"
    happened = strike(fight, "Shaper", "Witch", "shaping", [5, 5, 9, 9, 6, 6])
    assert points(happened.fight, "Witch", "power_points") == 11 - 3
    assert points(happened.fight, "Witch") == 0
    poor = do(fight, "mark", "Witch", mark="power_points", to=2)
    assert attack_named(poor, "Shaper", "Witch", "shaping").inputs["answer"] == "dodge"


def test_any_calculator_may_be_applied_and_changes_nothing_unasked() -> None:
    """A Healing test on one who is well, or a look at the parry sizes."""
    fight = two()
    ids = {"attacker": fight.named("hero").id, "target": fight.named("Foe").id}
    given = {"do": "apply", "resolver": "fantasy-crux/test", "inputs": {}, "dice": [5, 2], **ids}
    assert act(TRACKER, fight, given).fight == fight
    given = {"do": "apply", "resolver": "fantasy-crux/opposed", "inputs": {}, "dice": [5, 2, 5, 3], **ids}
    assert act(TRACKER, fight, given).fight == fight


def test_the_seizure_may_take_the_off_hand_and_two_limbs() -> None:
    """A target whose base Reaction is gone answers with the extra one; the second limb stays committed."""
    fight = begun(fight_of(hero={"main": "unarmed", "unarmed": 70}, Foe={"off": "small-shield", "close": 50}), 9, 1)
    fight = put(do(fight, "use", "Foe", use="reaction"), "hero", "second-limb")
    attack = attack_named(fight, "hero", "Foe", "seize")
    assert (attack.inputs["item"], attack.inputs["off_hand"]) == ("small-shield", True)
    fight = strike(fight, "hero", "Foe", "seize", [5, 4, 3, 9, 9, 8]).fight
    assert fight.named("Foe").spent("off_hand_reaction") == 1
    assert {"controller", "second-limb"} <= set(fight.named("hero").conditions)


def test_a_shaping_and_what_covers_its_target() -> None:
    """The better of terrain and Shield Cover; complete cover leaves nothing to aim at; wounds and holds weigh too."""
    guard = {"off": "medium-shield", "talents": ["shield_cover"]}
    fight = begun(fight_of("shaper", Guard=guard), 9, 1)
    assert attack_named(fight, "Shaper", "Guard", "shaping").inputs["shaping_dice"] == -1
    fight = put(put(fight, "Guard", "cover_substantial"), "Shaper", "wounded", "held")
    assert attack_named(fight, "Shaper", "Guard", "shaping").inputs["shaping_dice"] == -4
    assert attack_named(put(fight, "Guard", "prone"), "Shaper", "Guard", "shaping").inputs["dice"] == -1
    assert "shaping" not in names(put(fight, "Guard", "cover_complete"), "Shaper", "Guard")


def test_a_dodged_shaping_and_an_effect() -> None:
    """A fumbled Dodge is told, and an effect that takes hold as well."""
    fight = begun(fight_of("shaper", Foe={"dodge": 60}), 9, 1)
    assert attack_named(fight, "Shaper", "Foe", "shaping").inputs["answer"] == "dodge"
    carries = "damage and an effect that rides on it"
    happened = strike(fight, "Shaper", "Foe", "shaping", [5, 2, 10, 10, 10, 2, 2], carries=carries)
    rules = [line.rule for line in happened.lines]
    assert {"fantasy-crux/fumbles#setback", "fantasy-crux/active-guard#impact-size"} <= set(rules)
    assert happened.fight.named("Foe").used == {"reaction": 1, "dodge": 1}
    assert points(happened.fight, "Foe") == 12 - 4
