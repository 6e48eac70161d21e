"""A game's terms: what each means, what else people call it, and the rule that says more.

A glossary is `companion/games/<game>/tables/glossary.toml`; a game without one simply has no terms:

    [about]
    title = "Glossary"
    rule = "candlelight/draughts"
    source = "chapter"                          # where the terms come from, unless one says otherwise

    [draught]
    term = "draught"                            # a capital is part of the name: "Might" is not "might"
    synonyms = ["gust", "breeze"]               # what people may type into the search
    forms = ["draught", "draughts"]             # how the text says it, where that is not the term or its plural
    definition = "Moving air that tries to put your candle out."
    rule = "candlelight/draughts#roll"

Lists may also be one text with commas. The key is the term's place in the chapter: `glossary-draught`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from companion.catalogue import game as game_named
from companion.errors import CompanionError, TableError
from companion.steps import anchor
from companion.tables import SOURCES, packaged

LONGEST = 400
"""So many letters at most in a definition: it is read in a glance, beside the rule that it is met in."""


@dataclass(frozen=True, slots=True)
class Term:
    """One term: its key, name, definition, the address of its rule ("" for none), other names, and its source.

    ``forms`` are the words by which the text means it; where they are empty, the term itself.
    """

    key: str
    term: str
    definition: str
    rule: str = ""
    synonyms: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    source: str = "chapter"

    @property
    def place(self) -> str:
        """The id of its entry in the chapter's glossary."""
        return f"glossary-{self.key}"

    def to_json(self) -> dict[str, Any]:
        return {
            "term": self.term,
            "definition": self.definition,
            "rule": self.rule,
            "synonyms": list(self.synonyms),
            "source": self.source,
        }


@cache
def glossary(game: str) -> tuple[Term, ...]:
    """The terms of a game in alphabetical order; none where it has no glossary.

    Raises `UnknownName` for a game that is not there, `TableError` that names the term and what is wrong with it.
    """
    import tomllib

    place = f"{game_named(game).name}/tables/glossary.toml"
    package = f"companion.games.{game.replace('-', '_')}"
    import_module(package)
    try:
        raw = tomllib.loads(packaged(package, "tables", "glossary.toml"))
    except OSError:
        return ()
    except tomllib.TOMLDecodeError as error:
        raise TableError(f"{place}: this is not TOML: {error}") from None
    about = raw.pop("about", {})
    terms = [_term(f"{place}: {key}", key, row, str(about.get("source", ""))) for key, row in raw.items()]
    names: dict[str, str] = {}
    for term in terms:
        for name in term.forms or (term.term,):
            if names.setdefault(name, term.key) != term.key:
                raise TableError(f'{place}: {term.key}: "{name}" is already the name of {names[name]}')
    return tuple(sorted(terms, key=lambda term: term.term.casefold()))


def _term(place: str, key: str, row: Any, source: str) -> Term:
    if not isinstance(row, Mapping):
        raise TableError(f"{place}: a term with term and definition is expected, not {row!r}")
    unknown = sorted(set(row) - {"term", "definition", "rule", "synonyms", "forms", "source"})
    if unknown:
        raise TableError(f"{place}: there is no column of that name: {', '.join(unknown)}")
    words = {name: row.get(name, "") for name in ("term", "definition", "rule")}
    for name, text in words.items():
        if not isinstance(text, str) or not (text.strip() or name == "rule") or len(text) > LONGEST:
            raise TableError(f"{place}: {name}: a text of at most {LONGEST} letters is expected, not {text!r}")
    if words["rule"]:
        try:
            anchor(words["rule"])
        except CompanionError as error:
            raise TableError(f"{place}: rule: {error}") from None
    found = str(row.get("source", source))
    if found not in SOURCES:
        raise TableError(f"{place}: source: {found!r} is no source: {', '.join(SOURCES)}")
    synonyms, forms = (_texts(f"{place}: {name}", row.get(name, ())) for name in ("synonyms", "forms"))
    return Term(key, words["term"], words["definition"], words["rule"], synonyms, forms, found)


def _texts(place: str, given: Any) -> tuple[str, ...]:
    texts = given.split(",") if isinstance(given, str) else given
    if not isinstance(texts, list | tuple) or not all(isinstance(each, str) for each in texts):
        raise TableError(f"{place}: a list of texts is expected, not {given!r}")
    return tuple(each.strip() for each in texts if each.strip())
