"""How a combatant stands at a moment of a fight: conditions, what is in which hand, skills, armour, defences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.encounter import Combatant, Condition, Fight, Use
from companion.fields import many, number, switch, text
from companion.games.heroes_of_the_fall.blow import GAME, Defence
from companion.games.heroes_of_the_fall.body import layers_over
from companion.games.heroes_of_the_fall.data import (
    AREAS,
    ARMOUR,
    DAMAGE,
    MISSILES,
    NUMBERS,
    RULINGS,
    SHIELDS,
    Body,
    Injury,
    Weapon,
    weapon,
)
from companion.games.heroes_of_the_fall.encounter_sheet import SLOTS, WOUNDS, Arm, Carried, Wish
from companion.steps import Step
from companion.tables import Table

ORDINALS = (
    "Bare hand",
    "First weapon",
    "Second weapon",
    "Third weapon",
    "Fourth weapon",
    "Fifth weapon",
    "Sixth weapon",
)
MOST_ENTRIES = 4
"""How many weapons of one combatant take part in a count-down."""
WEAPON_ARM = ("shoulder", "arm", "hand", "chest", "abdomen")
"""The areas whose armour slows. Address: heroes-of-the-fall/armour#penalty."""


@dataclass(frozen=True, slots=True)
class State:
    """One condition: what it means, which results put it on, and whether its bearer can act or defend."""

    name: str = text("Condition")
    effect: str = text("What it means", longest=200)
    rule: str = text("Rule", longest=120)
    rounds: int | None = number("Lasts", 1, 1000, unit="rounds", blank="until taken off")
    injuries: tuple[Injury, ...] = many("Put on by", Injury)
    areas: tuple[str, ...] = many("Where", DAMAGE, most=16)
    left: str = text("For a left part instead", longest=40)
    out: bool = switch("Out of the fight")
    helpless: bool = switch("No skill stands against an attack")


STATES = Table(__name__, "encounter_conditions", State)


def conditions() -> Iterator[Condition]:
    """Every condition: those of the table, then skills raised for a round, then armour ruined at an area."""
    for key, row in STATES.items():
        yield Condition(key, row.name, row.rule, row.effect, row.rounds)
    for slot in range(SLOTS + 1):
        help = "The skill die rose: so it counts for all of this round."
        yield Condition(raised(slot), f"{ORDINALS[slot]}: one level higher", f"{GAME}/feats#skill-die", help, 1)
    for key, area in DAMAGE.items():
        help = "A wound through it has spoilt it there for good; left and right count as one here."
        yield Condition(ruined_at(key), f"Armour ruined: {area.name.lower()}", f"{GAME}/armour#ruined", help)


def raised(slot: int) -> str:
    """The condition of a weapon whose skill die rose."""
    return f"raised-{slot}"


def struck(slot: int) -> str:
    """The use of a weapon that has attacked."""
    return f"struck-{slot}"


def ruined_at(row: str) -> str:
    """The condition of armour that is ruined at one row of the damage table."""
    return f"ruined-{row}"


def _uses() -> tuple[Use, ...]:
    def one(name: str, label: str, rule: str, most: int | None) -> Use:
        return Use(name, label, f"{GAME}/{rule}", lambda fight, who: most, "round")

    def weapon_of(slot: int) -> Use:
        return Use(
            struck(slot), f"{ORDINALS[slot]}: attacks", f"{GAME}/several-foes#different-weapons",
            lambda fight, who: 1 if slot <= len(who.sheet.weapons) else 0, "round",
        )  # fmt: skip

    return (
        Use(
            "attacks", "Attacks", f"{GAME}/several-foes#two-attacks",
            lambda fight, who: NUMBERS.number("most_attacks"), "round",
        ),
        one("defences", "Defences", "several-foes#defending", None),
        one("moved", "Moves", "initiative#approach", 1),
        one("busy", "Rounds given to something else", "missiles#loading", 1),
        *(weapon_of(slot) for slot in range(SLOTS + 1)),
    )  # fmt: skip


USES = _uses()


def blind(fight: Fight, one: Combatant) -> bool:
    """Whether this one fights blind, by an injury or in the dark. Address: heroes-of-the-fall/blind."""
    return one.has("blind") or fight.scene.light == "light_dark"


def first_out(one: Combatant) -> State | None:
    """The worst condition that keeps this one from acting."""
    return next((row for key, row in STATES.items() if row.out and one.has(key)), None)


def defenceless(one: Combatant) -> bool:
    """Whether no skill stands against an attack on this one."""
    return any(row.helpless and one.has(key) for key, row in STATES.items())


def rides(one: Combatant) -> bool:
    """Whether this one is in the saddle."""
    mounted: bool = one.sheet.mounted
    return mounted and not one.has("unhorsed")


