"""Looks something up: all that can be found in the book, and how a search weighs it.

What there is to find (`Entry`) is read out of the chapters by the room that makes the pages. The page searches it in
the reader's browser, and this module does the same in a terminal, over SQLite's full-text index; both weigh by the
numbers here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

KINDS: Mapping[str, float] = {
    "term": 3.0,
    "calculator": 2.6,
    "section": 2.0,
    "table": 1.2,
    "rule": 1.1,
    "row": 1.0,
    "text": 0.9,
    "worked": 0.7,
    "example": 0.6,
}
"""What can be found, and how much it counts: a term's definition answers at once, a worked case only illustrates."""

FIELDS: Mapping[str, float] = {"title": 6.0, "words": 4.0, "section": 1.5, "text": 1.0}
"""Where a word stands, and how much it counts there. `words` are synonyms, labels and the like, never shown."""

MOST = 20
ALIKE = 0.72
"""How like a typed word a word of the book must be (by difflib's ratio) to be taken for what was meant."""

_SMALL = """
    a an and are as at be by can do does for from how i if in is it may my of on or so than that the then there to what
    when where which who with you your
"""
SMALL_WORDS = frozenset(_SMALL.split())
"""Words that a question has and an answer need not have: they are not looked for, unless one is typed last."""

ENDINGS, STEM = ("ing", "ed", "es", "e", "s"), 4
"""Without the first of these endings that leaves so many letters, a word is looked for as a beginning too: who types
"grapple" also finds "grappling"."""

SHORTEST = 4
"""A word of fewer letters is taken as typed: too many others are like it."""

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to be found.

    `kind` is one of `KINDS`; `chapter` and `id` say where it stands; `address` is the rule's address where it has one,
    else chapter#id. `section` names the headings above it, with " › " between them; a paragraph without bold words to
    open it has no `title` of its own. `resolver` and `example` are set for calculators.
    """

    kind: str
    game: str
    chapter: str
    id: str
    address: str
    title: str
    section: str = ""
    text: str = ""
    words: str = ""
    resolver: str = ""
    example: str = ""

    def to_json(self) -> dict[str, str]:
        """All of it by name, without what is empty and what only the search reads."""
        named = {
            name: getattr(self, name)
            for name in ("kind", "title", "section", "text", "chapter", "id", "address", "resolver", "example")
        }
        return {name: value for name, value in named.items() if value}


def look(entries: Iterable[Entry], text: str, titles: Mapping[str, str], most: int = MOST) -> dict[str, Any]:
    """What fits a text best, grouped by game as plain data: `{"looked_for", "found", "games": [{"game", "hits"}]}`.

    Words may be begun or mistyped. First comes what has that very name, then what holds all the words, and only if
    nothing does, what holds any.
    `titles` are the games' names. At most `most` hits are given in all; `found` counts those that there are.
    """
    known = list(entries)
    name = words_of(text)
    order = sorted(_search(known, text), key=lambda place: words_of(known[place].title) != name)
    groups: dict[str, list[Entry]] = {}
    for place in order[:most]:
        groups.setdefault(known[place].game, []).append(known[place])
    return {
        "looked_for": text,
        "found": len(order),
        "games": [
            {"game": game, "title": titles.get(game, game), "hits": [hit.to_json() for hit in hits]}
            for game, hits in groups.items()
        ],
    }


def words_of(text: str) -> list[str]:
    """The words of a text as they are compared: small letters without accents."""
    plain = "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))
    return _WORD.findall(plain.casefold())


def _search(entries: Sequence[Entry], text: str) -> list[int]:
    """The places of the entries that fit, best first."""
    from contextlib import closing
    from sqlite3 import connect

    *before, last = words_of(text) or [""]
    if not last:
        return []
    typed = [*(word for word in before if word not in SMALL_WORDS), last]
    columns = list(FIELDS)
    with closing(connect(":memory:")) as index:
        index.execute(f"CREATE VIRTUAL TABLE entries USING fts5({', '.join(columns)}, kind UNINDEXED, prefix='2 3')")
        index.executemany(
            f"INSERT INTO entries (rowid, {', '.join(columns)}, kind) VALUES ({', '.join('?' * (len(columns) + 2))})",
            ((place, *(getattr(each, name) for name in columns), each.kind) for place, each in enumerate(entries)),
        )
        index.execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(entries, row)")
        vocabulary = [word for (word,) in index.execute("SELECT term FROM vocabulary")]
        meant = [_any_of(word, vocabulary) for word in typed]
        counts = " ".join(f"WHEN '{kind}' THEN {weight}" for kind, weight in KINDS.items())
        ranked = (
            f"SELECT rowid FROM entries WHERE entries MATCH ? ORDER BY "
            f"bm25(entries, {', '.join(map(str, FIELDS.values()))}) * CASE kind {counts} END, length(title), rowid"
        )
        # as typed, then with the typing errors forgiven, then whatever holds any of the words
        exactly = " AND ".join(_begun(word) for word in typed)
        order: dict[int, None] = {}
        for query in (exactly, " AND ".join(meant)):
            order |= dict.fromkeys(place for (place,) in index.execute(ranked, (query,)))
        if not order and len(typed) > 1:
            order = dict.fromkeys(place for (place,) in index.execute(ranked, (" OR ".join(meant),)))
    return list(order)


def _begun(word: str) -> str:
    """A query for the words that begin like a typed one, with and without its ending."""
    bare = (word.removesuffix(ending) for ending in ENDINGS if word.endswith(ending))
    stems = [stem for stem in bare if len(stem) >= STEM][:1]
    return "(" + " OR ".join(f'"{each}"*' for each in [word, *stems]) + ")"


def _any_of(word: str, vocabulary: Sequence[str]) -> str:
    """The same with the words of the book that are most like it."""
    close = get_close_matches(word, vocabulary, 4, ALIKE) if len(word) >= SHORTEST else []
    return "(" + " OR ".join([_begun(word), *(f'"{each}"' for each in close)]) + ")"
