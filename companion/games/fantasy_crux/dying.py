"""Bleeding and Dying: the clock, the helper who tries to stop it, and where a Hero Point helps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.answers import Tally, as_percent
from companion.answers import shown as as_shown
from companion.dice import dice
from companion.fields import number, ruling, switch
from companion.games.fantasy_crux.causes import named
from companion.games.fantasy_crux.d100 import Grade, Scale, explain_roll, grades, keep, scale, tens_needed
from companion.games.fantasy_crux.data import DAMAGE, RULINGS
from companion.games.fantasy_crux.pools import Pool, other, pool
from companion.games.fantasy_crux.sheet import major_wound_level
from companion.games.fantasy_crux.tabular import row, table
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "fantasy-crux/dying"


class Result(StrEnum):
    """How it ends."""

    SAFE = "in no danger"
    SAVED = "stabilised with Hit Points left"
    SAVED_AT_ZERO = "stabilised, unconscious at 0 HP"
    HERO = "a Hero Point averts death"
    DEAD = "dead"


HELPED = {"helper": True}


@dataclass(frozen=True, slots=True)
class Dying:
    """The patient after the hit of round 1, and who helps."""

    hit_points: int = number("Hit Points after the hit", 0, 60, unit="HP")
    max_hit_points: int = number("Maximum Hit Points", 1, 200, default=12, unit="HP")
    bleeding: bool = switch("Bleeding", default=True)
    reserve: int = number("Vitality reserve", 0, 60)
    helper: bool = switch("A helper tries to stabilise", default=True, help="A full round for each attempt.")
    arrives: int = number("Round of the first attempt", 1, 60, default=2, when=HELPED, why="nobody helps")
    healing: int = number("Healing", 0, 100, default=40, unit="%", when=HELPED, why="nobody helps")
    kit: bool = switch("A Healing Kit or fair substitute", default=True, when=HELPED, why="nobody helps")
    dice: int = number("Other dice on Healing", -10, 10, when=HELPED, why="nobody helps", help="Bonus +, Penalty −.")
    hero_points: int = number("Hero Points", 0, 20)
    avert: bool = switch("Spend one at 0 HP", default=True, help="It averts death once.")
    dying_clock: str = ruling(RULINGS, "dying_clock")
    bleeding_reserve: str = ruling(RULINGS, "bleeding_reserve")


@dataclass(frozen=True, slots=True)
class Ready:
    """The clock: the round that brings 0 HP, the last round in which help counts, and the attempts."""

    situation: Dying
    danger: bool
    zero: int
    last: int
    hero: bool
    graded: Scale
    pool: Pool
    attempts: tuple[int, ...]

    @property
    def tens(self) -> int:
        """Tens dice of one attempt."""
        return tens_needed(self.pool.dice)

    def hit_points_in(self, round_number: int) -> int:
        """Hit Points during a round, before its end."""
        s = self.situation
        lost = (round_number - 1) * DAMAGE.number("bleeding") if s.bleeding else 0
        return max(0, s.hit_points - max(0, lost - (s.reserve if s.bleeding_reserve == "yes" else 0)))


@dataclass(frozen=True, slots=True)
class HealingDice:
    """A D100 for each attempt that could still count."""

    units: tuple[int, ...] = dice(10, "Healing units die (10 reads 0)", count=lambda ready: len(ready.attempts))
    tens: tuple[int, ...] = dice(
        10, "Healing tens die (10 reads 0)", count=lambda ready: len(ready.attempts) * ready.tens
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ends, in which round, and with how many Hit Points."""

    result: Result
    round: int
    hit_points: int


def rounds_to_live(ruling: str) -> int:
    """How many rounds end after the one that brought 0 HP until death. Address: fantasy-crux/dying#clock."""
    return DAMAGE.number("dying_rounds") - (1 if ruling == "counted" else 0)


