"""The attack calculators of one against another, filled from both sheets and all that holds for both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.checks import read
from companion.encounter import Attack, Combatant, Fight
from companion.errors import Refused
from companion.fields import plain
from companion.games.dark_eye.attack import Attack as MeleeAttack
from companion.games.dark_eye.data import (
    ATTACK,
    CONDITIONS,
    DEFENCE,
    MANOEUVRES,
    RANGED,
    SIZES,
    TECHNIQUES,
    WEAPONS,
    Reach,
)
from companion.games.dark_eye.encounter_checks import checks_first, checks_last
from companion.games.dark_eye.encounter_sheet import Ability, Announced, Arm, Missile
from companion.games.dark_eye.encounter_state import (
    able,
    announced,
    arms,
    bare_hands,
    bound,
    cramped,
    depth,
    encumbrance,
    frozen,
    gripped,
    hands_free,
    highest,
    in_long_action,
    laid_low,
    missile_marks,
    others,
    overcome,
    pain,
    seen_by,
    shots_left,
    undefended,
)
from companion.games.dark_eye.foes_defence import Guard, guard
from companion.games.dark_eye.shot import Shot
from companion.games.dark_eye.shot_worth import shot_guard
from companion.games.dark_eye.situation import Defender

Inputs = dict[str, Any]


def attacks(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Attack]:
    """Every attack that fits, the likeliest first: what else one does to another in a fight comes after them."""
    yield from checks_first(fight, attacker, target)
    if laid_low(attacker) is None and not frozen(attacker):
        yield from _assaults(fight, attacker, target)
    yield from checks_last(fight, attacker, target)


def _assaults(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Attack]:
    blows, shots = tuple(_blows(fight, attacker, target)), tuple(_shots(fight, attacker, target))
    in_melee = attacker.has("engaged") or not any(shot.inputs["loaded"] for shot in shots)
    yield from (*blows, *shots) if in_melee else (*shots, *blows)
    yield from _special(fight, attacker, target)


def _blows(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Attack]:
    """A plain attack with each weapon, then the usual one with each manoeuvre that fits."""
    for place, arm in enumerate(arms(attacker)):
        yield _attack(f"melee-{place + 1}", arm.label, "attack", _blow(fight, attacker, target, arm), target)
    arm = arms(attacker)[0]
    technique = TECHNIQUES[WEAPONS[arm.weapon].technique]
    for key in dict.fromkeys(attacker.sheet.manoeuvres):
        row = MANOEUVRES[key]
        if getattr(technique, row.ability.replace(" ", "_")):
            filled = _blow(fight, attacker, target, arm, key)
            yield _attack(f"melee-1-{key}", f"{arm.label}, {row.name}", "attack", filled, target)


def _special(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Attack]:
    arm = arms(attacker)[0]
    technique = TECHNIQUES[WEAPONS[arm.weapon].technique]
    armed = not WEAPONS[arms(target)[0].weapon].natural
    if able(attacker, Ability.DISARM) and technique.disarm and armed:
        filled = _blow(fight, attacker, target, arm)
        filled.pop("onslaught")
        yield _attack("disarm", f"Disarm with {arm.label}", "disarm", filled, target)
    if able(attacker, Ability.HOLD) and hands_free(attacker) and _no_larger(target, attacker):
        filled = _blow(fight, attacker, target, bare_hands(attacker))
        filled.pop("onslaught")
        yield _attack("hold", "Hold", "hold", filled, target)
    filled = {**strike(fight, attacker, target, arm), "enemy_sense": able(target, Ability.ENEMY_SENSE)}
    yield Attack(
        "opportunity",
        f"Attack of opportunity with {arm.label}",
        "dark-eye/attack-of-opportunity",
        plain(filled),
        "Takes no action and meets no defence.",
    )


def _no_larger(one: Combatant, other: Combatant) -> bool:
    """Whether somebody is no larger than another. Address: dark-eye/hold#conditions."""
    sizes = list(SIZES)
    return sizes.index(one.sheet.size) <= sizes.index(other.sheet.size)


