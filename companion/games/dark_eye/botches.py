"""What a botch does: 1d6+2 damage, or a throw on the table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.games.dark_eye.data import BOTCH_NUMBERS, BOTCHES, DAMAGE, BotchRow


class Botches(StrEnum):
    """What a table plays when somebody botches."""

    DAMAGE = "damage"
    TABLE = "table"

    @property
    def label(self) -> str:
        """The choice in words."""
        return {"damage": "cost 1d6+2 life points", "table": "are thrown for on the botch table (2d6)"}[self]


@dataclass(frozen=True, slots=True)
class Botched:
    """What came of a botch: the table's result (None without the table), in words, and the life points it costs."""

    result: int | None
    text: str
    damage: int


def row_of(result: int, unarmed: bool) -> BotchRow:
    """The table's row for a sum of 2d6; who has no weapon adds to low results. Address: dark-eye/critical#table."""
    if unarmed and result <= BOTCH_NUMBERS.number("unarmed_up_to"):
        result += BOTCH_NUMBERS.number("unarmed")
    for row in BOTCHES.values():
        if row.roll == result:
            return row
    raise ValueError(f"the botch table has no row for {result}")


def by_damage(die: int) -> Botched:
    """A botch without the table; armour does not help. Address: dark-eye/critical#botch."""
    lost = die + DAMAGE.number("botch")
    return Botched(None, f"it costs {lost} life points; armour does not help", lost)


def by_table(thrown: int, weapon_damage: int, *, unarmed: bool, ranged: bool) -> Botched:
    """A botch by the table. `weapon_damage` is what the own weapon would do, dice and all."""
    row = row_of(thrown, unarmed)
    return Botched(row.roll, row.ranged if ranged else row.melee, row.factor * max(0, weapon_damage))
