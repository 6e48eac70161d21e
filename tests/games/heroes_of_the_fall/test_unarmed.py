"""Unarmed strikes and the limbs that meet an edge; weapons that break."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from companion import find
from companion.games.heroes_of_the_fall.telling import injury_table
from companion.games.heroes_of_the_fall.unarmed import limb_ways
from tests.games.heroes_of_the_fall import oracle

UNARMED = find("heroes-of-the-fall/unarmed")
BREAK = find("heroes-of-the-fall/weapon-break")
SWORD = {"target": "head", "foe_weapon": "long-sword"}
"""Your bare hand against a long sword: level 6 − 6 + 1 + 0 + 1 = 2; the limb's feat is at 0 − 1."""


def test_a_fist_is_a_strike_like_any_other() -> None:
    """Hand against hand: 6 − 6 + 0 + 0 + (0 + 1) = 1."""
    assert UNARMED.roll({"target": "head"}, dice=[8, 8, 8])["outcome"]["feat_level"] == 1


ARMOURED = {**SWORD, "limb_armour": ["plate"]}
"""Plate on the hand: the limb's feat is at 3 − 1."""


@pytest.mark.parametrize(
    ("inputs", "first", "limb", "wound"),
    [
        (SWORD, [7, 1, 1], [8, 1, 1], "mortal"),
        (SWORD, [7, 1, 1], [3, 1, 1], "minor"),
        (SWORD, [7, 1, 1], [2, 8, 8], ""),
        (SWORD, [1, 1, 1], [6, 6, 1], "serious"),
        (SWORD, [8, 1, 1], [8, 8, 8], ""),
        (ARMOURED, [1, 1, 1], [8, 1, 1], "minor"),
        (ARMOURED, [1, 1, 1], [7, 8, 8], ""),
    ],
    ids=["blocked", "blocked, barely cut", "blocked, unhurt", "parried", "a hit", "armoured", "armoured, unhurt"],
)
def test_a_striking_limb_that_an_edge_stops(inputs: dict, first: list[int], limb: list[int], wound: str) -> None:
    """Block or parry by an edged weapon: damage against the limb at armour less damage; none after a hit."""
    outcome = UNARMED.roll(inputs, dice=[*first, *limb])["outcome"]
    assert outcome["feat_level"] == 2
    assert outcome["limb_wound"] == wound


def test_the_wound_is_a_slash_of_the_hand() -> None:
    """A minor one bleeds and makes drop."""
    answer = UNARMED.roll(SWORD, dice=[1, 1, 1, 3, 1, 1])
    assert answer["outcome"]["limb_injuries"] == ["bleeding", "fumble"]
    assert answer["sentence"].endswith("The edge gives your hand a minor wound: bleeding, fumble.")


@pytest.mark.parametrize(("weapon", "dice"), [("mace", 3), ("club", 3), ("long-sword", 6), ("dagger", 6)])
def test_only_an_edge_cuts(weapon: str, dice: int) -> None:
    """A blunt weapon that parries a fist does the limb nothing, and asks for no dice."""
    assert len(UNARMED.roll({"target": "head", "foe_weapon": weapon}, seed=1)["dice"]) == dice


def test_an_arm_in_the_way_of_a_slash() -> None:
    """A sabre blocked by a hand: the foe's limb suffers, at armour less the sabre's slash."""
    inputs = {"weapon": "sabre", "target": "head"}
    answer = UNARMED.roll(inputs, dice=[2, 1, 1, 8, 1, 1])
    assert answer["outcome"]["grade"] == "block or dodge"
    assert answer["outcome"]["limb_wound"] == oracle.grade(-1, (8, 1, 1))
    assert not answer["outcome"]["may_break"], "a hand does not break as a weapon does"
    thrust = UNARMED.odds({**inputs, "manner": "thrust"})
    assert oracle.chance(thrust, "limb_hurt") == 0
    assert oracle.chance(UNARMED.odds(inputs), "limb_hurt") == Fraction(1, 4) * Fraction(3, 4)


