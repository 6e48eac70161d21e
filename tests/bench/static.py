"""The static edition beside plain Pyodide and beside Voici, with the same chapter, in one interleaved run.

All are sent by the same host, packed with brotli, and each load has a browser of its own. Cold: an empty cache. Warm: a
new browser with the cache of the cold one. Next: the page once more, after another one in the same browser. "Answer" is
from the touch of a calculator until Python's answer stands in the page. "Plain" is our own page with an engine as one
would write it at first: `loadPyodide` as shipped, then the engine's modules. Voici starts Python by itself as the page
opens and shows nothing before all of the notebook has run; so its answer counts from the page's opening, to a touch at
the first moment that its form is there. "Opened to answer" counts from the opening for all: a reader of ours touches a
calculator 0.7 s after the text. What the machine did meanwhile is printed too; compare the ratios, not the times.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from tests.bench import voici
from tests.bench.web import CHAPTER, PROBE, browsers, cpu, last_heading, total, until
from tests.publish.host import Host
from tests.web.fixtures import CHROMIUM_FLAGS, HOUSE
from widgets.web.cache import Cache
from widgets.web.publish import library, runtime
from widgets.web.publish.main import publish
from widgets.web.publish.twins import twins

PAUSE_MS = 700
QUESTIONS = 20
PATIENCE = 180
PLAIN_WORKER = Path(__file__).parent / "plain_worker.js"


@dataclass(frozen=True, slots=True)
class Visit:
    """One page: milliseconds until its text and from touch to answer, kilobytes, processor seconds, later answers."""

    text: float
    answer: float
    opened: float
    kb_read: float
    kb_all: float
    cpu: float
    later: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Arm:
    """One of the three: its host, the chapter's page there, another page, and whether it waits for a touch."""

    host: Host
    page: str
    other: str
    waits: bool = True


@contextmanager
def arms(room: Path, with_voici: bool) -> Iterator[dict[str, Arm]]:
    """The published book, the same with a plain engine, and Voici's chapter, each on its own host."""
    ours, plain, theirs = room / "ours", room / "plain", room / "voici"
    publish(ours, None, HOUSE / "chapters")
    shutil.copytree(ours, plain)
    made_plain(plain)
    folders = {"ours": ours, "plain Pyodide": plain}
    if with_voici:
        voici.published(CHAPTER, theirs, room / "work")
        folders["Voici"] = theirs
    with ExitStack() as stack:
        found = {}
        for name, folder in folders.items():
            host = Host(folder, packs=True)
            stack.callback(host.close)
            page = voici.place(CHAPTER) if folder == theirs else f"{CHAPTER}.html"
            found[name] = Arm(host, page, "index.html", waits=folder != theirs)
        yield found


def made_plain(folder: Path) -> None:
    """Put plain Pyodide and the engine's own modules in place of the worker, packed as ours is."""
    brought, cache = runtime.bring(), Cache()
    (worker,) = folder.glob("engine/*/worker.js")
    names = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
    files = {name: brought.read(name) for name in names}
    modules = BytesIO()
    with ZipFile(modules, "w", ZIP_DEFLATED) as archive:
        for name, data in library.engine_files().items():
            archive.writestr(name, data)
    files["engine.zip"] = modules.getvalue()
    files["worker.js"] = PLAIN_WORKER.read_bytes()
    for name in (path for path in worker.parent.iterdir()):
        name.unlink()
    for name, data in {**files, **twins(files, brought, cache)}.items():
        (worker.parent / name).write_bytes(data)


def visit(context: Any, arm: Arm, last: str, *, ask: bool) -> Visit:
    """Open the page, wait for its text, touch a calculator, wait for the answer; then ask some more."""
    host = arm.host
    page = context.pages[0] if context.pages else context.new_page()
    page.add_init_script(f"{PROBE.read_text(encoding='utf-8')}; bench.last = {json.dumps(last)};")
    host.sent.clear()
    used = total(browsers(), cpu)
    page.goto(host.url + arm.page, wait_until="commit")
    if arm.waits:
        until(page, "bench.text !== null", PATIENCE)
        page.wait_for_timeout(PAUSE_MS)
    read = sum(size for _, size in host.sent)
    page.evaluate("bench.touch()")
    until(page, "bench.alive !== null", PATIENCE)
    used = total(browsers(), cpu) - used
    until(page, "bench.text !== null", PATIENCE)
    everything = sum(size for _, size in host.sent)
    if ask:
        page.evaluate(f"bench.ask({QUESTIONS})")
    found = page.evaluate("bench")
    answer = found["alive"] - (found["touched"] if arm.waits else 0)
    sent = (read if arm.waits else everything, everything)
    return Visit(
        found["text"], answer, found["alive"], sent[0] / 1000, sent[1] / 1000, used, found["latencies"]
    )  # fmt: skip


