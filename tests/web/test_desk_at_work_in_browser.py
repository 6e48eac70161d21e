"""The GM screen at work: turns, files, what is typed, what is wrong, and everybody who uses it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.client import soon
from tests.web.desk import PLAYED, Table, changed
from tests.web.fixtures import Site, accessibility_problems, sideways


def test_a_fight_goes_from_turn_to_turn(begun: Table) -> None:
    """The order by the game's rules, the blow in force on both sheets, its dice and rules in the log."""
    shown = begun.shown
    assert "Round 1" in shown["turn"]
    assert "Marguerite’s turn" in shown["turn"]
    assert shown["order"].index("Marguerite") < shown["order"].index("Raider chief")
    assert "Dice: 6 (first attack die), 5 (second attack die), 3 (location die)" in shown["log"]
    raider = begun.fight["combatants"][1]
    assert raider["marks"]["wounds"] < begun.kept["steps"][2]["fight"]["combatants"][1]["marks"]["wounds"]
    rule = begun.page.locator(".rb-g-log a.rb-c-rule").first.get_attribute("href")
    assert rule.startswith("new-world.ipynb#")
    begun.key("n", "n")
    assert begun.fight["turn"] == 2
    begun.key("n")
    assert begun.fight["round"] == 2


def entries(log: str) -> list[str]:
    """The lines of a log without the headings of its rounds."""
    return [line for line in log.splitlines() if line and line not in ("Round 1", "Before the fight")]


def test_a_file_carries_the_whole_fight_to_a_fresh_browser(
    begun: Table, new_page: Callable[..., Any], tmp_path: Path
) -> None:
    """Saved here, brought in there: the same fight, log, stat blocks; and one step back is what was there before."""
    begun.enter("Save as a stat block")
    path = begun.save(tmp_path)
    other = Table(new_page(), begun.url).sit()
    other.muster("Wolf")
    said = other.bring(path)
    assert "the fight, 1 stat blocks" in said
    assert other.fight == begun.fight
    mine, theirs = begun.shown, other.shown
    assert theirs["order"] == mine["order"]
    assert theirs["panel"] == mine["panel"]
    assert entries(theirs["log"])[1:] == entries(mine["log"])
    other.key("a")
    assert other.page.get_by_role("heading", name="Your own", exact=True).is_visible()
    saved, again = (json.loads(each.read_text(encoding="utf-8")) for each in (path, other.save(tmp_path / "other")))
    assert again["fight"] == saved["fight"]
    assert again["log"][:-1] == saved["log"]
    other.key("Escape", "Escape", "u")
    assert [one["name"] for one in other.fight["combatants"]] == ["Wolf"]


