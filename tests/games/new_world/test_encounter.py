"""A fight of New World from the ambush to the last blow: the order, Wounds, health, and what lasts how long."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import find
from companion.encounter.fight import empty
from companion.errors import InputError
from companion.games.new_world.encounter import tracker
from tests.games.new_world.fights import PRESETS, Table

faces = st.integers(1, 6)


def test_a_whole_fight() -> None:
    """The raiders spring on Marguerite and Thom; two blows of the book's example end the raider."""
    table = Table("marguerite", "thom", "raider", ambush="foes", distance=1)
    table.do("begin", dice=[4, 5])
    assert table.order == [["Raider"], ["Marguerite"]]
    assert [place.at for place in table.fight.order] == [3, 2]
    assert table["Thom"].conditions == {"surprised": 1}

    table.attack("Raider", "Marguerite", "cutlass-1-standard-attack", [6, 5, 1])
    assert table["Marguerite"].marks["wounds"] == 12 - (4 + 3 + 3 - 2)
    assert table["Raider"].used == {"halves": 1, "attacks": 1}
    assert table["Raider"].has("melee-a")
    assert table["Marguerite"].has("melee-a")

    table.do("next")
    assert table.acting == ["Marguerite"]
    table.do("option", "Marguerite", option="aim")
    table.attack("Marguerite", "Raider", "smallsword-1-standard-attack", [4, 4, 1], aim=0)
    assert table["Raider"].marks["wounds"] == 12 - 10
    assert not table["Marguerite"].has("aiming")

    table.do("next")
    assert table.fight.round == 2
    assert table.order == [["Marguerite"], ["Thom"], ["Raider"]]
    assert not table["Thom"].has("surprised")
    table.attack("Marguerite", "Raider", "smallsword-1-standard-attack", [4, 5, 5])
    raider = table["Raider"]
    assert raider.marks["wounds"] == 0
    assert raider.has("critical-wound")
    assert "Raider: 6 more than was left, on the body" in table.told
    assert tracker.health(table.fight, raider).out
    assert not raider.has("melee-a")
    assert not table["Marguerite"].has("melee-a")

    table.do("next")
    assert table.acting == ["Thom"]
    table.do("next")
    assert (table.fight.round, table.acting) == (3, ["Marguerite"])


@pytest.mark.parametrize(("die", "number"), [(1, 4), (3, 2), (5, 0)])
def test_the_surprise_die_comes_off_in_the_first_round_alone(die: int, number: int) -> None:
    """G129, G131: Agility 5 acts on what the die leaves, and on 5 again afterwards."""
    table = Table("raider", ambush="foes")
    table.preset("marguerite", combat_reflexes=False)
    table.do("begin", dice=[die])
    assert {place.at for place in table.fight.order if table["Marguerite"].id in place.who} == {number}
    while table.fight.round == 1:
        table.do("next")
    assert [(place.at) for place in table.fight.order] == [5, 3]


def test_who_does_not_roll_for_surprise() -> None:
    """The side that springs it, a Master Woods Runner, and whoever saw it coming throw no die."""
    table = Table("raider", "halfling-scout", "thom", "archer", ambush="foes")
    table.do("gain", "Thom", condition="wary")
    table.do("begin", dice=[6])
    assert [one.name for one in table.fight.combatants if one.has("surprised")] == ["Archer"]
    assert table["Halfling scout"].id in [who for place in table.fight.order for who in place.who]


def test_initiative_to_the_last_tie() -> None:
    """Number, then Wits, then player characters, then together; the order stands for the whole fight."""
    table = Table()
    table.preset("bandit", agility=4, wits=5)
    table.preset("archer", agility=4, wits=3)
    table.preset("raider", 2, agility=4, wits=3)
    table.do("begin")
    expected = [["Bandit"], ["Archer"], ["Raider", "Raider 2"]]
    assert table.order == expected
    table.do("edit", "Bandit", sheet={**PRESETS["bandit"].to_json()["sheet"], "agility": 1})
    for _ in range(4):
        table.do("next")
    assert (table.fight.round, table.order) == (2, expected)


def test_a_place_that_was_named_stays() -> None:
    """The game master moves somebody; without a surprise the next round keeps that."""
    table = Table("marguerite", "raider")
    table.do("begin")
    table.do("place", "Raider", at=9)
    table.do("next")
    while table.fight.round < 3:
        table.do("next")
    assert table.order == [["Raider"], ["Marguerite"]]


def test_who_joins_after_the_ambush_rolls_no_die() -> None:
    """Surprise is for the first round."""
    table = Table("marguerite", "raider", ambush="foes")
    table.do("begin", dice=[1])
    while table.fight.round < 2:
        table.do("next")
    table.preset("thom")
    table.do("join", "Thom")
    assert [place.at for place in table.fight.standing if table["Thom"].id in place.who] == [3]
    while table.fight.round < 3:
        table.do("next")
    assert ["Thom"] in table.order


def test_nobody_waits_but_by_delay() -> None:
    """The reason names the action that does it."""
    table = Table("marguerite")
    table.do("begin")
    with pytest.raises(InputError, match="keeps a half action"):
        table.do("delay", "Marguerite")


