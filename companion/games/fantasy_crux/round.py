"""The planner of one round: whether a row of acts is allowed, what it leaves, and why the rest is out of reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.dice import NoDice
from companion.errors import Refused
from companion.fields import choice, many, number, switch
from companion.games.fantasy_crux.acts import (
    ACTS,
    CONTROLLER,
    GRAPPLE_FREE,
    HELD,
    Means,
    State,
    after,
    begin,
    why_not,
)
from companion.games.fantasy_crux.causes import seen
from companion.games.fantasy_crux.data import DAMAGE, LIGHT, SENSES
from companion.resolver import Resolver
from companion.steps import Step


@dataclass(frozen=True, slots=True)
class Round:
    """What was done so far, in order, and what the fighter has."""

    acts: tuple[str, ...] = many("Done so far", ACTS, help="In the order in which it happens, Reactions too.")
    movement: int = number("Movement", 0, 200, default=15, unit="m")
    two_items: bool = switch("Two one-handed items are ready", default=True, help="An empty hand counts as one.")
    set_tag: bool = switch("The weapon has the Set tag", default=True)
    aimed: bool = switch("You aimed in the round before")
    weapon_set: bool = switch("Your weapon is still set from the round before")
    grapple: str = choice(
        "Grapple", [(GRAPPLE_FREE, "None"), (CONTROLLER, "You are the controller"), (HELD, "You are held")]
    )
    light: str = choice("Light on the ground", LIGHT, default="bright")
    sense: str = choice("Sense", SENSES, default="ordinary")
    rapid_shot: bool = switch("Rapid Shot", group="Talents")
    wrestler: bool = switch("Wrestler", group="Talents")
    protector: bool = switch("Protector", group="Talents")
    counter: bool = switch("Counter", group="Talents")
    steady_aim: bool = switch("Steady Aim", group="Talents")


@dataclass(frozen=True, slots=True)
class Option:
    """One act: its cost, whether it is still possible, and if not the reason with its rule."""

    act: str
    name: str
    kind: str
    cost: str
    possible: bool
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The allowed row of acts and the state after it."""

    situation: Round
    means: Means
    state: State
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is left, and every act with its verdict."""

    combat: bool
    movement: bool
    base_reaction: bool
    off_hand_reaction: bool
    dodge_only: bool
    aimed: bool
    weapon_set: bool
    options: tuple[Option, ...]


def prepare(s: Round) -> Ready:
    """Goes through the acts in order. Refused at the first that is not allowed, with its reason and rule."""
    talents = {name for name in ("rapid_shot", "wrestler", "protector", "counter") if getattr(s, name)}
    means = Means(s.two_items, s.set_tag, s.grapple, s.aimed, s.weapon_set, frozenset(talents), s.steady_aim)
    state, steps = begin(means), []
    for place, key in enumerate(s.acts, 1):
        refusal = why_not(state, key, means)
        act = ACTS[key]
        if refusal is not None:
            raise Refused(f"act {place}, {act.name}: {refusal[0]}.", refusal[1])
        steps.append(Step(f"{act.name}: costs {act.cost}{_metres(s, key)}", act.rule))
        before, state = state, after(state, key, means)
        if before.weapon_set and not state.weapon_set and key != "set-attack":
            steps.append(Step("The weapon is not set any more", "fantasy-crux/set-weapon#lost"))
        if before.aimed and not state.aimed and key != "shot":
            steps.append(Step("The Aim is lost", "fantasy-crux/aim#lost"))
        if before.aimed and key == "shot":
            steps.append(Step("The Aim gives +1B", "fantasy-crux/aim#bonus", 1))
    return Ready(s, means, state, tuple(steps))


def metres(s: Round, key: str) -> int | None:
    """How far an act can carry, in metres; None for one that does not move. Halves and quarters round up."""
    reach = -(-s.movement // LIGHT[seen(s.light, s.sense)].movement)
    if key in ("move", "disengage", "withdraw"):
        return reach
    if key == "ready":
        return -(-reach // DAMAGE.number("ready_share"))
    if key in ("sprint", "charge"):
        return reach * DAMAGE.number("sprint" if key == "sprint" else "charge_most")
    return None


def _metres(s: Round, key: str) -> str:
    reach = metres(s, key)
    return "" if reach is None else f"; up to {reach} m"


def plan(ready: Ready, dice: NoDice) -> Outcome:
    """What is left after the acts, and what may still be done."""
    state, options = ready.state, []
    for key, act in ACTS.items():
        refusal = why_not(state, key, ready.means)
        reason, rule = refusal or ("", act.rule)
        options.append(Option(key, act.name, act.kind, act.cost, refusal is None, reason, rule))
    return Outcome(
        state.combat,
        state.movement,
        state.base_left,
        state.off_hand_left(ready.means),
        state.dodge_only,
        state.aimed,
        state.weapon_set,
        tuple(options),
    )


def explain(ready: Ready, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """What each act cost, then for every other act whether it is possible and why not."""
    yield from ready.steps
    for option in outcome.options:
        if option.possible:
            yield Step(f"Possible: {option.name}{_metres(ready.situation, option.act)}", option.rule)
        else:
            yield Step(f"Not possible: {option.name}, {option.reason}", option.rule)
    yield Step("What is not used by the end of the round is lost", "fantasy-crux/round#unused")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """What is left, in one sentence."""
    base = "base Reaction (Dodge only)" if outcome.dodge_only else "base Reaction"
    left = [
        name
        for name, there in (
            ("Combat Action", outcome.combat),
            ("Movement Action", outcome.movement),
            (base, outcome.base_reaction),
            ("extra off-hand Reaction", outcome.off_hand_reaction),
        )
        if there
    ]
    return f"Left this round: {', '.join(left)}." if left else "Nothing is left this round."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The budget of the round and the table of acts."""
    found = outcome or plan(ready, NoDice())
    budget = [
        {"label": "Combat Action", "left": found.combat},
        {"label": "Movement Action", "left": found.movement},
        {"label": "Base Reaction", "left": found.base_reaction},
        {"label": "Extra off-hand Reaction", "left": found.off_hand_reaction},
    ]
    done = [ACTS[key].name for key in ready.situation.acts]
    return {"round-plan": {"title": "The round", "budget": budget, "done": done, "options": found.options}}


resolver = Resolver(
    "fantasy-crux/round",
    title="Plan a round",
    summary="What each act costs, what is still possible after what was done, and why the rest is not.",
    rule="fantasy-crux/round",
    situation=Round,
    prepare=prepare,
    resolve=plan,
    explain=explain,
    sentence=sentence,
    figures=figures,
    reading=lambda ready, tally: sentence(ready, plan(ready, NoDice())),
)
