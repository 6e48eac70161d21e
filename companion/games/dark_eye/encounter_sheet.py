"""The sheet of one who fights, what holds for the whole fight, and what is announced for a round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.fields import Option, choice, many, number, rows, switch, text
from companion.games.dark_eye.botches import Botches
from companion.games.dark_eye.data import (
    ARMOUR,
    MANOEUVRES,
    RANGED,
    SHIELDS,
    SIGHT,
    SIZES,
    WATER,
    WEAPONS,
    Reach,
)
from companion.games.dark_eye.situation import Defender, Swimmer

MISSILES = 2
"""So many missile weapons have their own count of ammunition and loading."""


class Ability(StrEnum):
    """A special ability that the fight asks for. Addresses: dark-eye/manoeuvres#one-each, dark-eye/disarm#attack."""

    ONSLAUGHT = "onslaught"
    STANCE = "defensive-stance"
    DISARM = "disarm"
    HOLD = "hold"
    ENEMY_SENSE = "enemy-sense"
    QUICK_DRAW = "quick-draw"

    @property
    def label(self) -> str:
        """The ability's name."""
        return self.value.replace("-", " ").title()


class Announced(StrEnum):
    """What is announced as the round begins. Addresses: dark-eye/manoeuvres#onslaught, #stance."""

    NOTHING = "nothing"
    ONSLAUGHT = "onslaught"
    STANCE = "stance"

    @property
    def label(self) -> str:
        """It in words."""
        return {"nothing": "nothing", "onslaught": "an Onslaught", "stance": "the defensive stance"}[self]


class Ambushed(StrEnum):
    """Who has walked into an ambush."""

    NOBODY = "nobody"
    PARTY = "party"
    FOES = "foes"
    OTHERS = "others"

    @property
    def label(self) -> str:
        """Who, in words."""
        return {"nobody": "nobody", "party": "the party", "foes": "the foes", "others": "the others"}[self]


def learnable() -> Iterator[Option]:
    """The basic manoeuvres that can be learned."""
    return (option for option in MANOEUVRES.as_options() if MANOEUVRES[option.value].ability)


@dataclass(frozen=True, slots=True)
class Arm:
    """One melee weapon with the values on the sheet, before the weapon's own modifiers."""

    name: str = text("Called", longest=30, help="Nothing for its name in the weapon table.")
    weapon: str = choice("Weapon", WEAPONS, default="longsword")
    at: int = number("Attack (AT)", 0, 40, default=12)
    pa: int = number("Parry (PA)", 0, 40, default=8)
    damage_bonus: int = number("Damage bonus", 0, 20)
    dice: int | None = number("Damage dice", 1, 4, unit="d6", blank="from the weapon table")
    plus: int | None = number("Added to the damage dice", -5, 30, blank="from the weapon table")
    reach: Reach | None = choice("Reach", Reach, blank="from the weapon table")
    off_hand: bool = switch("In the off hand")

    @property
    def label(self) -> str:
        """What it is called."""
        return self.name.strip() or WEAPONS[self.weapon].name


@dataclass(frozen=True, slots=True)
class Missile:
    """One missile weapon, with what there is to shoot or throw."""

    weapon: str = choice("Weapon", RANGED, default="short-bow")
    rc: int = number("Ranged combat (RC)", 0, 40, default=12)
    damage_bonus: int = number("Damage bonus", 0, 20)
    ammunition: int | None = number("Arrows, bolts or blades", 0, 200, blank="not counted")
    loaded: bool = switch("Ready as the fight begins", default=True)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One who fights, as the calculators ask: values without conditions, armour's Encumbrance included."""

    max_lp: int = number("Life points at most", 1, 500, default=31, unit="LP", group="Life and pace")
    ini: int = number("Initiative base", 0, 40, default=12, unit="INI", group="Life and pace")
    mov: int = number("Movement (MOV)", 0, 30, default=8, unit="yards", group="Life and pace")

    arms: tuple[Arm, ...] = rows("Melee weapons, the usual one first", Arm, default=(Arm(),), most=6, group="Weapons")
    missiles: tuple[Missile, ...] = rows("Missile weapons", Missile, most=MISSILES, group="Weapons")
    brawling_at: int = number("Brawling: attack (AT)", 0, 40, default=8, group="Weapons")
    brawling_pa: int = number("Brawling: parry (PA)", 0, 40, default=5, group="Weapons")

    dodge: int = number("Dodge", 0, 40, default=7, group="Defence")
    shield: str = choice("In the other hand", SHIELDS, default="none", group="Defence")
    shield_pa: int = number(
        "Shields: parry (PA)", 0, 40, default=8, group="Defence", help="Without the shield's bonus."
    )
    armour: str = choice("Armour", ARMOUR, default="none", group="Defence")
    pro: int | None = number("Protection (PRO)", 0, 30, group="Defence", blank="from the armour")
    encumbrance: int | None = number("Encumbrance", 0, 8, group="Defence", unit="levels", blank="from the armour")
    size: str = choice("Size", SIZES, default="medium", group="Defence")
    defender: Defender = choice("In defence", Defender, default=Defender.ORDINARY, group="Defence")

    abilities: tuple[Ability, ...] = many("Special abilities", Ability, group="Abilities")
    manoeuvres: tuple[str, ...] = many("Basic manoeuvres", learnable, group="Abilities")
    swimmer: Swimmer = choice("In water, has learned", Swimmer, group="Abilities")

    courage: int = number("Courage", 1, 25, default=13, group="Attributes and skills")
    agility: int = number("Agility", 1, 25, default=13, group="Attributes and skills")
    constitution: int = number("Constitution", 1, 25, default=13, group="Attributes and skills")
    strength: int = number("Strength", 1, 25, default=13, group="Attributes and skills")
    body_control: int = number("Body Control (SR)", 0, 25, default=4, group="Attributes and skills")
    self_control: int = number("Self-Control (SR)", 0, 25, default=4, group="Attributes and skills")
    feat_of_strength: int = number("Feat of Strength (SR)", 0, 25, default=4, group="Attributes and skills")


@dataclass(frozen=True, slots=True)
class Scene:
    """What holds for the whole fight, unless a state says otherwise of somebody."""

    ambushed: Ambushed = choice("Walks into an ambush", Ambushed, help="Who is surprised as the fight begins.")
    cramped: bool = switch("The place is cramped")
    water: str = choice("Water", WATER, default="dry")
    sight: str = choice("Sight", SIGHT, default="clear")
    distance: int = number("Distance of shots", 0, 400, default=20, unit="yards", help="Each shot can have its own.")
    botches: Botches = choice("Botches", Botches)


@dataclass(frozen=True, slots=True)
class Declared:
    """What somebody announces for the round."""

    announced: Announced = choice("For this round", Announced)
