"""`companion look`: the page's search in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import cli_text
from companion.cli_text import Paper
from companion.look import KINDS, Entry, look
from tests.cli.conftest import Run
from tests.web.shelf import SEARCHES, wanted

TITLES = {"": "This book", "lantern": "Lantern", "candlelight": "Candlelight"}


@pytest.fixture(autouse=True, scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache of the tests' own: what the first command reads, the others find there."""
    place = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_CACHE", str(place))
        yield place


def entry(title: str, text: str = "", **named: str) -> Entry:
    """An entry of Lantern's chapter unless told otherwise."""
    given = {"kind": "rule", "game": "lantern", "chapter": "lantern", "id": "x", "address": "lantern/x", **named}
    return Entry(title=title, text=text, **given)


def titles(answer: dict[str, Any]) -> list[str]:
    """The titles of all hits in order."""
    return [hit["title"] for game in answer["games"] for hit in game["hits"]]


@pytest.mark.parametrize("search", SEARCHES, ids=lambda search: search["typed"])
def test_what_people_type_finds_what_they_mean(run: Run, search: dict[str, str]) -> None:
    """The same list as the page's search is held to, among the first twelve of the game."""
    ran = run("look", search["typed"], "--game", "new-world", "--json")
    assert ran.code == 0
    assert any(wanted(search, hit) for game in ran.json["games"] for hit in game["hits"]), ran.out


def test_hits_show_their_sentence_and_address(run: Run) -> None:
    """Grouped by game; a calculator is shown as the command that asks it."""
    lines = run("look", "free", "attack", "--game", "new-world").out.splitlines()
    assert lines[0] == "New World"
    assert "  Free attack · Glossary (term)" in lines
    assert any(line.startswith("    One melee attack at no cost") for line in lines)
    assert "    [new-world/free-actions#leaving-reach]" in lines
    assert "    [companion odds new-world/free-attack]" in lines


def test_every_address_that_is_shown_can_be_asked(run: Run) -> None:
    """An example is shown with its name."""
    lines = run("look", "rolls doubles", "--game", "new-world").out.splitlines()
    (command,) = [line.strip(" []") for line in lines if "--example marguerite-critical" in line]
    assert run(*command.split()[1:]).code == 0


def test_most_and_what_is_left(run: Run) -> None:
    """At most so many; how many there are is said, and how to see them."""
    assert len(titles(run("look", "attack", "--most", "3", "--json").json)) == 3
    last = run("look", "attack", "--most", "3").out.splitlines()[-1]
    more, _, most = last.partition(" more: --most ")
    assert int(most.split()[0]) == int(more) + 3


def test_nothing_found_is_no_fault(run: Run) -> None:
    """It is said in a sentence, with exit code 0."""
    ran = run("look", "zzzzqqqq")
    assert (ran.code, ran.out) == (0, "Nothing was found for “zzzzqqqq”.\n")
    assert run("look", "zzzzqqqq", "--json").json == {"looked_for": "zzzzqqqq", "found": 0, "games": []}


@pytest.mark.parametrize("text", ['"', "*", "a AND", "NEAR(", "; DROP TABLE entries", "prone\0", "(", "−", " "])
def test_signs_are_no_commands(run: Run, text: str) -> None:
    """Whatever is typed is looked for as words."""
    assert run("look", text).code == 0


