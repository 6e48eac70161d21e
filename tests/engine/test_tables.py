"""Tables: rows with sources, data that is wrong, house rules laid over, values and rulings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion import catalogue, house
from companion.errors import HouseRulesError, TableError, UnknownName
from companion.steps import Modifier
from companion.tables import SOURCES, Table

DATA = '''"""Tables of a game made by a test."""

from dataclasses import dataclass

from companion.fields import choice, number, text
from companion.tables import Rulings, Table, Values


@dataclass(frozen=True)
class Thing:
    """A thing."""

    name: str = text("Name")
    weight: int = number("Weight", 0, 9)
    kind: str = choice("Kind", [("tool", "Tool"), ("food", "Food")])


THINGS = Table(__name__, "things", Thing)
RULINGS = Rulings(__name__)
'''
GAME = {"game.toml": 'title = "Made up"\ndice = "none"\nabout = "A game made by a test."\n', "data.py": DATA}
RULINGS = '[about]\ntitle = "Rulings"\nsource = "house"\n'
ABOUT = '[about]\ntitle = "Things"\nrule = "made-up/things"\nsource = "house"\n'


@pytest.fixture
def gear(lantern: str) -> Table[Any]:
    """The table with every kind of column."""
    return catalogue.tables(lantern)["gear"]


@pytest.fixture
def things(made_game: Callable[..., str]) -> Callable[[str], Table[Any]]:
    """A table from the text of its file."""

    def make(text: str, rulings: str = RULINGS) -> Table[Any]:
        name = made_game({**GAME, "tables/things.toml": text, "tables/rulings.toml": rulings})
        return catalogue.tables(name)["things"]

    return make


def test_a_table_is_a_mapping_of_records(gear: Table[Any]) -> None:
    """In the order of its file; missing columns take their defaults."""
    assert list(gear) == ["rope", "bread"]
    assert len(gear) == 2
    assert gear["rope"].weight == 2
    assert (gear["bread"].lasts, gear["rope"].lasts, gear["rope"].light) == (8, None, False)
    assert gear.about["title"] == "Gear"
    assert gear == gear
    assert gear != catalogue.tables("lantern")["numbers"]
    assert hash(gear) == hash(gear)


def test_a_missing_row_names_the_nearest(gear: Table[Any]) -> None:
    """For rows and for their sources alike; it is a KeyError too, as of any mapping."""
    with pytest.raises(UnknownName, match=r'There is no row of lantern/gear "rpe"\. Did you mean "rope"'):
        gear["rpe"]
    with pytest.raises(UnknownName, match="rpe"):
        gear.source("rpe")
    assert "rpe" not in gear
    assert gear.get("rpe") is None


def test_each_value_has_a_source(gear: Table[Any]) -> None:
    """Its own, else the row's, else the table's."""
    assert gear.source("rope", "weight") == "deduced"
    assert gear.source("rope", "name") == gear.source("rope") == "chapter"
    assert gear.source("bread", "weight") == gear.source("bread") == "house"


def test_house_rules_change_single_values(gear: Table[Any]) -> None:
    """Their source is the table; the rest of the row stays what it was."""
    changes = {"lantern": {"gear": {"rope": {"weight": 5}}}}
    with house.under(house.check(house.HouseRules("mine.toml", changes))):
        assert gear["rope"].weight == 5
        assert gear["rope"].name == "Rope"
        assert gear.source("rope", "weight") == "table"
        assert gear.source("rope", "name") == "chapter"
    assert gear["rope"].weight == 2
    assert gear.source("rope", "weight") == "deduced"


def test_house_rules_add_rows(gear: Table[Any]) -> None:
    """A new row stands at the end, wholly from the table."""
    rules = house.HouseRules(
        "mine.toml", {"lantern": {"gear": {"lamp": {"name": "Lamp", "weight": 1, "kind": "tool"}}}}
    )
    assert list(gear.rows_under(rules)) == ["rope", "bread", "lamp"]
    with house.under(house.check(rules)):
        assert gear["lamp"].weight == 1
        assert gear.source("lamp") == gear.source("lamp", "weight") == "table"
        assert [option.source for option in gear.as_options()] == ["chapter", "house", "table"]
    assert "lamp" not in gear


def test_values_are_numbers_and_modifiers(lantern: str) -> None:
    """By name, times over, with a label of their own where it is given."""
    numbers: Any = catalogue.tables(lantern)["numbers"]
    assert numbers.number("home") == 12
    assert numbers.modifier("marsh") == Modifier("Through the marsh", -2, "lantern/walks#trail")
    assert numbers.modifier("marsh", 2, "Two marshes") == Modifier("Two marshes", -4, "lantern/walks#trail")


def test_a_bare_value_sets_the_main_column(lantern: str) -> None:
    """A number of the rules, or the reading of a ruling."""
    tables: Any = catalogue.tables(lantern)
    changes = {"lantern": {"numbers": {"home": 15}, "rulings": {"tie": "no"}}}
    with house.under(house.check(house.HouseRules("mine.toml", changes))):
        assert tables["numbers"].number("home") == 15
        assert tables["numbers"].source("home", "value") == "table"
        assert tables["rulings"]["tie"].default == "no"
    assert tables["numbers"].number("home") == 12


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ABOUT + "[a\n", "made-up/tables/things.toml: this is not TOML:"),
        ('[a]\nname = "A"\n', r"made-up/tables/things.toml: \[about\] with title, rule and source is missing"),
        (ABOUT + '[a]\nname = "A"\nweight = 10\nkind = "tool"\n', 'a.weight: 10 was given; accepted is a whole number'),
        (ABOUT + '[a]\nname = "A"\nweight = "much"\n', 'a.weight: "much" was given'),
        (ABOUT + '[a]\nname = "A"\nwieght = 1\n', 'a.wieght: .*Did you mean "weight"'),
        (ABOUT + '[a]\nname = "A"\nkind = "fod"\n', 'a.kind: "fod" was given.*Did you mean "food"'),
        (ABOUT + '[a]\nname = "A"\nsource = "hearsay"\n', "a: source: 'hearsay' is no source: chapter,"),
        (ABOUT + '[a]\nname = "A"\nsources = { weight = "me" }\n', "a: weight: 'me' is no source"),
        ('[about]\ntitle = "T"\n[a]\nname = "A"\n', "a: source: None is no source"),
    ],
    ids=["syntax", "about", "limit", "kind", "column", "choice", "source", "value's source", "no source"],
)  # fmt: skip
def test_wrong_data_is_refused(things: Callable[[str], Table[Any]], text: str, said: str) -> None:
    """The row, the column and the value are named."""
    with pytest.raises(TableError, match=said):
        list(things(text))


def test_a_ruling_needs_a_reading_of_its_own(things: Callable[..., Table[Any]]) -> None:
    """The default must be one of the options, and options are texts."""
    row = '[x]\ntitle = "X"\nquestion = "?"\nrule = "made-up/x"\ndefault = "c"\n'
    things(ABOUT, RULINGS + row + '[x.options]\na = "A"\nb = "B"\n')
    with pytest.raises(TableError, match="x: 'c' is no reading of this ruling: a, b"):
        list(catalogue.tables("made-up")["rulings"])
    things(ABOUT, RULINGS + row + "[x.options]\na = 1\n")


def test_readings_are_texts(things: Callable[..., Table[Any]]) -> None:
    """A reading that is a number is refused."""
    row = '[x]\ntitle = "X"\nquestion = "?"\nrule = "made-up/x"\ndefault = "a"\n[x.options]\na = 1\n'
    things(ABOUT, RULINGS + row)
    with pytest.raises(TableError, match=r"x\.options: .*a table of texts"):
        list(catalogue.tables("made-up")["rulings"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rope": 3}, r"rope: a row with columns by name is expected, not 3"),
        ({"rope": {"source": "chapter"}}, "rope: the source of a house rule is always the table"),
        ({"rope": {"weight": 99}}, r"rope\.weight: 99 was given; accepted is a whole number from 0 to 9"),
        ({"rope": {"wight": 1}}, 'rope.wight: .*Did you mean "weight"'),
        ({"lamp": {"weight": 1}}, r"lamp: a new row needs name, kind \(rows that are there: rope, bread\)"),
    ],
    ids=["no row", "source", "limit", "column", "new row"],
)
def test_a_house_rule_that_cannot_be_is_refused(gear: Table[Any], change: dict[str, Any], said: str) -> None:
    """With file, game, table, row and reason."""
    with pytest.raises(HouseRulesError, match=r"^mine\.toml: lantern\.gear\." + said):
        house.check(house.HouseRules("mine.toml", {"lantern": {"gear": change}}))
    assert gear["rope"].weight == 2


def test_the_sources_are_these() -> None:
    """What a reader can be told about where a value comes from."""
    assert SOURCES == ("chapter", "published", "deduced", "house", "table")
