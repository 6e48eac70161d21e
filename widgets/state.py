"""A calculator's state as part of an address, and back: `attack.weapon=musket&attack.rolled=4.5.5&edition=0.1.0`.

Every key begins with the calculator's name: its resolver's (`attack`; with the game, `new-world/attack`, on a page of
another game), and behind it `-2`, `-3` … for those of one resolver that follow on a page. Then

* `attack=marguerite`: the example that the rest differs from; without it (or empty) the rest differs from the defaults;
* `attack.weapon=musket`: a field. Switches are `yes` or `no`, nothing means a blank, a list is `aim.attack` (a dot or
  tilde within an entry is written `~1` or `~0`);
* `crowd.foes=3`, `crowd.foes.2.agility=5`: how many records a list has, and a field of the second one;
* `attack.rolled=4.5.5`: the dice that lie on the table;
* `edition=0.1.0`: the edition of the book that the link is from. What has been renamed since is in `renamed.json`.

A link does not depend on how its page is set: it means the same in each calculator of its resolver. The script
`web/static/state.js` does the same for pages; both are held to the same pairs by the tests.

A state is `{"inputs": {only what differs from the defaults}, "dice": [faces] | None}`, as a calculator's `data-state`.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus, unquote_plus

import companion
from companion.checks import NO, YES
from companion.errors import InputError, Problem
from widgets.form import applying, in_order

EDITION, ROLLED = "edition", "rolled"
RENAMED = Path(__file__).parent / "renamed.json"

_WHOLE = re.compile(r"[+-]?[0-9]{1,12}")
_SAFE = "/:,"

Description = Mapping[str, Any]
Fields = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Part:
    """One pair of an address that may be a calculator's: its key as it stood, and what that says.

    `usual` marks what a field that the link leaves out was by default in the link's edition.
    """

    key: str
    resolver: str
    number: int
    path: tuple[str, ...]
    value: str
    usual: bool = False


@dataclass(frozen=True, slots=True)
class Restored:
    """What a link says of one calculator: its state, values that cannot be, and keys that mean nothing to it.

    Each problem is `{"field", "given", "accepted"}`. A value beyond a field's limits is none: it stands in the state
    as it was given, and the calculator tells of it.
    """

    state: dict[str, Any]
    problems: list[dict[str, str]]
    unknown: list[str]


@cache
def renamed() -> tuple[dict[str, Any], ...]:
    """What links of earlier editions have to be read with: `renamed.json`, oldest first.

    Each entry holds for links from before its `edition`, and for one `resolver`: with `to` alone its new address; with
    `example` and `to`, or `field` (`foes.agility` in a list) and `to`, the new name of that; with `field`, `value` and
    `to` the new name of an option; with `field` and `was` what a link that leaves the field out meant.
    """
    return tuple(json.loads(RENAMED.read_text(encoding="utf-8")))


def address(description: Description, state: Mapping[str, Any], name: str = "") -> str:
    """A state as part of an address, without the edition: relative to whichever start leaves least to be said.

    `name` is the calculator's on its page, by default its resolver's.
    """
    fields = description["fields"]
    called = name or description["resolver"].partition("/")[2]
    inputs = values(fields, state["inputs"])
    starts = [("", {}), *((example["name"], example["inputs"]) for example in description["examples"])]
    said = [
        [*([(called, start)] if start else []), *_differences(fields, inputs, values(fields, given), called)]
        for start, given in starts
    ]
    pairs = min(said, key=len)
    if not pairs:
        pairs.append((called, ""))
    if state["dice"]:
        pairs.append((f"{called}.{ROLLED}", _listed(map(str, state["dice"]))))
    return "&".join(f"{quote_plus(key, _SAFE)}={quote_plus(value, _SAFE)}" for key, value in pairs)


def parts(query: str, game: str = "", table: Iterable[Mapping[str, Any]] | None = None) -> list[Part]:
    """The calculators' pairs in an address (or its query), with the names of today.

    `game` is the one whose calculators have short names there; `table` stands in for `renamed()`.
    """
    text = query.partition("#")[0]
    text = text.partition("?")[2] if "?" in text else text
    pairs = [[unquote_plus(side) for side in pair.partition("=")[::2]] for pair in text.split("&") if pair]
    edition = next((value for key, value in pairs if key == EDITION), "")
    found = [_part(key, value, game) for key, value in pairs if key != EDITION]
    for entry in renamed() if table is None else table:
        if _older(edition, entry["edition"]):
            found = _brought_on(found, entry)
    return found


def restored(description: Description, said: Iterable[Part], number: int = 1) -> Restored:
    """What the parts of an address say of the calculator that is the `number`th of its resolver on the page."""
    fields = description["fields"]
    here = [part for part in said if (part.resolver, part.number) == (description["resolver"], number)]
    found = Restored({}, [], [])
    given = _tree(part for part in here if not part.usual)
    rolled = given.pop(ROLLED, None)
    start = {example["name"]: example["inputs"] for example in description["examples"]}
    chosen = next((part.value for part in here if not part.path), "")
    if chosen and chosen not in start:
        found.problems.append({"field": "", "given": chosen, "accepted": "the name of an example"})
    usual = _taken(fields, {}, _tree(part for part in here if part.usual), "", Restored({}, [], []))
    taken = _taken(fields, values(fields, {**usual, **start.get(chosen, {})}), given, "", found)
    named = {spec["name"]: _value(spec, taken[spec["name"]]) for spec in fields if spec["name"] in given}
    now = values(fields, taken) | named  # what the link names stays in the form, even where it does not apply
    inputs = {spec["name"]: now[spec["name"]] for spec in fields if now[spec["name"]] != spec["default"]}
    dice = None
    if rolled and description["dice"]:
        faces = _entries(rolled["value"] or "")
        dice = [int(face) if re.fullmatch("[0-9]{1,4}", face) else face for face in faces] or None
    elif rolled:
        found.unknown.append(rolled["key"])
    return replace(found, state={"inputs": inputs, "dice": dice})


def of_link(description: Description, link: str) -> dict[str, Any]:
    """The state that an address, or its query, gives the first calculator of a resolver that it names.

    Keys that the resolver does not have are left out with a warning; raises `InputError` for values that cannot be.
    """
    said = parts(link, description["game"])
    first = min((part.number for part in said if part.resolver == description["resolver"]), default=1)
    found = restored(description, said, first)
    if found.problems:
        raise InputError([Problem(each["field"], each["given"], each["accepted"]) for each in found.problems])
    if found.unknown:
        warnings.warn(f"{description['resolver']} has no {', '.join(found.unknown)}: left out.", stacklevel=4)
    return found.state


def values(fields: Fields, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every field's value, numbers also where they are given as they were typed; defaults where a field is left out
    or does not apply."""
    read = {spec["name"]: _value(spec, given.get(spec["name"], spec["default"])) for spec in fields}
    asked = applying(fields, read)
    return {spec["name"]: read[spec["name"]] if spec["name"] in asked else spec["default"] for spec in fields}


