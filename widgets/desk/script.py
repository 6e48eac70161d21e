"""The screen's script as one module, and its style: what a page loads, and what a notebook's kernel sends."""

from __future__ import annotations

from pathlib import Path

from widgets.web.bundle import bundled

HERE = Path(__file__).parent
ROOM = HERE.name
START, STYLE = "desk.js", "desk.css"
"""What a page loads them as."""
SHARED = ("calculator.js",)
"""What the screen needs of the modules beside the calculators."""


def script(widgets: Path = HERE.parent) -> str:
    """All modules of the screen in one, the start module's default export at its end."""
    paths = [*sorted((widgets / ROOM).glob("*.js")), *(widgets / name for name in SHARED)]
    return bundled(START, {path.name: path.read_text(encoding="utf-8") for path in paths})


def styles(widgets: Path = HERE.parent) -> str:
    """The style sheets of the screen in the order of their names."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((widgets / ROOM).glob("*.css")))
