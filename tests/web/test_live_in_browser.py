"""Calculators in the page: woken by a touch, kept over every loss."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from typing import Any

from tests.web.client import Reader, soon
from tests.web.fixtures import Site, accessibility_problems
from tests.web.sample import COUNTER, code, markdown, shown, small_book, widget, write


def state(page: Any) -> str | None:
    """Whether the page's calculators are asleep, waking, live or lost."""
    found: str | None = page.evaluate("document.documentElement.dataset.rbLive ?? null")
    return found


def shows(page: Any, number: int, text: str, seconds: float = 20) -> bool:
    """Whether a calculator's output comes to be this text."""
    output = page.locator("output").nth(number)
    return soon(lambda: output.inner_text() == text, seconds)


def test_reading_starts_nothing(page: Any, site: Site) -> None:
    """Opening, scrolling and leaving a page costs the host no kernel."""
    reader = Reader(site)
    assert soon(lambda: reader.kernels() == 1)
    page.goto(site.url + "first", wait_until="networkidle")
    page.mouse.wheel(0, 4000)
    page.goto(site.url + "second")
    assert reader.kernels() == 1
    page.goto(site.url + "first")
    assert state(page) is None


def test_a_touch_wakes_and_what_was_typed_is_answered(page: Any, site: Site) -> None:
    """The stored form is adopted where it stands: same element, focus and text kept, Python's answer shown."""
    page.goto(site.url + "first")
    field = page.locator("input").nth(1)
    handle = field.element_handle()
    field.fill("21")
    assert shows(page, 1, "twice is 42")
    assert state(page) == "live"
    assert handle.evaluate("el => el.isConnected && el === document.activeElement && el.value === '21'")
    assert page.locator("output").first.inner_text() == "twice is 6"
    field.fill("100")
    assert shows(page, 1, "twice is 200")


def test_equal_modules_are_loaded_once(page: Any, site: Site) -> None:
    """Two calculators, one module."""
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url) if request.url.startswith("blob:") else None)
    page.goto(site.url + "first")
    page.locator("input").first.fill("5")
    assert shows(page, 0, "twice is 10")
    page.locator("input").nth(1).fill("6")
    assert shows(page, 1, "twice is 12")
    assert len(loaded) == 1


def test_leaving_the_page_ends_its_kernel(page: Any, site: Site) -> None:
    """At once, not when it has idled."""
    reader = Reader(site)
    page.goto(site.url + "first")
    page.locator("input").first.fill("5")
    assert shows(page, 0, "twice is 10")
    assert soon(lambda: reader.kernels() == 2)
    page.goto(site.url + "second")
    assert soon(lambda: reader.kernels() == 1, 10)


def test_coming_back_works_again(page: Any, site: Site) -> None:
    """By the browser's back button; the next touch wakes the page anew."""
    page.goto(site.url + "first")
    page.locator("input").first.fill("5")
    assert shows(page, 0, "twice is 10")
    page.goto(site.url + "second")
    page.go_back()
    page.locator("input").first.fill("7")
    assert shows(page, 0, "twice is 14")


def test_a_kernel_that_dies_is_said_and_replaced(page: Any, site: Site) -> None:
    """A banner says so; its button brings every calculator back, and asks again what was asked."""
    reader = Reader(site)
    page.goto(site.url + "first")
    first, second = page.locator("input").all()
    first.fill("5")
    assert shows(page, 0, "twice is 10")
    second.fill("process")
    output = page.locator("output").nth(1)
    assert soon(lambda: output.inner_text().isdigit())
    process = int(output.inner_text())
    os.kill(process, signal.SIGKILL)
    banner = page.locator(".rb-banner")
    assert soon(lambda: "lost their connection" in banner.inner_text())
    assert state(page) == "lost"
    assert accessibility_problems(page) == []
    assert soon(lambda: reader.kernels() == 1)
    banner.get_by_role("button", name="Try again").click()
    assert soon(lambda: state(page) == "live")
    assert banner.inner_text() == ""
    assert soon(lambda: output.inner_text() not in (str(process), "twice is 6"))
    assert [first.input_value(), second.input_value()] == ["5", "process"]
    first.fill("9")
    assert shows(page, 0, "twice is 18")


