"""Low life points: the four marks, the level of Pain, death's door, and who acts on at Pain IV."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_percent
from companion.dice import dice
from companion.fields import number, ruling
from companion.games.dark_eye.check import Check, Passed, check_of
from companion.games.dark_eye.conditions import condition_modifiers
from companion.games.dark_eye.data import CONDITIONS, RULINGS
from companion.games.dark_eye.life import LEVELS, Life, dying
from companion.resolver import Resolver, Way
from companion.steps import Modifier, Step

RULE = "dark-eye/pain"


class Verdict(StrEnum):
    """What the life points leave of somebody."""

    ABLE = "able to act"
    DOWN = "incapacitated"
    DYING = "dying"


@dataclass(frozen=True, slots=True)
class LowLife:
    """The life points, and what Self-Control there is for the time when only it helps."""

    max_lp: int = number("Life points at most", 1, 500, default=31, unit="LP")
    lp: int = number("Life points now", -100, 500, default=31, unit="LP", help="Never more than the most.")
    damage: int = number("Damage now", 0, 500, unit="LP", help="What a blow costs: the track moves with it.")
    other_pain: int = number("Pain from other causes", 0, 4, unit="levels", group="Pain IV")
    actions: int = number("Actions to get through at Pain IV", 1, 6, default=1, group="Pain IV")
    courage: int = number("Courage", 1, 25, default=13, group="Pain IV")
    constitution: int = number("Constitution", 1, 25, default=13, group="Pain IV")
    rating: int = number("Self-Control (SR)", 0, 25, default=7, group="Pain IV")
    modifier: int = number("Easier or harder", -20, 15, group="Pain IV")
    pain_marks: str = ruling(RULINGS, "pain_marks")
    low_life: str = ruling(RULINGS, "low_life")
    pain_four: str = ruling(RULINGS, "pain_four")


@dataclass(frozen=True, slots=True)
class StayConscious:
    """Three dice for each check to stay conscious; none below Pain IV."""

    checks: tuple[int, ...] = dice(20, "die to stay conscious", count=lambda ready: 3 * ready.checks)


@dataclass(frozen=True, slots=True)
class Ready:
    """The marks, the life points and the level, and how many checks are due."""

    situation: LowLife
    life: Life
    before: int
    lp: int
    marks: tuple[int, ...]
    level: int
    check: Check
    checks: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The marks from level I to IV, the life points and the level, and how many actions are got through.

    `acts` is None below Pain IV, where nothing needs to be rolled, and for the dying.
    """

    verdict: Verdict
    max_lp: int
    lp: int
    level: int
    marks: tuple[int, ...]
    penalty: int
    acts: int | None
    passed: tuple[Passed, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "verdict": self.verdict.value,
            "max_lp": self.max_lp,
            "lp": self.lp,
            "level": self.level,
            "marks": list(self.marks),
            "penalty": self.penalty,
            "acts": self.acts,
        }


def prepare(s: LowLife) -> Ready:
    """The level at these life points. Addresses: dark-eye/pain#marks, #low, #acting, #death."""
    life = Life(s.max_lp, s.pain_marks, s.low_life)
    before = min(s.lp, s.max_lp)
    lp = before - s.damage
    highest = CONDITIONS.number("highest")
    level = min(highest, life.level(lp) + s.other_pain)
    hurt = Modifier("Pain IV", CONDITIONS.number("acting"), f"{RULE}#acting")
    check = check_of(
        "Self-Control", (s.courage, s.courage, s.constitution), s.rating, skill="self-control", modifier=s.modifier,
        conditions=(hurt,),
    )  # fmt: skip
    due = 0 if level < highest or dying(lp) else 1 if s.pain_four == "once" else s.actions
    return Ready(s, life, before, lp, life.marks(), level, check, due)


def pain(ready: Ready, thrown: StayConscious) -> Outcome:
    """The state, and at Pain IV how long one keeps going for these dice."""
    passed = tuple(ready.check.roll(thrown.checks[3 * place : 3 * place + 3]) for place in range(ready.checks))
    through = 0
    for each in passed:
        if not each.result.succeeds:
            break
        through += 1
    return _outcome(ready, through, passed)


def _outcome(ready: Ready, through: int, passed: tuple[Passed, ...] = ()) -> Outcome:
    s = ready.situation
    acts = None
    if dying(ready.lp):
        verdict = Verdict.DYING
    elif not ready.checks:
        verdict = Verdict.ABLE
    else:
        acts = s.actions * through if s.pain_four == "once" else through
        verdict = Verdict.ABLE if acts == s.actions else Verdict.DOWN
    penalty = sum(modifier.value for modifier in condition_modifiers(ready.level, 0, 0))
    return Outcome(verdict, s.max_lp, ready.lp, ready.level, ready.marks, penalty, acts, passed)


