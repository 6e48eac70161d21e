"""Pinned calculators as they stand on the screen: which can be pinned, and the place for those that are."""

from __future__ import annotations

from collections.abc import Sequence

from companion import game
from widgets.desk.parts import button
from widgets.html import Html, join, tag


def pins(games: Sequence[str]) -> Html:
    """What stands in the pins' part of the screen: every calculator of every game can be chosen."""
    groups = [
        tag(
            "optgroup",
            [tag("option", each.title, value=each.address, title=each.summary) for each in game(name).resolvers()],
            label=game(name).title,
            data_game=name,
        )
        for name in games
    ]
    choose = tag(
        "select", tag("option", "A calculator…", value=""), groups, id="d-pin", name="resolver", class_="rb-g-input"
    )
    return join(
        tag("h2", "Pinned calculators", class_="rb-g-heading", tabindex="-1"),
        tag(
            "form",
            tag("label", tag("span", "Pin"), choose, class_="rb-g-label", for_="d-pin"),
            tag("button", "Pin it", class_="rb-g-button rb-g-main"),
            button("Print my pins", data_print_pins=True, disabled=True),
            class_="rb-g-line",
            data_pin=True,
            novalidate=True,
        ),
        tag("p", "Nothing is pinned yet. A pin keeps its values from one session to the next.", data_no_pins=True),
        tag("ol", class_="rb-g-pins", data_pins=True, aria_label="Pinned"),
    )
