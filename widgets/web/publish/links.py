"""Whether every link within the book leads to a file and, where it names a place in it, to that place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

_WITH_ADDRESS = {"href", "src", "data-engine", "data-calculator", "data-worker", "data-index"}


class _Page(HTMLParser):
    """What a page links to, and what can be linked to in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id" and value:
                self.ids.add(value)
            elif name in _WITH_ADDRESS and value is not None:
                self.links.append(value)


def broken(files: Mapping[str, bytes]) -> Iterator[str]:
    """A sentence for each link of each page that leads nowhere. Links to other sites are not followed."""
    pages = {name: _Page(data.decode()) for name, data in files.items() if name.endswith(".html")}
    for name, page in sorted(pages.items()):
        for link in dict.fromkeys(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = target_of(name, parts.path)
            if target not in files:
                yield f"{name}: {link} leads to no file of the book"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                yield f"{name}: {link} leads to no place in {target}"


def target_of(page: str, path: str) -> str:
    """The file that a relative path on a page leads to; a path to a folder leads to its index."""
    if not path:
        return page
    if path.startswith("/"):
        return path
    found = normpath(join(dirname(page), unquote(path)))
    return "index.html" if found == "." else f"{found}/index.html" if path.endswith("/") else found
