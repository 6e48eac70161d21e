"""What one does to another besides striking: to stabilise, to grapple, to demand surrender, to work a Shaping."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from companion.checks import read
from companion.encounter import Attack as Filled
from companion.encounter import Combatant, Fight
from companion.errors import Refused
from companion.games.fantasy_crux import active_guard
from companion.games.fantasy_crux.active_guard import Guard, Reply
from companion.games.fantasy_crux.causes import condition, named, place
from companion.games.fantasy_crux.data import ENEMIES, MODIFIERS, SHIELD_COVER, WEAPONS, Size, rank
from companion.games.fantasy_crux.encounter_conditions import COVER
from companion.games.fantasy_crux.encounter_defence import WORTH, Reaction, reactions, success, why_none
from companion.games.fantasy_crux.encounter_health import down, dying, hit_points
from companion.games.fantasy_crux.encounter_round import grapple_of, refusal
from companion.games.fantasy_crux.grapple import Phase
from companion.games.fantasy_crux.pools import Cause, pool

MOST_OF_THE_CLOCK = 60
"""The most Hit Points and reserve that the calculator of the clock takes."""


def helping(fight: Fight, helper: Combatant, patient: Combatant) -> Iterator[Filled]:
    """To stabilise somebody of the own side."""
    if helper.side is patient.side and helper.id != patient.id:
        yield from _stabilise(fight, helper, patient)


def others(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Filled]:
    """Grapple, Shaping, Intimidate; last, to stabilise an enemy."""
    yield from _grapple(fight, attacker, target)
    yield from _shaping(fight, attacker, target)
    if attacker.side is not target.side:
        if not down(target):
            yield _intimidate(fight, attacker, target)
        yield from _stabilise(fight, attacker, target)


def _not_now(fight: Fight, one: Combatant, act: str, *notes: str) -> str:
    refused = refusal(fight, one, act)
    return "; ".join(filter(None, (f"Not now: {refused[0]}" if refused else "", *notes)))


def _own_dice(one: Combatant) -> Iterator[Cause]:
    """The dice that go with this one into every test."""
    if one.has("wounded"):
        yield named("wounded")
    if grapple_of(one) != "none":
        yield named("held")


def _stabilise(fight: Fight, helper: Combatant, patient: Combatant) -> Iterator[Filled]:
    """One attempt as a test, and the whole clock for its odds."""
    if not (dying(patient) or (patient.has("bleeding") and not down(patient))):
        return
    sheet = helper.sheet
    attempt = {
        "skill": sheet.healing,
        "dice": 0 if sheet.kit else MODIFIERS.number("no_kit"),
        "wounded": helper.has("wounded"),
        "held": grapple_of(helper) != "none",
    }
    note = _not_now(fight, helper, "stabilise", "" if sheet.kit else "Without a Healing Kit")
    yield Filled("stabilise", "Stabilise: one attempt", "fantasy-crux/test", attempt, note)
    clock = {
        "hit_points": min(MOST_OF_THE_CLOCK, hit_points(patient)),
        "max_hit_points": patient.sheet.most_hit_points,
        "bleeding": patient.has("bleeding"),
        "reserve": min(MOST_OF_THE_CLOCK, patient.marks["reserve"]),
        "arrives": 1 + patient.marks["clock"],
        "healing": sheet.healing,
        "kit": sheet.kit,
        "dice": pool("Healing", _own_dice(helper)).left,
        "hero_points": patient.marks["hero_points"],
        "avert": False,
    }
    note = "For the odds of being in time: a throw plays every attempt, and changes nothing in the fight"
    yield Filled("clock", "Bleeding and Dying: the whole clock", "fantasy-crux/dying", clock, note)


def _grapple(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Filled]:
    sides = grapple_of(attacker), grapple_of(target)
    if sides in (("held", "controller"), ("controller", "held")):
        if sides[0] == "held":
            yield _inside(fight, attacker, target, Phase.ESCAPE, "escape")
        if "wrestler" in attacker.sheet.talents:
            yield _inside(fight, attacker, target, Phase.WRESTLE, "wrestle")
    elif sides[0] == "none" and sides[1] != "held":
        yield _seizure(fight, attacker, target)


def _inside(fight: Fight, attacker: Combatant, target: Combatant, phase: Phase, act: str) -> Filled:
    inputs = {
        "phase": phase.value,
        "skill": attacker.sheet.skill("unarmed"),
        "their_skill": target.sheet.skill("unarmed"),
        "second_limb": attacker.has("second-limb"),
        "wounded": attacker.has("wounded"),
        "their_second_limb": target.has("second-limb"),
        "their_wounded": target.has("wounded"),
    }
    label = str(phase.value)
    label = f"{label[:1].upper()}{label[1:]}"
    return Filled(act, label, "fantasy-crux/grapple", inputs, _not_now(fight, attacker, act))


def _seizure(fight: Fight, attacker: Combatant, target: Combatant) -> Filled:
    best = max(reactions(fight, target), key=lambda each: _against_a_seizure(target, each), default=None)
    inputs: dict[str, Any] = {
        "phase": Phase.SEIZE.value,
        "skill": attacker.sheet.skill("unarmed"),
        "defence": "none",
        "aware": not target.has("unaware"),
        "second_limb": attacker.has("second-limb"),
        "wounded": attacker.has("wounded"),
        "their_wounded": target.has("wounded"),
    }
    note = why_none(fight, target)
    if best is not None:
        inputs |= {"defence": "dodge" if best.act == "dodge" else "parry", "their_skill": best.skill}
        note = best.note
        if best.item:
            inputs |= {"item": best.item, "off_hand": best.off_hand, "mastery": "mastery" in target.sheet.talents}
    note = _not_now(fight, attacker, "seize", note)
    return Filled("seize", "Grapple: seize", "fantasy-crux/grapple", inputs, note)


def _against_a_seizure(one: Combatant, reaction: Reaction) -> Fraction:
    penalised = reaction.off_hand and "mastery" not in one.sheet.talents
    return success(reaction.skill, MODIFIERS.number("off_hand_reaction") if penalised else 0)


def _intimidate(fight: Fight, attacker: Combatant, target: Combatant) -> Filled:
    ours, theirs = (
        sum(each.side is side and not each.out and not down(each) for each in fight.combatants)
        for side in (attacker.side, target.side)
    )
    inputs = {
        "influence": attacker.sheet.influence,
        "dice": MODIFIERS.number("held") if grapple_of(attacker) != "none" else 0,
        "persistence": target.sheet.skill("persistence"),
        "condition": _enemy(target, theirs - ours),
        "outnumbers": theirs > ours,
        "their_dice": pool("Persistence", _own_dice(target)).left,
        "wounded": attacker.has("wounded"),
    }
    note = _not_now(fight, attacker, "intimidate", "One enemy; a group rolls once, through its leader")
    return Filled("intimidate", "Intimidate", "fantasy-crux/intimidate", inputs, note)


def _enemy(one: Combatant, more: int) -> str:
    """The row that fits best; `more`: by how many the enemy outnumbers. Address: fantasy-crux/intimidate#modifier."""
    most = one.sheet.most_hit_points
    lost = most - hit_points(one)
    if lost * ENEMIES["broken"].lost > most:
        return "broken"
    bloodied = lost * ENEMIES["bloodied-crowd"].lost >= most
    if more > 0 and bloodied:
        return "bloodied-crowd"
    if more < 0 and one.has("wounded"):
        return "wounded-few"
    return "neither" if bloodied or one.has("wounded") else "fresh"


