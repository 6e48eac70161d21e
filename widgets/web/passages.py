"""What a chapter holds for a search: each section, rule, paragraph, table row and calculator with its own address."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from markdown_it.token import Token

from companion.look import Entry
from widgets.web.notebook import Chapter
from widgets.web.rows import Part, parts_of, with_ids

_CALCULATOR = re.compile(r"<section\b[^>]*\brb-calc\b[^>]*>")
_ATTRIBUTE = re.compile(r"""\s(id|data-resolver)=["']([^"']*)["']""")
_CHOSEN = re.compile(r"""<option value="([^"]+)" selected>""")
_ANCHOR = re.compile(r"""<a\s+id=["']([^"'<>]+)["']\s*>""")
_NO_SLUG = re.compile(r"[^a-z0-9]+")
_LEAD_END = " .,:;"
LONGEST_SLUG = 48
ABOVE_CALCULATOR = 60_000
"""In so many letters of its HTML, a calculator has said which example it is set to."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A calculator on the page: its resolver, its id, the section it stands in, and the example it is set to.

    ``section`` is the section's id, ``within`` the headings above the calculator in words.
    """

    resolver: str
    id: str
    section: str
    within: str
    example: str


class Passages:
    """Reads a chapter from top to bottom, gives what lacks one an id, and keeps what there is to be found.

    ``ids`` are the ids of the page so far, which grow as new ones are given; ``reserved`` those still to come.
    """

    def __init__(self, chapter: Chapter, ids: list[str], reserved: frozenset[str]) -> None:
        self.chapter = chapter
        self.entries: list[Entry] = []
        self.placed: list[Placed] = []
        self._ids, self._reserved = ids, reserved
        self._by_hand = set(reserved)
        self._sections: list[tuple[int, str, str]] = []

    @property
    def _title(self) -> str:
        return next((name for level, name, _ in self._sections if level == 1), "")

    @property
    def within(self) -> str:
        """The headings above, from the second level down."""
        return " › ".join(text for level, _, text in self._sections if level > 1)

    @property
    def section(self) -> str:
        """The id of the innermost section of the second or third level, or ""."""
        return next((name for level, name, _ in reversed(self._sections) if level in (2, 3)), "")

    def read(self, tokens: list[Token]) -> list[Token]:
        """Read one cell of text."""
        items: list[Token] = []
        heads: list[str] = []
        cells: list[str] = []
        row: Token | None = None
        for place, token in enumerate(tokens):
            inline = tokens[place + 1] if place + 1 < len(tokens) else token
            if token.type == "heading_open":
                self._heading(token, inline)
            elif token.type in ("list_item_open", "dd_open"):
                items.append(token)
            elif token.type in ("list_item_close", "dd_close"):
                items.pop()
            elif token.type == "thead_open":
                heads = []
            elif token.type == "tr_open":
                row, cells = token, []
            elif token.type in ("th_open", "td_open"):
                cells.append(words_in(inline))
            elif token.type == "tr_close" and row is not None:
                if heads:
                    self._row(heads, cells, row)
                else:
                    heads = cells
            elif token.type == "paragraph_open":
                self._paragraph(items[-1] if token.hidden and items else token, inline)
        return tokens

    def output(self, html: str) -> str:
        """Read one output of a code cell; returns it with an id for each table row."""
        calculators = list(self._calculators(html))
        if calculators:
            self.placed += calculators
            return html
        parts = parts_of(html)
        html = with_ids(html, parts, self._part_id)
        for part in parts:
            if part.kind == "row":
                text = " · ".join(filter(None, [row_text(part.heads, part.cells), part.note]))
                self._add("row", part.id, part.cells[0], text, part.title)
            elif part.kind == "worked":
                self._add("worked", part.id, part.cells[0], " ".join(part.cells[1:]))
            elif part.title:
                self._add("table", part.id, part.title, words=" ".join(part.heads))
        return html

    def _heading(self, opening: Token, inline: Token) -> None:
        level, name, text = int(opening.tag[1]), str(opening.attrGet("id")), words_in(inline)
        self._sections = [each for each in self._sections if each[0] < level]
        self._by_hand.add(name)
        above = self.within
        self._sections.append((level, name, text))
        self.entries.append(self._entry("section", name, text, above))

    def _paragraph(self, opening: Token, inline: Token) -> None:
        text = words_in(inline)
        if not text:
            return
        name = str(opening.attrGet("id") or next(anchors_of(inline), ""))
        kind = "rule" if name else "text"
        if not name:
            name = self._name(f"p-{hashlib.sha256(text.encode()).hexdigest()[:8]}")
            opening.attrSet("id", name)
        self._add(kind, name, lead_of(inline), text)

    def _row(self, heads: list[str], cells: list[str], opening: Token) -> None:
        name = str(opening.attrGet("id") or self._name(f"row-{self.section}-{slug(cells[0])}"))
        opening.attrSet("id", name)
        self._add("row", name, cells[0], row_text(heads, cells))

    def _part_id(self, part: Part) -> str:
        words = [part.title or self.section, *part.cells[:1]]
        return self._name("-".join([part.kind, *filter(None, map(slug, words))]))

    def _calculators(self, html: str) -> Iterator[Placed]:
        for found in _CALCULATOR.finditer(html):
            given = dict(_ATTRIBUTE.findall(found[0]))
            if {"id", "data-resolver"} <= set(given):
                head = html[found.end() : found.end() + ABOVE_CALCULATOR].partition("rb-c-example")[2]
                chosen = _CHOSEN.search(head.partition("</select>")[0])
                yield Placed(
                    given["data-resolver"], given["id"], self.section, self.within, chosen[1] if chosen else ""
                )

    def _add(self, kind: str, name: str, title: str, text: str = "", under: str = "", words: str = "") -> None:
        section = " › ".join(filter(None, [self.within, under])) or self.chapter.title
        self.entries.append(self._entry(kind, name, title, section, text, words))

    def _entry(self, kind: str, name: str, title: str, section: str, text: str = "", words: str = "") -> Entry:
        chapter = self.chapter
        address = self.address(name) if kind in ("section", "rule") else f"{chapter.name}#{name}"
        return Entry(kind, chapter.game, chapter.name, name, address, title, section, text, words)

    def address(self, name: str) -> str:
        """A rule's address from its id: ``ties`` below the section ``disarming`` is new-world/disarming#ties."""
        above = [each for _, each, _ in self._sections if name.startswith(f"{each}-")]
        if self.chapter.name != self.chapter.game or name not in self._by_hand or name == self._title:
            return f"{self.chapter.name}#{name}"
        if name in {each for _, each, _ in self._sections} or not above:
            return f"{self.chapter.game}/{name}"
        return f"{self.chapter.game}/{above[-1]}#{name.removeprefix(above[-1] + '-')}"

    def _name(self, base: str) -> str:
        name, number = base.strip("-"), 2
        while name in self._reserved or name in self._ids:
            name, number = f"{base}-{number}", number + 1
        self._ids.append(name)
        return name


