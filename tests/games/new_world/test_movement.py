"""Movement: the score, the ground, every action of moving, leaving reach, and jumps."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find, house

MOVEMENT = find("new-world/movement")

grounds = st.sampled_from(["open", "difficult", "climbing", "swimming", "rough-water"])
ways = st.lists(st.fixed_dictionaries({"ground": grounds, "paces": st.integers(1, 20)}), max_size=5)


def moved(**inputs: Any) -> dict[str, Any]:
    """The outcome for these inputs."""
    outcome: dict[str, Any] = MOVEMENT.roll(inputs)["outcome"]
    return outcome


def act(name: str, **inputs: Any) -> dict[str, Any]:
    """One action of the outcome."""
    (found,) = (each for each in moved(**inputs)["acts"] if each["action"] == name)
    return found


@pytest.mark.parametrize(
    ("case", "inputs", "expected"),
    [
        ("G152", {"agility": 5}, 8),
        ("G152", {"mover": "halfling", "agility": 5}, 7),
        ("G152", {"agility": 5, "fleet_footed": True}, 9),
        ("G153", {"agility": 5, "armour": 1, "overloaded": True}, 5),
        ("Flee!", {"agility": 5, "flee": True}, 9),
        ("creature", {"mover": "creature", "printed": 11}, 11),
        ("rider", {"mover": "rider", "printed": 12, "agility": 9}, 12),
        ("Q38 floor", {"agility": -5, "overloaded": True}, 0),
        ("Q39 halved, rounded up", {"agility": 4, "halved": True}, 4),
        ("halved after the subtractions", {"agility": 5, "overloaded": True, "halved": True}, 3),
        ("Sturdy", {"agility": 5, "armour": 2, "sturdy": True}, 7),
        ("Sturdy, no more than the loss", {"agility": 5, "armour": 1, "sturdy": True, "ease_rune": True}, 8),
    ],
)
def test_score(case: str, inputs: dict[str, Any], expected: int) -> None:
    """G152, G153, Q38, Q39: the Movement score from all that raises and lowers it."""
    assert moved(**inputs)["movement"] == expected


def test_sturdy_is_a_house_value() -> None:
    """What Sturdy takes off is ours, marked as such, and a table can change it."""
    from companion.games.new_world.score import MOVEMENT as NUMBERS

    assert NUMBERS.source("sturdy", "value") == "house"
    with house.under(house.HouseRules("test", {"new-world": {"movement": {"sturdy": 3}}})):
        assert moved(agility=5, armour=3, sturdy=True)["movement"] == 8
    assert moved(agility=5, armour=3, sturdy=True)["movement"] == 6


def test_riders_own_burden_does_not_count() -> None:
    """M31: the mount's Movement counts as it stands; what slows the rider is ignored, and the answer says so."""
    answer = MOVEMENT.roll({"mover": "rider", "printed": 10, "armour": 2, "overloaded": True})
    assert answer["outcome"]["movement"] == 10
    assert {each["field"] for each in answer["ignored"]} == {"armour", "overloaded"}


@pytest.mark.parametrize(
    ("case", "movement", "ground", "expected"),
    [
        ("G155", 3, "open", None),
        ("G155", 7, "difficult", None),
        ("G155", 8, "difficult", 4),
        ("Q35", 4, "open", 4),
        ("Q35", 9, "difficult", 4),
    ],
)
def test_charge(case: str, movement: int, ground: str, expected: int | None) -> None:
    """G155, Q35: at least 4 paces of distance, so Movement 3 never charges and difficult ground needs Movement 8."""
    charge = act("Charge", mover="creature", printed=movement, ground=ground)
    assert charge["possible"] is (expected is not None)
    assert charge["paces"] == (expected or 0)
    assert charge["rule"] == "new-world/movement#charge"


@pytest.mark.parametrize(
    ("inputs", "reason"),
    [
        ({"charge": 3}, "a Charge is at least 4 paces, and this one would be 3."),
        ({"charge": 9}, "the foe is 9 paces off, and Movement 8 covers 8 here."),
        ({"charge": 5, "straight": False}, "a Charge goes in a straight line."),
        ({"no_running": True}, "a wound forbids to Charge."),
        ({"way": "foe"}, "a foe who stands and can fight bars the way."),
        ({"state": "held"}, "neither side of a grapple can move while the hold lasts."),
        ({"state": "prone"}, "to get up first takes a half action."),
    ],
)
def test_charge_refused(inputs: dict[str, Any], reason: str) -> None:
    """M32: each thing that forbids a Charge is named."""
    charge = act("Charge", agility=5, **inputs)
    assert (charge["possible"], charge["reason"]) == (False, reason)


