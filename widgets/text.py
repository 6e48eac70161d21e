"""Answers as plain text: what a notebook stores and compares, and what a calculator says where there is no browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.answers import as_number, as_percent

Json = Mapping[str, Any]

LONGEST_FRACTION = 40
"""A fraction with more letters is left out (those of two open-ended dice have hundreds); its percentage stays."""


def columns(rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> list[str]:
    """Rows of cells as aligned lines; the columns numbered in `right` are set to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))] if rows else []
    return [
        "  ".join(
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def short(fraction: str) -> str:
    """A fraction that can be read at a glance; nothing where it is too long for that."""
    return fraction if len(fraction) <= LONGEST_FRACTION else ""


def odds_text(answer: Json) -> str:
    """The sentence, then each table of odds with percentages and exact fractions."""
    lines = [answer["sentence"], *_notes(answer)]
    for table in answer["outcomes"]:
        measure = table["kind"] == "measure"
        mean = f" (mean {as_number(Fraction(table['mean']))})" if table.get("mean") is not None else ""
        title = table["label"] + mean
        rows = [[row["label"], as_percent(Fraction(row["fraction"])), short(row["fraction"])] for row in table["rows"]]
        if measure:
            for shown, row in zip(rows, table["rows"], strict=True):
                shown.append(f"at least: {as_percent(Fraction(row['at_least']['fraction']))}")
        lines += ["", title, *("  " + line for line in columns(rows, right=(0, 1) if measure else (1,)))]
    return "\n".join(lines)


def roll_text(answer: Json) -> str:
    """The sentence, the dice, then each step with its number and its rule's address."""
    lines = [answer["sentence"], *_notes(answer)]
    if answer["dice"]:
        lines.append("Dice: " + ", ".join(f"{die['value']} ({die['label']})" for die in answer["dice"]))
    for place, step in enumerate(answer["steps"], 1):
        rule = f"  [{step['rule']}]" if step["rule"] else ""
        lines.append(f"{place:2}. {step['text']}{rule}")
    return "\n".join(lines)


def _notes(answer: Json) -> list[str]:
    found = [f"Rule: {answer['refused']['rule']}"] if answer.get("refused") else []
    return found + [f"Not counted: {each['field']} ({each['why']})." for each in answer.get("ignored") or []]
