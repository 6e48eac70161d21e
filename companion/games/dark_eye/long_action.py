"""Long actions: several actions in a row, and a check with every distraction on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.dice import dice
from companion.errors import Refused
from companion.fields import choice, number, rows, ruling
from companion.games.dark_eye.check import Check, Passed, check_of
from companion.games.dark_eye.conditions import condition_modifiers
from companion.games.dark_eye.data import EVENTS, RANGED, RULINGS
from companion.odds import Odds
from companion.resolver import Resolver, Way
from companion.steps import Modifier, Step

RULE = "dark-eye/long-actions"


class Event(StrEnum):
    """What happens while the long action goes on."""

    HIT = "hit"
    MISSED = "missed attack"
    OTHER = "other"

    @property
    def label(self) -> str:
        """The event in words."""
        return {"hit": "a blow that hits you", "missed attack": "an attack that fails",
                "other": "something else that distracts"}[self]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Distraction:
    """One event: during which action it comes, and what it does."""

    kind: Event = choice("What happens", Event)
    during: int = number("During action number", 1, 50, default=1)
    damage: int = number("Life points lost to it", 0, 100, default=4)
    modifier: int = number("Easier or harder", -20, 15, help="The circumstances, as the game master sees them.")
    pain: int = number("Your Pain after it", 0, 3, unit="levels")


@dataclass(frozen=True, slots=True)
class LongAction:
    """What is undertaken, how long it takes, and what comes between."""

    loads: str | None = choice("You load", RANGED, blank="nothing: a spell, a chant, something else")
    actions: int = number("Actions that it takes", 1, 50, default=3, help="Read only where nothing is loaded.")
    distractions: tuple[Distraction, ...] = rows(
        "Distractions", Distraction, default=(Distraction(Event.HIT, 2, 6, 0, 0),), most=6
    )
    defends: int | None = number("You defend during action number", 1, 50, blank="never")
    courage: int = number("Courage", 1, 25, default=13, group="Self-Control")
    constitution: int = number("Constitution", 1, 25, default=13, group="Self-Control")
    rating: int = number("Self-Control (SR)", 0, 25, default=7, group="Self-Control")
    others: int = number("Stupor, Fear, Confusion and Paralysis together", 0, 7, group="Self-Control", unit="levels")
    distraction: str = ruling(RULINGS, "distraction")
    concentration: str = ruling(RULINGS, "concentration")


class Verdict(StrEnum):
    """How it ends."""

    DONE = "takes effect"
    BROKEN = "broken off"


@dataclass(frozen=True, slots=True)
class Trial:
    """One check to keep concentrating, and the action it falls into."""

    during: int
    check: Check


@dataclass(frozen=True, slots=True)
class Ready:
    """How many actions it takes, the checks on the way, and the action in which a defence breaks it off."""

    situation: LongAction
    actions: int
    trials: tuple[Trial, ...]
    defends: int | None

    @property
    def number(self) -> int:
        """How many checks there can be at most."""
        return len(self.trials)


@dataclass(frozen=True, slots=True)
class ConcentrationDice:
    """Three dice for each distraction."""

    checks: tuple[int, ...] = dice(20, "die to keep concentrating", count=lambda ready: 3 * ready.number)

    def of(self, place: int) -> tuple[int, ...]:
        """The three dice of one check."""
        return self.checks[3 * place : 3 * place + 3]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended, how many actions were done by then, and the checks that were made."""

    verdict: Verdict
    done: int
    passed: tuple[Passed, ...] = ()


def prepare(s: LongAction) -> Ready:
    """The checks on the way, in their order. Refused for what a free action does.

    Addresses: dark-eye/long-actions#count, #loading, #distraction.
    """
    actions = s.actions
    if s.loads is not None:
        actions = RANGED[s.loads].load
        if not actions:
            raise Refused(f"the {RANGED[s.loads].name.lower()} is loaded with a free action.", f"{RULE}#loading")
    defends = s.defends if s.defends is not None and s.defends <= actions else None
    last = actions if defends is None else defends - 1
    events = sorted((each for each in s.distractions if each.during <= last), key=lambda each: each.during)
    trials = tuple(Trial(each.during, _check(s, each)) for each in events if distracts(each, s.distraction))
    return Ready(s, actions, trials, defends)


def distracts(event: Distraction, reading: str) -> bool:
    """Whether an event asks for a check, under the ruling `distraction`. Address: dark-eye/long-actions#distraction."""
    if event.kind is Event.OTHER:
        return True
    return reading == "attack" or (event.kind is Event.HIT and event.damage > 0)


