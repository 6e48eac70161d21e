"""Every ruling both ways: what each reading of an ambiguous rule changes."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from companion import catalogue, find
from companion.errors import HouseRulesError
from companion.fields import specs
from companion.house import HouseRules, check, under

RULINGS = catalogue.tables("dark-eye")["rulings"]


def used():
    """The rulings that some calculator offers."""
    for resolver in catalogue.resolvers("dark-eye"):
        for spec in specs(resolver.situation):
            if spec.group == "Rulings":
                yield spec.name


def test_twenty_eight_rulings_all_in_use():
    """No ruling without a calculator, no calculator with a ruling that is not in the table."""
    assert len(RULINGS) == 28
    assert set(used()) == set(RULINGS)


@pytest.mark.parametrize("name", list(RULINGS))
def test_a_house_rule_can_set_each(name):
    """To any of its readings; to nothing else."""
    row = RULINGS[name]
    for reading, _ in row.options:
        with under(check(HouseRules("table.toml", {"dark-eye": {"rulings": {name: reading}}}))):
            assert RULINGS[name].default == reading
    with pytest.raises(HouseRulesError):
        check(HouseRules("table.toml", {"dark-eye": {"rulings": {name: "no such reading"}}}))


def test_a_house_rule_changes_the_odds(chances):
    """The ruling in force is the default of every calculator that asks for it, at once and not for longer."""
    before = chances("attack", at=0, pa=8).lands
    with under(HouseRules("table.toml", {"dark-eye": {"rulings": {"low_attack": "impossible"}}})):
        assert find("dark-eye/attack").odds({"at": 0, "pa": 8})["refused"]
    assert chances("attack", at=0, pa=8).lands == before == F(1, 20) * F(16, 20)


def test_a_house_value_changes_the_odds(chances):
    """A GM whose further defences come at −2."""
    with under(HouseRules("table.toml", {"dark-eye": {"defence": {"further": -2}}})):
        assert chances("several-attackers", at=12, pa=8).mean_landed == F(37, 100) + _second(6)
    assert chances("several-attackers", at=12, pa=8).mean_landed == F(791, 1000)


def _second(pa):
    """How often a second attack at 12 lands on a parry of 8 that is only then lowered."""

    def lands(value):
        return F(11, 20) * F(20 - value, 20) + F(1, 20) * F(20 - -(-value // 2), 20)

    return F(12, 20) * lands(pa) + F(8, 20) * lands(8)


def test_tie_base(throw):
    """Two at initiative 14: the one in chain mail has the higher base, until Encumbrance counts."""
    rows = [{"name": "Knight", "base": 13, "armour": "chain"}, {"name": "Thief", "base": 12}]
    for reading, first in (("raw", "Knight"), ("reduced", "Thief")):
        order = throw("initiative", dice=[3, 2], combatants=rows, tie_base=reading)["outcome"]["order"]
        assert [place["initiative"] for place in order] == [14, 14]
        assert order[0]["names"] == [first]


@pytest.mark.parametrize(("reading", "allowed"), [("any", True), ("between", False)])
def test_held_action(throw, reading, allowed):
    """A held action between an attack and its defence."""
    outcome = throw("turn", acts=[], later=["attack"], moment="inside", held_action=reading)["outcome"]
    assert outcome["allowed"] is allowed


@pytest.mark.parametrize(("reading", "allowed"), [("initiative", False), ("acting", True)])
def test_grip_delayed(throw, reading, allowed):
    """The grip changed with a held action."""
    outcome = throw("turn", acts=[], later=["grip", "attack"], grip_delayed=reading)["outcome"]
    assert outcome["allowed"] is allowed


def test_distraction(chances):
    """A blow that misses distracts only under one reading; one that hits and hurts always."""
    missed = [{"kind": "missed attack", "during": 1}]
    assert chances("long-action", distractions=missed).done == 1
    assert chances("long-action", distractions=missed, distraction="attack").done == F(33, 40)
    harmless = [{"kind": "hit", "during": 1, "damage": 0}]
    assert chances("long-action", distractions=harmless).done == 1
    assert chances("long-action", distractions=harmless, distraction="attack").done == F(33, 40)


def test_concentration(chances):
    """Six damage points: −1, −6 or nothing."""
    hit = [{"kind": "hit", "during": 1, "damage": 6}]
    assert chances("long-action", distractions=hit).done == F(2773, 4000)
    six = chances("skill-check", skill="self-control", modifier=-6).success
    assert chances("long-action", distractions=hit, concentration="each").done == six
    assert chances("long-action", distractions=hit, concentration="none").done == F(33, 40)


def test_behind_ranged(chances):
    """A shot in the back: a dodge of 12 falls to 4, or only to 8."""
    shot = {"rc": 12, "pa": 12, "from_behind": True}
    assert chances("ranged-attack", **shot).lands == F(11, 20) * F(16, 20) + F(1, 20) * F(18, 20)
    assert chances("ranged-attack", **shot, behind_ranged="melee").lands == F(37, 100)


def test_cramped_item(chances):
    """A dagger beside a large shield: the dagger's row, or the shield's."""
    carried = {"weapon": "dagger", "foe_weapon": "dagger", "shield": "large-shield", "cramped": "you",
               "defence": "none", "at": 12}  # fmt: skip
    assert chances("attack", **carried).lands == F(12, 20)
    assert chances("attack", **carried, cramped_item="worst").lands == F(6, 20)
    parried = {"foe_shield": "large-shield", "cramped": "foe", "pa": 9, "weapon": "spear", "foe_weapon": "spear",
               "defence": "shield parry"}  # fmt: skip
    lands = chances("attack", **parried).lands  # 9 + 2 × 3 − 4
    assert lands == F(11, 20) * F(9, 20) + F(1, 20) * F(14, 20)
    worse = chances("attack", **parried, cramped_item="worst").lands  # 9 + 6 − 8
    assert worse == F(11, 20) * F(13, 20) + F(1, 20) * F(16, 20)


def test_failed_disengage(chances):
    """Two opponents: one attack of opportunity, or two."""
    assert chances("disengage", opponents=2).struck == F(1697, 8000)
    assert chances("disengage", opponents=2, failed_disengage="each").struck == F(5091, 16000)


@pytest.mark.parametrize(("reading", "clean", "failed"), [("success", 16, 4), ("always", 16, 12), ("never", 8, 4)])
def test_free_move(throw, reading, clean, failed):
    """The free action's move after a success and after a failure."""
    for dice, yards in (([1, 10, 10, 20, 1, 1], clean), ([19, 19, 19, 20, 1, 1], failed)):
        assert throw("disengage", dice=dice, free_move=reading)["outcome"]["yards_in_all"] == yards


