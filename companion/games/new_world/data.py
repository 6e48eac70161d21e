"""The game's tables: every number of its rules, each with its source."""

from dataclasses import dataclass
from enum import StrEnum

from companion.fields import choice, number, switch, text
from companion.tables import Rulings, Table, Values


class Location(StrEnum):
    """Where a hit lands, from the top of the figure down."""

    HEAD = "Head"
    ARMS = "Arms"
    BODY = "Body"
    LEGS = "Legs"


class Kind(StrEnum):
    """What a weapon is when it is used for what it was made for."""

    MELEE = "melee"
    THROWN = "thrown"
    BOW = "bow"
    SLING = "sling"
    CROSSBOW = "crossbow"
    FIREARM = "firearm"
    ARTILLERY = "artillery"


class Attribute(StrEnum):
    """The attribute that a weapon adds to damage."""

    MIGHT = "Might"
    AGILITY = "Agility"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Group:
    """One weapon group: whoever lacks an advanced one suffers more."""

    name: str = text("Group")
    advanced: bool = switch("Advanced")
    free: bool = switch("Everyone has it", help="Nobody lacks this group.")
    note: str = text("Note", longest=200)


GROUPS = Table(__name__, "groups", Group)


@dataclass(frozen=True, slots=True)
class Band:
    """One band of distance, in squares of 5 feet. `last` is empty where it has no end."""

    name: str = text("Band")
    in_play: str = text("In play", longest=80)
    first: int = number("From", 1, 1000, unit="squares")
    last: int | None = number("To", 1, 1000, unit="squares", blank="no end")


BANDS = Table(__name__, "bands", Band)


@dataclass(frozen=True, slots=True)
class Weapon:
    """One weapon. `kind` is what it is made for; one that is thrown may also be used in hand."""

    name: str = text("Weapon")
    group: str = choice("Group", GROUPS)
    kind: Kind = choice("Kind", Kind, default=Kind.MELEE)
    damage: int = number("Damage", 0, 30)
    attribute: Attribute = choice("Adds in hand", Attribute, default=Attribute.MIGHT)
    ranged_attribute: Attribute = choice("Adds at range", Attribute, default=Attribute.NONE)
    piercing: bool = switch("Piercing")
    band: str | None = choice("Range", BANDS, blank="no range of its own")
    beyond: bool = switch("Shoots one band further", default=True)
    reload: int = number("Reload", 0, 12, unit="rounds")
    hands: int = number("Hands", 0, 2, default=1)
    light: bool = switch("Light")
    natural: bool = switch("Natural", help="A part of the body: it cannot be disarmed.")
    point_blank: bool = switch("Fired at Melee range")
    lance: bool = switch("Lance")
    note: str = text("Note", longest=200)

    @property
    def melee(self) -> bool:
        """Whether it is a melee weapon in the hand (a bow is not: there it is improvised)."""
        return self.kind in (Kind.MELEE, Kind.THROWN)

    @property
    def ranged(self) -> bool:
        """Whether it can be thrown or shot."""
        return self.kind is not Kind.MELEE


@dataclass(frozen=True, slots=True)
class LocationRow:
    """The faces of the location die that strike one location."""

    name: str = text("Location")
    first: int = number("From", 1, 6)
    last: int = number("To", 1, 6)


@dataclass(frozen=True, slots=True)
class Armour:
    """One piece of armour: its value at each location it covers, and what it takes off Movement."""

    name: str = text("Armour")
    head: int = number("Head", 0, 12)
    arms: int = number("Arms", 0, 12)
    body: int = number("Body", 0, 12)
    legs: int = number("Legs", 0, 12)
    movement: int = number("Movement", -3, 0)
    note: str = text("Note", longest=200)


@dataclass(frozen=True, slots=True)
class Shield:
    """One shield: what it adds to each Defence, within the limit on bonuses."""

    name: str = text("Shield")
    melee: int = number("Melee Defence", 0, 3)
    ranged: int = number("Ranged Defence", 0, 3)
    note: str = text("Note", longest=200)


WEAPONS = Table(__name__, "weapons", Weapon)
LOCATIONS = Table(__name__, "locations", LocationRow)
ARMOUR = Table(__name__, "armour", Armour)
SHIELDS = Table(__name__, "shields", Shield)
MODIFIERS = Values(__name__, "modifiers")
"""The modifiers to the attack roll."""
DEFENCE = Values(__name__, "defence")
"""The modifiers to a Defence, and the limit on its bonuses."""
DAMAGE = Values(__name__, "damage")
"""The numbers of the damage roll."""
FIREARMS = Values(__name__, "firearms")
"""The numbers of powder and loading."""
RULINGS = Rulings(__name__)


def location_of(face: int) -> Location:
    """The location that a face of the location die strikes. Address: new-world/attack#location."""
    for row in LOCATIONS.values():
        if row.first <= face <= row.last:
            return Location(row.name)
    raise ValueError(f"the location table has no row for {face}")


def faces_of(location: Location) -> int:
    """How many of the six faces strike a location."""
    return sum(row.last - row.first + 1 for row in LOCATIONS.values() if row.name == location)


def band_at(paces: int) -> str:
    """The key of the band that a distance in paces lies in. Address: new-world/range#bands."""
    for key, band in BANDS.items():
        if band.first <= paces and (band.last is None or paces <= band.last):
            return key
    raise ValueError(f"no band holds a distance of {paces} paces")
