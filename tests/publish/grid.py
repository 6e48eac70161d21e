"""A sampled grid of questions to every calculator: defaults, some examples, and inputs by chance within the limits."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion import all_games
from companion.resolver import Resolver
from widgets.answer import answer

EXAMPLES, BY_CHANCE = 2, 3
SEED = 11
SLOWEST = 0.25
"""Seconds: a question that takes this Python longer is left out, for a browser's takes three times as long."""


@dataclass(frozen=True)
class Asked:
    """A question to a calculator, and what this machine's Python answers to it in the engine's JSON."""

    resolver: str
    question: Mapping[str, Any]
    engine: Mapping[str, Any]


def grid() -> Iterator[Asked]:
    """The questions of all calculators, each with its answer."""
    for game in all_games():
        for resolver in game.resolvers():
            for inputs in sampled(resolver):
                for ask in ("odds", "roll"):
                    question = {"ask": ask, "inputs": inputs, "seed": SEED if ask == "roll" else None, "dice": None}
                    begun = time.perf_counter()
                    told = answer(question, resolver.address)
                    if time.perf_counter() - begun < SLOWEST:
                        yield Asked(resolver.address, question, engine(told))


def sampled(resolver: Resolver) -> Iterator[dict[str, Any]]:
    """Inputs for one calculator, the same on every run."""
    chance = Random(f"{resolver.address} {SEED}")
    yield {}
    yield from (dict(example.inputs) for example in list(resolver.examples.values())[:EXAMPLES])
    fields = resolver.describe()["fields"]
    yield from (some(fields, chance) for _ in range(BY_CHANCE))


def some(fields: Sequence[Mapping[str, Any]], chance: Random) -> dict[str, Any]:
    """One value for each field, within its limits."""
    return {field["name"]: _value(field, chance) for field in fields}


def engine(told: Mapping[str, Any]) -> dict[str, Any]:
    """What of an answer is the engine's, as plain JSON: numbers and reasons, or the problems."""
    kept = told["json"] if told["ok"] else {"problems": told["problems"]}
    plain: dict[str, Any] = json.loads(json.dumps(kept))
    return plain


def _value(field: Mapping[str, Any], chance: Random) -> Any:
    kind = field["kind"]
    if kind == "number":
        if field["blank"] is not None and chance.random() < 0.3:
            return None
        near = [field["default"]] if field["default"] is not None else []
        return chance.choice([*near, chance.randint(field["low"], field["high"])])
    if kind == "switch":
        return chance.random() < 0.5
    if kind == "choice":
        return chance.choice(field["options"])["value"]
    if kind == "text":
        return field["default"]
    count = chance.randint(field["least"], min(field["most"], max(2, field["least"])))
    if kind == "many":
        return [chance.choice(field["options"])["value"] for _ in range(count)]
    return [some(field["fields"], chance) for _ in range(count)]
