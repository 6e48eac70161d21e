"""Martial Moves: known-true values, every rung of each ladder, the rulings both ways, and the comparison."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from companion import find
from companion.games.darkmaster import disarm, feint, knock_down, lock
from companion.games.darkmaster.contest import Compared
from tests.games.darkmaster.capped import judged

DISARM, FEINT, KNOCK_DOWN, LOCK = (find(f"darkmaster/{name}") for name in ("disarm", "feint", "knock-down", "lock"))
NOBODY = {"both_fail": "nobody"}


def shares(resolver: Any, kind: Callable[[Any], Any], **inputs: Any) -> dict[Any, Fraction]:
    """How likely each kind of outcome is, by the fast count."""
    ready = resolver.prepare(resolver.read(inputs)[0])
    found: dict[Any, int] = {}
    for outcome, weight in resolver.ways(ready):
        found[kind(outcome)] = found.get(kind(outcome), 0) + weight
    whole = sum(found.values())
    return {key: Fraction(weight, whole) for key, weight in found.items()}


def slow_shares(module: Any, kind: Callable[[Any], Any], **inputs: Any) -> dict[Any, Fraction]:
    """The same over every pair of sequences with one follow-up."""
    ready = module.prepare(module.resolver.read(inputs)[0])

    def judge(compared: Compared) -> Any:
        return kind(module.judge(ready, compared))

    return judged(1, ready.contest, judge)


def summary(resolver: Any, **inputs: Any) -> dict[str, Fraction]:
    """Each entry of the summary."""
    return {name: Fraction(entry["fraction"]) for name, entry in resolver.odds(inputs)["summary"].items()}


def of_disarm(fate: Any) -> str:
    """The columns of the golden table."""
    if fate.compared.failed:
        return "failed"
    if fate.result in disarm.LOST:
        return "won critically" if fate.compared.critical else "won"
    if fate.compared.margin == 0:
        return "tie"
    return "lost critically" if fate.fumble else "lost"


@pytest.mark.parametrize(
    ("golden", "mine", "theirs", "exact", "near"),
    [
        ("K1", 20, 20, {"failed": "41/1000", "won": "9457849/20000000", "lost": "8689509/20000000"},
         {"won critically": "0.021753194439", "tie": "0.009027711121", "lost critically": "0.020851194439"}),
        ("K3", 70, 50, {"failed": "2/125", "won": "2448637/4000000", "lost": "1131953/4000000"},
         {"won critically": "0.046284406075", "tie": "0.007201010025", "lost critically": "0.035367083900"}),
        ("K4", 50, 70, {"failed": "13/500", "won": "1191921/4000000", "lost": "2351189/4000000"},
         {"won critically": "0.035959083900", "tie": "0.007201010025", "lost critically": "0.045062406075"}),
    ],
)  # fmt: skip
def test_disarm(golden: str, mine: int, theirs: int, exact: dict[str, str], near: dict[str, str]) -> None:
    """Exact where one chain is bounded, and to twelve digits where both are unlimited."""
    found = shares(DISARM, of_disarm, cmb=mine, foe_cmb=theirs, **NOBODY)
    assert {key: found[key] for key in exact} == {key: Fraction(text) for key, text in exact.items()}, golden
    for key, text in near.items():
        assert abs(found[key] - Fraction(text)) < Fraction(1, 10**12), golden
    assert sum(found.values()) == 1


@pytest.mark.parametrize(
    ("golden", "mine", "locked", "lost"),
    [("K6", 50, "2520901/5000000", "2349099/5000000"), ("K7", 70, "2662669/4000000", "1273331/4000000")],
)
def test_lock_capped(golden: str, mine: int, locked: str, lost: str) -> None:
    """The rule over every pair of sequences with one follow-up."""
    found = slow_shares(lock, lambda fate: fate.result, cmb=mine, foe_cmb=50, **NOBODY)
    assert found[lock.Result.FUMBLE] == {50: Fraction(13, 500), 70: Fraction(2, 125)}[mine]
    assert (found[lock.Result.LOCKED], found[lock.Result.LOST]) == (Fraction(locked), Fraction(lost)), golden


def test_knock_down_capped() -> None:
    """K9."""
    found = slow_shares(knock_down, lambda fate: fate.result, brawl=50, foe_brawl=50, **NOBODY)
    assert found == {
        knock_down.Result.FUMBLE: Fraction(13, 500),
        knock_down.Result.PRONE: Fraction(2475719, 5000000),
        knock_down.Result.NOTHING: Fraction(22591, 2500000),
        knock_down.Result.OFF_BALANCE: Fraction(2349099, 5000000),
    }


def test_feint_capped() -> None:
    """K10: margins of 1 to 19 and of 20 and more, both ways."""

    def kind(fate: Any) -> str:
        if fate.result in (feint.Result.FUMBLE, feint.Result.NOTHING):
            return str(fate.result)
        return f"{fate.result}, {'20 or more' if fate.bonus >= 20 else '1 to 19'}"

    found = slow_shares(feint, kind, deceive=50, foe_perception=50, half_action=False, **NOBODY)
    assert found == {
        "you fumble": Fraction(13, 500),
        "nobody gains a bonus": Fraction(22591, 2500000),
        "you gain the bonus, 1 to 19": Fraction(3080501, 20000000),
        "you gain the bonus, 20 or more": Fraction(54579, 160000),
        "your foe gains the bonus, 1 to 19": Fraction(3079551, 20000000),
        "your foe gains the bonus, 20 or more": Fraction(1263369, 4000000),
    }


@pytest.mark.parametrize("module", [disarm, feint, knock_down, lock], ids=lambda module: module.__name__[28:])
@pytest.mark.parametrize("both_fail", ["compare", "nobody"])
def test_fast_and_slow(module: Any, both_fail: str) -> None:
    """The fast count of each move lies within the cut tail of the listed die, whatever the ruling."""

    def kind(fate: Any) -> Any:
        return fate.result, fate.fumble, fate.compared.winner

    fast = shares(module.resolver, kind, both_fail=both_fail)
    slow = slow_shares(module, kind, both_fail=both_fail)
    bound = 2 * Fraction(1, 10) * Fraction(1, 20)
    assert all(abs(fast.get(key, Fraction(0)) - slow.get(key, Fraction(0))) <= bound for key in {*fast, *slow})


def test_missed_by_a_hair() -> None:
    """W9: 70 less 30 for Parry and 20 for the Martial weapon, 50 on the die, against 60 and 51."""
    answer = DISARM.roll({"cmb": 70, "parry": 30, "martial": True, "foe_cmb": 60}, dice=[50, 51])
    assert (answer["outcome"]["thrown"]["total"], answer["outcome"]["thrown"]["foe_total"]) == (110, 111)
    assert answer["sentence"] == "110 against 111: nothing happens."
    assert answer == {**DISARM.roll(DISARM.example("by-a-hair").inputs, dice=[50, 51])}


def test_a_tie_locks_both() -> None:
    """W10."""
    answer = LOCK.roll({"cmb": 50, "foe_cmb": 60}, dice=[61, 51])
    assert answer["outcome"]["thrown"]["total"] == answer["outcome"]["thrown"]["foe_total"] == 111
    assert answer["verdict"]["value"] == "both are Locked"


def test_a_tie_in_every_move() -> None:
    """A Lock for the Lock, nothing for the others; for a Knock Down the ruling says."""
    tie = {"dice": [50, 50]}
    assert DISARM.roll({"cmb": 50}, **tie)["verdict"]["value"] == "nothing happens"
    assert FEINT.roll({"half_action": False}, **tie)["verdict"]["value"] == "nobody gains a bonus"
    assert LOCK.roll({"cmb": 50}, **tie)["verdict"]["value"] == "both are Locked"
    assert KNOCK_DOWN.roll({}, **tie)["verdict"]["value"] == "nothing happens"
    lost = KNOCK_DOWN.roll({"knock_down_tie": "defender"}, **tie)
    assert (lost["verdict"]["value"], lost["steps"][-1]["rule"]) == ("you are off balance", "darkmaster/knock-down#tie")


@pytest.mark.parametrize(
    ("free_hand", "dice", "result", "fumble"),
    [
        (False, [60, 50], "the weapon drops", False),
        (False, [97, 60, 50], "the weapon lands out of reach", False),
        (True, [97, 60, 50], "you take the weapon", False),
        (False, [50, 97, 60], "your foe's Critical Success makes you fumble", True),
        (False, [1, 80, 50], "you fumble", True),
        (False, [50, 60], "nothing happens", False),
    ],
)
def test_every_rung_of_disarm(free_hand: bool, dice: list[int], result: str, fumble: bool) -> None:
    """With 50 against 50."""
    answer = DISARM.roll({"cmb": 50, "foe_cmb": 50, "free_hand": free_hand}, dice=dice)
    assert (answer["verdict"]["value"], answer["outcome"]["fumble"]) == (result, fumble)


def test_two_critical_failures() -> None:
    """By the letter the higher still wins and fumbles on top; under the other ruling nobody wins."""
    dice = [1, 70, 2, 90]
    cases: tuple[tuple[Any, dict[str, Any], str, str], ...] = (
        (DISARM, {"cmb": 50}, "the weapon drops", "you fumble"),
        (FEINT, {"half_action": False}, "you gain the bonus", "you fumble"),
        (KNOCK_DOWN, {}, "your foe is Prone", "you fumble"),
        (LOCK, {"cmb": 50}, "both are Locked", "you fumble"),
    )
    for resolver, inputs, letter, nobody in cases:
        first = resolver.roll(inputs, dice=dice)
        second = resolver.roll({**inputs, **NOBODY}, dice=dice)
        assert (first["verdict"]["value"], second["verdict"]["value"]) == (letter, nobody)
        assert first["outcome"]["fumble"] and second["outcome"]["fumble"]
        assert "and you fumble" in first["sentence"]


def test_one_fumble_at_most() -> None:
    """Whatever happens, a move says once that the Fumble Table is rolled on."""
    for resolver in (DISARM, FEINT, KNOCK_DOWN, LOCK):
        steps = resolver.roll({}, dice=[1, 90, 50])["steps"]
        assert sum(step["rule"] == "darkmaster/fumbles#by-rule" for step in steps) == 1


def test_feint_both_ways() -> None:
    """The margin is whoever's bonus; a failed feinter fumbles and still leaves the foe its margin."""
    assert FEINT.roll({"half_action": False}, dice=[60, 41])["sentence"] == (
        "110 against 91: you have +19 against your foe for the rest of the round."
    )
    lost = FEINT.roll({"half_action": False}, dice=[1, 90, 50])
    assert lost["outcome"]["bonus"] == 139
    assert lost["sentence"] == (
        "−39 against 100: your foe has +139 against you for the rest of the round, and you fumble."
    )


