"""Safe to host: what a reader, or somebody worse, can send, and that the book stays open for all others."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from tests.web.client import PROTOCOL, Reader, heard, packed, soon, update
from tests.web.fixtures import Site
from tests.web.sample import COUNTER, code, markdown, small_book, widget, write
from widgets.web import guard, seats

AT_ONCE = 5.0
FEW_FILES = 330


@pytest.fixture
def reader(site: Site) -> Reader:
    """A reader of the small book, whose kernel is ready."""
    reader = Reader(site)
    assert soon(lambda: reader.kernels() == 1)
    return reader


def framed(count: int, *offsets: int, rest: bytes = b"") -> bytes:
    """The head of a message by version 1 of the protocol, true or not."""
    return struct.pack(f"<Q{len(offsets)}Q", count, *offsets) + rest


GOOD = update("model", question="1")
HOSTILE = {
    "a count without end": framed(10**18) + bytes(64),
    "the largest count": b"\xff" * 64,
    "more offsets than there are": framed(200, 1, 2, 3),
    "offsets beyond the end": framed(6, *[10**12] * 6, rest=b"{}"),
    "offsets that run back": framed(6, 56, 60, 50, 56, 56, 56, rest=b"shell{}{}{}{}"),
    "nothing": b"",
    "half a message": GOOD[: len(GOOD) // 2],
    "no JSON": GOOD.replace(b'"msg_type"', b"'msg_type'"),
    "a header that is a list": framed(6, 56, 61, 63, 65, 67, 69, rest=b"shell[][][][]"),
    "JSON that nests for ever": framed(6, 56, 61, 100_061, 100_063, 100_065, 100_067, rest=b"shell" + b"[" * 100_006),
    "the control channel": packed("comm_msg", {}, "control"),
    "a channel that is none": packed("comm_msg", {}, "stdin"),
    "text": "hello",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_whole_message_is_not_heard(name: str) -> None:
    """Neither Voilà nor the kernel gets to see it."""
    assert guard.heard(GOOD)
    assert not guard.heard(HOSTILE[name])


def test_messages_with_binary_buffers_are_heard() -> None:
    """A widget may send bytes; a message says how many parts it has."""
    parts = [b"shell", b'{"msg_type": "comm_msg"}', b"{}", b"{}", b"{}", b"\x00\x01\x02"]
    offsets = accumulate(map(len, parts), initial=8 * 8)
    assert guard.heard(framed(7, *offsets, rest=b"".join(parts)))


def test_no_message_stops_the_server(reader: Reader) -> None:
    """All of them at once, over a page's own channel: others are answered meanwhile, and so is the page."""
    reply = reader.start("first").json
    with reader.channel(reply["kernelId"]) as channel:
        for message in HOSTILE.values():
            channel.send(message)
        begin = time.monotonic()
        assert reader.ask("health").status == 200
        assert time.monotonic() - begin < AT_ONCE
        channel.send(update(reply["outputs"]["1"][0], question="8"))
        heard(channel, lambda message: "twice is 16" in str(message["content"]))
    reader.end(reply["kernelId"])


def test_the_old_protocol_cannot_stop_the_server(reader: Reader) -> None:
    """A websocket that offers no protocol is refused before it can say a word."""
    kernel = reader.start("first").json["kernelId"]
    request = (
        f"GET /api/kernels/{kernel}/channels?session_id=x HTTP/1.1\r\nHost: 127.0.0.1:{reader.site.port}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", reader.site.port), timeout=10) as raw:
        raw.sendall(request.encode())
        assert raw.recv(100).startswith(b"HTTP/1.1 400")
    assert PROTOCOL.startswith("v1.")
    reader.end(kernel)


