"""Knock Down: Brawl against Brawl; the target falls, or the attacker loses balance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from companion.fields import number, ruling, switch
from companion.games.darkmaster import contest as room
from companion.games.darkmaster import moves
from companion.games.darkmaster.contest import Compared, Contest, ContestDice, Winner
from companion.games.darkmaster.data import RULINGS
from companion.games.darkmaster.moves import Fate, Move
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "darkmaster/knock-down"


class Result(StrEnum):
    """Who is brought off balance, and how far."""

    PRONE = "your foe is Prone"
    NOTHING = "nothing happens"
    OFF_BALANCE = "you are off balance"
    FUMBLE = "you fumble"


@dataclass(frozen=True, slots=True)
class KnockDown(Move):
    """A Full Action of the Melee Phase."""

    brawl: int = number("Your Brawl", -100, 400, default=50)
    foe_brawl: int = number("Your foe's Brawl", -100, 400, default=50, help="A beast's CMB in the attack it uses.")
    beast: bool = switch("Your foe is a beast or a monster", help="It answers with the CMB of its attack.")
    knock_down_tie: str = ruling(RULINGS, "knock_down_tie")


@dataclass(frozen=True, slots=True)
class Ready:
    """Both sides, and the ruling on ties."""

    situation: KnockDown
    contest: Contest


@dataclass(frozen=True, slots=True)
class Outcome(Fate):
    """A fate, and whether the attacker is off balance: the action lost, an Assessment Roll next round."""

    off_balance: bool = False


def prepare(s: KnockDown) -> Ready:
    """Both sides."""
    skill = "CMB of its attack" if s.beast else "Brawl"
    return Ready(s, moves.started(s, room.sides(s, "Brawl", s.brawl, skill, s.foe_brawl)))


def judge(ready: Ready, compared: Compared) -> Outcome:
    """What the comparison means. Addresses: darkmaster/knock-down#win, #defender, #tie, #critical-failure."""
    if compared.winner is Winner.YOU:
        return Outcome(Result.PRONE, compared.failed, compared)
    lost = compared.winner is Winner.FOE or (compared.tie and ready.situation.knock_down_tie == "defender")
    if compared.failed:
        return Outcome(Result.FUMBLE, True, compared, off_balance=lost)
    return Outcome(Result.OFF_BALANCE if lost else Result.NOTHING, False, compared, off_balance=lost)


def knock_down(ready: Ready, dice: ContestDice) -> Outcome:
    """Throws both and judges."""
    thrown = room.throw(ready.contest, dice)
    return replace(judge(ready, thrown.compared), thrown=thrown)


def ways(ready: Ready) -> Iterator[Way]:
    """Each way in which the rolls can compare."""
    for compared, weight in room.odds(ready.contest):
        yield judge(ready, compared), weight


def explain(ready: Ready, dice: ContestDice, outcome: Outcome) -> Iterator[Step]:
    """Both rolls, the comparison, the result."""
    assert outcome.thrown is not None
    yield from room.explain(ready.contest, outcome.thrown)
    yield from moves.fumble_step(outcome.compared, f"{RULE}#critical-failure")
    if outcome.result is Result.PRONE:
        yield Step("Your foe falls and is Prone", f"{RULE}#win")
    elif outcome.off_balance:
        rule = f"{RULE}#tie" if outcome.compared.tie else f"{RULE}#defender"
        yield Step("Your action is lost; off balance, you make an Assessment Roll when the next round begins", rule)
    elif not outcome.fumble:
        yield Step("Nothing happens", f"{RULE}#tie")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    parts = [outcome.result.value]
    if outcome.result is Result.PRONE and outcome.fumble:
        parts.append("you fumble")
    if outcome.off_balance:
        parts = [*(["you fumble"] if outcome.fumble else []), "you are off balance and make an Assessment Roll"]
    return f"{moves.by(outcome)}: {', and '.join(parts)}."


CHANCES: dict[str, tuple[str, Any]] = {
    "prone": ("Your foe is Prone", lambda fate: fate.result is Result.PRONE),
    "off_balance": ("You are off balance", lambda fate: fate.off_balance),
    "fumble": ("You fumble", lambda fate: fate.fumble),
    "tie": ("The totals are equal", lambda fate: fate.compared.margin == 0),
}

resolver = Resolver(
    "darkmaster/knock-down",
    title="Knock Down",
    summary="Brawl against Brawl: the foe on the ground, or you off balance.",
    rule=RULE,
    situation=KnockDown,
    dice=ContestDice,
    prepare=prepare,
    resolve=knock_down,
    explain=explain,
    sentence=sentence,
    verdict=lambda fate: fate.result,
    chances=CHANCES,
    ways=ways,
    figures=lambda ready, fate: moves.figures(ready.contest, fate),
)
