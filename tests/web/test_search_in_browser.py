"""The search as a reader meets it: by keyboard or finger, at once, forgiving, on any width, for everybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.client import Reader, soon
from tests.web.fixtures import Site, accessibility_problems, sideways
from tests.web.shelf import SEARCHES, shelf, wanted


@pytest.fixture(scope="module")
def shelves(serve: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The shelf, served."""
    return serve(shelf(tmp_path_factory.mktemp("shelf")))


def opened(page: Any, site: Site, path: str = "new-world") -> Any:
    """The page with its search open and ready."""
    page.goto(site.url + path)
    page.keyboard.press("/")
    page.locator("dialog.rb-search[open]").wait_for()
    return page


def box_of(page: Any) -> Any:
    """The field that is typed into."""
    return page.get_by_role("combobox", name="Search the book")


def closed(page: Any) -> None:
    """Close the search, and wait until it is."""
    page.keyboard.press("Escape")
    page.locator("dialog.rb-search:not([open])").wait_for(state="attached")


def typed(page: Any, text: str) -> Any:
    """The hits for a text, when they are there."""
    box_of(page).fill(text)
    page.locator("#rb-hits [role=option]").first.wait_for()
    return page.locator("#rb-hits [role=option]")


@pytest.mark.parametrize("key", ["/", "Control+k", "Meta+k"])
def test_a_key_opens_it(page: Any, shelves: Site, key: str) -> None:
    """From anywhere on the page, and what is typed next goes into it."""
    page.goto(shelves.url + "candlelight")
    page.keyboard.press(key)
    box = box_of(page)
    box.wait_for()
    assert soon(lambda: box.evaluate("el => el === document.activeElement"))
    page.keyboard.type("wax")
    page.locator("#rb-hits [role=option]").first.wait_for()
    assert box.input_value() == "wax"
    closed(page)
    assert not box.is_visible()


def test_a_slash_that_is_typed_into_a_field_stays_there(page: Any, shelves: Site) -> None:
    """Whoever types does not want to search."""
    page.goto(shelves.url + "candlelight")
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<input id=field aria-label=x>')")
    page.locator("#field").press("/")
    assert page.locator("#field").input_value() == "/"
    assert page.locator("dialog.rb-search").count() == 0


def test_the_button_opens_it_and_gets_the_focus_back(page: Any, shelves: Site) -> None:
    """It is there on every page, the one that does not exist included."""
    for path in ("", "new-world", "nowhere"):
        page.goto(shelves.url + path)
        page.get_by_role("button", name="Search").click()
        box_of(page).wait_for()
        page.get_by_role("button", name="Close").click()
        assert page.evaluate("document.activeElement.className") == "rb-find"


def test_nothing_of_it_is_loaded_before(page: Any, shelves: Site) -> None:
    """Neither its script nor the library nor the index; then each once, the index for ever."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    page.goto(shelves.url + "new-world")
    page.wait_for_load_state("networkidle")
    assert not [name for name in asked if re.search(r"search|\.json", name)]
    page.keyboard.press("/")
    typed(page, "prone")
    closed(page)
    page.keyboard.press("/")
    box_of(page).wait_for()
    loaded = [name for name in asked if re.search(r"search|\.json", name)]
    assert len(loaded) == len(set(loaded)) == 3


@pytest.mark.parametrize("search", SEARCHES, ids=lambda search: search["typed"])
def test_what_people_type_finds_what_they_mean(page: Any, shelves: Site, search: dict[str, str]) -> None:
    """Names from other games, mistyped words, beginnings, rows, calculators: among the first eight of the game."""
    opened(page, shelves)
    hits = typed(page, search["typed"])
    seen = hits.evaluate_all(
        "hits => hits.filter(hit => hit.hash).map(hit => ({ id: decodeURIComponent(hit.hash.slice(1)),"
        " kind: hit.className.match(/rb-hit-(\\w+)/)[1] }))"
    )
    index = page.evaluate("fetch(document.querySelector('.rb-find').dataset.index).then(answer => answer.json())")
    entries = [
        entry
        for place in seen
        for entry in index["entries"]
        if (entry["id"], entry["kind"]) == (place["id"], place["kind"])
    ]
    assert any(wanted(search, entry) for entry in entries), seen


def test_hits_are_grouped_by_game_the_own_one_first(page: Any, shelves: Site) -> None:
    """On each chapter's page its own game leads; the count says how many there are in all."""
    for path, first in (("new-world", "New World"), ("candlelight", "Candlelight")):
        opened(page, shelves, path)
        typed(page, "grapple")
        groups = page.locator("#rb-hits [role=group]")
        names = [page.locator(f"#{group.get_attribute('aria-labelledby')}").inner_text() for group in groups.all()]
        assert names[0] == first
        assert {"New World", "Candlelight"} <= set(names)
        assert soon(lambda: bool(re.fullmatch(r"\d+ hits in \d games", page.locator(".rb-search-count").inner_text())))


