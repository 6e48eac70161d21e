"""Bad input: exit code 2 and one clear line for each problem; never a traceback."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import cli, house

WALK = "lantern/night-walk"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], f"A command is expected: {', '.join(cli.COMMANDS)}. See: companion --help"),
        (["rol", WALK], "Argument COMMAND: invalid choice: 'rol'"),
        (["roll"], "The following arguments are required: GAME/RESOLVER"),
        (["describe"], "The following arguments are required: GAME/RESOLVER"),
        (["odds", WALK, "--frob"], '"--frob" is not understood here. See: companion odds --help'),
        (["odds", WALK, "--jso"], '"--jso" is not understood here.'),
        (["odds", WALK, "--seed", "3"], '"--seed" is not understood here.'),
        (["games", "more"], '"more" is not understood here. See: companion games --help'),
        (["describe", WALK, "paces=3"], '"paces=3" is not understood here.'),
        (["roll", WALK, "--seed"], "Argument --seed: expected one argument"),
        (["roll", WALK, "--seed", "1", "--dice", "1"], "Argument --dice: not allowed with argument --seed"),
        (["roll", WALK, "--seed", "x"], 'seed: "x" was given; accepted is a whole number from 0 to'),
        (["roll", WALK, "--seed", "9" * 5000], "seed: "),
        (["roll", WALK, "--dice", "7,1"], "dice: 7 was given; accepted is a whole number from 1 to 6 for die 1"),
        (["roll", WALK, "--dice", "1"], 'dice: "1" was given; accepted is one more die: die 2 (friend die)'),
        (["roll", WALK, "--dice", "1,1,1"], 'dice: "1, 1, 1" was given; accepted is 2 dice.'),
        (["roll", WALK, "--dice", ""], 'dice: "no dice" was given; accepted is one more die: die 1'),
        (["odds", "lantrn/x"], 'There is no game "lantrn". Did you mean "lantern"?'),
        (["odds", "lantern/night-wlk"], 'There is no calculator "lantern/night-wlk". Did you mean'),
        (["describe", ""], 'There is no game "".'),
        (["odds", WALK, "--example", "mash"], 'There is no example of lantern/night-walk "mash". Did you mean'),
        (["odds", WALK, "lantrn=yes"], 'lantrn: "yes" was given; accepted is a field of this calculator. Did you '),
        (["odds", WALK, "lantern"], 'arguments: "lantern" was given; accepted is key=value. Did you mean "lantern"?'),
        (["odds", WALK, "=3"], 'arguments: "=3" was given; accepted is key=value.'),
        (["odds", WALK, "paces=31"], 'paces: "31" was given; accepted is a whole number from −5 to 30.'),
        (["odds", WALK, "frends.0.name=A"], 'frends: "A" was given; accepted is a field of this calculator. Did you '),
        (["odds", WALK, "friends.0.agilty=1"], 'friends[0].agilty: "1" was given; accepted is a field'),
        (["odds", WALK, "friends.5.agility=1"], 'friends.5: "5" was given; accepted is a whole number from 0 to 1.'),
        (["odds", WALK, "friends.x.agility=1"], 'friends.x: "x" was given;'),
        (["odds", WALK, "friends.0=Ada"], 'friends.0: "Ada" was given; accepted is friends.0.field=value.'),
        (["odds", WALK, "paces.0=3"], 'paces.0: "3" was given; accepted is paces=value.'),
        (["odds", WALK, "pack.0.x=3"], 'pack.0.x: "3" was given; accepted is pack.0=value.'),
        (["odds", WALK, "friends=[{]", "friends.0.name=A"], 'friends: "[{]" was given; accepted is a list'),
        (["odds", WALK, "friends=[3]", "friends.0.name=A"], "friends[0]: 3 was given; accepted is a record"),
        (["odds", WALK, "friends=[{"], 'friends: "[{" was given; accepted is a list of 1 to 3 records as JSON.'),
        (["odds", WALK, "--house-rules", "none.toml"], "none.toml: the file cannot be read: No such file"),
        (["serve", "--port", "http"], 'port: "http" was given; accepted is a whole number from 1 to 65535.'),
        (["serve", "--port", "65536"], "port: "),
        (["serve", "now"], '"now" is not understood here.'),
        (["serve", "--most-kernels", "-1"], "most-kernels: "),
        (["serve", "--preheat", "few"], 'preheat: "few" was given; accepted is a whole number from 0 to 100.'),
        (["build", "here", "there"], '"there" is not understood here. See: companion build --help'),
        (["lab", "--port", "0"], "port: "),
    ],
)  # fmt: skip
def test_one_line_says_what_is_wrong(refused: Any, words: list[str], said: str) -> None:
    """And nothing is written to standard output."""
    lines = refused(*words)
    assert lines.startswith(said)
    assert "\n" not in lines


def test_each_problem_has_its_line(refused: Any) -> None:
    """All of them at once, those of the words and those of the values."""
    lines = refused("odds", WALK, "paces=many", "zzz", "lantern=perhaps", "friends.0.agility=99").splitlines()
    assert [line.split(":")[0] for line in lines] == ["arguments", "paces", "lantern", "friends[0].agility"]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["odds", WALK, "paces=31"],
         {"field": "paces", "given": "31", "accepted": "a whole number from −5 to 30",
          "message": 'paces: "31" was given; accepted is a whole number from −5 to 30.'}),
        (["odds", "lantern/pck"],
         {"field": "calculator", "given": "lantern/pck",
          "accepted": "one of lantern/night-walk, lantern/flicker, lantern/pack, lantern/who-goes",
          "message": 'There is no calculator "lantern/pck". Did you mean "lantern/pack"?'}),
        (["roll"],
         {"field": "arguments", "given": None, "accepted": "",
          "message": "The following arguments are required: GAME/RESOLVER, key=value. See: companion roll --help"}),
    ],
)  # fmt: skip
def test_problems_as_json(run: Any, words: list[str], problem: dict[str, Any]) -> None:
    """On standard output, with exit code 2 and the lines on standard error all the same."""
    ran = run(*words, "--json")
    assert ran.code == 2
    assert ran.json == {"problems": [problem]}
    assert ran.err == f"companion: {problem['message']}\n"


def test_what_was_typed_cannot_reach_the_terminal(refused: Any) -> None:
    """Control characters, line ends and letters that are none come out as text."""
    said = refused("odds", WALK, "note=\x1b[2J\n\udc80")
    assert "\x1b" not in said
    assert r"\x1b[2J\n" in said
    assert "\n" not in said


def test_house_rules_from_a_file(run: Any, refused: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the option or the environment, the option first; in force for the one command, which says so."""
    mine, other, bad = tmp_path / "mine.toml", tmp_path / "other.toml", tmp_path / "bad.toml"
    mine.write_text("[lantern.numbers]\nhome = 7\n", encoding="utf-8")
    other.write_text("[lantern.numbers]\nhome = 40\n", encoding="utf-8")
    bad.write_text("[lantern.numbers]\nhme = 40\n", encoding="utf-8")
    ran = run("odds", WALK, "--house-rules", str(mine))
    assert ran.out.startswith("Home 100 %;")
    assert ran.out.endswith(f"\nHouse rules in force: {mine}\n")
    assert house.current().file == ""
    monkeypatch.setenv(house.ENVIRONMENT, str(other))
    assert run("odds", WALK).out.startswith("Home 0 %;")
    assert run("odds", WALK, "--house-rules", str(mine)).out.startswith("Home 100 %;")
    said = refused("odds", WALK, "--house-rules", str(bad))
    assert said == f'{bad}: lantern.numbers.hme: there is no row of that name. Did you mean "home"?'
    monkeypatch.setenv(house.ENVIRONMENT, str(bad))
    assert refused("games") == said
    monkeypatch.setenv(house.ENVIRONMENT, "")
    assert run("odds", WALK).out.startswith("Home 29.17 %;")


