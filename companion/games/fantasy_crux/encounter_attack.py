"""The attack calculators filled from two sheets and from what holds for both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.checks import read
from companion.encounter import Attack as Filled
from companion.encounter import Combatant, Fight
from companion.errors import Refused
from companion.fields import plain
from companion.games.fantasy_crux.data import BARE_HANDS, DAMAGE, RANGED, ROLLS, WEAPONS, Hands, Size, rank
from companion.games.fantasy_crux.encounter_conditions import COVER, GIVEN_UP, MOVED
from companion.games.fantasy_crux.encounter_defence import answered
from companion.games.fantasy_crux.encounter_health import down, hit_points
from companion.games.fantasy_crux.encounter_other import helping, others
from companion.games.fantasy_crux.encounter_round import grapple_of, movement, refusal, rides
from companion.games.fantasy_crux.encounter_sheet import OwnWeapon, Sheet
from companion.games.fantasy_crux.situation import AT_HAND, FLYING, Attack, AttackKind, Manner, Riding, Technique

RESOLVER = "fantasy-crux/attack"
ACT_OF = {
    Manner.OFF_HAND: "off-hand-attack",
    Manner.OPPORTUNITY: "opportunity",
    Manner.OFF_HAND_OPPORTUNITY: "off-hand-opportunity",
    Manner.CHARGE: "charge",
    Manner.SET: "set-attack",
    Manner.RAPID: "rapid-shot",
}
"""The act of the round that each manner of attack is; a standard attack is an `attack` or a `shot`."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to attack: its name and label, the inputs that say with what, and the weapon's key."""

    name: str
    label: str
    fields: Mapping[str, Any]
    weapon: str = ""
    note: str = ""

    @property
    def manner(self) -> Manner:
        return Manner(self.fields.get("manner", Manner.STANDARD))

    @property
    def kind(self) -> AttackKind:
        return AttackKind(self.fields["attack"])

    @property
    def act(self) -> str:
        """The act of the round that this is."""
        return ACT_OF.get(self.manner, "shot" if self.kind in FLYING else "attack")

    def but(self, name: str, label: str, **fields: Any) -> Way:
        """The same weapon, used otherwise."""
        return Way(f"{name}:{self.name}", f"{label} ({self.label.lower()})", {**self.fields, **fields}, self.weapon)


def attacks(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Filled]:
    """Help for a friend first, then the attacks, the likeliest first; what the rules refuse stands last."""
    yield from helping(fight, attacker, target)
    close, flying = list(_close(attacker)), list(_flying(attacker))
    ordered = [*flying, *close] if _shoots(attacker) else [*close, *flying]
    last = []
    for way in ordered:
        try:
            yield _filled(fight, attacker, target, way)
        except Refused as refused:
            if way.manner is Manner.STANDARD:
                note = f"Not possible as things stand: {refused.reason}"
                last.append(Filled(way.name, way.label, RESOLVER, _inputs(fight, attacker, target, way), note))
    yield from others(fight, attacker, target)
    yield from last


def _shoots(one: Combatant) -> bool:
    if one.has("aiming"):
        return True
    return one.sheet.has_ranged and not one.has("engaged") and one.sheet.skill("ranged") > one.sheet.skill("close")


def _close(one: Combatant) -> Iterator[Way]:
    """The attacks at hand: each item in hand, natural weapons, bare hands; then the other manners."""
    sheet = one.sheet
    held = [_item(sheet, item) for item in dict.fromkeys(sheet.held) if item != BARE_HANDS]
    own = [_own(number, weapon) for number, weapon in enumerate(sheet.own, 1) if weapon.attack in AT_HAND]
    bare = Way(BARE_HANDS, WEAPONS[BARE_HANDS].name, {"attack": AttackKind.UNARMED})
    yield from held
    yield from own
    if sheet.hands or not own:
        yield bare
    armed = [way for way in (*held, *own) if way.kind is AttackKind.CLOSE]
    if one.has("weapon-set"):
        for way in armed:
            if way.weapon and WEAPONS[way.weapon].set:
                yield way.but("set", "The set weapon strikes the charger", manner=Manner.SET)
    if sheet.two_items:
        second = bare if sheet.held[1] == BARE_HANDS else _item(sheet, sheet.held[1])
        yield second.but("off-hand", "Extra off-hand attack", manner=Manner.OFF_HAND)
    if armed:
        yield armed[0].but("charge", "Charge", manner=Manner.CHARGE)
        yield armed[0].but("opportunity", "Opportunity Attack", manner=Manner.OPPORTUNITY)
    if sheet.two_items and sheet.held[1] != BARE_HANDS:
        off = _item(sheet, sheet.held[1])
        yield off.but("off-hand-opportunity", "Off-hand Opportunity Attack", manner=Manner.OFF_HAND_OPPORTUNITY)
    yield from _techniques(sheet, armed or [bare], held)
    for item in dict.fromkeys(sheet.further if sheet.hands else ()):
        if item not in sheet.held:
            way = _item(sheet, item)
            yield Way(f"drawn:{item}", way.label, way.fields, item, "It has to be readied first, a Movement Action")