def ways(ready: Ready) -> Iterator[Way]:
    """One check after the other until one fails."""
    success = ready.check.success().map(lambda result: result.succeeds)
    passing, failing = success.weight(True), success.weight(False)
    for through in range(ready.checks):
        yield _outcome(ready, through), passing**through * failing * success.total ** (ready.checks - through - 1)
    yield _outcome(ready, ready.checks), passing**ready.checks


def explain(ready: Ready, thrown: StayConscious, outcome: Outcome) -> Iterator[Step]:
    """The marks, the level, and the checks that are due."""
    if ready.situation.damage:
        yield Step(f"{ready.before} less {ready.situation.damage} damage leave {_minus(ready.lp)}",
                   "dark-eye/damage#life", ready.lp)  # fmt: skip
    for mark, lost in zip(ready.life.quarter_marks(), ("a quarter is", "half is", "three quarters are"), strict=True):
        gone = "reached" if ready.lp <= mark else "not reached"
        yield Step(f"With {mark} life points or fewer, {lost} lost: {gone}", f"{RULE}#marks", mark)
    low = CONDITIONS.number("low")
    reached = "reached" if ready.lp <= low else "not reached"
    yield Step(f"{low} life points or fewer: {reached}", f"{RULE}#low", low)
    if ready.situation.other_pain:
        yield Step(f"Pain from other causes: {ready.situation.other_pain}", f"{RULE}#level", ready.situation.other_pain)
    yield Step(f"Pain {_level(ready.level)}, all checks at {_minus(outcome.penalty)}", f"{RULE}#level", ready.level)
    if outcome.verdict is Verdict.DYING:
        yield Step("0 life points or fewer: dying", f"{RULE}#death", ready.lp)
    for place, passed in enumerate(outcome.passed):
        yield from ready.check.steps(thrown.checks[3 * place : 3 * place + 3], passed)
        if not passed.result.succeeds:
            yield Step("The check fails: unable to act", f"{RULE}#acting")
            return


def _level(level: int) -> str:
    return LEVELS[level - 1] if level else "0"


def _minus(value: int) -> str:
    return str(value).replace("-", "−")


def _state(ready: Ready) -> str:
    *marks, last = ready.marks
    text = f"Pain begins at {', '.join(map(str, marks))} and {last} of {ready.situation.max_lp} life points"
    level = f"Pain {LEVELS[ready.level - 1]}" if ready.level else "no Pain"
    return f"{text}; with {_minus(ready.lp)} there is {level}"


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The state in one sentence or two."""
    text = _state(ready)
    if outcome.verdict is Verdict.DYING:
        return f"{text} and death's door."
    if outcome.acts is None:
        return f"{text}."
    number = ready.situation.actions
    through = "you act on" if number == 1 else f"{outcome.acts} of {number} actions are got through"
    return f"{text}: {through if outcome.acts else 'you go down'}."


def reading(ready: Ready, tally: Tally) -> str:
    """The state in one sentence, with the chance to act on at Pain IV."""
    state = _outcome(ready, 0)
    text = _state(ready)
    if state.verdict is Verdict.DYING:
        return f"{text} and death's door."
    if "acts" not in tally.chances:
        return f"{text}."
    number = ready.situation.actions
    what = "the next action" if number == 1 else f"the next {number} actions"
    return f"{text}: you get through {what} {as_percent(tally.chances['acts'][1])} of the time."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The life-point track, and at Pain IV the check that keeps one going."""
    found: dict[str, Any] = {"lp-track": ready.life.track(ready.lp, ready.before)}
    if ready.checks:
        found["modifier-stack"] = ready.check.stack()
    return found


resolver = Resolver(
    "dark-eye/pain",
    title="Low life points",
    summary="At which life points does each level of Pain begin, and who still acts?",
    rule=RULE,
    situation=LowLife,
    dice=StayConscious,
    prepare=prepare,
    resolve=pain,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.verdict,
    possible=lambda ready: (Verdict.ABLE, Verdict.DOWN) if ready.checks else (_outcome(ready, 0).verdict,),
    chances={
        "acts": (
            "You get through those actions",
            lambda outcome: None if outcome.acts is None else outcome.verdict is Verdict.ABLE,
        ),
    },
    measures={"acts": ("actions got through", lambda outcome: outcome.acts)},
    ways=ways,
    figures=figures,
    reading=reading,
)
