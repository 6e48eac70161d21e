"""Examples: found by resolver and name, with their dice; wrong files are refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.errors import TableError, UnknownName
from companion.examples import examples_of
from companion.resolver import Resolver

GAME = {"game.toml": 'title = "Made up"\ndice = "none"\nabout = "A game made by a test."\n'}


def test_examples_stand_in_the_order_of_the_file(night_walk: Resolver) -> None:
    """With title, inputs, dice and rule; dice and rule may be missing."""
    assert [example.to_json() for example in night_walk.examples.values()] == [
        {
            "name": "marsh",
            "title": "Across the marsh with two friends",
            "inputs": {"trail": "marsh", "friends": [{"name": "Ada"}, {"name": "Bo", "agility": 1}]},
            "dice": [4, 1, 3],
            "rule": "lantern/walks#trail",
        },
        {
            "name": "storm",
            "title": "Into the storm without a lantern",
            "inputs": {"weather": "storm", "lantern": False},
            "dice": None,
            "rule": "",
        },
    ]
    assert night_walk.describe()["examples"][0]["name"] == "marsh"


def test_an_example_by_name(night_walk: Resolver) -> None:
    """A wrong name is refused with the nearest."""
    assert night_walk.example("marsh").dice == (4, 1, 3)
    with pytest.raises(UnknownName, match=r'example of lantern/night-walk "mash"\. Did you mean "marsh"'):
        night_walk.example("mash")


def test_a_game_needs_no_examples(made_game: Callable[..., str]) -> None:
    """Without the file, and without a section of the resolver, there are none."""
    name = made_game(GAME)
    __import__("companion.games.made_up")
    assert examples_of(name, "anything") == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[walk\n", r"made-up/examples\.toml: this is not TOML"),
        ("[walk.a]\ninputs = {}\n", r"made-up/examples\.toml: walk\.a: title, inputs, dice and rule are expected"),
        ('[walk.a]\ntitle = "A"\ninput = {}\n', r"walk\.a: title, inputs, dice and rule are expected"),
    ],
    ids=["syntax", "title", "key"],
)
def test_a_wrong_file_is_refused(made_game: Callable[..., str], text: str, said: str) -> None:
    """With the game, the resolver and the example."""
    name = made_game({**GAME, "examples.toml": text})
    __import__("companion.games.made_up")
    with pytest.raises(TableError, match=said):
        examples_of(name, "walk")
    assert text
