"""Fantasy Crux's cases: the same answers counted with icepool and dyce and simulated with NumPy."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import dyce
import icepool
import numpy as np

from companion import find
from tests.bench.case import THROWS, Case, Peer

warnings.filterwarnings("ignore", message="`expand` is experimental")

Numbers = dict[str, float]
Pairs = list[tuple[Any, float]]

TEN, TEN_H = icepool.z(10), dyce.H(range(10))
FAILED = 2
"""Grades count down: 3 critical, 2 success, 1 failure, 0 fumble; from 2 up a roll has succeeded."""


def grade(roll: int, skill: int) -> int:
    """The grade of a roll, for the peers to map. Every skill of these cases lies between 10 and 99."""
    if roll >= 99:
        return 0
    return 3 if roll <= skill // 10 else 2 if roll <= skill else 1


def quality(roll: int, skill: int) -> int:
    """Which of two rolls is better: the grade, then the higher success or the lower failure."""
    worth = grade(roll, skill)
    return 1000 * worth + (roll if worth >= FAILED else 100 - roll)


def keep(skill: int, dice: int, units: int, tens: Iterable[int]) -> int:
    """The candidate that counts."""
    rolls = [ten * 10 + units or 100 for ten in tens]
    return (max if dice > 0 else min)(rolls, key=lambda roll: quality(roll, skill))


def cell(attack: int, skill: int, defence: int, other: int) -> str:
    """The cell of the matrix for a Dodge."""
    mine, theirs = grade(attack, skill), grade(defence, other)
    if mine < FAILED:
        return "miss"
    if theirs >= FAILED and (theirs, defence, other >= skill) >= (mine, attack, True):
        return "blocked"
    if mine == 3:
        return "demoted" if theirs == 2 else "critical"
    return "ordinary"


# A kept roll, by each peer


def icepool_kept(skill: int, dice: int = 0) -> icepool.Die[int]:
    """A kept roll as an icepool die."""
    return icepool.map(lambda units, *tens: keep(skill, dice, units, tens), TEN, *[TEN] * (1 + abs(dice)))


def dyce_kept(skill: int, dice: int = 0) -> dyce.H:
    """A kept roll as a dyce histogram."""

    def kept(units: Any, *tens: Any) -> int:
        return keep(skill, dice, units.outcome, [ten.outcome for ten in tens])

    return dyce.expand(kept, TEN_H, *[TEN_H] * (1 + abs(dice)))


def worths(rolls: np.ndarray, skill: int) -> np.ndarray:
    """The grades of many rolls."""
    return np.where(rolls >= 99, 0, np.where(rolls <= skill // 10, 3, np.where(rolls <= skill, 2, 1)))


def numpy_kept(skill: int, dice: int = 0, seed: int = 7) -> np.ndarray:
    """100,000 kept rolls."""
    random = np.random.default_rng(seed)
    rolls = random.integers(0, 10, (THROWS, 1 + abs(dice))) * 10 + random.integers(0, 10, (THROWS, 1))
    rolls[rolls == 0] = 100
    found = worths(rolls, skill)
    qualities = 1000 * found + np.where(found >= FAILED, rolls, 100 - rolls)
    best = qualities.argmax(1) if dice > 0 else qualities.argmin(1)
    return rolls[np.arange(THROWS), best]


def pairs(odds: Any) -> Pairs:
    """The outcomes of an icepool die, a dyce histogram or a simulation with their chances."""
    if isinstance(odds, icepool.Die):
        return [(outcome, quantity / odds.denominator()) for outcome, quantity in odds.items()]
    if isinstance(odds, dyce.H):
        return [(outcome, count / odds.total) for outcome, count in odds.items()]
    values, counts = np.unique(odds, return_counts=True)
    return list(zip(values.tolist(), (counts / len(odds)).tolist(), strict=True))


KEPT: dict[str, Callable[..., Any]] = {"icepool": icepool_kept, "dyce": dyce_kept, "numpy": numpy_kept}


def each(count: Callable[[Callable[..., Any]], Numbers]) -> dict[str, Peer]:
    """The same count by every peer, from its own kept rolls."""
    return {name: (lambda kept=kept: count(kept)) for name, kept in KEPT.items()}


def chance(found: Pairs, test: Callable[[Any], bool]) -> float:
    """How likely it is."""
    return sum(share for outcome, share in found if test(outcome))


# One roll


def graded(kept: Callable[..., Any], skill: int, dice: int = 0) -> Pairs:
    """The grades of a kept roll."""
    return [(grade(roll, skill), share) for roll, share in pairs(kept(skill, dice))]


def count_test(kept: Callable[..., Any]) -> Numbers:
    """Skill 51 with two Bonus dice."""
    found = graded(kept, 51, 2)
    return {
        "success": chance(found, lambda worth: worth >= FAILED),
        "critical": chance(found, lambda worth: worth == 3),
        "fumble": chance(found, lambda worth: worth == 0),
    }


def count_crowd(kept: Callable[..., Any]) -> Numbers:
    """A shot at 51 behind partial cover: only a fumble hits somebody else."""
    found = graded(kept, 51, -1)
    return {"hit": chance(found, lambda worth: worth >= FAILED), "stray": chance(found, lambda worth: worth == 0)}


def count_dying(kept: Callable[..., Any]) -> Numbers:
    """Three attempts at Healing 40."""
    return {"lives": 1 - chance(graded(kept, 40), lambda worth: worth < FAILED) ** 3}


def count_mount(kept: Callable[..., Any]) -> Numbers:
    """A Riding test at 51."""
    return {"stays": chance(graded(kept, 51), lambda worth: worth >= FAILED)}


def two_hits(first: float, second: float) -> Numbers:
    """Two independent attacks."""
    return {"any": 1 - (1 - first) * (1 - second), "both": first * second, "mean_hits": first + second}


def count_off_hand(kept: Callable[..., Any]) -> Numbers:
    """51, and 51 with a Penalty die."""
    return two_hits(*(chance(graded(kept, 51, dice), lambda worth: worth >= FAILED) for dice in (0, -1)))


def count_rapid_shot(kept: Callable[..., Any]) -> Numbers:
    """76 with a Penalty die, twice."""
    hit = chance(graded(kept, 76, -1), lambda worth: worth >= FAILED)
    return two_hits(hit, hit)


# Two rolls


def met(kept: str, skill: int, other: int, outcome: Callable[[int, int], Any], dice: int = 0) -> Pairs:
    """What two kept rolls come to; `dice` are the other side's."""
    if kept == "icepool":
        return pairs(icepool.map(outcome, icepool_kept(skill), icepool_kept(other, dice)))
    if kept == "dyce":
        expanded = dyce.expand(
            lambda one, two: CODES.index(outcome(one.outcome, two.outcome)), dyce_kept(skill), dyce_kept(other, dice)
        )
        return [(CODES[code], share) for code, share in pairs(expanded)]
    both = np.unique(np.stack([numpy_kept(skill), numpy_kept(other, dice, seed=8)], 1), axis=0, return_counts=True)
    return [(outcome(int(one), int(two)), count / THROWS) for (one, two), count in zip(*both, strict=True)]


