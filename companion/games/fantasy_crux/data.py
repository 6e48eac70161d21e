"""The game's tables: every number of its rules, each with its source."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from companion.fields import Option, choice, number, switch, text
from companion.tables import Rulings, Table, Values

GAME = "fantasy-crux"


class Die(StrEnum):
    """The dice that roll damage."""

    D3 = "D3"
    D4 = "D4"
    D6 = "D6"
    D8 = "D8"
    D10 = "D10"
    D12 = "D12"

    @property
    def sides(self) -> int:
        """How many faces it has."""
        return int(self.value[1:])


class Size(StrEnum):
    """The Size of a weapon or shield, from the smallest up."""

    LIGHT = "Light"
    MEDIUM = "Medium"
    HEAVY = "Heavy"
    HUGE = "Huge"


class Share(StrEnum):
    """How much of the damage a winning Parry blocks."""

    ALL = "all"
    HALF = "half"
    NOTHING = "nothing"


class Hands(StrEnum):
    """How many hands a weapon takes."""

    ONE = "one hand"
    TWO = "two hands"
    FLEX = "one or two hands"


class RangedKind(StrEnum):
    """What flies: the weapon itself, or what it shoots."""

    THROWN = "thrown"
    MISSILE = "missile"


class Answer(StrEnum):
    """How an item may answer an attack."""

    NO = "no"
    PARRY = "parry"
    GUARD = "guard"


@dataclass(frozen=True, slots=True)
class Weapon:
    """One weapon, shield or bare hand for Close Combat. STR and DEX are minima; 0 is none."""

    name: str = text("Weapon")
    count: int = number("Dice", 0, 10, default=1)
    die: Die = choice("Die", Die)
    plus: int = number("Plus", -5, 30)
    strength: int = number("STR", 0, 100)
    dexterity: int = number("DEX", 0, 100)
    size: Size = choice("Size", Size)
    hands: Hands = choice("Hands", Hands)
    set: bool = switch("Set")
    thrown: bool = switch("Thrown")
    shield: bool = switch("Shield")
    lance: bool = switch("Lance")
    encumbrance: int = number("ENC", 0, 20)
    price: int = number("Price", 0, 100_000, unit="SP")
    note: str = text("Note", longest=200)


@dataclass(frozen=True, slots=True)
class RangedWeapon:
    """One weapon for Ranged Combat. Its Range is `range` metres, or `strength_range` times the user's STR."""

    name: str = text("Weapon")
    kind: RangedKind = choice("Kind", RangedKind)
    count: int = number("Dice", 0, 10, default=1)
    die: Die = choice("Die", Die)
    plus: int = number("Plus", -5, 30)
    range: int = number("Range", 0, 2000, unit="m")
    strength_range: int = number("Range in times STR", 0, 10)
    strength: int = number("STR", 0, 100)
    dexterity: int = number("DEX", 0, 100)
    size: Size = choice("Size", Size)
    close: bool = switch("Close", help="Within 2 m it strikes with Close Combat.")
    hands: Hands = choice("Hands", Hands)
    crossbow: bool = switch("Crossbow")
    encumbrance: int = number("ENC", 0, 20)
    price: int = number("Price", 0, 100_000, unit="SP")
    note: str = text("Note", longest=200)


@dataclass(frozen=True, slots=True)
class Armour:
    """One suit of armour."""

    name: str = text("Armour")
    points: int = number("AP", 0, 30)
    encumbrance: int = number("ENC", 0, 30)
    price: int = number("Price", 0, 100_000, unit="SP")
    note: str = text("Note", longest=200)


@dataclass(frozen=True, slots=True)
class DamageModifier:
    """One row of the Damage Modifier table: from which to which STR + SIZ, and its dice."""

    name: str = text("Damage Modifier")
    first: int = number("From", 1, 200)
    last: int = number("To", 1, 200)
    count: int = number("Dice", 0, 10)
    die: Die = choice("Die", Die)
    negative: bool = switch("Subtracted")


