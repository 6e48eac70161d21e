"""The pages of the static edition: the served edition's own, with what they need to live without a server."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from widgets.web.assets import Assets, Body
from widgets.web.bundle import bundled
from widgets.web.notebook import INDEX
from widgets.web.pages import SUBTITLE, TITLE, Book

STATIC = Path(__file__).parent / "static"
PAGE_SCRIPT, FRAME_SCRIPT, CLIENT = "published.js", "embedded.js", "engine.js"
MANIFEST, SERVICE_WORKER, OFFLINE, MISSING = "book.webmanifest", "service-worker.js", "offline.html", "404.html"
SECURITY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "object-src 'none'",
    )
)
"""What a page may load: its own host's files and nothing else. Each page carries it."""

CALCULATOR = 'class="rb-calc"'
LIVE = 'data-resolver="'
"""What a widget carries that the engine in a reader's browser answers: a calculator, and the GM screen."""
_PAPER, _INK = "#fbf6ea", "#7a2e22"


class PublishedAssets(Assets):
    """The site's own files, and the scripts of the static edition among them."""

    def __init__(self) -> None:
        super().__init__()
        ours = {path.name: path.read_text(encoding="utf-8") for path in STATIC.glob("*.js")}
        modules = {name: body.plain.decode() for name, body in self.files.items() if name.endswith(".js")} | ours
        self.files[PAGE_SCRIPT] = Body.of(bundled(PAGE_SCRIPT, modules), ".js")
        self.files |= {name: Body.of(ours[name], ".js") for name in (FRAME_SCRIPT, CLIENT)}
        self.folder = named(self.files[name].plain for name in sorted(self.files))


def named(parts: Iterable[bytes]) -> str:
    """A short name made from contents, in their order."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()[:12]


@dataclass(frozen=True)
class Addresses:
    """Where a page finds what it needs, from the folder of the book: the engine's worker, the edition's name, sizes."""

    static: str
    worker: str
    edition: str
    megabytes: int

    def head(self, root: str, *, keeps: bool, calculators: bool) -> str:
        """What goes into a page's head. ``root`` leads from the page to the book; ``keeps`` for offline reading.

        The script that a calculator is adopted by comes with the page: it is small, and a touch finds it there.
        """
        script = {
            "type": "module",
            "src": f"{root}{self.static}{PAGE_SCRIPT}",
            "data-engine": f"{root}{self.worker}",
            "data-calculator": f"{root}{self.static}calculator.js",
            "data-screen": f"{root}{self.static}desk.js",
            "data-root": root,
            "data-edition": self.edition,
            "data-size": str(self.megabytes),
        } | ({"data-worker": root + SERVICE_WORKER} if keeps else {})
        attributes = " ".join(f'{name}="{escape(value)}"' for name, value in script.items())
        manifest = f'<link rel="manifest" href="{root}{MANIFEST}">\n' if keeps else ""
        ahead = f'<link rel="modulepreload" href="{script["data-calculator"]}">\n' if calculators else ""
        return f'{manifest}<meta name="theme-color" content="{_INK}">\n{ahead}<script {attributes}></script>\n'

    def put(self, page: bytes, root: str = "./", *, keeps: bool = True) -> bytes:
        """A page with its head."""
        text = page.decode()
        policy = f'<meta http-equiv="Content-Security-Policy" content="{SECURITY}">\n'
        text = text.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{policy}', 1)
        head = self.head(root, keeps=keeps, calculators=CALCULATOR in text)
        return text.replace("</head>", f"{head}</head>", 1).encode()


def book_pages(book: Book) -> dict[str, bytes]:
    """Every page by the name of its file: the start page, the chapters, and those that say what is not there."""
    pages = {f"{INDEX}.html": book.start()}
    for chapter in book.chapters():
        page = book.page(chapter.name)
        assert page is not None
        pages[f"{chapter.name}.html"] = page
    pages[MISSING] = book.message("There is no such page", "The address leads to no chapter of this book.")
    pages[OFFLINE] = book.message(
        "This page is not on your device yet",
        "There is no network just now, and this page has not been read here before. Those that have been are there.",
    )
    return {name: body.plain for name, body in pages.items()}


def manifest(icon: str) -> bytes:
    """What a browser needs to install the book as an application. ``icon`` is the address of its picture."""
    about = {
        "name": TITLE,
        "short_name": "Rulebook",
        "description": SUBTITLE,
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _INK,
        "lang": "en-GB",
        "icons": [
            {"src": icon, "type": "image/svg+xml", "sizes": "any", "purpose": purpose}
            for purpose in ("any", "maskable")
        ],
    }
    return (json.dumps(about, ensure_ascii=False, indent=1) + "\n").encode()


def service_worker(edition: str, lists: Mapping[str, list[str]]) -> bytes:
    """The service worker of one edition, with the lists of files that it goes by."""
    book = json.dumps({"edition": edition, **lists}, separators=(",", ":"), ensure_ascii=False)
    return f"const BOOK = {book};\n{(STATIC / SERVICE_WORKER).read_text(encoding='utf-8')}".encode()
