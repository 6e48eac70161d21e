"""The same numbers everywhere: this machine's Python, a kernel behind Voilà, and Python in the reader's browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from companion import all_games
from tests.publish.conftest import Published
from tests.publish.grid import Asked, engine, grid
from tests.publish.host import Host
from tests.web.client import Reader, heard, update
from tests.web.fixtures import Site
from tests.web.sample import code, widget, write

AT_ONCE = 40
EVERY = 5  # of the grid so much goes through a kernel: every calculator, with odds and throws of other inputs each
FRACTION = re.compile(r"\d+(/\d+)?")

ASK_ALL = """
async ([client, worker, asked]) => {
  const { Engine } = await import(client);
  const engine = new Engine(new URL(worker, document.baseURI));
  const answers = [];
  for (const { resolver, question } of asked) answers.push(await engine.ask(resolver, question));
  return answers;
}
"""


@pytest.fixture(scope="module")
def asked() -> list[Asked]:
    """The whole grid with this machine's answers."""
    return list(grid())


def batches(asked: list[Asked]) -> Iterator[list[Asked]]:
    """The grid in parts."""
    rest = iter(asked)
    while part := list(islice(rest, AT_ONCE)):
        yield part


def fractions(found: Any) -> Iterator[str]:
    """Every exact fraction in an answer."""
    if isinstance(found, dict):
        if isinstance(found.get("fraction"), str):
            yield found["fraction"]
        for value in found.values():
            yield from fractions(value)
    elif isinstance(found, list):
        for value in found:
            yield from fractions(value)


def test_the_grid_asks_every_calculator(asked: list[Asked]) -> None:
    """For odds and throws, mostly with answers, which hold exact fractions."""
    everyone = {resolver.address for game in all_games() for resolver in game.resolvers()}
    assert {each.resolver for each in asked} == everyone
    answered = [each for each in asked if "problems" not in each.engine]
    assert len(answered) > 0.8 * len(asked)
    found = [fraction for each in answered for fraction in fractions(each.engine)]
    assert len(found) > 1000
    assert all(FRACTION.fullmatch(fraction.lstrip("-")) for fraction in found)


def test_a_browser_answers_as_this_python(
    page: Any, host: Callable[..., Host], published: Published, asked: list[Asked]
) -> None:
    """Every number, throw, step and reason, of every game."""
    page.goto(host(packs=True).url + "second.html")
    client, worker = published.one("static/*/engine.js"), published.one("engine/*/worker.js")
    for part in batches(asked):
        questions = [{"resolver": each.resolver, "question": each.question} for each in part]
        told = page.evaluate(ASK_ALL, [f"./{client}", worker, questions])
        for each, theirs in zip(part, told, strict=True):
            assert engine(theirs) == each.engine, f"{each.resolver}: {json.dumps(each.question)}"


def test_a_kernel_answers_as_this_python(serve: Callable[..., Site], asked: list[Asked], tmp_path: Path) -> None:
    """Over a page's own channel, through Voilà and the widgets: a part of the grid, with every calculator in it."""
    part = asked[::EVERY]
    resolvers = list(dict.fromkeys(each.resolver for each in part))
    assert set(resolvers) == {each.resolver for each in asked}
    cells = [code("from widgets import calculator")]
    cells += [code(f"calculator({address!r})", widget()) for address in resolvers]
    write(tmp_path, "all", *cells, title="All")
    reader = Reader(serve(tmp_path, preheat=False, start_timeout=400))
    started = reader.start("all").json
    models = {address: started["outputs"][str(place)][0] for place, address in enumerate(resolvers, start=1)}
    with reader.channel(started["kernelId"]) as channel:
        for number, each in enumerate(part, start=1):
            model = models[each.resolver]
            channel.send(update(model, question={"id": number, **each.question}))

            def answers(message: dict[str, Any], model: str = model, number: int = number) -> bool:
                content = message["content"]
                told = content.get("data", {}).get("state", {}).get("answer") if "data" in content else None
                return content.get("comm_id") == model and bool(told) and told.get("id") == number

            message = heard(channel, answers, 60)
            theirs = engine(message["content"]["data"]["state"]["answer"])
            assert theirs == each.engine, f"{each.resolver}: {json.dumps(each.question)}"
