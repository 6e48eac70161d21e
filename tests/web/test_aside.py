"""What is put aside of a page: only what may be, nothing is lost, and every id within a calculator stays its own."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

from tests.web.sample import code, markdown, widget, write
from widgets import calculator
from widgets.html import LATER, later
from widgets.web.aside import AT_ONCE, names, put_aside
from widgets.web.pages import Book

FORM = str(calculator("new-world/disarm", total=8).answer_html)
SLOT = f'<div class="rb-live"><div class="rb-slot">{FORM}</div></div>\n<p>Text.</p>\n'
ASIDE = " data-aside data-far"


def plain(html: str) -> str:
    """A page's text without what putting aside changes: the wrapping, the gaps, and the beginnings of ids."""
    whole = re.sub(rf"</?noscript>|<!--/?later-->|{ASIDE}", "", html)
    return re.sub(r"\s+", "", re.sub(r'(?<=[" ])(?:[a-z]|calc-disarm-\w{6})(?=-)', "", whole))


def test_the_first_calculators_are_whole_and_nothing_of_the_others_is_lost() -> None:
    """Their forms, odds and figures stand in `noscript`; their titles, sentences and chances do not."""
    html = put_aside("<h1>Book</h1>" + SLOT * (AT_ONCE + 1))
    assert LATER not in html
    assert html.count(ASIDE) == 1
    assert plain(html) == plain("<h1>Book</h1>" + SLOT * (AT_ONCE + 1))
    before, _, last = html.partition(ASIDE)
    assert "<noscript>" not in before
    seen = re.sub(r"<noscript>.*?</noscript>", "", last, flags=re.DOTALL)
    assert all(part in seen for part in ("rb-c-title", "rb-c-sentence", "rb-c-summary", "data-description"))
    assert not any(part in seen for part in ("<input", "<select", "<button", "<table"))


def test_ids_are_short_and_each_calculators_own() -> None:
    """A label still leads to its field, and the calculator's own id, which links lead to, stays."""
    html = put_aside(SLOT * 3)
    ids = re.findall(r' id="([^"]+)"', html)
    sections = [name for name in ids if name.startswith("calc-disarm-")]
    assert len(sections) == 3
    others = [name for name in ids if name not in sections]
    assert len(others) == len(set(others))
    assert set(re.findall(r' for="([^"]+)"', html)) <= set(others)
    told = " ".join(re.findall(r' aria-(?:describedby|labelledby)="([^"]+)"', html)).split()
    assert set(told) <= set(others)
    assert len(set(re.findall(r'type="radio" name="([^"]+)"', html))) == 3


def test_results_in_the_text_are_put_aside_too() -> None:
    """Those that are marked; a table of the text stays where it is."""
    marked = f'<div class="rb-output"><p>Said.</p>{later("<p>", "odds")}</div>'
    plainly = '<div class="rb-output"><table></table></div>'
    html = put_aside(marked + plainly)
    assert html.count(ASIDE) == 1
    assert html.startswith(f'<div class="rb-output"{ASIDE}><p>Said.</p><noscript>')
    assert html.endswith(plainly)


def test_names_are_never_told_twice() -> None:
    """After z comes aa."""
    first = list(islice(names(), 60))
    assert first[:2] == ["a", "b"]
    assert first[25:28] == ["z", "aa", "ab"]
    assert len(set(first)) == 60


def test_a_page_has_no_mark_left(tmp_path: Path) -> None:
    """Neither a chapter nor the start page."""
    made = code("calculator()", widget(FORM))
    write(tmp_path, "index", markdown("# Book"), made)
    write(tmp_path, "duel", markdown("# Duel"), made, made, made, made)
    book = Book(tmp_path)
    page = book.page("duel")
    assert page is not None
    assert page.plain.decode().count("data-aside") == 4 - AT_ONCE
    for body in (page, book.start()):
        assert LATER not in body.plain.decode()
