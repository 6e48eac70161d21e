"""Competitive checks: both sides roll, the higher quality level wins, and a tie is somebody's."""

from __future__ import annotations

from enum import StrEnum

from companion.games.dark_eye.check import Check
from companion.odds import Odds


class Winner(StrEnum):
    """Who wins a competitive check."""

    ACTIVE = "active"
    REACTING = "reacting"
    AGAIN = "again"


def winner(active: int, reacting: int, ties: str) -> Winner:
    """Who wins at these quality levels (0 for a failed check); `ties` is the ruling `competitive_tie`.

    Addresses: dark-eye/competitive#compare, #ties.
    """
    if active != reacting:
        return Winner.ACTIVE if active > reacting else Winner.REACTING
    return {"reacting": Winner.REACTING, "active": Winner.ACTIVE, "re-roll": Winner.AGAIN}[ties]


def qualities(check: Check) -> Odds[int]:
    """The odds of each quality level, 0 for a failure."""
    return check.odds().map(lambda passed: passed.quality).simplest()


def contest(active: Check, reacting: Check, ties: str) -> Odds[Winner]:
    """Who wins, with exact odds; under the ruling "re-roll" a tie is an outcome of its own."""
    return qualities(active).with_other(qualities(reacting), lambda mine, theirs: winner(mine, theirs, ties))