def test_a_lost_server_is_said_and_the_text_stays(
    new_page: Callable[..., Any], serve: Callable[..., Site], tmp_path: Any
) -> None:
    """What was typed stays, and the message stands at the calculator that was touched."""
    site = serve(small_book(tmp_path), preheat=False)
    page = new_page()
    page.goto(site.url + "first")
    site.stop()
    page.locator("input").first.fill("5")
    note = page.locator(".rb-note").first
    assert soon(lambda: "The server does not answer." in note.inner_text())
    assert note.get_by_role("button", name="Try again").is_visible()
    assert page.locator("input").first.input_value() == "5"
    assert accessibility_problems(page) == []


def test_a_short_break_of_the_connection_goes_unnoticed(page: Any, site: Site) -> None:
    """The channel is opened again, and a question that was asked meanwhile is answered."""
    page.goto(site.url + "first")
    page.locator("input").first.fill("5")
    assert shows(page, 0, "twice is 10")
    page.context.set_offline(True)
    page.locator("input").first.fill("6")
    page.context.set_offline(False)
    page.locator("input").first.fill("61")
    assert shows(page, 0, "twice is 122")
    assert page.locator(".rb-banner").inner_text() == ""


def test_no_seat_is_said_at_the_calculator(
    new_page: Callable[..., Any], serve: Callable[..., Site], tmp_path: Any
) -> None:
    """Politely, with a button that works once a seat is free."""
    site = serve(small_book(tmp_path), preheat=False, most_kernels=1)
    other = Reader(site)
    taken = other.start("first").json["kernelId"]
    page = new_page()
    page.goto(site.url + "first")
    page.locator("input").nth(1).fill("5")
    note = page.locator(".rb-note").nth(1)
    assert soon(lambda: "All calculators of this server are in use." in note.inner_text())
    other.end(taken)
    note.get_by_role("button", name="Try again").click()
    assert shows(page, 1, "twice is 10")
    assert note.inner_text() == ""


def test_waking_is_said_politely(new_page: Callable[..., Any], serve: Callable[..., Site], tmp_path: Any) -> None:
    """A slow start is told in a live region below the calculator, and the message goes away."""
    site = serve(small_book(tmp_path), preheat=False)
    page = new_page()
    page.goto(site.url + "first")
    page.locator("input").first.fill("5")
    note = page.locator(".rb-note").first
    assert note.get_attribute("role") == "status"
    assert soon(lambda: note.inner_text() == "Waking the calculator…", 5)
    assert shows(page, 0, "twice is 10")
    assert soon(lambda: note.inner_text() == "")


def test_a_part_that_cannot_start_says_so(
    new_page: Callable[..., Any], serve: Callable[..., Site], tmp_path: Any
) -> None:
    """A widget whose cell fails leaves its stored form and a line; a widget without a form has a button."""
    write(
        tmp_path,
        "chapter",
        markdown("# One"),
        code(COUNTER, widget()),
        code("raise ValueError", widget()),
        code("1", shown(plain="VBox()", widget={"model_id": "m"})),
        title="One",
    )
    page = new_page()
    page.goto(serve(tmp_path, preheat=False).url + "chapter")
    page.get_by_role("button", name="Start this part").click()
    notes = page.locator(".rb-note")
    assert soon(lambda: notes.all_inner_texts() == ["", *["This calculator could not be started."] * 2])
    assert page.locator("output").nth(1).inner_text() == "twice is 6"
    page.locator("input").first.fill("5")
    assert shows(page, 0, "twice is 10")


def test_a_question_waits_for_a_busy_kernel(page: Any, site: Site) -> None:
    """While the kernel is busy changes merge; the last one is answered."""
    page.goto(site.url + "first")
    page.locator("input").first.fill("5")
    assert shows(page, 0, "twice is 10")
    children = subprocess.run(
        ["pgrep", "-P", str(site.process.pid)], capture_output=True, text=True, check=False
    ).stdout.split()
    for child in children:
        os.kill(int(child), signal.SIGSTOP)
    try:
        for text in ("1", "12", "123"):
            page.locator("input").first.fill(text)
        assert page.locator("output").first.inner_text() == "twice is 10"
    finally:
        for child in children:
            os.kill(int(child), signal.SIGCONT)
    assert shows(page, 0, "twice is 246")
