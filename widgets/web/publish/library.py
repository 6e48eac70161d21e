"""The library that the browser's Python starts from: Pyodide's, made lean, and the engine with its games."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import companion
import widgets
from companion.catalogue import game_names

LONG_AGO = (2026, 1, 1, 0, 0, 0)
PORT = "widgets.web.publish.port"
PACKING = "widgets.web.publish.packing"
HOUSE_RULES = "widgets/web/publish/house-rules.toml"
NOT_IN_A_BROWSER = ("companion/cli", "companion/__main__")

# The engine is asked and answers; it never waits, and brings no package. So what starts Pyodide's event loop and its
# loader of packages, a third of all that it would load, is replaced by what the rest of Pyodide asks of them.
_NO_EVENT_LOOP = """\
from pyodide_js._api import scheduleCallback  # the order of these references is part of a snapshot


def _initialize_event_loop():
    pass
"""
_NO_PACKAGES = """\
class _Place:
    def __init__(self, path):
        self.path = path

    def __str__(self):
        return self.path


SITE_PACKAGES = _Place("/lib/python{version}/site-packages")
DSO_DIR = _Place("/usr/lib")

from pyodide_js import loadedPackages


def init_loaded_packages():
    pass


def get_install_dir(target=None):
    return str(SITE_PACKAGES)
"""
_LEFT_OUT = ("asyncio/", "importlib/resources/")
_EMPTY = ("asyncio/__init__.py", "importlib/resources/__init__.py", "importlib/resources/abc.py")


def engine_files(house_rules: str = "") -> dict[str, bytes]:
    """Everything of ours that may be needed in a browser, by its place in the archive.

    Games are taken from wherever the catalogue finds them. ``house_rules`` is the text of the file in force.
    """
    roots = Path(companion.__file__).parent, Path(widgets.__file__).parent
    core = {f"companion/{path.relative_to(roots[0]).as_posix()}": path for path in _core_files(roots[0])}
    core |= {f"widgets/{path.relative_to(roots[1]).as_posix()}": path for path in _widget_modules(roots[1])}
    for name in game_names():
        package = f"companion.games.{name.replace('-', '_')}"
        home = Path(str(import_module(package).__file__)).parent
        for path in _modules_and_tables(home):
            core[f"{package.replace('.', '/')}/{path.relative_to(home).as_posix()}"] = path
    found = {name: path.read_bytes() for name, path in core.items() if not name.startswith(NOT_IN_A_BROWSER)}
    if house_rules:
        found[HOUSE_RULES] = house_rules.encode()
    return dict(sorted(found.items()))


def _core_files(root: Path) -> Iterator[Path]:
    yield root / "games" / "__init__.py"
    yield from (path for path in _modules_and_tables(root) if path.relative_to(root).parts[0] != "games")


def _modules_and_tables(root: Path) -> Iterator[Path]:
    for suffix in (".py", ".toml"):
        yield from root.rglob(f"*{suffix}")


def _widget_modules(root: Path) -> Iterator[Path]:
    yield from (path for path in root.rglob("*.py") if path.relative_to(root).parts[0] != "web")
    yield root / "web" / "__init__.py"
    for name in ("__init__", "port", "packing"):
        yield root / "web" / "publish" / f"{name}.py"


def modules_to_load(files: Mapping[str, bytes]) -> list[str]:
    """Every module of the engine but the games', and all of the standard library that any module ever imports."""
    found = {PORT}
    for name, data in files.items():
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if not name.endswith(".py") or not module.startswith(("companion", "widgets.figures")):
            continue
        if not module.startswith("companion.games."):
            found.add(module)
        for node in ast.walk(ast.parse(data)):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module)
    ours = ("companion", "widgets")
    kept = {name for name in found if name.split(".")[0] in (*ours, *sys.stdlib_module_names)}
    kept = {name for name in kept if not name.startswith("companion.games.")}
    return sorted(name for name in kept if not name.replace(".", "/").startswith(NOT_IN_A_BROWSER))


def whole_library(standard: bytes, files: Mapping[str, bytes], version: str) -> bytes:
    """Pyodide's standard library, made lean, and our files, as one archive. ``version`` is its Python's ("3.13")."""
    stand_ins = {
        **dict.fromkeys(_EMPTY, "# left out of this library\n"),
        "pyodide/webloop.py": _NO_EVENT_LOOP,
        "pyodide/_package_loader.py": _NO_PACKAGES.format(version=version),
    }
    made = BytesIO()
    with ZipFile(BytesIO(standard)) as shipped, ZipFile(made, "w", ZIP_STORED) as archive:
        theirs = {name: shipped.read(name) for name in shipped.namelist() if not name.startswith(_LEFT_OUT)}
        theirs |= {name: text.encode() for name, text in stand_ins.items()}
        for name, data in sorted({**theirs, **files}.items()):
            archive.writestr(ZipInfo(name, LONG_AGO), data)
    return made.getvalue()
