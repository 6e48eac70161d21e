"""How a result came about: one step, one rule, one number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of an explanation, the address of the rule that made it, and its number if it has one."""

    text: str
    rule: str
    value: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {"text": self.text, "rule": self.rule, "value": self.value}


@dataclass(frozen=True, slots=True)
class Modifier:
    """One modifier by name: its value, the rule's address, and whether it counted (a limit may shut it out)."""

    label: str
    value: int
    rule: str
    counted: bool = True
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "value": self.value,
            "rule": self.rule,
            "counted": self.counted,
            "note": self.note,
        }


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of the modifiers that count."""
    return sum(modifier.value for modifier in modifiers if modifier.counted)


def signed(value: int) -> str:
    """A modifier as a book prints it: +2, −1, +0 (a true minus sign)."""
    return f"+{value}" if value >= 0 else f"−{-value}"


def anchor(address: str) -> tuple[str, str]:
    """Where a rule's address stands: the chapter, and the id within its page.

    `new-world/disarming#ties` is the id `disarming-ties` in the chapter `new-world`; `new-world/disarming` its
    section `disarming`. Raises `CompanionError` where the text is no address.
    """
    game, slash, rest = address.partition("/")
    section, hash_mark, rule = rest.partition("#")
    if not (game and slash and section) or bool(hash_mark) != bool(rule):
        raise CompanionError(f'"{address}" is no rule address: game/section or game/section#rule is meant.')
    return game, f"{section}-{rule}" if rule else section
