"""The addresses of the site: pages, files, the start of a kernel, and nothing else."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from typing import Any

from tornado.web import HTTPError, RequestHandler
from voila.handler import VoilaHandler
from voila.request_info_handler import RequestInfoSocketHandler

from widgets.web.assets import Body
from widgets.web.guard import FOR_DOCUMENTS, HEADERS
from widgets.web.kernels import started_here
from widgets.web.notebook import edition_of
from widgets.web.pages import Book
from widgets.web.seats import Seats

MONTHS = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
FULL = (
    "All calculators of this server are in use. The text and the worked-out results stay readable, "
    "and this page will try again by itself."
)
TRY_AGAIN = 20
FAILED = "The calculators could not be started."
NOT_FOUND = "There is no such page", "The address leads to no chapter of this book."
WENT_WRONG = "Something went wrong", "The server could not make this page."

log = logging.getLogger("companion.web")


class Site(RequestHandler):
    """What all plain handlers share: the book, the headers, packed bodies, errors as pages."""

    @property
    def book(self) -> Book:
        """The book that is served."""
        return self.settings["book"]

    def set_default_headers(self) -> None:
        """Security headers on every answer."""
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def head(self, *path: str) -> Any:
        """As GET, whose body is not sent."""
        return self.get(*path)  # type: ignore[attr-defined]

    def reply(self, body: Body, cache: str) -> None:
        """Send a body, packed if the browser takes it, or 304 if the browser has it."""
        self.set_header("Content-Type", body.media_type)
        self.set_header("Cache-Control", cache)
        self.set_header("Vary", "Accept-Encoding")
        self.set_header("ETag", body.tag)
        if self.check_etag_header():
            self.set_status(304)
            self.finish()
            return
        sent, encoding = body.best(self.request.headers.get("Accept-Encoding", ""))
        if encoding:
            self.set_header("Content-Encoding", encoding)
        self.finish(sent)

    def compute_etag(self) -> str | None:
        """Bodies bring their tags; tornado makes none."""
        return None

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """An error as a page of the book."""
        title, text = NOT_FOUND if status_code in (404, 405) else WENT_WRONG
        self.set_status(status_code)
        self.finish(self.book.message(title, text).plain)


class StartPage(Site):
    """``/``: the list of chapters."""

    def get(self) -> None:
        """The start page."""
        self.reply(self.book.start(), ASK_AGAIN)


class ChapterPage(Site):
    """``/<chapter>``: the chapter's page. It starts no kernel."""

    def get(self, name: str) -> None:
        """The page; it brings the cookie without which nothing can be started later."""
        page = self.book.page(name)
        if page is None:
            raise HTTPError(404)
        if b' data-start="' in page.plain or b' data-whole="' in page.plain:
            _ = self.xsrf_token
        self.reply(page, ASK_AGAIN)


class NotebookAddress(Site):
    """``/<chapter>.ipynb``: links between notebooks lead to the pages."""

    def get(self, name: str) -> None:
        """Send the reader on to the chapter's page; the browser keeps the fragment."""
        self.redirect(self.book.address(name), permanent=False)


class StaticFile(Site):
    """``/static/<folder>/<file>``: a style sheet, script or icon of the site."""

    def get(self, folder: str, name: str) -> None:
        """The file; under its present folder name it may be kept for ever."""
        body = self.book.assets.files.get(name)
        if body is None:
            raise HTTPError(404)
        for header in FOR_DOCUMENTS:
            self.clear_header(header)
        self.reply(body, MONTHS if folder == self.book.assets.folder else ASK_AGAIN)


class SearchIndex(Site):
    """``/search/<name>.json``: all that can be found in the book."""

    def get(self, name: str) -> None:
        """What the search reads; under the name of its present content it may be kept for ever."""
        body = self.book.index()
        self.reply(body, MONTHS if name == body.name else ASK_AGAIN)


class Robots(Site):
    """``/robots.txt``."""

    def get(self) -> None:
        """Pages may be indexed; what belongs to kernels may not."""
        base = self.book.base_url
        text = f"User-agent: *\nDisallow: {base}api/\nDisallow: {base}voila/\nDisallow: {base}search/\n"
        self.reply(Body.of(text, ".txt"), ASK_AGAIN)


class Health(Site):
    """``/health``: for whoever watches the server."""

    def get(self) -> None:
        """Whether the book can be read, and how many kernels run."""
        kernels = len(self.settings["kernel_manager"].list_kernel_ids())
        state = {"status": "ok", "chapters": len(self.book.chapters()), "kernels": kernels}
        self.reply(Body.of(json.dumps(state), ".json"), "no-store")


