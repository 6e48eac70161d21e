"""Optional rules of a chapter: each table switches off what it does not use, and the browser remembers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.client import soon
from tests.web.fixtures import Site, accessibility_problems
from tests.web.sample import markdown, write

TEXT = """# Candlelight

## <a id='options'></a>Our table uses…

<div class="rb-options">

- [Wax](#wax)
- [Draughts](#draughts)

</div>

## <a id='wax'></a>Wax

<a id='wax-hot'></a>**Hot wax** drips.

### <a id='wax-cold'></a>Cold wax

It does not.

## <a id='draughts'></a>Draughts

<a id='draughts-gust'></a>**A gust** puts it out.

## <a id='gaps'></a>Gaps

None."""


@pytest.fixture(scope="module")
def candle(serve: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A chapter with two optional rules, served."""
    folder = tmp_path_factory.mktemp("options")
    write(folder, "candlelight", markdown(TEXT), title="Candlelight", game="candlelight", order=1)
    return serve(folder)


def seen(page: Any, *names: str) -> list[bool]:
    """Whether each of these places can be seen."""
    return [page.locator(f"#{name}").is_visible() for name in names]


def switch(page: Any, name: str) -> Any:
    """The check box of one option."""
    box = page.get_by_role("checkbox", name=f"Our table uses: {name}")
    box.wait_for()
    return box


def test_an_option_hides_its_whole_section_and_is_remembered(page: Any, candle: Site) -> None:
    """Its heading, its rules and its lower sections, in the contents too; again after a reload, until asked back."""
    page.goto(candle.url + "candlelight")
    switch(page, "Wax").uncheck()
    places = ("wax", "wax-hot", "wax-cold", "draughts", "draughts-gust", "gaps")
    assert seen(page, *places) == [False, False, False, True, True, True]
    assert page.locator(".rb-toc a[href='#wax']").first.is_hidden()
    assert "1 of 2 are in use" in page.locator(".rb-options-said").inner_text()
    assert accessibility_problems(page) == []
    page.reload()
    assert not switch(page, "Wax").is_checked()
    assert seen(page, *places) == [False, False, False, True, True, True]
    page.get_by_role("button", name="Use them all").click()
    assert seen(page, *places) == [True] * 6
    assert page.evaluate("localStorage.getItem('rb-off-candlelight')") is None


def test_a_link_to_a_hidden_rule_shows_it(page: Any, candle: Site) -> None:
    """For this visit; what the table uses is not changed by it."""
    page.goto(candle.url + "candlelight")
    switch(page, "Wax").uncheck()
    page.evaluate("location.hash = '#wax-hot'")
    assert soon(lambda: seen(page, "wax-hot") == [True])
    assert page.evaluate("localStorage.getItem('rb-off-candlelight')") == '["wax"]'


def test_without_javascript_all_is_shown(new_page: Callable[..., Any], candle: Site) -> None:
    """The list is a list of links then."""
    page = new_page(java_script_enabled=False)
    page.goto(candle.url + "candlelight")
    assert seen(page, "wax", "draughts-gust") == [True, True]
    assert page.get_by_role("checkbox").count() == 0
    assert page.locator(".rb-options a").count() == 2
