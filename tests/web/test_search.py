"""What there is to be found: everything in a chapter with an address of its own, and the index that the page reads."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.look import FIELDS, KINDS, Entry
from tests.web.sample import code, markdown, shown, widget, write
from tests.web.shelf import shelf
from widgets.web.assets import STATIC, Assets
from widgets.web.pages import Book
from widgets.web.rows import parts_of, with_ids
from widgets.web.search import entries, found_in

MINISEARCH = "0393b3ba253b809d5e55707c7b0875ef9b518a296a006c6739b28876e154edb3"
"""SHA-256 of dist/es/index.js in the npm package minisearch 7.2.0."""

CALCULATOR = (
    '<section id="calc-attack-1" class="rb-calc" data-resolver="new-world/attack" data-description=\'{"a":"b"}\'>'
    '<select id="calc-attack-1--example" class="rb-c-example"><option value="">Set to</option>'
    '<option value="punch" selected>A fist</option></select></section>'
)


def found(folder: Path, *cells: dict[str, Any], name: str = "draughty", game: str = "draughty") -> list[Entry]:
    """The entries of one chapter made of these cells."""
    write(folder, name, *cells, game=game, title="Draughty")
    return list(entries(Book(folder)))


def page(folder: Path, name: str) -> str:
    """A page as text."""
    body = Book(folder).page(name)
    assert body is not None
    return body.plain.decode()


def test_headings_and_rules_have_their_addresses(tmp_path: Path) -> None:
    """An address is made of the section and the rule within it; the bold words in front are the rule's name."""
    text = "# Top\n\n## <a id='wind'></a>Wind\n\n### <a id='wind-indoors'></a>Indoors\n\n"
    text += "<a id='wind-indoors-doors'></a>**Doors.** Shut *them*."
    title, wind, indoors, doors = found(tmp_path, markdown(text))
    assert (title.kind, title.title, title.address) == ("section", "Top", "draughty#top")
    assert (wind.kind, wind.title, wind.section, wind.address) == ("section", "Wind", "", "draughty/wind")
    assert (indoors.section, indoors.address) == ("Wind", "draughty/wind-indoors")
    assert (doors.kind, doors.title, doors.text) == ("rule", "Doors", "Doors. Shut them.")
    assert (doors.section, doors.address) == ("Wind › Indoors", "draughty/wind-indoors#doors")


def test_a_chapter_of_another_name_gives_no_rule_addresses(tmp_path: Path) -> None:
    """The game's rules stand in the chapter of the game's name; others are found by page and place."""
    (section,) = found(tmp_path, markdown("## <a id='wind'></a>Wind"), game="other")
    assert section.address == "draughty#wind"


def test_what_has_no_address_gets_a_lasting_one(tmp_path: Path) -> None:
    """A paragraph's or list item's id comes from its words, so that it stays when others come and go."""
    first, second = found(tmp_path, markdown("Some words.\n\n- some words in a list"))
    assert re.fullmatch(r"p-[0-9a-f]{8}", first.id)
    assert f'<p id="{first.id}">Some words.</p>' in page(tmp_path, "draughty")
    assert f'<li id="{second.id}">some words in a list</li>' in page(tmp_path, "draughty")
    again = found(tmp_path, markdown("New words.\n\nSome words."))
    assert again[1].id == first.id


def test_equal_paragraphs_have_different_places(tmp_path: Path) -> None:
    """No id stands twice on a page."""
    first, second = found(tmp_path, markdown("Again.\n\nAgain."))
    assert second.id == f"{first.id}-2"


def test_an_anchor_in_a_list_is_the_items_place(tmp_path: Path) -> None:
    """What has an address by hand keeps it, and gets no other."""
    (item,) = found(tmp_path, markdown("- <a id='wind'></a>blows"))
    assert item.id == "wind"
    assert '<li><a id="wind"></a>blows</li>' in page(tmp_path, "draughty").replace("'", '"')


def test_rows_of_a_table_in_the_text(tmp_path: Path) -> None:
    """Each row by its first cell, the others with their column's head; the head itself is no row."""
    table = "| Draught | Strength | Note |\n|---|--:|---|\n| a gust | 3 | – |\n| a breeze | 1 | soft |"
    _, gust, breeze = found(tmp_path, markdown(f"## <a id='wind'></a>Wind\n\n{table}"))
    assert (gust.kind, gust.id, gust.title, gust.text) == ("row", "row-wind-a-gust", "a gust", "Strength 3")
    assert breeze.text == "Strength 1 · Note soft"
    assert '<tr id="row-wind-a-gust">' in page(tmp_path, "draughty")


def test_rows_of_a_table_in_an_output(tmp_path: Path) -> None:
    """The same for the tables that cells draw; marks of sources and links to rules are no words of the row."""
    table = (
        "<table><caption>Winds<span class='rb-c-source'> · house</span></caption>\n<thead><tr><th>Wind</th>"
        "<th>Force</th></tr></thead><tbody><tr><th scope='row'>Gale<small>Hold on.</small></th>"
        "<td>8<span class='rb-c-source'> house</span></td></tr>\n<tr id='mine'><th>Calm</th>"
        "<td><a class='rb-c-rule'>calm</a></td></tr></tbody></table>"
    )
    whole, gale, calm = found(tmp_path, code("x", shown(html=table)))
    assert (whole.kind, whole.title, whole.words) == ("table", "Winds", "Wind Force")
    assert (gale.id, gale.title, gale.text) == ("row-winds-gale", "Gale", "Force 8 · Hold on.")
    assert gale.section == "Winds"
    assert (calm.id, calm.text) == ("mine", "")
    html = page(tmp_path, "draughty")
    assert '<table id="table-winds">' in html
    assert '<tr id="row-winds-gale"><th' in html
    assert html.count("<tr id='mine'>") == 1


