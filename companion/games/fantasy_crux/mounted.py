"""Mounted combat: the saddle's dice, the skill it caps, the mount's Movement and Damage Modifier, a shy mount."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.answers import Tally, as_percent
from companion.dice import dice
from companion.fields import choice, number, ruling, switch
from companion.games.fantasy_crux.causes import named
from companion.games.fantasy_crux.d100 import (
    Rolled,
    Scale,
    candidates_figure,
    explain_roll,
    grades,
    keep,
    notation,
    scale,
    tens_needed,
)
from companion.games.fantasy_crux.data import DAMAGE, DAMAGE_MODIFIERS, MODIFIERS, RULINGS, WEAPONS, Size, rank
from companion.games.fantasy_crux.pools import Cause, Pool, other, pool
from companion.games.fantasy_crux.repeats import over_rounds
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "fantasy-crux/mounted"


class Result(StrEnum):
    """What the mount does."""

    STAYS = "the mount stays"
    BOLTS = "the mount Sprints away"


@dataclass(frozen=True, slots=True)
class Mounted:
    """The rider, the mount, and the one on foot."""

    skill: int = number("Your weapon skill", 0, 100, default=70, unit="%")
    riding: int = number("Your Riding", 0, 100, default=51, unit="%")
    weapon: str = choice("Your weapon", WEAPONS, default="lance")
    foe_size: Size = choice("Size of the weapon on foot", Size, default=Size.MEDIUM)
    as_tall: bool = switch("The one on foot is as tall as you in the saddle")
    modifier: str = choice("Your Damage Modifier", DAMAGE_MODIFIERS, default="none")
    mount_modifier: str = choice("The mount's Damage Modifier", DAMAGE_MODIFIERS, default="+2D6")
    mount_movement: int = number("The mount's Movement", 0, 200, default=30, unit="m")
    charging: bool = switch("You Charge")
    used: bool = switch("The mount is used to battle", default=True)
    dice: int = number("Dice on the Riding test", -10, 10, when={"used": False}, why="no test is needed")
    rounds: int = number("Rounds to look ahead", 1, 20, default=5, when={"used": False}, why="no test is needed")
    riding_cap: str = ruling(RULINGS, "riding_cap")


@dataclass(frozen=True, slots=True)
class Ready:
    """The rider's values, and the Riding test if there is one."""

    situation: Mounted
    graded: Scale
    rider: Pool
    foe: Pool
    modifier: str
    riding: Scale
    riding_pool: Pool

    @property
    def tens(self) -> int:
        """Tens dice of the Riding test; none for a mount used to battle."""
        return 0 if self.situation.used else tens_needed(self.riding_pool.dice)


@dataclass(frozen=True, slots=True)
class RidingDice:
    """The Riding test of a mount unused to battle."""

    units: tuple[int, ...] = dice(10, "Riding units die (10 reads 0)", count=lambda ready: min(1, ready.tens))
    tens: tuple[int, ...] = dice(10, "Riding tens die (10 reads 0)", count=lambda ready: ready.tens)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the mount does, and the rider's values."""

    result: Result
    skill: int
    attack_dice: int
    foe_reaction_dice: int
    damage_modifier: str
    movement: int
    rolled: Rolled | None = None


def prepare(s: Mounted) -> Ready:
    """The dice on both sides, the capped skill, and whose Damage Modifier counts."""
    graded = scale(s.skill, cap=s.riding, cap_everywhere=s.riding_cap == "everywhere")
    row = WEAPONS[s.weapon]
    lance = s.charging and row.lance
    return Ready(
        s,
        graded,
        pool("Your Close Combat attacks and Parries", [_unless(s, row.size, named("rider"))]),
        pool("Reactions of the one on foot", [_unless(s, row.size, named("against_rider"))]),
        s.mount_modifier if lance else s.modifier,
        scale(s.riding),
        pool("Riding", [other(s.dice, "Dice given")]),
    )


def _unless(s: Mounted, size: Size, cause: Cause) -> Cause:
    note = ""
    if s.as_tall:
        note = "the one on foot is as tall"
    elif rank(s.foe_size) - rank(size) >= MODIFIERS.number("rider_size"):
        note = "the weapon on foot is so much larger"
    if not note:
        return cause
    return replace(cause, modifier=replace(cause.modifier, counted=False, note=note))


