"""Every rule address in use leads somewhere: to an anchor in the chapter of its game."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion import catalogue
from companion.encounter import act, presets
from companion.encounter.fight import empty
from companion.fields import plain
from companion.resolver import Resolver
from companion.steps import anchor
from widgets.web.pages import Book

SEEDS = range(3)


def written_in(game: str) -> Iterator[str]:
    """Every address that the game's code and data spell out, `f"{RULE}#ties"` included."""
    room = importlib.import_module(f"companion.games.{game.replace('-', '_')}")
    folder = Path(str(room.__file__)).parent
    for path in sorted(folder.rglob("*.toml")):
        yield from re.findall(rf"{game}/[\w-]+#[\w-]+", path.read_text(encoding="utf-8"))
    for path in sorted(folder.glob("*.py")):
        code = path.read_text(encoding="utf-8")
        yield from re.findall(rf"{game}/[\w-]+#[\w-]+", code)
        module = importlib.import_module(f"{room.__name__}.{path.stem}")
        for constant, rule in re.findall(r"\{([A-Z][A-Z_]*)\}#([\w-]+)", code):
            yield f"{getattr(module, constant)}#{rule}"


def in_tables(game: str) -> Iterator[str]:
    """The address of each table, and of each row that has one."""
    for table in catalogue.tables(game).values():
        yield str(table.about["rule"])
        yield from (row.rule for row in table.values() if getattr(row, "rule", ""))


def in_answers(resolver: Resolver) -> Iterator[str]:
    """The addresses of a calculator, its examples, and the steps of its answers, one field changed at a time."""
    described = resolver.describe()
    yield described["rule"]
    yield from (example["rule"] for example in described["examples"] if example["rule"])
    for inputs in [*(example["inputs"] for example in described["examples"]), *changes(described["fields"])]:
        for seed in SEEDS:
            yield from rules_in(resolver.roll(inputs, seed=seed))


def in_tracker(game: str) -> Iterator[str]:
    """The addresses of what the encounter tracker shows of each stat block, at each value of each mark."""
    tracker = catalogue.tracker(game)
    fight = empty(tracker)
    for preset in presets(tracker).values():
        add = {"do": "add", "name": preset.title, "side": preset.side.value, "sheet": plain(preset.sheet)}
        fight = act(tracker, fight, add).fight
    yield from (each.rule for each in (*tracker.marks, *tracker.uses, *tracker.conditions()))
    for one in fight.combatants:
        yield from (option.rule for option in tracker.plan(fight, one))
        for mark in tracker.marks:
            for value in range(mark.low(one.sheet), mark.high(one.sheet) + 1):
                hurt = act(tracker, fight, {"do": "mark", "who": one.id, "mark": mark.name, "to": value}).fight
                yield from (step.rule for step in tracker.health(hurt, hurt[one.id]).steps if step.rule)


def changes(fields: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The defaults, and the defaults with one field set otherwise: each option, both ends, the other way round."""
    yield {}
    for field in fields:
        if field["kind"] == "switch":
            yield {field["name"]: not field["default"]}
        elif field["kind"] == "choice":
            yield from ({field["name"]: option["value"]} for option in field["options"])
        elif field["kind"] == "number":
            yield from ({field["name"]: field[end]} for end in ("low", "high"))
        elif field["kind"] == "many" and field["least"] <= 1 <= field["most"]:
            yield from ({field["name"]: [option["value"]]} for option in field["options"])


def rules_in(answer: Any) -> Iterator[str]:
    """Every `rule` anywhere in an answer: of steps, of refusals, of the figures' rows."""
    if isinstance(answer, dict):
        if isinstance(answer.get("rule"), str) and answer["rule"]:
            yield answer["rule"]
        for value in answer.values():
            yield from rules_in(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from rules_in(value)


def missing(book: Book, game: str, addresses: Iterator[str]) -> list[str]:
    """The addresses that no anchor of the game's chapter answers to."""
    chapter = book.chapter(game)
    assert chapter is not None
    known = {(game, name) for name in book.text(chapter).ids}
    used = set(addresses)
    assert used
    return sorted(address for address in used if anchor(address) not in known)


def test_addresses_in_code_and_data_exist(book: Book, game: str) -> None:
    """Whatever a game's modules, tables and examples name can be read in its chapter."""
    assert missing(book, game, written_in(game)) == []


def test_addresses_of_tables_exist(book: Book, game: str) -> None:
    """Each table, each number and each ruling leads to the rule it belongs to."""
    assert missing(book, game, in_tables(game)) == []


def test_addresses_of_answers_exist(book: Book, resolver: Resolver) -> None:
    """Each step of an explanation and each refusal leads to its rule."""
    assert missing(book, resolver.address.partition("/")[0], in_answers(resolver)) == []


def test_addresses_of_the_encounter_tracker_exist(book: Book, game: str) -> None:
    """Each mark, condition, act of a turn and level of loss leads to its rule."""
    assert missing(book, game, in_tracker(game)) == []


def test_every_anchor_is_unique(book: Book) -> None:
    """No id stands twice on a page, neither in the text nor in what the calculators show."""
    for chapter in book.chapters():
        page = str(book.text(chapter).html)
        counted = Counter(re.findall(r"""<[^>]*?\sid=["']([^"']+)["']""", page))
        assert counted
        assert [name for name, times in counted.items() if times > 1] == []


def test_rules_of_the_chapter_stand_in_sections(book: Book, game: str) -> None:
    """The id of a rule begins with the id of a section, so that its address can be made from it."""
    chapter = book.chapter(game)
    assert chapter is not None
    sections = {heading.id for heading in book.text(chapter).headings}
    source = "\n".join(cell.source for cell in chapter.cells if cell.kind == "markdown")
    anchors = re.findall(r'<a id="([^"]+)"></a>', source)
    assert anchors
    assert [name for name in anchors if name not in sections and not _within(name, sections)] == []


def _within(name: str, sections: set[str]) -> bool:
    return any(name.startswith(f"{section}-") for section in sections)
