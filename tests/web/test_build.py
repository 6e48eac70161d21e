"""Building the book: chapters run under the rules in force, pages packed, and nothing done twice."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.client import Reader, soon
from tests.web.fixtures import Site
from tests.web.sample import code, markdown, shown, widget, write
from widgets.web import build
from widgets.web.assets import Body
from widgets.web.cache import Cache
from widgets.web.notebook import read_chapter
from widgets.web.pages import Book
from widgets.web.progress import Progress
from widgets.web.runs import Runs, engine_of

UNTRAINED = 'from widgets import values\nvalues("new-world/disarming", ["untrained"])'
HOUSE = "[new-world.disarming.untrained]\nvalue = -7\n"
LIVE = 'from widgets import calculator\ncalculator("new-world/disarm")'


@pytest.fixture
def chapters(tmp_path: Path) -> Path:
    """A chapter whose stored results are out of date: a table and a calculator."""
    folder = tmp_path / "chapters"
    folder.mkdir()
    stored = shown(html="<p>stored</p>")
    write(folder, "disarming", markdown("# Disarming"), code(UNTRAINED, stored), code(LIVE, widget()))
    return folder


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and an engine that stays the same though somebody may be writing on it meanwhile."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("COMPANION_CACHE", str(folder))
    monkeypatch.setattr(Runs, "engine", "the engine")
    return folder


def page(folder: Path, house_rules: Path | None = None) -> str:
    """The one page under some house rules, made from what is kept."""
    body = Book(folder, source=Runs(house_rules=house_rules)).page("disarming")
    assert body is not None
    return body.plain.decode()


def ran(capsys: pytest.CaptureFixture[str]) -> bool:
    """Whether anything was run since this was last asked."""
    return "Running disarming" in capsys.readouterr().err


def test_a_page_shows_a_fresh_run_under_the_house_rules(
    chapters: Path, cache: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before any kernel: the GM's number, marked; the book's own without the rules; each run once and then kept."""
    mine = tmp_path / "mine.toml"
    mine.write_text(HOUSE, encoding="utf-8")
    assert "stored" in page(chapters)
    assert build.main(chapters=chapters, house_rules=mine) == 0
    assert ran(capsys)
    assert "−7" in page(chapters, mine)
    assert 'data-resolver="new-world/disarm"' in page(chapters, mine)
    assert "stored" not in page(chapters, mine)
    assert build.main(chapters=chapters, house_rules=mine) == 0
    assert not ran(capsys)
    assert build.main(chapters=chapters) == 0
    assert ran(capsys)
    assert "−7" not in page(chapters)
    mine.write_text(HOUSE.replace("7", "8"), encoding="utf-8")
    assert Runs(house_rules=mine).missing(chapters.glob("*.ipynb"))


def test_only_another_cell_needs_another_run(chapters: Path, cache: Path) -> None:
    """A new text is shown with the results that are there; a new cell is run."""
    assert build.main(chapters=chapters) == 0
    files = list(chapters.glob("*.ipynb"))
    write(chapters, "disarming", markdown("# Another title"), code(UNTRAINED), code(LIVE, widget()))
    assert Runs().missing(files) == []
    assert "Another title" in page(chapters)
    assert 'data-resolver="new-world/disarm"' in page(chapters)
    write(chapters, "disarming", markdown("# Another title"), code(UNTRAINED), code("2 + 2"))
    assert Runs().missing(files) == files


