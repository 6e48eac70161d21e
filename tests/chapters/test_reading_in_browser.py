"""Every chapter for every reader: on narrow screens, with strong contrast, by finger, without motion, and on paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.client import soon
from tests.web.fixtures import Site, accessibility_problems, sideways

CHAPTERS = Path(__file__).parents[2] / "chapters"
GAMES = ["new-world", "heroes-of-the-fall", "fantasy-crux", "dark-eye", "darkmaster"]
MOST_PAGES = 45
OPEN = "for (const fold of document.querySelectorAll('main details')) fold.open = true"
SMALL = """() => [...document.querySelectorAll(
    "a, button, summary, select, input:not([type=checkbox], [type=radio])," +
    "label:has(> :is([type=checkbox], [type=radio]))")]
  .filter((target) => target.checkVisibility() && !target.matches(".rb-skip"))
  .filter((target) => getComputedStyle(target).display !== "inline")
  .map((target) => [target.getBoundingClientRect(), target.outerHTML.slice(0, 120)])
  .filter(([{ width, height }]) => width > 0 && (height < 23.99 || width < 23.99))
  .map(([{ width, height }, html]) => `${width} x ${height}: ${html}`)"""
MARKS = """() => [...document.querySelectorAll(".rb-head > [id], .rb-rule[id]")].map((place) => {
  const mark = (place.matches(".rb-rule") ? place : place.parentElement).querySelector(":scope > .rb-pilcrow");
  return [place.id, mark ? decodeURIComponent(mark.hash.slice(1)) : null, mark?.getAttribute("aria-label") ?? ""];
})"""


@pytest.fixture(scope="module")
def served(serve: Callable[..., Site]) -> Site:
    """The chapters of the house, served without a kernel kept ready: nobody here throws."""
    return serve(CHAPTERS, preheat=0)


def whole(page: Any, address: str) -> None:
    """Open a page with every calculator whole and every fold open."""
    page.goto(address)
    page.keyboard.press("F3")
    page.evaluate(OPEN)


@pytest.mark.parametrize("game", GAMES)
def test_a_chapter_fits_a_narrow_screen_and_a_finger(served: Site, new_page: Callable[..., Any], game: str) -> None:
    """At 320 px nothing scrolls sideways with all folds open, and whatever is pressed has 24 px each way."""
    page = new_page(viewport={"width": 320, "height": 640}, has_touch=True)
    whole(page, served.url + game)
    assert sideways(page) <= 0
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("game", GAMES)
def test_each_heading_and_each_rule_has_a_mark_that_leads_to_it(served: Site, page: Any, game: str) -> None:
    """With a name that says where it leads; there are no two of one address."""
    page.goto(served.url + game)
    marks = page.evaluate(MARKS)
    assert len(marks) > 60
    assert [found for found in marks if found[0] != found[1] or not found[2].startswith("Link to ")] == []
    assert len({name for name, *_ in marks}) == len(marks)


@pytest.mark.parametrize("options", [{"forced_colors": "active"}, {"contrast": "more"}], ids=["forced", "more"])
def test_strong_contrast_loses_nothing(served: Site, new_page: Callable[..., Any], options: dict[str, str]) -> None:
    """Controls have their edges, bars their length, the focus its ring; axe finds nothing.

    Forced colours are the reader's own, so that axe cannot judge them.
    """
    page = new_page(**options)
    whole(page, served.url + "new-world")
    calculator = page.locator(".rb-calc").first
    for part in (".rb-c-input", ".rb-c-throw"):
        edge = calculator.locator(part).first.evaluate(
            "part => [getComputedStyle(part).borderBlockStartStyle, getComputedStyle(part).borderBlockStartColor,"
            " getComputedStyle(part.parentElement).backgroundColor]"
        )
        assert edge[0] == "solid"
        assert edge[1] != edge[2]
    bar = page.locator(".rb-c-bar > span").first
    colours = "bar => [bar, bar.closest('.rb-calc, .rb-worked')].map(part => getComputedStyle(part).backgroundColor)"
    assert len(set(bar.evaluate(colours))) == 2
    calculator.locator(".rb-c-throw").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    ring = page.evaluate("() => getComputedStyle(document.activeElement).outline")
    assert re.search(r"\b(solid|auto)\b", ring)
    few = "text => text.querySelectorAll('.rb-live').forEach((live, place) => place > 2 && live.remove())"
    page.locator(".rb-text").evaluate(few)
    problems = accessibility_problems(page)
    assert [each for each in problems if "forced_colors" not in options or "color-contrast" not in each] == []


def test_nothing_moves_for_whom_motion_is_too_much(served: Site, new_page: Callable[..., Any]) -> None:
    """No transition and no animation anywhere on the page, and a jump is a jump."""
    page = new_page(reduced_motion="reduce")
    whole(page, served.url + "new-world")
    moving = page.evaluate(
        "() => [...document.querySelectorAll('body, body *')].filter((part) => {"
        " const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(part);"
        " return parseFloat(transitionDuration) > 0 || animationName !== 'none' || scrollBehavior === 'smooth';"
        " }).length"
    )
    assert moving == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_chapter_is_a_booklet_on_paper(served: Site, page: Any, game: str) -> None:
    """Of so many pages at most; folds that say something are open, those that do not are left out."""
    page.goto(served.url + game)
    paper = page.pdf(prefer_css_page_size=True)
    assert 10 < len(re.findall(rb"/Type\s*/Page\b", paper)) <= MOST_PAGES
    page.emulate_media(media="print")
    calculators = page.locator(".rb-calc")
    assert calculators.count() > 10
    kept = page.evaluate(
        "() => Object.fromEntries(Object.entries({ titles: '.rb-c-title', sentences: '.rb-c-sentence',"
        " empty: '.rb-c-group:not(:has([data-set]))', buttons: 'button', sliders: '.rb-c-slider', helps: '.rb-c-help',"
        " whatif: '.rb-c-whatif', unset: '.rb-c-group .rb-c-field:not([data-set])' }).map(([name, selector]) =>"
        " [name, [...document.querySelectorAll(`.rb-calc ${selector}`)].filter(p => p.checkVisibility()).length]))"
    )
    assert kept["titles"] == kept["sentences"] == calculators.count()
    assert {name for name, number in kept.items() if number} == {"titles", "sentences"}
    rule = page.locator(".rb-rule[id]").first
    address = rule.locator(".rb-pilcrow").evaluate("mark => getComputedStyle(mark, '::after').content")
    assert address.strip('"') in ("attr(href)", f"#{rule.get_attribute('id')}")


def test_what_is_set_is_on_paper(served: Site, page: Any) -> None:
    """A field in a fold that a reader sets is printed, with its value."""
    page.goto(served.url + "new-world")
    attack = page.locator(".rb-calc[data-resolver='new-world/attack']").first
    fold = attack.locator(".rb-c-group").first
    fold.locator("summary").click()
    number = fold.locator(".rb-c-number .rb-c-input").first
    number.fill("9")
    box = fold.locator(".rb-c-number").first
    assert soon(lambda: box.get_attribute("data-set") is not None, 60)
    page.emulate_media(media="print")
    assert box.is_visible()
    assert number.input_value() == "9"
