"""A combatant of an encounter: the sheet, its running numbers and conditions, and what the scene holds for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.dice import NoDice
from companion.encounter import Combatant, Condition, Fight, Mark, Side
from companion.fields import choice, many, number, rows, switch, text
from companion.games.new_world import sheet as boxes
from companion.games.new_world.data import ARMOUR, BANDS, FIREARMS, SHIELDS, WEAPONS, Attribute, Location, Weapon
from companion.games.new_world.initiative import Ambush
from companion.games.new_world.score import Mover, movement_score
from companion.games.new_world.strike import YesNo
from companion.games.new_world.texts import Texts
from companion.games.new_world.turn_rules import ROUND

TABLE_VALUE = "from the weapon table"


class Size(StrEnum):
    """The steps of size, from the smallest up. The chapter knows that there are steps, and Large; the rest is ours."""

    TINY = "Tiny"
    SMALL = "Small"
    MEDIUM = "Medium"
    LARGE = "Large"
    HUGE = "Huge"

    @property
    def step(self) -> int:
        """Its place in the list."""
        return list(Size).index(self)


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """One condition: its name, the rule that makes it, what it does, and the rounds it lasts if the rule says so."""

    name: str = text("Condition")
    rule: str = text("Rule", longest=120)
    lasts: int | None = number("Lasts", 1, 20, unit="rounds", blank="until it is taken off")
    help: str = text("What it does", longest=200)


CONDITIONS = Texts(__name__, "encounter_conditions", ConditionRow)


def conditions() -> Iterator[Condition]:
    """Every condition of the table."""
    for key, row in CONDITIONS.items():
        yield Condition(key, row.name, row.rule, row.help, row.lasts)


@dataclass(frozen=True, slots=True)
class Carried:
    """One weapon that a combatant carries."""

    weapon: str = choice("Weapon", WEAPONS, default="smallsword")
    rank: int = number(
        "Rank in its group", 0, 6, default=1, help="Trained is +1. For Brawling the sheet's rank in Brawling counts."
    )
    lacking: bool = switch("Lacks the weapon's group")
    count: int = number("How many", 1, 6, default=1)
    off_hand: bool = switch("In the off hand")
    own_damage: int | None = number("Damage", 0, 40, blank=TABLE_VALUE)
    own_attribute: Attribute | None = choice("Adds to damage", Attribute, blank=TABLE_VALUE)
    own_piercing: YesNo | None = choice("Piercing", YesNo, blank=TABLE_VALUE)
    own_band: str | None = choice("Range", BANDS, blank=TABLE_VALUE)

    @property
    def row(self) -> Weapon:
        """The weapon's row of the table."""
        return WEAPONS[self.weapon]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a fight asks of a combatant's sheet."""

    might: int = number("Might", -5, 15, default=3)
    agility: int = number("Agility", -5, 20, default=3)
    wits: int = number("Wits", -5, 20, default=3)
    player: bool = switch("Player character")
    wounds: int = number("Wounds", 1, 200, default=12)
    melee_skill: int = number("Melee Skill", 0, 20, default=3, group="Weapons")
    ranged_skill: int = number("Ranged Skill", 0, 20, default=3, group="Weapons")
    brawling: int = number("Rank in Brawling", 0, 6, group="Weapons")
    weapons: tuple[Carried, ...] = rows(
        "Weapons", Carried, default=(Carried(),), most=8, group="Weapons", help="The first is the one in hand."
    )
    melee_defence: int = number("Melee Defence", 0, 40, default=10, group="Defence", help="Without the shield.")
    ranged_defence: int = number("Ranged Defence", 0, 40, default=10, group="Defence", help="Without the shield.")
    shield: str = choice("Shield", SHIELDS, default="none", group="Defence")
    defence_bonus: int = number("Talents and spells that add to Defence", 0, 10, group="Defence")
    endurance: int = number("Endurance", 0, 15, default=3, group="Defence")
    armour: tuple[str, ...] = many("Armour worn", ARMOUR, most=8, group="Defence")
    head: int | None = number("Head", 0, 20, blank=boxes.FROM_PIECES, group=boxes.OWN)
    arms: int | None = number("Arms", 0, 20, blank=boxes.FROM_PIECES, group=boxes.OWN)
    body: int | None = number("Body", 0, 20, blank=boxes.FROM_PIECES, group=boxes.OWN)
    legs: int | None = number("Legs", 0, 20, blank=boxes.FROM_PIECES, group=boxes.OWN)
    halfling: bool = switch("A halfling", group=boxes.MOVING)
    printed: int | None = number(
        "Printed Movement",
        0,
        60,
        blank="from Agility",
        unit="paces",
        group=boxes.MOVING,
        help="A creature's, or a mount's.",
    )
    overloaded: bool = switch("Overloaded", group=boxes.MOVING)
    size: Size = choice("Size", Size, default=Size.MEDIUM, group=boxes.MOVING, help="The steps are a house list.")
    combat_reflexes: bool = switch("Combat Reflexes", group="Talents")
    woods_runner: bool = switch("Master Woods Runner", group="Talents", help="Never surprised, never rolls.")
    fleet_footed: bool = switch("Fleet Footed", group="Talents")
    sturdy: bool = switch("Sturdy", group="Talents")
    ease_rune: bool = switch("Ease-rune", group="Talents")
    pugilist: bool = switch("Pugilist", group="Talents")
    street_fighting: bool = switch("Street Fighting", group="Talents")
    wrestling: bool = switch("Wrestling", group="Talents")
    disarm: bool = switch("Disarm", group="Talents")
    ambidextrous: bool = switch("Ambidextrous", group="Talents")
    dual_wielder: bool = switch("Dual Wielder", group="Talents")
    sharpshooter: bool = switch("Sharpshooter", group="Talents")


