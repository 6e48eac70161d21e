"""Active Guard against a Projected Shaping: a plain opposed test, then the shield against the Impact Size.

The same Shaping may be dodged or countered instead, so those answers stand here too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.dice import dice
from companion.errors import Refused
from companion.fields import choice, number, ruling, switch
from companion.games.fantasy_crux.causes import named, reaction_dice
from companion.games.fantasy_crux.contest import Side
from companion.games.fantasy_crux.d100 import Grade, grades, scale
from companion.games.fantasy_crux.data import (
    ARMOUR,
    INTENSITIES,
    RULINGS,
    WEAPONS,
    Die,
    Share,
    blocked_share,
    half_up,
    weapons_where,
)
from companion.games.fantasy_crux.exchange import Defence
from companion.games.fantasy_crux.harm import Blow, Loss, Target, damage_figure, damage_odds, settle
from companion.games.fantasy_crux.pools import Cause, other, pool
from companion.games.fantasy_crux.sheet import major_wound_level
from companion.games.fantasy_crux.sides import (
    Contestant,
    Throws,
    TwoDice,
    all_meetings,
    both_figures,
    explain_contest,
    explain_throws,
    met,
    throw_both,
)
from companion.games.fantasy_crux.tabular import size_grid
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "fantasy-crux/active-guard"


class Result(StrEnum):
    """What comes through."""

    FAILS = "the Shaping fails"
    STOPPED = "stopped"
    HALF = "half the damage blocked"
    TOO_SMALL = "the shield is too small"
    HITS = "nothing stops it"


class Reply(StrEnum):
    """How the target answers."""

    GUARD = "active guard"
    DODGE = "dodge"
    COUNTER = "counter"
    NONE = "none"


class Carries(StrEnum):
    """What the Shaping does."""

    DAMAGE = "damage"
    BOTH = "damage and an effect that rides on it"
    EFFECT = "an effect without damage"


GUARDING = {"answer": Reply.GUARD}


@dataclass(frozen=True, slots=True)
class Guard:
    """The Shaper, the Shaping, and who is in its way."""

    shaping: int = number("Shaper's Shaping", 0, 100, default=60, unit="%")
    shaping_dice: int = number(
        "Dice of the Shaping", -10, 10, help="Bonus +, Penalty −: overreach, cover, Shield Cover …"
    )
    intensity: str = choice("Intensity", INTENSITIES, default="2")
    carries: Carries = choice("It carries", Carries, help="An effect paid for by itself is compared by itself.")
    answer: Reply = choice("Answer", Reply)
    skill: int = number(
        "Skill of the answer", 0, 100, default=51, unit="%", help="Close Combat, Dodge, or Shaping for Counter.",
        when={"answer": (Reply.GUARD, Reply.DODGE, Reply.COUNTER)}, why="nobody answers",
    )  # fmt: skip
    dice: int = number("Other dice of the answer", -10, 10, help="Bonus +, Penalty −.")
    shield: str = choice(
        "Ready shield", weapons_where(lambda weapon: weapon.shield), default="medium-shield", when=GUARDING,
        why="only a guard uses a shield",
    )  # fmt: skip
    off_hand: bool = switch("With the extra off-hand Reaction", when=GUARDING, why="only a guard may use it")
    power_points: int = number(
        "Your Power Points", 0, 200, default=11, when={"answer": Reply.COUNTER}, why="no Counter"
    )
    magnitude: int = number(
        "The Shaping's Magnitude", 1, 50, default=3, when={"answer": Reply.COUNTER}, why="no Counter"
    )
    armour: str | None = choice("Armour", ARMOUR, default="none", blank="own Armour Points")
    armour_points: int = number("Armour Points", 0, 30, when={"armour": None}, why="the armour table gives them")
    max_hit_points: int = number("Maximum Hit Points", 1, 200, default=12, unit="HP")
    hit_points: int | None = number("Hit Points now", 1, 200, blank="unhurt", unit="HP")
    reserve: int = number("Vitality reserve", 0, 100)
    missile_guard: bool = switch("Missile Guard", group="Talents", when=GUARDING, why="only a guard")
    mastery: bool = switch("Off-Hand Mastery", group="Talents", when=GUARDING, why="only a guard")
    major_wound_by: str = ruling(RULINGS, "major_wound_by")


@dataclass(frozen=True, slots=True)
class Ready:
    """Both sides, the Impact Size's share, the damage and the target."""

    situation: Guard
    mine: Contestant
    theirs: Contestant
    share: Share
    blow: Blow
    target: Target
    defender: Side = Side.THEIRS


