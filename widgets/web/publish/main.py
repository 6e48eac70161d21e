"""``companion publish OUT``: the whole live book as plain files that any web host can carry.

Runs the chapters (those that changed), builds the engine (if it changed), puts the pages together, checks every link
within the book, and writes all of it with packed twins. OUT is replaced, file by file; it may be empty, new, or a book
that was published before.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from widgets.web.build import CHAPTERS, prepare
from widgets.web.cache import Cache
from widgets.web.notebook import NotebookError
from widgets.web.pages import Book
from widgets.web.publish import engine as engines
from widgets.web.publish import runtime as runtimes
from widgets.web.publish.edition import CATALOGUE, Edition, put_together
from widgets.web.publish.errors import PublishError
from widgets.web.publish.links import broken
from widgets.web.publish.pages import PublishedAssets
from widgets.web.publish.saved import Saved
from widgets.web.publish.twins import twins
from widgets.web.runs import Runs

MOST_SHOWN = 20


def main(
    out: str | os.PathLike[str],
    house_rules: str | os.PathLike[str] | None = None,
    chapters: str | os.PathLike[str] | None = None,
) -> int:
    """Publish the book into a folder; returns the exit code.

    ``house_rules`` is a TOML file under which pages and calculators compute; ``chapters`` is a folder of notebooks (the
    book's own by default). What is in the way is said on stderr, with exit code 1, and OUT then stays as it was.
    """
    try:
        publish(Path(out), house_rules, Path(chapters) if chapters is not None else CHAPTERS)
    except (PublishError, NotebookError) as error:
        print(f"companion: not published: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"companion: not published: cannot write to {out}: {error.strerror or error}", file=sys.stderr)
        return 1
    return 0


def publish(out: Path, house_rules: str | os.PathLike[str] | None, chapters: Path) -> Edition:
    """As `main`. Raises `PublishError`, `NotebookError`, `OSError`."""
    if not chapters.is_dir():
        raise PublishError(f"there is no folder of chapters at {chapters}.")
    _may_be_written(out)
    runtime = runtimes.bring()
    cache = Cache()
    runs = Runs(cache, house_rules)
    book = Book(
        chapters.resolve(), base_url="./", suffix=".html", live=False, assets=PublishedAssets(), source=Saved(runs)
    )
    if not prepare(book, runs):
        raise PublishError("a chapter could not be run, or a cell of one ended in an error.")
    text = Path(house_rules).read_text(encoding="utf-8") if house_rules else ""
    engine = engines.build(runtime, text, cache, _tell)
    _tell("making the pages")
    edition = put_together(book, engine, runtime)
    wrong = list(broken(edition.files))
    if wrong:
        more = f"\n  … and {len(wrong) - MOST_SHOWN} more" if len(wrong) > MOST_SHOWN else ""
        raise PublishError("links lead nowhere:\n  " + "\n  ".join(wrong[:MOST_SHOWN]) + more)
    _tell("packing")
    packed = twins(edition.files, runtime, cache)
    _write(out, edition, packed)
    _sum_up(out, edition, packed)
    return edition


def _tell(stage: str) -> None:
    print(f"companion publish: {stage}", file=sys.stderr, flush=True)


def _may_be_written(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise PublishError(f"{out} is a file; a folder is expected.")
    if out.is_dir() and any(out.iterdir()) and not (out / CATALOGUE).is_file():
        raise PublishError(f"{out} holds something that is not a published book. Name an empty or a new folder.")


def _write(out: Path, edition: Edition, packed: Mapping[str, bytes]) -> None:
    """Write what is new, then remove what only the edition before had."""
    out.mkdir(parents=True, exist_ok=True)
    before = _names(out / CATALOGUE)
    files = {**edition.files, **packed}
    pages_last = sorted(files, key=lambda name: (name.endswith((".html", "service-worker.js")), name))
    for name in pages_last:
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_bytes() != files[name]:
            path.write_bytes(files[name])
    listed = {"edition": edition.name, "files": sorted(files)}
    (out / CATALOGUE).write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    for name in before - set(files):
        (out / name).unlink(missing_ok=True)
        folder = (out / name).parent
        while folder != out and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
            folder = folder.parent


def _names(catalogue: Path) -> set[str]:
    """The files of the edition that a folder holds, but for names that lead out of it."""
    try:
        listed = json.loads(catalogue.read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, LookupError, TypeError):
        return set()
    return {name for name in listed if not os.path.isabs(name) and ".." not in Path(name).parts}


def _sum_up(out: Path, edition: Edition, packed: Mapping[str, bytes]) -> None:
    def megabytes(*starts: str) -> float:
        chosen = [name for name in edition.files if name.startswith(starts)]
        return sum(len(packed.get(f"{name}.br", edition.files[name])) for name in chosen) / 1_000_000

    pages = sum(name.endswith(".html") and "/" not in name for name in edition.files)
    calculators = sum(name.startswith("embed/") for name in edition.files)
    print(f"{out}: edition {edition.name}, {pages} pages, {calculators} calculators")
    print(f"The engine with all games: {megabytes('engine/', 'runtime/'):.1f} MB, packed with brotli")
    print(f"Read it here: python3 -m http.server -d {out}")
