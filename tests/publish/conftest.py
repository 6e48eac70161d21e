"""A small book, published once for all tests of this folder, and plain hosts to put it on."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.publish.host import Host
from tests.web.sample import code, markdown, write

CHAPTERS = Path(__file__).parents[2] / "chapters"
WHOLE, SMALL = "new-world", "second"
_LINK = re.compile(r"\b([a-z0-9-]+)\.ipynb(?:#([\w-]+))?")


@dataclass(frozen=True)
class Published:
    """A published book: its chapters and its folder."""

    chapters: Path
    folder: Path

    def files(self) -> dict[str, bytes]:
        """Every file by its name."""
        paths = (path for path in sorted(self.folder.rglob("*")) if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in paths}

    def one(self, pattern: str) -> str:
        """The name of the one file that fits."""
        (found,) = self.folder.glob(pattern)
        return found.relative_to(self.folder).as_posix()


def small_book(folder: Path) -> Path:
    """A whole chapter of the book, a small one with two calculators, a start page, and what the whole one links to."""
    shutil.copy(CHAPTERS / f"{WHOLE}.ipynb", folder)
    others: dict[str, set[str]] = {}
    for name, place in _LINK.findall((folder / f"{WHOLE}.ipynb").read_text(encoding="utf-8")):
        others.setdefault(name, set()).add(place)

    def places(name: str) -> str:
        return "\n\n".join(f'<a id="{place}"></a>A place.' for place in sorted(others.get(name, set()) - {""}))

    for name in sorted(set(others) - {WHOLE, SMALL, "index"}):
        write(folder, name, markdown(f"# {name}\n\n{places(name)}"), title=name, order=8)
    write(
        folder,
        "index",
        markdown(f"# A small book\n\n[One]({WHOLE}.ipynb#attack), [two]({SMALL}.ipynb#here).\n\n{places('index')}"),
        title="A small book",
    )
    write(
        folder,
        SMALL,
        markdown(f"# Second\n\n## <a id='here'></a>Here\n\nSee [the other]({WHOLE}.ipynb#attack)."),
        code("from widgets import calculator"),
        code(f'calculator("new-world/disarm", chapter="{SMALL}")'),
        code(f'calculator("new-world/sheet", chapter="{SMALL}")'),
        markdown("Text to scroll through.\n\n" * 60),
        title="Second",
        order=9,
    )
    return folder


@contextmanager
def with_cache(folder: Path) -> Iterator[None]:
    """Everything that is kept between builds is kept here for a while."""
    before = os.environ.get("COMPANION_CACHE")
    os.environ["COMPANION_CACHE"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["COMPANION_CACHE"]
        else:
            os.environ["COMPANION_CACHE"] = before


@pytest.fixture(scope="session")
def npm() -> None:
    """Skips where npm is missing, without which nothing can be published."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("there is no npm on this machine, so no book can be published")


@pytest.fixture(scope="session")
def published(npm: None, tmp_path_factory: pytest.TempPathFactory) -> Published:
    """The small book, published with whatever the user's own cache has of it."""
    from widgets.web.publish.main import publish

    room = tmp_path_factory.mktemp("published")
    chapters = room / "chapters"
    chapters.mkdir()
    book = Published(small_book(chapters), room / "site")
    publish(book.folder, None, book.chapters)
    return book


@pytest.fixture
def host(published: Published) -> Iterator[Callable[..., Host]]:
    """Puts the published book, or another folder, on a host; options as `Host` has them."""
    with ExitStack() as stack:

        def hosting(folder: Path = published.folder, **options: object) -> Host:
            made = Host(folder, **options)  # type: ignore[arg-type]
            stack.callback(made.close)
            return made

        yield hosting
