"""The game's tables: their sources, the values where public texts differ, and dice that follow the situation."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion import catalogue, find
from companion.dice import Given, dice, every_way, throw, ways
from companion.errors import InputError
from companion.games.darkmaster.data import SHIELDS, WEAPONS, Kind, Length
from companion.tables import SOURCES


def test_every_value_has_a_source() -> None:
    """And nothing of the optional rules comes from anywhere but the game's chapter, unless it says so."""
    tables = catalogue.tables("darkmaster")
    assert {"weapons", "shields", "attack_columns", "attack_damage", "fumbles", "rulings"} <= set(tables)
    for table in tables.values():
        assert str(table.about["rule"]).startswith("darkmaster/")
        assert all(table.source(key) in SOURCES for key in table)
    modifiers = tables["modifiers"]
    chapter = {key for key in modifiers if modifiers.source(key) == "chapter"}
    assert chapter == {
        "aim", "target_aiming", "charge", "charge_mounted", "engaged_shot", "two_weapons", "improvised", "shield_bash",
    }  # fmt: skip
    assert modifiers.source("higher_ground") == "house"


def test_where_public_texts_differ() -> None:
    """The value in use for each."""
    assert WEAPONS["kick"].clumsy == 4
    assert WEAPONS["lance"].hands == 1
    assert SHIELDS["wall"].ranged == 50
    assert WEAPONS["sling"].most == 110


def test_weapons_keep_to_their_kinds() -> None:
    """Missiles use one table and the Ranged skill, have a range and no length of their own; melee weapons a length."""
    for weapon in WEAPONS.values():
        assert weapon.most in (110, 120, 130, 140, 150, 175)
        assert 1 <= weapon.clumsy <= 8
        if weapon.ranged:
            assert (weapon.column.value, weapon.skill) == ("missile", "Ranged")
            assert weapon.range > 0
        else:
            assert weapon.range == 0
            assert weapon.kind is Kind.MELEE
    assert len([weapon for weapon in WEAPONS.values() if weapon.shield is None]) == 40


def test_lengths_end_at_both_ends() -> None:
    """One step longer or shorter, never beyond."""
    assert [length.moved(1) for length in Length] == [Length.LONGEST, Length.LONGEST, Length.LONG, Length.SHORT]
    assert [length.moved(-1) for length in Length] == [Length.LONG, Length.SHORT, Length.HAND, Length.HAND]


@dataclass(frozen=True, slots=True)
class Ladder:
    """Dice thrown until one is as low as the situation says."""

    thrown: tuple[int, ...] = dice(6, "d6", goes_on_for=lambda ready, so_far: so_far[-1] > ready)


def test_a_chain_may_end_as_the_situation_says() -> None:
    """It is thrown, entered and refused like any other chain, and cannot be listed."""
    assert throw(Ladder, Given([6, 5, 2]), 2) == Ladder((6, 5, 2))
    with pytest.raises(InputError, match="one more die"):
        throw(Ladder, Given([6, 5]), 4)
    with pytest.raises(InputError, match="accepted is one die"):
        throw(Ladder, Given([4, 1]), 4)
    assert ways(Ladder, 4) is None
    with pytest.raises(TypeError, match="open-ended"):
        next(every_way(Ladder, 4))
    with pytest.raises(TypeError, match="either count or goes_on"):
        dice(6, "d6", goes_on=lambda so_far: False, goes_on_for=lambda ready, so_far: False)


def test_the_dice_are_as_many_as_the_attack_asks_for() -> None:
    """One for a miss, two for a critical or a fumble, more for a chain."""
    attack = find("darkmaster/attack")
    inputs = {"weapon": "longsword", "cmb": 50, "defence": 0}
    assert attack.roll(inputs, dice=[20])["verdict"]["value"] == "hit without damage"
    for given, surplus in (([20], [20, 1]), ([60, 1], [60, 1, 1]), ([97, 3, 9], [97, 3, 9, 1])):
        assert attack.roll(inputs, dice=given)["seed"] is None
        with pytest.raises(InputError):
            attack.roll(inputs, dice=surplus)