@dataclass(frozen=True, slots=True)
class Position:
    """One row of the position table. `side` says on whose rolls it counts."""

    name: str = text("Circumstance")
    dice: int = number("Dice", -3, 3)
    side: str = choice(
        "Counts on",
        [(name, name) for name in ("attack on it", "own rolls", "own footing", "own sight")],
    )
    kind: str = text("Kind")
    automatic: bool = switch("Automatic critical")
    rule: str = text("Rule", default="fantasy-crux/position#rows", longest=120)
    note: str = text("Note", longest=200)


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a ranged attack. Of one kind only the strongest counts."""

    name: str = text("Condition", longest=80)
    kind: str = text("Kind")
    dice: int = number("Dice", -3, 3)
    each: bool = switch("For each")
    impossible: str = text("Why it cannot be done", longest=120)
    rule: str = text("Rule", default="fantasy-crux/conditions#rows", longest=120)
    note: str = text("Note", longest=200)


@dataclass(frozen=True, slots=True)
class Light:
    """One level of light: its dice on attacks by sight, and by what it divides Movement."""

    name: str = text("Light")
    where: str = text("Where", longest=120)
    dice: int = number("Dice", -3, 0)
    movement: int = number("Movement divided by", 1, 10, default=1)
    sightless: bool = switch("No ranged attack by sight can succeed")
    note: str = text("Note", longest=200)


@dataclass(frozen=True, slots=True)
class Sense:
    """One sense: as which level it sees each level of darkness."""

    name: str = text("Sense")
    partial: str = text("Partial darkness seen as", default="partial")
    darkness: str = text("Darkness seen as", default="darkness")
    pitch: str = text("Pitch black seen as", default="pitch")
    note: str = text("Note", longest=200)

    def sees(self, level: str) -> str:
        """The level of light that this sense makes of another."""
        return {"partial": self.partial, "darkness": self.darkness, "pitch": self.pitch}.get(level, level)


@dataclass(frozen=True, slots=True)
class SizeRow:
    """One step of the ladder of Sizes."""

    name: str = text("Size")
    rank: int = number("Step", 0, 10)


@dataclass(frozen=True, slots=True)
class Blocking:
    """What a winning Parry blocks when the parrying item is `difference` Sizes larger."""

    name: str = text("Parrying item", longest=80)
    difference: int = number("Sizes larger", -4, 4)
    share: Share = choice("Blocks", Share)


@dataclass(frozen=True, slots=True)
class Intensity:
    """One Intensity of a Projected Shaping: its D6 of damage and its Impact Size."""

    name: str = text("Intensity")
    dice: int = number("Damage", 0, 10, unit="D6")
    size: str = text("Impact Size")


@dataclass(frozen=True, slots=True)
class EnemyCondition:
    """One row of the Intimidate table: the dice go to the enemy's roll."""

    name: str = text("The enemy", longest=120)
    dice: int = number("Dice", -3, 3)
    strong: bool = switch("At full strength")
    outnumbers: bool = switch("Outnumbers you")
    lost: int = number("Of its Hit Points or people, one part in so many is gone", 0, 20)
    wounded: bool = switch("Wounded")


@dataclass(frozen=True, slots=True)
class Incoming:
    """One row of "which defence works": what may answer an attack, and with how many dice."""

    name: str = text("Attack", longest=80)
    ranged: bool = switch("Ranged")
    shaping: bool = switch("A Shaping")
    dodge: bool = switch("Dodge")
    dodge_dice: int = number("Dodge dice", -3, 3)
    weapon: Answer = choice("Weapon", Answer)
    weapon_dice: int = number("Weapon dice", -3, 3)
    shield: Answer = choice("Shield", Answer)
    shield_dice: int = number("Shield dice", -3, 3)
    bare: Answer = choice("Bare hands", Answer)
    counter: bool = switch("Counter")
    covered: bool = switch("Shield Cover and terrain help")
    resist: str = text("Resisted with")
    armour: str = text("Armour", longest=80)


WEAPONS = Table(__name__, "weapons", Weapon)
RANGED = Table(__name__, "ranged_weapons", RangedWeapon)
ARMOUR = Table(__name__, "armour", Armour)
DAMAGE_MODIFIERS = Table(__name__, "damage_modifiers", DamageModifier)
POSITION = Table(__name__, "position", Position)
CONDITIONS = Table(__name__, "conditions", Condition)
LIGHT = Table(__name__, "light", Light)
SENSES = Table(__name__, "senses", Sense)
SIZES = Table(__name__, "sizes", SizeRow)
BLOCKING = Table(__name__, "blocking", Blocking)
INTENSITIES = Table(__name__, "intensities", Intensity)
INCOMING = Table(__name__, "defences", Incoming)
ROLLS = Values(__name__, "rolls")
MODIFIERS = Values(__name__, "modifiers")
DAMAGE = Values(__name__, "damage")
SHEET = Values(__name__, "sheet")
ENEMIES = Table(__name__, "intimidate", EnemyCondition)
RULINGS = Rulings(__name__)


SHIELD_COVER = "shield_cover"
"""The key of the Talent among the conditions."""


def of_kind(kind: str) -> Callable[[], Iterable[Option]]:
    """The ranged conditions of one kind as the options of a choice; Shield Cover is a Talent and stands elsewhere."""
    return lambda: [
        option
        for option in CONDITIONS.as_options()
        if CONDITIONS[option.value].kind == kind and option.value != SHIELD_COVER
    ]


def weapons_where(test: Callable[[Weapon], bool]) -> Callable[[], Iterable[Option]]:
    """The Close Combat weapons for which a test holds, as the options of a choice."""
    return lambda: [option for option in WEAPONS.as_options() if test(WEAPONS[option.value])]


def ranged_where(kind: RangedKind) -> Callable[[], Iterable[Option]]:
    """The ranged weapons of one kind, as the options of a choice."""
    return lambda: [option for option in RANGED.as_options() if RANGED[option.value].kind is kind]


BARE_HANDS = "unarmed"
"""The key of bare hands in the table of weapons."""


def armed(weapon: Weapon) -> bool:
    """Whether it is a thing in the hand, and not the hand."""
    return weapon is not WEAPONS[BARE_HANDS]


def rank(size: str) -> int:
    """How far up the ladder a Size stands. Address: fantasy-crux/parry-size#ladder."""
    for row in SIZES.values():
        if row.name == size:
            return row.rank
    raise ValueError(f"the ladder of Sizes has no {size!r}")


def blocked_share(item: str, attack: str) -> Blocking:
    """What a winning ordinary Parry with an item blocks of an attack. Address: fantasy-crux/parry-size#compare."""
    rows = sorted(BLOCKING.values(), key=lambda row: row.difference)
    difference = max(rows[0].difference, min(rows[-1].difference, rank(item) - rank(attack)))
    return next(row for row in rows if row.difference == difference)


def half_up(value: int) -> int:
    """Half of it, rounded up, as every half. Address: fantasy-crux/parry-size#half."""
    return -(-value // 2)
