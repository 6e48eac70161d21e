"""What a shot and the defence against it are worth: every modifier by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.errors import Refused
from companion.games.dark_eye.conditions import condition_modifiers, unable
from companion.games.dark_eye.data import (
    ARMOUR,
    CRAMPED,
    DEFENCE,
    RANGED,
    SHIELDS,
    SHOTS,
    SIGHT,
    SIZES,
    WATER,
    RangedWeapon,
)
from companion.games.dark_eye.foes_defence import Guard, minus
from companion.games.dark_eye.shot import Cover, Mount, Shot, ShotDefence
from companion.games.dark_eye.situation import Defender
from companion.games.dark_eye.worth import Halving, Worth, with_conditions
from companion.steps import Modifier

RULE = "dark-eye/ranged"
BANDS = ("close", "medium", "far")


def band_of(weapon: RangedWeapon, distance: int) -> str:
    """The range that a distance in yards lies in: close, medium, far, beyond (untargeted only) or out of range.

    Addresses: dark-eye/ranged#range, #beyond.
    """
    for band in BANDS:
        if distance <= getattr(weapon, band):
            return band
    return "beyond" if distance <= furthest(weapon) else "out of range"


def furthest(weapon: RangedWeapon) -> int:
    """How far an untargeted shot still carries, in whole yards. Address: dark-eye/ranged#beyond."""
    return weapon.far * SHOTS.number("beyond") // 100


def refuse_shot(s: Shot) -> None:
    """Refuses a shot that cannot be made. Addresses: dark-eye/ranged#in-melee, #loading, #beyond, water#ranged."""
    weapon = RANGED[s.weapon]
    reason = unable(s.pain, s.encumbrance, s.others, overcome=s.pain_overcome)
    if reason:
        raise Refused(f"{reason}.", "dark-eye/conditions#incapacitated")
    if s.in_melee:
        raise Refused("whoever is in melee cannot shoot or throw.", f"{RULE}#in-melee")
    if not s.loaded:
        actions = "a free action" if not weapon.load else f"{weapon.load} action{'s' * (weapon.load != 1)}"
        raise Refused(f"the {weapon.name.lower()} is not ready: that takes {actions}.", f"{RULE}#loading")
    if "submerged" in (s.water, s.foe_water) and not weapon.under_water:
        raise Refused(f"the {weapon.name.lower()} is of no use under water.", "dark-eye/water#ranged")
    band = band_of(weapon, s.distance)
    if band == "beyond":
        raise Refused(
            f"{s.distance} yards are beyond far range: only an untargeted shot carries that far.", f"{RULE}#beyond"
        )
    if band == "out of range":
        raise Refused(f"{s.distance} yards are out of range: {furthest(weapon)} at most.", f"{RULE}#beyond")


def shot_worth(s: Shot) -> Worth:
    """The ranged combat value before the roll. Address: dark-eye/ranged#attack."""
    encumbrance = s.encumbrance if s.ranged_encumbrance == "on" else 0
    modifiers, over = with_conditions((), condition_modifiers(s.pain, encumbrance, s.others), tuple(_circumstances(s)))
    sight, blind = SIGHT[s.sight], None
    if sight.blind:
        blind = Modifier(sight.name, 0, "dark-eye/sight#invisible", note="only a 1 hits")
    elif s.mount is Mount.TROTS:
        blind = Modifier("From a mount that trots", 0, f"{RULE}#mounted", note="only a 1 hits")
    return Worth(
        "Your shot", "On the sheet", s.rc, modifiers, over, f"{RULE}#attack", only_one=blind,
        halving=Halving(s.halving, s.rounding),
    )  # fmt: skip


def _circumstances(s: Shot) -> Iterator[Modifier]:
    sight = SIGHT[s.sight]
    named = [SHOTS.modifier(band_of(RANGED[s.weapon], s.distance)), _size(s)]
    named.append(SHOTS.modifier(f"target_{s.moves}"))
    if s.zigzag:
        named.append(SHOTS.modifier("zigzag"))
    named.append(SHOTS.modifier(f"shooter_{s.moved}"))
    if s.mount in (Mount.STANDS, Mount.WALKS, Mount.GALLOPS):
        named.append(SHOTS.modifier(f"mount_{s.mount}"))
    named.append(Modifier(f"Sight {sight.name}", sight.ranged, "dark-eye/sight#levels"))
    if s.into_melee:
        named.append(SHOTS.modifier("into_melee"))
    aimed = min(SHOTS.number("aim_most"), s.aim * SHOTS.number("aim"))
    named.append(Modifier(f"Aimed for {s.aim} action{'s' * (s.aim != 1)}", aimed, f"{RULE}#aim"))
    named.append(Modifier("Anything else", s.other, f"{RULE}#attack"))
    return (modifier for modifier in named if modifier.value)


