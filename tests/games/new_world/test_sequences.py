"""Known-true values of sequences: Swift Attacks, feint and attack, free attacks, blows until the foe falls."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import find
from companion.fields import specs
from companion.games.new_world.wounds_to_drop import mean_attacks
from companion.odds import Odds

SWIFT = find("new-world/swift-attack")
ONE = dict(SWIFT.example("one-smallsword").inputs)
TWO = dict(SWIFT.example("sword-and-knife").inputs)


def swift(**inputs):
    """The summary of a Swift Attack as exact fractions."""
    answer = SWIFT.odds(inputs)
    return {name: Fraction(entry["fraction"]) for name, entry in answer["summary"].items()}


SEQUENCES = [
    ("G72", ONE, "73/9"),
    ("G74", TWO, "43/6"),
    ("G75", TWO | {"ambidextrous": True}, "214/27"),
    ("G77", TWO | {"ambidextrous": True, "dual_wielder": True}, "491/54"),
    ("G78", TWO | {"same_foe": False}, "13/2"),
    ("G80", TWO | {"off_hand": "smallsword"}, "55/6"),
]


@pytest.mark.parametrize(("name", "inputs", "mean"), SEQUENCES, ids=[row[0] for row in SEQUENCES])
def test_swift_attack(name, inputs, mean):
    """Mean Wounds of two attacks."""
    assert swift(**inputs)["mean_wounds"] == Fraction(mean)


def test_both_and_either():
    """G72, G74: both hit, and at least one."""
    assert (swift(**ONE)["both"], swift(**ONE)["at_least_one"]) == (Fraction(169, 324), Fraction(299, 324))
    assert (swift(**TWO)["both"], swift(**TWO)["at_least_one"]) == (Fraction(65, 108), Fraction(103, 108))


PENALTIES = [
    # one or two weapons, other inputs, first attack, second at the same foe, second at another foe
    (ONE, {}, -2, -2, -3),
    (TWO, {}, -1, -2, -3),
    (TWO, {"first": "off hand"}, -2, -1, -2),
    (TWO, {"ambidextrous": True}, -1, -1, -2),
    (TWO, {"dual_wielder": True}, 0, -2, -3),
    (TWO, {"ambidextrous": True, "dual_wielder": True}, 0, -1, -2),
    (TWO, {"ambidextrous": True, "dual_wielder": True, "first": "off hand"}, -1, 0, -1),
]


@pytest.mark.parametrize(("base", "more", "first", "same", "other"), PENALTIES)
def test_penalties(base, more, first, same, other):
    """M44: the whole table of Swift Attack penalties."""
    for same_foe, second in ((True, same), (False, other)):
        inputs = base | more | {"same_foe": same_foe}
        two = SWIFT.prepare(SWIFT.read(inputs)[0])
        assert two.first.bonus - 6 == first
        assert two.second.bonus - 6 == second


def test_aim_helps_the_first_blow_only():
    """Q20: Aim before a Swift Attack counts for the first blow."""
    two = SWIFT.prepare(SWIFT.read(ONE | {"aim": True})[0])
    assert (two.first.bonus, two.second.bonus) == (5, 4)


def test_off_hand_weapons():
    """The off hand takes light melee weapons of Damage 3 or less, and the pistol; no two-handed main weapon."""
    (off_hand,) = [spec for spec in specs(SWIFT.situation) if spec.name == "off_hand"]
    options = {option.value for option in off_hand.options}
    assert options == {"improvised", "knife", "hatchet", "club", "smallsword", "pistol"}
    assert SWIFT.odds(TWO | {"weapon": "spear"})["refused"]["rule"] == "new-world/two-weapons#off-hand"


def test_pistol_in_the_off_hand():
    """G56: the off-hand pistol uses its own skill and Ranged Defence, at −2."""
    two = SWIFT.prepare(SWIFT.read(dict(SWIFT.example("sword-and-pistol").inputs))[0])
    assert (two.second.ranged, two.second.bonus, two.second.arms.damage) == (True, 2, 7)
    assert (
        SWIFT.odds(dict(SWIFT.example("sword-and-pistol").inputs))["summary"]["mean_second_wounds"]["fraction"]
        == "101/36"
    )


def test_feint():
    """G81: Marguerite's feint is won 287/432 of the time; feint and attack take 7537/972 Wounds on average."""
    feint = find("new-world/feint")
    summary = feint.odds(feint.example("marguerite").inputs)["summary"]
    assert (summary["won"]["fraction"], summary["mean_wounds"]["fraction"]) == ("287/432", "7537/972")


