"""What is still to be thrown for in the tracker: weapons at risk, shock, blood, missiles in flight, rage."""

from __future__ import annotations

from collections.abc import Iterator

from companion.encounter import Attack, Combatant, Fight
from companion.errors import Refused
from companion.games.heroes_of_the_fall.active_defence import Means
from companion.games.heroes_of_the_fall.berserk import Cause
from companion.games.heroes_of_the_fall.blow import GAME, Defence
from companion.games.heroes_of_the_fall.control_weapon import Who
from companion.games.heroes_of_the_fall.data import MISSILES, NUMBERS, weapon
from companion.games.heroes_of_the_fall.encounter_harm import holding_out
from companion.games.heroes_of_the_fall.encounter_sheet import WOUNDS
from companion.games.heroes_of_the_fall.encounter_state import (
    Ward,
    armour_of,
    arms,
    at_hand,
    held_by_hand,
    in_melee,
    name_of,
    rides,
    struck,
    wards,
)
from companion.games.heroes_of_the_fall.feat import By
from companion.games.heroes_of_the_fall.missile_attack import range_factor


def pending(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Attack]:
    """The throws that are due between these two, or that one of them may call for."""
    if target.has("break-due"):
        yield from _at_risk(attacker, target)
    if target.has("shock-due"):
        yield _mettle(target, "shock", "shock", WOUNDS.number("shock"))
    elif target.marks["serious"] and target.marks["mettle"] and not target.has("berserk"):
        yield _mettle(target, "bleeding", "loss of blood", holding_out(target))
    if target.has("impaled"):
        yield from _grip(attacker, target)
    yield from _in_flight(fight, attacker, target)
    if rides(target):
        inputs = {"vigour": target.marks["vigour"], **armour_of(target), "berserk": target.has("berserk")}
        yield Attack("mount", f"{target.name}'s mount goes down", f"{GAME}/mounted-fall", inputs)
    if attacker.sheet.berserker and not attacker.has("berserk"):
        inputs = {"mettle": attacker.marks["mettle"], "cause": Cause.PROVOKED.value}
        yield Attack("rage", f"{attacker.name} holds the rage back", f"{GAME}/berserk", inputs)


def _mettle(target: Combatant, name: str, against: str, difficulty: int) -> Attack:
    """A feat of Mettle by the one who was struck; an attribute throws no skill die."""
    inputs = {"by": By.DIFFICULTY.value, "difficulty": difficulty, "skill": target.marks["mettle"]}
    return Attack(name, f"{target.name}'s Mettle against {against}", f"{GAME}/feat", inputs)


def _at_risk(attacker: Combatant, target: Combatant) -> Iterator[Attack]:
    """Does it break? Each thing that the target can block with, struck by each that has attacked."""
    close = [(slot, arm) for slot, arm in arms(attacker).items() if not arm.missile]
    hit = [(slot, arm) for slot, arm in close if attacker.spent(struck(slot))]
    for slot, arm in hit:
        for other, held in at_hand(target).items():
            blocks = held_by_hand(held)
            if blocks is None or blocks.defence is None or blocks.strength_rating is None:
                continue
            inputs = {"weapon": arm.weapon, "blocked_with": held.weapon}
            label = f"Does the {name_of(held).lower()} break? It blocked the {name_of(arm).lower()}"
            yield Attack(f"break-{slot}-{other}", label, f"{GAME}/weapon-break", inputs)


def _grip(attacker: Combatant, target: Combatant) -> Iterator[Attack]:
    """Vigour against Vigour for the weapon that is lodged in the target."""
    if not attacker.has("lodged"):
        return
    vigour = {"wielder": attacker.marks["vigour"], "wounded": target.marks["vigour"]}
    for who, name in ((Who.WOUNDED, target.name), (Who.WIELDER, attacker.name)):
        inputs = {"acting": who.value, **vigour}
        yield Attack(f"grip-{who.value}", f"{name} grips the lodged weapon", f"{GAME}/control-weapon", inputs)


def _in_flight(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Attack]:
    """A shield or a dodge against what the attacker throws, where there is time for it."""
    distance = fight.scene.distance
    if target.has("unaware") or in_melee(target) or rides(target) or distance <= NUMBERS.number("active_beyond"):
        return
    means = {Means.SHIELD: _best(fight, target, Defence.SHIELD), Means.DODGE: _best(fight, target, Defence.DODGE)}
    for slot, arm in at_hand(attacker).items():
        if arm.missile is None or not arm.missile.thrown:
            continue
        try:
            range_factor(MISSILES[arm.weapon], distance)
        except Refused:
            continue
        for kind, answer in means.items():
            if answer is not None:
                inputs = {
                    "means": kind.value, "skill": answer.skill, "modifier": answer.modifier, "weapon": arm.weapon,
                    "distance": distance,
                }  # fmt: skip
                how = "dodges" if kind is Means.DODGE else f"holds the {weapon(answer.weapon).name.lower()} against"
                label = f"{target.name} {how} the {name_of(arm).lower()}"
                note = "Throw this first: only what gets past it is thrown as an attack."
                yield Attack(f"{slot}-{kind.value}", label, f"{GAME}/active-defence", inputs, note)


def _best(fight: Fight, target: Combatant, kind: Defence) -> Ward | None:
    found = [each for each in wards(fight, target) if each.defence is kind]
    return max(found, key=lambda each: each.worth, default=None)
