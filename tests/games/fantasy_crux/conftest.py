"""A second way to count, written apart from the engine: every units die and every tens die, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from companion import find

RANKS = {"critical": 3, "success": 2, "failure": 1, "fumble": 0}


class ByHand:
    """The D100 rules as literally as they can be put."""

    @staticmethod
    def grade(roll: int, skill: int, doubled: bool = False) -> str:
        if roll == 100 or (roll == 99 and skill < 100):
            return "fumble"
        tens_digit = 0 if skill == 0 else max(1, skill // 10)
        if roll <= (tens_digit * 2 if doubled else tens_digit):
            return "critical"
        return "success" if roll <= skill else "failure"

    @classmethod
    def better(cls, one: int, other: int, skill: int, doubled: bool = False) -> bool:
        """Whether one candidate is better than another."""
        mine, theirs = (RANKS[cls.grade(roll, skill, doubled)] for roll in (one, other))
        if mine != theirs:
            return mine > theirs
        return one > other if mine >= 2 else one < other

    @classmethod
    def kept(cls, skill: int, dice: int, doubled: bool = False) -> Counter[int]:
        """How many falls keep each roll: the dice thrown one by one."""
        found: Counter[int] = Counter()
        for units in range(10):
            for tens in product(range(10), repeat=1 + abs(dice)):
                best = None
                for ten in tens:
                    roll = ten * 10 + units or 100
                    if best is None or cls.better(roll, best, skill, doubled) is (dice > 0):
                        best = roll
                assert best is not None
                found[best] += 1
        return found

    @classmethod
    def winner(cls, one: int, my_skill: int, other: int, their_skill: int) -> str:
        """Who wins the opposed test, the other side being the defender."""
        mine, theirs = RANKS[cls.grade(one, my_skill)], RANKS[cls.grade(other, their_skill)]
        if mine != theirs:
            return "mine" if mine > theirs else "theirs"
        if one != other:
            higher = "mine" if one > other else "theirs"
            return higher if mine >= 2 else {"mine": "theirs", "theirs": "mine"}[higher]
        return "mine" if my_skill > their_skill else "theirs"

    @classmethod
    def cell(cls, one: int, my_skill: int, other: int, their_skill: int, doubled: bool = False) -> str:
        """The matrix's cell for an attack and a Dodge, straight from its two tables."""
        attack, dodge = cls.grade(one, my_skill, doubled), cls.grade(other, their_skill)
        if attack in ("failure", "fumble"):
            return "miss"
        through = "critical hit" if attack == "critical" else "ordinary hit"
        if dodge in ("failure", "fumble"):
            return through
        if attack == "success":
            if dodge == "critical":
                return "blocked"
            stopped = other > one or (other == one and their_skill >= my_skill)
            return "blocked" if stopped else through
        if dodge == "success":
            return "demoted hit"
        stopped = other > one or (other == one and their_skill >= my_skill)
        return "blocked" if stopped else through


@pytest.fixture(scope="session")
def by_hand() -> type[ByHand]:
    """The rules put literally."""
    return ByHand


@pytest.fixture(scope="session")
def ask() -> Callable[..., dict[str, Any]]:
    """Asks a calculator of this game for its odds: `ask("test", skill=51)`."""

    def asked(resolver: str, /, **inputs: Any) -> dict[str, Any]:
        return find(f"fantasy-crux/{resolver}").odds(inputs)

    return asked


@pytest.fixture(scope="session")
def chance(ask: Callable[..., dict[str, Any]]) -> Callable[..., Fraction]:
    """One exact number of a summary: `chance("test", "success", skill=51)`."""

    def asked(resolver: str, name: str, /, **inputs: Any) -> Fraction:
        answer = ask(resolver, **inputs)
        assert answer["refused"] is None, answer["sentence"]
        return Fraction(answer["summary"][name]["fraction"])

    return asked


@pytest.fixture(scope="session")
def refused(ask: Callable[..., dict[str, Any]]) -> Callable[..., tuple[str, str]]:
    """The reason and the rule with which a calculator refuses its inputs."""

    def asked(resolver: str, /, **inputs: Any) -> tuple[str, str]:
        answer = ask(resolver, **inputs)
        assert answer["refused"] is not None, answer["sentence"]
        assert answer["refused"]["reason"].endswith(".")
        return answer["refused"]["reason"], answer["refused"]["rule"].removeprefix("fantasy-crux/")

    return asked


@pytest.fixture(scope="session")
def throw() -> Callable[..., dict[str, Any]]:
    """Throws a calculator of this game with given dice: `throw("test", [5, 2], skill=51)`."""

    def thrown(resolver: str, faces: list[int] | None = None, /, **inputs: Any) -> dict[str, Any]:
        return find(f"fantasy-crux/{resolver}").roll(inputs, dice=faces)

    return thrown
