"""Acts that ask for Body Control and may lay somebody open: disengaging, picking up, climbing to advantage.

First the check; then, where it went wrong in a way that counts, an attack of opportunity for one enemy or several;
and whoever botches falls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.dice import dice, die
from companion.errors import Refused
from companion.fields import number
from companion.games.dark_eye.check import Check, Passed, Result, check_of
from companion.games.dark_eye.conditions import condition_modifiers, unable
from companion.games.dark_eye.data import ARMOUR
from companion.games.dark_eye.harm import D6
from companion.games.dark_eye.life import dying
from companion.games.dark_eye.opportunity import Enemy, Opportunity, Struck
from companion.games.dark_eye.telling import points
from companion.odds import Odds
from companion.resolver import Way
from companion.steps import Modifier, Step

BOTCH_RULE = "dark-eye/disengage#botch"


@dataclass(frozen=True, slots=True)
class BodyControl(Enemy):
    """Who attempts it, and the enemy who may strike."""

    agility: int = number("Agility", 1, 25, default=13)
    constitution: int = number("Constitution", 1, 25, default=13)
    rating: int = number("Body Control (SR)", 0, 25, default=7)
    modifier: int = number("Difficulty", -20, 15, help="What the game master adds or takes off.")
    pain: int = number("Pain", 0, 4, group="You", unit="levels")
    encumbrance: int | None = number("Encumbrance", 0, 4, group="You", unit="levels", blank="from the armour")
    others: int = number("Stupor, Fear, Confusion and Paralysis together", 0, 12, group="You", unit="levels")


@dataclass(frozen=True, slots=True)
class BodyControlDice:
    """The check, the attacks it may bring, their damage, and the fall of a botch."""

    first: int = die(20, "die for Agility")
    second: int = die(20, "second die for Agility")
    third: int = die(20, "die for Constitution")
    strikes: tuple[int, ...] = dice(
        20, "attack of opportunity (read where there is one)", count=lambda ready: ready.attempt.strikes
    )
    damage: tuple[int, ...] = dice(
        6,
        "damage die (read after a hit)",
        count=lambda ready: ready.attempt.strikes * ready.attempt.opportunity.harm.dice,
    )
    fall: int = die(6, "damage of a fall (read after a botch)")

    @property
    def faces(self) -> tuple[int, int, int]:
        """The three dice of the check."""
        return self.first, self.second, self.third


@dataclass(frozen=True, slots=True)
class Attempt:
    """The act before its dice: the check, how many may strike, and on which results they do."""

    check: Check
    opportunity: Opportunity
    strikes: int
    lays_open: Callable[[Result], bool]
    lp: int | None


@dataclass(frozen=True, slots=True)
class Tried:
    """How the act came out: the check, how many attacks were made and hit, the life points lost to them and a fall."""

    passed: Passed
    strikes: int
    hits: int
    damage: int
    fall: int
    lp: int | None
    dice: tuple[int, ...] = ()

    @property
    def fell(self) -> bool:
        """Whether the character lies on the ground. Address: dark-eye/disengage#botch."""
        return self.passed.result.botched

    @property
    def down(self) -> bool:
        """Whether the life points, where they are counted, are gone."""
        return self.lp is not None and dying(self.lp)


def encumbrance_of(s: BodyControl) -> int:
    """Encumbrance as given, else that of the armour."""
    return ARMOUR[s.armour].encumbrance if s.encumbrance is None else s.encumbrance


def attempt(
    s: BodyControl, opportunity: Opportunity, strikes: int, lays_open: Callable[[Result], bool],
    extra: tuple[Modifier, ...] = (),
) -> Attempt:  # fmt: skip
    """The act before its dice. Refused where conditions leave the character unable to act.

    A check that is not allowed counts as failed. Address: dark-eye/skill-check#not-allowed.
    """
    reason = unable(s.pain, encumbrance_of(s), s.others)
    if reason:
        raise Refused(f"{reason}.", "dark-eye/conditions#incapacitated")
    check = check_of(
        "Body Control",
        (s.agility, s.agility, s.constitution),
        s.rating,
        skill="body-control",
        modifier=s.modifier,
        extra=extra,
        conditions=condition_modifiers(s.pain, encumbrance_of(s), s.others),
    )
    return Attempt(check, opportunity, strikes, lays_open, s.lp)


