"""The order of a round: phases, lengths, CMB, and what follows what of one fighter's own."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find
from companion.games.darkmaster.round_rules import ACTIONS, PHASES

ORDER = find("darkmaster/order")


def ordered(*fighters: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """The label of each turn with the names of those who act in it."""
    rolled = ORDER.roll({"fighters": list(fighters)})
    assert (rolled["dice"], rolled["seed"], rolled["ignored"]) == ([], None, [])
    found = []
    for turn in rolled["outcome"]:
        length = f", {turn['length']}" if turn["length"] else ""
        found.append((PHASES[turn["phase"]].name + length, turn["names"]))
    return found


def fighter(name: str, *actions: str, **values: Any) -> dict[str, Any]:
    """One who acts, by default with an attack."""
    return {"name": name, "actions": list(actions or ("attack",)), **values}


def test_phases_come_in_the_order_of_the_round() -> None:
    """One action of each phase, given backwards."""
    actions = ["skill", "spell-unprepared", "shoot-loaded", "attack", "shoot", "spell", "move", "speak", "assessment"]
    found = ordered(*(fighter(action, action) for action in actions))
    assert [names[0] for _, names in found] == actions[::-1]


def test_in_melee_the_longest_strikes_first() -> None:
    """Longest, Long, Short, Hand; a better position counts one length longer, and two weapons one shorter."""
    assert ordered(
        fighter("dagger", length="Hand"),
        fighter("sword", length="Long"),
        fighter("mace", length="Short"),
        fighter("pike", length="Longest"),
        fighter("above", length="Short", higher=True, cmb=10),
        fighter("two", "attack", "second-weapon", length="Long", off_length="Short"),
    ) == [
        ("Melee, Longest", ["pike"]),
        ("Melee, Long", ["sword"]),
        ("Melee, Long", ["above"]),
        ("Melee, Short", ["mace", "two"]),
        ("Melee, Hand", ["dagger"]),
        ("Melee, Hand", ["two"]),
    ]


def test_equal_lengths_go_by_cmb_and_equal_both_strike_at_once() -> None:
    """The higher CMB first."""
    found = ordered(fighter("a", cmb=50), fighter("b", cmb=80), fighter("c", cmb=50))
    assert found == [("Melee, Long", ["b"]), ("Melee, Long", ["a", "c"])]


def test_a_feint_opens_the_way_and_the_second_blow_follows() -> None:
    """Of one fighter's own acts: Feint, blow, the second weapon's blow; a long one in the off hand never before."""
    assert [names for _, names in ordered(fighter("a", "attack", "feint"), fighter("b", cmb=75))] == [
        ["a"], ["a", "b"],
    ]  # fmt: skip
    rolled = ORDER.roll({"fighters": [fighter("a", "second-weapon", "attack", length="Hand", off_length="Short")]})
    assert [turn["actions"] for turn in rolled["outcome"]] == [
        [ACTIONS["attack"].name], [ACTIONS["second-weapon"].name],
    ]  # fmt: skip


def test_outside_melee_all_act_at_once() -> None:
    """Two who move are one turn; a Knock Down strikes as a Hand weapon whatever is in the hand."""
    assert ordered(
        fighter("a", "half-move", "draw"), fighter("b", "move"), fighter("c", "knock-down", length="Longest")
    ) == [("Move", ["a", "b"]), ("Melee, Hand", ["c"]), ("Other Actions", ["a"])]


def test_the_example_in_one_sentence() -> None:
    """The chapter's six fighters."""
    rolled = ORDER.roll(ORDER.example("a-skirmish").inputs)
    assert rolled["sentence"].startswith("Move: Rider, Knife fighter; Missile A: Archer; Melee, Longest: Rider;")
    assert rolled["steps"][-1]["text"] == "Other Actions: Knife fighter (Draw a weapon)"
    nobody = ORDER.roll({"fighters": [{"name": "a", "actions": []}]})
    assert nobody["sentence"] == "Nobody has declared anything."
    assert nobody["steps"][-1]["text"] == "a has declared nothing"


@given(st.lists(st.lists(st.sampled_from(list(ACTIONS)), max_size=4, unique=True), min_size=1, max_size=6))
def test_everybody_acts_once_for_each_action(actions: list[list[str]]) -> None:
    """Nothing is lost or doubled, and phases never go back."""
    rolled = ORDER.roll({"fighters": [{"name": str(n), "actions": each} for n, each in enumerate(actions)]})
    told = [
        (place, name)
        for turn in rolled["outcome"]
        for place, acts in zip(turn["places"], turn["actions"], strict=True)
        for name in acts.split("; ")
    ]
    assert sorted(told) == sorted((n, ACTIONS[each].name) for n, acts in enumerate(actions) for each in acts)
    numbers = [turn["number"] for turn in rolled["outcome"]]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("action", list(ACTIONS))
def test_each_action_comes_in_its_own_phase(action: str) -> None:
    """As the round resolver places it."""
    rolled = ORDER.roll({"fighters": [{"name": "a", "actions": [action]}]})
    assert rolled["outcome"][0]["phase"] == ACTIONS[action].phase
