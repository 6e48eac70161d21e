"""Every way in which one fighter can attack another, each calculator filled from both sheets and how both stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.encounter import Attack, Combatant, Fight
from companion.errors import Refused
from companion.games.heroes_of_the_fall.blow import GAME, Defence, Manner, kinds_of
from companion.games.heroes_of_the_fall.body import RANDOM, locations
from companion.games.heroes_of_the_fall.data import HOLDS, MISSILES, Body, Damage, View, weapon
from companion.games.heroes_of_the_fall.encounter_pending import pending
from companion.games.heroes_of_the_fall.encounter_sheet import Arm
from companion.games.heroes_of_the_fall.encounter_state import (
    Ward,
    armour_of,
    arms,
    at_hand,
    blind,
    defenceless,
    in_melee,
    limb_armour,
    name_of,
    off_hand,
    rides,
    shield_held,
    skill_now,
    struck,
    unusable,
    ward,
)
from companion.games.heroes_of_the_fall.grappling import Start
from companion.games.heroes_of_the_fall.missile_attack import range_factor
from companion.games.heroes_of_the_fall.skill import Skill

HAND = "hand"


def attacks(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Attack]:
    """The attacks that fit, the likeliest first, then what earlier blows have left to be thrown for."""
    if not target.has("dead"):
        found = at_hand(attacker)
        fresh = {slot: arm for slot, arm in found.items() if not attacker.spent(struck(slot))}
        used = {slot: arm for slot, arm in found.items() if slot not in fresh}
        for slot, arm in (*fresh.items(), *used.items()):
            note = "" if slot in fresh else "It has attacked this round already."
            if arm.missile:
                yield from _shots(fight, attacker, target, slot, arm, note)
            else:
                yield from _strikes(fight, attacker, target, slot, arm, note)
        yield from _grapples(fight, attacker, target)
        yield from _from_behind(fight, attacker, target, found)
        yield from _not_ready(fight, attacker, target)
    yield from pending(fight, attacker, target)


def _view(target: Combatant, *, behind: bool = False) -> View:
    return View(f"{target.sheet.body.value}-{'rear' if behind else 'front'}")


def _aim(attacker: Combatant, view: View) -> str:
    """The area that was declared, where it can be reached from that side; else a random one."""
    aim: str = attacker.declared.aim
    return aim if any(row.area == aim for row in locations(view)) else RANDOM


def _body(attacker: Combatant, target: Combatant, view: View) -> dict[str, Any]:
    """What every attack says of the body that it is turned against."""
    return {
        "view": view.value,
        "target": _aim(attacker, view),
        **armour_of(target),
        "foe_berserk": target.has("berserk"),
    }


def _manners(arm: Arm) -> Iterator[tuple[Manner, tuple[Damage, ...]]]:
    """How a weapon can be used; a thrust that does nothing else than a swing is left out."""
    seen: set[tuple[Damage, ...]] = set()
    for manner in Manner:
        try:
            kinds = kinds_of(manner, weapon(arm.weapon))
        except Refused:
            continue
        if kinds not in seen:
            seen.add(kinds)
            yield manner, kinds


def _met(met: Ward) -> dict[str, Any]:
    """The fields of a foe's defence, those alone that apply."""
    found: dict[str, Any] = {"defence": met.defence.value}
    if met.defence is Defence.IGNORE:
        return found
    found |= {"foe_skill": met.skill, "foe_modifier": met.modifier}
    if met.defence is Defence.PARRY:
        found["foe_weapon"] = met.weapon
    if met.defence is Defence.SHIELD:
        found["shield"] = met.weapon
    if met.defence is not Defence.DODGE:
        found["foe_off_hand"] = met.off_hand
    return found


def _strikes(fight: Fight, attacker: Combatant, target: Combatant, slot: int, arm: Arm, note: str) -> Iterator[Attack]:
    """The swings and thrusts of one weapon from the front, by the calculator that fits how both stand."""
    skill, modifier = skill_now(fight, attacker, slot)
    view = _view(target, behind=target.has("turned"))
    natural = weapon(arm.weapon).natural
    met = ward(fight, target, behind=view.rear, limbs=natural)
    stuck = attacker.has("lodged") and not natural and not off_hand(arm)
    manners = list(_manners(arm))
    for manner, kinds in manners:
        common = {
            "skill": skill,
            "modifier": modifier,
            **_body(attacker, target, view),
            "weapon": arm.weapon,
            "manner": manner.value,
            "off_hand": off_hand(arm),
            "quality": arm.quality,
        }
        name, label = f"{slot}-{manner.value}", name_of(arm)
        if len(manners) > 1:
            label = f"{label}, {manner.value}"
        if stuck:
            if Damage.PIERCE in kinds and target.has("impaled"):
                yield _twist(common, name, label, attacker, met)
            continue
        yield _strike(fight, attacker, target, (name, label, note), common, met)


