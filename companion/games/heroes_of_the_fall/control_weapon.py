"""Who controls a weapon that is lodged in a wound: one grips it, and Vigour decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_percent
from companion.dice import dice
from companion.errors import Refused
from companion.fields import choice, number, ruling, switch
from companion.games.heroes_of_the_fall.blow import GAME
from companion.games.heroes_of_the_fall.data import RULINGS
from companion.games.heroes_of_the_fall.feats import FALLS, SIDES, Feats, fallen, feats, grid, minus
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = f"{GAME}/impales#grip"
ASKED = ((0, "gains control"),)


class Who(StrEnum):
    """Who tries to get the weapon."""

    WIELDER = "wielder"
    WOUNDED = "wounded"

    @property
    def label(self) -> str:
        return "The one who struck" if self is Who.WIELDER else "The one in whom it is lodged"


class Result(StrEnum):
    """Who controls the weapon now."""

    WON = "won"
    LOST = "lost"

    @property
    def label(self) -> str:
        return "the one who acts controls it" if self is Result.WON else "nothing changes"


@dataclass(frozen=True, slots=True)
class Situation:
    """Two hands on one weapon."""

    acting: Who = choice("Who acts", Who, default=Who.WOUNDED)
    wielder: int = number("Vigour of the one who struck", 0, 12, default=6)
    wounded: int = number("Vigour of the one who is struck", 0, 12, default=6)
    can_grip: bool = switch("The wounded one can grip the weapon", default=True)
    contest: str = ruling(RULINGS, "contest")
    feat_table: str = ruling(RULINGS, "feat_table")
    beyond: str = ruling(RULINGS, "beyond")


@dataclass(frozen=True, slots=True)
class Ready:
    """The level of the one who acts, and of the one who resists where both throw (else None)."""

    feats: Feats
    situation: Situation
    level: int
    resisting: int | None


@dataclass(frozen=True, slots=True)
class ContestDice:
    """Three dice of the one who acts, and of the other where both throw."""

    acting: tuple[int, ...] = dice(SIDES, "die of the one who acts (red, white, blue)", count=lambda ready: 3)
    other: tuple[int, ...] = dice(
        SIDES, "die of the other (red, white, blue)", count=lambda ready: 0 if ready.resisting is None else 3
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the one who acts succeeded, whether the other did, and so who has it."""

    feat_level: int
    made: bool
    resisted: bool
    result: Result
    thrown: tuple[int, ...] | None = None


def prepare(situation: Situation) -> Ready:
    """Vigour against Vigour. Refused where the weapon cannot be gripped: then nobody contests it."""
    s = situation
    if not s.can_grip:
        raise Refused("the weapon cannot be gripped, so the one who struck controls it without a feat.", RULE)
    level = s.wounded - s.wielder if s.acting is Who.WIELDER else s.wielder - s.wounded
    return Ready(feats(s.feat_table, s.beyond), s, level, -level if s.contest == "both" else None)


def decided(ready: Ready, made: bool, resisted: bool, thrown: tuple[int, ...] | None = None) -> Outcome:
    """The outcome of both feats."""
    return Outcome(ready.level, made, resisted, Result.WON if made and not resisted else Result.LOST, thrown)


def resolve(ready: Ready, thrown: ContestDice) -> Outcome:
    """One throw, or one each."""
    resisted = ready.resisting is not None and ready.feats.made(ready.resisting, thrown.other)
    return decided(ready, ready.feats.made(ready.level, thrown.acting), resisted, thrown.acting)


def ways(ready: Ready) -> Iterator[Way]:
    """Success and failure of each side once."""
    made = ready.feats.successes(ready.level)
    against = [(False, 1)]
    if ready.resisting is not None:
        resisting = ready.feats.successes(ready.resisting)
        against = [(True, resisting), (False, FALLS - resisting)]
    for success, count in ((True, made), (False, FALLS - made)):
        for resisted, weight in against:
            yield decided(ready, success, resisted), count * weight


def explain(ready: Ready, thrown: ContestDice, outcome: Outcome) -> Iterator[Step]:
    """Both feats, and who has the weapon."""
    s = ready.situation
    mine, theirs = (s.wielder, s.wounded) if s.acting is Who.WIELDER else (s.wounded, s.wielder)
    level = minus(ready.level)
    yield Step(f"Vigour {theirs} against {mine}: feat level {level}", f"{GAME}/feats#contest", ready.level)
    yield Step(_dice(ready.feats, ready.level, thrown.acting, outcome.made), f"{GAME}/feats#dice")
    if ready.resisting is not None:
        words = _dice(ready.feats, ready.resisting, thrown.other, outcome.resisted)
        yield Step(f"The other throws too: {words}", f"{GAME}/feats#contest", ready.resisting)
    yield Step(outcome.result.label.capitalize(), RULE)
    if outcome.result is Result.WON and s.acting is Who.WIELDER:
        yield Step("With the initiative it may be twisted", f"{GAME}/impales#twist")


def _dice(found: Feats, level: int, faces: tuple[int, ...], made: bool) -> str:
    return f"{fallen(faces)}; it asks for {found.words(level)}: {'made' if made else 'missed'}"


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    who = ready.situation.acting.label
    if outcome.result is Result.WON:
        return f"{who} controls the weapon."
    return f"{who} does not get control of the weapon."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    return f"{ready.situation.acting.label} gets control {as_percent(tally.chances['control'][1])} of the time."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The feat table with the level marked."""
    return {"feat-table": grid(ready.feats, ready.level, outcome.thrown if outcome else None, ASKED)}


resolver = Resolver(
    "heroes-of-the-fall/control-weapon",
    title="A grip on the lodged weapon",
    summary="Vigour against Vigour for a weapon that is lodged in a wound.",
    rule=RULE,
    situation=Situation,
    dice=ContestDice,
    prepare=prepare,
    resolve=resolve,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={"control": ("Gains control", lambda outcome: outcome.result is Result.WON)},
    ways=ways,
    figures=figures,
    reading=reading,
)
