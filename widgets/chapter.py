"""What a chapter's cells call besides `calculator`: tables, single values, worked examples, odds and rulings in force.

Each returns something that a notebook shows as HTML and stores as text. Every number in it comes from the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion import catalogue, find
from companion.errors import UnknownName
from companion.fields import FieldSpec, plain, specs
from companion.steps import signed
from companion.tables import Table, Values
from widgets.answer import html as answer_html
from widgets.controls import SOURCES, sentence
from widgets.html import Html, later, number, tag
from widgets.links import rule_link
from widgets.text import columns as aligned
from widgets.text import odds_text, roll_text

__all__ = ["Shown", "example", "odds", "rulings", "table", "values"]

NAMES = ("name", "label", "title")
"""The columns of which the first that a table has is the heading of its rows."""

ASIDE = (*NAMES, "note", "rule")
"""Columns that are not values: a row's heading, and what stands below it."""


class Shown:
    """Something for a notebook: `html` for a page, `text` for a terminal and for nbval, both always the same."""

    def __init__(self, html: Html, text: str, data: Any) -> None:
        self.html, self.text, self.data = html, text, data

    def _repr_html_(self) -> str:
        return str(self.html)

    def __repr__(self) -> str:
        return self.text


def table(
    address: str,
    columns: Sequence[str] | None = None,
    rows: Iterable[str] | None = None,
    caption: str | None = None,
    *,
    headings: Mapping[str, str] | None = None,
) -> Shown:
    """A table of the engine: `table("new-world/weapons", ["damage", "hands"], rows=["cutlass"], caption="Blades")`.

    Without `columns` all those in which the rows differ from an empty one; without `rows` all of them. `headings`
    replaces a column's label where the text needs another. A value that is not from the game's own chapter is
    marked with its source. Raises `UnknownName` for a table, column or row that is not there.
    """
    found = _table(address)
    keys = list(found) if rows is None else list(rows)
    known = {spec.name: spec for spec in specs(found.row)}
    records = {key: plain(found[key]) for key in keys}
    shown = [known[name] for name in _columns(found, records, known, columns)]
    labels = [(headings or {}).get(spec.name) or _heading(spec) for spec in shown]
    heading = next((known[name].label for name in NAMES if name in known), str(found.about.get("row", "")))
    with_notes = "note" in known and (columns is None or "note" in columns)
    everywhere = _everywhere(found, keys)
    lines, body = [[heading, *labels]], []
    for key, record in records.items():
        name = next((str(made) for name in NAMES if (made := getattr(found[key], name, ""))), key)
        own = _elsewhere(found.source(key), everywhere)
        note = tag("small", record["note"]) if with_notes and record["note"] else None
        cells = [tag("th", name, _mark(own), note, scope="row")]
        words = [name + _mark_text(own)]
        for spec in shown:
            text, mark = _cell(spec, record[spec.name]), _elsewhere(found.source(key, spec.name), found.source(key))
            cells.append(tag("td", text, _mark(mark), class_=_numeric(spec)))
            words.append(text + _mark_text(mark))
        body.append(tag("tr", cells))
        lines.append(words)
    title = caption if caption is not None else str(found.about.get("title", ""))
    heads = [tag("th", label, scope="col", class_=_numeric(spec)) for spec, label in zip(shown, labels, strict=True)]
    right = [place for place, spec in enumerate(shown, 1) if _numeric(spec)]
    return Shown(
        _framed(title, everywhere, tag("tr", tag("th", heading, scope="col"), heads), body),
        "\n".join([title + _mark_text(_elsewhere(everywhere, "chapter")), *aligned(lines, right=right)]),
        records,
    )


def values(address: str, keys: Iterable[str] | None = None, caption: str | None = None) -> Shown:
    """Single numbers of the rules with their rules: `values("new-world/modifiers", ["aim", "charge"])`.

    Raises `UnknownName` for a table or key that is not there, or a table that holds no single numbers.
    """
    found = _table(address)
    game = found.game
    if not isinstance(found, Values):
        single = [name for name, each in catalogue.tables(game).items() if isinstance(each, Values)]
        raise UnknownName("table of single values", address, [f"{game}/{name}" for name in single])
    chosen = list(found) if keys is None else list(keys)
    everywhere = _everywhere(found, chosen)
    lines, body = [], []
    for key in chosen:
        row, mark = found[key], _elsewhere(found.source(key, "value"), everywhere)
        note = tag("small", row.note) if row.note else None
        head = tag("th", row.label, note, scope="row")
        value = tag("td", signed(row.value), _mark(mark), class_="rb-c-number")
        body.append(tag("tr", head, value, tag("td", rule_link(row.rule, game))))
        lines.append([row.label, signed(row.value) + _mark_text(mark), row.rule])
    title = caption if caption is not None else str(found.about.get("title", ""))
    head = tag("tr", [tag("th", text, scope="col") for text in ("What it is", "Value", "Rule")])
    return Shown(
        _framed(title, everywhere, head, body),
        "\n".join([title + _mark_text(_elsewhere(everywhere, "chapter")), *aligned(lines, right=[1])]),
        {key: found[key].value for key in chosen},
    )


