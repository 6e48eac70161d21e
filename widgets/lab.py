"""``companion lab``: the chapters as notebooks in JupyterLab, where an author changes them and a reader may look on.

The calculators are the same there: anywidget brings their script and style from the notebook's own kernel.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

HOUSE = Path(__file__).parent.parent
CHAPTERS = HOUSE / "chapters"
MISSING = "companion: JupyterLab is not installed here. Get it with: pip install 'rulebook-companion[lab]'"


def main(
    port: int = 8888,
    browser: bool = True,
    house_rules: str | os.PathLike[str] | None = None,
    chapters: str | os.PathLike[str] | None = None,
) -> int:
    """Open a folder of chapters (the book's own by default) in JupyterLab until Ctrl-C; returns the exit code.

    Without JupyterLab it says how to get it, with exit code 1. ``house_rules`` is a TOML file that the kernels
    compute with. The notebooks are the real ones: what is saved there is changed in the book.
    """
    if find_spec("jupyterlab") is None:
        print(MISSING, file=sys.stderr)
        return 1
    folder = Path(chapters) if chapters is not None else CHAPTERS
    if not folder.is_dir():
        print(f"companion: there is no folder of chapters at {folder}", file=sys.stderr)
        return 1
    first = next((path.name for path in sorted(folder.glob("*.ipynb")) if path.stem != "index"), "")
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder.resolve()}", f"--port={port}"]
    command += ["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    command += [f"--LabApp.default_url=/lab/tree/{first}"] if first else []
    command += [] if browser else ["--no-browser"]
    command += ["--allow-root"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    process = subprocess.Popen(command, env=environment(dict(os.environ), house_rules))
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:  # JupyterLab heard it too, and asks before it ends
            continue


def environment(given: dict[str, str], house_rules: str | os.PathLike[str] | None) -> dict[str, str]:
    """What JupyterLab's kernels need besides: where the book's programs are, and the house rules in force."""
    paths = [str(HOUSE), *filter(None, given.get("PYTHONPATH", "").split(os.pathsep))]
    made = {**given, "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths))}
    if house_rules is not None:
        made["COMPANION_HOUSE_RULES"] = os.path.abspath(house_rules)
    return made
