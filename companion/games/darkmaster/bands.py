"""Skill rolls: what a total is worth, and the modifiers by their names."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from companion.games.darkmaster.data import BANDS


class Grade(StrEnum):
    """What a skill roll comes to, from the worst up. The keys of the table of bands."""

    CRITICAL_FAILURE = "critical-failure"
    FAILURE = "failure"
    PARTIAL_SUCCESS = "partial-success"
    SUCCESS = "success"
    CRITICAL_SUCCESS = "critical-success"

    @property
    def label(self) -> str:
        """The band's name in the book."""
        return BANDS[self.value].name

    @property
    def place(self) -> int:
        """Its place from the worst up, from 0."""
        return GRADES.index(self)

    @property
    def article(self) -> str:
        """Its name with its article, for a sentence."""
        return f"a {self.label}"


GRADES = tuple(Grade)


def cuts() -> list[int]:
    """The lowest total of each band but the lowest."""
    return [BANDS[grade.value].least or 0 for grade in GRADES[1:]]


def grade_of(total: int) -> Grade:
    """The band of a total. Address: darkmaster/skill#bands."""
    return GRADES[sum(total >= cut for cut in cuts())]


def least_of(grade: Grade) -> int:
    """The lowest total of a band that has one."""
    return cuts()[grade.place - 1]


def span(grade: Grade) -> str:
    """A band's totals in words: 5 to 74."""
    marks: Sequence[int] = cuts()
    if grade is GRADES[0]:
        return f"{marks[0] - 1} or less"
    if grade is GRADES[-1]:
        return f"{marks[-1]} or more"
    return f"{marks[grade.place - 1]} to {marks[grade.place] - 1}"
