"""A calculator on the screen: whole, with its first answer, as it stands in a chapter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion import find, game
from companion.fields import plain
from widgets.answer import answer
from widgets.html import Html
from widgets.section import pieces, primary, section

PAGE = "gm-screen"
"""The chapter that the screen stands on: links to rules lead to other pages from there."""


def calculator(address: str, inputs: Mapping[str, Any], at: str) -> Html:
    """The calculator of that address, set to these inputs. Raises `UnknownName`, and `InputError` for the inputs."""
    resolver = find(address)
    values = plain(resolver.read(inputs)[0])
    description = resolver.describe()
    first = answer({"ask": primary(description), "inputs": values, "chapter": PAGE}, resolver.address)
    return section(description, values, pieces(first), at=at, game=game(resolver.game).title, chapter=PAGE)
