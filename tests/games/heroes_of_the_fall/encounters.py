"""A table at which the tests play: fighters from short sheets, acts with given dice, and what was said."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion import catalogue, find
from companion.encounter import Attack, Combatant, Fight, Option, act
from companion.encounter.fight import empty
from companion.encounter.reading import fight_of

TRACKER = catalogue.tracker("heroes-of-the-fall")


class Table:
    """A fight that goes on; every state passes through JSON."""

    def __init__(self, **scene: Any) -> None:
        self.fight: Fight = empty(TRACKER)
        self.lines: list[str] = []
        if scene:
            self.do("scene", inputs=scene)

    def do(self, do: str, /, **given: Any) -> None:
        """One act."""
        happened = act(TRACKER, self.fight, {"do": do, **given})
        self.lines = [line.text for line in happened.lines]
        self.fight = fight_of(TRACKER, json.loads(json.dumps(happened.fight.to_json())))
        assert self.fight == happened.fight

    def add(self, name: str, side: str = "foes", **sheet: Any) -> str:
        """One more fighter; the id."""
        self.do("add", name=name, side=side, sheet=sheet)
        return self.fight.combatants[-1].id

    def one(self, name: str) -> Combatant:
        """A fighter by name, as they are now."""
        return self.fight.named(name)

    def gain(self, name: str, *conditions: str) -> None:
        """Conditions put on by the game master."""
        for condition in conditions:
            self.do("gain", who=self.one(name).id, condition=condition)

    def attacks(self, attacker: str, target: str, /) -> dict[str, Attack]:
        """What the one can do to the other, by name."""
        return {each.name: each for each in TRACKER.attacks(self.fight, self.one(attacker), self.one(target))}

    def apply(self, attacker: str, target: str, attack: str, dice: list[int], /, **changed: Any) -> None:
        """A throw of one of those calculators, put in force."""
        found = self.attacks(attacker, target)[attack]
        self.do(
            "apply", attacker=self.one(attacker).id, target=self.one(target).id, resolver=found.resolver,
            inputs={**found.inputs, **changed}, dice=dice,
        )  # fmt: skip

    def level(self, attacker: str, target: str, attack: str, /, **changed: Any) -> int:
        """The feat level of an attack without its dice."""
        found = self.attacks(attacker, target)[attack]
        answer = find(found.resolver).roll({**found.inputs, **changed}, seed=1)
        level: int = answer["outcome"]["feat_level"]
        return level

    def plan(self, name: str) -> dict[str, Option]:
        """What the fighter can do, by name."""
        return {each.name: each for each in TRACKER.plan(self.fight, self.one(name))}

    def choose(self, name: str, option: str) -> None:
        """One thing of the plan is done."""
        self.do("option", who=self.one(name).id, option=option)

    def health(self, name: str) -> str:
        """The word for how the fighter is."""
        return TRACKER.health(self.fight, self.one(name)).label

    def order(self) -> list[tuple[list[str], int, str]]:
        """The places of the count-down."""
        return [([self.fight[who].name for who in place.who], place.at, place.label) for place in self.fight.order]

    def changed(self, name: str) -> dict[str, int]:
        """The marks that are not as they were at the beginning."""
        one = self.one(name)
        fresh = {mark.name: mark.start(one.sheet) for mark in TRACKER.marks}
        return {key: value for key, value in one.marks.items() if value != fresh[key]}

    def next(self, dice: list[int] | None = None) -> None:
        """The next place of the count-down, or the next round with these skill dice."""
        self.do("next", dice=dice)

    def next_round(self, dice: list[int] | None = None) -> None:
        """On to the next round."""
        number = self.fight.round
        while self.fight.round == number:
            self.next(dice if self.fight.turn >= len(self.fight.order) - 1 else None)


def arm(weapon: str, skill: int = 6, modifier: int | None = None, carried: str = "main") -> Mapping[str, Any]:
    """One weapon of a sheet."""
    return {"weapon": weapon, "skill": skill, "modifier": modifier, "carried": carried}


def duel(modifier: int | None = 50, **sheet: Any) -> Table:
    """Ada and Bran of the chapter: long swords, six against six, in leather."""
    table = Table()
    for name, side in (("Ada", "party"), ("Bran", "foes")):
        weapons = [arm("long-sword", 6, modifier)]
        table.add(name, side, **{"weapons": weapons, "armour": ["leather"], "mettle": 6, "dodge": 2, **sheet})
    return table
