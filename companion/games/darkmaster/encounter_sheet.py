"""What the tracker keeps of each combatant: the sheet, what is declared for a round, the scene, and running numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.encounter import Condition, Mark
from companion.fields import choice, many, number, rows, switch, text
from companion.games.darkmaster.data import SHIELDS, Armour, Column
from companion.games.darkmaster.improvised import nearest_options
from companion.games.darkmaster.mounted import mount_options
from companion.games.darkmaster.round_rules import action_options
from companion.games.darkmaster.strike import Position, Quality, Tough, keys_of, weapon_options
from companion.games.darkmaster.two_weapons import off_options
from companion.tables import Table, Values

HEALTH = Values(__name__, "health")
LOWEST = -500
"""No more hit points are counted below this: whoever is there has been dead for long."""
_TABLE = "from the weapon table"
_RIDING = {"mounted": True}
_FOR_RIDERS = "only for riders"


def _flexible() -> tuple[str, ...]:
    return keys_of(lambda weapon: weapon.hand_and_a_half)


def _nearest() -> tuple[str, ...]:
    return tuple(option.value for option in nearest_options())


@dataclass(frozen=True, slots=True)
class Arm:
    """One weapon that is carried, with the CMB for it."""

    weapon: str = choice("Weapon", weapon_options, default="longsword")
    cmb: int = number("CMB", -100, 400, default=75, help="The combat skill of the weapon, before Parry.")
    quality: Quality = choice("Quality of the weapon", Quality)
    one_hand: bool = switch("In one hand", when={"weapon": _flexible}, why="only for hand-and-a-half weapons")
    improvised: bool = switch(
        "Improvised", when={"weapon": _nearest}, why="only for what can be likest to it",
        help="The weapon is what it is likest to.",
    )  # fmt: skip
    own_column: Column | None = choice("Attack table", Column, blank=_TABLE)
    own_clumsy: int | None = number("Clumsy Range up to", 0, 20, blank=_TABLE)
    own_most: int | None = number("Highest result", 10, 175, blank=_TABLE)
    own_fumble: int | None = number("On the Fumble Table", -50, 100, blank=_TABLE)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One combatant's values."""

    hit_points: int = number("Hit points", 1, 1000, default=100, help="As many as the Body bonus.")
    defence: int = number("DEF", -100, 300, default=25, help="Swiftness and what is special; no shield, no Parry.")
    armour: Armour = choice("Armour", Armour)
    shield: str = choice("Shield", SHIELDS, default="none")
    tough: Tough = choice("A creature beyond the common", Tough, help="Heroic and epic ones take milder criticals.")
    beast: bool = switch("A beast or a monster", help="It answers a Knock Down with the CMB of its attack.")

    weapons: tuple[Arm, ...] = rows(
        "Weapons", Arm, default=(Arm("longsword", 75, Quality.PLAIN, False, False),), most=8, group="Weapons"
    )
    off_hand: str | None = choice("Weapon in the off hand", off_options, blank="nothing", group="Weapons")
    off_cmb: int | None = number("CMB of the off hand", -100, 400, blank="the same", group="Weapons")

    brawl: int = number("Brawl", -100, 400, default=50, group="Skills")
    deceive: int = number("Deceive", -200, 400, default=50, group="Skills")
    perception: int = number("Perception", -200, 400, default=50, group="Skills")
    ride: int = number("Ride Skill Bonus", -200, 400, default=0, group="Skills")
    move_rate: int = number("Move Rate", 1, 500, default=15, unit="m", group="Skills")

    mounted: bool = switch("Rides into the fight", group="Mount")
    mount: str = choice("Mount", mount_options, default="rouncey", group="Mount", when=_RIDING, why=_FOR_RIDERS)
    mount_hit_points: int = number(
        "The mount's hit points", 1, 1000, default=100, group="Mount", when=_RIDING, why=_FOR_RIDERS
    )
    mount_defence: int = number("The mount's DEF", -100, 300, default=20, group="Mount", when=_RIDING, why=_FOR_RIDERS)
    mount_armour: Armour = choice("The mount's armour", Armour, group="Mount", when=_RIDING, why=_FOR_RIDERS)
    mount_move_rate: int = number(
        "The mount's Move Rate", 1, 500, default=40, unit="m", group="Mount", when=_RIDING, why=_FOR_RIDERS
    )


