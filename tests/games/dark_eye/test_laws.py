"""Laws that hold for every value: more never hurts, and everything adds up."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion import find
from companion.games.dark_eye.check import Check
from companion.games.dark_eye.d20 import Grade, grades
from companion.games.dark_eye.harm import Harm
from companion.games.dark_eye.life import Life

values = st.integers(-10, 40)
readings = st.sampled_from(("plain", "auto"))


@given(value=values, reading=readings)
def test_a_combat_roll_adds_up(value, reading):
    """All 400 ways, a twentieth of them 1s and a twentieth 20s."""
    found = dict(grades(value, reading))
    assert sum(found.values()) == 400
    assert found.get(Grade.CRITICAL, 0) + found.get(Grade.LONE_ONE, 0) == 20
    assert found.get(Grade.BOTCH, 0) + found.get(Grade.LONE_TWENTY, 0) == 20


@given(value=values, reading=readings)
def test_a_higher_value_never_hurts(value, reading):
    """It succeeds no less often, confirms no less often, and botches no more often."""
    one, more = dict(grades(value, reading)), dict(grades(value + 1, reading))

    def of(found, *kinds):
        return sum(found.get(kind, 0) for kind in kinds)

    good = (Grade.CRITICAL, Grade.LONE_ONE, Grade.SUCCESS)
    assert of(more, *good) >= of(one, *good)
    assert of(more, Grade.CRITICAL) >= of(one, Grade.CRITICAL)
    assert of(more, Grade.BOTCH) <= of(one, Grade.BOTCH)


def lands(**inputs):
    """The chance that an attack gets through."""
    return Fraction(find("dark-eye/attack").odds(inputs)["summary"]["lands"]["fraction"])


@given(at=st.integers(0, 30), pa=st.integers(0, 30))
def test_more_attack_and_less_defence_never_hurt_the_attacker(at, pa):
    """In landing, and in the mean damage."""
    attack = find("dark-eye/attack")

    def numbers(at, pa):
        summary = attack.odds({"at": at, "pa": pa, "pro": 2})["summary"]
        return Fraction(summary["lands"]["fraction"]), Fraction(summary["mean_damage"]["fraction"])

    here = numbers(at, pa)
    assert all(new >= old for new, old in zip(numbers(at + 1, pa), here, strict=True))
    assert all(new <= old for new, old in zip(numbers(at, pa + 1), here, strict=True))


@given(at=st.integers(0, 25), pa=st.integers(0, 25), made=st.integers(0, 6))
def test_being_behind_and_earlier_defences_never_help_the_defender(at, pa, made):
    """From behind is never worse for the attacker, and a tired defender neither."""
    here = lands(at=at, pa=pa, defences_made=made)
    assert lands(at=at, pa=pa, defences_made=made, from_behind=True) >= here
    assert lands(at=at, pa=pa, defences_made=made + 1) >= here
    assert lands(at=at, pa=pa, defences_made=made, defender="creature") <= here


checks = st.builds(
    lambda attributes, rating, doubles: Check("x", tuple(attributes), rating, doubles=doubles),
    st.lists(st.integers(1, 20), min_size=3, max_size=3),
    st.integers(0, 20),
    st.booleans(),
)


@given(check=checks)
def test_a_check_adds_up(check):
    """8,000 throws; 58 of them with two 1s or more, 58 with two 20s or more."""
    odds = check.odds()
    assert odds.total == 8000
    assert odds.chance(lambda passed: passed.result.critical) == Fraction(58, 8000)
    assert odds.chance(lambda passed: passed.result.botched) == Fraction(58, 8000)
    assert all((passed.quality > 0) == passed.result.succeeds for passed in odds)


@given(check=checks, place=st.integers(0, 2))
def test_more_skill_never_hurts(check, place):
    """A point of the rating, or of an attribute: no less success, no lower mean quality."""
    raised = list(check.attributes)
    raised[place] += 1
    better = (
        Check("x", check.attributes, check.rating + 1, doubles=check.doubles),
        Check("x", tuple(raised), check.rating, doubles=check.doubles),
    )
    here = check.odds()
    for more in better:
        there = more.odds()
        assert there.chance(lambda passed: passed.result.succeeds) >= here.chance(lambda passed: passed.result.succeeds)
        assert there.mean(lambda passed: passed.quality) >= here.mean(lambda passed: passed.quality)


@given(check=checks)
def test_the_order_of_the_attributes_does_not_matter_for_the_odds(check):
    """Dice are named before the throw, but alike."""
    turned = Check("x", check.attributes[::-1], check.rating, doubles=check.doubles)
    assert turned.odds() == check.odds()


@given(thrown=st.integers(1, 12), plus=st.integers(-4, 10), pro=st.integers(0, 12))
def test_damage_never_heals(thrown, plus, pro):
    """Damage and life points lost are 0 at least; doubling comes before the armour."""
    harm = Harm("x", 1, plus, (), pro)
    plain, double = harm.hp(thrown, False), harm.hp(thrown, True)
    assert plain >= 0 and double == 2 * plain
    assert harm.dp(double) == max(0, 2 * plain - pro)


lives = st.builds(
    Life, st.integers(1, 200), st.sampled_from(("exact", "up", "nearest")), st.sampled_from(("add", "four"))
)


@given(life=lives, lp=st.integers(-20, 200))
def test_fewer_life_points_never_ease_pain(life, lp):
    """The level only rises as life points fall, and the marks are where it does."""
    lp = min(lp, life.most)
    assert life.level(lp - 1) >= life.level(lp)
    marks = life.marks()
    assert list(marks) == sorted(marks, reverse=True)
    if lp >= 0:
        assert life.level(lp) == sum(lp <= mark for mark in marks)


@given(most=st.integers(1, 200), lp=st.integers(0, 200))
def test_pain_by_what_is_lost(most, lp):
    """Counted from the other end, in whole quarters of the life points lost."""
    lp = min(lp, most)
    quarters = sum(4 * (most - lp) >= part * most for part in (1, 2, 3))
    assert Life(most).level(lp) == min(4, quarters + (lp <= 5))


@given(bases=st.lists(st.integers(8, 16), min_size=1, max_size=5))
def test_somebody_acts_first(bases):
    """The chances to act first add up to 1, and a higher base never lowers one's own."""
    answer = find("dark-eye/initiative").odds(
        {"combatants": [{"name": str(n), "base": b} for n, b in enumerate(bases)]}
    )
    (first,) = [table for table in answer["outcomes"] if table["name"] == "first"]
    chances = [Fraction(row["fraction"]) for row in first["rows"]]
    assert sum(chances) == 1
    ordered = sorted(zip(bases, chances, strict=True))
    assert all(low[1] <= high[1] for low, high in pairwise(ordered))
