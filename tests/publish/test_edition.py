"""The files of an edition: relative, named by their content, packed, and all that an offline reader needs."""

from __future__ import annotations

import gzip
import json
import re
from html.parser import HTMLParser

from companion import all_games
from tests.publish.conftest import SMALL, WHOLE, Published
from widgets.web.cache import folder
from widgets.web.publish.links import broken

ENGINE_LIMIT = 6_000_000
READER_LIMIT = 150_000


class Addresses(HTMLParser):
    """Every address that a page names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        names = ("href", "src", "data-engine", "data-calculator", "data-worker", "data-index", "data-root")
        self.found += [value or "" for name, value in attributes if name in names]


def pages(published: Published) -> dict[str, str]:
    """The text of every page."""
    return {name: data.decode() for name, data in published.files().items() if name.endswith(".html")}


def test_every_address_is_relative(published: Published) -> None:
    """So that the book can lie in any folder of any host."""
    for name, text in pages(published).items():
        for address in Addresses(text).found:
            assert address.startswith(("./", "../", "#", "data:")), f"{name}: {address}"
        assert "://" not in re.sub(r'xmlns="[^"]*"', "", text), name


def test_no_link_within_the_book_is_broken(published: Published) -> None:
    """Neither in the chapters nor in the embedded calculators."""
    assert list(broken(published.files())) == []


def test_text_and_results_stand_in_the_page(published: Published) -> None:
    """Each calculator with its form and the answer to its defaults, without any script."""
    for chapter, least in ((WHOLE, 20), (SMALL, 2)):
        text = pages(published)[f"{chapter}.html"]
        calculators = text.count('class="rb-calc"')
        assert calculators >= least
        assert len(re.findall(r"<output[^>]*rb-c-sentence[^>]*>[^<]+", text)) == calculators


def test_every_calculator_can_be_embedded(published: Published) -> None:
    """Each has a page of its own, of every game."""
    everyone = {f"embed/{resolver.address}.html" for game in all_games() for resolver in game.resolvers()}
    assert everyone == {name for name in published.files() if name.startswith("embed/") and name.endswith(".html")}


def test_packed_twins_hold_the_same(published: Published) -> None:
    """What is worth packing lies there twice more, and unpacks to the very bytes."""
    files = published.files()
    worth = [
        name for name, data in files.items() if len(data) >= 600 and not name.endswith((".gz", ".br", "edition.json"))
    ]
    assert worth
    for name in worth:
        assert gzip.decompress(files[f"{name}.gz"]) == files[name]
        assert len(files[f"{name}.br"]) < len(files[name])


def test_the_service_worker_knows_the_files(published: Published) -> None:
    """Each one that it lists is there, each page that can be read is listed, and large ones have a packed twin."""
    files = published.files()
    first = files["service-worker.js"].decode().split("\n", 1)[0]
    book = json.loads(first.removeprefix("const BOOK = ").removesuffix(";"))
    listed = {*book["shell"], *book["rest"]}
    assert listed <= set(files)
    assert {"index.html", "offline.html", "new-world.html", "second.html"} <= listed
    assert set(book["lasting"]) <= listed
    assert all(f"{name}.gz" in files for name in book["packed"])
    assert book["edition"] == json.loads(files["edition.json"])["edition"]
    assert all(f'data-edition="{book["edition"]}"' in text for text in pages(published).values())


def test_the_downloads_keep_within_their_limits(published: Published) -> None:
    """Brotli: the engine with one game; and what somebody who only reads is sent."""
    files = published.files()
    engine = [name for name in files if name.startswith(("engine/", "runtime/")) and not name.endswith((".gz", ".br"))]
    others = {f"{game.name.replace('-', '_')}.zip" for game in all_games()} - {"new_world.zip"}
    needed = [name for name in engine if name.rsplit("/", 1)[1] not in {*others, "python.zip", "NOTICE.txt"}]
    assert sum(len(files.get(f"{name}.br", files[name])) for name in needed) < ENGINE_LIMIT
    book = json.loads(files["service-worker.js"].decode().split("\n", 1)[0].removeprefix("const BOOK = ").rstrip(";"))
    read = {*book["shell"], "new-world.html", "service-worker.js"}
    assert sum(len(files.get(f"{name}.br", files[name])) for name in read) < READER_LIMIT


def test_the_search_index_is_part_of_it(published: Published) -> None:
    """Under a name of its content, with addresses relative to the pages."""
    index = json.loads(published.files()[published.one("search/*.json")])
    assert {"./", "./new-world.html", "./second.html"} <= set(index["pages"].values())
    assert published.one("search/*.json") in pages(published)["new-world.html"]


def test_nothing_of_the_machine_is_in_it(published: Published) -> None:
    """No path of the folders that it was made in."""
    marks = [str(published.chapters).encode(), str(folder()).encode(), b"companion-engine-"]
    for name, data in published.files().items():
        assert not any(mark in data for mark in marks), name
