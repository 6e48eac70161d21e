"""The tables against the published ones, value by value, and where each value says that it comes from."""

from __future__ import annotations

from typing import Any

import pytest

from companion import catalogue
from companion.games.heroes_of_the_fall.data import (
    AREAS,
    ARMOUR,
    DAMAGE,
    LOCATIONS,
    MISSILES,
    NUMBERS,
    RANGES,
    RESULTS,
    SHIELDS,
    WEAPONS,
    Damage,
    Injury,
)
from tests.games.heroes_of_the_fall import oracle

OURS = ("horse-kick", "horse-bite")
"""The rows of the weapon table that are not published."""


def number(text: str) -> int | None:
    """A cell: a dash or an x is nothing."""
    return None if text in ("-", "x") else int(text)


DAMAGE_ROWS = oracle.rows("damage.csv")


@pytest.mark.parametrize("row", DAMAGE_ROWS, ids=[row["Area"] for row in DAMAGE_ROWS])
def test_the_damage_table(row: dict[str, str]) -> None:
    """All nine cells of each area."""
    ours = DAMAGE[row["Area"].lower().replace(" ", "-")]
    for kind in Damage:
        for degree in ("minor", "serious", "mortal"):
            cell = row[f"{kind.value.capitalize()} {degree}"].split(", ")
            listed = [word.replace("sb", "serious bleeding") if word == "sb" else word for word in cell]
            assert [injury.value for injury in ours.injuries(kind, degree)] == listed, (kind, degree)


def test_the_damage_table_is_whole() -> None:
    """Sixteen areas, each result explained."""
    assert len(DAMAGE) == len(DAMAGE_ROWS) == 16
    assert {injury.key for injury in Injury} == set(RESULTS)


def test_the_armour_table() -> None:
    """Slash, crush, pierce and initiative penalty of each; studded leather and the nasal are beside it."""
    published = [tuple(map(int, list(row.values())[1:])) for row in oracle.rows("armour.csv")]
    ours = {
        key: (row.slash, row.crush, row.pierce, row.initiative)
        for key, row in ARMOUR.items()
        if key not in ("studded-leather", "nasal")
    }
    assert list(ours.values()) == published
    studded, nasal = ARMOUR["studded-leather"], ARMOUR["nasal"]
    assert (studded.slash, studded.crush, studded.pierce, studded.initiative) == (1, 1, 1, 1)
    assert (nasal.slash, nasal.crush) == (1, 0)


def test_the_weapon_table() -> None:
    """Range, defence, damage, initiative and ratings of all, in order."""
    columns = ("Min", "Max", "Defence", "Slash", "Crush", "Pierce", "Initiative", "DR", "SR")
    published = [tuple(number(row[column]) for column in columns) for row in oracle.rows("weapons.csv")]
    ours = [
        (
            row.nearest, row.farthest, row.defence, row.slash, row.crush, row.pierce, row.initiative,
            row.damage_rating, row.strength_rating,
        )
        for key, row in WEAPONS.items()
        if key not in OURS
    ]  # fmt: skip
    assert len(ours) == 33
    assert ours == published


def test_the_hands_of_weapons() -> None:
    """One, two, or one for each way to hold it."""
    for ours, row in zip(
        (row for key, row in WEAPONS.items() if key not in OURS), oracle.rows("weapons.csv"), strict=True
    ):
        if row["Hands"] in ("1", "2"):
            assert ours.hands == int(row["Hands"]), ours.name
        elif row["Hands"] == "1/2":
            assert ours.hands == (2 if "two hands" in row["Weapon"] else 1), ours.name


def test_the_shield_table() -> None:
    """Range, defence, crush, initiative and strength."""
    published = [tuple(map(int, list(row.values())[1:])) for row in oracle.rows("shields.csv")]
    ours = [
        (row.nearest, row.farthest, row.defence, row.crush, row.initiative, row.strength_rating)
        for row in SHIELDS.values()
    ]
    assert ours == published


def test_the_missile_table() -> None:
    """Hands, range, damage and initiative."""
    published = [tuple(number(cell) for cell in list(row.values())[1:]) for row in oracle.rows("missiles.csv")]
    ours = [
        (row.hands, row.nearest, row.farthest, row.slash, row.crush, row.pierce, row.initiative, row.best)
        for row in MISSILES.values()
    ]
    assert ours == published


def test_the_range_table() -> None:
    """Every factor, and every distance at which a weapon cannot shoot."""
    columns = ("stone", "dagger", "spear", "javelin", "sling", "bow", "crossbow")
    ours = [[row.factor(column) for column in columns] for row in RANGES.values()]
    assert ours == [[number(cell) for cell in list(row.values())[1:]] for row in oracle.rows("ranges.csv")]
    assert [row.name for row in RANGES.values()][:4] == ["0–2 ft", "3 ft", "4 ft", "5–10 ft"]


def test_the_area_modifiers() -> None:
    """As published for a human; the kidneys are ours."""
    found = {key: row.modifier for key, row in AREAS.items() if row.body.value == "human"}
    assert found == {
        "head": 0, "face": 2, "eye": 3, "throat": 2, "neck": 1, "shoulder": 0, "arm": 0, "hand": 1, "chest": 0,
        "abdomen": 0, "groin": 2, "kidneys": 1, "buttock": 0, "thigh": 0, "lower-leg": 0, "foot": 1,
    }  # fmt: skip
    assert AREAS.source("kidneys", "modifier") == "house"


