"""Grapples: seized, countered round after round, thrown; and the grip on a lodged weapon."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from companion import find
from tests.games.heroes_of_the_fall import oracle

GRAPPLE = find("heroes-of-the-fall/grapple")
GRIP = find("heroes-of-the-fall/control-weapon")


def success(level: int) -> Fraction:
    """The chance of a level, from the published table."""
    return Fraction(sum(oracle.made(level, fall) for fall in oracle.EVERY_FALL), 512)


@pytest.mark.parametrize(
    ("inputs", "level"),
    [
        ({"kind": "arm-lock"}, 1),
        ({"kind": "wristlock"}, 2),
        ({"kind": "strangle-hold"}, 3),
        ({"kind": "bear-hug", "armour": ["plate"]}, 3),
        ({"kind": "arm-lock", "foe_defence": 1}, 2),
        ({"kind": "arm-lock", "skill": 9}, -2),
        ({"kind": "strangle-hold", "armour": ["plate"], "grapple_level": "skill"}, 0),
    ],
)
def test_the_level_of_an_attack(inputs: dict[str, Any], level: int) -> None:
    """As a strike by hand: skills, area, armour against its crush of −1; or the skills alone by a ruling."""
    answer = GRAPPLE.odds({**inputs, "rounds": 1})
    assert oracle.chance(answer, "seized") == success(level)


@pytest.mark.parametrize("rounds", [1, 2, 3, 5, 12])
@pytest.mark.parametrize("start", ["strike", "parry"])
def test_the_rounds_are_a_chain_of_equal_chances(rounds: int, start: str) -> None:
    """Each counter is a new attack: held for exactly k rounds with p^k (1 − p), to the end with p^n."""
    p = success(-1)
    answer = GRAPPLE.odds({"kind": "arm-lock", "skill": 8, "rounds": rounds, "start": start})
    seized = p if start == "strike" else Fraction(1)
    (table,) = [table for table in answer["outcomes"] if table["name"] == "rounds"]
    found = {row["value"]: Fraction(row["fraction"]) for row in table["rows"]}
    expected = {k: seized * p**k * (1 - p) for k in range(rounds)} | {rounds: seized * p**rounds}
    expected[0] += 1 - seized
    assert found == expected
    assert oracle.chance(answer, "still_held") == seized * p**rounds
    assert oracle.chance(answer, "broke_free") == seized * (1 - p**rounds)


def test_minor_then_serious_then_mortal() -> None:
    """The worst wound by the number of counters that failed; more rounds stay mortal."""
    p = success(-1)
    found = oracle.verdicts(GRAPPLE.odds({"kind": "arm-lock", "skill": 8, "rounds": 4, "start": "held"}))
    assert found == {
        "not seized": 0, "unhurt": 1 - p, "minor": p * (1 - p), "serious": p**2 * (1 - p), "mortal": p**3,
    }  # fmt: skip


def test_a_hold_thrown_round_by_round() -> None:
    """Seized, one counter beaten, then free: a minor wound to the throat."""
    answer = GRAPPLE.roll({"kind": "strangle-hold", "skill": 9, "rounds": 3}, dice=[8, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    assert answer["refused"] is None
    outcome = answer["outcome"]
    assert [attempt["made"] for attempt in outcome["attempts"]] == [True, True, False]
    assert outcome["rounds"] == 1 and outcome["broke_free"] and not outcome["still_held"]
    assert outcome["injuries"] == ["bruising", "stun"]
    assert answer["measures"] == {"rounds": 1}


def test_a_strangle_hold_to_the_end_kills() -> None:
    """Three rounds: minor, serious, mortal; the wounds add up."""
    answer = GRAPPLE.roll({"kind": "strangle-hold", "start": "held", "counters": False}, dice=[])
    assert answer["outcome"]["injuries"] == ["bruising", "stun", "shock", "instant death"]
    assert answer["outcome"]["killed"] and answer["verdict"]["value"] == "mortal"


def test_without_counters_nothing_is_left_to_the_dice() -> None:
    """After the strike the hold does its damage each round."""
    answer = GRAPPLE.odds({"kind": "arm-lock", "counters": False, "rounds": 2})
    assert oracle.chance(answer, "still_held") == success(1)
    assert oracle.verdicts(answer)["serious"] == success(1)


def test_a_throw_is_a_fall() -> None:
    """Seized at level 1, then a crush at level +1 and armour on a random area; no rounds."""
    answer = GRAPPLE.odds({"kind": "throw", "armour": ["plate"]})
    seize = success(6 - 6 + 0 + 3)
    assert oracle.chance(answer, "seized") == seize
    assert oracle.verdicts(answer)["unhurt"] == seize * (1 - success(1 + 2))
    assert oracle.chance(answer, "still_held") == 0


def test_a_defensive_throw_needs_no_strike() -> None:
    """Only the dice of the fall."""
    answer = GRAPPLE.roll(GRAPPLE.example("throw").inputs, dice=[8, 8, 8, 50])
    assert answer["outcome"]["ground"]["part"] == "Chest"
    assert answer["verdict"]["value"] == "mortal"
    assert [die["name"] for die in answer["dice"]] == ["fall", "fall", "fall", "area"]


@pytest.mark.parametrize(
    "inputs",
    [
        {"rounds": 1},
        {"start": "held", "rounds": 2, "kind": "bear-hug", "skill": 8},
        {"start": "held", "rounds": 1, "modifier": 30},
        {"kind": "throw", "start": "parry", "armour": ["padding"]},
    ],
    ids=["strike and one counter", "two counters", "with a skill die", "a throw"],
)
def test_tried_every_way(inputs: dict[str, Any]) -> None:
    """Up to 262,144 throws."""
    ready = GRAPPLE.prepare(GRAPPLE.read(inputs)[0])
    fast, slow = GRAPPLE.tally(ready), GRAPPLE.tally(ready, slow=True)
    assert fast.total == slow.total
    assert fast.summary() == slow.summary() and fast.outcomes() == slow.outcomes()


def test_skill_dice_of_both_sides() -> None:
    """One counter with both skill dice is one of the five million throws."""
    answer = GRAPPLE.odds(
        {"start": "held", "rounds": 1, "kind": "arm-lock", "skill": 7, "modifier": 45, "foe_modifier": 80}
    )
    brute = oracle.brute_force(0, 45, 80)
    held = brute["minor"] + brute["serious"] + brute["mortal"]
    assert oracle.chance(answer, "still_held") == held


@pytest.mark.parametrize("wielder", range(3, 10))
@pytest.mark.parametrize("wounded", range(3, 10))
def test_vigour_against_vigour(wielder: int, wounded: int) -> None:
    """The one who acts throws, at the other's Vigour less their own; or both, and only a lone success wins."""
    inputs = {"wielder": wielder, "wounded": wounded}
    assert oracle.chance(GRIP.odds(inputs), "control") == success(wielder - wounded)
    struck = GRIP.odds({**inputs, "acting": "wielder"})
    assert oracle.chance(struck, "control") == success(wounded - wielder)
    both = GRIP.odds({**inputs, "contest": "both"})
    assert oracle.chance(both, "control") == success(wielder - wounded) * (1 - success(wounded - wielder))


def test_the_grip_tried_every_way() -> None:
    """Six dice, 262,144 throws."""
    ready = GRIP.prepare(GRIP.read({"contest": "both", "wounded": 7})[0])
    assert GRIP.tally(ready).summary() == GRIP.tally(ready, slow=True).summary()


def test_a_weapon_out_of_grip() -> None:
    """Nobody contests it then."""
    assert GRIP.odds({"can_grip": False})["refused"]["rule"] == "heroes-of-the-fall/impales#grip"
