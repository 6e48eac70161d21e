"""The round: what goes together, what it costs, in which phase and order each action resolves."""

from __future__ import annotations

from typing import Any

import pytest

from companion import find
from companion.games.darkmaster.round_rules import ACTIONS, PHASES

ROUND = find("darkmaster/round")


def judged(*actions: str, **inputs: Any) -> dict[str, Any]:
    """The outcome of a set of actions."""
    outcome: dict[str, Any] = ROUND.roll({"actions": list(actions), **inputs})["outcome"]
    return outcome


@pytest.mark.parametrize(
    ("actions", "allowed", "modifier"),
    [
        ([], True, 0),
        (["attack"], True, 0),
        (["attack", "speak"], True, 0),
        (["attack", "draw"], True, -20),
        (["attack", "draw", "speak"], True, -20),
        (["draw", "half-move", "speak"], True, 0),
        (["draw", "half-move", "feint"], False, 0),
        (["attack", "draw", "half-move"], False, 0),
        (["attack", "disarm"], False, 0),
        (["charge", "lock"], False, 0),
        (["attack", "speak", "drop"], True, -20),
        (["speak", "drop"], True, 0),
        (["draw", "speak", "drop"], True, 0),
        (["draw", "half-move", "speak", "drop"], False, 0),
        (["attack", "second-weapon"], True, 0),
        (["charge", "second-weapon"], True, 0),
        (["disarm", "second-weapon"], False, 0),
        (["second-weapon"], False, 0),
        (["control-mount", "attack", "second-weapon"], True, -20),
    ],
)
def test_what_goes_together(actions: list[str], allowed: bool, modifier: int) -> None:
    """One Full, one Free; a Half beside it at −20 on both; two Halves; a second Free takes a Half."""
    found = judged(*actions)
    assert (found["allowed"], found["modifier"]) == (allowed, modifier)


def test_a_rider_with_two_weapons() -> None:
    """Control of the mount becomes the Half Action: the main blow pays 20, the second blow stays free."""
    placed = {each["action"]: each for each in judged("attack", "second-weapon", "control-mount")["placed"]}
    assert {key: (each["cost"], each["modifier"]) for key, each in placed.items()} == {
        "control-mount": ("Half Action", -20),
        "attack": ("Full Action", -20),
        "second-weapon": ("Free Action", 0),
    }


@pytest.mark.parametrize(
    ("actions", "inputs", "rule"),
    [
        (["charge"], {"engaged": True}, "darkmaster/charge#engaged"),
        (["half-move"], {"engaged": True}, "darkmaster/conditions#engaged"),
        (["disengage"], {"engaged": True}, None),
        (["disengage"], {}, "darkmaster/conditions#engaged"),
        (["stand"], {"prone": True}, None),
        (["stand"], {}, "darkmaster/conditions#prone"),
        (["half-move"], {"prone": True}, "darkmaster/conditions#prone"),
        (["attack"], {"prone": True}, None),
        (["attack"], {"stunned": True}, "darkmaster/conditions#stunned"),
        (["draw"], {"stunned": True}, None),
        (["attack"], {"surprised": True}, "darkmaster/conditions#surprised"),
        (["feint"], {"surprised": True}, "darkmaster/conditions#surprised"),
        (["draw"], {"surprised": True}, None),
        (["attack"], {"locked": True}, "darkmaster/lock#locked"),
        (["half-move"], {"locked": True}, "darkmaster/lock#locked"),
        (["drop"], {"locked": True}, None),
    ],
)
def test_states(actions: list[str], inputs: dict[str, Any], rule: str | None) -> None:
    """What each forbids, with its rule."""
    problems = judged(*actions, **inputs)["problems"]
    assert ([problem["rule"] for problem in problems] or [None])[0] == rule


