"""All that can be found in the book, read out of its chapters: for the page's search and for `companion look`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import catalogue
from companion.errors import CompanionError, UnknownName
from companion.glossary import glossary
from companion.look import ENDINGS, FIELDS, KINDS, SMALL_WORDS, STEM, Entry
from companion.resolver import Resolver
from companion.steps import anchor
from widgets.web.assets import WIDGETS
from widgets.web.cache import Cache
from widgets.web.stamps import stamp_of

if TYPE_CHECKING:
    from widgets.web.pages import Book
    from widgets.web.passages import Placed

CHAPTERS = WIDGETS.parent / "chapters"


def found_in(folder: Path = CHAPTERS) -> tuple[list[Entry], dict[str, str]]:
    """Everything that can be found in a folder of chapters (the book's own by default), and the games' titles.

    It is read once and kept in the user's cache until a chapter, a game or this program changes.
    """
    cache, name = Cache(), f"{stamp_of(folder)}.entries.json"
    kept = cache.get(name)
    if kept is not None:
        known = json.loads(kept)
        return [Entry(**each) for each in known["entries"]], known["titles"]
    from widgets.web.pages import Book

    book = Book(folder)
    found, names = list(entries(book)), titles(book)
    content = {"entries": [asdict(entry) for entry in found], "titles": names}
    cache.put(name, json.dumps(content, ensure_ascii=False).encode())
    return found, names


def titles(book: Book) -> dict[str, str]:
    """The title of each game that has a chapter; what stands in no game is under "" and has the book's own."""
    known = set(catalogue.game_names())
    games = {chapter.game: chapter.game_title for chapter in book.chapters() if chapter.game}
    return {"": "This book"} | {
        name: catalogue.game(name).title if name in known else title for name, title in games.items()
    }


def entries(book: Book) -> Iterator[Entry]:
    """Every entry of the book: chapter by chapter its text, its calculators, its terms; last the start page's own."""
    for chapter in book.chapters():
        text = book.text(chapter)
        yield from text.entries
        yield from calculators(chapter.name, chapter.game, text.placed)
    index = book.index_chapter()
    if index is not None:
        yield from book.text(index).entries


def index(book: Book) -> str:
    """The book's entries as the JSON that the page's search reads, with what each kind and field counts.

    ``chapters`` has the address of each page, ``games`` the titles; an entry names its chapter and game by key.
    """
    pages = {chapter.name: book.address(chapter.name) for chapter in book.chapters()}
    start = book.index_chapter()
    if start is not None:
        pages[start.name] = book.address(start.name)
    content = {
        "kinds": dict(KINDS),
        "fields": dict(FIELDS),
        "small": sorted(SMALL_WORDS),
        "endings": list(ENDINGS),
        "stem": STEM,
        "games": titles(book),
        "pages": pages,
        "entries": [_slim(entry) for entry in entries(book)],
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def calculators(chapter: str, game: str, placed: Iterable[Placed]) -> Iterator[Entry]:
    """The calculators of a chapter and their examples; those of its game that stand nowhere lead to their rule."""
    homes: dict[str, list[Placed]] = {}
    for each in placed:
        homes.setdefault(each.resolver, []).append(each)
    own = catalogue.resolvers(game) if chapter == game and game in catalogue.game_names() else ()
    for address in dict.fromkeys([*homes, *(resolver.address for resolver in own)]):
        try:
            resolver = catalogue.find(address)
        except UnknownName:
            continue
        yield from _calculator(resolver, chapter, homes.get(address, []))


def _calculator(resolver: Resolver, chapter: str, homes: list[Placed]) -> Iterator[Entry]:
    described = resolver.describe()
    try:
        page, place = anchor(resolver.rule)
    except CompanionError:
        page, place = chapter, ""
    first = homes[0].id if homes else place
    where = chapter if homes else page
    words = [*dict.fromkeys(_labels(described["fields"])), *_names(resolver), "calculator odds chance"]
    within = homes[0].within if homes else ""
    common = {"game": resolver.game, "chapter": where, "address": resolver.address, "resolver": resolver.address}
    yield Entry(
        kind="calculator", id=first, title=resolver.title, section=within, text=resolver.summary,
        words=" ".join(words), **common,
    )  # fmt: skip
    for example in described["examples"]:
        home = next((each.id for each in homes if each.example == example["name"]), first)
        yield Entry(
            kind="example", id=home, title=example["title"], section=resolver.title,
            example=example["name"], **common,
        )  # fmt: skip


def _names(resolver: Resolver) -> Iterator[str]:
    """What else people call what a calculator works out: the names of the term that has its title or its rule."""
    for term in glossary(resolver.game):
        if resolver.rule == term.rule or resolver.title.casefold() == term.term.casefold():
            yield from (term.term, *term.synonyms)


def _labels(fields: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for field in fields:
        yield str(field["label"])
        yield from _labels(field["fields"] or ())


def _slim(entry: Entry) -> dict[str, str]:
    """An entry for the page: it needs the words as well, and no address that the page's own says already."""
    kept = entry.to_json() | {"game": entry.game, "words": entry.words}
    if kept["address"] == f"{entry.chapter}#{entry.id}" or entry.resolver:
        del kept["address"]
    return {name: value for name, value in kept.items() if value}
