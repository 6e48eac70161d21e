"""Crossbows: what each round of shooting and reloading looks like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.dice import NoDice
from companion.fields import choice, number, switch
from companion.games.fantasy_crux.tabular import row, table
from companion.resolver import Resolver
from companion.steps import Step


class Crossbow(StrEnum):
    """The two crossbows, which reload differently."""

    LIGHT = "light crossbow"
    HEAVY = "heavy crossbow"


@dataclass(frozen=True, slots=True)
class Shooting:
    """The crossbow and how it is used."""

    crossbow: Crossbow = choice("Crossbow", Crossbow)
    rounds: int = number("Rounds", 1, 20, default=4)
    loaded: bool = switch("It is loaded to begin with", default=True)
    aim: bool = switch("Aim before each shot", help="Aiming takes a Combat Action of its own.")


@dataclass(frozen=True, slots=True)
class Turn:
    """One round: what each Action and the Reactions are used for."""

    round: int
    combat: str
    movement: str
    reactions: str
    shot: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The rounds, the shots, and the rounds that leave no Reaction."""

    turns: tuple[Turn, ...]
    shots: int
    without_reaction: int


LEFT = "free for something else"


def schedule(s: Shooting, dice: NoDice) -> Outcome:
    """The fastest row of rounds. Addresses: fantasy-crux/crossbows#light, fantasy-crux/crossbows#heavy."""
    loaded, aimed, turns = s.loaded, False, []
    for number_of in range(1, s.rounds + 1):
        if not loaded and s.crossbow is Crossbow.HEAVY:
            turns.append(Turn(number_of, "reload", "reload", "all go into the reload", False))
            loaded = True
            continue
        combat, shot = _combat(s, loaded, aimed)
        aimed = combat == "aim"
        loaded = loaded and not shot
        movement, reactions = LEFT, "base Reaction free"
        if not loaded and s.crossbow is Crossbow.LIGHT:
            movement, reactions, loaded = "reload", "the base Reaction goes into the reload", True
            if combat == LEFT and s.aim:
                combat = "aim, once it is loaded"
                aimed = True
            elif combat == LEFT:
                combat, shot, loaded = "shoot, once it is loaded", True, False
        turns.append(Turn(number_of, combat, movement, reactions, shot))
    spent = sum(turn.reactions != "base Reaction free" for turn in turns)
    return Outcome(tuple(turns), sum(turn.shot for turn in turns), spent)


def _combat(s: Shooting, loaded: bool, aimed: bool) -> tuple[str, bool]:
    if not loaded:
        return LEFT, False
    if s.aim and not aimed:
        return "aim", False
    return ("shoot, aimed", True) if aimed else ("shoot", True)


def explain(s: Shooting, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """Each round, then the sum."""
    rule = f"fantasy-crux/crossbows#{'light' if s.crossbow is Crossbow.LIGHT else 'heavy'}"
    for turn in outcome.turns:
        text = f"Round {turn.round}: Combat Action {turn.combat}; Movement Action {turn.movement}; {turn.reactions}"
        yield Step(text, rule)
    yield Step("Readying an item does not speed the reload up", "fantasy-crux/crossbows#ready")


def sentence(s: Shooting, outcome: Outcome) -> str:
    """The shots in one sentence."""
    shots = "1 shot" if outcome.shots == 1 else f"{outcome.shots} shots"
    rounds = "1 round" if s.rounds == 1 else f"{s.rounds} rounds"
    return f"{shots} in {rounds}; the base Reaction is gone in {outcome.without_reaction} of them."


def figures(s: Shooting, outcome: Outcome | None) -> dict[str, Any]:
    """The rounds as a table."""
    found = outcome or schedule(s, NoDice())
    columns = ("Round", "Combat Action", "Movement Action", "Reactions", "Shot")
    rows = [
        row(turn.round, turn.combat, turn.movement, turn.reactions, "yes" if turn.shot else "no", off=not turn.shot)
        for turn in found.turns
    ]
    return {"table": table(str(s.crossbow).capitalize(), columns, rows)}


resolver = Resolver(
    "fantasy-crux/crossbow",
    title="Crossbow reload",
    summary="What each round of shooting and reloading a crossbow takes, and how many shots it gives.",
    rule="fantasy-crux/crossbows",
    situation=Shooting,
    resolve=schedule,
    explain=explain,
    sentence=sentence,
    figures=figures,
    reading=lambda s, tally: sentence(s, schedule(s, NoDice())),
)
