"""What a reader may set: each field's label, kind, limits, default and help, declared once.

A record (the situation of a rule, a row of a table, one combatant of a list) is a frozen dataclass whose fields
are made by the functions here. From that declaration come the widget's form, the command line's options, the JSON
Schema, the checks and their messages.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum
from typing import Any

Condition = Mapping[str, Any]
"""When a field applies: other fields of the same record, each with the value or values that make it apply.

A value may be a function without arguments that returns the values, for those that depend on a table.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Option:
    """One value that a choice allows, with its label, a line of help, and where it comes from."""

    value: str
    label: str
    help: str = ""
    source: str = ""

    def to_json(self) -> dict[str, str]:
        return {"value": self.value, "label": self.label, "help": self.help, "source": self.source}


@dataclasses.dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field of a record. See the functions below for the kinds."""

    name: str
    kind: str
    label: str
    default: Any = None
    unit: str = ""
    help: str = ""
    group: str = ""
    low: int | None = None
    high: int | None = None
    blank: str | None = None
    options: tuple[Option, ...] | None = None
    members: type[Enum] | None = None
    when: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    why: str = ""
    record: type | None = None
    least: int | None = None
    most: int | None = None

    @property
    def accepted(self) -> str:
        """What the field accepts, in words, for messages and help."""
        if self.kind == "number":
            text = f"a whole number from {self.low} to {self.high}".replace("-", "−")
            return f"{text}, or nothing ({self.blank})" if self.blank is not None else text
        if self.kind == "switch":
            return "yes or no"
        if self.kind == "choice":
            text = f"one of {self._options_text()}"
            return f"{text}, or nothing ({self.blank})" if self.blank is not None else text
        if self.kind == "many":
            return f"a list of {self.least} to {self.most}, each one of {self._options_text()}"
        if self.kind == "rows":
            return f"a list of {self.least} to {self.most} records"
        if self.kind == "pairs":
            return "a table of texts"
        return f"a text of at most {self.most} characters"

    def _options_text(self) -> str:
        return ", ".join(option.value for option in self.options or ())

    def applies(self, values: Mapping[str, Any]) -> bool:
        """Whether the field applies, given the record's other values (as plain data)."""
        return all(values.get(name) in allowed for name, allowed in self.when)

    def to_json(self) -> dict[str, Any]:
        """The field as plain data, for forms in any language."""
        return {
            "name": self.name,
            "kind": self.kind,
            "label": self.label,
            "unit": self.unit,
            "help": self.help,
            "group": self.group,
            "default": plain(self.default),
            "low": self.low,
            "high": self.high,
            "blank": self.blank,
            "options": None if self.options is None else [option.to_json() for option in self.options],
            "when": {name: list(allowed) for name, allowed in self.when} or None,
            "why": self.why,
            "fields": None if self.record is None else [field.to_json() for field in specs(self.record)],
            "least": self.least,
            "most": self.most,
        }


def _declare(kind: str, default: Any, **details: Any) -> Any:
    return dataclasses.field(default=default, metadata={"field": {"kind": kind, "default": default, **details}})


def number(
    label: str,
    low: int,
    high: int,
    *,
    default: int | None = 0,
    unit: str = "",
    help: str = "",
    group: str = "",
    blank: str | None = None,
    when: Condition | None = None,
    why: str = "",
) -> Any:
    """A whole number from `low` to `high`. With `blank` (what nothing means) it may be left empty: None."""
    given = None if blank is not None else default
    return _declare(
        "number", given, label=label, low=low, high=high, unit=unit, help=help, group=group, blank=blank,
        when=when, why=why,
    )  # fmt: skip


def switch(
    label: str, *, default: bool = False, help: str = "", group: str = "", when: Condition | None = None, why: str = ""
) -> Any:
    """Yes or no."""
    return _declare("switch", default, label=label, help=help, group=group, when=when, why=why)


def choice(
    label: str,
    options: Any,
    *,
    default: Any = None,
    help: str = "",
    group: str = "",
    blank: str | None = None,
    when: Condition | None = None,
    why: str = "",
) -> Any:
    """One of several. `options` is a string Enum (the record then holds its member), a table (a row's key), pairs
    of value and label, or a function that returns `Option`s. Without a default, the first one."""
    return _declare(
        "choice", default, label=label, options=options, help=help, group=group, blank=blank, when=when, why=why
    )


