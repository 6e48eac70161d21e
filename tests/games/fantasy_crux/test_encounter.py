"""A fight in the tracker: order, blows, wounds, the clock, and how it all ends."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import find, house
from companion.encounter import Fight, act, reading
from companion.errors import InputError
from companion.games.fantasy_crux.data import POSITION
from companion.games.fantasy_crux.encounter_health import clock_top
from tests.games.fantasy_crux.fights import (
    HERO,
    OGRE,
    TRACKER,
    attack_named,
    begun,
    do,
    fight_of,
    label,
    points,
    rounds_on,
    strike,
    told,
    unanswered,
    undefended,
)

HIT = [1, 10, 9, 8, 8]
"""A critical blow, 01, that the ogre's Parry of 89 does not stop: eight points."""


# The order


def test_the_highest_total_acts_first_and_dex_parts_a_tie() -> None:
    """Totals 14, 14 and 12: of the first two the one with DEX 12 comes first."""
    fight = fight_of(
        Slow={"dexterity": 11, "order": 10}, quick={"dexterity": 12, "order": 8}, late={"dexterity": 9, "order": 6}
    )
    fight = begun(fight, 4, 6, 6)
    found = [(fight[place.who[0]].name, place.at) for place in fight.order]
    assert found == [("quick", 14), ("Slow", 14), ("late", 12)]
    assert fight[fight.acting[0]].name == "quick"


def test_a_full_tie_goes_to_the_new_die() -> None:
    """Two alike in total and DEX throw again: 3 against 8."""
    fight = begun(fight_of(one={"order": 8}, Other={"order": 8, "dexterity": 11}), 5, 5, 3, 1, 8, 1)
    assert [fight[place.who[0]].name for place in fight.order] == ["Other", "one"]


def test_the_order_stands_in_the_second_round_without_a_die() -> None:
    """It is rolled when combat starts, and not again."""
    fight = begun(fight_of("sword-and-leather", "ogre"), 9, 1)
    first = fight.order
    fight = do(do(fight, "next"), "next")
    assert fight.round == 2
    assert fight.order == first


def test_sixty_can_be_ordered() -> None:
    """As many as the tracker takes."""
    fight = fight_of()
    for part in range(3):
        sheet = {"dexterity": 8 + part}
        fight = act(TRACKER, fight, {"do": "add", "name": f"Goblin {part}", "sheet": sheet, "copies": 20}).fight
    fight = act(TRACKER, fight, {"do": "begin", "seed": 5}).fight
    assert len(fight.order) == 60
    counts = [place.at for place in fight.order]
    assert counts == sorted(counts, reverse=True)


def test_armour_weighs_on_the_order() -> None:
    """Leather takes its ENC off the value from DEX 12 and INT 13, which is 13."""
    fight = begun(fight_of(hero={"dexterity": 12, "intelligence": 13, "armour": "leather"}), 7)
    assert fight.order[0].at == 13 - 3 + 7


# Blows


def test_the_ogres_club() -> None:
    """The chapter's example: twelve points, half of them parried, leather takes two, four get through."""
    fight = begun(fight_of("sword-and-leather", "ogre-with-a-club"), 5, 9)
    parry = {"defence": "parry", "defence_skill": 55, "item": "arming-sword"}
    happened = strike(fight, OGRE, HERO, "own-1", [5, 3, 4, 5, 4, 5, 3], **parry)
    assert points(happened.fight, HERO) == 13 - 4
    assert happened.fight.named(HERO).used == {"reaction": 1}
    assert happened.fight.named(OGRE).used == {"combat": 1, "attack": 1}
    assert label(happened.fight, HERO) == "Hurt"
    assert any("4 HP" in line.text for line in happened.lines)


def test_a_miss_costs_no_reaction() -> None:
    """A failed attack is not answered."""
    fight = begun(fight_of("sword-and-leather", "ogre-with-a-club"), 5, 9)
    attack = attack_named(fight, OGRE, HERO, "own-1")
    assert attack.inputs["defence"] == "dodge"
    happened = strike(fight, OGRE, HERO, "own-1", [5, 8, 4, 5, 4, 5, 3])
    assert happened.fight.named(HERO).used == {}
    assert points(happened.fight, HERO) == 13