@pytest.mark.parametrize(
    ("distance", "sentence"),
    [(4, "The Charge over 4 paces is allowed."), (8, "The Charge over 8 paces is allowed.")],
)
def test_charge_in_mind(distance: int, sentence: str) -> None:
    """M32: from 4 paces to the whole Movement, ends included."""
    assert MOVEMENT.roll({"agility": 5, "charge": distance})["sentence"].endswith(sentence)


def test_charge_counts_only_the_ground_it_covers() -> None:
    """An Athletics roll further along the way is no matter of a shorter Charge."""
    way = {"agility": 5, "ground": "climbing", "stretches": [{"ground": "open", "paces": 5}]}
    assert act("Charge", charge=5, **way)["athletics"] == []
    assert act("Charge", charge=6, **way)["athletics"] == ["climbing"]


@given(st.integers(0, 40), ways, grounds)
def test_two_moves_and_a_run_cover_equal_ground(movement: int, stretches: list[dict[str, Any]], ground: str) -> None:
    """Property 11, with its correction: two Moves and a Run cover the same paces, on any ground."""
    inputs = {"mover": "creature", "printed": movement, "stretches": stretches, "ground": ground}
    two, run, single = (act(name, **inputs) for name in ("Two Moves", "Run", "Move"))
    assert two["paces"] == run["paces"]
    assert single["paces"] <= run["paces"]


def test_property_11_the_correction() -> None:
    """Property 11: Movement 7 on difficult ground covers 7 paces by two Moves as by a Run, and 3 by one Move."""
    inputs = {"mover": "creature", "printed": 7, "ground": "difficult"}
    assert [act(name, **inputs)["paces"] for name in ("Move", "Two Moves", "Run")] == [3, 7, 7]
    assert act("Move", **inputs)["lost"] == 1


def test_only_run_exposes() -> None:
    """M17, property 11: a Run brings +2 in melee and −2 at range on the runner, and the steps say from when."""
    answer = MOVEMENT.roll({"agility": 5})
    assert [(each["label"], each["value"]) for each in answer["outcome"]["exposure"]] == [
        ("Target ran, struck in melee", 2),
        ("Target ran, shot at", -2),
    ]
    (step,) = (step for step in answer["steps"] if "Whoever Runs" in step["text"])
    assert step["rule"] == "new-world/movement#run"


