"""The tables that the chapter prints and no calculator reckons with: actions, cover, Defences, results of a disarm.

A number in such a text is never written out. It stands as `{table.name}`, or `{table.name:+}` with its sign, and
comes from the table that the rules are computed with, house rules included.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from companion.errors import TableError
from companion.fields import choice, text
from companion.games.new_world.data import DEFENCE, FIREARMS, MODIFIERS
from companion.games.new_world.disarm import DISARMING
from companion.games.new_world.score import MOVEMENT
from companion.steps import signed
from companion.tables import R, Table, Values

NUMBERS: dict[str, Values] = {
    "modifiers": MODIFIERS,
    "defence": DEFENCE,
    "movement": MOVEMENT,
    "disarming": DISARMING,
    "firearms": FIREARMS,
}
"""The tables of numbers that a text may name."""

_PLACE = re.compile(r"\{(\w+)\.(\w+)(:\+)?\}")


class Texts(Table[R]):
    """A table of texts whose numbers come from other tables. Raises `TableError` where a text names none."""

    def _row(self, key: str, raw: dict[str, object], changed: set[str] | None) -> tuple[R, dict[str, str]]:
        row, sources = super()._row(key, raw, changed)
        return replace(row, **{name: filled(value, key) for name, value in _texts(row)}), sources  # type: ignore[type-var]


def filled(pattern: str, key: str = "") -> str:
    """A text with its numbers put in. `key` names the row in the error."""

    def number(found: re.Match[str]) -> str:
        table, name, sign = found.groups()
        if table not in NUMBERS or name not in NUMBERS[table]:
            raise TableError(f"{key}: {found[0]} names no number")
        value = NUMBERS[table].number(name)
        return signed(value) if sign else signed(value).removeprefix("+")

    return _PLACE.sub(number, pattern)


def _texts(row: object) -> list[tuple[str, str]]:
    found = [(field.name, getattr(row, field.name)) for field in fields(row)]  # type: ignore[arg-type]
    return [(name, value) for name, value in found if type(value) is str]


class Takes(StrEnum):
    """How much of a turn an action takes."""

    HALF = "half"
    FULL = "full"
    VARIES = "half or full"


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a turn, as the chapter's tables show it. `how_far` is for the ways of moving."""

    name: str = text("Action")
    takes: Takes = choice("Takes", Takes)
    effect: str = text("Effect", longest=240)
    how_far: str = text("How far", longest=200)


@dataclass(frozen=True, slots=True)
class CoverRow:
    """One kind of cover: what it may be, and what it does for Ranged Defence."""

    name: str = text("Cover")
    example: str = text("For instance", longest=120)
    ranged: str = text("Ranged Defence")


@dataclass(frozen=True, slots=True)
class DefenceRow:
    """One state of the target, and what it does to each of the two Defences."""

    name: str = text("State")
    melee: str = text("Melee Defence")
    ranged: str = text("Ranged Defence")


@dataclass(frozen=True, slots=True)
class DisarmingRow:
    """One result of a disarm: the difference of the totals, and where the weapon is afterwards."""

    difference: str = text("You")
    name: str = text("Result")
    outcome: str = text("What happens", longest=160)


ACTIONS = Texts(__name__, "actions", Action)
COVER = Texts(__name__, "cover", CoverRow)
TARGET_STATES = Texts(__name__, "target_states", DefenceRow)
DISARMING_RESULTS = Texts(__name__, "disarming_results", DisarmingRow)
