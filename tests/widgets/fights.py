"""Fights for the tests of the GM screen: from the stat blocks of a game, played by the screen's own answers."""

from __future__ import annotations

import json
from typing import Any

from companion import catalogue
from companion.encounter import presets
from widgets.desk.answer import answer

GAMES = catalogue.tracked_games()


def asked(ask: str, **given: Any) -> dict[str, Any]:
    """An answer as it travels: plain JSON."""
    found: dict[str, Any] = json.loads(json.dumps(answer({"id": 7, "ask": ask, **given})))
    assert (found["id"], found["ask"]) == (7, ask)
    return found


def right(ask: str, **given: Any) -> dict[str, Any]:
    """An answer that must be one."""
    found = asked(ask, **given)
    assert found["ok"], found.get("problems")
    return found


def problems(ask: str, **given: Any) -> dict[str, str]:
    """What is wrong with a question, by field."""
    found = asked(ask, **given)
    assert not found["ok"]
    return {problem["field"]: problem["text"] for problem in found["problems"]}


def blocks(game: str) -> dict[str, dict[str, Any]]:
    """The stat blocks of a game as plain data, by name."""
    return {name: each.to_json() for name, each in presets(catalogue.tracker(game)).items()}


def joined(game: str, fight: Any, *names: str) -> Any:
    """The fight with stat blocks of the game in it."""
    for name in names:
        one = blocks(game)[name]
        act = {"do": "add", "name": one["title"], "side": one["side"], "sheet": one["sheet"]}
        fight = right("act", game=game, fight=fight, act=act)["fight"]
    return fight


def pair(game: str) -> list[str]:
    """The names of a stat block of each side."""
    known = blocks(game)
    return [next(name for name, one in known.items() if one["side"] == side) for side in ("party", "foes")]


def begun(game: str = "new-world", *names: str) -> Any:
    """A fight in its first round; a pair of opponents where nobody is named."""
    fight = joined(game, None, *(names or pair(game)))
    return right("act", game=game, fight=fight, act={"do": "begin", "seed": 1})["fight"]