def words_in(inline: Token) -> str:
    """A text's words without its markup."""
    parts = (
        child.content if child.type in ("text", "code_inline") else " " if "break" in child.type else ""
        for child in inline.children or ()
    )
    return " ".join("".join(parts).split())


def lead_of(inline: Token) -> str:
    """The bold words that a paragraph opens with, such as "Ties", or ""."""
    children = [child for child in inline.children or () if child.type != "html_inline" and child.content + child.tag]
    if not children or children[0].type != "strong_open":
        return ""
    depth = next((place for place, child in enumerate(children) if child.type == "strong_close"), 0)
    return "".join(child.content for child in children[:depth] if child.type in ("text", "code_inline")).strip(
        _LEAD_END
    )


def anchors_of(inline: Token) -> Iterator[str]:
    """The ids of the empty anchors in a text."""
    for child in inline.children or ():
        if child.type == "html_inline" and (found := _ANCHOR.fullmatch(child.content)):
            yield unescape(found[1])


def row_text(heads: list[str], cells: list[str]) -> str:
    """A table's row as one line: each column's head before its words; the first cell is the row's name."""
    pairs = zip([*heads, *[""] * len(cells)], cells, strict=False)
    return " · ".join(" ".join(filter(None, pair)) for pair in list(pairs)[1:] if pair[1] not in ("", "–"))


def slug(text: str) -> str:
    """A text as a part of an id."""
    return _NO_SLUG.sub("-", text.casefold())[:LONGEST_SLUG].strip("-")
