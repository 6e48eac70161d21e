"""Charge: up to half the Move Rate toward a foe, then a blow at +20, and no Parry; from the saddle twice that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.errors import Refused
from companion.fields import choice, number, ruling, switch
from companion.games.darkmaster.attack import blow_resolver
from companion.games.darkmaster.bands import Grade
from companion.games.darkmaster.blow import Ready, ready_for, wielded
from companion.games.darkmaster.data import MODIFIERS, OPTIONS, RULINGS, SKILLS
from companion.games.darkmaster.saddle import RULE as SADDLE
from companion.games.darkmaster.saddle import why_not
from companion.games.darkmaster.strike import Strike, melee_options
from companion.steps import Modifier, Step

RULE = "darkmaster/charge"
_RIDING = {"mounted": True}
_FOR_RIDERS = "only from the saddle"


@dataclass(frozen=True, slots=True)
class Charge(Strike):
    """The run and the blow."""

    weapon: str = choice("Weapon", melee_options, default="longsword")
    run: int = number("Distance to your target", 0, 500, default=6, unit="m", group="The run")
    move_rate: int = number(
        "Move Rate", 1, 500, default=15, unit="m", group="The run", help="Your mount's, if you ride."
    )
    in_melee: bool = switch("You are Engaged when you declare it", group="The run")
    toward: bool = switch("You move toward your target", default=True, group="The run")
    stepped_away: bool = switch("Your target steps out of reach", group="The run")
    mounted: bool = switch("You ride", group="The run")
    ride: Grade = choice(
        "Your Ride check", Grade, default=Grade.SUCCESS, group="The run", when=_RIDING, why=_FOR_RIDERS
    )
    on_foot: bool = switch("Your target is on foot", default=True, group="The run", when=_RIDING, why=_FOR_RIDERS)
    charge_retarget: str = ruling(RULINGS, "charge_retarget")
    partial_for_charge: str = ruling(RULINGS, "partial_for_charge")


def prepare(s: Charge) -> Ready:
    """The blow at the end of the run. Raises `Refused` where the rules allow no Charge."""
    _refuse(s)
    return ready_for(s, extra=tuple(_bonuses(s)))


def _refuse(s: Charge) -> None:
    if s.in_melee:
        raise Refused("nobody who is Engaged can declare a Charge.", f"{RULE}#engaged")
    if s.parry:
        raise Refused("there is no Parry in the round of a Charge.", f"{RULE}#no-parry")
    furthest = s.move_rate // OPTIONS.number("charge_share")
    if s.run > furthest:
        raise Refused(f"a Charge covers half the Move Rate, {furthest} m.", f"{RULE}#action")
    if not s.run or not s.toward:
        raise Refused("a Charge moves toward its target before the blow.", f"{RULE}#toward")
    if s.stepped_away and s.charge_retarget == "no":
        raise Refused("the target is gone: the action is spent without a blow, and without Parry.", f"{RULE}#toward")
    if s.mounted:
        _refuse_rider(s)


def _refuse_rider(s: Charge) -> None:
    reason = why_not(wielded(s), False)
    if reason:
        raise Refused(reason, SADDLE)
    if s.ride is Grade.CRITICAL_FAILURE:
        raise Refused("whoever falls off does not charge.", "darkmaster/mounted#critical-failure")


def _bonuses(s: Charge) -> Iterator[Modifier]:
    """Addresses: darkmaster/charge#bonus, darkmaster/mounted#charge."""
    yield MODIFIERS.modifier("charge")
    if not s.mounted:
        return
    least = Grade.PARTIAL_SUCCESS if s.partial_for_charge == "yes" else Grade.SUCCESS
    if s.ride.place >= least.place:
        yield MODIFIERS.modifier("charge_mounted")
    if s.ride is Grade.FAILURE and not s.half_action:
        yield SKILLS.modifier("half_action", label="The Half Action that holds the mount")
    controlled = s.ride.place >= Grade.PARTIAL_SUCCESS.place
    if controlled and s.on_foot and not s.higher_ground and not s.target_prone:
        yield Modifier(
            MODIFIERS["higher_ground"].label, MODIFIERS.number("higher_ground"), "darkmaster/mounted#partial"
        )


def before(ready: Ready) -> Iterator[Step]:
    """The run before the blow."""
    s: Any = ready.situation
    half = s.move_rate // OPTIONS.number("charge_share")
    yield Step(f"{s.run} m toward the target, of {half} m that a Charge may cover", f"{RULE}#action", s.run)
    yield Step("No Parry for the rest of the round, against missiles neither", f"{RULE}#no-parry")
    if s.stepped_away:
        yield Step("The first target is gone; the ruling in force allows another", f"{RULE}#toward")
    if s.mounted and s.ride is Grade.FAILURE:
        yield Step("The mount must be held with a Half Action this round", "darkmaster/mounted#failure")


resolver = blow_resolver(
    "darkmaster/charge",
    title="Charge",
    summary="Whether a Charge is allowed, on foot or on horseback, and the blow at its end.",
    rule=RULE,
    situation=Charge,
    prepare=prepare,
    before=before,
)
