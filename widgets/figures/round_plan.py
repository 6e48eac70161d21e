"""A round as counters on the table: which Actions and Reactions are left, and what the others were spent on."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from widgets.html import Html, classes, tag

KINDS = {
    "combat": "Combat Action",
    "movement": "Movement Action",
    "both": "Both Actions",
    "reaction": "Reaction",
    "free": "Free",
}


def draw(data: Mapping[str, Any], *, chapter: str) -> Html:
    """The counters, what was done in its order, and what is possible now. See the engine's figure "round-plan"."""
    budget = [_counter(each) for each in data["budget"]]
    done = [tag("li", name) for name in data["done"]] or [tag("li", "nothing yet", class_="rb-m-nothing")]
    return tag(
        "div",
        tag("ul", budget, class_="rb-m-counters", aria_label=data["title"]),
        tag("p", "Done so far", class_="rb-m-title"),
        tag("ol", done, class_="rb-m-done"),
        _open(data, chapter),
        class_="rb-m-round",
    )


def _counter(each: Mapping[str, Any]) -> Html:
    state = "left" if each["left"] else "gone"
    return tag(
        "li",
        tag("span", "●" if each["left"] else "○", aria_hidden="true"),
        tag("strong", each["label"]),
        tag("small", " ", state),
        class_=classes("rb-m-counter", None if each["left"] else "rb-m-gone"),
    )


def _open(data: Mapping[str, Any], chapter: str) -> Html:
    """What may still be done, by what it takes."""
    possible = [each for each in data["options"] if each["possible"]]
    groups = [
        tag(
            "li",
            tag("strong", KINDS[kind], ": "),
            ", ".join(each["name"] for each in some),
        )
        for kind, some in ((kind, list(some)) for kind, some in groupby(possible, key=lambda each: each["kind"]))
    ]
    title = tag("p", "Still possible", class_="rb-m-title")
    return tag("div", title, tag("ul", groups, class_="rb-m-open") if groups else tag("p", "Nothing."))