def _size(s: Shot) -> Modifier:
    sizes, size = list(SIZES), s.size
    if s.cover is not Cover.NONE and sizes.index(s.cover.size) < sizes.index(size):
        size = s.cover.size
        return Modifier(f"Cover: it counts as {SIZES[size].name.lower()}", SIZES[size].ranged, f"{RULE}#cover")
    return Modifier(f"{SIZES[size].name} target", SIZES[size].ranged, f"{RULE}#size")


def shot_guard(s: Shot) -> Guard:
    """The target's defence against the shot. Refused for a shield parry without a shield.

    Address: dark-eye/ranged#defence.
    """
    if s.defence is ShotDefence.NONE:
        return Guard(None, "No defence is made", "dark-eye/defence#undefended")
    shield = SHIELDS[s.foe_shield]
    if s.defence is ShotDefence.SHIELD and not shield.shield:
        raise Refused("a shield parry needs a shield in the other hand.", "dark-eye/shields#ranged")
    encumbrance = ARMOUR[s.armour].encumbrance if s.foe_encumbrance is None else s.foe_encumbrance
    conditions = condition_modifiers(s.foe_pain, encumbrance, s.foe_others)
    times = DEFENCE.number("active_shield")
    held = Modifier(f"{shield.name}, counted {times} times", shield.parry * times, "dark-eye/shields#active")
    first = (held,) if s.defence is ShotDefence.SHIELD else ()
    modifiers, over = with_conditions(first, conditions, tuple(_on_defence(s)))
    worth = Worth(
        "Dodge" if s.defence is ShotDefence.DODGE else "Shield parry", "On the sheet", s.pa, modifiers, over,
        f"{RULE}#defence", halving=Halving(s.halving, s.rounding),
    )  # fmt: skip
    reason = unable(s.foe_pain, encumbrance, s.foe_others)
    if reason:
        return Guard(worth, reason.replace(" you ", " the target "), "dark-eye/conditions#incapacitated")
    if s.defender is Defender.ORDINARY and s.defences_made:
        return Guard(worth, "This target has only one defence a round, and it is spent", "dark-eye/defence#who")
    if SIGHT[s.foe_sight].blind:
        return Guard(worth, "What cannot be seen cannot be warded off", "dark-eye/sight#invisible")
    if worth.value <= 0:
        return Guard(worth, f"A defence of {minus(worth.value)} cannot be rolled")
    return Guard(worth)


def _on_defence(s: Shot) -> Iterator[Modifier]:
    dodge, sight, shield = s.defence is ShotDefence.DODGE, SIGHT[s.foe_sight], SHIELDS[s.foe_shield]
    if s.foe_prone:
        yield DEFENCE.modifier("prone")
    if s.foe_bound and dodge:
        yield DEFENCE.modifier("bound")
    if s.foe_cramped and not dodge and shield.size:
        row = CRAMPED[f"{shield.size}-shield"]
        yield Modifier(f"Cramped, {row.name.lower()}", row.pa, "dark-eye/cramped#table")
    wet = WATER[s.foe_water]
    if wet.pa and (not dodge or s.water_dodge == "as-parry"):
        yield Modifier(wet.name, wet.pa, "dark-eye/water#penalties")
    if s.from_behind and s.behind_ranged == "all":
        yield DEFENCE.modifier("behind")
    if sight.melee:
        yield Modifier(f"Sight {sight.name}", sight.melee, "dark-eye/sight#levels")
    yield DEFENCE.modifier("thrown" if RANGED[s.weapon].thrown else "shot")
    if s.foe_stance:
        yield DEFENCE.modifier("stance")
    if s.foe_other:
        yield Modifier("Anything else", s.foe_other, "dark-eye/defence#roll")
    if s.defender is Defender.HERO and s.defences_made:
        yield DEFENCE.modifier("further", s.defences_made, f"Defence number {s.defences_made + 1} this round")


def range_strip(s: Shot) -> dict[str, Any]:
    """The data of the range strip: every range of the weapon, and where the target is."""
    weapon = RANGED[s.weapon]
    ends = [(band, getattr(weapon, band), SHOTS.number(band)) for band in BANDS]
    first, bands = 0, []
    for name, last, modifier in [*ends, ("untargeted only", furthest(weapon), None)]:
        state = "within" if modifier is not None else "beyond"
        bands.append({"name": name.capitalize(), "from": first, "to": last, "modifier": modifier, "state": state})
        first = last + 1
    return {"bands": bands, "distance": s.distance}
