"""The command line as a process of its own: encodings, pipes, terminals, further games."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests" / "engine" / "games"


def ran(*arguments: str, check: int = 0, **surroundings: str) -> subprocess.CompletedProcess[bytes]:
    """One command, with its exit code checked."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("COMPANION_", "PYTHONIO"))}
    run = subprocess.run(
        [sys.executable, "-m", "companion", *arguments], cwd=ROOT, capture_output=True, check=False,
        env={**clean, "PYTHONUTF8": "1", "COLUMNS": "80", **surroundings},
    )  # fmt: skip
    assert run.returncode == check, run.stderr.decode()
    return run


def test_the_module_is_the_command() -> None:
    """`python -m companion` answers; the exit code of bad input reaches the shell."""
    assert json.loads(ran("odds", "new-world/disarm", "--json").stdout)["summary"]["success"]["fraction"] == "575/1296"
    assert ran("odds", "new-world/disrm", check=2).stderr.startswith(b"companion: There is no calculator")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_terminal_without_utf8_gets_plain_letters(encoding: str) -> None:
    """No letter that it could not show; a minus stays a minus."""
    surroundings = {"PYTHONUTF8": "0", "PYTHONIOENCODING": encoding}
    text = ran("what-if", "new-world/disarm", **surroundings).stdout
    assert b"-10.80" in text
    assert text.isascii()
    assert ran("describe", "new-world/disarm", **surroundings).stdout.isascii()
    answer = ran("roll", "new-world/disarm", "lacking=yes", "--seed", "1", "--json", **surroundings).stdout
    assert answer.isascii()
    assert "−1" in json.dumps(json.loads(answer), ensure_ascii=False)


def test_a_closed_pipe_is_no_fault() -> None:
    """Whoever reads the first line only may go."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        run = subprocess.run(
            [sys.executable, "-m", "companion", "describe", "new-world/disarm"], cwd=ROOT, stdout=pipe,
            stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert run.returncode == 0
    assert run.stderr == b""


def in_a_terminal(*arguments: str, **surroundings: str) -> str:
    """What one command shows in a terminal of 80 columns."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", *arguments], cwd=ROOT, stdout=theirs, stderr=theirs, stdin=theirs,
        env={**os.environ, "COLUMNS": "80", "PYTHONUTF8": "1", "TERM": "xterm", **surroundings},
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 65536):
            shown += part
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(ours)
    assert process.wait() == 0
    return shown.decode().replace("\r\n", "\n")


def test_a_terminal_gets_bars_and_stress() -> None:
    """Bars as long as the chances, the sentence in bold; no line is longer than the terminal is wide."""
    shown = in_a_terminal("odds", "new-world/disarm")
    assert shown.startswith("\x1b[1mWeapon lost 44.37 %")
    lines = {line.split("  ")[1]: line for line in shown.splitlines() if "█" in line}
    assert lines["Nothing"].count("█") > lines["Taken"].count("█") > 0
    plain = shown.replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "")
    assert max(map(len, plain.splitlines())) <= 80
    assert "\x1b" not in plain


def test_colour_can_be_declined() -> None:
    """By NO_COLOR, or a terminal that says it is dumb; the bars stay."""
    for surroundings in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        shown = in_a_terminal("odds", "new-world/disarm", **surroundings)
        assert "\x1b" not in shown
        assert "█" in shown


def test_a_terminal_without_utf8_gets_plain_bars() -> None:
    """Of number signs."""
    shown = in_a_terminal("odds", "new-world/disarm", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert "#####" in shown
    assert shown.isascii()


def test_games_of_a_further_folder(tmp_path: Path) -> None:
    """A game that lives elsewhere is listed, described, thrown and weighed, and takes house rules."""
    folder = {"COMPANION_GAMES": str(GAMES)}
    listed = json.loads(ran("games", "--json", **folder).stdout)["games"]
    assert [game["title"] for game in listed if game["name"] == "lantern"] == ["Lantern"]
    walk = "lantern/night-walk"
    assert json.loads(ran("odds", walk, "--json", **folder).stdout)["summary"]["home"]["fraction"] == "7/24"
    assert b"9: you are lost." in ran("roll", walk, "--example", "marsh", **folder).stdout
    rules = tmp_path / "mine.toml"
    rules.write_text("[lantern.rulings]\ntie = 'no'\n", encoding="utf-8")
    stricter = ran("odds", walk, "--json", "--house-rules", str(rules), **folder).stdout
    assert json.loads(stricter)["summary"]["home"]["fraction"] == "1/8"
    assert b'no game "lantern"' in ran("odds", walk, check=2).stderr


def test_a_throw_loads_no_more_than_it_needs() -> None:
    """Neither other calculators nor widgets, schema, or the text of odds as JSON asks for none."""
    code = (
        "import sys; from companion.cli import main; main(['roll', 'new-world/disarm', '--seed', '1', '--json']); "
        "print(sorted(name for name in sys.modules if name.split('.')[0] in ('companion', 'widgets', 'hypothesis')), "
        "file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = run.stderr
    assert "companion.games.new_world.disarm" in loaded
    for absent in ("new_world.attack", "widgets", "companion.schema", "companion.cli_text", "companion.what_if"):
        assert absent not in loaded
