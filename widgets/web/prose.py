"""A chapter's text: Markdown to HTML, with an address on every heading and every rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.attrs import attrs_block_plugin, attrs_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

_ANCHOR = re.compile(r"""<a\s+id=["']([^"'<>]+)["']\s*>""")
_ANY_ID = re.compile(r"""<[^>]*\sid=["']([^"']+)["']""")
_NOTEBOOK_HREF = re.compile(r"""(\shref=["'])([\w-]+)\.ipynb(#[^"']*)?(?=["'])""")
_NOTEBOOK_LINK = re.compile(r"([\w-]+)\.ipynb(#.*)?")
_NO_SLUG = re.compile(r"[^\w\s-]")
_GAPS = re.compile(r"[\s_-]+")

SHORT_CELL = 12

Link = Callable[[str, str], str]
Reader = Callable[[list[Token]], list[Token]]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading on the page: its level (1 to 6), its id and its plain text."""

    level: int
    id: str
    text: str


class Prose:
    """Turns the Markdown cells of one page into HTML and keeps the page's headings and ids.

    ``link(name, fragment)`` gives the address of another chapter. ``reserved`` are ids that stand
    elsewhere on the page, which no slug may take. ``readers`` are shown each cell's tokens, with their addresses,
    before they become HTML, and may add to them.
    """

    def __init__(self, link: Link, reserved: frozenset[str] = frozenset()) -> None:
        self.readers: list[Reader] = []
        self.link = link
        self.headings: list[Heading] = []
        self.ids: list[str] = []
        self.reserved = reserved
        self._markdown = _markdown()

    def render(self, source: str, cell: int, image: Callable[[str], str] = str) -> str:
        """The HTML of one cell; ``image`` maps the address of a picture to the one to be used."""
        env: dict[str, Any] = {"docId": f"c{cell}"}
        tokens = _join_lone_anchors(self._markdown.parse(source, env))
        for place, token in enumerate(tokens):
            inline = tokens[place + 1] if place + 1 < len(tokens) else None
            if token.type == "heading_open" and inline is not None:
                self._head(token, tokens[place + 2], inline)
            elif token.type == "paragraph_open" and not token.hidden and inline is not None:
                self._rule(token, inline)
            elif token.type in ("th_open", "td_open") and inline is not None:
                _table_cell(token, tokens[place + 2], inline)
            for child in token.children or ():
                self._links(child, image)
            if token.type == "html_block":
                token.content = self.html(token.content)
        for reader in self.readers:
            tokens = reader(tokens)
        return self._markdown.renderer.render(tokens, self._markdown.options, env)

    def html(self, html: str) -> str:
        """Raw HTML of a cell or an output, its notebook links turned into links of the site."""
        self.ids += _ANY_ID.findall(html)
        return _NOTEBOOK_HREF.sub(lambda found: found[1] + escape(self.link(found[2], found[3] or "")), html)

    def _head(self, opening: Token, closing: Token, inline: Token) -> None:
        anchors = _take_anchors(inline)
        text = _plain(inline)
        given = opening.attrGet("id")
        name = str(given or (anchors.pop(0) if anchors else self._slug(text)))
        inline.children = [*_empty_anchors(anchors), *(inline.children or ())]
        opening.attrSet("id", name)
        self.ids += [name, *anchors]
        self.headings.append(Heading(int(opening.tag[1]), name, text))
        closing.meta["address"] = name, text

    def _rule(self, opening: Token, inline: Token) -> None:
        anchors = _take_anchors(inline)
        if not anchors:
            return
        name, *others = anchors
        opening.attrSet("id", name)
        opening.attrJoin("class", "rb-rule")
        mark = Token("html_inline", "", 0, content=" " + pilcrow(name, "this rule"))
        inline.children = [*_empty_anchors(others), *(inline.children or ()), mark]
        self.ids += anchors

    def _links(self, token: Token, image: Callable[[str], str]) -> None:
        if token.type == "link_open":
            href = str(token.attrGet("href") or "")
            if found := _NOTEBOOK_LINK.fullmatch(href):
                token.attrSet("href", self.link(found[1], found[2] or ""))
            elif href.startswith(("http:", "https:")):
                token.attrSet("rel", "noopener noreferrer")
        elif token.type == "image":
            token.attrSet("src", image(str(token.attrGet("src") or "")))
        elif token.type == "html_inline" and "rb-pilcrow" not in token.content:
            token.content = self.html(token.content)

    def _slug(self, text: str) -> str:
        base = _GAPS.sub("-", _NO_SLUG.sub("", text.casefold())).strip("-") or "section"
        slug, number = base, 2
        while slug in self.reserved or slug in self.ids:
            slug, number = f"{base}-{number}", number + 1
        return slug


