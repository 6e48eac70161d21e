"""The site's own files: one style sheet, names made from contents, widgets' modules known by their text."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from widgets.web.assets import HERE, Assets, Body


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A folder of static files and one of widgets."""
    static, widgets = tmp_path / "static", tmp_path / "widgets"
    (static / "site").mkdir(parents=True)
    widgets.mkdir()
    (static / "site" / "2.css").write_text("b {}", encoding="utf-8")
    (static / "site" / "1.css").write_text("a {}", encoding="utf-8")
    (static / "site.js").write_text("1", encoding="utf-8")
    (widgets / "w.css").write_text("c {}", encoding="utf-8")
    (widgets / "w.js").write_text("export default {}\n", encoding="utf-8")
    return static, widgets


def test_style_sheets_are_one_file_in_order(folders: tuple[Path, Path]) -> None:
    """The site's by name, then the widgets'."""
    assert Assets(*folders).files["site.css"].plain == b"a{}\nb{}\nc{}"


def test_the_folder_is_named_by_all_contents(folders: tuple[Path, Path]) -> None:
    """Any change of any file gives a new name, and none gives the same."""
    before = Assets(*folders).folder
    assert Assets(*folders).folder == before
    (folders[0] / "site.js").write_text("2", encoding="utf-8")
    assert Assets(*folders).folder != before


def test_a_widgets_module_is_known_by_its_text(folders: tuple[Path, Path]) -> None:
    """A kernel sends texts; what the site has as a file need not travel again."""
    assets = Assets(*folders)
    assert assets.named_like("export default {}") == "w.js"
    assert assets.named_like("c {}\n") == "w.css"
    assert assets.named_like("other") is None
    (folders[1] / "x.css").write_text("d {}", encoding="utf-8")
    assert Assets(*folders).named_like("c {}\nd {}") == "site.css"


def test_bodies_are_packed_where_it_pays() -> None:
    """And the packed form is the same bytes every time."""
    assert Body.of("short", ".css").packed is None
    packed = Body.of("long " * 1000, ".css").packed
    assert packed is not None
    assert gzip.decompress(packed) == b"long " * 1000
    assert packed == Body.of("long " * 1000, ".css").packed


def test_scripts_are_small_and_ask_no_other_host() -> None:
    """The scripts of every page together; no address of another host in any script, style or template."""
    sent = Assets().files
    assert sum(len(gzip.compress(sent[name].plain)) for name in ("theme.js", "site.js")) < 11_500
    everything = [*HERE.glob("static/**/*.*"), *HERE.glob("templates/*"), *HERE.glob("voila/**/*.*")]
    for path in everything:
        if path.parent.name == "vendor":
            continue  # as others published it, with the addresses in its comments
        hosts = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+", path.read_text(encoding="utf-8")))
        assert hosts <= {"http://www.w3.org"}
