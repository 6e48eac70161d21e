"""Kernels behind the pages: when one starts, what a reader can do with it, and when it ends."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tests.web.client import PROTOCOL, Reader, heard, packed, soon, update
from tests.web.fixtures import Site
from tests.web.sample import COUNTER, code, markdown, small_book, widget, write
from widgets.web import kernels

READY = 1  # the small book has one chapter with widgets, so one kernel is kept ready


@pytest.fixture
def reader(site: Site) -> Reader:
    """A reader of the small book, whose kernel is ready."""
    reader = Reader(site)
    assert soon(lambda: reader.kernels() == READY)
    return reader


@pytest.fixture(scope="module")
def cold(serve: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The small book with nothing ready, a secret in the server's environment, and one seat."""
    folder = small_book(tmp_path_factory.mktemp("cold"))
    return serve(
        folder, environment={"SECRET_OF_THE_HOST": "x", "COMPANION_GAMES": "games"}, preheat=False, most_kernels=1
    )


def test_no_get_starts_a_kernel(cold: Site) -> None:
    """Whatever is asked for, by whatever name Voilà would know it."""
    reader = Reader(cold)
    for path in ("", "first", "first/kernel", "voila/render/first.ipynb", "first.ipynb", "voila/tree/first.ipynb"):
        reader.ask(path)
        reader.ask(path, "HEAD")
    assert reader.kernels() == 0


@pytest.mark.parametrize("token", ["", "guessed", "2|00000000|00000000000000000000000000000000|1"])
def test_a_post_without_the_cookies_value_starts_nothing(cold: Site, token: str) -> None:
    """Another site's form could send a POST, but not read the cookie."""
    reader = Reader(cold)
    reader.ask("first")
    headers = {"X_XSRFToken": token} if token else {}
    answer = reader.ask("first/kernel", "POST", **headers)
    assert answer.status == 403
    assert answer.json["error"] == "refused"
    assert reader.kernels() == 0


def test_a_post_from_another_site_starts_nothing(cold: Site) -> None:
    """Even with the cookie's value."""
    reader = Reader(cold)
    reader.ask("first")
    answer = reader.ask("first/kernel", "POST", X_XSRFToken=reader.token, Origin="http://evil.example")
    assert answer.status in (403, 404)
    assert reader.kernels() == 0


@pytest.mark.parametrize("chapter", ["second", "index", "nowhere"])
def test_only_chapters_with_calculators_have_kernels(cold: Site, chapter: str) -> None:
    """There is nothing to bring alive elsewhere."""
    reader = Reader(cold)
    reader.ask("first")
    assert reader.ask(f"{chapter}/kernel", "POST", X_XSRFToken=reader.token).status == 404


def test_a_start_tells_what_stands_where(reader: Reader) -> None:
    """Model ids by cell, each with its state; equal modules once; no word of the sources."""
    answer = reader.start("first")
    assert answer.status == 200
    reply = answer.json
    assert set(reply) == {"base", "kernelId", "outputs", "states", "texts"}
    assert {cell: len(models) for cell, models in reply["outputs"].items()} == {"1": 1, "3": 1}
    model = reply["outputs"]["1"][0]
    assert reply["states"][model]["state"] == {"_esm": 1, "_css": 0, "question": "", "answer": ""}
    assert len(reply["texts"]) == 2
    assert "traitlets" not in answer.text
    assert reader.end(reply["kernelId"]).status == 204
    assert soon(lambda: reader.kernels() == READY)


def test_a_widget_answers_over_the_channel(reader: Reader) -> None:
    """A question goes in as a trait, the answer comes back as one."""
    reply = reader.start("first").json
    model = reply["outputs"]["3"][0]
    with reader.channel(reply["kernelId"]) as channel:
        channel.send(update(model, question="21"))
        answer = heard(channel, lambda message: "answer" in message["content"].get("data", {}).get("state", {}))
    assert answer["content"]["data"]["state"]["answer"] == "twice is 42"
    reader.end(reply["kernelId"])


def test_only_the_new_protocol_is_let_in(reader: Reader) -> None:
    """The old one lets a single message freeze the server for everybody."""
    reply = reader.start("first").json
    for protocols in (("legacy",), (f"not-{PROTOCOL}",)):
        with pytest.raises(InvalidStatus, match="400"), reader.channel(reply["kernelId"], *protocols):
            pass
    with pytest.raises(InvalidStatus, match="404"), reader.channel("0-0-0-0-0"):
        pass
    reader.end(reply["kernelId"])


@pytest.mark.parametrize("channel_name", ["shell", "control"])
def test_a_reader_can_run_nothing(reader: Reader, tmp_path: Path, channel_name: str) -> None:
    """Code sent over the page's own channel is not run, and the channel still serves widgets."""
    reply = reader.start("first").json
    model = reply["outputs"]["1"][0]
    mark = tmp_path / "ran"
    source = f"open({str(mark)!r}, 'w').close()"
    with reader.channel(reply["kernelId"]) as channel:
        for kind in ("execute_request", "debug_request", "inspect_request", "complete_request"):
            content = {"code": source, "silent": False, "store_history": False, "user_expressions": {}}
            channel.send(packed(kind, content, channel_name))
        channel.send(update(model, question="4"))
        heard(channel, lambda message: "twice is 8" in str(message["content"]))
    assert not mark.exists()
    reader.end(reply["kernelId"])