def _twist(common: Mapping[str, Any], name: str, label: str, attacker: Combatant, met: Ward) -> Attack:
    """The weapon that is lodged in this foe, turned in the wound."""
    note = "Only while you hold the initiative over this foe."
    inputs = {**common, **_melee_ward(met), "base_depth": attacker.sheet.base_depth, "twist": True}
    return Attack(f"{name}-twist", f"{label}: twist it in the wound", f"{GAME}/melee-attack", inputs, note)


def _melee_ward(met: Ward) -> dict[str, Any]:
    """A defence for calculators of held weapons alone: a bare limb cannot be named there, so it is a dodge."""
    if met.defence is Defence.PARRY and weapon(met.weapon).natural:
        return _met(Ward(Defence.DODGE, met.skill, met.modifier))
    return _met(met)


def _strike(
    fight: Fight,
    attacker: Combatant,
    target: Combatant,
    told: tuple[str, str, str],
    common: dict[str, Any],
    met: Ward,
) -> Attack:
    """One swing or thrust: unarmed, blind, against the helpless, from behind, or plain close combat."""
    name, label, note = told
    mine = weapon(common["weapon"])
    limb = mine.natural or (met.defence is Defence.PARRY and weapon(met.weapon).natural)
    depth = {"base_depth": attacker.sheet.base_depth}
    dark, foe_dark = blind(fight, attacker), blind(fight, target)
    if limb:
        common = _halved(common, "skill", "modifier", dark)
        answer = _halved(_met(met), "foe_skill", "foe_modifier", foe_dark or target.has("turned"))
        half = " Skills are halved already." if dark or foe_dark or target.has("turned") else ""
        risk = limb_armour(attacker, mine.limb or HAND) if mine.natural else limb_armour(target, HAND)
        inputs = {**common, **answer, **depth, "limb_armour": risk}
        return Attack(name, label, f"{GAME}/unarmed", inputs, f"{note}{half}".strip())
    if defenceless(target):
        return Attack(name, f"{label}, at the defenceless", f"{GAME}/helpless", common, note)
    if dark or foe_dark:
        inputs = {**common, **_met(met), **depth, "you_blind": dark, "foe_blind": foe_dark}
        if dark:
            inputs["target"] = RANDOM
        if foe_dark:
            inputs["foe_flails"] = target.has("flailing")
        return Attack(name, f"{label}, {'flailing' if dark else 'at the blind'}", f"{GAME}/blind", inputs, note)
    if target.has("turned"):
        return Attack(name, f"{label}, from behind", f"{GAME}/rear-attack", {**common, **_met(met), **depth}, note)
    inputs = {**common, **_met(met), **depth, "pushed": target.has("pushed")}
    if met.defence is Defence.PARRY:
        inputs["shield_beside"] = shield_held(target)
    if target.has("prone"):
        note = f"{note} The target lies on the ground: what that is worth, the GM says (Anything else).".strip()
    return Attack(name, label, f"{GAME}/melee-attack", inputs, note)


def _halved(inputs: dict[str, Any], skill: str, modifier: str, half: bool) -> dict[str, Any]:
    """Half a skill, rounded down, for a calculator that does not halve it itself; its die is not thrown then."""
    if not half or skill not in inputs:
        return inputs
    level = Skill(inputs[skill], None, "", halved=True).at(False)
    return {**inputs, skill: level, modifier: None}


