"""The open-ended D100: how a chain is read, and the exact odds of its unlimited total.

A first die of 96 or more is added to; one of 5 or less is taken away from; each further die of 96 or more brings one
more, and the first below it ends the chain. The direction is fixed by the first die. The chain has no end, but how
likely a total is to reach a number depends on finitely many of its dice, so these odds are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from companion.answers import shown
from companion.games.darkmaster.data import DIE

SIDES = 100


@dataclass(frozen=True, slots=True)
class Roll:
    """One open-ended roll: its dice in order, and what they come to. `first` is the Unmodified Roll."""

    faces: tuple[int, ...]
    total: int

    @property
    def first(self) -> int:
        """The face of the first die."""
        return self.faces[0]

    @property
    def text(self) -> str:
        """The roll in words: 57, or 97 + 60 = 157."""
        if len(self.faces) == 1:
            return str(self.first)
        sign = " + " if self.total > self.first else " − "
        return f"{sign.join(map(str, self.faces))} = {self.total}".replace("= -", "= −")


def goes_on(faces: Sequence[int]) -> bool:
    """Whether one more die is thrown after these. Addresses: darkmaster/open-roll#adds, #takes-away."""
    opened = faces[-1] >= DIE.number("adds_from")
    return opened or (len(faces) == 1 and faces[0] <= DIE.number("takes_to"))


def read(faces: Sequence[int]) -> Roll:
    """What a whole chain comes to."""
    first, *rest = faces
    sign = -1 if first <= DIE.number("takes_to") else 1
    return Roll(tuple(faces), first + sign * sum(rest))


class Short(Exception):
    """There are too few dice: one more is thrown."""


