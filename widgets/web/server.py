"""The server of the book: Voilà for the kernels, plain pages for the readers.

``main`` runs it. It keeps to a short list of addresses of its own; none of Voilà's own pages, file listings
or rendering addresses is served, so nothing but a page's POST with its XSRF token can start a kernel.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.netutil import bind_sockets
from traitlets.config import Config
from voila.app import Voila
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler

from widgets.web import handlers, whole
from widgets.web.assets import HERE
from widgets.web.build import CHAPTERS, aside, prepare, slashed
from widgets.web.cache import packed
from widgets.web.door import Door
from widgets.web.guard import HEADERS, HEARD, GuardedKernelWebsocket
from widgets.web.kernels import BookKernels, BookKernelSpecs, transport
from widgets.web.notebook import INDEX, NotebookError
from widgets.web.pages import Book
from widgets.web.runs import Runs
from widgets.web.seats import Seats, raise_file_limit

TEMPLATE = HERE / "voila" / "templates" / "rulebook"
LARGEST_MESSAGE = 1_000_000
MOST_KERNELS = 100
IDLE_CONNECTION_SECONDS = 75
BODY_SECONDS = 20
WATCH_SECONDS = 2

_KERNEL_ID = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
_NAME = r"([a-z0-9][a-z0-9-]*)"


class BookServer(Voila):
    """Voilà with the book's pages instead of its own. Made by ``main``; reads no configuration file."""

    book: Book
    seats: Seats
    start_timeout: float
    runs: Runs | None = None

    def setup_template_dirs(self) -> None:
        """The one template, which lies in this package; nothing is looked for elsewhere."""
        self.template_paths = [str(TEMPLATE)]
        self.static_paths = []

    def init_settings(self) -> dict[str, Any]:
        """Voilà's settings and ours: headers, strict cookie, small messages, the book."""
        settings = super().init_settings()
        self.kernel_manager.allowed_message_types = list(HEARD)
        return {
            **settings,
            "headers": HEADERS,
            "xsrf_cookie_kwargs": {"samesite": "Strict", "path": self.base_url},
            "websocket_max_message_size": LARGEST_MESSAGE,
            "default_handler_class": handlers.NotFound,
            "log_function": lambda handler: None,  # faults are logged where they happen; refusals are none
            "book": self.book,
            "seats": self.seats,
            "start_timeout": self.start_timeout,
        }

    def init_handlers(self) -> list[Any]:
        """Every address that is served."""
        base = self.base_url
        start = {
            "template_paths": self.template_paths,
            "config": self.config,
            "voila_configuration": self.voila_configuration,
        }
        return [
            (base, handlers.StartPage),
            (rf"{base}static/([0-9a-z]+)/([\w.-]+)", handlers.StaticFile),
            (rf"{base}search/([0-9a-f]+)\.json", handlers.SearchIndex),
            (rf"{base}health", handlers.Health),
            (rf"{base}robots\.txt", handlers.Robots),
            (rf"{base}api/kernels/{_KERNEL_ID}/channels", GuardedKernelWebsocket),
            (rf"{base}voila/api/shutdown/{_KERNEL_ID}", VoilaShutdownKernelHandler),
            (rf"{base}{_NAME}\.ipynb", handlers.NotebookAddress),
            (rf"{base}{_NAME}", handlers.ChapterPage),
            (rf"{base}{_NAME}/kernel", handlers.StartKernel, start),
            *whole.addresses(self, _NAME, _KERNEL_ID),
        ]

    def listen(self) -> None:
        """Take the port, say so in one line, and serve until SIGINT or SIGTERM."""
        sockets = bind_sockets(self.port, self.ip)
        server = Door(
            self.app,
            max_body_size=LARGEST_MESSAGE,
            max_buffer_size=4 * LARGEST_MESSAGE,
            idle_connection_timeout=IDLE_CONNECTION_SECONDS,
            body_timeout=BODY_SECONDS,
        )
        server.add_sockets(sockets)
        self.port = sockets[0].getsockname()[1]
        self.ioloop = IOLoop.current()
        signal.signal(signal.SIGINT, self._handle_signal_stop)
        host = f"[{self.ip}]" if ":" in self.ip else self.ip
        print(f"The book is open at http://{host}:{self.port}{self.base_url} (Ctrl-C closes it)", flush=True)
        self.ioloop.add_callback(self._make_pages)
        watch = PeriodicCallback(self._run_anew, 1000 * WATCH_SECONDS)
        if self.runs is not None:
            watch.start()
        try:
            self.ioloop.start()
        finally:
            server.stop()
            self.stop()

    async def _make_pages(self) -> None:
        """Make and pack every page now, so that the first reader does not wait for it."""
        pack = self.runs.cache.pack if self.runs else packed
        for name in [INDEX, *(chapter.name for chapter in self.book.chapters())]:
            if page := self.book.start() if name == INDEX else self.book.page(name):
                await asyncio.to_thread(pack, page)
        for file in [self.book.index(), *self.book.assets.files.values()]:
            await asyncio.to_thread(pack, file)

    async def _run_anew(self) -> None:
        """Run chapters whose cells were changed while the book is open; their pages follow when that is done."""
        if self.runs is None or not self.runs.changed(self.book.files()):
            return
        try:
            missing = self.runs.missing(self.book.files())
            if missing:
                await asyncio.wrap_future(aside(self.runs.run(missing)))
            await self._make_pages()
        except (RuntimeError, NotebookError) as error:
            print(f"companion: {error}", file=sys.stderr)


