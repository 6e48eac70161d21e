"""What of a page is put aside until a reader comes near: the forms, odds and figures of its calculators.

A chapter holds twenty calculators of a thousand elements each, and a browser would build all of them before its
reader sees the end of the text. So what `widgets.html.later` marks goes into ``<noscript>``: with scripts a browser
takes that for one piece of text, which ``static/near.js`` turns into a form where a reader comes near; without scripts
it is the page, complete and printable. Such a part is also ``data-far``: it is not laid out while it is far off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

from widgets.html import LATER, LATER_END

AT_ONCE = 2
"""So many calculators at a page's top are whole from the start: they may stand where a reader first looks."""

_PLACE = re.compile(r'(?=<div class="(?:rb-live|rb-output)">)')
_OPENING = re.compile(r'<div class="rb-(?:live|output)"')
_PART = re.compile(f"{LATER}(.*?){LATER_END}", re.DOTALL)
_GAP = re.compile(r">\n+(?=<)")
_CALCULATOR = re.compile(r'<section id="([\w-]+)" class="rb-calc"')
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def put_aside(html: str, at_once: int = AT_ONCE) -> str:
    """A chapter's text with the marked parts put aside, but for those of the first calculators."""
    short = names()
    before, *places = _PLACE.split(html)
    kept = []
    for place in places:
        calculator = _CALCULATOR.search(place)
        if calculator:
            place = _renamed(place, calculator[1], next(short))
            at_once -= 1
        kept.append(_PART.sub(r"\1", place) if calculator and at_once >= 0 else _aside(place))
    return before + "".join(kept)


def names() -> Iterator[str]:
    """Short names, each once: a, b, … z, aa, ab …"""
    for number in count(1):
        name = ""
        while number:
            number, letter = divmod(number - 1, len(_LETTERS))
            name = _LETTERS[letter] + name
        yield name


def _renamed(place: str, name: str, short: str) -> str:
    """The ids within a calculator begin with a short name in place of its own, which is long and told often."""
    own = re.compile(rf"\b{name}-")
    named = re.compile(rf'(?<= )(?:id|for|name|aria-\w+)="[^"]*\b{name}-[^"]*"')
    return named.sub(lambda found: own.sub(f"{short}-", found[0]), place)


def _aside(place: str) -> str:
    parts = _PART.sub(lambda found: f"<noscript>{_GAP.sub('>', found[1]).strip()}</noscript>", place)
    return parts if parts == place else _OPENING.sub(lambda found: f"{found[0]} data-aside data-far", parts, count=1)