def _from_behind(fight: Fight, attacker: Combatant, target: Combatant, found: Mapping[int, Arm]) -> Iterator[Attack]:
    """The first weapon at the back of one who knows of it but cannot turn."""
    first = next(((slot, arm) for slot, arm in found.items() if held_close(arm)), None)
    if first is None or defenceless(target) or target.has("turned") or attacker.has("lodged"):
        return
    slot, arm = first
    if blind(fight, attacker) or blind(fight, target):
        return
    skill, modifier = skill_now(fight, attacker, slot)
    view = _view(target, behind=True)
    manner, _ = next(_manners(arm))
    inputs = {
        "skill": skill,
        "modifier": modifier,
        **_body(attacker, target, view),
        "weapon": arm.weapon,
        "manner": manner.value,
        "off_hand": off_hand(arm),
        "quality": arm.quality,
        **_melee_ward(ward(fight, target, behind=True)),
        "base_depth": attacker.sheet.base_depth,
    }
    yield Attack(f"{slot}-behind", f"{name_of(arm)}, from behind", f"{GAME}/rear-attack", inputs)


def held_close(arm: Arm) -> bool:
    """Whether it is a weapon of close combat that a hand holds."""
    return arm.missile is None and not weapon(arm.weapon).natural


def _shots(
    fight: Fight, attacker: Combatant, target: Combatant, slot: int, arm: Arm, note: str, *, ready: bool = True
) -> Iterator[Attack]:
    """A shot or a throw, where the distance of the scene allows one."""
    used, scene = MISSILES[arm.weapon], fight.scene
    try:
        range_factor(used, scene.distance)
    except Refused:
        return
    skill, modifier = skill_now(fight, attacker, slot)
    view = _view(target, behind=target.has("turned"))
    aimed = attacker.marks["aiming"] if ready else 0
    runs = "target_galloping" if rides(target) else "target_running"
    inputs = {
        "skill": skill,
        "modifier": modifier,
        **_body(attacker, target, view),
        "weapon": arm.weapon,
        "distance": scene.distance,
        "shield": None if view.rear else shield_held(target),
        "aim": "aim_longer" if aimed > used.aim else "full" if aimed >= used.aim else "aim_none",
        "ready": ready,
        "target_moves": runs if target.has("running") else "none",
        "firer_moves": "firer_running" if attacker.has("running") else "none",
        "cover": next((key for key in ("cover_slit", "cover_most", "cover_half") if target.has(key)), "none"),
        "light": scene.light,
        "size": target.sheet.size,
        "prone": target.has("prone"),
        "wind": scene.wind,
        "melee": in_melee(target),
    }
    yield Attack(f"{slot}-shot", name_of(arm), f"{GAME}/missile-attack", inputs, note)


def _not_ready(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Attack]:
    """Missile weapons that are not loaded yet: the calculator, with a word on why it is too early."""
    for slot, arm in arms(attacker).items():
        why = unusable(attacker, slot) if arm.missile else None
        if why is not None and "load" in why.text:
            yield from _shots(fight, attacker, target, slot, arm, f"Not ready: {why.text}.", ready=False)


def _grapples(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Attack]:
    """To seize, to hold on, or to throw, one round at a time."""
    if unusable(attacker, 0) is not None or attacker.has("lodged") or attacker.sheet.body is not Body.HUMAN:
        return
    skill, modifier = skill_now(fight, attacker, 0)
    met = ward(fight, target, limbs=True)
    free = Ward(Defence.DODGE) if met.defence is Defence.IGNORE else met
    common = {
        "skill": skill,
        "modifier": modifier,
        "foe_skill": free.skill,
        "foe_modifier": free.modifier,
        "foe_defence": (weapon(free.weapon).defence or 0) if free.weapon else 0,
        **armour_of(target),
        "foe_berserk": target.has("berserk"),
    }
    kind = HOLDS[attacker.sheet.grapple]
    start = Start.PARRY if attacker.has("may-seize") else Start.STRIKE
    if attacker.has("holding") and target.has("held"):
        start = Start.HELD
    label = {
        Start.HELD: "Hold on, against the counter",
        Start.PARRY: "Seize the limb that struck",
        Start.STRIKE: "Grapple",
    }[start]
    throw = next(key for key, row in HOLDS.items() if row.throw)
    if not kind.throw:
        inputs = {**common, "kind": attacker.sheet.grapple, "start": start.value, "rounds": 1}
        note = "One round at a time: a hold goes on until it is let go."
        yield Attack("grapple", f"{label}: {kind.name.lower()}", f"{GAME}/grapple", inputs, note)
    inputs = {**common, "kind": throw, "start": start.value}
    yield Attack("throw", HOLDS[throw].name, f"{GAME}/grapple", inputs, "It ends the contact, and the foe falls.")
