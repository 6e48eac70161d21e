"""The small parts that the screen is made of: buttons that do an act, one-line forms, words for the sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.encounter import Combatant, Side
from companion.steps import Step
from widgets.desk.calculators import PAGE
from widgets.html import Html, classes, tag
from widgets.links import rule_link

SIDES = {Side.PARTY: "party", Side.FOES: "foe", Side.OTHERS: "other"}
"""What one combatant of a side is called."""

SIDE_TITLES = {Side.PARTY: "The party", Side.FOES: "The foes", Side.OTHERS: "Others"}

Act = Mapping[str, Any]


def button(face: Any, *, name: str | None = None, class_: str | None = None, **more: Any) -> Html:
    """A button; `name` is what it is called where its face does not say enough."""
    return tag("button", face, type="button", class_=classes("rb-g-button", class_), aria_label=name, **more)


def doing(face: Any, act: Act, *, name: str | None = None, class_: str | None = None, **more: Any) -> Html:
    """A button that does one act of the tracker."""
    return button(face, name=name, class_=class_, data_act=act, **more)


def line(act: Act, *children: Any, at: str, class_: str | None = None) -> Html:
    """A form of one line: what its named fields hold goes into the act. What is wrong with them stands below."""
    error = tag("p", class_="rb-g-error", id=f"{at}-error", hidden=True)
    return tag(
        "form", children, error, id=at, data_act=act, novalidate=True, autocomplete="off",
        class_=classes("rb-g-line", class_),
    )  # fmt: skip


def entry(name: str, label: str, at: str, *, size: int = 4, hint: str | None = None, **more: Any) -> Html:
    """A labelled field for a short text, as a part of a line."""
    field = tag(
        "input", id=at, name=name, type="text", size=size, placeholder=hint, class_="rb-g-input", **more
    )  # fmt: skip
    return tag("label", tag("span", label), field, class_="rb-g-label", for_=at)


def reasons(steps: tuple[Step, ...], class_: str = "rb-g-reasons") -> Html | None:
    """Sentences, each with the link to its rule; nothing where there are none."""
    lines = [tag("li", capital(step.text), " ", rule_link(step.rule, PAGE)) for step in steps]
    return tag("ul", lines, class_=class_) if lines else None


def side_mark(one: Combatant) -> Html:
    """The side in a word, in the side's colour."""
    return tag("span", SIDES[one.side], class_=f"rb-g-side rb-g-{one.side.value}")


def lasting(label: str, rounds: int | None) -> str:
    """A condition with the rounds that it still lasts."""
    return label if rounds is None else f"{label}, {rounds} round{'' if rounds == 1 else 's'}"


def capital(text: str) -> str:
    """The text with a capital at its beginning and a stop at its end."""
    return stopped(text[:1].upper() + text[1:])


def stopped(text: str) -> str:
    """The text with a stop at its end."""
    return text if text.endswith((".", "!", "?", "…", ":")) else f"{text}."


def work_head(text: str) -> Html:
    """The head of what a game master works in, with the button that closes it."""
    return tag(
        "div",
        tag("h3", text, class_="rb-g-work-title", tabindex="-1"),
        button("Close", class_="rb-g-small", data_close=True, name=f"Close: {text}"),
        class_="rb-g-work-head",
    )
