"""Manoeuvre: push a foe back, or change places with them, by your melee attack total against theirs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.errors import Refused
from companion.fields import choice, switch
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

RULE = "new-world/actions#manoeuvre"
MANOEUVRING = Values(__name__, "manoeuvring")


class Goal(StrEnum):
    """What you mean to do with your foe."""

    PUSH = "push"
    SWAP = "swap"

    @property
    def label(self) -> str:
        return {"push": "push your foe back", "swap": "change places with your foe"}[self.value]


class Result(StrEnum):
    """Where the two stand afterwards."""

    PUSHED = "pushed back"
    SWAPPED = "places changed"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Manoeuvre(Modified):
    """What is on the sheets and the table."""

    total: int = own_total()
    foe_total: int = own_total("Your foe's melee attack total")
    goal: Goal = choice("What you try", Goal)
    open_square: bool = switch(
        "The square behind your foe is open", default=True, help="No wall, no drop, nobody in it.",
        when={"goal": Goal.PUSH}, why="a swap needs no further square",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ready:
    """Both totals before the dice, with their modifiers."""

    situation: Manoeuvre
    yours: tuple[Modifier, ...]
    foes: tuple[Modifier, ...]
    bonus: int
    foe_bonus: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Both totals and where the two stand afterwards."""

    total: int
    foe_total: int
    difference: int
    result: Result


def prepare(situation: Manoeuvre) -> Ready:
    """Both totals before the dice. Refused where the foe would be pushed into a square that is not open."""
    if situation.goal is Goal.PUSH and not situation.open_square:
        raise Refused("the square behind your foe is not open; you can still change places.", RULE)
    mine, theirs = yours(situation), foes(situation)
    return Ready(situation, mine, theirs, situation.total + total(mine), situation.foe_total + total(theirs))


def manoeuvre(ready: Ready, dice: OpposedDice) -> Outcome:
    """Compares the totals."""
    return compare(ready, dice.first + dice.second, dice.foe_first + dice.foe_second)


def compare(ready: Ready, thrown: int, foe_thrown: int) -> Outcome:
    """The outcome for two sums of 2d6. It takes a higher total: a tie fails."""
    mine, theirs = thrown + ready.bonus, foe_thrown + ready.foe_bonus
    won, lost = possible(ready)
    return Outcome(mine, theirs, mine - theirs, won if mine > theirs else lost)


def possible(ready: Ready) -> tuple[Result, Result]:
    """What the goal comes to when it is won, and when it is not."""
    return (Result.PUSHED if ready.situation.goal is Goal.PUSH else Result.SWAPPED), Result.NOTHING


def ways(ready: Ready) -> Iterator[Way]:
    """Each pair of sums once instead of each fall of four dice."""
    return ((compare(ready, thrown, foe_thrown), weight) for thrown, foe_thrown, weight in sums())


def meaning(outcome: Outcome) -> str:
    """What the result means, without a full stop."""
    paces = MANOEUVRING.number("push")
    return {
        Result.PUSHED: f"you push your foe back {paces} pace{'' if paces == 1 else 's'}",
        Result.SWAPPED: "you change places with your foe",
        Result.NOTHING: "nobody moves",
    }[outcome.result]


def explain(ready: Ready, dice: OpposedDice, outcome: Outcome) -> Iterator[Step]:
    """Both totals, and what the difference means."""
    s = ready.situation
    both = ((s.total, ready.yours, outcome.total), (s.foe_total, ready.foes, outcome.foe_total))
    yield from explain_totals(RULE, dice, both)
    if outcome.difference == 0:
        yield Step("A win needs a higher total: a tie fails", RULE, 0)
    yield Step(f"The difference is {signed(outcome.difference)}: {meaning(outcome)}", RULE, outcome.difference)
    if outcome.result is not Result.NOTHING:
        yield Step("Nobody gets a free attack for a step that was forced", "new-world/free-actions#leaving-reach")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    return f"{outcome.total} against {outcome.foe_total}: {meaning(outcome)}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """Both totals as modifier stacks."""
    s = ready.situation
    return {"modifier-stack": [stack("You", s.total, ready.yours), stack("Your foe", s.foe_total, ready.foes)]}


resolver = Resolver(
    "new-world/manoeuvre",
    title="Manoeuvre",
    summary="Push a foe back a pace, or change places with them.",
    rule=RULE,
    situation=Manoeuvre,
    dice=OpposedDice,
    prepare=prepare,
    resolve=manoeuvre,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    possible=possible,
    chances={"success": ("Success", lambda outcome: outcome.result is not Result.NOTHING)},
    ways=ways,
    figures=figures,
)