def test_a_dodge_is_the_base_reaction() -> None:
    """Afterwards neither a Dodge nor a Parry is left, and the calculator says so."""
    fight = begun(fight_of("sword-and-leather", "ogre-with-a-club"), 5, 9)
    fight = strike(fight, OGRE, HERO, "own-1", [5, 3, 4, 4, 4, 5, 3]).fight
    assert fight.named(HERO).used == {"reaction": 1, "dodge": 1}
    assert points(fight, HERO) == 13
    again = attack_named(fight, OGRE, HERO, "own-1")
    assert "defence" not in again.inputs
    assert "the base Reaction went to Dodge" in again.note


def test_a_major_wound() -> None:
    """Eighteen points on leather: sixteen reach the Hit Points, seven would do; without a Hero Point left."""
    fight = begun(fight_of("sword-and-leather", "ogre-with-a-club"), 5, 9)
    fight = do(fight, "mark", HERO, mark="hero_points", to=0)
    happened = unanswered(fight, OGRE, HERO, "own-1", [5, 3, 3, 3, 3])
    hero = happened.fight.named(HERO)
    assert points(happened.fight, HERO) == 13 - 7
    assert set(hero.conditions) == {"wounded", "bleeding"}
    assert label(happened.fight, HERO) == "Wounded and Bleeding"
    steps = {step.rule: step.value for step in TRACKER.health(happened.fight, hero).steps}
    assert steps == {"fantasy-crux/major-wounds#conditions": -1, "fantasy-crux/dying#after": 7}


def test_a_hero_point_prevents_it() -> None:
    """The Hit Points are lost all the same."""
    fight = begun(fight_of("sword-and-leather", "ogre-with-a-club"), 5, 9)
    happened = unanswered(fight, OGRE, HERO, "own-1", [5, 3, 3, 3, 3])
    assert points(happened.fight, HERO) == 6
    assert points(happened.fight, HERO, "hero_points") == 1
    assert not happened.fight.named(HERO).conditions


def test_the_reserve_goes_first() -> None:
    """Five of seven points are absorbed."""
    fight = begun(fight_of(hero={"reserve": 5, "max_hit_points": 12}, Foe={"close": 60}), 5, 9)
    fight = unanswered(fight, "Foe", "hero", "arming-sword", [5, 3, 7]).fight
    assert (points(fight, "hero", "reserve"), points(fight, "hero")) == (0, 10)


def test_a_fumble_is_the_gamemasters() -> None:
    """One setback in the open; in a crowd somebody nearby is hit by a shot."""
    fight = begun(fight_of("archer", "ogre"), 5, 9)
    happened = strike(fight, "Archer", "Ogre", "missile:longbow", [9, 9, 5, 5, 5, 1])
    assert "fantasy-crux/fumbles#setback" in [line.rule for line in happened.lines]
    fight = do(fight, "scene", inputs={"crowd": True})
    happened = strike(fight, "Archer", "Ogre", "missile:longbow", [9, 9, 5, 5, 5, 1])
    assert "fantasy-crux/crowd#fumble" in [line.rule for line in happened.lines]


def test_the_unaware_do_not_react_and_know_afterwards() -> None:
    """The first attack finds no defence; then the condition is gone."""
    fight = begun(fight_of("sword-and-leather", "ogre"), 5, 9)
    fight = do(fight, "gain", HERO, condition="unaware")
    attack = attack_named(fight, "Ogre", HERO, "great-axe")
    assert "defence" not in attack.inputs
    assert "unaware" in attack.note
    fight = strike(fight, "Ogre", HERO, "great-axe", [5, 9, 1, 1, 1, 1]).fight
    assert not fight.named(HERO).has("unaware")


def test_techniques_do_what_they_say() -> None:
    """A Trip throws down, and does no damage."""
    fight = begun(fight_of("wrestler", "sword-and-leather"), 5, 1)
    fight = unanswered(fight, "Wrestler", HERO, "trip:unarmed", [5, 3, 2, 4]).fight
    assert fight.named(HERO).has("prone")
    assert points(fight, HERO) == 13