def test_plain_leaving(throw, refused):
    """Walking out of a fight: refused, or a blow from everybody left behind."""
    assert refused("movement", engaged=2)["rule"] == "dark-eye/movement#engaged"
    outcome = throw("movement", engaged=2, through=1, plain_leaving="provokes")["outcome"]
    assert (outcome["yards"], outcome["opportunities"]) == (16, 3)


def test_failed_pick_up(chances):
    """Whether the item is in hand after a failure."""
    assert chances("pick-up").taken == F(33, 40)
    assert chances("pick-up", failed_pick_up="taken").taken == 1
    assert chances("pick-up").struck == chances("pick-up", failed_pick_up="taken").struck == F(7, 80)


@pytest.mark.parametrize(("reading", "level"), [("exact", 0), ("up", 1), ("nearest", 0)])
def test_pain_marks(throw, reading, level):
    """24 of 31 life points: the mark is 23.25."""
    assert throw("pain", max_lp=31, lp=24, pain_marks=reading)["outcome"]["level"] == level


@pytest.mark.parametrize(("most", "add", "four"), [(12, 3, 4), (10, 3, 4), (20, 4, 4), (5, 1, 4)])
def test_low_life(throw, most, add, four):
    """5 life points: one level more, or level IV at once."""
    assert throw("pain", max_lp=most, lp=5)["outcome"]["level"] == add
    assert throw("pain", max_lp=most, lp=5, low_life="four")["outcome"]["level"] == four


