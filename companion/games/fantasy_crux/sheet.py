"""The derived values that the chapter uses, from the attributes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.dice import NoDice
from companion.fields import choice, number
from companion.games.fantasy_crux.data import ARMOUR, DAMAGE_MODIFIERS, SHEET
from companion.resolver import Resolver
from companion.steps import Step


@dataclass(frozen=True, slots=True)
class Sheet:
    """The attributes and the armour."""

    strength: int = number("STR", 1, 100, default=11)
    constitution: int = number("CON", 1, 100, default=11)
    dexterity: int = number("DEX", 1, 100, default=11)
    size: int = number("SIZ", 1, 100, default=13)
    intelligence: int = number("INT", 1, 100, default=13)
    power: int = number("POW", 1, 100, default=11)
    armour: str = choice("Armour", ARMOUR, default="none")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The derived values."""

    hit_points: int
    major_wound_level: int
    combat_order: int
    damage_modifier: str
    power_points: int
    close_combat: int
    ranged_combat: int
    dodge: int
    persistence: int
    resilience: int


def hit_points(size: int, constitution: int) -> int:
    """Maximum Hit Points, rounded up. Address: fantasy-crux/sheet#hit-points."""
    return -(-(size + constitution) // SHEET.number("hit_points_divisor"))


def major_wound_level(most: int) -> int:
    """The Major Wound Level of a maximum of Hit Points, rounded up. Address: fantasy-crux/sheet#major-wound-level."""
    return -(-most // SHEET.number("major_wound_divisor"))


def combat_order(dexterity: int, intelligence: int, encumbrance: int) -> int:
    """Combat Order, halves rounded up, less the armour's ENC. Address: fantasy-crux/sheet#combat-order."""
    divisor = SHEET.number("combat_order_divisor")
    return (2 * (dexterity + intelligence) + divisor) // (2 * divisor) - encumbrance


def damage_modifier(total: int) -> str:
    """The key of the Damage Modifier for STR + SIZ. Address: fantasy-crux/sheet#damage-modifier."""
    for key, row in DAMAGE_MODIFIERS.items():
        if row.first <= total <= row.last:
            return key
    return list(DAMAGE_MODIFIERS)[-1]


def look(s: Sheet, dice: NoDice) -> Outcome:
    """All derived values."""
    most = hit_points(s.size, s.constitution)
    return Outcome(
        most,
        major_wound_level(most),
        combat_order(s.dexterity, s.intelligence, ARMOUR[s.armour].encumbrance),
        DAMAGE_MODIFIERS[damage_modifier(s.strength + s.size)].name,
        s.power,
        s.dexterity + s.strength,
        s.dexterity + s.intelligence,
        s.dexterity + SHEET.number("dodge"),
        s.power + SHEET.number("persistence"),
        s.constitution + s.power,
    )


def explain(s: Sheet, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """How each value comes about."""
    yield Step(
        f"Hit Points: half of SIZ {s.size} and CON {s.constitution}",
        "fantasy-crux/sheet#hit-points",
        outcome.hit_points,
    )
    level = outcome.major_wound_level
    yield Step("Major Wound Level: half of the maximum", "fantasy-crux/sheet#major-wound-level", level)
    enc = ARMOUR[s.armour].encumbrance
    text = f"Combat Order: half of DEX {s.dexterity} and INT {s.intelligence}, less {enc} for armour"
    yield Step(text, "fantasy-crux/sheet#combat-order", outcome.combat_order)
    text = f"Damage Modifier for STR + SIZ {s.strength + s.size}: {outcome.damage_modifier}"
    yield Step(text, "fantasy-crux/sheet#damage-modifier")
    text = f"Skills begin at: Close and Unarmed {outcome.close_combat}, Ranged {outcome.ranged_combat}"
    text += f", Dodge {outcome.dodge}, Persistence {outcome.persistence}, Resilience {outcome.resilience}"
    yield Step(text, "fantasy-crux/sheet")


def sentence(s: Sheet, outcome: Outcome) -> str:
    """The values in one sentence."""
    return (
        f"{outcome.hit_points} Hit Points, Major Wound Level {outcome.major_wound_level}, Combat Order "
        f"{outcome.combat_order}, Damage Modifier {outcome.damage_modifier}."
    )


resolver = Resolver(
    "fantasy-crux/sheet",
    title="Derived values",
    summary="Hit Points, Major Wound Level, Combat Order and Damage Modifier from the attributes.",
    rule="fantasy-crux/sheet",
    situation=Sheet,
    resolve=look,
    explain=explain,
    sentence=sentence,
    reading=lambda s, tally: sentence(s, look(s, NoDice())),
)