def test_html_without_tables_is_left_alone() -> None:
    """Not a letter of it changes, whatever it holds."""
    html = "<p>One < two &amp; three</p>\u2028<br><tr><td>loose</td></tr></b>"
    assert with_ids(html, parts_of(html), lambda part: "x") == html


def test_a_calculator_is_found_by_its_fields_and_examples(tmp_path: Path) -> None:
    """At the place where it stands; an example where a calculator is set to it already."""
    all_of_it = found(tmp_path, markdown("## <a id='wind'></a>Wind"), code("x", widget(CALCULATOR)))
    calculator = next(entry for entry in all_of_it if entry.kind == "calculator")
    assert (calculator.title, calculator.id, calculator.section) == ("Attack", "calc-attack-1", "Wind")
    assert "Your Melee or Ranged Skill" in calculator.words
    punch = next(entry for entry in all_of_it if entry.example == "punch")
    assert (punch.kind, punch.id, punch.title) == ("example", "calc-attack-1", "A brawler's fist")


def test_a_calculator_that_is_not_there_is_passed_over(tmp_path: Path) -> None:
    """A notebook of somebody else's may hold one of a game that is not installed."""
    unknown = CALCULATOR.replace("new-world/attack", "nowhere/attack")
    assert [entry.kind for entry in found(tmp_path, code("x", widget(unknown)))] == []


def test_the_book_has_all_kinds_and_no_empty_address(tmp_path: Path) -> None:
    """Every kind is met in the book itself, and every entry leads to an id of its page."""
    book = Book(shelf(tmp_path))
    all_of_it = list(entries(book))
    assert {entry.kind for entry in all_of_it} == set(KINDS)
    pages = {chapter.name: str(book.text(chapter).html) for chapter in book.chapters()}
    pages["index"] = book.start().plain.decode()
    ids = {name: set(re.findall(r"""\sid=["']([^"']+)["']""", html)) for name, html in pages.items()}
    assert [(entry.chapter, entry.id) for entry in all_of_it if entry.id not in ids[entry.chapter]] == []
    assert [entry for entry in all_of_it if not (entry.title or entry.section)] == []


def test_the_index_is_json_with_its_weights(tmp_path: Path) -> None:
    """Whatever reads it needs nothing else: pages, titles of games, what counts how much."""
    book = Book(shelf(tmp_path), base_url="/book/")
    index = json.loads(book.index().plain)
    assert index["pages"] == {"new-world": "/book/new-world", "candlelight": "/book/candlelight", "index": "/book/"}
    assert index["games"] == {"": "This book", "new-world": "New World", "candlelight": "Candlelight"}
    assert (index["kinds"], index["fields"]) == (dict(KINDS), dict(FIELDS))
    assert len(index["entries"]) == len(list(entries(book)))


def test_the_index_is_kept_until_a_chapter_changes(tmp_path: Path) -> None:
    """And its address names its content, so that a page always leads to the index that fits it."""
    book = Book(shelf(tmp_path))
    before, address = book.index(), book.index_address()
    assert book.index() is before
    assert f'data-index="{address}"' in page(tmp_path, "candlelight")
    write(tmp_path, "candlelight", markdown("# Snuffed"), game="candlelight")
    assert book.index_address() != address
    after = book.page("new-world")
    assert after is not None
    assert f'data-index="{book.index_address()}"'.encode() in after.plain


def test_the_book_of_the_house_is_found_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`companion look` needs no folder, and what was read once is kept."""
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path))
    all_of_it, titles = found_in()
    assert found_in() == (all_of_it, titles)
    assert {"new-world"} <= {entry.chapter for entry in all_of_it}
    assert titles["new-world"] == "New World"


def test_the_search_library_is_the_one_that_was_published() -> None:
    """One file, unchanged, with its licence beside it and named in NOTICE."""
    assert hashlib.sha256((STATIC / "vendor" / "minisearch.js").read_bytes()).hexdigest() == MINISEARCH
    assert "Luca Ongaro" in (STATIC / "vendor" / "minisearch.LICENSE.txt").read_text(encoding="utf-8")
    assert "MiniSearch 7.2.0" in (STATIC.parents[2] / "NOTICE").read_text(encoding="utf-8")
    assert {"minisearch.js", "minisearch.LICENSE.txt"} <= set(Assets().files)


@pytest.mark.parametrize("word", ["eval(", "new Function", "innerHTML"])
def test_no_script_of_the_search_makes_code_or_markup_from_text(word: str) -> None:
    """What is typed or found is only ever shown as text."""
    scripts = [STATIC / "vendor" / "minisearch.js", *(STATIC / f"{name}.js" for name in ("search", "terms", "example"))]
    assert [path.name for path in scripts if word in path.read_text(encoding="utf-8")] == []
