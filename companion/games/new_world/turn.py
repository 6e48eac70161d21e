"""The turn: whether a set of actions is allowed, what is left of the turn, and what lasts until the next one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.dice import NoDice
from companion.fields import choice, many, ruling, switch
from companion.games.new_world.data import DEFENCE, MODIFIERS, RULINGS
from companion.games.new_world.tabular import row, table
from companion.games.new_world.turn_rules import (
    ROUND,
    TURN,
    Account,
    Cost,
    Hold,
    Problem,
    Start,
    action_options,
    count,
)
from companion.resolver import Resolver
from companion.steps import Modifier, Step, signed

RULE = "new-world/round"
UNTIL_NEXT = "until your next turn begins"
LIMITS = (f"{RULE}#attack-actions", f"{RULE}#one-spell")
"""What fits into the turn and yet falls under one of these is shown with the reason; the rest goes without saying."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What is done on the turn, what is done later with a kept half action, and how the turn begins."""

    actions: tuple[str, ...] = many(
        "Actions of the turn, in order", action_options, default=("aim", "standard-attack"), most=8
    )
    later: tuple[str, ...] = many(
        "Later, with what was kept by Delay", action_options, most=4, help="Before your next turn begins."
    )
    prone: bool = switch("You begin prone", group="How the turn begins")
    hold: Hold = choice("You begin", Hold, group="How the turn begins")
    surprised: bool = switch("You are surprised", group="How the turn begins")
    no_running: bool = switch("A wound forbids to Run and Charge", group="How the turn begins")
    delay_shares_limits: str = ruling(RULINGS, "delay_shares_limits")
    aim_stacks: str = ruling(RULINGS, "aim_stacks")


@dataclass(frozen=True, slots=True)
class Lasting:
    """Something that outlasts its action: what it does, how long, and the rule."""

    label: str
    value: int | None
    until: str
    rule: str


@dataclass(frozen=True, slots=True)
class Further:
    """One more action: whether it is possible besides those taken, and why not."""

    action: str
    name: str
    takes: Cost
    possible: bool
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether it is allowed (and every reason why not), what is left and kept, what lasts, what else could be done.

    `conditions` are things that have to come about for it: a hold that has to be broken first. `further` are the
    actions that could be added to the turn, `later` those that a kept half action could still become.
    """

    allowed: bool
    problems: tuple[Problem, ...]
    conditions: tuple[Problem, ...]
    halves: int
    left: int
    kept: int
    lasting: tuple[Lasting, ...]
    further: tuple[Further, ...]
    later: tuple[Further, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """The turn and how it begins."""

    situation: Turn
    start: Start


def prepare(situation: Turn) -> Ready:
    """Takes the beginning of the turn apart from what is done in it."""
    s = situation
    return Ready(s, Start(s.prone, s.hold, s.surprised, s.no_running, s.delay_shares_limits))


def turn(ready: Ready, dice: NoDice) -> Outcome:
    """Judges the set. Addresses: new-world/round#turn, #attack-actions, #one-spell, new-world/actions#delay."""
    s = ready.situation
    account = count(ready.start, s.actions, s.later)
    allowed = not account.problems
    return Outcome(
        allowed=allowed,
        problems=tuple(account.problems),
        conditions=tuple(account.conditions),
        halves=account.halves,
        left=0 if s.surprised else max(0, ROUND.number("halves") - account.halves),
        kept=max(0, account.kept),
        lasting=tuple(_lasting(s, account)) if allowed else (),
        further=tuple(_further(ready, key, False) for key in TURN) if allowed else (),
        later=tuple(_further(ready, key, True) for key in TURN) if allowed and account.kept else (),
    )


def _further(ready: Ready, key: str, later: bool) -> Further:
    s, action = ready.situation, TURN[key]
    added = (key,)
    account = count(ready.start, s.actions if later else s.actions + added, s.later + added if later else s.later)
    first = next(iter(account.problems), Problem("", action.rule))
    return Further(key, action.title, action.cost, not account.problems, first.reason, first.rule)


def _lasting(s: Turn, account: Account) -> Iterator[Lasting]:
    """What outlasts the actions taken, whichever of them brings something that does."""
    taken = s.actions + s.later
    for key in dict.fromkeys(taken):
        for modifier, until in _effects(s, key, taken):
            yield Lasting(modifier.label, modifier.value, until, TURN[key].rule)
    if account.prone:
        until = "until you stand up"
        for name in ("prone_melee", "prone_ranged"):
            yield Lasting(DEFENCE[name].label, DEFENCE.number(name), until, DEFENCE[name].rule)
    if account.kept > 0:
        kept = "A half action in hand" if account.kept == 1 else f"{account.kept} half actions in hand"
        yield Lasting(kept, None, UNTIL_NEXT, TURN["delay"].rule)


def _effects(s: Turn, key: str, taken: tuple[str, ...]) -> Iterator[tuple[Modifier, str]]:
    if key == "run":
        yield MODIFIERS.modifier("runner_melee", label="You ran, struck in melee"), UNTIL_NEXT
        yield MODIFIERS.modifier("runner_ranged", label="You ran, shot at"), UNTIL_NEXT
    elif key == "all-out-attack":
        yield DEFENCE.modifier("all_out_attack", label="Your Melee and Ranged Defence"), UNTIL_NEXT
    elif key == "all-out-defence":
        yield DEFENCE.modifier("all_out_defence", label="Your Melee and Ranged Defence"), UNTIL_NEXT
    elif key == "parrying-stance":
        yield DEFENCE.modifier("parrying_stance", label="Your Melee Defence"), UNTIL_NEXT
    elif key == "feint" and not _attacks_after(key, taken):
        yield MODIFIERS.modifier("feint", label="Your next attack on that foe, if the feint won"), "this turn only"
    elif key == "aim" and not _attacks_after(key, taken):
        times = taken.count("aim") if s.aim_stacks == "yes" else 1
        yield MODIFIERS.modifier("aim", times, "Your next attack"), "this turn or the next"


