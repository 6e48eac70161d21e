"""A small builder of HTML: every text and attribute is escaped, unless it is markup already.

>>> tag("p", "Might < Agility", class_="rb-c-help")
'<p class="rb-c-help">Might &lt; Agility</p>\\n'
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any


class Html(str):
    """Text that is markup already and is not escaped again."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


LATER, LATER_END = "<!--later-->", "<!--/later-->"
VOID = {"input", "br", "hr", "img", "col", "wbr", "path", "circle", "rect", "line", "polygon", "polyline", "ellipse"}
INLINE = {
    "a", "abbr", "b", "bdi", "br", "button", "circle", "desc", "ellipse", "em", "g", "i", "img", "input", "label",
    "legend", "line", "option", "output", "path", "polygon", "polyline", "rect", "small", "span", "strong", "sub",
    "summary", "sup", "td", "text", "th", "title", "tspan", "wbr",
}  # fmt: skip


def escape(text: Any) -> Html:
    """A text as it stands between tags; markup comes back as it is."""
    if isinstance(text, Html):
        return text
    return Html(str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def join(*children: Any) -> Html:
    """Several children as one piece of markup. None and False are left out; lists are taken apart."""
    return Html("".join(_flat(children)))


def _flat(children: Iterable[Any]) -> Iterable[str]:
    for child in children:
        if child is None or child is False:
            continue
        if isinstance(child, str | int | float):
            yield escape(child)
        else:
            yield from _flat(child)


def tag(element: str, /, *children: Any, **attributes: Any) -> Html:
    """One element with its children.

    `class_` and `for_` lose their underscore, others become hyphens (`aria_label`, `data_field`). None and False
    leave an attribute out, True makes it bare, lists and dicts become JSON.
    """
    opening = element + "".join(_attribute(key, value) for key, value in attributes.items())
    end = "" if element in INLINE else "\n"
    if element in VOID:
        return Html(
            f"<{opening}>{end}" if element in ("input", "br", "hr", "img", "col", "wbr") else f"<{opening}/>{end}"
        )
    return Html(f"<{opening}>{join(*children)}</{element}>{end}")


def later(*children: Any) -> Html:
    """Children between two comments: what a long page may put aside until a reader comes near (`widgets.web.aside`)."""
    return Html(f"{LATER}{join(*children)}{LATER_END}")


def _attribute(name: str, value: Any) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    if isinstance(value, dict | list | tuple):
        value = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    text = str(value).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if '"' in text:
        return f" {name}='" + text.replace("'", "&#39;") + "'"
    return f' {name}="{text}"'


def classes(*names: str | bool | None) -> str | None:
    """Class names in one attribute; those that are empty, None or False are left out."""
    return " ".join(name for name in names if isinstance(name, str) and name) or None


def number(value: int | float) -> str:
    """A number with a true minus sign."""
    return str(value).replace("-", "−")
