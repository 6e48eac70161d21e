"""The feat table: three ordered d8 against a level, and the grade of a throw read from the levels beside it.

A throw of the three dice is one of 512 falls. What a level lets pass is held as a set of falls in the bits of one
whole number, so that grades are counted without throwing anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

from companion import house
from companion.answers import shown
from companion.dice import die
from companion.errors import TableError
from companion.fields import choice, text
from companion.tables import Table

COLOURS = ("red", "white", "blue")
"""The three dice in the order in which they are thrown and read."""
SIDES = 8
FALLS = SIDES**3


class Join(StrEnum):
    """Whether every die that a level lists must show a good face, or any one of them will do."""

    ALL = "all"
    ANY = "any"


class Grade(StrEnum):
    """The five results of a throw against a level."""

    PARRY = "parry or evade"
    BLOCK = "block or dodge"
    MINOR = "minor"
    SERIOUS = "serious"
    MORTAL = "mortal"

    @property
    def made(self) -> bool:
        """Whether the feat succeeded."""
        return self not in (Grade.PARRY, Grade.BLOCK)


@dataclass(frozen=True, slots=True)
class FeatDice:
    """The three dice of a feat."""

    red: int = die(SIDES, "red die")
    white: int = die(SIDES, "white die")
    blue: int = die(SIDES, "blue die")


@dataclass(frozen=True, slots=True)
class FeatRow:
    """One level of a feat table: the good faces of each die (`7-8`, `8`, or `2,4,6`), empty where it is not read."""

    join: Join = choice("Join", Join)
    red: str = text("Red faces", longest=20)
    white: str = text("White faces", longest=20)
    blue: str = text("Blue faces", longest=20)

    def faces(self) -> tuple[frozenset[int], ...]:
        """The good faces of the red, white and blue die. Raises `TableError` for a face that no d8 has."""
        return tuple(good_faces(getattr(self, colour), colour) for colour in COLOURS)


def good_faces(written: str, colour: str) -> frozenset[int]:
    """The faces that a text such as `5-8` or `1,8` names. Raises `TableError`."""
    found: list[int] = []
    for part in filter(None, (piece.strip() for piece in written.split(","))):
        first, _, last = part.partition("-")
        if not (first.isascii() and first.isdigit() and (not last or (last.isascii() and last.isdigit()))):
            raise TableError(f"{colour}: {written!r} is no list of faces; 8, 7-8 or 2,4,6 is meant")
        low, high = int(first), int(last or first)
        if not 1 <= low <= high <= SIDES:
            raise TableError(f"{colour}: {part!r}: a d8 has the faces 1 to {SIDES}, the lower one first")
        found += range(low, high + 1)
    if len(found) != len(set(found)):
        raise TableError(f"{colour}: {written!r} names a face twice")
    return frozenset(found)


class FeatTable(Table[FeatRow]):
    """A feat table whose rows are levels. One that names only some levels lies over `under`.

    House rules that would leave a gap, name a face that no d8 has, or make a harder level likelier than an easier
    one are refused with a `TableError`.
    """

    def __init__(self, module: str, name: str, under: FeatTable | None = None) -> None:
        super().__init__(module, name, FeatRow)
        self.under = under

    def rows_under(self, rules: house.HouseRules) -> dict[str, FeatRow]:
        """The rows as they would be under other house rules, checked as a whole. Raises `TableError`."""
        rows = super().rows_under(rules)
        validated(self.under.rows_under(rules) | rows if self.under else rows)
        return rows

    def levels(self) -> dict[int, FeatRow]:
        """Every level in force, those of the table beneath included. Raises `TableError`."""
        return validated({**self.under, **self} if self.under else self)


def validated(rows: Mapping[str, FeatRow]) -> dict[int, FeatRow]:
    """The rows by level, lowest first, when they make a feat table that can be used. Raises `TableError`."""
    levels: dict[int, FeatRow] = {}
    for key, row in rows.items():
        if not key.removeprefix("-").isdigit() or not key.isascii() or str(int(key)) != key:
            raise TableError(f"{key}: the key of a row is its level, a whole number such as 3 or -3")
        try:
            if not any(row.faces()):
                raise TableError("no die is listed, so the level could be neither made nor missed")
        except TableError as error:
            raise TableError(f"{key}: {error}") from None
        levels[int(key)] = row
    levels = dict(sorted(levels.items()))
    if not levels:
        raise TableError("a feat table needs levels")
    lowest, highest = min(levels), max(levels)
    missing = [str(level) for level in range(lowest, highest + 1) if level not in levels]
    if missing:
        raise TableError(f"{missing[0]}: there is a gap: the table goes from {lowest} to {highest} without it")
    chances = [(level, _passing(row).bit_count()) for level, row in levels.items()]
    for (easier, easy), (harder, hard) in pairwise(chances):
        if hard > easy:
            raise TableError(f"{harder}: {hard} of {FALLS} throws would make it, but only {easy} make level {easier}")
    return levels


def _fall(red: int, white: int, blue: int) -> int:
    return ((red - 1) * SIDES + white - 1) * SIDES + blue - 1


def _passing(row: FeatRow) -> int:
    """The falls that make a level, as bits."""
    faces = row.faces()
    listed = [place for place in range(3) if faces[place]]
    decide = all if row.join is Join.ALL else any
    passing = 0
    numbers = range(1, SIDES + 1)
    for red in numbers:
        for white in numbers:
            for blue in numbers:
                thrown = (red, white, blue)
                if decide(thrown[place] in faces[place] for place in listed):
                    passing |= 1 << _fall(red, white, blue)
    return passing


STANDARD = FeatTable(__name__, "feat-table")
TABLES_BY_RULING = {
    "standard": STANDARD,
    "soft": FeatTable(__name__, "feat-table-soft", STANDARD),
    "nested": FeatTable(__name__, "feat-table-nested", STANDARD),
    "swapped": FeatTable(__name__, "feat-table-swapped", STANDARD),
}

EVERY_FALL = (1 << FALLS) - 1


class Feats:
    """A feat table in force, with the reading of levels past its ends: `clamp` or `outright`."""

    def __init__(self, table: str, beyond: str) -> None:
        self.table, self.beyond = table, beyond
        self.rows = TABLES_BY_RULING[table].levels()
        self.lowest, self.highest = min(self.rows), max(self.rows)
        self._falls = {level: _passing(row) for level, row in self.rows.items()}
        self._counts: dict[int, Mapping[Grade, int]] = {}
        self._margins: dict[int, Mapping[tuple[Grade, int], int]] = {}

    def falls(self, level: int) -> int:
        """The falls that make a level, as bits; levels past the ends by the reading in force."""
        if self.beyond == "outright" and not self.lowest <= level <= self.highest:
            return 0 if level > self.highest else EVERY_FALL
        return self._falls[self.inside(level)]

    def inside(self, level: int) -> int:
        """The level of the table that is nearest to this one."""
        return max(self.lowest, min(self.highest, level))

    def made(self, level: int, dice: Sequence[int]) -> bool:
        """Whether red, white and blue make a level. Address: heroes-of-the-fall/feats#dice."""
        return bool(self.falls(level) >> _fall(*dice) & 1)

    def grade(self, level: int, dice: Sequence[int]) -> Grade:
        """The grade of a throw: the levels above are asked when it is made, the level below when not.

        Address: heroes-of-the-fall/outcomes.
        """
        if self.made(level, dice):
            if not self.made(level + 1, dice):
                return Grade.MINOR
            return Grade.MORTAL if self.made(level + 2, dice) else Grade.SERIOUS
        return Grade.BLOCK if self.made(level - 1, dice) else Grade.PARRY

    def margin(self, level: int, dice: Sequence[int]) -> int:
        """By how many levels a feat is made (0 or more: that many harder ones in a row are made too) or failed
        (−1 or less: so much easier it would have to be). Where the table ends, so does the count.

        Address: heroes-of-the-fall/feats#margin.
        """
        if self.made(level, dice):
            most, margin = max(self.highest - level, 2), 0
            while margin < most and self.made(level + margin + 1, dice):
                margin += 1
            return margin
        least, short = max(level - self.lowest + 1, 2), 1
        while short < least and not self.made(level - short, dice):
            short += 1
        return -short

    def levels_made(self, dice: Sequence[int]) -> tuple[int, ...]:
        """Every level of the table that a throw makes, lowest first. They need not be without a gap."""
        return tuple(level for level in self.rows if self.made(level, dice))

    def counts(self, level: int) -> Mapping[Grade, int]:
        """Of the 512 falls, how many give each grade at a level."""
        if level not in self._counts:
            here, above, top = (self.falls(level + more) for more in range(3))
            below, missed = self.falls(level - 1), EVERY_FALL & ~here
            self._counts[level] = {
                Grade.PARRY: (missed & ~below).bit_count(),
                Grade.BLOCK: (missed & below).bit_count(),
                Grade.MINOR: (here & ~above).bit_count(),
                Grade.SERIOUS: (here & above & ~top).bit_count(),
                Grade.MORTAL: (here & above & top).bit_count(),
            }
        return self._counts[level]

    def margins(self, level: int) -> Mapping[tuple[Grade, int], int]:
        """Of the 512 falls, how many give each grade together with each margin at a level."""
        if level not in self._margins:
            found: dict[tuple[Grade, int], int] = {}
            for fall in product(range(1, SIDES + 1), repeat=3):
                key = (self.grade(level, fall), self.margin(level, fall))
                found[key] = found.get(key, 0) + 1
            self._margins[level] = found
        return self._margins[level]

    def successes(self, level: int) -> int:
        """How many of the 512 falls make a level."""
        return self.falls(level).bit_count()

    def words(self, level: int) -> str:
        """What a level asks of the dice, in words."""
        if not self.lowest <= level <= self.highest and self.beyond == "outright":
            return "nothing makes it" if level > self.highest else "any throw makes it"
        row = self.rows[self.inside(level)]
        asked = [f"{colour} {_span(good)}" for colour, good in zip(COLOURS, row.faces(), strict=True) if good]
        return (" and " if row.join is Join.ALL else " or ").join(asked)


