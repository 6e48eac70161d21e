"""Notebooks to pages: slots, outputs, escaping, contents, order, caching."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.web.sample import FORM, code, markdown, printed, shown, small_book, widget, write
from widgets.web.notebook import NotebookError, read_chapter
from widgets.web.pages import Book, contents
from widgets.web.prose import Heading


def page(folder: Path, name: str = "chapter", **options: object) -> str:
    """A page of the book in this folder, as text."""
    body = Book(folder, **options).page(name)  # type: ignore[arg-type]
    assert body is not None
    return body.plain.decode()


def test_a_widget_stands_in_a_numbered_slot_with_its_stored_form(tmp_path: Path) -> None:
    """Slots count the widgets of a cell, whatever else the cell shows; the cell's number is the file's."""
    write(tmp_path, "chapter", markdown("# T"), code("x", printed("out"), widget("<i>1</i>"), widget("<i>2</i>")))
    html = page(tmp_path)
    assert '<div class="rb-slot" data-cell="1" data-output="0"><i>1</i></div>' in html
    assert '<div class="rb-slot" data-cell="1" data-output="1"><i>2</i></div>' in html
    assert '<pre class="rb-output">out</pre>' in html
    assert html.count('<p class="rb-note" role="status"></p>') == 2


def test_a_widget_without_stored_form_can_still_be_started(tmp_path: Path) -> None:
    """Its slot holds a button, not the text that Python would print."""
    write(tmp_path, "chapter", code("x", shown(plain="Widget()", widget={"model_id": "m"})))
    assert "Start this part</button>" in page(tmp_path)
    assert "Widget()" not in page(tmp_path)


def test_html_is_preferred_and_plain_text_is_escaped(tmp_path: Path) -> None:
    """The best form of each output, in order, and no source."""
    write(
        tmp_path,
        "chapter",
        code(
            "secret_source()",
            shown(html="<b>bold</b>", plain="plain"),
            shown(plain="a < b & c"),
            printed("\x1b[31m<red>\x1b[0m\n"),
            shown(svg="<svg></svg>", plain="picture"),
        ),
    )
    html = page(tmp_path)
    assert '<div class="rb-output"><b>bold</b></div>' in html
    assert '<pre class="rb-output">a &lt; b &amp; c</pre>' in html
    assert '<pre class="rb-output">&lt;red&gt;</pre>' in html
    assert '<div class="rb-output"><svg></svg></div>' in html
    assert "secret_source" not in html
    assert ">plain<" not in html


def test_a_stored_error_shows_its_name_and_no_traceback(tmp_path: Path) -> None:
    """A reader is told, and learns nothing about the machine."""
    error = {"output_type": "error", "ename": "ValueError", "evalue": "x", "traceback": ["/home/secret"]}
    write(tmp_path, "chapter", code("x", error))
    assert "ended in an error: ValueError." in page(tmp_path)
    assert "/home/secret" not in page(tmp_path)


def test_cells_tagged_remove_are_left_out(tmp_path: Path) -> None:
    """Text and outputs alike; the numbers of the other cells stay."""
    write(
        tmp_path,
        "chapter",
        markdown("hidden text", "remove"),
        code("x", printed("hidden output"), tags=("remove",)),
        code("x", widget()),
    )
    html = page(tmp_path)
    assert "hidden text" not in html
    assert "hidden output" not in html
    assert f'data-cell="2" data-output="0">{FORM}' in html


def test_titles_are_escaped_everywhere(tmp_path: Path) -> None:
    """Metadata is text, never HTML."""
    write(tmp_path, "chapter", markdown("no heading"), title="<script>x</script>", game='"><b>', summary="<i>")
    for html in (page(tmp_path), Book(tmp_path).start().plain.decode()):
        assert "<script>x" not in html
        assert '"><b>' not in html
        assert "&lt;script&gt;x" in html


def test_a_page_knows_its_game_and_its_accent(tmp_path: Path) -> None:
    """The game's name for the style sheet; a game the sheet does not know brings a hue."""
    write(tmp_path, "chapter", markdown("# T"), game="heroes-of-the-fall", accent=95)
    html = page(tmp_path)
    assert '<html lang="en-GB" data-game="heroes-of-the-fall" style="--rb-hue: 95.0">' in html
    assert '<p class="rb-kicker">Heroes of the Fall</p>' in html


