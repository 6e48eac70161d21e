"""A distance, however it is told: in squares, in feet, between two squares of the map, or as a band."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.fields import choice, number
from companion.games.new_world.data import BANDS, band_at
from companion.games.new_world.reach import paces_between, paces_of_feet


class Told(StrEnum):
    """How the distance is told."""

    SQUARES = "squares"
    FEET = "feet"
    MAP = "map"
    BAND = "band"

    @property
    def label(self) -> str:
        """The way in words."""
        return {"squares": "in squares (paces)", "feet": "in feet", "map": "from two squares of the map"}.get(
            self, "as a band"
        )


ON_MAP = {"told": Told.MAP}
WHY_MAP = "only where the distance is read off the map"


@dataclass(frozen=True, slots=True)
class Far:
    """The fields of a distance, to be inherited by a situation."""

    told: Told = choice("The distance is given", Told)
    squares: int = number(
        "Squares to the target", 1, 2000, default=5, unit="squares", help="A neighbouring square is 1.",
        when={"told": Told.SQUARES}, why="only where the distance is given in squares",
    )  # fmt: skip
    feet: int = number(
        "Feet to the target", 1, 10000, default=25, unit="feet",
        when={"told": Told.FEET}, why="only where the distance is given in feet",
    )  # fmt: skip
    from_x: int = number("Your square, across", 0, 1000, when=ON_MAP, why=WHY_MAP)
    from_y: int = number("Your square, up", 0, 1000, when=ON_MAP, why=WHY_MAP)
    to_x: int = number("The target's square, across", 0, 1000, default=3, when=ON_MAP, why=WHY_MAP)
    to_y: int = number("The target's square, up", 0, 1000, default=5, when=ON_MAP, why=WHY_MAP)
    band: str = choice(
        "Band", BANDS, default="near", when={"told": Told.BAND}, why="only where the distance is given as a band"
    )


def paces(far: Far) -> int | None:
    """The distance in paces; None where only its band is known."""
    if far.told is Told.SQUARES:
        return far.squares
    if far.told is Told.FEET:
        return paces_of_feet(far.feet)
    if far.told is Told.MAP:
        return paces_between(far.from_x, far.from_y, far.to_x, far.to_y)
    return None


def band_of(far: Far) -> str:
    """The key of the band that the distance lies in."""
    known = paces(far)
    return far.band if known is None else band_at(known)


def band_span(key: str) -> str:
    """A band's squares in words: "squares 2 to 6", "square 1", "61 squares and more"."""
    band = BANDS[key]
    if band.last is None:
        return f"{band.first} squares and more"
    return f"{band.first} to {band.last} squares" if band.last > band.first else f"{band.first} square"
