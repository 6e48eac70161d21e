"""Brings the browser's Python through npm, at the exact version that ``build/package-lock.json`` names."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from widgets.web.cache import folder
from widgets.web.publish.errors import PublishError

BUILD = Path(__file__).parent / "build"
NEEDED = (
    "is not installed, but the browser's Python comes by it. Install Node.js 18 or newer with npm "
    "(Debian and Ubuntu: apt-get install npm), then publish again."
)
_OLDEST_NODE = 18


@dataclass(frozen=True)
class Runtime:
    """The npm package of Pyodide as it lies in the cache, and the Node that runs it."""

    folder: Path
    node: str

    @cached_property
    def lock(self) -> dict[str, Any]:
        """What Pyodide must know of itself: its lock file without the packages, none of which is shipped."""
        lock = json.loads((self.folder / "pyodide-lock.json").read_text(encoding="utf-8"))
        return {"info": lock["info"], "packages": {}}

    @property
    def python(self) -> str:
        """The version of its Python: "3.13"."""
        return ".".join(str(self.lock["info"]["python"]).split(".")[:2])

    @property
    def version(self) -> str:
        """The version of the npm package."""
        return str(json.loads((self.folder / "package.json").read_text(encoding="utf-8"))["version"])

    def read(self, name: str) -> bytes:
        """One file of the package."""
        return (self.folder / name).read_bytes()


def bring(cache: Path | None = None) -> Runtime:
    """The runtime, installed through npm unless the cache has it. Raises `PublishError` with what helps."""
    node, npm = (_program(name) for name in ("node", "npm"))
    _old_enough(node)
    papers = [BUILD / "package.json", BUILD / "package-lock.json"]
    name = hashlib.sha256(b"".join(path.read_bytes() for path in papers)).hexdigest()[:12]
    home = (cache or folder()) / f"npm-{name}"
    package = home / "node_modules" / "pyodide"
    if not (home / "complete").is_file():
        home.mkdir(parents=True, exist_ok=True)
        for path in papers:
            shutil.copyfile(path, home / path.name)
        command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        run = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
        if run.returncode:
            raise PublishError(f"npm could not bring the browser's Python: {_last_line(run.stderr or run.stdout)}")
        (home / "complete").touch()
    return Runtime(package, node)


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise PublishError(f"{name} {NEEDED}")
    return found


def _old_enough(node: str) -> None:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    major = said.removeprefix("v").split(".")[0]
    if not major.isdigit() or int(major) < _OLDEST_NODE:
        raise PublishError(f"node is {said or 'of an unknown version'}: {_OLDEST_NODE} or newer is needed.")


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip() and "complete log" not in line]
    return " ".join(lines[-3:]) or "it gave no reason"
