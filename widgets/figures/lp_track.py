"""The life points as a track: what is left, what the blow took, and the marks at which Pain begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from widgets.html import Html, classes, number, tag
from widgets.links import rule_link

Data = Mapping[str, Any]


def draw(data: Data, *, chapter: str) -> Html:
    """The track to scale, and below it each mark with what it means now. See "lp-track" for the data."""
    most, value, before = data["most"], data["value"], data["before"]
    lost = before - value if before is not None and before > value else 0
    title = tag(
        "p",
        tag("strong", f"{number(value)} of {most} LP"),
        f", {lost} lost just now" if lost else None,
        f" · {_state(data)} ",
        rule_link(data["rule"], chapter),
        class_="rb-d-title",
    )
    left, was = _share(value, most), _share(before if before is not None else value, most)
    track = tag(
        "div",
        tag("span", class_="rb-d-left", style=f"width:{left:.4g}%"),
        tag("span", class_="rb-d-lost", style=f"left:{left:.4g}%;width:{was - left:.4g}%") if was > left else None,
        [tag("span", class_="rb-d-mark", style=f"left:{_share(each['at'], most):.4g}%") for each in data["marks"]],
        class_="rb-d-track",
        aria_hidden="true",
    )
    names = tag("div", _names(data), class_="rb-d-names", aria_hidden="true")
    marks = tag("ol", [_mark(each) for each in data["marks"]], _death(data), class_="rb-d-marks")
    return tag("div", title, track, names, marks, class_="rb-d rb-d-life")


def _state(data: Data) -> str:
    if data["dying"]:
        return "dying"
    reached = [each["label"] for each in data["marks"] if each["reached"]]
    return reached[-1] if reached else "no Pain"


def _share(value: int, most: int) -> float:
    return max(0, min(value, most)) / most * 100


def _names(data: Data) -> list[Html]:
    """A numeral under each mark; marks that share a place share it, and close ones stand on two lines."""
    places: dict[int, list[str]] = {}
    for each in data["marks"]:
        places.setdefault(each["at"], []).append(each["label"].removeprefix("Pain "))
    drawn, last, low = [], 200.0, False
    for at, labels in places.items():
        place = _share(at, data["most"])
        low = last - place < CLOSE and not low
        last = place
        name = classes("rb-d-low" if low else None)
        drawn.append(tag("span", ", ".join(labels), style=f"left:{place:.4g}%", class_=name))
    return drawn


CLOSE = 9
"""Marks nearer to each other than this, in hundredths of the track, get two lines for their names."""


def _mark(each: Data) -> Html:
    sign, word = ("✗", "reached") if each["reached"] else ("○", "not yet")
    return tag(
        "li",
        tag("span", f"{sign} ", aria_hidden="true"),
        tag("strong", each["label"]),
        f" at {each['at']} or fewer ",
        tag("small", word),
        class_=classes("rb-d-reached" if each["reached"] else None),
    )


def _death(data: Data) -> Html:
    return tag(
        "li",
        tag("span", "† ", aria_hidden="true"),
        tag("strong", "Dying"),
        " at 0 or fewer ",
        tag("small", "reached" if data["dying"] else "not yet"),
        class_=classes("rb-d-reached" if data["dying"] else None),
    )
