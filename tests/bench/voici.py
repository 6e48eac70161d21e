"""A chapter as Voici publishes it: Voilà's stock front end over JupyterLite, with all of it on the host.

The versions are the newest that go together (Voici asks for JupyterLite 0.7, and its kernel of 0.7.2 finds none of
Voici's shared modules). Voici itself would bring Pyodide and its packages from a CDN; here Pyodide comes from npm, the
packages from PyPI, and a lock of our own names nothing but what lies beside it. Everything that Voici could do without
is left out in its favour: IPython's completion and history, and the site of the book.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from email.parser import Parser
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.web.fixtures import HOUSE
from widgets.web.cache import Cache, folder
from widgets.web.publish import runtime
from widgets.web.publish.twins import twins

BUILDS_WITH = (
    "voici-core==0.10.0",
    "jupyterlite-core==0.7.6",
    "jupyterlite-pyodide-kernel==0.7.0",
    "jupyter_server==2.21.0",
    "ipywidgets==8.1.9",
    "anywidget==0.11.0",
)
PYODIDE = "0.29.0"
PYTHON = "3.13"
WHEELS = (
    "anywidget==0.11.0", "asttokens==3.0.2", "comm==0.2.3", "decorator==5.3.1", "executing==2.3.0",
    "ipython==9.12.0", "ipython_pygments_lexers==1.1.1", "ipywidgets==8.1.9", "matplotlib-inline==0.2.2",
    "micropip==0.11.1", "packaging==26.4", "prompt_toolkit==3.0.53", "psygnal==0.16.1", "pure_eval==0.2.4",
    "pygments==2.21.0", "stack-data==0.6.3", "traitlets==5.16.1", "typing_extensions==4.16.0", "wcwidth==0.9.4",
)  # fmt: skip
OF_THE_KERNEL = ("ipykernel-", "piplite-", "pyodide_kernel-", "widgetsnbextension-4")
STUBS = ("sqlite3", "jedi", "jupyterlab-widgets")
"""Packages that the kernel asks for and a chapter does without: compiled, large, or JavaScript only."""

LOADED = (
    "micropip", "piplite", "sqlite3", "ipykernel", "comm", "pyodide_kernel", "jedi", "ipython", "ipywidgets",
    "anywidget", "rulebook-companion",
)  # fmt: skip
RUNTIME_FILES = ("pyodide.js", "pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
OTHER_HOSTS = re.compile(r"^.*<link [^>]*https://.*\n", re.MULTILINE)
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"


def place(chapter: str) -> str:
    """Where a chapter's page lies in the site, from its root."""
    return f"voici/render/{chapter}.html"