@dataclass(frozen=True, slots=True)
class GuardDice(TwoDice):
    """Both D100s and the D6 of the damage."""

    damage: tuple[int, ...] = dice(6, "damage D6", count=lambda ready: ready.blow.count)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes through, the loss, whether an effect takes hold, and the throws."""

    result: Result
    loss: Loss
    effect: bool
    answer_fumbled: bool = False
    throws: Throws | None = None


def prepare(s: Guard) -> Ready:
    """Both sides. Refused for a Counter without the Power Points (fantasy-crux/which-defence#talents)."""
    if s.answer is Reply.COUNTER and s.power_points < s.magnitude:
        reason = "a Counter needs as many Power Points as the Shaping's Magnitude."
        raise Refused(reason, "fantasy-crux/which-defence#talents")
    row = INTENSITIES[s.intensity]
    mine = Contestant("Shaping", scale(s.shaping), pool("Shaping", [other(s.shaping_dice, "Dice given")]))
    name = str(s.answer).capitalize()
    theirs = Contestant(name, scale(s.skill), pool(name, [*_causes(s), other(s.dice)]), s.answer is not Reply.NONE)
    share = blocked_share(WEAPONS[s.shield].size, row.size).share if s.answer is Reply.GUARD else Share.ALL
    count = 0 if s.carries is Carries.EFFECT else row.dice
    points = s.armour_points if s.armour is None else ARMOUR[s.armour].points
    now = s.max_hit_points if s.hit_points is None else min(s.hit_points, s.max_hit_points)
    level, by_lost = major_wound_level(s.max_hit_points), s.major_wound_by == "lost"
    target = Target(points, s.reserve, now, level, by_hit_points_lost=by_lost)
    return Ready(s, mine, theirs, share, Blow(count, Die.D6), target)


def _causes(s: Guard) -> Iterator[Cause]:
    if s.answer is Reply.DODGE:
        yield from reaction_dice("projected", Defence.DODGE, shield=False, missile_guard=False)
    if s.answer is Reply.GUARD:
        yield from reaction_dice("projected", Defence.GUARD, shield=True, missile_guard=s.missile_guard)
        if s.off_hand and not s.mastery:
            yield named("off_hand_reaction")


def judge(ready: Ready, shaping: Grade, answer: Grade | None, winner: Side | None) -> Result:
    """What comes through. Addresses: fantasy-crux/active-guard#shaping, fantasy-crux/active-guard#impact-size."""
    if not shaping.succeeded:
        return Result.FAILS
    if answer is None or winner is not Side.THEIRS:
        return Result.HITS
    if answer is Grade.CRITICAL or ready.share is Share.ALL:
        return Result.STOPPED
    return Result.HALF if ready.share is Share.HALF else Result.TOO_SMALL


def suffer(ready: Ready, result: Result, damage: int) -> tuple[Loss, bool]:
    """The loss and whether an effect takes hold. Armour meets a critical Shaping too."""
    through = result not in (Result.FAILS, Result.STOPPED)
    if not through:
        return Loss(0, hp_left=ready.target.hit_points), False
    blocked = half_up(damage) if result is Result.HALF else 0
    loss = settle(ready.target, damage, blocked, min(damage - blocked, ready.target.armour))
    return loss, ready.situation.carries is not Carries.DAMAGE


def guard(ready: Ready, thrown: GuardDice) -> Outcome:
    """One Shaping with these dice."""
    throws = throw_both(ready, thrown)
    if throws.theirs is None or not throws.mine.grade.succeeded:
        result = judge(ready, throws.mine.grade, None, None)
        throws, fumbled = Throws(throws.mine, None), False
    else:
        meeting = met(ready, throws)
        result = judge(ready, meeting.mine, meeting.theirs, meeting.winner)
        fumbled = meeting.theirs is Grade.FUMBLE
    return Outcome(result, *suffer(ready, result, sum(thrown.damage)), fumbled, throws)


def ways(ready: Ready) -> Iterator[Way]:
    """Staged: grades meet, equal results merge, then the damage."""
    merged: dict[tuple[Result, bool], int] = {}
    if not ready.theirs.rolls:
        for grade, weight in grades(ready.mine.graded, ready.mine.pool.dice).items():
            key = (judge(ready, grade, None, None), False)
            merged[key] = merged.get(key, 0) + weight
    else:
        for met_, weight in all_meetings(ready).items():
            result = judge(ready, met_.mine, met_.theirs, met_.winner)
            key = (result, met_.theirs is Grade.FUMBLE and result is not Result.FAILS)
            merged[key] = merged.get(key, 0) + weight
    damages = damage_odds(ready.blow)
    for (result, fumbled), weight in merged.items():
        losses: dict[tuple[Loss, bool], int] = {}
        for damage, ways_to in damages.items():
            found = suffer(ready, result, damage)
            losses[found] = losses.get(found, 0) + ways_to
        for (loss, effect), ways_to in losses.items():
            yield Outcome(result, loss, effect, fumbled), weight * ways_to


def explain(ready: Ready, thrown: GuardDice, outcome: Outcome) -> Iterator[Step]:
    """Both rolls, the Sizes, the damage."""
    throws, s = outcome.throws, ready.situation
    assert throws is not None
    if throws.theirs is None:
        yield from explain_throws(ready, throws)
    else:
        yield from explain_contest(ready, throws)
        yield Step("A plain opposed test: no defence demotes a Shaping", f"{RULE}#shaping")
    if outcome.answer_fumbled and s.answer is Reply.COUNTER:
        yield Step("A fumbled Counter brings Backlash", "fantasy-crux/which-defence#talents")
    if s.answer is Reply.GUARD and outcome.result in (Result.STOPPED, Result.HALF, Result.TOO_SMALL):
        row = INTENSITIES[s.intensity]
        text = f"{WEAPONS[s.shield].name} ({WEAPONS[s.shield].size}) against Impact Size {row.size}: {outcome.result}"
        yield Step(text, f"{RULE}#impact-size")
    if outcome.result in (Result.FAILS, Result.STOPPED):
        return
    loss = outcome.loss
    yield Step(f"Damage: {loss.damage}", "fantasy-crux/damage#roll", loss.damage)
    if loss.blocked:
        yield Step(f"Half of it, rounded up, is blocked: {loss.blocked}", "fantasy-crux/parry-size#half", loss.blocked)
    if loss.armour:
        yield Step(f"Armour stops {loss.armour}, even of a critical", "fantasy-crux/which-defence#armour", loss.armour)
    if loss.reserve:
        text = f"The vitality reserve absorbs {loss.reserve}"
        yield Step(text, "fantasy-crux/damage#reserve", loss.reserve)
    yield Step(f"Hit Points lost: {loss.hp_lost}", "fantasy-crux/damage#hit-points", loss.hp_lost)
    if outcome.effect:
        yield Step("The effect takes hold; a half block touches damage only", f"{RULE}#impact-size")
    if loss.major_wound:
        yield Step("A Major Wound: Wounded and Bleeding", "fantasy-crux/major-wounds#conditions", loss.reached)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    text = str(outcome.result)
    text = text[:1].upper() + text[1:]
    if outcome.result in (Result.FAILS, Result.STOPPED):
        return f"{text}."
    effect = "; the effect takes hold" if outcome.effect else ""
    return f"{text}: {outcome.loss.damage} damage, {outcome.loss.hp_lost} HP lost{effect}."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    chance = {name: as_percent(value) for name, (_, value) in tally.chances.items()}
    mean = as_number(tally.measures["hp_lost"][1].mean())
    text = f"Stopped {chance['stopped']}; mean loss {mean} HP, Major Wound {chance['major_wound']}"
    carries = ready.situation.carries is not Carries.DAMAGE
    return f"{text}; the effect takes hold {chance['effect']}." if carries else f"{text}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """Both stacks, and the shields against every Impact Size."""
    s, shields = ready.situation, [row for row in WEAPONS.values() if row.shield]
    names = [f"{row.name} ({row.size})" for row in shields]
    rows = [
        (f"{row.name}: {row.size}", [blocked_share(shield.size, row.size).share.value for shield in shields])
        for row in INTENSITIES.values()
    ]
    asked, held = INTENSITIES[s.intensity], WEAPONS[s.shield]
    here = (f"{asked.name}: {asked.size}", f"{held.name} ({held.size})")
    found = both_figures(ready, None if outcome is None else outcome.throws)
    title = "What a winning shield blocks of a Projected Shaping"
    found["size-grid"] = size_grid(title, ("Shield", names), ("Impact Size", rows), here)
    if outcome is not None and outcome.loss.damage:
        found["damage-steps"] = damage_figure(outcome.loss)
    return found


resolver = Resolver(
    "fantasy-crux/active-guard",
    title="Active Guard against a Shaping",
    summary="A shield, a Dodge or a Counter against a Projected Shaping: Impact Size, damage, effect.",
    rule=RULE,
    situation=Guard,
    dice=GuardDice,
    prepare=prepare,
    resolve=guard,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "stopped": ("Stopped", lambda outcome: outcome.result is Result.STOPPED),
        "effect": ("An effect takes hold", lambda outcome: outcome.effect),
        "major_wound": ("Major Wound", lambda outcome: outcome.loss.major_wound),
        "dying": ("Dying", lambda outcome: outcome.loss.dying),
    },
    measures={"hp_lost": ("Hit Points lost", lambda outcome: outcome.loss.hp_lost)},
    ways=ways,
    figures=figures,
    reading=reading,
)
