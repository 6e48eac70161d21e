"""What the tests of the tracker share: fights of presets and of own sheets, acts by name, throws with given dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion import catalogue, find
from companion.encounter import Fight, act, presets
from companion.encounter.fight import empty

TRACKER = catalogue.tracker("fantasy-crux")
PRESETS = presets(TRACKER)
HERO, OGRE = "Sword and leather", "Ogre with a club"


def fight_of(*names: str, **sheets: dict[str, Any]) -> Fight:
    """A fight of presets by their keys, and of own sheets: heroes begin with a small letter, foes with a capital."""
    fight = empty(TRACKER)
    for name in names:
        preset = PRESETS[name]
        add = {"name": preset.title, "side": preset.side.value, "sheet": preset.to_json()["sheet"]}
        fight = act(TRACKER, fight, {"do": "add", **add}).fight
    for name, sheet in sheets.items():
        side = "foes" if name[0].isupper() else "party"
        sheet = {"dexterity": 10 if side == "foes" else 11, **sheet}
        fight = act(TRACKER, fight, {"do": "add", "name": name, "side": side, "sheet": sheet}).fight
    return fight


def do(fight: Fight, what: str, who: str = "", **given: Any) -> Fight:
    """One act on somebody, by name."""
    named = {"who": fight.named(who).id} if who else {}
    return act(TRACKER, fight, {"do": what, **named, **given}).fight


def told(fight: Fight, what: str, who: str = "", **given: Any) -> list[str]:
    """The lines of one act."""
    named = {"who": fight.named(who).id} if who else {}
    return [line.text for line in act(TRACKER, fight, {"do": what, **named, **given}).lines]


def attack_named(fight: Fight, attacker: str, target: str, name: str) -> Any:
    """One of the filled calculators."""
    found = TRACKER.attacks(fight, fight.named(attacker), fight.named(target))
    return next(attack for attack in found if attack.name == name)


def strike(fight: Fight, attacker: str, target: str, name: str, dice: list[int], **changed: Any) -> Any:
    """The throw of a filled calculator with these dice, put in force."""
    attack = attack_named(fight, attacker, target, name)
    given = {"attacker": fight.named(attacker).id, "target": fight.named(target).id, "dice": dice}
    inputs = {**attack.inputs, **changed}
    return act(TRACKER, fight, {"do": "apply", "resolver": attack.resolver, "inputs": inputs, **given})


def label(fight: Fight, who: str) -> str:
    """What somebody's wounds mean, in a word."""
    return TRACKER.health(fight, fight.named(who)).label


def points(fight: Fight, who: str, mark: str = "hit_points") -> int:
    """One running number of somebody."""
    return fight.named(who).marks[mark]


def begun(fight: Fight, *faces: int) -> Fight:
    """The fight with the order rolled by these dice; the dice for full ties show ones where they are not given."""
    order = find(TRACKER.initiative.resolver)
    ready = order.prepare(order.read(TRACKER.initiative.inputs(fight))[0])
    dice = [*faces, *[1] * (len(ready.entries) + ready.rerolls - len(faces))]
    return act(TRACKER, fight, {"do": "begin", "dice": dice}).fight


def undefended(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs of an attack without a defence."""
    gone = ("defence", "defence_skill", "item", "foe_minimum", "off_hand_reaction")
    return {key: value for key, value in inputs.items() if key not in gone}


def unanswered(fight: Fight, attacker: str, target: str, name: str, dice: list[int]) -> Any:
    """A throw that nobody answers, put in force."""
    attack = attack_named(fight, attacker, target, name)
    given = {"attacker": fight.named(attacker).id, "target": fight.named(target).id, "dice": dice}
    inputs = undefended(attack.inputs)
    return act(TRACKER, fight, {"do": "apply", "resolver": attack.resolver, "inputs": inputs, **given})


def rounds_on(fight: Fight, number: int) -> Fight:
    """So many rounds later."""
    until = fight.round + number
    while fight.round < until:
        fight = do(fight, "next")
    return fight


def names(fight: Fight, attacker: str, target: str) -> list[str]:
    """The names of the filled calculators, in their order."""
    return [attack.name for attack in TRACKER.attacks(fight, fight.named(attacker), fight.named(target))]


def pool(attack: Any, side: str = "attack_pool") -> dict[str, int]:
    """The dice of a filled attack that count, by their causes."""
    resolver = find(attack.resolver)
    causes = getattr(resolver.prepare(resolver.read(attack.inputs)[0]), side).causes
    return {cause.modifier.label: cause.modifier.value for cause in causes if cause.modifier.counted}


def two(**hero: Any) -> Fight:
    """A hero of these values, whose turn it is, and a plain foe."""
    return begun(fight_of(hero={"close": 60, "ranged": 50, **hero}, Foe={"close": 50, "dodge": 40}), 9, 1)


def put(fight: Fight, who: str, *conditions: str) -> Fight:
    """The fight with these conditions on somebody."""
    for condition in conditions:
        fight = do(fight, "gain", who, condition=condition)
    return fight