def test_levels_of_health() -> None:
    """Unhurt, wounded, at 0 Wounds, with a critical wound; each word with its reason and rule."""
    table = Table("raider")
    seen = []
    for do in ({}, {"mark": "wounds", "by": -1}, {"mark": "fatigue", "by": 2}, {"mark": "wounds", "to": 0}):
        if do:
            table.do("mark", "Raider", **do)
        health = tracker.health(table.fight, table["Raider"])
        seen.append((health.label, [(step.text, step.rule) for step in health.steps], health.out))
    fatigue = ("Fatigue: −2 on every attack", "new-world/modifiers#all")
    gone = ("No Wounds left: out of the fight, as this table has it", "new-world/gaps#critical-wounds")
    assert seen == [
        ("unhurt", [], False),
        ("wounded", [], False),
        ("wounded", [fatigue], False),
        ("0 Wounds", [gone, fatigue], True),
    ]
    table.do("gain", "Raider", condition="critical-wound")
    health = tracker.health(table.fight, table["Raider"])
    assert health.label == "0 Wounds, critical wound"
    assert health.steps[1].rule == "new-world/gaps#critical-wounds"


@pytest.mark.parametrize(("choice", "out"), [("all", [True, True]), ("foes", [False, True]), ("nobody", [False] * 2)])
def test_who_falls_at_zero_is_the_tables_choice(choice: str, out: list[bool]) -> None:
    """The chapter does not say what 0 Wounds mean."""
    table = Table("marguerite", "raider", at_zero=choice)
    for name in ("Marguerite", "Raider"):
        table.do("mark", name, mark="wounds", to=0)
    assert [tracker.health(table.fight, one).out for one in table.fight.combatants] == out


def test_the_news_of_a_mark_is_told_once() -> None:
    """Falling to 0 is told with the rule, staying there is not."""
    table = Table("raider")
    table.do("mark", "Raider", mark="wounds", to=0)
    assert "Raider: No Wounds left" in table.told
    table.do("gain", "Raider", condition="prone")
    assert "No Wounds left" not in table.told


@pytest.mark.parametrize(
    ("option", "condition"),
    [
        ("all-out-defence", "all-out-defence"),
        ("parrying-stance", "parrying"),
        ("run", "ran"),
        ("all-out-attack", "all-out-attack"),
    ],
)
def test_stances_last_until_the_own_next_turn(option: str, condition: str) -> None:
    """Through the foe's turn and the new round, and no longer."""
    table = Table("marguerite", "raider")
    table.do("begin")
    table.do("option", "Marguerite", option=option)
    table.do("next")
    assert table["Marguerite"].has(condition)
    table.do("next")
    assert not table["Marguerite"].has(condition)


def test_an_aim_lapses_after_the_next_turn() -> None:
    """Through the next turn, and not into the one after it."""
    table = Table("marguerite", "raider")
    table.do("begin")
    table.do("option", "Marguerite", option="aim")
    table.until("Marguerite")
    assert table.attacks("Marguerite", "Raider")["smallsword-1-charge"].inputs["aim"] == 1
    table.until("Marguerite")
    assert not table["Marguerite"].has("aiming")


def test_a_feint_is_for_this_turn() -> None:
    """The fooled foe is on guard again when the turn is over."""
    table = Table("marguerite", "raider", distance=1)
    table.do("begin")
    table.do("gain", "Raider", condition="feinted")
    assert table.attacks("Marguerite", "Raider")["smallsword-1-standard-attack"].inputs["feint_won"]
    table.do("next")
    assert not table["Raider"].has("feinted")


@settings(max_examples=30, deadline=None)
@given(blows=st.lists(st.tuples(faces, faces, faces), max_size=6))
def test_marks_stay_in_their_limits_and_add_up(blows: list[tuple[int, int, int]]) -> None:
    """What a blow takes off is what the calculator says, down to 0 and no further."""
    table = Table("bandit", "thom", distance=1)
    for blow in blows:
        before = table["Thom"].marks["wounds"]
        found = table.attacks("Bandit", "Thom")["cutlass-1-standard-attack"]
        wounds = find(found.resolver).roll(found.inputs, dice=blow)["measures"]["wounds"]
        table.attack("Bandit", "Thom", "cutlass-1-standard-attack", list(blow))
        assert table["Thom"].marks["wounds"] == max(0, before - wounds)
        assert table["Thom"].has("critical-wound") or wounds <= before
        for mark in tracker.marks:
            assert mark.low(table["Thom"].sheet) <= table["Thom"].marks[mark.name] <= mark.high(table["Thom"].sheet)


def test_marks_of_a_loading_weapon_are_for_those_who_carry_it() -> None:
    """For all others there is nothing to set: the highest value is the lowest."""
    table = Table("musketeer", "raider")
    spans = {
        one.name: {mark.name for mark in tracker.marks if mark.high(one.sheet) > mark.low(one.sheet)}
        for one in table.fight.combatants
    }
    assert spans["Musketeer"] - spans["Raider"] == {"loaded-musket", "loading"}


def test_an_empty_fight_is_one_of_this_game() -> None:
    """Nobody springs a surprise, and it cannot begin without anybody."""
    fight = empty(tracker)
    assert fight.scene.ambush.value == "nobody"
    with pytest.raises(InputError, match="at least one combatant"):
        Table().do("begin")