CODES = ["miss", "blocked", "demoted", "critical", "ordinary", "flees", "surrenders", "moved", "stands", True, False]
"""Outcomes as numbers, for dyce."""


def both(count: Callable[[str], Numbers]) -> dict[str, Peer]:
    """The same count by every peer, from two kept rolls."""
    return {name: (lambda name=name: count(name)) for name in KEPT}


def matrix_of(skill: int, other: int, dice: int = 0) -> Callable[[str], Numbers]:
    """The verdicts of an attack against a Dodge, or a Parry that blocks all."""

    def counted(kept: str) -> Numbers:
        found = met(kept, skill, other, lambda one, two: cell(one, skill, two, other), dice)
        names = {name: chance(found, lambda verdict, name=name: verdict == name) for name in CODES[:4]}
        return {
            "lands": 1 - names["miss"] - names["blocked"],
            **{name: names[name] for name in ("blocked", "demoted", "critical")},
        }

    return counted


def count_attack(kept: str) -> Numbers:
    """The same with an arming sword: 1D8, or 8 where the hit stays critical; nothing stops it."""
    found = matrix_of(51, 51)(kept)
    return found | {"mean_hp_lost": (found["lands"] - found["critical"]) * 4.5 + found["critical"] * 8}


def count_opposed(kept: str) -> Numbers:
    """51 against 51, whoever defends has the tie."""
    found = met(kept, 51, 51, lambda one, two: quality(one, 51) > quality(two, 51))
    return {"win": chance(found, lambda won: won)}


