"""Shield Bash: a blow with the shield at −20, which then neither protects nor Parries in that round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Refused
from companion.fields import choice
from companion.games.darkmaster.attack import blow_resolver
from companion.games.darkmaster.blow import Ready, ready_for, wielded
from companion.games.darkmaster.data import MODIFIERS, SHIELDS
from companion.games.darkmaster.strike import Strike, bash_options
from companion.steps import Step, signed

RULE = "darkmaster/shield-bash"


@dataclass(frozen=True, slots=True)
class ShieldBash(Strike):
    """A blow with the shield. The CMB is that of Blunt or of Brawl."""

    weapon: str = choice("Your shield", bash_options, default="target-shield")


def prepare(s: ShieldBash) -> Ready:
    """The blow before its dice; the shield's cost in CMB counts without being set."""
    weapon = wielded(s)
    assert weapon.shield is not None
    if s.own_shield not in ("none", weapon.shield):
        raise Refused("the shield on the arm is the one that strikes.", f"{RULE}#action")
    return ready_for(replace(s, own_shield=weapon.shield), weapon, (MODIFIERS.modifier("shield_bash"),))


def before(ready: Ready) -> Iterator[Step]:
    """What the shield does not do in this round."""
    s: Any = ready.situation
    shield = SHIELDS[s.own_shield]
    lost = f"{signed(shield.melee)} in melee, {signed(shield.ranged)} against missiles"
    yield Step(f"For this round the shield adds no DEF ({lost}) and does not Parry", f"{RULE}#no-def", -shield.melee)
    yield Step("What a shield does as a weapon is ours: no public text states it", "darkmaster/gaps#shield-as-weapon")


resolver = blow_resolver(
    "darkmaster/shield-bash",
    title="Shield Bash",
    summary="A blow with the shield, and what it costs in protection.",
    rule=RULE,
    situation=ShieldBash,
    prepare=prepare,
    before=before,
)
