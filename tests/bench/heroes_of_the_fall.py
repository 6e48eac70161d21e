"""Heroes of the Fall's cases: the same answers counted with icepool and dyce and simulated with NumPy."""

from __future__ import annotations

import dyce
import icepool
import numpy as np

from tests.bench.case import THROWS, Case

PASSES = {
    -2: lambda red, white: red >= 2,
    -1: lambda red, white: red >= 3,
    0: lambda red, white: red >= 5,
    1: lambda red, white: red >= 7,
    2: lambda red, white: red == 8,
    3: lambda red, white: (red >= 7) & (white >= 7),
    4: lambda red, white: (red == 8) & (white >= 7),
}
"""The levels that the duel below can reach; each works on numbers and on arrays."""

MODIFIER = 50
DUEL = {"modifier": MODIFIER, "foe_modifier": MODIFIER, "target": "arm", "armour": ["leather"]}


def grade(level: int, red: int, white: int) -> str:
    """The grade of one throw, for the peers to map."""
    if PASSES[level](red, white):
        if not PASSES[level + 1](red, white):
            return "minor"
        return "mortal" if PASSES[level + 2](red, white) else "serious"
    return "block" if PASSES[level - 1](red, white) else "parry"


def level(mine: bool, theirs: bool) -> int:
    """Six against six with long swords and leather: 1, less your step, plus your foe's."""
    return 1 - mine + theirs


def numbers(chances: dict[str, float]) -> dict[str, float]:
    """The numbers of our summary."""
    return {
        "hit": sum(chances[wound] for wound in ("minor", "serious", "mortal")),
        "pushed_back": chances["block"],
        "counter_attack": chances["parry"],
    }


def icepool_duel() -> dict[str, float]:
    """The duel as icepool dice."""
    rises = icepool.d100 >= MODIFIER
    struck = icepool.map(
        lambda mine, theirs, red, white: grade(level(mine, theirs), red, white), rises, rises, icepool.d8, icepool.d8
    )
    return numbers({name: float(struck.probability(name)) for name in struck})


def dyce_duel() -> dict[str, float]:
    """The duel as dyce histograms, the levels first."""
    rises, eight = dyce.H(100).ge(MODIFIER), dyce.H(8)
    levels: dict[int, float] = {}
    for mine, count in rises.items():
        for theirs, other in rises.items():
            reached = level(bool(mine), bool(theirs))
            levels[reached] = levels.get(reached, 0.0) + count * other / rises.total**2
    chances = dict.fromkeys(("minor", "serious", "mortal", "block", "parry"), 0.0)
    for reached, share in levels.items():
        for red, count in eight.items():
            for white, other in eight.items():
                chances[grade(reached, red, white)] += share * count * other / 64
    return numbers(chances)


def numpy_duel() -> dict[str, float]:
    """100,000 duels."""
    random = np.random.default_rng(7)
    mine, theirs = (random.integers(1, 101, THROWS) >= MODIFIER for _ in range(2))
    red, white = (random.integers(1, 9, THROWS) for _ in range(2))
    reached = 1 - mine.astype(int) + theirs
    passed = {asked: test(red, white) for asked, test in PASSES.items()}
    found = dict.fromkeys(("hit", "pushed_back", "counter_attack"), 0.0)
    for asked in (0, 1, 2):
        here = reached == asked
        found["hit"] += float(np.mean(here & passed[asked]))
        found["pushed_back"] += float(np.mean(here & ~passed[asked] & passed[asked - 1]))
        found["counter_attack"] += float(np.mean(here & ~passed[asked] & ~passed[asked - 1]))
    return found


def icepool_feat() -> dict[str, float]:
    """A level of two dice."""
    return {
        "success": float(
            icepool.map(lambda red, white: PASSES[4](red, white), icepool.d8, icepool.d8).probability(True)
        )
    }


def numpy_feat() -> dict[str, float]:
    """100,000 throws at it."""
    random = np.random.default_rng(7)
    red, white = (random.integers(1, 9, THROWS) for _ in range(2))
    return {"success": float(np.mean(PASSES[4](red, white)))}


WORST = [
    {"area": area, "layers": layers}
    for area, layers in zip(
        ["head", "face", "eye", "throat", "shoulder", "arm", "hand", "chest", "abdomen", "groin", "thigh", "foot"],
        [
            [], ["padding"], ["leather"], ["ring-mail"], ["scale"], ["chain-mail"], ["splint"], ["plate"],
            ["plate", "leather"], ["scale", "padding"], ["chain-mail", "padding"], ["chain-mail", "leather"],
        ],
        strict=True,
    )
]  # fmt: skip
"""Another armour on every area: nothing merges."""

CASES = [
    Case("heroes-of-the-fall/feat", {"level": 4}, {"icepool": icepool_feat, "numpy": numpy_feat}),
    Case(
        "heroes-of-the-fall/melee-attack",
        DUEL,
        {"icepool": icepool_duel, "dyce": dyce_duel, "numpy": numpy_duel},
    ),
    Case("heroes-of-the-fall/melee-attack", {**DUEL, "target": "random", "manner": "thrust", "armour_by_area": WORST}),
    Case("heroes-of-the-fall/missile-attack", {"modifier": 60, "melee": True, "armour_by_area": WORST}),
    Case(
        "heroes-of-the-fall/unarmed", {"weapon": "sabre", "modifier": 60, "foe_modifier": 40, "armour": ["chain-mail"]}
    ),
    Case("heroes-of-the-fall/grapple", {"modifier": 60, "foe_modifier": 40, "rounds": 12}),
    Case("heroes-of-the-fall/mounted-fall", {"armour_by_area": WORST}),
]
