"""What has to be rolled before an attack, and the Martial Moves, filled from both sheets."""

from __future__ import annotations

from collections.abc import Iterator

from companion.encounter import Attack, Combatant
from companion.games.darkmaster import encounter_state as state
from companion.games.darkmaster.encounter_offer import Offer, fitting, offer, own_values, weaponless
from companion.games.darkmaster.lock import Stage
from companion.games.darkmaster.ride import MOUNTS
from companion.games.darkmaster.skill_roll import Purpose
from companion.steps import signed


def due(one: Combatant) -> Iterator[Attack]:
    """What has to be rolled before anything else."""
    arm = state.in_hand(one)
    if one.has("fumbling") and arm is not None:
        inputs = fitting("darkmaster/clumsy", {**own_values(arm), "weapon": arm.weapon, "by_rule": True})
        yield Attack("fumble", "Fumble Table", "darkmaster/clumsy", inputs, "A rule has ordered the fumble.")
    if state.ride_due(one):
        mount = MOUNTS.number(one.sheet.mount)
        inputs = {"bonus": one.sheet.ride, "other": mount, "bruised": state.bruised(one)}
        note = f"{MOUNTS[one.sheet.mount].label} {signed(mount)}. What the result brings is put on the rider."
        yield Attack("ride", "Ride check", "darkmaster/skill-roll", inputs, note)
    if one.has("assessment"):
        inputs = {
            "bonus": one.sheet.perception,
            "purpose": Purpose.ASSESSMENT.value,
            "bruised": state.bruised(one),
        }
        note = "In the Assessment Phase; a failure allows no new action in this round."
        yield Attack("assessment", "Assessment Roll", "darkmaster/skill-roll", inputs, note)


def moves(one: Combatant, target: Combatant, against_all: str) -> Iterator[Offer]:
    """The Martial Moves; whoever is Locked has only the contest."""
    arm, foe = state.in_hand(one), state.in_hand(target)
    if arm is None or foe is None:
        return
    weapon = state.weapon_of(arm)
    both = {
        "bruised": state.bruised(one),
        "foe_bruised": state.bruised(target),
        "martial": weapon.martial,
        "half_action": state.full_and_half(one),
        "cmb": arm.cmb,
        "parry": min(max(0, arm.cmb), sum(state.pools(one))),
        "foe_cmb": foe.cmb,
        "net": one.sheet.shield == "net",
        "prone": one.has("prone"),
        "held": one.has("held"),
        "foe_prone": target.has("prone"),
        "foe_held": target.has("held"),
        "feint": one.marks["feint"],
    }
    if one.has("locked") and target.has("locked"):
        locked = {**both, "parry": 0, "martial": False, "half_action": False, "stage": Stage.LOCKED}
        inputs, note = fitting("darkmaster/lock", locked), "At the start of the Other Actions Phase."
        yield Offer("lock", Attack("contest", "Contest of the Locked", "darkmaster/lock", inputs, note), False)
        return
    melee = "a Martial Move takes a weapon for melee." if weapon.ranged else ""
    reason = against_all or melee or weaponless(one, arm)
    natural = state.weapon_of(foe).natural or target.sheet.beast
    free = weapon.hands == 1 and one.sheet.shield == "none" and one.sheet.off_hand is None
    lost = "the target's weapon is gone already." if target.has("disarmed") else ""
    yield offer(one, "disarm", "disarm", "disarm", "Disarm", "darkmaster/disarm",
                 {**both, "natural": natural, "free_hand": free}, "", reason or lost)  # fmt: skip
    feint = {**both, "deceive": one.sheet.deceive, "foe_perception": target.sheet.perception,
             "half_action": state.full_beside(one)}  # fmt: skip
    yield offer(one, "feint", "feint", "feint", "Feint", "darkmaster/feint", feint, "", reason)
    brawl = {**both, "brawl": one.sheet.brawl, "beast": target.sheet.beast,
             "foe_brawl": foe.cmb if target.sheet.beast else target.sheet.brawl, "martial": False}  # fmt: skip
    yield offer(one, "knock-down", "knock-down", "knock-down", "Knock Down", "darkmaster/knock-down", brawl, "",
                 against_all)  # fmt: skip
    yield offer(one, "lock", "lock", "lock", "Lock", "darkmaster/lock", both, "", reason)
