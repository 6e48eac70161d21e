"""The conditions of a fight: those of the rules, and what an act leaves behind for the rest of the round."""

from __future__ import annotations

from collections.abc import Iterator

from companion.encounter import Condition
from companion.games.fantasy_crux.acts import ACTS, Cost
from companion.games.fantasy_crux.d100 import notation
from companion.games.fantasy_crux.data import CONDITIONS, DAMAGE, MODIFIERS, POSITION, SHIELD_COVER

GIVEN_UP = "given-up-"
"""Begins the name of the condition that an act leaves which gives up all Reactions; the act's key follows."""

ON_THE_GROUND = {
    "prone": "prone",
    "helpless": "target_helpless",
    "flanked": "target_flanked",
    "higher": "higher",
    "unstable": "unstable",
    "underwater": "underwater",
    "blinded": "blinded",
}
"""The conditions that are rows of the position table."""

COVER = ("cover_complete", "cover_substantial", "cover_partial")
MOVED = ("moved_30", "moved_10")
"""The conditions that are rows of the table of ranged conditions, the strongest first."""


def conditions() -> Iterator[Condition]:
    """Every condition, wounds first."""
    yield Condition(
        "wounded", "Wounded", "fantasy-crux/major-wounds#conditions",
        f"{notation(MODIFIERS.number('wounded'))} on every test.",
    )  # fmt: skip
    yield Condition(
        "bleeding", "Bleeding", "fantasy-crux/major-wounds#conditions",
        f"{DAMAGE.number('bleeding')} HP is lost at the end of each round.",
    )  # fmt: skip
    yield Condition("stable", "Stabilised", "fantasy-crux/dying#stabilising", "At 0 HP: unconscious, but not Dying.")
    yield Condition("unconscious", "Unconscious", "fantasy-crux/techniques#subdue", "Subdued: stable, and out.")
    yield from _of_position()
    yield Condition("unaware", "Unaware", "fantasy-crux/awareness#unaware", "No Reaction until the first attack.")
    yield from _of_grapples()
    yield Condition(
        "engaged", "Engaged", "fantasy-crux/conditions#rows",
        f"An enemy is Close: {notation(CONDITIONS['engaged'].dice)} on ranged attacks for each.",
    )  # fmt: skip
    yield Condition("aiming", "Aiming", "fantasy-crux/aim#bonus", f"{notation(CONDITIONS['aim'].dice)} on the shot.")
    yield Condition(
        "weapon-set", "Weapon set", "fantasy-crux/set-weapon#attack", "It strikes a charger first, until the next turn."
    )
    yield Condition("unloaded", "Crossbow not loaded", "fantasy-crux/crossbows#ready")
    yield from _at_range()
    yield Condition("dismounted", "Out of the saddle", "fantasy-crux/mounted#modifiers")
    yield Condition("hesitating", "Hesitating", "fantasy-crux/intimidate#full-strength", "It loses its next turn.")
    yield from _of_the_round()


def _of_position() -> Iterator[Condition]:
    for name, key in ON_THE_GROUND.items():
        row = POSITION[key]
        label = row.name.removeprefix("Target ")
        meaning = "an automatic critical" if row.automatic else notation(row.dice)
        yield Condition(name, label[:1].upper() + label[1:], row.rule, f"{meaning} on {_where(row.side)}.")


def _where(side: str) -> str:
    return "attacks against it" if side == "attack on it" else "its own rolls"


def _of_grapples() -> Iterator[Condition]:
    dice = notation(MODIFIERS.number("held"))
    text = f"In a grapple: no Movement Action, {dice} on every test."
    yield Condition("controller", "Controls a grapple", "fantasy-crux/grappling#hold", text)
    yield Condition("held", "Held in a grapple", "fantasy-crux/grappling#hold", text)
    limb = notation(MODIFIERS.number("second_limb"))
    text = f"{limb} on grapple tests."
    yield Condition("second-limb", "Second limb committed", "fantasy-crux/grappling#second-limb", text)


def _at_range() -> Iterator[Condition]:
    for key, row in CONDITIONS.items():
        if row.kind in ("cover", "movement") and key != SHIELD_COVER:
            text = row.impossible or f"{notation(row.dice)} on ranged attacks against it."
            yield Condition(key, row.name, row.rule, text)


def _of_the_round() -> Iterator[Condition]:
    for key, act in ACTS.items():
        if act.reaction is Cost.DODGE_ONLY:
            yield Condition("dodge-only", f"{act.name}: only a Dodge is left", "fantasy-crux/sprint#dodge-only", "", 1)
        if act.reaction is Cost.ALL:
            yield Condition(f"{GIVEN_UP}{key}", f"{act.name}: all Reactions given up", act.rule, "", 1)
