"""The static edition in a browser: read as text, alive at a touch, over every fault that a host can have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.publish.conftest import Published
from tests.publish.host import Host
from tests.web.client import soon
from tests.web.fixtures import accessibility_problems

Hosting = Callable[..., Host]
Opening = Callable[..., Any]

DISARM, SHEET = 0, 1
SECONDS = 90


def sentence(page: Any, number: int = DISARM) -> str:
    """What a calculator says."""
    said: str = page.locator(".rb-c-sentence").nth(number).inner_text()
    return said


def field(page: Any, name: str, number: int = DISARM) -> Any:
    """A field of a calculator, to be typed into."""
    return page.locator(".rb-calc").nth(number).locator(f'[data-field="{name}"] input.rb-c-input').first


def engine(page: Any) -> str | None:
    """What the page's engine was started from, once it answers."""
    found: str | None = page.evaluate("document.documentElement.dataset.rbEngine ?? null")
    return found


def answers(page: Any, value: str = "9", number: int = DISARM, seconds: float = SECONDS) -> bool:
    """Whether typing into a calculator's first number comes to be answered."""
    before = sentence(page, number)
    name = "total" if number == DISARM else "vitality"
    target = field(page, name, number) if name == "total" else page.locator(".rb-calc").nth(number).locator(
        "input.rb-c-input[type=text]"
    ).first  # fmt: skip
    target.fill(value)
    return soon(lambda: sentence(page, number) != before, seconds)


def note(page: Any, number: int = DISARM) -> str:
    """What stands below a calculator."""
    text: str = page.locator(".rb-note").nth(number).inner_text()
    return text


def test_reading_brings_no_engine(page: Any, host: Hosting) -> None:
    """Opening, scrolling with the pointer over calculators, following a link: text only."""
    book = host(packs=True)
    page.goto(book.url + "second.html", wait_until="networkidle")
    page.mouse.move(600, 450)
    for _ in range(6):
        page.mouse.wheel(0, 300)
        page.wait_for_timeout(100)
    page.goto(book.url, wait_until="networkidle")
    assert "A small book" in page.title()
    assert not [path for path in book.asked() if "/engine/" in path or "/runtime/" in path]
    assert engine(page) is None


def test_a_touch_wakes_and_what_was_typed_is_answered(page: Any, host: Hosting) -> None:
    """From the snapshot, without a word to any other host, below a folder of the host; and later answers come too."""
    page.goto(host(path="/some/where/", packs=True).url + "second.html")
    handle = field(page, "total").element_handle()
    assert answers(page, "9")
    assert engine(page) == "snapshot"
    assert handle.evaluate("e => e.isConnected && e === document.activeElement && e.value === '9'")
    assert answers(page, "3")
    assert answers(page, "4", SHEET)
    assert note(page) == ""


def test_a_pointer_that_moves_about_in_a_calculator_is_near(page: Any, host: Hosting) -> None:
    """The engine is brought before anything is touched; nothing is said and nothing changes."""
    page.goto(host(packs=True).url + "second.html")
    before = sentence(page)
    box = page.locator(".rb-calc").first.bounding_box()
    for step in range(12):
        page.mouse.move(box["x"] + 40 + 5 * step, box["y"] + 40)
        page.wait_for_timeout(30)
    assert soon(lambda: engine(page) == "snapshot", SECONDS)
    assert sentence(page) == before


def test_a_throw_that_was_clicked_too_early_is_made(page: Any, host: Hosting) -> None:
    """The button is pressed while nothing is awake; two throws have dice by the browser's own chance."""
    page.goto(host(packs=True).url + "second.html")
    page.locator(".rb-c-throw").first.click()
    thrown = page.locator(".rb-c-thrown").first
    assert soon(thrown.is_visible, SECONDS)
    seen = set()
    for _ in range(8):
        page.locator(".rb-c-throw").first.click()
        page.wait_for_timeout(300)
        seen.add(thrown.inner_text())
    assert len(seen) > 1


def test_two_readers_throw_differently(new_page: Opening, host: Hosting) -> None:
    """A snapshot has its generator frozen in: each browser's throws must be its own all the same."""
    book = host(packs=True)
    seen = set()
    for _ in range(3):
        page = new_page()
        page.goto(book.url + "second.html")
        page.locator(".rb-c-throw").first.click()
        thrown = page.locator(".rb-c-thrown").first
        assert soon(thrown.is_visible, SECONDS)
        seen.add(thrown.inner_text())
    assert len(seen) > 1


def test_waiting_is_said_at_the_calculator(page: Any, host: Hosting) -> None:
    """Politely, while the engine is on its way; and the words go."""
    page.goto(host(packs=True).url + "second.html")
    page.context.route("**/snapshot.bin*", lambda route: (page.wait_for_timeout(1200), route.continue_()))
    field(page, "total").fill("9")
    assert soon(lambda: note(page) == "Waking the calculator…", 10)
    assert page.locator(".rb-note").first.get_attribute("role") == "status"
    assert accessibility_problems(page) == []
    assert soon(lambda: engine(page) is not None and note(page) == "", SECONDS)


def test_a_host_that_packs_nothing_sends_the_packed_twins(page: Any, host: Hosting) -> None:
    """As python's own web server: what is large comes as gzip and is unpacked in the browser."""
    book = host()
    page.goto(book.url + "second.html")
    assert answers(page)
    assert engine(page) == "snapshot"
    assert [path for path in book.asked() if path.endswith("snapshot.bin.gz")]


