"""What a winning Parry blocks, Size against Size: all, half or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from widgets.crosstable import cross
from widgets.html import Html, tag

SIGNS = {"all": "●", "half": "◐", "nothing": "○"}


def draw(data: Mapping[str, Any], *, chapter: str) -> Html:
    """The whole grid, with the pair that is looked at pointed out. See the engine's figure "size-grid"."""
    across, down = data["across"], data["down"]
    shares = {row["name"]: dict(zip(across["names"], row["shares"], strict=True)) for row in down["rows"]}

    def cell(row: str, column: str) -> Html:
        share = shares[row][column]
        sign = tag("span", SIGNS[share], " ", aria_hidden="true")
        return tag("span", sign, share, class_=f"rb-m-blocks rb-m-blocks-{share}")

    here = data["here"] and (data["here"]["row"], data["here"]["column"])
    return cross(data["title"], (across["label"], across["names"]), (down["label"], list(shares)), cell, here)
