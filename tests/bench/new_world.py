"""New World's cases: the same answers counted with icepool and dyce and simulated with NumPy."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import dyce
import icepool
import numpy as np

from companion import find
from tests.bench.case import THROWS, Case

warnings.filterwarnings("ignore", message="`expand` is experimental")

D6, H6 = icepool.d6, dyce.H(6)
ARMOUR = {1: 0, 2: 0, 3: 0, 4: 2, 5: 2, 6: 0}
"""Armour less Piercing against a hide jerkin, by the face of the location die."""


def blow(first: int, second: int, location: int, bonus: int = 6, armour: Mapping[int, int] | None = None) -> int:
    """Marguerite's smallsword against the raider: Wounds, or −1 for a miss. Plain Python, for the peers to map."""
    total = first + second + bonus
    if total < 10:
        return -1
    raw = (6 if first == second else 3) + 3 + total - 10
    return max(0, raw - 3 - (armour or {}).get(location, 0))


def blow_array(throws: np.ndarray, bonus: int = 6) -> np.ndarray:
    """The same blow for many throws at once; columns are first, second and location die."""
    first, second = throws[:, 0], throws[:, 1]
    total = first + second + bonus
    raw = np.where(first == second, 6, 3) + 3 + total - 10
    return np.where(total >= 10, np.maximum(0, raw - 3), -1)


def dice_array(number: int) -> np.ndarray:
    """100,000 throws of so many dice."""
    return np.random.default_rng(7).integers(1, 7, size=(THROWS, number))


def icepool_blow(bonus: int = 6) -> icepool.Die[int]:
    """The blow as an icepool die."""
    return icepool.map(lambda first, second, location: blow(first, second, location, bonus), D6, D6, D6)


def dyce_blow(bonus: int = 6) -> dyce.H:
    """The blow as a dyce histogram."""

    def struck(first: Any, second: Any, location: Any) -> int:
        return blow(first.outcome, second.outcome, location.outcome, bonus)

    return dyce.expand(struck, H6, H6, H6)


def attack_numbers(chance: Any) -> dict[str, float]:
    """Hit and mean Wounds of a blow given as pairs of Wounds and chance."""
    pairs = [(int(wounds), float(share)) for wounds, share in chance]
    return {
        "hit": sum(share for wounds, share in pairs if wounds >= 0),
        "mean_wounds": sum(wounds * share for wounds, share in pairs if wounds > 0),
    }


def shares(odds: Any) -> list[tuple[int, float]]:
    """The pairs of an icepool die or a dyce histogram."""
    if isinstance(odds, icepool.Die):
        return [(outcome, quantity / odds.denominator()) for outcome, quantity in odds.items()]
    return [(outcome, count / odds.total) for outcome, count in odds.items()]


def counted(array: np.ndarray) -> list[tuple[int, float]]:
    """The pairs of a simulation."""
    values, counts = np.unique(array, return_counts=True)
    return list(zip(values.tolist(), (counts / len(array)).tolist(), strict=True))


ATTACK = {
    "icepool": lambda: attack_numbers(shares(icepool_blow())),
    "dyce": lambda: attack_numbers(shares(dyce_blow())),
    "numpy": lambda: attack_numbers(counted(blow_array(dice_array(3)))),
}


def swift_numbers(pairs: list[tuple[Any, float]]) -> dict[str, float]:
    """Both hit and mean Wounds of two blows."""
    return {
        "both": sum(share for (one, two), share in pairs if one >= 0 and two >= 0),
        "mean_wounds": sum((max(0, one) + max(0, two)) * share for (one, two), share in pairs),
    }


def swift_icepool() -> dict[str, float]:
    """Two blows at −2, as an icepool product."""
    pair = icepool.tupleize(icepool_blow(4), icepool_blow(4))
    return swift_numbers([(outcome, quantity / pair.denominator()) for outcome, quantity in pair.items()])


