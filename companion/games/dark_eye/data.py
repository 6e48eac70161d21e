"""The game's tables: every number of its rules, each with its source."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.fields import choice, number, switch, text
from companion.tables import Rulings, Table, Values


class Reach(StrEnum):
    """How far a weapon reaches, the shortest first."""

    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"

    @property
    def rank(self) -> int:
        """Its place among the three, from 0."""
        return list(Reach).index(self)


class ShieldSize(StrEnum):
    """How large a shield is: it matters in cramped spaces only."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


@dataclass(frozen=True, slots=True)
class Technique:
    """One combat technique: whether it parries, which grips and manoeuvres it allows."""

    name: str = text("Technique")
    parries: bool = switch("Can parry", default=True)
    grip: bool = switch("One-handed weapons may be held in two hands", default=True)
    feint: bool = switch("Feint")
    forceful_blow: bool = switch("Forceful Blow")
    precise_thrust: bool = switch("Precise Thrust")
    disarm: bool = switch("Disarm")


TECHNIQUES = Table(__name__, "techniques", Technique)


@dataclass(frozen=True, slots=True)
class Weapon:
    """One melee weapon. `at` and `pa` change the base values; `threshold` is the attribute that adds to damage."""

    name: str = text("Weapon")
    technique: str = choice("Technique", TECHNIQUES)
    dice: int = number("Damage dice", 1, 4, default=1, unit="d6")
    plus: int = number("Added to the dice", -5, 30)
    threshold: int | None = number("Damage bonus above", 1, 30, blank="not known")
    at: int = number("AT modifier", -10, 10)
    pa: int = number("PA modifier", -10, 10)
    reach: Reach = choice("Reach", Reach)
    hands: int = number("Hands", 0, 2, default=1)
    natural: bool = switch("Natural", help="A part of the body: it cannot be knocked away.")
    note: str = text("Note", longest=200)

    @property
    def two_handed(self) -> bool:
        """Whether it needs both hands."""
        return self.hands == 2


@dataclass(frozen=True, slots=True)
class RangedWeapon:
    """One ranged weapon: damage, the ends of its three ranges in yards, and the actions that loading takes."""

    name: str = text("Weapon")
    dice: int = number("Damage dice", 1, 4, default=1, unit="d6")
    plus: int = number("Added to the dice", -5, 30)
    close: int = number("Close up to", 1, 1000, unit="yards")
    medium: int = number("Medium up to", 1, 1000, unit="yards")
    far: int = number("Far up to", 1, 1000, unit="yards")
    load: int = number("Loading", 0, 50, unit="actions")
    thrown: bool = switch("Thrown")
    under_water: bool = switch("Works under water")
    note: str = text("Note", longest=200)


@dataclass(frozen=True, slots=True)
class Shield:
    """What the other hand holds: its parry bonus, and its size where it is a shield."""

    name: str = text("Shield")
    parry: int = number("Parry bonus", 0, 10)
    size: ShieldSize | None = choice("Size", ShieldSize, blank="no shield")
    shield: bool = switch("Parries by itself")
    note: str = text("Note", longest=200)


@dataclass(frozen=True, slots=True)
class Armour:
    """One suit of armour: protection, levels of Encumbrance, and what it takes off Movement and Initiative."""

    name: str = text("Armour")
    pro: int = number("PRO", 0, 20)
    encumbrance: int = number("Encumbrance", 0, 8, unit="levels")
    movement: int = number("MOV", -5, 0)
    initiative: int = number("INI", -5, 0)


@dataclass(frozen=True, slots=True)
class Hampered:
    """What takes off attack and parry: one row of the tables of cramped spaces and of water."""

    name: str = text("Where, or with what")
    at: int = number("AT", -20, 0)
    pa: int = number("PA", -20, 0)
    note: str = text("Note", longest=200)


@dataclass(frozen=True, slots=True)
class Sight:
    """How well one sees: what it takes off in melee and off shots. `blind`: only a 1 helps, and AT is halved."""

    name: str = text("Sight")
    melee: int = number("AT and PA", -20, 0)
    ranged: int = number("RC", -20, 0)
    blind: bool = switch("Sees nothing of the foe")


