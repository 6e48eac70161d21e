"""The engine's side of the port in a reader's browser: a question as JSON in, an answer as JSON out.

Pyodide loads this module from the archive that `widgets.web.publish.engine` packs, with the house rules that the book
was published under beside it. Games come later, each as an archive of its own, when a reader first nears one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

from companion import catalogue, house
from companion.encounter import act, presets
from companion.encounter.fight import empty
from companion.resolver import Resolver
from widgets.answer import ASKS
from widgets.answer import answer as answer_of_calculator
from widgets.desk.answer import answer as answer_of_screen

HOUSE_RULES = "house-rules.toml"
MEASURED_SEED = 7
SCREEN = "desk"
"""The address of the GM screen, among those of the calculators."""


def start() -> None:
    """Put the house rules in force that were packed with the engine, if any. They were checked as it was packed."""
    spec = globals()["__spec__"]
    try:
        text: bytes = spec.loader.get_data(os.path.join(os.path.dirname(__file__), HOUSE_RULES))
    except OSError:
        return
    import tomllib

    house.use(house.HouseRules(HOUSE_RULES, tomllib.loads(text.decode())))


def join(archive: str) -> None:
    """Let the games of an archive (or folder) be asked."""
    catalogue.search_also(archive)


def near(address: str) -> None:
    """Load the modules of a calculator that is about to be asked. Raises `UnknownName` where there is none."""
    if address != SCREEN:
        catalogue.find(address)


def answer(question: Any, address: str) -> dict[str, Any]:
    """The answer of a calculator, or of the GM screen. It never raises."""
    return answer_of_screen(question) if address == SCREEN else answer_of_calculator(question, address)


def answered(text: str) -> str:
    """The answer to `{"resolver": "new-world/attack", "question": {as `widgets.answer` takes it}}`, as JSON."""
    asked: dict[str, Any] = json.loads(text)
    return json.dumps(answer(asked.get("question"), str(asked.get("resolver"))), ensure_ascii=False)


def trials() -> Iterator[dict[str, Any]]:
    """For every calculator a question of each kind, every example, and inputs that cannot be used; for each game's
    fights a few steps of the GM screen."""
    for name in catalogue.tracked_games():
        yield from ({"resolver": SCREEN, "question": question} for question in _steps(name))
    for game in catalogue.all_games():
        for resolver in game.resolvers():
            yield from ({"resolver": resolver.address, "question": question} for question in _questions(resolver))


def _steps(game: str) -> Iterator[dict[str, Any]]:
    """An empty fight, then one of all stat blocks that begins, and an attack in it."""
    tracker = catalogue.tracker(game)
    fight = empty(tracker)
    yield {"ask": "open", "game": game, "fight": None}
    yield {"ask": "add", "game": game, "own": []}
    yield {"ask": "sheet", "game": game}
    for each in presets(tracker).values():
        one = each.to_json()
        given = {"do": "add", "name": one["title"], "side": one["side"], "sheet": one["sheet"]}
        yield {"ask": "act", "game": game, "fight": fight.to_json(), "act": given}
        fight = act(tracker, fight, given).fight
    given = {"do": "begin", "seed": MEASURED_SEED}
    yield {"ask": "act", "game": game, "fight": fight.to_json(), "act": given}
    fight = act(tracker, fight, given).fight
    first, last = fight.combatants[0].id, fight.combatants[-1].id
    yield {"ask": "attack", "game": game, "fight": fight.to_json(), "attacker": first, "target": last}
    yield {"ask": "edit", "game": game, "fight": fight.to_json(), "who": first}


def _questions(resolver: Resolver) -> Iterator[dict[str, Any]]:
    yield from ({"ask": ask, "inputs": {}, "seed": MEASURED_SEED} for ask in ASKS)
    for example in resolver.examples.values():
        inputs = dict(example.inputs)
        yield {"ask": "odds", "inputs": inputs}
        if example.dice is not None:
            yield {"ask": "roll", "inputs": inputs, "dice": list(example.dice)}
    names = [field["name"] for field in resolver.describe()["fields"]]
    yield {"ask": "odds", "inputs": dict.fromkeys(names, "nonsense")}
    yield {"ask": "odds", "inputs": {"no such field": "x"}}
