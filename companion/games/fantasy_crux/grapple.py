"""Grappling: to seize, to escape, and what a Wrestler does inside a hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.answers import Tally, as_percent
from companion.errors import Refused
from companion.fields import choice, number, ruling, switch
from companion.games.fantasy_crux.causes import named
from companion.games.fantasy_crux.contest import Side
from companion.games.fantasy_crux.d100 import Grade, grades, scale
from companion.games.fantasy_crux.data import BARE_HANDS, DAMAGE, RULINGS, WEAPONS, Hands
from companion.games.fantasy_crux.exchange import AtHand
from companion.games.fantasy_crux.pools import Cause, other, pool
from companion.games.fantasy_crux.repeats import over_rounds
from companion.games.fantasy_crux.sides import (
    Contestant,
    Throws,
    TwoDice,
    all_meetings,
    both_figures,
    explain_contest,
    explain_throws,
    met,
    throw_both,
)
from companion.games.fantasy_crux.test import Assistance, assisting
from companion.odds import Odds
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "fantasy-crux/grappling"


class Phase(StrEnum):
    """What you try."""

    SEIZE = "seize a target"
    ESCAPE = "escape from a hold"
    WRESTLE = "use Wrestler inside a hold"


class Result(StrEnum):
    """What comes of it."""

    HELD = "the target is held"
    ESCAPED = "the held one escapes"
    WRESTLED = "Wrestler works"
    FAILED = "it fails"
    HURT = "it fails, and the weapon cuts you"


GOOD = {Phase.SEIZE: Result.HELD, Phase.ESCAPE: Result.ESCAPED, Phase.WRESTLE: Result.WRESTLED}
SEIZING = {"phase": Phase.SEIZE}


@dataclass(frozen=True, slots=True)
class Grapple:
    """Who tries what against whom."""

    phase: Phase = choice("You try to", Phase)
    skill: int = number("Your Unarmed Combat", 0, 100, default=51, unit="%")
    defence: AtHand = choice(
        "The target answers with", AtHand, default=AtHand.DODGE, when=SEIZING,
        why="inside a hold one opposes with Unarmed Combat",
    )  # fmt: skip
    their_skill: int = number(
        "The other side's skill", 0, 100, default=51, unit="%", help="Dodge, Close Combat or Unarmed Combat."
    )
    item: str = choice(
        "Parrying with", WEAPONS, default=BARE_HANDS, when={"phase": Phase.SEIZE, "defence": AtHand.PARRY},
        why="only for a Parry against the seizure",
    )  # fmt: skip
    aware: bool = switch("The target is aware", default=True, when=SEIZING, why="inside a hold both are")
    off_hand: bool = switch(
        "It uses the extra off-hand Reaction", when={"phase": Phase.SEIZE, "defence": AtHand.PARRY}, why="only a Parry"
    )
    mastery: bool = switch(
        "It has Off-Hand Mastery", when={"phase": Phase.SEIZE, "defence": AtHand.PARRY}, why="only a Parry"
    )
    second_limb: bool = switch("You commit a second limb", group="You")
    help: Assistance = choice("Your helpers", Assistance, group="You")
    wounded: bool = switch("You are Wounded", group="You")
    circumstance: int = number("Size and circumstances for you", -3, 3, group="You")
    other: int = number("Any other dice for you", -10, 10, group="You")
    their_second_limb: bool = switch(
        "It has committed a second limb", group="The other side", when={"phase": (Phase.ESCAPE, Phase.WRESTLE)},
        why="nobody has seized yet",
    )  # fmt: skip
    their_help: Assistance = choice("Its helpers", Assistance, group="The other side")
    their_wounded: bool = switch("It is Wounded", group="The other side")
    their_circumstance: int = number("Size and circumstances for it", -3, 3, group="The other side")
    their_other: int = number("Any other dice for it", -10, 10, group="The other side")
    rounds: int = number("Rounds to look ahead", 1, 20, default=5, group="Over rounds")
    failed_seizure: str = ruling(RULINGS, "failed_seizure")
    escape_tie: str = ruling(RULINGS, "escape_tie")


@dataclass(frozen=True, slots=True)
class Ready:
    """Both sides, and who wins a dead heat."""

    situation: Grapple
    mine: Contestant
    theirs: Contestant
    defender: Side


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of it, the Hit Points it costs you, and the throws."""

    result: Result
    hp_lost: int = 0
    throws: Throws | None = None


