"""The site's own files (styles, scripts), read once, packed once, and addressed by their content."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

HERE = Path(__file__).parent
STATIC = HERE / "static"
WIDGETS = HERE.parent

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}
_WORTH_PACKING = 600


@dataclass(frozen=True)
class Body:
    """Bytes to be sent: as they are and packed, with their media type and a tag that names the content."""

    plain: bytes
    media_type: str

    @classmethod
    def of(cls, text: str, suffix: str) -> Body:
        """The body of a text with the media type of such a file name's suffix."""
        return cls(text.encode(), _TYPES[suffix])

    @cached_property
    def packed(self) -> bytes | None:
        """The gzip form, or None where it would not pay."""
        return gzip.compress(self.plain, 9, mtime=0) if len(self.plain) >= _WORTH_PACKING else None

    @cached_property
    def tag(self) -> str:
        """The ETag."""
        return f'"{hashlib.sha256(self.plain).hexdigest()[:20]}"'


class Assets:
    """The files under ``static/``, and every style sheet and script beside the widgets.

    All style sheets, those of ``static/site/`` in the order of their names and then the widgets', are sent as
    one file, ``site.css``. ``folder`` is a name made from all contents: the files below it may be kept by a
    browser for ever.
    """

    def __init__(self, static: Path = STATIC, widgets: Path = WIDGETS) -> None:
        scripts = [*sorted(static.glob("*.*")), *sorted(widgets.glob("*.js"))]
        widget_styles = sorted(widgets.glob("*.css"))
        styles = [*sorted(static.glob("site/*.css")), *widget_styles]
        self.files = {path.name: Body(path.read_bytes(), _TYPES[path.suffix]) for path in [*scripts, *widget_styles]}
        self.files["site.css"] = Body.of("\n".join(path.read_text(encoding="utf-8") for path in styles), ".css")
        self._names_by_text = {
            body.plain.decode().strip(): name for name, body in self.files.items() if name.endswith((".js", ".css"))
        }
        self.folder = hashlib.sha256("".join(body.tag for body in self.files.values()).encode()).hexdigest()[:12]

    def named_like(self, text: str) -> str | None:
        """The file that holds exactly this text, or None: a widget's module need not be sent twice."""
        return self._names_by_text.get(text.strip())
