"""The turn: its limits, kept half actions, what lasts, and what is left."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import find
from companion.games.new_world.texts import ACTIONS
from companion.games.new_world.turn_rules import TURN

TURNS = find("new-world/turn")
ATTACKS = {"standard-attack", "charge", "swift-attack", "all-out-attack", "disarm"}

sets = st.lists(st.sampled_from(list(TURN)), max_size=4)
rulings = st.sampled_from(["yes", "no"])


def judged(*actions: str, **more: Any) -> dict[str, Any]:
    """The outcome for a set of actions."""
    outcome: dict[str, Any] = TURNS.roll({"actions": list(actions), **more})["outcome"]
    return outcome


def names(further: list[dict[str, Any]]) -> set[str]:
    """The keys of the actions that are possible."""
    return {each["action"] for each in further if each["possible"]}


def test_attack_actions_of_the_book() -> None:
    """M28: exactly five actions are attack actions; Feint and Manoeuvre are not."""
    assert {key for key, row in TURN.items() if row.attack} == ATTACKS


@pytest.mark.parametrize("key", [key for key in TURN if TURN[key].action])
def test_types_come_from_the_table_of_actions(key: str) -> None:
    """An action's type stands once, in the table of actions."""
    assert TURN[key].cost == ACTIONS[TURN[key].action].takes
    assert TURN[key].takes is None


@pytest.mark.parametrize(
    "actions",
    [
        ("aim", "standard-attack"),
        ("move", "standard-attack"),
        ("standard-attack", "move"),
        ("move", "move"),
        ("feint", "standard-attack"),
        ("manoeuvre", "standard-attack"),
        ("parrying-stance", "standard-attack"),
        ("all-out-attack",),
        ("reload",),
        ("speak", "run", "drop-item", "fall-prone"),
        ("use-skill-careful",),
        ("use-skill-quick", "cast"),
        (),
    ],
)
def test_allowed(actions: tuple[str, ...]) -> None:
    """M27: a full action or two halves in any order, and free actions besides."""
    assert judged(*actions)["allowed"]


@pytest.mark.parametrize(
    ("actions", "rules"),
    [
        (("run", "aim"), ["round#turn"]),
        (("aim", "feint", "standard-attack"), ["round#turn"]),
        (("standard-attack", "standard-attack"), ["round#attack-actions"]),
        (("cast", "cast"), ["round#one-spell"]),
        (("ritual",), ["actions#cast"]),
        (("move", "standard-attack", "move"), ["round#turn", "movement#splitting"]),
        (("all-out-defence", "parrying-stance"), ["round#turn"]),
        (("charge", "standard-attack"), ["round#turn", "round#attack-actions"]),
        (("crawl",), ["movement#crawl"]),
        (("stand",), ["actions#stand"]),
        (("let-go",), ["grappling#grappled"]),
        (("fall-prone", "move"), ["prone#standing"]),
    ],
)
def test_not_allowed(actions: tuple[str, ...], rules: list[str]) -> None:
    """M27 to M29, M49: each set that is not allowed, with every rule that speaks against it."""
    outcome = judged(*actions)
    assert not outcome["allowed"]
    assert [problem["rule"].partition("/")[2] for problem in outcome["problems"]] == rules
    assert (outcome["further"], outcome["lasting"]) == ([], [])


@pytest.mark.parametrize(("ruling", "allowed"), [("yes", False), ("no", True)])
def test_q21_delay_shares_limits(ruling: str, allowed: bool) -> None:
    """Q21: a second attack, or spell, with a kept half action: forbidden by default, allowed by the other ruling."""
    for action in ("standard-attack", "cast"):
        outcome = judged(action, "delay", later=[action], delay_shares_limits=ruling)
        assert outcome["allowed"] is allowed


@pytest.mark.parametrize(
    ("actions", "later", "reason"),
    [
        (("move",), ["aim"], "no half action was kept for that: Delay comes first."),
        (("delay",), ["aim", "feint"], "no half action was kept for that: Delay comes first."),
        (("delay", "delay"), ["charge"], "Charge is a full action, and Delay keeps a half action."),
        (("delay",), ["delay"], "a kept half action cannot be delayed once more."),
    ],
)
def test_kept_half_actions(actions: tuple[str, ...], later: list[str], reason: str) -> None:
    """M40: what Delay keeps is one half action, to be used as one."""
    assert reason in [problem["reason"] for problem in judged(*actions, later=later)["problems"]]


def test_kept_half_action_is_used_up() -> None:
    """M40: used later, nothing is in hand any more; unused, it waits until the next turn."""
    assert judged("move", "delay")["kept"] == 1
    used = judged("move", "delay", later=["standard-attack"])
    assert (used["allowed"], used["kept"]) == (True, 0)
    assert "standard-attack" in names(judged("move", "delay")["later"])
    assert "charge" not in names(judged("move", "delay")["later"])


def test_what_is_left() -> None:
    """M27: after a half action the other halves are still open, full actions are not."""
    outcome = judged("standard-attack")
    assert outcome["left"] == 1
    further = names(outcome["further"])
    assert {"aim", "move", "feint", "delay", "speak", "fall-prone"} <= further
    assert not further & (ATTACKS | {"run", "reload", "all-out-defence", "stand", "crawl", "ritual"})


def test_nothing_left_but_free_actions() -> None:
    """M42: after a full action only free ones are possible."""
    assert names(judged("run")["further"]) == {"speak", "drop-item", "fall-prone"}


