"""What the tests of the book share: its chapters as pages, and the calls in their code cells."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion import catalogue
from companion.resolver import Resolver
from widgets.web.notebook import Chapter, joined, read_chapter
from widgets.web.pages import Book

CHAPTERS = Path(__file__).parents[2] / "chapters"
GAMES = [path.stem for path in sorted(CHAPTERS.glob("*.ipynb")) if path.stem in catalogue.game_names()]
RESOLVERS = [resolver for game in GAMES for resolver in catalogue.resolvers(game)]
WORDS = ("calculator", "table", "values", "example", "odds", "rulings")


@dataclass(frozen=True)
class Call:
    """One call in a code cell: `calculator("new-world/attack", example="marguerite")`."""

    chapter: str
    word: str
    given: tuple[Any, ...]
    named: dict[str, Any]

    @property
    def about(self) -> tuple[str, str]:
        """The game and the name that the first argument joins; the name is empty where it is a game alone."""
        game, _, name = str(self.given[0]).partition("/")
        return game, name


def calls_in(chapter: Chapter) -> Iterator[Call]:
    """Every call of the book's own words in a chapter, its arguments read as plain data."""
    for cell in chapter.cells:
        if cell.kind != "code":
            continue
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORDS:
                named = {str(each.arg): ast.literal_eval(each.value) for each in node.keywords}
                yield Call(chapter.name, node.func.id, tuple(map(ast.literal_eval, node.args)), named)


@pytest.fixture(scope="session")
def book() -> Book:
    """The whole book, as pages at the top of a site."""
    return Book(CHAPTERS)


@pytest.fixture(scope="session")
def index() -> Chapter:
    """The start page's own text."""
    return read_chapter(CHAPTERS / "index.ipynb")


@pytest.fixture(scope="session")
def calls(book: Book) -> list[Call]:
    """Every call of every chapter."""
    return [call for chapter in book.chapters() for call in calls_in(chapter)]


@pytest.fixture(scope="session")
def calls_of(calls: list[Call]) -> Callable[[str], list[Call]]:
    """The calls of one word: `calls_of("table")`."""
    return lambda word: [call for call in calls if call.word == word]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Each game that has a chapter."""
    return str(request.param)


@pytest.fixture(params=RESOLVERS, ids=lambda resolver: resolver.address)
def resolver(request: pytest.FixtureRequest) -> Resolver:
    """Each calculator of those games."""
    found: Resolver = request.param
    return found


@pytest.fixture(scope="module")
def chapter(book: Book, request: pytest.FixtureRequest) -> Chapter:
    """The chapter of the game that the test's module names as its `GAME`."""
    found = book.chapter(request.module.GAME)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def shown(chapter: Chapter) -> dict[str, str]:
    """The text result of each worked cell, by the cell's source."""
    return {
        cell.source: joined(cell.outputs[0]["data"]["text/plain"])
        for cell in chapter.cells
        if cell.source.startswith(("example(", "odds("))
    }


@pytest.fixture(scope="module")
def told(chapter: Chapter) -> str:
    """The chapter's own words, in one line."""
    words = "\n".join(cell.source for cell in chapter.cells if cell.kind == "markdown")
    return " ".join(words.replace("\n>", "\n").split())
