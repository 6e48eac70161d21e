"""The encounter tracker's core, with the small game Lantern: acts, turns, rounds, marks and conditions."""

from __future__ import annotations

from companion.encounter import act
from tests.engine.fights import Table


def test_everybody_has_an_id_and_a_name_of_their_own(table: Table) -> None:
    """Copies are numbered; a name that is free again may be taken; ids are never given twice."""
    table.do("add", name="Moth", copies=3)
    assert [each.name for each in table.fight.combatants] == ["Moth", "Moth 2", "Moth 3"]
    table.do("remove", who="c2")
    table.do("copy", who="c3")
    assert [(each.id, each.name) for each in table.fight.combatants] == [
        ("c1", "Moth"), ("c3", "Moth 3"), ("c4", "Moth 2"),
    ]  # fmt: skip
    table.do("edit", who="c4", name="Moth")
    assert table.fight["c4"].name == "Moth 2"


def test_initiative_orders_and_ties_act_together(three: Table) -> None:
    """Ada 5 + 6 and Ben 3 + 6 with the moth 9 + 2: two on 11 act in one place."""
    three.do("begin", dice=[6, 6, 2])
    assert three.names() == [["Ada", "Moth"], ["Ben"]]
    assert three.fight.acting == ("c1", "c3")
    assert three.lines[:4] == ["Round 1", "Ada: 11", "Ben: 9", "Moth: 11"]


def test_dice_that_cannot_be_are_refused(three: Table) -> None:
    """Too few dice name the one that is missing; a second beginning is refused."""
    assert "one more die" in three.refused("begin", dice=[6, 6])
    three.do("begin", seed=1)
    assert "has begun" in three.refused("begin", seed=1)


def test_the_same_seed_gives_the_same_fight(three: Table) -> None:
    """A seed is told, and gives the same dice again."""
    first = act(three.tracker, three.fight, {"do": "begin", "seed": 5})
    again = act(three.tracker, three.fight, {"do": "begin", "dice": [die["value"] for die in first.dice]})
    assert first.seed == 5
    assert first.fight == again.fight


def test_turns_and_rounds_go_on(three: Table) -> None:
    """After the last turn a round begins with the same order; what a turn and a round allowed is there again."""
    three.do("begin", dice=[6, 1, 1])
    assert three.names() == [["Ada"], ["Moth"], ["Ben"]]
    three.do("option", who="c1", option="step")
    three.do("use", who="c1", use="cry")
    three.do("declare", who="c1", inputs={"haste": True})
    three.do("next")
    assert three.lines == ["Ada looks back", "Moth's turn"]
    three.do("next")
    three.do("next")
    assert three.fight.round == 2
    assert three.lines == ["Ben looks back", "Round 2", "Ada's turn"]
    assert (three.fight["c1"].used, three.fight["c1"].declared.haste) == ({}, False)


def test_an_order_that_is_rolled_is_not_found_anew(three: Table) -> None:
    """The act is for games that order a round without dice, and for a fight that has begun."""
    assert "has begun" in three.refused("order")
    three.do("begin", dice=[6, 1, 1])
    assert "without dice" in three.refused("order")


def test_a_turn_gives_back_what_a_turn_allows_and_no_more(three: Table) -> None:
    """What was used of a round's allowance before the own turn stays used in it."""
    three.do("begin", dice=[1, 1, 6])
    three.do("use", who="c1", use="cry", times=2)
    three.do("use", who="c1", use="step")
    three.do("next")
    assert three.fight.acting == ("c1",)
    assert three.fight["c1"].used == {"cry": 2}


def test_a_new_round_does_not_give_back_what_a_turn_allows(three: Table) -> None:
    """What somebody spent after their turn stays spent until their own next turn, also when a round begins."""
    three.do("begin", dice=[6, 1, 1])
    three.do("next")
    three.do("next")
    three.do("use", who="c3", use="step")
    three.do("use", who="c3", use="cry")
    three.do("next")
    assert (three.fight.round, three.fight.acting) == (2, ("c1",))
    assert three.fight["c3"].used == {"step": 1}
    three.do("next")
    assert three.fight["c3"].used == {}