def test_feint_with_an_attack_costs_20() -> None:
    """A Full and a Half Action share the round, so the feinter's roll is 20 lower."""
    with_attack = summary(FEINT, deceive=70, foe_perception=50)
    alone = summary(FEINT, deceive=50, foe_perception=50, half_action=False)
    assert with_attack == alone
    assert summary(FEINT, deceive=70, foe_perception=50, martial=True)["bonus"] > alone["bonus"]


def test_feint_cap() -> None:
    """Without a limit the whole margin counts; under the other ruling no more than 50 of it."""
    inputs: dict[str, Any] = {"half_action": False}
    capped = {**inputs, "feint_cap": "capped"}
    assert FEINT.roll(inputs, dice=[97, 60, 41])["outcome"]["bonus"] == 116
    assert FEINT.roll(capped, dice=[97, 60, 41])["outcome"]["bonus"] == 50
    assert FEINT.roll(capped, dice=[60, 41])["outcome"]["bonus"] == 19
    free, limited = summary(FEINT, **inputs), summary(FEINT, **capped)
    assert limited["mean_bonus"] < free["mean_bonus"]
    assert limited["bonus"] == free["bonus"]
    slow = slow_shares(feint, lambda fate: fate.bonus * (fate.result is feint.Result.YOURS), **capped)
    assert abs(limited["mean_bonus"] - sum(bonus * chance for bonus, chance in slow.items())) < Fraction(1, 10)


