"""What goes into the browser's library: every game wherever it lies, nothing of the command line, little of Pyodide."""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from companion.catalogue import game_names
from widgets.web.publish import library

ROOT = Path(__file__).parents[2]


def test_every_game_and_the_whole_engine_are_there() -> None:
    """Modules, tables and examples; no command line, and nothing that needs a package."""
    files = library.engine_files()
    for game in game_names():
        home = f"companion/games/{game.replace('-', '_')}/"
        assert home + "game.toml" in files
        assert any(name.startswith(home + "tables/") for name in files)
    core = {path.relative_to(ROOT).as_posix() for path in (ROOT / "companion").rglob("*.py")}
    assert {name for name in core if not name.startswith(("companion/cli", "companion/__main__"))} <= set(files)
    assert {"widgets/answer.py", "widgets/web/publish/port.py"} <= set(files)
    assert not [name for name in files if name.startswith(("companion/cli", "widgets/web/server", "widgets/web/pages"))]
    assert library.HOUSE_RULES not in files


def test_house_rules_are_packed_with_it() -> None:
    """Under the name that the port looks for."""
    assert library.engine_files("[new-world]\n")[library.HOUSE_RULES] == b"[new-world]\n"


def test_a_game_from_elsewhere_is_found() -> None:
    """Games that the environment names lie outside the house and are packed all the same."""
    code = (
        "from widgets.web.publish.library import engine_files as f; print('companion/games/lantern/game.toml' in f())"
    )
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "COMPANION_GAMES": str(ROOT / "tests" / "engine" / "games")}
    run = subprocess.run([sys.executable, "-c", code], env=surroundings, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "True"


def test_everything_that_may_be_imported_is_loaded_before_the_snapshot() -> None:
    """Also what a function imports when it is called; no game, no package from elsewhere."""
    modules = library.modules_to_load(library.engine_files())
    assert {"difflib", "tomllib", "random", "companion.what_if", "companion.schema", library.PORT} <= set(modules)
    assert not [name for name in modules if name.startswith("companion.games.") or name in ("icepool", "numpy")]


def test_pyodide_s_own_library_is_made_lean() -> None:
    """What starts its event loop and brings packages is replaced; all else stays, ours joins."""
    standard = BytesIO()
    with ZipFile(standard, "w") as archive:
        for name in ("asyncio/__init__.py", "asyncio/events.py", "pyodide/webloop.py", "json/__init__.py"):
            archive.writestr(name, "import everything")
    made = library.whole_library(standard.getvalue(), {"companion/odds.py": b"1"}, "3.13")
    with ZipFile(BytesIO(made)) as whole:
        assert "asyncio/events.py" not in whole.namelist()
        assert whole.read("asyncio/__init__.py").startswith(b"#")
        assert b"scheduleCallback" in whole.read("pyodide/webloop.py")
        assert b"/lib/python3.13/site-packages" in whole.read("pyodide/_package_loader.py")
        assert whole.read("json/__init__.py") == b"import everything"
        assert whole.read("companion/odds.py") == b"1"
    assert made == library.whole_library(standard.getvalue(), {"companion/odds.py": b"1"}, "3.13")