def tried(ready: Attempt, thrown: BodyControlDice) -> Tried:
    """The act for these dice."""
    passed = ready.check.roll(thrown.faces)
    blows = struck(ready, thrown) if ready.lays_open(passed.result) else ()
    hits, damage = sum(blow.hit for blow in blows), sum(blow.damage for blow in blows)
    fall = thrown.fall if passed.result.botched else 0
    lp = None if ready.lp is None else ready.lp - damage - fall
    return Tried(passed, len(blows), hits, damage, fall, lp, thrown.faces)


def struck(ready: Attempt, thrown: BodyControlDice) -> tuple[Struck, ...]:
    """Each attack of opportunity for these dice."""
    each = ready.opportunity.harm.dice
    return tuple(
        ready.opportunity.strike(attack, sum(thrown.damage[place * each : (place + 1) * each]))
        for place, attack in enumerate(thrown.strikes)
    )


def ways(ready: Attempt) -> Iterator[Way]:
    """The check, then all attacks together, then the fall of a botch, counted with their damage."""
    together = ready.opportunity.several(ready.strikes)
    falling = together.with_other(Odds.die(D6), lambda so_far, fall: (so_far[0], so_far[1] + fall))
    alone = Odds.die(D6).map(lambda fall: (0, fall))
    for result, weight in _results(ready.check):
        open_ = ready.lays_open(result.result)
        blows = together if open_ else Odds.certain((0, 0))
        if result.result.botched:
            blows = falling if open_ else alone
        rest = falling.total // blows.total
        for (hits, damage), other in blows.items():
            lp = None if ready.lp is None else ready.lp - damage
            tried = Tried(result, ready.strikes if open_ else 0, hits, damage, 0, lp)
            yield tried, weight * other * rest


def _results(check: Check) -> Iterator[tuple[Passed, int]]:
    """The results of the check with all that nothing here depends on merged: the points left, a third 20."""
    merged = check.success().map(lambda result: Result.BOTCH if result.botched else result)
    return ((Passed(result, 0, 0, 0), weight) for result, weight in merged.items())


def steps(ready: Attempt, thrown: BodyControlDice, outcome: Tried) -> Iterator[Step]:
    """The check, the attacks, the fall."""
    yield from ready.check.steps(thrown.faces, outcome.passed)
    if outcome.strikes:
        yield from ready.opportunity.attack.steps()
        each = ready.opportunity.harm.dice
        for place, blow in enumerate(struck(ready, thrown)):
            dealt = sum(thrown.damage[place * each : (place + 1) * each])
            yield from ready.opportunity.steps("Attack of opportunity", thrown.strikes[place], dealt, blow)
    if outcome.fell:
        yield Step(f"The botch: a fall for {points(outcome.fall)}, and prone", BOTCH_RULE, outcome.fall)
    if outcome.lp is not None and outcome.lp != ready.lp:
        left = str(outcome.lp).replace("-", "−")
        yield Step(f"Life points: {ready.lp} become {left}", "dark-eye/damage#life", outcome.lp)


def blows_text(outcome: Tried) -> str:
    """What the attacks and the fall did, in words that follow a sentence; empty where nothing happened."""
    found = ""
    if outcome.strikes:
        made = "An attack" if outcome.strikes == 1 else f"{outcome.strikes} attacks"
        of = "hits" if outcome.hits == 1 and outcome.strikes == 1 else f"{outcome.hits} hit"
        result = f"{of} for {points(outcome.damage)}" if outcome.hits else "miss" + "es" * (outcome.strikes == 1)
        found += f" {made} of opportunity {result}." if outcome.strikes == 1 else f" {made} of opportunity: {result}."
    if outcome.fell:
        found += f" You fall for {points(outcome.fall)} and lie prone."
    return found + (" You are dying." if outcome.down else "")


def figures(ready: Attempt, outcome: Tried | None) -> dict[str, Any]:
    """The spend of the check, and the modifiers of check and attack."""
    dice, passed = (outcome.dice, outcome.passed) if outcome else (None, None)
    return {
        "check-spend": ready.check.spend(dice, passed),
        "modifier-stack": [ready.check.stack(), ready.opportunity.attack.stack()],
    }