def main(
    host: str = "127.0.0.1",
    port: int = 8866,
    base_url: str = "/",
    house_rules: str | os.PathLike[str] | None = None,
    chapters: str | os.PathLike[str] | None = None,
    *,
    preheat: int = 1,
    most_kernels: int | None = MOST_KERNELS,
    wake_when_idle: bool = False,
    idle_minutes: float = 30.0,
    grace_seconds: float = 60.0,
    start_timeout: float = 60.0,
    build: bool = False,
) -> int:
    """Serve the chapters until Ctrl-C; returns the exit code.

    ``port`` 0 takes any free one. ``house_rules`` is a TOML file that the kernels compute with. ``chapters``
    is a folder of notebooks (the book's own by default). ``preheat`` keeps so many kernels ready per chapter with
    calculators, so that the first touch is answered at once. ``most_kernels`` caps the kernels that readers
    hold together; who comes later still reads, and the page tries again by itself. ``wake_when_idle`` starts a
    page's kernel before it is touched. A kernel ends when its page is left; ``grace_seconds`` after its page was
    lost; and when the page has not used it for ``idle_minutes``. Cells must have run within ``start_timeout``
    seconds. ``build`` first runs the chapters that have changed, so that pages show what the rules in force give;
    without it they show the results that are stored in the notebooks. A port that is taken or a folder that is not
    there is said on stderr, with exit code 1.
    """
    folder = Path(chapters) if chapters is not None else CHAPTERS
    if not folder.is_dir():
        print(f"companion: there is no folder of chapters at {folder}", file=sys.stderr)
        return 1
    if house_rules is not None:
        os.environ["COMPANION_HOUSE_RULES"] = os.path.abspath(house_rules)
    base = slashed(base_url)
    runs = Runs(house_rules=house_rules) if build else None
    book = Book(folder.resolve(), base_url=base, source=runs, wake_when_idle=wake_when_idle)
    try:
        if runs is not None:
            prepare(book, runs)
        book.chapters()
    except NotebookError as error:
        print(f"companion: {error}", file=sys.stderr)
        return 1
    config = _config(host, port, base, folder.resolve(), book, int(preheat), idle_minutes)
    config.BookKernels.grace = grace_seconds
    server = BookServer(config=config)
    server.book, server.runs, server.seats, server.start_timeout = book, runs, Seats(most_kernels), start_timeout
    raise_file_limit()
    for name in ("tornado.access", "tornado.general", "tornado.application"):
        logging.getLogger(name).setLevel(logging.ERROR)
    try:
        server.initialize([])
        server.start()
    except OSError as error:
        print(f"companion: cannot serve at {host}:{port}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


def _config(host: str, port: int, base: str, folder: Path, book: Book, preheat: int, idle_minutes: float) -> Config:
    plain = [rf".*[\\/]{re.escape(path.name)}$" for path in folder.glob("*.ipynb") if not _live(book, path.stem)]
    return Config(
        {
            "Voila": {
                "ip": host,
                "port": port,
                "base_url": base,
                "root_dir": str(folder),
                "open_browser": False,
                "config_file_paths": [],
                "log_level": logging.ERROR,
            },
            "VoilaConfiguration": {
                "template": TEMPLATE.name,
                "allow_template_override": "NO",
                "allow_theme_override": "NO",
                "show_tracebacks": False,
                "strip_sources": True,
                "preheat_kernel": preheat > 0,
                "default_pool_size": preheat,
                "extension_allowlist": ["none"],
                "http_keep_alive_timeout": 86_400,
                "multi_kernel_manager_class": BookKernels,
                "kernel_spec_manager_class": BookKernelSpecs,
            },
            "VoilaKernelManager": {"preheat_denylist": plain, "fill_delay": 0.5},
            "MappingKernelManager": {
                "cull_idle_timeout": max(1, int(60 * idle_minutes)),
                "cull_interval": max(1, min(60, int(30 * idle_minutes))),
                "cull_connected": True,
            },
            "KernelManager": {"transport": transport()},
            "ZMQChannelsWebsocketConnection": {"iopub_data_rate_limit": 10 * LARGEST_MESSAGE},
            "KernelRestarter": {"restart_limit": 0},
            "NotebookNotary": {"db_file": ":memory:"},
        }
    )


def _live(book: Book, name: str) -> bool:
    chapter = book.chapter(name)
    return chapter is not None and chapter.live and not chapter.foreign