@dataclass(frozen=True, slots=True)
class Size:
    """What a target's size does to attacks and to shots at it."""

    name: str = text("Size")
    melee: int = number("AT", -20, 20)
    ranged: int = number("RC", -20, 20)


@dataclass(frozen=True, slots=True)
class Manoeuvre:
    """One basic manoeuvre: what it takes off the own attack and the foe's defence, and adds to damage."""

    name: str = text("Manoeuvre")
    at: int = number("AT", -20, 20)
    defence: int = number("The foe's defence", -20, 20)
    hp: int = number("Damage", -20, 20)
    ability: str = text("Ability")
    rule: str = text("Rule", longest=120)


@dataclass(frozen=True, slots=True)
class BotchRow:
    """One result of the botch table; `factor` times the own weapon's damage is suffered.

    `melee_brings` and `ranged_brings` name the condition or state that it puts on, `rounds` for how long.
    """

    roll: int = number("2d6", 2, 12)
    melee: str = text("In melee", longest=200)
    ranged: str = text("At range", longest=200)
    factor: int = number("Own weapon's damage, times", 0, 4)
    weapon: bool = switch("In melee it is the weapon that suffers")
    melee_brings: str = text("In melee it brings")
    ranged_brings: str = text("At range it brings")
    rounds: int | None = number("For so long", 1, 1000, unit="rounds", blank="beyond the fight")

    @property
    def name(self) -> str:
        """The heading of its row: what the two dice show."""
        return str(self.roll)


@dataclass(frozen=True, slots=True)
class Skill:
    """One skill: the attributes it is rolled on, whether Encumbrance hinders it, and what a critical success is."""

    name: str = text("Skill")
    attributes: str = text("Attributes")
    hindered: bool = switch("Hindered by Encumbrance")
    doubles: bool = switch("A critical success counts twice the skill rating")
    note: str = text("Note", longest=200)


@dataclass(frozen=True, slots=True)
class Species:
    """One species: base life points and Movement."""

    name: str = text("Species")
    life: int = number("Base life points", 0, 50)
    movement: int = number("MOV", 0, 30)


WEAPONS = Table(__name__, "weapons", Weapon)
RANGED = Table(__name__, "ranged", RangedWeapon)
SHIELDS = Table(__name__, "shields", Shield)
ARMOUR = Table(__name__, "armour", Armour)
CRAMPED = Table(__name__, "cramped", Hampered)
WATER = Table(__name__, "water", Hampered)
SIGHT = Table(__name__, "sight", Sight)
SIZES = Table(__name__, "sizes", Size)
MANOEUVRES = Table(__name__, "manoeuvres", Manoeuvre)
BOTCHES = Table(__name__, "botch", BotchRow)
SKILLS = Table(__name__, "skills", Skill)
SPECIES = Table(__name__, "species", Species)
ATTACK = Values(__name__, "attack")
"""The modifiers to an attack roll."""
DEFENCE = Values(__name__, "defence")
"""The modifiers to a defence roll."""
DAMAGE = Values(__name__, "damage")
CONDITIONS = Values(__name__, "conditions")
"""The numbers of conditions, Pain among them."""
BOTCH_NUMBERS = Values(__name__, "botch_numbers")
CHECK = Values(__name__, "check")
"""The numbers of the skill check."""
LADDER = Values(__name__, "ladder")
"""The difficulties of a skill check."""
EVENTS = Values(__name__, "events")
"""The numbers of ambush, concentration, disengaging and disarming."""
MOVEMENT = Values(__name__, "movement")
SHOTS = Values(__name__, "shots")
"""The modifiers to a shot or throw."""
BASE = Values(__name__, "base")
"""The numbers of the base values."""
DISARM_DIE = 3
"""The faces of the damage die of a disarm. Address: dark-eye/disarm#damage."""
RULINGS = Rulings(__name__)
