"""The free attack: one plain melee attack, out of turn, at whoever gave the occasion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.errors import Refused
from companion.fields import choice, number, ruling, switch
from companion.games.new_world.attack import CHANCES, MEASURES, attack, explain, figures, reading
from companion.games.new_world.blow import AttackDice, Blow, Ready, blows, ready_for
from companion.games.new_world.data import RULINGS
from companion.games.new_world.explain import blow_sentence
from companion.games.new_world.strike import Strike
from companion.resolver import Resolver
from companion.steps import Step

RULE = "new-world/free-actions#leaving-reach"


class Occasion(StrEnum):
    """What gives the free attack."""

    LEAVES = "your foe leaves your reach"
    SLIDES = "your foe moves, and stays in your reach"
    GRAPPLE = "your foe lost a grapple roll by 5 or more"
    DISARM = "your foe failed to disarm you by 5 or more"


_MOVING = {"occasion": (Occasion.LEAVES, Occasion.SLIDES)}


@dataclass(frozen=True, slots=True)
class FreeAttack(Strike):
    """A free attack of yours. "Your target" is the foe who gave the occasion."""

    occasion: Occasion = choice("Occasion", Occasion)
    disengaged: bool = switch(
        "Your foe used Disengage", when=_MOVING, why="only where your foe moves", help="From your reach, not into it."
    )
    forced: bool = switch("Your foe was pushed or pulled", when=_MOVING, why="only where your foe moves")
    able: bool = switch("You are able to fight", default=True, help="Neither surprised this round nor held.")
    all_out_defence: bool = switch("You are in All Out Defence", group="You")
    taken: int = number("Free attacks you made this round", 0, 20, group="You")
    slide_provokes: str = ruling(RULINGS, "slide_provokes")
    free_attack_limit: str = ruling(RULINGS, "free_attack_limit")
    all_out_defence_free_attacks: str = ruling(RULINGS, "all_out_defence_free_attacks")


def prepare(s: FreeAttack) -> Ready:
    """The attack before its dice. Refused where there is no occasion or no free attack left."""
    if not s.able:
        raise Refused("whoever is surprised or held makes no free attack.", "new-world/surprise#below-zero")
    if s.occasion in (Occasion.LEAVES, Occasion.SLIDES):
        if s.forced:
            raise Refused("a fighter who is pushed provokes nobody.", "new-world/actions#manoeuvre")
        if s.disengaged:
            raise Refused("a foe who Disengages gives no free attack.", "new-world/movement#disengage")
    if s.occasion is Occasion.SLIDES and s.slide_provokes == "no":
        raise Refused("a foe who stays in your reach gives no free attack.", RULE)
    if s.all_out_defence and s.all_out_defence_free_attacks == "forbidden":
        raise Refused("by this ruling All Out Defence forbids free attacks too.", "new-world/actions#all-out-defence")
    if s.taken and s.free_attack_limit == "one":
        raise Refused("by this ruling a fighter has one free attack in a round.", RULE)
    return ready_for(s)


def _explain(ready: Ready, dice: AttackDice, blow: Blow) -> Iterator[Step]:
    yield Step("One plain melee attack: no Aim, no Charge, no other action's bonus", RULE)
    yield from explain(ready, dice, blow)


resolver = Resolver(
    "new-world/free-attack",
    title="Free attack",
    summary="When a foe leaves your reach, or fails badly at a grapple or a disarm: one melee attack at once.",
    rule=RULE,
    situation=FreeAttack,
    dice=AttackDice,
    prepare=prepare,
    resolve=attack,
    explain=_explain,
    sentence=blow_sentence,
    verdict=lambda blow: blow.verdict,
    possible=lambda ready: ready.verdicts,
    chances=CHANCES,
    measures=MEASURES,
    ways=blows,
    figures=figures,
    reading=reading,
)
