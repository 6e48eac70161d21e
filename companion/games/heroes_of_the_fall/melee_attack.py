"""An attack in close combat: skill against skill, the weapon in the way, the area, armour against damage."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import Refused
from companion.fields import choice, number, ruling, switch
from companion.games.heroes_of_the_fall.blow import GAME, Blow, Defence
from companion.games.heroes_of_the_fall.close import (
    OPEN,
    Strike,
    attacker,
    base_depth,
    blow,
    defence_term,
    depth,
    foe_modifier,
    foe_off_hand,
    foe_shield,
    foe_skill,
    foe_weapon,
    shape,
)
from companion.games.heroes_of_the_fall.data import NUMBERS, RULINGS, SHIELDS, WEAPONS, Weapon, weapon
from companion.games.heroes_of_the_fall.skill import Skill
from companion.resolver import Resolver
from companion.steps import Modifier

RULE = f"{GAME}/close-combat"


@dataclass(frozen=True, slots=True)
class Melee(Strike):
    """Your strike, and how your foe meets it."""

    defence: Defence = choice("Your foe's defence", Defence)
    foe_skill: int = foe_skill({"defence": OPEN})
    foe_modifier: int | None = foe_modifier({"defence": OPEN})
    foe_weapon: str = foe_weapon()
    shield: str = foe_shield()
    shield_beside: str | None = choice(
        "Shield beside that weapon", SHIELDS, blank="no shield", when={"defence": Defence.PARRY},
        why="only beside a weapon that parries",
    )  # fmt: skip
    foe_off_hand: bool = foe_off_hand()
    distance: int | None = number(
        "Distance between you", 0, 30, unit="ft", group="The round", blank="within reach of both weapons"
    )
    base_depth: int | None = base_depth()
    pushed: bool = switch("Your foe was forced back already this round", group="The round")
    twist: bool = switch(
        "You twist a weapon that is lodged in your foe", group="The round", help="You must hold the initiative."
    )
    dodge_crush: str = ruling(RULINGS, "dodge_crush")
    shield_adds: str = ruling(RULINGS, "shield_adds")
    twist_step: str = ruling(RULINGS, "twist")


def prepare(situation: Melee) -> Blow:
    """The blow. Refused beyond a weapon's reach, for weapons that cannot do it, for areas out of sight."""
    s = situation
    _check_reach(s, weapon(s.weapon), attacks=True)
    terms: tuple[Modifier, ...] = ()
    theirs = None
    if s.defence is not Defence.IGNORE:
        less = NUMBERS.number("off_hand") if s.foe_off_hand else 0
        theirs = Skill(s.foe_skill, s.foe_modifier, s.skill_step, less)
        terms = _defence(s)
    if s.twist:
        step = NUMBERS.modifier("twist")
        value = step.value if s.twist_step == "harder" else -step.value
        terms += (Modifier("Twisting the weapon in the wound", value, step.rule),)
    return blow(
        s,
        f"{GAME}/declaring#ignoring" if s.defence is Defence.IGNORE else f"{RULE}#feat-level",
        mine=attacker(s),
        theirs=theirs,
        defence=s.defence,
        terms=terms,
        push=0 if s.pushed else depth(s.base_depth),
    )


def _defence(s: Melee) -> tuple[Modifier, ...]:
    """What the declared weapon or shield adds; a dodge adds nothing. Address: heroes-of-the-fall/resolution#defence."""
    if s.defence is Defence.DODGE:
        return ()
    held = SHIELDS[s.shield] if s.defence is Defence.SHIELD else WEAPONS[s.foe_weapon]
    _check_reach(s, held)
    found = defence_term(held, s.view)
    if s.shield_beside is not None:
        beside = SHIELDS[s.shield_beside]
        note = "" if s.shield_adds == "both" else "only what was declared counts"
        if s.view.rear:
            note = "a shield does not cover the back"
        label, rule = f"Defence of the {beside.name.lower()}", f"{GAME}/shields#{'cover' if s.view.rear else 'melee'}"
        found += (Modifier(label, beside.defence or 0, rule, not note, note),)
    return found


def _check_reach(s: Melee, held: Weapon, *, attacks: bool = False) -> None:
    """Refuses a weapon out of its range; in defence only the nearest distance matters."""
    if s.distance is None:
        return
    if s.distance < held.nearest:
        raise Refused(
            f"at {s.distance} ft the {held.name.lower()} has no room: it needs {held.nearest} ft.",
            f"{GAME}/initiative#{'reach' if attacks else 'defence-range'}",
        )
    if attacks and s.distance > held.farthest:
        raise Refused(
            f"at {s.distance} ft the {held.name.lower()} does not reach: it goes to {held.farthest} ft.",
            f"{GAME}/initiative#reach",
        )


resolver = Resolver(
    "heroes-of-the-fall/melee-attack",
    title="Close-combat attack",
    summary="A strike against a foe who parries, dodges or lets it come: five results, and what each wound does.",
    rule=RULE,
    situation=Melee,
    prepare=prepare,
    **shape(answered=True),
)
