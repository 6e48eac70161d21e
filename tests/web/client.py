"""A reader without a browser: HTTP with cookies, and a page's channel to its kernel."""

from __future__ import annotations

import json
import struct
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from http.cookiejar import CookieJar
from itertools import pairwise
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.web.fixtures import Site

PROTOCOL = "v1.kernel.websocket.jupyter.org"


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Shows redirects instead of following them."""

    def redirect_request(self, *_: Any) -> None:
        """Follow none."""


class Answer:
    """What the server said: status, headers (any spelling), body."""

    def __init__(self, response: Any) -> None:
        with response:
            self.status: int = response.status
            self.headers = response.headers
            self.body: bytes = response.read()

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Reader:
    """One reader of a site, with cookies of their own."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(NoRedirect, urllib.request.HTTPCookieProcessor(self.cookies))

    @property
    def token(self) -> str:
        """The value of the XSRF cookie, or nothing."""
        return next((str(cookie.value) for cookie in self.cookies if cookie.name == "_xsrf"), "")

    def ask(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """A request below the site's address; keywords are headers with ``_`` for ``-``."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.site.url + path, method=method, headers=named)
        try:
            return Answer(self.opener.open(request, timeout=60))
        except urllib.error.HTTPError as error:
            return Answer(error)

    def start(self, chapter: str) -> Answer:
        """Read a chapter and touch a calculator."""
        self.ask(chapter)
        return self.ask(f"{chapter}/kernel", "POST", X_XSRFToken=self.token)

    def end(self, kernel_id: str) -> Answer:
        """Leave the page."""
        return self.ask(f"voila/api/shutdown/{kernel_id}", "POST", X_XSRFToken=self.token)

    def kernels(self) -> int:
        """How many kernels the server runs."""
        return int(self.ask("health").json["kernels"])

    def channel(self, kernel_id: str, *protocols: str) -> ClientConnection:
        """A websocket to a kernel, by version 1 of the protocol unless told otherwise."""
        url = self.site.url.replace("http", "ws") + f"api/kernels/{kernel_id}/channels?session_id={uuid.uuid4().hex}"
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        headers = {"Cookie": cookies} if cookies else {}
        return connect(url, subprotocols=protocols or (PROTOCOL,), open_timeout=20, additional_headers=headers)  # type: ignore[arg-type]


def packed(message_type: str, content: dict[str, Any], channel: str = "shell") -> bytes:
    """One message by version 1 of the protocol."""
    header = {
        "msg_id": uuid.uuid4().hex,
        "msg_type": message_type,
        "username": "",
        "session": uuid.uuid4().hex,
        "date": "2026-01-01T00:00:00Z",
        "version": "5.3",
    }
    parts = [channel.encode(), *(json.dumps(part).encode() for part in (header, {}, {}, content))]
    offsets = [8 * (len(parts) + 2)]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    return struct.pack(f"<Q{len(offsets)}Q", len(offsets), *offsets) + b"".join(parts)


def unpacked(data: bytes) -> dict[str, Any]:
    """A message's type and content."""
    (count,) = struct.unpack_from("<Q", data)
    offsets = struct.unpack_from(f"<{count}Q", data, 8)
    parts = [data[begin:end] for begin, end in pairwise(offsets)]
    return {"type": json.loads(parts[1])["msg_type"], "content": json.loads(parts[4])}


def update(model: str, **state: Any) -> bytes:
    """The message with which a widget's front end sets its traits."""
    return packed("comm_msg", {"comm_id": model, "data": {"method": "update", "state": state, "buffer_paths": []}})


def heard(channel: ClientConnection, until: Callable[[dict[str, Any]], bool], seconds: float = 20) -> dict[str, Any]:
    """The first message that fits; TimeoutError if none comes in time."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        data = channel.recv(timeout=left)
        message = unpacked(data) if isinstance(data, bytes) else {}
        if message and until(message):
            return message
    raise TimeoutError("no such message came")


def soon(what: Callable[[], bool], seconds: float = 20) -> bool:
    """Whether something becomes true in time."""
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True
