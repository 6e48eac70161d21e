"""The order of a fight: who rolls what for initiative, and how armour that is put off changes it later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.encounter import Change, Combatant, Fight, Gained, Initiative, Place, Told
from companion.games.dark_eye.data import RULINGS
from companion.games.dark_eye.encounter_state import encumbrance
from companion.games.dark_eye.initiative import Combatant as Row
from companion.games.dark_eye.initiative import Initiative as Situation
from companion.games.dark_eye.initiative import Ready, prepare

ON_THE_DIE = " on the die"
RULE = "dark-eye/order"


def inputs(fight: Fight) -> dict[str, Any]:
    """Everybody's row in the calculator of initiative."""
    rows = [
        {
            "name": one.name,
            "base": one.sheet.ini,
            "armour": one.sheet.armour,
            "encumbrance": min(8, encumbrance(one)),
        }
        for one in fight.combatants
    ]
    return {"combatants": rows}


def places(fight: Fight, rolled: Mapping[str, Any]) -> Iterator[Place]:
    """The order of the throw; those who are equal to the last die stand together.

    The word on a place keeps the die, which stays for the whole fight. Address: dark-eye/order#initiative.
    """
    added = _added(fight.combatants)
    for place in rolled["outcome"]["order"]:
        who = tuple(fight.named(name).id for name in place["names"])
        faces = " and ".join(str(place["initiative"] - added[each]) for each in who)
        yield Place(who, place["initiative"], f"{faces}{ON_THE_DIE}")


def _added(combatants: Iterable[Combatant]) -> dict[str, int]:
    """What each one now adds to the die. Addresses: dark-eye/order#encumbrance, dark-eye/damage#armour."""
    return {one.id: fighter.added for one, fighter in zip(combatants, _ready(combatants).fighters, strict=True)}


def _ready(combatants: Iterable[Combatant]) -> Ready:
    rows = tuple(Row(one.name, one.sheet.ini, one.sheet.armour, min(8, encumbrance(one)), 0) for one in combatants)
    return prepare(Situation(rows, RULINGS["tie_base"].default))


def later(fight: Fight) -> list[Place]:
    """The order of a later round: the dice stay, what is added to them is counted anew.

    A place that the game master named, or that several share, stays as it is.
    Address: dark-eye/order#encumbrance.
    """
    added = _added(fight.combatants)
    bases = dict(zip(added, (fighter.base for fighter in _ready(fight.combatants).fighters), strict=True))
    found = []
    for place in fight.standing:
        (who, *more), face = place.who, place.label.removesuffix(ON_THE_DIE)
        if face != place.label and not more and face.isdecimal() and who in added:
            place = Place(place.who, added[who] + int(face), place.label)
        found.append(place)
    return sorted(found, key=lambda place: (place.at, bases.get(place.who[0], 0)), reverse=True)


def changes(fight: Fight, rolled: Mapping[str, Any]) -> Iterator[Change]:
    """Who is surprised, and who has to throw on. Addresses: dark-eye/ambush#undefended, dark-eye/order#die."""
    surprised = [one for one in fight.combatants if not one.out and one.side.value == fight.scene.ambushed.value]
    for one in surprised:
        yield Gained(one.id, "surprised", None, "dark-eye/ambush#surprised")
    if surprised:
        yield Told("Before the first round: one act against each of the surprised, without defence",
                   "dark-eye/ambush#undefended")  # fmt: skip
    for place in rolled["outcome"]["order"]:
        if len(place["names"]) > 1:
            yield Told(f"{' and '.join(place['names'])} are still equal: a d6 each, again and again", f"{RULE}#die")


initiative = Initiative("dark-eye/initiative", inputs, places, later=later, changes=changes)