def prepare(s: Grapple) -> Ready:
    """Both sides with their dice. Refused for a defence that cannot be (fantasy-crux/grappling#defending)."""
    opposed = s.phase is not Phase.SEIZE or s.defence is not AtHand.NONE
    if s.phase is Phase.SEIZE and opposed:
        _check(s)
    inside = s.phase is not Phase.SEIZE
    mine = pool("You", _causes(inside, s.second_limb, s.help, s.wounded, s.circumstance, s.other))
    name = str(s.defence).capitalize() if s.phase is Phase.SEIZE and opposed else "The other side"
    causes = [*_causes(inside, s.their_second_limb, s.their_help, s.their_wounded, s.their_circumstance, s.their_other)]
    if s.off_hand and not s.mastery:
        causes.append(named("off_hand_reaction"))
    theirs = Contestant(name, scale(s.their_skill), pool(name, causes), opposed)
    defender = Side.MINE if s.phase is Phase.ESCAPE and s.escape_tie == "held" else Side.THEIRS
    return Ready(s, Contestant("You", scale(s.skill), mine), theirs, defender)


def _check(s: Grapple) -> None:
    if not s.aware:
        raise Refused("an unaware target cannot oppose the seizure.", f"{RULE}#no-defence")
    if s.off_hand and WEAPONS[s.item].hands is Hands.TWO:
        raise Refused("a two-handed item leaves no off hand.", "fantasy-crux/off-hand#items")


def _causes(
    inside: bool, second_limb: bool, help: Assistance, wounded: bool, circumstance: int, more: int
) -> Iterator[Cause]:
    if inside:
        yield named("held")
    if second_limb:
        yield named("second_limb")
    yield from assisting(help)
    if wounded:
        yield named("wounded")
    yield other(circumstance, "Size and circumstances")
    yield other(more)


def judge(ready: Ready, mine: Grade, theirs: Grade | None, winner: Side | None) -> Result:
    """What comes of two grades. Addresses: fantasy-crux/grappling#seizing, #no-defence, #weapon-parry."""
    s = ready.situation
    if theirs is None:
        return Result.HELD if mine.succeeded else Result.FAILED
    won = winner is Side.MINE
    if s.phase is Phase.SEIZE:
        if won and not mine.succeeded and s.failed_seizure == "success":
            return Result.FAILED
        if not won and theirs.succeeded and s.defence is AtHand.PARRY and _cuts(s.item):
            return Result.HURT
    return GOOD[s.phase] if won else Result.FAILED


def _cuts(item: str) -> bool:
    return item != BARE_HANDS and not WEAPONS[item].shield


def _outcome(ready: Ready, mine: Grade, theirs: Grade | None, winner: Side | None, throws: Throws | None) -> Outcome:
    result = judge(ready, mine, theirs, winner)
    return Outcome(result, DAMAGE.number("weapon_parry") if result is Result.HURT else 0, throws)


def grapple(ready: Ready, thrown: TwoDice) -> Outcome:
    """One attempt with these dice."""
    throws = throw_both(ready, thrown)
    if throws.theirs is None:
        return _outcome(ready, throws.mine.grade, None, None, throws)
    meeting = met(ready, throws)
    return _outcome(ready, meeting.mine, meeting.theirs, meeting.winner, throws)


def ways(ready: Ready) -> Iterator[Way]:
    """The grades that meet, with what comes of them."""
    if not ready.theirs.rolls:
        for grade, weight in grades(ready.mine.graded, ready.mine.pool.dice).items():
            yield _outcome(ready, grade, None, None, None), weight
        return
    for meeting, weight in all_meetings(ready).items():
        yield _outcome(ready, meeting.mine, meeting.theirs, meeting.winner, None), weight


