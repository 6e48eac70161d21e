"""Against the Darkmaster's cases: the same answers with icepool and dyce, their chains cut, and with NumPy.

The peers count a die with so many follow-ups that twelve digits are certain; ours has no end.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import dyce
import icepool
import numpy as np

from companion import find
from tests.bench.case import THROWS, Case

warnings.filterwarnings("ignore", message="`expand` is experimental")

FOLLOW_UPS = 9
Shares = list[tuple[int, float]]
Peers = dict[str, Callable[[], dict[str, float]]]


def icepool_die() -> icepool.Die[int]:
    """The open-ended die, cut."""
    chain: icepool.Die[int] = icepool.d(100)
    for _ in range(FOLLOW_UPS - 1):
        chain = icepool.Die([face + chain if face >= 96 else face for face in range(1, 101)])
    return icepool.Die([face + chain if face >= 96 else face - chain if face <= 5 else face for face in range(1, 101)])


def dyce_die() -> dyce.H:
    """The open-ended die, cut: put together from its chain by weights, as dyce's histograms allow."""
    chain = dict.fromkeys(range(1, 101), 1)
    whole = 100
    for _ in range(FOLLOW_UPS - 1):
        longer = {value: whole for value in range(1, 96)}
        for face in range(96, 101):
            for value, count in chain.items():
                longer[face + value] = longer.get(face + value, 0) + count
        chain, whole = longer, whole * 100
    total = {face: whole for face in range(6, 96)}
    for face in (*range(1, 6), *range(96, 101)):
        for value, count in chain.items():
            reached = face + value if face > 50 else face - value
            total[reached] = total.get(reached, 0) + count
    return dyce.H(total)


def icepool_shares() -> Shares:
    """Totals with their chances."""
    die = icepool_die()
    return [(total, float(Fraction(quantity, die.denominator()))) for total, quantity in die.items()]


def dyce_shares() -> Shares:
    """Totals with their chances."""
    die = dyce_die()
    return [(total, float(Fraction(count, die.total))) for total, count in die.items()]


@cache
def generator() -> np.random.Generator:
    """One generator for all simulations."""
    return np.random.default_rng(7)


def thrown() -> tuple[np.ndarray, np.ndarray]:
    """100,000 open-ended rolls: first dice and totals."""
    first = generator().integers(1, 101, size=THROWS)
    total, sign = first.copy(), np.where(first <= 5, -1, 1)
    open_ = (first >= 96) | (first <= 5)
    while open_.any():
        face = generator().integers(1, 101, size=THROWS)
        total = total + np.where(open_, sign * face, 0)
        open_ &= face >= 96
    return first, total


def of_one(numbers: Callable[[Iterable[tuple[int, float]]], dict[str, float]]) -> Peers:
    """Peers of an answer that hangs on one total: a function from totals with chances to our names."""

    def with_numpy() -> dict[str, float]:
        values, counts = np.unique(thrown()[1], return_counts=True)
        return numbers(zip(values.tolist(), (counts / THROWS).tolist(), strict=True))

    return {"icepool": lambda: numbers(icepool_shares()), "dyce": lambda: numbers(dyce_shares()), "numpy": with_numpy}


def reached(*marks: tuple[str, int]) -> Callable[[Iterable[tuple[int, float]]], dict[str, float]]:
    """The chance of each mark or more, by name."""

    def numbers(shares: Iterable[tuple[int, float]]) -> dict[str, float]:
        known = list(shares)
        return {name: sum(chance for total, chance in known if total >= mark) for name, mark in marks}

    return numbers


def opposed(lead: int, win: str) -> Peers:
    """Peers of a Conflicting Action: the chance to win with so much more, and that of equal totals."""

    def with_icepool() -> dict[str, float]:
        die = icepool_die()
        margin = die - die + lead
        return {win: float((margin > 0).probability(True)), "tie": float((margin == 0).probability(True))}

    def with_dyce() -> dict[str, float]:
        die = dyce_die()
        margin = die - die + lead
        won, tied = (sum(count for value, count in margin.items() if test(value)) for test in (_above, _level))
        return {win: float(Fraction(won, margin.total)), "tie": float(Fraction(tied, margin.total))}

    def with_numpy() -> dict[str, float]:
        margin = thrown()[1] - thrown()[1] + lead
        return {win: float(np.mean(margin > 0)), "tie": float(np.mean(margin == 0))}

    return {"icepool": with_icepool, "dyce": with_dyce, "numpy": with_numpy}


def _above(value: Any) -> bool:
    return bool(value > 0)


def _level(value: Any) -> bool:
    return bool(value == 0)


def of_attack(net: int, hit: int, critical: int, clumsy: int) -> Peers:
    """Peers of one attack: hits and criticals from a result up, fumbles on the lowest first dice.

    The marks lie so high that no first die within the Clumsy Range reaches them.
    """

    def numbers(shares: Iterable[tuple[int, float]]) -> dict[str, float]:
        found = reached(("hit", hit - net), ("critical", critical - net))(shares)
        return {**found, "fumble": clumsy / 100}

    peers = of_one(numbers)

    def with_numpy() -> dict[str, float]:
        first, total = thrown()
        struck = (first > clumsy) & (total + net >= hit)
        return {
            "hit": float(np.mean(struck)),
            "critical": float(np.mean(struck & (total + net >= critical))),
            "fumble": float(np.mean(first <= clumsy)),
        }

    return {**peers, "numpy": with_numpy}


