"""A chapter as it lies on disk: one notebook file, its companion metadata and its cells."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

INDEX = "index"
LEFT_OUT = "remove"
NAME = re.compile(r"[a-z0-9][a-z0-9-]*")

_SMALL_WORDS = {"a", "an", "and", "for", "in", "of", "on", "the", "to"}
_FIRST_TITLE = re.compile(r"^#\s+(.*?)\s*#*\s*$", re.MULTILINE)
_TAG = re.compile(r"<[^>]+>")


class NotebookError(ValueError):
    """A notebook file that cannot be read as a chapter; the message names the file and the reason."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its number in the file (from 0), its kind, its source text, its stored outputs."""

    number: int
    kind: str
    source: str
    outputs: tuple[dict[str, Any], ...]
    attachments: dict[str, dict[str, Any]]
    left_out: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    """A notebook with what its ``metadata.companion`` says of it.

    ``name`` is the file's stem and the chapter's address; ``hue`` (0 to 360) is the accent of a game
    that the style sheet does not know by name, or None; ``edition`` changes when any code cell does.
    """

    name: str
    path: Path
    title: str
    game: str
    order: float
    hue: float | None
    summary: str
    cells: tuple[Cell, ...]
    edition: str
    front: str = ""
    extensions: tuple[str, ...] = ()

    @property
    def game_title(self) -> str:
        """The game's name as one writes it: ``heroes-of-the-fall`` is "Heroes of the Fall"."""
        words = self.game.split("-")
        return " ".join(
            word if number and word in _SMALL_WORDS else word.capitalize() for number, word in enumerate(words)
        )

    @property
    def live(self) -> bool:
        """Whether any stored output is a widget, so that a kernel can ever be asked for."""
        return any(is_widget(output) for cell in self.cells for output in cell.outputs)

    @property
    def foreign(self) -> bool:
        """Whether the chapter holds widgets that only Jupyter's whole front end can show.

        A run marks them (see ``runs``); ``"front": "jupyter"`` in the metadata says so of itself, and ``"extensions"``
        names the JupyterLab extensions that they need.
        """
        marked = (output.get("metadata", {}).get("companion", {}) for cell in self.cells for output in cell.outputs)
        return self.front == "jupyter" or bool(self.extensions) or any(mark.get("foreign") for mark in marked)


WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def is_widget(output: dict[str, Any]) -> bool:
    """Whether a stored output is a live widget's view."""
    return WIDGET_VIEW in output.get("data", {})


def joined(text: str | list[str] | None) -> str:
    """The text of a notebook's multi-line string, which may be stored as a list of lines."""
    return "".join(text) if isinstance(text, list) else text or ""


def read_chapter(path: Path) -> Chapter:
    """Read one notebook of format 4; raises NotebookError if the file is none."""
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        if notebook["nbformat"] != 4:
            raise NotebookError(f"{path.name}: notebook format {notebook['nbformat']}, but only 4 is read")
        cells = tuple(_cell(number, cell) for number, cell in enumerate(notebook["cells"]))
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError) as error:
        raise NotebookError(f"{path.name} is not a notebook: {error!r}") from error
    said = notebook.get("metadata", {}).get("companion", {})
    return Chapter(
        name=path.stem,
        path=path,
        title=str(said.get("title") or _title_in(cells) or path.stem.replace("-", " ").capitalize()),
        game=str(said.get("game", "")),
        order=_number(said.get("order"), 1000.0),
        hue=_hue(said.get("accent")),
        summary=str(said.get("summary", "")),
        cells=cells,
        edition=edition_of(cell.source for cell in cells if cell.kind == "code"),
        front=str(said.get("front", "")),
        extensions=tuple(str(name) for name in said.get("extensions", ())),
    )


class Stored:
    """Chapters as they lie on disk, with the results that are stored in them."""

    def stamp(self, path: Path) -> Any:
        """Changes whenever the chapter has to be read again."""
        state = path.stat()
        return state.st_mtime_ns, state.st_size

    def read(self, path: Path) -> Chapter:
        """The chapter; raises ``NotebookError`` if the file is none."""
        return read_chapter(path)


def edition_of(sources: Any) -> str:
    """A short name for exactly these code cells, the same for the file and for a kernel that ran it."""
    return hashlib.sha256("\0".join(sources).encode()).hexdigest()[:16]


def _cell(number: int, cell: dict[str, Any]) -> Cell:
    return Cell(
        number=number,
        kind=cell["cell_type"],
        source=joined(cell["source"]),
        outputs=tuple(cell.get("outputs", ())),
        attachments=cell.get("attachments", {}),
        left_out=LEFT_OUT in cell.get("metadata", {}).get("tags", ()),
    )


def _title_in(cells: tuple[Cell, ...]) -> str:
    for cell in cells:
        if cell.kind == "markdown" and (found := _FIRST_TITLE.search(cell.source)):
            return _TAG.sub("", found[1]).replace("*", "").strip()
    return ""


def _number(value: Any, otherwise: float) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else otherwise


def _hue(accent: Any) -> float | None:
    return _number(accent, 0.0) % 360 if isinstance(accent, int | float) and not isinstance(accent, bool) else None
