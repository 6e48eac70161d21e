"""The target's DEF: what counts of shield, Parry and cover against this attack, and why the rest does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.darkmaster.data import DEFENCE, SHIELDS
from companion.games.darkmaster.strike import Cover, Position, Strike
from companion.steps import Modifier, total


@dataclass(frozen=True, slots=True)
class Defence:
    """A DEF with its parts; those that do not count here say why."""

    base: int
    parts: tuple[Modifier, ...]

    @property
    def value(self) -> int:
        """All told."""
        return self.base + total(self.parts)


def defence_of(s: Strike, ranged: bool) -> Defence:
    """The DEF against this attack. Address: darkmaster/attack#def."""
    return Defence(s.defence, tuple(_parts(s, ranged)))


def _parts(s: Strike, ranged: bool) -> Iterator[Modifier]:
    shield = SHIELDS[s.shield]
    shut_out = _no_shield(s)
    if shield.melee or shield.ranged:
        value = shield.ranged if ranged else shield.melee
        yield Modifier(shield.name, value, "darkmaster/weapons#shields", not shut_out, shut_out)
    if s.foe_parry:
        why = _no_parry(s, ranged, not shut_out and s.shield != "none")
        yield Modifier("Parry", s.foe_parry, "darkmaster/attack#parry", not why, why)
    if ranged:
        cover, rule = cover_of(s)
        if cover is not Cover.NONE:
            row = DEFENCE[f"{cover.value}_cover"]
            yield Modifier(row.label, row.value, rule)
        if s.target_prone:
            yield DEFENCE.modifier("prone_ranged")
    if s.target_held and s.held_def == "both":
        yield DEFENCE.modifier("held")


def _no_shield(s: Strike) -> str:
    """Why the target's shield does not count; empty where it does."""
    if s.position is Position.REAR:
        return "no shield helps against a blow from behind"
    if s.position is Position.FLANK and not s.shield_side:
        return "it is on the other side"
    return "the Surprised have no use of it" if s.target_surprised else ""


def _no_parry(s: Strike, ranged: bool, shielded: bool) -> str:
    """Why the target's Parry does not count; empty where it does. Address: darkmaster/attack#parry."""
    if s.target_surprised or s.target_held:
        return "the Surprised and the Held cannot Parry"
    if s.position is Position.REAR or (s.position is Position.FLANK and not shielded):
        return "without a shield on that side it works in front only"
    if not ranged:
        return ""
    if fights_with(s) and not s.magical:
        return ""  # darkmaster/ranged-in-melee#parry
    if shielded and SHIELDS[s.shield].parries_missiles:
        return ""
    return "" if s.cover is not Cover.NONE else "missiles are parried with a shield or from behind cover only"


def fights_with(s: Strike) -> bool:
    """Whether the target of a shot is Engaged with the shooter."""
    return s.engaged and s.target_engaged and s.own_foe


def cover_of(s: Strike) -> tuple[Cover, str]:
    """The target's best cover against a missile, and the address of the rule that gives it.

    Addresses: darkmaster/modifiers#cover, darkmaster/shoot-into-melee#cover.
    """
    spared = fights_with(s) and s.cover_vs_own_foe == "no"
    if s.target_engaged and not spared and s.cover is Cover.NONE:
        return Cover.PARTIAL, "darkmaster/shoot-into-melee#cover"
    return s.cover, "darkmaster/modifiers#cover"
