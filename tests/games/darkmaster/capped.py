"""The slow twin: an open-ended die that goes on at most so often, every sequence of dice listed one by one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

from companion.games.darkmaster.bands import grade_of
from companion.games.darkmaster.contest import Compared, Contest, compare
from companion.games.darkmaster.open_die import goes_on, read

K = TypeVar("K", bound=Hashable)


def sequences(cap: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every sequence of at most 1 + `cap` dice, with the number of throws of 1 + `cap` dice that begin with it."""

    def after(faces: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        left = cap + 1 - len(faces)
        if not left or not goes_on(faces):
            yield faces, 100**left
            return
        for face in range(1, 101):
            yield from after((*faces, face))

    for first in range(1, 101):
        yield from after((first,))


@cache
def totals(cap: int) -> dict[int, Fraction]:
    """How likely each total is, every sequence counted."""
    return merged(cap, lambda faces: read(faces).total)


def merged(cap: int, kind: Callable[[tuple[int, ...]], K]) -> dict[K, Fraction]:
    """How likely each kind of sequence is."""
    found: dict[K, int] = {}
    for faces, weight in sequences(cap):
        key = kind(faces)
        found[key] = found.get(key, 0) + weight
    return {key: Fraction(weight, 100 ** (cap + 1)) for key, weight in found.items()}


def long_totals(cap: int, adds: int = 96, takes: int = 5) -> dict[int, Fraction]:
    """The same odds for many follow-ups, put together die by die instead of listed."""
    one = Fraction(1, 100)
    chain = dict.fromkeys(range(1, 101), one)
    for _ in range(cap - 1):
        longer = dict.fromkeys(range(1, adds), one)
        for face in range(adds, 101):
            for value, chance in chain.items():
                longer[face + value] = longer.get(face + value, Fraction(0)) + chance / 100
        chain = longer
    found = dict.fromkeys(range(takes + 1, adds), one)
    for face in (*range(1, takes + 1), *range(adds, 101)):
        for value, chance in chain.items():
            total = face + value if face >= adds else face - value
            found[total] = found.get(total, Fraction(0)) + chance / 100
    return found


def judged(cap: int, contest: Contest, kind: Callable[[Compared], K]) -> dict[K, Fraction]:
    """How likely each kind of comparison is, every pair of totals of the capped die judged by itself."""
    found: dict[K, Fraction] = {}
    mine = [(total + contest.you.bonus, chance) for total, chance in totals(cap).items()]
    theirs = [(total + contest.foe.bonus, chance) for total, chance in totals(cap).items()]
    known = [(total, grade_of(total), chance) for total, chance in theirs]
    for total, chance in mine:
        grade = grade_of(total)
        here: dict[Any, Fraction] = {}
        for foe_total, foe_grade, foe_chance in known:
            key = kind(compare(contest, grade, foe_grade, total - foe_total))
            here[key] = here.get(key, Fraction(0)) + foe_chance
        for key, share in here.items():
            found[key] = found.get(key, Fraction(0)) + chance * share
    return found
