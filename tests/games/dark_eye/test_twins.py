"""Slow twins: every fast count of the odds against the dice themselves, and against rules written anew."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from companion import find
from companion.games.dark_eye.body_control import BodyControlDice
from companion.games.dark_eye.exchange import ExchangeDice, exchange
from companion.games.dark_eye.long_action import ConcentrationDice

D20 = range(1, 21)
D6 = range(1, 7)


def prepared(name, **inputs):
    """A resolver and its situation made ready."""
    resolver = find(f"dark-eye/{name}")
    return resolver, resolver.prepare(resolver.read(inputs)[0])


def shares(resolver, ways):
    """Verdict, chances and measures of each way, with its share of the whole."""
    counted = Counter()
    for outcome, weight in ways:
        chances = tuple(test(outcome) for _, test in resolver.chances.values())
        measures = tuple(value(outcome) for _, value in resolver.measures.values())
        counted[resolver.verdict(outcome), chances, measures] += weight
    total = sum(counted.values())
    return {key: Fraction(weight, total) for key, weight in counted.items() if weight}


def rolls(die, value):
    """The second rolls of a d20, alike ones together: those up to the value, those above it, a 1 and a 20 apart.

    Only after a 1 or a 20 is there a second roll.
    """
    if die not in (1, 20):
        return [(2, 20)]
    kinds = {}
    for again in D20:
        kinds.setdefault((again <= value, again in (1, 20), again == 1), []).append(again)
    return [(alike[0], len(alike)) for alike in kinds.values()]


def exchange_falls(ready):
    """Every fall of the dice of an exchange that differs in a die which is read."""
    damages = list(product(range(1, ready.harm.sides + 1), repeat=ready.harm.dice))
    botches = list(product(product(D6, repeat=ready.botch_dice), product(D6, repeat=ready.own_dice)))
    at = ready.attack.value
    for attack in D20:
        value = ready.guard.value(attack == 1) or 0
        hit = attack == 1 or (attack != 20 and attack <= at)
        defences = [(die, again, n) for die in D20 for again, n in rolls(die, value)] if hit else [(2, 2, 400)]
        for (confirm, first), (defence, again, second) in product(rolls(attack, at), defences):
            read = botches if 20 in (attack, defence) else botches[:1]
            for (botch, own), damage in product(read, damages if hit else damages[:1]):
                fall = ExchangeDice(attack, confirm, defence, again, damage, botch, own)
                yield fall, first * second * (len(botches) // len(read)) * (1 if hit else len(damages))


EXCHANGES = {
    "plain": ("attack", {"at": 12, "pa": 8}),
    "tracked": ("attack", {"at": 14, "pa": 11, "pro": 5, "foe_max_lp": 20, "foe_lp": 9}),
    "in the dark": ("attack", {"at": 12, "pa": 8, "sight": "invisible", "foe_sight": "invisible"}),
    "low": ("attack", {"at": 0, "pa": 1, "rounding": "down"}),
    "sure": ("attack", {"at": 24, "pa": 22, "confirming": "auto"}),
    "table": ("attack", {"at": 11, "pa": 9, "botches": "table"}),
    "table of the unarmed": (
        "attack",
        {"at": 11, "pa": 9, "botches": "table", "weapon": "unarmed", "defence": "dodge"},
    ),
    "disarm": ("disarm", {"at": 15, "pa": 7, "pro": 1}),
    "hold": ("hold", {"at": 13, "pa": 7, "foe_max_lp": 30}),
    "shot": ("ranged-attack", {"rc": 13, "pa": 10, "foe_max_lp": 12}),
}


@pytest.mark.parametrize("name", EXCHANGES)
def test_exchanges(name):
    """Stage by stage is the same as die by die."""
    resolver, ready = prepared(EXCHANGES[name][0], **EXCHANGES[name][1])
    slow = shares(resolver, ((resolver.resolve(ready, fall), weight) for fall, weight in exchange_falls(ready)))
    assert shares(resolver, resolver.ways(ready)) == slow


def naive_attack(at, pa, plus, pro):
    """One attack, written anew without a look at the engine: lands, critical, answered, botched, mean damage."""
    lands = critical = answered = botched = mean = Fraction(0)
    each = Fraction(1, 20)
    for attack in D20:
        confirmed = Fraction(max(0, min(20, at)), 20)
        if attack == 20:
            botched += each * (1 - confirmed)
            continue
        if attack != 1 and attack > at:
            continue
        kinds = [(True, confirmed), (False, 1 - confirmed)] if attack == 1 else [(False, Fraction(1))]
        value = -(-pa // 2) if attack == 1 else pa
        for double, share in kinds:
            through = Fraction(1)
            if pa > 0:
                holds = sum(die == 1 or (die <= value and die != 20) for die in D20)
                through = 1 - Fraction(holds, 20)
                answered += each * share * each * Fraction(max(0, min(20, value)), 20)
            damage = sum(Fraction(max(0, (die + plus) * (2 if double else 1) - pro), 6) for die in D6)
            lands += each * share * through
            critical += each * share * through * double
            mean += each * share * through * damage
    return lands, critical, answered, botched, mean


@pytest.mark.parametrize("at", range(0, 26))
@pytest.mark.parametrize("pa", (0, 1, 3, 8, 15, 20, 24))
def test_attack_written_anew(chances, at, pa):
    """The engine's attack is the one that the rules describe, at every value."""
    found = chances("attack", at=at, pa=pa, pro=2)
    answered = getattr(found, "opportunity", Fraction(0))
    lands, critical, opportunity, botched, mean = naive_attack(at, pa, 4, 2)
    assert (found.lands, found.critical, answered) == (lands, critical, opportunity)
    assert (found.botch, found.mean_damage) == (botched, mean)


