"""Tables as the chapter prints them: made from the game's own tables and rules, so that no number stands twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion import house
from companion.errors import TableError
from companion.fields import text
from companion.games.fantasy_crux.contest import Side
from companion.games.fantasy_crux.d100 import Grade, Scale, notation, scale, shown
from companion.games.fantasy_crux.data import (
    INCOMING,
    RANGED,
    ROLLS,
    WEAPONS,
    Answer,
    Die,
    Incoming,
    RangedKind,
    RangedWeapon,
    Share,
    Weapon,
)
from companion.games.fantasy_crux.exchange import Verdict, judge
from companion.tables import R, Table

Rows = Iterable[tuple[str, R, str]]
"""Rows by their keys, each with its source."""


class Made(Table[R]):
    """A table that is made and not read; house rules change what it is made from."""

    def __init__(
        self, name: str, row: type[R], title: str, rule: str, source: str, make: Callable[[], Rows[R]]
    ) -> None:
        super().__init__(__name__, name, row)
        self.make = make
        self._about = {"title": title, "rule": f"fantasy-crux/{rule}", "source": source}

    @property
    def about(self) -> Mapping[str, Any]:
        """The table's title, its rule's address and the source of most rows."""
        return self._about

    def _build(self, rules: house.HouseRules) -> tuple[dict[str, R], dict[str, dict[str, str]]]:
        changed = rules.of(self.game, self.name)
        if changed:
            raise TableError(f"{next(iter(changed))}: this table is made from others; change the value where it stands")
        with house.under(rules):
            rows = list(self.make())
        return {key: row for key, row, _ in rows}, {key: {"": source} for key, _, source in rows}


# Weapons


@dataclass(frozen=True, slots=True)
class CloseWeapon:
    """A close weapon in a line of the book."""

    name: str = text("Weapon")
    damage: str = text("Damage")
    hands: str = text("Hands")
    least: str = text("STR / DEX")
    size: str = text("Size")
    marks: str = text("Marks")


@dataclass(frozen=True, slots=True)
class FlyingWeapon:
    """A ranged weapon in a line of the book."""

    name: str = text("Weapon")
    kind: str = text("Kind")
    damage: str = text("Damage")
    reach: str = text("Range")
    hands: str = text("Hands")
    least: str = text("STR / DEX")
    size: str = text("Size")
    marks: str = text("Marks")


def damage(count: int, die: Die, plus: int) -> str:
    """A weapon's damage as the game writes it: 1D4+1."""
    return f"{count}{die}" + (f"{plus:+}".replace("-", "−") if plus else "")


def _least(row: Weapon | RangedWeapon) -> str:
    if not row.strength and not row.dexterity:
        return "–"
    return f"{row.strength or '–'} / {row.dexterity or '–'}"


def _close() -> Rows[CloseWeapon]:
    for key, row in WEAPONS.items():
        marks = ", ".join(mark for mark, has in (("Set", row.set), ("Thrown", row.thrown)) if has) or "–"
        made = damage(row.count, row.die, row.plus)
        yield key, CloseWeapon(row.name, made, row.hands.value, _least(row), row.size.value, marks), WEAPONS.source(key)


def _reach(row: RangedWeapon) -> str:
    if not row.strength_range:
        return f"{row.range} m"
    return "STR in m" if row.strength_range == 1 else f"{row.strength_range} × STR in m"


def _flying() -> Rows[FlyingWeapon]:
    for key, row in RANGED.items():
        marks = "Close" if row.close else "–"
        size = row.size.value if row.kind is RangedKind.THROWN else f"{row.size.value} (the missile)"
        made = damage(row.count, row.die, row.plus)
        line = FlyingWeapon(row.name, row.kind.value, made, _reach(row), row.hands.value, _least(row), size, marks)
        yield key, line, RANGED.source(key)


# What answers an attack


@dataclass(frozen=True, slots=True)
class Answers:
    """One kind of attack, and what may answer it."""

    name: str = text("Attack", longest=80)
    dodge: str = text("Dodge")
    weapon: str = text("Weapon")
    shield: str = text("Shield")
    bare: str = text("Bare hands")
    other: str = text("Besides", longest=120)


def _answer(answer: Answer, dice: int = 0) -> str:
    if answer is Answer.NO:
        return "–"
    name = "Parry" if answer is Answer.PARRY else "Active Guard"
    return f"{name} {notation(dice)}" if dice else name


def _besides(row: Incoming) -> str:
    parts = [
        f"{row.resist}, at no cost" if row.resist else "",
        "Counter" if row.counter else "",
        "Shield Cover, terrain" if row.covered else "",
    ]
    return "; ".join(filter(None, parts)) or "–"


