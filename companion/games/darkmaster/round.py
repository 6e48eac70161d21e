"""The round: which actions go together, what they cost each other, and in which phase each resolves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.dice import NoDice
from companion.fields import choice, many, switch
from companion.games.darkmaster.data import Length
from companion.games.darkmaster.round_rules import (
    ACTIONS,
    PHASES,
    ROUND,
    RULE,
    Action,
    Cost,
    Count,
    Problem,
    States,
    action_options,
    count,
    length_of,
    parry,
)
from companion.games.darkmaster.tabular import row, table
from companion.resolver import Resolver
from companion.steps import Step, signed

FULL = (f"{RULE}#actions", f"{RULE}#full-and-half")
"""An action that does not fit for want of room goes without saying; any other reason is shown."""


@dataclass(frozen=True, slots=True)
class Round:
    """What is declared for one round, and the state of whoever acts."""

    actions: tuple[str, ...] = many("What you do this round", action_options, default=("feint", "attack"), most=8)
    length: Length = choice("Length of your weapon", Length, default=Length.LONG)
    higher: bool = switch("You have Higher Ground, or strike at flank or rear", help="Counts one length longer.")
    engaged: bool = switch("You are Engaged", group="How you begin")
    prone: bool = switch("You are Prone", group="How you begin")
    stunned: bool = switch("You are Stunned", group="How you begin")
    surprised: bool = switch("You are Surprised", group="How you begin")
    held: bool = switch("You are Held", group="How you begin")
    locked: bool = switch("You are Locked", group="How you begin")


@dataclass(frozen=True, slots=True)
class Placed:
    """One action in its phase: its cost, what a shared round takes off it, and the length that it strikes at."""

    action: str
    name: str
    phase: str
    cost: str
    modifier: int
    length: Length | None
    rule: str


@dataclass(frozen=True, slots=True)
class Further:
    """One more action: whether it would still fit, what it would cost, and why it would not."""

    action: str
    name: str
    takes: Cost
    fits: bool
    penalty: bool
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the set is allowed, each action in its phase, how much may be Parried, and what would still fit."""

    allowed: bool
    problems: tuple[Problem, ...]
    placed: tuple[Placed, ...]
    modifier: int
    turned: int
    parry: str
    parry_rule: str
    further: tuple[Further, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """The round and the states apart."""

    situation: Round
    states: States


def prepare(s: Round) -> Ready:
    """Takes the states apart from what is declared."""
    return Ready(s, States(s.engaged, s.prone, s.stunned, s.surprised, s.held, s.locked))


def judge(ready: Ready, dice: NoDice) -> Outcome:
    """Judges the set. Addresses: darkmaster/round#actions, #full-and-half, #free, #phases."""
    s = ready.situation
    counted = count(ready.states, s.actions)
    allowed = not counted.problems
    may_parry, parry_rule = parry(ready.states, s.actions)
    return Outcome(
        allowed=allowed,
        problems=counted.problems,
        placed=tuple(sorted(_placed(s, counted), key=_order)) if allowed else (),
        modifier=ROUND.number("both") if allowed and counted.both else 0,
        turned=counted.turned,
        parry=may_parry,
        parry_rule=parry_rule,
        further=tuple(_further(ready, counted)) if allowed else (),
    )


def _placed(s: Round, counted: Count) -> Iterator[Placed]:
    """Each action with its phase; surplus Free Actions become Half Actions, the second weapon's blow last of all."""
    free = [place for place, key in enumerate(s.actions) if ACTIONS[key].takes is Cost.FREE]
    turned = sorted(free, key=lambda place: ACTIONS[s.actions[place]].second)[: counted.turned]
    two = any(ACTIONS[key].second for key in s.actions)
    for place, key in enumerate(s.actions):
        action = ACTIONS[key]
        cost = Cost.HALF if place in turned else action.takes
        charged = counted.both and cost is not Cost.FREE
        length = None
        if action.phase == "melee" and action.attack:
            length = length_of(key, s.length, two and (action.blow or action.second), s.higher)
        modifier = ROUND.number("both") if charged else 0
        yield Placed(key, action.name, action.phase, cost.text, modifier, length, action.rule)


def _order(placed: Placed) -> tuple[int, int, bool]:
    """By phase; in the Melee Phase by length, a Feint before the blow that it opens the way for."""
    place = list(PHASES).index(placed.phase)
    length = list(Length).index(placed.length) if placed.length is not None else 0
    return place, length, placed.action != "feint"


def _further(ready: Ready, now: Count) -> Iterator[Further]:
    for key, action in ACTIONS.items():
        counted = count(ready.states, (*ready.situation.actions, key))
        first = counted.problems[0] if counted.problems else Problem("", action.rule)
        penalty = counted.both and not now.both
        yield Further(key, action.name, action.takes, not counted.problems, penalty, first.reason, first.rule)


def explain(ready: Ready, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """Each action, the reasons against the set, what it costs, and when each resolves."""
    for key in ready.situation.actions:
        yield Step(f"{ACTIONS[key].name}: a {ACTIONS[key].takes.text}", ACTIONS[key].rule)
    if outcome.turned:
        text = f"{_number(outcome.turned)} beyond the first: each takes a Half Action"
        yield Step(text, f"{RULE}#free", outcome.turned)
    for problem in outcome.problems:
        yield Step(f"Not allowed: {problem.reason.rstrip('.')}", problem.rule)
    if not outcome.allowed:
        return
    if outcome.modifier:
        yield Step(f"A Full and a Half Action in one round: {signed(outcome.modifier)} on both",
                   f"{RULE}#full-and-half", outcome.modifier)  # fmt: skip
    for placed in outcome.placed:
        at = f", at the length {placed.length}" if placed.length is not None else ""
        yield Step(f"{PHASES[placed.phase].name} Phase: {placed.name}{at}", f"{RULE}#phases")
        if ACTIONS[placed.action].multi:
            yield Step(f"{placed.name} may go on in the rounds to come", f"{RULE}#multi-round")
    yield Step(f"Parry: {outcome.parry} of the CMB", outcome.parry_rule)


def _number(turned: int) -> str:
    return "One Free Action" if turned == 1 else f"{turned} Free Actions"


def sentence(ready: Ready, outcome: Outcome) -> str:
    """Whether it goes, in what order, at what price."""
    if not outcome.allowed:
        reason = outcome.problems[0].reason
        return f"Not in one round: {reason}"
    if not outcome.placed:
        return "Nothing is declared for this round."
    order = ", then ".join(
        f"{placed.name[:1].lower()}{placed.name[1:]} ({PHASES[placed.phase].name})" for placed in outcome.placed
    )
    price = f" {signed(outcome.modifier)} on the Full and the Half Action." if outcome.modifier else ""
    return f"It goes in one round: {order}.{price}"


def timeline(outcome: Outcome) -> dict[str, Any]:
    """The phases of the round with what resolves in each."""
    return {
        "title": "The round",
        "phases": [
            {
                "key": key,
                "name": phase.name,
                "note": phase.note,
                "actions": [
                    {
                        "label": placed.name,
                        "cost": placed.cost,
                        "modifier": placed.modifier,
                        "length": placed.length,
                        "rule": placed.rule,
                    }
                    for placed in outcome.placed
                    if placed.phase == key
                ],
            }
            for key, phase in PHASES.items()
        ],
    }


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The timeline, and what else the round would allow."""
    known = outcome or judge(ready, NoDice())
    rows = [
        row(each.name, each.takes.text, _verdict(each), rule=each.rule, off=not each.fits)
        for each in known.further
        if each.fits or each.rule not in FULL
    ]
    found: dict[str, Any] = {"timeline": timeline(known)}
    if rows:
        found["table"] = table("What else the round allows", ("Action", "Takes", "Besides these"), rows)
    return found


def _verdict(each: Further) -> str:
    if not each.fits:
        return each.reason.rstrip(".")
    return f"fits, {signed(ROUND.number('both'))} on the Full and the Half Action" if each.penalty else "fits"


def phase_of(key: str) -> tuple[Action, str]:
    """An action and the name of the phase in which it resolves. Raises `UnknownName`."""
    return ACTIONS[key], PHASES[ACTIONS[key].phase].name


resolver = Resolver(
    "darkmaster/round",
    title="Round",
    summary="Which actions fit into one round, what they cost each other, and when each resolves.",
    rule=f"{RULE}#phases",
    situation=Round,
    prepare=prepare,
    resolve=judge,
    explain=explain,
    sentence=sentence,
    figures=figures,
    reading=lambda ready, tally: sentence(ready, judge(ready, NoDice())),
)
