"""A table where a fight of the game Lantern goes on, for the tests of the encounter tracker."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.encounter import Fight, Tracker, act
from companion.encounter.fight import empty
from companion.encounter.reading import fight_of
from companion.errors import InputError


class Table:
    """A table where a fight goes on: `do` an act, look at the lines it told."""

    def __init__(self, tracker: Tracker) -> None:
        self.tracker, self.fight = tracker, empty(tracker)
        self.lines: list[str] = []

    def do(self, do: str, /, **given: Any) -> Fight:
        """One act; the state goes through JSON, as it does between a browser and the engine."""
        happened = act(self.tracker, self.fight, {"do": do, **given})
        self.lines = [line.text for line in happened.lines]
        self.fight = fight_of(self.tracker, json.loads(json.dumps(happened.fight.to_json())))
        assert self.fight == happened.fight
        return self.fight

    def refused(self, do: str, /, **given: Any) -> str:
        """What is said of an act that cannot be; nothing has changed."""
        before = self.fight
        with pytest.raises(InputError) as error:
            act(self.tracker, self.fight, {"do": do, **given})
        assert self.fight is before
        return str(error.value)

    def names(self) -> list[list[str]]:
        """Who acts in which place."""
        return [[self.fight[who].name for who in place.who] for place in self.fight.order]
