"""The combat result matrix by itself: two skills, their dice, and the verdict of every pair of rolls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_percent
from companion.errors import Refused
from companion.fields import choice, number, switch
from companion.games.fantasy_crux.contest import Side, explain_meeting
from companion.games.fantasy_crux.d100 import Rolled, explain_roll, scale
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
    explain_throws,
    met,
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
    attack_roll: int = number(
        "Attack roll to look at", 1, 100, default=4, help="100 is 00. It moves the mark on the map."
    )
    defence_roll: int = number("Defence roll to look at", 1, 100, default=30)


@dataclass(frozen=True, slots=True)
class Ready:
    """Both sides, and what a winning ordinary defence blocks."""

    mine: Contestant
    theirs: Contestant
    share: Share
    defender: Side = Side.THEIRS
    looked_at: tuple[int, int] | None = None

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
    return Ready(mine, theirs, SHARES[s.defence], looked_at=(s.attack_roll, s.defence_roll))


def matrix(ready: Ready, thrown: TwoDice) -> Outcome:
    """The cell that both rolls lead to; a miss is not answered."""
    return judged(ready, throw_both(ready, thrown))


def judged(ready: Ready, throws: Throws) -> Outcome:
    """The cell of two throws."""
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
    return reasons(ready, outcome)


def reasons(ready: Ready, outcome: Outcome, *, ranges: bool = True) -> Iterator[Step]:
    """Why two rolls come out as they do; with `ranges` also the dice by name and what the skills make of a roll."""
    throws, answered = outcome.throws, outcome.answered
    assert throws is not None
    if ranges:
        yield from explain_throws(ready, throws)
    else:
        for side, rolled in ((ready.mine, throws.mine), (ready.theirs, throws.theirs)):
            if rolled is not None:
                yield from explain_roll(side.name, side.graded, side.pool.dice, rolled)
    decided_by_numbers = answered.defence is not None and answered.defence.succeeded
    if decided_by_numbers and answered.verdict is not Verdict.DEMOTED and throws.theirs is not None:
        names, scales = (ready.mine.name, ready.theirs.name), (ready.mine.graded, ready.theirs.graded)
        rolls = (throws.mine, throws.theirs)
        yield from explain_meeting(names, scales, rolls, met(ready, throws), ready.defender)
    if answered.verdict is Verdict.DEMOTED:
        text = "By grade the attack is ahead, yet an ordinary defence takes the critical out of it"
        yield Step(text, "fantasy-crux/opposed#critical")
        text = "What is left is an ordinary hit: rolled damage, nothing of it blocked, armour counts"
        yield Step(text, "fantasy-crux/critical-damage#demoted")
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


def look(ready: Ready) -> Outcome | None:
    """The cell of the two rolls that are looked at, as if the dice had shown them."""
    if ready.looked_at is None:
        return None
    mine, theirs = (
        Rolled((roll,), (side.graded.grade(roll),), roll, side.graded.grade(roll))
        for side, roll in zip((ready.mine, ready.theirs), ready.looked_at, strict=True)
    )
    return judged(ready, Throws(mine, theirs))


def reading(ready: Ready, tally: Tally) -> str:
    """What the rolls that are looked at bring, and the odds in one sentence."""
    looked = look(ready)
    seen = "" if looked is None else f"{sentence(ready, looked)} "
    chances = [f"{label.lower()} {as_percent(value)}" for label, value in tally.chances.values()]
    text = ", ".join(chances)
    return f"{seen}In all: {text}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The map of all pairs of rolls with each region's exact share, a mark with its reasons, both stacks of dice."""
    throws = None if outcome is None else outcome.throws
    found = both_figures(ready, throws)
    marked = look(ready) if outcome is None else outcome
    rolls = None if marked is None or marked.throws is None else (marked.throws.mine, marked.throws.theirs)
    shown = figure(*ready.rollers(), ready.share, rolls)
    if ready.looked_at is not None:
        shown["moves"] = ["attack_roll", "defence_roll"]
    if outcome is None and marked is not None:
        shown["point"]["why"] = [
            {"text": step.text, "rule": step.rule} for step in reasons(ready, marked, ranges=False)
        ]
    return {"result-matrix": shown} | found


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
    reading=reading,
)
