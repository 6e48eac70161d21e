"""Disarming: total against total, and the difference says where the weapon goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.dice import die
from companion.errors import Refused
from companion.fields import switch
from companion.games.new_world.data import MODIFIERS
from companion.games.new_world.opposed import (
    Modified,
    OpposedDice,
    explain_totals,
    foes,
    own_total,
    stack,
    sums,
    yours,
)
from companion.resolver import Resolver, Way
from companion.steps import Modifier, Step, signed, total
from companion.tables import Values

RULE = "new-world/disarming"
DISARMING = Values(__name__, "disarming")


class Result(StrEnum):
    """Where the weapon is afterwards."""

    TAKEN = "taken"
    FLUNG = "flung"
    DROPPED = "dropped"
    NOTHING = "nothing"
    FREE_ATTACK = "free attack for your foe"


@dataclass(frozen=True, slots=True)
class Disarm(Modified):
    """What is on the sheets and the table."""

    total: int = own_total()
    foe_total: int = own_total("Your foe's melee attack total")
    trained: bool = switch("You have the Disarm talent", default=True)
    free_hand: bool = switch("You have a free hand", default=True)
    natural: bool = switch("Your foe fights with natural weapons", help="Claws, teeth, fists.")
    aim: bool = switch("You aimed", group="You")


@dataclass(frozen=True, slots=True)
class DisarmDice(OpposedDice):
    """Two dice a side, and one for how far a flung weapon goes."""

    distance: int = die(6, "distance die (read when the weapon is flung)")


@dataclass(frozen=True, slots=True)
class Ready:
    """Both totals before the dice, with their modifiers."""

    situation: Disarm
    yours: tuple[Modifier, ...]
    foes: tuple[Modifier, ...]
    bonus: int
    foe_bonus: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Both totals and what became of the weapon; `paces` is how far it flew."""

    total: int
    foe_total: int
    difference: int
    result: Result
    paces: int = 0


def prepare(situation: Disarm) -> Ready:
    """Both totals before the dice. Refused against natural weapons (new-world/disarming#natural)."""
    if situation.natural:
        raise Refused("claws, teeth and fists cannot be disarmed.", f"{RULE}#natural")
    mine = yours(situation)
    if situation.aim:
        mine += (MODIFIERS.modifier("aim"),)
    if not situation.trained:
        mine += (DISARMING.modifier("untrained"),)
    theirs = foes(situation)
    return Ready(situation, mine, theirs, situation.total + total(mine), situation.foe_total + total(theirs))


def disarm(ready: Ready, dice: DisarmDice) -> Outcome:
    """Compares the totals; a flung weapon lands as many paces away as the distance die shows."""
    return compare(ready, dice.first + dice.second, dice.foe_first + dice.foe_second, dice.distance)


def compare(ready: Ready, thrown: int, foe_thrown: int, distance: int) -> Outcome:
    """The outcome for two sums of 2d6 and a distance die."""
    mine, theirs = thrown + ready.bonus, foe_thrown + ready.foe_bonus
    result = result_of(mine - theirs, ready.situation.free_hand)
    return Outcome(mine, theirs, mine - theirs, result, distance if result is Result.FLUNG else 0)


def result_of(difference: int, free_hand: bool) -> Result:
    """What a difference of the totals means. Address: new-world/disarming#results."""
    if difference >= DISARMING.number("taken"):
        return Result.TAKEN if free_hand else Result.FLUNG
    if difference >= DISARMING.number("flung"):
        return Result.FLUNG
    if difference >= DISARMING.number("dropped"):
        return Result.DROPPED
    return Result.FREE_ATTACK if difference <= -DISARMING.number("free_attack") else Result.NOTHING


def ways(ready: Ready) -> Iterator[Way]:
    """Each pair of sums once instead of each fall of four dice; the distance die only where it is read."""
    for thrown, foe_thrown, weight in sums():
        outcome = compare(ready, thrown, foe_thrown, 1)
        if outcome.result is not Result.FLUNG:
            yield outcome, weight * 6
            continue
        for distance in range(1, 7):
            yield compare(ready, thrown, foe_thrown, distance), weight


def explain(ready: Ready, dice: DisarmDice, outcome: Outcome) -> Iterator[Step]:
    """Both totals, then the row of the result table."""
    s = ready.situation
    sides = ((s.total, ready.yours, outcome.total), (s.foe_total, ready.foes, outcome.foe_total))
    yield from explain_totals(f"{RULE}#roll", dice, sides)
    if outcome.difference == 0:
        yield Step("A tie is the defender's", f"{RULE}#ties", 0)
    yield Step(
        f"The difference is {signed(outcome.difference)}: {outcome.result}", f"{RULE}#results", outcome.difference
    )
    if outcome.result is Result.FLUNG:
        yield Step(f"The weapon lands {outcome.paces} paces away", f"{RULE}#results", outcome.paces)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    by = f"{outcome.total} against {outcome.foe_total}"
    return {
        Result.TAKEN: f"{by}: the weapon is in your free hand.",
        Result.FLUNG: f"{by}: the weapon flies {outcome.paces} paces, in the direction you choose.",
        Result.DROPPED: f"{by}: the weapon falls at your foe's feet.",
        Result.NOTHING: f"{by}: nothing happens.",
        Result.FREE_ATTACK: f"{by}: your foe strikes you at once with a free attack.",
    }[outcome.result]


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """Both totals as modifier stacks."""
    s = ready.situation
    return {
        "modifier-stack": [stack("You", s.total, ready.yours), stack("Your foe", s.foe_total, ready.foes)],
    }


WEAPON_LOST = (Result.TAKEN, Result.FLUNG, Result.DROPPED)

resolver = Resolver(
    "new-world/disarm",
    title="Disarm",
    summary="Take or knock away a foe's weapon: five results from two totals.",
    rule=RULE,
    situation=Disarm,
    dice=DisarmDice,
    prepare=prepare,
    resolve=disarm,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "success": ("Weapon lost", lambda outcome: outcome.result in WEAPON_LOST),
        "free_attack": ("Free attack for your foe", lambda outcome: outcome.result is Result.FREE_ATTACK),
    },
    ways=ways,
    figures=figures,
)
