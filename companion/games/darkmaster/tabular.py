"""Answers in rows: the data of the figure "table"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def row(*cells: str | int, rule: str = "", off: bool = False) -> dict[str, Any]:
    """One row: its cells, the address of the rule behind it, and whether it is shown as shut out."""
    return {"cells": list(cells), "rule": rule, "off": off}


def table(title: str, columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """One table with its title and the labels of its columns."""
    return {"title": title, "columns": list(columns), "rows": list(rows)}