@dataclass(frozen=True, slots=True)
class Declared:
    """What somebody has announced for the round."""

    actions: tuple[str, ...] = many(
        "What they do this round",
        action_options,
        most=8,
        help="Nothing: an attack with the weapon in hand is expected.",
    )
    weapon: str | None = choice("Weapon in hand", weapon_options, blank="the first on the sheet")
    position: Position = choice("Strikes at the foe", Position, help="Flank and back: one length longer.")
    parry: int = number("CMB spent on Parry", 0, 400, group="Parry")
    parry_whom: str = text(
        "Against whom",
        longest=40,
        group="Parry",
        help="A name; nobody's: whoever strikes first. A shield wards off all.",
    )
    second_parry: int = number(
        "A second pool, with two weapons", 0, 400, group="Parry", help="Both are taken off both blows."
    )
    second_whom: str = text("That one against whom", longest=40, group="Parry")


SIDES = (("nobody", "Nobody"), ("party", "The party"), ("foes", "The foes"), ("others", "The others"))


@dataclass(frozen=True, slots=True)
class Scene:
    """What holds when the fight begins."""

    surprised: str = choice("Who is taken by surprise", SIDES, default="nobody")


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """One condition: what it does, and how many rounds it lasts, this one counted."""

    name: str = text("Condition")
    note: str = text("What it does", longest=200)
    rounds: int | None = number("Rounds", 1, 100, blank="until it is ended")
    rule: str = text("Rule", longest=80)


CONDITIONS = Table(__name__, "conditions", ConditionRow)


def conditions() -> Iterator[Condition]:
    """Every condition of the table."""
    for key, row in CONDITIONS.items():
        yield Condition(key, row.name, row.rule, row.note, row.rounds)


def _mount_low(sheet: Sheet) -> int:
    return LOWEST if sheet.mounted else 0


def _mount_high(sheet: Sheet) -> int:
    return sheet.mount_hit_points if sheet.mounted else 0


def _rounds(sheet: Sheet) -> int:
    return HEALTH.number("dying_rounds")


def _counter(name: str, label: str, rule: str, most: int, help: str, worse: int = 1) -> Mark:
    """A number that starts at 0."""
    return Mark(name, label, rule, lambda sheet: 0, lambda sheet: most, lambda sheet: 0, worse, help)


MARKS = (
    Mark(
        "hit_points", "Hit points", "darkmaster/attack#hit-points", lambda sheet: LOWEST,
        lambda sheet: sheet.hit_points, lambda sheet: sheet.hit_points,
    ),
    _counter(
        "bleeding", "Bleeding", "darkmaster/round#phases", 100, "Hit points lost in each Assessment Phase."
    ),
    Mark(
        "rounds_to_live", "Rounds to live", "darkmaster/attack#hit-points", lambda sheet: 0, _rounds, _rounds,
        help="Counts down while dying.",
    ),
    _counter("aimed", "Rounds aimed", "darkmaster/aim#bonus", 20, "In a row, at one target.", -1),
    _counter("loading", "Rounds of reloading to go", "darkmaster/round#multi-round", 12, "0: loaded."),
    _counter("feint", "Margin of a Feint won", "darkmaster/feint#win", 500, "Against that foe, for this round.", -1),
    Mark(
        "mount_hit_points", "The mount's hit points", "darkmaster/mounted#mount", _mount_low, _mount_high, _mount_high
    ),
)  # fmt: skip
