"""Where a strike lands: the areas of a body, the area die, and the armour over each area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.errors import Refused
from companion.fields import Option, choice, many
from companion.games.heroes_of_the_fall.data import AREAS, ARMOUR, LOCATIONS, Damage, Location, View

RANDOM = "random"
RULE = "heroes-of-the-fall/target-areas"


@dataclass(frozen=True, slots=True)
class AreaArmour:
    """The armour of one area, where it differs from the rest of the body."""

    area: str = choice("Area", AREAS)
    layers: tuple[str, ...] = many("Layers", ARMOUR, most=4)


def area_options() -> Iterator[Option]:
    """The areas as options, those of beasts named as such."""
    for option in AREAS.as_options():
        label = option.label if AREAS[option.value].body.value == "human" else f"{option.label} (beast)"
        yield Option(option.value, label, option.help, option.source)


def target_options() -> Iterator[Option]:
    """A random area, then each area that can be aimed at."""
    yield Option(RANDOM, "Random: the area die tells", "", AREAS.about["source"])
    yield from area_options()


def locations(view: View) -> list[Location]:
    """What the area die can strike from one side, in the order of its faces."""
    return [row for row in LOCATIONS.values() if row.view is view]


def struck(view: View, face: int) -> Location:
    """What a face of the area die strikes. Address: heroes-of-the-fall/target-areas#random."""
    for row in locations(view):
        if row.first <= face <= row.last:
            return row
    raise ValueError(f"the area table of {view.value} has no row for {face}")


def check_reachable(view: View, area: str) -> None:
    """Refuses an aim at what cannot be reached from that side (heroes-of-the-fall/target-areas#reachable)."""
    if all(row.area != area for row in locations(view)):
        name = AREAS[area].name.lower()
        seen = view.label[:1].lower() + view.label[1:]
        raise Refused(f"there is no {name} to aim at on {seen}.", f"{RULE}#reachable")


def layers_over(area: str, everywhere: Sequence[str], by_area: Sequence[AreaArmour]) -> tuple[str, ...]:
    """The layers of armour over one area: its own where they are given, else those worn everywhere.

    A layer that another one counts already is left out. Address: heroes-of-the-fall/armour#layers.
    """
    worn = next((row.layers for row in by_area if row.area == area), tuple(everywhere))
    included = {ARMOUR[layer].includes for layer in worn}
    return tuple(layer for layer in worn if layer not in included)


def protection(layers: Sequence[str], kind: Damage) -> int:
    """What layers of armour are worth together against one kind of damage."""
    return sum(getattr(ARMOUR[layer], kind.value) for layer in layers)


def ruined(layers: Sequence[str], kind: Damage) -> tuple[str, ...]:
    """The layers that a wound of this kind ruins at its area. Address: heroes-of-the-fall/armour#ruined."""
    stopping = (layer for layer in layers if any(protection((layer,), each) for each in Damage))
    return tuple(layer for layer in stopping if not (kind is Damage.CRUSH and ARMOUR[layer].flexible))
