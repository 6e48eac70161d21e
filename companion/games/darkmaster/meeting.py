"""Two open-ended rolls against each other: the exact odds of which is higher, and by how much, without any limit.

Both chains may go on for ever, yet the odds are exact. `r(d)`, the chance that two chains come to totals that lie
`d` apart, answers to a set of linear equations, because each chain begins with a die and goes on as a chain:
r(d) = c(d) + (r(d − 96) + ... + r(d − 100)) / 100, where c(d) is the share in which the first chain's last die is
thrown at once. Solved once in fractions, it gives every chance that takes in both chains at once; all others depend
on finitely many dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import lcm

from companion.games.darkmaster.data import DIE
from companion.games.darkmaster.open_die import SIDES, Law, law

Cell = tuple[int, int, int]
"""How many of one's cuts the own total reaches, how many of theirs the foe's, how many margins the difference."""


def meet(cuts: Sequence[int], foe_cuts: Sequence[int], margins: Sequence[int]) -> dict[Cell, int]:
    """How likely each cell is in which two rolls can fall: exact, as whole numbers over their sum.

    `cuts` and `foe_cuts` are totals of the dice, `margins` differences (own less foe's), each list rising. A cell
    counts how many of each are reached; cells of no chance are left out.
    """
    _, reached = _reached(tuple(cuts), tuple(foe_cuts), tuple(margins))
    cells: dict[Cell, int] = {}
    for theirs, columns in enumerate(reached):
        for mine, (here, after) in enumerate(pairwise(columns)):
            for by in range(len(margins) + 1):
                weight = here[by] - after[by] - here[by + 1] + after[by + 1]
                if weight:
                    cells[mine, theirs, by] = weight
    return cells


def lead(margins: Sequence[int]) -> list[Fraction]:
    """For each margin, rising, the exact chance that the own total is ahead by so much or more."""
    whole, ((row, _),) = _reached((), (), tuple(margins))
    return [Fraction(weight, whole) for weight in row[1:-1]]


def mean_lead(start: int) -> Fraction:
    """The exact mean of what one roll is ahead of another by, counted from `start`; being behind counts as 0."""
    pairs = _pairs(DIE.number("adds_from"), DIE.number("takes_to"))
    passed = pairs.chances_up_to(abs(start))
    return pairs.mean_distance / 2 + (-passed if start >= 0 else abs(start) - passed)


def _reached(
    cuts: tuple[int, ...], foe_cuts: tuple[int, ...], margins: tuple[int, ...]
) -> tuple[int, list[list[list[int]]]]:
    return _reached_for(DIE.number("adds_from"), DIE.number("takes_to"), cuts, foe_cuts, margins)


@lru_cache(maxsize=64)
def _reached_for(
    adds: int, takes: int, cuts: tuple[int, ...], foe_cuts: tuple[int, ...], margins: tuple[int, ...]
) -> tuple[int, list[list[list[int]]]]:
    """By the foe's band, own cut (the first: none) and margin (the first: none), how likely both are reached.

    Whole numbers over the first value. Behind the last cut and margin stands a 0, so that neighbours can be taken
    from each other.
    """
    top = max([adds, *foe_cuts, *(cut - margin for cut in cuts for margin in margins)])
    bottom = min([takes + 1, *foe_cuts, *(cut - margin for cut in cuts for margin in margins)])
    far = max(abs(top), abs(bottom)) + max([0, *map(abs, margins)]) + SIDES
    known = law(far)
    above, below = _tails(known, _pairs(adds, takes), top, bottom, margins)
    squared = known.scale**2
    whole = lcm(squared, *(chance.denominator for chance in (*above, *below)))
    table = []
    for band, (low, high) in enumerate(pairwise([bottom, *foe_cuts, top + 1])):
        weights = [known.weight(total) for total in range(low, high)]
        grid = [[_no_margin(known, weights, cut) for cut in (None, *cuts)]]
        grid += [_with_margin(known, weights, low, cuts, margin) for margin in margins]
        if band == 0:
            _add_below(grid, known, bottom, cuts)
        if band == len(foe_cuts):
            _add_above(grid, known, top, cuts)
        grid = [[value * (whole // squared) for value in row] for row in grid]
        for row, over, under in zip(grid[1:], above, below, strict=True):
            if band == len(foe_cuts):
                row[:] = [value + over.numerator * (whole // over.denominator) for value in row]
            if band == 0:
                row[0] += under.numerator * (whole // under.denominator)
        table.append([*([*column, 0] for column in zip(*grid, strict=True)), [0] * (len(margins) + 2)])
    return whole, table


def _no_margin(known: Law, weights: list[int], cut: int | None) -> int:
    return sum(weights) * (known.scale if cut is None else known.at_least(cut))


def _with_margin(known: Law, weights: list[int], low: int, cuts: tuple[int, ...], margin: int) -> list[int]:
    """For no cut and each cut: the share in which the own total reaches it and is ahead of the foe's by the margin."""
    product, so_far = [0], 0
    plain = [0]
    for total, weight in enumerate(weights, low):
        so_far += weight * known.at_least(total + margin)
        product.append(so_far)
        plain.append(plain[-1] + weight)
    found = [so_far]
    for cut in cuts:
        split = min(len(weights), max(0, cut - margin - low))  # before it the cut asks for more than the margin does
        found.append(plain[split] * known.at_least(cut) + so_far - product[split])
    return found


def _add_above(grid: list[list[int]], known: Law, top: int, cuts: tuple[int, ...]) -> None:
    """The foe's total lies above `top`, and no margin is asked for."""
    for place, cut in enumerate((None, *cuts)):
        grid[0][place] += known.at_least(top + 1) * (known.scale if cut is None else known.at_least(cut))


def _add_below(grid: list[list[int]], known: Law, bottom: int, cuts: tuple[int, ...]) -> None:
    """The foe's total lies below `bottom`: whoever has reached any cut is ahead of it by every margin."""
    below = known.scale - known.at_least(bottom)
    for row in grid:
        for place, cut in enumerate(cuts, 1):
            row[place] += below * known.at_least(cut)
    grid[0][0] += below * known.scale


def _tails(
    known: Law, pairs: Pairs, top: int, bottom: int, margins: tuple[int, ...]
) -> tuple[list[Fraction], list[Fraction]]:
    """For each margin the chance to be ahead by it where the foe's total lies above `top`, and below `bottom`.

    Above, whoever is ahead by any of the margins has reached every cut.
    """
    squared = known.scale**2
    under = 1 - known.chance(bottom)
    above, below = [], []
    for margin in margins:
        within = sum(known.weight(total) * known.at_least(total + margin) for total in range(known.adds, top + 1))
        above.append(pairs.ahead(known, margin) - Fraction(within, squared))
        behind = sum(
            known.weight(total) * (known.scale - known.at_least(total + margin))
            for total in range(bottom, known.takes + 1)
        )
        below.append(under - pairs.behind(known, margin - 1) + Fraction(behind, squared))
    return above, below


class Pairs:
    """What takes in two unlimited chains at once, for a die that adds from `adds` and takes away up to `takes`."""

    def __init__(self, adds: int, takes: int) -> None:
        self.adds, self.takes = adds, takes
        self._apart = solved(adds)
        self._up = _Wing(self._apart, adds, range(adds, SIDES + 1))
        self._down = _Wing(self._apart, adds, range(1, takes + 1))
        self._passed = [Fraction(0)]

    def chances_up_to(self, margin: int) -> Fraction:
        """The sum of the chances to be ahead by 1, by 2 and so on up to the margin."""
        at = len(self._passed)
        if at <= margin:
            for chance in lead(range(at, margin + 1)):
                self._passed.append(self._passed[-1] + chance)
        return self._passed[margin]

    def ahead(self, known: Law, margin: int) -> Fraction:
        """The chance that the foe's total is one that was added to, and one's own is ahead of it by the margin."""
        chance = self._up.ahead(margin)
        lowest = self.adds + 1
        within = sum(
            known.weight(total) * (known.at_least(total + margin) - known.at_least(self.adds))
            for total in range(lowest, self.adds - margin)
        )
        return chance + Fraction(within, known.scale**2)

    def behind(self, known: Law, margin: int) -> Fraction:
        """The chance that the foe's total is one that was taken from, and one's own is at most `margin` above it."""
        chance = self._down.ahead(-margin)
        highest = self.takes - 1
        within = sum(
            known.weight(total) * (known.at_least(self.takes) - known.at_least(total + margin + 1))
            for total in range(self.takes - margin, highest + 1)
        )
        return chance + Fraction(within, known.scale**2)

    @cached_property
    def mean_distance(self) -> Fraction:
        """The mean of how far two rolls lie apart."""
        known = law(0)
        plain = known.plain
        chain = known.chain_mean
        shares = {
            "up": (Fraction(len(known.high), SIDES), Fraction(sum(known.high) + len(known.high) * chain, SIDES)),
            "plain": (Fraction(len(plain), SIDES), Fraction(sum(plain), SIDES)),
            "down": (Fraction(len(known.low), SIDES), Fraction(sum(known.low) - len(known.low) * chain, SIDES)),
        }
        mean = Fraction(sum(abs(one - other) for one in plain for other in plain), SIDES**2)
        for above, below in (("up", "plain"), ("plain", "down"), ("up", "down")):
            (share, total), (other_share, other_total) = shares[above], shares[below]
            mean += 2 * (total * other_share - other_total * share)
        return mean + 2 * (self._up.mean_lead + self._down.mean_lead)


class _Wing:
    """Two rolls that both go up (or, mirrored, both go down): a first die out of `firsts`, and a chain."""

    def __init__(self, apart: list[Fraction], adds: int, firsts: range) -> None:
        self._apart, self._adds, self._firsts = apart, adds, firsts
        self._share = Fraction(len(firsts), SIDES) ** 2
        self._ahead = [Fraction(0), (self._share - self._distance(0)) / 2]

    def _chains(self, distance: int) -> Fraction:
        """How likely two chains lie so far apart; worked out further as far as it is asked for."""
        known = self._apart
        while len(known) <= distance:
            at = len(known)
            known.append(sum((known[abs(at - face)] for face in range(self._adds, SIDES + 1)), Fraction(0)) / SIDES)
        return known[distance]

    def _distance(self, distance: int) -> Fraction:
        """How likely one such roll is ahead of another by exactly so much."""
        found = sum(
            (self._chains(abs(distance - one + other)) for one in self._firsts for other in self._firsts), Fraction(0)
        )
        return found / SIDES**2

    def ahead(self, margin: int) -> Fraction:
        """The chance that both rolls are of this kind and one is ahead of the other by so much or more."""
        if margin <= 0:
            return self._share - self.ahead(1 - margin)
        while len(self._ahead) <= margin:
            self._ahead.append(self._ahead[-1] - self._distance(len(self._ahead) - 1))
        return self._ahead[margin]

    @property
    def mean_lead(self) -> Fraction:
        """The mean of the lead of one over the other where both are of this kind, being behind counted as 0."""
        equal = self._chains(0)
        once = (1 - equal) / 2
        chains = _mean_lead_of_chains(self._apart, self._adds)
        found = Fraction(0)
        for one in self._firsts:
            for other in self._firsts:
                ahead = one - other
                size = abs(ahead)
                near = sum(((size - each) * self._chains(each) for each in range(1, size)), Fraction(0))
                found += chains + ahead * once + (ahead * equal + near if ahead > 0 else near)
        return found / SIDES**2


def _mean_lead_of_chains(apart: list[Fraction], adds: int) -> Fraction:
    """The mean lead of one chain over another, from the same equations as `r(d)`."""
    equal = apart[0]
    ever = (1 + equal) / 2
    found = sum((distance * _at_once(adds)[distance] for distance in range(adds)), Fraction(0))
    for face in range(adds, SIDES + 1):
        near = sum(((face - each) * apart[each] for each in range(1, face)), Fraction(0))
        found += (face * ever + near) / SIDES
    return found * SIDES / (SIDES - (SIDES + 1 - adds))


@lru_cache(maxsize=8)
def _at_once(adds: int) -> tuple[Fraction, ...]:
    """c(d): one chain ends with its first die, and the other lies `d` below it."""
    chain = [Fraction(0)] + [Fraction(1, SIDES)] * (adds - 1)
    sums = [sum(chain[: adds - distance], Fraction(0)) / SIDES for distance in range(adds)]
    return (*sums, *[Fraction(0)] * (SIDES + 1 - adds))


def solved(adds: int) -> list[Fraction]:
    """r(0) to r(100): how likely two chains lie so far apart (to one side), from their linear equations."""
    middle = (adds + SIDES) // 2
    order = sorted(range(SIDES + 1), key=lambda distance: (min(distance, abs(middle - distance)), distance))
    place = {distance: at for at, distance in enumerate(order)}
    rows: list[dict[int, Fraction]] = []
    values = [_at_once(adds)[distance] for distance in order]
    for at, distance in enumerate(order):
        row = {at: Fraction(1)}
        for face in range(adds, SIDES + 1):
            other = place[abs(distance - face)]
            row[other] = row.get(other, Fraction(0)) - Fraction(1, SIDES)
        rows.append(row)
    _eliminate(rows, values)
    found = [Fraction(0)] * len(rows)
    for at in range(len(rows) - 1, -1, -1):
        rest = sum((share * found[other] for other, share in rows[at].items() if other > at), Fraction(0))
        found[at] = (values[at] - rest) / rows[at][at]
    return [found[place[distance]] for distance in range(SIDES + 1)]


def _eliminate(rows: list[dict[int, Fraction]], values: list[Fraction]) -> None:
    """Gaussian elimination on rows that hold only what is not 0."""
    for at, row in enumerate(rows):
        for below in range(at + 1, len(rows)):
            share = rows[below].pop(at, None)
            if not share:
                continue
            times = share / row[at]
            for other, value in row.items():
                if other > at:
                    rows[below][other] = rows[below].get(other, Fraction(0)) - times * value
            values[below] -= times * values[at]


@lru_cache(maxsize=8)
def _pairs(adds: int, takes: int) -> Pairs:
    return Pairs(adds, takes)
