"""What the calculators of attacks share: the fields of a target, of your strike and of a foe's defence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import Refused
from companion.fields import Condition, choice, many, number, rows, ruling, switch
from companion.games.heroes_of_the_fall.blow import (
    GAME,
    Blow,
    BlowDice,
    Defence,
    Manner,
    area_term,
    kinds_of,
    places_for,
    strike,
    verdict,
    ways,
)
from companion.games.heroes_of_the_fall.body import RANDOM, AreaArmour, target_options
from companion.games.heroes_of_the_fall.data import (
    ARMOUR,
    NUMBERS,
    RULINGS,
    SHIELDS,
    View,
    Weapon,
    held_weapons,
    parrying_weapons,
    weapon,
)
from companion.games.heroes_of_the_fall.feats import feats
from companion.games.heroes_of_the_fall.skill import Skill, own_modifier, own_skill
from companion.games.heroes_of_the_fall.telling import (
    ANSWERED,
    CHANCES,
    MEASURES,
    explain,
    figures,
    further,
    reading,
    sentence,
)
from companion.steps import Modifier

OPEN = (Defence.PARRY, Defence.SHIELD, Defence.DODGE)
"""The defences that use a skill."""
NO_SKILL = "no skill counts when the attack is ignored"


@dataclass(frozen=True, slots=True)
class Attack:
    """Your skill, and the body that it is turned against."""

    skill: int = own_skill()
    modifier: int | None = own_modifier()
    view: View = choice("You strike at", View)
    target: str = choice("Area", target_options, default=RANDOM)
    armour: tuple[str, ...] = many("Armour all over", ARMOUR, most=4, group="Armour", help="Layers add up.")
    armour_by_area: tuple[AreaArmour, ...] = rows(
        "Areas armoured otherwise", AreaArmour, most=16, group="Armour", help="Each names its own layers."
    )
    foe_berserk: bool = switch("Your foe is berserk", group="The round", help="Neither stun nor shock then.")
    other: int = number(
        "Anything else", -20, 20, group="The round", help="Added to the feat level: more is harder.", unit="levels"
    )
    skill_step: str = ruling(RULINGS, "skill_step")
    feat_table: str = ruling(RULINGS, "feat_table")
    beyond: str = ruling(RULINGS, "beyond")
    armour_difference: str = ruling(RULINGS, "armour_difference")


@dataclass(frozen=True, slots=True)
class Strike(Attack):
    """An attack in close combat, with a weapon that is swung or thrust."""

    weapon: str = choice("Your weapon", held_weapons, default="long-sword")
    manner: Manner = choice("Your strike", Manner)
    off_hand: bool = switch("It is in your off hand", group="The round")
    quality: int = number(
        "Your weapon is better made by", 0, 5, group="The round", help="A better edge: more damage of every kind."
    )


def foe_skill(when: Condition | None = None, label: str = "Your foe's skill in defence") -> int:
    """The field for a foe's skill."""
    declared: int = number(
        label, 0, 20, default=6, when=when, why=NO_SKILL, help="With the weapon or shield declared, or Dodge."
    )
    return declared


def foe_modifier(when: Condition | None = None) -> int | None:
    """The field for the modifier of a foe's skill."""
    declared: int | None = number(
        "Your foe's skill modifier", 1, 99, blank="no skill die: the level stands", when=when, why=NO_SKILL
    )
    return declared


def foe_weapon(default: str = "long-sword") -> str:
    """The field for the weapon that parries."""
    declared: str = choice(
        "Your foe parries with", parrying_weapons, default=default, when={"defence": Defence.PARRY},
        why="only for a parry",
    )  # fmt: skip
    return declared


def foe_shield() -> str:
    """The field for the shield that is held against the blow."""
    declared: str = choice(
        "Your foe's shield", SHIELDS, default="medium-shield", when={"defence": Defence.SHIELD}, why="only for a shield"
    )
    return declared


def base_depth() -> int | None:
    """The field for how far a block forces the foe back: the depth of the attacker's base."""
    declared: int | None = number(
        "Depth of your base", 1, 30, unit="ft", group="The round", blank="that of a human on foot"
    )
    return declared


def depth(given: int | None) -> int:
    """The depth of a base in feet; a human's where none is given. Address: heroes-of-the-fall/block#push."""
    return NUMBERS.number("base_depth") if given is None else given


def foe_off_hand() -> bool:
    """The field for a defence with the off hand."""
    declared: bool = switch(
        "Your foe defends with the off hand", group="The round", when={"defence": (Defence.PARRY, Defence.SHIELD)},
        why="only for a weapon or a shield",
    )  # fmt: skip
    return declared


def other_term(other: int) -> tuple[Modifier, ...]:
    """The reader's own modifier, where there is one."""
    return (Modifier("Anything else", other, f"{GAME}/resolution#other"),) if other else ()


def attacker(situation: Strike, *, halved: bool = False) -> Skill:
    """Your skill in this strike."""
    less = NUMBERS.number("off_hand") if situation.off_hand else 0
    return Skill(situation.skill, situation.modifier, situation.skill_step, less, halved)


def defence_term(held: Weapon, view: View) -> tuple[Modifier, ...]:
    """The defence of a weapon or shield. Raises `Refused` for one that cannot defend, or cannot cover that side."""
    if held.defence is None:
        raise Refused(f"{held.name.lower()}: it is of no use in defence.", f"{GAME}/declaring#defence")
    if held.shield and view.rear:
        raise Refused("a shield does not cover the back.", f"{GAME}/shields#cover")
    rule = f"{GAME}/shields#modifier" if held.shield else f"{GAME}/resolution#defence"
    return (Modifier(f"Defence of the {held.name.lower()}", held.defence, rule),)


def blow(
    situation: Strike,
    rule: str,
    *,
    mine: Skill,
    theirs: Skill | None,
    defence: Defence,
    terms: tuple[Modifier, ...] = (),
    push: int = 0,
    breakable: bool = True,
) -> Blow:
    """The blow of a strike in close combat. `terms` come before the area's modifier."""
    s = situation
    used = weapon(s.weapon)
    axe = used.axe and dodge_crush(s) == "axes"
    no_crush = defence is Defence.DODGE and (axe or dodge_crush(s) == "all")
    kinds = kinds_of(s.manner, used, no_crush=no_crush)
    places = places_for(
        s.target, s.view, (s.armour, s.armour_by_area), kinds, used, quality=s.quality, reading=s.armour_difference
    )
    return Blow(
        feats=feats(s.feat_table, s.beyond),
        attacker=mine,
        defender=theirs,
        terms=(*terms, *area_term(s.target), *other_term(s.other)),
        places=places,
        random=s.target == RANDOM,
        weapon=used.name,
        impales=used.impales,
        defence=defence,
        rule=rule,
        view=s.view,
        push=push,
        berserk=s.foe_berserk,
        breakable=breakable,
    )


def dodge_crush(situation: Strike) -> str:
    """The ruling on crush against a dodge, for the calculators that carry it."""
    reading: str = getattr(situation, "dodge_crush", "none")
    return reading


def shape(*, answered: bool) -> Mapping[str, Any]:
    """The parts of a `Resolver` that every blow shares; with what a defence brings where one is `answered`."""
    return {
        "dice": BlowDice,
        "resolve": strike,
        "explain": explain,
        "sentence": sentence,
        "verdict": verdict,
        "chances": {**CHANCES, **(ANSWERED if answered else {})},
        "measures": MEASURES,
        "ways": ways,
        "figures": figures,
        "further": further,
        "reading": reading,
    }