def test_the_end_of_a_page_needs_its_token(reader: Reader) -> None:
    """A kernel ends for the reader who holds the cookie's value, and for no one without."""
    reply = reader.start("first").json
    assert reader.ask(f"voila/api/shutdown/{reply['kernelId']}", "POST").status == 403
    assert reader.ask(f"voila/api/shutdown/{reply['kernelId']}").status == 405
    assert reader.end(reply["kernelId"]).status == 204
    assert soon(lambda: reader.kernels() == READY)


def test_a_kernel_sees_little_of_the_server(cold: Site) -> None:
    """No secret of the host; what the book needs, with paths that hold in any folder."""
    reader = Reader(cold)
    reply = reader.start("first").json
    model = reply["outputs"]["1"][0]
    with reader.channel(reply["kernelId"]) as channel:
        channel.send(update(model, question="environment"))
        answer = heard(channel, lambda message: "answer" in message["content"].get("data", {}).get("state", {}))
    names = set(answer["content"]["data"]["state"]["answer"].split())
    reader.end(reply["kernelId"])
    assert "SECRET_OF_THE_HOST" not in names
    assert {"PATH", "COMPANION_GAMES", "PYTHONPATH"} <= names
    added_by_the_kernel = {"VOILA_KERNEL_ID", "JPY_SESSION_NAME", "JPY_INTERRUPT_EVENT"}
    known = kernels.PASSED_ON | added_by_the_kernel
    strange = {name for name in names if name not in known and not name.startswith(("LC_", "PYDEVD", "IPY"))}
    assert strange <= {"CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "GIT_PAGER", "MPLBACKEND", "PAGER", "TERM"}


def test_no_seat_is_said_politely(cold: Site) -> None:
    """Beyond the cap a reader is told to try again; a seat that is given up is free at once."""
    one, other = Reader(cold), Reader(cold)
    reply = one.start("first").json
    refused = other.start("first")
    assert refused.status == 503
    assert refused.headers["Retry-After"] == "20"
    assert refused.json["error"] == "full"
    assert "try again" in refused.json["message"]
    one.end(reply["kernelId"])
    granted = other.start("first")
    assert granted.status == 200
    other.end(granted.json["kernelId"])


def test_a_ready_kernel_with_an_older_text_is_not_used(serve: Callable[..., Site], tmp_path: Path) -> None:
    """An author who saves a chapter gets that chapter."""
    reader = Reader(serve(small_book(tmp_path)))
    assert soon(lambda: reader.kernels() == READY)
    changed = COUNTER.replace('answer = traitlets.Unicode("")', 'answer = traitlets.Unicode("new")')
    write(tmp_path, "first", markdown("# New"), code(changed, widget()))
    reply = reader.start("first").json
    assert [state["state"]["answer"] for state in reply["states"].values()] == ["new"]
    assert list(reply["outputs"]) == ["1"]


@pytest.mark.parametrize("preheat", [False, True])
@pytest.mark.parametrize("source", ["import time; time.sleep(600)", "import os; os._exit(1)"])
def test_a_chapter_that_cannot_be_run_is_given_up(
    serve: Callable[..., Site], tmp_path: Path, source: str, preheat: bool
) -> None:
    """A cell that hangs, a kernel that dies: in the time that is set the reader gets an answer, and no kernel stays."""
    write(tmp_path, "chapter", code(source, widget()))
    reader = Reader(serve(tmp_path, preheat=preheat, start_timeout=4))
    assert soon(lambda: reader.kernels() > 0, 5) or not preheat
    answer = reader.start("chapter")
    assert answer.status == 503
    assert answer.json == {"error": "failed", "message": "The calculators could not be started."}
    assert soon(lambda: reader.kernels() <= preheat)


def test_a_cell_that_fails_tells_the_reader_nothing_of_the_machine(serve: Callable[..., Site], tmp_path: Path) -> None:
    """What ran before it works; the reply holds no source, path or traceback."""
    write(tmp_path, "chapter", code(COUNTER, widget()), code("secret_name", widget()))
    reader = Reader(serve(tmp_path, preheat=False))
    answer = reader.start("chapter")
    assert answer.status == 200
    assert list(answer.json["outputs"]) == ["0"]
    assert "secret_name" not in answer.text
    assert "Traceback" not in answer.text


def test_a_left_kernel_is_put_away(serve: Callable[..., Site], tmp_path: Path) -> None:
    """A page that vanished without a word leaves a kernel without a connection, which ends when idle."""
    reader = Reader(serve(small_book(tmp_path), preheat=False, idle_minutes=0.03))
    assert reader.start("first").status == 200
    assert reader.kernels() == 1
    assert soon(lambda: reader.kernels() == 0, 30)


def test_paths_that_a_kernel_gets_are_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A kernel runs in the chapters' folder, where a relative path would lead elsewhere."""
    monkeypatch.chdir(tmp_path)
    given = {"PYTHONPATH": f"lib{os.pathsep}", "COMPANION_HOUSE_RULES": "table.toml", "TOKEN": "x", "LC_ALL": "C"}
    made = kernels.kernel_environment(given)
    assert made["PYTHONPATH"].split(os.pathsep)[0] == str(tmp_path / "lib")
    assert made["COMPANION_HOUSE_RULES"] == str(tmp_path / "table.toml")
    assert set(made) == {"PYTHONPATH", "COMPANION_HOUSE_RULES", "LC_ALL"}


def test_there_is_one_kind_of_kernel() -> None:
    """The Python of the server, whatever else is installed."""
    specs = kernels.BookKernelSpecs()
    assert list(specs.find_kernel_specs()) == list(specs.get_all_specs()) == ["python3"]
    with contextlib.suppress(kernels.NoSuchKernel):
        specs.get_kernel_spec("julia")
        raise AssertionError("a kernel of another kind was found")
