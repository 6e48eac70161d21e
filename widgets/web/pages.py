"""The book's pages: plain HTML made from the notebooks, complete before any kernel or script runs."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

import companion
from widgets.state import renamed
from widgets.web import search
from widgets.web.aside import put_aside
from widgets.web.assets import HERE, Assets, Body
from widgets.web.notebook import INDEX, NAME, Chapter, Stored
from widgets.web.prose import Heading
from widgets.web.texts import Text, read_text
from widgets.web.uses import filled

TITLE = "Rulebook Companion"
_SECTION = '<div class="rb-head rb-head-h2">'
_SCREEN = 'class="rb-desk"'
SUBTITLE = "Rules you can throw: the text, the calculator beside it, and the exact odds."


@dataclass(slots=True)
class Entry:
    """One line of a table of contents, with the lines below it."""

    id: str
    text: str
    below: list[Entry] = field(default_factory=list)


class Book:
    """The chapters of a folder as pages.

    ``base_url`` starts and ends with a slash. ``suffix`` is put behind a chapter's name in its address
    ("" when served, ".html" for files). ``live`` says whether a server stands behind the pages that can
    start kernels, and ``wake_when_idle`` that pages do so by themselves, before a touch. Pages are kept and made
    anew when a notebook's file changes. ``source`` reads the chapters: with their stored results, or those of a run.
    """

    def __init__(
        self,
        folder: Path,
        *,
        base_url: str = "/",
        suffix: str = "",
        live: bool = True,
        assets: Assets | None = None,
        source: Stored | None = None,
        wake_when_idle: bool = False,
    ) -> None:
        self.folder = folder
        self.base_url = base_url
        self.suffix = suffix
        self.live = live
        self.assets = assets or Assets()
        self.source = source or Stored()
        self.wake_when_idle = wake_when_idle
        self._read: dict[Path, tuple[Any, Chapter]] = {}
        self._texts: dict[str, tuple[Chapter, Text]] = {}
        self._pages: dict[str, tuple[Any, Body]] = {}
        self._index: tuple[Any, Body] | None = None
        self._templates = Environment(
            loader=FileSystemLoader(HERE / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
        )

    def chapters(self) -> list[Chapter]:
        """The chapters in the order that their metadata gives, without the index."""
        found = [self._chapter(path) for path in self.files() if path.stem != INDEX]
        return sorted(found, key=lambda chapter: (chapter.order, chapter.name))

    def chapter(self, name: str) -> Chapter | None:
        """The chapter of this name, or None."""
        return next((chapter for chapter in self.chapters() if chapter.name == name), None)

    def page(self, name: str) -> Body | None:
        """A chapter's page, or None if there is no such chapter."""
        chapters = self.chapters()
        place = next((place for place, chapter in enumerate(chapters) if chapter.name == name), None)
        if place is None:
            return None
        chapter = chapters[place]
        around = (chapters[place - 1] if place else None, *chapters[place + 1 : place + 2])
        made_from = chapter, tuple(map(id, chapters)), self.index().tag
        return self._kept(name, made_from, lambda: self._chapter_page(chapter, *around))

    def start(self) -> Body:
        """The start page: the opening of ``index.ipynb`` if there is one, the chapters, then its sections."""
        chapters, index = self.chapters(), self.index_chapter()
        made_from = index, tuple(map(id, chapters)), self.index().tag
        return self._kept(INDEX, made_from, lambda: self._start_page(index, chapters))

    def index_chapter(self) -> Chapter | None:
        """The start page's own text, or None if there is none."""
        return next((self._chapter(path) for path in self.files() if path.stem == INDEX), None)

    def index(self) -> Body:
        """What the search reads: all that can be found in the book, as JSON. Made anew when a chapter changes."""
        made_from = *map(id, self.chapters()), id(self.index_chapter())
        if self._index is None or self._index[0] != made_from:
            self._index = made_from, Body.of(search.index(self), ".json")
        return self._index[1]

    def index_address(self) -> str:
        """The address of what the search reads; it names the content, so that a browser may keep it for ever."""
        return f"{self.base_url}search/{self.index().name}.json"

    def message(self, title: str, text: str) -> Body:
        """A page that says one thing, such as that there is no such page."""
        return self._fill("message.html.j2", title=title, text=text, page="message")

    def text(self, chapter: Chapter) -> Text:
        """A chapter's text without the page around it."""
        known, text = self._texts.get(chapter.name, (None, None))
        if known is not chapter or text is None:
            text = read_text(chapter, self.folder, self.address)
            self._texts[chapter.name] = chapter, text
        return text

    def address(self, name: str, fragment: str = "") -> str:
        """The address of a chapter, or of the start page, on this site."""
        return f"{self.base_url}{'' if name == INDEX else name + self.suffix}{fragment}"

    def files(self) -> list[Path]:
        """The notebooks: the chapters and, if there is one, the index."""
        return sorted(path for path in self.folder.glob("*.ipynb") if NAME.fullmatch(path.stem))

    def _chapter(self, path: Path) -> Chapter:
        stamp = self.source.stamp(path)
        if path not in self._read or self._read[path][0] != stamp:
            self._read[path] = stamp, self.source.read(path)
        return self._read[path][1]

    def _kept(self, name: str, made_from: Any, make: Any) -> Body:
        if name not in self._pages or self._pages[name][0] != made_from:
            self._pages[name] = made_from, make()
        return self._pages[name][1]

    def _chapter_page(self, chapter: Chapter, before: Chapter | None, after: Chapter | None = None) -> Body:
        text = self.text(chapter)
        top = next((heading for heading in text.headings if heading.level == 1), None)
        head, body = _split_title(Markup(put_aside(filled(text.html, chapter.game, text.placed))))
        return self._fill(
            "chapter.html.j2",
            page="chapter",
            chapter=chapter,
            title=chapter.title,
            head=head,
            body=body,
            screen=_SCREEN in body,
            has_title=top is not None,
            kicker="" if top and chapter.game_title.casefold() in top.text.casefold() else chapter.game_title,
            contents=contents(text.headings),
            before=before,
            after=after,
            start=self._start(chapter),
        )

    def _start(self, chapter: Chapter) -> dict[str, str]:
        """What the page has to know to come alive: where a kernel is asked for, and when."""
        if not self.live or not chapter.live:
            return {}
        if chapter.foreign:
            return {"whole": f"{self.address(chapter.name)}/whole"}
        return {"start": f"{self.address(chapter.name)}/kernel", **({"wake": "idle"} if self.wake_when_idle else {})}

    def _start_page(self, index: Chapter | None, chapters: list[Chapter]) -> Body:
        text = self.text(index) if index else None
        html = put_aside(filled(text.html, "", ())) if text else ""
        opening, sections, rest = html.partition(_SECTION)
        return self._fill(
            "start.html.j2",
            page="start",
            title=index.title if index else TITLE,
            opening=Markup(opening),
            rest=Markup(sections + rest),
            has_title=bool(text and any(heading.level == 1 for heading in text.headings)),
            chapters=[(chapter, contents(self.text(chapter).headings)) for chapter in chapters],
        )

    def _fill(self, template: str, **values: Any) -> Body:
        site = {
            "name": TITLE,
            "subtitle": SUBTITLE,
            "home": self.address(INDEX),
            "static": f"{self.base_url}static/{self.assets.folder}/",
            "search": self.index_address(),
            "version": companion.__version__,
            "renamed": json.dumps(renamed()) if renamed() else "",
            "icon": b64encode(self.assets.files["icon.svg"].plain).decode(),
        }
        values = {"chapter": None, "start": {}, "address": self.address, "site": site, **values}
        return Body.of(self._templates.get_template(template).render(values), ".html")


def _split_title(html: Markup) -> tuple[Markup, Markup]:
    """The title that a text begins with, and the rest: the folded table of contents goes in between."""
    if not html.startswith('<div class="rb-head rb-head-h1">'):
        return Markup(), html
    title, end, rest = html.partition("</div>\n")
    return Markup(title + end), Markup(rest)


def contents(headings: Iterable[Heading]) -> list[Entry]:
    """The headings of levels 2 and 3 as a table of contents; a level 3 before any level 2 stands by itself."""
    entries: list[Entry] = []
    section: Entry | None = None
    for heading in headings:
        entry = Entry(heading.id, heading.text)
        if heading.level == 2:
            section = entry
            entries.append(entry)
        elif heading.level == 3:
            (section.below if section else entries).append(entry)
    return entries
