"""Tables whose rows are stretches of numbers, one after another: the faces of a die, or distances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from companion.errors import TableError
from companion.house import HouseRules
from companion.tables import Table

R = TypeVar("R")


class Stretches(Table[R]):
    """A table whose rows go from a `first` to a `last` number, and together from `least` to `most`.

    Rows with a `view` make one series for each view. House rules that leave a gap or lay one row over another are
    refused with a `TableError`.
    """

    def __init__(self, module: str, name: str, row: type[R], *, least: int, most: int | None) -> None:
        super().__init__(module, name, row)
        self.least, self.most = least, most

    def rows_under(self, rules: HouseRules) -> dict[str, R]:
        """The rows as they would be under other house rules, when they follow on one another."""
        rows = super().rows_under(rules)
        series: dict[Any, dict[str, Any]] = {}
        for key, row in rows.items():
            series.setdefault(getattr(row, "view", None), {})[key] = row
        for stretches in series.values():
            follow_on(stretches, self.least, self.most)
        return rows


def follow_on(rows: Mapping[str, Any], least: int, most: int | None) -> None:
    """Checks that rows cover every number from `least` to `most` once, in whatever order they are written.

    `most` is None where there is no end. Raises `TableError`.
    """
    expected: int | None = least
    for key, row in sorted(rows.items(), key=lambda item: item[1].first):
        if row.first != expected:
            where = "nowhere, as the row before it has no end" if expected is None else f"at {expected}"
            raise TableError(f"{key}: it should begin {where}, not at {row.first}")
        if row.last is not None and row.last < row.first:
            raise TableError(f"{key}: it ends at {row.last}, before it begins")
        expected = None if row.last is None else row.last + 1
    if expected != (None if most is None else most + 1):
        end = "without an end" if most is None else f"at {most}"
        raise TableError(f"{key}: the last row should end {end}")
