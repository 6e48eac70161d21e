"""What the encounter tracker says of bad input: of acts, of states that are damaged, of wrong presets."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from companion import catalogue
from companion.encounter import Tracker, act, preset_of, presets
from companion.encounter.fight import MOST_COMBATANTS
from companion.encounter.reading import fight_of
from companion.errors import InputError, TableError, UnknownName
from tests.engine.fights import Table


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"do": "dance"}, "do: \"dance\" was given; accepted is one of add"),
        ({}, "do: None was given"),
        ({"do": "add"}, "name: None was given; accepted is a text of 1 to 40"),
        ({"do": "add", "name": "a\nb"}, "in one line"),
        ({"do": "add", "name": "A", "side": "moths"}, "side: \"moths\" was given; accepted is one of party, foes"),
        ({"do": "add", "name": "A", "sheet": {"agility": 99}}, "agility: 99 was given; accepted is a whole number"),
        ({"do": "add", "name": "A", "sheet": {"agilty": 9}}, 'Did you mean "agility"?'),
        ({"do": "add", "name": "A", "sheet": []}, "sheet: [] was given; accepted is a table"),
        ({"do": "add", "name": "A", "copies": 21}, "copies: 21 was given; accepted is a whole number from 1 to 20"),
        ({"do": "remove", "who": "c9"}, "who: \"c9\" was given; accepted is the id of a combatant"),
        ({"do": "mark", "who": "c1", "mark": "wax", "by": 1}, "mark: \"wax\" was given; accepted is one of oil"),
        ({"do": "mark", "who": "c1", "mark": "oil", "by": "much"}, "Oil: \"much\" was given"),
        ({"do": "mark", "who": "c1", "mark": "oil"}, "Oil: None was given"),
        ({"do": "gain", "who": "c1", "condition": "sad"}, "condition: \"sad\" was given; accepted is one of dazzled"),
        ({"do": "gain", "who": "c1", "condition": "dazzled", "rounds": 0}, "rounds: 0 was given"),
        ({"do": "use", "who": "c1", "use": "song"}, "use: \"song\" was given; accepted is one of step, cry"),
        ({"do": "option", "who": "c1", "option": "fly"}, "option: \"fly\" was given; accepted is one of step, trim"),
        ({"do": "next"}, "roll initiative first"),
        ({"do": "place", "who": "c1", "at": 3}, "roll initiative first"),
        ({"do": "begin", "seed": -1}, "seed: -1 was given"),
        ({"do": "begin", "dice": 6}, "dice: 6 was given; accepted is a list of faces"),
        ({"do": "act-now", "who": "c1"}, "accepted is one who waits"),
        ({"do": "note", "text": ""}, "text: \"\" was given"),
    ],
)  # fmt: skip
def test_bad_input_is_named(three: Table, given: dict[str, Any], said: str) -> None:
    """Each refusal names the field, what was given and what is accepted."""
    with pytest.raises(InputError) as error:
        act(three.tracker, three.fight, given)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("version",), 2, "version: 2 was given; accepted is version 1"),
        (("game",), "new-world", "game: \"new-world\" was given; accepted is lantern"),
        (("combatants",), {}, "combatants: {} was given; accepted is a list of at most"),
        (("combatants", 0, "sheet", "oil"), 10, "combatants[0].sheet.oil: 10 was given"),
        (("combatants", 0, "marks", "oil"), 7, "combatants[0].marks.oil: 7 was given; accepted is a whole number"),
        (("combatants", 0, "marks"), {"wax": 1}, "combatants[0].marks: \"wax\" was given; accepted is one of oil"),
        (("combatants", 0, "conditions"), {"sad": 1}, "combatants[0].conditions: \"sad\" was given"),
        (("combatants", 0, "used"), {"song": 1}, "combatants[0].used: \"song\" was given"),
        (("combatants", 1, "id"), "c1", "combatants.id: \"c1\" was given; accepted is a different one"),
        (("combatants", 1, "name"), "Ada", "combatants.name: \"Ada\" was given"),
        (("order", 0, "who"), ["c9"], "order[0].who: \"c9\" was given; accepted is the id of a combatant: c1, c2, c3"),
        (("order", 0, "who"), [], "order[0].who: \"nobody\" was given"),
        (("turn",), 4, "turn: 4 was given; accepted is a whole number from 0 to 3"),
        (("waiting",), ["x"], "waiting: \"x\" was given"),
        (("scene",), {"stormy": "perhaps"}, "scene.stormy: \"perhaps\" was given; accepted is yes or no"),
    ],
)  # fmt: skip
def test_a_damaged_state_is_refused(three: Table, path: tuple[Any, ...], value: Any, said: str) -> None:
    """A file that anybody may have written is checked whole; the message names the part."""
    three.do("begin", dice=[6, 1, 1])
    state = three.fight.to_json()
    part: Any = state
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(InputError) as error:
        fight_of(three.tracker, state)
    assert said in str(error.value)


def test_a_fight_has_room_for_so_many(table: Table) -> None:
    """Sixty, and then no more."""
    for _ in range(MOST_COMBATANTS // 20):
        table.do("add", name="Moth", copies=20)
    assert "at most 60" in table.refused("add", name="Moth")


def test_presets_are_read_and_checked(tracker: Tracker, made_game: Any) -> None:
    """Those of a game, and one that a game master wrote; wrong values are refused with the field."""
    found = presets(tracker)
    assert found["ada"].to_json() == {
        "title": "Ada", "side": "party", "rule": "lantern/walks#roll", "source": "house", "note": "",
        "sheet": {"agility": 5, "oil": 6, "stubborn": False},
    }  # fmt: skip
    assert found["moth"].side.value == "foes"
    own = preset_of(tracker, {"title": "Owl", "sheet": {"oil": "9"}, "source": "my own book"})
    assert (own.sheet.oil, own.source) == (9, "table")
    for given, said in (
        ({"title": "Owl", "sheet": {"oil": 10}}, "sheet.oil: 10 was given"),
        ({"sheet": {}}, "title: None was given"),
        ({"title": "Owl", "sheet": 3}, "sheet: 3 was given"),
        ("Owl", "preset: \"Owl\" was given"),
    ):  # fmt: skip
        with pytest.raises(InputError) as error:
            preset_of(tracker, given)
        assert said in str(error.value)


def test_a_wrong_preset_of_a_game_names_its_file(made_game: Any, lantern: str) -> None:
    """The game's file is checked: columns, source and values."""
    tracker = catalogue.tracker(lantern)
    for row, said in (
        ('[a]\ntitle = "A"\nrule = "x/y"\nsource = "hearsay"', "a known source"),
        ('[a]\ntitle = "A"\nrule = "x/y"\nsource = "house"\nsheet = { oil = 10 }', "a.sheet.oil: 10 was given"),
        ("[a", "this is not TOML"),
    ):
        game = made_game({"presets.toml": row, "game.toml": 'title = "M"\ndice = "d"\nabout = "A."'})
        catalogue.resolvers(game)
        with pytest.raises(TableError) as error:
            presets(_named(tracker, game))
        assert said in str(error.value)
        assert f"{game}/presets.toml" in str(error.value)


def _named(tracker: Tracker, game: str) -> Tracker:
    """The same tracker for another game."""
    return dataclasses.replace(tracker, game=game)


def test_only_games_with_a_tracker_are_tracked(lantern: str, made_game: Any) -> None:
    """A game without `encounter.py` is no error until it is asked for."""
    game = made_game({"game.toml": 'title = "M"\ndice = "d"\nabout = "A."'})
    assert lantern in catalogue.tracked_games()
    assert game not in catalogue.tracked_games()
    with pytest.raises(UnknownName, match="tracker of the game"):
        catalogue.tracker(game)
