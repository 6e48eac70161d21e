"""The tables in a cell's raw HTML: each row with a place that can be linked to, and its words for the search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser

UNSAID = {"rb-c-source", "rb-c-hidden", "rb-c-rule", "rb-c-die"}
"""Classes of what a reader sees beside the words and would not look for: marks of sources, links to rules, pictures."""

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_APART = {"br", "small", "li", "p", "div", "dt", "dd", "ul"}


@dataclass(slots=True)
class Part:
    """A table, one of its rows, or a worked example: its words, and where in the HTML an id can be put.

    ``kind`` is "table", "row" or "worked". A row's ``cells`` are its words by column; of the others, ``cells`` is the
    title and what follows it. ``heads`` are the columns' heads, ``title`` the table's caption, ``note`` what stands
    in small letters below a row's name.
    """

    kind: str
    at: int
    id: str
    title: str = ""
    heads: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    note: str = ""


def parts_of(html: str) -> list[Part]:
    """The tables, rows and worked examples of a piece of HTML, in order."""
    reader = _Reader(html)
    reader.feed(html)
    reader.close()
    return [part for part in reader.parts if part.kind == "table" or any(part.cells)]


def with_ids(html: str, parts: list[Part], name: Callable[[Part], str]) -> str:
    """The HTML with an id for each part that has none; ``name`` gives it. Each part then knows its id."""
    pieces, done = [], 0
    for part in parts:
        if part.id:
            continue
        part.id = name(part)
        pieces += [html[done : part.at], f' id="{escape(part.id)}"']
        done = part.at
    return "".join([*pieces, html[done:]])


class _Reader(HTMLParser):
    """Walks through the HTML once. Text goes into the cell, caption or paragraph that is open."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.parts: list[Part] = []
        self._lines = [0, *(place + 1 for place, letter in enumerate(html) if letter == "\n")]
        self._open: list[tuple[str, bool]] = []
        self._table: Part | None = None
        self._worked: Part | None = None
        self._worked_at = 0
        self._row: Part | None = None
        self._in_head = False
        self._into: list[str] | None = None
        self._around: list[str] | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        classes = set(given.get("class", "").split())
        if tag in _APART:
            self._say(" ")
        if tag in _VOID:
            return
        self._open.append((tag, bool(classes & UNSAID)))
        if "rb-worked" in classes and not self._table:
            self._worked, self._worked_at = self._part("worked", tag, given), len(self._open)
        elif self._worked:
            if classes & {"rb-c-title", "rb-c-sentence"}:
                self._into = []
        elif tag == "table":
            self._table = self._part("table", tag, given)
        elif self._table:
            self._in_table(tag, given)

    def handle_endtag(self, tag: str) -> None:
        if tag not in {name for name, _ in self._open}:
            return
        while self._open:
            name, _ = self._open.pop()
            self._closed(name)
            if name == tag:
                break

    def handle_data(self, data: str) -> None:
        self._say(data)

    def _in_table(self, tag: str, given: dict[str, str]) -> None:
        assert self._table is not None
        if tag == "thead":
            self._in_head = True
        elif tag == "tr" and not self._in_head:
            self._row = self._part("row", tag, given)
            self._row.title, self._row.heads = self._table.title, self._table.heads
        elif tag in ("th", "td", "caption"):
            self._into = []
        elif tag == "small" and self._row and not self._row.cells and self._around is None:
            self._around, self._into = self._into, []

    def _closed(self, tag: str) -> None:
        text = " ".join("".join(self._into or ()).split())
        if self._worked:
            if tag == "p" and self._into is not None:
                self._worked.cells.append(text)
                self._into = None
            if len(self._open) < self._worked_at:
                self._worked = None
        elif self._table and tag in ("th", "td", "caption") and self._into is not None:
            if tag == "caption":
                self._table.title = text
            elif self._row:
                self._row.cells.append(text)
            else:
                self._table.heads.append(text)
            self._into = None
        elif tag == "small" and self._row and self._around is not None:
            self._row.note, self._into, self._around = text, self._around, None
        elif tag == "thead":
            self._in_head = False
        elif tag == "tr":
            self._row = None
        elif tag == "table":
            self._table = self._row = None

    def _say(self, text: str) -> None:
        if self._into is not None and not any(unsaid for _, unsaid in self._open):
            self._into.append(text)

    def _part(self, kind: str, tag: str, given: dict[str, str]) -> Part:
        line, column = self.getpos()
        part = Part(kind, self._lines[line - 1] + column + 1 + len(tag), given.get("id", ""))
        self.parts.append(part)
        return part
