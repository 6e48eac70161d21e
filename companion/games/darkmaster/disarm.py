"""Disarm: knock the weapon out of a foe's hand, or take it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.errors import Refused
from companion.fields import number, switch
from companion.games.darkmaster import contest as room
from companion.games.darkmaster import moves
from companion.games.darkmaster.contest import Compared, Contest, ContestDice, Winner
from companion.games.darkmaster.moves import Fate, MeleeMove
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "darkmaster/disarm"


class Result(StrEnum):
    """What becomes of the foe's weapon, and of yours."""

    TAKEN = "you take the weapon"
    AWAY = "the weapon lands out of reach"
    DROPPED = "the weapon drops"
    NOTHING = "nothing happens"
    FOILED = "your foe's Critical Success makes you fumble"
    FUMBLE = "you fumble"


@dataclass(frozen=True, slots=True)
class Disarm(MeleeMove):
    """A Full Action of the Other Actions Phase."""

    free_hand: bool = switch("You have a free hand")
    natural: bool = switch("Your foe fights with natural weapons", help="Claws, teeth, fists.")
    feint: int = number("Margin of a Feint you won", 0, 500, group="You")


@dataclass(frozen=True, slots=True)
class Ready:
    """Both sides, and whether a hand is free."""

    situation: Disarm
    contest: Contest


def prepare(s: Disarm) -> Ready:
    """Both sides. Refused against natural weapons (darkmaster/disarm#win) and for too much Parry."""
    if s.natural:
        raise Refused("claws, teeth and fists cannot be dropped.", f"{RULE}#win")
    return Ready(s, moves.melee_contest(s, s.feint))


def judge(ready: Ready, compared: Compared) -> Fate:
    """What the comparison means. Addresses: darkmaster/disarm#win, #critical-success, #defender, #nothing."""
    if compared.winner is Winner.YOU:
        result = Result.DROPPED
        if compared.critical:
            result = Result.TAKEN if ready.situation.free_hand else Result.AWAY
        return Fate(result, compared.failed, compared)
    if compared.failed:
        return Fate(Result.FUMBLE, True, compared)
    if compared.foe_critical:
        return Fate(Result.FOILED, True, compared)
    return Fate(Result.NOTHING, False, compared)


def disarm(ready: Ready, dice: ContestDice) -> Fate:
    """Throws both and judges."""
    thrown = room.throw(ready.contest, dice)
    fate = judge(ready, thrown.compared)
    return Fate(fate.result, fate.fumble, fate.compared, thrown)


def ways(ready: Ready) -> Iterator[Way]:
    """Each way in which the rolls can compare."""
    for compared, weight in room.odds(ready.contest):
        yield judge(ready, compared), weight


RULES = {
    Result.TAKEN: "critical-success",
    Result.AWAY: "critical-success",
    Result.DROPPED: "win",
    Result.NOTHING: "nothing",
    Result.FOILED: "defender",
    Result.FUMBLE: "critical-failure",
}


def explain(ready: Ready, dice: ContestDice, fate: Fate) -> Iterator[Step]:
    """Both rolls, the comparison, the result."""
    assert fate.thrown is not None
    yield from room.explain(ready.contest, fate.thrown)
    yield from moves.fumble_step(fate.compared, f"{RULE}#critical-failure")
    text = fate.result.value
    yield Step(text[:1].upper() + text[1:], f"{RULE}#{RULES[fate.result]}")


def sentence(ready: Ready, fate: Fate) -> str:
    """The result in one sentence."""
    also = ", and you fumble" if fate.fumble and fate.result in LOST else ""
    return f"{moves.by(fate)}: {fate.result}{also}."


def possible(ready: Ready) -> tuple[Result, ...]:
    """A weapon is taken with a free hand, and lands out of reach without one."""
    left_out = Result.AWAY if ready.situation.free_hand else Result.TAKEN
    return tuple(result for result in Result if result is not left_out)


LOST = (Result.TAKEN, Result.AWAY, Result.DROPPED)

CHANCES: dict[str, tuple[str, Any]] = {
    "disarmed": ("Your foe is disarmed", lambda fate: fate.result in LOST),
    "fumble": ("You fumble", lambda fate: fate.fumble),
    "tie": ("The totals are equal", lambda fate: fate.compared.margin == 0),
    "critical_failure": ("You fail critically", lambda fate: fate.compared.failed),
}

resolver = Resolver(
    "darkmaster/disarm",
    title="Disarm",
    summary="CMB against CMB for the foe's weapon: dropped, out of reach, taken, or your own fumbled.",
    rule=RULE,
    situation=Disarm,
    dice=ContestDice,
    prepare=prepare,
    resolve=disarm,
    explain=explain,
    sentence=sentence,
    verdict=lambda fate: fate.result,
    possible=possible,
    chances=CHANCES,
    ways=ways,
    figures=lambda ready, fate: moves.figures(ready.contest, fate),
)