def arms(one: Combatant) -> dict[int, Arm]:
    """The weapons of the sheet by their slots; the bare hand is slot 0."""
    hand = Arm("hand", one.sheet.unarmed, one.sheet.unarmed_modifier, Carried.MAIN, 0)
    return {0: hand, **dict(enumerate(one.sheet.weapons, 1))}


def name_of(arm: Arm) -> str:
    """The weapon's name."""
    return MISSILES[arm.weapon].name if arm.missile else weapon(arm.weapon).name


def held_by_hand(arm: Arm) -> Weapon | None:
    """The weapon of close combat that a hand holds; None for missiles and parts of the body."""
    if arm.missile:
        return None
    found = weapon(arm.weapon)
    return None if found.natural else found


def to_draw(one: Combatant) -> int | None:
    """The slot of the weapon that can be drawn: the first stowed one."""
    return next((slot for slot, arm in arms(one).items() if arm.carried is Carried.STOWED and held_by_hand(arm)), None)


def unusable(one: Combatant, slot: int) -> Step | None:
    """Why a weapon cannot be used now, with the rule; None where it can."""
    arm = arms(one)[slot]
    if arm.missile:
        return _not_shot(one, arm)
    held = held_by_hand(arm)
    if held is None:
        useless = arm.weapon == "hand" and one.has("arm-useless") and one.has("off-arm-useless")
        return Step("both arms are of no use", f"{GAME}/injuries#fracture") if useless else None
    off = arm.carried is Carried.OFF
    if (one.has("off-arm-useless") if off else one.has("arm-useless")) or (
        held.hands > 1 and (one.has("off-arm-useless") or one.has("arm-useless"))
    ):
        return Step("the arm for it is of no use", f"{GAME}/injuries#fracture")
    if off:
        lost = [("off-broken", "it is broken"), ("off-dropped", "it lies on the ground")]
    elif arm.carried is Carried.STOWED:
        if not one.has("drawn") or slot != to_draw(one):
            return Step("it is stowed", f"{GAME}/several-foes#hands")
        lost = [("main-dropped", "it lies on the ground")]
    else:
        if one.has("drawn"):
            return Step("another weapon is in that hand", f"{GAME}/several-foes#hands")
        lost = [("main-broken", "it is broken"), ("main-dropped", "it lies on the ground")]
    for key, why in lost:
        if one.has(key):
            return Step(why, STATES[key].rule)
    return None


def _not_shot(one: Combatant, arm: Arm) -> Step | None:
    missile = MISSILES[arm.weapon]
    if one.has("arm-useless") or (missile.hands > 1 and one.has("off-arm-useless")):
        return Step("the arm for it is of no use", f"{GAME}/injuries#fracture")
    if missile.thrown and one.has("berserk"):
        return Step("a berserk throws nothing", f"{GAME}/berserk#effects")
    if not one.marks["missiles"]:
        return Step("no missile is left", f"{GAME}/missiles#loading")
    to_go = missile.load - one.marks["loading"]
    if to_go > 0:
        rounds = "one more round" if to_go == 1 else f"{to_go} more rounds"
        return Step(f"it takes {rounds} to load or take in hand", f"{GAME}/missiles#loading")
    return None


def at_hand(one: Combatant) -> dict[int, Arm]:
    """The weapons that can be used now, by their slots; the bare hand last."""
    found = {slot: arm for slot, arm in arms(one).items() if slot and unusable(one, slot) is None}
    if unusable(one, 0) is None and (one.sheet.body is Body.HUMAN or not found):
        found[0] = arms(one)[0]
    return found


def counted_down(one: Combatant) -> dict[int, Arm]:
    """The weapons that take part in the count-down; the bare hand only where nothing else is there."""
    found = {slot: arm for slot, arm in at_hand(one).items() if slot}
    return dict(list(found.items())[:MOST_ENTRIES]) or {0: arms(one)[0]}


def off_hand(arm: Arm) -> bool:
    """Whether it is in the off hand."""
    return arm.carried is Carried.OFF and held_by_hand(arm) is not None


def level(one: Combatant, slot: int) -> int:
    """The skill level with a weapon after bruises, before the skill die and the off hand."""
    arm = arms(one)[slot]
    both = (MISSILES[arm.weapon] if arm.missile else weapon(arm.weapon)).hands > 1
    bruised = one.has("bruised-off-arm") if off_hand(arm) else one.has("bruised-arm")
    if bruised or (both and (one.has("bruised-arm") or one.has("bruised-off-arm"))):
        return max(0, arm.skill + WOUNDS.number("bruise"))
    return arm.skill


