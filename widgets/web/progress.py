"""How far the run of the chapters is: a bar on a terminal, a line for each chapter elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

_WIDTH = 24


class Progress:
    """Call it with a chapter's name, the cells that have run and all of its cells; call ``end`` when all is done.

    On a terminal one line is drawn over and over; elsewhere a chapter is named when it starts.
    """

    def __init__(self, stream: TextIO, chapters: Sequence[str]) -> None:
        self.stream = stream
        self.cells = dict.fromkeys(chapters, (0, 0))
        self.terminal = stream.isatty()
        self._drawn = ""

    def __call__(self, chapter: str, done: int, cells: int) -> None:
        """A cell has run."""
        self.cells[chapter] = done, cells
        if self.terminal:
            self._draw(chapter)
        elif done == 0:
            self._write(f"Running {chapter}\n")

    def end(self) -> None:
        """Leave a clean line."""
        if self._drawn:
            self._write("\r" + " " * len(self._drawn) + "\r")
            self._drawn = ""

    @property
    def share(self) -> float:
        """How much has been done, from 0 to 1; a chapter that waits counts as none of its cells."""
        parts = [done / cells if cells else 0.0 for done, cells in self.cells.values()]
        return sum(parts) / len(parts) if parts else 1.0

    def _draw(self, chapter: str) -> None:
        full = round(_WIDTH * self.share)
        line = f"Running the chapters [{'#' * full}{'.' * (_WIDTH - full)}] {self.share:4.0%} {chapter}"
        self._write("\r" + line.ljust(len(self._drawn)))
        self._drawn = line

    def _write(self, text: str) -> None:
        self.stream.write(text)
        self.stream.flush()
