"""Halves and other fractions, rounded as the ruling in force says."""

from __future__ import annotations

from fractions import Fraction


def whole(value: Fraction, rounding: str) -> int:
    """A fraction as a whole number, up or down as the ruling `rounding` says. Address: dark-eye/movement#rounding."""
    down = value.numerator // value.denominator
    return down if rounding == "down" or value == down else down + 1
