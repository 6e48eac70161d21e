"""A plain web host on this machine, as `python3 -m http.server` is, with the faults that hosts can have."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any


@dataclass
class Host:
    """A folder under an address. ``types`` replaces media types by file suffix, ``instead`` whole bodies by name's end.

    ``packs`` sends the packed twins to those who take them. ``sent`` counts the bytes of every body by its path.
    """

    folder: Path
    path: str = "/"
    packs: bool = False
    types: Mapping[str, str] = field(default_factory=dict)
    instead: dict[str, bytes] = field(default_factory=dict)
    sent: list[tuple[str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.open()

    def open(self, port: int = 0) -> None:
        """Plug it in, at any free port or the one that it had."""
        self.server = ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, host=self))
        self.server.daemon_threads = True
        self.thread = Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        """Where the folder is; ends with a slash."""
        return f"http://127.0.0.1:{self.server.server_port}{self.path}"

    def asked(self) -> list[str]:
        """The paths that were asked for."""
        return [path for path, _ in self.sent]

    def close(self) -> None:
        """Unplug it; more than once does no harm."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *arguments: Any, host: Host) -> None:
        self.host = host
        super().__init__(*arguments, directory=str(host.folder))

    def translate_path(self, path: str) -> str:
        inside = path.removeprefix(self.host.path) if path.startswith(self.host.path) else "no such file"
        return super().translate_path(f"/{inside}")

    def do_GET(self) -> None:
        """A file, its packed twin, or what stands instead of it."""
        path = self.path.split("?")[0]
        replaced = next((body for end, body in self.host.instead.items() if path.endswith(end)), None)
        file = Path(self.translate_path(path))
        if file.is_dir():
            file /= "index.html"
        if replaced is None and not file.is_file():
            self.host.sent.append((path, 0))
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        body = file.read_bytes() if replaced is None else replaced
        self.send_response(HTTPStatus.OK)
        accepted = self.headers.get("Accept-Encoding", "")
        twin = file.with_name(f"{file.name}.br")
        if self.host.packs and "br" in accepted and twin.is_file() and replaced is None:
            body = twin.read_bytes()
            self.send_header("Content-Encoding", "br")
        elif self.host.packs and "gzip" in accepted and len(body) > 600:
            body = gzip.compress(body, 1)
            self.send_header("Content-Encoding", "gzip")
        self.host.sent.append((path, len(body)))
        self.send_header("Content-Type", self.host.types.get(file.suffix, self.guess_type(str(file))))
        self.send_header("Content-Length", str(len(body)))
        lasting = any(part in path for part in ("/static/", "/engine/", "/runtime/", "/search/"))
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if lasting else "no-cache")
        self.end_headers()
        self._send(body)

    def _send(self, body: bytes) -> None:
        try:
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def handle(self) -> None:
        try:
            super().handle()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, *_: Any) -> None:
        """Hosts of tests are silent."""
