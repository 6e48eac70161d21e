"""Every link of the book leads to something."""

from __future__ import annotations

import re
from html import unescape

from tests.chapters.conftest import GAMES
from widgets.web.notebook import Chapter
from widgets.web.pages import Book

HREF = re.compile(r"""<a\b[^>]*?\shref=["']([^"']*)["']""")


def test_links_lead_somewhere(book: Book, index: Chapter) -> None:
    """Within a page, from chapter to chapter, and to the start page: the page is there, and so is the place in it."""
    pages = {chapter.name: chapter for chapter in (*book.chapters(), index)}
    places = {book.address(name): set(book.text(chapter).ids) for name, chapter in pages.items()}
    followed, dead = 0, []
    for name, chapter in pages.items():
        for href in map(unescape, HREF.findall(str(book.text(chapter).html))):
            page, _, place = href.partition("#")
            if page.startswith(("http:", "https:")):
                continue
            followed += 1
            known = places.get(page or book.address(name))
            if known is None or (place and place not in known):
                dead.append((name, href))
    assert followed > 100
    assert dead == []


def test_no_other_host_is_asked(book: Book, index: Chapter) -> None:
    """Nothing in the text or in an output is loaded from elsewhere."""
    for chapter in (*book.chapters(), index):
        loaded = re.findall(r"""\s(?:src|srcset|data)=["']([^"']*)["']""", str(book.text(chapter).html))
        assert [address for address in loaded if "//" in address and not address.startswith("data:")] == []


def test_each_ruling_with_a_switch_is_told_beside_its_rule(book: Book) -> None:
    """The note beside the rule names the switch as the calculator does."""
    from companion import catalogue

    for chapter in filter(None, map(book.chapter, GAMES)):
        told = " ".join(cell.source for cell in chapter.cells if cell.kind == "markdown")
        told = " ".join(told.replace("\n>", "\n").split())
        titles = [row.title for row in catalogue.tables(chapter.game)["rulings"].values()]
        assert titles
        assert [title for title in titles if f"*{title}*" not in told] == []
