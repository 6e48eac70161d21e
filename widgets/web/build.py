"""``companion build``: run the chapters, make their pages, pack them, and keep all of it for the next start.

With a folder it also writes the pages there as files, each beside its packed forms (``.gz``, ``.br``): byte for byte
what ``companion serve`` sends.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from widgets.web.assets import WIDGETS, Body
from widgets.web.cache import Cache
from widgets.web.notebook import INDEX, NotebookError
from widgets.web.pages import Book
from widgets.web.progress import Progress
from widgets.web.runs import Runs

CHAPTERS = WIDGETS.parent / "chapters"
_SUFFIXES = {"br": ".br", "gzip": ".gz"}


def main(
    out: str | os.PathLike[str] | None = None,
    base_url: str = "/",
    house_rules: str | os.PathLike[str] | None = None,
    chapters: str | os.PathLike[str] | None = None,
) -> int:
    """Build the book; returns the exit code: 1 if a chapter could not be run or a cell of one ended in an error.

    ``out`` is a folder for the files, made if it is not there; what else stands in it stays.
    """
    folder = Path(chapters) if chapters is not None else CHAPTERS
    if not folder.is_dir():
        print(f"companion: there is no folder of chapters at {folder}", file=sys.stderr)
        return 1
    runs = Runs(house_rules=house_rules)
    book = Book(folder.resolve(), base_url=slashed(base_url), source=runs)
    try:
        faultless = prepare(book, runs)
        pages = bodies(book, runs.cache)
        if out is not None:
            write(book, pages, Path(out))
            print(f"{len(pages)} pages are in {out}")
    except NotebookError as error:
        print(f"companion: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"companion: cannot write to {out}: {error.strerror}", file=sys.stderr)
        return 1
    return 0 if faultless else 1


def slashed(base_url: str) -> str:
    """A base address as the book wants it: with a slash at both ends."""
    return f"/{base_url.strip('/')}/" if base_url.strip("/") else "/"


def prepare(book: Book, runs: Runs) -> bool:
    """Run what has not been run yet, with its progress on stderr; whether all cells of all chapters did well.

    A chapter that cannot be run at all is named on stderr, and shows its stored results.
    """
    missing = runs.missing(book.files())
    if missing:
        progress = Progress(sys.stderr, [path.stem for path in missing])
        try:
            aside(runs.run(missing, progress)).result()
        except RuntimeError as error:
            progress.end()
            print(f"companion: {error}", file=sys.stderr)
            return False
        progress.end()
        runs.cache.sweep()
    book.chapters()
    runs.changed(book.files())
    for name, cells in sorted(runs.failed.items()):
        print(f"companion: {name}: cells {', '.join(map(str, cells))} ended in an error", file=sys.stderr)
    return not runs.failed


def aside(work: Coroutine[Any, Any, None]) -> Future[None]:
    """Do something with an event loop and a thread of its own, so that nothing of it takes this thread's signals."""
    done: Future[None] = Future()

    def run() -> None:
        try:
            asyncio.run(work)
        except BaseException as error:
            done.set_exception(error)
        else:
            done.set_result(None)

    threading.Thread(target=run, name="chapters", daemon=True).start()
    return done


def bodies(book: Book, cache: Cache) -> dict[str, Body]:
    """Every page by its chapter's name, packed; the start page is called ``index``."""
    pages = {chapter.name: book.page(chapter.name) for chapter in book.chapters()}
    made = {INDEX: book.start(), **{name: page for name, page in pages.items() if page is not None}}
    for body in [*book.assets.files.values(), *made.values(), book.index()]:
        cache.pack(body)
    return made


def write(book: Book, pages: dict[str, Body], out: Path) -> None:
    """Write pages and the site's own files below ``out``; raises ``OSError``."""
    static = out / "static" / book.assets.folder
    files = {out / f"{name}.html": body for name, body in pages.items()}
    files |= {static / name: body for name, body in book.assets.files.items()}
    files[out / "search" / book.index_address().rpartition("/")[2]] = book.index()
    for path, body in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body.plain)
        for encoding, packed in body.forms.items():
            if packed:
                path.with_name(path.name + _SUFFIXES[encoding]).write_bytes(packed)
