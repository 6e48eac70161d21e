"""Widgets that are not ours: the static edition shows the state in which they were saved, and says so."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from widgets.web.notebook import WIDGET_VIEW, Cell, Chapter, Stored, is_widget, joined
from widgets.web.publish.pages import LIVE

STATES = "application/vnd.jupyter.widget-state+json"
NOTE = "Shown as it was saved. In the served edition this part is live."
_DEEPEST = 20


class Saved(Stored):
    """Chapters of another source, in which every widget but the calculators and the GM screen is plain HTML."""

    def __init__(self, source: Stored) -> None:
        self.source = source

    def stamp(self, path: Path) -> Any:
        """As the other source's."""
        return self.source.stamp(path)

    def read(self, path: Path) -> Chapter:
        """The chapter, its foreign widgets in the state that the notebook's file holds; raises ``NotebookError``."""
        chapter = self.source.read(path)
        kept = Stored().read(path)
        states = _states(path)
        cells = tuple(_still(cell, stored, states) for cell, stored in zip(chapter.cells, kept.cells, strict=True))
        return replace(chapter, cells=cells, front="", extensions=())


def _states(path: Path) -> Mapping[str, Any]:
    metadata = json.loads(path.read_text(encoding="utf-8")).get("metadata", {})
    found = metadata.get("widgets", {}).get(STATES, {}).get("state", {})
    return found if isinstance(found, dict) else {}


def _still(cell: Cell, stored: Cell, states: Mapping[str, Any]) -> Cell:
    views = [output for output in stored.outputs if is_widget(output)]
    outputs, place = [], 0
    for output in cell.outputs:
        if is_widget(output):
            saved = views[place] if place < len(views) else output
            place += 1
            if LIVE not in joined(output["data"].get("text/html")):
                output = _plain(output, saved, states)
        outputs.append(output)
    return replace(cell, outputs=tuple(outputs))


def _plain(output: dict[str, Any], saved: dict[str, Any], states: Mapping[str, Any]) -> dict[str, Any]:
    data = output["data"]
    model = saved["data"][WIDGET_VIEW]["model_id"]
    shown = joined(data.get("text/html")) or drawn(model, states)
    if not shown and "text/plain" in data:
        shown = f"<pre>{escape(joined(data['text/plain']))}</pre>"
    html = f'<div class="rb-saved">{shown}<p class="rb-note">{NOTE}</p></div>'
    return {"output_type": "display_data", "metadata": {}, "data": {"text/html": html}}


def drawn(model: str, states: Mapping[str, Any], depth: int = 0) -> str:
    """The saved state of one widget of ipywidgets as HTML: its words and its value, or what it holds; "" if unknown."""
    known = states.get(str(model).removeprefix("IPY_MODEL_"), {})
    state = known.get("state", {})
    if not state or depth > _DEEPEST:
        return ""
    if children := state.get("children"):
        titles = state.get("titles") or []
        parts = []
        for number, child in enumerate(children):
            title = f"<p><strong>{escape(str(titles[number]))}</strong></p>" if number < len(titles) else ""
            parts.append(title + drawn(child, states, depth + 1))
        return f"<div>{''.join(parts)}</div>"
    if outputs := state.get("outputs"):
        return "".join(_output(output) for output in outputs)
    words = escape(str(state.get("description") or ""))
    value = _value(known.get("model_name", ""), state)
    if not words and not value:
        return ""
    return f"<p>{words}{': ' if words and value else ''}{value}</p>"


def _value(kind: str, state: Mapping[str, Any]) -> str:
    if kind in ("HTMLModel", "HTMLMathModel"):
        return str(state.get("value", ""))
    if "_options_labels" in state and isinstance(state.get("index"), int):
        return f"<strong>{escape(str(state['_options_labels'][state['index']]))}</strong>"
    value = state.get("value")
    if isinstance(value, bool):
        return f"<strong>{'yes' if value else 'no'}</strong>"
    return "" if value is None else f"<strong>{escape(str(value))}</strong>"


def _output(output: Mapping[str, Any]) -> str:
    if output.get("output_type") == "stream":
        return f"<pre>{escape(joined(output.get('text')))}</pre>"
    data = output.get("data", {})
    return joined(data.get("text/html")) or f"<pre>{escape(joined(data.get('text/plain')))}</pre>"
