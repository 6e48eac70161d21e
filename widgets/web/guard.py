"""What every answer of the server carries, and what a websocket must show before it is let in."""

from __future__ import annotations

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
