"""Pictures drawn from an answer's `figures`: data in, HTML or SVG out; none of them computes a rule.

A figure named `hit-location` in the engine's JSON is drawn by `hit_location.py` in this folder: a module with
`draw(data, *, chapter) -> Html`. A game adds a figure by adding such a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from widgets.html import Html


class UnknownFigure(LookupError):
    """An answer names a figure that no module of this folder draws."""


def known() -> list[str]:
    """The names of all figures, in alphabetical order."""
    return sorted(found.name.replace("_", "-") for found in iter_modules(__path__))


def draw(name: str, data: Any, *, chapter: str) -> Html:
    """One figure as HTML. `chapter` is where it stands, for links. Raises `UnknownFigure`."""
    if name not in known():
        raise UnknownFigure(
            f'There is no figure "{name}": widgets/figures/{name.replace("-", "_")}.py with draw(data, *, chapter) '
            f"is missing. Known: {', '.join(known())}."
        )
    picture: Html = import_module(f"{__name__}.{name.replace('-', '_')}").draw(data, chapter=chapter)
    return picture


def draw_all(figures: Mapping[str, Any], *, chapter: str) -> Html:
    """All figures of an answer, in their order. Raises `UnknownFigure`."""
    return Html("".join(draw(name, data, chapter=chapter) for name, data in figures.items() if data))