def test_a_file_that_cannot_be_used_changes_nothing(begun: Table, tmp_path: Path) -> None:
    """Damaged, of a later version, of no game here, with a value beyond its limits: each reason is said."""
    path = begun.save(tmp_path)
    before, kept = begun.shown, begun.kept
    torn = tmp_path / "torn.json"
    torn.write_text(path.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    presets = [{"title": "Giant", "side": "foes", "sheet": {"agility": 99}}]
    for file, words in (
        (torn, "no JSON"),
        (changed(path, "later.json", version=2), "version 1"),
        (changed(path, "unknown.json", game="chess"), "one of dark-eye"),
        (changed(path, "beyond.json", presets=presets), "presets[0].sheet.agility"),
    ):
        said = begun.bring(file)
        assert "everything stands as it was" in said
        assert words in said
    assert begun.kept == kept
    assert begun.shown == before


def test_nothing_typed_is_lost_when_the_panel_is_drawn_anew(begun: Table) -> None:
    """A half filled line, a half filled sheet: other changes leave them as they are."""
    note = begun.page.get_by_label("Note on Marguerite")
    note.fill("owes the chief a")
    begun.enter("One less: Wounds")
    assert note.input_value() == "owes the chief a"
    begun.key("Escape")
    begun.page.get_by_role("button", name="Sheet…").focus()
    begun.key("Enter")
    wits = begun.page.locator("[data-form=sheet] [data-field=wits] .rb-c-input")
    wits.fill("9")
    begun.key("Escape")
    begun.key("e")
    assert begun.page.locator("[data-form=sheet] [data-field=wits] .rb-c-input").input_value() == "9"
    begun.enter("Save the sheet")
    assert begun.fight["combatants"][0]["sheet"]["wits"] == 9


def test_a_stat_block_of_ones_own_is_kept_offered_and_taken_away(begun: Table) -> None:
    """It outlives a reload; taken away by mistake it comes back."""
    begun.select("Raider chief")
    begun.enter("Save as a stat block")
    begun.page.reload()
    begun.ready()
    begun.key("a")
    own = begun.page.get_by_role("button", name="Take away: Raider chief")
    assert own.is_visible()
    own.focus()
    begun.key("Enter")
    assert soon(lambda: own.count() == 0)
    begun.page.locator("[data-toast] button").click()
    assert soon(own.is_visible)
    add = begun.page.locator(".rb-g-own-block button").first
    add.focus()
    begun.key("Enter")
    assert begun.fight["combatants"][-1]["name"] == "Raider chief 2"
    assert begun.fight["combatants"][-1]["sheet"] == begun.fight["combatants"][2]["sheet"]


def test_a_wrong_value_is_told_at_its_field(begun: Table) -> None:
    """In words, with what would be accepted; nothing changes."""
    before = begun.kept
    field = begun.page.get_by_label("Wounds: by how much")
    field.fill("many")
    begun.key("Enter")
    error = begun.page.locator("#d-mark-c1-wounds-error")
    assert "“many” cannot be used. Give a whole number" in error.inner_text()
    assert field.get_attribute("aria-invalid") == "true"
    assert field.input_value() == "many"
    assert begun.kept == before
    field.fill("=3")
    begun.key("Enter")
    assert begun.fight["combatants"][0]["marks"]["wounds"] == 3


def test_what_takes_something_away_can_be_undone_at_once(begun: Table) -> None:
    """No question is asked; the toast brings it back."""
    before = begun.fight
    begun.enter("Remove Marguerite")
    toast = begun.page.locator("[data-toast]")
    assert "Marguerite is gone from the fight" in toast.inner_text()
    toast.get_by_role("button", name="Undo").click()
    begun.still()
    assert begun.fight == before


SMALL = """() => [...document.querySelectorAll(".rb-desk :is(.rb-g-button, .rb-g-input, .rb-g-who)")]
  .filter((each) => each.offsetParent && each.getBoundingClientRect().height < 43.5)
  .map((each) => each.outerHTML)"""


@pytest.mark.parametrize("width", [1600, 1024, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(new_page: Callable[..., Any], screen: Site, width: int, scheme: str) -> None:
    """No axe violation, nothing beyond the window, and targets that a thumb can hit."""
    page = new_page(viewport={"width": width, "height": 768}, color_scheme=scheme)
    table = Table(page, f"{screen.url}gm-screen").sit()
    table.muster(*PLAYED)
    assert accessibility_problems(page) == []
    table.key("n", "?", "f", "t")
    assert accessibility_problems(page) == []
    table.enter("Attack Raider")
    assert accessibility_problems(page) == []
    assert sideways(page) == 0
    table.key("Escape", "Escape", "Escape", "Escape", "a")
    assert accessibility_problems(page) == []
    assert page.evaluate(SMALL) == []


def test_without_scripts_the_page_says_what_it_needs(new_page: Callable[..., Any], screen: Site) -> None:
    """The text stays; the screen gives one sentence."""
    page = new_page(java_script_enabled=False)
    page.goto(f"{screen.url}gm-screen")
    assert page.get_by_text("This screen works with JavaScript").is_visible()
    assert page.locator(".rb-g-tools").is_hidden()
    assert page.get_by_role("heading", name="Nothing is lost").is_visible()


def test_each_result_is_spoken_once(begun: Table) -> None:
    """In one polite live region."""
    spoken = begun.page.locator("[data-spoken]")
    assert spoken.get_attribute("aria-live") == "polite"
    begun.key("n")
    assert soon(lambda: spoken.inner_text() == "Raider chief's turn.")


def test_what_is_typed_into_an_attack_survives_a_look_elsewhere(begun: Table) -> None:
    """Closed and opened again, the calculator is as it was; once the fight has gone on, it is filled anew."""
    begun.key("t")
    begun.enter("Attack Raider chief")
    skill = "#d-attack [data-field=skill] .rb-c-input"
    filled = begun.page.locator(skill).input_value()
    begun.page.locator(skill).fill("9")
    begun.key("Escape", "t")
    begun.enter("Attack Raider chief")
    assert begun.page.locator(skill).input_value() == "9"
    begun.key("Escape", "n", "n", "n", "t")
    begun.enter("Attack Raider chief")
    assert begun.page.locator(skill).input_value() == filled
