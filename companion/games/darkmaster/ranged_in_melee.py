"""Shooting while Engaged: −20, the right of the nearest foe to Parry, and what a readied throw is spared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.errors import Refused
from companion.fields import choice, switch
from companion.games.darkmaster.attack import Attack, aim, blow_resolver
from companion.games.darkmaster.blow import Ready, ready_for
from companion.games.darkmaster.defence import fights_with
from companion.games.darkmaster.strike import ranged_options
from companion.steps import Step

RULE = "darkmaster/ranged-in-melee"


@dataclass(frozen=True, slots=True)
class RangedInMelee(Attack):
    """A shot or throw by somebody who is Engaged."""

    weapon: str = choice("Weapon", ranged_options, default="short-bow")
    engaged: bool = switch("You are Engaged", default=True, group="Shooting")
    target_engaged: bool = switch("Your target is Engaged", default=True, group="Shooting")


def prepare(s: RangedInMelee) -> Ready:
    """The shot before its dice. Refused for whoever is not Engaged (darkmaster/ranged-in-melee#penalty)."""
    if not s.engaged:
        raise Refused("this rule is for shooters who are Engaged; any other shot is a plain attack.", f"{RULE}#penalty")
    return ready_for(s, extra=aim(s.aimed))


def before(ready: Ready) -> Iterator[Step]:
    """What being Engaged changes before the roll."""
    s: Any = ready.situation
    if ready.weapon.kind.value == "thrown" and s.readied:
        yield Step("A readied throw is spared the −20", f"{RULE}#thrown")
    if fights_with(s):
        may = "may not Parry a magical missile" if s.magical else "may Parry as if behind a shield"
        yield Step(f"Your target fights with you and {may}", f"{RULE}#parry")
        return
    yield Step("Only a foe who fights with you may Parry without a shield", f"{RULE}#parry")


resolver = blow_resolver(
    "darkmaster/ranged-in-melee",
    title="Shooting while Engaged",
    summary="A shot or throw by somebody who stands in a melee.",
    rule=RULE,
    situation=RangedInMelee,
    prepare=prepare,
    before=before,
)
