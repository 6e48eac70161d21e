"""A game's TOML tables as typed, checked rows, each value with its source.

A table is `companion/games/<game>/tables/<name>.toml`:

    [about]
    title = "Weapons"
    rule = "new-world/weapons"
    source = "house"                       # where the values come from, unless a row says otherwise

    [smallsword]
    name = "Smallsword"
    damage = 3
    source = "chapter"
    sources = { group = "deduced" }        # single values of the row that come from elsewhere

Sources: `chapter` (the game's own chapter), `published` (another public text of the game), `deduced` (follows from
those), `house` (our own filler), `table` (changed by the GM's house rules).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion import house
from companion.checks import read
from companion.errors import InputError, TableError, UnknownName, nearest
from companion.fields import Option, number, pairs, specs, text
from companion.steps import Modifier

R = TypeVar("R")

SOURCES = ("chapter", "published", "deduced", "house", "table")


def packaged(package: str, *parts: str) -> str:
    """A text file that ships with an imported package, read through the package's own loader."""
    module = sys.modules[package]
    assert module.__file__ and module.__spec__ and module.__spec__.loader
    path = os.path.join(os.path.dirname(module.__file__), *parts)
    data: bytes = module.__spec__.loader.get_data(path)  # type: ignore[attr-defined]
    return data.decode()


class Table(Mapping[str, R], Generic[R]):
    """The rows of one table by their keys, as records of one class, with the house rules in force laid over.

    `module` is the `__name__` of the module in the game's folder that declares the table. `main` is the column
    that a bare value in a house-rules file sets. Raises `TableError` where the file's data is wrong, `UnknownName`
    for a key that is not there.
    """

    def __init__(self, module: str, name: str, row: type[R], *, main: str = "") -> None:
        self.package = module.rpartition(".")[0]
        self.game = self.package.rpartition(".")[2].replace("_", "-")
        self.name, self.row, self.main = name, row, main
        self._raw: dict[str, Any] | None = None
        self._read: tuple[house.HouseRules, dict[str, R], dict[str, dict[str, str]]] | None = None
        TABLES.setdefault(self.game, {})[name] = self

    @property
    def about(self) -> Mapping[str, Any]:
        """The table's own title, rule's address and default source; `row` says what its rows are, if no column does."""
        about: Mapping[str, Any] = self._file()["about"]
        return about

    def source(self, key: str, column: str = "") -> str:
        """Where a value comes from (one of `SOURCES`); without a column, the row's main source."""
        row = self._rows()[2].get(key)
        if row is None:
            raise UnknownName(f"row of {self.game}/{self.name}", key, list(self))
        return row.get(column, row[""])

    def as_options(self) -> Iterator[Option]:
        """The rows as the options of a choice."""
        for key, row in self.items():
            yield Option(key, str(getattr(row, "name", key)), str(getattr(row, "note", "")), self.source(key))

    def rows_under(self, rules: house.HouseRules) -> dict[str, R]:
        """The rows as they would be under other house rules. Raises `TableError`."""
        return self._build(rules)[0]

    def __getitem__(self, key: str) -> R:
        rows = self._rows()[1]
        if key not in rows:
            raise UnknownName(f"row of {self.game}/{self.name}", key, list(rows))
        return rows[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows()[1])

    def __len__(self) -> int:
        return len(self._rows()[1])

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def _file(self) -> dict[str, Any]:
        if self._raw is None:
            import tomllib

            place = f"{self.game}/tables/{self.name}.toml"
            try:
                self._raw = tomllib.loads(packaged(self.package, "tables", f"{self.name}.toml"))
            except tomllib.TOMLDecodeError as error:
                raise TableError(f"{place}: this is not TOML: {error}") from None
            if "about" not in self._raw:
                raise TableError(f"{place}: [about] with title, rule and source is missing")
        return self._raw

    def _rows(self) -> tuple[house.HouseRules, dict[str, R], dict[str, dict[str, str]]]:
        rules = house.current()
        if self._read is None or self._read[0] is not rules:
            rows, sources = self._build(rules)
            self._read = (rules, rows, sources)
        return self._read

    def _build(self, rules: house.HouseRules) -> tuple[dict[str, R], dict[str, dict[str, str]]]:
        raw = {key: dict(row) for key, row in self._file().items() if key != "about"}
        changed: dict[str, set[str]] = {}
        for key, given in rules.of(self.game, self.name).items():
            change = {self.main: given} if self.main and not isinstance(given, Mapping) else given
            if not isinstance(change, Mapping):
                raise TableError(f"{key}: a row with columns by name is expected, not {given!r}")
            if "source" in change or "sources" in change:
                raise TableError(f"{key}: the source of a house rule is always the table; leave it out")
            if key not in raw and self.main:
                raise TableError(f"{key}: there is no row of that name. {nearest(key, list(raw))}")
            if key not in raw:
                missing = [spec.name for spec in specs(self.row) if spec.name not in change and _needed(spec)]
                if missing:
                    known = ", ".join(raw)
                    raise TableError(f"{key}: a new row needs {', '.join(missing)} (rows that are there: {known})")
            raw.setdefault(key, {}).update(change)
            changed[key] = set(change)
        rows: dict[str, R] = {}
        sources: dict[str, dict[str, str]] = {}
        for key, row in raw.items():
            rows[key], sources[key] = self._row(key, row, changed.get(key))
        return rows, sources

    def _row(self, key: str, raw: dict[str, Any], changed: set[str] | None) -> tuple[R, dict[str, str]]:
        source = raw.pop("source", self.about.get("source"))
        sources = {"": source, **raw.pop("sources", {})}
        if changed:
            new = changed >= set(raw)
            sources.update({"": "table"} if new else dict.fromkeys(changed, "table"))
        for column, name in sources.items():
            if name not in SOURCES:
                raise TableError(f"{key}: {column or 'source'}: {name!r} is no source: {', '.join(SOURCES)}")
        try:
            record, _ = read(self.row, raw, f"{key}.")
        except InputError as error:
            raise TableError(str(error)) from None
        return record, sources


