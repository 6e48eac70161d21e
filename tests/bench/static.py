"""The static edition beside plain Pyodide, and beside Voici if asked, with the same chapter, in one interleaved run.

All are sent by the same host, packed with brotli where they have it, and each load has a browser of its own. Cold: an
empty cache. Warm: a new browser with the cache of the cold one. Next: another page of the same browser. "Answer" is
from the touch of a calculator until Python's answer stands in the page. "Plain" is our own page with an engine as one
would write it at first: `loadPyodide` as shipped, then the engine's modules. What the machine did meanwhile is printed
too; compare the ratios, not the milliseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from tests.bench.web import CHAPTER, PROBE, browsers, cpu, last_heading, total, until
from tests.publish.host import Host
from tests.web.fixtures import CHROMIUM_FLAGS, HOUSE
from widgets.web.cache import Cache
from widgets.web.publish import library, runtime
from widgets.web.publish.main import publish
from widgets.web.publish.twins import twins

PAUSE_MS = 700
QUESTIONS = 20
PLAIN_WORKER = Path(__file__).parent / "plain_worker.js"
ENGINE = ("/engine/", "/runtime/")


@dataclass(frozen=True, slots=True)
class Visit:
    """One page: milliseconds until its text and from touch to answer, kilobytes, processor seconds, later answers."""

    text: float
    answer: float
    kb_read: float
    kb_all: float
    cpu: float
    later: list[float] = field(default_factory=list)


@contextmanager
def arms(room: Path) -> Iterator[dict[str, Host]]:
    """The published book, and the same with a plain engine, each on its own host."""
    ours, plain = room / "ours", room / "plain"
    publish(ours, None, HOUSE / "chapters")
    shutil.copytree(ours, plain)
    made_plain(plain)
    with ExitStack() as stack:
        hosts = {}
        for name, folder in (("ours", ours), ("plain", plain)):
            hosts[name] = Host(folder, packs=True)
            stack.callback(hosts[name].close)
        yield hosts


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


def visit(context: Any, host: Host, last: str, page_name: str, *, ask: bool) -> Visit:
    """Open a page, wait for its text, touch a calculator, wait for the answer; then ask some more."""
    page = context.pages[0] if context.pages else context.new_page()
    page.add_init_script(f"{PROBE.read_text(encoding='utf-8')}; bench.last = {json.dumps(last)};")
    host.sent.clear()
    used = total(browsers(), cpu)
    page.goto(host.url + page_name, wait_until="commit")
    until(page, "bench.text !== null")
    page.wait_for_timeout(PAUSE_MS)
    read = sum(size for _, size in host.sent)
    page.evaluate("bench.touch()")
    until(page, "bench.alive !== null")
    used = total(browsers(), cpu) - used
    everything = sum(size for _, size in host.sent)
    if ask:
        page.evaluate(f"bench.ask({QUESTIONS})")
    found = page.evaluate("bench")
    return Visit(
        found["text"], found["alive"] - found["touched"], read / 1000, everything / 1000, used, found["latencies"]
    )


def loads(playwright: Any, host: Host, last: str) -> dict[str, Visit]:
    """Cold, next page, and warm: three visits with one profile."""
    page = f"{CHAPTER}.html"
    with tempfile.TemporaryDirectory() as profile:

        def browser() -> Any:
            return playwright.chromium.launch_persistent_context(
                profile, executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS, headless=True
            )

        context = browser()
        cold = visit(context, host, last, page, ask=True)
        context.pages[0].goto(host.url, wait_until="networkidle")
        following = visit(context, host, last, page, ask=False)
        context.close()
        context = browser()
        warm = visit(context, host, last, page, ask=False)
        context.close()
    return {"cold": cold, "next": following, "warm": warm}


ROWS: list[tuple[str, str, str, float | None, float | None]] = [
    ("text visible, ms", "cold", "text", 500, None),
    ("sent to one who reads, kB", "cold", "kb_read", 150, None),
    ("sent until the answer, kB", "cold", "kb_all", 6000, None),
    ("first answer, cold, ms", "cold", "answer", 1500, 3),
    ("first answer, warm, ms", "warm", "answer", 1500, 3),
    ("next page's first answer, ms", "next", "answer", 200, None),
    ("browser processor, cold, s", "cold", "cpu", None, None),
    ("browser processor, warm, s", "warm", "cpu", None, None),
]


def show(found: dict[str, list[dict[str, Visit]]], noise: list[float]) -> None:
    """Medians and ranges, each arm's ratio to ours, and the goals."""
    others = [name for name in found if name != "ours"]
    print(f"\n{'median (least to most)':<32}{'ours':>22}" + "".join(f"{name:>22}{'ratio':>8}" for name in others))
    for title, when, what, limit, sooner in ROWS:
        columns = {name: [float(getattr(each[when], what)) for each in visits] for name, visits in found.items()}
        mine = median(columns["ours"])
        line, missed = f"{title:<32}{_told(columns['ours'], what):>22}", limit is not None and mine > limit
        for name in others:
            ratio = median(columns[name]) / mine if mine else float("inf")
            line += f"{_told(columns[name], what):>22}{ratio:>7.1f}×"
            missed = missed or (sooner is not None and ratio < sooner)
        goal = f"   at most {limit:g}" if limit else ""
        print(line + goal + (f", {sooner:g} times sooner" if sooner else "") + ("  MISSED" if missed else ""))
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
    chosen = parser.parse_args()
    for program in ("chromium", "npm"):
        if shutil.which(program) is None:
            print(f"There is no {program} on this machine, so the static edition cannot be measured.", file=sys.stderr)
            return 1
    from playwright.sync_api import sync_playwright

    noise = []
    with tempfile.TemporaryDirectory() as room, arms(Path(room)) as hosts, sync_playwright() as playwright:
        found: dict[str, list[dict[str, Visit]]] = {name: [] for name in hosts}
        last = last_heading()
        for number in range(chosen.loads + 1):
            for name in hosts if number % 2 else reversed(hosts):
                visits = loads(playwright, hosts[name], last)
                noise.append(os.getloadavg()[0])
                times = ", ".join(f"{when} {each.answer:.0f} ms" for when, each in visits.items())
                print(f"{number or 'warm-up'} {name}: {times}, load {noise[-1]:.1f}", flush=True)
                if number:
                    found[name].append(visits)
    show(found, noise)
    return 0


if __name__ == "__main__":
    sys.exit(main())
