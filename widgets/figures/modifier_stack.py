"""A total with its modifiers: what each adds, which of them a limit shuts out, and the sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.steps import signed
from widgets.html import Html, classes, number, tag
from widgets.links import rule_link


def draw(data: Mapping[str, Any] | Sequence[Mapping[str, Any]], *, chapter: str) -> Html:
    """One stack, or several side by side. See the engine's figure "modifier-stack" for the data."""
    stacks = [stack for stack in ([data] if isinstance(data, Mapping) else data) if _tells(stack)]
    return tag("div", [_stack(stack, chapter) for stack in stacks], class_="rb-c-stacks") if stacks else Html("")


def _tells(stack: Mapping[str, Any]) -> bool:
    """Whether there is anything to see: a row, or a total that is not the base."""
    return bool(stack["rows"]) or stack["base"]["value"] != stack["total"]["value"]


def _stack(stack: Mapping[str, Any], chapter: str) -> Html:
    widest = max((abs(row["value"]) for row in stack["rows"]), default=1) or 1
    base, total, limit = stack["base"], stack["total"], stack.get("limit")
    body = [_line(base["label"], number(base["value"]), "rb-c-stack-base")]
    body += [_row(row, widest, chapter) for row in stack["rows"]]
    if limit:
        label = [limit["label"], limit.get("note") and tag("small", limit["note"])]
        body.append(_line(label, number(limit["value"]), "rb-c-stack-limit"))
    foot = tag("tfoot", _line(total["label"], number(total["value"]), "rb-c-stack-total"))
    return tag("table", tag("caption", stack["title"]), tag("tbody", body), foot, class_="rb-c-stack")


def _row(row: Mapping[str, Any], widest: int, chapter: str) -> Html:
    counted = row.get("counted", True)
    label = [
        tag("span", row["label"]),
        not counted and tag("em", " not counted", class_="rb-c-stack-out"),
        row.get("note") and tag("small", row["note"]),
        rule_link(row.get("rule", ""), chapter),
    ]
    sign = "rb-c-minus" if row["value"] < 0 else "rb-c-plus"
    value = signed(row["value"])
    width = f"width:{abs(row['value']) / widest * 100:.0f}%"
    bar = tag("span", class_=classes("rb-c-stack-bar", sign), style=width)
    return _line(label, [bar, tag("span", value if counted else tag("s", value))], None if counted else "rb-c-shut")


def _line(label: Any, value: Any, name: str | None) -> Html:
    return tag("tr", tag("th", label, scope="row"), tag("td", value), class_=name)
