"""A small shelf for the tests of the search: New World as it stands, another game's chapter, and the start page."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from tests.web.sample import markdown, write

HERE = Path(__file__).parent
CHAPTERS = HERE.parents[1] / "chapters"

SEARCHES: list[dict[str, str]] = json.loads((HERE / "searches.json").read_text(encoding="utf-8"))
"""What people type and what they then want to find: both searches, the page's and the terminal's, are held to it."""


def shelf(folder: Path) -> Path:
    """Fill a folder with the chapters."""
    for name in ("index", "new-world"):
        shutil.copy(CHAPTERS / f"{name}.ipynb", folder)
    write(
        folder,
        "candlelight",
        markdown(
            "# Candlelight\n\n## <a id='draughts'></a>Draughts\n\n"
            "<a id='draughts-grapple'></a>**Grappling in the dark.** Your candle goes out first.\n\n"
            "A paragraph without an address, about wax.\n\n"
            "- one thing of tallow\n- another\n\n"
            "| Draught | Strength |\n|---|--:|\n| a gust | 3 |\n| a breeze | 1 |"
        ),
        title="Candlelight",
        game="candlelight",
        order=2,
    )
    return folder


def wanted(search: dict[str, str], hit: dict[str, Any]) -> bool:
    """Whether a hit is what a search of `SEARCHES` is after: its kind, and its address, id or calculator."""
    return hit["kind"] == search["kind"] and search["found"] in (hit.get("address"), hit["id"], hit.get("resolver"))
