"""Parry Size: how much of a blow a winning Parry stops, and what armour leaves of the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.dice import NoDice
from companion.fields import choice, number
from companion.games.fantasy_crux.data import SIZES, Share, Size, blocked_share, half_up
from companion.games.fantasy_crux.tabular import size_grid
from companion.games.fantasy_crux.which_defence import Impact
from companion.resolver import Resolver
from companion.steps import Step


class Parry(StrEnum):
    """How the Parry went."""

    WON = "won"
    CRITICAL = "won with a critical"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class ParrySize:
    """Both Sizes, the damage and the armour."""

    item: Size = choice("Size of the parrying item", Size, default=Size.MEDIUM)
    attack: Impact = choice("Size of the attack", Impact, default=Impact.HEAVY)
    parry: Parry = choice("The Parry was", Parry)
    damage: int = number("Damage rolled", 0, 300, default=12)
    armour: int = number("Armour Points", 0, 30, default=2)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The share, what the Parry blocked, what armour stopped, and what is left."""

    share: Share
    blocked: int
    armour: int
    left: int
    why: str


def size(s: ParrySize, dice: NoDice) -> Outcome:
    """Looks up the share and takes it off. Address: fantasy-crux/parry-size#compare."""
    if s.parry is Parry.LOST:
        share, why = Share.NOTHING, "the Parry did not win; even one that tames a critical blocks no damage"
    elif s.parry is Parry.CRITICAL:
        share, why = Share.ALL, "a critical that wins stops everything, whatever the Size"
    else:
        row = blocked_share(s.item, s.attack)
        share, why = row.share, row.name.lower()
    blocked = {Share.ALL: s.damage, Share.HALF: half_up(s.damage), Share.NOTHING: 0}[share]
    armour = min(s.armour, s.damage - blocked)
    return Outcome(share, blocked, armour, s.damage - blocked - armour, why)


def explain(s: ParrySize, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """The share, then armour."""
    rule = {Parry.LOST: "losing", Parry.CRITICAL: "critical"}.get(s.parry, "compare")
    text = f"{s.item} against {s.attack}: {outcome.why}; blocked {outcome.share}"
    yield Step(text, f"fantasy-crux/parry-size#{rule}", outcome.blocked)
    if outcome.share is Share.HALF:
        text = f"Half of {s.damage}, rounded up, is {outcome.blocked}"
        yield Step(text, "fantasy-crux/parry-size#half", outcome.blocked)
    yield Step(f"Armour stops {outcome.armour}", "fantasy-crux/damage#armour", outcome.armour)
    yield Step(f"Left: {outcome.left}", "fantasy-crux/damage#hit-points", outcome.left)


def sentence(s: ParrySize, outcome: Outcome) -> str:
    """The result in one sentence."""
    return (
        f"{s.item} against {s.attack}, Parry {s.parry}: {outcome.blocked} of {s.damage} blocked, "
        f"armour {outcome.armour}, {outcome.left} left."
    )


def figures(s: ParrySize, outcome: Outcome | None) -> dict[str, Any]:
    """The whole grid of Sizes."""
    attacks = [row.name for row in SIZES.values()]
    rows = [(item.value, [blocked_share(item, attack).share.value for attack in attacks]) for item in Size]
    title = "What a winning ordinary Parry blocks"
    return {"size-grid": size_grid(title, ("Attack", attacks), ("Parrying item", rows), (s.item, s.attack))}


resolver = Resolver(
    "fantasy-crux/parry-size",
    title="Parry Size",
    summary="What a winning Parry blocks: the item's Size against the attack's.",
    rule="fantasy-crux/parry-size",
    situation=ParrySize,
    resolve=size,
    explain=explain,
    sentence=sentence,
    figures=figures,
    reading=lambda s, tally: sentence(s, size(s, NoDice())),
)
