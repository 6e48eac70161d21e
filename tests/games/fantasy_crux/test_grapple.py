"""Grappling: seizing, escaping, leverage, and the weapon that cuts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from companion import find

GRAPPLE = find("fantasy-crux/grapple")
SWORD = {"defence": "parry", "item": "arming-sword"}


@pytest.mark.parametrize(
    ("inputs", "dice", "verdict", "lost"),
    [
        pytest.param({}, [10, 4, 10, 3], "the target is held", 0, id="higher-success"),
        pytest.param({}, [10, 3, 10, 4], "it fails", 0, id="lower-success"),
        pytest.param({}, [10, 6, 10, 7], "the target is held", 0, id="lower-failure"),
        pytest.param({"failed_seizure": "success"}, [10, 6, 10, 7], "it fails", 0, id="lower-failure-by-ruling"),
        pytest.param({}, [3, 10, 10, 4], "the target is held", 0, id="critical-is-not-demoted"),
        pytest.param({}, [10, 4, 10, 4], "it fails", 0, id="dead-heat-is-the-targets"),
        pytest.param(SWORD, [10, 3, 10, 4], "it fails, and the weapon cuts you", 1, id="sword-wins-with-a-success"),
        pytest.param(SWORD, [10, 7, 10, 6], "it fails", 0, id="sword-wins-with-a-failure"),
        pytest.param(SWORD, [10, 4, 10, 3], "the target is held", 0, id="sword-loses"),
        pytest.param({**SWORD, "item": "small-shield"}, [10, 3, 10, 4], "it fails", 0, id="shields-do-not-cut"),
        pytest.param({**SWORD, "item": "unarmed"}, [10, 3, 10, 4], "it fails", 0, id="nor-do-hands"),
        pytest.param({"defence": "none"}, [10, 5], "the target is held", 0, id="unopposed"),
        pytest.param({"defence": "none"}, [10, 6], "it fails", 0, id="unopposed-still-has-to-succeed"),
        pytest.param(
            {"phase": "escape from a hold"}, [10, 4, 4, 10, 3, 3], "the held one escapes", 0, id="escape-at-minus-one"
        ),
        pytest.param({"phase": "use Wrestler inside a hold"}, [10, 4, 4, 10, 3, 3], "Wrestler works", 0, id="wrestler"),
    ],
)
def test_throws(inputs: dict[str, Any], dice: list[int], verdict: str, lost: int) -> None:
    """51 against 51, against a Dodge unless something else is said."""
    answer = GRAPPLE.roll(inputs, dice=dice)
    assert (answer["verdict"]["value"], answer["measures"]["hp_lost"]) == (verdict, lost)


@pytest.mark.parametrize(
    ("inputs", "dice"),
    [
        ({"second_limb": True}, (1, 0)), ({"help": "Assistance"}, (1, 0)), ({"help": "exceptional Assistance"}, (2, 0)),
        ({"second_limb": True, "help": "Assistance", "circumstance": 3}, (3, 0)), ({"wounded": True}, (-1, 0)),
        ({"their_circumstance": -2, "their_wounded": True}, (0, -3)), ({"phase": "escape from a hold"}, (-1, -1)),
        ({"phase": "escape from a hold", "second_limb": True, "their_second_limb": True}, (0, 0)),
        ({**SWORD, "off_hand": True}, (0, -1)), ({**SWORD, "off_hand": True, "mastery": True}, (0, 0)),
    ],
)  # fmt: skip
def test_dice(inputs: dict[str, Any], dice: tuple[int, int]) -> None:
    """Limbs, helpers, circumstances, the hold itself."""
    stacks = GRAPPLE.odds(inputs)["figures"]["modifier-stack"]
    assert tuple(stack["total"]["value"] for stack in stacks) == dice


def test_over_rounds(chance: Callable[..., Fraction], ask: Callable[..., dict[str, Any]]) -> None:
    """Each round has the same chance by itself."""
    once = chance("grapple", "success", phase="escape from a hold")
    answer = ask("grapple", phase="escape from a hold", rounds=3)
    (table,) = [table for table in answer["outcomes"] if table["name"] == "over_rounds"]
    assert [Fraction(row["fraction"]) for row in table["rows"]] == [1 - (1 - once) ** each for each in (1, 2, 3)]
    assert Fraction(answer["summary"]["mean_attempts"]["fraction"]) == 1 / once
    assert "mean_attempts" not in ask("grapple", skill=0, defence="none")["summary"]


def test_what_is_refused(refused: Callable[..., tuple[str, str]]) -> None:
    """Unaware targets do not react; a two-handed weapon has no off hand."""
    assert refused("grapple", aware=False)[1] == "grappling#no-defence"
    assert refused("grapple", **{**SWORD, "item": "greatsword"}, off_hand=True)[1] == "off-hand#items"
    assert GRAPPLE.odds({"aware": False, "defence": "none"})["refused"] is None


def test_only_a_drawn_blade_cuts(chance: Callable[..., Fraction]) -> None:
    """The chance to lose 1 HP is that the Parry succeeds and wins, whatever the armour."""
    assert chance("grapple", "hurt", **SWORD) == chance("grapple", "mean_hp_lost", **SWORD) > 0
    assert chance("grapple", "hurt") == 0
    values = [row["value"] for row in GRAPPLE.odds({})["outcomes"][0]["rows"]]
    assert values == ["the target is held", "it fails"]
