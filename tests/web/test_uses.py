"""From a rule to its calculators: a list beside the rule, each link to the nearest one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.client import soon
from tests.web.fixtures import Site, accessibility_problems, sideways
from tests.web.sample import code, markdown, widget, write
from tests.web.shelf import CHAPTERS, shelf
from widgets.web.pages import Book
from widgets.web.uses import SHOWN, calculators_by_rule


def calculator(name: str, number: int) -> dict[str, Any]:
    """A cell that shows a calculator of New World."""
    return code("x", widget(f'<section id="calc-{number}" class="rb-calc" data-resolver="new-world/{name}"></section>'))


def page(folder: Path, *cells: dict[str, Any]) -> str:
    """A page of New World made of these cells."""
    write(folder, "new-world", *cells, game="new-world")
    body = Book(folder).page("new-world")
    assert body is not None
    return body.plain.decode()


def test_a_rule_knows_the_calculators_that_rest_on_it() -> None:
    """By their own rule, and by the steps of their answers."""
    by_rule = calculators_by_rule("new-world")
    assert [each.name for each in by_rule["disarming-untrained"]] == ["disarm"]
    assert {"attack", "swift-attack"} <= {each.name for each in by_rule["attack-critical"]}
    assert "sheet" in {each.name for each in by_rule["attack-value-boxes"]}


def test_what_was_worked_out_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time it is read, and says the same."""
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path))
    monkeypatch.setattr("widgets.web.uses.stamp_of", lambda: "unchanged")
    calculators_by_rule.cache_clear()
    first = calculators_by_rule("new-world")
    kept = tmp_path / "unchanged.new-world.uses.json"
    assert set(json.loads(kept.read_text(encoding="utf-8"))) == set(first)
    calculators_by_rule.cache_clear()
    assert calculators_by_rule("new-world") == first
    kept.write_text('{"attack-roll": ["new-world/feint"]}', encoding="utf-8")
    calculators_by_rule.cache_clear()
    assert [each.name for each in calculators_by_rule("new-world")["attack-roll"]] == ["feint"]
    calculators_by_rule.cache_clear()


def test_links_lead_to_the_calculator_of_the_same_section(tmp_path: Path) -> None:
    """Or else to the first one of the page; one that stands nowhere is not linked to."""
    html = page(
        tmp_path,
        markdown("## <a id='attack'></a>Attack\n\n<a id='attack-critical'></a>**Critical.** Twice."),
        calculator("attack", 1),
        markdown("## <a id='higher-ground'></a>Ground\n\n<a id='higher-ground-lance'></a>**Lance.** Twice."),
        calculator("attack", 2),
        markdown("## <a id='firearms'></a>Guns\n\n<a id='firearms-misfire'></a>**Misfire.** Bang."),
    )
    beside = dict(re.findall(r'<p id="([\w-]+)".*?class="rb-uses".*?href="#([\w-]+)"', html, re.DOTALL))
    assert beside == {"attack-critical": "calc-1", "higher-ground-lance": "calc-2", "firearms-misfire": "calc-1"}
    assert ">Swift Attack</a>" not in html
    assert "<!--" not in html.partition("<main")[2]


def test_a_section_has_its_calculators_below_its_heading(tmp_path: Path) -> None:
    """The heading keeps its place and its id."""
    html = page(tmp_path, markdown("## <a id='disarming'></a>Disarming"), calculator("disarm", 1))
    assert re.search(r'<h2 id="disarming">Disarming</h2>.*?</div>\n<div class="rb-uses"', html)
    assert 'aria-label="Calculators for this section"' in html


def test_a_long_list_is_folded() -> None:
    """The first ones by name; a fold for the others, which never hides a single one."""
    book = Book(CHAPTERS).page("new-world")
    assert book is not None
    for found in re.findall(r'<div class="rb-uses".*?</div>', book.plain.decode(), re.DOTALL):
        first, _, more = found.partition("<details")
        count = len(re.findall("<li>", more))
        assert count != 1
        assert not more or f"<summary>{count} more</summary>" in more
        assert len(re.findall("<li>", first)) <= SHOWN + 1


