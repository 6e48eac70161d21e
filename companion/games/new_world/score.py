"""The two values that the chapter derives from attributes: the Movement score and the initiative number."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.steps import Modifier, total
from companion.tables import Values

MOVEMENT = Values(__name__, "movement")
"""The numbers of movement."""
INITIATIVE = Values(__name__, "initiative")
"""The numbers of initiative and surprise."""
RULE_SCORE = "new-world/movement#score"


class Mover(StrEnum):
    """Whose Movement it is: this decides where the score comes from."""

    HUMAN = "human"
    HALFLING = "halfling"
    CREATURE = "creature"
    RIDER = "rider"


ON_FOOT = (Mover.HUMAN, Mover.HALFLING)
"""Those whose Movement comes from Agility; armour, load and talents count for them only."""
PRINTED = (Mover.CREATURE, Mover.RIDER)
"""Those whose Movement is read from a profile: a creature's own, a rider's mount's."""


@dataclass(frozen=True, slots=True)
class Score:
    """One Movement score: what it starts from, all that changes it, and the paces of one Move that are left."""

    base: Modifier
    modifiers: tuple[Modifier, ...]
    paces: int


def half_up(number: int, divisor: int) -> int:
    """A number divided, rounded up: the rounding of the chapter's jumps, used for every half."""
    return -(-number // divisor)


def movement_score(
    mover: Mover,
    agility: int,
    printed: int = 0,
    *,
    armour: int = 0,
    sturdy: bool = False,
    ease_rune: bool = False,
    overloaded: bool = False,
    fleet_footed: bool = False,
    flee: bool = False,
    halved: bool = False,
    other: int = 0,
) -> Score:
    """The Movement score in paces. Address: new-world/movement#score.

    `printed` is the Movement of a creature or a mount; `armour` is what the armour worn takes off, as a loss of 0 or
    less. Additions come first, then the half of a wound, rounded up; the score never falls below the least one.
    """
    found = []
    if mover in ON_FOOT:
        base = Modifier(f"{MOVEMENT.number(mover)} + Agility", MOVEMENT.number(mover) + agility, RULE_SCORE)
        found += _armour(armour, sturdy, ease_rune)
        switches = (("overloaded", overloaded), ("fleet_footed", fleet_footed), ("flee", flee))
        found += [MOVEMENT.modifier(name) for name, on in switches if on]
    elif mover is Mover.RIDER:
        base = Modifier("The mount's Movement", printed, "new-world/movement#mounts")
    else:
        base = Modifier("Movement from the creature's profile", printed, RULE_SCORE)
    if other:
        found.append(Modifier("Anything else", other, "new-world/movement#slowed"))
    least = MOVEMENT["least"]
    paces = base.value + total(found)
    if paces < least.value:
        found.append(Modifier(least.label, least.value - paces, least.rule))
        paces = least.value
    if halved:
        lost = paces - half_up(paces, MOVEMENT.number("halved"))
        found.append(Modifier("A wound halves it, rounded up", -lost, MOVEMENT["halved"].rule))
        paces -= lost
    return Score(base, tuple(found), paces)


def _armour(loss: int, sturdy: bool, ease_rune: bool) -> list[Modifier]:
    if not loss:
        return []
    found = [Modifier("Armour that slows", loss, "new-world/movement#armour")]
    left = -loss
    for name, label, on in (("sturdy", "Sturdy", sturdy), ("ease_rune", "Ease-rune", ease_rune)):
        relief = min(left, MOVEMENT.number(name))
        if on and relief:
            found.append(Modifier(f"{label}, off that loss", relief, "new-world/movement#armour"))
            left -= relief
    return found


def score_stack(score: Score) -> dict[str, Any]:
    """A Movement score as a modifier stack."""
    return {
        "title": "Movement",
        "base": {"label": score.base.label, "value": score.base.value},
        "rows": [modifier.to_json() for modifier in score.modifiers],
        "limit": None,
        "total": {"label": "Paces in one Move", "value": score.paces},
    }


def initiative_modifiers(combat_reflexes: bool) -> tuple[Modifier, ...]:
    """What is added to Agility for the initiative number. Address: new-world/surprise#combat-reflexes."""
    return (INITIATIVE.modifier("combat_reflexes"),) if combat_reflexes else ()


def initiative_number(agility: int, combat_reflexes: bool) -> int:
    """The number a combatant acts on when nothing surprises it. Address: new-world/initiative#order."""
    return agility + total(initiative_modifiers(combat_reflexes))
