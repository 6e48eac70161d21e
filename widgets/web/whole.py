"""Chapters that the small front end cannot bring alive: widgets of other kinds, and JupyterLab extensions.

Such a chapter is read like any other. A touch then leads to ``/<chapter>/whole``, the same notebook in Voilà's own
front end, some five megabytes of it. That address starts a kernel, so it opens only with a ticket, which a page gets
by POST with its XSRF token and which is good once; whoever comes without one is sent to the chapter's page.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from pathlib import Path
from typing import Any

from jupyter_server.base.handlers import FileFindHandler
from jupyter_server.services.kernels.handlers import KernelHandler
from tornado.web import HTTPError
from voila.configuration import VoilaConfiguration
from voila.paths import collect_static_paths, collect_template_paths
from voila.static_file_handler import MultiStaticFileHandler

from widgets.web.guard import CONTENT_SECURITY_POLICY, HEADERS
from widgets.web.handlers import FULL, TRY_AGAIN, StartKernel
from widgets.web.kernels import started_here
from widgets.web.pages import Book

TEMPLATE = "lab"
EXTENSIONS = ("@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget")
"""The JupyterLab extensions that every such chapter gets; a chapter's metadata may name more."""

_GOOD_FOR = 60.0
_MOST_TICKETS = 1000
_ELSEWHERE = re.compile(r"<(link|script)\b[^>]*\b(?:href|src)=[\"'](?:https?:)?//[^>]*>(?:</\1>)?", re.IGNORECASE)
_SCRIPT = re.compile(r"<script(?=[\s>])", re.IGNORECASE)

log = logging.getLogger("companion.web")


class Tickets:
    """Random names, each for one chapter, good once and for a minute."""

    def __init__(self) -> None:
        self._given: dict[str, tuple[str, float]] = {}

    def give(self, chapter: str) -> str:
        """A new ticket; the oldest goes when there are very many."""
        if len(self._given) >= _MOST_TICKETS:
            self._given.pop(next(iter(self._given)))
        ticket = secrets.token_urlsafe(16)
        self._given[ticket] = chapter, time.monotonic() + _GOOD_FOR
        return ticket

    def take(self, ticket: str, chapter: str) -> bool:
        """Whether the ticket is good for the chapter; it is not any more afterwards."""
        name, until = self._given.pop(ticket, ("", 0.0))
        return name == chapter and time.monotonic() < until


class WholePage(StartKernel):
    """``/<chapter>/whole``: POST gives the address of the page with a ticket, GET the page to whoever brings one."""

    def initialize(self, *, tickets: Tickets, **options: Any) -> None:
        """As for Voilà's handler."""
        super().initialize(**options)
        self.tickets = tickets

    async def post(self, name: str) -> None:
        """A ticket, or 503 where all seats are taken."""
        self._chapter(name)
        if not self.settings["seats"].free(self.kernel_manager):
            self.set_header("Retry-After", str(TRY_AGAIN))
            self._answer(503, {"error": "full", "message": FULL, "again": TRY_AGAIN})
            return
        self._answer(200, {"address": f"{self._book.address(name)}/whole?ticket={self.tickets.give(name)}"})

    async def get(self, name: str) -> None:
        """The page, in one piece; without a good ticket the way back to the chapter."""
        self._chapter(name)
        seats = self.settings["seats"]
        ticket = self.get_query_argument("ticket", "")
        if not self.tickets.take(ticket, name) or not seats.free(self.kernel_manager):
            self.redirect(self._book.address(name), permanent=False)
            return
        seats.coming += 1
        started: list[str] = []
        mark = started_here.set(started)
        try:
            async with asyncio.timeout(self.settings["start_timeout"]):
                html = "".join([part async for part in self.get_generator(f"{name}.ipynb")])
        except Exception:
            log.exception("no page for %s", name)
            for kernel_id in started:
                await self._end(kernel_id)
            self.redirect(self._book.address(name), permanent=False)
            return
        finally:
            started_here.reset(mark)
            seats.coming -= 1
        for kernel_id in started:
            seats.held.add(kernel_id)
            self.kernel_manager.watch(kernel_id)
        self._show(html)

    @property
    def _book(self) -> Book:
        return self.settings["book"]

    def _chapter(self, name: str) -> None:
        chapter = self._book.chapter(name)
        if chapter is None or not chapter.live or not chapter.foreign:
            raise HTTPError(404)

    def _show(self, html: str) -> None:
        """Send the page: what it would load from elsewhere is left out, and its own scripts are known by a nonce."""
        nonce = secrets.token_urlsafe(16)
        html = _SCRIPT.sub(f'<script nonce="{nonce}"', _ELSEWHERE.sub("", html))
        for header, value in HEADERS.items():
            self.set_header(header, value)
        policy = CONTENT_SECURITY_POLICY.replace("'self' blob:", f"'self' 'nonce-{nonce}' blob:", 1)
        self.set_header("Content-Security-Policy", policy.replace("font-src 'self'", "font-src 'self' data:"))
        self.set_header("Cache-Control", "no-store")
        self.finish(html)


