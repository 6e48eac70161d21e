"""What an optional rule makes of a weapon: its Clumsy Range, its highest result, its length."""

from __future__ import annotations

from dataclasses import replace

from companion.games.darkmaster.data import ATTACK, Weapon


def improvised(weapon: Weapon, cap: str) -> Weapon:
    """The nearest weapon as an improvised one; `cap` is the ruling. Addresses: darkmaster/improvised#clumsy, #cap."""
    most = ATTACK.number("improvised_cap")
    return replace(
        weapon,
        clumsy=weapon.clumsy + ATTACK.number("clumsy_wider"),
        most=most if cap == "fixed" else min(most, weapon.most),
    )


def doubled(clumsy: int) -> int:
    """A Clumsy Range for two weapons. Address: darkmaster/two-weapons#clumsy."""
    return max(clumsy, min(ATTACK.number("clumsy_most"), ATTACK.number("clumsy_factor") * clumsy))


def one_of_two(weapon: Weapon) -> Weapon:
    """A weapon as one of two. Addresses: darkmaster/two-weapons#clumsy, #lengths."""
    length = weapon.length.moved(-ATTACK.number("length_shorter"))
    return replace(weapon, clumsy=doubled(weapon.clumsy), length=length)


def clumsy_of(clumsy: int, improvised: bool, two: bool, order: str) -> int:
    """A Clumsy Range with both rules, in the order of the ruling. Address: darkmaster/two-weapons#clumsy."""
    wider = ATTACK.number("clumsy_wider") if improvised else 0
    if not two:
        return clumsy + wider
    return doubled(clumsy) + wider if order == "doubled" else doubled(clumsy + wider)