class Faces:
    """Dice that a rule reads one after another, as it needs them. Raises `Short` where one is missing."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces, self._at = faces, 0

    def one(self) -> int:
        """One plain die."""
        if self._at >= len(self._faces):
            raise Short
        self._at += 1
        return self._faces[self._at - 1]

    def roll(self) -> Roll:
        """One open-ended roll."""
        return self.rest_of(self.one())

    def rest_of(self, first: int) -> Roll:
        """The roll that begins with a die already read."""
        faces = [first]
        while goes_on(faces):
            faces.append(self.one())
        return read(faces)


def needs_more(script: Callable[[Any, Faces], object]) -> Callable[[Any, tuple[int, ...]], bool]:
    """Whether a rule that reads its dice from `Faces` has too few: what its dice declare as `goes_on_for`."""

    def one_more(ready: Any, so_far: tuple[int, ...]) -> bool:
        try:
            script(ready, Faces(so_far))
        except Short:
            return True
        return False

    return one_more


class Law:
    """The exact odds of one open-ended roll, for a die that is added to from `adds` up and takes away up to `takes`.

    All chances are whole numbers over `scale`, a power of the die's sides that is large enough for every total from
    −`reach` to `reach`; others cannot be asked for.
    """

    __slots__ = ("_chain", "_tails", "_weights", "adds", "reach", "scale", "takes")

    def __init__(self, adds: int, takes: int, reach: int) -> None:
        self.adds, self.takes, self.reach = adds, takes, reach
        self.scale = SIDES ** (3 + (reach + SIDES) // adds)
        chain = self._chain_weights(reach + SIDES)
        self._chain = _tails(chain, self.scale)
        self._weights = [self._weight(total, chain) for total in range(-reach, reach + 1)]
        beyond = sum(self._chain[reach + 1 - face] for face in self.high) // SIDES
        self._tails = [beyond + sum(self._weights)]
        for weight in self._weights:
            self._tails.append(self._tails[-1] - weight)

    @property
    def high(self) -> range:
        """The first dice that are added to."""
        return range(self.adds, SIDES + 1)

    @property
    def low(self) -> range:
        """The first dice that the next ones are taken away from."""
        return range(1, self.takes + 1)

    @property
    def plain(self) -> range:
        """The first dice that stand as they are."""
        return range(self.takes + 1, self.adds)

    def _chain_weights(self, longest: int) -> list[int]:
        """How likely the dice after the first come to exactly so much: one last die below `adds`, or one more first."""
        chain = [0] * (longest + 1)
        for value in range(1, longest + 1):
            last = self.scale if value < self.adds else 0
            chain[value] = (last + sum(chain[value - face] for face in self.high if face < value)) // SIDES
        return chain

    def _weight(self, total: int, chain: list[int]) -> int:
        found = self.scale if total in self.plain else 0
        found += sum(chain[total - face] for face in self.high if face < total)
        found += sum(chain[face - total] for face in self.low if face > total)
        return found // SIDES

    def weight(self, total: int) -> int:
        """How likely exactly this total is, over `scale`."""
        return self._weights[total + self.reach]

    def at_least(self, total: int) -> int:
        """How likely this total or more is, over `scale`; up to `reach` + 1."""
        return self._tails[total + self.reach]

    def chance(self, total: int) -> Fraction:
        """The chance of this total or more."""
        return Fraction(self.at_least(total), self.scale)

    def chain_at_least(self, value: int) -> int:
        """How likely the dice after the first come to so much or more, over `scale`."""
        return self._chain[max(0, value)]

    @property
    def chain_mean(self) -> Fraction:
        """The mean of the dice after the first."""
        return Fraction(sum(range(1, SIDES + 1)), SIDES - len(self.high))

    @property
    def mean(self) -> Fraction:
        """The mean of the total."""
        return Fraction(sum(range(1, SIDES + 1)), SIDES) + self.chain_mean * Fraction(
            len(self.high) - len(self.low), SIDES
        )

    @property
    def variance(self) -> Fraction:
        """The variance of the total."""
        squares = sum(face * face for face in range(1, SIDES + 1))
        chain = Fraction(squares + 2 * sum(self.high) * self.chain_mean, SIDES - len(self.high))
        crossed = 2 * self.chain_mean * (sum(self.high) - sum(self.low)) + chain * (len(self.high) + len(self.low))
        return Fraction(squares + crossed, SIDES) - self.mean**2


def _tails(weights: list[int], whole: int) -> list[int]:
    """For each place of the list, and the one behind it, what is left of the whole from there on."""
    tails = [whole]
    for weight in weights:
        tails.append(tails[-1] - weight)
    return tails


REACHES = (400, 800, 1600, 3200, 6400)
"""Tables of the law are made for these reaches only, so that few of them serve all questions."""


def law(furthest: int) -> Law:
    """The law of the die under the house rules in force, for totals as far from 0 as `furthest`."""
    reach = next(each for each in REACHES if abs(furthest) < each)
    return _law(DIE.number("adds_from"), DIE.number("takes_to"), reach)


@lru_cache(maxsize=16)
def _law(adds: int, takes: int, reach: int) -> Law:
    return Law(adds, takes, reach)


def rolls(cuts: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Every first die with a total of each kind, and how likely they are, as whole numbers over one common sum.

    Two totals are of one kind where no cut lies between them (a cut is the lowest total of something). Yields
    (first die, one total of the kind, weight): exact odds for whatever hangs on the first die and on the cuts.
    """
    ordered = sorted(set(cuts))
    known = law(max([0, *map(abs, ordered)]) + 2 * SIDES)
    for face in known.plain:
        yield face, face, known.scale
    for face in known.high:
        lows = [cut for cut in ordered if cut > face + 1]
        tails = [known.chain_at_least(low - face) for low in lows]
        for low, here, after in zip([face + 1, *lows], [known.scale, *tails], [*tails, 0], strict=True):
            if here > after:
                yield face, low, here - after
    for face in known.low:
        tops = [cut - 1 for cut in reversed(ordered) if cut < face]
        tails = [known.chain_at_least(face - top) for top in tops]
        for top, here, after in zip([face - 1, *tops], [known.scale, *tails], [*tails, 0], strict=True):
            if here > after:
                yield face, top, here - after


def chance_at_least(total: int) -> Fraction:
    """The exact chance of an open-ended total of so much or more. Address: darkmaster/open-roll#no-end."""
    return law(total).chance(total)


def chain_figure(roll: Roll | None, title: str = "") -> dict[str, Any]:
    """The open-ended die as a growing chain: how likely it grows so far, and the dice of a throw if there is one."""
    adds, takes = DIE.number("adds_from"), DIE.number("takes_to")
    known = law(0)
    opens = Fraction(len(known.high) + len(known.low), SIDES)
    again = Fraction(len(known.high), SIDES)
    stages = [{"dice": dice, **shown(opens * again ** (dice - 2))} for dice in range(2, 6)]
    links = []
    if roll is not None:
        sign = -1 if roll.first <= takes else 1
        running = 0
        for place, face in enumerate(roll.faces):
            part = face if place == 0 else sign * face
            running += part
            grows = goes_on(roll.faces[: place + 1])
            links.append({"face": face, "part": part, "total": running, "grows": grows})
    return {
        "title": title,
        "adds_from": adds,
        "takes_to": takes,
        "direction": None if roll is None else direction(roll.first),
        "links": links,
        "total": None if roll is None else roll.total,
        "stages": stages,
    }


def direction(first: int) -> str:
    """Where a first die leads: "up", "down", or "stands"."""
    if first >= DIE.number("adds_from"):
        return "up"
    return "down" if first <= DIE.number("takes_to") else "stands"
