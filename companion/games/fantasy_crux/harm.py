"""From a hit to Hit Points: weapon, Damage Modifier and extras; then Parry, armour, vitality reserve, Hit Points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from companion.games.fantasy_crux.data import DAMAGE, Die, half_up
from companion.games.fantasy_crux.exchange import Verdict
from companion.odds import Odds
from companion.steps import Step


@dataclass(frozen=True, slots=True)
class Blow:
    """What a hit rolls. The Damage Modifier stands here only where it applies.

    `plus` belongs to the weapon; `flex` is the two-handed bonus; `primitive` takes something off the weapon dice;
    `modifier_on_critical` is false where only a Talent brings the Damage Modifier in;
    `charge` (D6) and `angle` (D4) are extra dice and `bonus` a fixed bonus, all from Actions or Talents.
    """

    count: int
    die: Die
    plus: int = 0
    flex: int = 0
    flex_on_critical: bool = True
    primitive: bool = False
    modifier: int = 0
    modifier_die: Die = Die.D6
    negative: bool = False
    modifier_on_critical: bool = True
    charge: int = 0
    angle: int = 0
    bonus: int = 0

    def weapon_dice(self, die: Die) -> int:
        """How many weapon dice of this kind are thrown."""
        return self.count if die is self.die else 0

    def modifier_dice(self, die: Die) -> int:
        """How many dice of this kind the Damage Modifier throws."""
        return self.modifier if die is self.modifier_die else 0


@dataclass(frozen=True, slots=True)
class Faces:
    """The sums of the dice thrown for one hit, by what they are for."""

    weapon: int
    modifier: int = 0
    charge: int = 0
    angle: int = 0


@dataclass(frozen=True, slots=True)
class Target:
    """Who is hit: armour, reserve, Hit Points, the Major Wound Level, and how the rulings read."""

    armour: int
    reserve: int
    hit_points: int
    major_wound_level: int
    hero_point: bool = False
    by_hit_points_lost: bool = False
    reserve_stops_criticals: bool = True


@dataclass(frozen=True, slots=True)
class Loss:
    """What one hit does, step by step. `reached` is the damage that comes to the Hit Points."""

    damage: int
    blocked: int = 0
    armour: int = 0
    reserve: int = 0
    reached: int = 0
    hp_lost: int = 0
    hp_left: int = 0
    major_wound: bool = False
    prevented: bool = False
    dying: bool = False


def weapon_part(blow: Blow, faces: int) -> int:
    """The weapon's own damage for a sum of its dice. Addresses: fantasy-crux/equipment#primitive, #flex."""
    part = faces + blow.plus
    if blow.primitive:
        part = max(DAMAGE.number("primitive_least"), part + DAMAGE.number("primitive"))
    return part + blow.flex


def damage_of(blow: Blow, faces: Faces) -> int:
    """Ordinary damage, never below 0. Address: fantasy-crux/damage#roll."""
    modifier = -faces.modifier if blow.negative else faces.modifier
    return max(0, weapon_part(blow, faces.weapon) + modifier + faces.charge + faces.angle + blow.bonus)


def critical_damage(blow: Blow) -> int:
    """Damage of a hit that stays critical: the greatest weapon damage and positive modifier, without extras.

    Address: fantasy-crux/critical-damage#maximum.
    """
    most = weapon_part(blow, blow.count * blow.die.sides)
    if not blow.flex_on_critical:
        most -= blow.flex
    if not blow.negative and blow.modifier_on_critical:
        most += blow.modifier * blow.modifier_die.sides
    return max(0, most)


def least_damage(blow: Blow) -> int:
    """The least that the weapon itself can do. Address: fantasy-crux/techniques#subdue."""
    return max(0, weapon_part(blow, blow.count))


@lru_cache(maxsize=1024)
def _sum(count: int, sides: int) -> Odds[int]:
    found = Odds.certain(0)
    for _ in range(count):
        found = found.with_other(Odds.die(sides), int.__add__)
    return found


@lru_cache(maxsize=1024)
def _falls(blow: Blow) -> tuple[Odds[int], Odds[int]]:
    sign = -1 if blow.negative else 1
    rest = _sum(blow.modifier, blow.modifier_die.sides).map(lambda total: sign * total)
    for count, die in ((blow.charge, Die.D6), (blow.angle, Die.D4)):
        if count:
            rest = rest.with_other(_sum(count, die.sides), int.__add__)
    return _sum(blow.count, blow.die.sides), rest


def damage_odds(blow: Blow) -> Odds[int]:
    """How likely each ordinary damage is."""
    weapon, rest = _falls(blow)
    part = weapon.map(lambda faces: weapon_part(blow, faces))
    return part.with_other(rest, lambda own, others: max(0, own + others + blow.bonus))


def land(target: Target, verdict: Verdict, damage: int) -> Loss:
    """What is left of the damage of one hit, and what it does. Address: fantasy-crux/damage."""
    if not verdict.lands:
        return Loss(0, hp_left=target.hit_points, dying=target.hit_points == 0)
    critical = verdict is Verdict.CRITICAL
    blocked = half_up(damage) if verdict is Verdict.HALF else 0
    left = damage - blocked
    armour = 0 if critical else min(left, target.armour)
    return settle(target, damage, blocked, armour, critical=critical)


