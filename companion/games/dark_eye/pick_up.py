"""Picking something up in a fight: the way there, an action, Body Control, and an enemy who may strike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.errors import Refused
from companion.fields import number, ruling, switch
from companion.games.dark_eye import body_control
from companion.games.dark_eye.body_control import Attempt, BodyControl, BodyControlDice, Tried
from companion.games.dark_eye.data import RULINGS
from companion.games.dark_eye.opportunity import enemys_opportunity
from companion.games.dark_eye.pace import Pace
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "dark-eye/pick-up"


class Verdict(StrEnum):
    """How it ends."""

    TAKEN = "in hand"
    TAKEN_STRUCK = "in hand, but struck"
    LEFT = "left lying"
    LEFT_STRUCK = "left lying, and struck"


@dataclass(frozen=True, slots=True)
class PickUp(BodyControl):
    """Who reaches for it, how far off it lies, and whether an enemy is near."""

    distance: int = number("Distance to the item", 0, 60, default=2, unit="yards")
    mov: int = number("Movement (MOV)", 0, 30, default=8, unit="yards")
    enemy: bool = switch("An enemy is in attack distance", default=True)
    prone: bool = switch("You are prone", group="You")
    failed_pick_up: str = ruling(RULINGS, "failed_pick_up")
    condition_limit: str = ruling(RULINGS, "condition_limit")
    rounding: str = ruling(RULINGS, "rounding")


@dataclass(frozen=True, slots=True)
class Ready:
    """The act before its dice."""

    situation: PickUp
    attempt: Attempt
    pace: Pace


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the item is in hand, and what it cost."""

    verdict: Verdict
    tried: Tried

    @property
    def taken(self) -> bool:
        """Whether the item is in hand."""
        return self.verdict in (Verdict.TAKEN, Verdict.TAKEN_STRUCK)


def prepare(s: PickUp) -> Ready:
    """The act before its dice. Refused where the item lies too far off. Address: dark-eye/pick-up#distance.

    The action goes into picking up, so that the free action's move must cover the way.
    """
    pace = Pace(
        s.mov, s.pain, body_control.encumbrance_of(s), armour=s.armour, prone=s.prone, limited=s.condition_limit,
        rounding=s.rounding,
    )  # fmt: skip
    act = body_control.attempt(s, enemys_opportunity(s), int(s.enemy), lambda result: not result.succeeds)
    if s.distance > pace.yards():
        raise Refused(
            f"{s.distance} yards are too far: the free action carries you {pace.yards()}.", f"{RULE}#distance"
        )
    return Ready(s, act, pace)


def pick_up(ready: Ready, thrown: BodyControlDice) -> Outcome:
    """The attempt for these dice. Addresses: dark-eye/pick-up#check, #failure, #item."""
    return outcome_of(ready, body_control.tried(ready.attempt, thrown))


def outcome_of(ready: Ready, tried: Tried) -> Outcome:
    """Whether the item is in hand; a failure leaves it, unless the ruling says otherwise or one is dying."""
    taken = tried.passed.result.succeeds or (ready.situation.failed_pick_up == "taken" and not tried.down)
    if taken:
        return Outcome(Verdict.TAKEN_STRUCK if tried.hits else Verdict.TAKEN, tried)
    return Outcome(Verdict.LEFT_STRUCK if tried.hits else Verdict.LEFT, tried)


def ways(ready: Ready) -> Iterator[Way]:
    """The check, the attack, the fall, stage by stage."""
    return ((outcome_of(ready, tried), weight) for tried, weight in body_control.ways(ready.attempt))


def possible(ready: Ready) -> tuple[Verdict, ...]:
    """The verdicts that the situation and the ruling allow."""
    if ready.situation.failed_pick_up == "stays":
        return (Verdict.TAKEN, Verdict.LEFT) + (Verdict.LEFT_STRUCK,) * ready.attempt.strikes
    return tuple(Verdict) if ready.attempt.strikes else (Verdict.TAKEN, Verdict.LEFT)


def explain(ready: Ready, thrown: BodyControlDice, outcome: Outcome) -> Iterator[Step]:
    """The way, the check, the attack, the item."""
    yield from ready.pace.steps()
    if ready.situation.distance:
        yield Step(f"The way of {ready.situation.distance} yards takes the free action", f"{RULE}#distance",
                   ready.situation.distance)  # fmt: skip
    yield from body_control.steps(ready.attempt, thrown, outcome.tried)
    if not outcome.tried.passed.result.succeeds and not ready.situation.enemy:
        yield Step("No enemy is in reach: the failure only costs the action", f"{RULE}#failure")
    yield Step("The item is in hand" if outcome.taken else "The item stays where it is", f"{RULE}#item")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence or two."""
    return ("You have it." if outcome.taken else "It stays where it is.") + body_control.blows_text(outcome.tried)


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    chances = {name: chance for name, (_, chance) in tally.chances.items()}
    text = f"You have it {as_percent(chances['taken'])} of the time"
    if ready.situation.enemy:
        mean = tally.measures["damage"][1].mean()
        text += f" and are struck {as_percent(chances['struck'])}; it costs {as_number(mean)} life points on average"
    return f"{text}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The spend of the check, and the modifiers."""
    return body_control.figures(ready.attempt, outcome.tried if outcome else None)


resolver = Resolver(
    "dark-eye/pick-up",
    title="Picking up",
    summary="Do you get the item into your hand, and does an enemy strike while you stoop?",
    rule=RULE,
    situation=PickUp,
    dice=BodyControlDice,
    prepare=prepare,
    resolve=pick_up,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.verdict,
    possible=possible,
    chances={
        "taken": ("In hand", lambda outcome: outcome.taken),
        "struck": ("Struck", lambda outcome: outcome.tried.hits > 0),
        "prone": ("You fall", lambda outcome: outcome.tried.fell),
        "dying": ("You are dying", lambda outcome: None if outcome.tried.lp is None else outcome.tried.down),
    },
    measures={"damage": ("life points lost", lambda outcome: outcome.tried.damage + outcome.tried.fall)},
    ways=ways,
    figures=figures,
    reading=reading,
)
