"""Which Bonus and Penalty dice an attack and its defence have, each by its name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.errors import Refused
from companion.games.fantasy_crux.arms import Arms
from companion.games.fantasy_crux.data import (
    BARE_HANDS,
    CONDITIONS,
    INCOMING,
    LIGHT,
    MODIFIERS,
    POSITION,
    SENSES,
    SHIELD_COVER,
    WEAPONS,
    Answer,
    rank,
)
from companion.games.fantasy_crux.exchange import Defence
from companion.games.fantasy_crux.pools import Cause, other
from companion.games.fantasy_crux.situation import FLYING, Attack, AttackKind, Manner, Riding
from companion.steps import Modifier

LIGHT_KIND = "light"


def named(key: str, kind: str = "") -> Cause:
    """A cause from the table of modifiers."""
    return Cause(MODIFIERS.modifier(key), kind)


def place(key: str, label: str = "") -> Cause:
    """A cause from the position table."""
    row = POSITION[key]
    return Cause(Modifier(label or row.name, row.dice, row.rule), row.kind)


def condition(key: str, times: int = 1) -> Cause:
    """A cause from the table of ranged conditions. Raises `Refused` where the condition forbids the attack."""
    row = CONDITIONS[key]
    if row.impossible:
        raise Refused(row.impossible, row.rule)
    label = row.name if times == 1 else f"{row.name}, {times} times"
    return Cause(Modifier(label, row.dice * times, row.rule), row.kind)


def seen(level: str, sense: str) -> str:
    """The level of light as a sense sees it. Address: fantasy-crux/light#senses."""
    return SENSES[sense].sees(level)


def darkness(level: str, sense: str, *, ranged: bool = False) -> Iterator[Cause]:
    """The dice of the light on an attack. Raises `Refused` for a ranged attack by sight in pitch black."""
    row = LIGHT[seen(level, sense)]
    if ranged and row.sightless:
        raise Refused(f"{row.name}: no ranged attack by sight can succeed.", "fantasy-crux/light#levels")
    if row.dice:
        yield Cause(Modifier(row.name, row.dice, "fantasy-crux/light#levels"), LIGHT_KIND)


def attack_causes(s: Attack, arms: Arms) -> Iterator[Cause]:
    """The dice of the attack roll. Raises `Refused` where a condition forbids the attack."""
    if arms.kind in FLYING:
        yield from _ranged(s, arms)
    else:
        yield from _close(s, arms)
    yield from darkness(s.light, s.sense, ranged=arms.kind in FLYING)
    if s.blinded:
        if arms.kind in FLYING:
            raise Refused("a blinded fighter cannot hit anything at range by sight.", "fantasy-crux/light#levels")
        yield place("blinded")
    if arms.below_minimum:
        yield named("minimum")
    if s.wounded:
        yield named("wounded")
    if s.held:
        yield named("held")
    yield other(s.other)


def _close(s: Attack, arms: Arms) -> Iterator[Cause]:
    if s.target_prone:
        yield place("target_prone")
    if s.flanked:
        yield flanking(s.target_prone and s.prone_flanked == "once", s.battle_awareness)
    if s.attacker_prone:
        yield place("prone", "Attacker prone")
    if s.higher:
        yield place("higher")
    if s.unstable:
        yield place("unstable")
    if s.underwater:
        yield place("underwater")
    if arms.club:
        yield named("improvised")
    if s.riding is Riding.ATTACKER and arms.kind is AttackKind.CLOSE:
        yield from _rider(s, arms.size, s.foe_size, "rider")
    if s.manner is Manner.SET:
        yield named("set_weapon")
    if s.manner is Manner.OFF_HAND and not s.mastery:
        yield named("off_hand_attack")
    if s.manner is Manner.OFF_HAND_OPPORTUNITY and not s.mastery:
        yield named("off_hand_reaction")


def flanking(one_row: bool, battle_awareness: bool) -> Cause:
    """The bonus against a flanked target; `one_row` where prone and flanked are one row.

    Addresses: fantasy-crux/awareness#flanking, fantasy-crux/position#prone-flanked.
    """
    cause = place("target_flanked")
    if battle_awareness:
        modifier = replace(cause.modifier, counted=False, note="the target has Battle Awareness")
        return replace(cause, modifier=modifier)
    if one_row:
        modifier = replace(cause.modifier, counted=False, note="prone and flanked are one row of the table")
        return replace(cause, modifier=modifier)
    return cause


