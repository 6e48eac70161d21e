"""What the encounter tracker keeps of a fighter: the sheet, the scene, what is declared, and the running numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.encounter import Mark
from companion.fields import Option, choice, many, number, rows, specs, switch
from companion.games.heroes_of_the_fall.blow import GAME
from companion.games.heroes_of_the_fall.body import RANDOM, AreaArmour, target_options
from companion.games.heroes_of_the_fall.data import ARMOUR, DAMAGE, HOLDS, MISSILES, NUMBERS, Body, Missile
from companion.games.heroes_of_the_fall.initiative import weapons
from companion.games.heroes_of_the_fall.missile_attack import Shot
from companion.games.heroes_of_the_fall.skill import own_modifier, own_skill
from companion.tables import Values

WOUNDS = Values(__name__, "encounter_numbers")
"""The numbers of wounds, of time and of Wyrd Points that only a fight as a whole needs."""
SLOTS = 6
"""How many weapons a sheet holds; slot 0 is the bare hand that everybody has."""
MOST_WOUNDS = 9
MOST_ROUNDS_HELD = 12
MOST_POINTS = 100


class Carried(StrEnum):
    """Where a weapon is as the fight begins."""

    MAIN = "main"
    OFF = "off"
    STOWED = "stowed"

    @property
    def label(self) -> str:
        return {"main": "In the weapon hand, or in both", "off": "In the off hand", "stowed": "Stowed"}[self.value]


class Wish(StrEnum):
    """How somebody means to meet attacks."""

    BEST = "best"
    PARRY = "parry"
    SHIELD = "shield"
    DODGE = "dodge"
    IGNORE = "ignore"

    @property
    def label(self) -> str:
        return {
            "best": "With what is best",
            "parry": "Parry with a weapon",
            "shield": "Hold a shield against them",
            "dodge": "Dodge",
            "ignore": "Let them come",
        }[self.value]


def shot_options(name: str) -> tuple[Option, ...]:
    """The options of a field of the missile attack, so that both offer the same."""
    return next(spec.options or () for spec in specs(Shot) if spec.name == name)


@dataclass(frozen=True, slots=True)
class Arm:
    """One weapon of a sheet, with the skill in it. A part of the body is always at hand."""

    weapon: str = choice("Weapon", weapons, default="long-sword")
    skill: int = own_skill("Skill with it")
    modifier: int | None = own_modifier("Skill modifier")
    carried: Carried = choice("Carried", Carried, help="Of no account for missiles and parts of the body.")
    quality: int = number("Better made by", 0, 5, help="A better edge: more damage of every kind.")

    @property
    def missile(self) -> Missile | None:
        """The missile weapon that this is, if it is one."""
        return MISSILES.get(self.weapon)


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that the game's fights ask of one combatant."""

    vigour: int = number("Vigour", 1, 12, default=6, group="Attributes")
    mettle: int = number("Mettle", 1, 12, default=6, group="Attributes")
    wyrd: int = number("Wyrd Points", 0, MOST_POINTS, group="Attributes")
    weapons: tuple[Arm, ...] = rows(
        "Weapons", Arm, most=SLOTS, default=(Arm("long-sword", 6, None, Carried.MAIN, 0),), group="Weapons",
        help="All that are carried. Only the first that is stowed can be drawn in the tracker.",
    )  # fmt: skip
    missiles: int = number(
        "Missiles carried", 0, MOST_POINTS, default=12, group="Weapons", help="Arrows, stones, spears …"
    )
    missile_ready: bool = switch(
        "The missile is in hand, or the weapon loaded, at first", default=True, group="Weapons"
    )
    unarmed: int = number("Unarmed Combat", 0, 20, default=4, group="Weapons", help="The level: the 4 of 4/50.")
    unarmed_modifier: int | None = number(
        "Unarmed Combat modifier", 1, 99, blank="no skill die: the level stands", group="Weapons"
    )
    grapple: str = choice("Usual grapple", HOLDS, default="arm-lock", group="Weapons")
    left_handed: bool = switch("Left-handed", group="Weapons")
    defence: Wish = choice("Usual defence", Wish, group="Defence", help="What is declared for a round goes before it.")
    dodge: int = number("Dodge", 0, 20, default=4, group="Defence", help="The level: the 4 of 4/50.")
    dodge_modifier: int | None = number(
        "Dodge modifier", 1, 99, blank="no skill die: the level stands", group="Defence"
    )
    armour: tuple[str, ...] = many("Armour all over", ARMOUR, most=4, group="Defence", help="Layers add up.")
    armour_by_area: tuple[AreaArmour, ...] = rows(
        "Areas armoured otherwise", AreaArmour, most=16, group="Defence", help="Each names its own layers."
    )
    encumbrance: int = number("Encumbrance", 0, 10, group="Defence", help="1 for a pack; the GM says.")
    body: Body = choice("Body", Body, group="Body")
    size: str = choice("Size", lambda: shot_options("size"), default="none", group="Body", help="As a target.")
    base_depth: int | None = number(
        "Depth of the base", 1, 30, unit="ft", blank="that of a human on foot", group="Body"
    )
    mounted: bool = switch("Rides", group="Body")
    berserker: bool = switch("Is a berserker", group="Body")


