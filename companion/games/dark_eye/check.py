"""The check with three dice: each against its attribute, and skill points pay for what is rolled too high.

The odds are counted by adding up, die after die, how much is spent and how many 1s and 20s have fallen, instead of
looking at all 8,000 throws.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from companion.games.dark_eye.conditions import over_limit
from companion.games.dark_eye.data import CHECK, CONDITIONS, SKILLS
from companion.odds import Odds
from companion.steps import Modifier, Step, signed, total

RULE = "dark-eye/skill-check"
FACES = range(1, 21)


class Result(StrEnum):
    """How a check ends."""

    SPECTACULAR = "spectacular success"
    CRITICAL = "critical success"
    SUCCESS = "success"
    FAILURE = "failure"
    BOTCH = "botch"
    DISASTER = "disaster"

    @property
    def succeeds(self) -> bool:
        """Whether the check is passed."""
        return self in (Result.SPECTACULAR, Result.CRITICAL, Result.SUCCESS)

    @property
    def critical(self) -> bool:
        """Whether it is passed with two 1s or three."""
        return self in (Result.SPECTACULAR, Result.CRITICAL)

    @property
    def botched(self) -> bool:
        """Whether it failed with two 20s or three."""
        return self in (Result.BOTCH, Result.DISASTER)


@dataclass(frozen=True, slots=True)
class Throw:
    """Three dice as the check sees them: what they cost, and how many show a 1 or a 20."""

    spent: int
    ones: int
    twenties: int


@dataclass(frozen=True, slots=True)
class Passed:
    """How a check came out: `left` are the skill points left (below 0 on a failure), `points` what counts.

    `quality` is 0 on a failure.
    """

    result: Result
    left: int
    points: int
    quality: int


@dataclass(frozen=True, slots=True)
class Check:
    """A check before its dice.

    `over` is what the limit on conditions gives back; `doubles`: a critical success counts twice the rating;
    `critical_quality` is the ruling of that name.
    """

    name: str
    attributes: tuple[int, int, int]
    rating: int
    modifiers: tuple[Modifier, ...] = ()
    over: int = 0
    doubles: bool = False
    critical_quality: str = "skill"

    @property
    def modifier(self) -> int:
        """What changes each of the three attributes."""
        return total(self.modifiers) + self.over

    @property
    def targets(self) -> tuple[int, ...]:
        """What each die must not exceed without paying."""
        return tuple(attribute + self.modifier for attribute in self.attributes)

    @property
    def allowed(self) -> bool:
        """Whether it may be rolled at all: no target at 0 or below. Address: dark-eye/skill-check#not-allowed."""
        return min(self.targets) > 0

    def throw(self, dice: tuple[int, ...]) -> Throw:
        """What three dice cost."""
        spent = sum(max(0, die - target) for die, target in zip(dice, self.targets, strict=True))
        return Throw(spent, dice.count(CHECK.number("best")), dice.count(CHECK.number("worst")))

    def judge(self, throw: Throw) -> Passed:
        """What a throw comes to. Addresses: dark-eye/skill-check#roll, #critical, #botch, #quality."""
        left, alike, all_alike = self.rating - throw.spent, CHECK.number("alike"), CHECK.number("all_alike")
        if throw.ones >= alike:
            result = Result.SPECTACULAR if throw.ones >= all_alike else Result.CRITICAL
        elif throw.twenties >= alike:
            result = Result.DISASTER if throw.twenties >= all_alike else Result.BOTCH
        else:
            result = Result.SUCCESS if left >= 0 else Result.FAILURE
        if not result.succeeds:
            return Passed(result, left, 0, 0)
        points, quality = self._worth(result, left)
        return Passed(result, left, points, quality)

    def _worth(self, result: Result, left: int) -> tuple[int, int]:
        if result.critical and self.critical_quality == "six":
            return max(left, 1), CHECK.number("highest_quality")
        if result.critical and self.critical_quality == "skill" and self.doubles:
            left = self.rating * CHECK.number("doubled")
        points = max(1, left)
        return points, quality_of(points)

    def roll(self, dice: tuple[int, ...]) -> Passed:
        """What three dice come to; a check that is not allowed fails."""
        if not self.allowed:
            return Passed(Result.FAILURE, -1, 0, 0)
        return self.judge(self.throw(dice))

    def odds(self) -> Odds[Passed]:
        """Every result with its weight out of 8,000; a check that is not allowed is sure to fail."""
        if not self.allowed:
            return Odds.certain(self.roll(()))
        return Odds((self.judge(throw), weight) for throw, weight in throws(self.targets))

    def success(self) -> Odds[Result]:
        """The odds of the result alone."""
        return self.odds().map(lambda passed: passed.result)

    def steps(self, dice: tuple[int, ...], passed: Passed) -> Iterator[Step]:
        """The modifiers, the spend of each die, and what comes of it."""
        for modifier in self.modifiers:
            yield Step(f"{modifier.label}: {signed(modifier.value)} on each attribute", modifier.rule, modifier.value)
        if self.over:
            most = CONDITIONS.number("limit")
            text = f"Conditions together take off {-most} at most: {signed(self.over)}"
            yield Step(text, "dark-eye/conditions#limit", self.over)
        if not self.allowed:
            yield Step(f"{self.name}: an attribute is at 0 or below, no check is allowed: a failure",
                       f"{RULE}#not-allowed")  # fmt: skip
            return
        for die, target in zip(dice, self.targets, strict=True):
            spent = max(0, die - target)
            text = f"{self.name}: {die} against {target}" + (f", {spent} spent" if spent else "")
            yield Step(text, f"{RULE}#roll", spent)
        yield self._result_step(passed)
        if passed.result.succeeds:
            yield Step(f"Quality level {passed.quality}", f"{RULE}#quality", passed.quality)

    def _result_step(self, passed: Passed) -> Step:
        if passed.result.critical:
            return Step(f"{capital_one(passed)}: a {passed.result}, whatever was spent", f"{RULE}#critical")
        if passed.result.botched:
            return Step(f"{capital_one(passed)}: a {passed.result}, whatever is left", f"{RULE}#botch")
        left = str(passed.left).replace("-", "−")
        return Step(f"Skill points: {self.rating} less {self.rating - passed.left} leave {left}: {passed.result}",
                    f"{RULE}#roll", passed.left)  # fmt: skip

    def spend(self, dice: tuple[int, ...] | None, passed: Passed | None) -> dict[str, Any]:
        """The data of the picture of the spend: each die with its attribute, target and cost, and the points left."""
        thrown: tuple[int | None, ...] = dice if dice else (None, None, None)
        return {
            "title": self.name,
            "rating": self.rating,
            "modifier": self.modifier,
            "allowed": self.allowed,
            "dice": [
                {
                    "attribute": attribute,
                    "target": target,
                    "thrown": die,
                    "spent": None if die is None else max(0, die - target),
                    "mark": _mark(die),
                }
                for attribute, target, die in zip(self.attributes, self.targets, thrown, strict=True)
            ],
            "left": None if passed is None or not self.allowed else passed.left,
            "result": None if passed is None else passed.result.value,
            "quality": None if passed is None else passed.quality,
            "rule": f"{RULE}#roll",
        }

    def stack(self) -> dict[str, Any]:
        """The modifiers as the data of a modifier stack."""
        most = CONDITIONS.number("limit")
        return {
            "title": f"{self.name}: on each attribute",
            "base": {"label": "Unmodified", "value": 0},
            "rows": [modifier.to_json() for modifier in self.modifiers],
            "limit": {
                "label": "Limit on conditions",
                "value": self.over,
                "note": f"{signed(most - self.over)} from conditions, {signed(most)} counts",
            }
            if self.over
            else None,
            "total": {"label": "On each attribute", "value": self.modifier},
        }