def _attack(name: str, label: str, resolver: str, filled: Inputs, target: Combatant) -> Attack:
    note = undefended(target)
    if note:
        note = f"No defence. {note}."
    elif target.spent("defences") and target.sheet.defender is Defender.HERO:
        note = f"Defence number {target.spent('defences') + 1} of the round."
    if in_long_action(target) and not undefended(target):
        note = f"{note} A defence breaks off the target's long action.".strip()
    return Attack(name, label, f"dark-eye/{resolver}", plain(filled), note)


def strike(fight: Fight, attacker: Combatant, target: Combatant, arm: Arm) -> Inputs:
    """What every melee attack asks for, an attack of opportunity included."""
    a, t, weapon = attacker.sheet, target.sheet, WEAPONS[arm.weapon]
    in_two_hands = gripped(attacker) and arm is arms(attacker)[0]
    higher = attacker.has("advantage"), target.has("advantage")
    tight = cramped(fight, attacker), cramped(fight, target)
    return {
        "at": arm.at,
        "weapon": arm.weapon,
        "foe_weapon": arms(target)[0].weapon,
        "damage_bonus": arm.damage_bonus,
        "own_dice": arm.dice,
        "own_plus": arm.plus,
        "own_reach": arm.reach,
        "shield": "none" if in_two_hands or weapon.two_handed else a.shield,
        "two_handed": in_two_hands,
        "off_hand": arm.off_hand,
        "pain": pain(attacker),
        "pain_overcome": overcome(attacker),
        "encumbrance": min(highest(), encumbrance(attacker)),
        "others": min(12, others(attacker)),
        "prone": attacker.has("prone"),
        "size": a.size,
        "other": _reach_beyond(arm, arms(target)[0]),
        "position": {(True, False): "you", (False, True): "foe"}.get(higher, "nobody"),
        "cramped": {(True, True): "both", (True, False): "you", (False, True): "foe"}.get(tight, "nobody"),
        "water": depth(fight, attacker),
        "swimmer": a.swimmer,
        "sight": seen_by(fight, attacker, target),
        "foe_size": t.size,
        "armour": t.armour,
        "pro": t.pro,
        "foe_max_lp": t.max_lp,
        "foe_lp": target.marks["lp"],
    }


def _reach_beyond(arm: Arm, foes: Arm) -> int:
    """What the foe's own reach changes, where it is not that of the weapon table. Address: dark-eye/reach#table."""
    table = WEAPONS[foes.weapon].reach
    own = arm.reach or WEAPONS[arm.weapon].reach

    def steps(reach: Reach) -> int:
        return max(0, reach.rank - own.rank)

    return ATTACK.number("reach") * (steps(foes.reach or table) - steps(table))


def _blow(fight: Fight, attacker: Combatant, target: Combatant, arm: Arm, manoeuvre: str = "none") -> Inputs:
    """A melee attack on one's turn, met by the best defence that the target has."""
    parrying = arms(target)[0]
    filled = {
        **strike(fight, attacker, target, arm),
        "from_behind": target.has("back-turned"),
        "defences_made": min(12, target.spent("defences")),
        "defender": target.sheet.defender,
        "foe_shield": target.sheet.shield,
        "foe_two_handed": gripped(target),
        "foe_stance": announced(target, Announced.STANCE),
        "foe_pain": pain(target),
        "foe_pain_overcome": overcome(target),
        "foe_encumbrance": min(8, encumbrance(target)),
        "foe_others": min(12, others(target)),
        "foe_prone": target.has("prone"),
        "foe_bound": bound(target),
        "foe_water": depth(fight, target),
        "foe_swimmer": target.sheet.swimmer,
        "foe_sight": seen_by(fight, target, attacker),
        "foe_other": eased(target),
        "manoeuvre": manoeuvre,
        "onslaught": announced(attacker, Announced.ONSLAUGHT) and not attacker.has("prone"),
        "botches": fight.scene.botches,
    }
    kinds = {"parry": parrying.pa, "shield parry": target.sheet.shield_pa, "dodge": target.sheet.dodge}

    def worth(defence: Inputs) -> Guard:
        return guard(read(MeleeAttack, {**filled, **defence})[0])

    return {**filled, **_best(target, kinds, worth)}