def test_only_pages_with_widgets_can_start_a_kernel(tmp_path: Path) -> None:
    """The address of the start stands on a served page with a widget and nowhere else."""
    small_book(tmp_path)
    assert 'data-start="/book/first/kernel"' in page(tmp_path, "first", base_url="/book/")
    assert "data-start" not in page(tmp_path, "second")
    assert "data-start" not in page(tmp_path, "first", live=False)


def test_chapters_stand_in_their_order_and_lead_to_each_other(tmp_path: Path) -> None:
    """By the metadata's order, then by name; links go before and after."""
    write(tmp_path, "c", markdown("# C"), order=1)
    write(tmp_path, "b", markdown("# B"), order=2)
    write(tmp_path, "a", markdown("# A"))
    assert [chapter.name for chapter in Book(tmp_path).chapters()] == ["c", "b", "a"]
    html = page(tmp_path, "b")
    assert re.search(r'href="/c" rel="prev"><span>Previous chapter</span> C</a>', html)
    assert re.search(r'href="/a" rel="next"><span>Next chapter</span> A</a>', html)
    assert 'rel="prev"' not in page(tmp_path, "c")
    assert 'rel="next"' not in page(tmp_path, "a")


def test_the_start_page_holds_the_index_and_the_chapters(tmp_path: Path) -> None:
    """The index is text, not a chapter; sections can be gone to at once."""
    book = Book(small_book(tmp_path), base_url="/book/")
    html = book.start().plain.decode()
    assert '<h1 id="a-small-book">A small book</h1>' in html
    assert '<a href="/book/first#ties">order</a>' in html
    assert html.index('href="/book/first">First things') < html.index('href="/book/second">Second things')
    assert '<a href="/book/first#ends">Ends</a>' in html
    assert book.page("index") is None


def test_an_empty_folder_still_has_a_start_page(tmp_path: Path) -> None:
    """It says that there is nothing yet."""
    assert "There are no chapters yet." in Book(tmp_path).start().plain.decode()


def test_addresses_can_be_those_of_files(tmp_path: Path) -> None:
    """A static edition links to files."""
    assert 'href="/second.html#more"' in page(small_book(tmp_path), "first", suffix=".html")


def test_a_page_is_kept_until_its_notebook_changes(tmp_path: Path) -> None:
    """The same bytes again, then new ones; the neighbours' links follow a new title."""
    small_book(tmp_path)
    book = Book(tmp_path)
    first, second = book.page("first"), book.page("second")
    assert book.page("first") is first
    path = write(tmp_path, "second", markdown("# Changed"), title="Other things", order=2)
    os.utime(path, (1, 1))
    assert b"Changed" in book.page("second").plain  # type: ignore[union-attr]
    assert book.page("second") is not second
    assert b"Other things" in book.page("first").plain  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"nbformat": 3}', '{"nbformat": 4}', '{"nbformat": 4, "cells": [1]}'])
def test_a_file_that_is_no_notebook_is_named(tmp_path: Path, text: str) -> None:
    """The message names the file."""
    path = tmp_path / "broken.ipynb"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(NotebookError, match=r"broken\.ipynb"):
        read_chapter(path)


def test_a_picture_beside_the_chapter_goes_into_the_page(tmp_path: Path) -> None:
    """A file of the folder does; one outside of it stays an address."""
    folder = tmp_path / "chapters"
    folder.mkdir()
    (folder / "map.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "other.svg").write_text("<svg/>", encoding="utf-8")
    write(folder, "chapter", markdown("![A map](map.svg) ![Other](../other.svg)"))
    html = page(folder)
    assert '<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="A map" />' in html
    assert '<img src="../other.svg"' in html


def test_contents_nest_by_level() -> None:
    """Level 3 below level 2; other levels are not listed; a level 3 may come first."""
    entries = contents(
        [Heading(1, "t", "T"), Heading(3, "a", "A"), Heading(2, "b", "B"), Heading(3, "c", "C"), Heading(4, "d", "D")]
    )
    assert [(entry.id, [below.id for below in entry.below]) for entry in entries] == [("a", []), ("b", ["c"])]
