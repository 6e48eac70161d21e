"""Intimidate: Influence against Persistence, one modifier for the enemy, and how it gives way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.fields import choice, number, ruling, switch
from companion.games.fantasy_crux.causes import named
from companion.games.fantasy_crux.contest import Meeting, Side
from companion.games.fantasy_crux.d100 import Grade, scale
from companion.games.fantasy_crux.data import ENEMIES, RULINGS
from companion.games.fantasy_crux.pools import Cause, other, pool
from companion.games.fantasy_crux.sides import (
    Contestant,
    Throws,
    TwoDice,
    all_meetings,
    both_figures,
    explain_contest,
    met,
    throw_both,
)
from companion.resolver import Resolver, Way
from companion.steps import Modifier, Step

RULE = "fantasy-crux/intimidate"


class Result(StrEnum):
    """What the enemy does."""

    FLEES = "it panics and runs"
    SURRENDERS = "it surrenders"
    GIVES_WAY = "it gives way: it might flee or surrender"
    HESITATES = "it gives way a little: it hesitates and loses a turn"
    STANDS = "it stands firm"


@dataclass(frozen=True, slots=True)
class Intimidate:
    """You and the enemy."""

    influence: int = number("Your Influence", 0, 100, default=51, unit="%")
    dice: int = number("Your dice", -10, 10, help="Bonus +, Penalty −.")
    group: bool = switch("A whole group", help="It rolls once, through its leader.")
    persistence: int = number("Its Persistence", 0, 100, default=40, unit="%", help="The leader's, for a group.")
    leader: int = number(
        "The leader's Influence", 0, 100, default=40, unit="%", when={"group": True}, why="only a group has a leader"
    )
    condition: str = choice("The enemy", ENEMIES, default="fresh", help="The one row that fits best; rows never add.")
    outnumbers: bool = switch("It outnumbers your side")
    their_dice: int = number("Its other dice", -10, 10, help="Bonus +, Penalty −.")
    wounded: bool = switch("You are Wounded")
    intimidate_fumble: str = ruling(RULINGS, "intimidate_fumble")


@dataclass(frozen=True, slots=True)
class Ready:
    """Both sides; `forced` says that only a critical against a failure makes it surrender."""

    situation: Intimidate
    mine: Contestant
    theirs: Contestant
    forced: bool
    defender: Side = Side.THEIRS


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the enemy does, whether you won, and the throws (None in the count of the odds)."""

    result: Result
    won: bool
    throws: Throws | None = None


def prepare(s: Intimidate) -> Ready:
    """Both sides; the enemy's roll takes the modifier. Address: fantasy-crux/intimidate#modifier."""
    row = ENEMIES[s.condition]
    skill = max(s.persistence, s.leader) if s.group else s.persistence
    mine = [other(s.dice, "Dice given"), *([named("wounded")] if s.wounded else [])]
    theirs = [Cause(Modifier(row.name, row.dice, f"{RULE}#modifier")), other(s.their_dice)]
    name = "Leader" if s.group else "Persistence"
    return Ready(
        s,
        Contestant("Influence", scale(s.influence), pool("Influence", mine)),
        Contestant(name, scale(skill), pool(name, theirs)),
        row.strong or row.outnumbers or s.outnumbers,
    )


def judge(ready: Ready, meeting: Meeting) -> Outcome:
    """What the enemy does. Addresses: fantasy-crux/intimidate#giving-way, #full-strength, #surrender, #fumble."""
    won = meeting.winner is Side.MINE
    if meeting.theirs is Grade.FUMBLE and (won or ready.situation.intimidate_fumble == "always"):
        return Outcome(Result.FLEES, won)
    if not won:
        return Outcome(Result.STANDS, won)
    if not ready.forced:
        return Outcome(Result.GIVES_WAY, won)
    surrenders = meeting.mine is Grade.CRITICAL and not meeting.theirs.succeeded
    return Outcome(Result.SURRENDERS if surrenders else Result.HESITATES, won)


def intimidate(ready: Ready, thrown: TwoDice) -> Outcome:
    """One demand with these dice."""
    throws = throw_both(ready, thrown)
    outcome = judge(ready, met(ready, throws))
    return Outcome(outcome.result, outcome.won, throws)


def ways(ready: Ready) -> Iterator[Way]:
    """The grades that meet, with what the enemy does."""
    return ((judge(ready, meeting), weight) for meeting, weight in all_meetings(ready).items())


def explain(ready: Ready, thrown: TwoDice, outcome: Outcome) -> Iterator[Step]:
    """Both rolls, and the row that decides how the enemy gives way."""
    assert outcome.throws is not None
    s = ready.situation
    if s.group:
        which = "Influence, the higher" if s.leader > s.persistence else "Persistence"
        yield Step(f"The group rolls once, with its leader's {which}", f"{RULE}#group", ready.theirs.graded.limit)
    yield from explain_contest(ready, outcome.throws)
    if outcome.result is Result.FLEES:
        yield Step("A fumble: it panics and runs", f"{RULE}#fumble")
    elif outcome.won and ready.forced:
        text = "At full strength or in greater number, only a critical against a failure makes it surrender"
        yield Step(text, f"{RULE}#surrender")
    elif outcome.won:
        might = "the wounded might flee or surrender" if ENEMIES[s.condition].wounded else "the Gamemaster decides how"
        yield Step(f"It gives way: {might}", f"{RULE}#giving-way")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    text = str(outcome.result)
    return f"{text[:1].upper()}{text[1:]}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """Both stacks of dice."""
    return both_figures(ready, None if outcome is None else outcome.throws)


resolver = Resolver(
    "fantasy-crux/intimidate",
    title="Intimidate",
    summary="Drive an enemy off or make it surrender: Influence against Persistence, and how it gives way.",
    rule=RULE,
    situation=Intimidate,
    dice=TwoDice,
    prepare=prepare,
    resolve=intimidate,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "moved": ("It does not stand firm", lambda outcome: outcome.result is not Result.STANDS),
        "surrenders": ("A certain surrender", lambda outcome: outcome.result is Result.SURRENDERS),
        "flees": ("It flees at once", lambda outcome: outcome.result is Result.FLEES),
    },
    ways=ways,
    figures=figures,
)