def minus(value: int) -> str:
    """A number with a true minus sign."""
    return str(value).replace("-", "−")


def fallen(dice: Sequence[int]) -> str:
    """The three dice in words: red 5, white 8, blue 7."""
    return ", ".join(f"{colour} {face}" for colour, face in zip(COLOURS, dice, strict=True))


def _span(faces: frozenset[int]) -> str:
    low, high = min(faces), max(faces)
    if len(faces) == high - low + 1:
        return str(low) if low == high else f"{low}–{high}"
    return ", ".join(str(face) for face in sorted(faces))


def feats(table: str, beyond: str) -> Feats:
    """The feat table that two rulings name, under the house rules in force. Raises `TableError`."""
    return _feats(table, beyond, house.current())


@lru_cache(maxsize=16)
def _feats(table: str, beyond: str, rules: house.HouseRules) -> Feats:
    return Feats(table, beyond)


ATTACK = (
    (2, "for a mortal wound"),
    (1, "for a serious wound"),
    (0, "for a minor wound"),
    (-1, "for a block or dodge, not a parry or evasion"),
)
"""What the levels about that of an attack are asked for: by how much each lies above it, and what it decides."""


def grid(
    found: Feats, level: int | None, dice: Sequence[int] | None, asked: Sequence[tuple[int, str]] = ()
) -> dict[str, Any]:
    """The figure `feat-table`: levels, hardest first, with their good faces, odds, and what this throw makes of each.

    With `asked` it holds only the levels that the rules ask there, each with what it decides and the row that it is
    read as (past the ends of the table: none, and `words` alone say how it is read). A row's `slips` are the throws,
    of 512, that make it and miss the level below: none where the table is nested.
    """
    whole = _grid_rows(found)
    if asked:
        by_level = {row["level"]: row for row in whole}
        rows = [_asked(found, by_level, level + more, why) for more, why in asked] if level is not None else []
    else:
        rows = list(whole)
    return {
        "table": found.table,
        "beyond": found.beyond,
        "whole": not asked,
        "level": level,
        "dice": None if dice is None else dict(zip(COLOURS, dice, strict=True)),
        "grade": None if dice is None or level is None else found.grade(level, dice).value,
        "rows": [
            {
                **row,
                "here": level is not None and row["level"] == (level if asked else found.inside(level)),
                "made": None if dice is None else found.made(row["level"], dice),
                "grade": None if dice is None else found.grade(row["level"], dice).value,
            }
            for row in rows
        ],
    }


