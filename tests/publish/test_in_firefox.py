"""The static edition in Firefox: alive at a touch, from the snapshot and from the library, with the same numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.publish.conftest import Published
from tests.publish.firefox import Firefox, program
from tests.publish.grid import engine, grid
from tests.publish.host import Host
from tests.publish.test_equality import ASK_ALL
from tests.web.client import soon

SENTENCE = "() => document.querySelector('.rb-c-sentence').textContent"
KIND = "() => document.documentElement.dataset.rbEngine"
TYPE = """
(text) => {
  const field = document.querySelector('[data-field=total] input.rb-c-input');
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
"""
EVERY = 12


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    """One Firefox with a profile of its own; skips where there is none."""
    if program() is None:
        pytest.skip("there is no Firefox on this machine, so the book cannot be tried in it")
    browser = Firefox(tmp_path / "profile")
    yield browser
    browser.close()


@pytest.mark.parametrize("kind", ["snapshot", "library"])
def test_a_touch_is_answered(firefox: Firefox, host: Callable[..., Host], kind: str) -> None:
    """Typed into a form before anything is awake; with a broken snapshot it starts from the library."""
    book = host(packs=True)
    if kind == "library":
        book.instead["snapshot.bin"] = b"broken"
    firefox.open(book.url + "second.html")
    before = firefox.run(SENTENCE)
    firefox.run(TYPE, "9")
    assert soon(lambda: firefox.run(SENTENCE) != before, 120)
    assert soon(lambda: firefox.run(KIND) == kind, 30)
    before = firefox.run(SENTENCE)
    firefox.run(TYPE, "2")
    assert soon(lambda: firefox.run(SENTENCE) != before, 20)


def test_the_numbers_are_the_same(firefox: Firefox, host: Callable[..., Host], published: Published) -> None:
    """A part of the grid of questions, of every game."""
    book = host(packs=True)
    firefox.open(book.url + "second.html")
    part = list(grid())[::EVERY]
    questions = [{"resolver": each.resolver, "question": dict(each.question)} for each in part]
    client, worker = published.one("static/*/engine.js"), published.one("engine/*/worker.js")
    told = firefox.run(f"(...given) => ({ASK_ALL})(given)", book.url + client, worker, questions)
    assert [engine(theirs) for theirs in told] == [each.engine for each in part]
