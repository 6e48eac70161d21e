"""Damage: the dice and all that is added, doubled by a confirmed 1, less the armour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from companion.games.dark_eye.data import ARMOUR, DAMAGE, WEAPONS
from companion.games.dark_eye.situation import Strike
from companion.odds import Odds
from companion.steps import Modifier, Step, signed, total

D6 = 6
"""Damage is thrown with six-sided dice."""


@dataclass(frozen=True, slots=True)
class Harm:
    """The damage of a blow before its dice: `plus` is the weapon's own number, `pro` what armour keeps off."""

    name: str
    dice: int
    plus: int
    modifiers: tuple[Modifier, ...] = ()
    pro: int = 0
    sides: int = D6

    @property
    def added(self) -> int:
        """All that is added to the dice."""
        return self.plus + total(self.modifiers)

    def hp(self, thrown: int, doubled: bool) -> int:
        """The damage rolled, before the armour, never below 0. Addresses: dark-eye/damage#roll, #doubling."""
        return max(0, thrown + self.added) * (DAMAGE.number("critical") if doubled else 1)

    def dp(self, hp: int) -> int:
        """The life points lost. Address: dark-eye/damage#armour."""
        return max(0, hp - self.pro)

    def steps(self, thrown: int, doubled: bool) -> Iterator[Step]:
        """One step for each number from the dice to the life points lost."""
        text = f"{self.name}: {thrown} on the dice, {signed(self.plus)}"
        yield Step(text, "dark-eye/damage#roll", thrown + self.plus)
        for modifier in self.modifiers:
            yield Step(f"{modifier.label}: {signed(modifier.value)}", modifier.rule, modifier.value)
        hp = self.hp(thrown, doubled)
        if doubled:
            yield Step(f"A confirmed 1 doubles it: {hp}", "dark-eye/damage#doubling", hp)
        yield Step(
            f"{hp} damage less armour {self.pro}: {self.dp(hp)} life points", "dark-eye/damage#armour", self.dp(hp)
        )


@cache
def dice_sums(number: int, sides: int = D6) -> tuple[tuple[int, int], ...]:
    """Every sum of so many dice with its weight."""
    sums: Odds[int] = Odds.certain(0)
    for _ in range(number):
        sums = sums.with_other(Odds.die(sides), lambda so_far, face: so_far + face)
    return tuple(sums.items())


def harm_of(s: Strike, manoeuvre: tuple[Modifier, ...] = ()) -> Harm:
    """The damage of your blow against this foe. `manoeuvre` is what the manoeuvre adds."""
    weapon = WEAPONS[s.weapon]
    added = []
    if s.damage_bonus:
        added.append(Modifier("Damage bonus", s.damage_bonus, "dark-eye/damage#bonus"))
    if s.two_handed:
        added.append(DAMAGE.modifier("grip"))
    return Harm(
        weapon.name,
        s.own_dice or weapon.dice,
        weapon.plus if s.own_plus is None else s.own_plus,
        (*added, *manoeuvre),
        protection(s.armour, s.pro),
    )


def protection(armour: str, given: int | None) -> int:
    """The protection given, else that of the armour. Address: dark-eye/damage#armour."""
    return ARMOUR[armour].pro if given is None else given