def many(
    label: str,
    options: Any,
    *,
    default: tuple[Any, ...] = (),
    least: int = 0,
    most: int = 12,
    help: str = "",
    group: str = "",
    when: Condition | None = None,
    why: str = "",
) -> Any:
    """Several of the options, in order, repeats allowed: a tuple of `least` to `most`."""
    return _declare(
        "many", default, label=label, options=options, least=least, most=most, help=help, group=group, when=when,
        why=why,
    )  # fmt: skip


def rows(
    label: str,
    record: type,
    *,
    default: tuple[Any, ...] = (),
    least: int = 0,
    most: int = 20,
    help: str = "",
    group: str = "",
    when: Condition | None = None,
    why: str = "",
) -> Any:
    """A list of records of another class: a tuple of `least` to `most`."""
    return _declare(
        "rows", default, label=label, record=record, least=least, most=most, help=help, group=group, when=when,
        why=why,
    )  # fmt: skip


def text(
    label: str,
    *,
    default: str = "",
    longest: int = 60,
    help: str = "",
    group: str = "",
    when: Condition | None = None,
    why: str = "",
) -> Any:
    """A short text, such as a name."""
    return _declare("text", default, label=label, most=longest, help=help, group=group, when=when, why=why)


def pairs(label: str) -> Any:
    """Texts by name, in a table only: a tuple of (name, text)."""
    return _declare("pairs", (), label=label)


def ruling(rulings: Any, name: str) -> Any:
    """A ruling in force: a choice among the readings of an ambiguous rule, its default from the rulings table."""
    return _declare("choice", None, ruling=(rulings, name), group="Rulings")


def specs(record: type) -> tuple[FieldSpec, ...]:
    """The fields of a record class, with the options and defaults in force under the current house rules."""
    from companion import house

    known = _SPECS.get(record)
    if known is None or known[0] is not house.current():
        found = tuple(_spec(field) for field in dataclasses.fields(record) if "field" in field.metadata)
        known = _SPECS[record] = (house.current(), found)
    return known[1]


_SPECS: dict[type, tuple[Any, tuple[FieldSpec, ...]]] = {}


def _spec(field: dataclasses.Field[Any]) -> FieldSpec:
    details: dict[str, Any] = dict(field.metadata["field"])
    if "ruling" in details:
        table, name = details.pop("ruling")
        row = table[name]
        details |= {
            "label": row.title,
            "help": row.question,
            "default": row.default,
            "options": [Option(value, text) for value, text in row.options],
        }
    options = details.pop("options", None)
    if options is not None:
        details["members"] = options if isinstance(options, type) else None
        details["options"] = _options(options)
        if details["kind"] == "choice" and details["default"] is None and details.get("blank") is None:
            first = details["options"][0].value
            details["default"] = details["members"](first) if details["members"] else first
    when = details.pop("when", None) or {}
    details["when"] = tuple((name, _values(allowed)) for name, allowed in when.items())
    return FieldSpec(field.name, **details)


def _values(allowed: Any) -> tuple[Any, ...]:
    found = allowed() if callable(allowed) else allowed
    if isinstance(found, str | bool | int | None):
        found = (found,)
    return tuple(plain(value) for value in found)


def _options(options: Any) -> tuple[Option, ...]:
    found = options() if callable(options) and not isinstance(options, type) else options
    if isinstance(found, type):
        return tuple(Option(member.value, _label(member)) for member in found)  # type: ignore[attr-defined]
    if hasattr(found, "as_options"):
        return tuple(found.as_options())
    return tuple(option if isinstance(option, Option) else Option(*option) for option in found)


def _label(member: Enum) -> str:
    label = str(getattr(member, "label", member.value))
    return label[:1].upper() + label[1:]


def plain(value: Any) -> Any:
    """A value as plain JSON data: members as their values, tuples as lists, records as objects."""
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        if hasattr(value, "to_json"):
            return value.to_json()
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list | frozenset | set):
        return [plain(each) for each in value]
    return value
