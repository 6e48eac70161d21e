"""An attack from the rear on someone who knows of it but cannot turn: only half a skill defends."""

from __future__ import annotations

from dataclasses import dataclass

from companion.fields import choice, ruling, switch
from companion.games.heroes_of_the_fall.blow import GAME, Blow, Defence
from companion.games.heroes_of_the_fall.close import (
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
from companion.games.heroes_of_the_fall.data import NUMBERS, RULINGS, SHIELDS, WEAPONS, View
from companion.games.heroes_of_the_fall.skill import Skill
from companion.resolver import Resolver
from companion.steps import Modifier

RULE = f"{GAME}/rear"


@dataclass(frozen=True, slots=True)
class Rear(Strike):
    """Your strike, and what your foe does half turned away."""

    view: View = choice("You strike at", View, default=View.HUMAN_REAR)
    aware: bool = switch("Your foe knows of the attack", default=True, help="If not, no skill defends at all.")
    defence: Defence = choice(
        "Your foe's defence", Defence, when={"aware": True}, why="who knows nothing of it does not defend"
    )
    foe_skill: int = foe_skill({"aware": True, "defence": (Defence.PARRY, Defence.SHIELD, Defence.DODGE)})
    foe_modifier: int | None = foe_modifier({"aware": True, "defence": (Defence.PARRY, Defence.SHIELD, Defence.DODGE)})
    foe_weapon: str = foe_weapon()
    shield: str = foe_shield()
    foe_off_hand: bool = foe_off_hand()
    base_depth: int | None = base_depth()
    dodge_crush: str = ruling(RULINGS, "dodge_crush")


def prepare(situation: Rear) -> Blow:
    """The blow: half the foe's skill in defence, or none where the foe is unaware."""
    s = situation
    if not s.aware or s.defence is Defence.IGNORE:
        rule = f"{RULE}#aware" if s.aware else f"{RULE}#helpless"
        return blow(s, rule, mine=attacker(s), theirs=None, defence=Defence.IGNORE)
    less = NUMBERS.number("off_hand") if s.foe_off_hand else 0
    theirs = Skill(s.foe_skill, s.foe_modifier, s.skill_step, less, halved=True)
    terms: tuple[Modifier, ...] = ()
    if s.defence is not Defence.DODGE:
        terms = defence_term(SHIELDS[s.shield] if s.defence is Defence.SHIELD else WEAPONS[s.foe_weapon], s.view)
    return blow(
        s, f"{RULE}#aware", mine=attacker(s), theirs=theirs, defence=s.defence, terms=terms, push=depth(s.base_depth)
    )


resolver = Resolver(
    "heroes-of-the-fall/rear-attack",
    title="Attack from the rear",
    summary="A strike from behind: half the foe's skill defends, or none where the foe is unaware.",
    rule=RULE,
    situation=Rear,
    prepare=prepare,
    **shape(answered=True),
)