def anchors_in(source: str) -> list[str]:
    """Every id that a cell's text gives by hand."""
    return _ANY_ID.findall(source)


def pilcrow(name: str, what: str) -> str:
    """The discreet link that stands beside a heading or a rule and leads to itself."""
    return f'<a class="rb-pilcrow" href="#{escape(name)}" aria-label="Link to {escape(what)}">¶</a>'


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": True, "typographer": True})
    markdown.enable(["table", "strikethrough", "smartquotes"])
    markdown.use(footnote_plugin).use(deflist_plugin).use(attrs_plugin, spans=True, allowed=["id", "class"])
    markdown.use(attrs_block_plugin, allowed=["id", "class"])
    markdown.add_render_rule("table_open", _table_open)
    markdown.add_render_rule("table_close", _table_close)
    markdown.add_render_rule("heading_open", _heading_open)
    markdown.add_render_rule("heading_close", _heading_close)
    markdown.add_render_rule("footnote_block_open", _notes_open)
    markdown.add_render_rule("footnote_block_close", _notes_close)
    markdown.add_render_rule("footnote_caption", _note_number)
    return markdown


def _table_open(self: Any, tokens: list[Token], place: int, options: Any, env: Any) -> str:
    return f'<div class="rb-table">{self.renderToken(tokens, place, options, env)}'


def _table_close(self: Any, tokens: list[Token], place: int, options: Any, env: Any) -> str:
    return f"{self.renderToken(tokens, place, options, env)}</div>\n"


def _heading_open(self: Any, tokens: list[Token], place: int, options: Any, env: Any) -> str:
    token = tokens[place]
    return f'<div class="rb-head rb-head-{token.tag}">{self.renderToken(tokens, place, options, env)}'


def _heading_close(self: Any, tokens: list[Token], place: int, options: Any, env: Any) -> str:
    name, text = tokens[place].meta["address"]
    return f"</{tokens[place].tag}>{pilcrow(name, text)}</div>\n"


def _notes_open(self: Any, tokens: list[Token], place: int, options: Any, env: Any) -> str:
    return '<div class="rb-notes" role="note" aria-label="Notes"><ol>\n'


def _note_number(self: Any, tokens: list[Token], place: int, options: Any, env: Any) -> str:
    return str(tokens[place].meta["id"] + 1)


def _notes_close(self: Any, tokens: list[Token], place: int, options: Any, env: Any) -> str:
    return "</ol></div>\n"


def _take_anchors(inline: Token) -> list[str]:
    """Take the empty anchors off the front of a text and return their ids."""
    children, anchors = list(inline.children or ()), []
    while len(children) >= 2 and children[0].type == children[1].type == "html_inline":
        found = _ANCHOR.fullmatch(children[0].content)
        if not found or children[1].content != "</a>":
            break
        anchors.append(found[1])
        del children[:2]
        if children and children[0].type == "softbreak":
            del children[0]
    if anchors and children and children[0].type == "text":
        children[0].content = children[0].content.lstrip()
    inline.children = children
    return anchors


def _empty_anchors(names: list[str]) -> list[Token]:
    return [Token("html_inline", "", 0, content=f'<a id="{escape(name)}"></a>') for name in names]


def _join_lone_anchors(tokens: list[Token]) -> list[Token]:
    """Move an anchor that stands in a paragraph of its own to the heading or paragraph after it."""
    kept: list[Token] = []
    waiting: list[str] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        if token.type == "paragraph_open" and place + 3 < len(tokens):
            inline, following = tokens[place + 1], tokens[place + 3]
            before = list(inline.children or ())
            anchors = _take_anchors(inline)
            if anchors and not inline.children and following.type in ("heading_open", "paragraph_open"):
                waiting += anchors
                place += 3
                continue
            inline.children = before
        if waiting and token.type == "inline":
            token.children = [*(t for name in waiting for t in _anchor_pair(name)), *(token.children or ())]
            waiting = []
        kept.append(token)
        place += 1
    return kept


def _anchor_pair(name: str) -> list[Token]:
    opening = Token("html_inline", "", 0, content=f'<a id="{name}">')
    return [opening, Token("html_inline", "", 0, content="</a>")]


def _plain(inline: Token) -> str:
    parts = (
        child.content if child.type in ("text", "code_inline") else " " if "break" in child.type else ""
        for child in inline.children or ()
    )
    return "".join(parts).strip()


def _table_cell(opening: Token, closing: Token, inline: Token) -> None:
    """A head over a column; an empty one is no head. Short cells, such as "10–12", stay on one line."""
    if opening.tag == "th":
        if inline.content.strip():
            opening.attrSet("scope", "col")
        else:
            opening.tag = closing.tag = "td"
    elif len(inline.content) <= SHORT_CELL:
        opening.attrJoin("class", "rb-short")
