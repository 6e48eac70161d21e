"""The book itself in a real browser: every chapter to be read, and a calculator of New World to be used."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.fixtures import Site, accessibility_problems, sideways

CHAPTERS = Path(__file__).parents[2] / "chapters"
PAGES = ["", *sorted(path.stem for path in CHAPTERS.glob("*.ipynb") if path.stem != "index")]
ATTACK = ".rb-calc[data-resolver='new-world/attack'] >> nth=0"


@pytest.fixture(scope="session")
def served(serve: Callable[..., Site]) -> Site:
    """The chapters of the house, served with a kernel ready."""
    return serve(CHAPTERS)


def keep(page: Any, name: str) -> None:
    """Keep a picture of the page's top among the papers of the run, where there is a place for them."""
    folder = os.environ.get("COMPANION_ARTEFACTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png")


@pytest.mark.parametrize("name", PAGES, ids=[name or "start" for name in PAGES])
def test_a_chapter_is_readable_everywhere(served: Site, new_page: Callable[..., Any], name: str) -> None:
    """Wide, dark and on a phone: a heading, no violation that axe knows, and nothing to scroll sideways."""
    for look, options in {
        "wide": {"color_scheme": "light"},
        "dark": {"color_scheme": "dark"},
        "phone": {"color_scheme": "light", "viewport": {"width": 360, "height": 780}},
    }.items():
        page = new_page(**options)
        page.goto(served.url + name)
        assert page.locator("h1").inner_text()
        assert sideways(page) == 0
        if look != "phone":
            assert accessibility_problems(page) == []
        keep(page, f"{name or 'start'}-{look}")
        page.close()


@pytest.mark.parametrize("name", [name for name in PAGES if name not in ("", "gm-screen")])
def test_a_chapter_stands_without_javascript_and_on_paper(
    served: Site, new_page: Callable[..., Any], name: str
) -> None:
    """With JavaScript off the text and every calculator's default result are there; the page can be printed."""
    page = new_page(java_script_enabled=False)
    page.goto(served.url + name)
    assert page.locator(".rb-calc").count() > 10
    sentences = page.locator(".rb-calc .rb-c-sentence").all_text_contents()
    assert sentences
    assert all(sentence.strip() for sentence in sentences)
    folder = os.environ.get("COMPANION_ARTEFACTS")
    paper = page.pdf(format="A4", path=Path(folder) / f"{name}-print.pdf" if folder else None)
    assert paper.startswith(b"%PDF")


def test_the_attack_calculator_is_used(served: Site, page: Any) -> None:
    """Text first; a field changes the sentence, a throw is told, dice are entered, a wrong one says what is wrong."""
    page.goto(served.url + "new-world")
    calculator = page.locator(ATTACK)
    sentence = calculator.locator(".rb-c-sentence")
    before = sentence.text_content()
    assert "91.67 %" in before
    calculator.locator("input[name='defence']").fill("12")
    page.wait_for_selector(f"{ATTACK} >> .rb-c-sentence:not(:has-text('91.67 %'))", timeout=60_000)
    assert "72.22 %" in sentence.inner_text()

    calculator.get_by_role("button", name="Throw", exact=True).click()
    page.wait_for_selector(f"{ATTACK} >> .rb-c-sentence:not(:has-text('72.22 %'))", timeout=30_000)

    calculator.locator("input[name='defence']").fill("many")
    problem = calculator.locator(".rb-c-error", has_text="“many” cannot be used")
    calculator.get_by_text("“many” cannot be used").first.wait_for(timeout=30_000)
    assert "Give a whole number from 0 to 40" in problem.inner_text()
    assert calculator.locator("input[name='defence']").input_value() == "many"
    keep(page, "new-world-wrong-input")

    calculator.locator("input[name='defence']").fill("10")
    calculator.get_by_text("I rolled").first.click()
    for place, face in enumerate("455"):
        calculator.locator(".rb-c-die-entry").nth(place).fill(face)
    page.keyboard.press("Enter")
    told = calculator.get_by_text("A hit on the body with a margin of 5: 8 Wounds.").first
    told.wait_for(timeout=30_000)
    keep(page, "new-world-thrown")
