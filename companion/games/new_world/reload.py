"""Reloading: what every round of shooting and loading looks like, and how many shots that makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.dice import NoDice
from companion.errors import Refused
from companion.fields import choice, many, number, ruling, switch
from companion.games.new_world.data import FIREARMS, RULINGS, WEAPONS, Kind, Weapon
from companion.games.new_world.tabular import row, table
from companion.resolver import Resolver
from companion.steps import Step

RULE = "new-world/firearms"


class State(StrEnum):
    """The weapon before a round or after it."""

    LOADED = "loaded"
    EMPTY = "empty"
    JAMMED = "misfired"


class Does(StrEnum):
    """What the shooter's action of one round goes into."""

    SHOT = "shot"
    MISFIRE = "misfire"
    CLEARING = "clearing"
    RELOADING = "reloading"
    ELSE = "something else"


def _shooting() -> tuple[str, ...]:
    return tuple(key for key, weapon in WEAPONS.items() if weapon.kind not in (Kind.MELEE, Kind.THROWN))


def _may_misfire() -> tuple[str, ...]:
    return tuple(key for key in _shooting() if WEAPONS[key].kind in (Kind.FIREARM, Kind.ARTILLERY))


def _options() -> Iterator[tuple[str, str]]:
    return ((key, WEAPONS[key].name) for key in _shooting())


NUMBERED = tuple((str(each), str(each)) for each in range(1, 31))
ONLY_POWDER = "only powder misfires"


@dataclass(frozen=True, slots=True)
class Reload:
    """A weapon, some rounds, and what goes wrong or comes between."""

    weapon: str = choice("Weapon", _options, default="musket")
    rounds: int = number("Rounds", 1, 30, default=9, unit="rounds")
    state: State = choice("The weapon is at first", State)
    busy: tuple[str, ...] = many(
        "Rounds spent on something else", NUMBERED, most=30, help="Loading need not be done in one go."
    )
    misfires: tuple[str, ...] = many(
        "Shots that misfire", NUMBERED, most=30, when={"weapon": _may_misfire}, why=ONLY_POWDER,
        help="The first shot is 1.",
    )  # fmt: skip
    soaked: bool = switch("The powder is soaked", when={"weapon": _may_misfire}, why="only powder can be soaked")
    artillery_is_firearm: str = ruling(RULINGS, "artillery_is_firearm")


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its number, what the shooter does, the step of the loading (1 of 2 ...), and the weapon after it."""

    number: int
    does: Does
    step: int
    of: int
    after: State


@dataclass(frozen=True, slots=True)
class Outcome:
    """The timeline, the shots that went off and their rounds, and the rounds from one shot to the next."""

    timeline: tuple[Round, ...]
    shots: int
    shot_rounds: tuple[int, ...]
    misfires: int
    cycle: int
    cycle_after_misfire: int | None


@dataclass(frozen=True, slots=True)
class Ready:
    """The weapon with its rounds of loading, whether it is a firearm under the rulings in force, and how it starts."""

    situation: Reload
    weapon: Weapon
    rounds_to_load: int
    firearm: bool
    start: State


def is_firearm(weapon: Weapon, artillery_is_firearm: str) -> bool:
    """Whether the rules of firearms hold for a weapon. Address: new-world/firearms#artillery."""
    return weapon.kind is Kind.FIREARM or (weapon.kind is Kind.ARTILLERY and artillery_is_firearm == "yes")


def prepare(situation: Reload) -> Ready:
    """Looks the weapon up. Refused with soaked powder (new-world/firearms#damp)."""
    weapon = WEAPONS[situation.weapon]
    if situation.soaked:
        raise Refused("soaked powder does not fire at all, loaded or not.", f"{RULE}#damp")
    firearm, start = is_firearm(weapon, situation.artillery_is_firearm), situation.state
    if start is State.JAMMED and not firearm:
        start = State.EMPTY
    if start is State.EMPTY and not weapon.reload:
        start = State.LOADED
    return Ready(situation, weapon, weapon.reload, firearm, start)


def reload(ready: Ready, dice: NoDice) -> Outcome:
    """Round by round: a shot whenever the weapon is loaded, loading whenever it is not.

    A shot is a Standard Attack, one a turn; a round of loading and the clearing of a misfire are full actions, so
    none of them shares a turn with a shot. Addresses: new-world/firearms#reload, #misfire, #clearing.
    """
    s = ready.situation
    busy = {int(each) for each in s.busy}
    wrong = {int(each) for each in s.misfires} if ready.firearm else set()
    clearing = FIREARMS.number("clearing")
    state, cleared, loaded, pulled = ready.start, 0, 0, 0
    timeline: list[Round] = []
    for turn in range(1, s.rounds + 1):
        does, step, of = Does.ELSE, 0, 0
        if turn in busy:
            pass
        elif state is State.LOADED:
            pulled += 1
            does = Does.MISFIRE if pulled in wrong else Does.SHOT
            cleared = loaded = 0
            state = State.JAMMED if does is Does.MISFIRE else _unloaded(ready)
        elif state is State.JAMMED:
            does, cleared = Does.CLEARING, cleared + 1
            step, of = cleared, clearing
            state = _unloaded(ready) if cleared >= clearing else State.JAMMED
        else:
            does, loaded = Does.RELOADING, loaded + 1
            step, of = loaded, ready.rounds_to_load
            state = State.LOADED if loaded >= ready.rounds_to_load else State.EMPTY
        timeline.append(Round(turn, does, step, of, state))
    fired = tuple(each.number for each in timeline if each.does is Does.SHOT)
    jammed = sum(each.does is Does.MISFIRE for each in timeline)
    cycle = ready.rounds_to_load + 1
    return Outcome(tuple(timeline), len(fired), fired, jammed, cycle, cycle + clearing if ready.firearm else None)