def prepare(s: Dying) -> Ready:
    """The clock. Addresses: fantasy-crux/dying#clock, fantasy-crux/major-wounds#conditions."""
    danger = s.hit_points == 0 or s.bleeding
    store = s.hit_points + (s.reserve if s.bleeding_reserve == "yes" else 0)
    zero = 1 if s.hit_points == 0 else -(-store // DAMAGE.number("bleeding"))
    hero = s.avert and s.hero_points > 0
    last = zero if hero else zero + rounds_to_live(s.dying_clock)
    if hero and s.hit_points == 0:
        last = 0
    causes = [other(s.dice), *([] if s.kit else [named("no_kit")])]
    attempts = tuple(range(s.arrives, last + 1)) if s.helper and danger else ()
    return Ready(s, danger, zero, last, hero, scale(s.healing), pool("Healing", causes), attempts)


def _end(ready: Ready, saved_in: int | None) -> Outcome:
    if not ready.danger:
        return Outcome(Result.SAFE, 1, ready.situation.hit_points)
    if saved_in is not None:
        left = ready.hit_points_in(saved_in)
        return Outcome(Result.SAVED if left else Result.SAVED_AT_ZERO, saved_in, left)
    if ready.hero:
        return Outcome(Result.HERO, ready.zero, 0)
    return Outcome(Result.DEAD, ready.last, 0)


def resolve(ready: Ready, thrown: HealingDice) -> Outcome:
    """The attempts in order, until one succeeds or the clock runs out."""
    for place, round_number in enumerate(ready.attempts):
        if _attempt(ready, thrown, place).grade.succeeded:
            return _end(ready, round_number)
    return _end(ready, None)


def _attempt(ready: Ready, thrown: HealingDice, place: int) -> Any:
    return keep(ready.graded, ready.pool.dice, thrown.units[place], thrown.tens[place * ready.tens :])


def ways(ready: Ready) -> Iterator[Way]:
    """Each attempt succeeds by the same chance; the first success ends it."""
    odds = grades(ready.graded, ready.pool.dice)
    good = sum(weight for grade, weight in odds.items() if grade.succeeded)
    left, count = 1, len(ready.attempts)
    for place, round_number in enumerate(ready.attempts):
        yield _end(ready, round_number), left * good * odds.total ** (count - place - 1)
        left *= odds.total - good
    yield _end(ready, None), left


def explain(ready: Ready, thrown: HealingDice, outcome: Outcome) -> Iterator[Step]:
    """The rounds one by one."""
    s = ready.situation
    if not ready.danger:
        yield Step("Neither Bleeding nor at 0 HP", f"{RULE}#clock", s.hit_points)
        return
    yield from ready.pool.explain()
    for number_of in range(1, outcome.round + 1):
        yield from _round(ready, thrown, number_of)
    if outcome.result is Result.DEAD:
        yield Step(f"Death comes with the end of round {outcome.round}", f"{RULE}#clock", outcome.round)
    elif outcome.result is Result.HERO:
        text = "At 0 HP a Hero Point is spent: stable, unconscious, and awake at 1 HP after the scene"
        yield Step(text, "fantasy-crux/hero-points#death", 1)
    else:
        text = "Stabilised: no more Bleeding or Dying, and no Hit Points back"
        yield Step(text, f"{RULE}#stabilising", outcome.hit_points)
        level = major_wound_level(s.max_hit_points)
        text = f"Surgery restores 1 HP; Wounded ends after it once Hit Points are above {level}"
        yield Step(text, f"{RULE}#after", level)


def _round(ready: Ready, thrown: HealingDice, number_of: int) -> Iterator[Step]:
    s, held = ready.situation, ready.hit_points_in(number_of)
    if number_of in ready.attempts:
        rolled = _attempt(ready, thrown, ready.attempts.index(number_of))
        who = f"Round {number_of}, Healing"
        yield from explain_roll(who, ready.graded, ready.pool.dice, rolled)
        if rolled.grade.succeeded:
            return
    if s.bleeding and held and not (ready.hero and number_of > ready.zero):
        after = ready.hit_points_in(number_of + 1)
        text = f"End of round {number_of}: Bleeding, {held} HP become {after}"
        yield Step(text, "fantasy-crux/major-wounds#conditions", after)
    elif not held:
        yield Step(f"Round {number_of}: unconscious and Dying", f"{RULE}#clock", 0)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The end in one sentence."""
    text = str(outcome.result)
    text = text[:1].upper() + text[1:]
    return f"{text}." if outcome.result is Result.SAFE else f"Round {outcome.round}: {text[:1].lower()}{text[1:]}."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    if not ready.danger:
        return "Neither Bleeding nor at 0 HP: in no danger."
    lives, stable = (as_percent(tally.chances[name][1]) for name in ("lives", "stabilised"))
    clock = "a Hero Point is spent then" if ready.hero else f"death comes at the end of round {ready.last}"
    zero = "At 0 HP from round 1" if ready.situation.hit_points == 0 else f"0 HP at the end of round {ready.zero}"
    return f"{zero}; {clock}. Stabilised in time {stable}; lives {lives}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The clock round by round, with the chance of help by then, and where Hero Points help."""
    chance = grades(ready.graded, ready.pool.dice).chance(_succeeds)
    left, rows = Fraction(1), []
    for number_of in range(1, max(1, ready.last) + 1):
        if number_of in ready.attempts:
            left *= 1 - chance
        state = "Dying" if ready.hit_points_in(number_of) == 0 else "Bleeding" if ready.situation.bleeding else "stable"
        here = {"round": number_of, "hit_points": ready.hit_points_in(number_of), "state": state}
        rows.append({**here, "attempt": number_of in ready.attempts, "helped_by_then": as_shown(1 - left)})
    points = (
        ("Major Wound", "the hit takes its Hit Points, but brings neither Wounded nor Bleeding", "major-wound"),
        ("0 HP", "stable and unconscious instead of Dying; awake with 1 HP after the scene", "death"),
    )
    rows_of = [row(when, effect, rule=f"fantasy-crux/hero-points#{rule}") for when, effect, rule in points]
    heroes = table("Where a Hero Point helps", ("At", "For 1 Hero Point"), rows_of)
    clock = {"title": "The clock", "rows": rows if ready.danger else [], "zero": ready.zero, "last": ready.last}
    return {"dying-clock": clock, "table": heroes, "modifier-stack": ready.pool.figure("Healing")}


def _succeeds(grade: Grade) -> bool:
    return grade.succeeded


resolver = Resolver(
    "fantasy-crux/dying",
    title="Bleeding and Dying",
    summary="The clock from Bleeding to 0 HP to death, the odds of stabilising in time, and Hero Points.",
    rule=RULE,
    situation=Dying,
    dice=HealingDice,
    prepare=prepare,
    resolve=resolve,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "lives": ("Lives", lambda outcome: outcome.result is not Result.DEAD),
        "stabilised": ("Stabilised", lambda outcome: outcome.result in (Result.SAVED, Result.SAVED_AT_ZERO)),
        "conscious": ("Stabilised with Hit Points left", lambda outcome: outcome.result is Result.SAVED),
    },
    measures={"hp": ("Hit Points in the end", lambda outcome: outcome.hit_points)},
    ways=ways,
    figures=figures,
    reading=reading,
)