def test_mean_bonus_of_both_sides() -> None:
    """Their difference is that of the skills; only where the totals alone decide."""
    found = summary(FEINT, deceive=90, foe_perception=50, half_action=False)
    assert found["mean_bonus"] - found["mean_foe_bonus"] == 40
    assert "mean_bonus" not in summary(FEINT, **NOBODY)


def test_lock_at_equal_skill() -> None:
    """Almost every other Lock fumbles: 13/500 and 0.469820394439."""
    found = summary(LOCK, cmb=50, foe_cmb=50, **NOBODY)
    assert abs(found["fumble"] - Fraction(13, 500) - Fraction("0.469820394439")) < Fraction(1, 10**12)
    assert Fraction(49, 100) < found["fumble"] < Fraction(1, 2)


def test_how_long_a_lock_lasts() -> None:
    """Each contest ends it unless it is a tie, or unless the winner keeps it: a geometric law, exact."""
    tie = summary(LOCK, cmb=50, foe_cmb=50)["tie"]
    assert summary(LOCK, cmb=50, foe_cmb=50)["mean_rounds"] == 1 / (1 - tie)
    table = LOCK.odds({"cmb": 50, "foe_cmb": 50})["outcomes"][1]
    rows = {row["label"]: Fraction(row["fraction"]) for row in table["rows"]}
    assert sum(rows.values()) == 1
    assert [rows[str(count)] for count in (1, 2, 3)] == [tie ** (count - 1) * (1 - tie) for count in (1, 2, 3)]
    keeps = summary(LOCK, cmb=50, foe_cmb=50, you_end=False)
    assert keeps["mean_rounds"] == 2 / (1 - tie)
    assert "mean_rounds" not in summary(LOCK, cmb=50, foe_cmb=50, you_end=False, foe_ends=False)


