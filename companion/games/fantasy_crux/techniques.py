"""The techniques that need a Talent and replace damage: disarming, tripping, subduing, shield rushing.

A critical hit adds nothing to them. A Parry that blocks only half stops none of them: half touches damage alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from companion.games.fantasy_crux.data import half_up
from companion.games.fantasy_crux.exchange import Verdict
from companion.games.fantasy_crux.harm import Blow, Loss, Target, land, least_damage, settle
from companion.games.fantasy_crux.situation import Technique
from companion.steps import Step


class Effect(StrEnum):
    """What a technique does."""

    NONE = "nothing more"
    DISARMED = "a held item of your choice lands 1D6 m away"
    PRONE = "the target falls prone"
    PUSHED = "the target is pushed 2 m and tests Athletics at −1P or falls prone"
    UNCONSCIOUS = "the target is unconscious but stable"


EFFECTS = {
    Technique.DISARM: Effect.DISARMED,
    Technique.TRIP: Effect.PRONE,
    Technique.SHIELD_RUSH: Effect.PUSHED,
}


def apply(technique: Technique, target: Target, blow: Blow, verdict: Verdict, damage: int) -> tuple[Loss, Effect]:
    """What a hit does under a technique. Address: fantasy-crux/techniques#talents."""
    if technique is Technique.NONE or not verdict.lands:
        return land(target, verdict, damage), Effect.NONE
    if technique is Technique.SUBDUE:
        return _subdue(target, blow, verdict, damage)
    return Loss(0, hp_left=target.hit_points), EFFECTS[technique]


def _subdue(target: Target, blow: Blow, verdict: Verdict, damage: int) -> tuple[Loss, Effect]:
    reached = _through(target, verdict, damage)
    if reached.reached >= target.major_wound_level:
        stunned = Loss(damage, reached.blocked, reached.armour, reached.reserve, reached.reached)
        return _unhurt(stunned, target), Effect.UNCONSCIOUS
    return _through(target, verdict, least_damage(blow)), Effect.NONE


def _through(target: Target, verdict: Verdict, damage: int) -> Loss:
    blocked = half_up(damage) if verdict is Verdict.HALF else 0
    return settle(target, damage, blocked, min(damage - blocked, target.armour))


def _unhurt(loss: Loss, target: Target) -> Loss:
    return Loss(loss.damage, loss.blocked, loss.armour, loss.reserve, loss.reached, 0, target.hit_points)


def explain_effect(technique: Technique, effect: Effect, loss: Loss) -> Iterator[Step]:
    """What the technique did, and why there is no damage or only the least."""
    rule = f"fantasy-crux/techniques#{technique.value.replace(' ', '-')}"
    if technique is not Technique.SUBDUE:
        yield Step(f"Instead of damage: {effect}", rule)
    elif effect is Effect.UNCONSCIOUS:
        yield Step(f"Subdued by {loss.reached}, the Major Wound Level or more: {effect}", rule, loss.reached)
    else:
        yield Step("Too weak to subdue: only the weapon's least damage counts", rule, loss.damage)
