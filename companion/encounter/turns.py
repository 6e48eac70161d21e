"""Rounds and turns: initiative, whose turn comes next, waiting and joining in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.encounter.changes import put_in_force
from companion.encounter.fight import Fight, Place
from companion.encounter.tracker import Tracker
from companion.errors import InputError, Problem
from companion.steps import Step

Result = tuple[Fight, tuple[Step, ...], tuple[Mapping[str, Any], ...], int | None]
"""The fight, the lines of the log, the dice that were thrown, and their seed."""


def begin(tracker: Tracker, fight: Fight, seed: int | None, dice: Sequence[Any] | None) -> Result:
    """The first round: initiative is rolled and the first turn begins. Raises `InputError` where nobody can act."""
    if fight.begun:
        raise InputError([Problem("do", "begin", "before the first round: this fight has begun")])
    return _new_round(tracker, fight, seed, dice)


def _new_round(tracker: Tracker, fight: Fight, seed: int | None, dice: Sequence[Any] | None) -> Result:
    able = fight.without_those_out()
    if not able.combatants:
        raise InputError([Problem("combatants", "nobody who can act", "at least one combatant")])
    declared = tracker.read_declared({}) if fight.begun else None
    fresh = tuple(
        replace(each, used={}, declared=declared if declared is not None else each.declared)
        for each in fight.combatants
    )
    fight = replace(fight, combatants=fresh, round=fight.round + 1, waiting=(), turn=0)
    lines = [Step(f"Round {fight.round}", "")]
    rolls = fight.round == 1 or tracker.initiative.each_round
    thrown: tuple[Mapping[str, Any], ...] = ()
    if rolls:
        rolled = _rolled(tracker, fight, seed, dice)
        seed, thrown = rolled["seed"], tuple(rolled["dice"])
        lines += [Step(step["text"], step["rule"], step["value"]) for step in rolled["steps"]]
        standing = tuple(tracker.initiative.places(fight.without_those_out(), rolled))
        fight = replace(fight, standing=standing, order=standing)
        fight, told = put_in_force(tracker, fight, tracker.initiative.changes(fight, rolled))
        lines += told
    elif tracker.initiative.later is not None:
        standing = tuple(tracker.initiative.later(fight.without_those_out()))
        fight = replace(fight, standing=standing, order=standing)
    else:
        fight = replace(fight, order=fight.standing)
    fight, told = put_in_force(tracker, fight, tracker.round_begins(fight))
    lines += told
    fight, told = _begin_turn(tracker, _past_those_out(tracker, fight))
    return fight, (*lines, *told), thrown, seed if rolls else None


def _rolled(tracker: Tracker, fight: Fight, seed: int | None, dice: Sequence[Any] | None) -> dict[str, Any]:
    from companion.catalogue import find

    able = fight.without_those_out()
    return find(tracker.initiative.resolver).roll(tracker.initiative.inputs(able), seed=seed, dice=dice)


def next_turn(tracker: Tracker, fight: Fight, seed: int | None, dice: Sequence[Any] | None) -> Result:
    """The turn ends and the next one begins; after the last one the round ends, and a new one begins."""
    if not fight.begun:
        raise InputError([Problem("do", "next", "a fight that has begun: roll initiative first")])
    lines: list[Step] = []
    for who in fight.acting:
        fight, told = put_in_force(tracker, fight, tracker.turn_ends(fight, who))
        lines += told
    fight = _past_those_out(tracker, replace(fight, turn=min(fight.turn + 1, len(fight.order))))
    if fight.acting:
        fight, told = _begin_turn(tracker, fight)
        return fight, (*lines, *told), (), None
    lines += [Step(f"{fight[who].name} lets the chance to act go by", "") for who in fight.waiting]
    fight, told = _round_ends(tracker, fight)
    fight, more, thrown, used = _new_round(tracker, fight, seed, dice)
    return fight, (*lines, *told, *more), thrown, used


def _past_those_out(tracker: Tracker, fight: Fight) -> Fight:
    """The next place in the order where somebody can still act, or the end of the order."""
    turn = fight.turn
    while turn < len(fight.order) and all(_down(tracker, fight, who) for who in fight.order[turn].who):
        turn += 1
    return replace(fight, turn=turn)


def _down(tracker: Tracker, fight: Fight, who: str) -> bool:
    one = fight[who]
    return one.out or tracker.health(fight, one).out


def _begin_turn(tracker: Tracker, fight: Fight) -> tuple[Fight, list[Step]]:
    """What a turn allows is there anew for those whose turn it is."""
    lines: list[Step] = []
    each_turn = {use.name for use in tracker.uses if use.each == "turn"}
    for who in fight.acting:
        one = fight[who]
        fight = fight.with_(replace(one, used={name: n for name, n in one.used.items() if name not in each_turn}))
        if _down(tracker, fight, who):
            continue
        lines.append(Step(f"{one.name}'s turn", ""))
        fight, told = put_in_force(tracker, fight, tracker.turn_begins(fight, who))
        lines += told
    return fight, lines


def _round_ends(tracker: Tracker, fight: Fight) -> tuple[Fight, list[Step]]:
    """Conditions that last a number of rounds have one less to go; those that are over are taken off."""
    lines: list[Step] = []
    for one in fight.combatants:
        left = {name: None if n is None else n - 1 for name, n in one.conditions.items()}
        over = [name for name, n in left.items() if n == 0]
        for name in over:
            condition = tracker.condition(name)
            lines.append(Step(f"{one.name}: no longer {condition.label}", condition.rule))
        kept = {name: n for name, n in left.items() if name not in over}
        fight = fight.with_(replace(one, conditions=kept))
    return fight, lines


def wait(tracker: Tracker, fight: Fight, who: str) -> Result:
    """One whose turn it is lets others go first; the turn goes to the others of the place, or to the next."""
    one = fight[who]
    if who not in fight.acting:
        raise InputError([Problem("who", one.name, "one whose turn it is")])
    refused = tracker.delay(fight, who)
    if refused is not None:
        raise InputError([Problem("who", one.name, "one who may wait", refused.text)])
    place = fight.order[fight.turn]
    others = tuple(each for each in place.who if each != who)
    kept = (replace(place, who=others),) if others else ()
    order = (*fight.order[: fight.turn], *kept, *fight.order[fight.turn + 1 :])
    fight = replace(fight, order=order, waiting=(*fight.waiting, who))
    line = Step(f"{one.name} waits", "")
    if others or fight.turn < len(fight.order):
        fight = fight if others else _past_those_out(tracker, fight)
        fight, told = (fight, []) if others else _begin_turn(tracker, fight)
        return fight, (line, *told), (), None
    return fight, (line,), (), None


def stop_waiting(tracker: Tracker, fight: Fight, who: str) -> Result:
    """One who waits acts now; whoever's turn it was goes on after that."""
    one = fight[who]
    if who not in fight.waiting:
        raise InputError([Problem("who", one.name, "one who waits")])
    at = fight.order[fight.turn].at if fight.turn < len(fight.order) else 0
    order = (*fight.order[: fight.turn], Place((who,), at, "waited"), *fight.order[fight.turn :])
    waiting = tuple(each for each in fight.waiting if each != who)
    return replace(fight, order=order, waiting=waiting), (Step(f"{one.name} acts now", ""),), (), None