def test_the_contest_of_the_locked() -> None:
    """Full CMBs, no Parry and no bonus for starting; the winner decides, or the first ladder is climbed again."""
    locked = {"stage": "you are Locked already", "cmb": 70, "foe_cmb": 50}
    plain = summary(LOCK, **locked)
    assert plain["ends"] == 1 - plain["tie"]
    assert summary(LOCK, martial=True, **locked) == plain
    refused = LOCK.odds({**locked, "parry": 10})["refused"]
    assert refused["rule"] == "darkmaster/lock#locked"
    assert LOCK.roll(locked, dice=[30, 50])["verdict"]["value"] == "the Lock stays"
    assert LOCK.roll(locked, dice=[60, 50])["verdict"]["value"] == "the Lock is yours to end"
    assert LOCK.roll(locked, dice=[20, 50])["verdict"]["value"] == "the Lock is your foe's to end"
    ladder = {**locked, "lock_contest": "ladder"}
    assert LOCK.roll(ladder, dice=[60, 50])["verdict"]["value"] == "the Lock stays"
    assert LOCK.roll(ladder, dice=[20, 50])["verdict"]["value"] == "the action is lost, and you fumble"
    first = summary(LOCK, cmb=70, foe_cmb=50)
    assert summary(LOCK, **ladder)["ends"] == 1 - first["locked"]


