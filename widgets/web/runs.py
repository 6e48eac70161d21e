"""Chapters with the results of a fresh run: what stands on a page under the house rules that are in force.

A notebook's stored results are those without any house rules. Here each chapter's cells are run once in a kernel like
those of the readers, and the results are kept by what they come from: the cells, the engine and the house rules.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import companion
from companion.house import ENVIRONMENT
from widgets.web.assets import WIDGETS
from widgets.web.cache import Cache
from widgets.web.notebook import WIDGET_VIEW, Chapter, Stored, is_widget, read_chapter

SECONDS_A_CELL = 120
AT_ONCE = 2
_SOURCES = (".py", ".toml")

Progress = Callable[[str, int, int], None]
"""Told a chapter's name, how many of its cells have run, and how many there are."""

_Outputs = dict[str, list[dict[str, Any]]]


class Runs(Stored):
    """Chapters with the results of a run; one that has not been run yet shows its stored results."""

    def __init__(self, cache: Cache | None = None, house_rules: str | os.PathLike[str] | None = None) -> None:
        self.cache = cache or Cache()
        self.house_rules = os.path.abspath(house_rules) if house_rules else None
        self.failed: dict[str, list[int]] = {}
        self._done: dict[str, _Outputs] = {}
        self._seen: dict[Path, Any] = {}

    def stamp(self, path: Path) -> Any:
        """Changes with the file, and when its run is done."""
        return super().stamp(path), len(self._done)

    def read(self, path: Path) -> Chapter:
        """The chapter with the results of its run, where there is one."""
        chapter = read_chapter(path)
        outputs = self._known(chapter)
        if outputs is None:
            return chapter
        cells = (replace(cell, outputs=tuple(outputs.get(str(cell.number), ()))) for cell in chapter.cells)
        return replace(chapter, cells=tuple(cells))

    def changed(self, paths: Iterable[Path]) -> bool:
        """Whether any file has changed since this was last asked, or is new."""
        before, self._seen = self._seen, {path: super(Runs, self).stamp(path) for path in paths}
        return self._seen != before

    def missing(self, paths: Iterable[Path]) -> list[Path]:
        """Those that have code cells and have not been run as they are now."""
        chapters = ((path, read_chapter(path)) for path in paths)
        return [path for path, chapter in chapters if _codes(chapter) and self._known(chapter) is None]

    async def run(self, paths: Sequence[Path], progress: Progress = lambda *_: None) -> None:
        """Run chapters, two at a time, and keep their results.

        A cell that ends in an error shows so, and the rest still runs; ``failed`` then names the chapter and the
        cells. Raises ``RuntimeError`` if a chapter cannot be run at all.
        """
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(path: Path) -> None:
            async with gate:
                await self._run(path, progress)

        await asyncio.gather(*map(one, paths))

    def key(self, chapter: Chapter) -> str:
        """The name of a chapter's results: another cell, engine, house rule or game gives another one."""
        return f"{chapter.name}-{_digest([chapter.edition, self.engine, self._rules])}.run"

    async def _run(self, path: Path, progress: Progress) -> None:
        chapter = read_chapter(path)
        cells, done = len(_codes(chapter)), 0

        def step(**_: Any) -> None:
            nonlocal done
            done += 1
            progress(chapter.name, done, cells)

        progress(chapter.name, 0, cells)
        outputs = await _execute(path, self.house_rules, step)
        self._done[self.key(chapter)] = outputs
        self.cache.put(self.key(chapter), json.dumps(outputs).encode())

    def _known(self, chapter: Chapter) -> _Outputs | None:
        key = self.key(chapter)
        if key not in self._done:
            kept = self.cache.get(key)
            if kept is None:
                return None
            self._done[key] = json.loads(kept)
        self._note_failures(chapter.name, self._done[key])
        return self._done[key]

    def _note_failures(self, name: str, outputs: _Outputs) -> None:
        wrong = [int(cell) for cell, shown in outputs.items() if any(one["output_type"] == "error" for one in shown)]
        self.failed.pop(name, None)
        if wrong:
            self.failed[name] = wrong

    @cached_property
    def engine(self) -> str:
        """A name for all that a result can depend on besides cells and rules: the programs and games in use."""
        games = [Path(games) for games in [os.environ.get("COMPANION_GAMES")] if games]
        return engine_of([Path(companion.__file__).parent, WIDGETS, *games])

    @cached_property
    def _rules(self) -> str:
        return _content(Path(self.house_rules)) if self.house_rules else ""


def engine_of(rooms: Iterable[Path]) -> str:
    """A name for the programs and tables of some folders; the site's own room is not among them."""
    files = sorted(
        path
        for room in rooms
        for path in room.rglob("*")
        if path.suffix in _SOURCES and "web" not in path.relative_to(room).parts
    )
    return _digest([str(sys.version_info[:2]), *(path.name for path in files), *map(_content, files)])


def _codes(chapter: Chapter) -> list[int]:
    return [cell.number for cell in chapter.cells if cell.kind == "code"]


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def _content(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return "none"


async def _execute(path: Path, house_rules: str | None, step: Callable[..., None]) -> _Outputs:
    """The outputs of each code cell, by the cell's number, from a fresh kernel in the chapter's folder."""
    import nbformat
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient
    from nbclient.exceptions import CellTimeoutError, DeadKernelError

    from widgets.web.kernels import KERNEL, BookKernelSpecs, kernel_environment, transport

    surroundings = {name: value for name, value in os.environ.items() if name != ENVIRONMENT}
    if house_rules:
        surroundings[ENVIRONMENT] = house_rules
    with tempfile.TemporaryDirectory(prefix="book-") as room:
        client = NotebookClient(
            nbformat.read(path, as_version=4),
            km=AsyncKernelManager(
                kernel_name=KERNEL,
                kernel_spec_manager=BookKernelSpecs(),
                transport=transport(),
                connection_file=f"{room}/kernel.json",
            ),
            timeout=SECONDS_A_CELL,
            allow_errors=True,
            record_timing=False,
            resources={"metadata": {"path": str(path.parent)}},
            on_cell_executed=step,
        )
        try:
            done = await client.async_execute(env=kernel_environment(surroundings), cleanup_kc=True)
        except (CellTimeoutError, DeadKernelError, OSError, RuntimeError) as error:
            raise RuntimeError(f"{path.name} could not be run: {str(error).strip().splitlines()[0]}") from error
    ours = {model for model, state in (client.widget_state or {}).items() if "_esm" in state}
    return {
        str(number): [_plain(output, ours) for output in cell.outputs]
        for number, cell in enumerate(done.cells)
        if cell.cell_type == "code"
    }


def _plain(output: dict[str, Any], ours: set[str]) -> dict[str, Any]:
    """An output as JSON; a widget that this site's own front end cannot show is marked as foreign."""
    kept = dict(output)
    if is_widget(kept):
        foreign = kept["data"][WIDGET_VIEW]["model_id"] not in ours
        kept["metadata"] = {**kept.get("metadata", {}), "companion": {"foreign": foreign}}
    return kept
