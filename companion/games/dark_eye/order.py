"""Who acts when: initiative with its die, then the base value, then one more die and another.

The odds are exact. Ties to the last die are anybody's alike: of those who share total and base, each is first with
the same chance, however often the die is thrown again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

DIE = range(1, 7)
"""The faces of the initiative die. Address: dark-eye/order#die."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """One combatant as the order sees it: what is added to the die, and the base value that breaks ties."""

    name: str
    added: int
    base: int


@dataclass(frozen=True, slots=True)
class Place:
    """One place in the order: its initiative, and who acts on it; several names are still to throw for it."""

    initiative: int
    names: tuple[str, ...]


def order(fighters: Sequence[Fighter], faces: Sequence[int], ties: Sequence[Sequence[int]]) -> tuple[Place, ...]:
    """The order for these dice: `faces` one a fighter, `ties` each fighter's further dice (empty: none).

    Addresses: dark-eye/order#initiative, #ties.
    """
    keyed = sorted(
        ((fighter.added + face, fighter.base, tuple(more), place)
         for place, (fighter, face, more) in enumerate(zip(fighters, faces, ties, strict=True))),
        key=lambda each: (each[:3], -each[3]), reverse=True,
    )  # fmt: skip
    places: list[tuple[tuple[int, int, tuple[int, ...]], Place]] = []
    for total, base, more, at in keyed:
        name, key = fighters[at].name, (total, base, more)
        if places and places[-1][0] == key:
            places[-1] = (key, Place(total, (*places[-1][1].names, name)))
        else:
            places.append((key, Place(total, (name,))))
    return tuple(place for _, place in places)


def sharing(fighters: Sequence[Fighter]) -> tuple[int, ...]:
    """The places of those fighters who could tie to the last: they share their base value with another."""
    return tuple(
        place
        for place, fighter in enumerate(fighters)
        if any(
            other.base == fighter.base and abs(other.added - fighter.added) < len(DIE)
            for at, other in enumerate(fighters)
            if at != place
        )
    )


def all_different(added: Iterable[int]) -> int:
    """In how many of the falls of the dice no two of these totals are equal.

    From the lowest up: a set of the totals taken that can still be met, as bits above the next fighter's own.
    """
    states, before = {0: 1}, None
    for bonus in sorted(added):
        shift = 0 if before is None else bonus - before
        after: dict[int, int] = {}
        for taken, weight in states.items():
            kept = taken >> shift
            for face in range(len(DIE)):
                if not kept >> face & 1:
                    key = kept | 1 << face
                    after[key] = after.get(key, 0) + weight
        states, before = after, bonus
    return sum(states.values())


def tie_counts(fighters: Sequence[Fighter]) -> tuple[int, int, int]:
    """How often no initiative is shared, how often the base value settles every tie, and how often a die must.

    Together 6 to the power of the number of fighters.
    """
    none = all_different(fighter.added for fighter in fighters)
    settled = 1
    for base in {fighter.base for fighter in fighters}:
        settled *= all_different(fighter.added for fighter in fighters if fighter.base == base)
    return none, settled - none, int(len(DIE) ** len(fighters)) - settled


def chance_first(fighters: Sequence[Fighter], place: int) -> Fraction:
    """The exact chance that one fighter acts first of all, ties thrown off to the last."""
    me, found = fighters[place], Fraction(0)
    for face in DIE:
        mine = (me.added + face, me.base)
        equals = {0: 1}
        for at, other in enumerate(fighters):
            if at == place:
                continue
            below = sum((other.added + theirs, other.base) < mine for theirs in DIE)
            same = sum((other.added + theirs, other.base) == mine for theirs in DIE)
            after: dict[int, int] = {}
            for number, weight in equals.items():
                if below:
                    after[number] = after.get(number, 0) + weight * below
                if same:
                    after[number + 1] = after.get(number + 1, 0) + weight * same
            equals = after
        ways = len(DIE) ** len(fighters)
        found += sum((Fraction(weight, (number + 1) * ways) for number, weight in equals.items()), Fraction(0))
    return found