def test_another_engine_needs_another_run(chapters: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The name of a result changes with the games that are found, and with nothing else."""
    chapter = read_chapter(chapters / "disarming.ipynb")
    before = Runs().key(chapter)
    monkeypatch.setattr(Runs, "engine", "another")
    assert Runs().key(chapter) != before
    monkeypatch.undo()
    games = tmp_path / "games"
    games.mkdir()
    (games / "game.toml").write_text("", encoding="utf-8")
    known = engine_of([games])
    assert engine_of([games]) == known
    (games / "game.toml").write_text("x = 1", encoding="utf-8")
    assert engine_of([games]) != known


def test_a_start_with_nothing_to_do_is_quick(chapters: Path, cache: Path) -> None:
    """The chapters are read from what is kept; no kernel starts."""
    assert build.main(chapters=chapters) == 0
    begin = time.perf_counter()
    runs = Runs()
    assert build.prepare(Book(chapters, source=runs), runs)
    assert time.perf_counter() - begin < 1.5


def test_files_are_what_the_server_sends(chapters: Path, cache: Path, tmp_path: Path) -> None:
    """Pages and the site's own files, each beside its packed forms, with the same bytes as from memory."""
    out = tmp_path / "out"
    assert build.main(out, base_url="book", chapters=chapters) == 0
    html = (out / "disarming.html").read_bytes()
    assert gzip.decompress((out / "disarming.html.gz").read_bytes()) == html
    assert html == Book(chapters, base_url="/book/", source=Runs()).page("disarming").plain  # type: ignore[union-attr]
    assert (out / "index.html").is_file()
    assert list((out / "search").glob("*.json"))
    (folder,) = (out / "static").iterdir()
    assert {"site.css", "site.css.gz", "site.js", "calculator.js"} <= {path.name for path in folder.iterdir()}
    assert f'"/book/static/{folder.name}/site.css"'.encode() in html


def test_brotli_is_the_tightest_where_it_is_installed(chapters: Path, cache: Path, tmp_path: Path) -> None:
    """And undone it gives the page."""
    brotli = pytest.importorskip("brotli")
    assert build.main(tmp_path / "out", chapters=chapters) == 0
    packed = (tmp_path / "out" / "disarming.html.br").read_bytes()
    assert brotli.decompress(packed) == (tmp_path / "out" / "disarming.html").read_bytes()
    assert len(packed) < len((tmp_path / "out" / "disarming.html.gz").read_bytes())


def test_a_cell_that_fails_is_said_and_the_rest_is_built(
    chapters: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On stderr with its chapter, and by the exit code, every time; the page names the error and no more."""
    write(chapters, "disarming", markdown("# D"), code("1 / 0"), code(UNTRAINED), code(LIVE, widget()))
    for _ in range(2):
        assert build.main(chapters=chapters) == 1
        assert "disarming: cells 1 ended in an error" in capsys.readouterr().err
    assert "ended in an error: ZeroDivisionError." in page(chapters)
    assert 'data-resolver="new-world/disarm"' in page(chapters)


def test_a_chapter_that_kills_its_kernel_keeps_its_stored_results(
    chapters: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named, and nothing hangs."""
    write(chapters, "disarming", markdown("# D"), code("import os; os._exit(1)", shown(html="<p>stored</p>")))
    assert build.main(chapters=chapters) == 1
    assert "disarming.ipynb could not be run" in capsys.readouterr().err
    assert "stored" in page(chapters)


@pytest.mark.parametrize(("text", "words"), [("{", "is not a notebook"), ('{"nbformat": 3}', "only 4 is read")])
def test_a_broken_notebook_is_said(
    chapters: Path, cache: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    """In one line with its name."""
    (chapters / "broken.ipynb").write_text(text, encoding="utf-8")
    assert build.main(chapters=chapters) == 1
    assert words in capsys.readouterr().err
    assert build.main(chapters=chapters / "nothing") == 1


def test_a_folder_that_cannot_be_written_is_said(
    chapters: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file stands where the folder should be."""
    place = chapters.parent / "file"
    place.write_text("x", encoding="utf-8")
    assert build.main(place, chapters=chapters) == 1
    assert "cannot write to" in capsys.readouterr().err


def test_the_server_builds_and_follows_changes(
    serve: Callable[..., Site], chapters: Path, cache: Path, tmp_path: Path
) -> None:
    """The first page shows the GM's number; a cell that is changed while the book is open is run, its page follows."""
    mine = tmp_path / "mine.toml"
    mine.write_text(HOUSE, encoding="utf-8")
    reader = Reader(serve(chapters, build=True, house_rules=str(mine), preheat=0))
    assert "−7" in reader.ask("disarming").text
    write(chapters, "disarming", markdown("# D"), code(UNTRAINED), code("40 + 2"), code(LIVE, widget()))
    assert soon(lambda: ">42</pre>" in reader.ask("disarming").text, 30)
    assert "−7" in reader.ask("disarming").text
    reply = reader.start("disarming").json
    assert list(reply["outputs"]) == ["3"]
    reader.end(reply["kernelId"])


def test_a_bar_is_drawn_on_a_terminal_and_lines_elsewhere() -> None:
    """One line that ends clean; without a terminal each chapter once."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    bar, lines = Progress(Terminal(), ["one", "two"]), Progress(io.StringIO(), ["one"])
    for progress in (bar, lines):
        for done in range(3):
            progress("one", done, 2)
        progress.end()
    assert bar.share == 0.5
    assert "[############............]  50% one" in bar.stream.getvalue()  # type: ignore[attr-defined]
    assert bar.stream.getvalue().endswith(" \r")  # type: ignore[attr-defined]
    assert lines.stream.getvalue() == "Running one\n"  # type: ignore[attr-defined]


def test_a_cache_forgets_in_time_and_never_fails(tmp_path: Path) -> None:
    """What nobody asked for in a month goes; a folder that cannot be made is no fault."""
    cache = Cache(tmp_path / "cache")
    cache.put("old", b"1")
    cache.put("new", b"2")
    os.utime(tmp_path / "cache" / "old", (1, 1))
    cache.sweep()
    assert (cache.get("old"), cache.get("new")) == (None, b"2")
    (tmp_path / "file").write_text("", encoding="utf-8")
    broken = Cache(tmp_path / "file" / "cache")
    broken.put("a", b"1")
    broken.sweep()
    assert broken.get("a") is None


def test_packed_forms_are_made_once(tmp_path: Path) -> None:
    """A second body with the same content takes them from the cache."""
    cache, text = Cache(tmp_path), "long " * 1000
    first, second = Body.of(text, ".html"), Body.of(text, ".html")
    cache.pack(first)
    (tmp_path / f"{first.tag.strip(chr(34))}.gzip").write_bytes(b"kept")
    cache.pack(second)
    assert second.packed == b"kept"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("", ""), ("gzip", "gzip"), ("gzip, deflate, br", "br"), ("br;q=0, gzip", "gzip"), ("GZIP;q=0.5", "gzip")],
)
def test_a_browser_gets_the_best_that_it_takes(accepted: str, encoding: str) -> None:
    """By what it says; Brotli only where somebody has packed it already."""
    body = Body(b"x" * 1000, "text/plain", {"br": b"b", "gzip": b"g"})
    assert body.best(accepted)[1] == encoding
    assert Body(b"x" * 1000, "text/plain").best("br")[1] == ""


def test_a_run_marks_what_it_shows(chapters: Path, cache: Path) -> None:
    """Results are kept as plain JSON by cell, and a calculator is not taken for a foreign widget."""
    runs = Runs()
    asyncio.run(runs.run(list(chapters.glob("*.ipynb"))))
    chapter = read_chapter(chapters / "disarming.ipynb")
    kept: dict[str, Any] = json.loads((cache / runs.key(chapter)).read_bytes())
    assert sorted(kept) == ["1", "2"]
    assert kept["2"][0]["metadata"]["companion"] == {"foreign": False}
    assert not runs.read(chapters / "disarming.ipynb").foreign
