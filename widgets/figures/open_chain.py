"""The open-ended D100 as a growing chain: each die with what it adds or takes away and the total so far.

Before a throw the same picture shows where the chain may lead, and how rarely it comes to each further die.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.answers import as_percent
from companion.steps import signed
from widgets.html import Html, classes, number, tag

WAYS = {"up": "it adds", "down": "it takes away", "stands": "it stands"}
"""What the first die does to those after it, in words."""

ARROWS = {"up": "↗", "down": "↘"}


def draw(data: Mapping[str, Any] | Sequence[Mapping[str, Any]], *, chapter: str) -> Html:
    """One chain or several, below each other. See the engine's figure "open-chain" for the data."""
    chains = [data] if isinstance(data, Mapping) else data
    thrown = [chain for chain in chains if chain["links"]]
    drawn = [_thrown(chain) for chain in thrown] if thrown else [_possible(chain) for chain in chains[:1]]
    return tag("div", drawn, class_="rb-o") if drawn else Html("")


def _thrown(chain: Mapping[str, Any]) -> Html:
    way = chain["direction"]
    links = [_link(link, place, way) for place, link in enumerate(chain["links"])]
    total = tag("li", tag("b", number(chain["total"])), tag("small", "in all"), class_="rb-o-total")
    label = f"{chain['title']}: the open-ended roll" if chain["title"] else "The open-ended roll"
    said = [tag("strong", chain["title"]), ": " if chain["title"] else None, _said(chain)]
    return tag(
        "figure",
        tag("ol", links, total, class_=classes("rb-o-chain", f"rb-o-{way}"), aria_label=label),
        tag("figcaption", said if chain["title"] else _said(chain)),
    )


def _link(link: Mapping[str, Any], place: int, way: str) -> Html:
    """One die. Its face stands in a box; the sign before it and the total below tell what it did."""
    text = signed(link["part"]) if place else number(link["part"])
    arrow = tag("span", ARROWS[way], class_="rb-o-arrow", aria_hidden="true") if link["grows"] else None
    below = tag("small", "so far ", number(link["total"])) if place else tag("small", "first die")
    return tag("li", tag("b", text), arrow, below, class_=classes("rb-o-die", "rb-o-grows" if link["grows"] else None))


def _said(chain: Mapping[str, Any]) -> str:
    first, count = chain["links"][0]["face"], len(chain["links"])
    if chain["direction"] == "stands":
        return f"{first} on the first die: {WAYS['stands']} as it is."
    more = "one more die" if count == 2 else f"{count - 1} more dice"
    verb = "add to" if chain["direction"] == "up" else "take away from"
    verb = verb.replace("add", "adds").replace("take", "takes") if count == 2 else verb
    return f"{first} on the first die: {more} {verb} it."


def _possible(chain: Mapping[str, Any]) -> Html:
    low, high = chain["takes_to"], chain["adds_from"]
    faces = [
        _course(f"1–{low}", "↘", "takes away", "down"),
        _course(f"{low + 1}–{high - 1}", "■", "stands", "stands"),
        _course(f"{high}–100", "↗", "adds", "up"),
    ]
    stages = [
        tag("li", tag("b", f"{stage['dice']}{_th(stage['dice'])} die"), tag("small", as_percent(_share(stage))))
        for stage in chain["stages"]
    ]
    return tag(
        "figure",
        tag("ul", faces, class_="rb-o-first", aria_label="What the first die does"),
        tag("ol", stages, class_="rb-o-stages", aria_label="How often the chain comes to a further die"),
        tag("figcaption", f"After that, each {high} or more calls for one die more, without end."),
    )


def _course(faces: str, sign: str, verb: str, way: str) -> Html:
    mark = tag("span", sign, " ", aria_hidden="true")
    return tag("li", mark, tag("b", faces), " ", tag("small", verb), class_=f"rb-o-{way}")


def _share(stage: Mapping[str, Any]) -> Fraction:
    return Fraction(stage["fraction"])


def _th(place: int) -> str:
    return {2: "nd", 3: "rd"}.get(place, "th")