@pytest.fixture
def rooms(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[dict[str, Any]]]:
    """The book's rooms replaced by lists of what they were called with; each returns 3."""
    calls: dict[str, list[dict[str, Any]]] = {}
    for name in ("web.server", "web.build", "lab"):
        room = types.ModuleType(f"widgets.{name}")
        calls[name] = []
        room.main = lambda name=name, **given: calls[name].append(given) or 3  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, f"widgets.{name}", room)
    return calls


def test_serve_hands_everything_to_the_server(run: Any, tmp_path: Path, rooms: dict[str, list[dict[str, Any]]]) -> None:
    """Addresses, limits and the house-rules file that was checked; its exit code is ours."""
    mine = tmp_path / "mine.toml"
    mine.write_text("", encoding="utf-8")
    assert run("serve").code == 3
    words = "--host 0.0.0.0 --port 9000 --base-url /book/ --most-kernels 7 --preheat 0 --wake-when-idle"
    assert run("serve", *words.split(), "--house-rules", str(mine)).code == 3
    plain = {"host": "127.0.0.1", "port": 8866, "base_url": "/", "house_rules": None, "build": True}
    set_ = {"host": "0.0.0.0", "port": 9000, "base_url": "/book/", "house_rules": str(mine), "build": True}
    assert rooms["web.server"] == [
        {**plain, "most_kernels": 100, "preheat": 1, "wake_when_idle": False},
        {**set_, "most_kernels": 7, "preheat": 0, "wake_when_idle": True},
    ]


