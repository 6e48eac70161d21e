"""What the README shows is so: its commands run, its Python gives what it says, its house rules are accepted."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from companion import house
from companion.cli import main

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
COMMANDS = [line for line in re.findall(r"^companion (.+)$", README, re.MULTILINE) if line != "serve"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_runs(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It answers with exit code 0, and as JSON too."""
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out
    assert main([*shlex.split(command), "--json"]) == 0
    assert capsys.readouterr().out.startswith(("{", "["))


def test_the_readme_shows_the_golden_commands() -> None:
    """All four kinds of answer are shown."""
    assert {command.split()[0] for command in COMMANDS} == {"games", "describe", "roll", "odds"}


def test_the_python_of_the_readme_gives_what_it_says() -> None:
    """Its lines are run and compared."""
    shown = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    assert shown.examples
    assert doctest.DocTestRunner().run(shown).failed == 0


def test_the_house_rules_of_the_readme_are_accepted(tmp_path: Path) -> None:
    """The file that it shows names a table, a row and a ruling that exist, with values that they take."""
    (shown,) = re.findall(r"^```toml\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    path = tmp_path / "my-table.toml"
    path.write_text(shown, encoding="utf-8")
    rules = house.load(str(path))
    assert rules.of("new-world", "rulings") == {"stat_choice": "best"}
