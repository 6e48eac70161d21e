"""Ways to attack from two sheets: each calculator that fits, filled from both and from what holds for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.encounter import Attack, Combatant, Fight
from companion.games.darkmaster import encounter_state as state
from companion.games.darkmaster import two_weapons
from companion.games.darkmaster.blow import most_parry
from companion.games.darkmaster.data import MODIFIERS, OPTIONS, SHIELDS, SKILLS, WEAPONS, Kind
from companion.games.darkmaster.encounter_moves import due, moves
from companion.games.darkmaster.encounter_offer import Offer, barred, offer, own_values, weaponless
from companion.games.darkmaster.encounter_sheet import Arm
from companion.games.darkmaster.saddle import why_not as not_from_the_saddle
from companion.games.darkmaster.strike import Cover

FIRST = ("feint", "two-weapons", "charge", "shield-bash", "disarm", "knock-down", "lock", "shoot", "attack")
"""Of what is declared, this comes first; the order of the others is that in which they are offered."""
MOST_NEIGHBOURS = 12


def attacks(fight: Fight, one: Combatant, target: Combatant) -> list[Attack]:
    """Every way to attack: what is due first, then what is declared, then the rest; what is refused comes last."""
    offers = list(_offers(fight, one, target))
    wanted = _wanted(one)
    place = {kind: number for number, kind in enumerate(FIRST)}
    offers.sort(key=lambda each: (each.refused, place[each.kind] if each.kind in wanted else len(place)))
    return [*due(one), *(each.attack for each in offers)]


def _wanted(one: Combatant) -> set[str]:
    """The kinds of attack that the declared actions are."""
    declared = state.expected(one)
    kinds = {"dash": "attack", "shoot-loaded": "shoot", "second-weapon": "two-weapons"}
    done = {"feint"} if one.spent("half") else set()
    return {kinds.get(action, action) for action in declared} - done


def _offers(fight: Fight, one: Combatant, target: Combatant) -> Iterator[Offer]:
    against_all = barred(one)
    for number, arm in enumerate(state.arms(one)):
        if state.weapon_of(arm).ranged:
            yield from _shots(fight, one, target, arm, number, against_all)
        else:
            yield _blow(one, target, arm, number, against_all)
    melee = state.melee_arm(one)
    if melee is not None:
        yield from _melee_ways(one, target, melee, against_all)
    yield from moves(one, target, against_all)


def _strike(one: Combatant, target: Combatant, arm: Arm) -> dict[str, Any]:
    """All that any attack asks for: from the weapon, the attacker, the target."""
    weapon = state.weapon_of(arm)
    effect = state.ride_effect(target)
    most = most_parry(arm.cmb, weapon, state.ruled("two_handed_parry"))
    return {
        **own_values(arm),
        "weapon": arm.weapon,
        "cmb": arm.cmb,
        "parry": min(most, sum(state.pools(one))),
        "own_shield": one.sheet.shield,
        "quality": arm.quality,
        "one_hand": arm.one_hand,
        "higher_ground": state.higher_ground(one, target),
        "prone": one.has("prone"),
        "held": one.has("held"),
        "bruised": state.bruised(one),
        "half_action": state.full_and_half(one),
        "feint": one.marks["feint"],
        "other": MODIFIERS.number("dash") if not weapon.ranged and state.declares(one, "dash") else 0,
        "defence": target.sheet.defence + (effect.defence if effect else 0),
        "armour": target.sheet.armour,
        "foe_parry": state.parry_against(target, one.name),
        "shield": state.shield_of(target),
        "position": one.declared.position,
        "target_aiming": state.aiming(target),
        "target_prone": target.has("prone"),
        "target_stunned": target.has("stunned"),
        "target_surprised": target.has("surprised"),
        "target_held": target.has("held"),
        "tough": target.sheet.tough,
        "cover": _cover(target),
        "engaged": one.has("engaged"),
        "target_engaged": target.has("engaged"),
    }


def _cover(target: Combatant) -> Cover:
    if target.has("full-cover"):
        return Cover.FULL
    return Cover.PARTIAL if target.has("partial-cover") else Cover.NONE


def _notes(one: Combatant, target: Combatant, arm: Arm) -> str:
    """What the game master may have to change in the filled calculator."""
    weapon = state.weapon_of(arm)
    found = []
    if one.marks["feint"]:
        found.append("The margin of the Feint counts against the foe of that Feint only.")
    if state.incapacitated(target) and not weapon.ranged:
        found.append("The target is Incapacitated: a hit does the most it can, and the attacker picks the critical.")
    if weapon.heavy:
        found.append("Heavy: a Half Action readies it before the attack.")
    if state.pools(target)[0] and state.parried_at_most(target) is not None and not target.declared.parry_whom:
        found.append("Without a shield the target's Parry wards off one opponent.")
    return " ".join(found)


def _saddle(one: Combatant, arm: Arm) -> str:
    """Why the weapon does not serve from the saddle; empty where it does, and on foot."""
    if not state.rides(one):
        return ""
    return not_from_the_saddle(state.weapon_of(arm), state.ruled("mounted_thrown") == "yes")


def _blow(one: Combatant, target: Combatant, arm: Arm, number: int, against_all: str) -> Offer:
    """A blow with one weapon, improvised ones by their own rule."""
    weapon = state.weapon_of(arm)
    address = "darkmaster/improvised" if arm.improvised else "darkmaster/attack"
    label = f"Improvised, likest to the {weapon.title}" if arm.improvised else weapon.name
    inputs = _strike(one, target, arm)
    reason = against_all or weaponless(one, arm) or _saddle(one, arm)
    return offer(one, "attack", "attack", f"blow-{number}", label, address, inputs, _notes(one, target, arm), reason)


def _shots(fight: Fight, one: Combatant, target: Combatant, arm: Arm, number: int, against_all: str) -> Iterator[Offer]:
    """A shot or throw, by the rule for who is Engaged; with an Aim, and without one at another target."""
    weapon = state.weapon_of(arm)
    inputs = _strike(one, target, arm)
    address = "darkmaster/attack"
    if arm.improvised:
        address = "darkmaster/improvised"
    elif target.has("engaged"):
        address = "darkmaster/shoot-into-melee"
        inputs["neighbours"] = [_neighbour(one, each) for each in state.besides(fight, one, target)[:MOST_NEIGHBOURS]]
    elif one.has("engaged"):
        address = "darkmaster/ranged-in-melee"
    reason = against_all or weaponless(one, arm) or _saddle(one, arm) or _unloaded(one, arm)
    word = "thrown" if weapon.kind is Kind.THROWN else "shot"
    aimed = one.marks["aimed"]
    notes = _notes(one, target, arm)
    if aimed and not arm.improvised:
        note = f"The Aim counts at the target aimed at, and is spent. {notes}".strip()
        yield offer(one, "shoot", "shoot", f"aimed-{number}", f"{weapon.name}, aimed", address,
                     {**inputs, "aimed": aimed}, note, reason)  # fmt: skip
        notes = f"The Aim at somebody else stays. {notes}".strip()
    label = f"{weapon.name}, {word}" if not aimed else f"{weapon.name}, not at the target aimed at"
    yield offer(one, "shoot", "shoot", f"shot-{number}", label, address, inputs, notes, reason)


def _unloaded(one: Combatant, arm: Arm) -> str:
    left = one.marks["loading"]
    if not left or not state.weapon_of(arm).load:
        return ""
    return f"it is not loaded: {left} {'round' if left == 1 else 'rounds'} of reloading to go."


def _neighbour(one: Combatant, each: Combatant) -> dict[str, Any]:
    """Somebody beside the target: DEF with the shield, without Parry and cover."""
    effect = state.ride_effect(each)
    defence = each.sheet.defence + SHIELDS[state.shield_of(each)].ranged + (effect.defence if effect else 0)
    return {
        "name": each.name,
        "defence": min(300, max(-100, defence)),
        "armour": each.sheet.armour.value,
        "ally": each.side is one.side,
    }


def _melee_ways(one: Combatant, target: Combatant, arm: Arm, against_all: str) -> Iterator[Offer]:
    """A Charge, both weapons, the shield, and the target's mount."""
    inputs = _strike(one, target, arm)
    weapon = state.weapon_of(arm)
    gone = against_all or weaponless(one, arm)
    grade = state.ride_grade(one)
    riding = state.rides(one)
    rate = one.sheet.mount_move_rate if riding else one.sheet.move_rate
    run = {
        "parry": 0,
        "move_rate": rate,
        "run": max(1, min(6, rate // OPTIONS.number("charge_share"))),
        "in_melee": one.has("engaged"),
        "mounted": riding,
        "on_foot": not state.rides(target),
        "higher_ground": one.has("higher-ground"),
    }
    if riding and grade is not None:
        run["ride"] = grade
    if not arm.improvised:
        yield offer(one, "charge", "charge", "charge", f"Charge, {weapon.title}", "darkmaster/charge",
                     {**inputs, **run}, "Set how far it is.", gone)  # fmt: skip
    if state.rides(target):
        mount = {
            "defence": target.sheet.mount_defence, "armour": target.sheet.mount_armour, "shield": "none",
            "foe_parry": 0, "ride": target.sheet.ride, "mount": target.sheet.mount,
            "ride_other": SKILLS.number("bruised") if state.bruised(target) else 0, "tough": "no",
            "target_aiming": False, "target_prone": False, "target_stunned": False, "target_held": False,
        }  # fmt: skip
        yield offer(one, "attack", "strike-mount", "strike-mount", f"At the mount, {weapon.title}",
                     "darkmaster/strike-mount", {**inputs, **mount}, "", gone)  # fmt: skip
    off = one.sheet.off_hand
    if off is not None and not arm.improvised and weapon.hands == 1 and weapon.shield is None:
        first, second = state.pools(one)
        both = {**inputs, "off_hand": off, "off_cmb": one.sheet.off_cmb, "parry": first, "second_parry": second,
                "off_other": inputs["other"]}  # fmt: skip
        reason = gone or two_weapons.why_not(arm.weapon, off)
        yield offer(one, "attack", "two-weapons", "two-weapons", f"{weapon.name} and {WEAPONS[off].title}",
                     "darkmaster/two-weapons", both, "", reason)  # fmt: skip
    shield = state.striking_shield(one)
    if shield is not None:
        bash = {**inputs, **dict.fromkeys(own_values(arm)), "weapon": shield, "cmb": max(arm.cmb, one.sheet.brawl),
                "quality": "plain", "parry": 0}  # fmt: skip
        yield offer(one, "shield-bash", "shield-bash", "shield-bash", "Shield Bash", "darkmaster/shield-bash", bash,
                     "The CMB is that of Blunt or of Brawl.", against_all)  # fmt: skip
