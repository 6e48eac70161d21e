"""Single steps of the attack: damage, the attribute added, Defence and its limit, misfires, rulings, refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find
from companion.games.new_world.blow import strike
from companion.games.new_world.data import Location

ATTACK = find("new-world/attack")
MARGUERITE = dict(ATTACK.example("marguerite").inputs)


def ready(**inputs):
    """An attack before its dice."""
    return ATTACK.prepare(ATTACK.read(inputs)[0])


def raw(margin=0, critical=False, **inputs):
    """Damage before Endurance and armour."""
    return ready(**inputs).arms.raw(critical, margin)


def test_piercing_and_the_value_box():
    """G09: raw 11, Piercing, Endurance 3, armour 1 leaves 8, not the 9 that the Value box less 2 would give."""
    blow = strike(ready(**{**MARGUERITE, "body": 1}), 4, 5, 5)
    assert (blow.raw, blow.reduction, blow.wounds) == (11, 3, 8)


def test_plain_weapon_and_armour():
    """G11: raw 11, not Piercing, Endurance 3, armour 2 leaves 6."""
    assert strike(ready(**MARGUERITE, own_piercing="no"), 4, 5, 5).wounds == 6


def test_agility_is_capped_also_on_a_critical():
    """G12: longbow 4 and Agility 6: 8, and 12 on a critical hit."""
    assert raw(weapon="longbow", agility=6) == 8
    assert raw(weapon="longbow", agility=6, critical=True) == 12


@pytest.mark.parametrize(
    ("might", "agility", "strict", "best"),
    [(4, 2, 4, 4), (4, 5, 3, 4), (2, 5, 3, 3), (3, 3, 3, 3), (0, 2, 2, 2), (-1, -2, -1, -1)],
)
def test_attribute_of_an_agility_weapon(might, agility, strict, best):
    """G14, G15 and Q05: a smallsword of Damage 3 under both readings."""
    given_ = {"weapon": "smallsword", "might": might, "agility": agility}
    assert ready(**given_, stat_choice="strict").arms.bonus == strict
    assert ready(**given_, stat_choice="best").arms.bonus == best


def test_a10_under_both_readings():
    """G43: at Might 4 and Agility 5 the strict reading equals A01, the other adds a point to every hit."""
    inputs = {**MARGUERITE, "might": 4}
    assert ATTACK.odds(inputs)["summary"]["mean_wounds"]["fraction"] == "113/18"
    assert ATTACK.odds({**inputs, "stat_choice": "best"})["summary"]["mean_wounds"]["fraction"] == "259/36"


@pytest.mark.parametrize("weapon", ["light-crossbow", "heavy-crossbow", "pistol", "musket", "long-rifle", "cannon"])
def test_no_attribute(weapon):
    """G17: crossbows, firearms and artillery add neither attribute."""
    arms = ready(weapon=weapon, might=6, agility=6).arms
    assert (arms.attribute, arms.bonus) == ("none", 0)


def test_might_on_a_ranged_weapon():
    """M12: a ranged weapon marked Might adds Might without a limit, instead of Agility."""
    assert ready(weapon="composite-bow", might=9, agility=2).arms.bonus == 9


def test_hatchet_in_hand_and_thrown():
    """M12: a hatchet adds Might in the hand and Agility, to its Damage, when it is thrown."""
    assert ready(weapon="hatchet", might=5, agility=4).arms.bonus == 5
    assert ready(weapon="hatchet-thrown", might=5, agility=4).arms.bonus == 3


def test_brawling_talents():
    """G18: a critical punch with Pugilist and Street Fighting, Might 3, margin 2: 12 raw."""
    assert raw(weapon="unarmed", might=3, pugilist=True, street_fighting=True, margin=2, critical=True) == 12


def test_no_least_wound():
    """G20: raw 4 against Endurance 5 is a hit that takes no Wounds."""
    hit = ready(weapon="unarmed", skill=4, rank=0, might=3, defence=10, endurance=5, body=0)
    blow = strike(hit, 2, 4, 5)
    assert (blow.hit, blow.raw, blow.wounds) == (True, 4, 0)


def test_negative_might():
    """Q12: a negative Might lowers damage; Wounds never fall below 0."""
    weak = ready(weapon="unarmed", skill=9, rank=0, might=-4, defence=11, endurance=0, body=0)
    assert strike(weak, 1, 2, 5).wounds == 0


def test_lance_with_doubles():
    """Q11: a lance charge on doubles still only doubles its Damage once."""
    charge = ready(**ATTACK.example("lance-charge").inputs)
    assert strike(charge, 4, 4, 6).raw == 5 * 2 + 3 + strike(charge, 4, 4, 6).margin


DEFENCE = [
    ("G89", {"target_parrying": True}, 11, 10),
    ("G90", {"target_all_out_defence": True, "shield": "round-shield"}, 12, 12),
    ("G92", {"target_all_out_defence": True, "shield": "round-shield", "target_prone": True}, 10, 12),
    ("G93", {"target_prone": True, "cover": "heavy"}, 8, 12),
    ("G95", {"target_all_out_attack": True}, 8, 8),
    ("G96", {"cover": "heavy", "sharpshooter": "the target's cover"}, 10, 11),
    ("G98", {"cover": "light", "target_prone": True, "sharpshooter": "the target's cover"}, 8, 12),
    ("G99", {"target_ran": True, "cover": "heavy"}, 10, 12),
    ("Q30", {"target_parrying": True, "target_all_out_defence": True}, 12, 12),
    ("M22", {"defence_bonus": 9}, 12, 12),
    ("M23", {"target_all_out_attack": True, "target_prone": True}, 6, 10),
    ("large-shield", {"shield": "large-shield"}, 11, 12),
]


@pytest.mark.parametrize(("name", "state", "melee", "ranged"), DEFENCE, ids=[row[0] for row in DEFENCE])
def test_defence(name, state, melee, ranged):
    """The Defence limit, its exclusions and the penalties that it never softens; the base is 10."""
    assert ready(weapon="smallsword", **state).defence.value == melee
    assert ready(weapon="longbow", distance=20, **state).defence.value == ranged


def test_runner():
    """G99: a runner is struck at +2 and shot at −2, outside the limit."""
    assert ready(weapon="smallsword", skill=0, rank=0, target_ran=True).bonus == 2
    assert ready(weapon="longbow", skill=0, rank=0, target_ran=True).bonus == -2


def test_every_shooting_penalty_at_once():
    """G141: longbow at Sight, foe in reach, target in melee, Fatigue 1: −6."""
    shot = ready(weapon="longbow", skill=0, rank=0, distance=61, foe_in_reach=True, into_melee=True, fatigue=1)
    assert shot.bonus == -6


@pytest.mark.parametrize(
    ("dice", "magic", "verdict"),
    [((1, 6), True, "hit"), ((1, 5), True, "misfire"), ((1, 5), False, "miss"), ((1, 1), False, "misfire")],
)
def test_misfire(dice, magic, verdict):
    """G146, G147: with magic near, a miss that shows a 1 misfires; a hit never does."""
    gun = ready(weapon="musket", skill=3, rank=0, defence=10, distance=20, magic=magic)
    assert gun.needed == 7
    assert strike(gun, *dice, 4).verdict == verdict


def test_misfire_before_stray():
    """Q42: a firearm that misses by 3 on doubles into a melee misfires, and nobody is hit."""
    gun = ready(weapon="musket", skill=0, rank=0, defence=10, distance=20, into_melee=True, other=1)
    assert strike(gun, 2, 2, 4).verdict == "misfire"
    assert strike(gun, 2, 3, 4).verdict == "stray shot into an ally"


def test_artillery_as_a_firearm():
    """Q50: artillery misfires only where the ruling counts it among the firearms."""
    piece = {"weapon": "cannon", "skill": 0, "rank": 0, "defence": 10, "distance": 50}
    assert strike(ready(**piece), 1, 1, 4).verdict == "miss"
    assert strike(ready(**piece, artillery_is_firearm="yes"), 1, 1, 4).verdict == "misfire"


def test_lacking_a_group():
    """Q03: no rank, and −1, or −2 where the group is advanced; Brawling costs no −1."""
    assert ready(weapon="cutlass", skill=4, rank=2, lacking=True).bonus == 3
    assert ready(weapon="two-handed", skill=4, rank=2, lacking=True).bonus == 2
    assert ready(weapon="unarmed", skill=4, rank=2, lacking=True).bonus == 4


def test_aim_twice():
    """Q18: two Aims give +1, or +2 where the ruling lets them add."""
    assert ready(weapon="smallsword", skill=4, rank=0, aim=2).bonus == 5
    assert ready(weapon="smallsword", skill=4, rank=0, aim=2, aim_stacks="yes").bonus == 6


def test_one_talent():
    """Q04: the best talent counts; under the other ruling all do. Sharpshooter's point is one of them."""
    far = {"weapon": "musket", "skill": 4, "rank": 0, "distance": 30, "sharpshooter": "the range penalty"}
    assert ready(**far).bonus == 3
    assert ready(**far, talent=2).bonus == 4
    assert ready(**far, talent=2, one_talent_per_roll="all").bonus == 5


