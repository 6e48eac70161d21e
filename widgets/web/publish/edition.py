"""Puts an edition together: all files of the static book, by name, from its chapters and its engine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from widgets.web.pages import Book
from widgets.web.publish import embed, pages
from widgets.web.publish.engine import LIBRARY, SNAPSHOT, Engine, archive_of
from widgets.web.publish.runtime import Runtime

SNAPSHOT_SECONDS, LIBRARY_SECONDS = 30, 90
"""How long a browser's Python may take to start once all of it is there, before something else is tried or said."""

CATALOGUE = "edition.json"
_LARGE = (".bin", ".zip", ".wasm")
_HEADERS = f"""\
/*
  Content-Security-Policy: {pages.SECURITY}
  X-Content-Type-Options: nosniff
  Referrer-Policy: same-origin
/static/*
  Cache-Control: public, max-age=31536000, immutable
/search/*
  Cache-Control: public, max-age=31536000, immutable
/engine/*
  Cache-Control: public, max-age=31536000, immutable
/runtime/*
  Cache-Control: public, max-age=31536000, immutable
/service-worker.js
  Cache-Control: no-cache
"""
_RUNTIME_NOTICE = """\
The files beside this one are Pyodide {version}, CPython for browsers, unchanged, from the npm package "pyodide".
Pyodide is under the Mozilla Public License 2.0; its source is the repository pyodide/pyodide on GitHub.
CPython, which it contains, is under the licence of the Python Software Foundation.
"""


@dataclass(frozen=True)
class Edition:
    """An edition's name and files."""

    name: str
    files: dict[str, bytes]


def put_together(book: Book, engine: Engine, runtime: Runtime) -> Edition:
    """All files of an edition but the packed twins. The same chapters and the same engine give the same bytes."""
    lasting = _lasting(book, engine, runtime)
    texts = pages.book_pages(book)
    cards = embed.embedded(book)
    worker = next(name for name in lasting if name.endswith("/worker.js"))
    shared = {name: (pages.STATIC / name).read_bytes() for name in (pages.SERVICE_WORKER, "embed.js")}
    name = pages.named(data for part in (lasting, texts, cards, shared) for _, data in sorted(part.items()))
    static = f"static/{book.assets.folder}/"
    addresses = pages.Addresses(static, worker, name, _megabytes(lasting, texts))
    files = dict(lasting)
    files |= {page: addresses.put(text) for page, text in texts.items()}
    files |= {page: addresses.put(text, embed.ROOT, keeps=False) for page, text in cards.items()}
    files[pages.MANIFEST] = pages.manifest(f"./{static}icon.svg")
    at_once = [static + each for each in ("theme.js", "site.js", "site.css", "calculator.js", pages.PAGE_SCRIPT)]
    shell = sorted([pages.OFFLINE, pages.MANIFEST, *at_once])
    rest = sorted({*lasting, *texts} - {*shell, pages.MISSING})
    large = sorted(each for each in lasting if each.endswith(_LARGE))
    lists = {"shell": shell, "rest": rest, "lasting": sorted(lasting), "packed": large}
    files[pages.SERVICE_WORKER] = pages.service_worker(name, lists)
    files["embed.js"] = shared["embed.js"]
    files["_headers"] = _HEADERS.encode()
    files[".nojekyll"] = b""
    return Edition(name, files)


def _lasting(book: Book, engine: Engine, runtime: Runtime) -> dict[str, bytes]:
    """The files whose names change with their content."""
    static = f"static/{book.assets.folder}/"
    files = {static + name: body.plain for name, body in book.assets.files.items()}
    index = book.index()
    files[f"search/{index.name}.json"] = index.plain
    notice = _RUNTIME_NOTICE.format(version=runtime.version).encode()
    shipped = {**engine.runtime, "NOTICE.txt": notice}
    home = f"runtime/{pages.named(shipped[name] for name in sorted(shipped))}/"
    files |= {home + name: data for name, data in shipped.items()}
    made = dict(engine.made)
    made["worker.js"] = (pages.STATIC / "worker.js").read_bytes()
    made["settings.js"] = _settings(engine, runtime, f"../../{home}")
    place = f"engine/{pages.named(made[name] for name in sorted(made))}/"
    return files | {place + name: data for name, data in made.items()}


def _settings(engine: Engine, runtime: Runtime, home: str) -> bytes:
    both: Mapping[str, bytes] = {**engine.runtime, **engine.made}
    large = sorted(name for name in both if name.endswith(_LARGE))
    games = {name[:-4].replace("_", "-"): name for name in sorted(engine.made) if name not in (LIBRARY, SNAPSHOT)}
    assert all(archive_of(game) == name for game, name in games.items())
    settings: dict[str, Any] = {
        "runtime": home,
        "games": games,
        "packed": large,
        "sizes": {name: len(both[name]) for name in large},
        "seconds": [SNAPSHOT_SECONDS, LIBRARY_SECONDS],
        "lock": runtime.lock,
    }
    return f"export default {json.dumps(settings, indent=1)};\n".encode()


def _megabytes(*parts: Mapping[str, bytes]) -> int:
    """About what it takes to keep the whole book, packed, in whole megabytes."""
    import zlib

    return -(-sum(len(zlib.compress(data, 6)) for part in parts for data in part.values()) // 1_000_000)
