"""Modifiers that more than one act shares."""

from companion.games.new_world.data import MODIFIERS
from companion.steps import Modifier


def outnumbering(attackers: int) -> Modifier:
    """What each of `attackers` able foes around one target adds: one for each beyond the first, to a limit.

    Address: new-world/outnumbering#bonus.
    """
    each, most = MODIFIERS.number("outnumbering"), MODIFIERS.number("outnumbering_most")
    return Modifier(
        f"Outnumbering, {attackers} around the target",
        min(most, each * max(0, attackers - 1)),
        "new-world/outnumbering#bonus",
        note=f"+{each} for each beyond the first, at most +{most}",
    )
