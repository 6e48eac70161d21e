"""What lost life points and conditions mean: Pain and its marks, incapacitated, dying."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.encounter import Combatant, Fight, Health
from companion.games.dark_eye.conditions import condition_modifiers, over_limit
from companion.games.dark_eye.data import CONDITIONS
from companion.games.dark_eye.encounter_state import (
    encumbrance,
    frozen,
    highest,
    laid_low,
    life,
    others,
    overcome,
    pain,
)
from companion.games.dark_eye.life import LEVELS, dying
from companion.steps import Step, signed, total


def health(fight: Fight, who: Combatant) -> Health:
    """The level of Pain, the limit on conditions, and what lays somebody low.

    At Pain IV somebody still has a turn: the check to stay conscious may win it.
    Addresses: dark-eye/pain#level, #acting, #death, dark-eye/conditions#incapacitated.
    """
    low, level = laid_low(who), pain(who)
    only_pain = low is not None and not dying(who.marks["lp"]) and _only_pain(who)
    return Health(_label(who, low, level), tuple(_steps(who, low, level)), low is not None and not only_pain)


def _only_pain(who: Combatant) -> bool:
    """Whether the check to stay conscious would let somebody act."""
    awake = replace(who, conditions={**who.conditions, "conscious": None})
    return pain(who) == highest() and laid_low(awake) is None


def _label(who: Combatant, low: Step | None, level: int) -> str:
    if low is not None and dying(who.marks["lp"]):
        return "Dying"
    words = [f"Pain {LEVELS[level - 1]}"] if level else []
    if low is not None:
        words.append("incapacitated")
    elif frozen(who):
        words.append("paralysed")
    elif overcome(who):
        words.append("conscious all the same")
    if not words:
        words.append("Unhurt" if who.marks["lp"] == who.sheet.max_lp else "Scratched")
    text = ", ".join(words)
    return text[:1].upper() + text[1:]


def _steps(who: Combatant, low: Step | None, level: int) -> Iterator[Step]:
    if low is not None and dying(who.marks["lp"]):
        yield Step(f"Dying: {CONDITIONS.number('dying')} life points or fewer", "dark-eye/pain#death")
        yield Step("Who can still help, and for how long, is for the game master to say", "dark-eye/pain#death")
        return
    marks = life(who).marks()
    own = life(who).level(who.marks["lp"])
    if level:
        each = signed(sum(modifier.value for modifier in condition_modifiers(level, 0, 0)))
        yield Step(f"Pain {LEVELS[level - 1]}: all checks {each}, MOV {each}", "dark-eye/pain#level", level)
    if own < highest():
        yield Step(f"Pain {LEVELS[own]} from {marks[own]} life points down", "dark-eye/pain#marks", marks[own])
    modifiers = condition_modifiers(level, encumbrance(who), others(who))
    if len(modifiers) > 1:
        taken = total(modifiers) + over_limit(modifiers)
        yield Step(f"Conditions together: {signed(taken)}", "dark-eye/conditions#limit", taken)
    if low is not None:
        yield low
        if _only_pain(who):
            yield Step(f"Self-Control (Stay Conscious) at {signed(CONDITIONS.number('acting'))} to act",
                       "dark-eye/pain#acting")  # fmt: skip
    elif frozen(who):
        yield Step("Paralysis IV: the body does not stir, the mind does", "dark-eye/conditions#incapacitated")