def test_a_subdued_one_is_out_without_losing_a_point() -> None:
    """Damage of the Major Wound Level or more makes unconscious."""
    fight = begun(fight_of(thug={"talents": ["subdue"], "main": "club", "modifier": "+2D6"}, Guard={}), 9, 1)
    fight = unanswered(fight, "thug", "Guard", "subdue:club", [5, 1, 6, 6, 6]).fight
    assert label(fight, "Guard") == "Unconscious"
    assert points(fight, "Guard") == 12
    assert TRACKER.health(fight, fight.named("Guard")).out


@pytest.mark.parametrize(("talent", "rule"), [("disarm", "disarm"), ("shield rush", "shield-rush")])
def test_what_is_left_to_the_gamemaster_is_told(talent: str, rule: str) -> None:
    """Where the item lands, whether the pushed one keeps standing."""
    sheet = {"talents": [talent], "off": "medium-shield", "close": 60}
    fight = begun(fight_of(hero=sheet, Foe={}), 9, 1)
    name = next(
        attack.name
        for attack in TRACKER.attacks(fight, fight.named("hero"), fight.named("Foe"))
        if attack.name.startswith(talent)
    )
    happened = unanswered(fight, "hero", "Foe", name, [5, 3, 4])
    assert f"fantasy-crux/techniques#{rule}" in [line.rule for line in happened.lines]
    assert points(happened.fight, "Foe") == 12


# Bleeding and Dying


def test_bleeding_costs_one_at_the_end_of_each_round() -> None:
    """Three rounds, three points."""
    fight = do(begun(fight_of("sword-and-leather", "ogre"), 5, 9), "gain", HERO, condition="bleeding")
    assert points(rounds_on(fight, 3), HERO) == 10


def test_the_clock_and_death() -> None:
    """At 0 HP in round 1: the third round after it is the last."""
    fight = begun(fight_of("sword-and-leather", "ogre"), 5, 9)
    fight = do(fight, "mark", HERO, mark="hit_points", to=0)
    assert label(fight, HERO) == "Dying"
    assert [points(rounds_on(fight, number), HERO, "clock") for number in range(1, 5)] == [1, 2, 3, 4]
    assert label(rounds_on(fight, 3), HERO) == "Dying"
    assert label(rounds_on(fight, 4), HERO) == "Dead"
    assert points(rounds_on(fight, 7), HERO, "clock") == clock_top() == 4


def test_the_ruling_on_the_clock() -> None:
    """Where the round of the drop is counted, death comes a round sooner."""
    with house.under(house.HouseRules("test", {"fantasy-crux": {"rulings": {"dying_clock": "counted"}}})):
        assert clock_top() == 3


@given(left=st.integers(0, 12), bleeding=st.booleans())
@settings(deadline=None, max_examples=30)
def test_death_comes_when_the_calculator_says(left: int, bleeding: bool) -> None:
    """The tracker's rounds and the calculator of the clock agree, from any Hit Points, bleeding or not."""
    fight = begun(fight_of(hero={"max_hit_points": 12}, Foe={}), 5, 9)
    fight = do(fight, "mark", "hero", mark="hit_points", to=left)
    if bleeding:
        fight = do(fight, "gain", "hero", condition="bleeding")
    inputs = {"hit_points": left, "max_hit_points": 12, "bleeding": bleeding, "helper": False}
    outcome = find("fantasy-crux/dying").roll(inputs)["outcome"]
    if outcome["result"] != "dead":
        assert points(rounds_on(fight, 9), "hero") == left
        return
    assert label(rounds_on(fight, outcome["round"] - 1), "hero") != "Dead"
    assert label(rounds_on(fight, outcome["round"]), "hero") == "Dead"


