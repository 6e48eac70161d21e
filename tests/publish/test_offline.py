"""The book on a reader's device: read and reckoned with the network unplugged, never an old page by mistake."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.publish.conftest import SMALL, Published
from tests.publish.host import Host
from tests.publish.test_in_browser import SECONDS, answers, engine
from tests.web.client import soon
from tests.web.sample import markdown, write
from widgets.web.publish.main import main

Hosting = Callable[..., Host]

KEPT = "The whole book is kept on this device"
NEW = "A new edition of the book is there."


def line(page: Any) -> str:
    """What the foot of the page says about keeping the book."""
    found = page.locator(".rb-keep")
    return str(found.inner_text()) if found.count() else ""


def edition(page: Any) -> str:
    """What is said about a new edition."""
    found = page.locator(".rb-edition")
    return str(found.inner_text()) if found.count() else ""


def controlled(page: Any) -> bool:
    """Whether the service worker has taken the page over."""
    return bool(page.evaluate("!!navigator.serviceWorker.controller"))


def test_after_a_first_visit_the_page_is_there_without_a_network(page: Any, host: Hosting) -> None:
    """What was read is read again; what was not says so."""
    book = host(packs=True)
    page.goto(f"{book.url}{SMALL}.html")
    assert soon(lambda: controlled(page) and line(page) != "")
    page.wait_for_timeout(500)
    book.close()
    page.reload()
    assert page.locator(".rb-calc").count() == 2
    page.goto(book.url + "new-world.html")
    assert "not on your device yet" in page.title()


def test_after_a_touch_the_whole_book_lives_without_a_network(page: Any, host: Hosting) -> None:
    """Every chapter, the search and the calculators, with the cable pulled out and the browser's worker gone."""
    book = host(packs=True)
    page.goto(f"{book.url}{SMALL}.html")
    assert soon(lambda: controlled(page))
    assert answers(page)
    assert soon(lambda: KEPT in line(page), SECONDS)
    book.close()
    page.goto(book.url + "new-world.html")
    assert "New World" in page.title()
    assert KEPT in line(page) or soon(lambda: KEPT in line(page))
    page.keyboard.press("/")
    page.locator("dialog input").first.fill("disarm")
    assert soon(lambda: page.locator("dialog").inner_text().casefold().count("disarm") > 1)
    page.goto(f"{book.url}{SMALL}.html")
    assert answers(page, "4")


def test_the_book_can_be_kept_by_a_button(page: Any, host: Hosting) -> None:
    """Also by somebody who has touched nothing; then the calculators start without a network."""
    book = host()
    page.goto(f"{book.url}{SMALL}.html")
    assert soon(lambda: "Keep the book here" in line(page))
    page.locator(".rb-keep button").click()
    assert soon(lambda: KEPT in line(page), SECONDS)
    book.close()
    page.reload()
    assert answers(page)
    assert engine(page) == "snapshot"


def test_a_new_edition_is_shown_at_once_and_told_to_those_who_read_the_old_one(
    page: Any, published: Published, host: Hosting, tmp_path: Path
) -> None:
    """Pages come from the network; an open page says that a new edition is there, and its button leads to it."""
    folder, chapters = tmp_path / "site", tmp_path / "chapters"
    shutil.copytree(published.folder, folder)
    shutil.copytree(published.chapters, chapters)
    book = host(folder, packs=True)
    page.goto(f"{book.url}{SMALL}.html")
    assert soon(lambda: controlled(page) and line(page) != "")
    write(chapters, "extra", markdown("# An extra chapter"), title="An extra chapter", order=10)
    assert main(folder, chapters=chapters) == 0
    page.evaluate("navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
    assert soon(lambda: NEW in edition(page), SECONDS)
    assert page.get_by_text("An extra chapter").count() == 0
    page.get_by_role("button", name="Read the new edition").click()
    assert soon(lambda: page.get_by_text("An extra chapter").count() > 0)
    assert soon(lambda: len(page.evaluate("caches.keys()")) == 1)
    assert edition(page) == ""
    assert answers(page)


def test_whoever_opens_a_page_of_the_new_edition_is_not_bothered(
    page: Any, published: Published, host: Hosting, tmp_path: Path
) -> None:
    """The next page is the new one, without any prompt."""
    folder, chapters = tmp_path / "site", tmp_path / "chapters"
    shutil.copytree(published.folder, folder)
    shutil.copytree(published.chapters, chapters)
    book = host(folder, packs=True)
    page.goto(book.url)
    assert soon(lambda: controlled(page) and line(page) != "")
    write(chapters, "extra", markdown("# An extra chapter"), title="An extra chapter", order=10)
    assert main(folder, chapters=chapters) == 0
    page.goto(f"{book.url}extra.html")
    assert page.locator("h1").inner_text() == "An extra chapter"
    assert soon(lambda: len(page.evaluate("caches.keys()")) == 1 and controlled(page))
    page.wait_for_timeout(500)
    assert edition(page) == ""


def test_it_can_be_installed(page: Any, host: Hosting) -> None:
    """The browser finds nothing missing in the manifest."""
    page.goto(host().url)
    assert soon(lambda: controlled(page))
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("book.webmanifest")
    found = [error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [error for error in found if error != "in-incognito"] == []
