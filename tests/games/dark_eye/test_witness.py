"""icepool as a witness: the same numbers from a library that knows nothing of this one."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest

D20, D6 = icepool.d(20), icepool.d6


def combat_roll(value):
    """A combat roll as an icepool die: (succeeds, natural 1, confirmed)."""

    def read(die):
        if die in (1, 20):
            return D20.map(lambda again: again <= value).map(
                lambda passed: (die == 1, die == 1, passed if die == 1 else not passed)
            )
        return (die <= value, False, False)

    return icepool.map(read, D20)


def attack(at, pa, plus, pro):
    """An attack as an icepool die of (lands, damage)."""
    defences = {one: combat_roll(-(-pa // 2) if one else pa) for one in (False, True)}

    def fight(rolled):
        hits, one, confirmed = rolled
        if not hits:
            return (False, 0)

        def defended(defence):
            if pa > 0 and defence[0]:
                return (False, 0)
            return D6.map(lambda die: (True, max(0, (die + plus) * (2 if one and confirmed else 1) - pro)))

        return defences[one].map(defended)

    return combat_roll(at).map(fight)


@pytest.mark.parametrize(("at", "pa"), [(12, 8), (14, 3), (7, 12), (19, 0), (1, 20)])
def test_attack(chances, table, at, pa):
    """Landing, and the whole distribution of damage."""
    die = attack(at, pa, 4, 3)
    assert chances("attack", at=at, pa=pa, pro=3).lands == die.marginals[0].probability(True)
    damage = die.marginals[1]
    assert table("attack", "damage", at=at, pa=pa, pro=3) == {n: damage.probability(n) for n in damage.outcomes()}


@pytest.mark.parametrize(("attributes", "rating", "modifier"), [((13, 13, 13), 7, 0), ((11, 14, 9), 10, -2)])
def test_skill_check(table, attributes, rating, modifier):
    """Quality levels from three dice."""

    def quality(*dice):
        if dice.count(1) > 1 or dice.count(20) > 1:
            left = rating - sum(max(0, die - a - modifier) for die, a in zip(dice, attributes, strict=True))
            return min(6, max(1, -(-left // 3))) if dice.count(1) > 1 else 0
        left = rating - sum(max(0, die - a - modifier) for die, a in zip(dice, attributes, strict=True))
        return 0 if left < 0 else min(6, max(1, -(-left // 3)))

    die = icepool.map(quality, D20, D20, D20)
    first, second, third = attributes
    found = table("skill-check", "quality", first=first, second=second, third=third, rating=rating, modifier=modifier)
    assert found == {n: die.probability(n) for n in die.outcomes()}


def test_attack_of_opportunity(table):
    """One roll without extremes, and its damage."""
    die = icepool.map(lambda attack, damage: max(0, damage + 4 - 2) if attack <= 9 else 0, D20, D6)
    found = table("attack-of-opportunity", "damage", at=13, pro=2)
    assert found == {n: die.probability(n) for n in die.outcomes()}


def test_botch_table(table):
    """2d6, and low results shifted for those without a weapon."""
    die = (2 @ D6).map(lambda total: total + 5 if total <= 6 else total)
    assert table("botch", "result", unarmed=True) == {n: die.probability(n) for n in die.outcomes()}


def test_first_of_two(table):
    """Base 13 against base 11: total, then base."""
    first = (D6 + 13) >= (D6 + 11)
    rows = [{"name": "a", "base": 13}, {"name": "b", "base": 11}]
    assert table("initiative", "first", combatants=rows)["a"] == Fraction(first.probability(True))
