"""The course of a fight: the order, the round of each one, long actions, a whole fight."""

from __future__ import annotations

import json

import pytest

from companion import find
from companion.encounter import Side
from companion.encounter.reading import fight_of
from companion.errors import InputError
from tests.games.dark_eye.fights import PRESETS, TRACKER, Play, loading, put_on, two


def test_the_order_of_the_chapter():
    """The knight in mail, the mage and the orcs: 16, 15, 14, 14, 11, and the mage before the orc by his base."""
    play = Play()
    play.add("Knight", ini=14, armour="chain")
    for name, base in (("Mage", 11), ("Orc 1", 10), ("Orc 2", 10), ("Orc 3", 10)):
        play.add(name, ini=base)
    play.do("begin", dice=[4, 3, 5, 4, 1, *[1] * 6])
    order = [(play.fight[place.who[0]].name, place.at) for place in play.fight.order]
    assert order == [("Knight", 16), ("Orc 1", 15), ("Mage", 14), ("Orc 2", 14), ("Orc 3", 11)]
    assert play.said[-1] == "Knight's turn"


def test_ties_are_thrown_for_to_the_last():
    """The first further die decides, else the second; who is equal still shares a place and throws on."""
    for further, places in (((2, 1, 5, 1), [("c2",), ("c1",)]), ((3, 4, 3, 2), [("c1",), ("c2",)]),
                            ((3, 4, 3, 4), [("c1", "c2")])):  # fmt: skip
        play = Play()
        play.add("Thief")
        play.add("Bandit")
        play.do("begin", dice=[3, 3, *further])
        assert [place.who for place in play.fight.order] == places
    assert "Thief and Bandit are still equal: a d6 each, again and again" in play.said


def test_mail_that_is_put_off_makes_quicker_from_the_next_round():
    """The die stays, Encumbrance does not; a place that the game master named stays as well."""
    play = Play()
    knight, thief = play.add("Knight", ini=12, armour="chain"), play.add("Thief", ini=12)
    play.do("begin", dice=[4, 3, 1, 1, 1, 1])
    assert [(place.who, place.at) for place in play.fight.order] == [((thief,), 15), ((knight,), 14)]
    play.do("edit", who=knight, sheet={"ini": 12})
    play.do("next").do("next")
    assert [(place.who, place.at) for place in play.fight.order] == [((knight,), 16), ((thief,), 15)]
    play.do("place", who=knight, at=3).do("next").do("next")
    assert [(place.who, place.at) for place in play.fight.order] == [((thief,), 15), ((knight,), 3)]
    late = play.add("Late", ini=14)
    play.do("join", who=late, dice=[2])
    assert play.fight[late].name == "Late"
    assert play.fight.order[0].label == "2 on the die"


def test_an_ambush_comes_before_the_round():
    """One act against each of the surprised, undefended and without an action; a turn of their own ends it."""
    play, hero, foe = two({"ini": 20})
    other = play.add("Other", ini=5)
    play.do("scene", inputs={"ambushed": "foes"}).do("begin", dice=[6, 1, 1])
    assert play.fight[foe].has("surprised")
    assert play.fight[other].has("surprised")
    assert not play.fight[hero].has("surprised")
    play.throw(hero, foe, "melee-1", [9, 1, 1, 1, 4, 1])
    assert (play.lp(foe), play.fight[hero].spent("action"), play.fight[foe].spent("defences")) == (23, 0, 0)
    assert not play.fight[foe].has("surprised")
    play.do("next").do("next")
    assert play.fight.acting == (other,)
    assert play.fight[other].has("surprised")
    play.do("next")
    assert not any(one.has("surprised") for one in play.fight.combatants)


def test_the_round_of_one_fighter():
    """An action, a free action, a grip, and nothing twice; whoever waits may not move, whoever acted may not wait."""
    play, hero, foe = two({"ini": 20})
    play.do("begin", dice=[1, 1])
    play.do("option", who=hero, option="move").do("option", who=hero, option="free-move")
    assert play.fight[hero].has("fast")
    assert play.option(hero, "door").why_not == "Action spent: a round holds one"
    assert play.option(hero, "shout").why_not == "Free action spent: a round holds one"
    play.do("option", who=hero, option="grip")
    assert play.attack(hero, foe, "melee-1").inputs["two_handed"] is True
    assert play.option(hero, "grip").why_not == "The grip is changed once a round"
    with pytest.raises(InputError, match="the action is spent"):
        play.do("delay", who=hero)
    with pytest.raises(InputError, match="The grip is changed once a round"):
        play.do("option", who=hero, option="grip")
    assert play.option(foe, "attack").why_not == "It is not their turn"
    play.do("next").do("next").do("delay", who=hero)
    assert play.option(hero, "attack").allowed
    assert "your own place in the order" in play.option(hero, "free-move").why_not
    play.do("act-now", who=hero)
    assert not play.option(hero, "grip").allowed
    assert play.option(hero, "door").allowed


def test_postures_and_turning():
    """Up from the ground with an action, from a chair with a free one; a turned back is turned round."""
    play, hero, foe = two()
    put_on("prone", "back-turned", "engaged")(play, hero)
    assert play.option(hero, "rise").why_not == "Stand up from sitting: you are prone"
    play.do("option", who=hero, option="turn-round").do("option", who=hero, option="stand-up")
    assert "An enemy in reach may strike, unless Body Control (Combat Maneuvers) gets them up cleanly" in play.said
    assert set(play.fight[hero].conditions) == {"engaged"}
    put_on("sitting")(play, foe)
    play.do("option", who=foe, option="rise")
    assert play.fight[foe].conditions == {}
    play.do("use", who=foe, use="free-action", times=-1).do("option", who=foe, option="drop-prone")
    assert play.fight[foe].has("prone")


