"""Names for the rows of a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str: ...


def names(rows: Sequence[Named], otherwise: str) -> list[str]:
    """A name for each row: those left empty are called `otherwise`, and those given twice get a number."""
    given = [row.name.strip() or otherwise for row in rows]
    return [
        f"{name} {given[: place + 1].count(name)}" if given.count(name) > 1 else name
        for place, name in enumerate(given)
    ]
