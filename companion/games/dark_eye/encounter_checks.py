"""The checks of a fight that go with an opponent: staying conscious, tearing free, getting away, climbing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.encounter import Attack, Combatant, Fight
from companion.fields import plain
from companion.games.dark_eye.conditions import condition_modifiers, over_limit
from companion.games.dark_eye.data import CONDITIONS, WEAPONS
from companion.games.dark_eye.encounter_state import (
    arms,
    encumbrance,
    frozen,
    highest,
    in_long_action,
    laid_low,
    level,
    loading,
    others,
    overcome,
    pain,
)
from companion.games.dark_eye.life import dying
from companion.steps import total

Inputs = dict[str, Any]


def checks_first(fight: Fight, who: Combatant, foe: Combatant) -> Iterator[Attack]:
    """What comes before all else: staying conscious at Pain IV, tearing free of a hold."""
    if pain(who) == highest() and not overcome(who) and not dying(who.marks["lp"]):
        yield _check("conscious", "Stay conscious", "pain", _conscious(who), "At Pain IV, before each action.")
    if who.has("held") and _acts(who):
        yield _check("escape", f"Tear free of {foe.name}", "escape", _escape(who, foe), "Takes the action.")


def checks_last(fight: Fight, who: Combatant, foe: Combatant) -> Iterator[Attack]:
    """What an opponent makes harder: concentrating, getting away, picking up a weapon, climbing to advantage."""
    if in_long_action(who) and laid_low(who) is None:
        note = "After a distraction. Enter the life points that it cost."
        yield _check("concentrate", "Keep concentrating", "long-action", _concentrate(who), note)
    if not _acts(who):
        return
    if who.has("engaged"):
        yield _check("disengage", f"Disengage from {foe.name}", "disengage", _disengage(fight, who, foe),
                     "Takes the action; the opponent is the one who may strike.")  # fmt: skip
    enemy = foe.side is not who.side and _acts(foe)
    what = "Pick up the weapon" if who.has("weapon-down") else "Pick something up"
    filled = {**_body_control(who, foe), "mov": who.sheet.mov, "enemy": enemy, "prone": who.has("prone")}
    yield _check("pick-up", what, "pick-up", filled, "Takes the action, and the free one to move.")
    if not who.has("advantage"):
        filled = {**_body_control(who, foe), "enemy": enemy}
        yield _check("climb", "Get into an advantageous position", "advantageous-position", filled, "Takes the action.")


def _check(name: str, label: str, resolver: str, filled: Inputs, note: str) -> Attack:
    return Attack(name, label, f"dark-eye/{resolver}", plain(filled), note)


def _acts(who: Combatant) -> bool:
    return laid_low(who) is None and not frozen(who)


def _conscious(who: Combatant) -> Inputs:
    """Self-Control (Stay Conscious). Address: dark-eye/pain#acting."""
    return {
        "max_lp": who.sheet.max_lp,
        "lp": who.marks["lp"],
        "other_pain": level(who, "pain"),
        "courage": who.sheet.courage,
        "constitution": who.sheet.constitution,
        "rating": who.sheet.self_control,
    }


def _escape(who: Combatant, holder: Combatant) -> Inputs:
    """Feat of Strength on both sides. Address: dark-eye/hold#escape."""
    most = highest() - 1
    return {
        "constitution": who.sheet.constitution,
        "strength": who.sheet.strength,
        "rating": who.sheet.feat_of_strength,
        "foe_constitution": holder.sheet.constitution,
        "foe_strength": holder.sheet.strength,
        "foe_rating": holder.sheet.feat_of_strength,
        "pain": min(most, pain(who)),
        "encumbrance": min(most, encumbrance(who)),
        "foe_pain": min(most, pain(holder)),
        "foe_encumbrance": min(most, encumbrance(holder)),
    }


def _concentrate(who: Combatant) -> Inputs:
    """Self-Control (Ignore Distractions), for the action that is going on. Address: dark-eye/long-actions#check."""
    under_way = next(loading(who), None)
    return {
        "loads": None if under_way is None else who.sheet.missiles[under_way[0]].weapon,
        "actions": max(1, who.marks["long-action"]),
        "distractions": [{"kind": "other", "during": 1, "pain": min(highest() - 1, pain(who))}],
        "courage": who.sheet.courage,
        "constitution": who.sheet.constitution,
        "rating": who.sheet.self_control,
        "others": min(7, others(who)),
    }


def _body_control(who: Combatant, foe: Combatant) -> Inputs:
    """The check, and the enemy's attack of opportunity that may follow. Address: dark-eye/opportunity#triggers."""
    arm, weapon = arms(foe)[0], WEAPONS[arms(foe)[0].weapon]
    hampered = condition_modifiers(pain(foe), encumbrance(foe), others(foe))
    extra = 0 if arm.plus is None else arm.plus - weapon.plus
    return {
        "agility": who.sheet.agility,
        "constitution": who.sheet.constitution,
        "rating": who.sheet.body_control,
        # the calculator does not know of Pain IV overcome: one level as a modifier comes to the same
        "pain": pain(who) - overcome(who),
        "modifier": CONDITIONS.number("level") * overcome(who),
        "encumbrance": min(highest(), encumbrance(who)),
        "others": min(12, others(who)),
        "foe_at": arm.at,
        "foe_weapon": arm.weapon,
        "foe_damage_bonus": min(20, max(0, arm.damage_bonus + extra)),
        "foe_other": total(hampered) + over_limit(hampered),
        "armour": who.sheet.armour,
        "pro": who.sheet.pro,
        "lp": who.marks["lp"],
    }


def _disengage(fight: Fight, who: Combatant, foe: Combatant) -> Inputs:
    """Body Control, harder with each opponent in melee. Address: dark-eye/disengage#check."""
    near = sum(each.has("engaged") and _acts(each) for each in fight.foes_of(who.id))
    return {
        **_body_control(who, foe),
        "opponents": min(6, max(1, near)),
        "mov": who.sheet.mov,
        "free_action": not who.spent("free-action"),
    }
