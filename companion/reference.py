"""A game's reference sheet: which of its tables a game master wants on one printed page, from its `reference.toml`.

[[part]]
title = "Range bands"
table = "bands"
columns = ["value"]
heads = ["Defence"]
rows = ["short", "medium"]
lines = ["Beyond the last band nobody can aim."]
rule = "new-world/range#bands"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion import catalogue
from companion.errors import TableError, UnknownName
from companion.fields import specs
from companion.tables import packaged

COLUMNS = {"title", "table", "columns", "heads", "rows", "lines", "rule"}


@dataclass(frozen=True, slots=True)
class Part:
    """One block of the sheet: a table of the game (columns and rows of it, in order), short lines of text, or both.

    `heads` are the columns' heads by their names, where the fields' own labels are too long for a narrow column.
    """

    title: str
    rule: str
    table: str = ""
    columns: tuple[str, ...] = ()
    heads: tuple[tuple[str, str], ...] = ()
    rows: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def has_reference(game: str) -> bool:
    """Whether the game brings a reference sheet."""
    try:
        _text(game)
    except OSError:  # an archive's loader knows no FileNotFoundError
        return False
    return True


def reference(game: str) -> tuple[Part, ...]:
    """The parts of a game's sheet. Raises `TableError`, which names the part and what is wrong with it."""
    import tomllib

    place = f"{game}/reference.toml"
    try:
        data = tomllib.loads(_text(game))
    except tomllib.TOMLDecodeError as error:
        raise TableError(f"{place}: this is not TOML: {error}") from None
    return tuple(_part(game, row, f"{place}: part {number}") for number, row in enumerate(data.get("part", ()), 1))


def _text(game: str) -> str:
    catalogue.resolvers(game)
    return packaged(f"companion.games.{game.replace('-', '_')}", "reference.toml")


def _part(game: str, row: Mapping[str, Any], place: str) -> Part:
    if set(row) - COLUMNS or not row.get("title") or not row.get("rule"):
        raise TableError(f"{place}: title, rule, and of {', '.join(sorted(COLUMNS))} what is wanted are expected")
    columns, rows, heads = (tuple(row.get(name, ())) for name in ("columns", "rows", "heads"))
    if "table" in row:
        known = catalogue.tables(game)
        if row["table"] not in known:
            raise TableError(f"{place}: {UnknownName('table', row['table'], list(known))}")
        table = known[row["table"]]
        names = [spec.name for spec in specs(table.row)]
        for kind, given, there in (("column", columns, names), ("row", rows, list(table))):
            for name in given:
                if name not in there:
                    raise TableError(f"{place}: {UnknownName(f'{kind} of {table.name}', name, there)}")
    elif columns or rows:
        raise TableError(f"{place}: columns and rows need a table")
    if heads and len(heads) != len(columns):
        raise TableError(f"{place}: as many heads as columns are expected: {len(columns)}, not {len(heads)}")
    if "table" not in row and not row.get("lines"):
        raise TableError(f"{place}: a table or lines are expected")
    named = tuple(zip(columns, heads, strict=True)) if heads else ()
    return Part(row["title"], row["rule"], row.get("table", ""), columns, named, rows, tuple(row.get("lines", ())))
