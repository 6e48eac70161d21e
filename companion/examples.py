"""Named examples: the chapter's worked examples, known-true cases and useful presets, from `examples.toml`.

[attack.marguerite]
title = "Marguerite lunges at the raider"
rule = "new-world/attack#example"
dice = [4, 5, 5]
inputs = { weapon = "smallsword" }
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import TableError


@dataclass(frozen=True, slots=True)
class Example:
    """One example: its name, title, rule's address, inputs, and its dice if it brings them."""

    name: str
    title: str
    inputs: Mapping[str, Any]
    dice: tuple[int, ...] | None = None
    rule: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "inputs": dict(self.inputs),
            "dice": None if self.dice is None else list(self.dice),
            "rule": self.rule,
        }


def examples_of(game: str, resolver: str) -> dict[str, Example]:
    """The examples of one resolver, by name. Raises `TableError` where the file's data is wrong."""
    import tomllib

    from companion.tables import packaged

    package = f"companion.games.{game.replace('-', '_')}"
    try:
        data = tomllib.loads(packaged(package, "examples.toml"))
    except OSError:  # an archive's loader knows no FileNotFoundError
        return {}
    except tomllib.TOMLDecodeError as error:
        raise TableError(f"{game}/examples.toml: this is not TOML: {error}") from None
    found: dict[str, Example] = {}
    for name, row in data.get(resolver, {}).items():
        unknown = set(row) - {"title", "inputs", "dice", "rule"}
        if unknown or "title" not in row:
            raise TableError(f"{game}/examples.toml: {resolver}.{name}: title, inputs, dice and rule are expected")
        dice = row.get("dice")
        found[name] = Example(
            name, row["title"], row.get("inputs", {}), None if dice is None else tuple(dice), row.get("rule", "")
        )
    return found