def test_conditions_last_their_rounds(three: Table) -> None:
    """One round less at each end; the longer of two times counts; without a number they stay."""
    three.do("begin", dice=[6, 1, 1])
    three.do("gain", who="c1", condition="dazzled", rounds="2")
    three.do("gain", who="c1", condition="dazzled", rounds=1)
    three.do("gain", who="c2", condition="dazzled")
    three.do("option", who="c1", option="trim")
    assert three.fight["c1"].conditions == {"dazzled": 2, "trimmed": 1}
    for _ in range(3):
        three.do("next")
    assert "Ada: no longer trimmed" in three.lines
    assert three.fight["c1"].conditions == {"dazzled": 1}
    for _ in range(3):
        three.do("next")
    assert three.fight["c1"].conditions == {}
    assert three.fight["c2"].conditions == {"dazzled": None}
    three.do("lose", who="c2", condition="dazzled")
    assert three.lines == ["Ben: no longer dazzled"]


def test_marks_keep_their_limits_and_tell_what_they_mean(three: Table) -> None:
    """Oil falls to nothing and no further; what that means is told once, when it comes to be."""
    three.do("mark", who="c1", mark="oil", by=-4)
    assert three.lines == ["Ada: Oil −4, now 2", "Ada: the light flickers"]
    three.do("mark", who="c1", mark="oil", by=-1)
    assert three.lines == ["Ada: Oil −1, now 1"]
    three.do("mark", who="c1", mark="oil", by=-6)
    assert three.lines == ["Ada: Oil −1, now 0", "Ada: the light is out"]
    three.do("mark", who="c1", mark="oil", to="6")
    assert three.fight["c1"].marks == {"oil": 6}
    assert "a whole number from 0 to 6" in three.refused("mark", who="c1", mark="oil", to=7)


def test_those_who_are_down_have_no_turn(three: Table) -> None:
    """The turn passes over one whose light is out, and over one whom the game master has taken out."""
    three.do("begin", dice=[6, 1, 1])
    three.do("mark", who="c3", mark="oil", by=-2)
    three.do("next")
    assert three.fight.acting == ("c2",)
    three.do("out", who="c2")
    assert three.names() == [["Ada"], ["Moth"]]
    three.do("next")
    assert (three.fight.round, three.fight.acting) == (2, ("c1",))
    three.do("back", who="c2")
    three.do("join", who="c2", dice=[4])
    assert three.names() == [["Ada"], ["Moth"], ["Ben"]]
    assert three.fight.acting == ("c1",)


def test_a_fight_in_which_nobody_can_act_goes_on(three: Table) -> None:
    """Rounds go by with nobody's turn; the tracker neither stops nor fails."""
    three.do("begin", dice=[6, 1, 1])
    for who in ("c1", "c2", "c3"):
        three.do("mark", who=who, mark="oil", by=-9)
    three.do("next")
    assert (three.fight.round, three.fight.acting) == (2, ())


def test_waiting_and_acting_later(three: Table) -> None:
    """One who waits gives the turn on, acts when they like, and the one whose turn it was goes on after that."""
    three.do("begin", dice=[6, 1, 1])
    three.do("delay", who="c1")
    assert (three.fight.acting, three.fight.waiting) == (("c3",), ("c1",))
    assert "one whose turn it is" in three.refused("delay", who="c2")
    three.do("act-now", who="c1")
    assert (three.fight.acting, three.fight.waiting) == (("c1",), ())
    three.do("next")
    assert three.fight.acting == ("c3",)
    three.do("next")
    three.do("delay", who="c2")
    three.do("next")
    assert "Ben lets the chance to act go by" in three.lines
    assert three.names() == [["Ada"], ["Moth"], ["Ben"]]


def test_a_rule_may_forbid_to_wait(three: Table) -> None:
    """The reason stands in the refusal."""
    three.do("edit", who="c1", sheet={"agility": 5, "stubborn": True})
    three.do("begin", dice=[6, 1, 1])
    assert "The stubborn never wait." in three.refused("delay", who="c1")