def test_one_who_is_down_gets_no_turn_and_no_plan() -> None:
    """The turn goes past, and each act is refused with the reason; only death can be averted."""
    fight = begun(fight_of("sword-and-leather", "ogre", "wolf"), 9, 5, 1)
    fight = do(fight, "mark", "Ogre", mark="hit_points", to=0)
    fight = do(fight, "next")
    assert fight[fight.acting[0]].name == "Wolf"
    options = list(TRACKER.plan(fight, fight.named("Ogre")))
    assert not any(option.allowed for option in options)
    assert {option.why_not for option in options[:-1]} == {"dying"}


def test_a_hero_point_averts_death() -> None:
    """Stable and unconscious; the clock stands still, and a second time costs another one."""
    fight = begun(fight_of("sword-and-leather", "ogre"), 5, 9)
    fight = do(fight, "gain", HERO, condition="bleeding")
    fight = do(fight, "mark", HERO, mark="hit_points", to=0)
    fight = do(fight, "option", HERO, option="avert-death")
    assert label(fight, HERO) == "Unconscious, stable"
    assert points(fight, HERO, "hero_points") == 1
    assert not fight.named(HERO).has("bleeding")
    assert points(rounds_on(fight, 5), HERO, "clock") == 0
    with pytest.raises(InputError, match="not Dying"):
        do(fight, "option", HERO, option="avert-death")


def friends() -> Fight:
    """A dying hero with a helper beside, whose turn it is."""
    fight = begun(fight_of("sword-and-leather", "shaper", "ogre"), 1, 10, 1)
    fight = do(fight, "gain", HERO, condition="bleeding")
    return do(fight, "mark", HERO, mark="hit_points", to=0)


def test_stabilising_is_a_whole_round_and_a_test() -> None:
    """Healing 51 with a kit: 45 does it. Both Actions and all Reactions are gone."""
    fight = strike(friends(), "Shaper", HERO, "stabilise", [5, 4]).fight
    assert label(fight, HERO) == "Unconscious, stable"
    helper = fight.named("Shaper")
    assert helper.used == {"combat": 1, "movement": 1}
    assert helper.has("given-up-stabilise")
    assert not rounds_on(fight, 1).named("Shaper").has("given-up-stabilise")


def test_a_failed_attempt_changes_nothing() -> None:
    """The clock goes on."""
    fight = strike(friends(), "Shaper", HERO, "stabilise", [5, 8]).fight
    assert label(fight, HERO) == "Dying"
    assert points(rounds_on(fight, 1), HERO, "clock") == 1


def test_the_clock_is_offered_for_its_odds() -> None:
    """In the third round of Dying two attempts are left; a throw of it changes nothing."""
    fight = rounds_on(friends(), 2)
    clock = attack_named(fight, "Shaper", HERO, "clock")
    resolver = find(clock.resolver)
    assert len(resolver.prepare(resolver.read(clock.inputs)[0]).attempts) == 2
    faces = [die["value"] for die in resolver.roll(clock.inputs, seed=1)["dice"]]
    assert strike(fight, "Shaper", HERO, "clock", faces).fight == fight


def test_the_helpless_are_struck_without_a_roll() -> None:
    """Whoever is down is helpless: an automatic critical, which a Hit Point more or less does not matter to."""
    fight = do(begun(fight_of("sword-and-leather", "ogre"), 5, 9), "mark", "Ogre", mark="hit_points", to=0)
    attack = attack_named(fight, HERO, "Ogre", "arming-sword")
    assert attack.inputs["helpless"] is True
    assert POSITION["target_helpless"].automatic
    fight = do(fight, "gain", "Ogre", condition="stable")
    fight = strike(fight, HERO, "Ogre", "arming-sword", [1]).fight
    assert label(fight, "Ogre") == "Dying"


