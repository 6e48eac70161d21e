"""Links from an answer to the rule in the text."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.steps import anchor
from widgets.html import Html, join, tag


def href(address: str, chapter: str) -> str:
    """Where a rule stands, seen from a chapter: `#id` on the same page, else `other.ipynb#id`."""
    page, place = anchor(address)
    return f"#{place}" if page == chapter else f"{page}.ipynb#{place}"


def words(address: str) -> str:
    """A rule's address in words: `new-world/disarming#free-attack` is "disarming: free attack"."""
    place = address.partition("/")[2].replace("-", " ")
    return place.replace("#", ": ")


def rule_link(address: str, chapter: str) -> Html:
    """A link to the rule, its place in words; nothing where there is no address."""
    if not address:
        return Html("")
    try:
        target = href(address, chapter)
    except CompanionError:
        return Html("")
    label = join(tag("span", "Rule: ", class_="rb-c-hidden"), words(address))
    return tag("a", label, href=target, class_="rb-c-rule")
