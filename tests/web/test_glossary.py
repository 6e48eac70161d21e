"""The game's terms: read and checked, marked where a section first uses them, explained at the chapter's end."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import companion.games
from companion import catalogue
from companion.errors import TableError, UnknownName
from companion.glossary import Term, glossary
from companion.steps import anchor
from tests.web.client import soon
from tests.web.fixtures import Site, accessibility_problems, sideways
from tests.web.shelf import CHAPTERS, shelf
from widgets.web.pages import Book
from widgets.web.prose import Prose
from widgets.web.terms import Terms, glossary_html

GAMES = [name for name in catalogue.game_names() if (CHAPTERS / f"{name}.ipynb").exists() and glossary(name)]

ATTACK = Term("free-attack", "free attack", "A blow at no cost.", "new-world/free#leaving", ("AoO",))
MIGHT = Term("might", "Might", "Strength.")
REACH = Term("reach", "reach", "As far as you strike.", forms=("foe's reach", "within reach"))


def marked(text: str, *terms: Term) -> list[str]:
    """The words that are marked in a text, in order."""
    prose = Prose(lambda name, fragment: f"/{name}{fragment}")
    prose.readers = [Terms(terms or (ATTACK, MIGHT, REACH)).read]
    return [
        found.replace("\n", " ") for found in re.findall(r'<a class="rb-term"[^>]*>([^<]*)</a>', prose.render(text, 0))
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A free attack, then a free attack.", ["free attack"]),
        ("Free attacks abound.", ["Free attacks"]),
        ("A free\nattack over two lines.", ["free attack"]),
        ("Her Might might do.", ["Might"]),
        ("It might do.", []),
        ("A freed attack, a free attacker.", []),
        ("Leave a foe's reach.", ["foe’s reach"]),
        ("To reach a number, stay within reach.", ["within reach"]),
        ("*A free attack*, and **then Might**.", ["free attack", "Might"]),
        ("- in a list, a free attack", ["free attack"]),
        ("> in a note, a free attack", ["free attack"]),
    ],
)
def test_terms_are_marked_as_the_text_means_them(text: str, found: list[str]) -> None:
    """With their plural; a capital is part of the name; a verb of the same letters is left alone."""
    assert marked(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "## A free attack",
        "[a free attack](other.ipynb)",
        '<a href="#x">a free attack</a>',
        "`free attack`",
        "**Free attack.** is what opens the paragraph.",
        "| a free attack |\n|---|\n| a free attack |",
        "<a id='free-leaving'></a>This rule says what a free attack is.",
        "```\nfree attack\n```",
    ],
)
def test_nothing_is_marked_where_it_would_disturb(text: str) -> None:
    """In headings, links, code and tables, in the bold words in front, and where the term's own rule stands."""
    assert marked(text) == []


def test_each_section_marks_a_term_anew() -> None:
    """At its first use; a section that is the term's own rule does not."""
    text = "A free attack. A free attack.\n\n## Next\n\nA free attack."
    assert marked(text + "\n\n### <a id='free-leaving'></a>Own\n\nA free attack.") == ["free attack"] * 2


def test_a_mark_leads_to_the_definition_and_is_described_by_it() -> None:
    """Without a script it is a link; a screen reader has the definition at once."""
    prose = Prose(lambda name, fragment: f"/{name}{fragment}")
    prose.readers = [Terms([ATTACK]).read]
    html = prose.render("A free attack.", 0)
    assert '<a class="rb-term" href="#glossary-free-attack" aria-describedby="glossary-free-attack-is">' in html
    entries = glossary_html([ATTACK], prose.link, "new-world")
    assert '<div id="glossary-free-attack"><dt>Free attack</dt>' in entries
    assert '<span id="glossary-free-attack-is">A blow at no cost.</span>' in entries
    assert 'href="#free-leaving"' in entries
    assert 'href="/new-world#free-leaving"' in glossary_html([ATTACK], prose.link, "elsewhere")


