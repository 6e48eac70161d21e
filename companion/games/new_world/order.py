"""Who acts when: initiative numbers, the surprise die, and the ties, for one combatant or for many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from companion.games.new_world.score import INITIATIVE

DIE = range(1, 7)
"""The faces of the surprise die."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """One combatant as the order sees it. `number` is its normal initiative; `rolls` whether surprise threatens it."""

    name: str
    number: int
    wits: int
    player: bool
    rolls: bool

    def key(self, number: int) -> tuple[int, int, bool]:
        """What decides the order when it acts on `number`: initiative, then Wits, then player characters.

        Address: new-world/initiative#ties. Whoever has equal keys acts together.
        """
        return number, self.wits, self.player

    def numbers(self) -> tuple[int, ...]:
        """Every number that the first round can give it, one for each face of the die; its own where it rolls none."""
        return tuple(self.number - face for face in DIE) if self.rolls else (self.number,)


@dataclass(frozen=True, slots=True)
class Place:
    """One place in the order: the number, and who acts on it; more than one name acts together."""

    number: int
    names: tuple[str, ...]


def surprised(number: int) -> bool:
    """Whether a number after the surprise die means that the turn is lost. Address: new-world/surprise#below-zero."""
    return number < INITIATIVE.number("acts_from")


def order(acting: Iterable[tuple[Fighter, int]]) -> tuple[Place, ...]:
    """The order of those who act, each on its number, highest first. Addresses: new-world/initiative#order, #ties."""
    places: list[tuple[tuple[int, int, bool], Place]] = []
    for fighter, number in sorted(acting, key=lambda pair: pair[0].key(pair[1]), reverse=True):
        key = fighter.key(number)
        if places and places[-1][0] == key:
            places[-1] = (key, Place(number, (*places[-1][1].names, fighter.name)))
        else:
            places.append((key, Place(number, (fighter.name,))))
    return tuple(place for _, place in places)


def chance_surprised(fighter: Fighter) -> Fraction:
    """The exact chance that one combatant loses its first turn. Address: new-world/surprise#below-zero.

    Whoever does not roll is not surprised, however low its number.
    """
    if not fighter.rolls:
        return Fraction(0)
    numbers = fighter.numbers()
    return Fraction(sum(map(surprised, numbers)), len(numbers))


def chance_first(fighters: Sequence[Fighter], place: int) -> Fraction:
    """The exact chance that the combatant at `place` of the list acts first in round 1, alone or together with others.

    Each die is thrown by itself, so the chances that the others come no sooner multiply: six numbers a combatant, not
    every fall of all dice.
    """
    mine = fighters[place]
    others = [_keys(other) for at, other in enumerate(fighters) if at != place]
    mine_keys = _keys(mine)
    ways = sum(
        prod(sum(theirs is None or theirs <= key for theirs in keys) for keys in others)
        for key in mine_keys
        if key is not None
    )
    return Fraction(ways, len(mine_keys) * prod(map(len, others)))


def _keys(fighter: Fighter) -> list[tuple[int, int, bool] | None]:
    return [None if fighter.rolls and surprised(number) else fighter.key(number) for number in fighter.numbers()]


def surprised_counts(fighters: Sequence[Fighter]) -> dict[int, int]:
    """In how many falls of the dice that many combatants are surprised: one combatant after the other, merged."""
    counts = {0: 1}
    for fighter in fighters:
        if fighter.rolls:
            lost = sum(map(surprised, fighter.numbers()))
            merged: dict[int, int] = {}
            for count, weight in counts.items():
                for more, ways in ((0, len(DIE) - lost), (1, lost)):
                    if ways:
                        merged[count + more] = merged.get(count + more, 0) + weight * ways
            counts = merged
    return counts


def listing(names: Sequence[str]) -> str:
    """Names in a sentence: A; A and B; A, B and C."""
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)
