"""The target's Defence: bonuses up to a limit, penalties in full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.new_world.data import DEFENCE, MODIFIERS, SHIELDS
from companion.games.new_world.strike import Cover, Sharpshooter, Shot, Strike
from companion.steps import Modifier, Step, signed, total

RULE = "new-world/modifiers"


@dataclass(frozen=True, slots=True)
class Defence:
    """A Defence as it counts: the base, every bonus and penalty, what the limit lets through, and the number."""

    base: int
    bonuses: tuple[Modifier, ...]
    penalties: tuple[Modifier, ...]
    allowed: int
    value: int

    @property
    def offered(self) -> int:
        """What the bonuses add up to before the limit."""
        return total(self.bonuses)


def effective_defence(s: Strike, ranged: bool) -> Defence:
    """The number to reach: base, plus the bonuses up to the limit, less every penalty.

    Of All Out Defence and Parrying Stance the better counts, and so of cover and prone. Sharpshooter
    shrinks the cover itself, before the limit. Addresses: new-world/modifiers#defence, #exclusions, #limit.
    """
    bonuses = tuple(_bonuses(s, ranged))
    penalties = tuple(_penalties(s, ranged))
    allowed = min(DEFENCE.number("limit"), total(bonuses))
    return Defence(s.defence, bonuses, penalties, allowed, s.defence + allowed + total(penalties))


def _bonuses(s: Strike, ranged: bool) -> Iterator[Modifier]:
    shield = SHIELDS[s.shield]
    value = shield.ranged if ranged else shield.melee
    if value:
        yield Modifier(shield.name, value, f"{RULE}#limit")
    if s.defence_bonus:
        yield Modifier("Talents and spells", s.defence_bonus, f"{RULE}#limit")
    stances = []
    if s.target_all_out_defence:
        stances.append(DEFENCE.modifier("all_out_defence"))
    if s.target_parrying and not ranged:
        stances.append(DEFENCE.modifier("parrying_stance"))
    yield from _better_one(stances)
    if isinstance(s, Shot) and ranged:
        hidden = [cover for cover in (_cover(s),) if cover]
        if s.target_prone:
            hidden.append(DEFENCE.modifier("prone_ranged"))
        yield from _better_one(hidden)


def _cover(s: Shot) -> Modifier | None:
    if s.cover not in (Cover.LIGHT, Cover.HEAVY):
        return None
    cover = DEFENCE.modifier(f"cover_{s.cover}")
    if s.sharpshooter is not Sharpshooter.COVER:
        return cover
    less = MODIFIERS.number("sharpshooter")
    return Modifier(f"{cover.label}, less Sharpshooter", max(0, cover.value - less), "new-world/range#sharpshooter")


def _better_one(rivals: list[Modifier]) -> Iterator[Modifier]:
    best = max(rivals, key=lambda modifier: modifier.value, default=None)
    for modifier in rivals:
        if modifier is best:
            yield modifier
        else:
            note = f"does not add to {best.label}" if best else ""
            yield Modifier(modifier.label, modifier.value, f"{RULE}#exclusions", False, note)


def _penalties(s: Strike, ranged: bool) -> Iterator[Modifier]:
    if s.target_all_out_attack:
        yield DEFENCE.modifier("all_out_attack")
    if s.target_prone and not ranged:
        yield DEFENCE.modifier("prone_melee")
    if s.other_defence:
        yield Modifier("Anything else", s.other_defence, f"{RULE}#adding")


def explain_defence(defence: Defence) -> Iterator[Step]:
    """One step for each modifier, one for the limit where it bites, one for the number to reach."""
    for modifier in (*defence.bonuses, *defence.penalties):
        text = f"{modifier.label}: Defence {signed(modifier.value)}"
        yield Step(text if modifier.counted else f"{text}, not counted: it {modifier.note}", modifier.rule)
    if defence.offered > defence.allowed:
        limit = DEFENCE["limit"]
        yield Step(
            f"Bonuses of {signed(defence.offered)} together count as {signed(defence.allowed)} at most",
            limit.rule,
            defence.allowed,
        )
    if defence.value != defence.base:
        yield Step(f"Defence {defence.base} becomes {defence.value}", f"{RULE}#defence", defence.value)


def defence_stack(defence: Defence, ranged: bool) -> dict[str, Any]:
    """The Defence as a modifier stack, with the limit at work."""
    over = defence.offered - defence.allowed
    return {
        "title": "Ranged Defence" if ranged else "Melee Defence",
        "base": {"label": "On the sheet", "value": defence.base},
        "rows": [modifier.to_json() for modifier in (*defence.bonuses, *defence.penalties)],
        "limit": {
            "label": "Limit on bonuses",
            "value": -over,
            "note": f"{signed(defence.offered)} offered, {signed(defence.allowed)} counts",
        }
        if over > 0
        else None,
        "total": {"label": "To reach", "value": defence.value},
    }
