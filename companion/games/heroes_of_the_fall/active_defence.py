"""A shield thrust out, or a dodge, against a missile that was thrown and would have hit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_percent
from companion.dice import dice, die
from companion.errors import Refused
from companion.fields import choice, number, ruling, switch
from companion.games.heroes_of_the_fall.blow import GAME
from companion.games.heroes_of_the_fall.data import MISSILES, NUMBERS, RULINGS
from companion.games.heroes_of_the_fall.feats import SIDES, Feats, fallen, feats, grid, minus
from companion.games.heroes_of_the_fall.missile_attack import range_factor
from companion.games.heroes_of_the_fall.skill import Skill, own_modifier, own_skill
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = f"{GAME}/active-defence"
ASKED = ((0, "stops the missile"),)


class Means(StrEnum):
    """What stops the missile."""

    SHIELD = "shield"
    DODGE = "dodge"


class Result(StrEnum):
    """Whether the missile is stopped."""

    STOPPED = "stopped"
    STRUCK = "struck"


@dataclass(frozen=True, slots=True)
class Situation:
    """Who throws what from how far, and what you are about."""

    means: Means = choice("You use", Means)
    skill: int = own_skill("Your skill with it")
    modifier: int | None = own_modifier()
    weapon: str = choice("What is thrown at you", MISSILES, default="spear-thrown")
    distance: int = number("Distance", 0, 1000, default=20, unit="ft")
    aware: bool = switch("You know of it", default=True)
    engaged: bool = switch("You are busy with something else")
    mounted: bool = switch("You are mounted")
    skill_step: str = ruling(RULINGS, "skill_step")
    feat_table: str = ruling(RULINGS, "feat_table")
    beyond: str = ruling(RULINGS, "beyond")


@dataclass(frozen=True, slots=True)
class Ready:
    """The table, the skill, the difficulty and the range factor."""

    feats: Feats
    skill: Skill
    means: Means
    difficulty: int
    factor: int

    def level(self, raised: bool) -> int:
        """The feat level: the difficulty, less skill and range factor together."""
        return self.difficulty - (self.skill.at(raised) + self.factor)


@dataclass(frozen=True, slots=True)
class DefenceDice:
    """The skill die, if there is one, and the three dice."""

    skill: tuple[int, ...] = dice(100, "your skill die", count=lambda ready: ready.skill.dice)
    red: int = die(SIDES, "red die")
    white: int = die(SIDES, "white die")
    blue: int = die(SIDES, "blue die")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The feat level and whether the missile was stopped."""

    feat_level: int
    raised: bool
    result: Result
    thrown: tuple[int, int, int] | None = None


def prepare(situation: Situation) -> Ready:
    """The feat. Refused unless a thrown missile comes from far enough at someone aware, free and on foot."""
    s = situation
    missile, beyond = MISSILES[s.weapon], NUMBERS.number("active_beyond")
    refusals = (
        (not missile.thrown, f"{missile.name.lower()}: too fast; only thrown missiles can be stopped."),
        (s.distance <= beyond, f"at {s.distance} ft there is no time; the thrower must be farther than {beyond} ft."),
        (not s.aware, "you do not know of it."),
        (s.engaged, "you are busy with something else."),
        (s.mounted, "you are mounted."),
    )
    for refused, reason in refusals:
        if refused:
            raise Refused(reason, f"{RULE}#conditions")
    skill = Skill(s.skill, s.modifier, s.skill_step)
    factor = range_factor(missile, s.distance)
    return Ready(feats(s.feat_table, s.beyond), skill, s.means, NUMBERS.number("active_defence"), factor)


def defend(ready: Ready, thrown: DefenceDice) -> Outcome:
    """One throw."""
    raised = ready.skill.raised(thrown.skill)
    fall = (thrown.red, thrown.white, thrown.blue)
    stopped = ready.feats.made(ready.level(raised), fall)
    return Outcome(ready.level(raised), raised, Result.STOPPED if stopped else Result.STRUCK, fall)


def ways(ready: Ready) -> Iterator[Way]:
    """Each skill step once, with the throws that make the level and those that do not."""
    for raised, weight in ready.skill.steps():
        level = ready.level(raised)
        made = ready.feats.successes(level)
        yield Outcome(level, raised, Result.STOPPED), weight * made
        yield Outcome(level, raised, Result.STRUCK), weight * (SIDES**3 - made)


def explain(ready: Ready, thrown: DefenceDice, outcome: Outcome) -> Iterator[Step]:
    """The level and the dice against it."""
    skill = ready.skill.at(outcome.raised)
    yield Step(f"Your skill: {ready.skill.words(thrown.skill, outcome.raised)}", f"{GAME}/feats#skill-die", skill)
    level = minus(outcome.feat_level)
    yield Step(
        f"{ready.difficulty} − (skill {skill} + range factor {ready.factor}): feat level {level}",
        f"{RULE}#feat",
        outcome.feat_level,
    )
    fall = fallen(outcome.thrown or ())
    made = "made" if outcome.result is Result.STOPPED else "missed"
    yield Step(f"{fall}; it asks for {ready.feats.words(outcome.feat_level)}: {made}", f"{GAME}/feats#dice")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    if outcome.result is Result.STRUCK:
        return f"The {ready.means.value} comes too late: the missile strikes as it was thrown."
    return "The shield turns the missile aside." if ready.means is Means.SHIELD else "You dodge the missile."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    return f"A missile that would have hit is stopped {as_percent(tally.chances['stopped'][1])} of the time."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The feat table with the level marked."""
    level = outcome.feat_level if outcome else ready.level(False)
    return {"feat-table": grid(ready.feats, level, outcome.thrown if outcome else None, ASKED)}


resolver = Resolver(
    "heroes-of-the-fall/active-defence",
    title="Active shield or dodge",
    summary="Whether a shield or a dodge stops a thrown missile that would have hit.",
    rule=RULE,
    situation=Situation,
    dice=DefenceDice,
    prepare=prepare,
    resolve=defend,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={"stopped": ("Stopped", lambda outcome: outcome.result is Result.STOPPED)},
    ways=ways,
    figures=figures,
    reading=reading,
)
