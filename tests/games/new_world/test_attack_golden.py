"""Known-true values of the attack: every distribution, and the odds for every sum that is needed."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from companion import find

ATTACK = find("new-world/attack")
ROWS = [json.loads(line) for line in (Path(__file__).parent / "golden.jsonl").read_text().splitlines()]

MARGUERITE = dict(ATTACK.example("marguerite").inputs)
ARCHER = {"weapon": "longbow", "skill": 4, "rank": 1, "might": 2, "agility": 4, "defence": 10, "distance": 20}
BRAWLER = {"weapon": "unarmed", "skill": 4, "rank": 1, "might": 3, "agility": 3, "defence": 10}


def odds(**inputs):
    """The odds answer, summary fractions as `Fraction`."""
    answer = ATTACK.odds(inputs)
    return {name: Fraction(entry["fraction"]) for name, entry in answer["summary"].items()}, answer


def counts(answer, measure="wounds"):
    """The distribution of a measure as ways out of 216."""
    (table,) = [table for table in answer["outcomes"] if table["name"] == measure]
    return {str(row["value"]): Fraction(row["fraction"]) * 216 for row in table["rows"]}


def by_numbers(row):
    """A golden row as inputs: its bonus, Defence, damage, attribute, armour and Piercing."""
    armour = {place.lower(): value for place, value in row["armour"].items()}
    given = {
        "weapon": "improvised" if row["flat"] else "smallsword",
        "rank": 0,
        "skill": row["bonus"],
        "defence": row["defence"],
        "own_damage": row["damage"],
        "own_attribute": "Might",
        "might": row["stat"],
        "street_fighting": bool(row["flat"]),
        "own_piercing": "yes" if row["piercing"] else "no",
        "endurance": row["endurance"],
        **{"head": 0, "arms": 0, "body": 0, "legs": 0, **armour},
    }
    if row["auto_crit"]:
        given |= {"weapon": "lance", "action": "Charge", "mounted": True, "skill": row["bonus"] - 2}
    return given


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_distribution(row):
    """The whole distribution of Wounds, hit, critical and mean, as worked out independently."""
    summary, answer = odds(**by_numbers(row))
    assert summary["hit"] == Fraction(row["hit"])
    assert summary["critical"] == Fraction(row["crit"])
    assert summary["mean_wounds"] == Fraction(row["mean"])
    assert counts(answer) == {wounds: Fraction(number) for wounds, number in row["counts"].items()}


BY_ID = {row["id"]: row for row in ROWS}
SITUATIONS = {
    "G35-aim": ("A02", MARGUERITE | {"aim": 1}),
    "G35-charge": ("A02", MARGUERITE | {"action": "Charge"}),
    "G36-all-out": ("A03", MARGUERITE | {"action": "All Out Attack"}),
    "G36-feint": ("A03", MARGUERITE | {"feint_won": True}),
    "G36-ran": ("A03", MARGUERITE | {"target_ran": True}),
    "G36-prone": ("A03", MARGUERITE | {"target_prone": True}),
    "G36-target-all-out": ("A03", MARGUERITE | {"target_all_out_attack": True}),
    "G38-limit": ("A05", MARGUERITE | {"target_all_out_defence": True, "shield": "buckler"}),
    "G41": ("A08", MARGUERITE | {"body": 5}),
    "G42": ("A09", MARGUERITE | {"head": 1, "arms": 1, "body": 1, "legs": 1}),
    "G44": ("K01", MARGUERITE | {"weapon": "knife", "other": -2}),
    "G45": ("K02", MARGUERITE | {"weapon": "knife", "other": -1}),
    "G47": ("L01", ARCHER),
    "G48-beyond": ("L02", ARCHER | {"distance": 61}),
    "G48-foe": ("L02", ARCHER | {"foe_in_reach": True}),
    "G48-runner": ("L02", ARCHER | {"target_ran": True}),
    "G48-prone": ("L02", ARCHER | {"target_prone": True}),
    "G48-heavy": ("L02", ARCHER | {"cover": "heavy"}),
    "G50": ("L04", ARCHER | {"distance": 61, "cover": "light"}),
    "G51-foe": ("L05", ARCHER | {"distance": 61, "foe_in_reach": True}),
    "G51-runner": ("L05", ARCHER | {"target_ran": True, "cover": "heavy"}),
    "G53": ("L07", ARCHER | {"agility": 3}),
    "G54": ("F01", ARCHER | {"weapon": "musket"}),
    "G56": ("F03", ARCHER | {"weapon": "pistol", "rank": 0, "other": -2, "distance": 1}),
    "G57": ("B01", BRAWLER),
    "G59": ("B03", BRAWLER | {"pugilist": True}),
    "G60": ("B04", BRAWLER | {"pugilist": True, "street_fighting": True}),
    "G62": ("B06", BRAWLER | {"weapon": "improvised", "street_fighting": True}),
    "G63": ("H01", ATTACK.example("lance-charge").inputs),
    "G65": ("H03", {**ATTACK.example("lance-charge").inputs, "action": "Standard Attack"}),
    "G66": ("O01", {**ATTACK.example("three-bandits").inputs, "attackers": 1}),
    "G68": ("O03", ATTACK.example("three-bandits").inputs),
    "G69": ("O04", {**ATTACK.example("three-bandits").inputs, "attackers": 4}),
    "G69-more": ("O04", {**ATTACK.example("three-bandits").inputs, "attackers": 9}),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_situation(name):
    """Each named situation comes to the golden distribution through its own modifiers."""
    row, inputs = SITUATIONS[name]
    summary, answer = odds(**inputs)
    assert summary["hit"] == Fraction(BY_ID[row]["hit"])
    assert summary["mean_wounds"] == Fraction(BY_ID[row]["mean"])
    assert counts(answer) == {wounds: Fraction(number) for wounds, number in BY_ID[row]["counts"].items()}


def test_marguerite_tails():
    """A01: 8 or more Wounds 1/3, 10 or more 5/36."""
    table = odds(**MARGUERITE)[1]["outcomes"][1]
    tails = {row["value"]: row["at_least"]["fraction"] for row in table["rows"]}
    assert (tails[8], tails[10]) == ("1/3", "5/36")


THROWS = [
    ("G01", (4, 5, 5), 15, 5, "hit", "Body", 8),
    ("G02", (4, 4, 5), 14, 4, "critical hit", "Body", 10),
    ("G03", (4, 5, 6), 15, 5, "hit", "Head", 8),
    ("G04", (6, 6, 6), 18, 8, "critical hit", "Head", 14),
    ("G05", (1, 3, 4), 10, 0, "hit", "Body", 3),
    ("G06", (2, 2, 1), 10, 0, "critical hit", "Legs", 6),
    ("G07", (1, 1, 4), 8, -2, "miss", "Body", 0),
    ("G08", (1, 2, 4), 9, -1, "miss", "Body", 0),
]


@pytest.mark.parametrize(("name", "dice", "total", "margin", "verdict", "location", "wounds"), THROWS)
def test_throw(name, dice, total, margin, verdict, location, wounds):
    """The worked example, throw by throw."""
    outcome = ATTACK.roll(MARGUERITE, dice=dice)["outcome"]
    assert outcome["total"] == total
    assert outcome["margin"] == margin
    assert (outcome["verdict"], outcome["location"], outcome["wounds"]) == (verdict, location, wounds)


NEEDED = [
    # id, N, hit, critical, misfire, misfire with magic, stray, stray on doubles, stray of a gun, with magic, margin
    ("G21", 2, "1", "1/6", "0", "0", "0", "0", "0", "0", "5"),
    ("G23", 4, "11/12", "5/36", "1/36", "1/12", "0", "0", "0", "0", "28/9"),
    ("G24", 5, "5/6", "1/9", "1/18", "1/6", "1/36", "1/36", "0", "0", "41/18"),
    ("G26", 7, "7/12", "1/12", "1/12", "11/36", "1/6", "1/18", "1/9", "0", "35/36"),
    ("G27", 8, "5/12", "1/12", "1/12", "13/36", "5/18", "1/18", "2/9", "1/18", "5/9"),
    ("G29", 10, "1/6", "1/18", "1/9", "7/18", "7/12", "1/12", "1/2", "2/9", "1/9"),
    ("G30", 11, "1/12", "1/36", "5/36", "5/12", "13/18", "1/9", "11/18", "1/3", "1/36"),
    ("G32", 13, "0", "0", "1/6", "4/9", "11/12", "5/36", "7/9", "1/2", "0"),
    ("G33", 14, "0", "0", "1/6", "4/9", "35/36", "5/36", "5/6", "5/9", "0"),
]


@pytest.mark.parametrize("row", NEEDED, ids=[row[0] for row in NEEDED])
def test_needed_sum(row):
    """For each sum that is needed: hit, critical, misfires, strays and the mean margin."""
    _, needed, hit, critical, misfire, magic, stray, doubles, gun_stray, gun_stray_magic, margin = row
    base = {"skill": 1, "rank": 0, "defence": needed + 1, "distance": 20, "into_melee": True, "other": 1}
    bow, _ = odds(weapon="longbow", **base)
    gun, _ = odds(weapon="musket", **base)
    near_magic, _ = odds(weapon="musket", magic=True, **base)
    damp, _ = odds(weapon="musket", powder="damp", **base)
    assert [bow["hit"], bow["critical"]] == [Fraction(hit), Fraction(critical)]
    assert "misfire" not in bow
    assert [gun["misfire"], near_magic["misfire"]] == [Fraction(misfire), Fraction(magic)]
    assert damp == near_magic
    assert [bow["stray"], gun["stray"], near_magic["stray"]] == [
        Fraction(each) for each in (stray, gun_stray, gun_stray_magic)
    ]
    ready = ATTACK.prepare(ATTACK.read({"weapon": "longbow", **base})[0])
    ways = list(ATTACK.ways(ready))
    on_doubles = sum(weight for blow, weight in ways if blow.verdict == "stray shot into an ally" and blow.raw > 8)
    assert Fraction(on_doubles, 216) == Fraction(doubles)
    assert Fraction(sum(max(0, blow.margin) * weight for blow, weight in ways), 216) == Fraction(margin)


def test_strays():
    """G86, G87: an ally's losses from stray longbow shots, with the ruling both ways."""
    shooter = ARCHER | {"into_melee": True, "defence": 10, "other": 0}
    for needed, chance, with_criticals, without in (
        (6, "1/12", "19/36", "5/12"),
        (8, "5/18", "29/18", "25/18"),
    ):
        inputs = shooter | {"defence": needed + 4}
        both, _ = odds(**inputs)
        assert both["stray"] == Fraction(chance)
        assert both["mean_ally_wounds"] == Fraction(with_criticals)
        assert odds(**inputs, stray_can_crit="no")[0]["mean_ally_wounds"] == Fraction(without)
