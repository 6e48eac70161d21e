"""The page as a reader meets it: readable before any script, on any width, in both themes, by keyboard, on paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.client import soon
from tests.web.fixtures import Site, accessibility_problems, sideways

PAGES = ["", "first", "second", "nowhere"]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(new_page: Callable[..., Any], site: Site, path: str, scheme: str) -> None:
    """Every page in both themes, its fold of contents open on a narrow screen too."""
    page = new_page(color_scheme=scheme)
    page.goto(site.url + path)
    assert accessibility_problems(page) == []
    page.set_viewport_size({"width": 360, "height": 700})
    for fold in page.locator("main summary").all():
        fold.click()
    assert accessibility_problems(page) == []


def test_axe_finds_nothing_with_strong_contrast(new_page: Callable[..., Any], site: Site) -> None:
    """A reader who asks the system for more contrast gets it."""
    page = new_page(contrast="more")
    page.goto(site.url + "first")
    assert accessibility_problems(page) == []
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


@pytest.mark.parametrize("path", PAGES)
def test_all_is_there_without_javascript(new_page: Callable[..., Any], site: Site, path: str) -> None:
    """Text, tables, contents and the calculators' stored results."""
    page = new_page(java_script_enabled=False)
    page.goto(site.url + path)
    assert page.locator("h1").is_visible()
    if path == "first":
        assert page.get_by_text("Nobody wins.").is_visible()
        assert page.locator("output").first.inner_text() == "twice is 6"
        assert page.locator(".rb-toc a", has_text="Of twins").is_visible()
        assert not page.locator(".rb-theme").is_visible()


@pytest.mark.parametrize("width", [320, 360, 768, 1440])
@pytest.mark.parametrize("path", PAGES)
def test_no_page_scrolls_sideways(new_page: Callable[..., Any], site: Site, path: str, width: int) -> None:
    """At no width, with and without the fold of contents open."""
    page = new_page(viewport={"width": width, "height": 800})
    page.goto(site.url + path)
    assert sideways(page) <= 0
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    assert sideways(page) <= 0


def test_a_wide_table_scrolls_inside_itself(new_page: Callable[..., Any], site: Site) -> None:
    """And only then it can be reached by keyboard, with a name."""
    page = new_page(viewport={"width": 360, "height": 800})
    page.goto(site.url + "first")
    table = page.locator(".rb-table")
    assert table.get_attribute("tabindex") is None
    page.evaluate("document.querySelector('.rb-table table').style.minWidth = '900px'")
    page.locator(".rb-table[tabindex='0']").wait_for()
    assert table.get_attribute("aria-label") == "Table, scrolls sideways"
    assert sideways(page) <= 0


def test_the_text_does_not_move(page: Any, site: Site) -> None:
    """No layout shift from first paint until scripts, styles and the first answer are there."""
    page.goto(site.url + "first")
    page.evaluate(
        "() => { window.moved = 0; new PerformanceObserver(list => list.getEntries().forEach("
        "entry => { window.moved += entry.value; })).observe({ type: 'layout-shift', buffered: true }); }"
    )
    page.locator("input").first.fill("8")
    page.get_by_text("twice is 16").wait_for()
    assert page.evaluate("window.moved") == 0


def test_a_first_visit_is_small(page: Any, site: Site) -> None:
    """Under ten requests, and under 50 kB together on their way, before anything is touched."""
    requests: list[Any] = []
    page.on("response", lambda response: requests.append(response.request))
    page.goto(site.url + "first")
    page.locator(".rb-find:not([hidden])").wait_for()
    assert 3 <= len(requests) < 9
    assert sum(request.sizes()["responseBodySize"] for request in requests) < 50_000


def test_the_theme_is_chosen_and_kept(new_page: Callable[..., Any], site: Site) -> None:
    """The button says what it does, the choice outlives the page and is there before the first paint."""
    page = new_page(color_scheme="light")
    page.goto(site.url + "first")
    button = page.get_by_role("button", name="Dark page")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert button.get_attribute("aria-pressed") == "false"
    button.click()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert button.get_attribute("aria-pressed") == "true"
    assert dark != light
    page.goto(site.url + "second")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    page.get_by_role("button", name="Dark page").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == light