def published(chapter: str, out: Path, room: Path) -> None:
    """Write Voici's site with one chapter into ``out``, with packed twins. ``room`` is an empty folder to work in.

    Python's packages and Pyodide are brought by pip and npm into the book's cache, once. Raises `SystemExit` with what
    a program said that failed.
    """
    tools = _tools()
    lite = room / "lite"
    (lite / "content").mkdir(parents=True)
    notebook = json.loads((HOUSE / "chapters" / f"{chapter}.ipynb").read_text(encoding="utf-8"))
    notebook["metadata"]["kernelspec"] = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
    (lite / "content" / f"{chapter}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    _distribution(tools, lite / "static" / "pyodide")
    build = {
        "contents": ["content"],
        "output_dir": str(out),
        "cache_dir": str(room / "cache"),
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
    }
    kernel = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": list(LOADED)}}
    settings = {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {"litePluginSettings": {KERNEL: kernel}},
    }
    (lite / "jupyter_lite_config.json").write_text(json.dumps({"LiteBuildConfig": build}), encoding="utf-8")
    (lite / "jupyter-lite.json").write_text(json.dumps(settings), encoding="utf-8")
    _run([str(tools / "venv/bin/voici"), "build"], lite)
    files = {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.suffix != ".whl"
    }
    for name, data in twins(files, runtime.bring(), Cache()).items():
        (out / name).write_bytes(data)


def _tools() -> Path:
    """Voici in an environment of its own, the wheels for a browser, and Pyodide: brought once, kept in the cache."""
    made_of = repr((BUILDS_WITH, WHEELS, PYODIDE, sys.version_info[:2]))
    home = folder() / f"voici-{hashlib.sha256(made_of.encode()).hexdigest()[:12]}"
    if (home / "complete").is_file():
        return home
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    python = str(home / "venv/bin/python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    _run([sys.executable, "-m", "venv", "venv"], home)
    _run([*pip, "install", *BUILDS_WITH], home)
    browsers = [f"--python-version={PYTHON}", "--implementation=py", "--abi=none", "--platform=any"]
    _run([*pip, "download", "--no-deps", "--dest=wheels", "--only-binary=:all:", *browsers, *WHEELS], home)
    _run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", f"pyodide@{PYODIDE}"], home)
    for page in (home / "venv/share/jupyter/voila/templates").rglob("*.html*"):
        page.write_text(OTHER_HOSTS.sub("", page.read_text(encoding="utf-8")), encoding="utf-8")
    (home / "complete").touch()
    return home


def _run(command: list[str], where: Path) -> None:
    paths = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    run = subprocess.run(command, cwd=where, env=paths, capture_output=True, text=True, check=False)
    if run.returncode:
        said = (run.stdout + run.stderr).strip()[-3000:]
        raise SystemExit(f"{Path(command[0]).name} failed (--without-voici leaves this out):\n{said}")


def _distribution(tools: Path, out: Path) -> None:
    """Pyodide's folder with a lock that lists only the wheels beside it."""
    out.mkdir(parents=True)
    shipped = tools / "node_modules/pyodide"
    for name in RUNTIME_FILES:
        shutil.copy2(shipped / name, out)
    (extension,) = (tools / "venv").glob("share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension")
    ours = [path for path in (extension / "static/pypi").glob("*.whl") if path.name.startswith(OF_THE_KERNEL)]
    for path in [*(tools / "wheels").glob("*.whl"), *ours]:
        shutil.copy2(path, out)
    for name in STUBS:
        _write_wheel(out, name, {})
    _write_wheel(out, "rulebook-companion", dict(_engine()))
    wheels = [_entry(path) for path in sorted(out.glob("*.whl"))]
    there = {canonicalize_name(each["name"]): each for each in wheels}
    for each in wheels:
        each["depends"] = [name for name in each["depends"] if name in there]
    lock = json.loads((shipped / "pyodide-lock.json").read_text(encoding="utf-8"))
    lock["packages"] = there
    (out / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")


def _engine() -> Iterator[tuple[str, bytes]]:
    """The engine and the widgets, without the book's site."""
    for package in ("companion", "widgets"):
        for path in sorted((HOUSE / package).rglob("*")):
            name = path.relative_to(HOUSE).as_posix()
            if path.is_file() and "__pycache__" not in path.parts and not name.startswith("widgets/web/"):
                yield name, path.read_bytes()


def _write_wheel(where: Path, name: str, files: Mapping[str, bytes]) -> None:
    module = name.replace("-", "_")
    about = f"{module}-0.0.0.dist-info"
    held = {
        **files,
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.0.0\n".encode(),
        f"{about}/WHEEL": b"Wheel-Version: 1.0\nGenerator: bench\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = io.StringIO()
    csv.writer(record).writerows([each, "", ""] for each in [*held, f"{about}/RECORD"])
    held[f"{about}/RECORD"] = record.getvalue().encode()
    with ZipFile(where / f"{module}-0.0.0-py3-none-any.whl", "w", ZIP_DEFLATED) as wheel:
        for each, data in held.items():
            wheel.writestr(ZipInfo(each, (2026, 1, 1, 0, 0, 0)), data, ZIP_DEFLATED)


def _entry(path: Path) -> dict[str, Any]:
    """What Pyodide's lock says of a wheel."""
    with ZipFile(path) as wheel:
        names = wheel.namelist()
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        about = Parser().parsestr(wheel.read(metadata).decode())
    needs = [Requirement(each) for each in about.get_all("Requires-Dist") or []]
    in_browser = {"sys_platform": "emscripten", "platform_system": "Emscripten", "python_version": PYTHON, "extra": ""}
    return {
        "name": about["Name"],
        "version": about["Version"],
        "file_name": path.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted({name.split("/")[0] for name in names if name.endswith("/__init__.py")}),
        "depends": [
            canonicalize_name(each.name) for each in needs if not each.marker or each.marker.evaluate(in_browser)
        ],
        "unvendored_tests": False,
    }
