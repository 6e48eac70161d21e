"""The way of a hit from the damage rolled to the Hit Points lost: what each step takes off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from widgets.figures import modifier_stack
from widgets.html import Html


def draw(data: Mapping[str, Any], *, chapter: str) -> Html:
    """Drawn as a stack of modifiers: the damage, then whatever took something off. See "damage-steps"."""
    first, *others = data["rows"]
    left, total = data["left"], data["total"]
    stack = {
        "title": data["title"],
        "base": first,
        "rows": [row for row in others if row["value"]],
        "total": {"label": f"{total['label']}, {left} left", "value": total["value"]},
    }
    return modifier_stack.draw(stack, chapter=chapter)
