"""The inputs that a command line describes: an example, then key=value over it, then paths into lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.errors import InputError, Problem, nearest
from companion.fields import FieldSpec, plain, specs

if TYPE_CHECKING:
    from companion.resolver import Resolver

LARGEST_SEED = 10**18


def inputs(
    resolver: Resolver, given: Sequence[str], example: str | None
) -> tuple[dict[str, Any], tuple[int, ...] | None]:
    """The inputs for a calculator, and the example's dice if it brings them.

    `total=8` sets a field; `combatants.0.agility=5` one field of a row, where the number after the last row adds one;
    a list may be given as JSON. Raises `InputError` with every word that is no key=value and every path that leads
    nowhere, `UnknownName` for an example that is not there. The values themselves are checked by the calculator.
    """
    import copy

    start = resolver.example(example) if example is not None else None
    values: dict[str, Any] = copy.deepcopy(dict(start.inputs)) if start else {}
    known = {spec.name: spec for spec in specs(resolver.situation)}
    problems: list[Problem] = []
    for word in given:
        key, sign, value = word.partition("=")
        path = key.strip().replace("-", "_").split(".")
        if not sign or not path[0]:
            hint = nearest(path[0], list(known))
            problems.append(Problem("arguments", word, "key=value", hint if hint.startswith("Did") else ""))
        elif len(path) == 1 or path[0] not in known:
            values[path[0]] = _value(known.get(path[0]), value)
        else:
            try:
                values[path[0]] = _placed(known[path[0]], values, path[1:], value, key)
            except InputError as error:
                problems += error.problems
    if problems:
        raise InputError([*problems, *(each for each in _others(resolver, values) if each not in problems)])
    return values, start.dice if start else None


def whole(name: str, given: str, low: int, high: int) -> int:
    """An option's whole number. Raises `InputError` that names the option."""
    digits = given.strip()
    if digits.isascii() and digits.isdigit() and len(digits) <= len(str(high)) and low <= int(digits) <= high:
        return int(digits)
    raise InputError([Problem(name, given, f"a whole number from {low} to {high}")])


def _others(resolver: Resolver, values: dict[str, Any]) -> Sequence[Problem]:
    """What is wrong with the values besides, so that all is said at once."""
    try:
        resolver.read(values)
    except InputError as error:
        return error.problems
    return ()


def _value(spec: FieldSpec | None, value: str) -> Any:
    if spec is None or spec.kind not in ("rows", "many") or not value.strip().startswith("["):
        return value
    import json

    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _placed(spec: FieldSpec, values: dict[str, Any], path: list[str], value: str, key: str) -> list[Any]:
    """The list of a `rows` or `many` field with one value changed or added."""
    rows = spec.kind == "rows"
    if spec.kind not in ("rows", "many") or len(path) != (2 if rows else 1):
        shape = f"{spec.name}.0.field" if rows else f"{spec.name}.0" if spec.kind == "many" else spec.name
        raise InputError([Problem(key, value, f"{shape}=value")])
    held = values.get(spec.name, plain(spec.default))
    if not isinstance(held, list):
        raise InputError([Problem(spec.name, held, f"{spec.accepted} as JSON")])
    place = whole(f"{spec.name}.{path[0]}", path[0], 0, len(held))
    if not rows:
        return [*held[:place], value, *held[place + 1 :]]
    row = held[place] if place < len(held) else {}
    if not isinstance(row, dict):
        raise InputError([Problem(f"{spec.name}[{place}]", row, "a record with fields by name")])
    return [*held[:place], {**row, path[1]: value}, *held[place + 1 :]]
