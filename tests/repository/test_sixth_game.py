"""The steps of CONTRIBUTING lead to a game: it is built from that page and found on every side."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FILE = re.compile(r"^```\w+ (candlelight/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def games(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games with the one that CONTRIBUTING spells out."""
    folder = tmp_path_factory.mktemp("games")
    for name, text in FILE.findall((root / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def ran(root: Path, games: Path, code: str) -> str:
    """What a fresh Python prints that searches this folder for games too."""
    surroundings = {**os.environ, "COMPANION_GAMES": str(games)}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=surroundings, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def answered(root: Path, games: Path, *arguments: str) -> Any:
    """The command line's answer as JSON."""
    code = f"import sys; from companion.cli import main; sys.exit(main({[*arguments, '--json']!r}))"
    return json.loads(ran(root, games, code))


def test_the_command_line_lists_the_game(root: Path, games: Path) -> None:
    """`companion games` shows it with its title and its calculator, beside the games of the house."""
    text = json.dumps(answered(root, games, "games"))
    assert "Candlelight" in text
    assert "candlelight/draught" in text
    assert "new-world/attack" in text


def test_the_command_line_weighs_throws_and_describes_it(root: Path, games: Path) -> None:
    """With a hand around the flame and care 1, a 2 or more keeps it lit; without the hand, a 4 or more."""
    draught = "candlelight/draught"
    lit = answered(root, games, "odds", draught, "--example", "stairs")
    assert lit["summary"]["lit"]["fraction"] == "5/6"
    bare = answered(root, games, "odds", draught, "--example", "stairs", "hand=no")
    assert bare["summary"]["lit"]["fraction"] == "1/2"
    thrown = answered(root, games, "roll", draught, "--example", "stairs")
    assert thrown["sentence"] == "5: the candle is lit."
    assert [step["rule"] for step in thrown["steps"]] == ["candlelight/draughts#hand", "candlelight/draughts#roll"]
    described = answered(root, games, "describe", draught)
    assert [field["name"] for field in described["fields"]] == ["care", "hand"]


def test_the_widgets_answer_for_it(root: Path, games: Path) -> None:
    """The answer that every calculator on a page is given works for it as it stands."""
    question = {"id": 1, "ask": "odds", "inputs": {"care": "1", "hand": True}, "dice": None, "seed": None}
    code = (
        "import json; from widgets.answer import answer; "
        f"print(json.dumps(answer({question!r}, 'candlelight/draught')))"
    )
    given = json.loads(ran(root, games, code))
    assert given["ok"] is True
    assert given["json"]["summary"]["lit"]["fraction"] == "5/6"
    assert "Stays lit" in "".join(given["html"].values())


def test_a_calculator_stands_for_it(root: Path, games: Path) -> None:
    """The widget has its fields as traits, and shows its form before any kernel answers."""
    code = (
        "from widgets import Calculator; calculator = Calculator('candlelight/draught'); "
        "assert calculator.has_trait('care') and calculator.has_trait('hand'); "
        "shown = calculator._repr_mimebundle_(); "
        "print((shown[0] if isinstance(shown, tuple) else shown)['text/html'])"
    )
    html = ran(root, games, code)
    assert 'data-resolver="candlelight/draught"' in html
    assert "A hand around the flame" in html
