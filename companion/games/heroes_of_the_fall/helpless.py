"""A strike at someone helpless or unaware: no skill stands against yours."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.heroes_of_the_fall.blow import GAME, Blow, Defence
from companion.games.heroes_of_the_fall.close import Strike, attacker, blow, shape
from companion.resolver import Resolver

RULE = f"{GAME}/rear#helpless"


@dataclass(frozen=True, slots=True)
class Helpless(Strike):
    """Your strike at one who does nothing about it."""


def prepare(situation: Helpless) -> Blow:
    """The blow: area and armour less damage, less your skill."""
    return blow(situation, RULE, mine=attacker(situation), theirs=None, defence=Defence.IGNORE)


resolver = Resolver(
    "heroes-of-the-fall/helpless",
    title="Helpless or unaware",
    summary="A strike at a helpless or unaware target, whose skill does not count.",
    rule=RULE,
    situation=Helpless,
    prepare=prepare,
    **shape(answered=False),
)
