"""Going berserk: a Mettle feat holds the rage back, preparation brings it, and it lasts Mettle minutes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_percent
from companion.dice import dice
from companion.fields import choice, number, ruling
from companion.games.heroes_of_the_fall.blow import GAME
from companion.games.heroes_of_the_fall.data import NUMBERS, RULINGS
from companion.games.heroes_of_the_fall.feats import FALLS, SIDES, Feats, fallen, feats, grid, minus
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = f"{GAME}/berserk"
ASKED = ((0, "holds the rage back"),)


class Cause(StrEnum):
    """What may bring the rage."""

    PROVOKED = "provoked"
    PREPARED = "prepared"
    FORCED = "forced"

    @property
    def label(self) -> str:
        return {
            "provoked": "A fight begins, or a threat is felt",
            "prepared": "It was prepared on purpose",
            "forced": "The GM lets no feat be thrown",
        }[self.value]


class Result(StrEnum):
    """Whether the rage comes."""

    BERSERK = "berserk"
    CALM = "calm"


@dataclass(frozen=True, slots=True)
class Situation:
    """The warrior, and what happened."""

    mettle: int = number("Mettle", 0, 12, default=6)
    cause: Cause = choice("What happened", Cause)
    provocation: int | None = number(
        "Provocation", 0, 20, blank="the usual one", when={"cause": Cause.PROVOKED},
        why="only where a feat is thrown", help="The GM sets more for more of it.",
    )  # fmt: skip
    rounds: int = number(
        "Rounds of preparation", 0, 200, default=30, when={"cause": Cause.PREPARED}, why="only when it is prepared"
    )
    feat_table: str = ruling(RULINGS, "feat_table")
    beyond: str = ruling(RULINGS, "beyond")


@dataclass(frozen=True, slots=True)
class Ready:
    """The table, the level of the feat (None where none is thrown), and whether preparation is long enough."""

    feats: Feats
    situation: Situation
    level: int | None
    enough: bool


@dataclass(frozen=True, slots=True)
class RageDice:
    """The three dice, where a feat is thrown."""

    feat: tuple[int, ...] = dice(
        SIDES, "feat die (red, white, blue)", count=lambda ready: 0 if ready.level is None else 3
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the rage comes, and for how many minutes."""

    feat_level: int | None
    result: Result
    minutes: int
    thrown: tuple[int, ...] | None = None


def provocation(situation: Situation) -> int:
    """The difficulty of holding the rage back. Address: heroes-of-the-fall/berserk#provocation."""
    return NUMBERS.number("berserk") if situation.provocation is None else situation.provocation


def prepare(situation: Situation) -> Ready:
    """The feat, or why there is none."""
    s = situation
    level = provocation(s) - s.mettle if s.cause is Cause.PROVOKED else None
    enough = s.cause is Cause.FORCED or s.rounds >= NUMBERS.number("berserk_rounds")
    return Ready(feats(s.feat_table, s.beyond), s, level, enough)


def outcome_of(ready: Ready, held: bool, thrown: tuple[int, ...] | None = None) -> Outcome:
    """The outcome when the rage was held back, or not."""
    minutes = 0 if held else ready.situation.mettle
    return Outcome(ready.level, Result.CALM if held else Result.BERSERK, minutes, thrown)


def resolve(ready: Ready, thrown: RageDice) -> Outcome:
    """One throw; a feat that is made holds the rage back."""
    if ready.level is None:
        return outcome_of(ready, not ready.enough)
    return outcome_of(ready, ready.feats.made(ready.level, thrown.feat), thrown.feat)


def ways(ready: Ready) -> Iterator[Way]:
    """Held or not, each once."""
    if ready.level is None:
        yield outcome_of(ready, not ready.enough), 1
        return
    made = ready.feats.successes(ready.level)
    yield outcome_of(ready, True), made
    yield outcome_of(ready, False), FALLS - made


def explain(ready: Ready, thrown: RageDice, outcome: Outcome) -> Iterator[Step]:
    """The feat or its absence, and what a berserk does."""
    s = ready.situation
    if ready.level is not None:
        level = minus(ready.level)
        yield Step(f"Provocation {provocation(s)} − Mettle {s.mettle}: feat level {level}", f"{RULE}#feat", ready.level)
        fall = fallen(thrown.feat)
        made = "made, and the rage is held back" if outcome.result is Result.CALM else "missed"
        yield Step(f"{fall}; it asks for {ready.feats.words(ready.level)}: {made}", f"{GAME}/feats#dice")
    elif s.cause is Cause.PREPARED:
        need = NUMBERS.number("berserk_rounds")
        yield Step(f"{s.rounds} rounds of preparation; {need} are needed", f"{RULE}#prepared", s.rounds)
    else:
        yield Step("The GM rules that nothing could hold it back", f"{RULE}#forced")
    if outcome.result is Result.BERSERK:
        yield Step("The nearest enemy is attacked at once, then the next, while any is in sight", f"{RULE}#effects")
        yield Step("Neither stun nor shock; every Mettle feat succeeds; nothing is thrown", f"{RULE}#effects")
        yield Step(f"It lasts Mettle minutes: {s.mettle}; then fatigue and wounds tell", f"{RULE}#duration", s.mettle)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    if outcome.result is Result.BERSERK:
        return f"Berserk for {outcome.minutes} minute{'' if outcome.minutes == 1 else 's'}."
    return "The rage is held back." if ready.level is not None else "Not yet: more preparation is needed."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    return f"Berserk {as_percent(tally.chances['berserk'][1])} of the time."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The feat table with the level marked, where a feat is thrown."""
    if ready.level is None:
        return {}
    return {"feat-table": grid(ready.feats, ready.level, outcome.thrown if outcome else None, ASKED)}


resolver = Resolver(
    "heroes-of-the-fall/berserk",
    title="Berserk",
    summary="Whether a berserker's rage breaks out, and how long it lasts.",
    rule=RULE,
    situation=Situation,
    dice=RageDice,
    prepare=prepare,
    resolve=resolve,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={"berserk": ("Berserk", lambda outcome: outcome.result is Result.BERSERK)},
    ways=ways,
    figures=figures,
    reading=reading,
)