def test_feint_ties_fail():
    """Q17: a tied feint gains nothing."""
    feint = find("new-world/feint")
    inputs = {**feint.example("marguerite").inputs, "foe_total": 6}
    tied = feint.roll(inputs, dice=[3, 3, 3, 3, 4, 5, 5])
    won = feint.roll(inputs, dice=[3, 4, 3, 3, 4, 5, 5])
    assert (tied["measures"]["wounds"], won["measures"]["wounds"]) == (8, 10)


def test_feint_leaves_out_what_belongs_to_the_attack():
    """Q15: a runner is easier to hit, but no easier to feint; a talent bonus counts on both rolls."""
    feint = find("new-world/feint")
    base = dict(feint.example("marguerite").inputs)
    ran = feint.prepare(feint.read(base | {"target_ran": True})[0])
    assert (ran.lead, ran.won.bonus) == (2, 10)


def test_all_out_attack():
    """G83: All Out Attack, a certain hit for 17/2 Wounds on average."""
    attack = find("new-world/attack")
    summary = attack.odds({**attack.example("marguerite").inputs, "action": "All Out Attack"})["summary"]
    assert (summary["hit"]["fraction"], summary["mean_wounds"]["fraction"]) == ("1", "17/2")


def test_wounds_to_drop():
    """G84: a raider of 12 Wounds is down within 1 to 5 attacks with these chances."""
    drop = find("new-world/wounds-to-drop")
    (table,) = [t for t in drop.odds(drop.example("raider").inputs)["outcomes"] if t["name"] == "attacks"]
    known = ["1/18", "793/1296", "10705/11664", "552385/559872", "3352901/3359232"]
    assert [row["at_most"]["fraction"] for row in table["rows"]] == [*known, "1"]
    assert table["rows"][-1]["value"] is None


def test_wounds_to_drop_when_nothing_gets_through():
    """An attack that can take no Wounds never drops the foe: said in words, and no mean is given."""
    drop = find("new-world/wounds-to-drop")
    answer = drop.odds({"weapon": "unarmed", "might": 0, "endurance": 30})
    assert "never" in answer["sentence"]
    assert "mean_attacks" not in answer["summary"]


@settings(max_examples=30)
@given(st.dictionaries(st.integers(0, 5), st.integers(1, 5), min_size=2), st.integers(1, 12))
def test_mean_attacks_against_a_long_count(weights, wounds):
    """The closed mean equals the sum of the chances to be still standing after 0, 1, 2 … attacks."""
    one = Odds(weights)
    exact = mean_attacks(one, wounds)
    standing, mean = {0: 1.0}, 0.0
    for _ in range(600):
        mean += sum(standing.values())
        after = {}
        for lost, share in standing.items():
            for more, weight in one.items():
                if lost + more < wounds:
                    after[lost + more] = after.get(lost + more, 0) + share * weight / one.total
        standing = after
    assert exact is not None
    assert abs(float(exact) - mean) < 1e-6


FREE = find("new-world/free-attack")


@pytest.mark.parametrize(
    ("inputs", "refused"),
    [
        ({}, False),
        ({"disengaged": True}, True),
        ({"forced": True}, True),
        ({"able": False}, True),
        ({"occasion": "your foe moves, and stays in your reach"}, True),
        ({"occasion": "your foe moves, and stays in your reach", "slide_provokes": "yes"}, False),
        ({"all_out_defence": True}, False),
        ({"all_out_defence": True, "all_out_defence_free_attacks": "forbidden"}, True),
        ({"taken": 1}, False),
        ({"taken": 1, "free_attack_limit": "one"}, True),
    ],
)
def test_free_attack(inputs, refused):
    """M43 and its rulings both ways: who may make a free attack."""
    assert (FREE.odds(inputs)["refused"] is not None) is refused
