"""The wheel carries the whole book: engine, tables, widgets, page and chapters."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

PACKED = ("companion", "widgets", "chapters")


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    """The wheel as `pip install .` would build it."""
    folder = tmp_path_factory.mktemp("wheel")
    build = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=root, capture_output=True, text=True,
    )  # fmt: skip
    assert build.returncode == 0, build.stderr
    (built,) = folder.glob("*.whl")
    return ZipFile(built)


def test_every_file_of_the_packages_is_in_the_wheel(wheel: ZipFile, root: Path, house_files: list[Path]) -> None:
    """Nothing is left out by its suffix, and nothing else slips in."""
    ours = {path.relative_to(root).as_posix() for path in house_files}
    ours = {name for name in ours if name.split("/")[0] in PACKED}
    packed = {name for name in wheel.namelist() if name.split("/")[0] in PACKED}
    vendored = {name for name in packed if "/vendor/" in name}
    assert any(name.endswith("minisearch.js") for name in vendored)
    assert packed - vendored == ours


@pytest.mark.parametrize(
    "pattern",
    [
        "companion/games/*/game.toml",
        "companion/games/*/examples.toml",
        "companion/games/*/tables/*.toml",
        "companion/py.typed",
        "widgets/*.js",
        "widgets/*.css",
        "widgets/web/**/*.js",
        "widgets/web/**/*.css",
        "chapters/*.ipynb",
    ],
)
def test_the_wheel_has_each_kind_of_file(wheel: ZipFile, root: Path, pattern: str) -> None:
    """The house has files of this kind, and each of them ships."""
    ours = {path.relative_to(root).as_posix() for path in root.glob(pattern)}
    assert ours
    assert ours <= set(wheel.namelist())


def test_the_wheel_brings_the_command_and_the_licence(wheel: ZipFile, root: Path) -> None:
    """`companion` is a console script; LICENSE and NOTICE travel with the code."""
    (about,) = {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
    assert "companion = companion.cli:main" in wheel.read(f"{about}/entry_points.txt").decode()
    for name in ("LICENSE", "NOTICE"):
        assert wheel.read(f"{about}/licenses/{name}").decode() == (root / name).read_text(encoding="utf-8")
