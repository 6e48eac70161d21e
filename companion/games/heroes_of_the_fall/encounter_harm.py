"""What wounds do to a fighter in the tracker, and what all of them together mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.encounter import Change, Combatant, Fight, Gained, Health, Marked, Told
from companion.games.heroes_of_the_fall.blow import GAME
from companion.games.heroes_of_the_fall.body import layers_over
from companion.games.heroes_of_the_fall.data import AREAS, ARMOUR, DAMAGE, Injury
from companion.games.heroes_of_the_fall.encounter_sheet import WOUNDS
from companion.games.heroes_of_the_fall.encounter_state import STATES, first_out, ruined_at
from companion.games.heroes_of_the_fall.feats import minus
from companion.steps import Step

RULE = f"{GAME}/injuries"
SPARED = (Injury.STUN, Injury.SHOCK)
"""What the berserk do not suffer. Address: heroes-of-the-fall/berserk#effects."""


def wounded(fight: Fight, who: str, part: str, area: str, injuries: Iterable[Injury]) -> Iterator[Change]:
    """What the results of one wound change: marks, conditions, and what the game master has to throw for.

    `part` is the name that the area die gave (`Left hand`), `area` its key.
    """
    one, row = fight[who], AREAS[area].damage
    for injury in injuries:
        if injury in SPARED and one.has("berserk"):
            continue
        if injury is Injury.BLEEDING:
            yield from _bleeding(one, row)
        elif injury is Injury.SERIOUS_BLEEDING:
            yield Marked(who, "serious", 1, f"{RULE}#serious-bleeding")
        elif injury is Injury.STUN:
            rounds = WOUNDS.number("stun") - one.marks["mettle"]
            if rounds > 0:
                yield Gained(who, "stunned", rounds, f"{RULE}#stun")
        else:
            yield from _state(one, part, row, injury)


def _bleeding(one: Combatant, row: str) -> Iterator[Change]:
    there = one.marks[row]
    if there:
        rating = there * WOUNDS.number("wound_rating")
        text = f"{one.name} bled there before: a d100 of {rating} or less makes this bleeding serious (Wound Rating)"
        yield Told(text, f"{RULE}#bleeding")
    yield Marked(one.id, row, 1, f"{RULE}#bleeding")


def _state(one: Combatant, part: str, row: str, injury: Injury) -> Iterator[Change]:
    """The condition that a result puts on; a left part that of the off hand (of the left-handed, a right one)."""
    for key, state in STATES.items():
        if injury not in state.injuries or (state.areas and row not in state.areas):
            continue
        side = part.split(" ")[0].lower()
        other = side == ("right" if one.sheet.left_handed else "left")
        if state.left and side not in ("left", "right"):
            yield Told(f"{one.name}: no side was named; the weapon arm is taken", state.rule)
        yield Gained(one.id, state.left if state.left and other else key, None, _rule(injury, state.rule))
    if injury is Injury.SHOCK:
        difficulty = WOUNDS.number("shock")
        level = minus(difficulty - one.marks["mettle"])
        text = f"{one.name}: a Mettle feat of level {level} is due, or there is no act for d100 minutes"
        yield Told(text, f"{RULE}#shock")


def _rule(injury: Injury, rule: str) -> str:
    """The address that says what a result does, where one condition stands for several."""
    if injury is Injury.CRUSH:
        return f"{RULE}#crush"
    return f"{RULE}#severed" if injury.value.startswith("severed") else rule


def armour_spoilt(fight: Fight, who: str, area: str, layers: Iterable[str]) -> Iterator[Change]:
    """Armour that a wound has ruined: for good, at that place. Address: heroes-of-the-fall/armour#ruined."""
    one, spoilt = fight[who], list(layers)
    if not spoilt:
        return
    worn = layers_over(area, one.sheet.armour, one.sheet.armour_by_area)
    left = [layer for layer in worn if layer not in spoilt and layer != next(iter(ARMOUR))]
    if not left:
        yield Gained(who, ruined_at(AREAS[area].damage), None, f"{GAME}/armour#ruined")
        return
    names, kept = (" and ".join(ARMOUR[layer].name.lower() for layer in listed) for listed in (spoilt, left))
    text = f"{one.name}: {names} ruined at the {AREAS[area].name.lower()}, {kept} still whole; change the sheet"
    yield Told(text, f"{GAME}/armour#ruined")


def health(fight: Fight, one: Combatant) -> Health:
    """What wounds and conditions mean: the worst as the word, each wounded part, and whether one can still act."""
    steps = tuple(_steps(one))
    if not one.marks["mettle"]:
        return Health("Bled to death", steps, True)
    worst = first_out(one)
    if worst is not None:
        return Health(worst.name, steps, True)
    if one.marks["serious"]:
        return Health("Bleeding badly", steps)
    if one.has("stunned") and not one.has("berserk"):
        return Health("Stunned", steps)
    hurt = any(one.marks[key] for key in DAMAGE) or one.marks["mettle"] < one.sheet.mettle
    hurt = hurt or any(one.has(key) for key, row in STATES.items() if row.areas or row.left)
    return Health("Wounded" if hurt or _maimed(one) else "Unhurt", steps)


def _maimed(one: Combatant) -> bool:
    return any(one.has(row.left) for row in STATES.values() if row.left)


def _steps(one: Combatant) -> Iterator[Step]:
    if not one.marks["mettle"]:
        yield Step("Mettle is gone: dead of loss of blood", f"{RULE}#serious-bleeding", 0)
    if one.has("slow-death"):
        minutes = WOUNDS.number("slow_death") * one.sheet.mettle
        treated = WOUNDS.number("slow_death_treated")
        yield Step(f"Dies within {minutes} minutes; treatment is a feat of difficulty {treated}", f"{RULE}#slow-death")
    if one.marks["serious"]:
        yield from _bleeding_badly(one)
    for key, area in DAMAGE.items():
        wounds = one.marks[key]
        if wounds:
            rating = wounds * WOUNDS.number("wound_rating")
            several = "1 bleeding wound" if wounds == 1 else f"{wounds} bleeding wounds"
            yield Step(f"{area.name}: {several}, Wound Rating {rating}", f"{RULE}#bleeding", wounds)
    for mark, label in (("mettle", "Mettle"), ("vigour", "Vigour")):
        full = getattr(one.sheet, mark)
        if 0 < one.marks[mark] < full or (mark == "vigour" and one.marks[mark] < full):
            yield Step(f"{label} {one.marks[mark]} of {full}, from loss of blood", f"{RULE}#serious-bleeding")


def _bleeding_badly(one: Combatant) -> Iterator[Step]:
    wounds, minutes = one.marks["serious"], WOUNDS.number("bleeding_minutes")
    several = "1 wound bleeds badly" if wounds == 1 else f"{wounds} wounds bleed badly"
    rule = f"{RULE}#serious-bleeding"
    yield Step(f"{several}: every {minutes} minutes a Mettle feat of difficulty {holding_out(one)}", rule, wounds)
    yield Step(f"To stop one takes {minutes} minutes: first aid against {WOUNDS.number('stop_bleeding')}", rule)


def holding_out(one: Combatant) -> int:
    """The difficulty of the Mettle feat of one who bleeds. Address: heroes-of-the-fall/injuries#serious-bleeding."""
    further = max(0, one.marks["serious"] - 1) * WOUNDS.number("bleeding_more")
    return WOUNDS.number("bleeding") + further
