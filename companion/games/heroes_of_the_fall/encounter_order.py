"""The count-down of a round in the tracker: every weapon rolls, and whoever has several comes several times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.encounter import Change, Combatant, Fight, Gained, Initiative, Place
from companion.games.heroes_of_the_fall.blow import GAME
from companion.games.heroes_of_the_fall.data import NUMBERS, SHIELDS, weapon
from companion.games.heroes_of_the_fall.encounter_sheet import Arm
from companion.games.heroes_of_the_fall.encounter_state import (
    counted_down,
    first_out,
    level,
    off_hand,
    raised,
    slowest_armour,
)
from companion.games.heroes_of_the_fall.initiative import State
from companion.games.heroes_of_the_fall.skill import Skill
from companion.steps import Step

LONGEST_LABEL = 80


def entries(fight: Fight) -> list[tuple[Combatant, int, Arm]]:
    """Every weapon that takes part, in the order in which its skill die is thrown.

    Those who can no longer act are left out, unless nobody else is there.
    """
    there = [one for one in fight.combatants if not one.out]
    able = [one for one in there if first_out(one) is None and one.marks["mettle"]] or there
    return [(one, slot, arm) for one in able for slot, arm in counted_down(one).items()]


def inputs(fight: Fight) -> dict[str, Any]:
    """The fighters and weapons of the initiative calculator."""
    return {"fighters": [_entry(fight, *each) for each in entries(fight)]}


def _entry(fight: Fight, one: Combatant, slot: int, arm: Arm) -> dict[str, Any]:
    off = NUMBERS.number("off_hand") if off_hand(arm) else 0
    return {
        "name": one.name,
        "weapon": arm.weapon,
        "skill": max(0, level(one, slot) + off),
        "modifier": arm.modifier,
        "armour": slowest_armour(one),
        "encumbrance": one.sheet.encumbrance,
        "against": _only_foe(fight, one),
        "state": state(one).value,
    }


def state(one: Combatant) -> State:
    """How the fighter stands in the count-down; the berserk are not stunned."""
    if one.has("stunned") and not one.has("berserk"):
        return State.STUNNED
    if one.has("off-balance"):
        return State.OFF_BALANCE
    return State.AT_ONCE if one.has("counter") else State.READY


def _only_foe(fight: Fight, one: Combatant) -> str:
    """The name of the foe where there is but one; else it is open whom the attack will be meant for."""
    foes = [foe for foe in fight.foes_of(one.id) if first_out(foe) is None]
    kinds = [arm.weapon for arm in counted_down(one).values()]
    return foes[0].name if len(foes) == 1 and len(set(kinds)) == len(kinds) else ""


def places(fight: Fight, rolled: Mapping[str, Any]) -> Iterator[Place]:
    """The count-down. A shield has no place of its own beside a weapon: it can strike when its bearer does."""
    alone = {one.name for one, _, _ in entries(fight)} - {
        one.name for one, _, arm in entries(fight) if arm.weapon not in SHIELDS
    }
    shields = {weapon(key).name for key in SHIELDS}
    for group in rolled["outcome"]["order"]:
        acts = [act for act in group if act["weapon"] not in shields or act["name"] in alone]
        if acts:
            who = tuple(dict.fromkeys(fight.named(act["name"]).id for act in acts))
            yield Place(who, acts[0]["initiative"], _label(acts))


def _label(acts: list[Mapping[str, Any]]) -> str:
    """The weapons of a place, with their bearers where there are several."""
    several = len({act["name"] for act in acts}) > 1
    state = "" if acts[0]["state"] == State.READY.value else f", {acts[0]['state']}"
    words = [f"{act['name']}: {act['weapon'].lower()}" if several else act["weapon"].lower() for act in acts]
    label = "; ".join(words) + state
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"


def rose(fight: Fight, rolled: Mapping[str, Any]) -> Iterable[Change]:
    """The weapons whose skill die rose: for this round they count as a level higher."""
    faces = iter(die["value"] for die in rolled["dice"])
    for one, slot, arm in entries(fight):
        skill = Skill(arm.skill, arm.modifier, rolled["inputs"]["skill_step"])
        thrown = tuple(next(faces) for _ in range(skill.dice))
        if skill.raised(thrown):
            yield Gained(one.id, raised(slot), 1, f"{GAME}/feats#skill-die")


def delay(fight: Fight, who: str) -> Step | None:
    """A berserk does not wait; anybody else may let the first attack go by."""
    if fight[who].has("berserk"):
        return Step("the berserk attack at once", f"{GAME}/berserk#effects")
    return None


initiative = Initiative("heroes-of-the-fall/initiative", inputs, places, each_round=True, changes=rose)