def _unloaded(ready: Ready) -> State:
    return State.EMPTY if ready.rounds_to_load else State.LOADED


def explain(ready: Ready, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """The loading time, the timeline, and what a shot and a misfire bring."""
    r, name = ready.rounds_to_load, ready.weapon.name
    if r:
        yield Step(f"{name}: {_rounds(r)} of loading, each a full action", f"{RULE}#reload", r)
    else:
        yield Step(f"{name}: no loading; one attack action a turn is the limit", "new-world/round#attack-actions", 0)
    if ready.weapon.kind is Kind.ARTILLERY:
        says = "a firearm like any other" if ready.firearm else "no firearm: it is loaded, but never misfires"
        yield Step(f"Under the ruling in force, artillery is {says}", f"{RULE}#artillery")
    for each in outcome.timeline:
        yield Step(f"Round {each.number}: {_does(each)}", _rule(each.does), each.number)
    if outcome.shots and ready.firearm:
        yield Step("Each shot ends all stealth and shows where the shooter is", f"{RULE}#smoke")
    if outcome.misfires:
        text = f"After a misfire: {_rounds(FIREARMS.number('clearing'))} to clear it, then all {_rounds(r)} of loading"
        yield Step(text, f"{RULE}#clearing", outcome.cycle_after_misfire)
    yield Step(f"{_shots(outcome.shots)} in {_rounds(len(outcome.timeline))}", f"{RULE}#reload", outcome.shots)


def _rule(does: Does) -> str:
    return {
        Does.SHOT: "new-world/actions#standard-attack",
        Does.MISFIRE: f"{RULE}#misfire",
        Does.CLEARING: f"{RULE}#clearing",
        Does.RELOADING: "new-world/actions#reload",
        Does.ELSE: "new-world/round#turn",
    }[does]


def _does(each: Round) -> str:
    count = f" {each.step} of {each.of}" if each.of > 1 else ""
    after = ", and it is loaded" if each.does is Does.RELOADING and each.after is State.LOADED else ""
    return {
        Does.SHOT: "shot",
        Does.MISFIRE: "misfire, nothing leaves the barrel",
        Does.CLEARING: f"clearing the misfire{count}",
        Does.RELOADING: f"reloading{count}{after}",
        Does.ELSE: "something else, with the weapon as it is",
    }[each.does]


def sentence(ready: Ready, outcome: Outcome) -> str:
    """How many shots, in which rounds, and the rhythm behind them."""
    name = ready.weapon.name
    when = f" ({'round' if outcome.shots == 1 else 'rounds'} {_listed(outcome.shot_rounds)})" if outcome.shots else ""
    text = f"{name}: {_shots(outcome.shots)} in {_rounds(len(outcome.timeline))}{when}"
    text += f", one every {outcome.cycle} rounds at best." if outcome.cycle > 1 else ", one every round at best."
    if outcome.misfires:
        lost = FIREARMS.number("clearing") + ready.rounds_to_load
        text += f" A misfire costs {_rounds(lost)} before the next shot."
    return text


def _listed(numbers: tuple[int, ...]) -> str:
    if len(numbers) > 1 and numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))


def _rounds(number: int) -> str:
    return "1 round" if number == 1 else f"{number} rounds"


def _shots(number: int) -> str:
    return {0: "no shot", 1: "1 shot"}.get(number, f"{number} shots")


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The timeline as a table."""
    known = outcome or reload(ready, NoDice())
    rows = (
        row(each.number, _does(each), each.after, rule=_rule(each.does), off=each.does is Does.ELSE)
        for each in known.timeline
    )
    return {"table": table("Round by round", ("Round", "What is done", "The weapon after it"), rows)}


resolver = Resolver(
    "new-world/reload",
    title="Reload",
    summary="Round by round: when a weapon can be shot, how long it is loaded, and what a misfire costs.",
    rule=RULE,
    situation=Reload,
    prepare=prepare,
    resolve=reload,
    explain=explain,
    sentence=sentence,
    measures={"shots": ("shots", lambda outcome: outcome.shots)},
    figures=figures,
    reading=lambda ready, tally: sentence(ready, reload(ready, NoDice())),
)
