"""The situation of a shot or throw: shooter, target, distance, and the target's defence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.fields import choice, number, ruling, switch
from companion.games.dark_eye.botches import Botches
from companion.games.dark_eye.data import ARMOUR, RANGED, RULINGS, SHIELDS, SIGHT, SIZES, WATER
from companion.games.dark_eye.situation import Defender


class Pace(StrEnum):
    """How far somebody moved in the last action."""

    STILL = "still"
    SLOW = "slow"
    FAST = "fast"

    @property
    def label(self) -> str:
        """The pace in words."""
        return {"still": "not at all", "slow": "up to 4 yards", "fast": "5 yards or more"}[self]


class Mount(StrEnum):
    """What the shooter's mount does."""

    NONE = "none"
    STANDS = "stands"
    WALKS = "walks"
    TROTS = "trots"
    GALLOPS = "gallops"

    @property
    def label(self) -> str:
        """The mount in words."""
        return "on foot" if self is Mount.NONE else f"mounted; the mount {self.value}"


class Cover(StrEnum):
    """How much of the target is covered; it then counts as no larger than a size that goes with it."""

    NONE = "none"
    CHEST = "chest"
    MOST = "most"

    @property
    def label(self) -> str:
        """The cover in words."""
        return {"none": "no cover", "chest": "cover up to the chest", "most": "only a quarter to be seen"}[self]

    @property
    def size(self) -> str:
        """The size that the target then counts as, at most. Address: dark-eye/ranged#cover."""
        return {"none": "", "chest": "small", "most": "tiny"}[self]


class ShotDefence(StrEnum):
    """How a target can meet a shot: a weapon cannot parry it."""

    DODGE = "dodge"
    SHIELD = "shield parry"
    NONE = "none"

    @property
    def label(self) -> str:
        """The defence in words."""
        return {"dodge": "dodges", "shield parry": "parries with the shield", "none": "no defence"}[self]


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot or throw at one target."""

    rc: int = number("Your ranged combat value (RC)", 0, 40, default=12)
    weapon: str = choice("Your weapon", RANGED, default="short-bow")
    distance: int = number("Distance", 0, 400, default=20, unit="yards")
    pa: int = number("Your target's defence", 0, 40, default=7, help="Dodge, or shield parry, from the sheet.")
    defence: ShotDefence = choice("Your target", ShotDefence)

    aim: int = number("Actions of aiming", 0, 4, group="You")
    damage_bonus: int = number("Damage bonus", 0, 20, group="You")
    moved: Pace = choice("You moved", Pace, group="You")
    mount: Mount = choice("You are", Mount, group="You")
    in_melee: bool = switch("You are in melee yourself", group="You")
    loaded: bool = switch("The weapon is ready to be used", default=True, group="You")
    pain: int = number("Pain", 0, 4, group="You", unit="levels")
    pain_overcome: bool = switch(
        "You stay conscious all the same", group="You", when={"pain": (4,)}, why="only at Pain IV"
    )
    encumbrance: int = number("Encumbrance", 0, 4, group="You", unit="levels")
    others: int = number("Stupor, Fear, Confusion and Paralysis together", 0, 12, group="You", unit="levels")
    water: str = choice("Where you stand", WATER, default="dry", group="You")
    sight: str = choice("How you see your target", SIGHT, default="clear", group="You")
    other: int = number("Anything else on the shot", -20, 20, group="You")
    botches: Botches = choice("Botches", Botches, group="You")

    size: str = choice("Your target's size", SIZES, default="medium", group="Your target")
    moves: Pace = choice("Your target moved", Pace, default=Pace.SLOW, group="Your target")
    zigzag: bool = switch("It zigzags", group="Your target")
    cover: Cover = choice("Your target has", Cover, group="Your target")
    into_melee: bool = switch("It is in melee with somebody", group="Your target")
    armour: str = choice("Its armour", ARMOUR, default="none", group="Your target")
    pro: int | None = number("Protection (PRO)", 0, 30, group="Your target", blank="from the armour")
    foe_max_lp: int | None = number("Its life points at most", 1, 500, group="Your target", blank="not counted")
    foe_lp: int | None = number("Life points left now", -50, 500, group="Your target", blank="all of them")

    from_behind: bool = switch("The shot comes from behind", group="Its defence")
    defences_made: int = number("Defences already made this round", 0, 12, group="Its defence")
    defender: Defender = choice("Your target is", Defender, group="Its defence")
    foe_shield: str = choice("In its other hand", SHIELDS, default="none", group="Its defence")
    foe_stance: bool = switch("It took the defensive stance", group="Its defence")
    foe_pain: int = number("Pain", 0, 4, group="Its defence", unit="levels")
    foe_encumbrance: int | None = number(
        "Encumbrance", 0, 8, group="Its defence", unit="levels", blank="from the armour"
    )
    foe_others: int = number(
        "Stupor, Fear, Confusion and Paralysis together", 0, 12, group="Its defence", unit="levels"
    )
    foe_prone: bool = switch("It is prone", group="Its defence")
    foe_bound: bool = switch("It is bound", group="Its defence")
    foe_cramped: bool = switch("Its space is cramped", group="Its defence")
    foe_water: str = choice("Where it stands", WATER, default="dry", group="Its defence")
    foe_sight: str = choice("How it sees you", SIGHT, default="clear", group="Its defence")
    foe_other: int = number("Anything else on the defence", -20, 20, group="Its defence")

    halving: str = ruling(RULINGS, "halving")
    rounding: str = ruling(RULINGS, "rounding")
    confirming: str = ruling(RULINGS, "confirming")
    low_attack: str = ruling(RULINGS, "low_attack")
    behind_ranged: str = ruling(RULINGS, "behind_ranged")
    ranged_encumbrance: str = ruling(RULINGS, "ranged_encumbrance")
    water_dodge: str = ruling(RULINGS, "water_dodge")
    pain_marks: str = ruling(RULINGS, "pain_marks")
    low_life: str = ruling(RULINGS, "low_life")
