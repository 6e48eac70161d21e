"""Attacks: known-true values, worked look-ups, every modifier by its name, the anchors, and a GM's own table."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import find, house
from companion.games.darkmaster.attack_table import column, row_of
from companion.games.darkmaster.data import COLUMNS, DAMAGE_ROWS, ROW_LOWS, WEAPONS, Armour, Column, Severity
from companion.games.darkmaster.open_die import chance_at_least, read
from tests.games.darkmaster.capped import sequences

ATTACK = find("darkmaster/attack")
PLAIN = {"weapon": "arming-sword", "defence": 0, "own_clumsy": 0, "own_most": 175}
"""No fumble, no cap, nothing that changes the roll."""


def chances(**inputs: Any) -> dict[str, Fraction]:
    """The summary of an attack."""
    return {name: Fraction(entry["fraction"]) for name, entry in ATTACK.odds(inputs)["summary"].items()}


@pytest.mark.parametrize(
    ("golden", "armour", "exact"),
    [("A2", "na", ["1/4", "3/4", "951/1000", "1927/2000"]), ("A3", "la", ["1/10", "3/5", "17/20", "239/250"])],
)
def test_any_critical(golden: str, armour: str, exact: list[str]) -> None:
    """On the edged table at a net of 0, 50, 75 and 100."""
    found = [chances(**PLAIN, armour=armour, cmb=net)["critical"] for net in (0, 50, 75, 100)]
    assert found == [Fraction(text) for text in exact], golden


@pytest.mark.parametrize(
    ("golden", "result", "exact"),
    [
        ("A5", 140, ["59/2000", "11/100", "9/25", "61/100"]),
        ("A6", 150, ["49/2000", "247/5000", "13/50", "51/100"]),
    ],
)
def test_reaching_a_cap(golden: str, result: int, exact: list[str]) -> None:
    """How often a net of 0, 50, 75 and 100 reaches the highest result of a weapon."""
    assert [chance_at_least(result - net) for net in (0, 50, 75, 100)] == [Fraction(text) for text in exact], golden


def test_a_fumble_costs_hits() -> None:
    """A8: at a net of 70 with a Clumsy Range of 6 the criticals fall from 19/20 to 47/50."""
    assert chances(**PLAIN | {"own_clumsy": 6}, cmb=70)["critical"] == Fraction(47, 50)
    assert chances(**PLAIN, cmb=70)["critical"] == Fraction(19, 20)


@pytest.mark.parametrize(
    ("golden", "dice", "sentence"),
    [
        ("W1", [50, 44], "Result 100: 13 hit points and a Moderate critical (64 on its table)."),
        ("W3", [3, 20], "A fumble: 40 on the Fumble Table (75 or less)."),
        ("W4", [5, 20], "Result 35: a miss."),
    ],
)
def test_worked_look_ups(golden: str, dice: list[int], sentence: str) -> None:
    """A longsword with CMB 75 against DEF 25 and no armour; the examples are these throws."""
    inputs = {"weapon": "longsword", "cmb": 75, "defence": 25}
    assert ATTACK.roll(inputs, dice=dice)["sentence"] == sentence, golden
    assert sentence in {
        ATTACK.roll(example.inputs, dice=example.dice)["sentence"] for example in ATTACK.examples.values()
    }


def test_a_first_die_above_the_range_chains_down() -> None:
    """With a Clumsy Range of 3 a 3 fumbles and throws no chain; a 4 is taken away from."""
    inputs = {"weapon": "scimitar", "cmb": 100, "defence": 0}
    assert ATTACK.roll(inputs, dice=[3, 50])["outcome"]["blow"]["fumbled"]
    low = ATTACK.roll(inputs, dice=[4, 60])
    assert (low["outcome"]["total"], low["outcome"]["blow"]["fumbled"]) == (44, False)
    high = ATTACK.roll(inputs, dice=[97, 100, 3, 9])
    assert high["outcome"]["total"] == 300
    assert high["outcome"]["blow"]["result"] == 140


def test_fumble_only_on_a_miss() -> None:
    """Under the other ruling the roll is finished first, and a hit is a hit."""
    inputs = {**PLAIN, "own_clumsy": 8, "cmb": 100, "fumble_needs_miss": "miss"}
    assert ATTACK.roll(inputs, dice=[8, 1])["outcome"]["blow"]["severity"] == "Grievous"
    answer = ATTACK.roll({**inputs, "cmb": 20}, dice=[8, 1])
    assert answer["outcome"]["blow"] | {"result": 28, "fumbled": True} == answer["outcome"]["blow"]
    assert "within the Clumsy Range of 1 to 8" in " ".join(step["text"] for step in answer["steps"])
    found, automatic = chances(**inputs)["fumble"], chances(**inputs | {"fumble_needs_miss": "automatic"})["fumble"]
    assert found < automatic == Fraction(8, 100)
    assert chances(**inputs | {"cmb": -100})["fumble"] == Fraction(8, 100)


@settings(max_examples=8, deadline=None)
@given(
    st.integers(-60, 160),
    st.sampled_from(list(WEAPONS)[:30]),
    st.sampled_from([armour.value for armour in Armour]),
    st.sampled_from(["automatic", "miss"]),
)
def test_against_every_sequence(cmb: int, weapon: str, armour: str, ruling: str) -> None:
    """The slow twin: two follow-ups, each sequence struck by itself; only the cut tail may differ."""
    inputs = {"weapon": weapon, "cmb": cmb, "defence": 0, "armour": armour, "fumble_needs_miss": ruling}
    ready = ATTACK.prepare(ATTACK.read(inputs)[0])
    slow: dict[str, Fraction] = {"hit": Fraction(0), "critical": Fraction(0), "fumble": Fraction(0)}
    damage = Fraction(0)
    anchors = COLUMNS[f"{ready.weapon.column.value}-{armour}"]
    lowest_hit = min(anchors.hit or 999, anchors.damage)
    for faces, weight in sequences(1):
        share = Fraction(weight, 100**2)
        result = min(read(faces).total + ready.net, ready.weapon.most)
        hit = result >= lowest_hit
        fumbled = faces[0] <= ready.weapon.clumsy and (ruling == "automatic" or not hit)
        hit = hit and not fumbled
        slow["fumble"] += share * fumbled
        slow["hit"] += share * hit
        slow["critical"] += share * (hit and anchors.superficial is not None and result >= anchors.superficial)
        damage += share * (ready.cells[row_of(result)].damage if hit else 0)
    found = chances(**inputs)
    tail = Fraction(1, 10) * Fraction(1, 20)
    assert all(abs(found[name] - slow[name]) <= tail for name in slow)
    assert abs(found["mean_damage"] - damage) <= tail * 60


MODIFIERS = [
    ({"quality": "superior"}, 5),
    ({"quality": "masterwork"}, 15),
    ({"quality": "low"}, -10),
    ({"weapon": "longsword", "one_hand": True}, -10),
    ({"weapon": "whip", "second_line": True}, -20),
    ({"weapon": "two-handed-sword"}, 20),
    ({"weapon": "two-handed-sword", "parry": 10}, -10),
    ({"weapon": "long-spear", "set_spear": True}, 40),
    ({"own_shield": "full"}, -5),
    ({"own_shield": "wall"}, -15),
    ({"higher_ground": True}, 10),
    ({"prone": True}, -20),
    ({"held": True, "weapon": "short-sword"}, -30),
    ({"bruised": True}, -20),
    ({"half_action": True}, -20),
    ({"feint": 33}, 33),
    ({"other": -7}, -7),
    ({"parry": 30}, -30),
    ({"position": "at the flank"}, 15),
    ({"position": "behind"}, 30),
    ({"target_aiming": True}, 20),
    ({"target_prone": True}, 30),
    ({"target_stunned": True}, 20),
    ({"target_surprised": True}, 20),
    ({"target_held": True}, 30),
    ({"target_held": True, "held_def": "both"}, 60),
    ({"foe_parry": 25}, -25),
    ({"shield": "target"}, -15),
    ({"shield": "full"}, -25),
    ({"shield": "wall"}, -40),
    ({"shield": "net"}, -5),
    ({"shield": "full", "position": "behind"}, 30),
    ({"shield": "full", "position": "at the flank"}, -10),
    ({"shield": "full", "position": "at the flank", "shield_side": False}, 15),
    ({"foe_parry": 25, "position": "at the flank"}, 15),
    ({"foe_parry": 25, "position": "at the flank", "shield": "full"}, -35),
    ({"foe_parry": 25, "shield": "full", "target_surprised": True}, 20),
    ({"foe_parry": 25, "target_held": True}, 30),
    ({"weapon": "short-bow", "distance": 20}, 0),
    ({"weapon": "short-bow", "distance": 21}, -25),
    ({"weapon": "short-bow", "distance": 60}, -50),
    ({"weapon": "short-bow", "distance": 80}, -75),
    ({"weapon": "short-bow", "cover": "partial"}, -20),
    ({"weapon": "short-bow", "cover": "full"}, -50),
    ({"weapon": "short-bow", "target_prone": True}, -20),
    ({"weapon": "short-bow", "target_held": True}, 0),
    ({"weapon": "short-bow", "engaged": True}, -20),
    ({"weapon": "javelin", "engaged": True}, 0),
    ({"weapon": "javelin", "engaged": True, "readied": False}, -20),
    ({"weapon": "short-bow", "unprepared": True}, -10),
    ({"weapon": "short-bow", "aimed": 1}, 10),
    ({"weapon": "short-bow", "aimed": 9}, 40),
    ({"weapon": "short-bow", "aimed": 4, "engaged": True}, 20),
    ({"weapon": "short-bow", "target_engaged": True}, -20),
    ({"weapon": "short-bow", "target_engaged": True, "cover": "full"}, -50),
    ({"weapon": "short-bow", "target_engaged": True, "target_prone": True}, -40),
    ({"weapon": "short-bow", "engaged": True, "target_engaged": True}, -40),
    ({"weapon": "short-bow", "engaged": True, "target_engaged": True, "cover_vs_own_foe": "no"}, -20),
    ({"weapon": "short-bow", "foe_parry": 25}, 0),
    ({"weapon": "short-bow", "foe_parry": 25, "cover": "partial"}, -45),
    ({"weapon": "short-bow", "foe_parry": 25, "target_engaged": True}, -20),
    ({"weapon": "short-bow", "foe_parry": 25, "shield": "target"}, -30),
    ({"weapon": "short-bow", "foe_parry": 25, "shield": "net"}, 0),
    ({"weapon": "short-bow", "foe_parry": 25, "engaged": True, "target_engaged": True}, -65),
    ({"weapon": "short-bow", "foe_parry": 25, "engaged": True, "target_engaged": True, "magical": True}, -40),
    ({"weapon": "short-bow", "foe_parry": 25, "engaged": True, "target_engaged": True, "own_foe": False}, -40),
    ({"weapon": "short-bow", "shield": "wall"}, -50),
]


@pytest.mark.parametrize(("inputs", "added"), MODIFIERS, ids=[str(inputs) for inputs, _ in MODIFIERS])
def test_modifiers_by_name(inputs: dict[str, Any], added: int) -> None:
    """What each does to the roll or to the DEF, by itself and with others: the net changes by so much."""
    ready = ATTACK.prepare(ATTACK.read({"weapon": "arming-sword", "cmb": 60, "defence": 0, **inputs})[0])
    assert ready.net == 60 + added


def test_the_steps_tell_every_number() -> None:
    """Their values add up to the total, and the stacks to the net."""
    inputs = {
        "weapon": "longsword", "cmb": 80, "parry": 20, "one_hand": True, "higher_ground": True, "defence": 15,
        "shield": "full", "foe_parry": 10, "other": 3,
    }  # fmt: skip
    answer = ATTACK.roll(inputs, dice=[50])
    stack, defence = answer["figures"]["modifier-stack"]
    assert answer["outcome"]["total"] == 50 + stack["total"]["value"] - defence["total"]["value"]
    assert stack["base"]["value"] + sum(row["value"] for row in stack["rows"]) == stack["total"]["value"]
    rules = [step["rule"] for step in answer["steps"]]
    assert rules[0] == "darkmaster/attack#cmb"
    assert rules[-1] == "darkmaster/attack#table"


@pytest.mark.parametrize(
    ("inputs", "rule"),
    [
        ({"cmb": 40, "parry": 41}, "darkmaster/attack#parry"),
        ({"cmb": -10, "parry": 1}, "darkmaster/attack#parry"),
        ({"weapon": "flail", "cmb": 60, "parry": 31, "two_handed_parry": "half"}, "darkmaster/attack#parry"),
        ({"cmb": 60, "parry": 10, "held": True, "weapon": "dagger"}, "darkmaster/conditions#held"),
        ({"held": True, "weapon": "longsword"}, "darkmaster/conditions#held"),
        ({"held": True, "weapon": "javelin"}, "darkmaster/conditions#held"),
        ({"weapon": "short-bow", "distance": 81}, "darkmaster/modifiers#range"),
        ({"weapon": "long-spear", "set_spear": True, "parry": 5}, "darkmaster/modifiers#weapon"),
    ],
)
def test_refusals(inputs: dict[str, Any], rule: str) -> None:
    """With the reason and the rule; what stands just inside the limit is allowed."""
    assert ATTACK.odds(inputs)["refused"]["rule"] == rule
    assert ATTACK.odds({"weapon": "flail", "cmb": 60, "parry": 31})["refused"] is None


def test_a_negative_cmb_may_attack() -> None:
    """Nothing forbids it; there is just nothing to Parry with."""
    assert chances(cmb=-20, defence=0)["hit"] < Fraction(2, 5)


def test_backstab_ignores_armour() -> None:
    """Against the Surprised and the Held only; a Hand weapon adds to the critical roll on the Surprised."""
    dagger = {"weapon": "dagger", "cmb": 60, "defence": 0}
    heavy = {**dagger, "armour": "ha"}
    assert chances(**dagger, target_surprised=True) == chances(**heavy, target_surprised=True)
    assert chances(**dagger, target_held=True) == chances(**heavy, target_held=True)
    assert chances(**dagger) != chances(**heavy)
    assert ATTACK.roll({**dagger, "target_surprised": True}, dice=[50, 30])["outcome"]["after"] == 30 + 30 + 10
    assert ATTACK.roll({**dagger, "target_held": True}, dice=[50, 30])["outcome"]["after"] == 30 + 30


def test_tough_creatures_take_milder_criticals() -> None:
    """One severity less, two severities less; below Superficial nothing is left of it."""
    inputs = {**PLAIN, "cmb": 60}
    found = {
        tough: ATTACK.roll({**inputs, "tough": tough}, dice=[50, 30] if tough != "gone" else [50])["outcome"]["blow"]
        for tough in ("no", "heroic", "epic")
    }
    assert [blow["severity"] for blow in found.values()] == ["Grievous", "Moderate", "Light"]
    mild = ATTACK.roll({**inputs, "tough": "epic"}, dice=[20])["outcome"]["blow"]
    assert (mild["severity"], mild["damage"] > 0) == (None, True)


def test_an_unreliable_weapon_strikes_back() -> None:
    """A fumble with it says so."""
    steps = ATTACK.roll({"weapon": "ball-and-chain"}, dice=[2, 40])["steps"]
    assert steps[-1]["rule"] == "darkmaster/weapons#qualities"


@pytest.mark.parametrize("key", list(COLUMNS))
def test_columns_keep_their_anchors(key: str) -> None:
    """Where each thing begins, and the hit points at the four public results; neither ever falls as results rise."""
    table, _, armour = key.partition("-")
    cells, anchors = column(Column(table), Armour(armour)), COLUMNS[key]
    assert [cells[row_of(result)].damage for result in (100, 140, 150, 175)] == [
        anchors.at_100, anchors.at_140, anchors.at_150, anchors.at_175,
    ]  # fmt: skip
    assert min(low for low, cell in cells.items() if cell.damage) == anchors.damage
    assert min(low for low, cell in cells.items() if cell.hit) == min(anchors.hit or 999, anchors.damage)
    for severity in Severity:
        begins = getattr(anchors, severity.name.lower())
        found = [low for low, cell in cells.items() if cell.severity is severity]
        assert (min(found) if found else None) == begins
    ladder = [None, *Severity]
    ordered = [cells[low] for low in ROW_LOWS]
    for before, after in pairwise(ordered):
        assert before.damage <= after.damage
        assert ladder.index(before.severity) <= ladder.index(after.severity)
        assert before.hit <= after.hit


@pytest.mark.parametrize("table", ["edged", "blunt", "missile"])
def test_heavier_armour_is_hurt_earlier_and_struck_critically_later(table: str) -> None:
    """A law of these three tables."""
    columns = [COLUMNS[f"{table}-{armour.value}"] for armour in Armour]
    assert [each.damage for each in columns] == sorted((each.damage for each in columns), reverse=True)
    assert [each.superficial for each in columns] == sorted(each.superficial or 999 for each in columns)


@pytest.mark.parametrize(
    ("result", "low"), [(-50, 0), (10, 0), (35, 0), (36, 36), (40, 36), (41, 41), (100, 96), (175, 171), (400, 171)]
)
def test_rows(result: int, low: int) -> None:
    """Five results to a row, the last one open upwards."""
    assert row_of(result) == low


def test_what_is_ours_says_so() -> None:
    """Hit points between the anchors are ours, and the steps tell; at an anchor they are public."""
    ours = ATTACK.roll({**PLAIN, "cmb": 30}, dice=[50, 1])["steps"]
    public = ATTACK.roll({**PLAIN, "cmb": 50}, dice=[50, 1])["steps"]
    assert any("drawn in by us" in step["text"] for step in ours)
    assert any("a public anchor" in step["text"] for step in public)
    assert all(getattr(row, f"r{low}") is None for row, low in product(DAMAGE_ROWS.values(), ROW_LOWS))


def test_a_gm_fills_the_table_in() -> None:
    """Hit points by row, thresholds by column: from the house-rules file to odds and steps."""
    rows = {"edged-na": {"r76": 9, "r61": 2}}
    tables = {"attack_damage": rows, "attack_columns": {"edged-na": {"light": 91}}}
    rules = house.HouseRules("mine", {"darkmaster": tables})
    before = chances(**PLAIN, cmb=30)
    with house.under(house.check(rules)):
        answer = ATTACK.roll({**PLAIN, "cmb": 30}, dice=[48, 1])
        assert answer["outcome"]["blow"]["damage"] == 9
        assert any("from your own table" in step["text"] for step in answer["steps"])
        assert ATTACK.roll({**PLAIN, "cmb": 12}, dice=[50])["outcome"]["blow"]["damage"] == 2
        assert ATTACK.roll({**PLAIN, "cmb": 38}, dice=[50, 1])["outcome"]["blow"]["severity"] == "Superficial"
        assert chances(**PLAIN, cmb=30)["mean_damage"] != before["mean_damage"]
    assert chances(**PLAIN, cmb=30) == before


def test_own_values_for_the_weapon() -> None:
    """Another table, Clumsy Range, highest result and fumble modifier."""
    inputs = {"own_column": "beast", "own_clumsy": 2, "own_most": 120, "own_fumble": 7, "cmb": 200, "defence": 0}
    assert ATTACK.roll(inputs, dice=[50, 1])["outcome"]["blow"]["result"] == 120
    assert chances(**inputs)["fumble"] == Fraction(2, 100)
    assert ATTACK.roll(inputs, dice=[1, 50])["outcome"]["after"] == 57
