"""A second, plain reading of the feat table from the tables beside this file, and NumPy brute force over all dice.

Nothing here uses the engine. The CSV files hold numbers and names of the published tables, for comparison.
"""

from __future__ import annotations

import csv
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent / "tables"
GRADES = ("parry or evade", "block or dodge", "minor", "serious", "mortal")
EVERY_FALL = tuple(product(range(1, 9), repeat=3))


def rows(name: str) -> list[dict[str, str]]:
    """The rows of one of the tables."""
    with open(HERE / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def span(text: str) -> set[int]:
    """The faces that `7-8`, `8` or `-` stand for."""
    if text == "-":
        return set()
    low, _, high = text.partition("-")
    return set(range(int(low), int(high or low) + 1))


TABLE = {
    int(row["Level"]): (row["Join"], [span(row[f"{colour} green"]) for colour in ("Red", "White", "Blue")])
    for row in rows("feat_table.csv")
}


def made(level: int, fall: tuple[int, int, int]) -> bool:
    """Whether three dice make a level; levels past the ends count as the last one."""
    join, faces = TABLE[max(-8, min(8, level))]
    good = [die in allowed for die, allowed in zip(fall, faces, strict=True) if allowed]
    return any(good) if join == "any" else all(good)


def grade(level: int, fall: tuple[int, int, int]) -> str:
    """The grade of a throw, by the words of the rule."""
    if made(level, fall):
        if not made(level + 1, fall):
            return "minor"
        return "mortal" if made(level + 2, fall) else "serious"
    return "block or dodge" if made(level - 1, fall) else "parry or evade"


LOWEST, HIGHEST = -40, 40
GRADE_OF = np.array(
    [[GRADES.index(grade(level, fall)) for fall in EVERY_FALL] for level in range(LOWEST, HIGHEST + 1)], dtype=np.int8
)
"""The grade's place for each level (from `LOWEST`) and each of the 512 falls."""


def brute_force(base: int, modifier: int, foe_modifier: int, *, over: bool = False) -> dict[str, Fraction]:
    """Every one of 100 × 100 × 512 throws: your d100, your foe's, and the three dice; the chance of each grade.

    `base` is the feat level when neither skill rises.
    """
    mine, theirs = np.meshgrid(np.arange(1, 101), np.arange(1, 101), indexing="ij")
    rises = mine > modifier if over else mine >= modifier
    foe_rises = theirs > foe_modifier if over else theirs >= foe_modifier
    levels = base - rises.astype(int) + foe_rises.astype(int)
    grades = GRADE_OF[levels - LOWEST]
    assert grades.shape == (100, 100, 512)
    counts = np.bincount(grades.ravel(), minlength=len(GRADES))
    return {name: Fraction(int(count), 5_120_000) for name, count in zip(GRADES, counts, strict=True)}


def verdicts(answer: dict) -> dict[str, Fraction]:
    """The chance of each verdict in an engine's answer."""
    (table,) = [table for table in answer["outcomes"] if table["name"] == "verdict"]
    return {row["value"]: Fraction(row["fraction"]) for row in table["rows"]}


def chance(answer: dict, name: str) -> Fraction:
    """One chance of the summary."""
    return Fraction(answer["summary"][name]["fraction"])


def injuries(answer: dict) -> dict[str, Fraction]:
    """The chance of each injury."""
    for table in answer["outcomes"]:
        if table["name"] == "injuries":
            return {row["value"]: Fraction(row["fraction"]) for row in table["rows"]}
    return {}