@given(damage=st.lists(st.integers(1, 8), min_size=1, max_size=6), reserve=st.integers(0, 6))
@settings(deadline=None, max_examples=30)
def test_the_marks_follow_the_calculator(damage: list[int], reserve: int) -> None:
    """Blow after blow: the Hit Points lost are those that the calculator measures, and never below 0."""
    hero = {"reserve": reserve, "max_hit_points": 14, "armour": "leather"}
    fight = begun(fight_of(hero=hero, Foe={"close": 60}), 5, 9)
    for face in damage:
        before = points(fight, "hero")
        attack = attack_named(fight, "Foe", "hero", "arming-sword")
        dice = [face] if before == 0 else [5, 3, face]
        inputs = undefended(attack.inputs)
        rolled = find(attack.resolver).roll(inputs, dice=dice)
        ids = {"attacker": fight.named("Foe").id, "target": fight.named("hero").id}
        given_act = {"do": "apply", "resolver": attack.resolver, "inputs": inputs, "dice": dice, **ids}
        fight = act(TRACKER, fight, given_act).fight
        assert points(fight, "hero") == max(0, before - rolled["measures"]["hp_lost"])


def test_a_shy_mount_is_told_of_in_every_round() -> None:
    """At the start of each round, while somebody is in the saddle."""
    sheet = {"mounted": True, "mount_used": False, "riding": 40}
    fight = fight_of(rider=sheet, Foe={})
    first = act(TRACKER, fight, {"do": "begin", "dice": [9, 1]})
    assert any("tests Riding 40" in line.text for line in first.lines)
    fight = do(first.fight, "next")
    assert any("tests Riding 40" in line for line in told(fight, "next"))
    fight = do(fight, "gain", "rider", condition="dismounted")
    assert not any("tests Riding" in line for line in told(fight, "next"))


def test_what_a_gamemaster_heals_sets_the_clock_back() -> None:
    """With Hit Points again, nothing is left of the clock."""
    fight = begun(fight_of("sword-and-leather", "ogre"), 5, 9)
    fight = rounds_on(do(fight, "mark", HERO, mark="hit_points", to=0), 2)
    fight = rounds_on(do(fight, "mark", HERO, mark="hit_points", to=3), 1)
    assert (points(fight, HERO, "clock"), label(fight, HERO)) == (0, "Hurt")


def test_the_ruling_on_bleeding_and_the_reserve() -> None:
    """By default Bleeding passes the reserve; where it pays, the Hit Points stay until it is gone."""
    fight = do(begun(fight_of(hero={"reserve": 1}, Foe={}), 9, 1), "gain", "hero", condition="bleeding")
    assert (points(rounds_on(fight, 2), "hero"), points(rounds_on(fight, 2), "hero", "reserve")) == (10, 1)
    with house.under(house.HouseRules("test", {"fantasy-crux": {"rulings": {"bleeding_reserve": "yes"}}})):
        fight = rounds_on(fight, 2)
    assert (points(fight, "hero"), points(fight, "hero", "reserve")) == (11, 0)


def test_an_enemy_can_be_stabilised_and_a_fumble_is_told() -> None:
    """The offer stands behind the attacks."""
    fight = do(begun(fight_of("shaper", "ogre"), 9, 1), "mark", "Ogre", mark="hit_points", to=0)
    assert attack_named(fight, "Shaper", "Ogre", "stabilise").inputs["skill"] == 51
    happened = strike(fight, "Shaper", "Ogre", "stabilise", [10, 10])
    assert "fantasy-crux/fumbles#setback" in [line.rule for line in happened.lines]
    assert label(happened.fight, "Ogre") == "Dying"


def test_a_whole_fight_to_its_end() -> None:
    """From the first die to the last ogre: each act gives a state that reads back, and the log names its rules."""
    fight = begun(fight_of("sword-and-leather", "ogre-with-a-club"), 10, 1)
    lines = []
    for _ in range(8):
        if fight.acting == (fight.named(HERO).id,) and label(fight, OGRE) != "Dying":
            happened = strike(fight, HERO, OGRE, "arming-sword", HIT)
            fight, lines = happened.fight, [*lines, *happened.lines]
        assert reading.fight_of(TRACKER, fight.to_json()) == fight
        fight = do(fight, "next")
    assert label(fight, OGRE) in ("Dying", "Dead")
    assert {"fantasy-crux/attack", "fantasy-crux/damage#hit-points"} <= {line.rule for line in lines}
    over = do(fight, "end")
    assert (over.round, points(over, HERO)) == (0, 13)
