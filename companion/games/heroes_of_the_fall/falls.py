"""A fall as a blow: the ground crushes a random area, and armour helps as it does against crush."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.heroes_of_the_fall.blow import GAME, Blow, Defence, Place
from companion.games.heroes_of_the_fall.body import AreaArmour, layers_over, locations, protection
from companion.games.heroes_of_the_fall.data import FALLS, Damage, Impales, View
from companion.games.heroes_of_the_fall.feats import Feats
from companion.steps import Modifier

RULE = f"{GAME}/gaps#falls"


def fall(feats: Feats, height: str, everywhere: Sequence[str], by_area: Sequence[AreaArmour], berserk: bool) -> Blow:
    """The blow of a fall from one row of the table of falls, on one random area of a human's front."""
    row = FALLS[height]
    places = []
    for spot in locations(View.HUMAN_FRONT):
        layers = layers_over(spot.area, everywhere, by_area)
        remainder = protection(layers, Damage.CRUSH)
        places.append(Place(spot.name, spot.area, spot.first, spot.last, Damage.CRUSH, remainder, layers))
    return Blow(
        feats=feats,
        attacker=None,
        defender=None,
        terms=(Modifier(f"A fall of {row.name[:1].lower()}{row.name[1:]}", row.level, RULE),),
        places=tuple(places),
        random=True,
        weapon="the ground",
        impales=Impales.NO,
        defence=Defence.IGNORE,
        rule=RULE,
        view=View.HUMAN_FRONT,
        berserk=berserk,
    )
