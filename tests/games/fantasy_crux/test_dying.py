"""Bleeding and Dying: the clock, the helper, the Hero Point."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find

DYING = find("fantasy-crux/dying")


def clock(**inputs: Any) -> tuple[int, int]:
    """The round that brings 0 HP, and the last round in which help counts."""
    found = DYING.odds(inputs)["figures"]["dying-clock"]
    return found["zero"], found["last"]


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ({"hit_points": 0}, (1, 4)), ({"hit_points": 0, "dying_clock": "counted"}, (1, 3)),
        ({"hit_points": 4}, (4, 7)), ({"hit_points": 1}, (1, 4)), ({"hit_points": 0, "bleeding": False}, (1, 4)),
        ({"hit_points": 1, "reserve": 2}, (1, 4)), ({"hit_points": 1, "reserve": 2, "bleeding_reserve": "yes"}, (3, 6)),
        ({"hit_points": 4, "hero_points": 1}, (4, 4)), ({"hit_points": 4, "hero_points": 1, "avert": False}, (4, 7)),
    ],
)  # fmt: skip
def test_the_clock(inputs: dict[str, Any], expected: tuple[int, int]) -> None:
    """One Hit Point a round, then three more rounds."""
    assert clock(**inputs) == expected


def by_hand(attempts: int, success: Fraction) -> Fraction:
    """At least one success in so many attempts."""
    return 1 - (1 - success) ** attempts


@pytest.mark.parametrize(
    ("inputs", "attempts", "success"),
    [
        ({"healing": 40}, 3, Fraction(2, 5)), ({"healing": 40, "arrives": 1}, 4, Fraction(2, 5)),
        ({"healing": 40, "arrives": 5}, 0, Fraction(2, 5)), ({"healing": 40, "hit_points": 4}, 6, Fraction(2, 5)),
        ({"healing": 60, "kit": False, "arrives": 4}, 1, Fraction(216, 1000)), ({"helper": False}, 0, Fraction(0)),
    ],
)  # fmt: skip
def test_stabilising_in_time(
    inputs: dict[str, Any], attempts: int, success: Fraction, chance: Callable[..., Fraction]
) -> None:
    """Each full round of the helper is one attempt; without a kit it is at −2P."""
    assert chance("dying", "lives", **inputs) == by_hand(attempts, success)


@given(st.integers(0, 12), st.integers(1, 12), st.integers(0, 100), st.booleans())
def test_sooner_is_never_worse(hit_points: int, arrives: int, healing: int, kit: bool) -> None:
    """An earlier helper, a kit, a Hero Point: none of them lowers the chance to live."""
    asked = {"hit_points": hit_points, "arrives": arrives, "healing": healing, "kit": kit}

    def lives(**changes: Any) -> Fraction:
        return Fraction(DYING.odds({**asked, **changes})["summary"]["lives"]["fraction"])

    assert lives() <= lives(kit=True)
    assert lives(arrives=arrives + 1) <= lives()
    assert lives(hero_points=1) == 1


@pytest.mark.parametrize(
    ("inputs", "dice", "verdict", "left"),
    [
        ({"hit_points": 4, "arrives": 2}, [10, 3, *[10] * 10], "stabilised with Hit Points left", 3),
        ({"hit_points": 2, "arrives": 3}, [10, 3, *[10] * 4], "stabilised, unconscious at 0 HP", 0),
        ({"hit_points": 0, "healing": 30, "arrives": 4}, [10, 6], "dead", 0),
        ({"hit_points": 0, "hero_points": 1}, [], "a Hero Point averts death", 0),
        ({"hit_points": 5, "bleeding": False}, [], "in no danger", 5),
    ],
)  # fmt: skip
def test_throws(inputs: dict[str, Any], dice: list[int], verdict: str, left: int) -> None:
    """The end of the clock, with the Hit Points that are left."""
    needed = [10] * 40
    ready = DYING.prepare(DYING.read(inputs)[0])
    count = len(ready.attempts)
    units, tens = [10] * count, (dice[1:2] + needed)[:count]
    answer = DYING.roll(inputs, dice=[*units, *tens])
    assert (answer["verdict"]["value"], answer["measures"]["hp"]) == (verdict, left)
    assert answer["steps"]


def test_hero_points_are_named_where_they_help(ask: Callable[..., dict[str, Any]]) -> None:
    """Before the Major Wound, and at 0 HP: two uses apart."""
    rules = [row["rule"] for row in ask("dying")["figures"]["table"]["rows"]]
    assert rules == ["fantasy-crux/hero-points#major-wound", "fantasy-crux/hero-points#death"]