def _mark(die: int | None) -> str:
    if die == CHECK.number("best"):
        return "best"
    return "worst" if die == CHECK.number("worst") else ""


def capital_one(passed: Passed) -> str:
    """How many dice are alike, in words."""
    number = "Three" if passed.result in (Result.SPECTACULAR, Result.DISASTER) else "Two"
    return f"{number} {'1s' if passed.result.critical else '20s'}"


def quality_of(points: int) -> int:
    """The quality level of so many skill points, at least 1. Address: dark-eye/skill-check#quality."""
    level = -(-points // CHECK.number("points_per_level"))
    return min(CHECK.number("highest_quality"), max(1, level))


def throws(targets: tuple[int, ...]) -> tuple[tuple[Throw, int], ...]:
    """How three dice can fall, with weights out of 8,000: one die after the other, equal states merged."""
    return _throws(tuple(sorted(targets)), CHECK.number("best"), CHECK.number("worst"))


@cache
def _throws(targets: tuple[int, ...], best: int, worst: int) -> tuple[tuple[Throw, int], ...]:
    states = {(0, 0, 0): 1}
    for target in targets:
        after: dict[tuple[int, int, int], int] = {}
        for (spent, ones, twenties), weight in states.items():
            for die in FACES:
                key = (spent + max(0, die - target), ones + (die == best), twenties + (die == worst))
                after[key] = after.get(key, 0) + weight
        states = after
    return tuple((Throw(*state), weight) for state, weight in states.items())


def check_of(
    name: str,
    attributes: tuple[int, int, int],
    rating: int,
    *,
    skill: str = "any",
    modifier: int = 0,
    extra: tuple[Modifier, ...] = (),
    conditions: tuple[Modifier, ...] = (),
    critical_quality: str = "skill",
) -> Check:
    """A check from its parts. `modifier` is the game master's, `extra` that of the act, then the conditions."""
    given = (Modifier("Difficulty", modifier, f"{RULE}#modifier"),) if modifier else ()
    return Check(
        name,
        attributes,
        rating,
        (*given, *extra, *conditions),
        over_limit(conditions),
        SKILLS[skill].doubles,
        critical_quality,
    )
