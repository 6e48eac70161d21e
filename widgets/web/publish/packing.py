"""Runs in the browser's own Python while an edition is built: keeps what the engine needs, compiled.

The archive that a reader downloads holds each module that is loaded once every calculator has been asked, as code that
this very Python compiled. Each game gets an archive of its own. They are stored, not packed: the host packs what it
sends, and the modules are read faster.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

LONG_AGO = (2026, 1, 1, 0, 0, 0)
GAMES = "companion/games/"
OURS = ("companion/", "widgets/")
THEIRS = ("pyodide/", "_pyodide/")


def warm(modules: Iterable[str]) -> None:
    """Load the modules that are named; those that this Python lacks are left out."""
    for name in modules:
        try:
            import_module(name)
        except ModuleNotFoundError as error:
            if error.name and error.name.split(".")[0] in ("companion", "widgets"):
                raise


def freeze(modules: Iterable[str]) -> None:
    """Load everything but the games, and leave the memory as alike as can be from one build to the next."""
    import gc
    import random

    warm(modules)
    import_module("widgets.web.publish.port").start()
    random.seed(0)
    gc.collect()


def pack(archive: str, folder: str, modules: Iterable[str]) -> list[str]:
    """Write the reader's archives into a folder, from the whole library that this Python runs on.

    `python.zip` is the library with the engine, `new_world.zip` and its like are the games. Returns their names.
    """
    import os

    warm(modules)
    port = import_module("widgets.web.publish.port")
    for question in port.trials():
        port.answer(question["question"], question["resolver"])
    needed = set(_loaded(archive))
    from zipfile import ZipFile

    with ZipFile(archive) as whole:
        parts: dict[str, dict[str, str]] = {"python": {}}
        for name in sorted(whole.namelist()):
            game, inside, _ = name.removeprefix(GAMES).partition("/")
            if name.startswith(GAMES) and inside:
                parts.setdefault(game, {})[name] = name.removeprefix(GAMES)
            elif name in needed or name.endswith(".toml"):
                parts.setdefault("python", {})[name] = name
        os.makedirs(folder)
        for part, names in parts.items():
            _write(f"{folder}/{part}.zip", {place: whole.read(name) for name, place in names.items()}, part)
    return sorted(parts)


def _write(path: str, files: Mapping[str, bytes], part: str) -> None:
    from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
    from zipfile import ZIP_STORED, ZipFile, ZipInfo

    with ZipFile(path, "w", ZIP_STORED) as packed:
        for name, data in files.items():
            if name.endswith(".py"):
                ours = part != "python" or name.startswith(OURS)
                source = _slender(data, name) if ours else data
                # only Pyodide reads docstrings, its own
                code = compile(source, name, "exec", dont_inherit=True, optimize=0 if name.startswith(THEIRS) else 2)
                name, data = name + "c", bytes(_code_to_hash_pyc(code, bytes(8), False))
            packed.writestr(ZipInfo(name, LONG_AGO), data)


def _slender(source: bytes, name: str) -> Any:
    """Our own code without what only its readers need: docstrings, and the annotations of functions.

    A class keeps a docstring of one letter: a dataclass without any would work out its signature instead.
    """
    import ast

    tree = ast.parse(source, name)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            node.body.insert(0, ast.Assign([ast.Name("__doc__", ast.Store())], ast.Constant("-")))
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
    return ast.fix_missing_locations(tree)


def _loaded(archive: str) -> Iterator[str]:
    """The files of the archive that loaded modules came from."""
    for module in list(sys.modules.values()):
        origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
        if origin.startswith(f"{archive}/"):
            yield origin.removeprefix(f"{archive}/")
