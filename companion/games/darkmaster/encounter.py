"""The encounter tracker of the game: phases for an order, hit points, the mount, and what each round begins with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.encounter import (
    Change,
    Combatant,
    Fight,
    Gained,
    Health,
    Initiative,
    Marked,
    Place,
    Told,
    Tracker,
)
from companion.games.darkmaster import encounter_state as state
from companion.games.darkmaster.data import SKILLS, WEAPONS
from companion.games.darkmaster.encounter_attacks import attacks
from companion.games.darkmaster.encounter_outcome import outcome
from companion.games.darkmaster.encounter_plan import USES, plan
from companion.games.darkmaster.encounter_sheet import HEALTH, MARKS, Declared, Scene, Sheet, conditions
from companion.games.darkmaster.round_rules import PHASES, against
from companion.steps import Step, signed

LONGEST_LABEL = 80


def ordering(fight: Fight) -> dict[str, Any]:
    """The inputs of the order: everybody with what is declared, or with the attack that is expected."""
    return {"fighters": [_fighter(one) for one in fight.combatants]}


def _fighter(one: Combatant) -> dict[str, Any]:
    arm = state.in_hand(one)
    off = one.sheet.off_hand
    found: dict[str, Any] = {
        "name": one.name,
        "actions": state.expected(one),
        "cmb": arm.cmb if arm is not None else 0,
        "higher": state.strikes_longer(one),
        "length": state.weapon_of(arm).length if arm is not None else "Hand",
    }
    if off is not None:
        found["off_length"] = WEAPONS[off].length
    return found


def places(fight: Fight, rolled: Mapping[str, Any]) -> Iterator[Place]:
    """The turns of the order; the count of a place is the number of its phase."""
    ids = [one.id for one in fight.combatants]
    for turn in rolled["outcome"]:
        who = tuple(ids[place] for place in turn["places"])
        acts = dict.fromkeys(turn["actions"])
        phase = PHASES[turn["phase"]].name
        length = f", {turn['length']}" if turn["length"] else ""
        doing = f": {next(iter(acts))}" if len(acts) == 1 else ""
        yield Place(who, turn["number"], f"{phase}{length}{doing}"[:LONGEST_LABEL])


def surprise(fight: Fight, rolled: Mapping[str, Any]) -> Iterator[Change]:
    """In the first round the side that the scene names is Surprised, and assesses what goes on."""
    for one in fight.combatants:
        if fight.round == 1 and one.side.value == fight.scene.surprised:
            yield Gained(one.id, "surprised", 1)
            yield Gained(one.id, "assessment")


def health(fight: Fight, one: Combatant) -> Health:
    """What the hit points mean. Address: darkmaster/attack#hit-points."""
    steps = []
    left = one.marks["rounds_to_live"]
    if state.dead(one):
        return Health("dead", (Step("Dead", "darkmaster/attack#hit-points"),), True)
    label = "unhurt" if one.marks["hit_points"] == one.sheet.hit_points else "hurt"
    if state.bruised(one):
        label = "Bruised"
        penalty = SKILLS.number("bruised")
        steps.append(Step(f"Bruised: {signed(penalty)} to all actions", "darkmaster/conditions#bruised", penalty))
    if state.incapacitated(one):
        label = "Incapacitated"
        steps.append(Step("Incapacitated: no action, no Parry", "darkmaster/conditions#incapacitated"))
    if state.dying(one):
        label = f"dying, {left} {'round' if left == 1 else 'rounds'} left"
        steps.append(Step(label[:1].upper() + label[1:], "darkmaster/attack#hit-points", left))
    if state.rides(one) and one.marks["mount_hit_points"] <= HEALTH.number("incapacitated"):
        steps.append(Step("The mount goes down: its rider gets off, or falls", "darkmaster/mounted#mount-down"))
    return Health(label, tuple(steps), state.incapacitated(one))


def round_begins(fight: Fight) -> Iterator[Change]:
    """The Assessment Phase: bleeding and dying run on, Assessment Rolls are made, the last round's Feints are over."""
    for one in fight.combatants:
        if one.out or state.dead(one):
            continue
        if one.marks["feint"]:
            yield Marked(one.id, "feint", -one.marks["feint"], "darkmaster/feint#win")
        if one.marks["bleeding"]:
            yield Marked(one.id, "hit_points", -one.marks["bleeding"], "darkmaster/round#phases")
        if state.dying(one):
            yield Marked(one.id, "rounds_to_live", -1, "darkmaster/attack#hit-points")
        elif one.marks["rounds_to_live"] < HEALTH.number("dying_rounds"):
            yield Marked(one.id, "rounds_to_live", HEALTH.number("dying_rounds"), "darkmaster/attack#hit-points")
        if not state.incapacitated(one):
            yield from _duties(one)
    yield Told("Everybody declares what they do; then the order is found anew", "darkmaster/round#phases")


def _duties(one: Combatant) -> Iterator[Change]:
    """What somebody who can act has to see to when the round begins."""
    if one.marks["aimed"]:
        for problem in list(against(state.states(one), ("aim",)))[:1]:
            yield Marked(one.id, "aimed", -one.marks["aimed"], "darkmaster/aim#rounds")
            yield Told(f"{one.name} cannot go on Aiming: {problem.reason}", problem.rule)
    if one.has("assessment"):
        yield Told(f"{one.name} makes an Assessment Roll", "darkmaster/skill#assessment")
    if state.ride_due(one):
        yield Told(f"{one.name} rolls for Ride before fighting from the saddle", "darkmaster/mounted#ride")
    if one.has("mount-restive"):
        yield Told(f"{one.name} holds the mount with a Half Action, or it does as it likes",
                   "darkmaster/mounted#failure")  # fmt: skip
    if one.has("locked"):
        yield Told(f"{one.name} is Locked: a contest opens the Other Actions Phase", "darkmaster/lock#contest")


def delay(fight: Fight, who: str) -> Step | None:
    """Nobody waits: an action comes in the phase in which it was declared."""
    return Step("Every action has its phase: declare another one and find the order anew.", "darkmaster/round#phases")


tracker = Tracker(
    "darkmaster",
    sheet=Sheet,
    declared=Declared,
    scene=Scene,
    marks=MARKS,
    conditions=conditions,
    uses=USES,
    initiative=Initiative(
        "darkmaster/order", inputs=ordering, places=places, each_round=True, changes=surprise, downwards=False
    ),
    health=health,
    attacks=attacks,
    outcome=outcome,
    plan=plan,
    delay=delay,
    round_begins=round_begins,
)