def _best(target: Combatant, kinds: dict[str, int], worth: Callable[[Inputs], Guard]) -> Inputs:
    """The defence that is worth most with all that bears on it; none for those who have none.

    Addresses: dark-eye/defence#kinds, #undefended.
    """
    found: list[tuple[int, Inputs]] = []
    for kind, base in kinds.items():
        defence = {"defence": kind, "pa": base}
        try:
            guarded = worth(defence)
        except Refused:
            continue
        found.append((guarded.value(False) or (guarded.worth.value if guarded.worth else 0), defence))
    if undefended(target) or not found:
        return {"defence": "none", "pa": 0}
    return max(found, key=lambda each: each[0])[1]


def eased(target: Combatant) -> int:
    """What an earlier natural 1 spares the next defence of the round. Address: dark-eye/critical#ranged-defence."""
    if target.sheet.defender is not Defender.HERO or not target.spent("defences"):
        return 0
    if target.has("spared"):
        return -DEFENCE.number("further")
    return DEFENCE.number("after_one") - DEFENCE.number("further") if target.has("eased") else 0


def _shots(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Attack]:
    for place, missile in enumerate(attacker.sheet.missiles):
        if shots_left(attacker, place):
            filled = _shot(fight, attacker, target, place, missile)
            label = RANGED[missile.weapon].name
            yield _attack(f"shot-{place + 1}", label, "ranged-attack", filled, target)


def _shot(fight: Fight, attacker: Combatant, target: Combatant, place: int, missile: Missile) -> Inputs:
    """A shot or throw at the distance of the scene, met by a dodge or the shield."""
    t = target.sheet
    filled = {
        "rc": missile.rc,
        "weapon": missile.weapon,
        "distance": fight.scene.distance,
        "aim": next((number for number in (2, 1) if attacker.has(f"aimed-{number}")), 0),
        "damage_bonus": missile.damage_bonus,
        "moved": next((pace for pace in ("fast", "slow") if attacker.has(pace)), "still"),
        "in_melee": attacker.has("engaged"),
        "loaded": attacker.marks[missile_marks(place)[1]] == 0,
        "pain": pain(attacker),
        "pain_overcome": overcome(attacker),
        "encumbrance": min(highest(), encumbrance(attacker)),
        "others": min(12, others(attacker)),
        "water": depth(fight, attacker),
        "sight": seen_by(fight, attacker, target),
        "botches": fight.scene.botches,
        "size": t.size,
        "moves": next((pace for pace in ("fast", "still") if target.has(pace)), "slow"),
        "zigzag": target.has("zigzag"),
        "cover": next((cover for cover in ("most", "chest") if target.has(f"cover-{cover}")), "none"),
        "into_melee": target.has("engaged"),
        "armour": t.armour,
        "pro": t.pro,
        "foe_max_lp": t.max_lp,
        "foe_lp": target.marks["lp"],
        "from_behind": target.has("back-turned"),
        "defences_made": min(12, target.spent("defences")),
        "defender": t.defender,
        "foe_shield": t.shield,
        "foe_stance": announced(target, Announced.STANCE),
        # a shot's calculator does not know of Pain IV overcome: one level as a modifier comes to the same
        "foe_pain": pain(target) - overcome(target),
        "foe_encumbrance": min(8, encumbrance(target)),
        "foe_others": min(12, others(target)),
        "foe_prone": target.has("prone"),
        "foe_bound": bound(target),
        "foe_cramped": cramped(fight, target),
        "foe_water": depth(fight, target),
        "foe_sight": seen_by(fight, target, attacker),
        "foe_other": eased(target) + CONDITIONS.number("level") * overcome(target),
    }

    def worth(defence: Inputs) -> Guard:
        return shot_guard(read(Shot, {**filled, **defence})[0])

    return {**filled, **_best(target, {"dodge": t.dodge, "shield parry": t.shield_pa}, worth)}
