"""Exact odds: outcomes with whole-number weights over one common total.

No float ever enters a sum. A chance is a `Fraction`; it turns into a percentage only where it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    import icepool

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Odds(Generic[T]):
    """How likely each outcome is: an immutable mapping from outcome to a whole-number weight.

    Weights are kept as given, so that `total` can be the number of ways the dice fall (216 for three d6).
    Two `Odds` are equal when every outcome has the same chance, whatever their totals.

    Raises `ValueError` for a negative or fractional weight, and where all weights are zero.
    """

    __slots__ = ("_weights", "total")

    def __init__(self, weights: Mapping[T, int] | Iterable[tuple[T, int]]) -> None:
        gathered: dict[T, int] = {}
        for outcome, weight in weights.items() if isinstance(weights, Mapping) else weights:
            if not isinstance(weight, int) or weight < 0:
                raise ValueError(f"the weight of {outcome!r} must be a whole number from 0 up, not {weight!r}")
            if weight:
                gathered[outcome] = gathered.get(outcome, 0) + weight
        if not gathered:
            raise ValueError("odds need at least one outcome with a weight above 0")
        self._weights = gathered
        self.total = sum(gathered.values())

    @classmethod
    def certain(cls, outcome: T) -> Odds[T]:
        """The odds of a thing that always happens."""
        return cls({outcome: 1})

    @classmethod
    def die(cls, sides: int) -> Odds[int]:
        """One fair die with faces 1 to `sides`."""
        return Odds({face: 1 for face in range(1, sides + 1)})

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self._weights

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Odds):
            return NotImplemented
        mine, theirs = self.simplest(), other.simplest()
        return mine._weights == theirs._weights

    def __hash__(self) -> int:
        return hash(frozenset(self.simplest()._weights.items()))

    def __repr__(self) -> str:
        shown = ", ".join(f"{outcome!r}: {weight}" for outcome, weight in self._weights.items())
        return f"Odds({{{shown}}})"

    def items(self) -> Iterable[tuple[T, int]]:
        """Pairs of outcome and weight."""
        return self._weights.items()

    def weight(self, outcome: T) -> int:
        """The weight of one outcome; 0 where it cannot happen."""
        return self._weights.get(outcome, 0)

    def chance(self, which: T | Callable[[T], bool]) -> Fraction:
        """The exact chance of an outcome, or of all outcomes for which a test holds."""
        if callable(which):
            return Fraction(sum(weight for outcome, weight in self.items() if which(outcome)), self.total)
        return Fraction(self.weight(which), self.total)

    def percent(self, which: T | Callable[[T], bool]) -> float:
        """The same chance as a percentage, for showing only."""
        return percent(self.chance(which))

    def simplest(self) -> Odds[T]:
        """The same odds over the smallest total."""
        shared = gcd(*self._weights.values())
        return self if shared == 1 else Odds({outcome: weight // shared for outcome, weight in self.items()})

    def map(self, change: Callable[[T], U]) -> Odds[U]:
        """The odds of `change(outcome)`; outcomes that become equal merge."""
        return Odds((change(outcome), weight) for outcome, weight in self.items())

    def then(self, stage: Callable[[T], Odds[U]]) -> Odds[U]:
        """The next stage of a chain: for each outcome its own odds, with equal results merged.

        This is how long resolutions stay fast: a stage sees each distinct state once.
        """
        stages = [(weight, stage(outcome)) for outcome, weight in self.items()]
        common = lcm(*(following.total for _, following in stages))
        return Odds(
            (outcome, weight * inner * (common // following.total))
            for weight, following in stages
            for outcome, inner in following.items()
        )

    def with_other(self, other: Odds[U], combine: Callable[[T, U], Any]) -> Odds[Any]:
        """The odds of `combine(mine, theirs)` for two independent throws."""
        return Odds(
            (combine(mine, theirs), weight * other_weight)
            for mine, weight in self.items()
            for theirs, other_weight in other.items()
        )

    def mean(self, value: Callable[[T], int] | None = None) -> Fraction:
        """The exact mean of the outcomes, or of `value(outcome)`."""
        number: Callable[[Any], int] = value or (lambda outcome: outcome)
        return Fraction(sum(number(outcome) * weight for outcome, weight in self.items()), self.total)

    def at_least(self) -> dict[T, Fraction]:
        """For each numeric outcome, lowest first, the chance of that much or more."""
        ordered: list[Any] = sorted(self._weights)
        left, curve = self.total, {}
        for outcome in ordered:
            curve[outcome] = Fraction(left, self.total)
            left -= self._weights[outcome]
        return curve

    def most_likely(self) -> T:
        """The outcome with the greatest weight; of several, the one that came first."""
        return max(self._weights, key=lambda outcome: self._weights[outcome])

    def to_icepool(self) -> icepool.Die[T]:
        """The same odds as an icepool `Die`. Needs icepool installed."""
        import icepool

        return icepool.Die(self._weights)

    @classmethod
    def from_icepool(cls, die: icepool.Die[T]) -> Odds[T]:
        """Odds from an icepool `Die`."""
        return cls(die.items())


def percent(chance: Fraction) -> float:
    """A chance as a percentage. For showing; never for further reckoning."""
    return 100 * chance.numerator / chance.denominator
