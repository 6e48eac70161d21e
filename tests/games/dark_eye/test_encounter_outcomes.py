"""What throws do in a fight: life points and Pain, states, botches, holds, long actions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import find, house
from companion.encounter import act
from tests.games.dark_eye.fights import PRESETS, SHOOTER, TRACKER, Play, loading, put_on, two


def test_a_hit_and_a_defence_are_counted():
    """The action and the defence are spent, the damage less armour is lost, both are in melee for two rounds."""
    play, hero, foe = two(pro=4)
    play.do("begin", dice=[6, 1, 1, 1, 1, 1])
    play.throw(hero, foe, "melee-1", [10, 1, 14, 1, 6, 1])
    assert play.lp(foe) == 31 - (6 + 4 - 4)
    assert play.fight[hero].spent("action") == play.fight[foe].spent("defences") == 1
    assert play.fight[hero].conditions["engaged"] == play.fight[foe].conditions["engaged"] == 2
    assert "Foe: Life points −6, now 25" in play.said
    play.do("next").do("next")
    assert play.fight[foe].spent("defences") == 0
    play.do("next").do("next")
    assert not play.fight[foe].has("engaged")


def test_botches_and_answers():
    """A botch hurts its maker, on either side; a confirmed 1 in defence lets the defender strike."""
    play, hero, foe = two()
    play.throw(hero, foe, "melee-1", [20, 20, 1, 1, 1, 3])
    assert (play.lp(hero), play.lp(foe)) == (26, 31)
    play.throw(hero, foe, "melee-1", [9, 1, 20, 20, 4, 3])
    assert play.lp(foe) == 31 - 8 - 5
    play.throw(hero, foe, "melee-1", [9, 1, 1, 1, 4, 3])
    assert "Foe may strike Hero at once: an attack of opportunity" in play.said
    play.throw(foe, hero, "opportunity", [3, 4])
    assert (play.lp(hero), play.fight[foe].spent("action")) == (18, 0)


@pytest.mark.parametrize(
    ("rolled", "condition", "rounds"),
    [((4, 1), "weapon-down", None), ((4, 5), "pain-1", 3), ((5, 5), "stupor-1", None)],
)
def test_the_botch_table_puts_on_what_it_says(rolled, condition, rounds):
    """The weapon on the ground, a level of Pain for three rounds, a level of Stupor."""
    play, hero, foe = two()
    play.do("scene", inputs={"botches": "table"})
    play.throw(hero, foe, "melee-1", [20, 20, 1, 1, 1, *rolled, 1])
    assert play.fight[hero].conditions[condition] == rounds
    assert play.lp(hero) == 31


def test_a_level_more_of_the_same():
    """A second level of Stupor is Stupor II."""
    play, hero, foe = two()
    play.do("scene", inputs={"botches": "table"}).do("gain", who=hero, condition="stupor-1")
    play.throw(hero, foe, "melee-1", [20, 20, 1, 1, 1, 5, 5, 1])
    assert play.fight[hero].has("stupor-2")
    assert play.attack(hero, foe, "melee-1").inputs["others"] == 2


def test_a_disarmed_fighter_takes_the_next_weapon_and_picks_up_the_first():
    """The dagger serves until the sword is in hand again; stooping takes the action and the free one."""
    arms = [{"weapon": "longsword"}, {"weapon": "dagger"}]
    play, hero, foe = two({"arms": [{"at": 14}], "abilities": ["disarm"]}, arms=arms)
    play.throw(hero, foe, "disarm", [5, 1, 19, 1, 2, 1])
    assert (play.lp(foe), play.fight[foe].has("weapon-down")) == (29, True)
    assert play.attack(foe, hero, "melee-1").inputs["weapon"] == "dagger"
    play.throw(foe, hero, "pick-up", [20, 19, 20, 9, 4, 3])
    assert (play.lp(foe), play.fight[foe].has("prone")) == (29 - 8 - 3, True)
    play.do("use", who=foe, use="action", times=-1)
    play.throw(foe, hero, "pick-up", [5, 5, 5, 9, 4, 3], distance=0)
    assert not play.fight[foe].has("weapon-down")
    assert (play.fight[foe].spent("action"), play.fight[foe].spent("free-action")) == (1, 1)


def test_a_hold_binds_and_is_broken():
    """The held one is bound and cramped, the holder without defence, until strength decides."""
    play, hero, foe = two({"arms": [], "brawling_at": 12, "abilities": ["hold"]})
    play.throw(hero, foe, "hold", [9, 1, 19, 1, 1, 1])
    assert play.fight[foe].has("held")
    assert (play.lp(foe), TRACKER.use("defences").most(play.fight, play.fight[hero])) == (31, 0)
    found = play.attack(foe, hero, "melee-1").inputs
    assert (found["cramped"], found["defence"]) == ("you", "none")
    assert play.option(foe, "move").why_not == "There is no movement left"
    play.throw(foe, hero, "escape", [20, 20, 1, 1, 1, 1])
    assert play.fight[foe].has("held")
    play.throw(foe, hero, "escape", [1, 1, 1, 20, 20, 1])
    assert not play.fight[foe].has("held")
    assert not play.fight[hero].has("holding")


def test_a_hold_ends_with_the_holder():
    """Whoever is laid low holds nobody, and leaves off whatever was begun."""
    play, hero, foe = two({"arms": [], "brawling_at": 12, "abilities": ["hold"], "ini": 20})
    play.throw(hero, foe, "hold", [9, 1, 19, 1, 1, 1])
    mage = play.add("Mage", ini=1)
    play.do("begin", dice=[1, 1, 1])
    assert play.fight[foe].has("held")
    play.do("gain", who=hero, condition="unconscious").do("next")
    play.do("mark", who=mage, mark="long-action", to=3).do("gain", who=mage, condition="unconscious").do("next")
    assert not play.fight[foe].has("held")
    assert not play.fight[hero].has("holding")
    assert play.fight[mage].marks["long-action"] == 0
    assert "Unconscious breaks off the long action of Mage" in play.said


def test_getting_away():
    """A clean step ends the melee, two 1s give the action back, a failure is struck, a botch falls as well."""
    play, hero, foe = two()
    play.throw(hero, foe, "melee-1", [19, 1, 1, 1, 1, 1])
    assert play.option(hero, "free-move").why_not == "In melee one must disengage first"
    play.do("use", who=hero, use="action", times=-1)
    play.throw(hero, foe, "disengage", [20, 5, 20, 3, 4, 2])
    assert play.fight[hero].has("engaged")
    assert (play.lp(hero), play.fight[hero].has("prone")) == (31 - 8 - 2, True)
    play.do("use", who=hero, use="action", times=-1)
    play.throw(hero, foe, "disengage", [1, 1, 9, 3, 4, 2])
    assert not play.fight[hero].has("engaged")
    assert play.fight[hero].spent("action") == 0
    assert "Hero may move 7 yards" in play.said
    play.throw(hero, foe, "climb", [5, 5, 5, 1, 1, 1])
    assert play.fight[hero].has("advantage")
    assert play.option(hero, "climb").why_not == "The position is held already"


def test_a_bow_is_shot_aimed_and_loaded():
    """A shot takes an arrow and the loading; loading and aiming take actions; at last there is nothing to shoot."""
    play, hero, foe = two({**SHOOTER, "ini": 20})
    play.do("begin", dice=[1, 1])
    play.do("option", who=hero, option="aim")
    assert play.attack(hero, foe, "shot-1").inputs["aim"] == 1
    assert play.option(hero, "aim").why_not == "Action spent: a round holds one"
    play.do("next").do("next").do("option", who=hero, option="aim")
    assert play.attack(hero, foe, "shot-1").inputs["aim"] == 2
    play.do("next").do("next")
    assert play.option(hero, "aim").why_not == "Aiming brings no more"
    play.throw(hero, foe, "shot-1", [5, 1, 19, 1, 3, 1])
    marks = play.fight[hero].marks
    assert (marks["ammunition"], marks["loading"], marks["loading-2"]) == (1, 1, 0)
    assert not play.fight[hero].has("aimed-2")
    assert find("dark-eye/ranged-attack").odds(play.attack(hero, foe, "shot-1").inputs)["refused"]["rule"] == (
        "dark-eye/ranged#loading"
    )
    play.do("next").do("next")
    assert play.option(hero, "load").label == "Load the short bow, 1 action to go"
    play.do("option", who=hero, option="load")
    assert "Hero: the short bow is ready" in play.said
    assert play.option(hero, "load").why_not == "It is ready"
    play.throw(hero, foe, "shot-1", [5, 1, 19, 1, 3, 1])
    names = [each.name for each in TRACKER.attacks(play.fight, play.fight[hero], play.fight[foe])]
    assert "shot-1" not in names
    assert names[0] == "shot-2"
    assert play.option(hero, "load").why_not == "There is nothing left to load with"


def test_a_defence_breaks_off_a_long_action():
    """It may hold or not: all that was done is lost. A blow that nobody defends against only distracts."""
    play, hero, foe = loading()
    assert "A defence breaks off the target's long action." in play.attack(foe, hero, "melee-1").note
    play.throw(foe, hero, "melee-1", [5, 1, 2, 1, 4, 1])
    assert play.fight[hero].marks["loading"] == 8
    play, hero, foe = loading()
    play.throw(foe, hero, "melee-1", [5, 1, 1, 1, 4, 1], defence="none")
    assert play.fight[hero].marks["loading"] == 7
    assert "Hero: Self-Control (Ignore Distractions) after 8 damage, or the long action fails" in play.said
    play.throw(hero, foe, "concentrate", [5, 5, 5])
    assert play.fight[hero].marks["loading"] == 7
    play.throw(hero, foe, "concentrate", [20, 20, 5])
    assert play.fight[hero].marks["loading"] == 8
    assert "Hero: concentration is lost breaks off the long action" not in play.said


@pytest.mark.parametrize(
    ("most", "lp", "label", "out"),
    [
        (31, 31, "Unhurt", False),
        (31, 24, "Scratched", False),
        (31, 23, "Pain I", False),
        (31, 15, "Pain II", False),
        (31, 7, "Pain III", False),
        (31, 5, "Pain IV, incapacitated", False),
        (31, 0, "Dying", True),
        (20, 6, "Pain II", False),
        (20, 5, "Pain IV, incapacitated", False),
        (16, 5, "Pain III", False),
        (10, 5, "Pain III", False),
        (10, 2, "Pain IV, incapacitated", False),
    ],
)
def test_each_level_of_loss(most, lp, label, out):
    """G119 to G128: the marks of Pain; at Pain IV there is still a turn, the dying have none."""
    play = Play()
    who = play.add("Orc", max_lp=most)
    play.do("mark", who=who, mark="lp", to=lp)
    health = TRACKER.health(play.fight, play.fight[who])
    assert (health.label, health.out) == (label, out)
    assert all(step.rule for step in health.steps)


def test_the_news_of_a_blow():
    """A level of Pain is told as it comes, with the mark of the next one, and death's door too."""
    play, hero, foe = two()
    play.throw(hero, foe, "melee-1", [5, 1, 19, 1, 4, 1])
    assert play.lp(foe) == 23
    assert play.said[-2:] == ("Foe: Pain I: all checks −1, MOV −1", "Foe: Pain II from 15 life points down")
    play.do("mark", who=foe, mark="lp", by=-40)
    assert "Foe: Dying: 0 life points or fewer" in play.said
    assert play.attack(hero, foe, "melee-1").inputs["defence"] == "none"
    assert list(TRACKER.attacks(play.fight, play.fight[foe], play.fight[hero])) == []


