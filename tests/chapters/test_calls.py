"""What the cells call exists, and nothing that exists is left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion import catalogue, find
from companion.fields import specs

CallsOf = Callable[[str], list[Any]]


def test_every_resolver_has_a_calculator(calls_of: CallsOf, game: str) -> None:
    """Each calculator of a game stands in its chapter at least once."""
    shown = {call.given[0] for call in calls_of("calculator") if call.chapter == game}
    assert {resolver.address for resolver in catalogue.resolvers(game)} - shown == set()


def test_every_table_is_printed(calls_of: CallsOf, game: str) -> None:
    """Each table of the game's numbers and rows can be read in the chapter, rulings too."""
    printed = {call.about[1] for word in ("table", "values") for call in calls_of(word) if call.chapter == game}
    if any(call.about[0] == game for call in calls_of("rulings")):
        printed.add("rulings")
    assert set(catalogue.tables(game)) - printed == set()


def test_calculators_and_examples_name_what_is_there(calls_of: CallsOf) -> None:
    """The resolver, the example, and each field that a cell sets."""
    found = [*calls_of("calculator"), *calls_of("example")]
    assert found
    for call in found:
        resolver = find(call.given[0])
        described = resolver.describe()
        examples = {example["name"] for example in described["examples"]}
        name = call.given[1] if len(call.given) > 1 else call.named.get("example")
        assert name is None or name in examples, call
        fields = {field["name"] for field in described["fields"]}
        assert set(call.named) - {"example", "dice", "seed", "title"} <= fields, call


def test_tables_and_values_name_what_is_there(calls_of: CallsOf) -> None:
    """The table, its rows or keys, and its columns."""
    found = [*calls_of("table"), *calls_of("values")]
    assert found
    for call in found:
        game, name = call.about
        table = catalogue.tables(game)[name]
        assert set(call.named.get("rows", ())) | set(call.named.get("keys", ())) <= set(table), call
        columns = {spec.name for spec in specs(table.row)}
        assert set(call.named.get("columns", ())) <= columns, call


def test_a_chapter_speaks_of_its_own_game(calls: list[Any]) -> None:
    """No cell shows another game's rules."""
    assert calls
    assert [call for call in calls if call.about[0] != call.chapter] == []


def test_each_example_stands_once(calls_of: CallsOf) -> None:
    """A worked example is told in one place."""
    shown = [call.given for call in calls_of("example")]
    assert len(shown) == len(set(shown))
