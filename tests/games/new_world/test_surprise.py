"""Surprise for one character: golden values, ties, and who never rolls."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find

SURPRISE = find("new-world/surprise")


def verdicts(inputs: dict[str, Any]) -> dict[str, str]:
    """The chance of each verdict, as fractions in text."""
    return {row["value"]: row["fraction"] for row in SURPRISE.odds(inputs)["outcomes"][0]["rows"]}


def test_g128_combat_reflexes() -> None:
    """G128: Agility 5 with Combat Reflexes has initiative 6, is never surprised and acts on 0 to 5."""
    answer = SURPRISE.odds(SURPRISE.example("combat-reflexes").inputs)
    assert answer["summary"]["surprised"]["fraction"] == "0"
    assert [row["value"] for row in answer["outcomes"][1]["rows"]] == [0, 1, 2, 3, 4, 5]
    assert answer["sentence"] == "Never surprised: you act on 0 to 5 in the first round, and on 6 after it."


def test_g129_against_an_ambusher() -> None:
    """G129: Agility 5 against initiative 3 acts before 1/6, level 1/6, after 1/2, surprised 1/6."""
    inputs = SURPRISE.example("agility-5").inputs
    assert verdicts(inputs) == {
        "surprised": "1/6",
        "acts after the ambusher": "1/2",
        "acts together with the ambusher": "1/6",
        "acts before the ambusher": "1/6",
    }
    assert SURPRISE.odds(inputs)["summary"]["level"]["fraction"] == "1/6"


@pytest.mark.parametrize(
    ("ties", "before"),
    [
        ({"wits": 4, "foe_wits": 3}, "1/3"),
        ({"wits": 3, "foe_wits": 4}, "1/6"),
        ({"player": True}, "1/3"),
        ({"foe_player": True}, "1/6"),
        ({"player": True, "foe_player": True}, "1/6"),
        ({"wits": 3, "foe_wits": 4, "player": True}, "1/6"),
    ],
)
def test_g129_level_is_decided_by_the_ties(ties: dict[str, Any], before: str) -> None:
    """G129: being level is decided by Wits, then by player characters, as in every round."""
    assert verdicts({"agility": 5, "foe_initiative": 3, **ties})["acts before the ambusher"] == before


@pytest.mark.parametrize("face", range(1, 7))
def test_g131_the_second_round(face: int) -> None:
    """G131: whatever the die shows, the second round goes by the normal number."""
    outcome = SURPRISE.roll({"agility": 5}, dice=[face])["outcome"]
    assert outcome["number"] == 5 - face
    assert outcome["later"] == 5


@pytest.mark.parametrize("who", ["woods_runner", "springs"])
def test_g132_who_never_rolls(who: str) -> None:
    """G132: a Master Woods Runner, and the side that springs the surprise, throw no die."""
    answer = SURPRISE.roll({"agility": 2, who: True}, seed=5)
    assert answer["dice"] == []
    assert answer["outcome"]["number"] == 2
    assert SURPRISE.odds({"agility": 2, who: True})["sentence"] == (
        "No roll: you act on 2, in the first round as in every other."
    )


@given(st.integers(-5, 20), st.booleans())
def test_chance_of_surprise(agility: int, reflexes: bool) -> None:
    """M26: the chance is (6 − initiative)/6, held between never and always; Combat Reflexes shifts it by one."""
    number = agility + reflexes
    chance = SURPRISE.odds({"agility": agility, "combat_reflexes": reflexes})["summary"]["surprised"]["fraction"]
    assert Fraction(chance) == Fraction(min(6, max(0, 6 - number)), 6)


def test_explanation_names_each_rule() -> None:
    """The steps lead from the attribute over the die to the second round, each with its rule."""
    answer = SURPRISE.roll({"agility": 2, "combat_reflexes": True}, dice=[6])
    assert [(step["rule"].partition("/")[2], step["value"]) for step in answer["steps"]] == [
        ("initiative#order", 2),
        ("surprise#combat-reflexes", 1),
        ("surprise#roll", -3),
        ("surprise#below-zero", None),
        ("surprise#after", 3),
    ]
    assert answer["sentence"].startswith("Surprised: no turn in the first round")
