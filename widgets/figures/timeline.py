"""A round as a line of phases, from the first to the last, with what resolves in each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.steps import signed
from widgets.html import Html, classes, tag
from widgets.links import rule_link


def draw(data: Mapping[str, Any], *, chapter: str) -> Html:
    """The phases in order; those in which something happens stand out. See the engine's figure "timeline"."""
    phases = [_phase(phase, chapter) for phase in data["phases"]]
    return tag(
        "div",
        tag("p", data["title"], class_="rb-l-title"),
        tag("ol", phases, class_="rb-l-line", aria_label=f"{data['title']}, phase by phase"),
        class_="rb-l",
    )


def _phase(phase: Mapping[str, Any], chapter: str) -> Html:
    actions = [_action(each, chapter) for each in phase["actions"]]
    return tag(
        "li",
        tag("span", phase["name"], class_="rb-l-name"),
        tag("span", " ", phase["note"], class_="rb-l-note"),
        tag("ol", actions, class_="rb-l-actions") if actions else None,
        class_=classes("rb-l-phase", "rb-l-on" if actions else None),
    )


def _action(each: Mapping[str, Any], chapter: str) -> Html:
    about = [each["cost"]]
    if each["length"]:
        about.append(f"at the length {each['length']}")
    if each["modifier"]:
        about.append(signed(each["modifier"]))
    return tag(
        "li", tag("strong", each["label"]), tag("small", " ", ", ".join(about), " ", rule_link(each["rule"], chapter))
    )
