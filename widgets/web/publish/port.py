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
from companion.resolver import Resolver
from widgets.answer import ASKS, answer

HOUSE_RULES = "house-rules.toml"
MEASURED_SEED = 7


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
    catalogue.find(address)


def answered(text: str) -> str:
    """The answer to `{"resolver": "new-world/attack", "question": {as `widgets.answer` takes it}}`, as JSON."""
    asked: dict[str, Any] = json.loads(text)
    return json.dumps(answer(asked.get("question"), str(asked.get("resolver"))), ensure_ascii=False)


def trials() -> Iterator[dict[str, Any]]:
    """For every calculator a question of each kind, every example, and inputs that cannot be used."""
    for game in catalogue.all_games():
        for resolver in game.resolvers():
            yield from ({"resolver": resolver.address, "question": question} for question in _questions(resolver))


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