def join_in(tracker: Tracker, fight: Fight, who: str, seed: int | None, dice: Sequence[Any] | None) -> Result:
    """One who has no place in the order yet rolls and takes one, in this round if its count is still to come."""
    one = fight[who]
    if not fight.begun or any(who in place.who for place in fight.order) or who in fight.waiting:
        raise InputError([Problem("who", one.name, "one who came after the fight began and has no place in its order")])
    alone = replace(fight, combatants=(one,))
    rolled = _rolled(tracker, alone, seed, dice)
    places = [place for place in tracker.initiative.places(alone, rolled) if who in place.who]
    lines = tuple(Step(step["text"], step["rule"], step["value"]) for step in rolled["steps"])
    for place in places:
        fight = _inserted(tracker, fight, place)
    return fight, (Step(f"{one.name} joins in", ""), *lines), tuple(rolled["dice"]), rolled["seed"]


def place_at(tracker: Tracker, fight: Fight, who: str, at: int) -> Fight:
    """The order with one combatant moved to a count that the game master names."""
    if not fight.begun:
        raise InputError([Problem("do", "place", "a fight that has begun: roll initiative first")])
    return _inserted(tracker, leave(fight, who), Place((who,), at))


def _inserted(tracker: Tracker, fight: Fight, place: Place) -> Fight:
    """The order with one place more, behind those of the same count; the turn stays with those who have it."""

    sign = 1 if tracker.initiative.downwards else -1

    def spot(order: Sequence[Place]) -> int:
        after = (number for number, each in enumerate(order) if sign * each.at < sign * place.at)
        return next(after, len(order))

    here, there = spot(fight.order), spot(fight.standing)
    return replace(
        fight,
        order=(*fight.order[:here], place, *fight.order[here:]),
        standing=(*fight.standing[:there], place, *fight.standing[there:]),
        turn=fight.turn + 1 if here <= fight.turn and fight.turn < len(fight.order) else fight.turn,
    )


def leave(fight: Fight, who: str) -> Fight:
    """The order without one combatant; the turn stays with those whose turn it is."""
    order = []
    turn = fight.turn
    for number, place in enumerate(fight.order):
        kept = tuple(each for each in place.who if each != who)
        if kept:
            order.append(replace(place, who=kept))
        elif number < fight.turn:
            turn -= 1
    standing = tuple(replace(place, who=tuple(each for each in place.who if each != who)) for place in fight.standing)
    return replace(
        fight,
        order=tuple(order),
        standing=tuple(place for place in standing if place.who),
        turn=turn,
        waiting=tuple(each for each in fight.waiting if each != who),
    )