@pytest.mark.parametrize(
    ("inputs", "like"),
    [
        ({"cmb": 70, "parry": 20}, {"cmb": 50}),
        ({"cmb": 50, "martial": True}, {"cmb": 70}),
        ({"cmb": 50, "net": True}, {"cmb": 70}),
        ({"cmb": 50, "prone": True}, {"cmb": 30}),
        ({"cmb": 50, "held": True}, {"cmb": 20}),
        ({"cmb": 50, "bruised": True}, {"cmb": 30}),
        ({"cmb": 50, "half_action": True}, {"cmb": 30}),
        ({"cmb": 50, "foe_prone": True}, {"cmb": 50, "foe_cmb": 30}),
        ({"cmb": 50, "foe_held": True}, {"cmb": 50, "foe_cmb": 20}),
        ({"cmb": 50, "foe_bruised": True}, {"cmb": 50, "foe_cmb": 30}),
        ({"cmb": 50, "other": 9, "foe_other": 4}, {"cmb": 59, "foe_cmb": 54}),
    ],
)
def test_modifiers_of_the_moves(inputs: dict[str, Any], like: dict[str, Any]) -> None:
    """Each by its name, for Disarm and for Lock."""
    for resolver in (DISARM, LOCK):
        found, other = summary(resolver, **inputs), summary(resolver, **like)
        assert found["fumble"] == other["fumble"]
        assert found["tie"] == other["tie"]


def test_a_feint_helps_a_disarm() -> None:
    """Its margin counts for the rest of the round."""
    assert summary(DISARM, cmb=50, feint=25) == summary(DISARM, cmb=75)


@pytest.mark.parametrize(
    ("name", "inputs", "rule"),
    [
        ("disarm", {"natural": True}, "darkmaster/disarm#win"),
        ("disarm", {"cmb": 40, "parry": 41}, "darkmaster/attack#parry"),
        ("lock", {"cmb": -5, "parry": 1}, "darkmaster/attack#parry"),
        ("lock", {"cmb": 40, "parry": 10, "held": True}, "darkmaster/conditions#held"),
        ("martial-moves", {"cmb": 40, "parry": 41}, "darkmaster/attack#parry"),
    ],
)
def test_refusals(name: str, inputs: dict[str, Any], rule: str) -> None:
    """With the reason and the rule."""
    answer = find(f"darkmaster/{name}").odds(inputs)
    assert answer["refused"]["rule"] == rule
    assert answer["sentence"].startswith("Not possible: ")


def test_a_beast_answers_with_its_attack() -> None:
    """The same numbers under the name of its CMB."""
    stacks = KNOCK_DOWN.odds({"beast": True})["figures"]["modifier-stack"]
    assert stacks[1]["base"]["label"] == "CMB of its attack"
    assert summary(KNOCK_DOWN, beast=True) == summary(KNOCK_DOWN)


def test_the_comparison_is_that_of_the_moves() -> None:
    """Each move's shares add up, and are those of its own calculator."""
    inputs = {"cmb": 60, "foe_cmb": 50, "brawl": 40, "deceive": 70, "martial": True, "net": True}
    rows = {row["move"]: row for row in find("darkmaster/martial-moves").odds(inputs)["figures"]["moves"]["rows"]}
    for row in rows.values():
        assert sum(Fraction(row[part]["fraction"]) for part in ("gain", "nothing", "harm")) == 1
    melee = {"cmb": 60, "foe_cmb": 50, "martial": True, "net": True}
    assert Fraction(rows["disarm"]["gain"]["fraction"]) == summary(DISARM, **melee)["disarmed"]
    assert Fraction(rows["lock"]["fumble"]["fraction"]) == summary(LOCK, **melee)["fumble"]
    assert Fraction(rows["feint"]["gain"]["fraction"]) == summary(FEINT, deceive=70, martial=True)["bonus"]
    harmed = shares(
        KNOCK_DOWN, lambda fate: fate.result is not knock_down.Result.PRONE and (fate.off_balance or fate.fumble),
        brawl=40, martial=True,
    )  # fmt: skip
    assert Fraction(rows["knock-down"]["harm"]["fraction"]) == harmed[True]
    assert [(row["takes"], row["phase"]) for row in rows.values()] == [
        ("Full Action", "Other Actions"),
        ("Half Action", "Melee"),
        ("Full Action", "Melee"),
        ("Full Action", "Other Actions"),
    ]
