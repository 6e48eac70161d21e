"""The situation of one blow or shot: what is on the two sheets, on the ground and in the hand.

Every act that ends in an attack (an attack, a Swift Attack, a free attack, a feint and what follows it) shares
these fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.errors import UnknownName
from companion.fields import Option, choice, number, ruling, switch
from companion.games.new_world.data import (
    BANDS,
    RULINGS,
    SHIELDS,
    WEAPONS,
    Attribute,
    Kind,
    Weapon,
)

THROWN = "-thrown"
"""What the name of a weapon ends in where it is thrown instead of used in the hand."""


def weapon_options() -> Iterator[Option]:
    """Every weapon as it can be used: in the hand, shot, or thrown."""
    for option in WEAPONS.as_options():
        yield option
        if WEAPONS[option.value].kind is Kind.THROWN:
            yield Option(option.value + THROWN, f"{option.label}, thrown", option.help, option.source)


def wielded(use: str) -> tuple[Weapon, bool]:
    """The weapon of an option of `weapon_options`, and whether it is used at range. Raises `UnknownName`."""
    if use.endswith(THROWN) and use not in WEAPONS:
        return WEAPONS[use.removesuffix(THROWN)], True
    if use not in WEAPONS:
        raise UnknownName("weapon", use, [option.value for option in weapon_options()])
    return WEAPONS[use], not WEAPONS[use].melee


def melee_options() -> tuple[Option, ...]:
    """The options that are melee attacks, for acts that allow no other."""
    return tuple(option for option in weapon_options() if not wielded(option.value)[1])


def melee_uses() -> tuple[str, ...]:
    """The options that are melee attacks."""
    return tuple(option.value for option in melee_options())


def ranged_uses() -> tuple[str, ...]:
    """The options that are ranged attacks."""
    return tuple(option.value for option in weapon_options() if wielded(option.value)[1])


def powder_uses() -> tuple[str, ...]:
    """The options that burn powder."""
    return _of(lambda weapon: weapon.kind in (Kind.FIREARM, Kind.ARTILLERY))


def loaded_uses() -> tuple[str, ...]:
    """The options that must be loaded before each shot."""
    return _of(lambda weapon: weapon.reload > 0)


def brawling_uses() -> tuple[str, ...]:
    """The options that use the Brawling group."""
    return _of(lambda weapon: weapon.group == "brawling")


def _of(test: Callable[[Weapon], bool]) -> tuple[str, ...]:
    return tuple(option.value for option in weapon_options() if test(wielded(option.value)[0]))


class Cover(StrEnum):
    """How much of the target is hidden."""

    NONE = "none"
    LIGHT = "light"
    HEAVY = "heavy"
    FULL = "full"


class TargetIs(StrEnum):
    """What the target is to a rider."""

    ON_FOOT = "on foot"
    MOUNTED = "mounted"
    LARGE = "Large or bigger"


class Sharpshooter(StrEnum):
    """What a Sharpshooter takes a point off."""

    NO = "no such talent"
    RANGE = "the range penalty"
    COVER = "the target's cover"


class Powder(StrEnum):
    """The state of the powder."""

    DRY = "dry"
    DAMP = "damp"
    SOAKED = "soaked"


class YesNo(StrEnum):
    """A yes or no that may also be left to the weapon table."""

    YES = "yes"
    NO = "no"


_TABLE = "from the weapon table"
_MELEE = {"weapon": melee_uses}
_RANGED = {"weapon": ranged_uses}
_FOR_MELEE = "only for a melee attack"
_FOR_RANGED = "only for a ranged attack"
_FOR_POWDER = "only a weapon that burns powder can misfire"
_FOR_STRAY = "only where an ally is in melee with the target"
_INTO_MELEE = {"weapon": ranged_uses, "into_melee": True}


@dataclass(frozen=True, slots=True)
class Strike:
    """One blow in melee: what is on the sheets, on the ground and in the hand."""

    weapon: str = choice("Weapon", melee_options, default="smallsword")
    skill: int = number("Your Melee Skill", 0, 20, default=5)
    rank: int = number("Your rank in the weapon's group", 0, 6, default=1, help="Trained is +1.")
    defence: int = number("Target's Melee Defence", 0, 40, default=10, help="Before all that follows.")
    might: int = number("Might", -5, 20, default=2, group="You")
    agility: int = number("Agility", -5, 20, default=5, group="You")
    fatigue: int = number("Fatigue", 0, 10, group="You", unit="points")
    lacking: bool = switch("You lack the weapon's group", group="You")
    talent: int = number("A talent's bonus on this roll", 0, 6, group="You")
    second_talent: int = number("Another talent's bonus", 0, 6, group="You")
    pugilist: bool = switch("Pugilist", group="You", when={"weapon": "unarmed"}, why="only for an unarmed blow")
    street_fighting: bool = switch(
        "Street Fighting", group="You", when={"weapon": brawling_uses}, why="only for Brawling"
    )
    other: int = number("Anything else on the roll", -10, 10, group="You")
    endurance: int = number("Endurance", 0, 30, default=3, group="Your target")
    head: int = number("Armour on the head", 0, 20, group="Your target")
    arms: int = number("Armour on the arms", 0, 20, group="Your target")
    body: int = number("Armour on the body", 0, 20, default=2, group="Your target")
    legs: int = number("Armour on the legs", 0, 20, group="Your target")
    shield: str = choice("Shield", SHIELDS, default="none", group="Your target")
    defence_bonus: int = number(
        "Talents and spells that add to Defence", 0, 10, group="Your target", help="They fall under the limit."
    )
    other_defence: int = number(
        "Anything else on the Defence", -10, 10, group="Your target", help="Outside the limit on bonuses."
    )
    target_all_out_attack: bool = switch("Used All Out Attack", group="Your target")
    target_all_out_defence: bool = switch("Used All Out Defence", group="Your target")
    target_parrying: bool = switch("In Parrying Stance", group="Your target", when=_MELEE, why=_FOR_MELEE)
    target_ran: bool = switch("Ran since its last turn", group="Your target")
    target_prone: bool = switch("Prone", group="Your target")
    attackers: int = number(
        "Able attackers around the target, you included", 1, 20, default=1, group="Melee", when=_MELEE, why=_FOR_MELEE
    )
    higher_ground: bool = switch("You stand on higher ground", group="Melee", when=_MELEE, why=_FOR_MELEE)
    mounted: bool = switch("You ride", group="Melee", when=_MELEE, why=_FOR_MELEE)
    target_is: TargetIs = choice(
        "The target is",
        TargetIs,
        group="Melee",
        when={"weapon": melee_uses, "mounted": True},
        why="only where you ride",
    )
    own_damage: int | None = number("Damage", 0, 40, blank=_TABLE, group="Own values for the weapon")
    own_attribute: Attribute | None = choice(
        "Adds to damage", Attribute, blank=_TABLE, group="Own values for the weapon"
    )
    own_piercing: YesNo | None = choice("Piercing", YesNo, blank=_TABLE, group="Own values for the weapon")
    stat_choice: str = ruling(RULINGS, "stat_choice")
    one_talent_per_roll: str = ruling(RULINGS, "one_talent_per_roll")


@dataclass(frozen=True, slots=True)
class Shot(Strike):
    """One blow or shot: what is shot or thrown uses Ranged Skill against Ranged Defence."""

    weapon: str = choice("Weapon", weapon_options, default="smallsword")
    skill: int = number(
        "Your Melee or Ranged Skill", 0, 20, default=5, help="Ranged Skill for all that is shot or thrown."
    )
    defence: int = number("Target's Melee or Ranged Defence", 0, 40, default=10, help="Before all that follows.")
    sharpshooter: Sharpshooter = choice(
        "Sharpshooter takes a point off", Sharpshooter, group="You", when=_RANGED, why=_FOR_RANGED
    )
    cover: Cover = choice("Cover", Cover, group="Your target", when=_RANGED, why=_FOR_RANGED)
    distance: int = number(
        "Distance", 1, 1000, default=5, group="Shooting", unit="paces", when=_RANGED, why=_FOR_RANGED
    )
    foe_in_reach: bool = switch(
        "A foe is in reach of you, the target is not", group="Shooting", when=_RANGED, why=_FOR_RANGED
    )
    into_melee: bool = switch(
        "The target is in melee with an ally of yours", group="Shooting", when=_RANGED, why=_FOR_RANGED
    )
    ally_endurance: int = number(
        "The ally's Endurance", 0, 30, default=3, group="Shooting", when=_INTO_MELEE, why=_FOR_STRAY
    )
    ally_armour: int = number(
        "The ally's armour, everywhere", 0, 20, group="Shooting", when=_INTO_MELEE, why=_FOR_STRAY
    )
    loaded: bool = switch(
        "Loaded",
        default=True,
        group="Shooting",
        when={"weapon": loaded_uses},
        why="only for weapons that are reloaded",
    )
    powder: Powder = choice("Powder", Powder, group="Shooting", when={"weapon": powder_uses}, why=_FOR_POWDER)
    magic: bool = switch(
        "Magic or a rune device within sight, this round or the last",
        group="Shooting",
        when={"weapon": powder_uses},
        why=_FOR_POWDER,
    )
    own_band: str | None = choice(
        "Range", BANDS, blank=_TABLE, group="Own values for the weapon", when=_RANGED, why=_FOR_RANGED
    )
    stray_can_crit: str = ruling(RULINGS, "stray_can_crit")
    artillery_is_firearm: str = ruling(RULINGS, "artillery_is_firearm")