class NotFound(Site):
    """Every other address."""

    def prepare(self) -> None:
        """There is nothing here."""
        raise HTTPError(404)


class StartKernel(VoilaHandler):
    """``POST /<chapter>/kernel``: run the chapter's cells in a kernel and tell the page what stands in it.

    The request must carry the XSRF cookie's value (403 otherwise). Answers with JSON: kernelId, base, outputs
    (model ids by cell), states and texts; or {error, message} with 503 when all seats are taken (then with ``again``,
    the seconds after which to ask again) or the cells could not be run within the time that is given to them.
    """

    async def post(self, name: str) -> None:
        """Start or hand over a kernel."""
        chapter = self.settings["book"].chapter(name)
        if chapter is None or not chapter.live or chapter.foreign:
            raise HTTPError(404)
        seats: Seats = self.settings["seats"]
        if not seats.free(self.kernel_manager):
            self.set_header("Retry-After", str(TRY_AGAIN))
            self._answer(503, {"error": "full", "message": FULL, "again": TRY_AGAIN})
            return
        seats.coming += 1
        try:
            reply = await self._run(f"{name}.ipynb", chapter.edition)
            seats.held.add(reply["kernelId"])
            self.kernel_manager.watch(reply["kernelId"])
        except Exception:
            log.exception("no kernel for %s", name)
            self._answer(503, {"error": "failed", "message": FAILED})
        else:
            self._answer(200, reply)
        finally:
            seats.coming -= 1

    async def _run(self, path: str, edition: str) -> dict[str, Any]:
        """Run the notebook as it is now; a kernel that was heated with an older text is put away."""
        heated = self.kernel_manager.get_pool_size(path)
        reply = await self._render(path)
        if heated and edition_of(reply["sources"]) != edition:
            await self._end(reply["kernelId"])
            reply = await self._render(path)
        if reply["failed"]:
            log.error("%s: cells %s ended in an error", path, reply["failed"])
        kept = {key: reply[key] for key in ("kernelId", "outputs", "states")}
        return {"base": self.base_url, **kept, "texts": self._texts(reply["texts"])}

    async def _render(self, path: str) -> dict[str, Any]:
        """The JSON that the Voilà template yields, from cells that made at least one widget.

        It never hangs: what takes longer than the time that is set, such as an error in the template, is raised.
        """
        started: list[str] = []
        heated = self._next_heated(path)
        mark = started_here.set(started)
        try:
            async with asyncio.timeout(self.settings["start_timeout"]) as limit:
                reply = json.loads("".join([part async for part in self.get_generator(path)]))
            if limit.expired() or not reply["outputs"]:  # Voilà takes a cancelled cell for a finished one
                started.append(reply["kernelId"])
                raise RuntimeError(f"{path} could not be run; cells that ended in an error: {reply['failed']}")
        except BaseException:
            if heated and heated.done() and not heated.cancelled() and not heated.exception():
                started.append(heated.result()["kernel_id"])
            for kernel_id in started:
                await self._end(kernel_id)
            raise
        finally:
            started_here.reset(mark)
        RequestInfoSocketHandler._cache.pop(reply["kernelId"], None)
        return reply

    def _next_heated(self, path: str) -> asyncio.Task[Any] | None:
        """The kernel, perhaps still coming, that Voilà is about to hand over; its result names it."""
        pool = getattr(self.kernel_manager, "_pools", {}).get(path)
        return pool[0] if pool else None

    async def _end(self, kernel_id: str) -> None:
        if kernel_id in self.kernel_manager:
            await self.kernel_manager.shutdown_kernel(kernel_id, now=True)

    def _texts(self, texts: list[str]) -> list[dict[str, str]]:
        """Modules and styles that the site has as files are named, the others sent."""
        book: Book = self.settings["book"]
        names = [(text, book.assets.named_like(text)) for text in texts]
        folder = f"{book.base_url}static/{book.assets.folder}/"
        return [{"url": folder + name} if name else {"text": text} for text, name in names]

    def _answer(self, status: int, reply: dict[str, Any]) -> None:
        self.set_status(status)
        self.set_header("Content-Type", "application/json")
        self.set_header("Cache-Control", "no-store")
        body = json.dumps(reply).encode()
        if "gzip" in self.request.headers.get("Accept-Encoding", "") and len(body) > 1000:
            self.set_header("Content-Encoding", "gzip")
            body = gzip.compress(body, 5, mtime=0)
        self.finish(body)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """An error as JSON, without any word of its cause."""
        self._answer(status_code, {"error": "refused", "message": FAILED})