def test_competitive_tie(chances, table):
    """A tie is the target's, the ambusher's, or nobody's."""
    assert chances("ambush").surprised == F(5892579, 16000000)
    assert chances("ambush", competitive_tie="active").surprised == F(10107421, 16000000)
    again = chances("ambush", competitive_tie="re-roll")
    assert (again.surprised, again.again) == (F(5892579, 16000000), F(2107421, 8000000))
    assert table("ambush", "in_the_end", competitive_tie="re-roll") == {"Hero": F(1, 2)}
    assert table("escape", "in_the_end", competitive_tie="re-roll")["free"] == F(1, 2)
    assert chances("escape", competitive_tie="active").free == F(10107421, 16000000)


def test_group_ambush(chances):
    """Who rolls: the worst and the best, the first ones, or everybody's own eyes."""
    groups = {
        "ambushers": [{"rating": 10}, {"rating": 4}],
        "targets": [{"rating": 4}, {"rating": 10}],
    }
    worst = chances("ambush", ambushers=[{"rating": 4}], targets=[{"rating": 10}]).surprised
    assert chances("ambush", **groups).surprised == worst
    leaders = chances("ambush", ambushers=[{"rating": 10}], targets=[{"rating": 4}]).surprised
    assert chances("ambush", **groups, group_ambush="leaders").surprised == leaders
    alone = chances("ambush", **groups, group_ambush="each")
    equal = chances("ambush", ambushers=[{"rating": 4}], targets=[{"rating": 4}]).surprised
    assert alone.mean_surprised == equal + worst
    assert worst < equal <= alone.surprised <= equal + worst


@pytest.mark.parametrize(("reading", "actions"), [("target", 2), ("ambusher", 3), ("one", 1)])
def test_surprise_scope(throw, reading, actions):
    """Three ambushers, two surprised."""
    answer = throw("ambush", dice=[5, 5, 5, 19, 19, 19], ambushers=[{}, {}, {}], targets=[{}, {}],
                   surprise_scope=reading)  # fmt: skip
    assert answer["measures"] == {"surprised": 2, "undefended": actions}


def test_water_dodge(chances):
    """A dodge under water: free, or at −6 like a parry."""
    deep = {"at": 12, "pa": 8, "foe_water": "submerged"}
    assert chances("attack", **deep, defence="dodge").lands == F(37, 100)
    assert chances("attack", **deep, defence="dodge", water_dodge="as-parry").lands == F(217, 400)
    assert chances("attack", **deep).lands == F(217, 400)
    wet = {"rc": 12, "pa": 12, "foe_water": "hip-deep"}
    assert chances("ranged-attack", **wet).lands < chances("ranged-attack", **wet, water_dodge="as-parry").lands


@pytest.mark.parametrize(("at", "auto", "plain"), [(24, F(19, 20), 1), (4, F(1, 20), 0), (14, F(1, 2), F(1, 2))])
def test_opportunity_naturals(chances, at, auto, plain):
    """At the ends of the die only."""
    assert chances("attack-of-opportunity", at=at).lands == auto
    assert chances("attack-of-opportunity", at=at, opportunity_naturals="plain").lands == plain


def test_botched_climb(chances):
    """Two 20s on the way up, with an enemy near."""
    assert chances("advantageous-position").struck == F(29, 8000)
    assert chances("advantageous-position", botched_climb="nothing").struck == 0


def test_low_attack(chances, refused):
    """An attack of −2: a natural 1, or none."""
    low = {"at": 2, "prone": True, "defence": "none"}
    assert chances("attack", **low).lands == F(1, 20)
    assert refused("attack", **low, low_attack="impossible")["rule"] == "dark-eye/attack#too-low"
    assert refused("ranged-attack", rc=0, distance=60, low_attack="impossible")["rule"] == "dark-eye/attack#too-low"


def test_confirming(chances):
    """At the ends: an attack of 20 or more never botches, unless a 20 when confirming is absolute."""
    sure = {"at": 25, "defence": "none"}
    assert (chances("attack", **sure).critical, chances("attack", **sure).botch) == (F(1, 20), 0)
    absolute = chances("attack", **sure, confirming="auto")
    assert (absolute.critical, absolute.botch) == (F(19, 400), F(1, 400))
    low = chances("attack", at=0, defence="none"), chances("attack", at=0, defence="none", confirming="auto")
    assert [each.critical for each in low] == [0, F(1, 400)]