class _Guarded:
    """Headers and errors as everywhere on the site, for handlers of files that others wrote."""

    def set_default_headers(self) -> None:
        """Security headers on every answer."""
        for header, value in HEADERS.items():
            self.set_header(header, value)  # type: ignore[attr-defined]

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """An error without a word of its cause."""
        self.finish(f"{status_code}\n")  # type: ignore[attr-defined]


class FrontEndFile(_Guarded, MultiStaticFileHandler):
    """A file of Voilà's own front end."""


class Extension(_Guarded, FileFindHandler):
    """The files of those JupyterLab extensions that a chapter may use, and of no others."""

    def initialize(self, *, allowed: frozenset[str], **options: Any) -> None:
        """``allowed`` are the extensions' names; the rest is as for Jupyter's handler."""
        super().initialize(**options)
        self.allowed = allowed

    async def get(self, path: str, include_body: bool = True) -> None:
        """A file; 404 outside of what is allowed."""
        parts = Path(path).parts
        names = {"/".join(parts[:1]), "/".join(parts[:2])}
        if ".." in parts or not names & self.allowed:
            raise HTTPError(404)
        await super().get(path, include_body)


class KernelModel(_Guarded, KernelHandler):
    """``/api/kernels/<id>``: whether a kernel is there. It cannot be changed here."""

    async def delete(self, kernel_id: str) -> None:
        """Refused: a kernel ends where its page's token is asked for."""
        raise HTTPError(405)


def addresses(server: Any, name: str, kernel_id: str) -> list[Any]:
    """The handlers that such chapters need besides the site's own; none where the book has no such chapter.

    ``name`` and ``kernel_id`` are the patterns of a chapter's name and of a kernel's.
    """
    book: Book = server.book
    chapters = [chapter for chapter in book.chapters() if chapter.live and chapter.foreign]
    if not chapters:
        return []
    base = server.base_url
    allowed = frozenset([*EXTENSIONS, *(extension for chapter in chapters for extension in chapter.extensions)])
    page = {
        "template_paths": collect_template_paths(["voila", "nbconvert"], TEMPLATE, prune=True),
        "config": server.config,
        "voila_configuration": VoilaConfiguration(
            parent=server, template=TEMPLATE, preheat_kernel=False, extension_allowlist=sorted(allowed)
        ),
        "tickets": Tickets(),
    }
    static = {"paths": collect_static_paths(["voila", "nbconvert"], TEMPLATE)}
    extensions = {"path": server.labextensions_path, "no_cache_paths": ["/"], "allowed": allowed}
    return [
        (rf"{base}{name}/whole", WholePage, page),
        (rf"{base}api/kernels/{kernel_id}", KernelModel),
        (rf"{base}voila/static/([\w.-]+)", FrontEndFile, static),
        (rf"{base}voila/templates/{TEMPLATE}/static/([\w.-]+)", FrontEndFile, static),
        (rf"{base}voila/labextensions/(.+)", Extension, extensions),
    ]
