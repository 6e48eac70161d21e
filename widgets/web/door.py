"""Who is let in: connections beyond what the process can hold open are told so, politely and at once."""

from __future__ import annotations

import contextlib
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.iostream import IOStream, StreamClosedError

from widgets.web.seats import KEPT_FOR_THE_SERVER, files_left

_WAITING = KEPT_FOR_THE_SERVER // 2
_PATIENCE = 1.0
_TEXT = b"The server has too many visitors. Please try again in a minute.\n"
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 60\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(_TEXT), _TEXT)
)


class Door(HTTPServer):
    """An HTTP server that answers 503 where one more connection would use up the files it may open.

    Without it the process runs into the limit, and then nobody is answered, not even those who are in.
    """

    def initialize(self, *arguments: Any, **options: Any) -> None:
        """As for ``HTTPServer``."""
        super().initialize(*arguments, **options)
        self._turned_away = 0

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Let a connection in, or turn it away."""
        if files_left() > KEPT_FOR_THE_SERVER:
            super().handle_stream(stream, address)
        elif self._turned_away < _WAITING:
            self._turned_away += 1
            IOLoop.current().add_callback(self._turn_away, stream)
        else:
            stream.close()

    async def _turn_away(self, stream: IOStream) -> None:
        """Hear the request first: a connection that is closed with words unread looks broken from the other side."""
        patience = IOLoop.current().call_later(_PATIENCE, stream.close)
        try:
            with contextlib.suppress(StreamClosedError):
                await stream.read_bytes(65_536, partial=True)
                await stream.write(REFUSAL)
        finally:
            IOLoop.current().remove_timeout(patience)
            stream.close()
            self._turned_away -= 1
