"""Whether the weapon or shield that blocked breaks: its strength against what struck it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_percent
from companion.errors import Refused
from companion.fields import choice, ruling
from companion.games.heroes_of_the_fall.blow import GAME
from companion.games.heroes_of_the_fall.data import RULINGS, Weapon, all_weapons, held_weapons, weapon
from companion.games.heroes_of_the_fall.feats import FeatDice, Feats, fallen, feats, grid, minus
from companion.resolver import Resolver
from companion.steps import Step

RULE = f"{GAME}/gaps#breakage"
ASKED = ((0, "breaks it"),)


class Result(StrEnum):
    """What becomes of the weapon that blocked."""

    BREAKS = "breaks"
    HOLDS = "holds"


@dataclass(frozen=True, slots=True)
class Situation:
    """What struck, and what blocked it."""

    weapon: str = choice("The weapon that struck", all_weapons, default="long-sword")
    blocked_with: str = choice("The weapon or shield that blocked", held_weapons, default="long-sword")
    feat_table: str = ruling(RULINGS, "feat_table")
    beyond: str = ruling(RULINGS, "beyond")


@dataclass(frozen=True, slots=True)
class Ready:
    """The table, both weapons, and the level."""

    feats: Feats
    struck: Weapon
    blocked: Weapon
    level: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether it breaks."""

    feat_level: int
    result: Result
    thrown: tuple[int, int, int]


def prepare(situation: Situation) -> Ready:
    """The level: strength of the one, less damage rating of the other. Refused where no strength is known."""
    struck, blocked = weapon(situation.weapon), weapon(situation.blocked_with)
    if blocked.strength_rating is None:
        raise Refused(f"{blocked.name.lower()}: no strength rating is known.", RULE)
    level = blocked.strength_rating - (struck.damage_rating or 0)
    return Ready(feats(situation.feat_table, situation.beyond), struck, blocked, level)


def resolve(ready: Ready, thrown: FeatDice) -> Outcome:
    """One throw; a feat that is made breaks the weapon."""
    fall = (thrown.red, thrown.white, thrown.blue)
    broken = ready.feats.made(ready.level, fall)
    return Outcome(ready.level, Result.BREAKS if broken else Result.HOLDS, fall)


def explain(ready: Ready, thrown: FeatDice, outcome: Outcome) -> Iterator[Step]:
    """The level and the dice."""
    strength, damage = ready.blocked.strength_rating, ready.struck.damage_rating or 0
    level = minus(ready.level)
    yield Step(f"Strength {strength} − damage rating {damage}: feat level {level}", RULE, ready.level)
    fall = fallen(outcome.thrown)
    made = "made" if outcome.result is Result.BREAKS else "missed"
    yield Step(f"{fall}; it asks for {ready.feats.words(ready.level)}: {made}", f"{GAME}/feats#dice")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    return f"The {ready.blocked.name.lower()} {outcome.result.value}."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    return f"The {ready.blocked.name.lower()} breaks {as_percent(tally.chances['breaks'][1])} of the time."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The feat table with the level marked."""
    return {"feat-table": grid(ready.feats, ready.level, outcome.thrown if outcome else None, ASKED)}


resolver = Resolver(
    "heroes-of-the-fall/weapon-break",
    title="Does it break?",
    summary="Whether a weapon or shield breaks when it has blocked.",
    rule=RULE,
    situation=Situation,
    dice=FeatDice,
    prepare=prepare,
    resolve=resolve,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={"breaks": ("It breaks", lambda outcome: outcome.result is Result.BREAKS)},
    figures=figures,
    reading=reading,
)
