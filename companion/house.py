"""House rules: a GM's own values and rulings, read from one TOML file and laid over the games' tables.

    [new-world.rulings]
    stat_choice = "best"

    [new-world.weapons.cutlass]
    damage = 5

Every table of a game can be changed: a row that is there by some of its keys, a new row by all it needs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from companion.errors import HouseRulesError

ENVIRONMENT = "COMPANION_HOUSE_RULES"
"""The environment variable that names a house-rules file; the command line's `--house-rules` goes before it."""


@dataclass(frozen=True, eq=False)
class HouseRules:
    """What one file changes: game, then table, then row. Empty where there is no file."""

    file: str = ""
    changes: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)

    def of(self, game: str, table: str) -> Mapping[str, Any]:
        """The changed rows of one table."""
        return self.changes.get(game, {}).get(table, {})


_in_force = HouseRules()


def current() -> HouseRules:
    """The house rules in force in this process."""
    return _in_force


def use(rules: HouseRules | None) -> None:
    """Puts house rules in force for the whole process; None takes them away."""
    global _in_force
    _in_force = rules or HouseRules()


@contextmanager
def under(rules: HouseRules | None) -> Iterator[None]:
    """House rules in force for a while."""
    before = current()
    use(rules)
    try:
        yield
    finally:
        use(before)


def load(path: str) -> HouseRules:
    """Reads and checks a house-rules file. It is not put in force yet: see `use`.

    Raises `HouseRulesError` that names the file, the key and the reason: no such file, no TOML, an unknown game,
    table, row or key, a value of the wrong kind or beyond its limits.
    """
    import tomllib

    try:
        with open(path, "rb") as file:
            changes = tomllib.load(file)
    except OSError as error:
        raise HouseRulesError(f"{path}: the file cannot be read: {error.strerror or error}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise HouseRulesError(f"{path}: this is not TOML: {error}.") from None
    return check(HouseRules(path, changes))


def check(rules: HouseRules) -> HouseRules:
    """The same house rules, when every game, table, row and key in them can be used; else `HouseRulesError`."""
    from companion import catalogue
    from companion.errors import TableError, nearest

    for game, tables in rules.changes.items():
        if game not in catalogue.game_names():
            raise HouseRulesError(f"{rules.file}: {game}: no such game. {nearest(game, catalogue.game_names())}")
        known = catalogue.tables(game)
        if not isinstance(tables, Mapping):
            raise HouseRulesError(f"{rules.file}: {game}: tables are expected under a game.")
        for table, changed in tables.items():
            if table not in known:
                raise HouseRulesError(f"{rules.file}: {game}.{table}: no such table. {nearest(table, list(known))}")
            if not isinstance(changed, Mapping):
                raise HouseRulesError(f"{rules.file}: {game}.{table}: rows are expected in a table.")
            try:
                known[table].rows_under(rules)
            except TableError as error:
                raise HouseRulesError(f"{rules.file}: {game}.{table}.{error}") from None
    return rules


def use_from_environment() -> None:
    """Puts the file in force that the environment names, if it names one. Raises `HouseRulesError`."""
    path = os.environ.get(ENVIRONMENT)
    if path:
        use(load(path))
