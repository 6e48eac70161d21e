"""Answers as HTML and text: every number of the engine's, each with its exact fraction."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from companion import find
from companion.errors import CompanionError
from tests.widgets.test_html import Reader
from widgets import results
from widgets.links import href, rule_link, words
from widgets.text import columns, odds_text, roll_text

ATTACK, DISARM = "new-world/attack", "new-world/disarm"


@pytest.fixture
def odds() -> dict[str, Any]:
    """The odds of the chapter's example."""
    resolver = find(ATTACK)
    return resolver.odds(resolver.example("marguerite").inputs)


def test_odds_show_fraction_percentage_and_bar(odds: dict[str, Any]) -> None:
    """Every row of every table."""
    drawn = results.odds(odds, {}, "new-world")
    text = Reader(drawn).text
    for table in odds["outcomes"]:
        for row in table["rows"]:
            assert row["fraction"] in text
    assert "13.89 %" in text
    assert "width:77.8%" in drawn
    assert "mean 6.28, most likely 6" in text


def test_at_least_and_at_most_stand_beside_exactly(odds: dict[str, Any]) -> None:
    """Three columns for a measure, of which a calculator shows one."""
    drawn = results.odds(odds, {}, "new-world")
    wounds = next(table for table in odds["outcomes"] if table["name"] == "wounds")
    for name in ("exactly", "at_least", "at_most"):
        assert drawn.count(f'"rb-c-chance rb-c-{name}"') == len(wounds["rows"])


def test_the_summary_is_at_a_glance(odds: dict[str, Any]) -> None:
    """Each chance and mean, exact beside it."""
    text = Reader(results.summary(odds)).text
    for each in odds["summary"].values():
        assert each["label"] in text
        assert each["fraction"] in text


def test_a_measure_without_a_mean_is_shown() -> None:
    """What may not happen within the rounds looked at has no mean."""
    given = find("new-world/wounds-to-drop").odds({})
    drawn = Reader(results.odds(given, {}, "new-world")).text
    assert "not yet" in drawn
    assert "not yet" in odds_text(given)


def test_a_changed_number_changes_html_and_text(odds: dict[str, Any]) -> None:
    """The stored page cannot stay as it was when the engine's numbers change."""
    changed = copy.deepcopy(odds)
    changed["outcomes"][0]["rows"][0] |= {"fraction": "6/36", "percent": 16.67}
    assert results.odds(changed, {}, "new-world") != results.odds(odds, {}, "new-world")
    assert odds_text(changed) != odds_text(odds)


def test_a_long_fraction_is_cut_on_the_screen_only() -> None:
    """The whole of it is there, and in the title."""
    long = "123456789012345/987654321098765"
    given = {"summary": {"hit": {"label": "Hit", "kind": "chance", "fraction": long, "percent": 12.5}}}
    drawn = results.summary(given)
    assert drawn.count(long) == 2
    assert "rb-c-long" in drawn


def test_an_explanation_is_a_list_of_steps_with_links() -> None:
    """Steps in order, dice as pictures with a text of their own."""
    thrown = find(ATTACK).roll({}, dice=[4, 5, 5])
    drawn = results.explanation(thrown, {}, "new-world")
    found = Reader(drawn)
    assert found.tags.count("svg") == 3
    assert ("aria-label", "first attack die: 4") in found.attributes
    assert [step["text"] for step in thrown["steps"] if step["text"] not in found.text] == []
    assert ("href", "#attack-location") in found.attributes


def test_refusals_and_ignored_inputs_are_told() -> None:
    """Why the rules say no, with a link; what was set but does not count, by its label."""
    refused = find(DISARM).odds({"natural": True})
    drawn = results.odds(refused, {}, "new-world")
    assert "cannot be disarmed" in drawn
    assert 'href="#disarming-natural"' in drawn
    ignored = find(DISARM).odds({"lacking_advanced": True})
    assert "Set, but not counted: That group is advanced" in results.odds(
        ignored, {"lacking_advanced": "That group is advanced"}, "new-world"
    )
    assert "Not counted: lacking_advanced" in odds_text(ignored)


def test_what_if_tells_direction_in_sign_and_arrow() -> None:
    """Never by colour alone; what is not possible is said."""
    text = Reader(results.what_if(find(DISARM).what_if({}))).text
    assert "▲ +11.27" in text
    assert "▼ −10.8" in text
    assert "not possible" in text
    nothing = Reader(results.what_if({"headline": None, "rows": []})).text
    assert "nothing to compare" in nothing


def test_what_if_nothing_would_change() -> None:
    """A certain thing stays certain."""
    headline = {"name": "hit", "label": "Hit", "kind": "chance", "fraction": "1"}
    assert "No single step would change “Hit” (100 %)" in results.what_if({"headline": headline, "rows": []})


def test_a_throw_as_text() -> None:
    """Sentence, dice, numbered steps with the address of each rule."""
    thrown = find(ATTACK).roll({}, dice=[4, 5, 5])
    lines = roll_text(thrown).splitlines()
    assert lines[0] == thrown["sentence"]
    assert lines[1] == "Dice: 4 (first attack die), 5 (second attack die), 5 (location die)"
    assert lines[2].startswith(" 1. ")
    assert lines[2].endswith("[new-world/attack#roll]")


def test_columns_are_aligned() -> None:
    """Numbers to the right, no space at a line's end."""
    assert columns([["a", "1"], ["long", "10"]], right=[1]) == ["a      1", "long  10"]
    assert columns([]) == []


def test_links_to_rules() -> None:
    """On the same page a jump, else the other chapter's notebook; no address, no link."""
    assert href("new-world/disarming#ties", "new-world") == "#disarming-ties"
    assert href("new-world/disarming", "heroes-of-the-fall") == "new-world.ipynb#disarming"
    assert words("new-world/free-actions#leaving-reach") == "free actions: leaving reach"
    assert rule_link("", "new-world") == ""
    assert rule_link("no address", "new-world") == ""
    with pytest.raises(CompanionError):
        href("no address", "new-world")
