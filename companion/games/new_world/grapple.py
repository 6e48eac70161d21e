"""Grappling: seize a foe, squeeze the one you hold, or break free, each by the same opposed roll."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.errors import Refused
from companion.fields import choice, number, switch
from companion.games.new_world.data import DAMAGE, MODIFIERS
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

RULE = "new-world/grappling"
GRAPPLING = Values(__name__, "grappling")


class Act(StrEnum):
    """What the roll is made for."""

    SEIZE = "seize"
    SQUEEZE = "squeeze"
    BREAK_FREE = "break free"


class Result(StrEnum):
    """How the roll came out. Only a seizing or squeezing that is lost badly gives the foe a free attack."""

    WON = "won"
    TIED = "tie"
    LOST = "lost"
    FREE_ATTACK = "free attack for your foe"


@dataclass(frozen=True, slots=True)
class Wrestlers(Modified):
    """The two who grapple, whatever they try."""

    total: int = own_total("Your melee attack total with Brawling")
    foe_total: int = own_total("Your foe's melee attack total with Brawling")
    wrestling: bool = switch("You have Wrestling")
    foe_wrestling: bool = switch("Your foe has Wrestling")


@dataclass(frozen=True, slots=True)
class Grapple(Wrestlers):
    """What is on the sheets and the table. Whoever breaks free is the one that rolls: your foe holds you."""

    act: Act = choice("What you try", Act)
    free_hand: bool = switch(
        "You have a free hand", default=True, when={"act": Act.SEIZE}, why="a hand is only needed to seize"
    )
    larger: int = number(
        "Sizes by which your foe is larger", -4, 4, unit="sizes", help="Below 0 where your foe is smaller.",
        when={"act": Act.SEIZE}, why="size only matters when you seize",
    )  # fmt: skip
    might: int = number("Your Might", -5, 15, default=3, when={"act": Act.SQUEEZE}, why="only a squeeze does damage")
    street_fighting: bool = switch(
        "You have Street Fighting", when={"act": Act.SQUEEZE}, why="it adds to damage, and only a squeeze does any"
    )
    foe_endurance: int = number(
        "Your foe's Endurance", 0, 15, default=3, help="Armour does not count.",
        when={"act": Act.SQUEEZE}, why="only a squeeze does damage",
    )  # fmt: skip
    aim: bool = switch("You aimed", group="You")


@dataclass(frozen=True, slots=True)
class Ready:
    """Both totals before the dice, with their modifiers."""

    situation: Grapple
    yours: tuple[Modifier, ...]
    foes: tuple[Modifier, ...]
    bonus: int
    foe_bonus: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Both totals and what they mean for the act; the Wounds that your foe loses, None where it does no damage."""

    act: Act
    total: int
    foe_total: int
    difference: int
    result: Result
    wounds: int | None


def prepare(situation: Grapple) -> Ready:
    """Both totals before the dice. Refused without a free hand, and against a foe too large (#roll)."""
    if situation.act is Act.SEIZE:
        check_seizing(situation.free_hand, situation.larger)
    mine, theirs = sides(situation)
    if situation.aim:
        mine += (MODIFIERS.modifier("aim"),)
    return Ready(situation, mine, theirs, situation.total + total(mine), situation.foe_total + total(theirs))


def check_seizing(free_hand: bool, larger: int) -> None:
    """Raises `Refused` where a foe cannot be seized. Address: new-world/grappling#roll."""
    if not free_hand:
        raise Refused("seizing a foe needs a free hand.", f"{RULE}#roll")
    most = GRAPPLING.number("larger")
    if larger > most:
        sizes = "one size" if most == 1 else f"{most} sizes"
        raise Refused(f"your foe may be at most {sizes} larger than you.", f"{RULE}#roll")


def sides(situation: Wrestlers) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """Your modifiers and your foe's; Wrestling counts for whoever has it."""
    talent = (GRAPPLING.modifier("wrestling"),)
    return (
        yours(situation) + (talent if situation.wrestling else ()),
        foes(situation) + (talent if situation.foe_wrestling else ()),
    )


def grapple(ready: Ready, dice: OpposedDice) -> Outcome:
    """Compares the totals."""
    return compare(ready, dice.first + dice.second, dice.foe_first + dice.foe_second)


def compare(ready: Ready, thrown: int, foe_thrown: int) -> Outcome:
    """The outcome for two sums of 2d6."""
    s = ready.situation
    mine, theirs = thrown + ready.bonus, foe_thrown + ready.foe_bonus
    result = result_of(mine - theirs, s.act)
    wounds = None
    if s.act is Act.SQUEEZE:
        won = result is Result.WON
        wounds = squeezed(s.might, s.street_fighting, mine - theirs, s.foe_endurance) if won else 0
    return Outcome(s.act, mine, theirs, mine - theirs, result, wounds)


def result_of(difference: int, act: Act) -> Result:
    """What a difference of the totals means. A tie is the defender's: the one who does not act."""
    if difference > 0:
        return Result.WON
    if act is not Act.BREAK_FREE and difference <= -GRAPPLING.number("free_attack"):
        return Result.FREE_ATTACK
    return Result.LOST if difference else Result.TIED


