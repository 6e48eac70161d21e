"""Answers as HTML: the sentence, the explanation with its links to the rules, odds, what-if and figures.

Every function takes the engine's JSON and gives one piece that a calculator swaps in as a whole. `chapter` is the
page that it stands on, for links to rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.answers import as_number, as_percent
from widgets.controls import sentence as capitalised
from widgets.figures import dice_tray, draw_all
from widgets.html import Html, classes, join, number, tag
from widgets.links import rule_link

Json = Mapping[str, Any]

LONGEST_FRACTION = 15
"""A fraction with more letters is cut short on the screen; the whole one is in its title."""


def sentence(answer: Json) -> Html:
    """The answer in one sentence."""
    return join(answer["sentence"])


def notes(answer: Json, labels: Mapping[str, str], chapter: str) -> Html:
    """Why the rules refuse, and which inputs were set though they do not count."""
    refused, ignored = answer.get("refused"), answer.get("ignored") or []
    lines = []
    if refused:
        reason = f"The rules do not allow it: {refused['reason']} "
        lines.append(tag("p", reason, rule_link(refused["rule"], chapter), class_="rb-c-refused"))
    for each in ignored:
        label = labels.get(each["field"], each["field"])
        lines.append(tag("p", f"Set, but not counted: {label} ({each['why']}).", class_="rb-c-ignored"))
    return join(lines)


def odds(answer: Json, labels: Mapping[str, str], chapter: str) -> Html:
    """The odds: every outcome in tables whose rows carry bars, with percentages and exact fractions."""
    tables = [_measure(each) if each["kind"] == "measure" else _verdicts(each) for each in answer["outcomes"]]
    return join(notes(answer, labels, chapter), tables)


def summary(answer: Json) -> Html:
    """Each chance and each mean at a glance."""
    glances = [_glance(each) for each in answer["summary"].values()]
    return tag("dl", glances, class_="rb-c-summary") if glances else Html("")


def _glance(each: Json) -> Html:
    exact = Fraction(each["fraction"])
    shown = as_percent(exact) if each["kind"] == "chance" else as_number(exact)
    figure = tag("dd", tag("span", shown), " ", _fraction(each["fraction"]))
    return tag("div", tag("dt", capitalised(each["label"])), figure)


def _fraction(text: str) -> Html:
    shown = number(text)
    long = len(shown) > LONGEST_FRACTION
    return tag("span", shown, class_=classes("rb-c-fraction", "rb-c-long" if long else None), title=long and shown)


def _verdicts(table: Json) -> Html:
    head = tag("tr", _head(capitalised(table["label"])), _head("Chance"), _head("Fraction"))
    rows = [
        tag("tr", tag("th", row["label"], scope="row"), _chance(row, 1), tag("td", _fraction(row["fraction"])))
        for row in table["rows"]
    ]
    return _table(tag("caption", capitalised(table["label"])), head, rows, table["label"], "rb-c-verdicts")


CURVES = (("exactly", "Chance"), ("at_least", "At least"), ("at_most", "At most"))
"""The three ways to read a measure, with the heading of their columns; a calculator shows one at a time."""


def _measure(table: Json) -> Html:
    notes = []
    if table.get("mean") is not None:
        notes.append(f"mean {as_number(Fraction(table['mean']))}")
    if table.get("most_likely") is not None:
        notes.append(f"most likely {number(table['most_likely'])}")
    caption = tag("caption", capitalised(table["label"]), tag("span", " " + ", ".join(notes)) if notes else None)
    heads = [[_head(label, f"rb-c-{name}"), _head("Fraction", f"rb-c-{name}")] for name, label in CURVES]
    largest = max((row["percent"] for row in table["rows"]), default=100) / 100
    rows = [
        tag("tr", tag("th", row["label"], scope="row"), [_curve(row, name, largest) for name, _ in CURVES])
        for row in table["rows"]
    ]
    return _table(caption, tag("tr", _head(capitalised(table["label"])), heads), rows, table["label"], "rb-c-measure")


def _curve(row: Json, name: str, largest: float) -> list[Html]:
    each = row if name == "exactly" else row[name]
    chance = _chance(each, largest if name == "exactly" else 1, f"rb-c-{name}")
    return [chance, tag("td", _fraction(each["fraction"]), class_=f"rb-c-{name}")]


def _head(text: str, class_: str | None = None) -> Html:
    return tag("th", text, scope="col", class_=class_)


def _chance(row: Json, full: float, class_: str | None = None) -> Html:
    width = row["percent"] / full if full else 0
    filled = tag("span", style=f"width:{width:.3g}%") if width else None
    bar = tag("span", filled, class_="rb-c-bar", aria_hidden="true")
    text = tag("span", as_percent(Fraction(row["fraction"])), class_="rb-c-percent")
    return tag("td", tag("span", bar, text, class_="rb-c-meter"), class_=classes("rb-c-chance", class_))


def _table(caption: Html, head: Html, rows: Sequence[Html], label: str, class_: str) -> Html:
    table = tag("table", caption, tag("thead", head), tag("tbody", rows), class_=classes("rb-c-odds", class_))
    return tag("div", table, class_="rb-c-scroll", tabindex="0", role="group", aria_label=f"Odds: {label}")


def explanation(answer: Json, labels: Mapping[str, str], chapter: str) -> Html:
    """How a throw came out: the dice, then each step with its rule."""
    steps = [
        tag(
            "li",
            tag("span", step["text"], class_="rb-c-step-text"),
            " ",
            rule_link(step["rule"], chapter),
        )
        for step in answer["steps"]
    ]
    return join(
        notes(answer, labels, chapter),
        dice_tray.draw(answer["dice"], chapter=chapter) if answer["dice"] else None,
        tag("ol", steps, class_="rb-c-steps") if steps else None,
    )


def figures(answer: Json, chapter: str) -> Html:
    """The pictures that the answer brings data for. Raises `UnknownFigure`."""
    return draw_all(answer.get("figures") or {}, chapter=chapter)


def what_if(answer: Json) -> Html:
    """What one less and one more on each number would change in the headline."""
    headline, rows = answer["headline"], answer["rows"]
    if headline is None:
        return tag("p", "Nothing here hangs on the dice, so there is nothing to compare.", class_="rb-c-help")
    exact = Fraction(headline["fraction"])
    chance = headline["kind"] == "chance"
    now = as_percent(exact) if chance else as_number(exact)
    label = headline["label"]
    if not rows:
        return tag("p", f"No single step would change “{label}” ({now}).", class_="rb-c-help")
    unit = "in percentage points" if chance else "in its own units"
    caption = tag("caption", f"{label} is {now}; the change {unit}")
    head = tag("tr", _head("If this were"), _head("one less"), _head("one more"))
    body = [tag("tr", tag("th", row["label"], scope="row"), _moved(row["minus"]), _moved(row["plus"])) for row in rows]
    table = tag("table", caption, tag("thead", head), tag("tbody", body), class_="rb-c-whatif-table")
    return tag("div", table, class_="rb-c-scroll", tabindex="0", role="group", aria_label=f"What would change {label}")


def _moved(side: Json | None) -> Html:
    if side is None:
        return tag("td", tag("span", "–", aria_hidden="true"), tag("span", "not possible", class_="rb-c-hidden"))
    change = side["change"]
    text = f"{change:+.2f}".rstrip("0").rstrip(".")
    if text in ("+0", "-0"):
        shown, mark, class_ = "±0", "", None
    else:
        shown, mark = number(text), "▲ " if change > 0 else "▼ "
        class_ = "rb-c-up-change" if change > 0 else "rb-c-down-change"
    return tag("td", tag("span", mark, aria_hidden="true"), shown, class_=class_)