def test_the_contents_follow_the_reading(page: Any, site: Site) -> None:
    """The section that is being read is marked, and only that one."""
    page.goto(site.url + "first")
    assert page.locator(".rb-toc [aria-current]").count() == 0
    page.evaluate("document.getElementById('ends').scrollIntoView({ behavior: 'instant' })")
    assert soon(lambda: page.locator(".rb-toc [aria-current]").all_inner_texts() == ["Ends"])
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.locator(".rb-toc:not(:has([aria-current]))").wait_for()


def test_an_address_shows_its_rule(page: Any, site: Site) -> None:
    """The heading is in view, and stands out."""
    page.goto(site.url + "first#ends")
    assert page.locator("h2#ends").evaluate("el => el.matches(':target')")
    top = page.locator("h2#ends").bounding_box()["y"]
    assert 0 <= top < 900
    plain = page.locator("h2#ties").evaluate("el => getComputedStyle(el).backgroundColor")
    assert page.locator("h2#ends").evaluate("el => getComputedStyle(el).backgroundColor") != plain


def test_links_written_as_in_a_notebook_jump_on_the_page(page: Any, site: Site) -> None:
    """A calculator's explanation links to rules so; a jump on the page must not load it anew."""
    page.goto(site.url + "first")
    page.evaluate(
        "() => { window.here = true; document.querySelector('output').innerHTML ="
        ' \'<a href="first.ipynb#ends">the rule</a> <a href="second.ipynb#more">elsewhere</a>\'; }'
    )
    page.get_by_text("the rule").click()
    assert page.url == site.url + "first#ends"
    assert page.evaluate("window.here") is True
    page.get_by_text("elsewhere").click()
    page.wait_for_url(site.url + "second#more")
    assert page.locator("h1").inner_text() == "Second things"


def test_the_page_can_be_walked_by_keyboard(page: Any, site: Site) -> None:
    """The first stop skips to the text; every stop is seen and large enough to be hit."""
    page.goto(site.url + "first")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the text"
    assert page.locator(".rb-skip").bounding_box()["height"] >= 24
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "text"
    names = []
    for _ in range(8):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            "() => { const el = document.activeElement, box = el.getBoundingClientRect(), style = getComputedStyle(el);"
            " return { name: el.getAttribute('aria-label') ?? el.name ?? el.textContent.trim(),"
            " height: box.height, ring: style.outlineStyle, opacity: style.opacity, inline: style.display }; }"
        )
        names.append(stop["name"])
        assert stop["ring"] != "none"
        assert stop["opacity"] == "1"
        assert stop["inline"] == "inline" or stop["height"] >= 20
    assert "Link to Ties" in names
    assert "bonus" in names


@pytest.mark.parametrize("width", [360, 1280])
def test_targets_are_large_enough(new_page: Callable[..., Any], site: Site, width: int) -> None:
    """24 pixels at least, but for links within a sentence."""
    page = new_page(viewport={"width": width, "height": 900})
    for path in PAGES:
        page.goto(site.url + path)
        page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
        small = page.evaluate(
            "() => [...document.querySelectorAll('a, button, summary')].filter(el => {"
            " const box = el.getBoundingClientRect();"
            " return box.height > 0 && box.height < 24 && getComputedStyle(el).display !== 'inline'"
            " && !el.matches('.rb-skip'); }).map(el => el.outerHTML)"
        )
        assert small == []


def test_the_page_on_paper(page: Any, site: Site) -> None:
    """Nothing but the book: no head, no contents, no theme; folds open, addresses shown."""
    page.goto(site.url + "first")
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend',"
        " '<details><summary>Fold</summary><p id=inside>Inside</p></details>')"
    )
    page.emulate_media(media="print")
    for chrome in (".rb-bar-top", ".rb-side", ".rb-toc-fold", ".rb-turn", ".rb-foot", ".rb-skip"):
        assert not page.locator(chrome).is_visible()
    assert page.locator("#inside").bounding_box()["height"] > 0
    address = page.locator("h2#ties").evaluate("el => getComputedStyle(el, '::after').content")
    assert address.replace('" "', "") == '"#ties"'
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")