def test_what_was_read_is_kept(run: Run, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing changes it is not read anew; a cache that is of no use is no fault."""
    monkeypatch.setattr("widgets.web.search.stamp_of", lambda folder: "unchanged")
    first = run("look", "prone", "--json").out
    kept = cache / "unchanged.entries.json"
    kept.write_text(kept.read_text(encoding="utf-8").replace("Flat on the ground", "Kept"), encoding="utf-8")
    assert run("look", "prone", "--json").out == first.replace("Flat on the ground", "Kept")
    monkeypatch.setenv("COMPANION_CACHE", str(kept / "not-a-folder"))
    assert run("look", "prone", "--json").out == first


def test_a_game_that_is_not_there_is_named(refused: Callable[..., str]) -> None:
    """With the nearest one."""
    assert 'Did you mean "new-world"?' in refused("look", "prone", "--game", "new-wrld")


@pytest.mark.parametrize(
    ("arguments", "said"), [(("--most", "0"), "most"), (("--what",), "--what"), (("--most", "many"), "most")]
)
def test_options_are_checked(refused: Callable[..., str], arguments: tuple[str, ...], said: str) -> None:
    """Each in one line."""
    assert said in refused("look", "prone", *arguments)


def test_without_the_pages_it_says_what_is_missing(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine works without the packages that the chapters need, and this command says so."""
    monkeypatch.setitem(sys.modules, "widgets.web.search", None)
    assert "package that is not installed: widgets.web.search" in refused("look", "prone")


def test_all_words_go_before_any() -> None:
    """What holds all words is given alone; only where nothing does, what holds any of them."""
    entries = [entry("red lamp"), entry("red wick"), entry("blue lamp")]
    assert titles(look(entries, "lamp red", TITLES)) == ["red lamp"]
    assert titles(look(entries, "wick blue", TITLES)) == ["red wick", "blue lamp"]


def test_as_typed_goes_before_alike() -> None:
    """A word that is there is never taken for a slip of the pen first."""
    entries = [entry("wicked"), entry("wick"), entry("wics")]
    assert titles(look(entries, "wick", TITLES))[0] == "wick"
    assert set(titles(look(entries, "wikc", TITLES))) >= {"wick"}


def test_short_words_are_taken_as_typed() -> None:
    """Three letters are like too many others."""
    assert titles(look([entry("oil"), entry("out")], "oul", TITLES)) == []


def test_accents_and_capitals_make_no_difference() -> None:
    """Neither in the book nor in what is typed."""
    assert titles(look([entry("Mêlée")], "MELEE", TITLES)) == ["Mêlée"]
    assert titles(look([entry("melee")], "mêlée", TITLES)) == ["melee"]


def test_small_words_need_not_be_there() -> None:
    """A question finds an answer; the last word may still be begun."""
    assert titles(look([entry("light a lamp")], "how do I light the lamp", TITLES)) == ["light a lamp"]
    assert titles(look([entry("oncoming")], "on", TITLES)) == ["oncoming"]


def test_a_name_counts_more_than_a_mention() -> None:
    """And a term more than an illustration, where both have the name."""
    entries = [entry("other", "a lamp"), entry("lamp", kind="worked"), entry("lamp", kind="term"), entry("lamp")]
    found = look(entries, "lamp", TITLES)["games"][0]["hits"]
    assert [hit["kind"] for hit in found[:3]] == ["term", "rule", "worked"]
    assert set(KINDS) >= {"term", "rule", "worked"}


def test_games_stand_in_the_order_of_their_best_hits() -> None:
    """Each with its title; one without a title by its name."""
    entries = [entry("other", "a lamp"), entry("lamp", game="candlelight"), entry("x", "lamp", game="new")]
    found = look(entries, "lamp", TITLES)
    assert found["games"][0]["title"] == "Candlelight"
    assert {(game["game"], game["title"]) for game in found["games"][1:]} == {("lantern", "Lantern"), ("new", "new")}
    assert found["found"] == 3


@pytest.mark.parametrize("width", [40, 80])
def test_nothing_is_wider_than_the_paper(width: int) -> None:
    """A long sentence is cut, and an address alone may be longer."""
    hit = entry("", "word " * 100, section="One heading › Another heading", address="lantern/x")
    lines = cli_text.looked_up(look([hit], "word", TITLES), Paper(width))
    assert lines[1].strip().startswith("Another heading · One heading")
    assert max(map(len, lines)) <= width
    assert any(line.endswith("…") for line in lines)
