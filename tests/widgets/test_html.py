"""The element builder: nothing that is text can become markup."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from widgets.html import Html, classes, escape, join, number, tag


class Reader(HTMLParser):
    """Collects what a browser would see: tags, attributes and text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


# A parser reads a null and a carriage return as something else: they are no text of a page.
PAGE_TEXT = st.text(st.characters(exclude_characters="\0\r", exclude_categories=["Cs"]))


@given(PAGE_TEXT, PAGE_TEXT)
def test_text_and_attributes_come_back_as_they_were(text: str, attribute: str) -> None:
    """Whatever a reader types stays text, between tags and in attributes, quotes of both kinds included."""
    found = Reader(tag("span", text, title=attribute))
    assert found.tags == ["span"]
    assert found.text == text
    assert found.attributes == [("title", attribute)]


def test_markup_is_not_escaped_twice() -> None:
    """An element within another is markup; the same characters as text are not."""
    assert tag("b", tag("i", "a & b")) == "<b><i>a &amp; b</i></b>"
    assert tag("b", "<i>") == "<b>&lt;i&gt;</b>"
    assert escape(Html("<br>")) == "<br>"


def test_attributes_that_say_nothing_are_left_out() -> None:
    """None and False are left out, True is bare, underscores become hyphens, data becomes JSON."""
    made = tag("input", class_="a", hidden=False, disabled=True, aria_label=None, data_when={"a": ["'"]})
    assert made == """<input class="a" disabled data-when='{"a":["&#39;"]}'>"""


def test_children_are_joined() -> None:
    """Lists are taken apart, numbers shown, None and False left out, a zero kept."""
    assert join("a", None, False, ["b", [0, 1.5]]) == "ab01.5"


def test_small_helpers() -> None:
    """Class names that are there; numbers with a true minus sign."""
    assert classes("a", None, False, "", "b") == "a b"
    assert classes(None) is None
    assert number(-3) == "−3"
