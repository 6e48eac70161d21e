"""The throws that a game offers at the dice tray."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion import catalogue, find
from companion.errors import TableError
from companion.tray import tray

HEAD = 'title = "M"\ndice = "d"\nabout = "A."\n[[tray]]\n'


@pytest.mark.parametrize("name", catalogue.game_names())
def test_every_game_offers_throws(name: str) -> None:
    """Each has a label of its own, and each calculator among them throws dice with its inputs."""
    throws = tray(name)
    assert throws
    assert len({throw.label for throw in throws}) == len(throws)
    for throw in throws:
        if throw.resolver:
            assert find(throw.resolver).roll(throw.inputs, seed=1)["dice"]
        else:
            assert throw.notation


def test_open_ended_and_feat_dice_are_there() -> None:
    """Those that no notation can say: they are read by their game's own calculators."""
    assert "darkmaster/open-roll" in [throw.resolver for throw in tray("darkmaster")]
    assert "heroes-of-the-fall/feat-table" in [throw.resolver for throw in tray("heroes-of-the-fall")]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('label = "A"\n', "a label and either a notation or a resolver"),
        ('label = "A"\nnotation = "d6"\nresolver = "draught"\n', "a label and either"),
        ('notation = "d6"\n', "a label and either"),
        ('label = "A"\nnotation = "d6"\ncolour = "red"\n', "a label and either"),
        ('label = "A"\nresolver = "draught"\n', 'There is no calculator "made-up/draught"'),
    ],
)
def test_a_wrong_throw_names_its_file(made_game: Callable[..., str], row: str, said: str) -> None:
    """The message names the file, the row and what is wrong."""
    game = made_game({"game.toml": HEAD + row})
    with pytest.raises(TableError) as error:
        tray(game)
    assert said in str(error.value)
    assert "made-up/game.toml: tray 1" in str(error.value)
