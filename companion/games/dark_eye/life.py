"""Life points and Pain: the marks at which each level begins, and the level that so many life points bring."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.games.dark_eye.data import CONDITIONS
from companion.games.dark_eye.rounding import whole

LEVELS = ("I", "II", "III", "IV")


@dataclass(frozen=True, slots=True)
class Life:
    """How Pain follows from life points: the most there can be, and the rulings `pain_marks` and `low_life`."""

    most: int
    marks_read: str = "exact"
    low_read: str = "add"

    def quarter_marks(self) -> tuple[int, ...]:
        """The highest life points at which a quarter, a half and three quarters are lost.

        Compared exactly that is the fraction rounded down; the ruling `pain_marks` can round it up or to the
        nearest. Address: dark-eye/pain#marks.
        """
        parts = CONDITIONS.number("quarters")
        found = []
        for lost in range(1, parts):
            mark = Fraction(self.most * (parts - lost), parts)
            if self.marks_read == "nearest":
                found.append(whole(mark + Fraction(1, 2), "down"))
            else:
                found.append(whole(mark, "up" if self.marks_read == "up" else "down"))
        return tuple(found)

    def level(self, lp: int) -> int:
        """The level of Pain at so many life points, 0 to 4. Addresses: dark-eye/pain#level, #low."""
        highest, low = CONDITIONS.number("highest"), CONDITIONS.number("low")
        if lp <= low and self.low_read == "four":
            return highest
        return min(highest, sum(lp <= mark for mark in self.quarter_marks()) + (lp <= low))

    def marks(self) -> tuple[int, ...]:
        """For each level from I to IV the highest life points at which it, or more, applies."""
        return tuple(
            max(lp for lp in range(self.most + 1) if self.level(lp) >= level)
            for level in range(1, CONDITIONS.number("highest") + 1)
        )

    def track(self, lp: int, before: int | None = None) -> dict[str, Any]:
        """The data of the life-point track: the marks, where it stands, and where it stood."""
        return {
            "most": self.most,
            "value": lp,
            "before": before,
            "marks": [
                {"level": level, "label": f"Pain {LEVELS[level - 1]}", "at": at, "reached": lp <= at}
                for level, at in enumerate(self.marks(), 1)
            ],
            "level": self.level(lp),
            "dying": dying(lp),
            "rule": "dark-eye/pain#marks",
        }


def dying(lp: int) -> bool:
    """Whether somebody with so many life points is dying. Address: dark-eye/pain#death."""
    return lp <= CONDITIONS.number("dying")