def test_build_and_lab_hand_over_too(run: Any, rooms: dict[str, list[dict[str, Any]]]) -> None:
    """A folder and a base; a port and whether a browser is opened."""
    assert run("build").code == run("build", "site", "--base-url", "/book/").code == 3
    assert run("lab").code == run("lab", "--port", "9999", "--no-browser").code == 3
    assert rooms["web.build"] == [
        {"out": None, "base_url": "/", "house_rules": None},
        {"out": "site", "base_url": "/book/", "house_rules": None},
    ]
    assert rooms["lab"] == [
        {"port": 8888, "browser": True, "house_rules": None},
        {"port": 9999, "browser": False, "house_rules": None},
    ]


def test_serve_without_its_packages_says_which(refused: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after an installation of the engine alone."""
    monkeypatch.setitem(sys.modules, "widgets.web.server", None)
    assert refused("serve").startswith("The book needs a package that is not installed:")


def test_a_fault_of_the_program_is_told_in_one_line(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its place, and exit code 1: it is nothing that other input would mend."""

    def broken(options: Any) -> None:
        raise ZeroDivisionError("by nought")

    monkeypatch.setitem(cli.COMMANDS, "games", broken)
    ran = run("games")
    assert ran.code == 1
    assert ran.err.startswith(
        "companion: a fault of this program, not of yours: ZeroDivisionError: by nought (test_faults.py"
    )
    assert len(ran.err.splitlines()) == 1


def test_an_interruption_is_silent(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the exit code of one."""

    def interrupted(options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(cli.COMMANDS, "games", interrupted)
    ran = run("games")
    assert (ran.code, ran.out, ran.err) == (130, "", "")


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.text(st.characters(max_codepoint=0x3FF), max_size=12)
                | st.sampled_from(["--json", "--seed", "--dice", "--example", "marsh", "paces=1", "friends.0.name=A",
                                   "friends=[{}]", "1,2", "--schema", WALK, "lantern/pack"]), max_size=5),
       st.sampled_from(["roll", "odds", "describe", "what-if", "games"]))  # fmt: skip
def test_nothing_that_is_typed_brings_a_traceback(run: Any, words: list[str], command: str) -> None:
    """Exit code 0 or 2, and with 2 at least one line that says why."""
    ran = run(command, WALK, *words)
    assert ran.code in (0, 2), ran.err
    assert (ran.code == 2) == bool(ran.err)
    assert all(line.startswith("companion: ") for line in ran.err.splitlines())
