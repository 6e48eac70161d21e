"""What the engine's tests share: the small game Lantern, and games that a test writes for itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import companion.games
from companion import catalogue, house
from companion.encounter import Tracker
from companion.resolver import Resolver
from companion.tables import TABLES
from tests.engine.fights import Table

GAMES = Path(__file__).parent / "games"


def forget_what_was_found() -> None:
    """The catalogue looks at the folders anew."""
    catalogue._submodules.cache_clear()
    catalogue._about.cache_clear()


@pytest.fixture
def lantern(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The game Lantern stands beside the games of the house for this test; gives its name."""
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(GAMES)])
    forget_what_was_found()
    yield "lantern"
    forget_what_was_found()


@pytest.fixture
def night_walk(lantern: str) -> Resolver:
    """The calculator with every kind of field."""
    return catalogue.find("lantern/night-walk")


@pytest.fixture
def tracker(lantern: str) -> Tracker:
    """What Lantern asks of the tracker."""
    return catalogue.tracker(lantern)


@pytest.fixture
def table(tracker: Tracker) -> Table:
    """Nobody is there yet."""
    return Table(tracker)


@pytest.fixture
def three(table: Table) -> Table:
    """Ada (agility 5), Ben (3) and a moth (9)."""
    table.do("add", name="Ada", side="party", sheet={"agility": 5})
    table.do("add", name="Ben", side="party")
    table.do("add", name="Moth", sheet={"agility": 9, "oil": 2})
    return table


@pytest.fixture
def made_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Makes a game of its own from files (path in the game's folder: text) and gives its name."""
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(tmp_path)])
    made: list[str] = []

    def make(files: dict[str, str], name: str = "made_up") -> str:
        for path, text in {"__init__.py": '"""A game."""', **files}.items():
            file = tmp_path / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        made.append(name)
        forget_what_was_found()
        return name.replace("_", "-")

    yield make
    forget_what_was_found()
    for name in made:
        TABLES.pop(name.replace("_", "-"), None)
        for module in [each for each in sys.modules if each.startswith(f"companion.games.{name}")]:
            del sys.modules[module]
        if hasattr(companion.games, name):
            delattr(companion.games, name)


@pytest.fixture(autouse=True)
def no_house_rules() -> Iterator[None]:
    """Each test starts and ends without house rules."""
    with house.under(None):
        yield
