"""A hold over rounds: seize, and then squeeze again and again while your foe tries to break free."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache, partial
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.dice import dice
from companion.fields import number, switch
from companion.games.new_world.grapple import (
    RULE,
    Act,
    Result,
    Wrestlers,
    check_seizing,
    result_of,
    sides,
    squeezed,
    wounds_text,
)
from companion.games.new_world.opposed import stack, sums
from companion.odds import Odds
from companion.resolver import Resolver, Way
from companion.steps import Modifier, Step, signed, total

DICE_OF_A_ROLL = 4


class End(StrEnum):
    """How the hold stands in the end."""

    HELD = "still held"
    BROKE_FREE = "your foe broke free"
    FREE_ATTACK = "your foe broke free with a free attack"
    NOT_SEIZED = "never seized"
    REPELLED = "never seized, free attack for your foe"


@dataclass(frozen=True, slots=True)
class GrappleHold(Wrestlers):
    """What is on the sheets and the table, the same for every roll of the hold."""

    rounds: int = number(
        "Rounds after the seizing", 1, 5, default=1, unit="rounds",
        help="In each, your foe first tries to break free, then you squeeze.",
    )  # fmt: skip
    struggles: bool = switch("Your foe tries to break free each round", default=True)
    free_hand: bool = switch("You have a free hand", default=True)
    larger: int = number(
        "Sizes by which your foe is larger", -4, 4, unit="sizes", help="Below 0 where your foe is smaller."
    )
    might: int = number("Your Might", -5, 15, default=3)
    street_fighting: bool = switch("You have Street Fighting")
    foe_endurance: int = number("Your foe's Endurance", 0, 15, default=3, help="Armour does not count.")


@dataclass(frozen=True, slots=True)
class Ready:
    """Both totals before the dice, with their modifiers."""

    situation: GrappleHold
    yours: tuple[Modifier, ...]
    foes: tuple[Modifier, ...]
    ahead: int

    @property
    def acts(self) -> tuple[Act, ...]:
        """The rolls in their order, as long as the hold lasts."""
        each = (Act.BREAK_FREE, Act.SQUEEZE) if self.situation.struggles else (Act.SQUEEZE,)
        return (Act.SEIZE, *each * self.situation.rounds)


@dataclass(frozen=True, slots=True)
class HoldDice:
    """Four dice for each roll, yours first; those of rolls that are never made are not read."""

    rolls: tuple[int, ...] = dice(
        6,
        "die (two of yours, then two of your foe's for each roll)",
        count=lambda ready: DICE_OF_A_ROLL * len(ready.acts),
    )


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll of the hold: what for, your total less your foe's, the result for who acts, and the Wounds it cost."""

    act: Act
    difference: int
    result: Result
    wounds: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of the hold, the squeezes won, those still missing, and all Wounds; `rolls` until the end."""

    end: End
    squeezes: int
    missed: int
    wounds: int
    rolls: tuple[Roll, ...] = ()


def prepare(situation: GrappleHold) -> Ready:
    """Both totals before the dice. Refused as seizing is (new-world/grappling#roll)."""
    check_seizing(situation.free_hand, situation.larger)
    mine, theirs = sides(situation)
    return Ready(situation, mine, theirs, situation.total + total(mine) - situation.foe_total - total(theirs))


def roll_of(ready: Ready, act: Act, difference: int) -> Roll:
    """One roll by the difference of the totals: yours less your foe's, whoever acts."""
    s = ready.situation
    result = result_of(-difference if act is Act.BREAK_FREE else difference, act)
    won = act is Act.SQUEEZE and result is Result.WON
    return Roll(
        act, difference, result, squeezed(s.might, s.street_fighting, difference, s.foe_endurance) if won else 0
    )


def after(so_far: Outcome, roll: Roll) -> Outcome:
    """The hold after one more roll."""
    end = so_far.end
    if roll.act is Act.SEIZE:
        end = {Result.WON: End.HELD, Result.FREE_ATTACK: End.REPELLED}.get(roll.result, End.NOT_SEIZED)
    elif roll.act is Act.BREAK_FREE and roll.result is Result.WON:
        end = End.BROKE_FREE
    elif roll.result is Result.FREE_ATTACK:
        end = End.FREE_ATTACK
    won = roll.act is Act.SQUEEZE and roll.result is Result.WON
    return Outcome(end, so_far.squeezes + won, so_far.missed - won, so_far.wounds + roll.wounds)


def before(ready: Ready) -> Outcome:
    """The hold before the first roll."""
    return Outcome(End.HELD, 0, ready.situation.rounds, 0)


def hold(ready: Ready, thrown: HoldDice) -> Outcome:
    """Roll after roll until your foe is free or the rounds are over; dice beyond that are not read."""
    outcome = before(ready)
    rolls: list[Roll] = []
    for place, act in enumerate(ready.acts):
        first, second, foe_first, foe_second = thrown.rolls[place * DICE_OF_A_ROLL :][:DICE_OF_A_ROLL]
        rolls.append(roll_of(ready, act, first + second - foe_first - foe_second + ready.ahead))
        outcome = after(outcome, rolls[-1])
        if outcome.end is not End.HELD:
            break
    return replace(outcome, rolls=tuple(rolls))


@cache
def differences() -> Odds[int]:
    """The difference of two throws of 2d6."""
    return Odds((thrown - foe_thrown, weight) for thrown, foe_thrown, weight in sums())


def ways(ready: Ready) -> Iterator[Way]:
    """The rolls as stages, with equal states of the hold merged after each."""
    odds = Odds.certain(before(ready))
    for act in ready.acts:
        odds = odds.then(partial(one_more, ready, act))
    return iter(odds.items())


def one_more(ready: Ready, act: Act, so_far: Outcome) -> Odds[Outcome]:
    """The odds of the hold after one more roll; a hold that has ended stays as it is."""
    if so_far.end is not End.HELD:
        return Odds.certain(so_far)
    return differences().map(lambda thrown: after(so_far, roll_of(ready, act, thrown + ready.ahead)))


TRIED = {
    Act.SEIZE: ("You seize", f"{RULE}#seizing"),
    Act.SQUEEZE: ("You squeeze", f"{RULE}#squeezing"),
    Act.BREAK_FREE: ("Your foe tries to break free", f"{RULE}#breaking-free"),
}


def explain(ready: Ready, thrown: HoldDice, outcome: Outcome) -> Iterator[Step]:
    """Each roll with its difference and what came of it, until the hold ends."""
    for place, roll in enumerate(outcome.rolls):
        first, second, foe_first, foe_second = thrown.rolls[place * DICE_OF_A_ROLL :][:DICE_OF_A_ROLL]
        tried, rule = TRIED[roll.act]
        wounds = f", {wounds_text(roll.wounds)}" if roll.act is Act.SQUEEZE and roll.result is Result.WON else ""
        yield Step(
            f"{tried}: {first} + {second} against {foe_first} + {foe_second}, totals {signed(ready.ahead)}: "
            f"you are {signed(roll.difference)}, {roll.result}{wounds}",
            rule,
            roll.difference,
        )
    yield Step(f"In the end: {outcome.end}, {wounds_text(outcome.wounds)} in all", f"{RULE}#grappled", outcome.wounds)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    if outcome.end is End.NOT_SEIZED:
        return "You do not seize your foe."
    if outcome.end is End.REPELLED:
        return "You do not seize your foe, who strikes you at once with a free attack."
    held = {
        End.HELD: "you still hold your foe",
        End.BROKE_FREE: "your foe broke free",
        End.FREE_ATTACK: "your foe broke free and strikes you with a free attack",
    }[outcome.end]
    return f"{wounds_text(outcome.wounds)} in all from {outcome.squeezes} of {ready.situation.rounds} squeezes: {held}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """Both totals as modifier stacks."""
    s = ready.situation
    return {"modifier-stack": [stack("You", s.total, ready.yours), stack("Your foe", s.foe_total, ready.foes)]}


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    seized, held, every = (as_percent(tally.chances[name][1]) for name in ("seized", "held", "every_squeeze"))
    rounds = ready.situation.rounds
    after_rounds = f"after {rounds} round{'' if rounds == 1 else 's'}"
    mean = as_number(tally.mean("wounds") or Fraction(0))
    return f"You seize your foe {seized}, hold on {after_rounds} {held}, win every squeeze {every}; mean Wounds {mean}."


def possible(ready: Ready) -> tuple[End, ...]:
    """How the hold may end, in the order of the ends: only a foe that struggles breaks free by its own try."""
    return tuple(end for end in End if ready.situation.struggles or end is not End.BROKE_FREE)


NEVER = (End.NOT_SEIZED, End.REPELLED)

resolver = Resolver(
    "new-world/grapple-hold",
    title="Hold over rounds",
    summary="Seize a foe and go on squeezing: how long does the hold last, and what does it cost them?",
    rule=f"{RULE}#squeezing",
    situation=GrappleHold,
    dice=HoldDice,
    prepare=prepare,
    resolve=hold,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.end,
    possible=possible,
    chances={
        "seized": ("Seized", lambda outcome: outcome.end not in NEVER),
        "held": ("Still held", lambda outcome: outcome.end is End.HELD),
        "every_squeeze": ("Every squeeze won", lambda outcome: outcome.missed == 0),
    },
    measures={
        "wounds": ("Wounds", lambda outcome: outcome.wounds),
        "squeezes": ("Squeezes won", lambda outcome: outcome.squeezes),
    },
    ways=ways,
    figures=figures,
    reading=reading,
)
