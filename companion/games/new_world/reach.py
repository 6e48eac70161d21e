"""What a weapon can do at a distance: shoot, shoot at a penalty, serve in the hand, or nothing at all.

For `range`, `attack` and whatever else asks. Call

* `reach(weapon, paces)` for a distance on the map, `reach_in(weapon, band)` for a band by its key;
* read `Reach.use`: `None` means not possible, for `Reach.reason` under `Reach.rule` (`Reach.allowed()` raises that as
  a refusal); `Use.SHOT` is a ranged attack, everything else a melee attack;
* attack with `Reach.weapon`: the weapon itself, or the row of the spear (a fixed bayonet) or of the improvised weapon
  (a bow or an empty gun swung as a club);
* add `shooting_modifiers(...)` to the roll of a shot: range, Sharpshooter, a foe in reach, an ally beside the target.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.errors import Refused
from companion.games.new_world.data import BANDS, MODIFIERS, WEAPONS, Kind, Weapon, band_at
from companion.steps import Modifier
from companion.tables import Values

RULE = "new-world/range"
DISTANCE = Values(__name__, "distance")
"""The numbers of distance: feet in a pace, what "a few paces" are."""


class Use(StrEnum):
    """How a weapon is used at a distance."""

    SHOT = "shot or thrown"
    IN_HAND = "in the hand"
    BAYONET = "bayonet, as a spear"
    IMPROVISED = "as an improvised weapon"


@dataclass(frozen=True, slots=True)
class Reach:
    """What one weapon can do in one band.

    `band` is the key of the band; `beyond` how many bands it lies past the weapon's own (0 within it). `use` is None
    where nothing can be done, and then `reason` and the address `rule` say why. `weapon` is the row to attack with.
    `modifier` is the range penalty, None where there is none. In every case `rule` is the rule that decided.
    """

    band: str
    use: Use | None
    weapon: Weapon
    beyond: int = 0
    modifier: Modifier | None = None
    reason: str = ""
    rule: str = f"{RULE}#bands"

    @property
    def ranged(self) -> bool:
        """Whether it is a ranged attack: Ranged Skill against Ranged Defence, even at Melee range."""
        return self.use is Use.SHOT

    def allowed(self) -> Reach:
        """Itself where something can be done. Raises `Refused` with the reason and the rule where not."""
        if self.use is None:
            raise Refused(self.reason, self.rule)
        return self


def paces_of_feet(feet: int) -> int:
    """A distance in feet as paces: a square that is entered counts whole. Address: new-world/movement#paces."""
    return max(1, -(-feet // DISTANCE.number("pace_feet")))


def paces_between(x1: int, y1: int, x2: int, y2: int) -> int:
    """Paces between two squares of a map; a diagonal step counts one. Address: new-world/movement#paces.

    Two in one square are as near as two can be: one pace.
    """
    return max(1, abs(x1 - x2), abs(y1 - y2))


def takes_bayonet(weapon: Weapon) -> bool:
    """Whether a bayonet can be fixed to it: to any firearm but one that is made for Melee range (the pistol)."""
    return weapon.kind is Kind.FIREARM and not weapon.point_blank


def reach(weapon: Weapon, paces: int, *, bayonet: bool = False) -> Reach:
    """What a weapon can do at a target `paces` squares away (1 is adjacent), with or without a fixed bayonet.

    Addresses: new-world/range#weapons, #beyond, #blunderbuss, #at-melee. Raises `ValueError` below one pace.
    """
    return reach_in(weapon, band_at(paces), bayonet=bayonet)


def reach_in(weapon: Weapon, band: str, *, bayonet: bool = False) -> Reach:
    """What a weapon can do at a target in a band, given by its key in the table of bands."""
    bands = list(BANDS)
    steps = bands.index(band)
    if steps == 0:
        return _at_melee(weapon, band, bayonet)
    if weapon.band is None:
        reason = f"{_the(weapon)} reaches no further than {BANDS[bands[0]].name} range, and the target is further off."
        return Reach(band, None, weapon, steps, None, reason, f"{RULE}#weapons")
    beyond = max(0, steps - bands.index(weapon.band))
    own = BANDS[weapon.band].name
    if beyond == 0:
        return Reach(band, Use.SHOT, weapon, rule=f"{RULE}#weapons")
    if not weapon.beyond:
        reason = f"{_the(weapon)} cannot shoot beyond {own} range at all."
        return Reach(band, None, weapon, beyond, None, reason, f"{RULE}#blunderbuss")
    if beyond > 1:
        furthest = BANDS[bands[bands.index(weapon.band) + 1]].name
        reason = f"{_the(weapon)} is made for {own} range and carries no further than {furthest}."
        return Reach(band, None, weapon, beyond, None, reason, f"{RULE}#beyond")
    return Reach(band, Use.SHOT, weapon, beyond, MODIFIERS.modifier("beyond"), rule=f"{RULE}#beyond")


def _at_melee(weapon: Weapon, band: str, bayonet: bool) -> Reach:
    if weapon.point_blank:
        return Reach(band, Use.SHOT, weapon, rule=f"{RULE}#at-melee")
    if weapon.melee:
        return Reach(band, Use.IN_HAND, weapon, rule=f"{RULE}#at-melee" if weapon.ranged else f"{RULE}#bands")
    if bayonet and takes_bayonet(weapon):
        return Reach(band, Use.BAYONET, WEAPONS["spear"], rule=f"{RULE}#at-melee")
    return Reach(band, Use.IMPROVISED, WEAPONS["improvised"], rule=f"{RULE}#at-melee")


def _the(weapon: Weapon) -> str:
    return f"the {weapon.name[:1].lower()}{weapon.name[1:]}"


def shooting_modifiers(
    found: Reach, *, foe_in_reach: bool = False, into_melee: bool = False, sharpshooter_on_range: bool = False
) -> tuple[Modifier, ...]:
    """The modifiers to the roll of a shot that its range and its surroundings bring; none for a blow in melee.

    * the range penalty, and Sharpshooter's point off it if the shooter puts the talent there (never above 0);
    * a foe within the shooter's reach while the target is more distant: not for pistols and thrown weapons;
    * an ally who fights the target hand to hand.

    Addresses: new-world/range#beyond, #sharpshooter, #foe-in-reach, #into-melee.
    """
    if not found.ranged:
        return ()
    modifiers = []
    if found.modifier is not None:
        modifiers.append(found.modifier)
        if sharpshooter_on_range:
            softened = min(MODIFIERS.number("sharpshooter"), -found.modifier.value)
            modifiers.append(Modifier("Sharpshooter, off the range", softened, f"{RULE}#sharpshooter"))
    if foe_in_reach and _hampered(found):
        modifiers.append(MODIFIERS.modifier("foe_in_reach"))
    if into_melee:
        modifiers.append(MODIFIERS.modifier("into_melee"))
    return tuple(modifiers)


def _hampered(found: Reach) -> bool:
    distant = found.band != next(iter(BANDS))
    return distant and not found.weapon.point_blank and found.weapon.kind is not Kind.THROWN