@pytest.mark.parametrize(
    ("conditions", "reason"),
    [
        (("unconscious",), "Unconscious"),
        (("stupor-4",), "Stupor IV incapacitates"),
        (("encumbrance-4",), "Encumbrance 4 leaves them incapacitated"),
        (("pain-3", "fear-3", "stupor-2"), "8 levels of conditions together leave them incapacitated"),
    ],
)
def test_what_else_lays_low(conditions, reason):
    """The highest level, too many together, or a state: no turn, no plan, no defence."""
    play, hero, foe = two()
    put_on(*conditions)(play, foe)
    health = TRACKER.health(play.fight, play.fight[foe])
    assert health.out
    assert reason in [step.text for step in health.steps]
    assert {option.why_not for option in TRACKER.plan(play.fight, play.fight[foe])} == {reason}
    assert play.attack(hero, foe, "melee-1").inputs["defence"] == "none"
    play.do("begin", dice=[1, 6, 1, 1, 1, 1])
    assert play.fight.acting == (hero,)


def test_paralysis_freezes_the_body_alone():
    """At IV there is a turn and nothing to do in it; below, a quarter of movement for each level."""
    play, _, foe = two()
    play.do("gain", who=foe, condition="paralysis-1")
    assert play.option(foe, "move").label == "Move by MOV: 6 yards"
    play.do("gain", who=foe, condition="paralysis-4")
    assert TRACKER.health(play.fight, play.fight[foe]).label == "Paralysed"
    assert not TRACKER.health(play.fight, play.fight[foe]).out
    assert play.option(foe, "attack").why_not == "Paralysis IV: the body does not stir"