def ride(ready: Ready, thrown: RidingDice) -> Outcome:
    """The rider's values, and the Riding test for a mount unused to battle."""
    if ready.situation.used:
        return _outcome(ready, True)
    rolled = keep(ready.riding, ready.riding_pool.dice, thrown.units[0], thrown.tens)
    return _outcome(ready, rolled.grade.succeeded, rolled)


def _outcome(ready: Ready, stays: bool, rolled: Rolled | None = None) -> Outcome:
    return Outcome(
        Result.STAYS if stays else Result.BOLTS,
        ready.graded.limit,
        ready.rider.dice,
        ready.foe.dice,
        DAMAGE_MODIFIERS[ready.modifier].name,
        ready.situation.mount_movement,
        rolled,
    )


def ways(ready: Ready) -> Iterator[Way]:
    """Whether the Riding test succeeds."""
    if ready.situation.used:
        yield _outcome(ready, True), 1
        return
    for grade, weight in grades(ready.riding, ready.riding_pool.dice).items():
        yield _outcome(ready, grade.succeeded), weight


def explain(ready: Ready, thrown: RidingDice, outcome: Outcome) -> Iterator[Step]:
    """The dice, the skill, the Damage Modifier, the Movement, the mount."""
    s = ready.situation
    yield from ready.rider.explain()
    yield from ready.foe.explain()
    if s.riding < s.skill:
        text = f"Riding {s.riding} caps the weapon skill of {s.skill}"
        yield Step(text, f"{RULE}#riding", outcome.skill)
    whose = "the mount's" if s.charging and WEAPONS[s.weapon].lance else "your own"
    text = f"Damage Modifier: {whose}, {outcome.damage_modifier}"
    yield Step(text, f"{RULE}#lance")
    far = s.mount_movement * DAMAGE.number("charge_most")
    yield Step(f"The mount's Movement counts: {s.mount_movement} m, {far} m in a Charge", f"{RULE}#movement", far)
    if outcome.rolled is not None:
        yield from ready.riding_pool.explain()
        yield from explain_roll("Riding", ready.riding, ready.riding_pool.dice, outcome.rolled)
        yield Step(f"A mount unused to battle: {outcome.result}", f"{RULE}#unused")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    text = (
        f"Skill {outcome.skill}, your attacks {notation(outcome.attack_dice)}, Reactions on foot "
        f"{notation(outcome.foe_reaction_dice)}, Damage Modifier {outcome.damage_modifier}"
    )
    return f"{text}; {outcome.result}." if outcome.rolled is not None else f"{text}."


def reading(ready: Ready, tally: Tally) -> str:
    """The rider's values, or the odds of a shy mount, in one sentence."""
    if ready.situation.used:
        return sentence(ready, _outcome(ready, True))
    return f"The mount stays {as_percent(tally.chances['stays'][1])} each round."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """Both stacks of dice; for a shy mount the candidates of the Riding test."""
    found: dict[str, Any] = {
        "modifier-stack": [
            ready.rider.figure(f"Skill {ready.graded.limit}, which no die changes"),
            ready.foe.figure("The foe's skill, which no die changes"),
        ]
    }
    if not ready.situation.used and outcome is not None:
        found["candidates"] = [candidates_figure("Riding", ready.riding_pool.dice, outcome.rolled)]
    return found


def possible(ready: Ready) -> tuple[Result, ...]:
    """A mount used to battle always stays."""
    return (Result.STAYS,) if ready.situation.used else tuple(Result)


def further(ready: Ready) -> Iterator[dict[str, Any]]:
    """The chance that a shy mount has bolted by each round."""
    if not ready.situation.used and ready.situation.rounds > 1:
        yield over_rounds("Bolted by then", _bolts(ready), ready.situation.rounds)


def _bolts(ready: Ready) -> Fraction:
    return grades(ready.riding, ready.riding_pool.dice).chance(lambda grade: not grade.succeeded)


resolver = Resolver(
    "fantasy-crux/mounted",
    title="Mounted combat",
    summary="What the saddle gives and takes: dice, capped skill, lance, Movement, a mount unused to battle.",
    rule=RULE,
    situation=Mounted,
    dice=RidingDice,
    prepare=prepare,
    resolve=ride,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={"stays": ("The mount stays", lambda outcome: outcome.result is Result.STAYS)},
    possible=possible,
    ways=ways,
    figures=figures,
    further=further,
    reading=reading,
)
