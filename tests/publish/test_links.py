"""Links within the book are followed to the very place, and what leads nowhere is named."""

from __future__ import annotations

import pytest

from widgets.web.publish.links import broken, target_of


@pytest.mark.parametrize(
    ("page", "path", "file"),
    [
        ("index.html", "", "index.html"),
        ("index.html", "./", "index.html"),
        ("index.html", "./new-world.html", "new-world.html"),
        ("embed/new-world/attack.html", "../../", "index.html"),
        ("embed/new-world/attack.html", "../../static/a/site.css", "static/a/site.css"),
        ("index.html", "./static/a%20b.svg", "static/a b.svg"),
        ("index.html", "/new-world.html", "/new-world.html"),
        ("index.html", "../other/", "../other/index.html"),
    ],
)
def test_a_relative_path_leads_from_its_page(page: str, path: str, file: str) -> None:
    """As a browser would follow it; an absolute one, or one that leads out, is no file of the book."""
    assert target_of(page, path) == file


def test_what_leads_nowhere_is_named() -> None:
    """A file that is not there, a place that is not in its page, an absolute path; other sites are left alone."""
    files = {
        "index.html": b'<a href="a.html#there">1</a><a href="a.html#gone">2</a><a href="b.html">3</a>'
        b'<a href="#me">4</a><a href="https://example.org/x">5</a><a href="/a.html">6</a>'
        b'<img src="data:image/png;base64,AA">'
        b'<button data-index="./search/x.json" id="me"></button>',
        "a.html": b'<p id="there">',
    }
    assert list(broken(files)) == [
        "index.html: a.html#gone leads to no place in a.html",
        "index.html: b.html leads to no file of the book",
        "index.html: /a.html leads to no file of the book",
        "index.html: ./search/x.json leads to no file of the book",
    ]


def test_a_sound_book_has_nothing_to_name() -> None:
    """Places may be written in percent signs."""
    files = {"index.html": "<a href='./#%C3%BCber'>x</a><h2 id='über'>Über</h2>".encode()}
    assert list(broken(files)) == []