def test_all_hits_of_a_game_can_be_seen(page: Any, shelves: Site) -> None:
    """The last line of a group unfolds the rest, and the choice stays where it was."""
    opened(page, shelves)
    before = typed(page, "attack").count()
    more = page.locator(".rb-hit-more").first
    count = int(more.inner_text().split()[0])
    more.click()
    assert page.locator("#rb-hits [role=option]").count() == before + count - 1
    assert page.locator("#rb-hits [role=option][aria-selected=true]").count() == 1
    assert page.evaluate("document.activeElement.getAttribute('role')") == "combobox"


def test_it_is_used_by_keyboard_alone(page: Any, shelves: Site) -> None:
    """The first hit is chosen; arrows go round; Enter opens; the focus never leaves the field."""
    opened(page, shelves)
    hits = typed(page, "free attack")
    box = box_of(page)

    def chosen() -> str:
        name = box.get_attribute("aria-activedescendant")
        assert page.locator(f"#{name}").get_attribute("aria-selected") == "true"
        assert page.locator("#rb-hits [aria-selected=true]").count() == 1
        return str(name)

    first = chosen()
    assert box.get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    assert chosen() == hits.nth(1).get_attribute("id")
    page.keyboard.press("ArrowUp")
    assert chosen() == first
    page.keyboard.press("ArrowUp")
    assert chosen() == hits.last.get_attribute("id")
    page.keyboard.press("ArrowDown")
    assert chosen() == first
    place = hits.first.evaluate("hit => hit.hash")
    page.keyboard.press("Enter")
    assert not box.is_visible()
    assert page.evaluate("location.hash") == place
    assert page.locator(":target").count() == 1


def test_a_hit_opens_the_very_row_on_another_page(page: Any, shelves: Site) -> None:
    """It is in view and stands out."""
    opened(page, shelves, "candlelight")
    typed(page, "hide jerkin").filter(has_text="Table row").first.click()
    page.wait_for_url(shelves.url + "new-world#row-pieces-of-armour-hide-jerkin")
    row = page.locator("tr:target")
    assert "Hide jerkin" in row.inner_text()
    assert soon(lambda: 0 <= row.bounding_box()["y"] < 900)


def test_a_hit_opens_the_calculator_and_wakes_it(page: Any, shelves: Site) -> None:
    """It has the focus, so that the next key is for it; an example is set, also across pages."""
    opened(page, shelves)
    typed(page, "reload").filter(has_text="Calculator").first.click()
    assert soon(lambda: page.evaluate("document.activeElement.dataset.resolver") == "new-world/reload")
    assert soon(lambda: page.evaluate("document.documentElement.dataset.rbLive") == "live", 60)
    opened(page, shelves, "candlelight")
    typed(page, "brawler's fist").filter(has_text="Example").first.click()
    page.wait_for_url(re.compile(r"new-world#calc-attack-"))
    calculator = page.locator("section.rb-calc:target")
    assert soon(lambda: calculator.locator("[name=weapon]").input_value() == "unarmed", 60)


