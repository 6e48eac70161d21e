"""The combat result matrix by itself: two skills, their dice, and the verdict of every pair of rolls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.errors import Refused
from companion.fields import choice, number, switch
from companion.games.fantasy_crux.contest import Side
from companion.games.fantasy_crux.d100 import scale
from companion.games.fantasy_crux.data import ROLLS, Share
from companion.games.fantasy_crux.exchange import (
    Answered,
    Roller,
    Verdict,
    exchange,
    exchanges,
    figure,
    rule_of,
)
from companion.games.fantasy_crux.pools import other, pool
from companion.games.fantasy_crux.sides import (
    Contestant,
    Throws,
    TwoDice,
    both_figures,
    explain_contest,
    explain_throws,
    throw_both,
)
from companion.resolver import Resolver, Way
from companion.steps import Step


class Winning(StrEnum):
    """What a winning ordinary defence does."""

    DODGE = "dodge"
    ALL = "parry that blocks all"
    HALF = "parry that blocks half"
    NOTHING = "parry that blocks nothing"


SHARES = {
    Winning.DODGE: Share.ALL,
    Winning.ALL: Share.ALL,
    Winning.HALF: Share.HALF,
    Winning.NOTHING: Share.NOTHING,
}


@dataclass(frozen=True, slots=True)
class Matrix:
    """Both skills and their dice."""

    skill: int = number("Attacker's skill", 0, 100, default=51, unit="%")
    dice: int = number("Attacker's dice", -10, 10, help="Bonus +, Penalty −.")
    deadly_precision: bool = switch("Deadly Precision")
    defence: Winning = choice("Defence", Winning)
    defence_skill: int = number("Defender's skill", 0, 100, default=51, unit="%")
    defence_dice: int = number("Defender's dice", -10, 10, help="Bonus +, Penalty −.")


@dataclass(frozen=True, slots=True)
class Ready:
    """Both sides, and what a winning ordinary defence blocks."""

    mine: Contestant
    theirs: Contestant
    share: Share
    defender: Side = Side.THEIRS

    def rollers(self) -> tuple[Roller, Roller]:
        """Both sides as the matrix takes them."""
        sides = (self.mine, self.theirs)
        attack, defence = (Roller(side.graded, side.pool.dice) for side in sides)
        return attack, defence


@dataclass(frozen=True, slots=True)
class Outcome:
    """The cell of the matrix, and the throws (None in the count of the odds)."""

    answered: Answered
    throws: Throws | None = None


def prepare(s: Matrix) -> Ready:
    """Both sides. Refused for Deadly Precision below its skill (fantasy-crux/critical#deadly-precision)."""
    needed = ROLLS.number("deadly_skill")
    if s.deadly_precision and s.skill < needed:
        raise Refused(f"Deadly Precision needs a skill of {needed}.", "fantasy-crux/critical#deadly-precision")
    attack = scale(s.skill, doubled=s.deadly_precision)
    mine = Contestant("Attack", attack, pool("Attack", [other(s.dice, "Dice given")]))
    theirs = Contestant("Defence", scale(s.defence_skill), pool("Defence", [other(s.defence_dice, "Dice given")]))
    return Ready(mine, theirs, SHARES[s.defence])


def matrix(ready: Ready, thrown: TwoDice) -> Outcome:
    """The cell that both rolls lead to; a miss is not answered."""
    throws = throw_both(ready, thrown)
    assert throws.theirs is not None
    attack, defence = ready.rollers()
    answered = exchange(attack, throws.mine.roll, defence, throws.theirs.roll, ready.share)
    if answered.verdict is Verdict.MISS:
        return Outcome(Answered(answered.attack, None, None, Verdict.MISS), Throws(throws.mine, None))
    return Outcome(answered, throws)


def ways(ready: Ready) -> Iterator[Way]:
    """Each cell of the matrix with its weight."""
    for answered, weight in exchanges(*ready.rollers(), ready.share).items():
        yield Outcome(answered), weight


def explain(ready: Ready, thrown: TwoDice, outcome: Outcome) -> Iterator[Step]:
    """Both rolls and the cell."""
    throws, answered = outcome.throws, outcome.answered
    assert throws is not None
    decided_by_numbers = answered.defence is not None and answered.defence.succeeded
    if decided_by_numbers and answered.verdict is not Verdict.DEMOTED:
        yield from explain_contest(ready, throws)
    else:
        yield from explain_throws(ready, throws)
    if answered.verdict is Verdict.DEMOTED:
        text = "By grade the attack is ahead, yet an ordinary defence takes the critical out of it"
        yield Step(text, "fantasy-crux/opposed#critical")
    elif answered.defence is not None and not decided_by_numbers:
        yield Step("The defence failed, so it stops nothing", "fantasy-crux/opposed#failed-defence")
    yield Step(f"The matrix: {answered.verdict}", rule_of(answered))


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    throws = outcome.throws
    assert throws is not None
    if throws.theirs is None:
        return f"{throws.mine.shown}: {outcome.answered.verdict}."
    return f"{throws.mine.shown} against {throws.theirs.shown}: {outcome.answered.verdict}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The map of all pairs of rolls with the exact share of each region, and both stacks of dice."""
    throws = None if outcome is None else outcome.throws
    rolls = None if throws is None else (throws.mine, throws.theirs)
    return both_figures(ready, throws) | {"result-matrix": figure(*ready.rollers(), ready.share, rolls)}


def _is(*verdicts: Verdict) -> Any:
    return lambda outcome: outcome.answered.verdict in verdicts


resolver = Resolver(
    "fantasy-crux/matrix",
    title="Combat result matrix",
    summary="Which verdict each pair of attack and defence rolls brings, and how likely each is.",
    rule="fantasy-crux/matrix",
    situation=Matrix,
    dice=TwoDice,
    prepare=prepare,
    resolve=matrix,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.answered.verdict,
    chances={
        "lands": ("Gets through", lambda outcome: outcome.answered.verdict.lands),
        "blocked": ("Blocked", _is(Verdict.BLOCKED)),
        "demoted": ("Demoted", _is(Verdict.DEMOTED)),
        "critical": ("Stays critical", _is(Verdict.CRITICAL)),
    },
    ways=ways,
    figures=figures,
)
