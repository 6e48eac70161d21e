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
from widgets.html import Html, classes, number, tag
from widgets.links import rule_link
from widgets.text import columns as aligned
from widgets.text import odds_text, roll_text
from widgets.widget import calculator

__all__ = ["Shown", "calculator", "example", "odds", "rulings", "table", "values"]

ASIDE = ("name", "label", "title", "note", "rule")
"""Columns that are not values: the row's heading, and what stands below it."""


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
    shown = [known[name] for name in _columns(found, keys, known, columns)]
    records = {key: plain(found[key]) for key in keys}
    everywhere = _everywhere(found, keys)
    names = {key: next((str(records[key][name]) for name in ASIDE[:3] if records[key].get(name)), key) for key in keys}
    heading = next((spec.label for name in ASIDE[:3] if (spec := known.get(name))), "")
    labels = [(headings or {}).get(spec.name) or _heading(spec) for spec in shown]
    body = []
    for key in keys:
        cells = []
        for spec in shown:
            value, source = records[key][spec.name], found.source(key, spec.name)
            mark = source if source != found.source(key) else ""
            cells.append(tag("td", _cell(spec, value), _mark(mark), class_="rb-c-number" if _right(spec) else None))
        note = records[key].get("note") if columns is None or "note" in columns else None
        main = found.source(key) if found.source(key) != everywhere else ""
        head = [names[key], _mark(main), tag("small", note) if note else None]
        body.append(tag("tr", tag("th", head, scope="row"), cells))
    title = caption if caption is not None else str(found.about.get("title", ""))
    head = tag(
        "tr",
        tag("th", heading, scope="col"),
        [_column_head(spec, label) for spec, label in zip(shown, labels, strict=True)],
    )
    lines = [[heading, *labels], *([names[key], *(_cell(s, records[key][s.name]) for s in shown)] for key in keys)]
    return Shown(
        _framed(title, everywhere, head, body),
        "\n".join([title, *aligned(lines, right=[place for place, spec in enumerate(shown, 1) if _right(spec)])]),
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
    body = []
    for key in chosen:
        row, source = found[key], found.source(key, "value")
        head = [row.label, tag("small", row.note) if row.note else None]
        value = [signed(row.value), _mark(source if source != everywhere else "")]
        link = rule_link(row.rule, game)
        body.append(tag("tr", tag("th", head, scope="row"), tag("td", value, class_="rb-c-number"), tag("td", link)))
    title = caption if caption is not None else str(found.about.get("title", ""))
    head = tag("tr", [tag("th", text, scope="col") for text in ("What it is", "Value", "Rule")])
    lines = [[found[key].label, signed(found[key].value), found[key].rule] for key in chosen]
    return Shown(
        _framed(title, everywhere, head, body),
        "\n".join([title, *aligned(lines, right=[1])]),
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
        table_rule = found.source(key, "default") == "table"
        in_force = [tag("strong", readings[row.default]), _mark("table" if table_rule else "")]
        head = [row.title, tag("small", row.question), rule_link(row.rule, game)]
        rest = tag("ul", [tag("li", text) for text in others], class_="rb-c-readings")
        body.append(tag("tr", tag("th", head, scope="row"), tag("td", in_force), tag("td", rest)))
        lines.append([row.title, readings[row.default], " / ".join(others)])
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
    return tag("div", head, [Html(part) for part in parts if part], class_="rb-worked")


def _table(address: str) -> Table[Any]:
    game, _, name = address.partition("/")
    known = catalogue.tables(game)
    if name not in known:
        raise UnknownName("table", address, [f"{game}/{each}" for each in known])
    return known[name]


def _columns(
    found: Table[Any], keys: Sequence[str], known: Mapping[str, FieldSpec], columns: Sequence[str] | None
) -> list[str]:
    if columns is None:
        given = [name for name in known if name not in ASIDE]
        return [
            name
            for name in given
            if any(plain(getattr(found[key], name)) not in (known[name].default, "") for key in keys)
        ]
    for name in columns:
        if name not in known:
            raise UnknownName(f"column of {found.game}/{found.name}", name, list(known))
    return [name for name in columns if name not in ASIDE]


def _everywhere(found: Table[Any], keys: Sequence[str]) -> str:
    """The source that all these rows share, or the game's own chapter where they differ."""
    shared = {found.source(key) for key in keys}
    return shared.pop() if len(shared) == 1 else "chapter"


def _framed(title: str, everywhere: str, head: Html, body: Sequence[Html]) -> Html:
    note = f" · {SOURCES[everywhere][0]}" if everywhere in SOURCES else ""
    caption = tag("caption", title, tag("span", note, class_="rb-c-source") if note else None)
    drawn = tag("table", caption if title or note else None, tag("thead", head), tag("tbody", body))
    return tag("div", drawn, class_="rb-table")


def _heading(spec: FieldSpec) -> str:
    return f"{spec.label} ({spec.unit})" if spec.unit else spec.label


def _column_head(spec: FieldSpec, label: str) -> Html:
    return tag("th", label, scope="col", class_=classes("rb-c-number" if _right(spec) else None))


def _right(spec: FieldSpec) -> bool:
    return spec.kind == "number"


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
    if not source or source not in {*SOURCES, "chapter"}:
        return None
    mark, told = SOURCES.get(source, ("chapter", "From the game's own chapter."))
    return tag("span", f" {mark}", class_="rb-c-source", title=told)
