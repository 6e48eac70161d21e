"""When a page's calculators wake and sleep by themselves: full houses, idle pages, lost and restored connections."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.client import Reader, soon
from tests.web.fixtures import Site
from tests.web.sample import small_book
from tests.web.test_live_in_browser import shows, state
from widgets.web import handlers


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small book."""
    return small_book(tmp_path_factory.mktemp("book"))


def test_a_page_that_found_no_seat_tries_again_by_itself(
    new_page: Callable[..., Any], serve: Callable[..., Site], book: Path
) -> None:
    """What was typed is answered as soon as a seat is free, without another touch."""
    site = serve(book, preheat=0, most_kernels=1)
    other, page = Reader(site), new_page()
    taken = other.start("first").json["kernelId"]
    page.clock.install()
    page.goto(site.url + "first")
    page.locator("input").nth(1).fill("5")
    note = page.locator(".rb-note").nth(1)
    page.clock.run_for(500)
    assert soon(lambda: "will try again by itself" in note.inner_text())
    other.end(taken)
    page.clock.run_for(1300 * handlers.TRY_AGAIN)
    assert shows(page, 1, "twice is 10")
    assert soon(lambda: note.inner_text() == "")


def test_a_touch_elsewhere_takes_the_message_with_it(
    new_page: Callable[..., Any], serve: Callable[..., Site], book: Path
) -> None:
    """The line stands at the calculator that was touched last."""
    site = serve(book, preheat=0, most_kernels=0)
    page = new_page()
    page.goto(site.url + "first")
    notes = page.locator(".rb-note")
    for touched in (0, 1):
        page.locator("input").nth(touched).click()
        assert soon(lambda touched=touched: "in use" in notes.nth(touched).inner_text())  # type: ignore[misc]
        assert notes.nth(1 - touched).inner_text() == ""


def test_a_page_that_nobody_uses_falls_asleep_and_wakes_at_a_touch(
    new_page: Callable[..., Any], serve: Callable[..., Site], book: Path
) -> None:
    """Its kernel goes though the page stays open; no banner disturbs; the next touch is answered."""
    site = serve(book, preheat=0, idle_minutes=0.03)
    reader, page = Reader(site), new_page()
    page.goto(site.url + "first")
    page.locator("input").first.fill("5")
    assert shows(page, 0, "twice is 10")
    assert soon(lambda: reader.kernels() == 0, 20)
    assert soon(lambda: state(page) == "asleep")
    assert page.locator(".rb-banner").inner_text() == ""
    page.locator("input").first.fill("6")
    assert shows(page, 0, "twice is 12")


def test_a_host_can_have_pages_wake_before_a_touch(
    new_page: Callable[..., Any], serve: Callable[..., Site], book: Path
) -> None:
    """When the page is idle; a page without calculators starts nothing."""
    site = serve(book, preheat=0, wake_when_idle=True)
    reader, page = Reader(site), new_page()
    page.goto(site.url + "second", wait_until="networkidle")
    assert reader.kernels() == 0
    page.goto(site.url + "first")
    assert soon(lambda: state(page) == "live")
    assert reader.kernels() == 1


def test_a_full_house_is_no_matter_to_an_idle_page(
    new_page: Callable[..., Any], serve: Callable[..., Site], book: Path
) -> None:
    """A reader who touched nothing is told nothing."""
    site = serve(book, preheat=0, wake_when_idle=True, most_kernels=0)
    page = new_page()
    page.goto(site.url + "first", wait_until="networkidle")
    assert state(page) == "asleep"
    assert page.locator(".rb-banner").inner_text() == ""
    assert page.locator(".rb-note").all_inner_texts() == ["", ""]


def test_a_restarted_server_is_found_again(
    new_page: Callable[..., Any], serve: Callable[..., Site], book: Path
) -> None:
    """The banner says that the connection is lost; when the network is back the page wakes with all that was typed."""
    site = serve(book, preheat=0)
    page = new_page()
    page.goto(site.url + "first")
    page.locator("input").first.fill("5")
    assert shows(page, 0, "twice is 10")
    site.stop()
    page.locator("input").nth(1).fill("8")
    assert soon(lambda: "lost their connection" in page.locator(".rb-banner").inner_text(), 30)
    serve(book, preheat=0, port=site.port)
    page.evaluate("dispatchEvent(new Event('online'))")
    assert shows(page, 1, "twice is 16")
    assert page.locator(".rb-banner").inner_text() == ""
    assert page.locator("input").first.input_value() == "5"
