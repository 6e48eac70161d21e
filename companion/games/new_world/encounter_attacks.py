"""The ways to attack: each calculator that fits, filled from both sheets and from what has become of the two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.encounter import Attack, Combatant, Fight
from companion.games.new_world import attack, disarm, feint, free_attack, grapple, manoeuvre, swift_attack
from companion.games.new_world.attack import Action
from companion.games.new_world.encounter_inputs import (
    BARE,
    Pair,
    blades,
    fitting,
    has_free_hand,
    lacks,
    listed,
    missiles,
    opposed_foe_inputs,
    opposed_inputs,
    powder_inputs,
    rank_in,
    reaching,
    shot_inputs,
    strike_inputs,
)
from companion.games.new_world.encounter_sheet import Carried, loaded, movement
from companion.games.new_world.score import MOVEMENT
from companion.games.new_world.swift_attack import off_hand_weapons
from companion.games.new_world.turn_rules import ROUND, TURN
from companion.resolver import Resolver

SHORT_BLADES = ("knife",)
"""What may be used in a hold besides Brawling. Address: new-world/grappling#grappled."""
FAR = "get within reach first"


def attacks(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Attack]:
    """Every way to attack, the likeliest first; in a hold only what the hold allows (new-world/grappling#grappled)."""
    pair = Pair(fight, attacker, target)
    if attacker.has("held") or attacker.has("holding"):
        yield from _in_a_hold(pair)
    elif pair.close:
        yield from _close(pair)
    else:
        yield from _from_afar(pair)


def _in_a_hold(pair: Pair) -> Iterator[Attack]:
    attacker, target = pair.attacker, pair.target
    if attacker.has("held") and target.has("holding"):
        yield _grapple(pair, grapple.Act.BREAK_FREE, "Break free")
    elif attacker.has("holding") and target.has("held"):
        yield _grapple(pair, grapple.Act.SQUEEZE, "Squeeze")
    else:
        return
    for name, carried in blades(attacker):
        if carried.row.group == "brawling" or carried.weapon in SHORT_BLADES:
            yield _blow(pair, name, carried, Action.STANDARD)


def _close(pair: Pair) -> Iterator[Attack]:
    hand = blades(pair.attacker)
    name, first = hand[0]
    standard = [_blow(pair, *each, Action.STANDARD) for each in hand]
    shots = [_shot(pair, *each) for each in missiles(pair.attacker) if each[1].row.point_blank]
    if pair.fight.begun and pair.attacker.id not in pair.fight.acting:
        yield _free(pair, first)
    yield standard[0]
    yield from shots
    yield _blow(pair, name, first, Action.ALL_OUT)
    yield from _swift(pair, first)
    yield _feint(pair, first)
    yield from standard[1:]
    yield _grapple(pair, grapple.Act.SEIZE, "Seize")
    yield from _disarm(pair, first)
    for goal in manoeuvre.Goal:
        yield _manoeuvre(pair, first, goal)


def _from_afar(pair: Pair) -> Iterator[Attack]:
    hand, shots = blades(pair.attacker), missiles(pair.attacker)
    charge = [_blow(pair, *hand[0], Action.CHARGE)] if _can_charge(pair) else []
    within = [_shot(pair, *each) for each in shots if reaching(pair, each[1]).ranged]
    if pair.target.id in pair.fight.acting and pair.attacker.id not in pair.fight.acting:
        yield _free(pair, hand[0][1], "only if the target has just left your reach")
    first = next(iter(pair.mine.weapons), None)
    yield from (*charge, *within) if first is None or first.row.melee else (*within, *charge)
    for each in hand:
        yield _blow(pair, *each, Action.STANDARD, FAR)
    yield from (_shot(pair, *each, "out of range") for each in shots if not reaching(pair, each[1]).ranged)


def _can_charge(pair: Pair) -> bool:
    """Whether the way to the square beside the target is right for a Charge. Address: new-world/movement#charge."""
    one, way = pair.attacker, pair.distance - 1
    hindered = one.has("prone") or one.has("wound-forbids-running")
    return not hindered and MOVEMENT.number("charge_least") <= way <= movement(one)


ACTION_KEYS = {Action.STANDARD: "standard-attack", Action.CHARGE: "charge", Action.ALL_OUT: "all-out-attack"}
"""The rows of the turn's table for the actions of the attack calculator."""


def _blow(pair: Pair, name: str, carried: Carried, action: Action, note: str = "") -> Attack:
    inputs = {
        **strike_inputs(pair, carried, ranged=False),
        "action": action,
        "aim": int(pair.attacker.has("aiming")),
        "feint_won": pair.target.has("feinted"),
        "target_wounds": pair.target.marks["wounds"],
    }
    label = f"{carried.row.name}: {action}"
    return _made(pair, f"{name}-{ACTION_KEYS[action]}", label, attack.resolver, inputs, ACTION_KEYS[action], note)


def _shot(pair: Pair, name: str, carried: Carried, note: str = "") -> Attack:
    inputs = {
        **strike_inputs(pair, carried, ranged=True),
        **shot_inputs(pair, carried),
        "action": Action.STANDARD,
        "aim": int(pair.attacker.has("aiming")),
        "target_wounds": pair.target.marks["wounds"],
    }
    label = f"{carried.row.name}: {'throw' if carried.row.melee else 'shoot'}"
    empty = "" if loaded(pair.attacker, carried.weapon) else "not loaded"
    return _made(pair, f"{name}-shot", label, attack.resolver, inputs, "standard-attack", listed((empty, note)))


