"""The throws that a game asks for again and again: what a dice tray offers as buttons, from `[[tray]]` in `game.toml`.

[[tray]]
label = "Attack and location"
notation = "2d6; d6"

[[tray]]
label = "Open-ended D100"
resolver = "open-roll"
inputs = { bonus = 0 }
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion import catalogue
from companion.errors import InputError, TableError, UnknownName


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw by name: a dice notation, or a calculator of the game that reads its own dice."""

    label: str
    notation: str = ""
    resolver: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)


def tray(name: str) -> tuple[Throw, ...]:
    """The throws of one game, in its own order. Raises `UnknownName`, and `TableError` where the data is wrong."""
    return tuple(
        _throw(name, row, f"{name}/game.toml: tray {number}") for number, row in enumerate(catalogue.trays(name), 1)
    )


def _throw(name: str, row: Mapping[str, Any], place: str) -> Throw:
    known = {"label", "notation", "resolver", "inputs"}
    if set(row) - known or not row.get("label") or bool(row.get("notation")) == bool(row.get("resolver")):
        raise TableError(f"{place}: a label and either a notation or a resolver with inputs are expected")
    if row.get("notation"):
        return Throw(row["label"], row["notation"])
    address, inputs = f"{name}/{row['resolver']}", row.get("inputs", {})
    try:
        catalogue.find(address).read(inputs)
    except (UnknownName, InputError) as error:
        raise TableError(f"{place}: {error}") from None
    return Throw(row["label"], "", address, inputs)
