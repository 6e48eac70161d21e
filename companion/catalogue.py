"""Finds every game and every resolver by itself: a game is a folder with a `game.toml`, a resolver a module in it.

A game is imported when it is first asked for, never before.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.errors import TableError, UnknownName
from companion.resolver import Resolver
from companion.tables import TABLES, Table, packaged

if TYPE_CHECKING:
    from companion.encounter import Tracker


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its name in addresses, title, dice in words, and the sentence on what its chapter covers."""

    name: str
    title: str
    dice: str
    about: str

    def resolvers(self) -> tuple[Resolver, ...]:
        """Every calculator of the game, in the order of its `game.toml`, others after those by name."""
        return resolvers(self.name)

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "dice": self.dice,
            "about": self.about,
            "resolvers": [
                {"resolver": found.address, "title": found.title, "summary": found.summary}
                for found in self.resolvers()
            ],
        }


def game_names() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted(name.replace("_", "-") for name in _submodules("companion.games", packages=True))


def all_games() -> tuple[Game, ...]:
    """All games."""
    return tuple(game(name) for name in game_names())


def game(name: str) -> Game:
    """One game by its name. Raises `UnknownName` with the nearest one."""
    about = _about(name)
    return Game(name, about["title"], about["dice"], about["about"])


def resolvers(name: str) -> tuple[Resolver, ...]:
    """Every calculator of one game. Raises `UnknownName`."""
    package = _package(name)
    found: dict[str, Resolver] = {}
    for module in _submodules(package, packages=False):
        found |= _resolvers_in(f"{package}.{module}")
    order = list(_about(name).get("order", ()))
    unknown = set(order) - set(found)
    if unknown:
        raise TableError(f"{name}/game.toml: order: no such resolver: {', '.join(sorted(unknown))}")
    return tuple(found[key] for key in [*order, *sorted(set(found) - set(order))])


def find(address: str) -> Resolver:
    """The resolver with that address (`new-world/attack`). Raises `UnknownName` with the nearest one."""
    name, _, resolver = address.partition("/")
    package = _package(name)
    module = resolver.replace("-", "_")
    if module in _submodules(package, packages=False):
        found = _resolvers_in(f"{package}.{module}")
        if resolver in found:
            return found[resolver]
    known = {each.name: each for each in resolvers(name)}
    if resolver not in known:
        raise UnknownName("calculator", address, [f"{name}/{each}" for each in known])
    return known[resolver]


def tables(name: str) -> Mapping[str, Table[Any]]:
    """Every table of one game, by name. Raises `UnknownName`."""
    resolvers(name)
    return TABLES.get(name, {})


def trays(name: str) -> tuple[Mapping[str, Any], ...]:
    """The throws that the game's `game.toml` names, as they stand there; `companion.tray` reads them."""
    return tuple(_about(name).get("tray", ()))


def tracked_games() -> list[str]:
    """The names of the games whose fights can be tracked, in alphabetical order."""
    return [name for name in game_names() if "encounter" in _submodules(_package(name), packages=False)]


def tracker(name: str) -> Tracker:
    """What a game's own rules ask of the encounter tracker. Raises `UnknownName`."""
    if "encounter" not in _submodules(_package(name), packages=False):
        raise UnknownName("tracker of the game", name, tracked_games())
    found: Tracker = importlib.import_module(f"{_package(name)}.encounter").tracker
    return found


def search_also(folder: str) -> None:
    """Let the games of a further folder (or archive of modules) be found, after the first look too."""
    path = importlib.import_module("companion.games").__path__
    if folder not in path:
        path.append(folder)
        _submodules.cache_clear()


def _package(name: str) -> str:
    if name not in game_names():
        raise UnknownName("game", name, game_names())
    package = f"companion.games.{name.replace('-', '_')}"
    importlib.import_module(package)
    return package


@cache
def _about(name: str) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(packaged(_package(name), "game.toml"))


def _resolvers_in(module: str) -> dict[str, Resolver]:
    room = importlib.import_module(module)
    listed = [room.resolver] if hasattr(room, "resolver") else getattr(room, "resolvers", ())
    return {resolver.name: resolver for resolver in listed if isinstance(resolver, Resolver)}


@cache
def _submodules(package: str, *, packages: bool) -> tuple[str, ...]:
    from pkgutil import iter_modules

    path = importlib.import_module(package).__path__
    return tuple(sorted({found.name for found in iter_modules(path) if found.ispkg == packages}))
