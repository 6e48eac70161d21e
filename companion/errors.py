"""What goes wrong with what a reader gives, and what the rules refuse: two different things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """One field that cannot be used: its name (`foes[1].agility`), what was given and what is accepted."""

    field: str
    given: Any
    accepted: str
    hint: str = ""

    @property
    def message(self) -> str:
        """One full sentence that names field, gift and what would do."""
        given = '"' + self.given + '"' if isinstance(self.given, str) else repr(self.given)
        if len(given) > 80:
            given = given[:77] + "…"
        hint = f" {self.hint}" if self.hint else ""
        return f"{self.field}: {given} was given; accepted is {self.accepted}.{hint}"

    def to_json(self) -> dict[str, Any]:
        given = self.given
        as_it_is = isinstance(given, str | int | bool | None) or (isinstance(given, float) and isfinite(given))
        return {
            "field": self.field,
            "given": given if as_it_is else str(given),
            "accepted": self.accepted,
            "message": self.message,
        }


class CompanionError(Exception):
    """Anything that the engine tells a reader in words; `str()` is one clear text."""

    def __str__(self) -> str:
        return str(self.args[0])


class InputError(CompanionError):
    """Inputs that cannot be used, each field with its `Problem`."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(problem.message for problem in self.problems))

    def to_json(self) -> list[dict[str, Any]]:
        return [problem.to_json() for problem in self.problems]


class UnknownName(CompanionError, KeyError):
    """No game, resolver, example or table row of that name; the text names the nearest one."""

    def __init__(self, kind: str, name: str, known: Sequence[str]) -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        super().__init__(f'There is no {kind} "{name}". {nearest(name, self.known)}'.rstrip())


class HouseRulesError(CompanionError):
    """A house-rules file that cannot be used: names the file, the key and the reason."""


class TableError(CompanionError):
    """A table of the game whose data is wrong: names the file, the row and the value."""


class Refused(Exception):
    """The rules do not allow this. Raised by a rule's `prepare`; carries the reason and the rule's address."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(reason)
        self.reason, self.rule = reason, rule


def nearest(name: str, known: Sequence[str]) -> str:
    """A sentence that names the known name most like this one, or all of them where none is near."""
    from difflib import get_close_matches

    close = get_close_matches(str(name).lower(), known, 1, 0.6)
    if close:
        return f'Did you mean "{close[0]}"?'
    return f"Known: {', '.join(known)}." if known else ""