def test_a_page_cannot_stop_or_restart_its_kernel(reader: Reader) -> None:
    """A kernel that is shut down over its channel would come back empty; the request is not heard at all."""
    reply = reader.start("first").json
    with reader.channel(reply["kernelId"]) as channel:
        channel.send(update(reply["outputs"]["1"][0], question="process"))
        first = heard(channel, lambda message: "answer" in str(message["content"]))
        for name in ("shell", "control"):
            channel.send(packed("shutdown_request", {"restart": True}, name))
            channel.send(packed("interrupt_request", {}, name))
        channel.send(update(reply["outputs"]["3"][0], question="process"))
        second = heard(channel, lambda message: "answer" in str(message["content"]))
    assert first["content"]["data"]["state"]["answer"] == second["content"]["data"]["state"]["answer"]
    reader.end(reply["kernelId"])


def test_no_other_site_can_listen(reader: Reader) -> None:
    """A page of another site knows no kernel's name, and would not be let in with it."""
    kernel = reader.start("first").json["kernelId"]
    headers = (
        f"GET /api/kernels/{kernel}/channels?session_id=x HTTP/1.1\r\nHost: 127.0.0.1:{reader.site.port}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nOrigin: http://evil.example.com\r\n"
        f"Sec-WebSocket-Protocol: {PROTOCOL}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", reader.site.port), timeout=10) as raw:
        raw.sendall(headers.encode())
        assert raw.recv(100).startswith((b"HTTP/1.1 403", b"HTTP/1.1 404"))
    reader.end(kernel)


@pytest.mark.parametrize("query", ["?template=reveal", "?template=../../x", "?theme=dark", "?voila-theme=x"])
def test_no_template_or_theme_can_be_asked_for(serve: Callable[..., Site], cold: Site, query: str) -> None:
    """The start of a kernel is the same whatever the address says."""
    reader = Reader(cold)
    reader.ask("first")
    answer = reader.ask(f"first/kernel{query}", "POST", X_XSRFToken=reader.token)
    assert answer.status == 200
    assert set(answer.json) == {"base", "kernelId", "outputs", "states", "texts"}
    reader.end(answer.json["kernelId"])


