"""The Ride check: what each band makes of rider and mount."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.games.darkmaster.bands import GRADES, Grade, cuts, grade_of
from companion.games.darkmaster.data import DEFENCE, SKILLS
from companion.games.darkmaster.open_die import rolls
from companion.steps import Modifier
from companion.tables import Values

RULE = "darkmaster/mounted"
MOUNTS = Values(__name__, "mounts")


class State(StrEnum):
    """How rider and mount stand to each other."""

    FALLEN = "fallen"
    UNCONTROLLED = "uncontrolled"
    HALF = "held with a Half Action"
    THIS_ROUND = "controlled for this round"
    CONTROLLED = "controlled for the combat"
    MASTERED = "controlled, and +20 DEF"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a state means: the change of the rider's DEF, Higher Ground, attacks, and what control costs."""

    defence: int
    higher_ground: bool
    may_attack: bool
    cost: str
    rule: str


RULES = {
    State.FALLEN: "critical-failure",
    State.UNCONTROLLED: "uncontrolled",
    State.HALF: "failure",
    State.THIS_ROUND: "partial",
    State.CONTROLLED: "success",
    State.MASTERED: "critical-success",
}


def state_of(grade: Grade, paid: bool) -> State:
    """The state that a band brings; `paid`: the Half Action of a Failure is spent. Address: darkmaster/mounted#ride."""
    if grade is Grade.FAILURE:
        return State.HALF if paid else State.UNCONTROLLED
    return {
        Grade.CRITICAL_FAILURE: State.FALLEN,
        Grade.PARTIAL_SUCCESS: State.THIS_ROUND,
        Grade.SUCCESS: State.CONTROLLED,
        Grade.CRITICAL_SUCCESS: State.MASTERED,
    }[grade]


def effect_of(state: State) -> Effect:
    """What a state means for the rider."""
    defence = {State.UNCONTROLLED: "uncontrolled", State.MASTERED: "mastered"}.get(state)
    controlled = state in (State.THIS_ROUND, State.CONTROLLED, State.MASTERED)
    cost = {State.HALF: "a Half Action each round", State.FALLEN: "none", State.UNCONTROLLED: "none"}
    return Effect(
        DEFENCE.number(defence) if defence else 0,
        controlled,
        controlled or state is State.HALF,
        cost.get(state, "a Free Action"),
        f"{RULE}#{RULES[state]}",
    )


def modifiers(mount: str, bruised: bool, other: int) -> Iterator[Modifier]:
    """What is added to the Ride bonus."""
    if MOUNTS.number(mount):
        yield MOUNTS.modifier(mount)
    if bruised:
        yield SKILLS.modifier("bruised")
    if other:
        yield Modifier("Anything else", other, "darkmaster/skill#modifiers")


def grades(bonus: int) -> dict[Grade, int]:
    """How likely each band is, as whole numbers over their sum: exact for the unlimited die."""
    found = dict.fromkeys(GRADES, 0)
    for _, thrown, weight in rolls([cut - bonus for cut in cuts()]):
        found[grade_of(thrown + bonus)] += weight
    return found
