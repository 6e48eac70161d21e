"""A name for the program as it is: whatever was worked out under it holds until one of its files changes."""

from __future__ import annotations

import sys
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from companion import house
from widgets.web.assets import WIDGETS

_SOURCES = (".ipynb", ".py", ".toml")


def stamp_of(*folders: Path) -> str:
    """A name made of the engine, the games, the widgets and the house rules in force, and of these folders besides."""
    games = [Path(path) for path in import_module("companion.games").__path__]
    rooms = (*folders, WIDGETS, WIDGETS.parent / "companion", *games)
    files = {path for room in rooms for path in room.rglob("*") if path.suffix in _SOURCES}
    rules = [Path(house.current().file)] if house.current().file else []
    stamps = [_stamp(path) for path in [*sorted(files), *rules]]
    return sha256("\n".join([sys.version, *stamps]).encode()).hexdigest()[:32]


def _stamp(path: Path) -> str:
    try:
        state = path.stat()
    except OSError:
        return str(path)
    return f"{path}\0{state.st_mtime_ns}\0{state.st_size}"