def test_a_chapter_without_calculators_has_no_lists(tmp_path: Path) -> None:
    """And no traces of their places."""
    html = page(tmp_path, markdown("## <a id='attack'></a>Attack\n\n<a id='attack-roll'></a>Roll."))
    assert "rb-uses" not in html
    assert "<!--" not in html.partition("<main")[2]


@pytest.fixture(scope="module")
def shelves(serve: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The shelf, served."""
    return serve(shelf(tmp_path_factory.mktemp("shelf")), preheat=0)


@pytest.mark.parametrize("width", [320, 768, 1440])
def test_lists_stand_beside_or_below_and_never_over(new_page: Callable[..., Any], shelves: Site, width: int) -> None:
    """In the margin where there is one; nothing is covered, nothing sticks out, each link can be hit."""
    page = new_page(viewport={"width": width, "height": 900})
    page.goto(shelves.url + "new-world")
    assert sideways(page) <= 0
    rule, uses = page.locator("#attack-hit").bounding_box(), page.locator("#attack-hit + .rb-uses").bounding_box()
    if width == 1440:
        assert uses["x"] >= rule["x"] + rule["width"]
        assert abs(uses["y"] - rule["y"]) < 12
    else:
        assert uses["y"] >= rule["y"] + rule["height"] - 10
    over = page.evaluate(
        "() => { const boxes = [...document.querySelectorAll('.rb-uses')].map(one => one.getBoundingClientRect());"
        " return boxes.filter((box, place) => place && box.top < boxes[place - 1].bottom - 1).length; }"
    )
    assert over == 0
    small = page.locator(".rb-uses a, .rb-uses summary").evaluate_all(
        "all => all.filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 24).length"
    )
    assert small == 0


def test_a_link_leads_to_the_calculator(page: Any, shelves: Site) -> None:
    """On the same page, and the page knows where it is."""
    page.goto(shelves.url + "new-world")
    page.locator("#disarming-ties + .rb-uses a").click()
    assert page.locator(".rb-calc:target").get_attribute("data-resolver") == "new-world/disarm"


def test_the_address_of_a_rule_is_copied(new_page: Callable[..., Any], shelves: Site) -> None:
    """A click on its mark puts the whole address into the clipboard, goes there, and says so."""
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(shelves.url + "new-world")
    page.locator("#disarming-ties").hover()
    page.locator("#disarming-ties .rb-pilcrow").click()
    page.get_by_text("The address is copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == shelves.url + "new-world#disarming-ties"
    assert page.evaluate("location.hash") == "#disarming-ties"
    assert soon(lambda: page.locator(".rb-banner").inner_text() == "", 10)


def test_chapters_lead_on_and_back(page: Any, shelves: Site) -> None:
    """The crumbs lead up, the foot to the chapters before and after."""
    page.goto(shelves.url + "new-world")
    page.get_by_role("link", name="Next chapter Candlelight").click()
    page.wait_for_url(shelves.url + "candlelight")
    crumbs = page.get_by_role("navigation", name="You are here").get_by_role("link")
    assert crumbs.all_inner_texts() == ["Rulebook Companion", "Candlelight"]
    assert page.get_by_role("link", name="Next chapter").count() == 0
    page.get_by_role("link", name="Previous chapter New World").click()
    page.wait_for_url(shelves.url + "new-world")


def test_axe_finds_nothing_with_all_lists_open(page: Any, shelves: Site) -> None:
    """Folds included."""
    page.goto(shelves.url + "new-world")
    page.evaluate("document.querySelectorAll('.rb-uses details').forEach(fold => { fold.open = true; })")
    assert accessibility_problems(page) == []
