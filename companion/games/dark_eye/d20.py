"""One combat roll: a d20 that must not exceed a value, and the second d20 that confirms a 1 or a 20.

Attack, shot and defence are all such rolls. Address: dark-eye/critical#confirm.
"""

from __future__ import annotations

from enum import Enum
from functools import cache

from companion.games.dark_eye.data import ATTACK

FACES = range(1, 21)


class Grade(Enum):
    """How a combat roll came out."""

    CRITICAL = "confirmed 1"
    LONE_ONE = "unconfirmed 1"
    SUCCESS = "success"
    FAILURE = "failure"
    LONE_TWENTY = "20 without a botch"
    BOTCH = "confirmed 20"

    @property
    def succeeds(self) -> bool:
        """Whether the roll succeeds."""
        return self in (Grade.CRITICAL, Grade.LONE_ONE, Grade.SUCCESS)

    @property
    def natural_one(self) -> bool:
        """Whether the die showed a 1."""
        return self in (Grade.CRITICAL, Grade.LONE_ONE)


def natural(die: int) -> bool:
    """Whether a die is read a second time: it shows a 1 or a 20."""
    return die in (ATTACK.number("always_hits"), ATTACK.number("always_fails"))


def grade(value: int, die: int, confirmation: int, confirming: str) -> Grade:
    """Reads a d20 against a value; `confirmation` counts only after a 1 or a 20.

    A 1 always succeeds and a 20 always fails, whatever the value. The second roll decides whether more comes of it:
    it is compared like any other, or under the ruling `confirming` = "auto" its own 1 and 20 are absolute.
    Addresses: dark-eye/attack#one, #twenty, dark-eye/critical#confirm, #auto.
    """
    best, worst = ATTACK.number("always_hits"), ATTACK.number("always_fails")
    if die not in (best, worst):
        return Grade.SUCCESS if die <= value else Grade.FAILURE
    passed = confirmation <= value
    if confirming == "auto" and confirmation in (best, worst):
        passed = confirmation == best
    if die == best:
        return Grade.CRITICAL if passed else Grade.LONE_ONE
    return Grade.LONE_TWENTY if passed else Grade.BOTCH


@cache
def _grades(value: int, confirming: str, best: int, worst: int) -> tuple[tuple[Grade, int], ...]:
    found = dict.fromkeys(Grade, 0)
    for die in FACES:
        if die in (best, worst):
            for confirmation in FACES:
                found[grade(value, die, confirmation, confirming)] += 1
        else:
            found[grade(value, die, 1, confirming)] += len(FACES)
    return tuple((each, weight) for each, weight in found.items() if weight)


def grades(value: int, confirming: str) -> tuple[tuple[Grade, int], ...]:
    """Every grade that a roll against a value can have, with its weight out of 400."""
    return _grades(value, confirming, ATTACK.number("always_hits"), ATTACK.number("always_fails"))
