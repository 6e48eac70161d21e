"""Fixtures for tests that need the served book or a browser; other rooms import them in their conftest.

``serve(folder)`` gives a running Site; ``site`` is one over two small chapters; ``browser`` is one Chromium for
the session; ``new_page(**options)`` opens a page in a fresh context (empty cache, no cookies) that fails the
test on a foreign request or a page error; ``page`` is such a page, wide and light.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.web.sample import small_book

HOUSE = Path(__file__).parents[2]
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_READY = re.compile(r"http://\S+:(\d+)(/\S*)")
_START_SECONDS = 60


@dataclass
class Site:
    """A served book: its address (ends with a slash), port, process id, and what it wrote to stderr."""

    url: str
    port: int
    process: subprocess.Popen[str]
    errors: list[str] = field(default_factory=list)

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> int:
        """End the server as Ctrl-C does; returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)

    def close(self) -> None:
        """End the server and let go of it."""
        self.stop()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()


def start_site(
    chapters: Path,
    environment: dict[str, str] | None = None,
    most_files: int | None = None,
    template: str | None = None,
    **options: Any,
) -> Site:
    """Serve a folder of chapters on a free port in a process of its own; options go to the server's main.

    ``most_files`` is the host's limit of open files, ``template`` a folder that stands in for the Voilà template.
    """
    arguments = {"port": 0, "chapters": str(chapters), **options}
    lines = ["import sys, pathlib, resource", "from widgets.web import server"]
    lines += [f"resource.setrlimit(resource.RLIMIT_NOFILE, ({most_files}, {most_files}))"] if most_files else []
    lines += [f"server.TEMPLATE = pathlib.Path({template!r})"] if template else []
    command = "\n".join([*lines, f"sys.exit(server.main(**{arguments!r}))"])
    paths = os.pathsep.join([str(HOUSE), *filter(None, [os.environ.get("PYTHONPATH")])])
    process = subprocess.Popen(
        [sys.executable, "-c", command],
        env={**os.environ, "PYTHONPATH": paths, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    site = Site("", 0, process)
    assert process.stderr is not None
    assert process.stdout is not None
    threading.Thread(target=lambda stream: site.errors.extend(stream), args=[process.stderr], daemon=True).start()
    watchdog = threading.Timer(_START_SECONDS, process.kill)
    watchdog.start()
    found = _READY.search(process.stdout.readline())
    watchdog.cancel()
    if not found:
        process.kill()
        process.wait()
        raise AssertionError("the server did not start:\n" + "".join(site.errors))
    site.port = int(found[1])
    site.url = f"{site.origin}{found[2]}"
    return site


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[..., Site]]:
    """A function that serves a folder, as ``start_site``; every site it started is ended with the session."""
    with ExitStack() as stack:

        def serving(chapters: Path, **options: Any) -> Site:
            site = start_site(chapters, **options)
            stack.callback(site.close)
            return site

        yield serving


@pytest.fixture(scope="session")
def site(serve: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The small book of ``sample.small_book``, served with a kernel ready."""
    return serve(small_book(tmp_path_factory.mktemp("chapters")))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium (the system's); skips the test where there is none."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("there is no chromium on this machine, so no page can be looked at")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a page in a fresh context; options as for Playwright's ``new_context``.

    At the test's end every request must have gone to this machine, and no script may have failed.
    """
    foreign: list[str] = []
    failures: list[str] = []
    contexts: list[Any] = []

    def watch(request: Any) -> None:
        if not re.match(r"(http|ws)://127\.0\.0\.1[:/]|data:|blob:", request.url):
            foreign.append(request.url)

    def opening(**options: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("request", watch)
        page.on("pageerror", lambda error: failures.append(str(error)))
        return page

    yield opening
    for context in contexts:
        context.close()
    assert not foreign, foreign
    assert not failures, failures


@pytest.fixture
def page(new_page: Callable[..., Any]) -> Any:
    """A wide page in light colours."""
    return new_page(color_scheme="light")


def free_port() -> int:
    """A port that nobody listens at just now."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def listening(port: int) -> bool:
    """Whether somebody listens at a port of this machine."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def accessibility_problems(page: Any) -> list[str]:
    """What axe-core finds wrong on a page, one line for each element."""
    from axe_playwright_python.sync_playwright import Axe

    return [
        f"{problem['id']}: {node['target']} {node['html'][:160]}"
        for problem in Axe().run(page).response["violations"]
        for node in problem["nodes"]
    ]


def sideways(page: Any) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