def with_edition(query: str) -> str:
    """A query with the edition of this book; the empty one stays empty."""
    return f"{query}&{EDITION}={companion.__version__}" if query else ""


def _value(spec: Mapping[str, Any], given: Any) -> Any:
    if spec["kind"] == "rows" and isinstance(given, list):
        return [values(spec["fields"], row) for row in given]
    return _number(spec, given) if spec["kind"] == "number" and isinstance(given, str) else given


def _number(spec: Mapping[str, Any], given: str) -> Any:
    """A number as it was typed; what is none stays as it is, for the calculator to tell."""
    bare = given.strip().replace("−", "-")
    if not bare and spec.get("blank"):
        return None
    return int(bare) if _WHOLE.fullmatch(bare) else given


def _differences(fields: Fields, now: Mapping[str, Any], start: Mapping[str, Any], at: str) -> list[tuple[str, str]]:
    asked = applying(fields, now)
    found: list[tuple[str, str]] = []
    for spec in in_order(fields):
        key, value, before = f"{at}.{spec['name']}", now[spec["name"]], start[spec["name"]]
        if spec["name"] not in asked or value == before:
            continue
        if spec["kind"] != "rows":
            found.append((key, _written(spec, value)))
            continue
        if len(value) != len(before):
            found.append((key, str(len(value))))
        fresh = values(spec["fields"], {})
        for place, row in enumerate(value):
            first = before[place] if place < len(before) else fresh
            found += _differences(spec["fields"], row, first, f"{key}.{place + 1}")
    return found


def _written(spec: Mapping[str, Any], value: Any) -> str:
    if value is None:
        return ""
    if spec["kind"] == "switch" and isinstance(value, bool):
        return "yes" if value else "no"
    return _listed(value) if spec["kind"] == "many" else str(value)


def _listed(entries: Iterable[str]) -> str:
    return ".".join(entry.replace("~", "~0").replace(".", "~1") for entry in entries)


def _entries(text: str) -> list[str]:
    return [entry.replace("~1", ".").replace("~0", "~") for entry in text.split(".")] if text else []


def _part(key: str, value: str, game: str) -> Part:
    name, *path = key.split(".")
    numbered = re.fullmatch(r"(.+)-([1-9][0-9]{0,2})", name)
    name, number = (numbered[1], int(numbered[2])) if numbered else (name, 1)
    return Part(key, name if "/" in name else f"{game}/{name}", number, tuple(path), value)