def skill_now(fight: Fight, one: Combatant, slot: int) -> tuple[int, int | None]:
    """Skill and modifier for a throw: once the die of the round has fallen, the level stands.

    A weapon that came to hand after the count-down began throws its die with the attack.
    Address: heroes-of-the-fall/initiative#skill-die.
    """
    arm, skill = arms(one)[slot], level(one, slot)
    took_part = fight.begun and any(one.id in place.who for place in fight.standing) and slot in counted_down(one)
    late = one.spent("busy") > 0 and (arm.missile is not None or arm.carried is Carried.STOWED)
    if not took_part or late:
        return skill, arm.modifier
    return min(20, skill + (NUMBERS.number("skill_step") if one.has(raised(slot)) else 0)), None


def dodge_now(one: Combatant) -> int:
    """The level of Dodge after bruises."""
    skill: int = one.sheet.dodge
    return max(0, skill + (WOUNDS.number("bruise") if one.has("bruised-leg") else 0))


def armour_of(one: Combatant) -> dict[str, Any]:
    """The armour fields of an attack on this one: the sheet's, less what is ruined."""
    sheet = one.sheet
    by_area: dict[str, list[str]] = {}
    for row in sheet.armour_by_area:
        if AREAS[row.area].body is sheet.body:
            by_area.setdefault(row.area, list(row.layers))
    for key, area in AREAS.items():
        if area.body is sheet.body and one.has(ruined_at(area.damage)):
            by_area[key] = []
    listed = [{"area": key, "layers": layers} for key, layers in by_area.items()]
    return {"armour": list(sheet.armour), "armour_by_area": listed}


def limb_armour(one: Combatant, area: str) -> list[str]:
    """The layers over one of this one's own limbs."""
    if one.has(ruined_at(AREAS[area].damage)):
        return []
    return list(layers_over(area, one.sheet.armour, one.sheet.armour_by_area))


def slowest_armour(one: Combatant) -> str:
    """The piece on weapon arm or body that slows most; the first of equals."""
    worn = [each for area in WEAPON_ARM for each in layers_over(area, one.sheet.armour, one.sheet.armour_by_area)]
    return max(worn, key=lambda key: ARMOUR[key].initiative, default=next(iter(ARMOUR)))


@dataclass(frozen=True, slots=True)
class Ward:
    """How an attack is met: the kind of defence, the skill in it, the weapon or shield, and its hand."""

    defence: Defence
    skill: int = 0
    modifier: int | None = None
    weapon: str = ""
    off_hand: bool = False
    worth: int = 0


def wards(fight: Fight, one: Combatant, *, behind: bool = False) -> Iterator[Ward]:
    """Everything that this one can meet an attack with now. No shield covers the back."""
    both = RULINGS["attack_and_defend"].default != "never"
    for slot, arm in at_hand(one).items():
        if arm.missile or (one.spent(struck(slot)) and not both):
            continue
        held = weapon(arm.weapon)
        stuck = one.has("lodged") and arm.carried is not Carried.OFF and not held.natural
        if held.defence is None or stuck or (held.shield and behind):
            continue
        skill, modifier = skill_now(fight, one, slot)
        worth = skill + held.defence + (NUMBERS.number("off_hand") if off_hand(arm) else 0)
        kind = Defence.SHIELD if arm.weapon in SHIELDS else Defence.PARRY
        yield Ward(kind, skill, modifier, arm.weapon, off_hand(arm), worth)
    yield Ward(Defence.DODGE, dodge_now(one), one.sheet.dodge_modifier, worth=dodge_now(one))


def ward(fight: Fight, one: Combatant, *, behind: bool = False, limbs: bool = False) -> Ward:
    """What this one meets an attack with: as declared, else as on the sheet, else what is worth most.

    A limb is put in the way only of another one (`limbs`), unless a parry is meant and nothing else is at hand.
    """
    wish = one.declared.defence or one.sheet.defence
    if wish is Wish.IGNORE or defenceless(one):
        return Ward(Defence.IGNORE)
    found = list(wards(fight, one, behind=behind))
    meant = [each for each in found if each.defence.value == wish.value]
    steel = [each for each in found if limbs or not each.weapon or not weapon(each.weapon).natural]
    kept = [each for each in meant if each in steel] or meant or steel
    return max(kept, key=lambda each: each.worth)


def shield_held(one: Combatant) -> str | None:
    """A shield that is in the way of missiles: one in hand that has not attacked."""
    free = (arm.weapon for slot, arm in at_hand(one).items() if arm.weapon in SHIELDS and not one.spent(struck(slot)))
    return next(free, None)


def in_melee(one: Combatant) -> bool:
    """Whether this one has struck or warded off a blow this round, or is said to be in a melee."""
    close = (slot for slot, arm in arms(one).items() if not arm.missile)
    return one.has("engaged") or one.spent("defences") > 0 or any(one.spent(struck(slot)) for slot in close)
