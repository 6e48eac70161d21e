"""Small notebooks for the tests of the site: built in memory, written to a temporary folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

FORM = '<form><label>Bonus <input name="bonus" value="3"></label> <output>twice is 6</output></form>'

COUNTER = '''
import os
import anywidget
import traitlets

class Twice(anywidget.AnyWidget):
    _esm = """
    export default {
      render({ model, el, signal }) {
        const input = el.querySelector("input"), output = el.querySelector("output");
        const push = () => { model.set("question", input.value); model.save_changes(); };
        input.addEventListener("input", push, { signal });
        model.on("change:answer", () => { output.textContent = model.get("answer"); });
        push();
      }
    };
    """
    _css = ".rb-slot output { font-weight: bold }"
    question = traitlets.Unicode("").tag(sync=True)
    answer = traitlets.Unicode("").tag(sync=True)

    @traitlets.observe("question")
    def _reply(self, change):
        if change.new == "process":
            self.answer = str(os.getpid())
        elif change.new == "environment":
            self.answer = " ".join(sorted(os.environ))
        elif change.new.isdigit():
            self.answer = f"twice is {2 * int(change.new)}"
        else:
            self.answer = "not a number"

Twice()
'''


def markdown(text: str, *tags: str) -> dict[str, Any]:
    """A cell of text."""
    return {"cell_type": "markdown", "metadata": {"tags": list(tags)}, "source": text}


def code(source: str, *outputs: dict[str, Any], tags: tuple[str, ...] = ()) -> dict[str, Any]:
    """A cell of code with its stored outputs."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {"tags": list(tags)},
        "source": source,
        "outputs": list(outputs),
    }


def shown(**data: str | dict[str, Any]) -> dict[str, Any]:
    """A stored output; keywords: ``html``, ``plain``, ``svg``, ``widget`` (a widget view)."""
    names = {"html": "text/html", "plain": "text/plain", "svg": "image/svg+xml", "widget": WIDGET_VIEW}
    return {
        "output_type": "display_data",
        "metadata": {},
        "data": {names[name]: value for name, value in data.items()},
    }


def printed(text: str) -> dict[str, Any]:
    """A stored stream output."""
    return {"output_type": "stream", "name": "stdout", "text": text}


def widget(html: str = FORM) -> dict[str, Any]:
    """A stored output of a live widget with the form that stands for it."""
    view = {"model_id": "stored", "version_major": 2, "version_minor": 1}
    return shown(html=html, plain="Twice()", widget=view)


def write(folder: Path, name: str, *cells: dict[str, Any], **companion: Any) -> Path:
    """Write a notebook; keywords are its ``metadata.companion``."""
    notebook = {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {
            "companion": companion,
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "cells": [{"id": f"cell-{number}", **cell} for number, cell in enumerate(cells)],
    }
    path = folder / f"{name}.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def small_book(folder: Path) -> Path:
    """Two chapters and an index: ``first`` holds a live widget twice, ``second`` only text."""
    write(folder, "index", markdown("# A small book\n\nTo be read in [order](first.ipynb#ties)."), title="A small book")
    write(
        folder,
        "first",
        markdown("# New World: first things\n\nA beginning.\n\n## <a id='ties'></a>Ties\n\nNobody wins."),
        code(COUNTER, widget()),
        markdown(
            "### Of twins\n\n| Roll | What happens | Modifier |\n|---|---|--:|\n" + "| 2–3 | Nothing | −1 |\n" * 3
        ),
        code("Twice()", widget()),
        markdown("## Ends\n\nAn end; see [the second](second.ipynb#more)." + "\n\nAnother paragraph." * 30),
        title="First things",
        game="new-world",
        order=1,
        summary="How things begin.",
    )
    write(
        folder,
        "second",
        markdown("# Second things\n\n## <a id='more'></a>More\n\n[Back](first.ipynb) and [up](index.ipynb)."),
        code("print('hello')", printed("hello\n")),
        title="Second things",
        game="dark-eye",
        order=2,
    )
    return folder
