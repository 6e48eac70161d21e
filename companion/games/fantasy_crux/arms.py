"""What the attacker strikes, throws or shoots with, and what a hit with it rolls."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import Refused
from companion.games.fantasy_crux.data import (
    BARE_HANDS,
    DAMAGE,
    DAMAGE_MODIFIERS,
    RANGED,
    ROLLS,
    WEAPONS,
    Die,
    Hands,
    Size,
    Weapon,
)
from companion.games.fantasy_crux.harm import Blow
from companion.games.fantasy_crux.situation import FLYING, Attack, AttackKind, Manner, Technique


@dataclass(frozen=True, slots=True)
class Arms:
    """The weapon in use: how it attacks here (a bow at arm's length is a club), its Size, and its blow."""

    name: str
    kind: AttackKind
    size: Size
    blow: Blow
    incoming: str
    beyond: bool = False
    club: bool = False
    below_minimum: bool = False
    bow_or_sling: bool = False
    shield: bool = False
    one_hand: bool = True
    set: bool = False


@dataclass(frozen=True, slots=True)
class _Made:
    """A weapon before it is known how it is used."""

    name: str
    count: int
    die: Die
    plus: int
    size: Size
    strength: int = 0
    dexterity: int = 0
    reach: int = 0
    close: bool = True
    flex: bool = False
    crossbow: bool = False
    shield: bool = False
    one_hand: bool = True
    set: bool = False


def arms(s: Attack) -> Arms:
    """The weapon as it is used in this situation.

    Raises `Refused` beyond twice the Range (fantasy-crux/ranged#too-far).
    """
    made = _made(s)
    kind, club = s.attack, False
    if s.attack in FLYING and s.distance <= ROLLS.number("close"):
        kind, club = AttackKind.CLOSE, not made.close
    beyond = kind in FLYING and s.distance > made.reach
    if beyond and s.distance > made.reach * DAMAGE.number("twice_range"):
        reason = f"{s.distance} m is more than twice the Range of {made.reach} m."
        raise Refused(reason, "fantasy-crux/ranged#too-far")
    two_handed = s.two_handed and made.flex
    return Arms(
        made.name,
        kind,
        Size.LIGHT if club else made.size,
        _blow(s, made, kind, club, two_handed),
        "natural" if s.natural else INCOMING_KEYS[kind],
        beyond,
        club,
        below(s.strength, s.dexterity, made.strength, made.dexterity, two_handed=two_handed),
        s.attack is AttackKind.MISSILE and not made.crossbow,
        made.shield,
        made.one_hand and not two_handed,
        made.set,
    )


def below(strength: int, dexterity: int, least_strength: int, least_dexterity: int, *, two_handed: bool) -> bool:
    """Whether somebody lacks the STR or DEX of a weapon. Addresses: fantasy-crux/equipment#minimum, #flex."""
    spared = DAMAGE.number("flex_strength") if two_handed else 0
    return strength < least_strength - spared or dexterity < least_dexterity


INCOMING_KEYS = {
    AttackKind.CLOSE: "close",
    AttackKind.UNARMED: "unarmed",
    AttackKind.THROWN: "thrown",
    AttackKind.MISSILE: "missile",
}
"""The row of "which defence works" for each kind of attack."""


def _made(s: Attack) -> _Made:
    if s.own:
        size = Size.LIGHT if s.attack is AttackKind.MISSILE else s.own_size
        if s.attack is AttackKind.UNARMED and not s.natural:
            size = Size.LIGHT
        close = s.own_close or s.attack not in FLYING
        return _Made(
            "own weapon", s.own_count, s.own_die, s.own_plus, size, reach=s.own_range, close=close, flex=True, set=True
        )
    if s.attack in FLYING:
        row = RANGED[s.thrown_weapon if s.attack is AttackKind.THROWN else s.missile_weapon]
        return _Made(
            row.name,
            row.count,
            row.die,
            row.plus,
            row.size,
            row.strength,
            row.dexterity,
            row.range or row.strength_range * s.strength,
            row.close,
            crossbow=row.crossbow,
            one_hand=row.hands is Hands.ONE,
        )
    held = WEAPONS[BARE_HANDS if s.attack is AttackKind.UNARMED else s.weapon]
    return _held(held)


def _held(row: Weapon) -> _Made:
    return _Made(
        row.name,
        row.count,
        row.die,
        row.plus,
        row.size,
        row.strength,
        row.dexterity,
        flex=row.hands is Hands.FLEX,
        shield=row.shield,
        one_hand=row.hands is not Hands.TWO,
        set=row.set,
    )


def _blow(s: Attack, made: _Made, kind: AttackKind, club: bool, two_handed: bool) -> Blow:
    modifier = DAMAGE_MODIFIERS[s.modifier]
    applies = kind is not AttackKind.MISSILE or (s.mighty_shot and not modifier.negative)
    talents = s.technique is Technique.NONE
    return Blow(
        DAMAGE.number("club_dice") if club else made.count,
        Die.D6 if club else made.die,
        0 if club else made.plus,
        DAMAGE.number("flex") if two_handed else 0,
        s.flex_critical == "kept",
        s.primitive and not club,
        modifier.count if applies else 0,
        modifier.die,
        modifier.negative,
        kind is not AttackKind.MISSILE,
        DAMAGE.number("charge_dice") if s.manner is Manner.CHARGE else 0,
        DAMAGE.number("killing_dice") if s.killing_angle and (s.flanked or not s.aware) and talents else 0,
        _bonus(s) if talents and not club else 0,
    )


def _bonus(s: Attack) -> int:
    favoured = DAMAGE.number("favoured") if s.favoured else 0
    return favoured + (DAMAGE.number("signature") if s.signature else 0)
