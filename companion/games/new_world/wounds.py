"""From a hit to Wounds: weapon Damage, one attribute, the margin, then Endurance and armour come off."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.new_world.data import DAMAGE, Attribute, Kind, Location, Weapon
from companion.games.new_world.strike import Strike, YesNo

RULE = "new-world/attack"


@dataclass(frozen=True, slots=True)
class Arms:
    """What the weapon does in this hand: Damage, the attribute it adds, flat talent damage, Piercing."""

    name: str
    damage: int
    attribute: Attribute
    bonus: int
    flat: int
    piercing: bool

    @property
    def critical_damage(self) -> int:
        """The weapon's Damage on a critical hit: multiplied before anything is added."""
        return self.damage * DAMAGE.number("critical_factor")

    def raw(self, critical: bool, margin: int) -> int:
        """Damage before the target's Endurance and armour. Address: new-world/attack#damage."""
        return (self.critical_damage if critical else self.damage) + self.bonus + self.flat + margin


def arms_of(s: Strike, weapon: Weapon, ranged: bool) -> Arms:
    """The weapon in this hand, with the reader's own values over the table's, and Brawling's talents."""
    damage = weapon.damage if s.own_damage is None else s.own_damage
    if s.pugilist and s.own_damage is None:
        damage = max(damage, DAMAGE.number("pugilist"))
    piercing = weapon.piercing if s.own_piercing is None else s.own_piercing is YesNo.YES
    mark = s.own_attribute or (weapon.ranged_attribute if ranged else weapon.attribute)
    attribute, bonus = attribute_bonus(s, mark, damage, melee=not ranged)
    flat = DAMAGE.number("street_fighting") if s.street_fighting else 0
    return Arms(weapon.name, damage, attribute, bonus, flat, piercing)


def attribute_bonus(s: Strike, mark: Attribute, damage: int, *, melee: bool) -> tuple[Attribute, int]:
    """The attribute that is added and by how much.

    Might without a limit; Agility up to the weapon's own Damage, which a critical hit does not raise. A melee
    weapon marked Agility adds Might when Might is higher: than Agility itself, or (ruling `stat_choice`) than what
    Agility may add. Addresses: new-world/attack#might, #agility, #no-attribute.
    """
    if mark is Attribute.NONE:
        return mark, 0
    capped = min(s.agility, damage)
    rival = s.agility if s.stat_choice == "strict" else capped
    if mark is Attribute.MIGHT or (melee and s.might > rival):
        return Attribute.MIGHT, s.might
    return Attribute.AGILITY, capped


def armour_at(s: Strike, location: Location) -> int:
    """The target's armour value at one location."""
    return {Location.HEAD: s.head, Location.ARMS: s.arms, Location.BODY: s.body, Location.LEGS: s.legs}[location]


def reduction(endurance: int, armour: int, piercing: bool) -> int:
    """What comes off a hit: Endurance, and armour less what Piercing ignores, never below 0.

    Addresses: new-world/attack#damage, #piercing.
    """
    ignored = DAMAGE.number("piercing") if piercing else 0
    return endurance + max(0, armour - ignored)


def is_firearm(weapon: Weapon, artillery_is_firearm: str) -> bool:
    """Whether the rules for firearms hold: for artillery by ruling. Address: new-world/firearms#artillery."""
    return weapon.kind is Kind.FIREARM or (weapon.kind is Kind.ARTILLERY and artillery_is_firearm == "yes")
