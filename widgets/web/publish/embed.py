"""One calculator by itself, as a page that another page shows in a frame."""

from __future__ import annotations

import json
from html import escape

from companion import __version__
from companion.catalogue import all_games
from companion.fields import plain
from companion.resolver import Resolver
from widgets.answer import answer
from widgets.section import pieces, primary, section
from widgets.state import renamed
from widgets.web.pages import Book
from widgets.web.prose import Prose
from widgets.web.publish.pages import FRAME_SCRIPT

FOLDER = "embed"
ROOT = "../../"
ELSEWHERE = "embed"
"""The chapter that an embedded calculator says it stands on: none, so its links to rules lead to the book's pages."""


def embedded(book: Book) -> dict[str, bytes]:
    """A page for every calculator of every game, by the name of its file: ``embed/new-world/attack.html``."""
    chapters = {chapter.name for chapter in book.chapters()}
    return {
        f"{FOLDER}/{resolver.address}.html": _page(book, game.title, resolver, chapters).encode()
        for game in all_games()
        for resolver in game.resolvers()
    }


def _page(book: Book, game: str, resolver: Resolver, chapters: set[str]) -> str:
    description = resolver.describe()
    ask = primary(description)
    answered = answer({"ask": ask, "inputs": {}, "seed": 1, "chapter": ELSEWHERE}, resolver.address)
    values = plain(resolver.read({})[0])
    shown = section(description, values, pieces(answered), at=f"calc-{resolver.name}", game=game, chapter=ELSEWHERE)
    links = Prose(lambda name, fragment: _address(name, fragment, chapters))
    static = f"{ROOT}static/{book.assets.folder}/"
    home = _address(resolver.game, "", chapters)
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="en-GB" data-game="{escape(resolver.game)}">',
            "<head>",
            '<meta charset="utf-8">',
            f"<title>{escape(resolver.title)} · {escape(game)}</title>",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            '<meta name="robots" content="noindex">',
            f'<script src="{static}theme.js"></script>',
            f'<link rel="stylesheet" href="{static}site.css">',
            f'<script type="module" src="{static}{FRAME_SCRIPT}"></script>',
            f'<script type="module" src="{static}site.js"></script>',
            "</head>",
            f'<body class="rb-page rb-page-embed" data-version="{__version__}"',
            f' data-renamed="{escape(json.dumps(renamed()))}">',
            f'<main class="rb-live"><h1 class="rb-c-hidden">{escape(resolver.title)}</h1>',
            f'<div class="rb-slot" data-cell="0" data-output="0">{links.html(str(shown))}</div>',
            '<p class="rb-note" role="status"></p>',
            f'<p class="rb-from"><a href="{home}">In the book</a></p></main>',
            '<div class="rb-banner" role="status"></div>',
            "</body>",
            "</html>",
            "",
        )
    )


def _address(chapter: str, fragment: str, chapters: set[str]) -> str:
    """A place in the book, seen from an embedded calculator; the start page where the book has no such chapter."""
    return f"{ROOT}{chapter}.html{fragment}" if chapter in chapters else ROOT