def test_pain_four_is_mastered_for_one_turn():
    """The check is told as the turn begins; a success lets somebody act and defend until the next one."""
    play, hero, foe = two({"ini": 20})
    play.do("mark", who=hero, mark="lp", to=4).do("begin", dice=[1, 1])
    assert play.said[-1] == "Hero: Self-Control (Stay Conscious) at −4 to act"
    assert not play.option(hero, "attack").allowed
    play.throw(hero, foe, "conscious", [20, 20, 1])
    assert play.said[-1] == "Hero stays down"
    play.throw(hero, foe, "conscious", [5, 5, 5])
    assert TRACKER.health(play.fight, play.fight[hero]).label == "Pain IV, conscious all the same"
    assert play.option(hero, "attack").allowed
    assert play.lands(hero, foe, "opportunity") == Fraction(4, 20)
    assert play.attack(foe, hero, "melee-1").inputs["defence"] == "parry"
    play.do("next").do("next")
    assert not play.fight[hero].has("conscious")
    with house.under(house.HouseRules("test", {"dark-eye": {"rulings": {"pain_four": "once"}}})):
        play.throw(hero, foe, "conscious", [5, 5, 5])
        play.do("next").do("next")
        assert play.fight[hero].has("conscious")


def test_a_natural_one_against_a_shot_eases_the_next_defence():
    """Confirmed, the next one is no harder; unconfirmed, by one point less."""
    for confirmation, further in ((1, 3), (20, 1)):
        play, hero, foe = two(SHOOTER)
        play.throw(hero, foe, "shot-1", [5, 1, 1, confirmation, 3, 1])
        assert play.fight[foe].spent("defences") == 1
        assert play.attack(hero, foe, "melee-1").inputs["foe_other"] == further


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(sorted(PRESETS)),
    st.sampled_from(sorted(PRESETS)),
    st.integers(0, 10**6),
    st.lists(st.sampled_from([condition.name for condition in TRACKER.conditions()]), max_size=4),
)
def test_a_throw_costs_what_the_calculator_says(one, other, seed, conditions):
    """Every offered calculator takes its inputs; the life points lost are its own, and marks keep their limits."""
    play = Play()
    attacker, target = play.add("One", "party", one), play.add("Other", "foes", other)
    put_on(*conditions)(play, target if seed % 2 else attacker)
    for found in TRACKER.attacks(play.fight, play.fight[attacker], play.fight[target]):
        resolver = find(found.resolver)
        assert resolver.read(found.inputs)[1] == ()
        rolled = resolver.roll(found.inputs, seed=seed)
        if rolled["refused"]:
            continue
        changes = act(TRACKER, play.fight, {
            "do": "apply", "attacker": attacker, "target": target, "resolver": found.resolver, "inputs": found.inputs,
            "dice": [die["value"] for die in rolled["dice"]],
        })  # fmt: skip
        after = changes.fight
        for who in (attacker, target):
            for mark in TRACKER.marks:
                sheet = after[who].sheet
                assert mark.low(sheet) <= after[who].marks[mark.name] <= mark.high(sheet)
        lost = sum(play.lp(who) - after[who].marks["lp"] for who in (attacker, target))
        came_of_it = {**rolled["outcome"], **rolled["outcome"].get("tried", {})}
        assert lost == sum(came_of_it.get(name) or 0 for name in ("damage", "own_damage", "foe_own_damage", "fall"))