def test_halving(chances):
    """A parry of 12 from behind: half of 8, or half of 12 less 4."""
    behind = {"at": 12, "pa": 12, "from_behind": True}
    assert chances("attack", **behind).lands == F(11, 20) * F(12, 20) + F(1, 20) * F(16, 20)
    before = chances("attack", **behind, halving="before").lands
    assert before == F(11, 20) * F(12, 20) + F(1, 20) * F(18, 20)
    dark = {"at": 12, "prone": True, "sight": "invisible", "defence": "none"}
    assert chances("attack", **dark).lands == F(4, 20)
    assert chances("attack", **dark, halving="before").lands == F(2, 20)


def test_rounding(chances, throw):
    """Half of a parry of 7, half of an attack of 11, half of MOV 7."""
    odd = {"at": 12, "pa": 7}
    assert chances("attack", **odd).lands == F(11, 20) * F(13, 20) + F(1, 20) * F(16, 20)
    assert chances("attack", **odd, rounding="down").lands == F(11, 20) * F(13, 20) + F(1, 20) * F(17, 20)
    dark = {"at": 11, "sight": "invisible", "defence": "none"}
    assert chances("attack", **dark).lands == F(6, 20)
    assert chances("attack", **dark, rounding="down").lands == F(5, 20)
    for reading, yards in (("up", 4), ("down", 3)):
        answer = throw("disengage", dice=[19, 19, 19, 20, 1, 1], mov=7, rounding=reading)
        assert answer["outcome"]["yards"] == yards
        assert throw("movement", mov=7, water="hip-deep", rounding=reading)["outcome"]["each"] == yards


def test_a_defence_of_one_halved_down_is_gone(chances):
    """Halves of 1: up it stays 1, down there is nothing left to roll."""
    last = {"at": 12, "pa": 1}
    assert chances("attack", **last).lands == F(12, 20) * F(19, 20)
    assert chances("attack", **last, rounding="down").lands == F(11, 20) * F(19, 20) + F(1, 20)


@pytest.mark.parametrize(
    ("reading", "skill", "quality"),
    [("skill", "stealth", 5), ("six", "stealth", 6), ("rolled", "stealth", 1), ("skill", "self-control", 1)],
)
def test_critical_quality(throw, reading, skill, quality):
    """Two 1s and a 20 with a rating of 7: twice the rating, 6, or nothing left."""
    answer = throw("skill-check", dice=[1, 1, 20], skill=skill, critical_quality=reading)
    assert answer["measures"]["quality"] == quality


@pytest.mark.parametrize(("reading", "yards"), [("all", 3), ("checks", 2)])
def test_condition_limit(throw, reading, yards):
    """Pain III and Encumbrance III take 5 or 6 off movement, and always 5 off checks."""
    assert throw("movement", pain=3, encumbrance=3, condition_limit=reading)["outcome"]["each"] == yards
    answer = throw("disengage", pain=3, encumbrance=3, condition_limit=reading)
    assert answer["figures"]["modifier-stack"][0]["total"]["value"] == -1 - 5


@pytest.mark.parametrize(("reading", "checks"), [("each", 3), ("once", 1)])
def test_pain_four(chances, throw, reading, checks):
    """Three actions at Pain IV: three checks, or one."""
    one = chances("skill-check", skill="self-control", modifier=-4).success
    hurt = {"max_lp": 31, "lp": 4, "actions": 3, "pain_four": reading}
    assert chances("pain", **hurt).acts == one**checks
    assert len(throw("pain", **hurt)["dice"]) == 3 * checks


def test_ranged_encumbrance(chances):
    """Encumbrance II and a shot."""
    laden = {"rc": 12, "encumbrance": 2, "defence": "none"}
    assert chances("ranged-attack", **laden).lands == F(12, 20)
    assert chances("ranged-attack", **laden, ranged_encumbrance="on").lands == F(10, 20)


def test_lone_one(chances):
    """What an unconfirmed 1 in defence spares the next one."""
    assert chances("several-attackers", at=12, pa=8).mean_landed == F(791, 1000)
    assert chances("several-attackers", at=12, pa=8, lone_one="eases").mean_landed == F(632393, 800000)
