"""Riding: the ladder of the Ride check until it is settled, the saddle's weapons, the mount as a target."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from companion import find
from companion.games.darkmaster.data import WEAPONS
from companion.games.darkmaster.saddle import why_not

MOUNTED, STRIKE = find("darkmaster/mounted"), find("darkmaster/strike-mount")


def settled(**inputs: Any) -> tuple[Fraction, ...]:
    """Mean rolls, then the settled states from the worst up."""
    answer = MOUNTED.odds(inputs)
    rows = [Fraction(row["fraction"]) for row in answer["outcomes"][0]["rows"]]
    return Fraction(answer["summary"]["mean_rolls"]["fraction"]), *rows


@pytest.mark.parametrize(
    ("golden", "bonus", "exact"),
    [
        ("Y1", 0, ["5000/3947", "250/3947", "3450/3947", "187/3947", "60/3947"]),
        ("Y3", 50, ["4/3", "13/375", "107/375", "473/750", "37/750"]),
        ("Y4", 80, ["125/107", "11/856", "35/856", "375/428", "15/214"]),
    ],
)
def test_the_ladder(golden: str, bonus: int, exact: list[str]) -> None:
    """Rolled again while it is a Partial Success: exact without any limit."""
    assert list(settled(bonus=bonus)) == [Fraction(text) for text in exact], golden
    assert list(settled(bonus=bonus, half_paid=False)) == [Fraction(text) for text in exact], golden


def test_rounds_until_it_is_settled() -> None:
    """A geometric law, and the five bands of one roll."""
    tables = {table["name"]: table["rows"] for table in MOUNTED.odds({"bonus": 50})["outcomes"]}
    assert [row["fraction"] for row in tables["rolls"]] == ["3/4", "3/16", "3/64", "3/256", "1/256"]
    assert [row["fraction"] for row in tables["one_roll"]] == ["13/500", "107/500", "1/4", "473/1000", "37/1000"]


@pytest.mark.parametrize(
    ("dice", "inputs", "state", "defence", "higher", "attack"),
    [
        ([2, 60], {}, "fallen", 0, False, False),
        ([20], {}, "held with a Half Action", 0, False, True),
        ([20], {"half_paid": False}, "uncontrolled", -20, False, False),
        ([60], {}, "controlled for the combat", 0, True, True),
        ([97, 40], {}, "controlled, and +20 DEF", 20, True, True),
        ([30, 40, 60], {}, "controlled for the combat", 0, True, True),
        ([30, 97, 40], {}, "controlled, and +20 DEF", 20, True, True),
    ],
)
def test_what_each_band_brings(
    dice: list[int], inputs: dict[str, Any], state: str, defence: int, higher: bool, attack: bool
) -> None:
    """Ride 50; after a Partial Success the next round's roll counts."""
    answer = MOUNTED.roll({"bonus": 50, **inputs}, dice=dice)
    effect = answer["outcome"]["effect"]
    assert answer["verdict"]["value"] == state
    assert (effect["defence"], effect["higher_ground"], effect["may_attack"]) == (defence, higher, attack)


def test_mounts_and_modifiers() -> None:
    """A destrier adds 15, wounds take 20."""
    assert settled(bonus=50, mount="destrier") == settled(bonus=65)
    assert settled(bonus=50, mount="pack-animal", bruised=True, other=5) == settled(bonus=25)


def test_the_saddles_weapons() -> None:
    """Long and Longest one-handed ones, bows and crossbows; no longbow, nothing two-handed, nothing short."""
    usable = {key for key, weapon in WEAPONS.items() if weapon.shield is None and not why_not(weapon, False)}
    assert usable == {
        "arming-sword", "battle-axe", "lance", "longsword", "rapier", "short-spear", "whip",
        "composite-bow", "short-bow", "light-crossbow", "heavy-crossbow",
    }  # fmt: skip
    assert usable | {"sling", "thrown-axe", "thrown-dagger", "javelin", "thrown-spear"} == {
        key for key, weapon in WEAPONS.items() if weapon.shield is None and not why_not(weapon, True)
    }


@pytest.mark.parametrize(
    ("inputs", "rule"),
    [
        ({"weapon": "longbow"}, "darkmaster/mounted#weapons"),
        ({"weapon": "dagger"}, "darkmaster/mounted#weapons"),
        ({"weapon": "greataxe"}, "darkmaster/mounted#weapons"),
        ({"weapon": "javelin"}, "darkmaster/mounted#weapons"),
        ({"standing": True}, "darkmaster/mounted#standing"),
        ({"weapon": "javelin", "mounted_thrown": "yes"}, None),
        ({"weapon": "lance"}, None),
    ],
)
def test_refusals(inputs: dict[str, Any], rule: str | None) -> None:
    """With the reason and the rule; slings and throws only under the other ruling."""
    answer = MOUNTED.odds(inputs)["refused"]
    assert (answer and answer["rule"]) == rule


def test_higher_ground_on_a_standing_mount() -> None:
    """It comes with control, or with sitting higher."""
    assert "has no Higher Ground" in MOUNTED.odds({"standing": True})["sentence"]
    assert "has Higher Ground" in MOUNTED.odds({"standing": True, "still_higher_ground": "yes"})["sentence"]


def test_striking_at_the_mount() -> None:
    """Any critical asks the rider for a check by the same bands; no critical asks nothing."""
    inputs = {"weapon": "longsword", "cmb": 75, "defence": 25, "ride": 50}
    answer = STRIKE.odds(inputs)
    rows = {row["value"]: Fraction(row["fraction"]) for row in answer["outcomes"][0]["rows"]}
    assert Fraction(answer["summary"]["check"]["fraction"]) == Fraction(3, 4)
    assert rows == {
        "the rider is not concerned": Fraction(1, 4),
        "the rider keeps control": Fraction(3, 4) * Fraction(51, 100),
        "control for this round only": Fraction(3, 4) * Fraction(1, 4),
        "control is lost": Fraction(3, 4) * Fraction(107, 500),
        "the rider falls": Fraction(3, 4) * Fraction(13, 500),
    }


def test_a_mount_that_goes_down() -> None:
    """From the severity that the game master names; the house's marks save the rider."""
    inputs = {"weapon": "longsword", "cmb": 75, "defence": 25, "ride": 50, "down_from": "Superficial"}
    rows = {row["value"]: Fraction(row["fraction"]) for row in STRIKE.odds(inputs)["outcomes"][0]["rows"]}
    assert rows["the mount goes down, the rider stands"] == Fraction(3, 4) * Fraction(51, 100)
    assert rows["the mount goes down, the rider lands Prone"] == Fraction(3, 4) * Fraction(1, 4)
    assert rows["the mount goes down, the rider falls"] == Fraction(3, 4) * Fraction(6, 25)
    grievous = STRIKE.roll({**inputs, "down_from": "Grievous"}, dice=[50, 1, 60])
    assert grievous["verdict"]["value"] == "the rider keeps control"
    assert STRIKE.roll(inputs, dice=[50, 1, 60])["verdict"]["value"] == "the mount goes down, the rider stands"
    assert STRIKE.roll(inputs, dice=[20])["verdict"]["value"] == "the rider is not concerned"
