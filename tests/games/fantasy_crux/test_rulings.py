"""Every ruling both ways, with a situation where it matters."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from companion import find, house
from companion.games.fantasy_crux.data import RULINGS
from companion.house import HouseRules

CASES = [
    ("helpless_close", "attack", "critical", {"helpless": True}, {"automatic": "1", "roll": "51/100"}),
    (
        "prone_flanked", "attack", "lands", {"target_prone": True, "flanked": True},
        {"add": "8811/10000", "once": "759/1000"},
    ),
    (
        "higher_ground", "attack", "blocked", {"defence": "dodge", "foe_higher": True, "skill": 51},
        {"both": None, "attacks": "663/5000"},
    ),
    (
        "footing", "attack", "blocked", {"defence": "dodge", "foe_unstable": True},
        {"all": None, "attacks": "663/5000"},
    ),
    (
        "darkness", "attack", "blocked", {"defence": "dodge", "light": "partial", "other": 1},
        {"sightless": "663/5000", "all": None, "attacks": "663/5000"},
    ),
    (
        "flex_critical", "attack", "mean_hp_lost",
        {"weapon": "longsword", "two_handed": True, "skill": 1, "max_hit_points": 60},
        {"kept": "1/10", "lost": "2/25"},
    ),
    (
        "major_wound_by", "attack", "major_wound",
        {"own": True, "own_count": 0, "own_plus": 6, "max_hit_points": 12, "hit_points": 3},
        {"damage": "51/100", "lost": "0"},
    ),
    (
        "critical_reserve", "attack", "mean_hp_lost", {"skill": 1, "reserve": 8},
        {"absorbs": "0", "ignored": "2/25"},
    ),
    (
        "riding_cap", "attack", "critical", {"riding": "both", "skill": 90, "riding_skill": 40},
        {"everywhere": "1/25", "success": "9/100"},
    ),
    (
        "failed_seizure", "grapple", "success", {"skill": 0, "their_skill": 0},
        {"lower": None, "success": "0"},
    ),
    (
        "escape_tie", "grapple", "success", {"phase": "escape from a hold"},
        {"controller": "9867/20000", "held": None},
    ),
    (
        "dying_clock", "dying", "lives", {"healing": 40, "arrives": 2},
        {"after": "98/125", "counted": "16/25"},
    ),
    (
        "bleeding_reserve", "dying", "lives", {"hit_points": 1, "reserve": 2, "healing": 40, "arrives": 5},
        {"no": "0", "yes": "16/25"},
    ),
    (
        "intimidate_fumble", "intimidate", "flees", {"influence": 0, "persistence": 40, "condition": "neither"},
        {"always": "1/50", "won": None},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("ruling", "resolver", "name", "inputs", "readings"), CASES, ids=[case[0] for case in CASES])
def test_each_reading(
    ruling: str,
    resolver: str,
    name: str,
    inputs: dict[str, Any],
    readings: dict[str, str | None],
    chance: Callable[..., Fraction],
) -> None:
    """Each reading gives its number; they are not all the same, and the first is in force by default."""
    found = {reading: chance(resolver, name, **inputs, **{ruling: reading}) for reading in readings}
    assert set(readings) == {option for option, _ in RULINGS[ruling].options}
    for reading, expected in readings.items():
        assert expected is None or found[reading] == Fraction(expected), reading
    assert len(set(found.values())) > 1
    assert chance(resolver, name, **inputs) == found[RULINGS[ruling].default] == found[next(iter(readings))]


def test_bare_hands_against_claws(refused: Callable[..., tuple[str, str]], chance: Callable[..., Fraction]) -> None:
    """Not by default; where it is allowed, the limb is Light and blocks half of a Medium claw."""
    claws = {"attack": "unarmed", "own": True, "natural": True, "defence": "parry", "item": "unarmed"}
    assert refused("attack", **claws)[1] == "reactions#parry"
    assert chance("attack", "reduced", **claws, natural_parry="yes") > 0
    ask = find("fantasy-crux/which-defence")
    natural = {"incoming": "natural"}
    assert "bare hands" not in ask.roll(natural)["sentence"]
    assert "bare hands" in ask.roll({**natural, "natural_parry": "yes"})["sentence"]


def test_position_reads_its_rulings() -> None:
    """The net dice of the position look-up change with them."""
    position = find("fantasy-crux/position")

    def dice(**inputs: Any) -> list[int]:
        stacks = position.odds(inputs)["figures"]["modifier-stack"]
        return [stack["total"]["value"] for stack in stacks]

    both = {"foe": ["target_prone", "target_flanked"]}
    assert dice(**both) == [2, -1, 0]
    assert dice(**both, prone_flanked="once") == [1, -1, 0]
    ground = {"own": ["higher", "unstable"], "foe": ["higher", "underwater"]}
    assert dice(**ground) == [0, -1, 0]
    assert dice(**ground, higher_ground="attacks") == [0, -2, -1]
    assert dice(**ground, footing="attacks") == [0, 1, 1]
    dark = {"light": "darkness", "foe": ["blinded"]}
    assert dice(**dark) == [-2, -3, 0]
    assert dice(**dark, darkness="all") == [-2, -3, -2]
    assert dice(**dark, darkness="attacks") == [-2, 0, 0]


def test_every_ruling_is_tested() -> None:
    """None is left out here."""
    assert {case[0] for case in CASES} | {"natural_parry"} == set(RULINGS)


def test_a_house_rule_turns_a_ruling_and_a_number() -> None:
    """A table's own file changes the default reading and any value."""
    changed = HouseRules(
        "table.toml",
        {"fantasy-crux": {"rulings": {"prone_flanked": "once"}, "rolls": {"most_dice": 1}, "modifiers": {"aim": 2}}},
    )
    test, attack = find("fantasy-crux/test"), find("fantasy-crux/attack")
    with house.under(house.check(changed)):
        assert test.odds({"skill": 51, "dice": 3})["inputs"]["dice"] == 3
        assert test.odds({"skill": 51, "dice": 3})["summary"]["success"]["percent"] == 75.9
        assert attack.odds({"target_prone": True, "flanked": True})["inputs"]["prone_flanked"] == "once"
    assert test.odds({"skill": 51, "dice": 2})["summary"]["success"]["percent"] == 88.11