def test_the_risk_to_a_fist_by_hand() -> None:
    """Level 2 misses 7 in 8, and level −1 hurts 3 in 4 of those."""
    assert oracle.chance(UNARMED.odds(SWORD), "limb_hurt") == Fraction(7, 8) * Fraction(3, 4)


@pytest.mark.parametrize(
    ("inputs", "dice", "you", "foe"),
    [
        ({}, [8, 8, 8], True, False),
        ({}, [1, 1, 1], False, True),
        ({}, [5, 1, 1], False, False),
        ({"foe_weapon": "club"}, [1, 1, 1], False, False),
        ({"weapon": "club"}, [8, 8, 8], False, False),
        ({"defence": "dodge"}, [1, 1, 1], False, False),
    ],
    ids=["a hit", "limb parries limb", "limb blocks limb", "a club parries", "a club hits", "evaded"],
)
def test_who_may_grapple(inputs: dict[str, Any], dice: list[int], you: bool, foe: bool) -> None:
    """You in place of a limb's hit; your foe when a limb has parried a limb."""
    outcome = UNARMED.roll({"target": "head", **inputs}, dice=dice)["outcome"]
    assert (outcome["you_may_grapple"], outcome["foe_may_grapple"]) == (you, foe)


def test_refusals() -> None:
    """Two weapons are no unarmed fight; a foot does not parry."""
    weapons = UNARMED.odds({"weapon": "long-sword", "foe_weapon": "long-sword"})
    assert weapons["refused"]["rule"] == "heroes-of-the-fall/unarmed#strikes"
    foot = UNARMED.odds({"foe_weapon": "foot"})
    assert foot["refused"]["rule"] == "heroes-of-the-fall/declaring#defence"
    assert UNARMED.odds({"weapon": "foot"})["refused"] is None


def test_tried_every_way() -> None:
    """Six dice, 262,144 throws: verdicts, chances and injuries."""
    ready = UNARMED.prepare(UNARMED.read(SWORD)[0])
    fast, slow = UNARMED.tally(ready), UNARMED.tally(ready, slow=True)
    assert fast.total == slow.total == 262_144
    assert fast.summary() == slow.summary() and fast.outcomes() == slow.outcomes()


def test_random_areas_with_a_limb_in_the_way() -> None:
    """Where armour makes the sabre crush rather than slash, the limb is safe; the fast count knows."""
    given = {"weapon": "sabre", "armour": ["chain-mail"], "armour_by_area": [{"area": "arm", "layers": []}]}
    ready = UNARMED.prepare(UNARMED.read(given)[0])
    risk = sum(weight for outcome, weight in limb_ways(ready) if outcome.limb_wound)
    every = sum(weight for _, weight in limb_ways(ready))
    assert every == 100 * 512 * 512
    slash = Fraction(16, 100) * Fraction(1, 4)
    assert Fraction(risk, every) == slash * Fraction(3, 4)
    assert next(iter(injury_table(limb_ways(ready))))["kind"] == "chances"


@pytest.mark.parametrize(
    ("struck", "blocked", "level"),
    [
        ("long-sword", "long-sword", 3),
        ("great-axe", "staff-two-hands", -2),
        ("dagger", "large-shield", 5),
        ("hand", "knife", 0),
        ("lance-charging", "targe", 1),
    ],
)
def test_whether_it_breaks(struck: str, blocked: str, level: int) -> None:
    """Strength less damage rating, blanks as 0; a feat made breaks it."""
    answer = BREAK.odds({"weapon": struck, "blocked_with": blocked})
    assert oracle.chance(answer, "breaks") == Fraction(sum(oracle.made(level, fall) for fall in oracle.EVERY_FALL), 512)
    thrown = BREAK.roll({"weapon": struck, "blocked_with": blocked}, dice=[8, 8, 8])
    assert thrown["verdict"]["value"] == "breaks" and thrown["outcome"]["feat_level"] == level
