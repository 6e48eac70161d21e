"""The game's tables: every number of its rules, each with its source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, make_dataclass
from enum import StrEnum
from typing import Any

from companion.fields import Option, choice, number, switch, text
from companion.tables import Rulings, Table, Values

GAME = "darkmaster"


class Kind(StrEnum):
    """What a weapon is when it is used for what it was made for."""

    MELEE = "melee"
    THROWN = "thrown"
    BOW = "bow"
    LONGBOW = "longbow"
    CROSSBOW = "crossbow"
    SLING = "sling"

    @property
    def ranged(self) -> bool:
        """Whether it is thrown or shot."""
        return self is not Kind.MELEE


class Length(StrEnum):
    """The length of a melee weapon, which orders the blows of the Melee Phase: the longest strikes first."""

    LONGEST = "Longest"
    LONG = "Long"
    SHORT = "Short"
    HAND = "Hand"

    def moved(self, steps: int) -> Length:
        """So many steps longer (or shorter, below 0); never beyond either end. Address: darkmaster/weapons#lengths."""
        ladder = list(Length)
        return ladder[min(len(ladder) - 1, max(0, ladder.index(self) - steps))]


class Column(StrEnum):
    """The attack tables."""

    EDGED = "edged"
    BLUNT = "blunt"
    MISSILE = "missile"
    UNARMED = "unarmed"
    BEAST = "beast"


class Armour(StrEnum):
    """The four kinds of armour, the columns of every attack table."""

    NONE = "na"
    LIGHT = "la"
    MEDIUM = "ma"
    HEAVY = "ha"

    @property
    def label(self) -> str:
        """The kind in words."""
        words = {"na": "none", "la": "light", "ma": "medium", "ha": "heavy"}
        return f"{words[self.value]} ({self.value.upper()})"


class Severity(StrEnum):
    """How bad a Critical Strike is, the mildest first."""

    SUPERFICIAL = "Superficial"
    LIGHT = "Light"
    MODERATE = "Moderate"
    GRIEVOUS = "Grievous"
    LETHAL = "Lethal"

    def milder(self, steps: int) -> Severity | None:
        """So many severities less; None where nothing is left of it. Address: darkmaster/attack#critical."""
        place = list(Severity).index(self) - steps
        return list(Severity)[place] if place >= 0 else None


@dataclass(frozen=True, slots=True)
class Shield:
    """One shield: what it adds to DEF, and what it costs its bearer's CMB."""

    name: str = text("Shield")
    melee: int = number("DEF in melee", 0, 100)
    ranged: int = number("DEF against missiles", 0, 100)
    cmb: int = number("CMB", -50, 0)
    parries_missiles: bool = switch("Parries missiles", default=True)
    note: str = text("Note", longest=200)


SHIELDS = Table(__name__, "shields", Shield)


@dataclass(frozen=True, slots=True)
class Weapon:
    """One weapon. `clumsy` is the upper end of its Clumsy Range, `most` the highest result it can reach."""

    name: str = text("Weapon")
    kind: Kind = choice("Kind", Kind, default=Kind.MELEE)
    skill: str = text("Skill", longest=40)
    hands: int = number("Hands", 1, 2, default=1)
    clumsy: int = number("Clumsy Range up to", 0, 20)
    length: Length = choice("Length", Length, default=Length.HAND)
    column: Column = choice("Attack table", Column, default=Column.EDGED)
    most: int = number("Highest result", 10, 175)
    critical: str = text("Criticals", longest=40)
    fumble: int = number("On the Fumble Table", -50, 100)
    range: int = number("Range", 0, 500, unit="m")
    load: int = number("Reload", 0, 12, unit="rounds")
    quick: bool = switch("Reloads as a Half Action")
    martial: bool = switch("Martial", help="+20 on Martial Moves.")
    mighty: bool = switch("Mighty", help="+20 while it does not Parry.")
    reach: bool = switch("Reach", help="Strikes from the second line at −20.")
    hand_and_a_half: bool = switch("Hand-and-a-half", help="In one hand −10.")
    heavy: bool = switch("Heavy", help="A Half Action to ready before each attack.")
    unreliable: bool = switch("Unreliable", help="A fumble strikes its wielder too.")
    backstab: bool = switch("Backstab", help="Armour does not help the Surprised and the Held.")
    natural: bool = switch("Natural", help="Part of the body: it cannot be disarmed.")
    set: bool = switch("Can be set against a Charge")
    shield: str | None = choice("The shield that it is", SHIELDS, blank="no shield")
    note: str = text("Note", longest=200)

    @property
    def ranged(self) -> bool:
        """Whether it is thrown or shot."""
        return self.kind.ranged

    @property
    def title(self) -> str:
        """Its name within a sentence."""
        return self.name[:1].lower() + self.name[1:]