@pytest.mark.parametrize(
    ("actions", "inputs", "parry"),
    [
        (["attack"], {}, "any part"),
        (["charge"], {}, "none"),
        (["dash"], {}, "none"),
        (["sprint"], {}, "none"),
        (["disarm"], {}, "any part"),
        ([], {"stunned": True}, "half"),
        ([], {"surprised": True}, "none"),
        ([], {"held": True}, "none"),
        ([], {"locked": True}, "none"),
    ],
)
def test_how_much_may_be_parried(actions: list[str], inputs: dict[str, Any], parry: str) -> None:
    """Nothing in the round of a Charge, a dash or a sprint; none or half in some states."""
    assert judged(*actions, **inputs)["parry"] == parry


def test_phases_in_order() -> None:
    """Nine of them; each action stands in its own, a Feint before the blow."""
    timeline = ROUND.odds({"actions": ["attack", "feint"]})["figures"]["timeline"]["phases"]
    assert [phase["name"] for phase in timeline] == [
        "Assessment", "Declaration", "Move", "Spell A", "Missile A", "Melee", "Missile B", "Spell B", "Other Actions",
    ]  # fmt: skip
    assert [action["label"] for action in timeline[5]["actions"]] == ["Feint", "Attack with a melee weapon"]
    assert {ACTIONS[key].phase for key in ("disarm", "lock")} == {"other"}
    assert {ACTIONS[key].phase for key in ("feint", "knock-down", "shield-bash", "charge")} == {"melee"}
    assert all(row.phase in PHASES for row in ACTIONS.values())


@pytest.mark.parametrize(
    ("actions", "inputs", "lengths"),
    [
        (["attack"], {"length": "Long"}, ["Long"]),
        (["attack"], {"length": "Long", "higher": True}, ["Longest"]),
        (["attack"], {"length": "Longest", "higher": True}, ["Longest"]),
        (["dash"], {"length": "Short"}, ["Long"]),
        (["dash"], {"length": "Hand", "higher": True}, ["Long"]),
        (["attack", "second-weapon"], {"length": "Long"}, ["Short", "Short"]),
        (["attack", "second-weapon"], {"length": "Hand"}, ["Hand", "Hand"]),
        (["attack", "second-weapon"], {"length": "Long", "higher": True}, ["Long", "Long"]),
        (["knock-down"], {"length": "Longest"}, ["Hand"]),
    ],
)
def test_lengths(actions: list[str], inputs: dict[str, Any], lengths: list[str]) -> None:
    """Two weapons are shorter, position and a dash make longer; a Knock Down strikes as a Hand weapon."""
    assert [each["length"] for each in judged(*actions, **inputs)["placed"]] == lengths


def test_what_still_fits() -> None:
    """Beside an attack a Half Action at a price, no second Full Action."""
    further = {each["action"]: each for each in judged("attack")["further"]}
    assert further["draw"]["fits"] and further["draw"]["penalty"]
    assert not further["disarm"]["fits"]
    assert further["second-weapon"]["fits"] and not further["second-weapon"]["penalty"]
    table = ROUND.odds({"actions": ["attack"]})["figures"]["table"]["rows"]
    assert {row["cells"][2] for row in table} >= {"fits", "fits, −20 on the Full and the Half Action"}
    assert not any(row["cells"][0] == "Disarm" for row in table)
    engaged = ROUND.odds({"actions": [], "engaged": True})["figures"]["table"]["rows"]
    assert any(row["off"] and row["rule"] == "darkmaster/charge#engaged" for row in engaged)


def test_sentences() -> None:
    """What goes, in what order, at what price; or why not."""
    said = ROUND.odds({"actions": ["attack", "feint"]})["sentence"]
    assert said == (
        "It goes in one round: feint (Melee), then attack with a melee weapon (Melee)."
        " −20 on the Full and the Half Action."
    )
    assert ROUND.odds({"actions": ["charge", "disarm"]})["sentence"] == (
        "Not in one round: a round has room for 1 Full Action, not 2."
    )
    assert ROUND.odds({"actions": []})["sentence"] == "Nothing is declared for this round."


def test_actions_of_several_rounds() -> None:
    """Aiming and reloading say that they may go on."""
    steps = ROUND.roll({"actions": ["aim"]})["steps"]
    assert any(step["rule"] == "darkmaster/round#multi-round" for step in steps)