TABLES: dict[str, dict[str, Table[Any]]] = {}
"""Every table that was declared, by game and name. Ask `catalogue.tables`, which imports the game first."""


def _needed(spec: Any) -> bool:
    return spec.kind in ("number", "text", "choice") and spec.blank is None and spec.name not in ("note", "rule")


@dataclass(frozen=True, slots=True)
class Value:
    """One number of the rules: what it is, its value, and the rule's address."""

    label: str = text("What it is", longest=120)
    value: int = number("Value", -1000, 1000)
    rule: str = text("Rule", longest=120)
    note: str = text("Note", longest=300)


class Values(Table[Value]):
    """Single numbers of the rules, by name: modifiers, limits, thresholds."""

    def __init__(self, module: str, name: str) -> None:
        super().__init__(module, name, Value, main="value")

    def number(self, key: str) -> int:
        """The number of that name."""
        return self[key].value

    def modifier(self, key: str, times: int = 1, label: str = "") -> Modifier:
        """The number as a modifier by its name, `times` over."""
        row = self[key]
        return Modifier(label or row.label, row.value * times, row.rule)


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ambiguous rule: the question, the readings offered, and the one in force."""

    title: str = text("Ruling", longest=80)
    question: str = text("Question", longest=400)
    rule: str = text("Rule", longest=120)
    default: str = text("In force", longest=40)
    options: tuple[tuple[str, str], ...] = pairs("Readings")


class Rulings(Table[Ruling]):
    """The ambiguous rules of a game as named switches; a house-rules file names the reading by its key."""

    def __init__(self, module: str, name: str = "rulings") -> None:
        super().__init__(module, name, Ruling, main="default")

    def _row(self, key: str, raw: dict[str, Any], changed: set[str] | None) -> tuple[Ruling, dict[str, str]]:
        row, sources = super()._row(key, raw, changed)
        readings = [name for name, _ in row.options]
        if row.default not in readings:
            raise TableError(f"{key}: {row.default!r} is no reading of this ruling: {', '.join(readings)}")
        return row, sources
