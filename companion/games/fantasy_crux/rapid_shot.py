"""Rapid Shot: every Reaction given up for two shots with a bow or a sling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.errors import Refused
from companion.fields import choice, number, switch
from companion.games.fantasy_crux import two_attacks
from companion.games.fantasy_crux.causes import named
from companion.games.fantasy_crux.d100 import scale
from companion.games.fantasy_crux.data import RANGED, RangedKind, ranged_where
from companion.games.fantasy_crux.exchange import AtRange
from companion.games.fantasy_crux.off_hand import reaction
from companion.games.fantasy_crux.pools import Pool, other, pool
from companion.games.fantasy_crux.sides import Contestant
from companion.games.fantasy_crux.two_attacks import CHANCES, MEASURES, PairDice, Ready
from companion.resolver import Resolver

RULE = "fantasy-crux/techniques#rapid-shot"


@dataclass(frozen=True, slots=True)
class RapidShot:
    """The archer, and the target's one Reaction."""

    skill: int = number("Ranged Combat", 0, 100, default=76, unit="%")
    weapon: str = choice("Weapon", ranged_where(RangedKind.MISSILE), default="longbow")
    dice: int = number("Other dice of both shots", -10, 10, help="Bonus +, Penalty −.")
    reacted: bool = switch("You have used a Reaction this round")
    defence: AtRange = choice("The target's one Reaction", AtRange, help="It answers the first hit.")
    defence_skill: int = number(
        "Its skill", 0, 100, default=51, unit="%", when={"defence": (AtRange.DODGE, AtRange.GUARD)}, why="no Reaction"
    )
    defence_dice: int = number(
        "Its dice", -10, 10, default=-1, when={"defence": (AtRange.DODGE, AtRange.GUARD)}, why="no Reaction",
        help="A Dodge or a shield against arrows has −1P.",
    )  # fmt: skip


def prepare(s: RapidShot) -> Ready:
    """Both shots. Refused for a crossbow, and after a Reaction (fantasy-crux/techniques#rapid-shot)."""
    if RANGED[s.weapon].crossbow:
        raise Refused("a crossbow is never shot twice; Rapid Shot takes a bow or a sling.", RULE)
    if s.reacted:
        reason = "it gives up all Reactions, and one has already been used."
        raise Refused(reason, "fantasy-crux/round#already-used")

    def shot(name: str) -> Pool:
        return pool(name, [named("rapid_shot"), other(s.dice)])

    first, second = (Contestant(name, scale(s.skill), shot(name)) for name in ("First shot", "Second shot"))
    return Ready(first, second, reaction(s.defence, s.defence_skill, s.defence_dice))


def figures(ready: Ready, outcome: Any) -> dict[str, Any]:
    """The stacks of dice and the candidates."""
    return two_attacks.stacks(ready, outcome)


resolver = Resolver(
    "fantasy-crux/rapid-shot",
    title="Rapid Shot",
    summary="Two shots at −1P for every Reaction of the round: hits, criticals, fumbles.",
    rule=RULE,
    situation=RapidShot,
    dice=PairDice,
    prepare=prepare,
    resolve=two_attacks.attack_twice,
    explain=two_attacks.explain,
    sentence=two_attacks.sentence,
    verdict=lambda outcome: outcome.result,
    chances=CHANCES,
    measures=MEASURES,
    ways=two_attacks.ways,
    figures=figures,
    reading=two_attacks.reading,
)
