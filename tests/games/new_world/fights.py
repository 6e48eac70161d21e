"""A fight at the table, for tests: acts by name, combatants by name, and what was last told."""

from __future__ import annotations

import json
from typing import Any

from companion.encounter import Attack, Combatant, Fight, Option, act, presets
from companion.encounter.fight import empty
from companion.encounter.reading import fight_of
from companion.games.new_world.encounter import tracker
from companion.steps import Step

PRESETS = presets(tracker)


class Table:
    """A fight that goes on; whoever is named is looked up by the name."""

    def __init__(self, *names: str, **scene: Any) -> None:
        self.fight: Fight = empty(tracker)
        self.lines: tuple[Step, ...] = ()
        for name in names:
            self.preset(name)
        if scene:
            self.do("scene", inputs=scene)

    def preset(self, name: str, copies: int = 1, **sheet: Any) -> None:
        """Brings in a stat block, with other values where the test needs them."""
        given = PRESETS[name].to_json()
        self.do("add", name=given["title"], side=given["side"], sheet={**given["sheet"], **sheet}, copies=copies)

    def do(self, what: str, who: str = "", **given: Any) -> None:
        """One act; the state always survives its way through JSON."""
        if who:
            given["who"] = self[who].id
        happened = act(tracker, self.fight, {"do": what, **given})
        self.fight, self.lines = happened.fight, happened.lines
        assert fight_of(tracker, json.loads(json.dumps(self.fight.to_json()))) == self.fight

    def __getitem__(self, name: str) -> Combatant:
        return self.fight.named(name)

    def attacks(self, attacker: str, target: str) -> dict[str, Attack]:
        """The ways to attack by their names."""
        return {each.name: each for each in tracker.attacks(self.fight, self[attacker], self[target])}

    def attack(self, attacker: str, target: str, name: str, dice: list[int], **inputs: Any) -> None:
        """One of the ways to attack, thrown and put in force."""
        found = self.attacks(attacker, target)[name]
        given = {"resolver": found.resolver, "inputs": {**found.inputs, **inputs}, "dice": dice}
        self.do("apply", attacker=self[attacker].id, target=self[target].id, **given)

    def plan(self, who: str) -> dict[str, Option]:
        """The plan by the names of its options."""
        return {each.name: each for each in tracker.plan(self.fight, self[who])}

    @property
    def order(self) -> list[list[str]]:
        """The names in the order of the round."""
        return [[self.fight[who].name for who in place.who] for place in self.fight.order]

    @property
    def acting(self) -> list[str]:
        return [self.fight[who].name for who in self.fight.acting]

    @property
    def told(self) -> str:
        """All lines of the last act."""
        return "\n".join(line.text for line in self.lines)

    def until(self, name: str) -> None:
        """Turns go by until this one acts."""
        self.do("next")
        for _ in range(20):
            if name in self.acting:
                return
            self.do("next")
        raise AssertionError(f"{name} never acts")