@given(st.integers(0, 40), grounds)
def test_difficult_ground_never_costs_more_than_double(movement: int, ground: str) -> None:
    """M47: kinds of ground are not multiplied together: every pace costs 1 or 2."""
    paces = act("Move", mover="creature", printed=movement, ground=ground)["paces"]
    assert paces == (movement if ground == "open" else movement // 2)


def test_mixed_ground() -> None:
    """M47: five open paces and then a climb: Movement 8 gets 5 + 1, and 16 get 5 + 5."""
    outcome = moved(**MOVEMENT.example("up-the-wall").inputs)
    assert [(each["action"], each["paces"]) for each in outcome["acts"]] == [
        ("Move", 6),
        ("Two Moves", 10),
        ("Run", 10),
        ("Charge", 6),
        ("Disengage", 6),
    ]


@pytest.mark.parametrize(
    ("ground", "in_armour", "roll"),
    [
        ("open", True, False),
        ("difficult", True, False),
        ("climbing", False, True),
        ("swimming", False, False),
        ("swimming", True, True),
        ("rough-water", False, True),
    ],
)
def test_athletics(ground: str, in_armour: bool, roll: bool) -> None:
    """M47: a climb that needs a roll, swimming in armour and rough water ask for Athletics."""
    assert act("Move", ground=ground, in_armour=in_armour)["athletics"] == ([ground] if roll else [])


@pytest.mark.parametrize(
    ("foes", "adjacent", "ruling", "expected"),
    [
        (0, False, "no", 0),
        (1, False, "no", 1),
        (3, False, "no", 3),
        (3, True, "no", 0),
        (3, True, "yes", 3),
    ],
)
def test_leaving_reach(foes: int, adjacent: bool, ruling: str, expected: int) -> None:
    """M45, Q31: each foe in reach strikes once; a step that stays adjacent provokes under the other ruling only."""
    inputs = {"foes": foes, "adjacent": adjacent, "slide_provokes": ruling}
    for name in ("Move", "Two Moves", "Run", "Charge"):
        assert act(name, agility=5, **inputs)["free_attacks"] == expected
    assert act("Disengage", agility=5, **inputs)["free_attacks"] == 0


def test_no_step_no_free_attack() -> None:
    """M45: whoever cannot take a step leaves nobody's reach."""
    assert act("Move", mover="creature", printed=0, foes=2)["free_attacks"] == 0


@pytest.mark.parametrize(
    ("way", "possible"), [("ally", True), ("ally at the end", False), ("foe", False), ("helpless foe", True)]
)
def test_who_bars_the_way(way: str, possible: bool) -> None:
    """M46: allies can be passed but not displaced; only a foe who stands and can fight bars the way."""
    move = act("Move", way=way)
    assert move["possible"] is possible
    assert possible or move["rule"] == "new-world/movement#squares"


def test_prone() -> None:
    """M31: prone, one crawls a pace for each half action, or stands up and moves once."""
    acts = {each["action"]: each["paces"] for each in moved(agility=3, state="prone")["acts"] if each["possible"]}
    assert acts == {"Crawl": 1, "Two Crawls": 2, "Stand and Move": 6}


def test_prone_with_a_foe_in_the_way() -> None:
    """M46: nobody crawls through a foe who stands and can fight."""
    answer = MOVEMENT.roll({"state": "prone", "way": "foe"})
    assert not any(each["possible"] for each in answer["outcome"]["acts"])
    assert "a foe who stands and can fight bars the way." in answer["sentence"]


@pytest.mark.parametrize(
    ("might", "running", "standing"), [(1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 2, 1), (5, 3, 2), (6, 3, 2), (-2, 0, 0)]
)
def test_g156_jumps(might: int, running: int, standing: int) -> None:
    """G156, Q36: half of Might, rounded up; standing half of that, rounded up again."""
    jump = moved(might=might)["jump"]
    assert (jump["running"], jump["standing"]) == (running, standing)


@pytest.mark.parametrize(
    ("gap", "height", "needs"),
    [
        (2, 0, "a standing jump"),
        (3, 0, "a running jump"),
        (4, 0, "an Athletics roll"),
        (1, 1, "a standing jump"),
        (1, 2, "an Athletics roll"),
        (None, 0, None),
        (None, 2, "an Athletics roll"),
    ],
)
def test_jump_in_mind(gap: int | None, height: int, needs: str | None) -> None:
    """M48: further than the running jump, or higher than a pace, needs Athletics."""
    assert moved(might=5, gap=gap, height=height)["jump"]["needs"] == needs


@given(st.integers(-5, 20), st.integers(0, 8), st.booleans(), st.booleans(), st.booleans())
def test_score_steps_add_up(agility: int, armour: int, sturdy: bool, overloaded: bool, halved: bool) -> None:
    """The modifier stack of the score adds up to the paces of a Move, floor and half included."""
    inputs = {"agility": agility, "armour": armour, "sturdy": sturdy, "overloaded": overloaded, "halved": halved}
    answer = MOVEMENT.roll(inputs)
    stack = answer["figures"]["modifier-stack"]
    assert stack["base"]["value"] + sum(row["value"] for row in stack["rows"]) == answer["outcome"]["movement"]
    assert answer["outcome"]["movement"] >= 0


@pytest.mark.parametrize(
    ("inputs", "sentence"),
    [
        ({"agility": 5}, "Movement 8: a Move covers 8 paces, two Moves or a Run 16. A Charge goes from 4 to 8 paces."),
        ({"state": "held"}, "Movement 6: no step is possible, for neither side of a grapple can move while the hold"
         " lasts."),
        ({"agility": 1, "foes": 1}, "Movement 4: a Move covers 4 paces, two Moves or a Run 8. Unless you Disengage, the"
         " foe in reach makes a free attack as you leave. A Charge goes exactly 4 paces."),
        ({"state": "prone"}, "Movement 6: prone, you crawl 1 pace with a half action, or stand and move 6."),
    ],
)  # fmt: skip
def test_sentences(inputs: dict[str, Any], sentence: str) -> None:
    """The answer in words, the same with and without a throw."""
    assert MOVEMENT.roll(inputs)["sentence"] == sentence
    assert MOVEMENT.odds(inputs)["sentence"] == sentence


def test_what_if_moves_with_agility() -> None:
    """One more point of Agility is one more pace."""
    rows = {row["field"]: row for row in MOVEMENT.what_if({"agility": 5})["rows"]}
    assert rows["agility"]["plus"]["change"] == 1
    assert rows["armour"]["plus"]["change"] == -1
