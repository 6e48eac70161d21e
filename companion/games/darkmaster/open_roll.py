"""The open-ended D100 by itself: how likely its unlimited total reaches a number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.answers import Tally, as_percent, shown
from companion.dice import dice
from companion.fields import number
from companion.games.darkmaster.open_die import (
    Roll,
    chain_figure,
    chance_at_least,
    direction,
    goes_on,
    law,
    read,
    rolls,
)
from companion.resolver import Resolver, Way
from companion.steps import Step, signed

RULE = "darkmaster/open-roll"
STEP = 25
"""The table of totals shows steps of this size."""


class Course(StrEnum):
    """What becomes of the first die."""

    UP = "added to"
    STANDS = "stands as it is"
    DOWN = "taken away from"


COURSES = {"up": Course.UP, "stands": Course.STANDS, "down": Course.DOWN}


@dataclass(frozen=True, slots=True)
class OpenRoll:
    """A bonus and a number to reach."""

    bonus: int = number("Added to the roll", -500, 500, help="All bonuses and penalties together.")
    target: int = number("Number to reach", -1000, 2000, default=100)


@dataclass(frozen=True, slots=True)
class ChainDice:
    """One open-ended D100."""

    chain: tuple[int, ...] = dice(100, "d100", goes_on=goes_on)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The roll, its total with the bonus, and whether that reaches the number."""

    total: int
    course: Course
    reached: bool
    roll: Roll | None = None


def outcome(s: OpenRoll, first: int, thrown: int, roll: Roll | None = None) -> Outcome:
    """The outcome for a first die and what the dice come to."""
    total = thrown + s.bonus
    return Outcome(total, COURSES[direction(first)], total >= s.target, roll)


def open_roll(s: OpenRoll, thrown: ChainDice) -> Outcome:
    """Reads the chain. Addresses: darkmaster/open-roll#adds, #takes-away."""
    roll = read(thrown.chain)
    return outcome(s, roll.first, roll.total, roll)


def ways(s: OpenRoll) -> Iterator[Way]:
    """Each first die, and whether the total reaches the number: exact for the unlimited chain."""
    for first, total, weight in rolls([s.target - s.bonus]):
        yield outcome(s, first, total), weight


def numbers(s: OpenRoll) -> Mapping[str, tuple[str, Fraction]]:
    """The mean and the variance of the total, and the mean of what a chain adds or takes."""
    known = law(0)
    return {
        "mean_total": ("Mean total", known.mean + s.bonus),
        "variance": ("Variance of the total", known.variance),
        "mean_chain": ("Mean of the dice after the first, where there are any", known.chain_mean),
    }


def further(s: OpenRoll) -> Iterable[Mapping[str, Any]]:
    """The total in steps, how many dice it takes, and the chance of exactly the number asked for."""
    here = s.target - s.bonus
    exactly = chance_at_least(here) - chance_at_least(here + 1)
    lowest, highest = -STEP * 4, STEP * 12
    rows = [_band(f"{_text(lowest + s.bonus - 1)} or less", 1 - chance_at_least(lowest))]
    for low in range(lowest, highest, STEP):
        label = f"{_text(low + s.bonus)} to {_text(low + s.bonus + STEP - 1)}"
        rows.append(_band(label, chance_at_least(low) - chance_at_least(low + STEP)))
    rows.append(_band(f"{_text(highest + s.bonus)} or more", chance_at_least(highest)))
    just = [_band(_text(s.target), exactly)]
    return (
        {"name": "totals", "label": "Total", "kind": "chances", "rows": rows},
        {"name": "dice", "label": "Dice thrown", "kind": "chances", "rows": list(_dice_rows())},
        {"name": "exactly", "label": "Exactly the number", "kind": "chances", "rows": just},
    )


def _dice_rows() -> Iterator[dict[str, Any]]:
    known = law(0)
    again = Fraction(len(known.high), 100)
    left = Fraction(1)
    going_on = Fraction(len(known.high) + len(known.low), 100)
    for count in range(1, 5):
        yield _band(str(count), left * (1 - going_on))
        left *= going_on
        going_on = again
    yield _band("5 or more", left)


def _band(label: str, chance: Fraction) -> dict[str, Any]:
    return {"value": label, "label": label, **shown(chance)}


def _text(value: int) -> str:
    return str(value).replace("-", "−")


def roll_steps(roll: Roll, who: str = "") -> Iterator[Step]:
    """The steps of one open-ended roll: the first die, why it goes on, what it comes to."""
    whose = f"{who}: " if who else ""
    way = direction(roll.first)
    if way == "stands":
        yield Step(f"{whose}{roll.first} on the die stands as it is", f"{RULE}#die", roll.total)
        return
    rule, verb = (f"{RULE}#adds", "added to") if way == "up" else (f"{RULE}#takes-away", "taken away from")
    the = "the" if whose else "The"
    yield Step(f"{whose}{the} first die shows {roll.first}, so what follows is {verb} it", rule, roll.first)
    yield Step(f"{whose}{roll.text}", f"{RULE}#no-end", roll.total)


def explain(s: OpenRoll, thrown: ChainDice, result: Outcome) -> Iterator[Step]:
    """The chain, the bonus, the comparison."""
    assert result.roll is not None
    yield from roll_steps(result.roll)
    if s.bonus:
        text = f"{_text(result.roll.total)} {signed(s.bonus)} makes {_text(result.total)}"
        yield Step(text, f"{RULE}#die", result.total)
    verb = "reaches" if result.reached else "does not reach"
    yield Step(f"{_text(result.total)} {verb} {_text(s.target)}", f"{RULE}#die", result.total)


def sentence(s: OpenRoll, result: Outcome) -> str:
    """The total in one sentence."""
    verb = "reaches" if result.reached else "falls short of"
    return f"{_text(result.total)} in all: it {verb} {_text(s.target)}."


def reading(s: OpenRoll, tally: Tally) -> str:
    """The odds in one sentence."""
    chance = as_percent(tally.chances["reached"][1])
    return f"{chance} reach {_text(s.target)}; one roll in {_one_in()} goes on beyond its first die."


def _one_in() -> str:
    known = law(0)
    odds = Fraction(100, max(1, len(known.high) + len(known.low)))
    return f"{float(odds):.3g}"


resolver = Resolver(
    "darkmaster/open-roll",
    title="Open-ended roll",
    summary="How an open-ended D100 grows, and how likely its total reaches a number.",
    rule=RULE,
    situation=OpenRoll,
    dice=ChainDice,
    resolve=open_roll,
    explain=explain,
    sentence=sentence,
    verdict=lambda result: result.course,
    chances={"reached": ("Reaches the number", lambda result: result.reached)},
    numbers=numbers,
    ways=ways,
    further=further,
    reading=reading,
    figures=lambda s, result: {"open-chain": chain_figure(result.roll if result else None)},
)
