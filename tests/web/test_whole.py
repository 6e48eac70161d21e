"""Chapters with widgets of other kinds: read like any other, and alive in Voilà's own front end after a touch."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.client import Reader, soon
from tests.web.fixtures import Site
from tests.web.sample import code, markdown, shown, small_book, write
from widgets.web.whole import Tickets

SLIDER = """
import ipywidgets
slider = ipywidgets.IntSlider(value=3, min=0, max=10)
told = ipywidgets.HTML()

def tell(change=None):
    told.value = f"<b class='told'>twice is {2 * slider.value}</b>"

slider.observe(tell, "value")
tell()
ipywidgets.VBox([slider, told])
"""
VIEW = {"model_id": "stored", "version_major": 2, "version_minor": 0}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A chapter with a slider beside an ordinary one."""
    folder = tmp_path_factory.mktemp("whole")
    small_book(folder)
    still = shown(html="<p>twice is 6</p>", plain="VBox()", widget=VIEW)
    cells = markdown("# Sliders\n\nText first."), code(SLIDER, still)
    write(folder, "sliders", *cells, title="Sliders", order=3, front="jupyter")
    return folder


@pytest.fixture(scope="module")
def served(serve: Callable[..., Site], book: Path) -> Site:
    """The book with nothing ready."""
    return serve(book, preheat=0)


def test_the_page_is_read_like_any_other(served: Site) -> None:
    """With its stored still, without the address of the small front end's kernel, and under the strict policy."""
    answer = Reader(served).ask("sliders")
    assert "<p>twice is 6</p>" in answer.text
    assert 'data-whole="/sliders/whole"' in answer.text
    assert "data-start" not in answer.text
    assert "script-src 'self' blob:;" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("ticket", ["", "?ticket=", "?ticket=guessed", "?ticket=%3Cscript%3E"])
def test_no_ticket_no_kernel(served: Site, ticket: str) -> None:
    """Whoever comes without one, such as a crawler, is sent to the chapter's page."""
    reader = Reader(served)
    answer = reader.ask(f"sliders/whole{ticket}")
    assert (answer.status, answer.headers["Location"]) == (302, "/sliders")
    assert reader.kernels() == 0


def test_a_ticket_needs_the_token_and_is_good_once(served: Site) -> None:
    """And the page that it opens asks no other host, runs no script but its own, and can be left."""
    reader = Reader(served)
    reader.ask("sliders")
    assert reader.ask("sliders/whole", "POST").status == 403
    address = reader.ask("sliders/whole", "POST", X_XSRFToken=reader.token).json["address"]
    page = reader.ask(address.lstrip("/"))
    assert page.status == 200
    policy = page.headers["Content-Security-Policy"]
    assert re.search(r"script-src 'self' 'nonce-[\w-]{20,}' blob:;", policy)
    assert "unsafe-inline" not in policy.split("style-src")[0]
    assert not re.findall(r"<(?:link|script|img)[^>]*(?:src|href)=.(?:https?:)?//", page.text)
    kernel = re.search(r'"kernelId": "([\w-]+)"', page.text)
    assert kernel
    assert reader.kernels() == 1
    assert reader.ask(address.lstrip("/")).status == 302
    assert reader.end(kernel[1]).status == 204
    assert soon(lambda: reader.kernels() == 0)


def test_only_such_chapters_have_it(served: Site, site: Site) -> None:
    """Others keep to the small front end, and a book without any serves nothing of the large one."""
    reader = Reader(served)
    reader.ask("first")
    assert reader.ask("first/whole", "POST", X_XSRFToken=reader.token).status == 404
    assert reader.ask("sliders/kernel", "POST", X_XSRFToken=reader.token).status == 404
    assert Reader(site).ask("first/whole").status == 404
    assert Reader(site).ask("voila/static/voila.js").status == 404


@pytest.mark.parametrize(
    "path",
    ["jupyterlab_pygments/package.json", "anywidget/../jupyterlab_pygments/package.json", "anywidget", "..", "x/y"],
)
def test_extensions_that_are_not_allowed_are_not_served(served: Site, path: str) -> None:
    """Whatever else is installed in JupyterLab."""
    assert Reader(served).ask(f"voila/labextensions/{path}").status in (403, 404)


def test_allowed_extensions_are_served(served: Site) -> None:
    """Those that widgets need."""
    assert Reader(served).ask("voila/labextensions/anywidget/package.json").status == 200


def test_seats_count_here_too(serve: Callable[..., Site], book: Path) -> None:
    """A ticket is refused where all calculators are in use."""
    reader = Reader(serve(book, preheat=0, most_kernels=0))
    reader.ask("sliders")
    answer = reader.ask("sliders/whole", "POST", X_XSRFToken=reader.token)
    assert (answer.status, answer.json["error"]) == (503, "full")


def test_a_touch_offers_the_large_page_and_its_slider_answers(new_page: Callable[..., Any], served: Site) -> None:
    """Nothing happens at a touch alone; the button opens the page, where Python answers; leaving ends its kernel."""
    reader = Reader(served)
    page = new_page()
    page.goto(served.url + "sliders")
    page.locator(".rb-slot").click()
    note = page.locator(".rb-note")
    assert soon(lambda: "needs a larger page" in note.inner_text())
    assert reader.kernels() == 0
    note.get_by_role("button", name="Open it").click()
    handle = page.locator(".noUi-handle")
    handle.wait_for(timeout=60_000)
    handle.press("ArrowRight")
    assert soon(lambda: page.locator(".told").inner_text() == "twice is 8")
    assert reader.kernels() == 1
    page.goto(served.url + "second")
    assert soon(lambda: reader.kernels() == 0)


def test_a_run_finds_such_widgets_by_itself(serve: Callable[..., Site], tmp_path: Path) -> None:
    """Without a word in the metadata, once the chapter has been run."""
    chapters = tmp_path / "chapters"
    chapters.mkdir()
    write(chapters, "sliders", markdown("# Sliders"), code(SLIDER, shown(plain="VBox()", widget=VIEW)))
    environment = {"COMPANION_CACHE": str(tmp_path / "cache")}
    reader = Reader(serve(chapters, environment=environment, preheat=0, build=True))
    assert 'data-whole="/sliders/whole"' in reader.ask("sliders").text
    assert os.listdir(tmp_path / "cache")


def test_tickets_are_forgotten_when_there_are_too_many() -> None:
    """So that nobody can fill the memory with them."""
    tickets = Tickets()
    first = tickets.give("a")
    assert not tickets.take(tickets.give("a"), "b")
    for _ in range(1000):
        tickets.give("a")
    assert not tickets.take(first, "a")
    assert len(tickets._given) == 1000
