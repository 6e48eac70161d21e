"""Checks what a reader gave against the declared fields, and says all that is wrong at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import InputError, Problem, nearest
from companion.fields import FieldSpec, plain, specs

YES = {"yes", "true", "on", "1", "y"}
NO = {"no", "false", "off", "0", "n", ""}


@dataclass(frozen=True, slots=True)
class Ignored:
    """A field that was set though it does not apply here, and why it does not."""

    field: str
    why: str

    def to_json(self) -> dict[str, str]:
        return {"field": self.field, "why": self.why}


def read(record: type, given: Mapping[str, Any], at: str = "") -> tuple[Any, tuple[Ignored, ...]]:
    """The record that the inputs describe, and the inputs that do not apply.

    Missing fields take their defaults. Raises `InputError` with every problem: an unknown field (named with the
    nearest known one), a value of the wrong kind, one beyond the limits.
    """
    fields = specs(record)
    known = {spec.name for spec in fields}
    problems = [
        Problem(at + str(name), value, "a field of this calculator", nearest(str(name), sorted(known)))
        for name, value in given.items()
        if name not in known
    ]
    values: dict[str, Any] = {}
    ignored: list[Ignored] = []
    for spec in fields:
        values[spec.name] = spec.default
        if spec.name in given:
            try:
                values[spec.name], inner = _value(spec, given[spec.name], at)
                ignored += inner
            except InputError as error:
                problems += error.problems
    so_far: dict[str, Any] = {}
    for spec in _after_what_they_need(fields):
        value = values[spec.name]
        if not spec.applies(so_far):
            if plain(value) != plain(spec.default):
                ignored.append(Ignored(at + spec.name, spec.why or "it does not apply here"))
            value = values[spec.name] = spec.default
        so_far[spec.name] = plain(value)
    if problems:
        raise InputError(problems)
    return record(**values), tuple(ignored)


def _after_what_they_need(fields: Sequence[FieldSpec]) -> Iterable[FieldSpec]:
    """The fields, each after those that its condition names, wherever they stand in the record."""
    known = {spec.name: spec for spec in fields}
    placed: dict[str, FieldSpec] = {}

    def place(spec: FieldSpec) -> None:
        for name, _ in spec.when:
            if name not in placed:
                place(known[name])
        placed[spec.name] = spec

    for spec in fields:
        if spec.name not in placed:
            place(spec)
    return placed.values()


def _value(spec: FieldSpec, given: Any, at: str) -> tuple[Any, Sequence[Ignored]]:
    name = at + spec.name
    if spec.blank is not None and (given is None or (isinstance(given, str) and not given.strip())):
        return None, ()
    if spec.kind == "rows":
        return _rows(spec, given, name)
    if spec.kind == "many":
        items = [part.strip() for part in given.split(",") if part.strip()] if isinstance(given, str) else given
        if not isinstance(items, list | tuple) or not _fits(spec, len(items)):
            raise InputError([Problem(name, given, spec.accepted)])
        return tuple(_option(spec, item, f"{name}[{place}]") for place, item in enumerate(items)), ()
    if spec.kind == "choice":
        return _option(spec, given, name), ()
    if spec.kind == "number":
        return _number(spec, given, name), ()
    if spec.kind == "switch":
        return _switch(spec, given, name), ()
    if spec.kind == "pairs":
        if isinstance(given, Mapping) and all(isinstance(each, str) for each in given.values()):
            return tuple((str(key), each) for key, each in given.items()), ()
        raise InputError([Problem(name, given, spec.accepted)])
    if not isinstance(given, str) or len(given) > (spec.most or 0) or any(ord(letter) < 32 for letter in given):
        raise InputError([Problem(name, given, spec.accepted)])
    return given, ()


def _fits(spec: FieldSpec, length: int) -> bool:
    return (spec.least or 0) <= length <= (spec.most or 0)


def _number(spec: FieldSpec, given: Any, name: str) -> int:
    number = given
    if isinstance(given, str):
        digits = given.strip().replace("−", "-")
        number = int(digits) if digits.lstrip("+-").isascii() and _whole(digits) else None
    elif isinstance(given, float) and given.is_integer():
        number = int(given)
    low, high = spec.low or 0, spec.high or 0
    if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
        raise InputError([Problem(name, given, spec.accepted)])
    return number


def _whole(digits: str) -> bool:
    unsigned = digits[1:] if digits[:1] in ("+", "-") else digits
    return unsigned.isdigit() and len(unsigned) <= 12


def _switch(spec: FieldSpec, given: Any, name: str) -> bool:
    if isinstance(given, bool):
        return given
    word = str(given).strip().lower() if isinstance(given, str | int) else None
    if word in YES:
        return True
    if word in NO:
        return False
    raise InputError([Problem(name, given, spec.accepted)])


def _option(spec: FieldSpec, given: Any, name: str) -> Any:
    given = plain(given)
    word = given.strip().lower() if isinstance(given, str) else None
    for option in spec.options or ():
        if word == option.value.lower():
            return spec.members(option.value) if spec.members else option.value
    values = [option.value for option in spec.options or ()]
    hint = nearest(word, values) if word else ""
    raise InputError([Problem(name, given, spec.accepted, hint if hint.startswith("Did") else "")])


def _rows(spec: FieldSpec, given: Any, name: str) -> tuple[Any, Sequence[Ignored]]:
    if isinstance(given, str):
        import json

        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            raise InputError([Problem(name, given, spec.accepted + " as JSON")]) from None
    if not isinstance(given, list | tuple) or not _fits(spec, len(given)):
        raise InputError([Problem(name, given, spec.accepted)])
    assert spec.record is not None
    read_rows: list[Any] = []
    ignored: list[Ignored] = []
    problems: list[Problem] = []
    for place, row in enumerate(given):
        if isinstance(row, spec.record):
            read_rows.append(row)
            continue
        if not isinstance(row, Mapping):
            problems.append(Problem(f"{name}[{place}]", row, "a record with fields by name"))
            continue
        try:
            record, inner = read(spec.record, row, f"{name}[{place}].")
            read_rows.append(record)
            ignored += inner
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return tuple(read_rows), ignored
