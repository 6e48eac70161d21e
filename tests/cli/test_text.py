"""Text for a terminal: bars, narrow paper, tables, and numbers too long to print."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from companion import cli_text
from companion.answers import shown
from companion.catalogue import find
from companion.cli_text import Paper


def table(**change: Any) -> dict[str, Any]:
    """An odds answer without figures, but for one table."""
    empty = {"sentence": "So it is.", "refused": None, "figures": {}, "summary": {}, "outcomes": [], "ignored": []}
    return {**empty, **change}


@pytest.mark.parametrize(
    ("percent", "bar"),
    [(0, ""), (0.001, "▏"), (50, "█████"), (100, "██████████"), (55, "█████▌"), (99.99, "██████████")],
)
def test_a_bar_is_as_long_as_its_chance(percent: float, bar: str) -> None:
    """In eighths of a letter; what can happen at all shows a sliver."""
    assert Paper().bar(percent, 10) == bar


@pytest.mark.parametrize(("percent", "bar"), [(0, ""), (0.001, "#"), (50, "#####"), (100, "##########")])
def test_a_plain_bar_is_of_number_signs(percent: float, bar: str) -> None:
    """For terminals without UTF-8."""
    assert Paper(unicode=False).bar(percent, 10) == bar


def test_plain_letters() -> None:
    """Signs get their twins; a letter without one becomes a question mark."""
    assert cli_text.plain_letters("−2 … “x” – ‘y’ · é") == "-2 ... \"x\" - 'y' - ?"
    assert cli_text.plain_letters("plain") == "plain"


@pytest.mark.parametrize("width", [40, 55, 80, 100])
@pytest.mark.parametrize("address", ["new-world/disarm", "new-world/attack", "new-world/range", "lantern/night-walk"])
def test_nothing_is_wider_than_the_paper(address: str, width: int) -> None:
    """Whatever is asked; a rule's address stays whole, so a line may only be longer where it holds nothing else."""
    resolver = find(address)
    paper = Paper(width, bars=True)
    lines = [
        *cli_text.description(resolver.describe(), paper),
        *cli_text.roll(resolver.roll({}, seed=1), paper),
        *cli_text.odds(resolver.odds({}), paper),
        *cli_text.what_if(resolver.what_if({}), paper),
    ]
    headings = {f"{resolver.title} · {address}"}
    wide = [line for line in lines if len(line) > width and line not in headings and "=" not in line]
    assert wide == []
    assert len(lines) > 20


def test_colour_stresses_and_nothing_else() -> None:
    """With the marks taken out, the text is the same."""
    answer = find("new-world/disarm").odds({"lacking": True})
    coloured = "\n".join(cli_text.odds(answer, Paper(colour=True)))
    assert "\x1b[1mYou\x1b[0m" in coloured
    assert coloured.replace("\x1b[1m", "").replace("\x1b[0m", "") == "\n".join(cli_text.odds(answer, Paper()))


def test_a_figure_of_rows_is_a_table() -> None:
    """With its title and columns; long cells are wrapped."""
    figure = {
        "title": "Order",
        "columns": ["Who", "Acts"],
        "rows": [{"cells": ["Ada", -1]}, {"cells": ["a very long name of somebody " * 3, 5]}],
    }
    lines = cli_text.odds(table(figures={"table": figure}), Paper(40))
    assert lines[:5] == [
        "So it is.",
        "",
        "Order",
        "  Who                               Acts",
        "  Ada                               −1",
    ]
    assert max(map(len, lines)) <= 40
    assert len(cli_text.odds(table(figures={"table": [figure, figure]}), Paper(40))) == 2 * len(lines) - 1


def test_what_has_not_happened_yet_has_its_row() -> None:
    """A measure without a mean says so by leaving it out."""
    half = shown(Fraction(575, 1296))
    rows = [
        {"value": 1, "label": "1", **half, "at_least": half},
        {"value": None, "label": "not yet", **half, "at_least": half},
    ]
    measure = {"name": "round", "label": "Round", "kind": "measure", "mean": None, "most_likely": None, "rows": rows}
    lines = cli_text.odds(table(outcomes=[measure]), Paper())
    assert lines[2] == "Round · most likely not yet"
    assert lines[-1].startswith("  not yet  575/1296  44.37 %")


def test_a_fraction_too_long_to_read_is_left_out() -> None:
    """The percentage stays; a mean is shown in decimals."""
    fraction = f"{10**30 + 1}/{3 * 10**30}"
    row = {
        "value": 1,
        "label": "1",
        "fraction": fraction,
        "percent": 33.3,
        "at_least": {"fraction": "1", "percent": 100},
    }
    measure = {
        "name": "x", "label": "X", "kind": "measure", "mean": fraction, "most_likely": 1, "rows": [row],
    }  # fmt: skip
    entry = {"label": "Mean X", "kind": "mean", "fraction": fraction, "number": 0.33}
    lines = cli_text.odds(table(outcomes=[measure], summary={"mean_x": entry}), Paper())
    assert not any(str(10**30 + 1) in line for line in lines)
    assert "X · mean 0.33, most likely 1" in lines
    assert any(line.split() == ["1", "33.33", "%", "1", "100", "%"] for line in lines)


def test_dice_of_one_name_are_told_together() -> None:
    """And their number is left out of the label."""
    dice = [
        {"name": "a", "label": "your die", "value": 3},
        {"name": "b", "label": "chain die 1", "value": 6},
        {"name": "b", "label": "chain die 2", "value": 2},
    ]
    answer = table(dice=dice, seed=None, steps=[])
    assert cli_text.roll(answer, Paper())[-1] == "Dice: your die 3, chain die 6 2"
