"""Fighting blind or in the dark: half a skill, and a flailing weapon lands where chance takes it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.fields import choice, ruling, switch
from companion.games.heroes_of_the_fall.blow import GAME, Blow, Defence
from companion.games.heroes_of_the_fall.body import RANDOM
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
from companion.games.heroes_of_the_fall.data import NUMBERS, RULINGS, SHIELDS, WEAPONS
from companion.games.heroes_of_the_fall.skill import Skill
from companion.resolver import Resolver
from companion.steps import Modifier

RULE = f"{GAME}/blind"


@dataclass(frozen=True, slots=True)
class Blind(Strike):
    """Your strike, where one of you or both see nothing."""

    you_blind: bool = switch("You are blind and flail", help="Half your skill, and always a random area.")
    foe_blind: bool = switch("Your foe is blind", default=True, help="Struck as from the rear: half the skill defends.")
    foe_flails: bool = switch("Your foe flails this round", when={"foe_blind": True}, why="only the blind flail")
    defence: Defence = choice("Your foe's defence", Defence)
    foe_skill: int = foe_skill({"defence": OPEN})
    foe_modifier: int | None = foe_modifier({"defence": OPEN})
    foe_weapon: str = foe_weapon()
    shield: str = foe_shield()
    foe_off_hand: bool = foe_off_hand()
    base_depth: int | None = base_depth()
    dodge_crush: str = ruling(RULINGS, "dodge_crush")
    flail_defence: str = ruling(RULINGS, "flail_defence")


def prepare(situation: Blind) -> Blow:
    """The blow, with the skill of whoever is blind halved; a flail always strikes at a random area."""
    s = replace(situation, target=RANDOM) if situation.you_blind else situation
    mine = attacker(s, halved=s.you_blind)
    rule = f"{RULE}#flail" if s.you_blind else f"{RULE}#struck"
    terms: tuple[Modifier, ...] = ()
    if s.you_blind:
        terms = (Modifier("A flail aims at nothing", 0, f"{RULE}#random"),)
    if s.defence is Defence.IGNORE:
        return blow(s, rule, mine=mine, theirs=None, defence=s.defence, terms=terms)
    less = NUMBERS.number("off_hand") if s.foe_off_hand else 0
    theirs = Skill(s.foe_skill, s.foe_modifier, s.skill_step, less, halved=s.foe_blind)
    if s.defence is not Defence.DODGE:
        held = SHIELDS[s.shield] if s.defence is Defence.SHIELD else WEAPONS[s.foe_weapon]
        (term,) = defence_term(held, s.view)
        if s.foe_flails and s.flail_defence == "rating":
            # the rating is halved as one number, so the weapon's defence joins the skill before the halving
            theirs = replace(theirs, joined=term.value)
            term = replace(term, counted=False, note="it is part of the rating that is halved")
        terms += (term,)
    return blow(s, rule, mine=mine, theirs=theirs, defence=s.defence, terms=terms, push=depth(s.base_depth))


resolver = Resolver(
    "heroes-of-the-fall/blind",
    title="Blind fighting",
    summary="A strike at a blind foe, or a blind one's own flailing: half skills, and random areas.",
    rule=RULE,
    situation=Blind,
    prepare=prepare,
    **shape(answered=True),
)
