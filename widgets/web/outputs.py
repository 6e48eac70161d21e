"""Stored outputs of code cells as HTML: what a reader sees before any kernel answers."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from widgets.web.notebook import Cell, is_widget, joined

_TERMINAL_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PICTURES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
}
_BARE = '<p class="rb-bare"><button type="button">Start this part</button></p>'


def outputs_html(cell: Cell, html: Callable[[str], str]) -> str:
    """All stored outputs of a code cell, in order; ``html`` treats the raw HTML among them.

    A widget's output becomes a slot that is numbered among the widgets of its cell, so that the
    model of a running kernel finds its place again.
    """
    parts, slots = [], 0
    for output in cell.outputs:
        stored = _output(output, html)
        if is_widget(output):
            parts.append(slot(cell.number, slots, stored))
            slots += 1
        else:
            parts.append(stored)
    return "\n".join(part for part in parts if part)


def slot(cell: int, number: int, stored: str) -> str:
    """The place of one widget: its stored form, and a line that can speak while a kernel wakes."""
    return (
        f'<div class="rb-live"><div class="rb-slot" data-cell="{cell}" data-output="{number}">{stored or _BARE}</div>'
        '<p class="rb-note" role="status"></p></div>'
    )


def image_source(folder: Path, cell: Cell) -> Callable[[str], str]:
    """How a cell's pictures are addressed: files beside the chapter and attachments go into the page."""

    def source(address: str) -> str:
        if address.startswith("attachment:"):
            for mime, data in cell.attachments.get(address.removeprefix("attachment:"), {}).items():
                return f"data:{mime};base64,{joined(data)}"
        file = (folder / address).resolve()
        mime = _PICTURES.get(file.suffix.lower(), "")
        if mime and file.is_relative_to(folder.resolve()) and file.is_file():
            return f"data:{mime};base64,{b64encode(file.read_bytes()).decode()}"
        return address

    return source


def _output(output: dict[str, Any], html: Callable[[str], str]) -> str:
    kind = output.get("output_type")
    if kind == "stream":
        return _preformatted(joined(output.get("text")))
    if kind == "error":
        return f'<p class="rb-error">This cell ended in an error: {escape(str(output.get("ename", "")))}.</p>'
    data = output.get("data", {})
    if "text/html" in data:
        stored = html(joined(data["text/html"]))
        return stored if is_widget(output) else f'<div class="rb-output">{stored}</div>'
    if "image/svg+xml" in data:
        return f'<div class="rb-output">{joined(data["image/svg+xml"])}</div>'
    if "image/png" in data:
        code = escape(joined(data["image/png"]).strip())
        words = escape(joined(data.get("text/plain")))
        return f'<div class="rb-output"><img src="data:image/png;base64,{code}" alt="{words}"></div>'
    if is_widget(output):
        return ""
    return _preformatted(joined(data.get("text/plain")))


def _preformatted(text: str) -> str:
    text = _TERMINAL_COLOUR.sub("", text).rstrip("\n")
    return f'<pre class="rb-output">{escape(text, quote=False)}</pre>' if text else ""
