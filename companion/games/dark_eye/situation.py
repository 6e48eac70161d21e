"""The situation of a blow in melee: what is on the two sheets, around the fighters and in their hands.

`Strike` holds what every melee attack asks for, an attack of opportunity included; `Melee` adds the foe's defence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.fields import Option, choice, number, ruling, switch
from companion.games.dark_eye.data import ARMOUR, RULINGS, SHIELDS, SIGHT, SIZES, TECHNIQUES, WATER, WEAPONS, Reach


class Holder(StrEnum):
    """Who something is true of."""

    NOBODY = "nobody"
    BOTH = "both"
    YOU = "you"
    FOE = "foe"

    @property
    def label(self) -> str:
        """The holder in words."""
        return "your foe" if self is Holder.FOE else self.value

    @property
    def yours(self) -> bool:
        """Whether it is true of you."""
        return self in (Holder.YOU, Holder.BOTH)

    @property
    def foes(self) -> bool:
        """Whether it is true of your foe."""
        return self in (Holder.FOE, Holder.BOTH)


class Position(StrEnum):
    """Who stands to advantage: on a table, uphill, in the rigging. Two who do gain nothing by it."""

    NOBODY = "nobody"
    YOU = "you"
    FOE = "foe"

    @property
    def label(self) -> str:
        """The holder in words."""
        return {"nobody": "neither or both", "you": "you", "foe": "your foe"}[self]


class Swimmer(StrEnum):
    """What somebody has learned about fighting in water."""

    NOTHING = "nothing"
    COMBAT_IN_WATER = "Combat in Water"
    UNDERWATER = "Underwater Combat"


class Kind(StrEnum):
    """How the foe defends."""

    PARRY = "parry"
    SHIELD = "shield parry"
    DODGE = "dodge"
    NONE = "none"

    @property
    def label(self) -> str:
        """The defence in words."""
        return {
            "parry": "parries with the weapon",
            "shield parry": "parries with the shield",
            "dodge": "dodges",
            "none": "no defence (surprised, held down, or not wanted)",
        }[self]


class Defender(StrEnum):
    """How often somebody may defend in a round."""

    HERO = "hero"
    ORDINARY = "ordinary"
    CREATURE = "creature"

    @property
    def label(self) -> str:
        """Who that is, in words."""
        return {
            "hero": "a hero, or a being with fate points: again and again, each time harder",
            "ordinary": "anybody else: once a round",
            "creature": "a creature that is no humanoid: always at full value",
        }[self]


def grips() -> tuple[str, ...]:
    """The weapons that one may hold in one hand or in two. Address: dark-eye/grip#not-with."""
    return tuple(key for key, weapon in WEAPONS.items() if weapon.hands == 1 and TECHNIQUES[weapon.technique].grip)


def unarmed_options() -> Iterator[Option]:
    """The weapons of a wrestler: bare hands and what is part of the body."""
    return (option for option in WEAPONS.as_options() if WEAPONS[option.value].technique == "brawling")


GRIP_WHY = "not with this weapon: it needs both hands anyway, or its technique does not allow the grip"


