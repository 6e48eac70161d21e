"""Builds the engine for a reader's browser: Python, a lean library, the games, and a snapshot of Python at work.

The snapshot is the memory of a Python that has imported the engine; a browser takes it up in a second. The library is
what that Python was started from; a browser that cannot take the snapshot starts from it. Each game is an archive that
is brought when a reader nears one of its calculators. All are tried while they are built, and must answer exactly as
this machine's Python does.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.catalogue import game_names
from widgets.answer import UNEXPECTED
from widgets.web.cache import Cache
from widgets.web.publish import library, port
from widgets.web.publish.errors import PublishError
from widgets.web.publish.runtime import BUILD, Runtime

RUNTIME_FILES = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm")
LIBRARY, SNAPSHOT = "python.zip", "snapshot.bin"

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Engine:
    """The engine's files by name: those of the runtime, and those made of our own modules and tables."""

    runtime: Mapping[str, bytes]
    made: Mapping[str, bytes]


def archive_of(game: str) -> str:
    """The file that holds a game: ``new-world`` lies in ``new_world.zip``."""
    return f"{game.replace('-', '_')}.zip"


def build(runtime: Runtime, house_rules: str = "", cache: Cache | None = None, tell: Tell = print) -> Engine:
    """Make the engine, or take it from the cache if nothing that it is made of has changed.

    ``house_rules`` is the text of the file in force. ``tell`` hears of each stage. Raises `PublishError` if the
    browser's Python fails, or answers otherwise than this one.
    """
    cache = cache or Cache()
    files = library.engine_files(house_rules)
    whole = library.whole_library(runtime.read("python_stdlib.zip"), files, runtime.python)
    name = f"engine-{_fingerprint(runtime, whole)}"
    made = _kept(name, cache)
    if made is None:
        made = _make(runtime, whole, library.modules_to_load(files), tell)
        for each, data in made.items():
            cache.put(f"{name}-{each}", data)
        cache.put(f"{name}.json", json.dumps(sorted(made)).encode())
    return Engine({name: runtime.read(name) for name in RUNTIME_FILES}, made)


def _kept(name: str, cache: Cache) -> dict[str, bytes] | None:
    listed = cache.get(f"{name}.json")
    found = {each: cache.get(f"{name}-{each}") for each in json.loads(listed)} if listed else {}
    made = {each: data for each, data in found.items() if data is not None}
    return made if made and len(made) == len(found) else None


def _make(runtime: Runtime, whole: bytes, modules: list[str], tell: Tell) -> dict[str, bytes]:
    archive = f"/lib/python{runtime.python.replace('.', '')}.zip"
    settings = {
        "pyodide": str(runtime.folder),
        "lock": runtime.lock,
        "games": [archive_of(name) for name in game_names()],
        "pack": f"from {library.PACKING} import pack; pack({archive!r}, '/made', {modules!r})",
        "freeze": f"from {library.PACKING} import freeze; freeze({modules!r})",
    }
    questions = [json.dumps(question, ensure_ascii=False) for question in port.trials()]
    with TemporaryDirectory(prefix="companion-engine-") as folder:
        place = Path(folder)
        (place / "library.zip").write_bytes(whole)
        (place / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        (place / "questions.json").write_text(json.dumps(questions), encoding="utf-8")
        _run(runtime, place, tell)
        answers = json.loads((place / "answers.json").read_text(encoding="utf-8"))
        _compare(questions, answers)
        return {path.name: path.read_bytes() for path in sorted((place / "made").iterdir())}


def _run(runtime: Runtime, place: Path, tell: Tell) -> None:
    # nothing of this machine's surroundings goes into a snapshot
    surroundings = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
    log = place / "errors.txt"
    with (
        log.open("w", encoding="utf-8") as errors,
        subprocess.Popen(
            [runtime.node, str(BUILD / "engine.mjs")],
            cwd=place, env=surroundings, stdout=subprocess.PIPE, stderr=errors, text=True,
        ) as process,
    ):  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            tell(line.strip())
    if process.returncode:
        lines = [line for line in log.read_text(encoding="utf-8").splitlines() if line.strip()]
        raise PublishError("the engine does not start in the browser's Python:\n" + "\n".join(lines[-12:]))


def _compare(questions: list[str], answers: Mapping[str, list[str]]) -> None:
    """Raises `PublishError` where a calculator fails, or a browser's Python answers otherwise than this one."""
    ours = [json.loads(port.answered(question)) for question in questions]
    failing = {
        str(json.loads(question)["resolver"])
        for question, mine in zip(questions, ours, strict=True)
        if any(problem["message"] == UNEXPECTED for problem in mine.get("problems", ()))
    }
    if failing:
        raise PublishError(f"calculators fail, here as in a browser: {', '.join(sorted(failing))}")
    for name, theirs in answers.items():
        for question, mine, other in zip(questions, ours, theirs, strict=True):
            if json.loads(other) != mine:
                raise PublishError(
                    f"the engine's {name} answers otherwise in the browser's Python than here, asked {question}"
                )


def _fingerprint(runtime: Runtime, whole: bytes) -> str:
    made_of = [whole, (BUILD / "engine.mjs").read_bytes(), runtime.version.encode()]
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in made_of)).hexdigest()[:16]
