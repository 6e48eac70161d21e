"""Base values: attack, parry, shots, dodge, initiative, life points, from attributes and ratings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.dice import NoDice
from companion.fields import choice, number
from companion.games.dark_eye.data import ARMOUR, BASE, SHIELDS, SPECIES, WEAPONS
from companion.games.dark_eye.rounding import whole
from companion.games.dark_eye.tabular import row, table
from companion.resolver import Resolver
from companion.steps import Step, signed

RULE = "dark-eye/base-values"


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the values are made from."""

    technique: int = number("Combat technique rating (CtR)", 0, 25, default=12)
    courage: int = number("Courage", 1, 25, default=13)
    agility: int = number("Agility", 1, 25, default=13)
    dexterity: int = number("Dexterity", 1, 25, default=13)
    constitution: int = number("Constitution", 1, 25, default=13)
    lead: int = number(
        "Lead attribute of the parry", 1, 25, default=13, help="Agility, Strength or the better one, by technique."
    )
    species: str = choice("Species", SPECIES)
    extra_life: int = number("Life points from advantages", -20, 20)
    weapon: str = choice("Weapon", WEAPONS, default="longsword", group="Equipment")
    damage_lead: int = number("Lead attribute for damage", 1, 25, default=13, group="Equipment")
    beside: str = choice("In the other hand", SHIELDS, default="none", group="Equipment")
    armour: str = choice("Armour", ARMOUR, default="none", group="Equipment")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The values on the sheet, and those with weapon, shield and armour in use."""

    at: int
    pa: int
    rc: int
    dodge: int
    ini: int
    lp: int
    mov: int
    damage_bonus: int
    armed_at: int
    armed_pa: int
    armed_ini: int
    armed_mov: int
    pro: int


def from_lead(attribute: int) -> int:
    """What a lead attribute adds, never below 0. Address: dark-eye/base-values#attack."""
    return max(0, (attribute - BASE.number("lead_from")) // BASE.number("lead_step"))


def half_up(value: int) -> int:
    """Half of a value, rounded up."""
    return whole(Fraction(value, BASE.number("half")), "up")


def base_values(s: Sheet, dice: NoDice) -> Outcome:
    """All of them. Addresses: dark-eye/base-values#attack, #parry, #ranged, #dodge, #initiative, #life, #damage."""
    weapon, armour, species = WEAPONS[s.weapon], ARMOUR[s.armour], SPECIES[s.species]
    at = s.technique + from_lead(s.courage)
    pa = half_up(s.technique) + from_lead(s.lead)
    ini = half_up(s.courage + s.agility)
    beside = 0 if weapon.two_handed else SHIELDS[s.beside].parry
    return Outcome(
        at=at,
        pa=pa,
        rc=s.technique + from_lead(s.dexterity),
        dodge=half_up(s.agility),
        ini=ini,
        lp=species.life + BASE.number("life") * s.constitution + s.extra_life,
        mov=species.movement,
        damage_bonus=0 if weapon.threshold is None else max(0, s.damage_lead - weapon.threshold),
        armed_at=at + weapon.at - armour.encumbrance,
        armed_pa=pa + weapon.pa + beside - armour.encumbrance,
        armed_ini=ini - armour.encumbrance + armour.initiative,
        armed_mov=max(0, species.movement - armour.encumbrance + armour.movement),
        pro=armour.pro,
    )


def explain(s: Sheet, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """How each value is made."""
    courage, lead, dexterity = from_lead(s.courage), from_lead(s.lead), from_lead(s.dexterity)
    yield Step(f"AT: rating {s.technique}, Courage {signed(courage)}", f"{RULE}#attack", outcome.at)
    yield Step(f"PA: half of {s.technique} rounded up, lead attribute {signed(lead)}", f"{RULE}#parry", outcome.pa)
    yield Step(f"RC: rating {s.technique}, Dexterity {signed(dexterity)}", f"{RULE}#ranged", outcome.rc)
    yield Step(f"Dodge: half of Agility {s.agility} rounded up", f"{RULE}#dodge", outcome.dodge)
    yield Step(f"Initiative: half of Courage {s.courage} and Agility {s.agility} together, rounded up",
               f"{RULE}#initiative", outcome.ini)  # fmt: skip
    life = SPECIES[s.species].life
    extra = f", advantages {signed(s.extra_life)}" if s.extra_life else ""
    yield Step(f"Life points: {life} and {BASE.number('life')} for each point of Constitution{extra}", f"{RULE}#life",
               outcome.lp)  # fmt: skip
    yield Step(f"Damage bonus with the {WEAPONS[s.weapon].name.lower()}", f"{RULE}#damage", outcome.damage_bonus)
    if ARMOUR[s.armour].pro:
        yield Step(f"{ARMOUR[s.armour].name}: protection, and Encumbrance off attack, parry, initiative and movement",
                   "dark-eye/damage#armour", outcome.pro)  # fmt: skip
    yield Step(f"In hand: AT {outcome.armed_at}, PA {outcome.armed_pa}", f"{RULE}#weapons", outcome.armed_at)


def sentence(s: Sheet, outcome: Outcome) -> str:
    """All values in one sentence."""
    return (
        f"AT {outcome.armed_at}, PA {outcome.armed_pa}, RC {outcome.rc}, dodge {outcome.dodge},"
        f" initiative {outcome.armed_ini}, {outcome.lp} life points, MOV {outcome.armed_mov}."
    )


def figures(s: Sheet, outcome: Outcome | None) -> dict[str, Any]:
    """The values as a table."""
    found = outcome or base_values(s, NoDice())
    rows = (
        row("Attack (AT)", found.at, found.armed_at, rule=f"{RULE}#attack"),
        row("Parry (PA)", found.pa, found.armed_pa, rule=f"{RULE}#parry"),
        row("Ranged combat (RC)", found.rc, found.rc, rule=f"{RULE}#ranged"),
        row("Dodge", found.dodge, found.dodge - ARMOUR[s.armour].encumbrance, rule=f"{RULE}#dodge"),
        row("Initiative", found.ini, found.armed_ini, rule=f"{RULE}#initiative"),
        row("Movement (MOV)", found.mov, found.armed_mov, rule="dark-eye/movement#tactical"),
        row("Life points", found.lp, found.lp, rule=f"{RULE}#life"),
        row("Protection (PRO)", 0, found.pro, rule="dark-eye/damage#armour"),
    )
    return {"table": [table("Base values", ("Value", "On the sheet", "With what you carry"), rows)]}


resolver = Resolver(
    "dark-eye/base-values",
    title="Base values",
    summary="Attack, parry, shots, dodge, initiative and life points, from the attributes.",
    rule=RULE,
    situation=Sheet,
    resolve=base_values,
    explain=explain,
    sentence=sentence,
    figures=figures,
    reading=lambda s, tally: sentence(s, base_values(s, NoDice())),
)
