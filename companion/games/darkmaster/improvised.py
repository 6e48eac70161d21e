"""Improvised weapons: the nearest weapon's values at −20, a wider Clumsy Range, and never above 140."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.fields import Option, choice, ruling
from companion.games.darkmaster.arms import improvised
from companion.games.darkmaster.attack import blow_resolver
from companion.games.darkmaster.blow import Ready, ready_for, wielded
from companion.games.darkmaster.data import MODIFIERS, RULINGS, Kind
from companion.games.darkmaster.strike import Strike, options_of
from companion.steps import Step

RULE = "darkmaster/improvised"


def nearest_options() -> tuple[Option, ...]:
    """The weapons that something improvised can be likest to: all for the hand, and what is thrown."""
    return options_of(lambda weapon: weapon.shield is None and (not weapon.ranged or weapon.kind is Kind.THROWN))


@dataclass(frozen=True, slots=True)
class Improvised(Strike):
    """A blow with whatever is at hand. The CMB is that of Brawl, or of the fitting combat skill."""

    weapon: str = choice("The weapon that it is likest to", nearest_options, default="club")
    improvised_cap: str = ruling(RULINGS, "improvised_cap")
    improvised_qualities: str = ruling(RULINGS, "improvised_qualities")


def prepare(s: Improvised) -> Ready:
    """The blow before its dice."""
    weapon = improvised(wielded(s), s.improvised_cap)
    extra = (MODIFIERS.modifier("improvised"),)
    return ready_for(s, weapon, extra, qualities=s.improvised_qualities == "yes")


def before(ready: Ready) -> Iterator[Step]:
    """What the weapon becomes."""
    s: Any = ready.situation
    weapon = ready.weapon
    yield Step(f"Likest to the {weapon.title}, used with Brawl or the fitting skill", f"{RULE}#weapon")
    yield Step(f"Clumsy Range 1 to {weapon.clumsy}, one wider than the weapon's own", f"{RULE}#clumsy", weapon.clumsy)
    yield Step(f"No result above {weapon.most}", f"{RULE}#cap", weapon.most)
    if s.improvised_qualities == "no" and (weapon.mighty or weapon.backstab):
        yield Step("Its qualities do not count, under the ruling in force", f"{RULE}#weapon")


resolver = blow_resolver(
    "darkmaster/improvised",
    title="Improvised weapon",
    summary="A blow with a tool, a rock or a chair: the nearest weapon's values, less sure and less strong.",
    rule=RULE,
    situation=Improvised,
    prepare=prepare,
    before=before,
)