@pytest.mark.parametrize("view", ["human-front", "human-rear", "quadruped-front", "quadruped-side"])
def test_the_area_die(view: str) -> None:
    """The faces of each published row; together with ours they are 1 to 100, each once."""
    published = [row["faces"] for row in oracle.rows("locations.csv") if row["view"] == view]
    ours = [row for row in LOCATIONS.values() if row.view.value == view]
    written = [str(row.first) if row.first == row.last else f"{row.first}-{row.last}" for row in ours]
    assert written[: len(published)] == published


@pytest.mark.parametrize("view", sorted({row.view.value for row in LOCATIONS.values()}))
def test_the_area_die_has_no_gap(view: str) -> None:
    """Each face strikes one part."""
    faces = [face for row in LOCATIONS.values() if row.view.value == view for face in range(row.first, row.last + 1)]
    assert faces == list(range(1, 101))


@pytest.mark.parametrize(
    ("table", "key", "column", "source"),
    [
        ("feat-table", "0", "red", "published"),
        ("feat-table-soft", "1", "red", "house"),
        ("feat-table-soft", "-1", "red", "deduced"),
        ("weapons", "long-sword", "defence", "published"),
        ("weapons", "spear", "impales", "chapter"),
        ("weapons", "long-sword", "impales", "deduced"),
        ("weapons", "horse-kick", "crush", "house"),
        ("locations", "human-rear-95", "last", "deduced"),
        ("locations", "quadruped-side-70", "area", "house"),
        ("missiles", "crossbow", "load", "house"),
        ("missiles", "crossbow", "pierce", "published"),
        ("results", "fracture", "effect", "house"),
        ("results", "stun", "effect", "published"),
        ("numbers", "active_defence", "value", "chapter"),
        ("numbers", "off_hand", "value", "published"),
        ("tactical", "wind", "value", "house"),
        ("falls", "10", "level", "house"),
        ("rulings", "skill_step", "default", "deduced"),
    ],
)
def test_values_say_where_they_come_from(table: str, key: str, column: str, source: str) -> None:
    """Chapter, published, deduced or house."""
    assert catalogue.tables("heroes-of-the-fall")[table].source(key, column) == source


def test_every_table_has_a_rule_of_this_game() -> None:
    """And every row that names a rule names one of this game."""
    tables: dict[str, Any] = dict(catalogue.tables("heroes-of-the-fall"))
    assert len(tables) == 21
    for table in tables.values():
        assert table.about["rule"].startswith("heroes-of-the-fall/")
        rules = [row.rule for row in table.values() if hasattr(row, "rule")]
        assert all(rule.startswith("heroes-of-the-fall/") for rule in rules)


def test_the_numbers_of_the_chapter() -> None:
    """Those that stand in its text."""
    assert {key: row.value for key, row in NUMBERS.items()} == {
        "skill_step": 1, "off_hand": -1, "base_depth": 4, "march": 6, "most_held": 2, "most_attacks": 2, "impale": 50,
        "twist": 1, "reach_rider": 2, "reach_riders": 4, "reach_prone": 3, "mounted_fall": 6, "active_defence": 8,
        "active_beyond": 10, "berserk": 8, "berserk_rounds": 30,
    }  # fmt: skip


def test_the_numbers_of_a_fight() -> None:
    """What only a whole fight asks for: stun, shock, blood, slow death and Wyrd Points, each with its source."""
    values = catalogue.tables("heroes-of-the-fall")["encounter_numbers"]
    assert {key: (row.value, values.source(key)) for key, row in values.items()} == {
        "minute": (60, "deduced"), "stun": (10, "published"), "shock": (8, "published"),
        "wound_rating": (10, "published"), "bruise": (-1, "house"), "bleeding": (6, "house"),
        "bleeding_more": (1, "house"), "bleeding_loss": (1, "house"), "bleeding_minutes": (5, "house"),
        "stop_bleeding": (8, "house"), "slow_death": (10, "house"), "slow_death_treated": (12, "house"),
        "wyrd_mortal": (10, "published"), "wyrd_serious": (5, "published"), "wyrd_die": (5, "published"),
    }  # fmt: skip


def test_every_result_of_a_wound_is_kept_in_the_tracker() -> None:
    """Bleeding is counted and stun timed; any other result puts on one condition, at whatever area it can stand."""
    states = catalogue.tables("heroes-of-the-fall")["encounter_conditions"]
    counted = {Injury.BLEEDING, Injury.SERIOUS_BLEEDING, Injury.STUN}
    for area, row in DAMAGE.items():
        for kind in Damage:
            for degree in ("minor", "serious", "mortal"):
                for injury in set(row.injuries(kind, degree)) - counted:
                    found = [
                        key for key, each in states.items()
                        if injury in each.injuries and (not each.areas or area in each.areas)
                    ]  # fmt: skip
                    assert len(found) == 1, (area, injury, found)
