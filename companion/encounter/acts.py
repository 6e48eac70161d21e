"""What can be done in the tracker: each act makes the next state of a fight and says in plain words what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.encounter.changes import Change, Gained, Lost, Marked, Spent, Told, dashed, put_in_force
from companion.encounter.fight import LONGEST_NAME, MOST_COMBATANTS, Combatant, Fight
from companion.encounter.reading import LONGEST_NOTE, MOST_COUNT, rounds, side, text, whole
from companion.encounter.tracker import Tracker
from companion.encounter.turns import begin, join_in, leave, next_turn, order_anew, place_at, stop_waiting, wait
from companion.errors import InputError, Problem, UnknownName
from companion.steps import Step

MOST_COPIES = 20


@dataclass(frozen=True, slots=True)
class Happened:
    """What an act has made: the fight as it now is, and the lines for its log, each with its rule if it has one.

    `dice` are the faces thrown, with their labels; `seed` is the one that gave them, None for dice of the table.
    """

    fight: Fight
    lines: tuple[Step, ...]
    dice: tuple[Mapping[str, Any], ...] = ()
    seed: int | None = None


def act(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    """The fight after one act: plain data with `do`, the act's name, and what that act asks for.

    * `add` (`name`, `side`, `sheet`, `copies`), `edit` (`who`, `name`, `side`, `sheet`), `copy`, `remove` (`who`),
      `scene` (`inputs`), `declare` (`who`, `inputs`), `note` (`who` or nobody, `text`)
    * `begin`: roll initiative (`dice` or `seed`, else chance); `next`: the next turn, and the next round after the
      last one; `order`: find the order of this round once more after declarations (games whose order takes no dice);
      `delay`, `act-now`, `join` (`who`); `place` (`who`, `at`); `end`: back to before the fight
    * `mark` (`who`, `mark`, `by` or `to`), `gain` (`who`, `condition`, `rounds`), `lose` (`who`, `condition`),
      `use` (`who`, `use`, `times`), `option` (`who`, `option`), `out`, `back` (`who`)
    * `apply` (`attacker`, `target`, `resolver`, `inputs`, `dice`): the result of a throw of a calculator

    Raises `InputError` for what cannot be used, with the field's name.
    """
    name = given.get("do")
    if not isinstance(name, str) or name not in ACTS:
        raise InputError([Problem("do", name, f"one of {', '.join(ACTS)}")])
    try:
        return ACTS[name](tracker, fight, given)
    except UnknownName as error:
        raise InputError([Problem(error.kind, error.name, f"one of {', '.join(error.known) or 'none'}")]) from None


def _who(fight: Fight, given: Mapping[str, Any], name: str = "who") -> Combatant:
    who = given.get(name)
    if not isinstance(who, str) or who not in fight:
        raise InputError([Problem(name, who, "the id of a combatant")])
    return fight[who]


def _free_name(fight: Fight, wanted: str, but: str = "") -> str:
    """The name itself, or with the first number that nobody of that name has."""
    taken = {each.name for each in fight.combatants if each.id != but}
    if wanted not in taken:
        return wanted
    number = 2
    while f"{wanted[: LONGEST_NAME - 4]} {number}" in taken:
        number += 1
    return f"{wanted[: LONGEST_NAME - 4]} {number}"


def _add_one(tracker: Tracker, fight: Fight, name: str, on: Any, sheet: Any) -> tuple[Fight, Combatant]:
    if len(fight.combatants) >= MOST_COMBATANTS:
        raise InputError([Problem("combatants", f"one more than {MOST_COMBATANTS}", f"at most {MOST_COMBATANTS}")])
    new = tracker.fresh(f"c{fight.last_id + 1}", _free_name(fight, name), on, sheet)
    return replace(fight, combatants=(*fight.combatants, new), last_id=fight.last_id + 1), new


def _add(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    name = text(given.get("name"), "name", LONGEST_NAME)
    on = side(given.get("side", "foes"))
    sheet = tracker.read_sheet(_inputs(given, "sheet"))
    lines = []
    for _ in range(whole(given.get("copies", 1), "copies", 1, MOST_COPIES)):
        fight, new = _add_one(tracker, fight, name, on, sheet)
        later = ", who acts when they join in" if fight.begun else ""
        lines.append(Step(f"{new.name} comes into the fight{later}", ""))
    return Happened(fight, tuple(lines))


def _copy(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    one = _who(fight, given)
    fight, new = _add_one(tracker, fight, one.name.rstrip("0123456789 ") or one.name, one.side, one.sheet)
    return Happened(fight, (Step(f"{new.name} comes into the fight, with the sheet of {one.name}", ""),))


def _edit(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    """Sets name, side and sheet. Marks stay, within the limits of the new sheet; those of one unhurt start anew."""
    one = _who(fight, given)
    sheet = tracker.read_sheet(_inputs(given, "sheet")) if "sheet" in given else one.sheet
    marks = {}
    for mark in tracker.marks:
        value = one.marks[mark.name]
        fresh = value == mark.start(one.sheet)
        kept = mark.start(sheet) if fresh else value
        marks[mark.name] = min(mark.high(sheet), max(mark.low(sheet), kept))
    name = _free_name(fight, text(given.get("name", one.name), "name", LONGEST_NAME), one.id)
    now = replace(one, name=name, side=side(given.get("side", one.side.value)), sheet=sheet, marks=marks)
    renamed = f" (was {one.name})" if name != one.name else ""
    return Happened(fight.with_(now), (Step(f"{name}{renamed}: the sheet is changed", ""),))


def _remove(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    one = _who(fight, given)
    left = replace(fight, combatants=tuple(each for each in fight.combatants if each.id != one.id))
    return Happened(leave(left, one.id), (Step(f"{one.name} is gone from the fight", ""),))


def _scene(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    return Happened(
        replace(fight, scene=tracker.read_scene(_inputs(given, "inputs"))), (Step("The scene is changed", ""),)
    )


def _declare(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    one = _who(fight, given)
    now = replace(one, declared=tracker.read_declared(_inputs(given, "inputs")))
    return Happened(fight.with_(now), (Step(f"{one.name} says what they mean to do", ""),))


def _note(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    if given.get("who") is None:
        return Happened(fight, (Step(text(given.get("text"), "text", LONGEST_NOTE), ""),))
    one = _who(fight, given)
    now = replace(one, note=text(given.get("text"), "text", LONGEST_NOTE, empty=True))
    return Happened(fight.with_(now), (Step(f"{one.name}: {now.note or 'the note is gone'}", ""),))


def _mark(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    one = _who(fight, given)
    mark = tracker.mark(str(given.get("mark")))
    if given.get("to") is not None:
        by = whole(given["to"], mark.label, mark.low(one.sheet), mark.high(one.sheet)) - one.marks[mark.name]
    else:
        by = whole(given.get("by"), mark.label, -MOST_COUNT, MOST_COUNT)  # what goes beyond the limits is lost
    return _changed(tracker, fight, [Marked(one.id, mark.name, by)])


def _gain(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    one = _who(fight, given)
    condition = tracker.condition(str(given.get("condition")))
    lasts = rounds(given["rounds"]) if "rounds" in given else condition.rounds
    return _changed(tracker, fight, [Gained(one.id, condition.name, lasts)])


def _lose(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    condition = tracker.condition(str(given.get("condition")))
    return _changed(tracker, fight, [Lost(_who(fight, given).id, condition.name)])


def _use(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    use = tracker.use(str(given.get("use")))
    times = whole(given.get("times", 1), "times", -100, 100)
    return _changed(tracker, fight, [Spent(_who(fight, given).id, use.name, times)])


def _option(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    """Does one thing of the plan; what is not allowed is refused with the reason."""
    one = _who(fight, given)
    option = tracker.option(fight, one.id, str(given.get("option")))
    if not option.allowed:
        allowed = [each.name for each in tracker.plan(fight, one) if each.allowed]
        accepted = f"what is allowed now: {', '.join(allowed) or 'nothing'}"
        raise InputError([Problem("option", option.name, accepted, option.why_not)])
    spent = [Spent(one.id, use, times) for use, times in option.spends.items()]
    return _changed(tracker, fight, [Told(f"{one.name}: {option.label}", option.rule), *spent, *option.changes])


def _out(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    one = _who(fight, given)
    return Happened(leave(fight.with_(replace(one, out=True)), one.id), (Step(f"{one.name} is out of the fight", ""),))


def _back(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    one = _who(fight, given)
    later = ", and acts when they join in" if fight.begun else ""
    return Happened(fight.with_(replace(one, out=False)), (Step(f"{one.name} is back{later}", ""),))


def _apply(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    """The result of a throw: worked out once more from the same inputs and dice, and then put in force."""
    from companion.catalogue import find

    attacker = _who(fight, given, "attacker")
    target = _who(fight, given, "target")
    resolver = find(str(given.get("resolver")))
    if resolver.game != tracker.game:
        raise InputError([Problem("resolver", resolver.address, f"a calculator of {tracker.game}")])
    faces = given.get("dice")
    if not isinstance(faces, list | tuple) or not faces:
        raise InputError([Problem("dice", faces, "the faces of a throw")])
    rolled = resolver.roll(_inputs(given, "inputs"), dice=faces)
    lines = [Step(f"{attacker.name} against {target.name}: {rolled['sentence']}", resolver.rule)]
    if rolled["refused"]:
        return Happened(fight, (replace(lines[0], rule=rolled["refused"]["rule"]),))
    now, told = put_in_force(tracker, fight, tracker.outcome(fight, attacker.id, target.id, rolled))
    return Happened(now, (*lines, *told), tuple(rolled["dice"]))


def _begin(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    return Happened(*begin(tracker, fight, _seed(given), _dice(given)))


def _next(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    return Happened(*next_turn(tracker, fight, _seed(given), _dice(given)))


def _order(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    return Happened(*order_anew(tracker, fight))


def _join(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    return Happened(*join_in(tracker, fight, _who(fight, given).id, _seed(given), _dice(given)))


def _place(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    one = _who(fight, given)
    at = whole(given.get("at"), "at", -MOST_COUNT, MOST_COUNT)
    return Happened(place_at(tracker, fight, one.id, at), (Step(f"{one.name} now acts at {dashed(at)}", ""),))


def _delay(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    return Happened(*wait(tracker, fight, _who(fight, given).id))


def _act_now(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    return Happened(*stop_waiting(tracker, fight, _who(fight, given).id))


def _end(tracker: Tracker, fight: Fight, given: Mapping[str, Any]) -> Happened:
    """Ends the fight: the order goes, what everybody has suffered stays, and what turns and rounds spent is back."""
    rested = tuple(replace(each, used={}, declared=tracker.read_declared({})) for each in fight.combatants)
    over = replace(fight, combatants=rested, round=0, standing=(), order=(), turn=0, waiting=())
    return Happened(over, (Step("The fight is over", ""),))


def _changed(tracker: Tracker, fight: Fight, changes: Sequence[Change]) -> Happened:
    now, lines = put_in_force(tracker, fight, changes)
    return Happened(now, tuple(lines))


def _inputs(given: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = given.get(name, {})
    if not isinstance(found, Mapping):
        raise InputError([Problem(name, found, "a table of values by name")])
    return found


def _seed(given: Mapping[str, Any]) -> int | None:
    seed = given.get("seed")
    return None if seed is None else whole(seed, "seed", 0, 10**12)


def _dice(given: Mapping[str, Any]) -> Sequence[Any] | None:
    faces = given.get("dice")
    if faces is not None and not isinstance(faces, list | tuple):
        raise InputError([Problem("dice", faces, "a list of faces")])
    return faces


ACTS: Mapping[str, Callable[[Tracker, Fight, Mapping[str, Any]], Happened]] = {
    "add": _add,
    "copy": _copy,
    "edit": _edit,
    "remove": _remove,
    "scene": _scene,
    "declare": _declare,
    "note": _note,
    "begin": _begin,
    "next": _next,
    "order": _order,
    "delay": _delay,
    "act-now": _act_now,
    "join": _join,
    "place": _place,
    "end": _end,
    "mark": _mark,
    "gain": _gain,
    "lose": _lose,
    "use": _use,
    "option": _option,
    "out": _out,
    "back": _back,
    "apply": _apply,
}
