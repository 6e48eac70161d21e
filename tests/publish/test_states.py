"""Every state is a link in the static edition too: copied from a calculator, opened on its page, set in an embed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import find
from tests.publish.conftest import SMALL
from tests.publish.host import Host
from tests.publish.test_in_browser import SECONDS, field, sentence
from tests.web.client import soon

Hosting = Callable[..., Host]
Opening = Callable[..., Any]

INPUTS = {"total": 11, "free_hand": False}
LINK = "?disarm.total=11&disarm.free_hand=no&disarm.rolled=6.5.2.1.1"


def state(page: Any) -> dict[str, Any]:
    """What the first calculator of a page (or frame) tells of itself."""
    found: dict[str, Any] = json.loads(page.locator(".rb-calc").first.get_attribute("data-state"))
    return found


def thrown_by_link() -> str:
    """What the engine says of the throw that the link holds."""
    said: str = find("new-world/disarm").roll(INPUTS, dice=[6, 5, 2, 1, 1])["sentence"]
    return said


def test_a_copied_link_opens_in_the_same_state(new_page: Opening, host: Hosting) -> None:
    """The address follows what is typed and thrown; another reader opens the copied link and sees the very throw."""
    book = host(path="/some/where/", packs=True)
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{book.url}{SMALL}.html")
    field(page, "total").fill("11")
    page.locator(".rb-c-throw").first.click()
    assert soon(lambda: "new-world/disarm.rolled=" in page.evaluate("location.search"), SECONDS)
    button = page.locator(".rb-copy").first
    button.click()
    button.filter(has_text="Link copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{book.url}{SMALL}.html?new-world/disarm.total=11&")
    other = new_page()
    other.goto(link)
    assert soon(lambda: field(other, "total").input_value() == "11", SECONDS)
    assert soon(lambda: state(other) == state(page), SECONDS)
    assert state(other)["dice"]
    assert soon(lambda: sentence(other) == sentence(page))


@pytest.mark.parametrize("link", [LINK, LINK.replace("disarm.", "new-world/disarm-2."), "attack.html" + LINK])
def test_an_embedded_calculator_is_set_by_a_link(new_page: Opening, host: Hosting, tmp_path: Path, link: str) -> None:
    """The query or the whole address; also one of the second such calculator of a page, for here it is the only one."""
    book = host(packs=True)
    line = f'<script src="{book.url}embed.js" data-calculator="new-world/disarm" data-link="{link}"></script>'
    (tmp_path / "blog.html").write_text(f"<!doctype html><title>Blog</title><p>Look:</p>{line}", encoding="utf-8")
    page = new_page()
    page.goto(host(tmp_path).url + "blog.html")
    frame = page.frame_locator("iframe")
    assert soon(lambda: state(frame) == {"inputs": INPUTS, "dice": [6, 5, 2, 1, 1]}, SECONDS)
    assert soon(lambda: frame.locator(".rb-c-sentence").inner_text() == thrown_by_link())
    assert frame.locator(".rb-banner").first.inner_text() == ""
