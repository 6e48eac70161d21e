"""One way to attack: its inputs as its calculator takes them, and the reason against it if the rules refuse it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.catalogue import find
from companion.encounter import Attack, Combatant
from companion.errors import Refused
from companion.fields import plain, specs
from companion.games.darkmaster import encounter_state as state
from companion.games.darkmaster.encounter_sheet import Arm
from companion.games.darkmaster.round_rules import against


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to attack before it is sorted: its kind (mostly the action of the round), and whether it is refused."""

    kind: str
    attack: Attack
    refused: bool


def barred(one: Combatant) -> str:
    """Why no attack at all can be made; empty where one can."""
    if state.incapacitated(one):
        return "the Incapacitated do nothing."
    if state.uncontrolled(one):
        return "nobody attacks from an uncontrolled mount."
    if state.ride_due(one):
        return "a Ride check comes first."
    return "the new round's Assessment Roll has failed." if one.has("bewildered") else ""


def offer(
    one: Combatant, action: str, kind: str, name: str, label: str, address: str, inputs: Mapping[str, Any],
    note: str = "", against_it: str = "",
) -> Offer:  # fmt: skip
    """One way to attack, with the reason against it if there is one."""
    filled = fitting(address, inputs)
    problem = next(against(state.states(one), (action,)), None)
    reason = against_it or (problem.reason if problem is not None else "") or _refusal(address, filled)
    note = f"Not possible: {reason}" if reason else note
    return Offer(kind, Attack(name, label, address, filled, note), bool(reason))


def fitting(address: str, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs that are fields of the calculator and apply there, as plain data, within its limits."""
    resolver = find(address)
    fields = {spec.name: spec for spec in specs(resolver.situation)}
    known = {}
    for name, value in inputs.items():
        if name in fields:
            spec = fields[name]
            numeric = spec.kind == "number" and value is not None
            known[name] = min(spec.high or 0, max(spec.low or 0, value)) if numeric else plain(value)
    ignored = {each.field for each in resolver.read(known)[1]}
    return {name: value for name, value in known.items() if name not in ignored}


def _refusal(address: str, inputs: Mapping[str, Any]) -> str:
    """Why the rules refuse it; empty where they do not."""
    resolver = find(address)
    try:
        resolver.prepare(resolver.read(inputs)[0])
    except Refused as refused:
        return refused.reason
    return ""


def own_values(arm: Arm) -> dict[str, Any]:
    """The sheet's own values for a weapon."""
    return {name: getattr(arm, name) for name in ("own_column", "own_clumsy", "own_most", "own_fumble")}


def weaponless(one: Combatant, arm: Arm) -> str:
    """Why the weapon in hand is not there; empty where it is."""
    lost = one.has("disarmed") and not state.weapon_of(arm).natural and arm == state.in_hand(one)
    return "the weapon is gone." if lost else ""
