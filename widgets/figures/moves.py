"""Martial Moves side by side: what each gains, how often nothing comes of it, and what it risks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from companion.answers import as_number, as_percent
from widgets.html import Html, classes, join, tag
from widgets.links import rule_link

PARTS = (("gain", "▲"), ("nothing", "■"), ("harm", "▼"))
"""The three parts of each bar with the sign that stands for them where colour does not."""


def draw(data: Mapping[str, Any], *, chapter: str) -> Html:
    """A card for each move; the one that fumbles most says so. See the engine's figure "moves" for the data."""
    rows = data["rows"]
    worst = max(rows, key=lambda row: Fraction(row["fumble"]["fraction"])) if rows else None
    cards = [_card(row, row is worst, chapter) for row in rows]
    return tag(
        "div",
        tag("p", data["title"], class_="rb-v-title"),
        tag("ul", cards, class_="rb-v-cards"),
        class_="rb-v",
        role="group",
        aria_label=data["title"],
    )


def _card(row: Mapping[str, Any], worst: bool, chapter: str) -> Html:
    parts = [
        tag("span", style=f"width:{row[name]['percent']:.4g}%", class_=f"rb-v-{name}")
        for name, _ in PARTS
        if row[name]["percent"]
    ]
    head = tag("p", tag("strong", row["name"]), " ", rule_link(row["rule"], chapter), class_="rb-v-name")
    return tag(
        "li",
        head,
        tag("p", f"{row['takes']}, {row['phase']}", class_="rb-v-when"),
        tag("p", row["rolls"], class_="rb-v-rolls"),
        tag("span", parts, class_="rb-v-bar", aria_hidden="true"),
        tag("dl", [_line(name, sign, row) for name, sign in PARTS], _fumble(row, worst)),
        class_=classes("rb-v-card", "rb-v-worst" if worst else None),
        data_move=row["move"],
    )


def _line(name: str, sign: str, row: Mapping[str, Any]) -> Html:
    label = row[name]["label"]
    mark = tag("span", sign, " ", class_=f"rb-v-sign rb-v-{name}-sign", aria_hidden="true")
    mean = row.get(f"mean_{name}")
    more = tag("small", f" mean bonus {as_number(Fraction(mean))}") if mean is not None else None
    return tag("div", tag("dt", mark, label[:1].upper() + label[1:], more), tag("dd", _percent(row[name])))


def _fumble(row: Mapping[str, Any], worst: bool) -> Html:
    most = join(" ", tag("em", "the most of all")) if worst else None
    mark = tag("span", "✕ ", class_="rb-v-sign", aria_hidden="true")
    label = tag("dt", mark, "A fumble, in all", most)
    return tag("div", label, tag("dd", _percent(row["fumble"])), class_="rb-v-fumble")


def _percent(part: Mapping[str, Any]) -> str:
    return as_percent(Fraction(part["fraction"]))