def test_texts_of_terms_are_escaped() -> None:
    """A table is data, never markup."""
    bad = Term("x", "<b>x</b>", "a < b & c")
    html = glossary_html([bad], lambda name, fragment: name, "new-world")
    assert "<b>" not in html
    assert "a &lt; b &amp; c" in html


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], tuple[Term, ...]]]:
    """Writes a glossary for a game of its own and reads it."""
    folder = tmp_path / "wax_seal"
    (folder / "tables").mkdir(parents=True)
    (folder / "__init__.py").write_text('"""Wax and seals."""\n', encoding="utf-8")
    (folder / "game.toml").write_text('title = "Wax Seal"\ndice = "none"\nabout = "Wax."\n', encoding="utf-8")
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(tmp_path)])

    def forget() -> None:
        catalogue._submodules.cache_clear()
        catalogue._about.cache_clear()
        glossary.cache_clear()
        sys.modules.pop("companion.games.wax_seal", None)

    def reading(text: str) -> tuple[Term, ...]:
        (folder / "tables" / "glossary.toml").write_text(text, encoding="utf-8")
        forget()
        return glossary("wax-seal")

    forget()
    yield reading
    forget()


HEAD = '[about]\nsource = "house"\n[wax]\nterm = "wax"\ndefinition = "It melts."\n'


def test_a_glossary_is_found_by_itself(game: Callable[[str], tuple[Term, ...]]) -> None:
    """Lists as lists or as one text with commas; the file's source unless a term has its own; in alphabetical order."""
    assert glossary("wax-seal") == ()
    more = (
        '[seal]\nterm = "Seal"\nsynonyms = "stamp, signet"\nforms = ["sealed"]\ndefinition = "x"\nsource = "chapter"\n'
    )
    seal, wax = game(HEAD + more)
    assert (wax.key, wax.place, wax.source, wax.rule) == ("wax", "glossary-wax", "house", "")
    assert (seal.synonyms, seal.forms, seal.source) == (("stamp", "signet"), ("sealed",), "chapter")
    assert seal.to_json()["synonyms"] == ["stamp", "signet"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x", "this is not TOML"),
        (HEAD + 'rule = "nowhere"', "wax: rule: "),
        (HEAD + 'colour = "red"', "no column of that name: colour"),
        (HEAD + "synonyms = 5", "wax: synonyms: a list of texts"),
        (HEAD + "forms = [5]", "wax: forms: a list of texts"),
        (HEAD + 'source = "hearsay"', "'hearsay' is no source"),
        (HEAD + '[tallow]\nterm = "wax"\ndefinition = "x"', '"wax" is already the name of wax'),
        (HEAD.replace("It melts.", " "), "wax: definition: a text"),
        (HEAD.replace("It melts.", "x" * 401), "at most 400 letters"),
        ('[about]\nsource = "house"\n[wax]\nterm = "wax"', "wax: definition: a text"),
        ('wax = "x"', "wax: a term with term and definition"),
    ],
)
def test_a_wrong_glossary_says_what_is_wrong(game: Callable[[str], tuple[Term, ...]], text: str, said: str) -> None:
    """The file, the term, the column and what would do."""
    with pytest.raises(TableError, match=r"wax-seal/tables/glossary\.toml") as raised:
        game(text)
    assert said in str(raised.value)


def test_a_game_that_is_not_there_has_no_glossary() -> None:
    """It is an unknown name, not an empty glossary."""
    with pytest.raises(UnknownName):
        glossary("new-wrld")


@pytest.mark.parametrize("name", GAMES)
def test_every_term_of_the_book_has_its_rule(name: str) -> None:
    """The address exists in the game's chapter, and so does the glossary's entry."""
    book = Book(CHAPTERS)
    chapter = book.chapter(name)
    assert chapter is not None
    ids = set(book.text(chapter).ids)
    terms = glossary(name)
    assert len(terms) >= 10
    assert [term.key for term in terms if term.rule and anchor(term.rule)[1] not in ids] == []
    assert [term.key for term in terms if term.place not in ids] == []
    assert [term.key for term in terms if not term.definition.endswith(".")] == []


