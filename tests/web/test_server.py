"""The served site by plain HTTP: addresses, headers, caching, and everything that is refused."""

from __future__ import annotations

import gzip
import re
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.client import Reader
from tests.web.fixtures import Site
from tests.web.sample import markdown, write
from widgets.web import server

POLICY = (
    "default-src 'none'; script-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'; "
    "object-src 'none'"
)


@pytest.fixture
def reader(site: Site) -> Reader:
    """A reader of the small book."""
    return Reader(site)


@pytest.mark.parametrize("path", ["", "first", "second", "health", "robots.txt", "nowhere", "static/x/site.css"])
def test_every_answer_is_guarded(reader: Reader, path: str) -> None:
    """The policy allows no inline script and no other host; types are not guessed; the server keeps its name."""
    headers = reader.ask(path).headers
    assert headers["Content-Security-Policy"] == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Tornado" not in headers["Server"]


@pytest.mark.parametrize("path", ["", "first", "second"])
def test_pages_hold_no_inline_script(reader: Reader, path: str) -> None:
    """Every script has an address and no element has a handler."""
    html = reader.ask(path).text
    assert html.count("<script") == html.count("<script src=") + html.count('<script type="module" src=')
    assert " onclick" not in html
    assert "javascript:" not in html


def test_a_page_is_sent_once_and_then_only_confirmed(reader: Reader) -> None:
    """An ETag answers 304, and a body is packed where the browser takes it."""
    plain = reader.ask("second")
    assert plain.headers["Cache-Control"] == "no-cache"
    assert reader.ask("second", If_None_Match=plain.headers["ETag"]).status == 304
    packed = reader.ask("second", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body


def test_static_files_are_kept_for_ever_under_their_name(reader: Reader) -> None:
    """The folder's name changes with any content; under another name they are asked for again."""
    found = re.search(r'"/static/([0-9a-f]{12})/site\.css"', reader.ask("first").text)
    assert found is not None
    folder = found[1]
    kept = reader.ask(f"static/{folder}/site.js")
    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert kept.headers["Content-Type"].startswith("text/javascript")
    assert reader.ask("static/0/site.js").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "nowhere",
        "index",
        "First",
        "static/x/nothing.js",
        "static/x/..%2f..%2fserver.py",
        "static/../server.py",
        "static/x/server.py",
        "voila/render/first.ipynb",
        "voila/tree",
        "voila/files/first.ipynb",
        "voila/static/voila.js",
        "voila/templates/rulebook/index.html.j2",
        "voila/labextensions/x",
        "voila/api/contents",
        "api/contents",
        "api/kernels",
        "api/sessions",
        "api/terminals",
        "api/kernelspecs",
        "metrics",
        "login",
        "lab",
        "first/kernel/x",
        "%2e%2e/%2e%2e/etc/passwd",
    ],
)
def test_nothing_else_is_served(reader: Reader, path: str) -> None:
    """None of Voilà's or Jupyter's own addresses, no source, no file beside the chapters."""
    answer = reader.ask(path)
    assert answer.status in (404, 405)
    assert "Traceback" not in answer.text
    assert reader.ask("health").json["status"] == "ok"


def test_a_wrong_address_is_answered_by_a_page(reader: Reader) -> None:
    """It leads back to the chapters."""
    html = reader.ask("nowhere").text
    assert "<h1>There is no such page</h1>" in html
    assert '<a href="/">To the list of chapters</a>' in html


def test_links_of_notebooks_lead_to_pages(reader: Reader) -> None:
    """The browser keeps the fragment; no other host can be reached so."""
    answer = reader.ask("second.ipynb")
    assert (answer.status, answer.headers["Location"]) == (302, "/second")
    assert reader.ask("index.ipynb").headers["Location"] == "/"
    assert reader.ask("/evil.example.ipynb").status == 404


@pytest.mark.parametrize("name", ["theme", "template", "voila", "token"])
def test_nothing_of_the_query_comes_back(reader: Reader, name: str) -> None:
    """A script in the address reaches neither a page nor the start of a kernel."""
    query = f"?{name}=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"
    for path in ("", "first", "second"):
        answer = reader.ask(path + query)
        assert answer.status == 200
        assert "alert(1)" not in answer.text
    assert "alert(1)" not in reader.ask(f"nowhere{query}").text


def test_robots_may_read_pages_only(reader: Reader) -> None:
    """What belongs to kernels is not for them."""
    text = reader.ask("robots.txt").text
    assert "Disallow: /api/" in text
    assert "Disallow: /voila/" in text


def test_health_tells_no_names(reader: Reader) -> None:
    """Only whether, how many chapters, how many kernels."""
    assert set(reader.ask("health").json) == {"status", "chapters", "kernels"}


def test_the_cookie_is_for_this_site_only(reader: Reader) -> None:
    """It comes with a page that can start a kernel, and with no other."""
    assert reader.ask("second").headers["Set-Cookie"] is None
    cookie = reader.ask("first").headers["Set-Cookie"]
    assert cookie.startswith("_xsrf=")
    assert "SameSite=Strict" in cookie


def test_the_head_of_a_page_can_be_asked_for(reader: Reader) -> None:
    """As a link checker does."""
    answer = reader.ask("second", "HEAD")
    assert (answer.status, answer.body) == (200, b"")


def test_the_site_can_live_below_a_path(serve: Callable[..., Site], tmp_path: Path) -> None:
    """All links carry the base, whichever way it is written, and nothing is served above it."""
    write(tmp_path, "chapter", markdown("# One\n\n[up](index.ipynb)"))
    site = serve(tmp_path, base_url="book")
    assert site.url.endswith("/book/")
    reader = Reader(site)
    html = reader.ask("chapter").text
    assert 'href="/book/static/' in html
    assert '<a href="/book/">up</a>' in html
    assert reader.ask("").status == 200
    assert Reader(Site(site.origin + "/", site.port, site.process)).ask("chapter").status == 404


def test_a_server_ends_cleanly(serve: Callable[..., Site], tmp_path: Path) -> None:
    """Ctrl-C ends it with code 0 and not a word on stderr."""
    write(tmp_path, "chapter", markdown("# One"))
    site = serve(tmp_path)
    assert Reader(site).ask("chapter").status == 200
    assert site.stop() == 0
    assert "".join(site.errors) == ""


def test_a_taken_port_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """In one line, with exit code 1; no other port is taken instead."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code = _main_elsewhere(port, tmp_path)
    assert code == (1, f"companion: cannot serve at 127.0.0.1:{port}: Address already in use\n")


def test_a_missing_folder_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Before anything is started."""
    assert server.main(chapters=tmp_path / "nothing") == 1
    assert "there is no folder of chapters at" in capsys.readouterr().err


def test_a_broken_notebook_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """By its name, before anything is started."""
    (tmp_path / "broken.ipynb").write_text("{", encoding="utf-8")
    assert server.main(chapters=tmp_path) == 1
    assert "companion: broken.ipynb is not a notebook" in capsys.readouterr().err


def _main_elsewhere(port: int, folder: Path) -> tuple[int, str]:
    import subprocess

    command = f"import sys; from widgets.web.server import main; sys.exit(main(port={port}, chapters={str(folder)!r}))"
    done = subprocess.run(
        [sys.executable, "-c", command], cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=60
    )
    return done.returncode, done.stderr