def _answers() -> Rows[Answers]:
    for key, row in INCOMING.items():
        dodge = ("yes" if not row.dodge_dice else f"yes, {notation(row.dodge_dice)}") if row.dodge else "–"
        weapon, shield = _answer(row.weapon, row.weapon_dice), _answer(row.shield, row.shield_dice)
        line = Answers(row.name, dodge, weapon, shield, _answer(row.bare), _besides(row))
        yield key, line, INCOMING.source(key)


# Ranges of the D100


@dataclass(frozen=True, slots=True)
class Ranges:
    """A stretch of skills, and on which rolls they are critical and fumble."""

    name: str = text("Skill")
    critical: str = text("Critical on")
    fumble: str = text("Fumble on")
    deadly: str = text("With Deadly Precision")


def _span(first: int, last: int) -> str:
    return shown(first) if first == last else f"{shown(first)}–{shown(last)}"


def _criticals(graded: Scale) -> str:
    last = min(graded.critical, graded.limit)
    return _span(1, last) if last else "never"


def _ranges() -> Rows[Ranges]:
    """One row for each stretch of skills with the same ranges."""
    needed, highest = ROLLS.number("deadly_skill"), ROLLS.number("full_skill")
    stretches: list[tuple[int, int, tuple[str, str, str]]] = []
    for skill in range(highest + 1):
        graded = scale(skill)
        deadly = _criticals(scale(skill, doubled=True)) if skill >= needed else "–"
        here = (_criticals(graded), _span(graded.fumble, 100), deadly)
        if stretches and stretches[-1][2] == here:
            stretches[-1] = (stretches[-1][0], skill, here)
        else:
            stretches.append((skill, skill, here))
    for first, last, here in stretches:
        name = str(first) if first == last else f"{first}–{last}"
        yield f"from-{first}", Ranges(name, *here), "chapter" if first else "published"


# The two halves of the combat result matrix


@dataclass(frozen=True, slots=True)
class Half:
    """What a defence came to, and what that does to a hit."""

    name: str = text("The defence", longest=80)
    dodge: str = text("Dodge", longest=120)
    parry: str = text("Parry or Active Guard", longest=120)


DEFENCES: tuple[tuple[str, str, Grade | None, Side | None], ...] = (
    ("none", "there is none", None, None),
    ("fumble", "is a fumble", Grade.FUMBLE, Side.MINE),
    ("failure", "fails", Grade.FAILURE, Side.MINE),
    ("success-lost", "succeeds, and loses by the numbers", Grade.SUCCESS, Side.MINE),
    ("success-won", "succeeds, and wins by the numbers", Grade.SUCCESS, Side.THEIRS),
    ("critical-lost", "is critical, and loses by the numbers", Grade.CRITICAL, Side.MINE),
    ("critical-won", "is critical, and wins", Grade.CRITICAL, Side.THEIRS),
)
"""Each case: its key, its words, the defence's grade, and who wins the opposed test."""

DONE = {
    Verdict.BLOCKED: "nothing gets through",
    Verdict.ORDINARY: "ordinary hit",
    Verdict.DEMOTED: "demoted: an ordinary hit, nothing blocked, armour counts",
    Verdict.CRITICAL: "critical damage",
}


def _half(attack: Grade) -> Iterator[tuple[str, Half, str]]:
    """The cases that can come up against an attack of this grade, as the engine judges them."""
    better = [Grade.CRITICAL, Grade.SUCCESS, Grade.FAILURE, Grade.FUMBLE].index
    for key, words, defence, winner in DEFENCES:
        by_grade = defence is not None and defence.succeeded and better(defence) != better(attack)
        if by_grade and (winner is Side.THEIRS) is not (defence is Grade.CRITICAL):
            continue
        verdict = judge(attack, defence, winner, Share.ALL)
        sized = verdict is Verdict.BLOCKED and defence is Grade.SUCCESS
        if by_grade and defence is Grade.SUCCESS:
            words = "succeeds, whatever the numbers"
        elif by_grade:
            words = "is critical"
        yield key, Half(words, DONE[verdict], "as much as Parry Size says" if sized else DONE[verdict]), "chapter"


CLOSE_WEAPONS = Made("close_weapons", CloseWeapon, "Close weapons", "equipment#weapons", "published", _close)
FLYING_WEAPONS = Made("flying_weapons", FlyingWeapon, "Ranged weapons", "equipment#ranged", "published", _flying)
ANSWERS = Made("answers", Answers, "What may answer an attack", "which-defence#table", "deduced", _answers)
RANGES = Made("ranges", Ranges, "Criticals and fumbles by skill", "critical#range", "chapter", _ranges)
ORDINARY = Made("against_ordinary", Half, "Against an ordinary hit", "matrix#ordinary", "chapter",
                lambda: _half(Grade.SUCCESS))  # fmt: skip
CRITICAL = Made("against_critical", Half, "Against a critical hit", "matrix#critical", "chapter",
                lambda: _half(Grade.CRITICAL))  # fmt: skip