def test_the_defensive_stance_and_the_next_defence():
    """No action and better defences; each further one of a hero is harder, and other people have but one."""
    play, hero, foe = two()
    play.do("declare", who=hero, inputs={"announced": "stance"})
    assert play.option(hero, "attack").why_not == "The defensive stance leaves no action"
    assert TRACKER.use("action").most(play.fight, play.fight[hero]) == 0
    assert play.option(hero, "defend").label == "Defend: the next one at +4"
    play.do("option", who=hero, option="defend")
    assert play.option(hero, "defend").label == "Defend: the next one at +1"
    assert play.attack(foe, hero, "melee-1").inputs["foe_stance"] is True
    play.do("edit", who=hero, sheet={})
    assert play.option(hero, "defend").why_not == "The one defence of the round is spent"


def test_the_confused_cast_nothing():
    """From the third level on; below it they may try."""
    play, mage, _ = two()
    play.do("gain", who=mage, condition="confusion-2")
    assert play.option(mage, "spell").allowed
    play.do("gain", who=mage, condition="confusion-3")
    assert play.option(mage, "chant").why_not == "Too confused for that"
    assert play.option(mage, "shout").allowed


def test_a_spell_of_three_actions():
    """Set to three, it goes down with each action and takes effect with the last one."""
    play, mage, _ = two({"ini": 20})
    play.do("begin", dice=[1, 1])
    assert play.option(mage, "continue").why_not == "No long action is under way"
    play.do("mark", who=mage, mark="long-action", to=3)
    for left in (2, 1, 0):
        play.do("option", who=mage, option="continue")
        assert play.fight[mage].marks["long-action"] == left
        if left:
            play.do("next").do("next")
    assert "Hero: the long action takes effect" in play.said


def test_leaving_off_and_other_acts_break_off_a_long_action():
    """A turn without going on, or another action; a free action does no harm."""
    play, hero, _ = loading()
    play.do("next").do("option", who=hero, option="shout")
    assert play.fight[hero].marks["loading"] == 7
    play.do("option", who=hero, option="draw")
    assert play.fight[hero].marks["loading"] == 8
    play, hero, _ = loading()
    play.do("next").do("next")
    assert play.fight[hero].marks["loading"] == 8
    play, hero, _ = loading()
    play.do("next").do("option", who=hero, option="defend")
    assert play.fight[hero].marks["loading"] == 8


def test_the_presets_of_the_chapter():
    """At least five, heroes and foes, each from a rule; the orc is that of the chapter."""
    assert len(PRESETS) >= 5
    assert {preset.side for preset in PRESETS.values()} >= {Side.PARTY, Side.FOES}
    orc = PRESETS["orc"].sheet
    chapter = find("dark-eye/attack").example("orc-in-leather").inputs
    assert (orc.max_lp, orc.armour, orc.arms[0].pa) == (chapter["foe_max_lp"], chapter["armour"], chapter["pa"])
    knight = find("dark-eye/initiative").example("orcs").inputs["combatants"][0]
    assert (PRESETS["knight"].sheet.ini, PRESETS["knight"].sheet.armour) == (knight["base"], knight["armour"])


def test_a_whole_fight():
    """Knight and elf against an orc and a crossbowman, to the end, and back from its plain data at every step."""
    play = Play()
    knight, elf = play.add("Knight", "party", "knight"), play.add("Elf", "party", "elf")
    orc, robber = play.add("Orc", preset="orc"), play.add("Robber", preset="crossbowman")
    play.do("begin", dice=[4, 3, 3, 2])
    assert [place.who[0] for place in play.fight.order] == [knight, elf, robber, orc]
    steps = [
        lambda: play.do("option", who=knight, option="free-move"),
        lambda: play.throw(knight, orc, "melee-1", [9, 1, 19, 1, 5, 1]),
        lambda: play.do("next"),
        lambda: play.throw(elf, robber, "shot-1", [9, 1, 19, 1, 6, 1]),
        lambda: play.do("next"),
        lambda: play.throw(robber, elf, "shot-1", [3, 1, 20, 20, 6, 4]),
        lambda: play.do("next"),
        lambda: play.throw(orc, knight, "melee-1", [11, 1, 3, 1, 1, 1]),
        lambda: play.do("next"),
        lambda: play.throw(knight, orc, "melee-1", [1, 2, 9, 1, 6, 1]),
        lambda: play.do("mark", who=orc, mark="lp", by=-10),
        lambda: play.do("next"),
        lambda: play.do("option", who=elf, option="load"),
        lambda: play.do("next"),
    ]
    for step in steps:
        step()
        assert fight_of(TRACKER, json.loads(json.dumps(play.fight.to_json()))) == play.fight
    assert play.fight.round == 2
    assert TRACKER.health(play.fight, play.fight[orc]).label == "Dying"
    assert play.fight.acting == (robber,)
    play.do("next")
    assert (play.fight.round, play.fight.acting) == (3, (knight,))
    assert play.lp(elf) == 28 - (6 + 6 - 2) - (4 + 2)
    assert play.fight[knight].spent("defences") == 0
    play.do("end")
    assert not play.fight.begun
