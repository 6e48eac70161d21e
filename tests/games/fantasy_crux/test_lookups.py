"""The look-ups: defences, Sizes, position, cover, the hold, crossbows, the sheet, and the tables behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion import catalogue, find
from companion.games.fantasy_crux.data import ARMOUR, BLOCKING, INTENSITIES, RANGED, WEAPONS, Size, blocked_share, rank
from companion.tables import SOURCES

COVER = {"incoming": "missile", "shield_cover": True}


def options(**inputs: Any) -> dict[str, tuple[bool, int]]:
    """Every way to answer: whether it is open, and its dice."""
    outcome = find("fantasy-crux/which-defence").roll(inputs)["outcome"]
    return {option["name"]: (option["possible"], option["dice"]) for option in outcome["options"]}


@pytest.mark.parametrize(
    ("incoming", "dodge", "weapon", "shield", "bare"),
    [
        ("close", 0, 0, 0, None), ("unarmed", 0, 0, 0, 0), ("natural", 0, 0, 0, None), ("thrown", -1, -1, 0, None),
        ("missile", -1, None, -1, None), ("projected", -1, None, -1, None), ("area", -1, None, None, None),
        ("direct-body", None, None, None, None), ("direct-mind", None, None, None, None),
        ("direct-object", None, None, None, None), ("touch", 0, 0, 0, 0), ("grapple", 0, 0, 0, 0),
    ],
)  # fmt: skip
def test_which_defence_works(
    incoming: str, dodge: int | None, weapon: int | None, shield: int | None, bare: int | None
) -> None:
    """The whole table: None where it is not open."""
    found = options(incoming=incoming, weapon="arming-sword", shield="large-shield")
    ways = {name.split(" with ")[-1]: value for name, value in found.items()}
    expected = {"Dodge": dodge, "arming sword": weapon, "large shield": shield, "bare hands": bare}
    assert {name: dice if is_open else None for name, (is_open, dice) in ways.items() if name in expected} == expected


@pytest.mark.parametrize(("incoming", "name"), [("direct-body", "Resilience"), ("direct-mind", "Persistence")])
def test_direct_shapings_are_resisted(incoming: str, name: str) -> None:
    """At no cost of a Reaction, and unaware or without one as well."""
    assert options(incoming=incoming, base=False, aware=False)[name] == (True, 0)


@pytest.mark.parametrize(
    ("inputs", "name", "expected"),
    [
        pytest.param({"aware": False}, "Dodge", (False, 0), id="unaware"),
        pytest.param({"base": False}, "Dodge", (False, 0), id="no-base-reaction"),
        pytest.param({"dodge": -1}, "Dodge", (True, -1), id="other-dice"),
        pytest.param(
            {"base": False, "off_hand": True, "shield": "small-shield"},
            "Parry with small shield, off-hand Reaction", (True, -1), id="off-hand",
        ),
        pytest.param(
            {"incoming": "missile", "shield": "small-shield", "missile_guard": True},
            "Active Guard with small shield", (True, 0), id="missile-guard",
        ),
        pytest.param(
            {"incoming": "missile", "shield": "small-shield", "two_handed": True},
            "Active Guard with small shield", (False, 0), id="two-hands",
        ),
        pytest.param({**COVER, "shield": "medium-shield"}, "Shield Cover", (True, -1), id="shield-cover"),
        pytest.param({**COVER, "shield": "small-shield"}, "Shield Cover", (False, 0), id="small-shield-cover"),
        pytest.param({**COVER, "shield": "medium-shield", "aware": False}, "Shield Cover", (False, 0), id="asleep"),
        pytest.param({"incoming": "projected", "counter": True}, "Counter", (True, 0), id="counter"),
        pytest.param({"incoming": "projected", "counter": True, "base": False}, "Counter", (False, 0), id="spent"),
        pytest.param({"incoming": "projected"}, "Counter", (False, 0), id="no-counter"),
    ],
)  # fmt: skip
def test_what_changes_an_answer(inputs: dict[str, Any], name: str, expected: tuple[bool, int]) -> None:
    """Awareness, Reactions, hands and Talents."""
    assert options(**inputs)[name] == expected


GRID = {
    "Light": ("all", "half", "nothing", "nothing", "nothing"),
    "Medium": ("all", "all", "half", "nothing", "nothing"),
    "Heavy": ("all", "all", "all", "half", "nothing"),
    "Huge": ("all", "all", "all", "all", "half"),
}


@pytest.mark.parametrize("item", list(GRID))
def test_the_grid_of_sizes(item: str) -> None:
    """What a winning ordinary Parry blocks, from Light to Beyond Huge."""
    attacks = ("Light", "Medium", "Heavy", "Huge", "Beyond Huge")
    assert tuple(blocked_share(item, attack).share.value for attack in attacks) == GRID[item]


def test_shields_against_projected_shapings() -> None:
    """Small, medium and large shields, Intensity 1 to 5."""
    grid = find("fantasy-crux/active-guard").odds({"intensity": "3", "shield": "large-shield"})["figures"]["size-grid"]
    rows = grid["down"]["rows"]
    assert grid["here"] == {"row": "Intensity 3: Heavy", "column": "Large shield (Huge)"}
    by_shield = list(zip(*(row["shares"] for row in rows), strict=True))
    assert by_shield == [
        ("all", "all", "half", "nothing", "nothing"),
        ("all", "all", "all", "half", "nothing"),
        ("all", "all", "all", "all", "half"),
    ]
    assert [row.dice for row in INTENSITIES.values()] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("inputs", "blocked", "left"),
    [
        ({}, 6, 4), ({"damage": 7, "armour": 0}, 4, 3), ({"damage": 1}, 1, 0), ({"parry": "lost"}, 0, 10),
        ({"parry": "won with a critical", "item": "Light"}, 12, 0), ({"item": "Light"}, 0, 10),
        ({"item": "Heavy"}, 12, 0), ({"attack": "Beyond Huge", "item": "Huge"}, 6, 4), ({"damage": 0}, 0, 0),
    ],
)  # fmt: skip
def test_parry_size(inputs: dict[str, Any], blocked: int, left: int, throw: Callable[..., dict[str, Any]]) -> None:
    """Medium against Heavy, 12 damage and 2 AP unless something else is said."""
    outcome = throw("parry-size", None, **inputs)["outcome"]
    assert (outcome["blocked"], outcome["left"]) == (blocked, left)


@pytest.mark.parametrize(
    ("conditions", "inputs", "net"),
    [
        ([], {}, 0), (["cover_partial", "shield_cover"], {}, -1), (["cover_substantial", "shield_cover"], {}, -2),
        (["moved_10", "moved_30"], {}, -2), (["wind_high", "wind_fierce"], {}, -3), (["aim", "cover_partial"], {}, 0),
        (["engaged", "engaged", "aim"], {}, -3), (["obscured_partly"], {"light": "partial"}, -2),
        (["target_helpless", "target_prone"], {"other": 2}, 3),
    ],
)  # fmt: skip
def test_cover(conditions: list[str], inputs: dict[str, Any], net: int, ask: Callable[..., dict[str, Any]]) -> None:
    """The strongest of a kind, kinds added, cancelled and limited."""
    stack = ask("cover", conditions=conditions, **inputs)["figures"]["modifier-stack"]
    assert stack["total"]["value"] == net


@pytest.mark.parametrize(
    ("conditions", "inputs", "rule"),
    [
        (["cover_complete"], {}, "cover#rows"), (["wind_hurricane"], {}, "conditions#rows"),
        (["aim", "aim"], {}, "conditions#strongest"), ([], {"light": "pitch"}, "light#levels"),
    ],
)  # fmt: skip
def test_cover_refuses(
    conditions: list[str], inputs: dict[str, Any], rule: str, refused: Callable[..., tuple[str, str]]
) -> None:
    """Where nothing can be hit, and what cannot count twice."""
    assert refused("cover", conditions=conditions, **inputs)[1] == rule


def test_position_by_name(throw: Callable[..., dict[str, Any]]) -> None:
    """A prone defender gives +1B and suffers −1P; a helpless one cannot react at all."""
    assert throw("position", None, foe=["target_prone"])["sentence"].startswith("Your attack +1B, its Reaction −1P")
    assert "automatic critical" in throw("position", None, foe=["target_helpless"])["sentence"]
    aware = throw("position", None, foe=["target_flanked"], battle_awareness=True)
    assert aware["sentence"].startswith("Your attack no dice")


@pytest.mark.parametrize(
    ("inputs", "allowed"),
    [
        ({}, {"Attack or Parry with dagger", "Commit a second limb", "Release the grapple"}),
        ({"item": "arming-sword"}, {"Commit a second limb", "Release the grapple"}),
        ({"committed": 2}, {"Release the second limb", "Release the grapple"}),
        (
            {"controller": False, "committed": 0, "item": "unarmed"},
            {"Attack or Parry with bare hands", "Off-hand options", "Commit a second limb", "Escape"},
        ),
    ],
)
def test_the_hold(inputs: dict[str, Any], allowed: set[str], throw: Callable[..., dict[str, Any]]) -> None:
    """No Movement Action, Light one-handed weapons only, committed limbs taken."""
    outcome = throw("hold", None, **inputs)["outcome"]
    assert {each["name"] for each in outcome["allowed"] if each["allowed"]} == allowed
    assert outcome["other_dice"] == -1
    assert outcome["grapple_dice"] == (0 if inputs.get("committed") == 2 else -1)


def test_the_hold_refuses(refused: Callable[..., tuple[str, str]]) -> None:
    """A controller without a committed limb controls nothing."""
    assert refused("hold", committed=0)[1] == "grappling#release"
    assert refused("hold", committed=2, limbs=1)[1] == "grappling#limbs"


@pytest.mark.parametrize(
    ("inputs", "shots", "spent"),
    [
        ({}, 4, 4), ({"crossbow": "heavy crossbow"}, 2, 2), ({"crossbow": "heavy crossbow", "loaded": False}, 2, 2),
        ({"loaded": False}, 4, 4), ({"aim": True}, 2, 2), ({"aim": True, "loaded": False}, 2, 3),
        ({"crossbow": "heavy crossbow", "aim": True, "rounds": 6}, 2, 2), ({"rounds": 1}, 1, 1),
    ],
)  # fmt: skip
def test_crossbows(inputs: dict[str, Any], shots: int, spent: int, throw: Callable[..., dict[str, Any]]) -> None:
    """A light crossbow shoots every round without its base Reaction, a heavy one every second round."""
    outcome = throw("crossbow", None, **inputs)["outcome"]
    assert (outcome["shots"], outcome["without_reaction"]) == (shots, spent)


def test_the_ogres_sheet(throw: Callable[..., dict[str, Any]]) -> None:
    """Eighteen Hit Points, Major Wound Level 9, Combat Order 11, +2D6."""
    outcome = throw("sheet", None, strength=23, constitution=13, dexterity=11, size=23, intelligence=10)["outcome"]
    found = [outcome[key] for key in ("hit_points", "major_wound_level", "combat_order", "damage_modifier")]
    assert found == [18, 9, 11, "+2D6"]


@pytest.mark.parametrize(
    ("total", "modifier"),
    [(2, "−1D6"), (10, "−1D6"), (11, "−1D4"), (15, "−1D4"), (16, "None"), (25, "None"), (26, "+1D4"), (30, "+1D4"),
     (31, "+1D6"), (45, "+1D6"), (46, "+2D6"), (60, "+2D6"), (61, "+3D6"), (75, "+3D6"), (76, "+4D6"), (91, "+5D6")],
)  # fmt: skip
def test_damage_modifiers(total: int, modifier: str, throw: Callable[..., dict[str, Any]]) -> None:
    """By STR + SIZ, with the next step at each bound."""
    outcome = throw("sheet", None, strength=total - total // 2, size=total // 2)["outcome"]
    assert outcome["damage_modifier"] == modifier


def test_armour_slows_combat_order(throw: Callable[..., dict[str, Any]]) -> None:
    """Its ENC is taken off; halves round up before that."""
    outcome = throw("sheet", None, dexterity=12, intelligence=13, armour="platemail")["outcome"]
    assert outcome["combat_order"] == 13 - 9


def test_the_tables_are_whole() -> None:
    """24 Close weapons, 12 ranged ones, five suits and bare skin; the ladder; a source for every row."""
    assert (len(WEAPONS), len(RANGED), len(ARMOUR), len(BLOCKING)) == (24, 12, 6, 4)
    assert [rank(size.value) for size in Size] == [0, 1, 2, 3]
    for table in catalogue.tables("fantasy-crux").values():
        assert {table.source(key) for key in table} <= set(SOURCES)
        assert table.about["rule"].startswith("fantasy-crux/")