@pytest.mark.parametrize(
    ("inputs", "bonus"),
    [
        ({"higher_ground": True}, 1),
        ({"mounted": True}, 1),
        ({"mounted": True, "higher_ground": True}, 1),
        ({"mounted": True, "target_is": "mounted"}, 0),
        ({"mounted": True, "target_is": "Large or bigger"}, 0),
        ({"mounted": True, "target_is": "Large or bigger", "higher_ground": True}, 1),
        ({"mounted": True, "action": "Charge"}, 2),
    ],
)
def test_height(inputs, bonus):
    """M60, Q59: saddle and high place do not add; only the saddle fails against riders and the Large."""
    assert ready(weapon="cutlass", skill=0, rank=0, **inputs).bonus == bonus


@pytest.mark.parametrize(
    ("inputs", "rule", "word"),
    [
        ({"weapon": "longbow", "cover": "full"}, "new-world/range#cover", "full cover"),
        ({"weapon": "musket", "loaded": False}, "new-world/firearms#reload", "not loaded"),
        ({"weapon": "musket", "powder": "soaked"}, "new-world/firearms#damp", "soaked"),
        ({"weapon": "musket", "distance": 61}, "new-world/range#beyond", "no further"),
        ({"weapon": "blunderbuss", "distance": 7}, "new-world/range#blunderbuss", "beyond"),
        ({"weapon": "longbow", "distance": 1}, "new-world/range#at-melee", "improvised"),
        ({"weapon": "knife-thrown", "distance": 25}, "new-world/range#beyond", "no further"),
        ({"weapon": "knife-thrown", "distance": 1}, "new-world/range#at-melee", "in the hand"),
    ],
)
def test_refused(inputs, rule, word):
    """M01: what cannot be shot is refused with the reason and the rule, not with an error."""
    answer = ATTACK.odds(inputs)
    assert answer["refused"]["rule"] == rule
    assert word in answer["refused"]["reason"]
    assert ATTACK.roll(inputs, seed=1)["steps"] == []