def _techniques(sheet: Sheet, armed: list[Way], held: list[Way]) -> Iterator[Way]:
    for technique in Technique:
        if technique.value not in sheet.talents:
            continue
        if technique is Technique.SHIELD_RUSH:
            ways = [way for way in held if WEAPONS[way.weapon].shield][:1]
        else:
            ways = armed[:1]
        yield from (way.but(technique.value, technique.value.capitalize(), technique=technique) for way in ways)


def _item(sheet: Sheet, item: str) -> Way:
    fields = {"attack": AttackKind.CLOSE, "weapon": item, "two_handed": sheet.both_hands and item == sheet.main}
    return Way(item, WEAPONS[item].name, fields, item)


def _own(number: int, weapon: OwnWeapon) -> Way:
    fields = {
        "attack": weapon.attack,
        "own": True,
        "own_count": weapon.count,
        "own_die": weapon.die,
        "own_plus": weapon.plus,
        "own_size": weapon.size,
        "own_range": weapon.range,
        "own_close": weapon.close,
        "natural": weapon.natural,
    }
    return Way(f"own-{number}", weapon.name or "Own weapon", fields)


def _flying(one: Combatant) -> Iterator[Way]:
    """What can be shot or thrown; a crossbow that is not loaded cannot."""
    sheet = one.sheet
    ways = []
    for kind, column, keys in (
        (AttackKind.MISSILE, "missile_weapon", sheet.missiles),
        (AttackKind.THROWN, "thrown_weapon", sheet.thrown),
    ):
        for key in dict.fromkeys(keys):
            if not (RANGED[key].crossbow and one.has("unloaded")):
                label = RANGED[key].name + (", thrown" if kind is AttackKind.THROWN else "")
                ways.append(Way(f"{kind.value}:{key}", label, {"attack": kind, column: key}, key, _hands(sheet, key)))
    ways += [_own(number, weapon) for number, weapon in enumerate(sheet.own, 1) if weapon.attack in FLYING]
    yield from ways
    if "rapid_shot" in sheet.talents:
        for way in ways:
            if way.kind is AttackKind.MISSILE:
                yield way.but("rapid", "Rapid Shot, each of the two", manner=Manner.RAPID)


def _hands(sheet: Sheet, key: str) -> str:
    """What has to happen before a ranged weapon can be used, where the hands are full."""
    needed = 2 if RANGED[key].hands is Hands.TWO else 1
    free = sheet.held.count(BARE_HANDS)
    return "" if key in sheet.held or free >= needed else "Too few hands are free for it"


def _filled(fight: Fight, attacker: Combatant, target: Combatant, way: Way) -> Filled:
    inputs = _inputs(fight, attacker, target, way)
    try:
        found, note = answered(fight, target, inputs)
    except Refused:
        if not inputs.get("deadly_precision"):
            raise
        found, note = answered(fight, target, {**inputs, "deadly_precision": False})
    refused = None if attacker.has(f"{GIVEN_UP}{way.act}") else refusal(fight, attacker, way.act)
    notes = [way.note, f"Not now: {refused[0]}" if refused else "", _route(fight, attacker, target, way), note]
    return Filled(way.name, way.label, RESOLVER, fitting(Attack, found), "; ".join(filter(None, notes)))


def _route(fight: Fight, attacker: Combatant, target: Combatant, way: Way) -> str:
    """What a Charge asks of the way, and whether a weapon is set in it."""
    if way.manner is not Manner.CHARGE:
        return ""
    least, most = DAMAGE.number("charge_least"), DAMAGE.number("charge_most") * movement(fight, attacker)
    text = f"In a straight line, from {least} m to {most} m"
    return f"{text}; the set weapon of {target.name} strikes first" if target.has("weapon-set") else text