def settle(target: Target, damage: int, blocked: int, armour: int, *, critical: bool = False) -> Loss:
    """The last steps: vitality reserve, Hit Points, Major Wound, Dying. Address: fantasy-crux/damage#reserve."""
    left = damage - blocked - armour
    reserve = 0 if critical and not target.reserve_stops_criticals else min(left, target.reserve)
    reached = left - reserve
    lost = min(reached, target.hit_points)
    major = is_major(target, reached, lost)
    left_over = target.hit_points - lost
    return Loss(
        damage,
        blocked,
        armour,
        reserve,
        reached,
        lost,
        left_over,
        major and not target.hero_point,
        major and target.hero_point,
        left_over == 0,
    )


def is_major(target: Target, reached: int, lost: int) -> bool:
    """Whether a hit is a Major Wound, by what reached the Hit Points and what was lost of them.

    Address: fantasy-crux/major-wounds#conditions.
    """
    measured = lost if target.by_hit_points_lost else reached
    return measured > 0 and measured >= target.major_wound_level


def explain_damage(blow: Blow, faces: Faces, verdict: Verdict) -> Iterator[Step]:
    """How the damage was made up."""
    if verdict is Verdict.CRITICAL:
        parts = [f"the weapon's most {weapon_part(blow, blow.count * blow.die.sides) - blow.flex}"]
        if blow.flex and blow.flex_on_critical:
            parts.append(f"two hands +{blow.flex}")
        if blow.modifier and not blow.negative and blow.modifier_on_critical:
            parts.append(f"the Damage Modifier's most {blow.modifier * blow.modifier_die.sides}")
        text = "The hit stays critical: " + ", ".join(parts)
        yield Step(f"{text}; no extras, no armour", "fantasy-crux/critical-damage#maximum", critical_damage(blow))
        return
    own = weapon_part(blow, faces.weapon) - blow.flex
    yield Step(f"Weapon damage {own}", "fantasy-crux/damage#roll", own)
    if blow.flex:
        yield Step(f"Two hands on a Flex weapon +{blow.flex}", "fantasy-crux/equipment#flex", blow.flex)
    if blow.modifier:
        value = -faces.modifier if blow.negative else faces.modifier
        text = f"Damage Modifier {'−' if blow.negative else '+'}{faces.modifier}"
        yield Step(text, "fantasy-crux/damage#modifier", value)
    if blow.charge:
        yield Step(f"The Charge adds {faces.charge}", "fantasy-crux/charge#attack", faces.charge)
    if blow.angle:
        yield Step(f"Killing Angle adds {faces.angle}", "fantasy-crux/damage#talents", faces.angle)
    if blow.bonus:
        yield Step(f"Weapon Talents add {blow.bonus}", "fantasy-crux/damage#talents", blow.bonus)


def explain_loss(target: Target, verdict: Verdict, loss: Loss) -> Iterator[Step]:
    """What became of the damage on its way to the Hit Points."""
    if verdict is Verdict.HALF:
        text = f"The Parry blocks half of {loss.damage}, rounded up: {loss.blocked}"
        yield Step(text, "fantasy-crux/parry-size#half", loss.blocked)
    if verdict is Verdict.TOO_SMALL:
        yield Step("The Parry won, but the item is too small to block any of it", "fantasy-crux/parry-size#compare", 0)
    if loss.armour:
        yield Step(f"Armour stops {loss.armour}", "fantasy-crux/damage#armour", loss.armour)
    if loss.reserve:
        yield Step(f"The vitality reserve absorbs {loss.reserve}", "fantasy-crux/damage#reserve", loss.reserve)
    yield Step(f"Hit Points lost: {loss.hp_lost}", "fantasy-crux/damage#hit-points", loss.hp_lost)
    if loss.prevented:
        text = "A Hero Point prevents the Major Wound; the Hit Points stay lost"
        yield Step(text, "fantasy-crux/hero-points#major-wound", 1)
    if loss.major_wound:
        text = f"At least the Major Wound Level of {target.major_wound_level}: Wounded and Bleeding"
        yield Step(text, "fantasy-crux/major-wounds#conditions", loss.reached)
    if loss.dying:
        yield Step("At 0 HP the target is unconscious and Dying", "fantasy-crux/dying#clock", 0)


def damage_figure(loss: Loss) -> dict[str, object]:
    """The way from damage to Hit Points as data for a picture."""
    rows = [
        {"label": "Damage", "value": loss.damage, "rule": "fantasy-crux/damage#roll"},
        {"label": "Parry", "value": -loss.blocked, "rule": "fantasy-crux/damage#parry"},
        {"label": "Armour", "value": -loss.armour, "rule": "fantasy-crux/damage#armour"},
        {"label": "Vitality reserve", "value": -loss.reserve, "rule": "fantasy-crux/damage#reserve"},
    ]
    return {
        "title": "From damage to Hit Points",
        "rows": rows,
        "reached": loss.reached,
        "total": {"label": "Hit Points lost", "value": loss.hp_lost},
        "left": loss.hp_left,
    }
