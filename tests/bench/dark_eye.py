"""The Dark Eye's cases: the same answers counted with icepool and dyce and simulated with NumPy."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

import dyce
import icepool
import numpy as np

from companion import find
from tests.bench.case import THROWS, Case, Peer

warnings.filterwarnings("ignore", message="`expand` is experimental")

D6, D20 = icepool.d6, icepool.d(20)
H6, H20 = dyce.H(6), dyce.H(20)
MISS, HIT, LONE_ONE, CRITICAL, BOTCH = range(5)

Pairs = list[tuple[Any, float]]
Numbers = dict[str, float]


def icepool_pairs(function: Callable[..., Any], *dice: icepool.Die[Any]) -> Pairs:
    """Every outcome of a function of dice with its chance, by icepool."""
    found = icepool.map(function, *dice)
    return [(outcome, quantity / found.denominator()) for outcome, quantity in found.items()]


def dyce_pairs(function: Callable[..., int], *histograms: dyce.H) -> Pairs:
    """The same by dyce; the function gives a whole number."""
    found = dyce.expand(lambda *results: function(*(result.outcome for result in results)), *histograms)
    return [(outcome, count / found.total) for outcome, count in found.items()]


def thrown(sides: int, number: int, seed: int = 7) -> np.ndarray:
    """100,000 throws of so many dice."""
    return np.random.default_rng(seed + sides).integers(1, sides + 1, size=(THROWS, number))


def share(pairs: Pairs, test: Callable[[Any], bool]) -> float:
    """The chance of a test."""
    return sum(chance for outcome, chance in pairs if test(outcome))


def mean(pairs: Pairs, value: Callable[[Any], float]) -> float:
    """The mean of a value."""
    return sum(value(outcome) * chance for outcome, chance in pairs)


# One attack against one defence.


def read(value: int) -> Callable[[int, int], int]:
    """A combat roll and its second roll against a value, in plain Python, for the peers to map."""

    def graded(die: int, again: int) -> int:
        if die == 1:
            return CRITICAL if again <= value else LONE_ONE
        if die == 20:
            return MISS if again <= value else BOTCH
        return HIT if die <= value else MISS

    return graded


def ended(plus: int, factor: int = 2) -> Callable[[int, int, int, int], int]:
    """What attack, both readings of the defence and a damage die come to: the damage, −1 for nothing."""

    def damage(attack: int, plain: int, halved: int, die: int) -> int:
        if attack not in (HIT, LONE_ONE, CRITICAL):
            return -1
        defence = halved if attack in (LONE_ONE, CRITICAL) else plain
        if defence in (HIT, LONE_ONE, CRITICAL):
            return -1
        return (die + plus) * (factor if attack == CRITICAL else 1)

    return damage


def attack_numbers(pairs: Pairs) -> Numbers:
    """Landing and mean damage."""
    return {
        "lands": share(pairs, lambda damage: damage >= 0),
        "mean_damage": mean(pairs, lambda damage: max(0, damage)),
    }


def icepool_roll(value: int) -> icepool.Die[int]:
    """A combat roll, by icepool."""
    return icepool.map(read(value), D20, D20)


def dyce_roll(value: int) -> dyce.H:
    """A combat roll, by dyce."""
    return dyce.expand(lambda die, again: read(value)(die.outcome, again.outcome), H20, H20)


def numpy_hits(die: np.ndarray, value: np.ndarray | int) -> np.ndarray:
    """Which of many combat rolls succeed."""
    return (die == 1) | ((die <= value) & (die != 20))


def numpy_blow(at: int, pa: np.ndarray | int, damage: np.ndarray, plus: int, offset: int = 0) -> np.ndarray:
    """Many attacks at once: the damage, −1 for nothing."""
    dice = thrown(20, 3, 11 + offset)
    hits, one = numpy_hits(dice[:, 0], at), dice[:, 0] == 1
    held = (np.asarray(pa) > 0) & numpy_hits(dice[:, 2], np.where(one, -(-np.asarray(pa) // 2), pa))
    dealt = (damage + plus) * np.where(one & (dice[:, 1] <= at), 2, 1)
    return np.where(hits & ~held, dealt, -1)


def exchange(at: int, pa: int, plus: int, sides: int = 6) -> dict[str, Peer]:
    """An attack against a defence, by each peer."""

    def with_numpy() -> Numbers:
        blows = numpy_blow(at, pa, thrown(sides, 1)[:, 0], plus)
        return {"lands": float(np.mean(blows >= 0)), "mean_damage": float(np.mean(np.maximum(0, blows)))}

    half = -(-pa // 2)
    return {
        "icepool": lambda: attack_numbers(
            icepool_pairs(ended(plus), icepool_roll(at), icepool_roll(pa), icepool_roll(half), icepool.d(sides))
        ),
        "dyce": lambda: attack_numbers(
            dyce_pairs(ended(plus), dyce_roll(at), dyce_roll(pa), dyce_roll(half), dyce.H(sides))
        ),
        "numpy": with_numpy,
    }


def lands_only(peers: Mapping[str, Peer]) -> dict[str, Peer]:
    """The same peers where only landing is asked for."""
    return {name: lambda run=run: {"lands": run()["lands"]} for name, run in peers.items()}  # type: ignore[misc]


def landing(attack: int, plain: int, halved: int) -> int:
    """One attack and its defence: 0 for a miss, 1 where the defence holds, 2 where it lands."""
    if attack not in (HIT, LONE_ONE, CRITICAL):
        return 0
    defence = halved if attack in (LONE_ONE, CRITICAL) else plain
    return 1 if defence in (HIT, LONE_ONE, CRITICAL) else 2


def two_on_one(first: int, fresh: int, tired: int) -> int:
    """How many of two attacks land; only a first attack that hits tires the defender."""
    return (first == 2) + ((tired if first else fresh) == 2)


def several_numpy() -> Numbers:
    """Two simulated attacks at 12 on a parry of 8."""
    first = thrown(20, 1, 11)[:, 0]
    rolled = numpy_hits(first, 12)
    one = numpy_blow(12, 8, thrown(6, 1)[:, 0], 4)
    two = numpy_blow(12, np.where(rolled, 5, 8), thrown(6, 1, 3)[:, 0], 4, 100)
    return {"mean_landed": float(np.mean((one >= 0).astype(int) + (two >= 0)))}


def several_pairs(pairs: Pairs) -> Numbers:
    """The mean number that land."""
    return {"mean_landed": mean(pairs, lambda landed: landed)}


def icepool_landing(at: int, pa: int) -> icepool.Die[int]:
    """One attack and its defence, by icepool."""
    return icepool.map(landing, icepool_roll(at), icepool_roll(pa), icepool_roll(-(-pa // 2)))


def dyce_landing(at: int, pa: int) -> dyce.H:
    """One attack and its defence, by dyce."""
    rolls = dyce_roll(at), dyce_roll(pa), dyce_roll(-(-pa // 2))
    return dyce.expand(lambda *results: landing(*(result.outcome for result in results)), *rolls)


SEVERAL: dict[str, Peer] = {
    "icepool": lambda: several_pairs(
        icepool_pairs(two_on_one, icepool_landing(12, 8), icepool_landing(12, 8), icepool_landing(12, 5))
    ),
    "dyce": lambda: several_pairs(
        dyce_pairs(two_on_one, dyce_landing(12, 8), dyce_landing(12, 8), dyce_landing(12, 5))
    ),
    "numpy": several_numpy,
}


def struck(die: int, damage: int) -> int:
    """An attack of opportunity at 14 − 4 with a longsword: the damage, −1 for a miss."""
    return damage + 4 if die <= 10 else -1


def struck_numpy() -> Numbers:
    """Simulated attacks of opportunity."""
    blows = np.where(thrown(20, 1)[:, 0] <= 10, thrown(6, 1)[:, 0] + 4, -1)
    return {"lands": float(np.mean(blows >= 0)), "mean_damage": float(np.mean(np.maximum(0, blows)))}


OPPORTUNITY: dict[str, Peer] = {
    "icepool": lambda: attack_numbers(icepool_pairs(struck, D20, D6)),
    "dyce": lambda: attack_numbers(dyce_pairs(struck, H20, H6)),
    "numpy": struck_numpy,
}

# Checks with three dice.


def quality(rating: int, modifier: int = 0, doubles: bool = False) -> Callable[[int, int, int], int]:
    """A check on three thirteens: the quality level, 0 for a failure, −1 for a botch."""

    def level(*dice: int) -> int:
        left = rating - sum(max(0, die - 13 - modifier) for die in dice)
        if dice.count(1) > 1:
            left = 2 * rating if doubles else left
        elif dice.count(20) > 1:
            return -1
        elif left < 0:
            return 0
        return min(6, max(1, -(-left // 3)))

    return level


def numpy_quality(rating: int, modifier: int = 0, doubles: bool = False, seed: int = 7) -> np.ndarray:
    """Many checks at once."""
    dice = thrown(20, 3, seed)
    left = rating - np.maximum(0, dice - 13 - modifier).sum(axis=1)
    best, worst = (dice == 1).sum(axis=1) > 1, (dice == 20).sum(axis=1) > 1
    left = np.where(best & doubles, 2 * rating, left)
    level = np.clip(-(-left // 3), 1, 6)
    return np.where(best | ((left >= 0) & ~worst), level, np.where(worst, -1, 0))


def icepool_quality(*case: Any) -> icepool.Die[int]:
    """A check, by icepool."""
    return icepool.map(quality(*case), D20, D20, D20)


def dyce_quality(*case: Any) -> dyce.H:
    """A check, by dyce."""
    level = quality(*case)
    return dyce.expand(lambda one, two, three: level(one.outcome, two.outcome, three.outcome), H20, H20, H20)


def checked(numbers: Callable[[Pairs], Numbers], *case: Any) -> dict[str, Peer]:
    """Numbers from the quality levels of one check, by each peer."""

    def with_numpy() -> Numbers:
        values, counts = np.unique(numpy_quality(*case), return_counts=True)
        return numbers(list(zip(values.tolist(), (counts / THROWS).tolist(), strict=True)))

    return {
        "icepool": lambda: numbers(icepool_pairs(lambda level: level, icepool_quality(*case))),
        "dyce": lambda: numbers(dyce_pairs(lambda level: level, dyce_quality(*case))),
        "numpy": with_numpy,
    }


def check_numbers(pairs: Pairs) -> Numbers:
    """Success, and the mean quality level."""
    return {
        "success": share(pairs, lambda level: level > 0),
        "botch": share(pairs, lambda level: level < 0),
        "mean_quality": mean(pairs, lambda level: max(0, level)),
    }


def away_numbers(pairs: Pairs) -> Numbers:
    """Clean away, and struck by one attack that hits half the time."""
    clean = share(pairs, lambda level: level > 0)
    return {"clean": clean, "struck": (1 - clean) / 2}


def taken_numbers(pairs: Pairs) -> Numbers:
    """In hand, and struck."""
    found = away_numbers(pairs)
    return {"taken": found["clean"], "struck": found["struck"]}


def climb_numbers(pairs: Pairs) -> Numbers:
    """There, and struck after a botch."""
    return {
        "gained": share(pairs, lambda level: level > 0),
        "struck": share(pairs, lambda level: level < 0) / 2,
    }


def done_numbers(pairs: Pairs) -> Numbers:
    """Three actions with one distraction in the second: whether they are done, and how many are."""
    done = share(pairs, lambda level: level > 0)
    return {"done": done, "mean_done": 1 + 2 * done}


def acting_numbers(pairs: Pairs) -> Numbers:
    """One action at Pain IV."""
    return {"acts": share(pairs, lambda level: level > 0)}


def won(mine: int, theirs: int) -> int:
    """Whether the active side wins a competitive check."""
    return int(max(0, mine) > max(0, theirs))


def contest(name: str, modifier: int = 0) -> dict[str, Peer]:
    """A competitive check of 7 against 7, by each peer."""

    def with_numpy() -> Numbers:
        mine, theirs = numpy_quality(7, 0, True), numpy_quality(7, modifier, True, 99)
        return {name: float(np.mean(np.maximum(0, mine) > np.maximum(0, theirs)))}

    return {
        "icepool": lambda: {
            name: mean(
                icepool_pairs(won, icepool_quality(7, 0, True), icepool_quality(7, modifier, True)), lambda wins: wins
            )
        },
        "dyce": lambda: {
            name: mean(dyce_pairs(won, dyce_quality(7, 0, True), dyce_quality(7, modifier, True)), lambda wins: wins)
        },
        "numpy": with_numpy,
    }


# Order of action, botches.

TIE: dict[str, Peer] = {
    "icepool": lambda: {"tie": float((D6 == D6).probability(True))},
    "dyce": lambda: {"tie": sum(count for gap, count in (H6 - H6).items() if gap == 0) / (H6 - H6).total},
    "numpy": lambda: {"tie": float(np.mean(thrown(6, 2)[:, 0] == thrown(6, 2)[:, 1]))},
}


def botch_numbers(pairs: Pairs) -> Numbers:
    """The weapon, or oneself."""
    return {"weapon": share(pairs, lambda total: total <= 6), "own_weapon": share(pairs, lambda total: total >= 11)}


def botch_numpy() -> Numbers:
    """Simulated botches."""
    total = thrown(6, 2).sum(axis=1)
    return {"weapon": float(np.mean(total <= 6)), "own_weapon": float(np.mean(total >= 11))}


BOTCHES: dict[str, Peer] = {
    "icepool": lambda: botch_numbers(icepool_pairs(lambda total: total, 2 @ D6)),
    "dyce": lambda: botch_numbers(dyce_pairs(lambda total: total, 2 @ H6)),
    "numpy": botch_numpy,
}


def example(resolver: str, name: str) -> Mapping[str, Any]:
    """The inputs of a named example."""
    return find(f"dark-eye/{resolver}").example(name).inputs


CASES = [
    Case("dark-eye/attack", example("attack", "at12-pa8"), exchange(12, 8, 4)),
    Case("dark-eye/several-attackers", example("several-attackers", "two-on-one"), SEVERAL),
    Case("dark-eye/attack-of-opportunity", example("attack-of-opportunity", "at14"), OPPORTUNITY),
    Case("dark-eye/ranged-attack", example("ranged-attack", "rc12-dodge7"), exchange(12, 3, 4)),
    Case("dark-eye/disarm", example("disarm", "longsword"), exchange(10, 8, 0, 3)),
    Case("dark-eye/hold", example("hold", "at12-pa8"), lands_only(exchange(12, 8, 0))),
    Case("dark-eye/escape", example("escape", "equal"), contest("free")),
    Case("dark-eye/botch", example("botch", "melee"), BOTCHES),
    Case("dark-eye/skill-check", example("skill-check", "thirteens-7"), checked(check_numbers, 7)),
    Case("dark-eye/disengage", example("disengage", "one-opponent"), checked(away_numbers, 7, -1)),
    Case("dark-eye/pick-up", example("pick-up", "fallen-sword"), checked(taken_numbers, 7)),
    Case("dark-eye/advantageous-position", example("advantageous-position", "table"), checked(climb_numbers, 7)),
    Case("dark-eye/ambush", example("ambush", "attentive"), contest("surprised", 2)),
    Case("dark-eye/initiative", example("initiative", "equal"), TIE),
    Case("dark-eye/long-action", example("long-action", "spell-under-blows"), checked(done_numbers, 7, -1)),
    Case("dark-eye/pain", example("pain", "lp31-at-5"), checked(acting_numbers, 7, -4)),
]