def _attacks_after(key: str, taken: tuple[str, ...]) -> bool:
    """Whether an attack that uses the bonus follows the last action of that kind."""
    last = len(taken) - taken[::-1].index(key)
    return any(TURN[other].attack for other in taken[last:])


def explain(ready: Ready, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """Every action with what it takes, the reasons against it, what is left, what lasts, what else is possible."""
    s = ready.situation
    for key in s.actions:
        kind = ", an attack action" if TURN[key].attack else ", a spell" if TURN[key].spell else ""
        yield Step(f"{TURN[key].title}: {_cost(TURN[key].cost)}{kind}", TURN[key].rule, TURN[key].halves)
    for key in s.later:
        yield Step(f"Later: {TURN[key].title}, with the half action that was kept", TURN[key].rule)
    most = ROUND.number("halves")
    yield Step(f"Together {_halves(outcome.halves)} of {most}", f"{RULE}#turn", outcome.halves)
    for problem in outcome.problems:
        yield Step(f"Not allowed: {problem.reason.rstrip('.')}", problem.rule)
    for condition in outcome.conditions:
        yield Step(condition.reason.rstrip("."), condition.rule)
    if (s.actions + s.later).count("aim") > 1:
        adds = "each Aim adds its bonus" if s.aim_stacks == "yes" else "a second Aim adds nothing to the first"
        yield Step(f"Under the ruling in force, {adds}", "new-world/actions#aim")
    if s.later and s.delay_shares_limits == "yes":
        yield Step("What was kept still belongs to this turn and its limits", "new-world/actions#delay")
    for lasting in outcome.lasting:
        value = "" if lasting.value is None else f" {signed(lasting.value)}"
        yield Step(f"{lasting.label}{value}, {lasting.until}", lasting.rule, lasting.value)
    if outcome.allowed and outcome.left:
        yield Step(f"{_halves(outcome.left)} left: {_names(outcome.further)}", f"{RULE}#turn", outcome.left)
    if outcome.later:
        yield Step(f"The half action in hand can become: {_names(outcome.later)}", "new-world/actions#delay",
                   outcome.kept)  # fmt: skip
    if outcome.allowed and not s.surprised:
        free = [each.name for each in outcome.further if each.possible and each.takes is Cost.FREE]
        yield Step(f"Free besides: {', '.join(free)}", "new-world/free-actions#free")


def _names(further: tuple[Further, ...]) -> str:
    names = [each.name for each in further if each.possible and each.takes is not Cost.FREE]
    return ", ".join(names) or "nothing that the limits allow"


def _cost(cost: Cost) -> str:
    return {Cost.FREE: "free", Cost.HALF: "a half action", Cost.FULL: "a full action"}[cost]


def _halves(number: int) -> str:
    return {0: "no half action", 1: "1 half action"}.get(number, f"{number} half actions")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """Whether it is allowed, and what is left; or the reasons against it."""
    s = ready.situation
    if not outcome.allowed:
        return f"Not allowed: {' Besides, '.join(problem.reason for problem in outcome.problems)}"
    if s.surprised:
        return "Surprised: the whole turn is lost."
    done = ", then ".join(TURN[key].title for key in s.actions) or "Nothing yet"
    text = f"Allowed: {done}" if s.actions else "Nothing done yet"
    if s.later:
        text += f", and later {', then '.join(TURN[key].title for key in s.later)}"
    for condition in outcome.conditions:
        text += f" ({condition.reason.rstrip('.')})"
    left = _halves(outcome.left).capitalize() if outcome.left else "Nothing"
    text += f". {left} {'are' if outcome.left > 1 else 'is'} left besides free actions"
    if outcome.kept:
        text += f", and {_halves(outcome.kept)} in hand until your next turn"
    return f"{text}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """What lasts, and what else could be done, as tables."""
    known = outcome or turn(ready, NoDice())
    tables = []
    if known.lasting:
        rows = (
            row(each.label, "" if each.value is None else signed(each.value), each.until, rule=each.rule)
            for each in known.lasting
        )
        tables.append(table("What lasts", ("What", "Modifier", "How long"), rows))
    asked = (("What else the turn allows", known.further, known.left), ("What is in hand can become", known.later, 1))
    for title, actions, halves in asked:
        possible = [
            row(
                each.name,
                _cost(each.takes),
                each.reason.rstrip(".") or "possible",
                rule=each.rule,
                off=not each.possible,
            )
            for each in actions
            if each.possible or (each.rule in LIMITS and TURN[each.action].halves <= halves)
        ]
        if possible:
            tables.append(table(title, ("Action", "Takes", "Besides those taken"), possible))
    return {"table": tables}


resolver = Resolver(
    "new-world/turn",
    title="Turn",
    summary="Whether a set of actions is allowed on one turn, what is left of it, and what lasts until the next.",
    rule=f"{RULE}#turn",
    situation=Turn,
    prepare=prepare,
    resolve=turn,
    explain=explain,
    sentence=sentence,
    figures=figures,
    reading=lambda ready, tally: sentence(ready, turn(ready, NoDice())),
)
