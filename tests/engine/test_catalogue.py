"""The catalogue: games and resolvers are found by their folders and modules, and nothing is imported too early."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import companion
from companion import catalogue
from companion.errors import TableError, UnknownName

ROOT = Path(__file__).parents[2]
GAMES = Path(__file__).parent / "games"
GAME = 'title = "Made up"\ndice = "none"\nabout = "A game made by a test."\n'


def ran(code: str, **surroundings: str) -> str:
    """What a fresh Python prints."""
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, **surroundings}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    return run.stdout.strip()


def test_a_game_is_found_with_its_calculators(lantern: str) -> None:
    """Those that its order names come first, then the others by name; one module may hold several."""
    game = companion.game(lantern)
    assert (game.title, game.dice) == ("Lantern", "d6 and d4")
    assert [each.name for each in game.resolvers()] == ["night-walk", "flicker", "pack", "who-goes"]
    assert lantern in [each.name for each in companion.all_games()]
    assert game.to_json()["resolvers"][1] == {
        "resolver": "lantern/flicker", "title": "Flicker", "summary": "How long does the lamp flicker?",
    }  # fmt: skip


def test_a_calculator_is_found_by_its_address(lantern: str) -> None:
    """In the module of its name, or in any other of the game; always the same object."""
    walk = companion.find("lantern/night-walk")
    assert (walk.game, walk.name) == ("lantern", "night-walk")
    assert companion.find("lantern/night-walk") is walk
    assert companion.find("lantern/pack").title == "Pack"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("lantrn/night-walk", 'There is no game "lantrn". Did you mean "lantern"?'),
        ("lantern/night-wlk", 'There is no calculator "lantern/night-wlk". Did you mean "lantern/night-walk"?'),
        ("lantern", 'There is no calculator "lantern". Did you mean "lantern/'),
        ("lantern/", 'There is no calculator "lantern/".'),
        ("", 'There is no game "".'),
        ("lantern/data", 'There is no calculator "lantern/data".'),
        ("lantern/night_walk", 'There is no calculator "lantern/night_walk". Did you mean "lantern/night-walk"?'),
        ("../lantern/pack", 'There is no game "..".'),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(lantern: str, address: str, said: str) -> None:
    """A misspelt game, a misspelt calculator, a module that is none."""
    with pytest.raises(UnknownName) as caught:
        companion.find(address)
    assert str(caught.value).startswith(said)


def test_unknown_games_are_refused_everywhere() -> None:
    """Also where only the game is asked for."""
    for ask in (companion.game, catalogue.resolvers, catalogue.tables):
        with pytest.raises(UnknownName, match="nowhere"):
            ask("nowhere")


def test_every_table_of_a_game_is_listed(lantern: str) -> None:
    """By name, after the game was imported."""
    assert set(catalogue.tables(lantern)) == {"gear", "numbers", "rulings"}


def test_an_order_that_names_nothing_is_refused(made_game: Callable[..., str]) -> None:
    """With the name that is wrong."""
    name = made_game({"game.toml": GAME + 'order = ["nothing"]\n'})
    with pytest.raises(TableError, match=r"made-up/game\.toml: order: no such resolver: nothing"):
        catalogue.resolvers(name)


def test_a_game_without_calculators_is_a_game(made_game: Callable[..., str]) -> None:
    """It has no resolver, no table and no examples yet."""
    name = made_game({"game.toml": GAME})
    assert companion.game(name).resolvers() == ()
    assert catalogue.tables(name) == {}


def test_the_games_can_be_listed_again_and_again() -> None:
    """Importing the folder of the games takes no function's place."""
    code = "import companion; first = companion.all_games(); print(len(first) > 0, first == companion.all_games())"
    assert ran(code) == "True True"


def test_importing_the_engine_imports_no_game() -> None:
    """Games come when they are asked for; naming them all imports none."""
    code = (
        "import sys, companion; from companion.catalogue import game_names; names = game_names();"
        "print(len(names), [name for name in sys.modules if name.startswith('companion.games.')])"
    )
    assert ran(code).endswith(" []")


def test_one_calculator_brings_its_own_modules_only() -> None:
    """Asking for disarming does not load the attack."""
    code = (
        "import sys, companion; companion.find('new-world/disarm'); "
        "print('companion.games.new_world.attack' in sys.modules)"
    )
    assert ran(code) == "False"


def test_games_of_a_further_folder_are_found() -> None:
    """`COMPANION_GAMES` holds folders as PATH does; empty ones are passed over."""
    code = (
        "import companion; print([game.name for game in companion.all_games()], companion.find('lantern/pack').title)"
    )
    folders = os.pathsep.join(["", str(GAMES), str(GAMES / "none")])
    found = ran(code, COMPANION_GAMES=folders)
    assert "'lantern'" in found
    assert "'new-world'" in found
    assert found.endswith("Pack")
    assert "lantern" not in ran("import companion; print([game.name for game in companion.all_games()])")
