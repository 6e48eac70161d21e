"""A chapter's text: its cells as HTML, with everything in it that can be linked to and found."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from companion import catalogue
from companion.glossary import Term, glossary
from companion.look import Entry
from widgets.web.notebook import Chapter
from widgets.web.outputs import image_source, outputs_html
from widgets.web.passages import Passages, Placed
from widgets.web.prose import Heading, Link, Prose, anchors_in
from widgets.web.terms import PLACE, Terms, also_called, glossary_heading, glossary_html, term_entries
from widgets.web.uses import Margins


@dataclass(frozen=True, slots=True)
class Text:
    """A chapter's text as HTML, its headings, every id that can be linked to, and what there is to be found in it.

    The HTML has places beside its rules, which ``uses.filled`` fills with the calculators of the page, ``placed``.
    """

    html: Markup
    headings: tuple[Heading, ...]
    ids: tuple[str, ...]
    entries: tuple[Entry, ...]
    placed: tuple[Placed, ...]


def read_text(chapter: Chapter, folder: Path, link: Link) -> Text:
    """The text of a chapter; ``link`` gives the address of another one, ``folder`` holds its pictures."""
    cells = [cell for cell in chapter.cells if not cell.left_out]
    by_hand = [name for cell in cells if cell.kind == "markdown" for name in anchors_in(cell.source)]
    terms = () if PLACE in by_hand else _terms(chapter)
    reserved = frozenset([*by_hand, PLACE, *(term.place for term in terms)] if terms else by_hand)
    prose = Prose(link, reserved)
    passages = Passages(chapter, prose.ids, reserved)
    prose.readers = [passages.read, Terms(terms).read, Margins().read]
    parts = []
    for cell in cells:
        if cell.kind == "markdown":
            parts.append(prose.render(cell.source, cell.number, image_source(folder, cell)))
        elif cell.kind == "code":
            parts.append(outputs_html(cell, lambda html: passages.output(prose.html(html))))
    if terms:
        parts.append(prose.html(glossary_html(terms, link, chapter.name)))
        prose.headings.append(glossary_heading())
        passages.entries = [*also_called(passages.entries, terms), *term_entries(terms, chapter)]
    html = Markup("\n".join(part for part in parts if part))
    return Text(html, tuple(prose.headings), tuple(prose.ids), tuple(passages.entries), tuple(passages.placed))


def _terms(chapter: Chapter) -> tuple[Term, ...]:
    """The terms that a chapter explains: those of its game, if it is the game's own chapter of rules."""
    return glossary(chapter.game) if chapter.name == chapter.game in catalogue.game_names() else ()
