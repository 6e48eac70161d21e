"""Disengaging: an action and Body Control, harder with every opponent in reach, and a blow in the back on a failure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.errors import Refused
from companion.fields import number, ruling, switch
from companion.games.dark_eye import body_control
from companion.games.dark_eye.body_control import Attempt, BodyControl, BodyControlDice, Tried
from companion.games.dark_eye.data import EVENTS, MOVEMENT, RULINGS
from companion.games.dark_eye.opportunity import enemys_opportunity
from companion.games.dark_eye.pace import Pace
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "dark-eye/disengage"


class Verdict(StrEnum):
    """How it ends."""

    CRITICAL = "clean away, with a further action"
    CLEAN = "clean away"
    MISSED = "away by half, unscathed"
    STRUCK = "away by half, struck"
    DOWN = "cut down"


@dataclass(frozen=True, slots=True)
class Disengage(BodyControl):
    """Who wants to get away, from how many, and how far."""

    opponents: int = number("Opponents in attack distance", 0, 6, default=1)
    mov: int = number("Movement (MOV)", 0, 30, default=8, unit="yards")
    free_action: bool = switch("The free action is still to be had for moving", default=True)
    failed_disengage: str = ruling(RULINGS, "failed_disengage")
    free_move: str = ruling(RULINGS, "free_move")
    condition_limit: str = ruling(RULINGS, "condition_limit")
    rounding: str = ruling(RULINGS, "rounding")


@dataclass(frozen=True, slots=True)
class Ready:
    """The act before its dice, and the pace."""

    situation: Disengage
    attempt: Attempt
    pace: Pace


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it came out: the yards of disengaging itself, and those with the free action's move added."""

    verdict: Verdict
    tried: Tried
    yards: int
    yards_in_all: int


def prepare(s: Disengage) -> Ready:
    """The act before its dice. Refused where nobody is near (dark-eye/disengage#when), or one cannot act."""
    if not s.opponents:
        raise Refused("no opponent is in attack distance: move as you like, without a check.", f"{RULE}#when")
    penalty = EVENTS.modifier("opponent", s.opponents, f"Opponents in attack distance: {s.opponents}")
    strikes = s.opponents if s.failed_disengage == "each" else 1
    act = body_control.attempt(s, enemys_opportunity(s), strikes, lambda result: not result.succeeds, (penalty,))
    pace = Pace(
        s.mov, s.pain, body_control.encumbrance_of(s), armour=s.armour, limited=s.condition_limit, rounding=s.rounding
    )
    return Ready(s, act, pace)


def disengage(ready: Ready, thrown: BodyControlDice) -> Outcome:
    """The attempt for these dice. Addresses: dark-eye/disengage#check, #success, #failure."""
    return outcome_of(ready, body_control.tried(ready.attempt, thrown))


def outcome_of(ready: Ready, tried: Tried) -> Outcome:
    """How far one gets. Whoever is cut down gets nowhere; whoever fell crawls."""
    result, s = tried.passed.result, ready.situation
    if tried.down:
        return Outcome(Verdict.DOWN, tried, 0, 0)
    pace = replace(ready.pace, prone=tried.fell)
    free = pace.yards() if s.free_action else 0
    if result.succeeds:
        verdict = Verdict.CRITICAL if result.critical else Verdict.CLEAN
        return Outcome(verdict, tried, pace.yards(), pace.yards() + free * (s.free_move != "never"))
    yards = pace.yards(MOVEMENT.number("failed"))
    verdict = Verdict.STRUCK if tried.hits else Verdict.MISSED
    return Outcome(verdict, tried, yards, yards + free * (s.free_move == "always"))


def ways(ready: Ready) -> Iterator[Way]:
    """The check, the attacks, the fall, stage by stage."""
    return ((outcome_of(ready, tried), weight) for tried, weight in body_control.ways(ready.attempt))


def explain(ready: Ready, thrown: BodyControlDice, outcome: Outcome) -> Iterator[Step]:
    """The check, the attacks, and how far it goes."""
    yield from body_control.steps(ready.attempt, thrown, outcome.tried)
    if outcome.verdict is Verdict.DOWN:
        yield Step("Cut down: no movement", f"{RULE}#failure", 0)
        return
    yield from replace(ready.pace, prone=outcome.tried.fell).steps()
    if outcome.tried.passed.result.succeeds:
        yield Step(f"Disengaged: {outcome.yards} yards", f"{RULE}#success", outcome.yards)
        if outcome.verdict is Verdict.CRITICAL:
            yield Step("A critical success: one further action", f"{RULE}#critical")
    else:
        yield Step(f"Failed: at most {outcome.yards} yards", f"{RULE}#failure", outcome.yards)
    if outcome.yards_in_all != outcome.yards:
        yield Step(f"With the free action's move: {outcome.yards_in_all} yards", f"{RULE}#free-move",
                   outcome.yards_in_all)  # fmt: skip


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence or two."""
    first = {
        Verdict.CRITICAL: f"Clean away by {outcome.yards} yards, and a further action is yours.",
        Verdict.CLEAN: f"Clean away by {outcome.yards} yards.",
        Verdict.MISSED: f"The step fails: {outcome.yards} yards at most.",
        Verdict.STRUCK: f"The step fails: {outcome.yards} yards at most.",
        Verdict.DOWN: "The step fails.",
    }[outcome.verdict]
    return first + body_control.blows_text(outcome.tried)


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    chances = {name: chance for name, (_, chance) in tally.chances.items()}
    mean = tally.measures["damage"][1].mean()
    return (
        f"You get clean away {as_percent(chances['clean'])} of the time and are struck {as_percent(chances['struck'])};"
        f" it costs {as_number(mean)} life points on average."
    )


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The spend of the check, and the modifiers."""
    found = body_control.figures(ready.attempt, outcome.tried if outcome else None)
    return {**found, "modifier-stack": [*found["modifier-stack"], ready.pace.stack()]}


resolver = Resolver(
    "dark-eye/disengage",
    title="Disengage",
    summary="Do you get away from the fight, how far, and at which price?",
    rule=RULE,
    situation=Disengage,
    dice=BodyControlDice,
    prepare=prepare,
    resolve=disengage,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.verdict,
    possible=lambda ready: [each for each in Verdict if each is not Verdict.DOWN or ready.attempt.lp is not None],
    chances={
        "clean": ("Clean away", lambda outcome: outcome.tried.passed.result.succeeds),
        "struck": ("Struck at least once", lambda outcome: outcome.tried.hits > 0),
        "prone": ("You fall", lambda outcome: outcome.tried.fell),
        "dying": ("You are dying", lambda outcome: None if outcome.tried.lp is None else outcome.tried.down),
    },
    measures={
        "damage": ("life points lost", lambda outcome: outcome.tried.damage + outcome.tried.fall),
        "hits": ("attacks that hit", lambda outcome: outcome.tried.hits),
        "yards": ("yards by disengaging", lambda outcome: outcome.yards),
        "yards_in_all": ("yards in all", lambda outcome: outcome.yards_in_all),
    },
    ways=ways,
    figures=figures,
    reading=reading,
)
