"""The dice tray as it stands on the screen: a line for any notation, each game's own throws, what was thrown."""

from __future__ import annotations

from collections.abc import Sequence

from companion.tray import tray
from widgets.desk.parts import button
from widgets.html import Html, join, tag

NOTATIONS = (
    ("3d6", "three dice of six, added up"),
    ("2d20kh1+4", "the higher of two d20, and 4; kl1 keeps the lower"),
    ("4d6dl1", "four dice, the lowest dropped"),
    ("d6!", "thrown on and added for every 6; d10!>=9 for every 9 and 10"),
    ("6d10>=7", "how many of them show 7 or more"),
    ("3d6r1", "ones are thrown again; ro1 only once"),
    ("d%, 4dF", "1 to 100; dice of −1, 0 and +1"),
    ("(2d6+3)*2", "arithmetic, with floor, ceil, round, abs, min and max"),
    ("2d6; d6", "several throws at once"),
)
"""What can be written, and what it means."""


def dice_tray(games: Sequence[str]) -> Html:
    """What stands in the tray's part of the screen; the throws of other games than the chosen one are hidden."""
    ways = [tag("div", tag("dt", tag("code", way)), tag("dd", what)) for way, what in NOTATIONS]
    return join(
        tag("h2", "Dice tray", class_="rb-g-heading", tabindex="-1"),
        _line(),
        [_throws(name, hidden=name != games[0]) for name in games],
        tag("div", class_="rb-g-thrown", data_thrown=True, role="status", aria_live="polite"),
        tag("div", class_="rb-g-reader", data_reader=True),
        tag("ol", class_="rb-g-before", data_before=True, tabindex="0", aria_label="Thrown before"),
        tag(
            "details",
            tag("summary", "What can be written"),
            tag("dl", ways, class_="rb-g-keys"),
            class_="rb-g-fold",
        ),
    )  # fmt: skip


def _line() -> Html:
    notation = tag(
        "input", id="d-notation", name="notation", type="text", size=14, placeholder="3d6", maxlength=120,
        class_="rb-g-input", aria_describedby="d-notation-error", spellcheck="false", autocapitalize="off",
    )  # fmt: skip
    faces = tag(
        "input", id="d-faces", name="faces", type="text", size=10, inputmode="numeric", placeholder="thrown here",
        class_="rb-g-input", aria_describedby="d-notation-error",
    )  # fmt: skip
    return tag(
        "form",
        tag("label", tag("span", "Dice"), notation, class_="rb-g-label", for_="d-notation"),
        tag("label", tag("span", "I rolled"), faces, class_="rb-g-label", for_="d-faces"),
        tag("button", "Throw", class_="rb-g-button rb-g-main"),
        tag("p", class_="rb-g-error", id="d-notation-error", hidden=True),
        class_="rb-g-line",
        data_throw=True,
        novalidate=True,
        autocomplete="off",
    )


def _throws(name: str, *, hidden: bool) -> Html:
    buttons = [
        button(throw.label, data_notation=throw.notation)
        if throw.notation
        else button(throw.label, data_reads=throw.resolver, data_inputs=dict(throw.inputs))
        for throw in tray(name)
    ]
    return tag("div", buttons, class_="rb-g-group-of-tools", data_throws=name, hidden=hidden)