def loads(playwright: Any, arm: Arm, last: str) -> dict[str, Visit]:
    """Cold, next page, and warm: three visits with one profile."""
    with tempfile.TemporaryDirectory() as profile:

        def browser() -> Any:
            return playwright.chromium.launch_persistent_context(
                profile, executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS, headless=True
            )

        context = browser()
        cold = visit(context, arm, last, ask=True)
        context.pages[0].goto(arm.host.url + arm.other, wait_until="networkidle")
        following = visit(context, arm, last, ask=False)
        context.close()
        context = browser()
        warm = visit(context, arm, last, ask=False)
        context.close()
    return {"cold": cold, "next": following, "warm": warm}


SOONER = {"plain Pyodide": 3.0, "Voici": 10.0}
ROWS: list[tuple[str, str, str, float | None, Mapping[str, float]]] = [
    ("text visible, ms", "cold", "text", 500, {}),
    ("sent to one who reads, kB", "cold", "kb_read", 150, {}),
    ("sent until the answer, kB", "cold", "kb_all", 6000, {}),
    ("first answer, cold, ms", "cold", "answer", 1500, SOONER),
    ("first answer, warm, ms", "warm", "answer", 1500, SOONER),
    ("opened to answer, cold, ms", "cold", "opened", None, {}),
    ("next page's first answer, ms", "next", "answer", 200, {}),
    ("browser processor, cold, s", "cold", "cpu", None, {}),
    ("browser processor, warm, s", "warm", "cpu", None, {}),
]
"""A row's title, visit and figure, the most that ours may be, and how many times the others have to be slower."""


def show(found: dict[str, list[dict[str, Visit]]], noise: list[float]) -> None:
    """Medians and ranges, each arm's ratio to ours, and the goals."""
    others = [name for name in found if name != "ours"]
    print(f"\n{'median (least to most)':<30}{'ours':>22}" + "".join(f"{name:>24}{'ratio':>8}" for name in others))
    for title, when, what, limit, sooner in ROWS:
        columns = {name: [float(getattr(each[when], what)) for each in visits] for name, visits in found.items()}
        mine = median(columns["ours"])
        line, missed = f"{title:<30}{_told(columns['ours'], what):>22}", limit is not None and mine > limit
        for name in others:
            ratio = median(columns[name]) / mine
            line += f"{_told(columns[name], what):>24}{ratio:>7.1f}×"
            missed = missed or ratio < sooner.get(name, 0)
        goals = [f"at most {limit:g}"] if limit else []
        goals += [f"{times:g} times sooner than {name}" for name, times in sooner.items() if name in others]
        print(f"{line}   {', '.join(goals)}{'  MISSED' if missed else ''}")
    for name, visits in found.items():
        times = sorted(each for one in visits for each in one["cold"].later)
        print(f"later answers, {name}: median {median(times):.0f} ms, p95 {times[int(0.95 * (len(times) - 1))]:.0f} ms")
    print(f"load of the machine meanwhile: {min(noise):.1f} to {max(noise):.1f} on {os.cpu_count()} processors")


def _told(values: list[float], what: str) -> str:
    form = "{:.2f}" if what == "cpu" else "{:.0f}"
    return f"{form.format(median(values))} ({form.format(min(values))}–{form.format(max(values))})"


def main() -> int:
    """Run and print it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.static", description="The static edition's figures.")
    parser.add_argument("--loads", type=int, default=5, help="rounds (%(default)s), after one that is not counted")
    parser.add_argument("--without-voici", action="store_true", help="leave out what takes longest")
    chosen = parser.parse_args()
    for program in ("chromium", "npm"):
        if shutil.which(program) is None:
            print(f"There is no {program} on this machine, so the static edition cannot be measured.", file=sys.stderr)
            return 1
    from playwright.sync_api import sync_playwright

    noise = []
    with (
        tempfile.TemporaryDirectory() as room,
        arms(Path(room), not chosen.without_voici) as all_arms,
        sync_playwright() as playwright,
    ):
        found: dict[str, list[dict[str, Visit]]] = {name: [] for name in all_arms}
        last = last_heading()
        for number in range(chosen.loads + 1):
            for name in all_arms if number % 2 else reversed(all_arms):
                visits = loads(playwright, all_arms[name], last)
                noise.append(os.getloadavg()[0])
                times = ", ".join(f"{when} {each.answer:.0f} ms" for when, each in visits.items())
                print(f"{number or 'warm-up'} {name}: {times}, load {noise[-1]:.1f}", flush=True)
                if number:
                    found[name].append(visits)
    show(found, noise)
    return 0


if __name__ == "__main__":
    sys.exit(main())
