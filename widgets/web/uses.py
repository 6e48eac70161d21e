"""From a rule to the calculators that work with it: a small list beside each rule that has some."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from typing import Any

from markdown_it.token import Token

from companion import catalogue
from companion.errors import CompanionError
from companion.resolver import Resolver
from companion.steps import anchor
from widgets.web.cache import Cache
from widgets.web.passages import Placed
from widgets.web.stamps import stamp_of

SEEDS = 3
SHOWN = 3
"""So many calculators stand beside a rule by name; the others are folded away behind their number."""

_PLACE = re.compile(r"<!--rule (\S+) (\S*)-->\n?(.*?)<!--/rule-->\n?", re.DOTALL)


@cache
def calculators_by_rule(game: str) -> Mapping[str, tuple[Resolver, ...]]:
    """Each rule's id in its chapter, and the calculators whose answers rest on it, in the order of the game.

    A calculator rests on its own rule and on those that the steps of its answers name: for its defaults and its
    examples, thrown a few times, and with one switch or choice set otherwise. As this takes a second for a game, it
    is kept in the user's cache.
    """
    kept, name = Cache(), f"{stamp_of()}.{game}.uses.json"
    known = kept.get(name)
    if known is not None:
        return {rule: tuple(map(catalogue.find, addresses)) for rule, addresses in json.loads(known).items()}
    found: dict[str, dict[str, Resolver]] = {}
    for resolver in catalogue.resolvers(game):
        for address in {resolver.rule, *(rule for answer in _answers(resolver) for rule in _rules(answer))}:
            try:
                chapter, place = anchor(address)
            except CompanionError:
                continue
            if chapter == game:
                found.setdefault(place, {})[resolver.address] = resolver
    kept.put(name, json.dumps({rule: list(resolvers) for rule, resolvers in found.items()}).encode())
    return {rule: tuple(resolvers.values()) for rule, resolvers in found.items()}


class Margins:
    """Leaves a place beside each rule of a text, to be filled once all calculators of the page are known."""

    def __init__(self) -> None:
        self._section = ""

    def read(self, tokens: list[Token]) -> list[Token]:
        """Put marks around the headings and the rules of one cell of text."""
        kept: list[Token] = []
        closing = ""
        for token in tokens:
            head = token.type == "heading_open" and token.tag != "h1"
            if head and token.tag in ("h2", "h3"):
                self._section = str(token.attrGet("id"))
            rule = token.type == "paragraph_open" and token.level == 0 and "rb-rule" in str(token.attrGet("class"))
            if (head or rule) and not re.search(r"--|[\s<>]", str(token.attrGet("id"))):
                kept.append(_html(f"<!--rule {token.attrGet('id')} {self._section}-->\n"))
                closing = "heading_close" if head else "paragraph_close"
            kept.append(token)
            if token.type == closing:
                kept.append(_html("<!--/rule-->\n"))
                closing = ""
        return kept


def filled(html: str, game: str, placed: Sequence[Placed]) -> str:
    """A chapter's text with the list of calculators in each of the places that were left for them."""
    known = calculators_by_rule(game) if placed and game in catalogue.game_names() else {}
    homes: dict[str, list[Placed]] = {}
    for each in placed:
        homes.setdefault(each.resolver, []).append(each)

    def fill(found: re.Match[str]) -> str:
        name, section, text = found.groups()
        there = [each for each in known.get(name, ()) if each.address in homes]
        if not there:
            return text
        links = [_link(each, homes[each.address], section) for each in there]
        what = "section" if text.startswith('<div class="rb-head') else "rule"
        return f'<div class="rb-ruled rb-ruled-{what}">\n{text}{_list(links, what)}</div>\n'

    return _PLACE.sub(fill, html)


def _list(links: Sequence[str], what: str) -> str:
    first = SHOWN if len(links) > SHOWN + 1 else len(links)
    shown = f"<ul>{''.join(f'<li>{link}</li>' for link in links[:first])}</ul>"
    if links[first:]:
        more = "".join(f"<li>{link}</li>" for link in links[first:])
        shown += f'<details class="rb-more"><summary>{len(links) - first} more</summary><ul>{more}</ul></details>'
    return f'<div class="rb-uses" role="group" aria-label="Calculators for this {what}">{shown}</div>\n'


def _link(resolver: Resolver, homes: Sequence[Placed], section: str) -> str:
    """A link to the resolver's calculator in the same section, or else to the first one of the page."""
    home = next((each for each in homes if each.section == section), homes[0])
    return f'<a href="#{escape(home.id)}" title="{escape(resolver.summary)}">{escape(resolver.title)}</a>'


def _answers(resolver: Resolver) -> Iterator[Any]:
    for inputs in [{}, *(example.inputs for example in resolver.examples.values())]:
        yield from (resolver.roll(inputs, seed=seed) for seed in range(SEEDS))
    for field in resolver.describe()["fields"]:
        if field["kind"] == "switch":
            yield resolver.roll({field["name"]: not field["default"]}, seed=0)
        elif field["kind"] == "choice":
            yield from (resolver.roll({field["name"]: option["value"]}, seed=0) for option in field["options"])


def _rules(answer: Any) -> Iterator[str]:
    """Every rule's address in an answer: of its steps, a refusal, and the rows of its figures."""
    if isinstance(answer, Mapping):
        if isinstance(answer.get("rule"), str) and answer["rule"]:
            yield answer["rule"]
        for value in answer.values():
            yield from _rules(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from _rules(value)


def _html(content: str) -> Token:
    return Token("html_block", "", 0, content=content, block=True)
