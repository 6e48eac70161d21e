"""The game's tables: every number of its rules, each with its source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.fields import Option, choice, many, number, switch, text
from companion.games.heroes_of_the_fall.stretches import Stretches
from companion.tables import Rulings, Table, Values


class Damage(StrEnum):
    """The three kinds of damage."""

    SLASH = "slash"
    PIERCE = "pierce"
    CRUSH = "crush"


class Body(StrEnum):
    """What is struck: it decides which areas there are."""

    HUMAN = "human"
    QUADRUPED = "quadruped"


class View(StrEnum):
    """The side from which a body is struck: it decides which areas can be reached."""

    HUMAN_FRONT = "human-front"
    HUMAN_REAR = "human-rear"
    QUADRUPED_FRONT = "quadruped-front"
    QUADRUPED_SIDE = "quadruped-side"
    QUADRUPED_REAR = "quadruped-rear"

    @property
    def rear(self) -> bool:
        """Whether it is the side that no shield covers."""
        return self in (View.HUMAN_REAR, View.QUADRUPED_REAR)

    @property
    def label(self) -> str:
        body, side = self.value.split("-")
        side = {"front": "the front", "rear": "the rear", "side": "the side"}[side]
        return f"{'A human' if body == 'human' else 'A beast on four legs'}, from {side}"


class Impales(StrEnum):
    """Whether a serious pierce wound by the weapon impales."""

    NO = "no"
    HALF = "half"
    ALWAYS = "always"


class Injury(StrEnum):
    """Every result that the damage table names."""

    BLEEDING = "bleeding"
    SERIOUS_BLEEDING = "serious bleeding"
    BRUISING = "bruising"
    STUN = "stun"
    SHOCK = "shock"
    STUMBLE = "stumble"
    FUMBLE = "fumble"
    UNCONSCIOUS = "unconscious"
    TEMPORARILY_BLIND = "temporarily blind"
    BLIND = "blind"
    BLINDED = "blinded"
    FRACTURE = "fracture"
    FRACTURED_PELVIS = "fractured pelvis"
    FRACTURED_SPINE = "fractured spine"
    CRUSH = "crush"
    SEVERED_ARM = "severed arm"
    SEVERED_HAND = "severed hand"
    SEVERED_LEG = "severed leg"
    SEVERED_FOOT = "severed foot"
    SLOW_DEATH = "slow death"
    DEATH = "death"
    INSTANT_DEATH = "instant death"
    DECAPITATED = "decapitated"

    @property
    def key(self) -> str:
        """Its row in the table of results."""
        return self.value.replace(" ", "-")


@dataclass(frozen=True, slots=True)
class DamageRow:
    """What each kind and degree of wound does to one area."""

    name: str = text("Area")
    crush_minor: tuple[Injury, ...] = many("Crush, minor", Injury)
    crush_serious: tuple[Injury, ...] = many("Crush, serious", Injury)
    crush_mortal: tuple[Injury, ...] = many("Crush, mortal", Injury)
    slash_minor: tuple[Injury, ...] = many("Slash, minor", Injury)
    slash_serious: tuple[Injury, ...] = many("Slash, serious", Injury)
    slash_mortal: tuple[Injury, ...] = many("Slash, mortal", Injury)
    pierce_minor: tuple[Injury, ...] = many("Pierce, minor", Injury)
    pierce_serious: tuple[Injury, ...] = many("Pierce, serious", Injury)
    pierce_mortal: tuple[Injury, ...] = many("Pierce, mortal", Injury)

    def injuries(self, kind: Damage, degree: str) -> tuple[Injury, ...]:
        """The cell for one kind of damage and a degree: minor, serious or mortal."""
        found: tuple[Injury, ...] = getattr(self, f"{kind.value}_{degree}")
        return found


DAMAGE = Table(__name__, "damage", DamageRow)


@dataclass(frozen=True, slots=True)
class Area:
    """One target area: how much harder it is to aim at, and its row in the damage table."""

    name: str = text("Area")
    body: Body = choice("Body", Body)
    modifier: int = number("Modifier", -9, 9)
    damage: str = choice("Row of the damage table", DAMAGE)


AREAS = Table(__name__, "areas", Area)


@dataclass(frozen=True, slots=True)
class Difficulty:
    """One difficulty rating and what it is meant for."""

    name: str = text("Difficulty")
    rating: int = number("Rating", 0, 30)
    note: str = text("Meant for", longest=200)


@dataclass(frozen=True, slots=True)
class Armour:
    """One kind of armour: its value against each kind of damage, and what it takes off initiative."""

    name: str = text("Armour")
    slash: int = number("Slash", 0, 9)
    crush: int = number("Crush", 0, 9)
    pierce: int = number("Pierce", 0, 9)
    initiative: int = number("Initiative penalty", 0, 9)
    flexible: bool = switch("Flexible", help="A crushing blow through it does not ruin it.")
    includes: str = text("Layer that it counts already", longest=40)
    note: str = text("Note", longest=200)


@dataclass(frozen=True, slots=True)
class Weapon:
    """One way to hold a close-combat weapon, or a shield. Distances in feet; nothing where it cannot do a thing."""

    name: str = text("Weapon")
    hands: int = number("Hands", 0, 2, default=1)
    nearest: int = number("Nearest", 0, 30, unit="ft")
    farthest: int = number("Farthest", 0, 30, unit="ft")
    defence: int | None = number("Defence", -5, 9, blank="cannot defend")
    slash: int | None = number("Slash", -5, 9, blank="none")
    crush: int | None = number("Crush", -5, 9, blank="none")
    pierce: int | None = number("Pierce", -5, 9, blank="none")
    initiative: int = number("Initiative", -9, 20)
    damage_rating: int | None = number("Damage rating", 0, 9, blank="none")
    strength_rating: int | None = number("Strength rating", 0, 9, blank="none")
    axe: bool = switch("Axe")
    shield: bool = switch("Shield")
    natural: bool = switch("Natural", help="A part of the body.")
    limb: str | None = choice("Area of the limb", AREAS, blank="no limb")
    impales: Impales = choice("Impales", Impales)
    note: str = text("Note", longest=200)


COLUMNS = (
    ("stone", "Stone"),
    ("dagger", "Dagger, francisca"),
    ("spear", "Spear"),
    ("javelin", "Javelin, dart"),
    ("sling", "Sling"),
    ("bow", "Bow"),
    ("crossbow", "Crossbow"),
)
"""The columns of the range table."""


@dataclass(frozen=True, slots=True)
class Missile:
    """One missile weapon. Distances in feet, times in rounds."""

    name: str = text("Weapon")
    hands: int = number("Hands", 1, 2, default=1)
    nearest: int = number("Nearest", 0, 2000, unit="ft")
    farthest: int = number("Farthest", 0, 2000, unit="ft")
    slash: int | None = number("Slash", -5, 9, blank="none")
    crush: int | None = number("Crush", -5, 9, blank="none")
    pierce: int | None = number("Pierce", -5, 9, blank="none")
    initiative: int = number("Initiative", -9, 20)
    best: int | None = number("Best distance", 0, 2000, unit="ft", blank="not given")
    column: str = choice("Column of the range table", COLUMNS)
    load: int = number("Readying or loading", 0, 100, unit="rounds")
    aim: int = number("Aiming", 0, 20, unit="rounds")
    thrown: bool = switch("Thrown", help="A shield or a dodge may stop it on the way.")
    impales: Impales = choice("Impales", Impales)
    damage_rating: int | None = number("Damage rating", 0, 9, blank="none")
    note: str = text("Note", longest=200)


def _factor(label: str) -> int | None:
    declared: int | None = number(label, 0, 20, blank="no shot")
    return declared


def stretch(first: int, last: int) -> str:
    """A stretch of distance as a book prints it."""
    return f"{first} ft" if first == last else f"{first}–{last} ft"


@dataclass(frozen=True, slots=True)
class RangeRow:
    """The range factors at one stretch of distance, in feet. `last` is empty where it has no end."""

    first: int = number("From", 0, 5000, unit="ft")
    last: int | None = number("To", 0, 5000, unit="ft", blank="no end")
    stone: int | None = _factor("Stone")
    dagger: int | None = _factor("Dagger, francisca")
    spear: int | None = _factor("Spear")
    javelin: int | None = _factor("Javelin, dart")
    sling: int | None = _factor("Sling")
    bow: int | None = _factor("Bow")
    crossbow: int | None = _factor("Crossbow")

    @property
    def name(self) -> str:
        """The stretch as a book prints it."""
        if self.last is None:
            return f"over {self.first - 1} ft"
        return stretch(self.first, self.last)

    def factor(self, column: str) -> int | None:
        """The factor of one weapon column; None where it cannot shoot that far or that near."""
        found: int | None = getattr(self, column)
        return found


@dataclass(frozen=True, slots=True)
class Location:
    """What an area die strikes from one side: the faces, the part's own name, and its area."""

    view: View = choice("View", View)
    first: int = number("From", 1, 100)
    last: int = number("To", 1, 100)
    name: str = text("Part")
    area: str = choice("Area", AREAS)


