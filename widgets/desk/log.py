"""What happened, as an entry of the log: each line with its rule, and the dice that were thrown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.steps import Step
from widgets.desk.calculators import PAGE
from widgets.desk.parts import stopped
from widgets.html import Html, tag
from widgets.links import rule_link


def entry(lines: Iterable[Step], dice: Iterable[Mapping[str, Any]], round: int) -> Html:
    """One entry; `round` is the one that it ends in."""
    thrown = ", ".join(f"{die['value']} ({die['label']})" for die in dice)
    return tag(
        "li",
        [tag("p", stopped(line.text), " ", rule_link(line.rule, PAGE), class_="rb-g-line") for line in lines],
        tag("p", "Dice: ", thrown, class_="rb-g-dice") if thrown else None,
        class_="rb-g-entry",
        data_round=round,
    )
