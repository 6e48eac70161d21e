"""The feat table: every level and grade of the published table, its law, its gaps, its other readings."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find, house
from companion.errors import HouseRulesError, TableError
from companion.games.heroes_of_the_fall.feats import FeatRow, Grade, Join, feats, good_faces, validated
from tests.games.heroes_of_the_fall import oracle

STANDARD = feats("standard", "clamp")
TABLES = ("standard", "soft", "nested", "swapped")
FALL = st.tuples(*[st.integers(1, 8)] * 3)
LEVELS = oracle.rows("feat_table.csv")
GRADES = oracle.rows("grades.csv")
COLUMNS = {
    "minor": "Minor", "serious": "Serious", "mortal": "Mortal", "block or dodge": "Block/dodge",
    "parry or evade": "Parry/evade",
}  # fmt: skip


@pytest.mark.parametrize("row", LEVELS, ids=[f"level {row['Level']}" for row in LEVELS])
def test_each_level_has_its_faces_and_successes(row: dict[str, str]) -> None:
    """Faces of each die, all or any, and the number of throws that make it, as published."""
    level = int(row["Level"])
    answer = find("heroes-of-the-fall/feat-table").odds({"level": level})
    (shown,) = [each for each in answer["figures"]["feat-table"]["rows"] if each["level"] == level]
    assert [set(shown[colour]) for colour in ("red", "white", "blue")] == oracle.TABLE[level][1]
    assert shown["join"] == row["Join"].replace("one", "all" if level >= 0 else "any")
    assert shown["successes"] == int(row["Successes of 512"])
    assert oracle.chance(answer, "success") == Fraction(int(row["Successes of 512"]), 512)


@pytest.mark.parametrize("row", GRADES, ids=[f"level {row['Level']}" for row in GRADES])
def test_each_level_has_its_five_grades(row: dict[str, str]) -> None:
    """The published counts of 512."""
    found = oracle.verdicts(find("heroes-of-the-fall/feat").odds({"level": int(row["Level"])}))
    assert found == {name: Fraction(int(row[column]), 512) for name, column in COLUMNS.items()}


def test_the_line_that_the_book_promises() -> None:
    """At level 2: success 1/8; minor 3/32, serious 0, mortal 1/32, block or dodge 1/8, parry or evade 3/4."""
    answer = find("heroes-of-the-fall/feat").odds({"level": 2})
    assert answer["summary"]["success"]["fraction"] == "1/8"
    rows = {row["value"]: row["fraction"] for row in answer["outcomes"][0]["rows"]}
    assert rows == {
        "parry or evade": "3/4", "block or dodge": "1/8", "minor": "3/32", "serious": "0", "mortal": "1/32",
    }  # fmt: skip


@pytest.mark.parametrize("level", range(-8, 9))
def test_the_closed_form_is_a_law(level: int) -> None:
    """From 0 up each level halves the chance of success; from 0 down each halves the chance of failure."""
    half = Fraction(1, 2) ** (abs(level) + 1)
    assert Fraction(STANDARD.successes(level), 512) == (half if level >= 0 else 1 - half)


@pytest.mark.parametrize("level", range(-20, 21))
def test_the_grades_are_those_of_every_fall_tried(level: int) -> None:
    """The counts from bits against the rule put in plain words, fall by fall; levels past the ends too."""
    slow = Counter(oracle.grade(level, fall) for fall in oracle.EVERY_FALL)
    assert {grade.value: count for grade, count in STANDARD.counts(level).items() if count} == slow


@pytest.mark.parametrize("level", range(-8, 9))
def test_icepool_counts_the_same(level: int) -> None:
    """An independent library throws the three dice."""
    join, faces = oracle.TABLE[level]
    good = [icepool.d8.map(lambda face, allowed=allowed: face in allowed) for allowed in faces if allowed]
    joined = icepool.map(lambda *each: all(each) if join != "any" else any(each), *good)
    assert joined.probability(True) == Fraction(STANDARD.successes(level), 512)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("beyond", ("clamp", "outright"))
def test_harder_is_never_likelier(table: str, beyond: str) -> None:
    """The chance falls with the level in every table offered, and past its ends."""
    found = feats(table, beyond)
    chances = [found.successes(level) for level in range(-12, 13)]
    assert chances == sorted(chances, reverse=True)


def test_the_gap_between_2_and_3() -> None:
    """Red 7 with white 7 or 8 makes level 3 and not level 2: 16 throws; a hit at level 2 is never serious."""
    odd = [fall for fall in oracle.EVERY_FALL if STANDARD.made(3, fall) and not STANDARD.made(2, fall)]
    assert len(odd) == 16
    assert {fall[0] for fall in odd} == {7} and {fall[1] for fall in odd} == {7, 8}
    assert STANDARD.counts(2)[Grade.SERIOUS] == 0


def test_the_gap_between_minus_3_and_minus_2() -> None:
    """Red 2 with white 1 or 2 makes level −2 and not level −3: 16 throws."""
    odd = [fall for fall in oracle.EVERY_FALL if STANDARD.made(-2, fall) and not STANDARD.made(-3, fall)]
    assert len(odd) == 16
    assert {fall[0] for fall in odd} == {2} and {fall[1] for fall in odd} == {1, 2}


def test_elsewhere_the_table_is_nested() -> None:
    """Between every other pair of levels whatever makes the harder makes the easier."""
    for level in set(range(-8, 8)) - {2, -3}:
        assert not STANDARD.falls(level + 1) & ~STANDARD.falls(level), level


@pytest.mark.parametrize("level", [-8, -5, -3, -2, -1, 0, 1, 2, 3, 5, 8])
def test_the_grades_worsen_and_better_but_not_everywhere(level: int) -> None:
    """A serious wound or worse is no likelier at a harder level, except that level 2 has none that is only serious."""
    easier, harder = STANDARD.counts(level), STANDARD.counts(level + 1)
    worse = (Grade.SERIOUS, Grade.MORTAL)
    assert sum(harder[grade] for grade in worse) <= sum(easier[grade] for grade in worse)
    assert STANDARD.counts(3)[Grade.SERIOUS] > STANDARD.counts(2)[Grade.SERIOUS]


@given(FALL, st.integers(-12, 12), st.sampled_from(TABLES), st.sampled_from(("clamp", "outright")))
def test_the_margin_agrees_with_the_grade(fall: tuple[int, int, int], level: int, table: str, beyond: str) -> None:
    """Made by none, one, or two and more levels: minor, serious, mortal; missed by one: blocked; by more: parried."""
    found = feats(table, beyond)
    margin, grade = found.margin(level, fall), found.grade(level, fall)
    assert (margin >= 0) is grade.made is found.made(level, fall)
    expected = {-1: Grade.BLOCK, 0: Grade.MINOR, 1: Grade.SERIOUS}.get(
        margin, Grade.MORTAL if margin > 0 else Grade.PARRY
    )
    assert grade is expected


@pytest.mark.parametrize(
    ("table", "percents"),
    [
        ("soft", [50, 37.5, 25, 14.0625, 9.375, 6.25, 5.2734375, 1.5625, 0.1953125]),
        ("nested", [50, 37.5, 25, 12.5, 9.375, 6.25, 3.125, 2.34375, 1.5625]),
        ("swapped", [50, 25, 12.5, 6.25, 3.125, 1.5625, 0.78125, 0.390625, 0.1953125]),
    ],
)
def test_the_other_tables_have_the_odds_that_are_told_of_them(table: str, percents: list[float]) -> None:
    """Levels 0 to 8 as listed; the levels below 0 mirror them."""
    found = feats(table, "clamp")
    assert [100 * found.successes(level) / 512 for level in range(9)] == percents
    for level in range(1, 9):
        assert found.successes(level) + found.successes(-level) == 512


def test_swapped_dice_at_level_4_make_serious_wounds_at_level_2() -> None:
    """Minor 48, serious 8, mortal 8 there."""
    counts = feats("swapped", "clamp").counts(2)
    assert [counts[grade] for grade in (Grade.MINOR, Grade.SERIOUS, Grade.MORTAL)] == [48, 8, 8]


def test_the_nested_table_is_nested() -> None:
    """No throw makes a harder level and misses an easier one."""
    found = feats("nested", "clamp")
    assert all(not found.falls(level + 1) & ~found.falls(level) for level in range(-8, 8))


def test_a_ruling_chooses_the_table() -> None:
    """The same level under each."""
    odds = {table: find("heroes-of-the-fall/feat").odds({"level": 1, "feat_table": table}) for table in TABLES}
    found = {table: str(oracle.chance(answer, "success")) for table, answer in odds.items()}
    assert found == {"standard": "1/4", "soft": "3/8", "nested": "3/8", "swapped": "1/4"}


@pytest.mark.parametrize(
    ("level", "beyond", "success", "mortal"),
    [
        (9, "clamp", "1/512", "1/512"),
        (9, "outright", "0", "0"),
        (8, "clamp", "1/512", "1/512"),
        (8, "outright", "1/512", "0"),
        (-9, "clamp", "511/512", "255/256"),
        (-9, "outright", "1", "255/256"),
    ],
)
def test_levels_past_the_ends(level: int, beyond: str, success: str, mortal: str) -> None:
    """Read as the last level, or settled outright: then a hit at level 8 can only be minor."""
    answer = find("heroes-of-the-fall/feat").odds({"level": level, "beyond": beyond})
    assert str(oracle.chance(answer, "success")) == success
    assert str(oracle.verdicts(answer)["mortal"]) == mortal


def test_one_throw_shows_every_level_that_it_makes() -> None:
    """5, 8, 7 makes all up to level 0; 7, 8, 1 skips level 2; 1, 1, 1 makes none."""
    table = find("heroes-of-the-fall/feat-table")
    worked = table.roll({"level": 0}, dice=[5, 8, 7])
    assert worked["outcome"]["made"] == list(range(-8, 1))
    assert worked["verdict"]["value"] == "minor"
    gap = table.roll({"level": 2}, dice=[7, 8, 1])
    assert gap["outcome"]["made"] == [*range(-8, 2), 3]
    assert any(step["rule"] == "heroes-of-the-fall/feats#not-nested" for step in gap["steps"])
    assert [row["level"] for row in gap["figures"]["feat-table"]["rows"] if row["made"]] == [3, *range(1, -9, -1)]
    none = table.roll({"level": 0}, dice=[1, 1, 1])
    assert none["outcome"]["made"] == [] and none["measures"] == {"highest": -9}


def test_a_table_with_a_gap_is_refused() -> None:
    """Levels −1 and 1 without 0."""
    rows = {"-1": FeatRow(Join.ANY, "3-8"), "1": FeatRow(Join.ALL, "7-8")}
    with pytest.raises(TableError, match="0: there is a gap"):
        validated(rows)
    assert list(validated({**rows, "0": FeatRow(Join.ALL, "5-8")})) == [-1, 0, 1]


@pytest.mark.parametrize("written", ["9", "0-8", "8-7", "7-8,8", "x", "7–8", "-", "1-2-3", "²"])
def test_impossible_faces_are_refused(written: str) -> None:
    """Beyond the die, backwards, twice, or no number."""
    with pytest.raises(TableError, match="white"):
        good_faces(written, "white")


def test_faces_are_read() -> None:
    """A stretch, single ones, none."""
    assert good_faces("5-8", "red") == {5, 6, 7, 8}
    assert good_faces("2,4, 6", "red") == {2, 4, 6}
    assert good_faces("", "red") == frozenset()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"feat-table": {"3": {"red": "9"}}}, "feat-table.3: red"),
        ({"feat-table": {"3": {"red": "", "white": ""}}}, "no die is listed"),
        ({"feat-table": {"3": {"red": "1-8", "white": "1-8"}}}, "512 of 512 throws would make it"),
        ({"feat-table": {"10": {"join": "all", "red": "8", "white": "8", "blue": "8"}}}, "there is a gap"),
        ({"feat-table": {"hard": {"join": "all", "red": "8", "white": "8", "blue": "8"}}}, "whole number"),
        ({"feat-table-soft": {"4": {"blue": "0-3"}}}, "feat-table-soft.4: blue"),
        ({"locations": {"human-front-1": {"last": 4}}}, "should begin at 5"),
        ({"locations": {"human-front-98": {"last": 99}}}, "should end at 100"),
        ({"ranges": {"5-10": {"first": 6}}}, "should begin at 5"),
    ],
)
def test_house_rules_that_break_a_table_are_refused(changes: dict, said: str) -> None:
    """The message names the table, the row and the reason."""
    with pytest.raises(HouseRulesError, match=said):
        house.check(house.HouseRules("ours.toml", {"heroes-of-the-fall": changes}))


def test_a_gm_may_swap_a_level() -> None:
    """Under house rules the odds follow the new faces; afterwards the old ones are back."""
    level_8 = {"red": "7-8", "white": "8", "blue": "8"}
    rules = house.check(house.HouseRules("ours.toml", {"heroes-of-the-fall": {"feat-table": {"8": level_8}}}))
    feat = find("heroes-of-the-fall/feat")
    with house.under(rules):
        assert oracle.chance(feat.odds({"level": 8}), "success") == Fraction(2, 512)
    assert oracle.chance(feat.odds({"level": 8}), "success") == Fraction(1, 512)