def _free(pair: Pair, carried: Carried, note: str = "") -> Attack:
    attacker = pair.attacker
    inputs = {
        **strike_inputs(pair, carried, ranged=False),
        "able": not (attacker.has("surprised") or attacker.has("held")),
        "all_out_defence": attacker.has("all-out-defence"),
        "taken": min(20, attacker.spent("free-attacks")),
    }
    return _made(pair, "free-attack", f"{carried.row.name}: free attack", free_attack.resolver, inputs, note=note)


def _swift(pair: Pair, carried: Carried) -> Iterator[Attack]:
    inputs = {**strike_inputs(pair, carried, ranged=False), "aim": pair.attacker.has("aiming")}
    sheet = pair.mine
    off = _off_hand(pair.attacker, carried)
    if off is not None:
        ranged = not off.row.melee
        two = {
            "off_hand": off.weapon,
            "ambidextrous": sheet.ambidextrous,
            "dual_wielder": sheet.dual_wielder,
            "off_skill": sheet.ranged_skill if ranged else sheet.melee_skill,
            "off_rank": rank_in(sheet, off),
            "off_lacking": lacks(off),
            "off_damage": off.own_damage,
            "ranged_defence": pair.theirs.ranged_defence,
            **_pistol(pair, off),
        }
        label = f"{carried.row.name} and {off.row.name.lower()}: Swift Attack"
        yield _made(pair, "swift-two", label, swift_attack.resolver, {**inputs, **two}, "swift-attack")
    label = f"{carried.row.name}: Swift Attack"
    yield _made(pair, "swift-one", label, swift_attack.resolver, inputs, "swift-attack")


def _off_hand(one: Combatant, main: Carried) -> Carried | None:
    """The second weapon of a Swift Attack. Addresses: new-world/two-weapons#off-hand, #cost."""
    sheet = one.sheet
    if main.row.hands != 1 or sheet.shield != "none":
        return None
    fit = off_hand_weapons()
    return next((each for each in sheet.weapons if each.off_hand and each != main and each.weapon in fit), None)


def _pistol(pair: Pair, off: Carried) -> dict[str, Any]:
    asked = {**shot_inputs(pair, off), **powder_inputs(pair)}
    return {name: value for name, value in asked.items() if name not in ("sharpshooter", "foe_in_reach", "own_band")}


def _feint(pair: Pair, carried: Carried) -> Attack:
    theirs = blades(pair.target)[0][1]
    inputs = {**strike_inputs(pair, carried, ranged=False), **opposed_foe_inputs(pair, theirs)}
    return _made(pair, "feint", f"{carried.row.name}: Feint, then attack", feint.resolver, inputs, "swift-attack")


def _disarm(pair: Pair, carried: Carried) -> Iterator[Attack]:
    theirs = blades(pair.target)[0][1]
    if theirs.row.natural:
        return
    inputs = {
        **opposed_inputs(pair, carried, theirs),
        "trained": pair.mine.disarm,
        "free_hand": has_free_hand(pair.attacker),
        "natural": theirs.row.natural,
        "aim": pair.attacker.has("aiming"),
    }
    yield _made(pair, "disarm", f"Disarm: {theirs.row.name.lower()}", disarm.resolver, inputs, "disarm")


def _grapple(pair: Pair, act: grapple.Act, label: str) -> Attack:
    inputs = {
        **opposed_inputs(pair, BARE, BARE),
        "act": act,
        "wrestling": pair.mine.wrestling,
        "foe_wrestling": pair.theirs.wrestling,
        "free_hand": has_free_hand(pair.attacker),
        "larger": pair.theirs.size.step - pair.mine.size.step,
        "might": pair.mine.might,
        "street_fighting": pair.mine.street_fighting,
        "foe_endurance": pair.theirs.endurance,
        "aim": pair.attacker.has("aiming"),
    }
    seizing = act is grapple.Act.SEIZE
    note = "no hand is free" if seizing and not has_free_hand(pair.attacker) else ""
    name = act.value.replace(" ", "-")
    return _made(pair, name, f"Grapple: {label}", grapple.resolver, inputs, "standard-attack", note)


def _manoeuvre(pair: Pair, carried: Carried, goal: manoeuvre.Goal) -> Attack:
    theirs = blades(pair.target)[0][1]
    inputs = {**opposed_inputs(pair, carried, theirs), "goal": goal}
    return _made(pair, f"manoeuvre-{goal}", f"Manoeuvre: {goal.label}", manoeuvre.resolver, inputs, "manoeuvre")


def _made(
    pair: Pair, name: str, label: str, resolver: Resolver, inputs: Mapping[str, Any], action: str = "", note: str = ""
) -> Attack:
    spent = _why_late(pair, action) if action else ""
    return Attack(name, label, resolver.address, fitting(resolver, inputs), listed((note, spent)))


def _why_late(pair: Pair, key: str) -> str:
    """What of the turn is already gone for this action, as a note: the plan has the reason and the rule."""
    fight, one, row = pair.fight, pair.attacker, TURN[key]
    if not fight.begun:
        return ""
    if one.has("surprised"):
        return "surprised"
    if row.attack and one.spent("attacks") >= ROUND.number("attack_actions"):
        return "the attack action is spent"
    if one.id not in fight.acting:
        return "" if row.halves <= one.marks["kept"] else "not their turn"
    return "" if one.spent("halves") + row.halves <= ROUND.number("halves") else "too little of the turn is left"