def count_grapple(kept: str) -> Numbers:
    """A seizure at equal skills."""
    return {"success": count_opposed(kept)["win"]}


def threatened(influence: int, persistence: int) -> str:
    """What an enemy at full strength does; on equal rolls the higher skill wins, which is yours."""
    mine, theirs = grade(influence, 51), grade(persistence, 40)
    if theirs == 0:
        return "flees"
    if quality(influence, 51) < quality(persistence, 40):
        return "stands"
    return "surrenders" if mine == 3 and theirs < FAILED else "moved"


def count_intimidate(kept: str) -> Numbers:
    """Influence 51 against Persistence 40 with two Bonus dice."""
    found = met(kept, 51, 40, threatened, 2)
    return {
        "moved": chance(found, lambda result: result != "stands"),
        "surrenders": chance(found, lambda result: result == "surrenders"),
        "flees": chance(found, lambda result: result == "flees"),
    }


# Who acts first: Combat Order 10, 11 and 10 with DEX 12, 11 and 14


def first(mine: int, ogre: int, wolf: int) -> bool:
    """Whether the first of the three acts first."""
    return (mine + 10, 12) > max((ogre + 11, 11), (wolf + 10, 14))


def dyce_first() -> Numbers:
    """Three dice as dyce histograms."""
    ten = dyce.H(10)
    found = dyce.expand(lambda one, two, three: first(one.outcome, two.outcome, three.outcome), ten, ten, ten)
    return {"first": chance(pairs(found), bool)}


def numpy_first() -> Numbers:
    """100,000 starts."""
    mine, ogre, wolf = np.random.default_rng(7).integers(1, 11, (3, THROWS))
    return {"first": float(np.mean((mine + 10 >= ogre + 11) & (mine > wolf)))}


ORDER = {
    "icepool": lambda: {"first": float(icepool.map(first, *[icepool.d10] * 3).probability(True))},
    "dyce": dyce_first,
    "numpy": numpy_first,
}


def example(resolver: str, name: str) -> Mapping[str, Any]:
    """The inputs of a named example."""
    return find(f"fantasy-crux/{resolver}").example(name).inputs


ATTACK_LIMIT = 25.0
GIANT = {
    "skill": 95, "weapon": "greatsword", "modifier": "+6D6", "manner": "charge", "killing_angle": True,
    "flanked": True, "favoured": True, "signature": True, "defence": "parry", "defence_skill": 85, "item": "longsword",
    "armour": "platemail", "max_hit_points": 60, "reserve": 9,
}  # fmt: skip
"""An attack with dice of every kind."""

CASES = [
    Case("fantasy-crux/test", example("test", "two-bonus-dice"), each(count_test)),
    Case("fantasy-crux/opposed", example("opposed", "equal-51"), both(count_opposed)),
    Case("fantasy-crux/matrix", example("matrix", "equal-51"), both(matrix_of(51, 51))),
    Case("fantasy-crux/attack", example("attack", "equal-51-dodge"), both(count_attack), ATTACK_LIMIT),
    Case("fantasy-crux/attack", example("attack", "ogre-club"), limit_ms=ATTACK_LIMIT),
    Case("fantasy-crux/attack", GIANT, limit_ms=ATTACK_LIMIT),
    Case("fantasy-crux/charge", example("charge", "into-spears")),
    Case("fantasy-crux/off-hand-reaction", {}, both(matrix_of(51, 51, -1))),
    Case("fantasy-crux/grapple", {}, both(count_grapple)),
    Case("fantasy-crux/intimidate", {}, both(count_intimidate)),
    Case("fantasy-crux/off-hand", example("off-hand", "two-knives"), each(count_off_hand)),
    Case("fantasy-crux/rapid-shot", example("rapid-shot", "skill-76"), each(count_rapid_shot)),
    Case("fantasy-crux/crowd", {"cover": "cover_partial"}, each(count_crowd)),
    Case("fantasy-crux/mounted", example("mounted", "cart-horse"), each(count_mount)),
    Case("fantasy-crux/dying", example("dying", "at-zero"), each(count_dying)),
    Case("fantasy-crux/combat-order", {}, ORDER),
]
