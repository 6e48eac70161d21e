"""The calculators that the tracker fills from both sheets, and what their throws leave behind."""

from __future__ import annotations

import pytest

from tests.games.fantasy_crux.fights import (
    HERO,
    PRESETS,
    TRACKER,
    attack_named,
    begun,
    do,
    fight_of,
    names,
    pool,
    put,
    rounds_on,
    strike,
    two,
    unanswered,
)

# Golden values


def test_the_published_ogre() -> None:
    """HP 18, MWL 9, Combat Order 11, Damage Modifier +2D6."""
    sheet = PRESETS["ogre"].sheet
    assert (sheet.most_hit_points, sheet.wound_level, sheet.beginning.combat_order) == (18, 9, 11)
    assert sheet.damage_modifier == "+2D6"


def test_skills_begin_at_the_attributes() -> None:
    """DEX and STR, DEX and INT, DEX and ten; what is entered counts instead, and none is above the highest."""
    fight = fight_of(hero={"strength": 13, "dexterity": 12, "intelligence": 14}, Foe={"dexterity": 95, "close": 3})
    sheet, other = fight.named("hero").sheet, fight.named("Foe").sheet
    assert [sheet.skill(name) for name in ("close", "unarmed", "ranged", "dodge")] == [25, 25, 26, 22]
    assert (other.skill("close"), other.skill("dodge")) == (3, 100)


# Situation


@pytest.mark.parametrize(
    ("mine", "its", "expected"),
    [
        pytest.param(["wounded"], [], {"Wounded": -1}, id="wounded"),
        pytest.param(["prone"], ["prone"], {"Attacker prone": -1, "Target prone": 1}, id="both-prone"),
        pytest.param(["higher"], [], {"Higher ground": 1}, id="above"),
        pytest.param([], ["flanked"], {"Target flanked, or attacked in the back": 1}, id="flanked"),
        pytest.param(["unstable", "underwater"], [], {"Unstable ground": -1, "Underwater": -2}, id="in-the-water"),
        pytest.param(["blinded"], [], {"Blinded": -3}, id="blinded"),
    ],
)  # fmt: skip
def test_conditions_give_their_dice(mine: list[str], its: list[str], expected: dict[str, int]) -> None:
    """What is put on both finds its way into the attack's dice."""
    fight = put(put(two(), "hero", *mine), "Foe", *its)
    assert pool(attack_named(fight, "hero", "Foe", "arming-sword")) == expected


def test_range_cover_and_wind() -> None:
    """What the target has on it and what the scene says."""
    fight = put(two(missiles=["longbow"], strength=13), "Foe", "cover_partial", "cover_substantial", "moved_10")
    fight = put(fight, "hero", "engaged", "aiming")
    scene = {"wind": "wind_high", "obscured": "obscured_partly", "distance": 200, "light": "partial"}
    fight = do(fight, "scene", inputs=scene)
    attack = attack_named(fight, "hero", "Foe", "missile:longbow")
    values = sorted(pool(attack).values())
    assert values == sorted([-2, -1, -1, -1, -2, 1, -2, -1])
    assert names(fight, "hero", "Foe")[0] == "missile:longbow"


def test_what_the_rules_refuse_stands_last_with_the_reason() -> None:
    """Behind complete cover nothing can be shot at, and too far is too far."""
    fight = put(two(missiles=["longbow"]), "Foe", "cover_complete")
    last = list(TRACKER.attacks(fight, fight.named("hero"), fight.named("Foe")))[-1]
    assert (last.name, last.note.startswith("Not possible")) == ("missile:longbow", True)
    far = do(two(thrown=["javelin"]), "scene", inputs={"distance": 400})
    assert "twice the Range" in attack_named(far, "hero", "Foe", "thrown:javelin").note


def test_close_at_hand_a_bow_is_a_club() -> None:
    """Within two metres it is swung, with Close Combat."""
    fight = do(two(missiles=["longbow"]), "scene", inputs={"distance": 2})
    attack = attack_named(fight, "hero", "Foe", "missile:longbow")
    assert attack.inputs["skill"] == 60
    assert pool(attack)["Ranged weapon swung as a club"] == -1


def test_the_saddle() -> None:
    """A rider against one on foot; a lance in a Charge takes the mount's modifier; out of the saddle all is over."""
    fight = begun(fight_of("lancer", Foe={}), 9, 1)
    lance = attack_named(fight, "Lancer", "Foe", "lance")
    assert pool(lance)["Rider against a foe on foot"] == 1
    assert (lance.inputs["modifier"], lance.inputs["riding_skill"]) == ("+1D4", 60)
    charge = attack_named(fight, "Lancer", "Foe", "charge:lance")
    assert charge.inputs["modifier"] == "+2D6"
    assert "from 5 m to 60 m" in charge.note
    assert attack_named(fight, "Foe", "Lancer", "arming-sword").inputs["riding"] == "target"
    on_foot = put(fight, "Lancer", "dismounted")
    assert attack_named(on_foot, "Lancer", "Foe", "charge:lance").inputs["modifier"] == "+1D4"
    assert "Rider against a foe on foot" not in pool(attack_named(on_foot, "Lancer", "Foe", "lance"))