def test_the_next_chapter_finds_the_engine_awake(page: Any, host: Hosting) -> None:
    """The shared worker outlives the page: nothing of the engine is brought or started again."""
    book = host(packs=True)
    page.goto(book.url + "second.html")
    assert answers(page)
    before = len([path for path in book.asked() if "/runtime/" in path or path.endswith((".bin", ".zip"))])
    page.goto(book.url + "new-world.html")
    page.goto(book.url + "second.html")
    assert answers(page, "7", seconds=10)
    after = len([path for path in book.asked() if "/runtime/" in path or path.endswith((".bin", ".zip"))])
    lasting = page.evaluate("'SharedWorker' in window")
    assert lasting
    assert after - before <= 2 * 8  # what is kept for reading offline, and no second engine


def test_a_broken_snapshot_is_no_misfortune(page: Any, host: Hosting, published: Published) -> None:
    """The engine starts from its library, and answers the same."""
    book = host(packs=True)
    book.instead["snapshot.bin"] = (published.folder / published.one("engine/*/snapshot.bin")).read_bytes()[:-4096]
    page.goto(book.url + "second.html")
    assert answers(page)
    assert engine(page) == "library"


def test_a_wrong_type_for_wasm_is_put_right(page: Any, host: Hosting) -> None:
    """A host that calls it something else would hang the loader: here it starts, and the console says what to set.

    In a browser without shared workers, whose page hears what its worker says.
    """
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.add_init_script("delete globalThis.SharedWorker")
    page.goto(host(packs=True, types={".wasm": "application/octet-stream"}).url + "second.html")
    assert answers(page)
    assert engine(page) == "snapshot"
    assert [text for text in said if "comes as “application/octet-stream”" in text and "application/wasm" in text]


def test_something_else_in_place_of_wasm_is_said(page: Any, host: Hosting) -> None:
    """As from hosts that send a page of their own for what they do not have."""
    book = host(packs=True, types={".wasm": "text/html", ".gz": "text/html"})
    book.instead[".wasm"] = book.instead[".wasm.gz"] = b"<!doctype html><title>Welcome</title>"
    page.goto(book.url + "second.html")
    field(page, "total").fill("9")
    assert soon(lambda: "sends a wrong file in place of the engine" in note(page), SECONDS)
    assert field(page, "total").input_value() == "9"
    book.instead.clear()
    book.types = {}
    before = sentence(page)
    page.locator(".rb-note button").first.click()
    assert soon(lambda: sentence(page) != before, SECONDS)


def test_without_a_network_it_says_so_and_tries_again(page: Any, host: Hosting) -> None:
    """What was typed stays, and is answered when the host is back."""
    book = host(packs=True)
    page.goto(book.url + "second.html", wait_until="networkidle")
    port = book.server.server_port
    book.close()
    field(page, "total").fill("9")
    assert soon(lambda: "cannot be reached" in note(page), SECONDS)
    book.open(port)
    before = sentence(page)
    page.locator(".rb-note button").first.click()
    assert soon(lambda: sentence(page) != before, SECONDS)
    assert field(page, "total").input_value() == "9"


def test_links_in_answers_lead_to_pages(page: Any, host: Hosting) -> None:
    """The explanation names rules of another chapter: its links are those of this edition."""
    page.goto(host(packs=True).url + "second.html")
    page.locator(".rb-c-throw").first.click()
    assert soon(page.locator(".rb-c-thrown").first.is_visible, SECONDS)
    links = page.locator(".rb-c-thrown a.rb-c-rule")
    addresses = {links.nth(at).get_attribute("href") for at in range(links.count())}
    assert addresses
    assert all(address.startswith("./new-world.html#") for address in addresses)
    links.first.click()
    assert "/new-world.html#" in page.url


def test_text_and_results_without_scripts(new_page: Opening, host: Hosting) -> None:
    """The whole page reads with JavaScript off."""
    page = new_page(java_script_enabled=False)
    page.goto(host().url + "second.html")
    assert sentence(page)
    assert page.locator(".rb-calc").count() == 2


def test_a_calculator_in_another_page(new_page: Opening, host: Hosting, tmp_path: Path) -> None:
    """One line of HTML; the frame grows with what it holds, is set to the example and answers."""
    book = host(packs=True)
    line = f'<script src="{book.url}embed.js" data-calculator="dark-eye/attack"></script>'
    (tmp_path / "blog.html").write_text(f"<!doctype html><title>Blog</title><p>Look:</p>{line}", encoding="utf-8")
    page = new_page()
    page.goto(host(tmp_path).url + "blog.html")
    frame = page.frame_locator("iframe")
    assert frame.locator(".rb-c-sentence").inner_text()
    assert soon(lambda: page.evaluate("document.querySelector('iframe').offsetHeight") > 700, 10)
    frame.locator(".rb-c-throw").click()
    assert soon(frame.locator(".rb-c-thrown").is_visible, SECONDS)
    assert frame.locator("a[href$='./../']").first.get_attribute("target") == "_blank"


def test_a_calculator_in_a_plain_frame(page: Any, host: Hosting, published: Published, tmp_path: Path) -> None:
    """Without any script of ours in the other page; its example is part of the address."""
    book = host(packs=True)
    page.goto(book.url + "embed/new-world/attack.html?example=marguerite")
    assert soon(lambda: page.locator("select.rb-c-example").input_value() == "marguerite", SECONDS)
    assert soon(page.locator(".rb-c-thrown").is_visible, SECONDS)
    assert page.evaluate("document.activeElement === document.body")
    assert accessibility_problems(page) == []


def test_no_violation_of_accessibility(new_page: Opening, host: Hosting) -> None:
    """In either theme, with what the static edition adds to a page."""
    book = host(packs=True)
    for scheme in ("light", "dark"):
        page = new_page(color_scheme=scheme)
        page.goto(book.url + "second.html")
        assert soon(lambda page=page: page.locator(".rb-keep").count() == 1, 20)
        assert accessibility_problems(page) == []
