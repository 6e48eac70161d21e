"""Rounds and turns: initiative, whose turn comes next, waiting and joining in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.dice import NoDice
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
    each_turn = {use.name for use in tracker.uses if use.each == "turn"} if fight.begun else set()
    fresh = tuple(
        replace(
            each,
            used={name: times for name, times in each.used.items() if name in each_turn},
            declared=declared if declared is not None else each.declared,
        )
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


def _needs_no_dice(tracker: Tracker) -> bool:
    from companion.catalogue import find

    return find(tracker.initiative.resolver).dice is NoDice


def order_anew(tracker: Tracker, fight: Fight) -> Result:
    """The order of this round found once more, after what has been declared in it.

    Only where it takes no dice. Turns that are over stay over: whoever has had theirs gets none again in the same
    count, and a count that is past is not gone back to. Raises `InputError`.
    """
    if not fight.begun:
        raise InputError([Problem("do", "order", "a fight that has begun")])
    if not _needs_no_dice(tracker):
        raise InputError([Problem("do", "order", "a game that orders a round without dice; here it is rolled")])
    if not fight.without_those_out().combatants:
        raise InputError([Problem("combatants", "nobody who can act", "at least one combatant")])
    before = fight.acting
    rolled = _rolled(tracker, fight, None, None)
    lines = [Step(step["text"], step["rule"], step["value"]) for step in rolled["steps"]]
    found = tuple(tracker.initiative.places(fight.without_those_out(), rolled))
    past = fight.order[: fight.turn]
    order = (*past, *_still_to_come(tracker, fight, past, found))
    placed = {who for place in order for who in place.who}
    late = dict.fromkeys(who for place in found for who in place.who if who not in placed and who not in fight.waiting)
    lines += [Step(f"{fight[who].name}: what they mean to do comes too late in this round", "") for who in late]
    fight = _past_those_out(tracker, replace(fight, standing=found, order=order))
    if fight.acting == before:
        return fight, tuple(lines), (), None
    fight, told = _begin_turn(tracker, fight)
    return fight, (*lines, *told), (), None


def _still_to_come(tracker: Tracker, fight: Fight, past: Sequence[Place], found: Iterable[Place]) -> Iterator[Place]:
    """The places of a new order that are not over yet, without those who wait."""
    sign = 1 if tracker.initiative.downwards else -1
    had = Counter((who, place.at) for place in past for who in place.who)
    for place in found:
        if past and sign * place.at > sign * past[-1].at:
            continue
        still = []
        for who in place.who:
            if had[who, place.at]:
                had[who, place.at] -= 1
            elif who not in fight.waiting:
                still.append(who)
        if still:
            yield replace(place, who=tuple(still))


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
    if others or fight.turn == len(fight.order):
        return fight, (line,), (), None
    fight, told = _begin_turn(tracker, _past_those_out(tracker, fight))
    return fight, (line, *told), (), None


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
    """One who has no place in the order yet rolls and takes one, in this round if its count is still to come.

    Where the order takes no dice, everybody's is found once more.
    """
    one = fight[who]
    if not fight.begun or one.out or any(who in place.who for place in fight.order) or who in fight.waiting:
        raise InputError([Problem("who", one.name, "one who came after the fight began and has no place in its order")])
    if _needs_no_dice(tracker):
        fight, lines, _, _ = order_anew(tracker, fight)
        return fight, (Step(f"{one.name} joins in", ""), *lines), (), None
    alone = replace(fight, combatants=(one,))
    rolled = _rolled(tracker, alone, seed, dice)
    places = [place for place in tracker.initiative.places(alone, rolled) if who in place.who]
    lines = tuple(Step(step["text"], step["rule"], step["value"]) for step in rolled["steps"])
    for place in places:
        fight = _inserted(tracker, fight, place)
    told: list[Step] = []
    if tracker.initiative.each_round:
        # what such a throw brings belongs to every round, not to the beginning of the fight
        fight, told = put_in_force(tracker, fight, tracker.initiative.changes(alone, rolled))
    return fight, (Step(f"{one.name} joins in", ""), *lines, *told), tuple(rolled["dice"]), rolled["seed"]


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