def two(net: int, hit: int, clumsy: int) -> Peers:
    """Peers of two independent attacks alike."""

    def numbers(shares: Iterable[tuple[int, float]]) -> dict[str, float]:
        one = reached(("hit", hit - net))(shares)["hit"]
        return {
            "any_hit": 1 - (1 - one) ** 2,
            "both_hit": one**2,
            "any_fumble": 1 - (1 - clumsy / 100) ** 2,
            "both_fumble": (clumsy / 100) ** 2,
        }

    return of_one(numbers)


def stray() -> Peers:
    """Peers of a shot into melee at a net of 20, and the second roll against DEF 20."""

    def numbers(shares: Iterable[tuple[int, float]]) -> dict[str, float]:
        found = reached(("hit", 71), ("second", 111))(shares)
        return {"hit": found["hit"], "stray": (1 - found["hit"]) * found["second"], "second": 1 - found["hit"]}

    return of_one(numbers)


def ladder(bonus: int) -> Peers:
    """Peers of the Ride check until it is settled: the bands but the Partial Success, in proportion."""

    def numbers(shares: Iterable[tuple[int, float]]) -> dict[str, float]:
        found = reached(("fail", 5 - bonus), ("partial", 75 - bonus), ("success", 100 - bonus))(shares)
        again = found["partial"] - found["success"]
        return {
            "controlled": found["success"] / (1 - again),
            "fall": (1 - found["fail"]) / (1 - again),
            "mean_rolls": 1 / (1 - again),
        }

    return of_one(numbers)


def struck_mount(net: int, critical: int, ride: int) -> Peers:
    """Peers of an attack on a mount and its rider's check."""

    def numbers(shares: Iterable[tuple[int, float]]) -> dict[str, float]:
        found = reached(("check", critical - net), ("seated", 5 - ride))(shares)
        return {"check": found["check"], "off": found["check"] * (1 - found["seated"])}

    return of_one(numbers)


def fumble(clumsy: int) -> Peers:
    """Peers of a Clumsy Range."""
    face = icepool.d(100)
    histogram = dyce.H(100)
    return {
        "icepool": lambda: {"fumble": float((face <= clumsy).probability(True))},
        "dyce": lambda: {"fumble": sum(count for value, count in histogram.items() if value <= clumsy) / 100},
        "numpy": lambda: {"fumble": float(np.mean(thrown()[0] <= clumsy))},
    }


def example(resolver: str, name: str) -> Mapping[str, Any]:
    """The inputs of a named example."""
    return find(f"darkmaster/{resolver}").example(name).inputs


OPPOSED_MS = 25.0
LONGSWORD = {"weapon": "longsword", "cmb": 50, "defence": 25}

CASES = [
    Case("darkmaster/open-roll", {"target": 100}, of_one(reached(("reached", 100)))),
    Case(
        "darkmaster/skill-roll",
        example("skill-roll", "bonus-50"),
        of_one(reached(("success", 50), ("partial_success", 25))),
    ),
    Case("darkmaster/conflict", example("conflict", "seventy-against-fifty"), opposed(20, "win"), OPPOSED_MS),
    Case("darkmaster/clumsy", {"weapon": "longsword"}, fumble(4)),
    Case("darkmaster/attack", LONGSWORD, of_attack(25, 51, 76, 4)),
    Case("darkmaster/aim", example("aim", "four-rounds"), of_attack(60, 91, 91, 6)),
    Case("darkmaster/charge", {**LONGSWORD, "run": 7}, of_attack(45, 51, 76, 4)),
    Case("darkmaster/mounted", {"bonus": 50}, ladder(50)),
    Case("darkmaster/strike-mount", {**LONGSWORD, "ride": 50}, struck_mount(25, 76, 50)),
    Case("darkmaster/ranged-in-melee", example("ranged-in-melee", "short-bow"), of_attack(35, 91, 91, 4)),
    Case("darkmaster/shoot-into-melee", example("shoot-into-melee", "longbow"), stray()),
    Case("darkmaster/two-weapons", example("two-weapons", "two-scimitars"), two(30, 51, 6)),
    Case("darkmaster/improvised", {"weapon": "club", "cmb": 60, "defence": 0}, of_attack(40, 51, 91, 5)),
    Case("darkmaster/shield-bash", {"weapon": "target-shield", "cmb": 50, "defence": 0}, of_attack(30, 36, 101, 3)),
    Case("darkmaster/disarm", {"cmb": 70, "foe_cmb": 50}, opposed(20, "disarmed"), OPPOSED_MS),
    Case("darkmaster/feint", {"deceive": 70, "half_action": False}, opposed(20, "bonus"), OPPOSED_MS),
    Case("darkmaster/knock-down", {"brawl": 70}, opposed(20, "prone"), OPPOSED_MS),
    Case(
        "darkmaster/lock",
        {"cmb": 70, "foe_cmb": 50, "stage": "you are Locked already", "foe_ends": False},
        opposed(20, "ends"),
        OPPOSED_MS,
    ),
]