def test_results_come_while_one_types(page: Any, shelves: Site) -> None:
    """How long each letter took, searched and drawn, against 50 ms: printed, since machines differ."""
    opened(page, shelves)
    typed(page, "a")
    box = box_of(page)
    box.fill("")
    box.press_sequentially("opportunity attck grapple")
    page.locator("#rb-hits [role=option]").first.wait_for()
    took = page.evaluate("performance.getEntriesByName('rb-search').map(entry => entry.duration)")
    print(f"\nsearch: {len(took)} letters, slowest {max(took):.1f} ms, mean {sum(took) / len(took):.1f} ms (goal: 50)")
    assert len(took) >= 25


def test_nothing_found_is_said(page: Any, shelves: Site) -> None:
    """In words, and there is no empty list."""
    opened(page, shelves)
    typed(page, "prone")
    box_of(page).fill("zzzzqqqq")
    page.get_by_text("Nothing found for “zzzzqqqq”.").wait_for()
    assert box_of(page).get_attribute("aria-expanded") == "false"
    assert not page.locator("#rb-hits").is_visible()


def test_markup_that_is_typed_is_text(page: Any, shelves: Site) -> None:
    """What a reader types is shown, never run."""
    opened(page, shelves)
    typed(page, "<img src=x onerror=alert(1)> prone")
    assert page.locator(".rb-search img").count() == 0
    box_of(page).fill("<b>zzzzqqqq</b>")
    page.get_by_text("Nothing found for “<b>zzzzqqqq</b>”.").wait_for()


def test_a_failed_index_is_said_and_tried_again(page: Any, shelves: Site) -> None:
    """Opening the search once more asks anew."""
    page.route("**/search/*.json", lambda route: route.abort())
    page.goto(shelves.url + "candlelight")
    page.keyboard.press("/")
    page.get_by_text("The index could not be read.").wait_for()
    page.unroute("**/search/*.json")
    closed(page)
    page.keyboard.press("/")
    page.locator("dialog.rb-search[open]").wait_for()
    assert typed(page, "wax").count() >= 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing_with_the_search_open(
    new_page: Callable[..., Any], shelves: Site, scheme: str, width: int
) -> None:
    """With hits, without, and before anything is typed; nor does anything stick out."""
    page = opened(new_page(color_scheme=scheme, viewport={"width": width, "height": 800}), shelves, "candlelight")
    assert accessibility_problems(page) == []
    typed(page, "grapple")
    assert accessibility_problems(page) == []
    assert sideways(page) <= 0
    assert page.evaluate("document.querySelector('#rb-hits').scrollWidth <= innerWidth")
    small = page.locator("#rb-hits [role=option], .rb-search button").evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().height < 24).length"
    )
    assert small == 0
    box_of(page).fill("zzzzqqqq")
    page.get_by_text("Nothing found").wait_for()
    assert accessibility_problems(page) == []


def test_the_button_takes_no_room_from_the_text(page: Any, shelves: Site) -> None:
    """It is there before its script, so nothing moves."""
    page.goto(shelves.url + "candlelight")
    page.evaluate(
        "() => { window.moved = 0; new PerformanceObserver(list => list.getEntries().forEach("
        "entry => { window.moved += entry.value; })).observe({ type: 'layout-shift', buffered: true }); }"
    )
    page.keyboard.press("/")
    box_of(page).wait_for()
    assert page.evaluate("window.moved") == 0


def test_the_index_is_sent_packed_and_kept(shelves: Site) -> None:
    """Under the name of its content for ever; under an old name the present one, to be asked for again."""
    reader = Reader(shelves)
    page = reader.ask("candlelight").text
    address = re.search(r'data-index="/([^"]+)"', page)
    assert address is not None
    kept = reader.ask(address[1])
    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert kept.json["games"]["new-world"] == "New World"
    old = reader.ask("search/0123456789abcdef0123.json")
    assert (old.headers["Cache-Control"], old.json) == ("no-cache", kept.json)