def test_pistol_at_melee_range():
    """M02, Q45: a pistol fires at Melee range, against Ranged Defence, even at a prone foe."""
    assert ready(weapon="pistol", distance=1, target_prone=True).defence.value == 12


situations = st.fixed_dictionaries(
    {
        "weapon": st.sampled_from(["smallsword", "cutlass", "longbow", "musket", "unarmed"]),
        "skill": st.integers(0, 10),
        "defence": st.integers(0, 20),
        "might": st.integers(-2, 8),
        "agility": st.integers(-2, 8),
        "endurance": st.integers(0, 8),
        "body": st.integers(0, 6),
        "magic": st.booleans(),
        "into_melee": st.booleans(),
        "distance": st.just(6),
    }
)


def summary(inputs):
    """The summary of an attack as exact fractions."""
    tally = ATTACK.tally(ready(**inputs))
    return {name: chance for name, (_, chance) in tally.chances.items()} | {"mean": tally.mean("wounds")}


@given(situations)
def test_defence_never_helps_the_attacker(inputs):
    """Law 1: one more Defence never raises hit, critical or mean Wounds."""
    here, there = summary(inputs), summary({**inputs, "defence": inputs["defence"] + 1})
    assert all(there[name] <= here[name] for name in ("hit", "critical", "mean"))


