"""The situation of one attack: what is on the two sheets, in the hands and on the ground."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from companion.fields import Option, choice, number, ruling, switch
from companion.games.darkmaster.data import RULINGS, SHIELDS, WEAPONS, Armour, Column, Kind, Weapon


def options_of(test: Callable[[Weapon], bool]) -> tuple[Option, ...]:
    """The weapons of the table that pass a test, as options."""
    return tuple(option for option in WEAPONS.as_options() if test(WEAPONS[option.value]))


def keys_of(test: Callable[[Weapon], bool]) -> tuple[str, ...]:
    """The keys of the weapons that pass a test."""
    return tuple(key for key, weapon in WEAPONS.items() if test(weapon))


def weapon_options() -> tuple[Option, ...]:
    """All weapons; shields strike by a rule of their own."""
    return options_of(lambda weapon: weapon.shield is None)


def melee_options() -> tuple[Option, ...]:
    """The weapons for the hand."""
    return options_of(lambda weapon: not weapon.ranged and weapon.shield is None)


def bash_options() -> tuple[Option, ...]:
    """The shields that strike."""
    return options_of(lambda weapon: weapon.shield is not None)


def ranged_options() -> tuple[Option, ...]:
    """The weapons that are shot or thrown."""
    return options_of(lambda weapon: weapon.ranged)


def _melee() -> tuple[str, ...]:
    return keys_of(lambda weapon: not weapon.ranged)


def _ranged() -> tuple[str, ...]:
    return keys_of(lambda weapon: weapon.ranged)


def _thrown() -> tuple[str, ...]:
    return keys_of(lambda weapon: weapon.kind is Kind.THROWN)


def _flexible() -> tuple[str, ...]:
    return keys_of(lambda weapon: weapon.hand_and_a_half)


def _reaching() -> tuple[str, ...]:
    return keys_of(lambda weapon: weapon.reach)


class Position(StrEnum):
    """Where the attacker stands to the target."""

    FRONT = "in front"
    FLANK = "at the flank"
    REAR = "behind"


class Quality(StrEnum):
    """How well the weapon is made."""

    PLAIN = "plain"
    SUPERIOR = "superior"
    MASTERWORK = "masterwork"
    LOW = "low"


class Cover(StrEnum):
    """How much of the target is hidden from a missile."""

    NONE = "none"
    PARTIAL = "partial"
    FULL = "full"


class Tough(StrEnum):
    """How much of a Critical Strike the target shrugs off."""

    NO = "no"
    HEROIC = "heroic"
    EPIC = "epic"


MELEE = {"weapon": _melee}
RANGED = {"weapon": _ranged}
FOR_MELEE = "only for a melee attack"
FOR_RANGED = "only for what is shot or thrown"
_TABLE = "from the weapon table"


@dataclass(frozen=True, slots=True)
class Strike:
    """One attack. A weapon that is shot or thrown uses the Ranged skill."""

    weapon: str = choice("Weapon", weapon_options, default="longsword")
    cmb: int = number("Your CMB", -100, 400, default=75, help="The combat skill of the weapon, before Parry.")
    parry: int = number("Of it, spent on Parry", 0, 400)
    defence: int = number(
        "Your target's DEF", -100, 300, default=25, help="Swiftness and what is special; shield, Parry and cover below."
    )
    armour: Armour = choice("Your target's armour", Armour)

    own_shield: str = choice("Your own shield", SHIELDS, default="none", group="You", help="Large ones cost CMB.")
    quality: Quality = choice("Quality of the weapon", Quality, group="You")
    one_hand: bool = switch(
        "In one hand", group="You", when={"weapon": _flexible}, why="only for hand-and-a-half weapons"
    )
    second_line: bool = switch(
        "From the second line", group="You", when={"weapon": _reaching}, why="only for weapons with Reach"
    )
    higher_ground: bool = switch("You have Higher Ground", group="You", when=MELEE, why=FOR_MELEE)
    prone: bool = switch("You are Prone", group="You")
    held: bool = switch("You are Held", group="You")
    bruised: bool = switch("You are Bruised", group="You", help="Below half of your hit points.")
    half_action: bool = switch("A Half Action besides", group="You", help="A Full and a Half Action in one round.")
    feint: int = number("Margin of a Feint you won", 0, 500, group="You", help="On every attack of that round.")
    other: int = number("Anything else on the roll", -500, 500, group="You")

    foe_parry: int = number("CMB that your target Parries with", 0, 400, group="Your target")
    shield: str = choice("Your target's shield", SHIELDS, default="none", group="Your target")
    position: Position = choice("You stand", Position, group="Your target")
    shield_side: bool = switch(
        "Its shield is on your side", default=True, group="Your target", when={"position": Position.FLANK},
        why="only at the flank",
    )  # fmt: skip
    target_aiming: bool = switch("Is Aiming", group="Your target")
    target_prone: bool = switch("Is Prone", group="Your target")
    target_stunned: bool = switch("Is Stunned", group="Your target")
    target_surprised: bool = switch("Is Surprised", group="Your target")
    target_held: bool = switch("Is Held", group="Your target")
    tough: Tough = choice(
        "A creature beyond the common", Tough, group="Your target", help="Heroic and epic ones take milder criticals."
    )

    distance: int = number("Distance", 0, 2000, default=3, unit="m", group="Shooting", when=RANGED, why=FOR_RANGED)
    cover: Cover = choice("Its cover", Cover, group="Shooting", when=RANGED, why=FOR_RANGED)
    engaged: bool = switch("You are Engaged", group="Shooting", when=RANGED, why=FOR_RANGED)
    readied: bool = switch(
        "The thrown weapon is readied", default=True, group="Shooting", when={"weapon": _thrown, "engaged": True},
        why="only for a throw while Engaged",
    )  # fmt: skip
    target_engaged: bool = switch("Your target is Engaged", group="Shooting", when=RANGED, why=FOR_RANGED)
    own_foe: bool = switch(
        "It is the foe you fight with", default=True, group="Shooting",
        when={"weapon": _ranged, "engaged": True, "target_engaged": True}, why="only where both are Engaged",
    )  # fmt: skip
    magical: bool = switch("The missile is magical", group="Shooting", when=RANGED, why=FOR_RANGED)
    unprepared: bool = switch("An unprepared shot", group="Shooting", when=RANGED, why=FOR_RANGED)

    own_column: Column | None = choice("Attack table", Column, blank=_TABLE, group="Own values for the weapon")
    own_clumsy: int | None = number("Clumsy Range up to", 0, 20, blank=_TABLE, group="Own values for the weapon")
    own_most: int | None = number("Highest result", 10, 175, blank=_TABLE, group="Own values for the weapon")
    own_fumble: int | None = number("On the Fumble Table", -50, 100, blank=_TABLE, group="Own values for the weapon")

    fumble_needs_miss: str = ruling(RULINGS, "fumble_needs_miss")
    two_handed_parry: str = ruling(RULINGS, "two_handed_parry")
    held_def: str = ruling(RULINGS, "held_def")
    cover_vs_own_foe: str = ruling(RULINGS, "cover_vs_own_foe")
