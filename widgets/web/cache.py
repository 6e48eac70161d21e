"""Where results that cost time are kept from one start to the next: files that are named by what they were made from.

Nothing in it has to be believed or cleared: another content has another name, and whatever is not asked for within
thirty days is removed. ``COMPANION_CACHE`` names another folder than the user's own.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from pathlib import Path

from widgets.web.assets import ENCODINGS, Body

ENVIRONMENT = "COMPANION_CACHE"
_KEPT_SECONDS = 30 * 86_400
_TOUCHED_SECONDS = 86_400


def folder() -> Path:
    """The cache's folder: as the environment says, else below the user's cache folder."""
    if named := os.environ.get(ENVIRONMENT):
        return Path(named)
    users = os.environ.get("CACHE_DIRECTORY") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(users) / "rulebook-companion"


def packed(body: Body) -> None:
    """Give a body all its packed forms, and keep nothing."""
    for encoding in ENCODINGS:
        body.packed_as(encoding)


class Cache:
    """Bytes by name. A folder that cannot be written to is no fault: everything is then made anew each time."""

    def __init__(self, place: Path | None = None) -> None:
        self.place = place if place is not None else folder()

    def get(self, name: str) -> bytes | None:
        """What is kept under a name, or None."""
        path = self.place / name
        try:
            found = path.read_bytes()
            if time.time() - path.stat().st_mtime > _TOUCHED_SECONDS:
                path.touch()
        except OSError:
            return None
        return found

    def put(self, name: str, content: bytes) -> None:
        """Keep something under a name, whole or not at all, also while other processes write."""
        with contextlib.suppress(OSError):
            self.place.mkdir(parents=True, exist_ok=True)
            handle, path = tempfile.mkstemp(dir=self.place, prefix=".new-")
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.replace(path, self.place / name)

    def sweep(self) -> None:
        """Remove what nobody asked for in a month."""
        oldest = time.time() - _KEPT_SECONDS
        with contextlib.suppress(OSError):
            for path in self.place.iterdir():
                if path.is_file() and path.stat().st_mtime < oldest:
                    path.unlink()

    def pack(self, body: Body) -> None:
        """Give a body all its packed forms, each made once and then kept."""
        for encoding in ENCODINGS:
            name = f"{body.tag.strip(chr(34))}.{encoding}"
            if encoding not in body.forms and (kept := self.get(name)):
                body.forms[encoding] = kept
            elif encoding not in body.forms and (packed := body.packed_as(encoding)):
                self.put(name, packed)
