"""Your attack value: the base and every modifier of the pipeline, for any melee attack."""

from __future__ import annotations

from collections.abc import Iterator

from companion.errors import Refused
from companion.games.dark_eye.conditions import condition_modifiers, unable
from companion.games.dark_eye.data import (
    ATTACK,
    CRAMPED,
    SHIELDS,
    SIGHT,
    SIZES,
    WATER,
    WEAPONS,
    Reach,
    Weapon,
)
from companion.games.dark_eye.situation import Position, Strike, Swimmer
from companion.games.dark_eye.worth import Halving, Worth, with_conditions
from companion.steps import Modifier


def reach_of(s: Strike) -> Reach:
    """The reach of your attack."""
    return s.own_reach or WEAPONS[s.weapon].reach


def attack_worth(s: Strike, manoeuvre: tuple[Modifier, ...] = (), title: str = "Your attack") -> Worth:
    """Your attack value before the roll. Refused where conditions leave you unable to act.

    `manoeuvre` are the modifiers of the act itself, last of all.
    """
    refuse_unable(s)
    modifiers, over = with_conditions(
        _weapon(WEAPONS[s.weapon], "Your"),
        condition_modifiers(s.pain, s.encumbrance, s.others),
        (*_circumstances(s), *manoeuvre, *_other(s.other)),
    )
    sight = SIGHT[s.sight]
    blind = Modifier(sight.name, 0, "dark-eye/sight#invisible", note="halves the attack") if sight.blind else None
    return Worth(title, "On the sheet", s.at, modifiers, over, halved_by=blind, halving=Halving(s.halving, s.rounding))


def refuse_unable(s: Strike) -> None:
    """Refuses an act of somebody whom conditions have laid low. Address: dark-eye/conditions#incapacitated."""
    reason = unable(s.pain, s.encumbrance, s.others, overcome=s.pain_overcome)
    if reason:
        raise Refused(f"{reason}.", "dark-eye/conditions#incapacitated")


def _weapon(weapon: Weapon, whose: str) -> tuple[Modifier, ...]:
    if not weapon.at:
        return ()
    return (Modifier(f"{whose} {weapon.name.lower()}", weapon.at, "dark-eye/base-values#weapons"),)


def _other(value: int) -> tuple[Modifier, ...]:
    return (Modifier("Anything else", value, "dark-eye/attack#roll"),) if value else ()


def _circumstances(s: Strike) -> Iterator[Modifier]:
    if s.prone:
        yield ATTACK.modifier("prone")
    steps = WEAPONS[s.foe_weapon].reach.rank - reach_of(s).rank
    if steps > 0:
        label = f"{reach_of(s).capitalize()} reach against {WEAPONS[s.foe_weapon].reach}"
        yield ATTACK.modifier("reach", steps, label)
    if s.cramped.yours:
        yield from cramped(reach_of(s), s.shield, s.cramped_item, "at")
    yield from in_water(s.water, s.swimmer, "at")
    if s.position is Position.YOU:
        yield ATTACK.modifier("position")
    size, sight = SIZES[s.foe_size], SIGHT[s.sight]
    if size.melee:
        yield Modifier(f"{size.name} target", size.melee, "dark-eye/size#target")
    if sight.melee:
        yield Modifier(f"Sight {sight.name}", sight.melee, "dark-eye/sight#levels")
    if s.off_hand:
        yield ATTACK.modifier("off_hand")
    if s.two_weapons:
        yield ATTACK.modifier("two_weapons")


def cramped(reach: Reach, shield: str, reading: str, column: str, *, by_shield: bool = False) -> Iterator[Modifier]:
    """What a cramped space takes off a roll: the row of the item that is rolled for. `column` is `at` or `pa`.

    Addresses: dark-eye/cramped#table, #item.
    """
    row = CRAMPED[cramped_row(reach, shield, reading, column, by_shield=by_shield)]
    value = row.at if column == "at" else row.pa
    if value:
        yield Modifier(f"Cramped, {row.name.lower()}", value, "dark-eye/cramped#table")


def cramped_row(reach: Reach, shield: str, reading: str, column: str, *, by_shield: bool = False) -> str:
    """The row of the table of cramped spaces that counts for a roll.

    The ruling `cramped_item` can make the worse of weapon and shield count instead of the item rolled for.
    """
    size = SHIELDS[shield].size
    carried = [reach.value, *([f"{size}-shield"] if size else [])]
    if reading == "worst":
        return min(carried, key=lambda key: CRAMPED[key].at if column == "at" else CRAMPED[key].pa)
    return carried[-1] if by_shield else carried[0]


def in_water(depth: str, swimmer: Swimmer, column: str) -> Iterator[Modifier]:
    """What water takes off attack (`at`) or defence (`pa`). Addresses: dark-eye/water#penalties, #abilities."""
    row = WATER[depth]
    value = row.at if column == "at" else row.pa
    if not value or swimmer is Swimmer.UNDERWATER:
        return
    if swimmer is Swimmer.COMBAT_IN_WATER:
        eased = min(0, value + ATTACK.number("water_ability"))
        if eased:
            yield Modifier(f"{row.name}, with Combat in Water", eased, "dark-eye/water#abilities")
        return
    yield Modifier(row.name, value, "dark-eye/water#penalties")
