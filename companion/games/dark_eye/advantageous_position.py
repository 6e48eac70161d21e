"""Getting into an advantageous position: an action, perhaps Body Control, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.fields import ruling, switch
from companion.games.dark_eye import body_control
from companion.games.dark_eye.body_control import Attempt, BodyControl, BodyControlDice, Tried
from companion.games.dark_eye.check import Passed, Result
from companion.games.dark_eye.data import ATTACK, RULINGS
from companion.games.dark_eye.opportunity import enemys_opportunity
from companion.resolver import Resolver, Way
from companion.steps import Step, signed

RULE = "dark-eye/position"


class Verdict(StrEnum):
    """How it ends."""

    GAINED = "gained"
    NOT_GAINED = "not gained"
    BOTCHED = "not gained, with a fall"


@dataclass(frozen=True, slots=True)
class AdvantageousPosition(BodyControl):
    """Who climbs, and whether an enemy is near."""

    check_needed: bool = switch("Getting there needs a check", default=True, help="The game master decides.")
    enemy: bool = switch("An enemy is in attack distance", default=True)
    botched_climb: str = ruling(RULINGS, "botched_climb")


@dataclass(frozen=True, slots=True)
class Ready:
    """The act before its dice."""

    situation: AdvantageousPosition
    attempt: Attempt


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the position is gained, what it then adds, and what it cost."""

    verdict: Verdict
    bonus: int
    tried: Tried


def prepare(s: AdvantageousPosition) -> Ready:
    """The act before its dice. Refused where conditions leave one unable to act."""
    open_to_attack = s.enemy and s.check_needed and s.botched_climb == "attack"
    act = body_control.attempt(s, enemys_opportunity(s), int(open_to_attack), lambda result: result.botched)
    return Ready(s, act)


def advantageous_position(ready: Ready, thrown: BodyControlDice) -> Outcome:
    """The attempt for these dice. Addresses: dark-eye/position#gaining, #check, #botch."""
    if not ready.situation.check_needed:
        return _without_check(ready)
    return outcome_of(body_control.tried(ready.attempt, thrown))


def _without_check(ready: Ready) -> Outcome:
    tried = Tried(Passed(Result.SUCCESS, 0, 0, 0), 0, 0, 0, 0, ready.attempt.lp)
    return outcome_of(tried)


def outcome_of(tried: Tried) -> Outcome:
    """The outcome of one try."""
    result = tried.passed.result
    if result.succeeds:
        return Outcome(Verdict.GAINED, ATTACK.number("position"), tried)
    return Outcome(Verdict.BOTCHED if result.botched else Verdict.NOT_GAINED, 0, tried)


def ways(ready: Ready) -> Iterator[Way]:
    """The check, the attack, the fall, stage by stage; without a check the one sure outcome."""
    if not ready.situation.check_needed:
        return iter(((_without_check(ready), 1),))
    return ((outcome_of(tried), weight) for tried, weight in body_control.ways(ready.attempt))


def explain(ready: Ready, thrown: BodyControlDice, outcome: Outcome) -> Iterator[Step]:
    """The action, the check, what the position adds."""
    yield Step("Getting there takes an action", f"{RULE}#gaining")
    if ready.situation.check_needed:
        yield from body_control.steps(ready.attempt, thrown, outcome.tried)
    else:
        yield Step("No check is needed here", f"{RULE}#check")
    if outcome.bonus:
        yield Step(f"Attack and defence: {signed(outcome.bonus)} each", f"{RULE}#bonus", outcome.bonus)
    elif outcome.verdict is Verdict.NOT_GAINED:
        yield Step("The failure costs nothing but the action", f"{RULE}#check")
    else:
        yield Step("A botch may lay you open to an enemy in reach", f"{RULE}#botch")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence or two."""
    first = {
        Verdict.GAINED: f"You stand to advantage: {signed(outcome.bonus)} to attack and defence.",
        Verdict.NOT_GAINED: "You do not get there; only the action is lost.",
        Verdict.BOTCHED: "You do not get there.",
    }[outcome.verdict]
    return first + body_control.blows_text(outcome.tried)


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    chances = {name: chance for name, (_, chance) in tally.chances.items()}
    bonus = signed(ATTACK.number("position"))
    text = f"You get there {as_percent(chances['gained'])} of the time, for {bonus} to attack and defence"
    mean = tally.measures["damage"][1].mean()
    return f"{text}; on the way it costs {as_number(mean)} life points on average." if mean else f"{text}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The spend of the check and the modifiers, where there is a check."""
    if not ready.situation.check_needed:
        return {}
    return body_control.figures(ready.attempt, outcome.tried if outcome else None)


resolver = Resolver(
    "dark-eye/advantageous-position",
    title="Advantageous position",
    summary="Do you reach the table, the rock or the rigging, and what does it add?",
    rule=RULE,
    situation=AdvantageousPosition,
    dice=BodyControlDice,
    prepare=prepare,
    resolve=advantageous_position,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.verdict,
    possible=lambda ready: list(Verdict) if ready.situation.check_needed else [Verdict.GAINED],
    chances={
        "gained": ("You stand to advantage", lambda outcome: outcome.verdict is Verdict.GAINED),
        "struck": ("Struck on the way", lambda outcome: outcome.tried.hits > 0),
    },
    measures={"damage": ("life points lost", lambda outcome: outcome.tried.damage + outcome.tried.fall)},
    ways=ways,
    figures=figures,
    reading=reading,
)
