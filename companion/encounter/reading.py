"""Reads a fight from plain data that anybody may have written: all of it is checked, and what is wrong is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.encounter.fight import LONGEST_NAME, MOST_COMBATANTS, MOST_ROUNDS, VERSION, Combatant, Fight, Place, Side
from companion.encounter.tracker import Tracker
from companion.errors import InputError, Problem

LONGEST_NOTE = 400
MOST_USES = 1000
MOST_COUNT = 1000


def fight_of(tracker: Tracker, given: Any) -> Fight:
    """The fight that plain data describes. Raises `InputError`, which names the part that cannot be used.

    A later version than this one knows is refused: it may hold what would be lost.
    """
    table = _table(given, "fight")
    version = table.get("version")
    if version != VERSION:
        raise InputError([Problem("version", version, f"version {VERSION}, which this edition of the book writes")])
    if table.get("game") != tracker.game:
        raise InputError([Problem("game", table.get("game"), tracker.game)])
    listed = _list(table.get("combatants"), "combatants", MOST_COMBATANTS)
    combatants = tuple(_combatant(tracker, each, f"combatants[{place}]") for place, each in enumerate(listed))
    _once([each.id for each in combatants], "id")
    _once([each.name for each in combatants], "name")
    known = [each.id for each in combatants]
    order = _places(table, "order", known)
    return Fight(
        tracker.game,
        tracker.read_scene(_table(table.get("scene", {}), "scene"), "scene."),
        combatants,
        whole(table.get("round", 0), "round", 0, MOST_ROUNDS),
        _places(table, "standing", known),
        order,
        whole(table.get("turn", 0), "turn", 0, len(order)),
        tuple(_known(each, "waiting", known) for each in _list(table.get("waiting", []), "waiting", MOST_COMBATANTS)),
        whole(table.get("last_id", len(known)), "last_id", 0, 10**6),
    )


def _combatant(tracker: Tracker, given: Any, at: str) -> Combatant:
    table = _table(given, at)
    sheet = tracker.read_sheet(_table(table.get("sheet", {}), f"{at}.sheet"), f"{at}.sheet.")
    marks = _table(table.get("marks", {}), f"{at}.marks")
    conditions = _table(table.get("conditions", {}), f"{at}.conditions")
    used = _table(table.get("used", {}), f"{at}.used")
    labels = {condition.name for condition in tracker.conditions()}
    for part, names, allowed in (
        ("marks", marks, {mark.name for mark in tracker.marks}),
        ("conditions", conditions, labels),
        ("used", used, {use.name for use in tracker.uses}),
    ):
        for name in set(names) - allowed:
            raise InputError([Problem(f"{at}.{part}", name, f"one of {', '.join(sorted(allowed)) or 'none'}")])
    return Combatant(
        text(table.get("id"), f"{at}.id", 12),
        text(table.get("name"), f"{at}.name", LONGEST_NAME),
        side(table.get("side"), f"{at}.side"),
        sheet,
        {
            mark.name: whole(
                marks.get(mark.name, mark.start(sheet)), f"{at}.marks.{mark.name}", mark.low(sheet), mark.high(sheet)
            )
            for mark in tracker.marks
        },
        {name: rounds(lasts, f"{at}.conditions.{name}") for name, lasts in conditions.items()},
        {name: whole(times, f"{at}.used.{name}", 0, MOST_USES) for name, times in used.items()},
        tracker.read_declared(_table(table.get("declared", {}), f"{at}.declared"), f"{at}.declared."),
        table.get("out") is True,
        text(table.get("note", ""), f"{at}.note", LONGEST_NOTE, empty=True),
    )


def _places(table: Mapping[str, Any], name: str, known: list[str]) -> tuple[Place, ...]:
    found = []
    for number, each in enumerate(_list(table.get(name, []), name, 4 * MOST_COMBATANTS)):
        at = f"{name}[{number}]"
        row = _table(each, at)
        who = tuple(_known(one, f"{at}.who", known) for one in _list(row.get("who"), f"{at}.who", MOST_COMBATANTS))
        if not who:
            raise InputError([Problem(f"{at}.who", "nobody", "the id of a combatant")])
        count = whole(row.get("at"), f"{at}.at", -MOST_COUNT, MOST_COUNT)
        found.append(Place(who, count, text(row.get("label", ""), f"{at}.label", 80, empty=True)))
    return tuple(found)


def side(given: Any, at: str = "side") -> Side:
    """One of the sides. Raises `InputError`."""
    allowed = [each.value for each in Side]
    if given not in allowed:
        raise InputError([Problem(at, given, f"one of {', '.join(allowed)}")])
    return Side(given)


def text(given: Any, at: str, longest: int, *, empty: bool = False) -> str:
    """A line of text, trimmed. Raises `InputError`."""
    found = given.strip() if isinstance(given, str) else None
    if found is None or len(found) > longest or not (found or empty) or any(ord(letter) < 32 for letter in found):
        least = 0 if empty else 1
        raise InputError([Problem(at, given, f"a text of {least} to {longest} characters in one line")])
    return found


def whole(given: Any, at: str, low: int, high: int) -> int:
    """A whole number within limits, as it is or as it was typed. Raises `InputError`."""
    number = given
    if isinstance(given, str) and len(given) <= 12:
        digits = given.strip().replace("−", "-").removeprefix("+")
        number = int(digits) if digits.removeprefix("-").isascii() and digits.removeprefix("-").isdigit() else None
    if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
        raise InputError([Problem(at, given, f"a whole number from {low} to {high}".replace("-", "−"))])
    return number


def rounds(given: Any, at: str = "rounds") -> int | None:
    """How many rounds something lasts; nothing for as long as nobody takes it off. Raises `InputError`."""
    if given is None or (isinstance(given, str) and not given.strip()):
        return None
    return whole(given, at, 1, MOST_ROUNDS)


def _table(given: Any, at: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise InputError([Problem(at, given, "a table of values by name")])
    return given


def _list(given: Any, at: str, most: int) -> list[Any]:
    if not isinstance(given, list | tuple) or len(given) > most:
        raise InputError([Problem(at, given, f"a list of at most {most}")])
    return list(given)


def _known(given: Any, at: str, known: list[str]) -> str:
    if not isinstance(given, str) or given not in known:
        raise InputError([Problem(at, given, f"the id of a combatant: {', '.join(known) or 'there is none'}")])
    return given


def _once(names: list[str], what: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InputError([Problem(f"combatants.{what}", name, "a different one for each combatant")])