def swift_dyce() -> dict[str, float]:
    """Two blows at −2, as a dyce expansion."""
    one = dyce_blow(4)

    def both(first: Any, second: Any) -> int:
        return (first.outcome + 1) * 1000 + second.outcome + 1

    pair = dyce.expand(both, one, one)
    return swift_numbers([((code // 1000 - 1, code % 1000 - 1), count / pair.total) for code, count in pair.items()])


def swift_numpy() -> dict[str, float]:
    """Two simulated blows at −2."""
    throws = dice_array(6)
    one, two = blow_array(throws[:, :3], 4), blow_array(throws[:, 3:], 4)
    return {
        "both": float(np.mean((one >= 0) & (two >= 0))),
        "mean_wounds": float(np.mean(np.maximum(one, 0) + np.maximum(two, 0))),
    }


def drop_icepool() -> dict[str, float]:
    """Five blows add up to 12 Wounds or more: one sum of dice."""
    wounds = icepool_blow().map(lambda value: max(0, value))
    down = (5 @ wounds) >= 12
    return {"down": down.probability(True).numerator / down.probability(True).denominator}


def drop_dyce() -> dict[str, float]:
    """Five blows add up to 12 Wounds or more: one sum of histograms."""
    total = 5 @ dyce_blow().apply(lambda value: max(0, value))
    return {"down": sum(count for wounds, count in total.items() if wounds >= 12) / total.total}


def drop_numpy() -> dict[str, float]:
    """Five simulated blows."""
    throws = dice_array(15).reshape(THROWS, 5, 3)
    wounds = sum(np.maximum(0, blow_array(throws[:, place])) for place in range(5))
    return {"down": float(np.mean(wounds >= 12))}


def opposed(name: str, lead: int) -> dict[str, Any]:
    """The chance that an opposed roll is won, by each peer; `name` is its name in our summary."""

    def with_numpy() -> dict[str, float]:
        throws = dice_array(4)
        difference = throws[:, 0] + throws[:, 1] - throws[:, 2] - throws[:, 3] + lead
        return {name: float(np.mean(difference > 0))}

    def with_icepool() -> dict[str, float]:
        won = (2 @ D6 - 2 @ D6 + lead) > 0
        return {name: float(won.probability(True))}

    def with_dyce() -> dict[str, float]:
        difference = 2 @ H6 - 2 @ H6 + lead
        return {name: sum(count for value, count in difference.items() if value > 0) / difference.total}

    return {"icepool": with_icepool, "dyce": with_dyce, "numpy": with_numpy}


def feint_exact(difference: list[tuple[int, float]], won: Any, lost: Any) -> dict[str, float]:
    """A feint at a lead of 2, then the blow at +2 or without."""
    chance = sum(share for value, share in difference if value > 0)
    mean = [attack_numbers(shares(odds))["mean_wounds"] for odds in (won, lost)]
    return {"won": chance, "mean_wounds": chance * mean[0] + (1 - chance) * mean[1]}


def feint_numpy() -> dict[str, float]:
    """A simulated feint and blow."""
    throws = dice_array(7)
    won = throws[:, 0] + throws[:, 1] + 2 > throws[:, 2] + throws[:, 3]
    wounds = np.where(won, blow_array(throws[:, 4:], 8), blow_array(throws[:, 4:], 6))
    return {"won": float(np.mean(won)), "mean_wounds": float(np.mean(np.maximum(0, wounds)))}


FEINT = {
    "icepool": lambda: feint_exact(shares(2 @ D6 - 2 @ D6 + 2), icepool_blow(8), icepool_blow(6)),
    "dyce": lambda: feint_exact(shares(2 @ H6 - 2 @ H6 + 2), dyce_blow(8), dyce_blow(6)),
    "numpy": feint_numpy,
}


SURPRISE_EXACT = 5
"""The Agility of the one who may be surprised: a d6 above it costs the first round."""


def surprise_numpy() -> dict[str, float]:
    """Simulated surprise dice."""
    return {"surprised": float(np.mean(dice_array(1)[:, 0] > SURPRISE_EXACT))}


SURPRISE = {
    "icepool": lambda: {"surprised": float((D6 > SURPRISE_EXACT).probability(True))},
    "dyce": lambda: {"surprised": sum(count for face, count in H6.items() if face > SURPRISE_EXACT) / H6.total},
    "numpy": surprise_numpy,
}


def ambush_numpy() -> dict[str, float]:
    """Simulated surprise dice of two, at initiatives 6 and 3."""
    throws = dice_array(2)
    return {"any_surprised": float(np.mean((throws[:, 0] > 6) | (throws[:, 1] > 3)))}


AMBUSH = {
    "icepool": lambda: {"any_surprised": float(1 - (D6 <= 6).probability(True) * (D6 <= 3).probability(True))},
    "dyce": lambda: {"any_surprised": 1 - sum(count for face, count in H6.items() if face <= 3) / H6.total},
    "numpy": ambush_numpy,
}


def hold_exact(difference: list[tuple[int, float]]) -> dict[str, float]:
    """Seize, let one try to break free fail, squeeze without losing the foe: equal totals, one round."""
    won = sum(share for value, share in difference if value > 0)
    badly = sum(share for value, share in difference if value <= -5)
    return {"seized": won, "held": won * (1 - won) * (1 - badly), "every_squeeze": won * (1 - won) * won}


def hold_numpy() -> dict[str, float]:
    """The same, simulated."""
    throws = dice_array(12).reshape(THROWS, 3, 4)
    seize, free, squeeze = (throws[:, place, :2].sum(1) - throws[:, place, 2:].sum(1) for place in range(3))
    stays = (seize > 0) & (free <= 0)
    return {
        "seized": float(np.mean(seize > 0)),
        "held": float(np.mean(stays & (squeeze > -5))),
        "every_squeeze": float(np.mean(stays & (squeeze > 0))),
    }


HOLD = {
    "icepool": lambda: hold_exact(shares(2 @ D6 - 2 @ D6)),
    "dyce": lambda: hold_exact(shares(2 @ H6 - 2 @ H6)),
    "numpy": hold_numpy,
}


def example(resolver: str, name: str) -> Mapping[str, Any]:
    """The inputs of a named example."""
    return find(f"new-world/{resolver}").example(name).inputs


CASES = [
    Case("new-world/attack", example("attack", "marguerite"), ATTACK),
    Case("new-world/free-attack", example("free-attack", "raider-flees"), ATTACK),
    Case(
        "new-world/swift-attack",
        example("swift-attack", "one-smallsword"),
        {"icepool": swift_icepool, "dyce": swift_dyce, "numpy": swift_numpy},
    ),
    Case(
        "new-world/wounds-to-drop",
        example("wounds-to-drop", "raider"),
        {"icepool": drop_icepool, "dyce": drop_dyce, "numpy": drop_numpy},
    ),
    Case("new-world/feint", example("feint", "marguerite"), FEINT),
    Case("new-world/disarm", {"total": 6, "foe_total": 6, "trained": True}, opposed("success", 0)),
    Case("new-world/grapple", example("grapple", "equal-seize"), opposed("win", 0)),
    Case("new-world/grapple-hold", example("grapple-hold", "equal-totals"), HOLD),
    Case("new-world/manoeuvre", example("manoeuvre", "equal-push"), opposed("success", 0)),
    Case("new-world/surprise", example("surprise", "agility-5"), SURPRISE),
    Case("new-world/initiative", example("initiative", "ambush"), AMBUSH),
]
