"""A table where a fight of this game goes on: acts by name, attacks thrown with given dice, lines told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion import catalogue
from companion.encounter import Attack, Combatant, Fight, Option, act, presets
from companion.encounter.fight import empty
from companion.encounter.reading import fight_of
from companion.errors import InputError

TRACKER = catalogue.tracker("darkmaster")
PRESETS = presets(TRACKER)


class Table:
    """A fight with those of the presets that are named; combatants are called by the presets' names."""

    def __init__(self, *names: str, **sheets: dict[str, Any]) -> None:
        self.fight: Fight = empty(TRACKER)
        self.lines: list[str] = []
        self.rules: list[str] = []
        self.ids: dict[str, str] = {}
        for name in names:
            sheet = {**PRESETS[name].to_json()["sheet"], **sheets.get(name.replace("-", "_"), {})}
            self.do("add", name=name, side=PRESETS[name].side.value, sheet=sheet)
            self.ids[name] = self.fight.combatants[-1].id

    def __getitem__(self, name: str) -> Combatant:
        return self.fight[self.ids[name]]

    def do(self, do: str, name: str = "", /, **given: Any) -> None:
        """One act, of a combatant if one is named; the state goes through JSON."""
        who = {"who": self.ids[name]} if name else {}
        happened = act(TRACKER, self.fight, {"do": do, **who, **given})
        self.lines = [line.text for line in happened.lines]
        self.rules = [line.rule for line in happened.lines]
        self.fight = fight_of(TRACKER, json.loads(json.dumps(happened.fight.to_json())))
        assert self.fight == happened.fight

    def next_round(self) -> None:
        """Turn after turn until a new round has begun."""
        before = self.fight.round
        while self.fight.round == before:
            self.do("next")

    def refused(self, do: str, name: str = "", /, **given: Any) -> str:
        """What is said of an act that cannot be."""
        who = {"who": self.ids[name]} if name else {}
        with pytest.raises(InputError) as error:
            act(TRACKER, self.fight, {"do": do, **who, **given})
        return str(error.value)

    def attack(self, one: str, target: str, name: str) -> Attack:
        """One way to attack, by its name."""
        return next(each for each in TRACKER.attacks(self.fight, self[one], self[target]) if each.name == name)

    def names(self, one: str, target: str) -> list[str]:
        """The ways to attack that are not refused, in order."""
        found = TRACKER.attacks(self.fight, self[one], self[target])
        return [each.name for each in found if not each.note.startswith("Not possible")]

    def throw(self, one: str, target: str, name: str, *dice: int, **inputs: Any) -> None:
        """An attack with these dice, put in force."""
        found = self.attack(one, target, name)
        given = {"attacker": self.ids[one], "target": self.ids[target], "resolver": found.resolver, "dice": list(dice)}
        self.do("apply", inputs={**found.inputs, **inputs}, **given)

    def option(self, name: str, option: str) -> Option:
        """One line of somebody's plan."""
        return next(each for each in TRACKER.plan(self.fight, self[name]) if each.name == option)

    def order(self) -> list[tuple[str, list[str]]]:
        """The label of each place with the names in it."""
        return [(place.label, [self.fight[who].name for who in place.who]) for place in self.fight.order]

    def acting(self) -> list[str]:
        """Whose turn it is."""
        return [self.fight[who].name for who in self.fight.acting]
