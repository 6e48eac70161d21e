"""Imports run one way: chapters use widgets, widgets the engine, games its core; nothing runs back."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "companion").rglob("*.py"))
GAMES = ROOT / "companion" / "games"

# Converting to and from an icepool Die needs icepool where it is asked for, and nowhere else.
ON_REQUEST = {"companion/odds.py": {"icepool"}}


def imported(path: Path) -> Iterator[tuple[str, bool]]:
    """Every module that a file imports, however deep, and whether it does so as the file is loaded."""
    package = path.relative_to(ROOT).parent.parts
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node, at_once in walk(tree, at_once=True):
        if isinstance(node, ast.Import):
            yield from ((alias.name, at_once) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base, at_once
            yield from ((f"{base}.{alias.name}", at_once) for alias in node.names)


def walk(node: ast.AST, at_once: bool) -> Iterator[tuple[ast.AST, bool]]:
    """All nodes below, with whether they are carried out when the module is loaded."""
    for child in ast.iter_child_nodes(node):
        later = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        typing_only = isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING")
        now = at_once and not later and not typing_only
        yield child, now
        yield from walk(child, now)


def names(path: Path) -> set[str]:
    """Every module that a file imports, anywhere in it."""
    return {name for name, _ in imported(path)}


def below(package: str, found: set[str]) -> set[str]:
    """Those of the names that are the package or lie in it."""
    return {name for name in found if name == package or name.startswith(f"{package}.")}


def shown(path: Path) -> str:
    """A file's path as the id of a test."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=shown)
def test_the_engine_uses_the_standard_library_only(path: Path) -> None:
    """No package from elsewhere and no widget; icepool only inside the functions that convert to it."""
    allowed = {"companion", *sys.stdlib_module_names}
    at_once = {name.split(".")[0] for name, now in imported(path) if now}
    assert at_once <= allowed
    anywhere = {name.split(".")[0] for name in names(path)}
    assert anywhere <= allowed | ON_REQUEST.get(shown(path), set())


@pytest.mark.parametrize("path", [path for path in MODULES if GAMES not in path.parents], ids=shown)
def test_the_core_names_no_game(path: Path) -> None:
    """The catalogue finds games by their folders; no module of the core imports one by name."""
    assert not below("companion.games", names(path))


@pytest.mark.parametrize("path", [path for path in MODULES if GAMES in path.parents], ids=shown)
def test_a_game_imports_no_other_game(path: Path) -> None:
    """What a game uses of `companion.games` lies in its own folder."""
    own = "companion.games." + path.relative_to(GAMES).parts[0]
    used = below("companion.games", names(path)) - {"companion.games"}
    assert used == below(own, used)


@pytest.mark.parametrize("room, extras", [("widgets", ()), ("tests", ("test",))])
def test_what_a_room_imports_is_asked_for(project: dict[str, Any], room: str, extras: tuple[str, ...]) -> None:
    """Each package from elsewhere stands in pyproject.toml itself, and not only among what another one brings."""
    about = project["project"]
    wanted = [*about["dependencies"], *(text for extra in extras for text in about["optional-dependencies"][extra])]
    asked = {canonicalize_name(Requirement(text).name) for text in wanted}
    ours = {"companion", "widgets", "tests", *sys.stdlib_module_names}
    used = {name.split(".")[0] for path in sorted((ROOT / room).rglob("*.py")) for name in names(path)} - ours
    assert used
    packages = packages_distributions()
    missing = {name for name in used if not asked & {canonicalize_name(each) for each in packages.get(name, ())}}
    assert missing == set()


def loaded_by(statement: str) -> set[str]:
    """The top names of the modules that a fresh Python has loaded after a statement, beyond its own."""
    code = (
        "import sys; before = set(sys.modules); "
        f"{statement}; import json; print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in json.loads(run.stdout)}


def test_importing_the_engine_loads_no_package_from_elsewhere() -> None:
    """After `import companion`, every loaded module is ours or the standard library's."""
    loaded = loaded_by("import companion")
    assert "companion" in loaded
    assert loaded <= {"companion", *sys.stdlib_module_names}


def test_importing_the_widgets_loads_nothing_heavy() -> None:
    """After `import widgets`, neither a widget library nor a server is loaded."""
    loaded = loaded_by("import widgets")
    assert "widgets" in loaded
    assert loaded <= {"widgets", "companion", *sys.stdlib_module_names}