@dataclass(frozen=True, slots=True)
class Strike:
    """A melee attack as far as it is yours, and what stands between it and the target's life points."""

    at: int = number("Your attack (AT)", 0, 40, default=12, help="From the sheet, before all that follows.")
    weapon: str = choice("Your weapon", WEAPONS, default="longsword")
    foe_weapon: str = choice("Your foe's weapon", WEAPONS, default="longsword", help="Its reach counts.")

    damage_bonus: int = number(
        "Damage bonus",
        0,
        20,
        group="You",
        help="One for each point of the lead attribute above the weapon's threshold.",
    )
    own_dice: int | None = number("Damage dice", 1, 4, group="You", unit="d6", blank="from the weapon table")
    own_plus: int | None = number("Added to the damage dice", -5, 30, group="You", blank="from the weapon table")
    own_reach: Reach | None = choice("Reach", Reach, group="You", blank="from the weapon table")
    shield: str = choice("In your other hand", SHIELDS, default="none", group="You")
    two_handed: bool = switch(
        "You hold the one-handed weapon in two hands", group="You", when={"weapon": grips}, why=GRIP_WHY
    )
    off_hand: bool = switch("You strike with the off hand", group="You")
    two_weapons: bool = switch("You attack with two weapons", group="You")
    pain: int = number("Pain", 0, 4, group="You", unit="levels")
    pain_overcome: bool = switch(
        "You stay conscious all the same", group="You", when={"pain": (4,)}, why="only at Pain IV"
    )
    encumbrance: int = number("Encumbrance", 0, 4, group="You", unit="levels")
    others: int = number("Stupor, Fear, Confusion and Paralysis together", 0, 12, group="You", unit="levels")
    prone: bool = switch("You are prone", group="You")
    size: str = choice("Your size", SIZES, default="medium", group="You")
    other: int = number("Anything else on your attack", -20, 20, group="You")

    position: Position = choice("Who has the advantageous position", Position, group="Place and sight")
    cramped: Holder = choice("Whose space is cramped", Holder, group="Place and sight")
    water: str = choice("You are", WATER, default="dry", group="Place and sight")
    swimmer: Swimmer = choice("You have learned", Swimmer, group="Place and sight")
    sight: str = choice("How you see your foe", SIGHT, default="clear", group="Place and sight")

    foe_size: str = choice("Your foe's size", SIZES, default="medium", group="Your foe")
    armour: str = choice("Your foe's armour", ARMOUR, default="none", group="Your foe")
    pro: int | None = number("Protection (PRO)", 0, 30, group="Your foe", blank="from the armour")
    foe_max_lp: int | None = number(
        "Your foe's life points at most", 1, 500, group="Your foe", unit="LP", blank="not counted"
    )
    foe_lp: int | None = number("Life points left now", -50, 500, group="Your foe", unit="LP", blank="all of them")

    halving: str = ruling(RULINGS, "halving")
    rounding: str = ruling(RULINGS, "rounding")
    cramped_item: str = ruling(RULINGS, "cramped_item")
    pain_marks: str = ruling(RULINGS, "pain_marks")
    low_life: str = ruling(RULINGS, "low_life")


@dataclass(frozen=True, slots=True)
class Melee(Strike):
    """A melee attack against a foe who may defend."""

    pa: int = number(
        "Your foe's defence", 0, 40, default=8, help="Parry, shield parry or dodge from the sheet, before what follows."
    )
    defence: Kind = choice("Your foe", Kind)
    from_behind: bool = switch("You attack from behind", group="Your foe's defence")
    defences_made: int = number("Defences already made this round", 0, 12, group="Your foe's defence")
    defender: Defender = choice("Your foe is", Defender, group="Your foe's defence")
    foe_shield: str = choice("In your foe's other hand", SHIELDS, default="none", group="Your foe's defence")
    foe_two_handed: bool = switch(
        "Your foe holds the one-handed weapon in two hands",
        group="Your foe's defence",
        when={"foe_weapon": grips},
        why=GRIP_WHY,
    )
    foe_stance: bool = switch("Your foe took the defensive stance", group="Your foe's defence")
    foe_pain: int = number("Pain", 0, 4, group="Your foe's defence", unit="levels")
    foe_pain_overcome: bool = switch(
        "Your foe stays conscious all the same",
        group="Your foe's defence",
        when={"foe_pain": (4,)},
        why="only at Pain IV",
    )
    foe_encumbrance: int | None = number(
        "Encumbrance", 0, 8, group="Your foe's defence", unit="levels", blank="from the armour"
    )
    foe_others: int = number(
        "Stupor, Fear, Confusion and Paralysis together", 0, 12, group="Your foe's defence", unit="levels"
    )
    foe_prone: bool = switch("Your foe is prone", group="Your foe's defence")
    foe_bound: bool = switch("Your foe is bound", group="Your foe's defence")
    foe_water: str = choice("Your foe is", WATER, default="dry", group="Your foe's defence")
    foe_swimmer: Swimmer = choice("Your foe has learned", Swimmer, group="Your foe's defence")
    foe_sight: str = choice("How your foe sees you", SIGHT, default="clear", group="Your foe's defence")
    foe_other: int = number("Anything else on the defence", -20, 20, group="Your foe's defence")

    low_attack: str = ruling(RULINGS, "low_attack")
    confirming: str = ruling(RULINGS, "confirming")
    water_dodge: str = ruling(RULINGS, "water_dodge")
