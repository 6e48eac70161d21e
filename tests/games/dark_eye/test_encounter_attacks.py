"""The attack calculators of a fight, filled from two sheets and from what was put on."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.dark_eye.fights import HERO, SHOOTER, TRACKER, nobody, put_on, two


@pytest.mark.parametrize(
    ("on_attacker", "on_target", "chance"),
    [
        pytest.param(nobody, put_on("back-turned"), "97/200", id="G25"),
        pytest.param(put_on("cramped"), put_on("cramped"), "13/40", id="G28"),
        pytest.param(nobody, put_on("advantage"), "5/16", id="G36"),
        pytest.param(put_on("hip-deep"), put_on("hip-deep"), "143/400", id="G37"),
        pytest.param(put_on("prone"), nobody, "1/4", id="G40"),
        pytest.param(nobody, put_on("two-hands"), "159/400", id="G42"),
        pytest.param(put_on("blind"), put_on("blind"), "57/200", id="G43"),
        pytest.param(put_on("pain-3", "encumbrance-3"), put_on("surprised"), "7/20", id="G45"),
        pytest.param(put_on("stupor-1", "fear-2", "pain-3"), put_on("incapacitated"), "7/20", id="G45-others"),
        pytest.param(nobody, put_on("holding"), "3/5", id="G01"),
    ],
)
def test_states_fill_the_attack(on_attacker, on_target, chance):
    """What was put on either of the two stands in the calculator: the known values come out."""
    play, hero, foe = two()
    on_attacker(play, hero)
    on_target(play, foe)
    dodgeless = {"dodge": 0}
    play.do("edit", who=foe, sheet={**HERO, **dodgeless})
    assert play.lands(hero, foe, "melee-1") == Fraction(chance)


@pytest.mark.parametrize(("used", "chance"), [pytest.param(2, "217/400", id="G15"), pytest.param(3, "3/5", id="G16")])
def test_defences_made_fill_the_attack(used, chance):
    """The third defence of a hero is a poor one, the fourth none; other people have but one."""
    play, hero, foe = two(dodge=0)
    play.do("use", who=foe, use="defences", times=used)
    assert play.lands(hero, foe, "melee-1") == Fraction(chance)
    assert play.attack(hero, foe, "melee-1").note == f"Defence number {used + 1} of the round."
    play.do("edit", who=foe, sheet={})
    assert play.lands(hero, foe, "melee-1") == Fraction(3, 5)
    play.do("edit", who=foe, sheet={"defender": "creature"})
    assert play.lands(hero, foe, "melee-1") == Fraction(37, 100)


@pytest.mark.parametrize(
    ("name", "distance", "state", "chance"),
    [
        pytest.param("shot-1", 20, (), "41/80", id="G46"),
        pytest.param("shot-2", 8, (), "91/200", id="G48"),
        pytest.param("shot-1", 8, ("still",), "273/400", id="G49"),
        pytest.param("shot-1", 20, ("engaged", "bound", "surprised"), "7/10", id="G51"),
    ],
)
def test_states_fill_the_shot(name, distance, state, chance):
    """Distance, movement, aim and melee stand in the calculator of shots."""
    play, hero, foe = two(SHOOTER)
    play.do("scene", inputs={"distance": distance})
    put_on(*state)(play, foe)
    if "engaged" in state:
        play.do("gain", who=hero, condition="aimed-2")
    assert play.lands(hero, foe, name) == Fraction(chance)


@pytest.mark.parametrize(
    ("hero", "foe", "name", "resolved", "chance"),
    [
        pytest.param({"arms": [{"at": 14}], "abilities": ["disarm"]}, {"arms": [{"weapon": "two-handed-sword"}]},
                     "disarm", "lands", "1/4", id="G72"),
        pytest.param({"arms": [], "brawling_at": 12, "abilities": ["hold"]}, {"arms": [], "brawling_pa": 8}, "hold",
                     "lands", "37/100", id="G73"),
        pytest.param({"arms": [{"at": 14}], "manoeuvres": ["feint-1"]}, {"pro": 3}, "melee-1-feint-1", "lands", "37/80",
                     id="G58"),
        pytest.param({"arms": [{"weapon": "dagger"}]}, {"arms": [{"weapon": "spear"}]}, "melee-1", "lands", "1/4",
                     id="G33"),
        pytest.param({"arms": [{"weapon": "dagger"}]}, {"arms": [{"weapon": "sabre", "reach": "long"}]}, "melee-1",
                     "lands", "1/4", id="G33-own-reach"),
        pytest.param({"arms": [{"at": 14}]}, {}, "opportunity", "lands", "1/2", id="G52"),
    ],
)  # fmt: skip
def test_sheets_fill_every_kind_of_attack(hero, foe, name, resolved, chance):
    """Disarm, hold, manoeuvres, reach and the attack of opportunity, each from both sheets."""
    play, one, other = two(hero, **{"dodge": 0, **foe})
    assert play.lands(one, other, name, resolved) == Fraction(chance)


def test_disengage_and_escape_are_filled():
    """G101 and G118: Body Control against an enemy at 14, Feat of Strength on both sides."""
    play, hero, foe = two({"feat_of_strength": 7}, arms=[{"at": 14}], feat_of_strength=7)
    put_on("engaged", "held")(play, hero)
    assert play.lands(hero, foe, "disengage", "clean") == Fraction(461, 1000)
    assert play.lands(hero, foe, "disengage", "struck") == Fraction(539, 2000)
    assert play.lands(hero, foe, "escape", "free") == Fraction(5892579, 16000000)


def test_the_best_defence_is_filled_in():
    """Weapon, shield or dodge, whichever is worth most with all that bears on it."""
    play, hero, foe = two(shield="large-shield")
    assert play.attack(hero, foe, "melee-1").inputs["defence"] == "shield parry"
    play.do("edit", who=foe, sheet={**HERO, "shield": "parry-dagger"})
    assert play.attack(hero, foe, "melee-1").inputs["defence"] == "parry"
    play.do("scene", inputs={"cramped": True})
    assert play.attack(hero, foe, "melee-1").inputs["defence"] == "dodge"
    ogre = play.add("Ogre", preset="ogre")
    play.do("scene", inputs={})
    assert play.attack(ogre, foe, "melee-1").inputs["defence"] == "dodge"
    play.do("declare", who=foe, inputs={"announced": "onslaught"})
    found = play.attack(hero, foe, "melee-1")
    assert (found.inputs["defence"], found.note) == ("none", "No defence. An Onslaught leaves no defence.")


def test_one_unarmed_is_never_disarmed_and_nobody_seizes_a_giant():
    """What cannot be done is not offered."""
    play, hero, foe = two({"abilities": ["disarm", "hold"], "arms": []}, arms=[])
    ogre = play.add("Ogre", preset="ogre")

    def names(target):
        return {each.name for each in TRACKER.attacks(play.fight, play.fight[hero], play.fight[target])}

    assert "disarm" not in names(foe)
    assert "hold" in names(foe)
    assert "hold" not in names(ogre)
    assert "disarm" in names(ogre)