# Defence


def test_the_best_answer_is_filled_in() -> None:
    """A shield that blocks all beats a poor Dodge; a sword that blocks half of a great axe does not."""
    fight = begun(fight_of("shield-bearer", "ogre"), 1, 9)
    attack = attack_named(fight, "Ogre", "Shield-bearer", "great-axe")
    assert (attack.inputs["defence"], attack.inputs["item"]) == ("parry", "medium-shield")
    fight = do(fight, "use", "Shield-bearer", use="reaction")
    attack = attack_named(fight, "Ogre", "Shield-bearer", "great-axe")
    assert (attack.inputs["item"], attack.inputs["off_hand_reaction"]) == ("medium-shield", True)
    fight = do(fight, "use", "Shield-bearer", use="off_hand_reaction")
    attack = attack_named(fight, "Ogre", "Shield-bearer", "great-axe")
    assert "defence" not in attack.inputs
    assert "does not react" in attack.note


def test_arrows_meet_the_shield() -> None:
    """Active Guard with Missile Guard; a sword alone cannot."""
    fight = begun(fight_of("shield-bearer", "crossbowman", "sword-and-leather"), 1, 9, 1)
    shot = attack_named(fight, "Crossbowman", "Shield-bearer", "missile:light-crossbow")
    assert (shot.inputs["defence"], shot.inputs["item"]) == ("active guard", "medium-shield")
    assert "Active Guard: Arrow, bolt, sling stone" not in pool(shot, "defence_pool")
    assert attack_named(fight, "Crossbowman", HERO, "missile:light-crossbow").inputs["defence"] == "dodge"


def test_an_own_weapon_parries_like_one_of_its_size() -> None:
    """The Heavy club stands in the calculator as the first Heavy weapon of the table."""
    fight = begun(fight_of("sword-and-leather", "ogre-with-a-club"), 9, 1)
    attack = attack_named(fight, HERO, "Ogre with a club", "arming-sword")
    assert (attack.inputs["defence"], attack.inputs["item"]) == ("parry", "great-axe")
    assert "Parries like a great axe" in attack.note


def test_a_beast_bites_and_has_no_hands() -> None:
    """No bare hands, no off hand, nothing to Parry with, and no grasping limb."""
    fight = begun(fight_of("wolf", "sword-and-leather"), 9, 1)
    assert [name for name in names(fight, "Wolf", HERO) if name not in ("intimidate", "seize")] == ["own-1"]
    assert "no grasping limb" in attack_named(fight, "Wolf", HERO, "seize").note
    assert attack_named(fight, HERO, "Wolf", "arming-sword").inputs["defence"] == "dodge"


# What a throw leaves behind


def test_the_off_hand() -> None:
    """After a standard attack one more; then no extra Reaction."""
    fight = two(main="dagger", off="dagger")
    assert "it follows at once" in attack_named(fight, "hero", "Foe", "off-hand:dagger").note
    fight = unanswered(fight, "hero", "Foe", "dagger", [5, 8, 1]).fight
    extra = attack_named(fight, "hero", "Foe", "off-hand:dagger")
    assert (extra.note.count("Not now"), pool(extra)["Extra off-hand attack"]) == (0, -1)
    fight = unanswered(fight, "hero", "Foe", "off-hand:dagger", [5, 8, 8, 1]).fight
    assert fight.named("hero").used == {"combat": 1, "off_hand_attack": 1}
    plan = {option.name: option for option in TRACKER.plan(fight, fight.named("hero"))}
    assert plan["off-hand-parry"].rule == "fantasy-crux/off-hand#never-both"


def test_a_charge_takes_it_all_and_a_set_weapon_waits() -> None:
    """Both Actions and all Reactions of the charger; the set weapon strikes first, once."""
    fight = begun(fight_of("sword-and-leather", "spearman"), 1, 10)
    fight = do(fight, "option", "Spearman", option="set-weapon")
    fight = do(fight, "next")
    assert "strikes first" in attack_named(fight, HERO, "Spearman", "charge:arming-sword").note
    thrust = attack_named(fight, "Spearman", HERO, "set:longspear")
    assert pool(thrust) == {"Set Weapon": 1}
    fight = unanswered(fight, "Spearman", HERO, "set:longspear", [5, 9, 9, 3]).fight
    assert not fight.named("Spearman").has("weapon-set")
    fight = unanswered(fight, HERO, "Spearman", "charge:arming-sword", [5, 9, 1, 1]).fight
    hero = fight.named(HERO)
    assert (hero.used, hero.has("given-up-charge")) == ({"combat": 1, "movement": 1}, True)
    assert "defence" not in attack_named(fight, "Spearman", HERO, "longspear").inputs