class AtZero(StrEnum):
    """Who is out of the fight at 0 Wounds. The chapter does not say; this is the table's own choice."""

    ALL = "all"
    FOES = "foes"
    NOBODY = "nobody"

    @property
    def label(self) -> str:
        """Who it is, in words."""
        return {
            "foes": "all but the party",
            "all": "everybody",
            "nobody": "nobody by itself",
        }[self.value]


@dataclass(frozen=True, slots=True)
class Scene:
    """What holds for the whole fight."""

    ambush: Ambush = choice("Who springs a surprise", Ambush, help="That side acts on its normal initiative.")
    distance: int = number(
        "Distance", 1, 1000, default=5, unit="paces", help="Between those who are not in melee with each other."
    )
    at_zero: AtZero = choice(
        "Out of the fight at 0 Wounds", AtZero, help="A house choice: what follows on 0 Wounds is not in this chapter."
    )


def armour_worn(sheet: Sheet) -> dict[Location, int]:
    """The armour at each location, from the pieces worn or the sheet's own values."""
    worn = boxes.Sheet(
        sheet.endurance, sheet.armour, sheet.agility, False, sheet.head, sheet.arms, sheet.body, sheet.legs
    )
    found = boxes.sheet(boxes.prepare(worn), NoDice())
    return {box.location: box.counted for box in found.boxes}


def movement(one: Combatant) -> int:
    """The paces of one Move, as the combatant now is."""
    s: Sheet = one.sheet
    mover = Mover.CREATURE if s.printed is not None else Mover.HALFLING if s.halfling else Mover.HUMAN
    loss = sum(ARMOUR[key].movement for key in dict.fromkeys(s.armour))
    return movement_score(
        mover, s.agility, s.printed or 0, armour=loss, sturdy=s.sturdy, ease_rune=s.ease_rune,
        overloaded=s.overloaded, fleet_footed=s.fleet_footed, halved=one.has("wound-halves"),
    ).paces  # fmt: skip


def copies(sheet: Sheet, weapon: str) -> int:
    """How many of a weapon the sheet carries."""
    return sum(carried.count for carried in sheet.weapons if carried.weapon == weapon)


def loaded(one: Combatant, weapon: str) -> bool:
    """Whether one of these weapons is ready to be shot; what needs no loading always is."""
    return not WEAPONS[weapon].reload or one.marks.get(loaded_mark(weapon), 1) > 0


def loaded_mark(weapon: str) -> str:
    """The name of the mark that counts the loaded ones of a weapon."""
    return f"loaded-{weapon}"


def _longest_loading(sheet: Sheet) -> int:
    rounds = [carried.row.reload for carried in sheet.weapons if carried.row.reload]
    return max([*rounds, FIREARMS.number("clearing")]) - 1 if rounds else 0


def _copies_of(weapon: str) -> Callable[[Sheet], int]:
    return lambda sheet: copies(sheet, weapon)


def _zero(sheet: Sheet) -> int:
    return 0


def marks() -> Iterator[Mark]:
    """The running numbers: Wounds left, Fatigue, halves kept by Delay, and the loading of each weapon that needs it."""
    yield Mark(
        "wounds", "Wounds", "new-world/attack#damage", _zero, lambda sheet: sheet.wounds, lambda sheet: sheet.wounds,
        help="What is left of them.",
    )  # fmt: skip
    yield Mark("fatigue", "Fatigue", "new-world/modifiers#all", _zero, lambda sheet: 10, _zero, worse=1)
    yield Mark(
        "kept", "Half actions in hand", "new-world/actions#delay", _zero, lambda sheet: ROUND.number("halves"), _zero,
        help="Kept by Delay until the own next turn.",
    )  # fmt: skip
    for key, weapon in WEAPONS.items():
        if weapon.reload:
            label, high = f"{weapon.name}, loaded", _copies_of(key)
            yield Mark(loaded_mark(key), label, "new-world/firearms#reload", _zero, high, high)
    yield Mark(
        "loading", "Rounds of loading done", "new-world/firearms#reload", _zero, _longest_loading, _zero,
        help="On the weapon that is being loaded.",
    )  # fmt: skip


def falls_at_zero(fight: Fight, one: Combatant) -> bool:
    """Whether the table's choice takes this one out of the fight at 0 Wounds."""
    choice: AtZero = fight.scene.at_zero
    return choice is AtZero.ALL or (choice is AtZero.FOES and one.side is not Side.PARTY)
