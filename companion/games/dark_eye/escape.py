"""Breaking a hold: the held one's Feat of Strength against the holder's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.answers import Tally, as_percent, shown
from companion.dice import die
from companion.fields import number, ruling
from companion.games.dark_eye.check import Check, Passed, check_of
from companion.games.dark_eye.competition import Winner, contest, winner
from companion.games.dark_eye.conditions import condition_modifiers
from companion.games.dark_eye.data import RULINGS
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "dark-eye/hold#escape"


class Result(StrEnum):
    """Whether the hold is broken."""

    FREE = "free"
    HELD = "still held"
    AGAIN = "a tie: both roll again"


RESULTS = {Winner.ACTIVE: Result.FREE, Winner.REACTING: Result.HELD, Winner.AGAIN: Result.AGAIN}


@dataclass(frozen=True, slots=True)
class Escape:
    """The strength of both; Feat of Strength (Dragging & Pulling) rolls on Constitution and twice on Strength."""

    constitution: int = number("Your Constitution", 1, 25, default=13)
    strength: int = number("Your Strength", 1, 25, default=13)
    rating: int = number("Your Feat of Strength (SR)", 0, 25, default=7)
    modifier: int = number("Easier or harder for you", -20, 15)
    foe_constitution: int = number("The holder's Constitution", 1, 25, default=13)
    foe_strength: int = number("The holder's Strength", 1, 25, default=13)
    foe_rating: int = number("The holder's Feat of Strength (SR)", 0, 25, default=7)
    foe_modifier: int = number("Easier or harder for the holder", -20, 15)
    pain: int = number("Your Pain", 0, 3, group="Conditions", unit="levels")
    encumbrance: int = number("Your Encumbrance", 0, 3, group="Conditions", unit="levels")
    foe_pain: int = number("The holder's Pain", 0, 3, group="Conditions", unit="levels")
    foe_encumbrance: int = number("The holder's Encumbrance", 0, 3, group="Conditions", unit="levels")
    competitive_tie: str = ruling(RULINGS, "competitive_tie")
    critical_quality: str = ruling(RULINGS, "critical_quality")


@dataclass(frozen=True, slots=True)
class EscapeDice:
    """Three dice a side."""

    first: int = die(20, "your die for Constitution")
    second: int = die(20, "your die for Strength")
    third: int = die(20, "your second die for Strength")
    foe_first: int = die(20, "the holder's die for Constitution")
    foe_second: int = die(20, "the holder's die for Strength")
    foe_third: int = die(20, "the holder's second die for Strength")

    @property
    def yours(self) -> tuple[int, int, int]:
        """Your three dice."""
        return self.first, self.second, self.third

    @property
    def foes(self) -> tuple[int, int, int]:
        """The holder's three dice."""
        return self.foe_first, self.foe_second, self.foe_third


@dataclass(frozen=True, slots=True)
class Ready:
    """Both checks before their dice."""

    situation: Escape
    yours: Check
    foes: Check


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the hold is broken, and both checks (None where only the odds are counted)."""

    result: Result
    yours: Passed | None = None
    foes: Passed | None = None
    dice: tuple[int, ...] = ()


def prepare(s: Escape) -> Ready:
    """Both checks. One that is not allowed counts as failed."""

    def check(name: str, constitution: int, strength: int, rating: int, modifier: int, pain: int, load: int) -> Check:
        return check_of(
            name, (constitution, strength, strength), rating, skill="feat-of-strength", modifier=modifier,
            conditions=condition_modifiers(pain, load, 0), critical_quality=s.critical_quality,
        )  # fmt: skip

    return Ready(
        s,
        check("You", s.constitution, s.strength, s.rating, s.modifier, s.pain, s.encumbrance),
        check("The holder", s.foe_constitution, s.foe_strength, s.foe_rating, s.foe_modifier, s.foe_pain,
              s.foe_encumbrance),
    )  # fmt: skip


def escape(ready: Ready, thrown: EscapeDice) -> Outcome:
    """The attempt for these dice. It costs the held one's action. Addresses: dark-eye/hold#escape, competitive#ties."""
    yours, foes = ready.yours.roll(thrown.yours), ready.foes.roll(thrown.foes)
    won = winner(yours.quality, foes.quality, ready.situation.competitive_tie)
    return Outcome(RESULTS[won], yours, foes, thrown.yours)


def odds(ready: Ready) -> dict[Winner, Fraction]:
    """The chance of each winner."""
    found = contest(ready.yours, ready.foes, ready.situation.competitive_tie)
    return {each: found.chance(each) for each in Winner}


def ways(ready: Ready) -> Iterator[Way]:
    """Each pair of quality levels once."""
    found = contest(ready.yours, ready.foes, ready.situation.competitive_tie)
    return ((Outcome(RESULTS[won]), weight) for won, weight in found.items())


def further(ready: Ready) -> list[dict[str, Any]]:
    """Where ties are rolled again: how it ends when that has been done as often as it takes."""
    chances = odds(ready)
    decided = 1 - chances[Winner.AGAIN]
    if not chances[Winner.AGAIN] or not decided:
        return []
    rows = [
        {"value": result.value, "label": result.value.capitalize(), **shown(chances[won] / decided)}
        for won, result in RESULTS.items()
        if won is not Winner.AGAIN
    ]
    return [{"name": "in_the_end", "label": "In the end, with ties rolled again", "kind": "chances", "rows": rows}]


def explain(ready: Ready, thrown: EscapeDice, outcome: Outcome) -> Iterator[Step]:
    """Both checks, then the comparison."""
    assert outcome.yours is not None and outcome.foes is not None
    yield from ready.yours.steps(thrown.yours, outcome.yours)
    yield from ready.foes.steps(thrown.foes, outcome.foes)
    text = f"Quality level {outcome.yours.quality} against {outcome.foes.quality}: {outcome.result}"
    tie = outcome.yours.quality == outcome.foes.quality
    yield Step(text, "dark-eye/competitive#ties" if tie else "dark-eye/competitive#compare")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    return {
        Result.FREE: "You tear yourself free.",
        Result.HELD: "The hold does not give; the action is spent.",
        Result.AGAIN: "Neither is stronger: both roll again.",
    }[outcome.result]


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    text = f"You break free {as_percent(tally.chances['free'][1])} of the time"
    again = odds(ready)[Winner.AGAIN]
    return f"{text}; {as_percent(again)} are ties to be rolled again." if again else f"{text}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The spend of your check, and both sides' modifiers."""
    dice, passed = (outcome.dice, outcome.yours) if outcome else (None, None)
    return {
        "check-spend": ready.yours.spend(dice, passed),
        "modifier-stack": [ready.yours.stack(), ready.foes.stack()],
    }


resolver = Resolver(
    "dark-eye/escape",
    title="Breaking a hold",
    summary="Does the held one tear free of the holder?",
    rule=RULE,
    situation=Escape,
    dice=EscapeDice,
    prepare=prepare,
    resolve=escape,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    possible=lambda ready: [
        each for each in Result if each is not Result.AGAIN or ready.situation.competitive_tie == "re-roll"
    ],
    chances={"free": ("You break free", lambda outcome: outcome.result is Result.FREE)},
    ways=ways,
    further=further,
    figures=figures,
    reading=reading,
)
