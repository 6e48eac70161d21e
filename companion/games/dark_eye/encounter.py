"""The encounter tracker of The Dark Eye: life points and Pain, an action and a free action, defences as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.encounter import Change, Combatant, Fight, Lost, Mark, Told, Tracker, Use
from companion.games.dark_eye.data import CONDITIONS, RULINGS
from companion.games.dark_eye.encounter_attacks import attacks
from companion.games.dark_eye.encounter_health import health
from companion.games.dark_eye.encounter_order import initiative
from companion.games.dark_eye.encounter_outcome import ACTION, DEFENCES, FREE_ACTION, breaks_off, outcome
from companion.games.dark_eye.encounter_plan import GRIP, plan
from companion.games.dark_eye.encounter_sheet import MISSILES, Announced, Declared, Scene, Sheet
from companion.games.dark_eye.encounter_state import (
    announced,
    conditions,
    frozen,
    highest,
    in_long_action,
    laid_low,
    load,
    missile_marks,
    overcome,
    pain,
    undefended,
)
from companion.games.dark_eye.life import dying
from companion.games.dark_eye.situation import Defender
from companion.steps import Step, signed

LOWEST = -100
LONGEST = 50
"""The limits of what is counted, not of the rules: life points far below 0, actions of a long action."""


def _nothing(sheet: Any) -> int:
    return 0


def _missile_marks(place: int) -> Iterator[Mark]:
    """Ammunition and loading of one missile weapon; both are 0 where the sheet has none."""
    ammunition, to_load = missile_marks(place)
    which = "" if place == 0 else ", second weapon"

    def there(of: Callable[[Any], int]) -> Callable[[Any], int]:
        return lambda sheet: of(sheet.missiles[place]) if place < len(sheet.missiles) else 0

    shots = there(lambda missile: missile.ammunition or 0)
    yield Mark(ammunition, f"Ammunition{which}", "dark-eye/ranged#loading", _nothing, shots, shots)
    yield Mark(
        to_load, f"Actions left to load{which}", "dark-eye/long-actions#loading", _nothing,
        there(load), there(lambda missile: 0 if missile.loaded else load(missile)), worse=1,
    )  # fmt: skip


MARKS = (
    Mark(
        "lp", "Life points", "dark-eye/damage#life",
        lambda sheet: LOWEST, lambda sheet: int(sheet.max_lp), lambda sheet: int(sheet.max_lp),
    ),
    *(mark for place in range(MISSILES) for mark in _missile_marks(place)),
    Mark(
        "long-action", "Actions left of a long action", "dark-eye/long-actions#count",
        _nothing, lambda sheet: LONGEST, _nothing, worse=1,
        help="Of a spell, a chant and the like: set it to the actions that it takes, and go on with it.",
    ),
)  # fmt: skip


def _acts(fight: Fight, who: Combatant) -> int:
    """One action, none for those laid low or in the defensive stance. Address: dark-eye/round#one-each."""
    return int(_free(fight, who) and not announced(who, Announced.STANCE))


def _free(fight: Fight, who: Combatant) -> int:
    return int(laid_low(who) is None and not frozen(who))


def _defences(fight: Fight, who: Combatant) -> int | None:
    """How many defences there are. Address: dark-eye/defence#who."""
    if undefended(who):
        return 0
    return 1 if who.sheet.defender is Defender.ORDINARY else None


USES = (
    Use(ACTION, "Action", "dark-eye/round#one-each", _acts, each="round"),
    Use(FREE_ACTION, "Free action", "dark-eye/round#one-each", _free, each="round"),
    Use(DEFENCES, "Defences", "dark-eye/defence#several", _defences, each="round"),
    Use(GRIP, "Change of grip", "dark-eye/grip#when", _free, each="round"),
)


def delay(fight: Fight, who: str) -> Step | None:
    """Anybody may wait who has something left to hold back. Address: dark-eye/round#holding."""
    if fight[who].spent(ACTION):
        return Step("the action is spent: nothing is left to hold back", "dark-eye/round#holding")
    return None


def round_begins(fight: Fight) -> Iterator[Change]:
    """With the second round the surprise is over; whoever was laid low holds nobody and goes on with nothing.

    Addresses: dark-eye/ambush#undefended, dark-eye/hold#ends, dark-eye/long-actions#interrupting.
    """
    holders = [one for one in fight.combatants if one.has("holding") and laid_low(one) is None]
    for one in fight.combatants:
        if fight.round > 1:
            yield Lost(one.id, "surprised", "dark-eye/ambush#undefended")
        if not holders:
            yield Lost(one.id, "held", "dark-eye/hold#ends")
        low = laid_low(one)
        if low is not None:
            yield Lost(one.id, "holding", "dark-eye/hold#ends")
            yield from breaks_off(one, low.text, "dark-eye/long-actions#interrupting")


def turn_begins(fight: Fight, who: str) -> Iterator[Change]:
    """The steps of the last action are past; at Pain IV the next one has to be won.

    Addresses: dark-eye/ranged#target-moves, dark-eye/pain#acting.
    """
    one = fight[who]
    for moved in ("slow", "fast", "zigzag"):
        yield Lost(who, moved)
    if pain(one) < highest() or dying(one.marks["lp"]):
        yield Lost(who, "conscious")
        return
    if RULINGS["pain_four"].default == "each":
        yield Lost(who, "conscious")
    elif overcome(one):
        return
    yield Told(f"{one.name}: Self-Control (Stay Conscious) at {signed(CONDITIONS.number('acting'))} to act",
               "dark-eye/pain#acting")  # fmt: skip


def turn_ends(fight: Fight, who: str) -> Iterator[Change]:
    """Whoever leaves off a long action has lost it, and whoever has had a turn is surprised no longer.

    Addresses: dark-eye/long-actions#interrupting, dark-eye/ambush#undefended.
    """
    one = fight[who]
    yield Lost(who, "surprised", "dark-eye/ambush#undefended")
    if in_long_action(one) and not one.spent(ACTION):
        yield from breaks_off(one, "Leaving off", "dark-eye/long-actions#interrupting")


tracker = Tracker(
    "dark-eye",
    Sheet,
    MARKS,
    conditions,
    USES,
    initiative,
    health,
    attacks,
    outcome,
    plan,
    scene=Scene,
    declared=Declared,
    delay=delay,
    round_begins=round_begins,
    turn_begins=turn_begins,
    turn_ends=turn_ends,
)