def _asked(found: Feats, rows: Mapping[int, dict[str, Any]], level: int, why: str) -> dict[str, Any]:
    """The row of one level that is asked; past the ends it is that of the last level, or none."""
    inside = found.inside(level)
    row = rows[inside]
    if level != inside and found.beyond == "outright":
        row = {**dict.fromkeys(("join", *COLOURS)), "words": found.words(level), **shown(Fraction(level < inside))}
    kept = ("join", *COLOURS, "words", "fraction", "percent")
    return {"level": level, "read_as": inside, "for": why, **{name: row[name] for name in kept}}


@lru_cache(maxsize=16)
def _grid_rows(found: Feats) -> tuple[dict[str, Any], ...]:
    return tuple(
        {
            "level": level,
            "join": row.join.value,
            **{colour: sorted(good) for colour, good in zip(COLOURS, row.faces(), strict=True)},
            "words": found.words(level),
            "successes": found.successes(level),
            "slips": (found.falls(level) & ~found.falls(level - 1)).bit_count() if level > found.lowest else 0,
            **shown(Fraction(found.successes(level), FALLS)),
            "grades": [
                {"grade": grade.value, "count": count, **shown(Fraction(count, FALLS))}
                for grade, count in found.counts(level).items()
            ],
        }
        for level, row in sorted(found.rows.items(), reverse=True)
    )
