"""What the resolvers with two D100s share: the dice, the throws, their steps and figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from companion.dice import dice
from companion.games.fantasy_crux.contest import Meeting, Side, explain_meeting, meet, meetings
from companion.games.fantasy_crux.d100 import (
    Rolled,
    Scale,
    candidates_figure,
    explain_roll,
    keep,
    ranges_step,
    tens_needed,
)
from companion.games.fantasy_crux.pools import Pool
from companion.odds import Odds
from companion.steps import Step


@dataclass(frozen=True, slots=True)
class Contestant:
    """One side: its name, how its rolls are graded, its dice by name, and whether it rolls at all."""

    name: str
    graded: Scale
    pool: Pool
    rolls: bool = True

    @property
    def tens(self) -> int:
        """How many tens dice it throws."""
        return tens_needed(self.pool.dice) if self.rolls else 0

    def figure(self) -> dict[str, Any]:
        """Its dice as a modifier stack."""
        return self.pool.figure(f"Skill {self.graded.limit}, which no die changes")


class TwoSides(Protocol):
    """What `prepare` returns where two sides roll."""

    @property
    def mine(self) -> Contestant: ...

    @property
    def theirs(self) -> Contestant: ...

    @property
    def defender(self) -> Side: ...


@dataclass(frozen=True, slots=True)
class TwoDice:
    """A units die and tens dice for each side; none for one that does not roll."""

    my_units: tuple[int, ...] = dice(10, "your units die (10 reads 0)", count=lambda ready: min(1, ready.mine.tens))
    my_tens: tuple[int, ...] = dice(10, "your tens die (10 reads 0)", count=lambda ready: ready.mine.tens)
    their_units: tuple[int, ...] = dice(
        10, "other side's units die (10 reads 0)", count=lambda ready: min(1, ready.theirs.tens)
    )
    their_tens: tuple[int, ...] = dice(10, "other side's tens die (10 reads 0)", count=lambda ready: ready.theirs.tens)


@dataclass(frozen=True, slots=True)
class Throws:
    """Both kept rolls with their candidates; None for a side that did not roll."""

    mine: Rolled
    theirs: Rolled | None


def throw_both(ready: TwoSides, thrown: TwoDice) -> Throws:
    """Both throws."""
    mine = keep(ready.mine.graded, ready.mine.pool.dice, thrown.my_units[0], thrown.my_tens)
    theirs = None
    if ready.theirs.rolls:
        theirs = keep(ready.theirs.graded, ready.theirs.pool.dice, thrown.their_units[0], thrown.their_tens)
    return Throws(mine, theirs)


def met(ready: TwoSides, throws: Throws) -> Meeting:
    """The opposed test of two throws."""
    assert throws.theirs is not None
    return meet(ready.mine.graded, throws.mine.roll, ready.theirs.graded, throws.theirs.roll, ready.defender)


def all_meetings(ready: TwoSides) -> Odds[Meeting]:
    """How likely each meeting is."""
    mine, theirs = ready.mine, ready.theirs
    return meetings(mine.graded, mine.pool.dice, theirs.graded, theirs.pool.dice, ready.defender)


def explain_throws(ready: TwoSides, throws: Throws) -> Iterator[Step]:
    """The dice and rolls of both sides."""
    for side, rolled in ((ready.mine, throws.mine), (ready.theirs, throws.theirs)):
        if rolled is not None:
            yield from side.pool.explain()
            yield ranges_step(side.graded, side.pool.dice)
            yield from explain_roll(side.name, side.graded, side.pool.dice, rolled)


def explain_contest(ready: TwoSides, throws: Throws) -> Iterator[Step]:
    """The dice and rolls of both sides, and what decided between them."""
    yield from explain_throws(ready, throws)
    assert throws.theirs is not None
    names, scales = (ready.mine.name, ready.theirs.name), (ready.mine.graded, ready.theirs.graded)
    yield from explain_meeting(names, scales, (throws.mine, throws.theirs), met(ready, throws), ready.defender)


def both_figures(ready: TwoSides, throws: Throws | None) -> dict[str, Any]:
    """Both stacks of dice, and the candidates of a throw."""
    sides = [side for side in (ready.mine, ready.theirs) if side.rolls]
    found: dict[str, Any] = {"modifier-stack": [side.figure() for side in sides]}
    if throws is not None:
        pairs = ((ready.mine, throws.mine), (ready.theirs, throws.theirs))
        shown = [candidates_figure(side.name, side.pool.dice, rolled) for side, rolled in pairs]
        found["candidates"] = [each for each in shown if each]
    return found
