"""The check with three dice: what each may show, what it showed and cost, and the skill points that are left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from widgets.html import Html, classes, number, tag
from widgets.links import rule_link

Data = Mapping[str, Any]
FACES = range(1, 21)
MOST_PIPS = 25
"""A higher rating than this is told in numbers only."""


def draw(data: Data | Sequence[Data], *, chapter: str) -> Html:
    """One check, or several. See the engine's figure "check-spend" for the data."""
    checks = [data] if isinstance(data, Mapping) else data
    return tag("div", [_check(check, chapter) for check in checks], class_="rb-d-checks")


def _check(check: Data, chapter: str) -> Html:
    title = tag("p", tag("strong", check["title"]), " ", rule_link(check["rule"], chapter), class_="rb-d-title")
    if not check["allowed"]:
        told = tag("p", "An attribute is at 0 or below: no check is allowed, and it counts as failed.")
        return tag("div", title, told, class_="rb-d")
    thrown = any(die["thrown"] is not None for die in check["dice"])
    heads = ["Against", "The twenty faces", *(["Thrown", "Spent"] if thrown else [])]
    head = tag("thead", tag("tr", [tag("th", label, scope="col") for label in heads]))
    caption = tag("caption", "Die by die", class_="rb-c-hidden")
    body = tag("tbody", [_die(die, check["modifier"], thrown) for die in check["dice"]])
    return tag("div", title, tag("table", caption, head, body, class_="rb-d-dice"), _points(check), class_="rb-d")


def _die(die: Data, modifier: int, thrown: bool) -> Html:
    target, face = die["target"], die["thrown"]
    made = tag("small", f" from {die['attribute']}") if modifier else None
    cells = [tag("td", _faces(target, face))]
    if thrown:
        cells += [tag("td", tag("strong", face), _alike(die["mark"])), tag("td", _cost(die["spent"]))]
    return tag("tr", tag("th", number(target), made, scope="row"), cells)


def _faces(target: int, thrown: int | None) -> Html:
    """Twenty small fields: free ones, those that cost, and the one that fell."""
    fields = [
        tag(
            "span",
            class_=classes("rb-d-free" if face <= target else "rb-d-dear", "rb-d-here" if face == thrown else None),
        )
        for face in FACES
    ]
    free = min(target, FACES[-1])
    drawn = tag("span", fields, class_="rb-d-small", aria_hidden="true")
    return tag("span", drawn, tag("small", f"1–{free} free" if free > 1 else "1 free"), class_="rb-d-field")


def _alike(mark: str) -> Html | None:
    if not mark:
        return None
    return tag("small", " ★ a 1" if mark == "best" else " ✗ a 20")


def _cost(spent: int) -> str:
    return number(-spent) if spent else "nothing"


def _points(check: Data) -> Html:
    """The skill points: how many there are, how many the dice took, how many are left or missing."""
    rating, left = check["rating"], check["left"]
    pips = [tag("span", class_=_pip(place, left)) for place in range(rating)] if rating <= MOST_PIPS else []
    if left is None:
        told = f"{rating} skill points to pay with"
    else:
        rest = f"{left} left" if left >= 0 else f"{-left} too few"
        told = f"{rating} skill points, {rating - left} spent: {rest}"
    result = None
    if check["result"]:
        quality = f", quality level {check['quality']}" if check["quality"] else ""
        result = tag("strong", f" → {check['result']}{quality}")
    drawn = tag("span", pips, class_="rb-d-pips", aria_hidden="true") if pips else None
    return tag("p", drawn, told, result, class_="rb-d-points")


def _pip(place: int, left: int | None) -> str | None:
    return "rb-d-gone" if left is not None and place >= left else None