def test_one_who_comes_later_rolls_alone(three: Table) -> None:
    """They take the place of their count; the turn stays with whoever has it."""
    three.do("begin", dice=[6, 1, 1])
    three.do("add", name="Cleo", sheet={"agility": 12})
    assert three.names() == [["Ada"], ["Moth"], ["Ben"]]
    three.do("next")
    three.do("join", who="c4", dice=[6])
    assert three.names() == [["Cleo"], ["Ada"], ["Moth"], ["Ben"]]
    assert three.fight.acting == ("c3",)
    assert "has no place" in three.refused("join", who="c4", dice=[6])
    three.do("place", who="c4", at=8)
    assert three.names() == [["Ada"], ["Moth"], ["Cleo"], ["Ben"]]
    assert three.fight.acting == ("c3",)


def test_one_who_comes_later_stands_behind_those_of_the_same_count(three: Table) -> None:
    """Rolled or placed by the game master: whoever was there first acts first."""
    three.do("begin", dice=[6, 1, 1])
    three.do("add", name="Cleo", sheet={"agility": 5})
    three.do("join", who="c4", dice=[6])
    assert three.names() == [["Ada"], ["Cleo"], ["Moth"], ["Ben"]]
    three.do("place", who="c4", at=10)
    assert three.names() == [["Ada"], ["Moth"], ["Cleo"], ["Ben"]]


def test_one_who_leaves_does_not_move_the_turn(three: Table) -> None:
    """Removing somebody before, at and after the turn."""
    three.do("begin", dice=[6, 1, 1])
    three.do("next")
    three.do("remove", who="c1")
    assert three.fight.acting == ("c3",)
    three.do("remove", who="c3")
    assert three.fight.acting == ("c2",)


def test_an_attack_is_filled_and_its_result_put_in_force(three: Table) -> None:
    """The same inputs and dice give the same result in the tracker as in the calculator."""
    ada, moth = three.fight["c1"], three.fight["c3"]
    (shove,) = three.tracker.attacks(three.fight, ada, moth)
    three.do(
        "apply", attacker="c1", target="c3", resolver=shove.resolver, inputs={**shove.inputs, "paces": 9}, dice=[6, 4]
    )
    assert three.lines[0].startswith("Ada against Moth: 17: you are home.")
    assert three.lines[1:] == [
        "Ada: steps 1 of 2 used", "Moth: Oil −2, now 0", "Moth: the light is out", "Moth: dazzled, 2 rounds",
    ]  # fmt: skip
    refused = {**shove.inputs, "weather": "storm", "lantern": False}
    three.do("apply", attacker="c1", target="c3", resolver=shove.resolver, inputs=refused, dice=[6, 4])
    assert three.lines == ["Ada against Moth: Not possible: nobody walks through a storm in the dark."]
    assert "dice" in three.refused("apply", attacker="c1", target="c3", resolver=shove.resolver, inputs={})
    other = "new-world/attack"
    assert "lantern" in three.refused("apply", attacker="c1", target="c3", resolver=other, inputs={}, dice=[1, 1, 1])


def test_what_is_not_allowed_says_why(three: Table) -> None:
    """The third step is refused, with what is still allowed and the reason."""
    three.do("begin", dice=[6, 1, 1])
    for _ in range(2):
        three.do("option", who="c1", option="step")
    assert three.refused("option", who="c1", option="step") == (
        'option: "step" was given; accepted is what is allowed now: trim. both steps are taken'
    )


def test_the_scene_acts_by_itself(three: Table) -> None:
    """In a storm the oil burns down as a round begins."""
    three.do("scene", inputs={"stormy": True})
    three.do("begin", dice=[6, 1, 1])
    for _ in range(3):
        three.do("next")
    assert "Ada: Oil −1, now 5" in three.lines
    three.do("end")
    assert (three.fight.round, three.fight.order) == (0, ())
    assert three.fight["c1"].marks == {"oil": 5}


def test_a_changed_sheet_keeps_what_was_suffered(three: Table) -> None:
    """One who is unhurt starts anew; one who is hurt stays so, within the new limits."""
    three.do("edit", who="c1", sheet={"oil": 9})
    assert three.fight["c1"].marks == {"oil": 9}
    three.do("mark", who="c1", mark="oil", by=-2)
    three.do("edit", who="c1", sheet={"oil": 8})
    assert three.fight["c1"].marks == {"oil": 7}
    three.do("edit", who="c1", sheet={"oil": 5})
    assert three.fight["c1"].marks == {"oil": 5}