@dataclass(frozen=True, slots=True)
class Band:
    """One band of a skill roll: the lowest total that is in it (empty for the lowest band)."""

    name: str = text("Band")
    least: int | None = number("From a total of", -1000, 1000, blank="no lower end")
    note: str = text("Means", longest=200)


@dataclass(frozen=True, slots=True)
class Anchors:
    """One column of one attack table: the result at which each thing begins, and hit points lost at four results.

    An empty threshold means that the column never comes to it.
    """

    hit: int | None = number("Hits without damage from", 11, 176, blank="never")
    damage: int = number("Damage from", 11, 176)
    superficial: int | None = number("Superficial from", 11, 176, blank="never")
    light: int | None = number("Light from", 11, 176, blank="never")
    moderate: int | None = number("Moderate from", 11, 176, blank="never")
    grievous: int | None = number("Grievous from", 11, 176, blank="never")
    lethal: int | None = number("Lethal from", 11, 176, blank="never")
    at_100: int = number("Hit points at 100", 0, 200)
    at_140: int = number("Hit points at 140", 0, 200)
    at_150: int = number("Hit points at 150", 0, 200)
    at_175: int = number("Hit points at 175", 0, 200)


ROW_LOWS = tuple(range(36, 172, 5))
"""The lowest result of each row of an attack table from the first that can hit; each row is five results high."""

DamageRow: Any = make_dataclass(
    "DamageRow",
    [
        (f"r{low}", int, number(f"At {low} to {low + 4}", 0, 200, blank="drawn in between the anchors"))
        for low in ROW_LOWS
    ],
    frozen=True,
    slots=True,
)
"""Hit points lost, row by row, for one column of one attack table: for whoever owns the publisher's tables."""


@dataclass(frozen=True, slots=True)
class FumbleRow:
    """One row of the Fumble Table: the highest roll in it, and what it brings in melee and in shooting."""

    name: str = text("Roll")
    last: int | None = number("Up to", 1, 1000, blank="no upper end")
    melee: str = text("Melee and thrown", longest=300)
    missile: str = text("Missile", longest=300)


WEAPONS = Table(__name__, "weapons", Weapon)
BANDS = Table(__name__, "bands", Band)
COLUMNS = Table(__name__, "attack_columns", Anchors)
DAMAGE_ROWS: Table[Any] = Table(__name__, "attack_damage", DamageRow)
FUMBLES = Table(__name__, "fumbles", FumbleRow)
DIE = Values(__name__, "open_die")
"""The numbers of the open-ended die."""
DIFFICULTY = Values(__name__, "difficulty")
SKILLS = Values(__name__, "skills")
"""Modifiers and marks of skill rolls."""
ATTACK = Values(__name__, "attack")
"""The numbers of the attack roll that are no modifiers."""
MODIFIERS = Values(__name__, "modifiers")
"""The modifiers to the attack roll."""
DEFENCE = Values(__name__, "defence")
"""What changes a DEF."""
SEVERITIES = Values(__name__, "severities")
"""What each severity adds to the roll on a critical table."""
OPTIONS = Values(__name__, "options")
"""The numbers of the optional combat rules."""
RULINGS = Rulings(__name__)


def named(values: Values) -> Iterator[Option]:
    """Single numbers as the options of a choice."""
    for key, row in values.items():
        yield Option(key, row.label, source=values.source(key))
