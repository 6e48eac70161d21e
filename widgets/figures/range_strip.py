"""The bands of distance as a strip: how far each reaches, what a shot suffers there, and where the target stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.steps import signed
from widgets.html import Html, classes, tag

OUT = {"beyond", "too far", "out of range"}


def draw(data: Mapping[str, Any], *, chapter: str) -> Html:
    """The strip as a list, nearest band first. See the engine's figure "range-strip" for the data."""
    distance = data.get("distance")
    unit = data.get("unit", "")
    bands = [_band(band, distance, unit) for band in data["bands"]]
    return tag("ol", bands, class_="rb-c-strip", aria_label="Bands of distance")


def _band(band: Mapping[str, Any], distance: int | None, unit: str) -> Html:
    first, last, modifier, state = band["from"], band.get("to"), band.get("modifier"), band.get("state") or ""
    here = distance is not None and first <= distance and (last is None or distance <= last)
    reach = str(first) if first == last else f"{first}–{last}" if last is not None else f"{first} and more"
    return tag(
        "li",
        tag("strong", band["name"]),
        tag("span", " ", reach, class_="rb-c-strip-reach"),
        tag("span", " ", "no shot" if modifier is None else signed(modifier), class_="rb-c-strip-modifier"),
        state and tag("span", " ", state, class_="rb-c-strip-state"),
        here and tag("span", " ▲ ", f"target at {distance} {unit}".rstrip(), class_="rb-c-strip-here"),
        class_=classes(
            "rb-c-strip-out" if state in OUT or modifier is None else None, "rb-c-strip-on" if here else None
        ),
        aria_current="true" if here else None,
    )
