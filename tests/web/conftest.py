"""What the tests of the GM screen share: a book that holds nothing else, and a game master before it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.desk import PLAYED, Table, screen_alone
from tests.web.fixtures import Site


@pytest.fixture(scope="session")
def screen_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of chapters with the GM screen's only."""
    return screen_alone(tmp_path_factory.mktemp("desk"))


@pytest.fixture(scope="session")
def screen(serve: Callable[..., Site], screen_book: Path) -> Site:
    """That book, served; a kernel is started when a page asks for one."""
    return serve(screen_book, preheat=0)


@pytest.fixture
def table(page: Any, screen: Site) -> Table:
    """A game master who has opened the screen."""
    return Table(page, f"{screen.url}gm-screen").sit()


@pytest.fixture
def begun(table: Table) -> Table:
    """A fight that has begun, with one blow struck."""
    table.muster(*PLAYED)
    table.key("n")
    table.attack("Raider", "6 5 3")
    return table
