"""What the command line's tests share: Lantern, the engine tests' small game, and a way to run one command."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import companion.games
from companion import catalogue, cli, house

GAMES = Path(__file__).parents[1] / "engine" / "games"


@dataclass(frozen=True)
class Ran:
    """What one command did: its exit code, and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The standard output as JSON."""
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No house rules from outside, 80 columns, and Lantern beside the games of the house."""
    monkeypatch.delenv(house.ENVIRONMENT, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(GAMES)])
    catalogue._submodules.cache_clear()
    catalogue._about.cache_clear()
    yield
    catalogue._submodules.cache_clear()
    catalogue._about.cache_clear()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs one command in this process; no command may raise anything."""

    def command(*arguments: str) -> Ran:
        capsys.readouterr()
        code = cli.main(arguments)
        written = capsys.readouterr()
        return Ran(code, written.out, written.err)

    return command


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Runs a command that cannot be used: exit code 2, nothing else on standard output, and gives the lines said."""

    def command(*arguments: str) -> str:
        ran = run(*arguments)
        assert ran.code == 2
        assert ran.out == ""
        lines = ran.err.splitlines()
        assert lines
        assert all(line.startswith("companion: ") for line in lines)
        assert "Traceback" not in ran.err
        return "\n".join(line.removeprefix("companion: ") for line in lines)

    return command