def squeezed(might: int, street_fighting: bool, won_by: int, endurance: int) -> int:
    """The Wounds of a squeeze that was won. Address: new-world/grappling#squeezing."""
    return max(0, might + won_by + (DAMAGE.number("street_fighting") if street_fighting else 0) - endurance)


def ways(ready: Ready) -> Iterator[Way]:
    """Each pair of sums once instead of each fall of four dice."""
    return ((compare(ready, thrown, foe_thrown), weight) for thrown, foe_thrown, weight in sums())


PLACE = {Act.SEIZE: f"{RULE}#seizing", Act.SQUEEZE: f"{RULE}#squeezing", Act.BREAK_FREE: f"{RULE}#breaking-free"}
MEANING = {
    (Act.SEIZE, Result.WON): "your foe is grappled",
    (Act.SEIZE, Result.FREE_ATTACK): "your foe strikes you at once with a free attack",
    (Act.SQUEEZE, Result.FREE_ATTACK): "your foe breaks free and strikes you at once with a free attack",
    (Act.SQUEEZE, Result.LOST): "nothing happens, and you still hold your foe",
    (Act.SQUEEZE, Result.TIED): "nothing happens, and you still hold your foe",
    (Act.BREAK_FREE, Result.WON): "you are free",
    (Act.BREAK_FREE, Result.LOST): "you are still held",
    (Act.BREAK_FREE, Result.TIED): "you are still held",
}


def meaning(ready: Ready, outcome: Outcome) -> str:
    """What the result means for the act, without a full stop."""
    if outcome.result is Result.WON and outcome.wounds is not None:
        return f"the squeeze costs your foe {wounds_text(outcome.wounds)}"
    return MEANING.get((ready.situation.act, outcome.result), "nothing happens")


def wounds_text(wounds: int) -> str:
    """A number of Wounds in words."""
    return f"{wounds} Wound{'' if wounds == 1 else 's'}"


def explain(ready: Ready, dice: OpposedDice, outcome: Outcome) -> Iterator[Step]:
    """Both totals, what the difference means, and the damage of a squeeze."""
    s = ready.situation
    both = ((s.total, ready.yours, outcome.total), (s.foe_total, ready.foes, outcome.foe_total))
    yield from explain_totals(f"{RULE}#roll", dice, both)
    if outcome.difference == 0:
        yield Step("A tie is the defender's", f"{RULE}#roll", 0)
    if outcome.result is Result.WON and outcome.wounds is not None:
        talent = f" + {DAMAGE.number('street_fighting')} for Street Fighting" if s.street_fighting else ""
        yield Step(
            f"Might {s.might} + {outcome.difference} that you won by{talent} − Endurance {s.foe_endurance}, "
            f"never below 0; armour does not count",
            f"{RULE}#squeezing",
            outcome.wounds,
        )
        yield Step("It counts as a hit to the Body", f"{RULE}#squeezing")
    yield Step(
        f"The difference is {signed(outcome.difference)}: {meaning(ready, outcome)}", PLACE[s.act], outcome.difference
    )


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    return f"{outcome.total} against {outcome.foe_total}: {meaning(ready, outcome)}."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence, in the words of the act."""
    win = as_percent(tally.chances["win"][1])
    if ready.situation.act is Act.BREAK_FREE:
        return f"You break free {win}."
    free_attack = as_percent(tally.chances["free_attack"][1])
    if ready.situation.act is Act.SEIZE:
        return f"You seize your foe {win}; free attack for your foe {free_attack}."
    mean = as_number(tally.mean("wounds") or Fraction(0))
    return f"You win the squeeze {win}, mean Wounds {mean}; your foe breaks free with a free attack {free_attack}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """Both totals as modifier stacks."""
    s = ready.situation
    return {"modifier-stack": [stack("You", s.total, ready.yours), stack("Your foe", s.foe_total, ready.foes)]}


def possible(ready: Ready) -> tuple[Result, ...]:
    """The results of the act, in their order: nobody gets a free attack for breaking free."""
    breaks_free = ready.situation.act is Act.BREAK_FREE
    return tuple(result for result in Result if not (breaks_free and result is Result.FREE_ATTACK))


def gives_free_attack(outcome: Outcome) -> bool | None:
    """Whether your foe gets a free attack; None for the act that never gives one."""
    return None if outcome.act is Act.BREAK_FREE else outcome.result is Result.FREE_ATTACK


resolver = Resolver(
    "new-world/grapple",
    title="Grapple",
    summary="Seize a foe, squeeze the one you hold, or break free.",
    rule=RULE,
    situation=Grapple,
    dice=OpposedDice,
    prepare=prepare,
    resolve=grapple,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    possible=possible,
    chances={
        "win": ("Win", lambda outcome: outcome.result is Result.WON),
        "free_attack": ("Free attack for your foe", gives_free_attack),
    },
    measures={"wounds": ("Wounds", lambda outcome: outcome.wounds)},
    ways=ways,
    figures=figures,
    reading=reading,
)