def _check(s: LongAction, event: Distraction) -> Check:
    """The check. Addresses: dark-eye/long-actions#check, #damage."""
    lost = event.damage if event.kind is Event.HIT else 0
    step = {"five": EVENTS.number("damage_step"), "each": 1, "none": 0}[s.concentration]
    harder = lost // step if step else 0
    extra = (Modifier(f"{lost} damage points", -harder, f"{RULE}#damage"),) if harder else ()
    return check_of(
        "Self-Control", (s.courage, s.courage, s.constitution), s.rating, skill="self-control",
        modifier=event.modifier, extra=extra, conditions=condition_modifiers(event.pain, 0, s.others),
    )  # fmt: skip


def long_action(ready: Ready, thrown: ConcentrationDice) -> Outcome:
    """The long action for these dice.

    A failed check breaks it off; after a critical success nothing distracts any more, the whole day.
    Addresses: dark-eye/long-actions#check, #critical, #effect.
    """
    passed: list[Passed] = []
    for place, trial in enumerate(ready.trials):
        result = trial.check.roll(thrown.of(place))
        passed.append(result)
        if not result.result.succeeds:
            return Outcome(Verdict.BROKEN, trial.during - 1, tuple(passed))
        if result.result.critical:
            break
    return _rest(ready, tuple(passed))


def _rest(ready: Ready, passed: tuple[Passed, ...] = ()) -> Outcome:
    """What comes of it when no distraction breaks it off."""
    if ready.defends is not None:
        return Outcome(Verdict.BROKEN, ready.defends - 1, passed)
    return Outcome(Verdict.DONE, ready.actions, passed)


def ways(ready: Ready) -> Iterator[Way]:
    """One check after the other: it breaks, it goes on, or a critical success ends all distraction."""
    total = 1
    results: list[Odds[str]] = [
        trial.check.success().map(
            lambda result: "critical" if result.critical else "on" if result.succeeds else "broken"
        )
        for trial in ready.trials
    ]
    for odds in results:
        total *= odds.total
    going = total
    for trial, odds in zip(ready.trials, results, strict=True):
        share = going // odds.total
        yield Outcome(Verdict.BROKEN, trial.during - 1), share * odds.weight("broken")
        yield _rest(ready), share * odds.weight("critical")
        going = share * odds.weight("on")
    yield _rest(ready), going


def explain(ready: Ready, thrown: ConcentrationDice, outcome: Outcome) -> Iterator[Step]:
    """How long it takes, each check, and how it ends."""
    yield Step(f"It takes {_actions(ready.actions)}", f"{RULE}#count", ready.actions)
    for place, (trial, passed) in enumerate(zip(ready.trials, outcome.passed, strict=False)):
        yield Step(f"A distraction during action {trial.during}", f"{RULE}#distraction", trial.during)
        yield from trial.check.steps(thrown.of(place), passed)
        if passed.result.critical and place + 1 < len(ready.trials):
            yield Step("A critical success: nothing else distracts today", f"{RULE}#critical")
    if outcome.verdict is Verdict.DONE:
        yield Step(f"It takes effect at the end of action {ready.actions}", f"{RULE}#effect", ready.actions)
    elif outcome.passed and not outcome.passed[-1].result.succeeds:
        yield Step("Concentration is lost: the long action fails", f"{RULE}#check")
    else:
        yield Step(f"The defence during action {ready.defends} breaks it off", f"{RULE}#defending", ready.defends)


def _actions(number: int) -> str:
    return f"{number} action" + ("" if number == 1 else "s")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    if outcome.verdict is Verdict.DONE:
        text = f"It takes effect at the end of action {ready.actions}."
        return text + (" The shot itself is one more action." if ready.situation.loads else "")
    return f"Broken off during action {outcome.done + 1} of {ready.actions}; all that was done is lost."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    done, mean = tally.chances["done"][1], tally.measures["done"][1].mean()
    text = f"It takes effect {as_percent(done)} of the time, after {_actions(ready.actions)}"
    return f"{text}; {as_number(mean)} are done on average before it ends."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The modifiers of each check."""
    return {"modifier-stack": [trial.check.stack() for trial in ready.trials]} if ready.trials else {}


resolver = Resolver(
    "dark-eye/long-action",
    title="Long action",
    summary="Does a spell, a chant or a reloading come to its end in spite of distractions?",
    rule=RULE,
    situation=LongAction,
    dice=ConcentrationDice,
    prepare=prepare,
    resolve=long_action,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.verdict,
    possible=lambda ready: list(Verdict),
    chances={"done": ("It takes effect", lambda outcome: outcome.verdict is Verdict.DONE)},
    measures={"done": ("actions done", lambda outcome: outcome.done)},
    ways=ways,
    figures=figures,
    reading=reading,
)