@dataclass(frozen=True, slots=True)
class Effect:
    """What one result does."""

    name: str = text("Result")
    effect: str = text("Effect", longest=200)
    rule: str = text("Rule", longest=120)
    kills: bool = switch("Kills")


@dataclass(frozen=True, slots=True)
class Fall:
    """One height: the feat level of the wound before armour, and how many areas may suffer."""

    name: str = text("Height")
    first: int = number("From", 0, 1000, unit="ft")
    last: int | None = number("To", 0, 1000, unit="ft", blank="no end")
    level: int = number("Feat level", -20, 20)
    areas: int = number("Areas", 1, 20, default=1)
    note: str = text("Note", longest=200)


@dataclass(frozen=True, slots=True)
class Hold:
    """One kind of grapple: the area it works on, and whether it is a throw."""

    name: str = text("Grapple")
    area: str = choice("Area", AREAS)
    throw: bool = switch("Throw", help="It ends in a fall, and contact is broken.")


DIFFICULTIES = Table(__name__, "difficulties", Difficulty)
ARMOUR = Table(__name__, "armour", Armour)
WEAPONS = Table(__name__, "weapons", Weapon)
SHIELDS = Table(__name__, "shields", Weapon)
MISSILES = Table(__name__, "missiles", Missile)
RANGES = Stretches(__name__, "ranges", RangeRow, least=0, most=None)
LOCATIONS = Stretches(__name__, "locations", Location, least=1, most=100)
RESULTS = Table(__name__, "results", Effect)
FALLS = Table(__name__, "falls", Fall)
HOLDS = Table(__name__, "holds", Hold)
NUMBERS = Values(__name__, "numbers")
"""Single numbers of the rules."""
TACTICAL = Values(__name__, "tactical")
"""What makes a shot harder or easier."""
RULINGS = Rulings(__name__)


def weapon(key: str) -> Weapon:
    """A close-combat weapon or a shield by its key. Raises `UnknownName`."""
    return SHIELDS[key] if key in SHIELDS else WEAPONS[key]


def held_weapons() -> Iterator[Option]:
    """The weapons that a hand holds, shields last, as options."""
    yield from (option for option in WEAPONS.as_options() if not WEAPONS[option.value].natural)
    yield from SHIELDS.as_options()


def parrying_weapons() -> Iterator[Option]:
    """The held weapons that are no shields, as options."""
    yield from (option for option in WEAPONS.as_options() if not WEAPONS[option.value].natural)


def all_weapons() -> Iterator[Option]:
    """Natural weapons first, then all that a hand holds, as options."""
    yield from (option for option in WEAPONS.as_options() if WEAPONS[option.value].natural)
    yield from held_weapons()