def _shaping(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Filled]:
    """A Projected Shaping at one target, with the best answer that is left."""
    sheet, it = attacker.sheet, target.sheet
    if not sheet.shaping:
        return
    try:
        dice = pool("Shaping", _on_the_shaping(attacker, target)).left
    except Refused:
        return
    inputs: dict[str, Any] = {
        "shaping": sheet.shaping,
        "shaping_dice": dice,
        "intensity": sheet.intensity,
        "answer": Reply.NONE.value,
        "armour": it.armour,
        "max_hit_points": it.most_hit_points,
        "hit_points": max(1, hit_points(target)),
        "reserve": target.marks["reserve"],
    }
    if it.armour is None:
        inputs["armour_points"] = it.armour_points
    best, worth, note = inputs, Fraction(0), why_none(fight, target)
    for answer in _answers(fight, attacker, target):
        tried = {**inputs, **answer, "dice": pool("Answer", _on_the_answer(target)).left}
        ready = active_guard.prepare(read(Guard, tried)[0])
        here = success(tried["skill"], ready.theirs.pool.dice) * WORTH[ready.share]
        if here > worth:
            best, worth, note = tried, here, ""
    note = _not_now(fight, attacker, "shaping", note)
    yield Filled("shaping", "Projected Shaping", "fantasy-crux/active-guard", best, note)


def _on_the_shaping(attacker: Combatant, target: Combatant) -> Iterator[Cause]:
    yield from _own_dice(attacker)
    yield from (condition(key) for key in COVER if target.has(key))
    sheet = target.sheet
    covered = any(rank(WEAPONS[item].size) >= rank(Size.HEAVY) for item in sheet.shields)
    if "shield_cover" in sheet.talents and covered and not target.has("unaware") and not down(target):
        yield condition(SHIELD_COVER)


def _on_the_answer(one: Combatant) -> Iterator[Cause]:
    yield from _own_dice(one)
    if one.has("prone"):
        yield place("prone")


def _answers(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[dict[str, Any]]:
    sheet = target.sheet
    for reaction in reactions(fight, target):
        if reaction.act == "dodge":
            yield {"answer": Reply.DODGE.value, "skill": reaction.skill}
        elif reaction.item in sheet.shields:
            yield {
                "answer": Reply.GUARD.value,
                "skill": reaction.skill,
                "shield": reaction.item,
                "off_hand": reaction.off_hand,
                "missile_guard": "missile_guard" in sheet.talents,
                "mastery": "mastery" in sheet.talents,
            }
    power, magnitude = target.marks["power_points"], attacker.sheet.magnitude
    if sheet.shaping and power >= magnitude and refusal(fight, target, "counter") is None:
        yield {
            "answer": Reply.COUNTER.value,
            "skill": sheet.shaping,
            "power_points": power,
            "magnitude": magnitude,
        }
