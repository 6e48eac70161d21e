"""What every answer of the server carries, and what a websocket must show before it is let in."""

from __future__ import annotations

import json
import struct
from itertools import pairwise
from typing import Any

from tornado.web import HTTPError
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

PROTOCOL = "v1.kernel.websocket.jupyter.org"

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'self'",
        "object-src 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Server": "companion",
}

FOR_DOCUMENTS = ("X-Frame-Options", "Cross-Origin-Opener-Policy", "Permissions-Policy")
"""Those of them that say something of a page only: scripts and styles go without."""


HEARD = ("comm_msg", "comm_open", "comm_close", "comm_info_request", "kernel_info_request")
"""What a page may say to its kernel: that widgets changed. Nothing that runs code, stops or restarts anything."""

ASLEEP = 4001
"""The code with which a page's channel is closed when its kernel has been put away; a touch wakes another."""

_FEWEST, _MOST = 6, 262
"""Offsets of a message: the channel, four parts and the end, and up to 256 binary buffers."""


def heard(message: Any) -> bool:
    """Whether a message from a page is whole, by version 1 of the protocol, and of a kind that is let through.

    Voilà and Jupyter take the number of parts from the message unchecked: a false one makes them count for ever.
    """
    if not isinstance(message, bytes) or len(message) < 8 * (_FEWEST + 1):
        return False
    (count,) = struct.unpack_from("<Q", message)
    if not _FEWEST <= count <= _MOST or len(message) < 8 * (count + 1):
        return False
    offsets = struct.unpack_from(f"<{count}Q", message, 8)
    if any(begin > end for begin, end in pairwise((8 * (count + 1), *offsets, len(message)))):
        return False
    try:
        channel = message[offsets[0] : offsets[1]].decode()
        header, parent, metadata, content = (
            json.loads(message[begin:end]) for begin, end in pairwise(offsets[1:_FEWEST])
        )
    except (ValueError, RecursionError):
        return False
    parts = (header, parent, metadata, content)
    return channel == "shell" and all(isinstance(part, dict) for part in parts) and header.get("msg_type") in HEARD


class GuardedKernelWebsocket(VoilaKernelWebsocketHandler):
    """A page's channel to its kernel, by version 1 of the protocol only.

    Over the older protocol one message with a binary buffer makes Voilà 0.5.13 loop for ever, for all readers;
    and the filter that keeps the cells' sources from going out does not see the older protocol's messages.
    """

    async def get(self, kernel_id: str) -> Any:
        """Open the channel; 400 without the protocol, 404 without the kernel."""
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in [name.strip() for name in offered.split(",")]:
            raise HTTPError(400)
        if kernel_id not in self.kernel_manager:
            raise HTTPError(404)
        return await super().get(kernel_id=kernel_id)

    async def open(self, kernel_id: str) -> None:
        """The channel is open."""
        self.kernel_manager.channels.setdefault(kernel_id, set()).add(self)
        await super().open(kernel_id)

    def on_message(self, message: Any) -> None:
        """Hand on what may be heard, and nothing else."""
        if heard(message):
            super().on_message(message)

    def on_close(self) -> None:
        """The page has gone."""
        self.kernel_manager.channels.get(self.kernel_id, set()).discard(self)
        super().on_close()
