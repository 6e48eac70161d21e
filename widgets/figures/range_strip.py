"""The bands of distance as a strip: how far each reaches, what a shot suffers there, and where the target stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.steps import signed
from widgets.html import Html, classes, join, tag

OUT = {"beyond", "too far", "too near", "out of range"}


def draw(data: Mapping[str, Any] | Sequence[Mapping[str, Any]], *, chapter: str) -> Html:
    """The strip as a list, nearest band first, or several strips with titles. See the engine's figure "range-strip".

    Where no band has a modifier only its state is told.
    """
    strips = [data] if isinstance(data, Mapping) else data
    return join([_strip(strip) for strip in strips])


def _strip(data: Mapping[str, Any]) -> Html:
    distance, unit, title = data.get("distance"), data.get("unit", ""), data.get("title", "")
    shots = any(band.get("modifier") is not None for band in data["bands"])
    bands = [_band(band, distance, unit, shots) for band in data["bands"]]
    names = classes("rb-c-strip", "rb-c-strip-long" if len(bands) > LONG else None)
    strip = tag("ol", bands, class_=names, aria_label=f"{title}: bands of distance" if title else LABEL)
    return tag("div", tag("p", title, class_="rb-c-strip-title"), strip, class_="rb-c-strips") if title else strip


LABEL = "Bands of distance"
LONG = 7
"""More bands than these are drawn narrower, so that they stand in one line."""


def _band(band: Mapping[str, Any], distance: int | None, unit: str, shots: bool) -> Html:
    first, last, modifier, state = band["from"], band.get("to"), band.get("modifier"), band.get("state") or ""
    here = distance is not None and first <= distance and (last is None or distance <= last)
    reach = str(first) if first == last else f"{first}–{last}" if last is not None else f"{first} and more"
    told = any(sign.isdigit() for sign in band["name"])  # the name is the stretch itself
    return tag(
        "li",
        tag("strong", band["name"]),
        None if told else tag("span", " ", reach, class_="rb-c-strip-reach"),
        shots and tag("span", " ", "no shot" if modifier is None else signed(modifier), class_="rb-c-strip-modifier"),
        state and tag("span", " ", state, class_="rb-c-strip-state"),
        here and tag("span", " ▲ ", f"target at {distance} {unit}".rstrip(), class_="rb-c-strip-here"),
        class_=classes(
            "rb-c-strip-out" if state in OUT or (shots and modifier is None) else None,
            "rb-c-strip-on" if here else None,
        ),
        aria_current="true" if here else None,
    )
