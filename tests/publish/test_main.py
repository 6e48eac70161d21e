"""The command: it replaces a book, keeps what is not its own, and says what is in the way before it writes anything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main as companion
from tests.publish.conftest import Published, small_book, with_cache
from tests.web.sample import code, markdown, write
from widgets.web.cache import folder
from widgets.web.publish.main import main


def test_a_folder_with_something_else_in_it_is_left_alone(
    published: Published, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever it is; and a file is no folder."""
    (tmp_path / "letter.txt").write_text("dear")
    assert main(tmp_path, chapters=published.chapters) == 1
    assert "holds something that is not a published book" in capsys.readouterr().err
    assert main(tmp_path / "letter.txt", chapters=published.chapters) == 1
    assert "is a file; a folder is expected" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_no_chapters_are_named(npm: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the folder where they should be."""
    assert main(tmp_path / "out", chapters=tmp_path / "none") == 1
    assert f"there is no folder of chapters at {tmp_path / 'none'}" in capsys.readouterr().err


def test_a_notebook_that_fails_keeps_the_book_as_it_was(
    published: Published, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its name and cells are said, and nothing is written."""
    chapters = tmp_path / "chapters"
    chapters.mkdir()
    write(chapters, "sad", markdown("# Sad"), code("1 / 0"), title="Sad")
    assert main(tmp_path / "out", chapters=chapters) == 1
    told = capsys.readouterr().err
    assert "sad: cells 1 ended in an error" in told
    assert "not published: a chapter could not be run" in told
    assert not (tmp_path / "out").exists()


def test_a_link_that_leads_nowhere_keeps_the_book_as_it_was(
    published: Published, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Page and link are named."""
    chapters = tmp_path / "chapters"
    chapters.mkdir()
    write(chapters, "one", markdown("# One\n\n[gone](two.ipynb#x) [here](#nowhere)"), title="One")
    assert main(tmp_path / "out", chapters=chapters) == 1
    told = capsys.readouterr().err
    assert "one.html: ./two.html#x leads to no file of the book" in told
    assert "one.html: #nowhere leads to no place in one.html" in told
    assert not (tmp_path / "out").exists()


def test_a_new_edition_replaces_the_old_one(published: Published, tmp_path: Path) -> None:
    """What only the old one had goes; what the host put there stays."""
    chapters, out = tmp_path / "chapters", tmp_path / "out"
    chapters.mkdir()
    small_book(chapters)
    write(chapters, "extra", markdown("# Extra"), title="Extra", order=9)
    assert main(out, chapters=chapters) == 0
    (out / "CNAME").write_text("book.example")
    first = json.loads((out / "edition.json").read_text())
    assert (out / "extra.html").is_file()
    (chapters / "extra.ipynb").unlink()
    assert main(out, chapters=chapters) == 0
    second = json.loads((out / "edition.json").read_text())
    assert first["edition"] != second["edition"]
    assert not (out / "extra.html").exists()
    assert (out / "CNAME").is_file()
    there = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert there == {*second["files"], "edition.json", "CNAME"}


def test_the_same_chapters_give_the_same_bytes(
    published: Published, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Built anew in another folder, the engine's snapshot included; only what was packed and brought is kept."""
    cache = tmp_path / "cache"
    cache.mkdir()
    for kept in [*folder().glob("twin-*"), *folder().glob("npm-*")]:
        (cache / kept.name).symlink_to(kept)
    with with_cache(cache):
        assert main(tmp_path / "elsewhere", chapters=published.chapters) == 0
    shown = capsys.readouterr()
    assert "taking the snapshot" in shown.err
    assert "pages" in shown.out
    again = Published(published.chapters, tmp_path / "elsewhere").files()
    before = published.files()
    assert set(again) == set(before)
    assert [name for name in before if before[name] != again[name]] == []


def test_the_command_line_publishes(
    published: Published, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`companion publish OUT --house-rules FILE`: pages and calculators compute under those rules."""
    rules = tmp_path / "rules.toml"
    rules.write_text("[new-world.weapons.cutlass]\ndamage = 5\n", encoding="utf-8")
    called: dict[str, object] = {}
    monkeypatch.setattr("widgets.web.publish.main.main", lambda **given: called.update(given) or 0)
    assert companion(["publish", str(tmp_path / "out"), "--house-rules", str(rules)]) == 0
    assert called == {"out": str(tmp_path / "out"), "house_rules": str(rules)}
    assert companion(["publish"]) == 2
    assert "the following arguments are required: OUT" in capsys.readouterr().err.lower().replace("out", "OUT")
