"""Reference sheets: which tables of a game stand on its one page, and what is said where the file is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.errors import TableError
from companion.reference import has_reference, reference

GAME = 'title = "M"\ndice = "d"\nabout = "A."'
DATA = '''"""Tables."""
from companion.tables import Values
NUMBERS = Values(__name__, "numbers")
'''
NUMBERS = '[about]\ntitle = "N"\nrule = "made-up/n"\nsource = "house"\n[wax]\nlabel = "Wax"\nvalue = 3\n'
PART = '[[part]]\ntitle = "Wax"\nrule = "made-up/n#wax"\n'

Make = Callable[..., str]


def made(make: Make, text: str) -> str:
    """A game with one table and this sheet."""
    return make({"game.toml": GAME, "data.py": DATA, "tables/numbers.toml": NUMBERS, "reference.toml": text})


def test_a_sheet_names_tables_columns_and_rows(made_game: Make) -> None:
    """In the order of the file; heads belong to columns; lines may stand alone."""
    game = made(
        made_game,
        f'{PART}table = "numbers"\ncolumns = ["value"]\nheads = ["No."]\nrows = ["wax"]\n{PART}lines = ["Burns."]\n',
    )
    table, lines = reference(game)
    assert (table.table, table.columns, table.heads, table.rows) == (
        "numbers",
        ("value",),
        (("value", "No."),),
        ("wax",),
    )
    assert (lines.table, lines.lines, lines.rule) == ("", ("Burns.",), "made-up/n#wax")


def test_a_game_may_have_no_sheet(made_game: Make) -> None:
    """Then there is none, and that is no error."""
    game = made_game({"game.toml": GAME})
    assert not has_reference(game)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[part", "this is not TOML"),
        ('[[part]]\ntitle = "W"\n', "part 1: title, rule"),
        (f'{PART}colour = "red"\n', "part 1: title, rule"),
        (f'{PART}table = "numbrs"\n', 'There is no table "numbrs". Did you mean "numbers"?'),
        (
            f'{PART}table = "numbers"\ncolumns = ["valu"]\n',
            'There is no column of numbers "valu". Did you mean "value"?',
        ),
        (f'{PART}table = "numbers"\nrows = ["wix"]\n', 'There is no row of numbers "wix". Did you mean "wax"?'),
        (f'{PART}lines = ["a"]\nrows = ["wax"]\n', "columns and rows need a table"),
        (f'{PART}table = "numbers"\ncolumns = ["value"]\nheads = ["a", "b"]\n', "as many heads as columns"),
        (PART, "a table or lines are expected"),
    ],
)
def test_a_wrong_sheet_names_its_part(made_game: Make, text: str, said: str) -> None:
    """The message names file, part and the nearest name."""
    game = made(made_game, text)
    with pytest.raises(TableError) as error:
        reference(game)
    assert said in str(error.value)
    assert "made-up/reference.toml" in str(error.value)