def rulings(game: str, caption: str = "Rulings in force") -> Shown:
    """Every ruling of a game: the question, the reading in force, and those that it could be. Raises `UnknownName`."""
    found = catalogue.tables(game).get("rulings")
    if found is None:
        raise UnknownName("table of rulings", game, [name for name in catalogue.game_names()])
    body, lines = [], [["Ruling", "In force", "Otherwise"]]
    for key, row in found.items():
        readings = dict(row.options)
        others = [text for name, text in readings.items() if name != row.default]
        mark = "table" if found.source(key, "default") == "table" else ""
        in_force = [tag("strong", readings[row.default]), _mark(mark)]
        head = [row.title, tag("small", row.question), rule_link(row.rule, game)]
        rest = tag("ul", [tag("li", text) for text in others], class_="rb-c-readings")
        body.append(tag("tr", tag("th", head, scope="row"), tag("td", in_force), tag("td", rest)))
        lines.append([row.title, readings[row.default] + _mark_text(mark), " / ".join(others)])
    head = tag("tr", [tag("th", text, scope="col") for text in ("Ruling", "In force", "Otherwise")])
    framed = _framed(caption, "chapter", head, body)
    return Shown(framed, "\n".join([caption, *aligned(lines)]), {key: row.default for key, row in found.items()})


def example(
    address: str,
    name: str,
    *,
    dice: Sequence[int] | None = None,
    seed: int = 1,
    chapter: str = "",
    **overrides: Any,
) -> Shown:
    """A worked example, thrown and explained step by step: `example("new-world/attack", "marguerite")`.

    Its own dice are thrown unless `dice` are given; where it has none, those of the seed. Raises `UnknownName` and
    `InputError`.
    """
    resolver = find(address)
    given = resolver.example(name)
    faces = dice if dice is not None else given.dice
    engine = resolver.roll({**given.inputs, **overrides}, seed=None if faces is not None else seed, dice=faces)
    pieces = answer_html(resolver, "roll", engine, chapter or resolver.game)
    link = rule_link(given.rule, chapter or resolver.game)
    html = _worked(given.title, pieces["sentence"], pieces["explanation"], pieces["figures"], link)
    return Shown(html, f"{given.title}\n{roll_text(engine)}", engine)


def odds(address: str, name: str | None = None, *, chapter: str = "", **inputs: Any) -> Shown:
    """The exact odds of a situation, as text and tables: `odds("new-world/disarm", total=8)`; `name` is an example.

    Raises `UnknownName` and `InputError`.
    """
    resolver = find(address)
    given = resolver.example(name) if name else None
    engine = resolver.odds({**(given.inputs if given else {}), **inputs})
    pieces = answer_html(resolver, "odds", engine, chapter or resolver.game)
    title = given.title if given else resolver.title
    html = _worked(title, pieces["sentence"], pieces["summary"], pieces["odds"])
    return Shown(html, f"{title}\n{odds_text(engine)}", engine)


def _worked(title: str, said: str, *parts: Any) -> Html:
    head = [tag("p", title, class_="rb-c-title"), tag("p", Html(said), class_="rb-c-sentence")]
    return tag("div", head, later(Html(part) for part in parts if part), class_="rb-worked")


def _table(address: str) -> Table[Any]:
    game, _, name = address.partition("/")
    known = catalogue.tables(game)
    if name not in known:
        raise UnknownName("table", address, [f"{game}/{each}" for each in known])
    return known[name]


def _columns(
    found: Table[Any],
    records: Mapping[str, Mapping[str, Any]],
    known: Mapping[str, FieldSpec],
    columns: Sequence[str] | None,
) -> list[str]:
    for name in columns or ():
        if name not in known:
            raise UnknownName(f"column of {found.game}/{found.name}", name, list(known))
    if columns is None:
        columns = [
            name
            for name, spec in known.items()
            if any(record[name] not in (plain(spec.default), "") for record in records.values())
        ]
    return [name for name in columns if name not in ASIDE]


def _everywhere(found: Table[Any], keys: Sequence[str]) -> str:
    """The source that all these rows share, or the game's own chapter where they differ."""
    shared = {found.source(key) for key in keys}
    return shared.pop() if len(shared) == 1 else "chapter"


def _elsewhere(source: str, usual: str) -> str:
    """A source that is not the usual one here, so that it is to be marked."""
    return source if source != usual else ""


def _framed(title: str, everywhere: str, head: Html, body: Sequence[Html]) -> Html:
    mark = _mark(_elsewhere(everywhere, "chapter"))
    caption = tag("caption", title, mark) if title or mark else None
    drawn = tag("table", caption, tag("thead", head), tag("tbody", body))
    return tag("div", drawn, class_="rb-table")


def _heading(spec: FieldSpec) -> str:
    return f"{spec.label} ({spec.unit})" if spec.unit else spec.label


def _numeric(spec: FieldSpec) -> str | None:
    return "rb-c-number" if spec.kind == "number" else None


def _cell(spec: FieldSpec, value: Any) -> str:
    if value is None:
        return sentence(spec.blank or "–")
    if spec.kind == "switch":
        return "yes" if value else "–"
    if spec.kind == "number":
        return number(value)
    labels = {option.value: option.label for option in spec.options or ()}
    if spec.kind == "many":
        return ", ".join(labels.get(each, str(each)) for each in value) or "–"
    return labels.get(value, str(value)) or "–"


def _mark(source: str) -> Html | None:
    """The mark of a source in words, with a sentence on it; none where there is nothing to mark."""
    if not source:
        return None
    mark, told = _told(source)
    return tag("span", f" {mark}", class_="rb-c-source", title=told)


def _mark_text(source: str) -> str:
    return f" ({_told(source)[0]})" if source else ""


def _told(source: str) -> tuple[str, str]:
    return SOURCES.get(source, ("chapter", "From the game's own chapter."))