@pytest.mark.parametrize("name", GAMES)
def test_marks_of_the_book_are_unique_and_lead_somewhere(name: str) -> None:
    """No section marks a term twice, none is marked within a link or a heading, and no id stands twice."""
    book = Book(CHAPTERS)
    chapter = book.chapter(name)
    assert chapter is not None
    html = str(book.text(chapter).html)
    assert html.count('class="rb-term"') >= 20
    for part in re.split(r"<h[23] ", html):
        marks = re.findall(r'class="rb-term" href="#([\w-]+)"', part)
        assert len(marks) == len(set(marks))
    assert not re.search(r"<h\d[^>]*>(?:(?!</h).)*rb-term", html)
    assert not re.search(r"<section(?:(?!</section).)*rb-term", html, re.DOTALL)
    assert book.text(chapter).headings[-1].id == "glossary"


@pytest.fixture(scope="module")
def shelves(serve: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The shelf, served; no kernel is needed."""
    return serve(shelf(tmp_path_factory.mktemp("shelf")), preheat=0)


def term_on(page: Any, site: Site) -> Any:
    """The first mark of "margin" on New World's page, in view."""
    page.goto(site.url + "new-world")
    term = page.locator("a.rb-term", has_text="margin").first
    term.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    return term


def test_a_definition_shows_while_a_pointer_rests(page: Any, shelves: Site) -> None:
    """Beside the term, within the window, for as long as the pointer is on either; Escape hides it."""
    term = term_on(page, shelves)
    note = page.locator(".rb-definition")
    term.hover()
    note.wait_for()
    assert note.inner_text().startswith("Margin of success")
    note.hover()
    page.wait_for_timeout(400)
    assert note.is_visible()
    page.keyboard.press("Escape")
    assert not note.is_visible()
    term.hover()
    page.mouse.move(0, 0)
    assert soon(lambda: not note.is_visible())


def test_a_definition_shows_with_the_focus(page: Any, shelves: Site) -> None:
    """It goes with it; Enter follows the link to the glossary."""
    term_on(page, shelves).focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    note = page.locator(".rb-definition")
    note.wait_for()
    page.keyboard.press("Tab")
    assert soon(lambda: not note.is_visible())
    page.keyboard.press("Shift+Tab")
    note.wait_for()
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#glossary-margin"


def test_a_definition_shows_at_a_tap(new_page: Callable[..., Any], shelves: Site) -> None:
    """The first tap shows it, within a narrow window; a tap elsewhere hides it; the second one leads on."""
    page = new_page(has_touch=True, viewport={"width": 320, "height": 640})
    term = term_on(page, shelves)
    note = page.locator(".rb-definition")
    term.tap()
    note.wait_for()
    assert page.evaluate("location.hash") == ""
    box = note.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert sideways(page) <= 0
    page.touchscreen.tap(300, 620)
    assert soon(lambda: not note.is_visible())
    term.tap()
    note.wait_for()
    term.tap()
    assert soon(lambda: page.evaluate("location.hash") == "#glossary-margin")


def test_a_definition_moves_nothing(page: Any, shelves: Site) -> None:
    """It lies over the page."""
    term = term_on(page, shelves)
    before = page.locator("main").bounding_box()
    term.hover()
    page.locator(".rb-definition").wait_for()
    assert page.locator("main").bounding_box() == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_with_a_definition_open(new_page: Callable[..., Any], shelves: Site, scheme: str) -> None:
    """The page with its marks, the open definition and the glossary."""
    page = new_page(color_scheme=scheme)
    term_on(page, shelves).hover()
    page.locator(".rb-definition").wait_for()
    assert accessibility_problems(page) == []


def test_without_a_script_terms_are_links_to_the_glossary(new_page: Callable[..., Any], shelves: Site) -> None:
    """And each entry leads on to its rule."""
    page = new_page(java_script_enabled=False)
    page.goto(shelves.url + "new-world")
    page.locator("a.rb-term", has_text="margin").first.click()
    entry = page.locator("#glossary-margin")
    assert entry.is_visible()
    entry.get_by_role("link").click()
    assert page.url.endswith("#attack-hit")


def test_on_paper_terms_are_plain(page: Any, shelves: Site) -> None:
    """No line under them, and the glossary is printed."""
    page.goto(shelves.url + "new-world")
    page.emulate_media(media="print")
    line = page.locator("a.rb-term").first.evaluate("el => getComputedStyle(el).textDecorationLine")
    assert line == "none"
    assert page.locator("#glossary-margin").is_visible()
    assert not page.locator(".rb-uses").first.is_visible()