@dataclass(frozen=True, slots=True)
class Scene:
    """What holds for the whole fight."""

    distance: int = number("Distance of shots", 0, 1000, default=30, unit="ft")
    light: str = choice("Light", lambda: shot_options("light"), default="none", help="In the dark all fight blind.")
    wind: bool = switch("A strong wind blows")


@dataclass(frozen=True, slots=True)
class Declared:
    """What one combatant announces for a round."""

    defence: Wish | None = choice("Defence", Wish, blank="as on the sheet")
    aim: str = choice("Aims at", target_options, default=RANDOM, help="The area, where it can be reached.")


def _missile_rounds(sheet: Sheet, column: str) -> int:
    """The longest time that a missile weapon of the sheet takes in one respect."""
    return max((getattr(arm.missile, column) for arm in sheet.weapons if arm.missile), default=0)


def _shoots(sheet: Sheet) -> bool:
    return any(arm.missile for arm in sheet.weapons)


def _most_aim(sheet: Sheet) -> int:
    aim = _missile_rounds(sheet, "aim")
    return aim + 1 if aim else 0


def _wounds_at(key: str) -> Mark:
    label = f"{DAMAGE[key].name}: bleeding wounds"
    help = "They add up until they are healed."
    return _mark(key, label, "injuries#bleeding", lambda s: MOST_WOUNDS, lambda s: 0, 1, help, aside=True)


def _mark(
    name: str,
    label: str,
    rule: str,
    high: Callable[[Any], int],
    start: Callable[[Any], int],
    worse: int,
    help: str = "",
    *,
    aside: bool = False,
) -> Mark:
    return Mark(name, label, f"{GAME}/{rule}", lambda sheet: 0, high, start, worse, help, aside)


def _marks() -> Iterator[Mark]:
    yield _mark("mettle", "Mettle", "injuries#serious-bleeding", lambda s: s.mettle, lambda s: s.mettle, -1)
    yield _mark("vigour", "Vigour", "injuries#serious-bleeding", lambda s: s.vigour, lambda s: s.vigour, -1)
    yield _mark(
        "serious", "Wounds that bleed badly", "injuries#serious-bleeding", lambda s: MOST_WOUNDS, lambda s: 0, 1,
        "They do not stop by themselves.",
    )  # fmt: skip
    yield _mark(
        "loading", "Rounds of loading done", "missiles#loading", lambda s: _missile_rounds(s, "load"),
        lambda s: _missile_rounds(s, "load") if s.missile_ready else 0, -1,
    )  # fmt: skip
    yield _mark("aiming", "Rounds of aiming done", "missiles#aiming", _most_aim, lambda s: 0, -1)
    yield _mark(
        "missiles", "Missiles left", "missiles#loading", lambda s: MOST_POINTS if _shoots(s) else 0,
        lambda s: s.missiles if _shoots(s) else 0, -1,
    )  # fmt: skip
    yield _mark(
        "rage", "Rounds of working up a rage", "berserk#prepared",
        lambda s: NUMBERS.number("berserk_rounds") if s.berserker else 0, lambda s: 0, -1,
    )  # fmt: skip
    yield _mark("wyrd", "Wyrd Points", "injuries#wyrd", lambda s: MOST_POINTS if s.wyrd else 0, lambda s: s.wyrd, -1)
    yield _mark(
        "hold", "Rounds hurt by a hold", "grapples#damage", lambda s: MOST_ROUNDS_HELD, lambda s: 0, 1, aside=True
    )
    yield from (_wounds_at(key) for key in DAMAGE)


MARKS = tuple(_marks())