@pytest.fixture(scope="module")
def cold(serve: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The small book with nothing ready."""
    return serve(small_book(tmp_path_factory.mktemp("cold")), preheat=0)


def test_an_error_in_the_template_is_answered(
    serve: Callable[..., Site], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stock Voilà leaves such a request open for ever; here it is given up in time, and no kernel stays."""
    templates = tmp_path / "templates" / "rulebook"
    templates.mkdir(parents=True)
    (templates / "conf.json").write_text('{"base_template": null}', encoding="utf-8")
    (templates / "index.html.j2").write_text("{%- set k = kernel_start(nb) -%}{{ k.no.such.thing }}", encoding="utf-8")
    chapters = tmp_path / "chapters"
    chapters.mkdir()
    site = serve(small_book(chapters), template=str(templates), preheat=0, start_timeout=3)
    reader = Reader(site)
    begin = time.monotonic()
    answer = reader.start("first")
    assert answer.status == 503
    assert time.monotonic() - begin < 3 + AT_ONCE
    assert soon(lambda: reader.kernels() == 0)


def test_hostile_values_are_refused_by_the_widget_and_it_lives_on(serve: Callable[..., Site], tmp_path: Path) -> None:
    """A reader can send any value at all; bounds hold where the rule is worked out."""
    source = 'from widgets import calculator\ncalculator("new-world/disarm")'
    write(tmp_path, "chapter", markdown("# One"), code(source, widget()))
    reader = Reader(serve(tmp_path, preheat=0))
    reply = reader.start("chapter").json
    model = reply["outputs"]["1"][0]
    hostile = [10**30, -(10**30), "9" * 10_000, None, [], {"a": 1}, True, "<script>", 1e308]
    with reader.channel(reply["kernelId"]) as channel:
        for number, value in enumerate(hostile):
            channel.send(update(model, question={"id": number, "ask": "odds", "inputs": {"total": value}}))
        for question in ("x", 5, {"ask": "rm"}, {"id": {}, "inputs": [[[]]], "dice": "777"}):
            channel.send(update(model, question=question))
        channel.send(update(model, question={"id": 99, "ask": "odds", "inputs": {"total": 8}}))
        answer = heard(channel, lambda message: answered(message).get("id") == 99)
    found = answered(answer)
    assert found["ok"]
    assert found["json"]["inputs"]["total"] == 8
    reader.end(reply["kernelId"])


def answered(message: dict[str, Any]) -> dict[str, Any]:
    """The answer that a message from a calculator holds, or nothing."""
    found = message["content"].get("data", {}).get("state", {}).get("answer")
    return found if isinstance(found, dict) else {}


@pytest.fixture
def narrow(serve: Callable[..., Site], tmp_path: Path) -> Site:
    """A book on a host that allows few open files."""
    return serve(small_book(tmp_path), preheat=0, most_files=FEW_FILES)


@pytest.fixture
def crowd() -> Iterator[Callable[[Site, int], list[socket.socket]]]:
    """Opens many connections that say nothing, and closes them at the test's end."""
    with ExitStack() as stack:

        def coming(site: Site, many: int) -> list[socket.socket]:
            made = [socket.create_connection(("127.0.0.1", site.port), timeout=10) for _ in range(many)]
            for each in made:
                stack.callback(each.close)
            return made

        yield coming


def test_beyond_the_file_limit_is_refused_politely(
    narrow: Site, crowd: Callable[[Site, int], list[socket.socket]]
) -> None:
    """Who is in is answered; who comes too late is told so; when somebody leaves there is room again."""
    reader = Reader(narrow)
    early = socket.create_connection(("127.0.0.1", narrow.port), timeout=10)
    many = crowd(narrow, FEW_FILES - seats.KEPT_FOR_THE_SERVER + 20)
    with early:
        early.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert early.recv(4000).startswith(b"HTTP/1.1 200")
    refused = reader.ask("first")
    assert refused.status == 503
    assert refused.headers["Retry-After"] == "60"
    assert "too many visitors" in refused.text
    for each in many:
        each.close()
    assert soon(lambda: reader.ask("first").status == 200)
    assert "".join(narrow.errors) == ""


def test_kernels_leave_files_to_those_who_read(narrow: Site, crowd: Callable[[Site, int], list[socket.socket]]) -> None:
    """Near the limit a calculator is refused while pages are still sent."""
    crowd(narrow, FEW_FILES - seats.KEPT_FOR_PAGES - 20)
    reader = Reader(narrow)
    refused = reader.start("first")
    assert (refused.status, refused.json["error"]) == (503, "full")
    assert reader.ask("first").status == 200


def test_a_lost_page_loses_its_kernel(serve: Callable[..., Site], tmp_path: Path) -> None:
    """A browser that crashed says nothing; its channel closes, and after the time of grace its kernel ends."""
    reader = Reader(serve(small_book(tmp_path), preheat=0, grace_seconds=1.5))
    reply = reader.start("first").json
    with reader.channel(reply["kernelId"]):
        time.sleep(2.5)
        assert reader.kernels() == 1
    assert soon(lambda: reader.kernels() == 0, 10)
    assert reader.start("first").status == 200
    assert soon(lambda: reader.kernels() == 0, 10)


def test_an_error_of_a_cell_shows_no_traceback(serve: Callable[..., Site], tmp_path: Path) -> None:
    """Neither on the page nor in what a kernel's start answers."""
    write(tmp_path, "chapter", markdown("# One"), code(COUNTER, widget()), code("1 / 0"), code("Twice()", widget()))
    reader = Reader(serve(tmp_path, preheat=0))
    assert "Traceback" not in reader.ask("chapter").text
    answer = reader.start("chapter")
    assert "ZeroDivisionError" not in answer.text
    reader.end(answer.json["kernelId"])
