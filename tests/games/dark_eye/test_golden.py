"""Known-true values, each worked out apart from this program, with its id."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from companion import find
from companion.games.dark_eye.d20 import grades

ROWS = [json.loads(line) for line in (Path(__file__).parent / "golden.jsonl").read_text().splitlines()]


def of(key):
    """The golden rows that say something of one kind."""
    rows = [row for row in ROWS if key in row]
    return pytest.mark.parametrize("row", rows, ids=[row["id"] for row in rows])


def odds(row):
    """The odds answer for a row."""
    return find(f"dark-eye/{row['resolver']}").odds(row["inputs"])


def table(answer, name):
    """One table of odds: the chances by value, as text."""
    (found,) = [table for table in answer["outcomes"] if table["name"] == name]
    return {str(row["value"]): Fraction(row["fraction"]) for row in found["rows"]}


def test_every_row_is_used():
    """No row says nothing, and no id stands twice."""
    known = {
        "summary", "verdict", "rows", "outcome", "refused", "counts", "grades", "succeeds", "no_damage_of_hits",
        "first", "total",
    }  # fmt: skip
    assert all(known & set(row) for row in ROWS)
    assert len({row["id"] for row in ROWS}) == len(ROWS) > 110


@of("summary")
def test_summary(row):
    """Chances and means."""
    found = odds(row)["summary"]
    assert {name: found[name]["fraction"] for name in row["summary"]} == row["summary"]


@of("verdict")
def test_verdict(row):
    """How likely each ending is."""
    found = table(odds(row), "verdict")
    assert {value: found[value] for value in row["verdict"]} == {k: Fraction(v) for k, v in row["verdict"].items()}


@of("rows")
def test_rows(row):
    """Whole distributions, or single values of them."""
    for name, wanted in row["rows"].items():
        found = table(odds(row), name)
        assert {value: found[value] for value in wanted} == {k: Fraction(v) for k, v in wanted.items()}


@of("outcome")
def test_outcome(row):
    """What dice, or no dice, lead to."""
    answer = find(f"dark-eye/{row['resolver']}").roll(row["inputs"], seed=1, dice=row.get("dice"))
    assert answer["refused"] is None
    assert {name: answer["outcome"][name] for name in row["outcome"]} == row["outcome"]


@of("refused")
def test_refused(row):
    """What the rules do not allow, and by which rule."""
    assert odds(row)["refused"]["rule"] == row["refused"]


@of("counts")
def test_counts(row):
    """A check's results out of 8,000 throws; the criticals are not in the quality levels."""
    check = find("dark-eye/skill-check")
    ready = check.prepare(check.read(row["inputs"])[0])
    found = {"fail": 0, "botch": 0, "crit": 0, "quality": [0] * len(row["counts"]["quality"])}
    for passed, weight in ready.odds().items():
        if passed.result.critical:
            found["crit"] += weight
        elif passed.result.botched:
            found["botch"] += weight
        elif passed.result.succeeds:
            found["quality"][passed.quality - 1] += weight
        else:
            found["fail"] += weight
    assert found == row["counts"]


@of("grades")
def test_grades(row):
    """How one combat roll comes out."""
    found = {grade.value: Fraction(weight, 400) for grade, weight in grades(row["inputs"]["value"], "plain")}
    assert {name: found[name] for name in row["grades"]} == {k: Fraction(v) for k, v in row["grades"].items()}


@of("succeeds")
def test_succeeds(row):
    """How often one combat roll succeeds."""
    found = sum(weight for grade, weight in grades(row["inputs"]["value"], "plain") if grade.succeeds)
    assert Fraction(found, 400) == Fraction(row["succeeds"])


@of("no_damage_of_hits")
def test_no_damage_of_hits(row):
    """How many plain hits the armour swallows whole."""
    attack = find("dark-eye/attack")
    ready = attack.prepare(attack.read(row["inputs"])[0])
    plain = [(blow, weight) for blow, weight in attack.ways(ready) if blow.verdict == "hit"]
    swallowed = sum(weight for blow, weight in plain if not blow.damage)
    assert Fraction(swallowed, sum(weight for _, weight in plain)) == Fraction(row["no_damage_of_hits"])


@of("first")
def test_first(row):
    """The initiative of the first in the order."""
    answer = find("dark-eye/initiative").roll(row["inputs"], dice=row["dice"])
    assert answer["outcome"]["order"][0]["initiative"] == row["first"]


@of("total")
def test_total(row):
    """The value that is left after modifiers."""
    assert odds(row)["figures"]["modifier-stack"]["total"]["value"] == row["total"]