def _older(edition: str, other: str) -> bool:
    """Whether an edition is from before another; one that is missing or no version is today's."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})*", edition):
        return False
    return [int(part) for part in edition.split(".")] < [int(part) for part in other.split(".")]


def _brought_on(said: list[Part], entry: Mapping[str, Any]) -> list[Part]:
    """The parts with the names of one edition later."""
    field = tuple(entry["field"].split(".")) if "field" in entry else ()
    theirs = [part for part in said if part.resolver == entry["resolver"]]
    if "was" in entry:
        known = {part.number for part in theirs if part.usual and part.path == field}
        numbers = sorted({part.number for part in theirs} - known)
        return said + [Part("", entry["resolver"], number, field, entry["was"], usual=True) for number in numbers]
    return [_with_new_name(part, entry, field) if part in theirs else part for part in said]


def _with_new_name(part: Part, entry: Mapping[str, Any], field: tuple[str, ...]) -> Part:
    to = entry["to"]
    if not field and "example" not in entry:
        return replace(part, resolver=to)
    if not field:
        return replace(part, value=to) if not part.path and part.value == entry["example"] else part
    names = [place for place, step in enumerate(part.path) if not step.isdigit()]
    if tuple(part.path[place] for place in names[: len(field)]) != field:
        return part
    if "value" in entry:
        return replace(part, value=_listed(to if each == entry["value"] else each for each in _entries(part.value)))
    last = names[len(field) - 1]
    return replace(part, path=(*part.path[:last], to, *part.path[last + 1 :]))


def _tree(said: Iterable[Part]) -> dict[str, Any]:
    """The parts by the steps of their paths: `{step: {"key", "value", "below"}}`; of equal ones the last holds."""
    tree: dict[str, Any] = {}
    for part in said:
        level = tree
        for place, step in enumerate(part.path):
            node = level.setdefault(step, {"key": part.key, "value": None, "below": {}})
            level = node["below"]
            if place == len(part.path) - 1:
                node |= {"key": part.key, "value": part.value}
    return tree


def _taken(
    fields: Fields, start: Mapping[str, Any], given: Mapping[str, Any], at: str, found: Restored
) -> dict[str, Any]:
    """The values of a start with those that are given over them. What cannot be is told and left out."""
    now = dict(start)
    for spec in fields:
        name, node = spec["name"], given.get(spec["name"])
        if node is None:
            continue
        if spec["kind"] == "rows":
            now[name] = _rows(spec, start.get(name, spec["default"]), node, at + name, found)
            continue
        found.unknown.extend(_keys(node["below"]))
        if node["value"] is not None:
            value, accepted = _read(spec, node["value"])
            if accepted:
                found.problems.append({"field": at + name, "given": node["value"], "accepted": accepted})
            else:
                now[name] = value
    known = {spec["name"] for spec in fields}
    found.unknown.extend(_keys({step: node for step, node in given.items() if step not in known}))
    return now


def _read(spec: Mapping[str, Any], text: str) -> tuple[Any, str]:
    """The value that a text means to a field, or what would have been accepted."""
    if spec["kind"] == "number":
        return _number(spec, text), ""
    if spec["kind"] == "switch":
        word = text.strip().lower()
        return word in YES, "" if word in YES or (word in NO and word) else "yes or no"
    if spec["kind"] == "many":
        entries = _entries(text)
        return entries, "" if len(entries) <= spec["most"] else f"a list of {spec['least']} to {spec['most']}"
    return None if not text and spec.get("blank") else text, ""


def _rows(
    spec: Mapping[str, Any], start: Sequence[Any], node: Mapping[str, Any], at: str, found: Restored
) -> list[Any]:
    count, given = len(start), node["value"]
    if given is not None:
        if re.fullmatch("[0-9]{1,3}", given) and int(given) <= spec["most"]:
            count = int(given)
        else:
            accepted = f"a number of records from {spec['least']} to {spec['most']}"
            found.problems.append({"field": at, "given": given, "accepted": accepted})
    fresh = values(spec["fields"], {})
    places = {str(place + 1): place for place in range(count)}
    found.unknown.extend(_keys({step: each for step, each in node["below"].items() if step not in places}))
    rows = []
    for step, place in places.items():
        row, each = start[place] if place < len(start) else fresh, node["below"].get(step)
        below = each["below"] if each else {}
        if each and each["value"] is not None:
            found.unknown.append(each["key"])
        rows.append(_taken(spec["fields"], row, below, f"{at}[{place}].", found))
    return rows


def _keys(tree: Mapping[str, Any]) -> list[str]:
    """The keys of all that hangs in a tree."""
    found = []
    for node in tree.values():
        found += [node["key"]] if node["value"] is not None else []
        found += _keys(node["below"])
    return found