def explain(ready: Ready, thrown: TwoDice, outcome: Outcome) -> Iterator[Step]:
    """Both rolls, what decided, and what follows."""
    throws = outcome.throws
    assert throws is not None
    if throws.theirs is None:
        yield from explain_throws(ready, throws)
        yield Step("Nobody opposes it: only a success brings the hold about", f"{RULE}#no-defence")
    else:
        yield from explain_contest(ready, throws)
        yield Step("A plain opposed test: no defence demotes a critical here", "fantasy-crux/opposed#plain")
    if outcome.result is Result.HURT:
        text = f"The weapon Parry succeeded and won: you lose {outcome.hp_lost} HP, armour or not"
        yield Step(text, f"{RULE}#weapon-parry", outcome.hp_lost)
    if outcome.result is Result.HELD:
        yield Step("Both lose the Movement Action and have −1P on every test while the grapple lasts", f"{RULE}#hold")
    if outcome.result is Result.WRESTLED:
        yield Step("One of: unarmed damage, a held item dropped, or a throw that ends the grapple", f"{RULE}#wrestler")
    if outcome.result is Result.ESCAPED:
        yield Step("The grapple ends; both stay adjacent, and all limbs are free", f"{RULE}#ending")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    text = str(outcome.result)
    lost = f" You lose {outcome.hp_lost} HP." if outcome.hp_lost else ""
    return f"{text[:1].upper()}{text[1:]}.{lost}"


def _chance(ready: Ready) -> Fraction:
    return Odds((outcome.result is GOOD[ready.situation.phase], weight) for outcome, weight in ways(ready)).chance(True)


def reading(ready: Ready, tally: Tally) -> str:
    """The odds of one attempt and of several rounds."""
    chance, rounds = tally.chances["success"][1], ready.situation.rounds
    within = 1 - (1 - chance) ** rounds
    text = f"{str(GOOD[ready.situation.phase]).capitalize()}: {as_percent(chance)} an attempt"
    return f"{text}, {as_percent(within)} within {rounds} rounds." if rounds > 1 else f"{text}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """Both stacks, and the candidates of a throw."""
    return both_figures(ready, None if outcome is None else outcome.throws)


def further(ready: Ready) -> Iterator[dict[str, Any]]:
    """The chance to have done it by each round, where more than one is looked at."""
    if ready.situation.rounds > 1:
        yield over_rounds("Done by then", _chance(ready), ready.situation.rounds)


def numbers(ready: Ready) -> dict[str, tuple[str, Fraction]]:
    """The mean number of attempts until one works, without a limit."""
    chance = _chance(ready)
    return {"mean_attempts": ("Mean attempts needed", 1 / chance)} if chance else {}


def possible(ready: Ready) -> tuple[Result, ...]:
    """The results that this attempt can have."""
    s = ready.situation
    cuts = s.phase is Phase.SEIZE and s.defence is AtHand.PARRY and _cuts(s.item)
    return (GOOD[s.phase], Result.FAILED, *((Result.HURT,) if cuts else ()))


resolver = Resolver(
    "fantasy-crux/grapple",
    title="Grapple",
    summary="Seize a target, escape from a hold, or use Wrestler: the odds of one attempt and over rounds.",
    rule=RULE,
    situation=Grapple,
    dice=TwoDice,
    prepare=prepare,
    resolve=grapple,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "success": ("It works", lambda outcome: outcome.result in GOOD.values()),
        "hurt": ("The weapon cuts you", lambda outcome: outcome.result is Result.HURT),
    },
    measures={"hp_lost": ("Hit Points you lose", lambda outcome: outcome.hp_lost)},
    possible=possible,
    ways=ways,
    figures=figures,
    numbers=numbers,
    further=further,
    reading=reading,
)
