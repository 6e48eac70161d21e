"""Heroes of the Fall in the encounter tracker: a count-down anew each second, and wounds part by part."""

from __future__ import annotations

from collections.abc import Iterator

from companion.encounter import Change, Fight, Told, Tracker
from companion.games.heroes_of_the_fall.blow import GAME
from companion.games.heroes_of_the_fall.encounter_attacks import attacks
from companion.games.heroes_of_the_fall.encounter_harm import health, holding_out
from companion.games.heroes_of_the_fall.encounter_order import delay, initiative
from companion.games.heroes_of_the_fall.encounter_outcome import outcome
from companion.games.heroes_of_the_fall.encounter_plan import plan
from companion.games.heroes_of_the_fall.encounter_sheet import MARKS, WOUNDS, Declared, Scene, Sheet
from companion.games.heroes_of_the_fall.encounter_state import USES, conditions


def round_begins(fight: Fight) -> Iterator[Change]:
    """What the game master must not forget: rages to hold back, blood, holds that go on."""
    every = WOUNDS.number("bleeding_minutes") * WOUNDS.number("minute")
    for one in fight.combatants:
        if one.out or health(fight, one).out:
            continue
        if fight.round == 1 and one.sheet.berserker and not one.has("berserk"):
            text = f"{one.name} is a berserker: a feat of Mettle holds the rage back (among {one.name}'s attacks)"
            yield Told(text, f"{GAME}/berserk#feat")
        if one.marks["serious"] and fight.round % every == 0:
            text = f"{one.name} bleeds: a Mettle feat of difficulty {holding_out(one)} is due"
            yield Told(text, f"{GAME}/injuries#serious-bleeding")
        if one.has("held"):
            text = f"{one.name} is held: the holder throws on, and the counter succeeds or it hurts"
            yield Told(text, f"{GAME}/grapples#counter")


def turn_begins(fight: Fight, who: str) -> Iterator[Change]:
    """What stands in the way of one whose number is called."""
    one = fight[who]
    if one.has("off-balance"):
        text = f"{one.name} is off balance: foes who can still strike go first"
        yield Told(text, f"{GAME}/parry#off-balance")
    if one.has("berserk"):
        yield Told(f"{one.name} goes for the nearest enemy", f"{GAME}/berserk#effects")


tracker = Tracker(
    "heroes-of-the-fall",
    Sheet,
    MARKS,
    conditions,
    USES,
    initiative,
    health,
    attacks,
    outcome,
    plan,
    scene=Scene,
    declared=Declared,
    delay=delay,
    round_begins=round_begins,
    turn_begins=turn_begins,
)