def fitting(record: type, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs without those that do not apply."""
    ignored = {each.field for each in read(record, inputs)[1]}
    return {name: plain(value) for name, value in inputs.items() if name not in ignored}


def _inputs(fight: Fight, attacker: Combatant, target: Combatant, way: Way) -> dict[str, Any]:
    found = {
        **way.fields,
        **_of_the_attacker(fight, attacker, way),
        **_of_the_target(target),
        **_of_the_place(fight, attacker, target),
        **_of_the_saddle(attacker, target),
    }
    if way.manner is Manner.CHARGE and rides(attacker) and way.weapon and WEAPONS[way.weapon].lance:
        found["modifier"] = attacker.sheet.mount_modifier
    return fitting(Attack, found)


def _of_the_attacker(fight: Fight, one: Combatant, way: Way) -> dict[str, Any]:
    sheet = one.sheet
    near = way.kind in FLYING and fight.scene.distance <= ROLLS.number("close")
    skills = {AttackKind.CLOSE: "close", AttackKind.UNARMED: "unarmed"}
    favoured = bool(way.weapon) and way.weapon == sheet.favourite
    fresh = {talent: talent in sheet.talents and not one.spent(talent) for talent in ("killing_angle", "mighty_shot")}
    deadly = "deadly_precision" in sheet.talents and not one.spent("deadly_precision") and favoured
    return {
        "skill": sheet.skill("close" if near else skills.get(way.kind, "ranged")),
        "modifier": sheet.damage_modifier,
        "strength": sheet.strength,
        "dexterity": sheet.dexterity,
        "wounded": one.has("wounded"),
        "held": grapple_of(one) != "none",
        "attacker_prone": one.has("prone"),
        "higher": one.has("higher"),
        "unstable": one.has("unstable"),
        "underwater": one.has("underwater"),
        "blinded": one.has("blinded"),
        "sense": sheet.sense,
        "aimed": one.has("aiming"),
        "engaged": int(one.has("engaged")),
        "favoured": favoured and "favoured" in sheet.talents,
        "signature": favoured and "signature" in sheet.talents,
        "killing_angle": fresh["killing_angle"],
        "mighty_shot": fresh["mighty_shot"] and not (way.weapon in RANGED and RANGED[way.weapon].crossbow),
        "deadly_precision": deadly and "technique" not in way.fields,
        "mastery": "mastery" in sheet.talents,
        "point_blank": "point_blank" in sheet.talents,
    }


def _of_the_target(one: Combatant) -> dict[str, Any]:
    sheet, aware, left = one.sheet, not one.has("unaware"), max(1, hit_points(one))
    covered = any(rank(WEAPONS[item].size) >= rank(Size.HEAVY) for item in sheet.shields)
    hero = sheet.prevents and one.marks["hero_points"] > 0
    found = {
        "armour": sheet.armour,
        "armour_points": sheet.armour_points,
        "max_hit_points": sheet.most_hit_points,
        "hit_points": left,
        "aware": aware,
        "helpless": one.has("helpless") or down(one),
        "foe_wounded": one.has("wounded"),
        "foe_held": grapple_of(one) != "none",
        "reserve": one.marks["reserve"],
        "hero_point": hero,
        "flanked": one.has("flanked"),
        "target_prone": one.has("prone"),
        "foe_higher": one.has("higher"),
        "foe_unstable": one.has("unstable"),
        "foe_underwater": one.has("underwater"),
        "foe_blinded": one.has("blinded"),
        "foe_sense": sheet.sense,
        "foe_mastery": "mastery" in sheet.talents,
        "missile_guard": "missile_guard" in sheet.talents,
        "battle_awareness": "battle_awareness" in sheet.talents and aware,
        "shield_cover": "shield_cover" in sheet.talents and aware and covered and not down(one),
    }
    return found


def _of_the_place(fight: Fight, attacker: Combatant, target: Combatant) -> dict[str, Any]:
    scene = fight.scene
    return {
        "distance": scene.distance,
        "light": scene.light,
        "wind": scene.wind,
        "obscured": scene.obscured,
        "cover": next((key for key in COVER if target.has(key)), None),
        "moved": next((key for key in MOVED if target.has(key)), None),
    }


def _of_the_saddle(attacker: Combatant, target: Combatant) -> dict[str, Any]:
    mine, theirs = rides(attacker), rides(target)
    riding = {(True, True): Riding.BOTH, (True, False): Riding.ATTACKER, (False, True): Riding.TARGET}
    on_foot = target if mine else attacker
    return {
        "riding": riding.get((mine, theirs), Riding.NOBODY),
        "as_tall": on_foot.sheet.tall,
        "foe_size": _size(target.sheet),
        "riding_skill": attacker.sheet.riding,
        "foe_riding_skill": target.sheet.riding,
    }


def _size(sheet: Sheet) -> Size:
    if sheet.main == BARE_HANDS and sheet.own:
        return sheet.own[0].size
    return WEAPONS[sheet.main].size
