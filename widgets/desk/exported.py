"""What a game master brings in from a file: a fight with its log, pins and stat blocks, checked from end to end.

    {"kind": "rulebook-companion", "version": 1, "game": "new-world", "saved": "…",
     "fight": {…}, "log": [{"round", "when", "lines": [{"text", "rule", "value"}], "dice": [{"label", "value"}]}],
     "pins": [{"resolver", "inputs"}], "presets": [{"title", "side", "sheet"}]}

Everything but kind, version and game may be missing: a file of stat blocks alone has no fight.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion import CompanionError, InputError, catalogue, find
from companion.encounter import Preset, Tracker, preset_of
from companion.encounter.reading import fight_of, text, whole
from companion.errors import Problem, UnknownName
from companion.steps import Step, anchor
from widgets.desk.log import entry
from widgets.html import Html, join

KIND = "rulebook-companion"
VERSION = 1
MOST_TEXT = 900_000
"""So many characters of a file are taken; a fight of sixty with a long log has a third of that."""
MOST_PRESETS = 200
MOST_PINS = 60
MOST_ENTRIES = 4000
MOST_LINES = 400
LONGEST_LINE = 1000
LONGEST_WHEN = 40

Json = dict[str, Any]


def read(given: Any) -> Json:
    """All that a file holds, as it is to be kept, with the log as HTML. Raises `InputError` with all that is wrong."""
    data = _data(given)
    tracker = _tracker(data)
    problems: list[Problem] = []

    def checked(work: Callable[[], Any], otherwise: Any) -> Any:
        try:
            return work()
        except InputError as error:
            problems.extend(error.problems)
            return otherwise

    unknown = set(data) - {"kind", "version", "game", "saved", "fight", "log", "pins", "presets"}
    problems += [Problem(name, data[name], "not to be in the file") for name in sorted(unknown)]
    fight = checked(lambda: fight_of(tracker, data["fight"]), None) if data.get("fight") is not None else None
    entries = list(_each(data, "log", MOST_ENTRIES, problems, _entry))
    presets = list(_each(data, "presets", MOST_PRESETS, problems, lambda one, at: preset_of(tracker, one, f"{at}.")))
    pins = list(_each(data, "pins", MOST_PINS, problems, _pin))
    if problems:
        raise InputError(problems)
    return {
        "game": tracker.game,
        "fight": fight and fight.to_json(),
        "log": [kept for kept, _ in entries],
        "pins": pins,
        "presets": [preset.to_json() for preset in presets],
        "html": {"log": join([shown for _, shown in entries])},
    }


def own_presets(tracker: Tracker, given: Any) -> tuple[dict[str, Preset], list[Problem]]:
    """A game master's own stat blocks by name, and what is wrong with those that cannot be used."""
    problems: list[Problem] = []
    found = {}
    for number, each in enumerate(given[:MOST_PRESETS] if isinstance(given, list) else ()):
        try:
            found[f"own-{number}"] = preset_of(tracker, each, f"presets[{number}].")
        except InputError as error:
            problems += error.problems
    return found, problems


def _data(given: Any) -> Mapping[str, Any]:
    if not isinstance(given, str) or len(given) > MOST_TEXT:
        size = f"{len(given)} characters" if isinstance(given, str) else given
        raise InputError([Problem("file", size, f"a text of at most {MOST_TEXT} characters")])
    try:
        data = json.loads(given)
    except (ValueError, RecursionError) as error:
        said = f"no JSON ({error})" if isinstance(error, ValueError) else "JSON that is nested too deeply"
        raise InputError([Problem("file", said, "a file that this screen has saved")]) from None
    if not isinstance(data, Mapping) or data.get("kind") != KIND:
        kind = data.get("kind") if isinstance(data, Mapping) else "no kind"
        raise InputError([Problem("kind", kind, f"“{KIND}”: a file that this screen has saved")])
    version = data.get("version")
    if version != VERSION:
        accepted = f"version {VERSION}, which this edition of the book writes"
        raise InputError([Problem("version", version, accepted)])
    return data


def _tracker(data: Mapping[str, Any]) -> Tracker:
    try:
        return catalogue.tracker(str(data.get("game")))
    except UnknownName as error:
        raise InputError([Problem("game", data.get("game"), f"one of {', '.join(error.known)}")]) from None


def _each(
    data: Mapping[str, Any], name: str, most: int, problems: list[Problem], work: Callable[[Any, str], Any]
) -> Iterator[Any]:
    given = data.get(name, [])
    if not isinstance(given, list) or len(given) > most:
        problems.append(Problem(name, given, f"a list of at most {most}"))
        return
    for number, one in enumerate(given):
        try:
            yield work(one, f"{name}[{number}]")
        except InputError as error:
            problems += error.problems


def _entry(one: Any, at: str) -> tuple[Json, Html]:
    """An entry of the log as it is kept, and as it is shown."""
    table = _table(one, at)
    lines = [_line(each, f"{at}.lines[{place}]") for place, each in enumerate(_listed(table, "lines", at, MOST_LINES))]
    dice = [_die(each, f"{at}.dice[{place}]") for place, each in enumerate(_listed(table, "dice", at, MOST_LINES))]
    round = whole(table.get("round", 0), f"{at}.round", 0, 10**6)
    when = text(table.get("when", ""), f"{at}.when", LONGEST_WHEN, empty=True)
    kept = {"round": round, "when": when, "lines": [line.to_json() for line in lines], "dice": dice}
    return kept, entry(lines, dice, round)


def _line(one: Any, at: str) -> Step:
    table = _table(one, at)
    rule = text(table.get("rule", ""), f"{at}.rule", 120, empty=True)
    if rule:
        try:
            anchor(rule)
        except CompanionError:
            raise InputError([Problem(f"{at}.rule", rule, "a rule's address, or nothing")]) from None
    value = table.get("value")
    number = None if value is None else whole(value, f"{at}.value", -(10**9), 10**9)
    return Step(text(table.get("text"), f"{at}.text", LONGEST_LINE), rule, number)


def _die(one: Any, at: str) -> Json:
    table = _table(one, at)
    return {
        "label": text(table.get("label"), f"{at}.label", 120),
        "value": whole(table.get("value"), f"{at}.value", -(10**6), 10**6),
    }


def _pin(one: Any, at: str) -> Json:
    """A pin as it is kept. One of a game that is not at hand is taken as it stands, and checked when it is shown."""
    table = _table(one, at)
    address = text(table.get("resolver"), f"{at}.resolver", 120)
    inputs = _table(table.get("inputs", {}), f"{at}.inputs")
    if address.partition("/")[0] in catalogue.game_names():
        try:
            find(address).read(inputs)
        except UnknownName as error:
            raise InputError([Problem(f"{at}.resolver", address, f"one of {', '.join(error.known)}")]) from None
        except InputError as error:
            problems = [Problem(f"{at}.inputs.{each.field}", each.given, each.accepted) for each in error.problems]
            raise InputError(problems) from None
    return {"resolver": address, "inputs": dict(inputs)}


def _table(given: Any, at: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise InputError([Problem(at, given, "a table of values by name")])
    return given


def _listed(table: Mapping[str, Any], name: str, at: str, most: int) -> list[Any]:
    given = table.get(name, [])
    if not isinstance(given, list) or len(given) > most:
        raise InputError([Problem(f"{at}.{name}", given, f"a list of at most {most}")])
    return given
