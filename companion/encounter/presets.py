"""Stat blocks as data: those that the chapters name, from the game's `presets.toml`, and those of a game master.

[raider]
title = "Raider"
side = "foes"
rule = "new-world/attack#example"
source = "chapter"
sheet = { agility = 3, wits = 2 }
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.encounter.fight import LONGEST_NAME, Side
from companion.encounter.reading import side, text
from companion.encounter.tracker import Tracker
from companion.errors import InputError, Problem, TableError
from companion.fields import plain
from companion.tables import SOURCES, packaged


@dataclass(frozen=True, slots=True)
class Preset:
    """One stat block: its title, the side it is usually on, its sheet, and where the values come from."""

    title: str
    side: Side
    sheet: Any
    rule: str = ""
    source: str = "table"
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "side": self.side.value,
            "sheet": plain(self.sheet),
            "rule": self.rule,
            "source": self.source,
            "note": self.note,
        }


def presets(tracker: Tracker) -> dict[str, Preset]:
    """The stat blocks of a game, by name. Raises `TableError` where the file's data is wrong."""
    import tomllib

    place = f"{tracker.game}/presets.toml"
    try:
        data = tomllib.loads(packaged(f"companion.games.{tracker.game.replace('-', '_')}", "presets.toml"))
    except tomllib.TOMLDecodeError as error:
        raise TableError(f"{place}: this is not TOML: {error}") from None
    found = {}
    for name, row in data.items():
        unknown = set(row) - {"title", "side", "sheet", "rule", "source", "note"}
        if unknown or row.get("source") not in SOURCES or not row.get("rule"):
            raise TableError(f"{place}: {name}: title, side, sheet, rule, a known source and a note are expected")
        try:
            found[name] = preset_of(tracker, row, f"{name}.")
        except InputError as error:
            raise TableError(f"{place}: {error}") from None
    return found


def preset_of(tracker: Tracker, given: Any, at: str = "") -> Preset:
    """A stat block from plain data that anybody may have written. Raises `InputError` with the field."""
    if not isinstance(given, Mapping):
        raise InputError([Problem(at.rstrip(".") or "preset", given, "a table with title, side and sheet")])
    sheet = given.get("sheet", {})
    if not isinstance(sheet, Mapping):
        raise InputError([Problem(f"{at}sheet", sheet, "a table of values by name")])
    return Preset(
        text(given.get("title"), f"{at}title", LONGEST_NAME),
        side(given.get("side", "foes"), f"{at}side"),
        tracker.read_sheet(sheet, f"{at}sheet."),
        text(given.get("rule", ""), f"{at}rule", 120, empty=True),
        given["source"] if given.get("source") in SOURCES else "table",
        text(given.get("note", ""), f"{at}note", 300, empty=True),
    )