def _ranged(s: Attack, arms: Arms) -> Iterator[Cause]:
    if arms.beyond:
        yield condition("beyond_range")
    if s.aimed:
        yield condition("aim")
    for key in (s.cover, s.moved, s.obscured, s.wind):
        if key is not None:
            yield condition(key)
    if s.shield_cover:
        yield condition(SHIELD_COVER)
    if s.target_prone:
        yield condition("target_prone")
    if s.helpless:
        yield condition("target_helpless")
    if s.attacker_prone:
        yield condition("prone")
    if s.unstable:
        yield condition("unstable")
    engaged = max(0, s.engaged - 1) if s.point_blank else s.engaged
    if engaged:
        yield condition("engaged", engaged)
    if s.manner is Manner.RAPID:
        yield named("rapid_shot")


def _rider(s: Attack, rider: str, on_foot: str, key: str) -> Iterator[Cause]:
    cause = named(key)
    note = ""
    if s.as_tall:
        note = "the one on foot is as tall"
    elif rank(on_foot) - rank(rider) >= MODIFIERS.number("rider_size"):
        note = "the weapon on foot is so much larger"
    if note:
        cause = replace(cause, modifier=replace(cause.modifier, counted=False, note=note))
    yield cause


def defence_causes(s: Attack, arms: Arms) -> Iterator[Cause]:
    """The dice of the Dodge, Parry or Active Guard."""
    yield from reaction_dice(arms.incoming, s.defence, shield=WEAPONS[s.item].shield, missile_guard=s.missile_guard)
    if s.off_hand_reaction and not s.foe_mastery:
        yield named("off_hand_reaction")
    yield from _of_the_defender(s, arms)


def _of_the_defender(s: Attack, arms: Arms) -> Iterator[Cause]:
    if s.target_prone and not s.protector:
        yield place("prone", "Defender prone")
    if s.foe_higher and s.higher_ground == "both":
        yield place("higher")
    if s.footing == "all":
        if s.foe_unstable:
            yield place("unstable")
        if s.foe_underwater:
            yield place("underwater")
    yield from _defender_in_the_dark(s)
    if s.riding is Riding.TARGET and s.defence is Defence.PARRY and s.item != BARE_HANDS and not s.protector:
        yield from _rider(s, s.foe_size, arms.size, "rider")
    if s.riding is Riding.ATTACKER and arms.kind not in FLYING:
        yield from _rider(s, arms.size, s.foe_size, "against_rider")
    if s.foe_minimum:
        yield named("minimum")
    if s.foe_wounded:
        yield named("wounded")
    if s.foe_held:
        yield named("held")
    yield other(s.foe_other)


def _defender_in_the_dark(s: Attack) -> Iterator[Cause]:
    if s.darkness == "attacks":
        return
    if s.foe_blinded:
        yield place("blinded")
    row = LIGHT[seen(s.light, s.foe_sense)]
    if row.dice and (s.darkness == "all" or row.sightless):
        yield Cause(Modifier(row.name, row.dice, "fantasy-crux/conditions#light"), LIGHT_KIND)


def reaction_dice(incoming: str, defence: Defence, *, shield: bool, missile_guard: bool) -> Iterator[Cause]:
    """The dice that the kind of attack itself lays on a Reaction. Address: fantasy-crux/which-defence#table."""
    row = INCOMING[incoming]
    if defence is Defence.DODGE:
        yield Cause(Modifier(f"Dodging: {row.name}", row.dodge_dice, "fantasy-crux/reactions#dodge"))
    if defence is Defence.GUARD:
        dice, answer = (row.shield_dice, row.shield) if shield else (row.weapon_dice, row.weapon)
        modifier = Modifier(f"Active Guard: {row.name}", dice, "fantasy-crux/active-guard#mundane")
        if shield and missile_guard and dice and answer is Answer.GUARD:
            modifier = replace(modifier, counted=False, note="the shield user has Missile Guard")
        yield Cause(modifier)
