"""The rounds before a shot: a square for each round of loading and of aiming, then the shot."""

from __future__ import annotations

from collections.abc import Mapping

from widgets.html import Html, tag


def draw(data: Mapping[str, int], *, chapter: str) -> Html:
    """The rounds as a strip, said in words below it. See the engine's figure "timing" for the data."""
    load, aim, rounds = data["load"], data["aim"], data["rounds"]
    squares = [*(_square("load") for _ in range(load)), *(_square("aim") for _ in range(aim)), _square("shot", "➶")]
    parts = [f"{load} to load or take in hand" if load else "", f"{aim} to aim" if aim else ""]
    words = " and ".join(filter(None, parts)) or "none to load and none to aim"
    said = f"Rounds before the shot: {words}; it may fly in round {rounds + 1}."
    strip = tag("span", squares, class_="rb-t-strip", aria_hidden="true")
    return tag("div", tag("p", "Time", class_="rb-t-title"), strip, tag("p", said, class_="rb-t-said"), class_="rb-t")


def _square(kind: str, sign: str = "") -> Html:
    return tag("span", sign, class_=f"rb-t-{kind}")
