"""What the browser's own Python packs: modules compiled, tables as they are, each game by itself, nothing to spare."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

from widgets.web.publish.packing import GAMES

ROOT = Path(__file__).parents[2]

SOURCE = b'''"""A module's docstring."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Blow:
    """What a blow does."""

    wounds: int = 3

    def twice(self, times: int = 2, *more: int, **named: int) -> int:
        """Doubled."""
        return self.wounds * times
'''


def test_our_modules_lose_docstrings_and_annotations_and_work(tmp_path: Path) -> None:
    """A class keeps one letter of docstring, for the sake of dataclasses; fields keep their annotations."""
    archive, made = tmp_path / "library.zip", tmp_path / "made"
    with ZipFile(archive, "w") as whole:
        whole.writestr("companion/__init__.py", b"")
        whole.writestr(f"{GAMES}toy/__init__.py", SOURCE)
        whole.writestr(f"{GAMES}toy/tables/numbers.toml", b"[about]\n")
        whole.writestr(f"{GAMES}__init__.py", b"")
        whole.writestr("never.py", b"raise SystemExit")
    code = f"""
import sys; sys.path.insert(0, {str(ROOT)!r})
from widgets.web.publish import packing, port
port.trials = lambda: []
print(packing.pack({str(archive)!r}, {str(made)!r}, ["json", "no_such_module"]))
sys.path.insert(0, {str(made / "toy.zip")!r})
import toy
print(toy.__doc__, toy.Blow.__doc__, toy.Blow(4).twice(), toy.Blow.twice.__annotations__, toy.Blow.twice.__doc__)
print(toy.Blow.__dataclass_fields__["wounds"].type)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == ["['python', 'toy']", "None - 8 {} None", "int"]
    with ZipFile(made / "toy.zip") as packed:
        assert packed.namelist() == ["toy/__init__.pyc", "toy/tables/numbers.toml"]
        assert {entry.compress_type for entry in packed.infolist()} == {ZIP_STORED}
        assert {entry.date_time for entry in packed.infolist()} == {(2026, 1, 1, 0, 0, 0)}
    with ZipFile(made / "python.zip") as packed:
        assert packed.namelist() == []
