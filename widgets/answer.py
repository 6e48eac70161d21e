"""A calculator's question and its answer: the one function behind every port (kernel, browser, test).

A question is `{"id": 7, "ask": "odds" | "roll" | "what_if", "inputs": {as typed}, "dice": [faces] | None, "seed": n |
None}`; `"chapter"` may name the page that the calculator stands on, where it is not its own game's. The answer holds
the engine's JSON and ready HTML, or the problems, each beside its field.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion import CompanionError, InputError, find
from companion.resolver import Resolver
from widgets import results

ASKS = ("odds", "roll", "what_if")
UNEXPECTED = "This could not be worked out: something in the calculator itself failed. Other inputs may still work."

log = logging.getLogger(__name__)


def answer(question: Any, resolver: str) -> dict[str, Any]:
    """The answer to one question put to one resolver (`new-world/attack`). It never raises.

    `{"id", "ask", "ok": true, "json": {the engine's}, "html": {"sentence", "summary", "odds", "explanation",
    "figures", "what_if"}}` with those pieces that the question asked for, or `{"id", "ask", "ok": false, "problems":
    [{"field", "given", "accepted", "message", "text"}]}`, where `text` is how the message reads beside its field.
    """
    asked = question if isinstance(question, Mapping) else {}
    ask = asked.get("ask", "odds")
    head = {"id": asked.get("id"), "ask": ask}
    try:
        found = find(str(resolver))
        engine = _ask(found, ask, asked)
        chapter = str(asked.get("chapter") or found.game)
        return {**head, "ok": True, "json": engine, "html": html(found, ask, engine, chapter)}
    except InputError as error:
        return {**head, "ok": False, "problems": [told(problem) for problem in error.to_json()]}
    except CompanionError as error:
        return {**head, "ok": False, "problems": [general(str(error))]}
    except Exception:
        log.exception("the calculator %s failed", resolver)
        return {**head, "ok": False, "problems": [general(UNEXPECTED)]}


def html(resolver: Resolver, ask: str, engine: Mapping[str, Any], chapter: str) -> dict[str, str]:
    """The engine's answer as the pieces of HTML that a calculator swaps in."""
    labels = dict(_labels(resolver.describe()["fields"], engine.get("inputs", {})))
    if ask == "what_if":
        return {"what_if": results.what_if(engine)}
    pieces = {"sentence": results.sentence(engine), "figures": results.figures(engine, chapter)}
    if ask == "roll":
        return pieces | {"explanation": results.explanation(engine, labels, chapter)}
    return pieces | {"summary": results.summary(engine), "odds": results.odds(engine, labels, chapter)}


def _ask(resolver: Resolver, ask: Any, asked: Mapping[str, Any]) -> dict[str, Any]:
    inputs = asked.get("inputs") or {}
    if not isinstance(inputs, Mapping):
        raise CompanionError("The inputs must be given by the names of their fields.")
    if ask == "odds":
        return resolver.odds(inputs)
    if ask == "what_if":
        return resolver.what_if(inputs)
    if ask != "roll":
        raise CompanionError(f"A calculator can be asked for {', '.join(ASKS)}.")
    dice, seed = asked.get("dice"), asked.get("seed")
    if dice is not None and (isinstance(dice, str) or not isinstance(dice, Sequence)):
        raise CompanionError("The dice must be given as a list of faces.")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or abs(seed) >= 2**63):
        raise CompanionError("A seed is a whole number.")
    return resolver.roll(inputs, seed=seed, dice=dice)


def told(problem: dict[str, Any]) -> dict[str, Any]:
    """A problem with the text that stands beside its field."""
    given, accepted = problem["given"], problem["accepted"]
    shown = "" if given is None else str(given).strip()
    text = f"Give {accepted}" if not shown else f"“{shown[:40]}” cannot be used. Give {accepted}"
    return {**problem, "text": text.rstrip(".") + "."}


def general(message: str) -> dict[str, Any]:
    """A problem that belongs to no field."""
    return {"field": "", "given": None, "accepted": "", "message": message, "text": message}


def _labels(fields: Sequence[Mapping[str, Any]], inputs: Mapping[str, Any], at: str = "") -> Iterator[tuple[str, str]]:
    for spec in fields:
        yield at + spec["name"], spec["label"]
        rows = inputs.get(spec["name"])
        if spec["kind"] == "rows" and isinstance(rows, list):
            for place, row in enumerate(rows):
                yield from _labels(spec["fields"], row, f"{at}{spec['name']}[{place}].")
