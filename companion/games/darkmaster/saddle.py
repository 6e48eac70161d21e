"""What may be used from the saddle."""

from __future__ import annotations

from companion.games.darkmaster.data import WEAPONS, Kind, Length, Weapon

RULE = "darkmaster/mounted#weapons"


def why_not(weapon: Weapon, thrown: bool) -> str:
    """Why a weapon cannot be used from horseback; empty where it can. `thrown`: the ruling allows slings and throws.

    Address: darkmaster/mounted#weapons.
    """
    if weapon.kind is Kind.LONGBOW:
        return "the longbow cannot be used from horseback."
    if weapon.kind in (Kind.BOW, Kind.CROSSBOW):
        return ""
    if weapon.ranged:
        return "" if thrown else f"of missiles only bows and crossbows serve from horseback, no {weapon.title}."
    if weapon.hands > 1:
        return f"the {weapon.title} takes two hands, and the saddle leaves one."
    if weapon.length in (Length.SHORT, Length.HAND):
        return f"the {weapon.title} is too short: from horseback it takes a Long or Longest weapon."
    return ""


def usable(thrown: bool) -> tuple[str, ...]:
    """The names of all weapons that serve from horseback."""
    return tuple(weapon.name for weapon in WEAPONS.values() if weapon.shield is None and not why_not(weapon, thrown))
