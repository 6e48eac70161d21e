"""Optional rules of a chapter: each table switches off what it does not use, and the browser remembers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.client import soon
from tests.web.fixtures import Site, accessibility_problems
from tests.web.sample import markdown, write

CHAPTERS = Path(__file__).parents[2] / "chapters"
TEXT = """# Candlelight

## <a id='options'></a>Our table uses…

<div class="rb-options">

- [Wax](#wax)
- [Draughts](#draughts), and [wax in them](#wax-blown)

</div>

## <a id='wax'></a>Wax

<a id='wax-hot'></a>**Hot wax** drips.

### <a id='wax-cold'></a>Cold wax

It does not.

### <a id='wax-blown'></a>Wax in a draught

It runs to one side.

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


def test_a_section_that_needs_two_rules_goes_with_either(page: Any, candle: Site) -> None:
    """A line's further links lead to what needs its rule too, wherever it stands."""
    page.goto(candle.url + "candlelight")
    switch(page, "Draughts").uncheck()
    places = ("wax", "wax-blown", "draughts")
    assert seen(page, *places) == [True, False, False]
    assert page.locator(".rb-toc a[href='#wax-blown']").first.is_hidden()
    switch(page, "Draughts").check()
    assert seen(page, *places) == [True, True, True]
    switch(page, "Wax").uncheck()
    assert seen(page, *places) == [False, False, True]


@pytest.fixture(scope="module")
def darkmaster(serve: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Against the Darkmaster, served alone."""
    folder = tmp_path_factory.mktemp("darkmaster")
    (folder / "darkmaster.ipynb").write_bytes((CHAPTERS / "darkmaster.ipynb").read_bytes())
    return serve(folder)


def test_the_comparison_names_no_move_that_is_off(page: Any, darkmaster: Site) -> None:
    """Neither in its sentence, nor in a step, nor in a card; in the calculator and in the worked example."""
    page.goto(darkmaster.url + "darkmaster")
    said = page.locator(".rb-c-sentence", has_text="The likeliest to work is")
    for each in said.all():
        each.scroll_into_view_if_needed()  # its cards come as a reader comes near
    cards = page.locator("[data-move='lock']")
    steps = page.locator(".rb-c-steps > li:has(a[href$='#lock'])", has_text="Lock, CMB")
    assert soon(lambda: said.count() == cards.count() == steps.count() == 2)
    assert [each.is_visible() for each in said.all()] == [True, True]
    switch(page, "Lock").uncheck()
    assert not any(each.is_visible() for found in (said, cards, steps) for each in found.all())
    assert page.locator(".rb-calc [data-move='disarm']").is_visible()


def test_charging_on_horseback_takes_charge_and_horse(page: Any, darkmaster: Site) -> None:
    """The section under the mounted rules is hidden with either of the two."""
    page.goto(darkmaster.url + "darkmaster")
    assert seen(page, "mounted-at-a-gallop", "mounted-charge") == [True, True]
    switch(page, "Charge").uncheck()
    assert seen(page, "mounted", "charge", "mounted-at-a-gallop", "mounted-charge") == [True, False, False, False]
    switch(page, "Charge").check()
    switch(page, "Mounted fighting").uncheck()
    assert seen(page, "charge", "mounted-at-a-gallop", "mounted-charge") == [True, False, False]


def test_without_javascript_all_is_shown(new_page: Callable[..., Any], candle: Site) -> None:
    """The list is a list of links then."""
    page = new_page(java_script_enabled=False)
    page.goto(candle.url + "candlelight")
    assert seen(page, "wax", "draughts-gust") == [True, True]
    assert page.get_by_role("checkbox").count() == 0
    assert page.locator(".rb-options a").count() == 3