@given(situations, st.integers(1, 6), st.integers(1, 6), st.sampled_from(range(1, 7)))
def test_laws_of_one_blow(inputs, first, second, location_die):
    """Laws 2 to 4, 6, 9 and 10: margin, critical, location, misfire, the Agility cap and Piercing."""
    attack = ready(**inputs)
    blow = strike(attack, first, second, location_die)
    assert attack.arms.attribute != "Agility" or attack.arms.bonus <= attack.arms.damage
    assert not (blow.hit and blow.verdict == "misfire")
    for other in range(1, 7):
        elsewhere = strike(attack, first, second, other)
        assert (elsewhere.total, elsewhere.verdict) == (blow.total, blow.verdict)
    if blow.hit:
        plain, critical = attack.arms.raw(False, blow.margin), attack.arms.raw(True, blow.margin)
        assert critical - plain == attack.arms.damage
        assert blow.wounds == max(0, blow.raw - blow.reduction)
        pierced = strike(ready(**inputs, own_piercing="yes"), first, second, location_die)
        kept = strike(ready(**inputs, own_piercing="no"), first, second, location_die)
        armour = inputs["body"] if blow.location is Location.BODY else 0
        assert 0 <= pierced.wounds - kept.wounds <= min(2, armour)


@given(situations)
def test_magic_only_adds_misfires(inputs):
    """Law 6: what misfires without magic misfires with it too."""
    gun = {**inputs, "weapon": "musket"}
    calm, charged = ready(**{**gun, "magic": False}), ready(**{**gun, "magic": True})
    for first in range(1, 7):
        for second in range(1, 7):
            if strike(calm, first, second, 1).verdict == "misfire":
                assert strike(charged, first, second, 1).verdict == "misfire"


@pytest.mark.parametrize(
    ("wounds", "left", "overflow", "words"), [(12, 4, 0, "4 left"), (8, 0, 0, "0 left"), (5, 0, 3, "3 more")]
)
def test_what_is_left_of_the_target(wounds, left, overflow, words):
    """M15: Wounds stop at 0; what a hit takes beyond is told with its place."""
    answer = ATTACK.roll({**MARGUERITE, "target_wounds": wounds}, dice=[4, 5, 5])
    assert (answer["outcome"]["left"], answer["outcome"]["overflow"]) == (left, overflow)
    assert words in answer["sentence"]
    assert any("on the body" in step["text"] for step in answer["steps"]) is bool(overflow)


def test_the_chance_to_go_below_zero():
    """A01 again: 9 or more Wounds, 7/36, take a raider with 8 left below 0; uncounted there is no such chance."""
    assert ATTACK.odds({**MARGUERITE, "target_wounds": 8})["summary"]["critical_wound"]["fraction"] == "7/36"
    assert "critical_wound" not in ATTACK.odds(MARGUERITE)["summary"]


@pytest.mark.parametrize(
    ("dice", "rules"),
    [
        ((6, 5, 4), ["firearms#reload", "firearms#smoke"]),
        ((2, 1, 4), ["firearms#reload", "firearms#smoke"]),
        ((1, 1, 4), ["firearms#misfire", "firearms#clearing"]),
    ],
)
def test_what_a_shot_leaves_behind(dice, rules):
    """M15, M53, M55: a shot empties the gun and gives the shooter away, hit or miss; a misfire must be cleared."""
    steps = ATTACK.roll({"weapon": "musket", "skill": 4, "defence": 12, "distance": 10}, dice=dice)["steps"]
    assert [step["rule"].removeprefix("new-world/") for step in steps if "firearms" in step["rule"]] == rules


def test_a_bow_leaves_nothing_behind():
    """Neither loading nor smoke follows an arrow; a crossbow is empty, and silent."""
    for weapon, rules in (("longbow", []), ("light-crossbow", ["new-world/firearms#reload"])):
        steps = ATTACK.roll({"weapon": weapon, "distance": 10}, dice=[6, 5, 4])["steps"]
        assert [step["rule"] for step in steps if "firearms" in step["rule"]] == rules
