"""The game's terms in a chapter's text: marked where a section first uses them, and explained at the chapter's end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape

from markdown_it.token import Token

from companion.glossary import Term
from companion.look import Entry
from companion.steps import anchor
from widgets.web.notebook import Chapter
from widgets.web.prose import Heading, Link, pilcrow

PLACE, TITLE = "glossary", "Glossary"
_SECTIONS = ("h2", "h3")


class Terms:
    """Marks the terms of one chapter, each where a section first uses it.

    A mark is a link to the term's entry in the glossary, which also describes it to a screen reader. Headings, links,
    code, tables, the bold words that open a paragraph, and the paragraph that gives the term's own rule have none.
    """

    def __init__(self, terms: Sequence[Term]) -> None:
        self._homes = {term.key: anchor(term.rule)[1] if term.rule else "" for term in terms}
        names = {form: term for term in terms for name in term.forms or (term.term,) for form in _inflected(name)}
        self._exact = {name: term for name, term in names.items() if name != name.lower()}
        self._small = {name: term for name, term in names.items() if name == name.lower()}
        longest = sorted(names, key=len, reverse=True)
        words = "|".join(re.escape(name).replace(r"\ ", r"\s+").replace("'", "['’]") for name in longest)
        self._pattern = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE) if names else None
        self._seen: set[str] = set()

    def read(self, tokens: list[Token]) -> list[Token]:
        """Mark the terms in one cell of text."""
        if self._pattern is None:
            return tokens
        in_table = False
        for place, token in enumerate(tokens):
            if token.type == "heading_open" and token.tag in _SECTIONS:
                self._seen = self._of_place(str(token.attrGet("id")))
            elif token.type in ("table_open", "table_close"):
                in_table = token.type == "table_open"
            elif token.type == "paragraph_open" and not in_table:
                self._mark(tokens[place + 1], self._of_place(str(token.attrGet("id") or "")))
        return tokens

    def _of_place(self, name: str) -> set[str]:
        return {key for key, home in self._homes.items() if home and home == name}

    def _mark(self, inline: Token, own: set[str]) -> None:
        kept: list[Token] = []
        children = _joined(inline.children or [])
        lead = next((child for child in children if child.type != "html_inline" and child.content + child.tag), None)
        shut = 0
        for child in children:
            bold = child is lead and child.type == "strong_open"
            raw = child.type == "html_inline" and child.content.startswith("<a ") and "</a>" not in child.content
            if bold or raw or child.type == "link_open":
                shut += 1
            elif shut and (child.type in ("link_close", "strong_close") or child.content == "</a>"):
                shut -= 1
            elif child.type == "text" and not shut:
                kept += self._marked(child, own)
                continue
            kept.append(child)
        inline.children = kept

    def _marked(self, text: Token, own: set[str]) -> list[Token]:
        assert self._pattern is not None
        pieces: list[Token] = []
        done = 0
        for found in self._pattern.finditer(text.content):
            term = self._term(found[0])
            if term is None or term.key in self._seen or term.key in own:
                continue
            self._seen.add(term.key)
            pieces.append(_text(text.content[done : found.start()]))
            pieces.append(Token("html_inline", "", 0, content=_mark(term, found[0])))
            done = found.end()
        return [*pieces, _text(text.content[done:])] if pieces else [text]

    def _term(self, found: str) -> Term | None:
        name = " ".join(found.replace("’", "'").split())
        return self._exact.get(name) or self._small.get(name.lower())


def glossary_html(terms: Sequence[Term], link: Link, chapter: str) -> str:
    """The chapter's glossary as a section, each term with its definition and a link to its rule."""
    entries = "".join(_entry(term, link, chapter) for term in terms)
    head = f'<div class="rb-head rb-head-h2"><h2 id="{PLACE}">{TITLE}</h2>{pilcrow(PLACE, TITLE)}</div>'
    return f'{head}\n<dl class="rb-glossary">\n{entries}</dl>\n'


def term_entries(terms: Sequence[Term], chapter: Chapter) -> list[Entry]:
    """The terms for the search. A hit shows the definition, so it opens the rule, where there is one."""
    found = [Entry("section", chapter.game, chapter.name, PLACE, f"{chapter.name}#{PLACE}", TITLE)]
    for term in terms:
        page, place = anchor(term.rule) if term.rule else (chapter.name, term.place)
        address = term.rule or f"{chapter.name}#{term.place}"
        also = f"Also: {', '.join(term.synonyms)}." if term.synonyms else ""
        text = " ".join(filter(None, [term.definition, also]))
        words = " ".join([*term.synonyms, *term.forms])
        found.append(Entry("term", chapter.game, page, place, address, _capital(term.term), TITLE, text, words))
    return found


def also_called(entries: Sequence[Entry], terms: Sequence[Term]) -> list[Entry]:
    """The entries, where a rule is that of a term, with the names of the term: who looks for them finds both."""
    names: dict[str, str] = {}
    for term in terms:
        if term.rule:
            name = anchor(term.rule)[1]
            names[name] = " ".join(filter(None, [names.get(name, ""), term.term, *term.synonyms]))
    return [
        replace(entry, words=names[entry.id]) if entry.kind in ("rule", "section") and entry.id in names else entry
        for entry in entries
    ]


def glossary_heading() -> Heading:
    """The glossary's line in the table of contents."""
    return Heading(2, PLACE, TITLE)


def _entry(term: Term, link: Link, chapter: str) -> str:
    rule = ""
    if term.rule:
        page, name = anchor(term.rule)
        href = f"#{name}" if page == chapter else link(page, f"#{name}")
        rule = (
            f' <a class="rb-glossary-rule" href="{escape(href)}" aria-label="The rule on {escape(term.term)}">rule</a>'
        )
    house = ' <small class="rb-c-source">house</small>' if term.source == "house" else ""
    return (
        f'<div id="{term.place}"><dt>{escape(_capital(term.term))}{house}</dt>\n'
        f'<dd><span id="{term.place}-is">{escape(term.definition)}</span>{rule}</dd></div>\n'
    )


def _mark(term: Term, found: str) -> str:
    return (
        f'<a class="rb-term" href="#{term.place}" aria-describedby="{term.place}-is">{escape(found, quote=False)}</a>'
    )


def _inflected(name: str) -> tuple[str, ...]:
    """A name and its plural. Of a single small word the plural might as well be a verb: "reaches", "covers"."""
    if " " not in name and name == name.lower():
        return (name,)
    if name.endswith(("s", "x", "ch", "sh")):
        return name, f"{name}es"
    return (name, f"{name[:-1]}ies") if name.endswith("y") and name[-2:-1] not in "aeiou" else (name, f"{name}s")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _joined(children: Sequence[Token]) -> list[Token]:
    """The parts of a text with those joined that only the end of a line parts: a term may be broken there."""
    joined: list[Token] = []
    for child in children:
        plain = child.type in ("text", "softbreak")
        content = "\n" if child.type == "softbreak" else child.content
        if plain and joined and joined[-1].type == "text":
            joined[-1] = _text(joined[-1].content + content)
        else:
            joined.append(_text(content) if plain else child)
    return joined


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