@pytest.mark.parametrize(
    ("actions", "lasting"),
    [
        (("run",), [("You ran, struck in melee", 2), ("You ran, shot at", -2)]),
        (("all-out-attack",), [("Your Melee and Ranged Defence", -2)]),
        (("all-out-defence",), [("Your Melee and Ranged Defence", 2)]),
        (("parrying-stance", "move"), [("Your Melee Defence", 1)]),
        (("move", "aim"), [("Your next attack", 1)]),
        (("aim", "standard-attack"), []),
        (("standard-attack", "aim"), [("Your next attack", 1)]),
        (("feint", "move"), [("Your next attack on that foe, if the feint won", 2)]),
        (("feint", "standard-attack"), []),
        (("fall-prone",), [("Prone, struck in melee", -2), ("Prone, shot at", 2)]),
        (("move", "delay"), [("A half action in hand", None)]),
    ],
)
def test_what_lasts(actions: tuple[str, ...], lasting: list[tuple[str, int | None]]) -> None:
    """M30, M31, M35 to M40: what outlasts the turn, with its number from the tables of modifiers."""
    assert [(each["label"], each["value"]) for each in judged(*actions)["lasting"]] == lasting


@pytest.mark.parametrize(("ruling", "value"), [("no", 1), ("yes", 2)])
def test_q18_aim_twice(ruling: str, value: int) -> None:
    """Q18: two Aims give one bonus by default, both under the other ruling."""
    outcome = judged("aim", "aim", aim_stacks=ruling)
    assert [each["value"] for each in outcome["lasting"]] == [value]


def test_q22_surprised() -> None:
    """Q22: surprise costs the whole turn."""
    outcome = judged("move", surprised=True)
    assert [problem["rule"] for problem in outcome["problems"]] == ["new-world/surprise#below-zero"]
    assert names(judged(surprised=True)["further"]) == set()


def test_prone() -> None:
    """M31: from the ground one stands first, or crawls."""
    assert judged("stand", "move", prone=True)["allowed"]
    assert judged("crawl", "crawl", prone=True)["allowed"]
    assert judged("standard-attack", "stand", prone=True)["allowed"]
    assert not judged("run", prone=True)["allowed"]


def test_grapples_bind() -> None:
    """M58: nobody in a grapple moves; the holder lets go for free, the held breaks free first."""
    assert not judged("move", hold="holding")["allowed"]
    assert judged("let-go", "move", hold="holding")["allowed"]
    assert not judged("move", "standard-attack", hold="held")["allowed"]
    freed = judged("standard-attack", "move", hold="held")
    assert freed["allowed"]
    assert [each["rule"] for each in freed["conditions"]] == ["new-world/grappling#breaking-free"]


def test_wounds_forbid_running() -> None:
    """M31: a wound that forbids to Run and Charge leaves two Moves."""
    assert not judged("run", no_running=True)["allowed"]
    assert not judged("charge", no_running=True)["allowed"]
    assert judged("move", "move", no_running=True)["allowed"]


@settings(max_examples=150, deadline=None)
@given(sets, st.lists(st.sampled_from(list(TURN)), max_size=2), rulings, st.booleans())
def test_no_turn_holds_two_attacks_or_two_spells(
    actions: list[str], later: list[str], ruling: str, prone: bool
) -> None:
    """Property 12: an allowed set has one attack action and one spell at most, whatever was kept."""
    outcome = judged(*actions, later=later, delay_shares_limits=ruling, prone=prone)
    counted = actions + later if ruling == "yes" else actions
    if outcome["allowed"]:
        assert sum(key in ATTACKS for key in counted) <= 1
        assert sum(key == "cast" for key in counted) <= 1
        assert outcome["halves"] <= 2
        assert outcome["halves"] + outcome["left"] == 2


@settings(max_examples=60, deadline=None)
@given(sets)
def test_what_is_called_possible_is(actions: list[str]) -> None:
    """Every further action that the answer offers makes an allowed set, and every other one does not."""
    for each in judged(*actions)["further"]:
        assert judged(*actions, each["action"])["allowed"] is each["possible"]
        assert bool(each["reason"]) is not each["possible"]


@pytest.mark.parametrize(
    ("actions", "more", "sentence"),
    [
        (("aim", "standard-attack"), {}, "Allowed: Aim, then Standard Attack. Nothing is left besides free actions."),
        (("move",), {}, "Allowed: Move. 1 half action is left besides free actions."),
        ((), {}, "Nothing done yet. 2 half actions are left besides free actions."),
        ((), {"surprised": True}, "Surprised: the whole turn is lost."),
        (("move", "delay"), {}, "Allowed: Move, then Delay. Nothing is left besides free actions, and 1 half action in"
         " hand until your next turn."),
        (("cast", "cast"), {}, "Not allowed: that is 2 spells, and a turn allows 1."),
    ],
)  # fmt: skip
def test_sentences(actions: tuple[str, ...], more: dict[str, Any], sentence: str) -> None:
    """The answer in words, the same with and without a throw."""
    inputs = {"actions": list(actions), **more}
    assert TURNS.roll(inputs)["sentence"] == sentence
    assert TURNS.odds(inputs)["sentence"] == sentence


def test_table_shows_what_fits() -> None:
    """The table of further actions lists what is possible, and what only a limit of the turn forbids."""
    tables = TURNS.roll({"actions": ["standard-attack"]})["figures"]["table"]
    rows = {row["cells"][0]: row["cells"][2] for row in tables[-1]["rows"]}
    assert rows["Aim"] == "possible"
    assert rows["Standard Attack"] == "that is 2 attack actions, and a turn allows 1"
    assert "Charge" not in rows
    assert "Stand" not in rows
