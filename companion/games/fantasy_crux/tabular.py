"""Answers in rows: the data of the figures "table" and "size-grid"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def row(*cells: str | int, rule: str = "", off: bool = False) -> dict[str, Any]:
    """One row: its cells, the address of the rule behind it, and whether it is shown as shut out."""
    return {"cells": list(cells), "rule": rule, "off": off}


def table(title: str, columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """One table with its title and the labels of its columns."""
    return {"title": title, "columns": list(columns), "rows": list(rows)}


def size_grid(
    title: str,
    across: tuple[str, Sequence[str]],
    down: tuple[str, Iterable[tuple[str, Sequence[str]]]],
    here: tuple[str, str] | None = None,
) -> dict[str, Any]:
    """What a winning Parry blocks, Size by Size: the columns and the rows with their headings, each row's shares.

    `here` names the row and the column that are looked at.
    """
    return {
        "title": title,
        "across": {"label": across[0], "names": list(across[1])},
        "down": {"label": down[0], "rows": [{"name": name, "shares": list(shares)} for name, shares in down[1]]},
        "here": None if here is None else {"row": here[0], "column": here[1]},
    }