def test_a_set_weapon_is_over_with_the_next_turn() -> None:
    """It waits until then and no longer."""
    fight = begun(fight_of("sword-and-leather", "spearman"), 1, 10)
    fight = do(fight, "option", "Spearman", option="set-weapon")
    assert do(fight, "next").named("Spearman").has("weapon-set")
    assert not rounds_on(fight, 1).named("Spearman").has("weapon-set")


def test_a_crossbow_is_empty_after_the_shot() -> None:
    """It is not offered again until it is reloaded, which costs the base Reaction."""
    fight = begun(fight_of("crossbowman", "sword-and-leather"), 9, 1)
    fight = unanswered(fight, "Crossbowman", HERO, "missile:light-crossbow", [5, 8, 1]).fight
    assert fight.named("Crossbowman").has("unloaded")
    assert "missile:light-crossbow" not in names(fight, "Crossbowman", HERO)
    fight = do(fight, "option", "Crossbowman", option="reload-light")
    assert not fight.named("Crossbowman").has("unloaded")
    assert fight.named("Crossbowman").used == {"combat": 1, "movement": 1, "reaction": 1}


def test_aim_and_its_loss() -> None:
    """A Die more in the next round; a Reaction before loses it, unless the aim is steady."""
    fight = do(two(missiles=["longbow"], strength=13), "option", "hero", option="aim")
    fight = rounds_on(fight, 1)
    assert pool(attack_named(fight, "hero", "Foe", "missile:longbow")) == {"Aimed": 1}
    shot = unanswered(fight, "hero", "Foe", "missile:longbow", [5, 8, 8, 1])
    assert not shot.fight.named("hero").has("aiming")
    dodged = do(fight, "option", "hero", option="dodge")
    assert not dodged.named("hero").has("aiming")
    steady = do(two(missiles=["longbow"], talents=["steady_aim"]), "option", "hero", option="aim")
    assert do(steady, "option", "hero", option="dodge").named("hero").has("aiming")


def test_rapid_shot_is_two_throws_at_one_price() -> None:
    """The second one is not called too late."""
    fight = begun(fight_of("archer", "ogre"), 9, 1)
    fight = unanswered(fight, "Archer", "Ogre", "rapid:missile:longbow", [5, 9, 8, 1]).fight
    archer = fight.named("Archer")
    assert (archer.used, archer.has("given-up-rapid-shot")) == ({"combat": 1}, True)
    assert "Not now" not in attack_named(fight, "Archer", "Ogre", "rapid:missile:longbow").note


def test_a_thrown_weapon_is_gone() -> None:
    """The next one has to be readied."""
    fight = two(thrown=["javelin"])
    happened = unanswered(fight, "hero", "Foe", "thrown:javelin", [5, 9, 1])
    assert "fantasy-crux/movement-actions#ready" in [line.rule for line in happened.lines]


def test_talents_that_work_once() -> None:
    """Killing Angle on a flanked target, Deadly Precision once declared: the next attack goes without."""
    talents = ["killing_angle", "deadly_precision", "favoured"]
    fight = put(two(close=76, talents=talents), "Foe", "flanked")
    first = attack_named(fight, "hero", "Foe", "arming-sword").inputs
    assert (first["killing_angle"], first["deadly_precision"], first["favoured"]) == (True, True, True)
    fight = unanswered(fight, "hero", "Foe", "arming-sword", [5, 3, 4, 2, 1]).fight
    second = attack_named(fight, "hero", "Foe", "arming-sword").inputs
    assert (second["killing_angle"], second["deadly_precision"]) == (False, False)
    assert attack_named(two(talents=talents), "hero", "Foe", "arming-sword").inputs["deadly_precision"] is False


def test_fumbled_and_borrowed_defences_are_told() -> None:
    """A fumbled Parry brings a setback; where an ally used Protector, it is the ally's Reaction that is gone."""
    fight = begun(fight_of("shield-bearer", "ogre"), 1, 9)
    fumbled = strike(fight, "Ogre", "Shield-bearer", "great-axe", [5, 3, 10, 10, 1, 1, 1, 1])
    assert "fantasy-crux/fumbles#setback" in [line.rule for line in fumbled.lines]
    lent = strike(fight, "Ogre", "Shield-bearer", "great-axe", [5, 3, 5, 5, 1, 1, 1, 1], protector=True)
    assert "fantasy-crux/which-defence#talents" in [line.rule for line in lent.lines]
    assert lent.fight.named("Shield-bearer").used == {}