def naive_round(attackers, at, pa, eases):
    """The mean number of attacks that land on a hero, by recursion: each defence rolled makes the next one harder."""
    if not attackers:
        return Fraction(0)
    found = Fraction(0)
    for attack in D20:
        if attack == 20 or (attack != 1 and attack > at):
            found += Fraction(1, 20) * naive_round(attackers - 1, at, pa, eases)
        elif pa <= 0:
            found += Fraction(1, 20) * (1 + naive_round(attackers - 1, at, pa, eases))
        else:
            value = -(-pa // 2) if attack == 1 else pa
            for die in D20:
                lands = die == 20 or (die != 1 and die > value)
                rest = naive_round(attackers - 1, at, pa - 3, eases)
                if die == 1 and eases:
                    sure = Fraction(min(20, value), 20)
                    rest = sure * rest + (1 - sure) * naive_round(attackers - 1, at, pa - 2, eases)
                found += Fraction(1, 400) * (lands + rest)
    return found


@pytest.mark.parametrize("ruling", ("nothing", "eases"))
@pytest.mark.parametrize(("attackers", "at", "pa"), [(2, 12, 8), (2, 15, 3), (2, 9, 13)])
def test_round_written_anew(chances, attackers, at, pa, ruling):
    """Several attackers, one after the other."""
    found = chances("several-attackers", at=at, pa=pa, attackers=attackers, lone_one=ruling)
    assert found.mean_landed == naive_round(attackers, at, pa, ruling == "eases")


def test_round_from_its_dice():
    """Two attackers, the second from behind: every fall of the first's dice, then every fall of the second's."""
    resolver, ready = prepared("several-attackers", at=12, pa=9, attackers=2, pro=3, behind=1, lone_one="eases")

    def endings(place, guarding):
        attack, counted = ready.attack(place, guarding), Counter()
        for fall, weight in exchange_falls(attack):
            blow = exchange(attack, fall)
            answered = blow.verdict == "defended, with an attack of opportunity for the defender"
            counted[blow.defence, blow.landed, answered, blow.damage] += weight
        return counted

    slow = Counter()
    for (defence, landed, answered, damage), weight in endings(0, ready.start).items():
        for (_, too, again, more), other in endings(1, ready.after(ready.start, defence)).items():
            slow[landed + too, answered or again, damage + more] += weight * other
    fast = Counter()
    for outcome, weight in resolver.ways(ready):
        fast[outcome.landed, outcome.answered, outcome.damage] += weight
    whole, all_ = sum(slow.values()), sum(fast.values())
    assert {key: Fraction(n, whole) for key, n in slow.items()} == {key: Fraction(n, all_) for key, n in fast.items()}


def naive_check(attributes, rating, modifier):
    """The 8,000 throws of a check, written anew: how many succeed, and at which quality level."""
    counted = Counter()
    for dice in product(D20, repeat=3):
        left = rating - sum(max(0, die - value - modifier) for die, value in zip(dice, attributes, strict=True))
        if dice.count(1) >= 2:
            counted["critical"] += 1
        elif dice.count(20) >= 2:
            counted["botch"] += 1
        elif left < 0:
            counted["failure"] += 1
        else:
            counted[min(6, max(1, -(-max(1, left) // 3)))] += 1
    return counted


@pytest.mark.parametrize(
    ("attributes", "rating", "modifier"),
    [((13, 13, 13), 7, 0), ((8, 14, 11), 4, -3), ((16, 12, 18), 18, 2), ((20, 1, 5), 0, 0), ((9, 9, 9), 25, -8)],
)
def test_check_written_anew(attributes, rating, modifier):
    """Adding up what is spent is the same as looking at all 8,000 throws."""
    first, second, third = attributes
    resolver, check = prepared("skill-check", first=first, second=second, third=third, rating=rating, modifier=modifier)
    counted = Counter()
    for passed, weight in check.odds().items():
        result = passed.result
        kind = "critical" if result.critical else "botch" if result.botched else passed.quality or "failure"
        counted[kind] += weight
    assert counted == naive_check(attributes, rating, modifier)
    every = resolver.tally(check, slow=True)
    assert resolver.tally(check).measures["quality"][1] == every.measures["quality"][1]


BODY = {
    "disengage": {"opponents": 1, "rating": 5, "agility": 12, "lp": 9},
    "pick-up": {"rating": 5, "failed_pick_up": "taken", "lp": 9},
    "advantageous-position": {"rating": 5, "lp": 9},
}


@pytest.mark.parametrize("name", BODY)
def test_body_control_from_its_dice(name):
    """Check, attack, damage and fall, die by die where a die is read."""
    resolver, ready = prepared(name, **BODY[name])
    act = ready.attempt

    kinds = {hit: [face for face in D20 if act.opportunity.hits(face) is hit] for hit in (True, False)}

    def falls():
        for dice in product(D20, repeat=3):
            result = act.check.roll(dice).result
            open_, fell = act.lays_open(result), result.botched
            strikes = [(faces[0], len(faces)) for faces in kinds.values()] if open_ else [(5, 20)]
            for (strike, alike), damage, fall in product(strikes, D6 if open_ else (1,), D6 if fell else (1,)):
                weight = alike * (1 if open_ else 6) * (1 if fell else 6)
                yield BodyControlDice(*dice, (strike,), (damage,), fall), weight

    assert any(act.lays_open(each) for each in act.check.success())
    slow = shares(resolver, ((resolver.resolve(ready, fall), weight) for fall, weight in falls()))
    assert shares(resolver, resolver.ways(ready)) == slow


def test_several_strikes_from_their_dice():
    """Three attacks of opportunity: hits and damage together, as one sum over every fall."""
    _, ready = prepared("disengage", opponents=3, failed_disengage="each", pro=6)
    opportunity = ready.attempt.opportunity
    single = [(opportunity.strike(die, face), 1) for die in D20 for face in D6]
    slow = Counter()
    for one, two, three in product([blow for blow, _ in single], repeat=3):
        slow[one.hit + two.hit + three.hit, one.damage + two.damage + three.damage] += 1
    fast = opportunity.several(3)
    assert {key: Fraction(weight, 120**3) for key, weight in slow.items()} == {
        key: fast.chance(key) for key in fast
    }  # fmt: skip


def test_concentration_from_its_dice():
    """One distraction: all 8,000 throws. Two: the chances multiply, but for the critical that ends them."""
    event = {"kind": "hit", "during": 2, "damage": 11, "pain": 1}
    resolver, ready = prepared("long-action", distractions=[event])
    slow = shares(resolver, ((resolver.resolve(ready, ConcentrationDice(dice)), 1) for dice in product(D20, repeat=3)))
    assert shares(resolver, resolver.ways(ready)) == slow
    counted = naive_check((13, 13, 13), 7, -3)
    critical = Fraction(counted["critical"], 8000)
    on = Fraction(8000 - counted["failure"] - counted["botch"], 8000) - critical
    _, twice = prepared("long-action", distractions=[event, event])
    found = sum(weight for outcome, weight in resolver.ways(twice) if outcome.verdict == "takes effect")
    assert Fraction(found, 8000**2) == critical + on * (critical + on)


def test_pain_from_its_dice():
    """Each action its own check, until one fails."""
    counted = naive_check((13, 13, 13), 7, -4)
    passing = Fraction(8000 - counted["failure"] - counted["botch"], 8000)
    resolver, ready = prepared("pain", max_lp=30, lp=3, actions=3)
    found = resolver.tally(ready)
    assert found.chances["acts"][1] == passing**3
    assert found.mean("acts") == passing + passing**2 + passing**3


@pytest.mark.parametrize("ties", ("reacting", "active", "re-roll"))
def test_ambush_from_its_checks(ties):
    """Every pair of quality levels, weighed by 8,000 throws a side."""
    resolver, ready = prepared("ambush", ambushers=[{"rating": 6}], targets=[{"rating": 9}], competitive_tie=ties)
    sides = []
    for rating in (6, 9):
        counted = naive_check((13, 13, 13), rating, 0)
        levels = Counter({0: counted["failure"] + counted["botch"]})
        levels.update({level: weight for level, weight in counted.items() if isinstance(level, int)})
        levels[min(6, -(-2 * rating // 3))] += counted["critical"]
        sides.append(levels)
    more = sum(one * two for (a, one), (b, two) in product(sides[0].items(), sides[1].items()) if a > b)
    tied = sum(one * two for (a, one), (b, two) in product(sides[0].items(), sides[1].items()) if a == b)
    tally = resolver.tally(ready)
    assert tally.chances["surprised"][1] == Fraction(more + tied * (ties == "active"), 8000**2)
    if ties == "re-roll":
        assert tally.chances["again"][1] == Fraction(tied, 8000**2)
        (rows,) = resolver.further(ready)
        assert Fraction(rows["rows"][0]["fraction"]) == Fraction(more, 8000**2 - tied)


def test_each_target_alone_from_the_checks():
    """The number surprised, from one Stealth roll and two of Perception."""
    resolver, ready = prepared(
        "ambush", group_ambush="each", ambushers=[{}], targets=[{"rating": 4}, {"rating": 10, "attentive": True}]
    )
    hiding, *noticing = (
        [(passed.quality, weight) for passed, weight in check.odds().items()]
        for check in (ready.ambusher, *ready.targets)
    )
    slow = Counter()
    for (mine, one), (first, two), (second, three) in product(hiding, *noticing):
        slow[(mine > first) + (mine > second)] += one * two * three
    odds = resolver.tally(ready).measures["surprised"][1]
    assert {number: Fraction(weight, 8000**3) for number, weight in slow.items()} == {n: odds.chance(n) for n in odds}


def test_order_from_its_dice(table):
    """Four combatants: who is first, and what the order needs, over all 1,296 falls."""
    added, bases = (14, 12, 12, 11), (14, 12, 12, 12)
    rows = [{"name": str(n), "base": base, "modifier": plus - base}
            for n, (plus, base) in enumerate(zip(added, bases, strict=True))]  # fmt: skip
    first, needs = Counter(), Counter()
    for dice in product(D6, repeat=4):
        keys = [(plus + die, base) for plus, die, base in zip(added, dice, bases, strict=True)]
        totals = {total for total, _ in keys}
        needs["all different" if len(totals) == 4 else "settled by the base values" if len(set(keys)) == 4
              else "settled by further dice"] += 1  # fmt: skip
        best = [place for place, key in enumerate(keys) if key == max(keys)]
        for place in best:
            first[str(place)] += Fraction(1, len(best))
    assert table("initiative", "first", combatants=rows) == {name: share / 1296 for name, share in first.items()}
    assert table("initiative", "verdict", combatants=rows) == {kind: Fraction(n, 1296) for kind, n in needs.items()}
