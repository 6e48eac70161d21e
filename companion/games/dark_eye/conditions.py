"""Conditions: levels that take off every check, up to a limit; and what leaves a fighter unable to act."""

from __future__ import annotations

from companion.games.dark_eye.data import CONDITIONS
from companion.steps import Modifier, total


def condition_modifiers(pain: int, encumbrance: int, others: int) -> tuple[Modifier, ...]:
    """What each condition takes off, before the limit. Address: dark-eye/conditions#levels.

    `others` are the levels of Stupor, Fear, Confusion and Paralysis together.
    """
    named = (
        ("Pain", pain, "dark-eye/conditions#levels"),
        ("Encumbrance", encumbrance, "dark-eye/conditions#levels"),
        ("Other conditions", others, "dark-eye/conditions#others"),
    )
    each = CONDITIONS.number("level")
    return tuple(Modifier(f"{name} {levels}", each * levels, rule) for name, levels, rule in named if levels)


def over_limit(modifiers: tuple[Modifier, ...]) -> int:
    """How many points the limit on conditions gives back, 0 or more. Address: dark-eye/conditions#limit."""
    return max(0, CONDITIONS.number("limit") - total(modifiers))


def unable(pain: int, encumbrance: int, others: int, *, overcome: bool = False) -> str:
    """Why these conditions leave somebody unable to act, in a few words; empty where they do not.

    Level IV of one condition incapacitates, and so do eight levels in all. `overcome`: Pain IV is mastered for now.
    Address: dark-eye/conditions#incapacitated.
    """
    highest = CONDITIONS.number("highest")
    if pain >= highest and not overcome:
        return f"Pain {pain} leaves you incapacitated"
    if encumbrance >= highest:
        return f"Encumbrance {encumbrance} leaves you incapacitated"
    if pain + encumbrance + others >= CONDITIONS.number("together"):
        return f"{pain + encumbrance + others} levels of conditions together leave you incapacitated"
    return ""
