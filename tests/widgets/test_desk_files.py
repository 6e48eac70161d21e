"""Files that are brought to the GM screen: what is in them is taken whole, or refused with every reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.widgets.fights import GAMES, begun, blocks, problems, right
from widgets.desk.exported import KIND, MOST_ENTRIES, MOST_TEXT, VERSION

ENTRY = {
    "round": 1,
    "when": "2026-01-01T20:00:00.000Z",
    "lines": [{"text": "Raider: Wounds −4", "rule": "new-world/attack#damage", "value": -4}],
    "dice": [{"label": "first attack die", "value": 6}],
}
PIN = {"resolver": "new-world/attack", "inputs": {"weapon": "cutlass"}}
BLOCK = {"title": "Drill", "side": "foes", "sheet": {"agility": 4}}


def file(**changes: Any) -> str:
    """A file as the screen saves it, with other values."""
    whole = {
        "kind": KIND, "version": VERSION, "game": "new-world", "saved": "2026-01-01", "fight": begun(), "log": [ENTRY],
        "pins": [PIN], "presets": [BLOCK],
    }  # fmt: skip
    return json.dumps({**whole, **changes}, indent=1)


def test_a_file_comes_back_as_it_was_saved() -> None:
    """The fight, the log with its rules and dice, the pins and the stat blocks."""
    found = right("import", text=file())
    assert found["fight"] == begun()
    assert found["log"] == [ENTRY]
    assert found["pins"] == [PIN]
    assert found["presets"][0]["title"] == "Drill"
    assert found["presets"][0]["sheet"]["agility"] == 4
    assert 'href="new-world.ipynb#attack-damage"' in found["html"]["log"]
    assert "6 (first attack die)" in found["html"]["log"]


@pytest.mark.parametrize("game", GAMES)
def test_every_stat_block_of_the_book_can_be_handed_on(game: str) -> None:
    """A file of stat blocks alone has no fight."""
    text = json.dumps({"kind": KIND, "version": VERSION, "game": game, "presets": list(blocks(game).values())})
    found = right("import", text=text)
    assert found["fight"] is None
    assert found["presets"] == list(blocks(game).values())


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        (None, "file", "a text"),
        ("x" * (MOST_TEXT + 1), "file", f"{MOST_TEXT + 1} characters"),
        (file()[:-9], "file", "no JSON"),
        ("[" * 100_000, "file", "JSON"),
        ("[]", "kind", "no kind"),
        (file(kind="a letter"), "kind", "a letter"),
        (file(version=2), "version", "version 1"),
        (file(version="1"), "version", "version 1"),
        (file(game="chess"), "game", "new-world"),
        (file(song="la"), "song", "not to be in the file"),
        (file(fight=3), "fight", "a table"),
        (file(log=[7] * (MOST_ENTRIES + 1)), "log", f"at most {MOST_ENTRIES}"),
        (file(log=[{"lines": [{"text": ""}]}]), "log[0].lines[0].text", "a text"),
        (file(log=[{"lines": [{"text": "a", "rule": "javascript:x"}]}]), "log[0].lines[0].rule", "a rule's address"),
        (file(log=[{"lines": [{"text": "a", "value": "b"}]}]), "log[0].lines[0].value", "a whole number"),
        (file(log=[{"lines": 3}]), "log[0].lines", "a list"),
        (file(log=[{"dice": [{"label": "d", "value": 1.5}]}]), "log[0].dice[0].value", "a whole number"),
        (file(pins="all"), "pins", "a list"),
        (file(pins=[{"resolver": "new-world/song"}]), "pins[0].resolver", "new-world/attack"),
        (file(pins=[{**PIN, "inputs": {"weapon": "spoon"}}]), "pins[0].inputs.weapon", "cutlass"),
        (file(presets=[{**BLOCK, "title": ""}]), "presets[0].title", "a text"),
        (file(presets=[{**BLOCK, "sheet": {"agility": 99}}]), "presets[0].sheet.agility", "a whole number"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used_is_refused_by_field(text: Any, field: str, words: str) -> None:
    """Each with what was given and what would be accepted."""
    found = problems("import", text=text)
    assert set(found) == {field}
    assert words in found[field]


def test_everything_that_is_wrong_is_told_at_once() -> None:
    """Of the fight, the log, the pins and the stat blocks together."""
    fight = begun()
    fight["combatants"][0]["side"] = "nobody's"
    found = problems("import", text=file(fight=fight, log=[7], pins=[7], presets=[7, BLOCK, {"title": "x" * 99}]))
    assert set(found) == {"combatants[0].side", "log[0]", "pins[0]", "presets[0]", "presets[2].title"}


def test_a_pin_of_a_game_that_is_not_at_hand_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a browser a game comes when it is needed: the pin is checked when it is shown."""
    pin = {"resolver": "another-game/attack", "inputs": {"any": 1}}
    assert right("import", text=file(pins=[pin]))["pins"] == [pin]
