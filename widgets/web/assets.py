"""The site's own files (styles, scripts), read once, packed once, and addressed by their content."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from widgets.desk.script import ROOM, START, STYLE, script, styles
from widgets.web.bundle import bundled

try:
    import brotli
except ImportError:  # pages are then sent as gzip only
    brotli = None

HERE = Path(__file__).parent
STATIC = HERE / "static"
WIDGETS = HERE.parent
SCRIPT = "site.js"

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}
_WORTH_PACKING = 600
_COMMENTS = {
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".js": re.compile(r"^[ \t]*(?://[^\n]*|/\*\*.*?\*/)$", re.DOTALL | re.MULTILINE),
}
_INDENT = re.compile(r"\s*\n\s*")
_SPACE = re.compile(r"\s*([{};])\s*")


def _brotli(plain: bytes) -> bytes | None:
    return brotli.compress(plain, quality=11) if brotli else None


_PACKERS = {"br": _brotli, "gzip": lambda plain: gzip.compress(plain, 9, mtime=0)}

ENCODINGS = tuple(_PACKERS)
"""The ways in which a body can be packed, the tightest first. Brotli needs the package of that name."""


@dataclass(frozen=True)
class Body:
    """Bytes to be sent: as they are and packed, with their media type and a tag that names the content."""

    plain: bytes
    media_type: str
    forms: dict[str, bytes | None] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, text: str, suffix: str) -> Body:
        """The body of a text with the media type of such a file name's suffix."""
        return cls(text.encode(), _TYPES[suffix])

    def packed_as(self, encoding: str) -> bytes | None:
        """One packed form, made when it is first asked for; None where it would not pay or cannot be made."""
        if encoding not in self.forms:
            worth = len(self.plain) >= _WORTH_PACKING
            self.forms[encoding] = _PACKERS[encoding](self.plain) if worth else None
        return self.forms[encoding]

    @property
    def packed(self) -> bytes | None:
        """The gzip form, or None where it would not pay."""
        return self.packed_as("gzip")

    def best(self, accepted: str) -> tuple[bytes, str]:
        """What to send to a browser with this ``Accept-Encoding``, and the name of its packing ("" for none).

        Brotli packs slowly, so it is sent only where somebody made it beforehand.
        """
        taken = _taken(accepted)
        if "br" in taken and (packed := self.forms.get("br")):
            return packed, "br"
        if "gzip" in taken and (packed := self.packed):
            return packed, "gzip"
        return self.plain, ""

    @cached_property
    def name(self) -> str:
        """A name made from the content."""
        return hashlib.sha256(self.plain).hexdigest()[:20]

    @property
    def tag(self) -> str:
        """The ETag."""
        return f'"{self.name}"'


def _taken(accepted: str) -> set[str]:
    """The encodings that an ``Accept-Encoding`` allows: those that it names, but for ``;q=0``."""
    offers = (offer.partition(";") for offer in accepted.lower().split(","))
    return {name.strip() for name, _, quality in offers if quality.replace(" ", "") not in ("q=0", "q=0.0")}


def lean(text: str, suffix: str) -> str:
    """A style sheet or script of ours as it is sent: without comments on lines of their own, gaps and indentation.

    Style sheets lose the space around their braces and semicolons too.
    """
    if suffix not in _COMMENTS:
        return text
    sent = _INDENT.sub("\n", _COMMENTS[suffix].sub("", text)).strip()
    return _SPACE.sub(r"\1", sent) if suffix == ".css" else sent


class Assets:
    """The files under ``static/``, and every style sheet and script beside the widgets.

    All style sheets, those of ``static/site/`` in the order of their names and then the widgets', are sent as
    one file, ``site.css``, and the page's script with all that it always needs as ``site.js``. Files of others, as
    they were published, lie in ``static/vendor/`` and are served beside ours. The GM screen's script and style,
    which only its own page loads, are ``desk.js`` and ``desk.css``. ``folder`` is a name made from all
    contents: the files below it may be kept by a browser for ever.
    """

    def __init__(self, static: Path = STATIC, widgets: Path = WIDGETS) -> None:
        widget_styles = sorted(widgets.glob("*.css"))
        ours = [*sorted(static.glob("*.*")), *sorted(widgets.glob("*.js")), *widget_styles]
        texts = {path: path.read_text(encoding="utf-8") for path in [*ours, *sorted(static.glob("site/*.css"))]}
        sent = {path: lean(text, path.suffix) for path, text in texts.items()}
        self.files = {path.name: Body.of(sent[path], path.suffix) for path in ours}
        self.files |= {path.name: Body(path.read_bytes(), _TYPES[path.suffix]) for path in static.glob("vendor/*.*")}
        page_styles = [*sorted(static.glob("site/*.css")), *widget_styles]
        self.files["site.css"] = Body.of("\n".join(sent[path] for path in page_styles), ".css")
        if SCRIPT in self.files:
            modules = {name: body.plain.decode() for name, body in self.files.items() if name.endswith(".js")}
            self.files[SCRIPT] = Body.of(bundled(SCRIPT, modules), ".js")
        self._names_by_text = {texts[path].strip(): path.name for path in ours if path.suffix in (".js", ".css")}
        together = "\n".join(texts[path] for path in widget_styles)
        self._names_by_text.setdefault(together.strip(), "site.css")  # a widget brings them all; a page has them
        if (widgets / ROOM).is_dir():
            screen = {START: script(widgets), STYLE: styles(widgets)}
            self.files |= {
                name: Body.of(lean(text, Path(name).suffix), Path(name).suffix) for name, text in screen.items()
            }
            self._names_by_text |= {screen[START].strip(): START, f"{together}\n{screen[STYLE]}".strip(): STYLE}
        self.folder = hashlib.sha256("".join(body.tag for body in self.files.values()).encode()).hexdigest()[:12]

    def named_like(self, text: str) -> str | None:
        """The file that holds exactly this text, or None: a widget's module need not be sent twice."""
        return self._names_by_text.get(text.strip())
