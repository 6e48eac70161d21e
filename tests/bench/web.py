"""Our page beside stock Voilà's, with the same chapter, in one interleaved run: `make bench-web`.

Both serve with a kernel ready, and stock Voilà with only the extensions that it needs. Each load has a browser of its
own, with nothing in its cache. "Alive" is when Python's answer to a change has reached the page: stock's page is
changed as soon as its form is there, ours 0.7 s after its text, by a touch that first starts the kernel. What the
machine did meanwhile is printed too; compare the ratios, not the milliseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import psutil

from tests.bench.crowd import crowd
from tests.web.client import soon
from tests.web.fixtures import CHROMIUM_FLAGS, HOUSE, free_port, listening, start_site

CHAPTER = "new-world"
PROBE = Path(__file__).parent / "probe.js"
ALLOWED = ["@voila-dashboards/widgets-manager8", "@jupyter-widgets/jupyterlab-manager", "anywidget"]
PAUSE_MS = 700
QUESTIONS = 20
QUIET_SHARE = 0.15
QUIET_SECONDS = 120
LOAD_SECONDS = 45
TRIES = 4
MB = 1 << 20


@dataclass(frozen=True, slots=True)
class Arm:
    """One of the two: its name, its page, the process that serves it, and whether it waits for a touch."""

    name: str
    url: str
    server: psutil.Process
    waits: bool


@dataclass(frozen=True, slots=True)
class Load:
    """What one load took: milliseconds, kilobytes, seconds of processor, megabytes."""

    text: float
    alive: float
    kb: float
    requests: int
    foreign: int
    shift: float
    cpu: float
    memory: float
    latencies: list[float] = field(default_factory=list)
    load: float = 0.0


@contextmanager
def arms(room: Path) -> Iterator[list[Arm]]:
    """Both servers over the same chapter."""
    chapters = room / "chapters"
    chapters.mkdir()
    shutil.copy(HOUSE / "chapters" / f"{CHAPTER}.ipynb", chapters)
    with ExitStack() as stack:
        site = start_site(chapters, environment={"COMPANION_CACHE": str(room / "cache")}, build=True)
        stack.callback(site.close)
        port = free_port()
        stock = subprocess.Popen(
            [
                sys.executable, "-m", "voila", str(chapters), "--no-browser", f"--port={port}",
                "--VoilaConfiguration.preheat_kernel=True", "--VoilaConfiguration.default_pool_size=1",
                f"--VoilaConfiguration.extension_allowlist={ALLOWED!r}",
            ],
            env={**os.environ, "PYTHONPATH": str(HOUSE), "JUPYTER_CONFIG_DIR": str(room / "config")},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        stack.callback(stock.wait, 30)
        stack.callback(stock.terminate)
        if not soon(lambda: listening(port), QUIET_SECONDS):
            raise SystemExit("stock Voilà did not start")
        theirs = f"http://127.0.0.1:{port}/voila/render/{CHAPTER}.ipynb"
        yield [
            Arm("ours", f"{site.url}{CHAPTER}", psutil.Process(site.process.pid), waits=True),
            Arm("stock", theirs, psutil.Process(stock.pid), waits=False),
        ]


def tree(process: psutil.Process) -> list[psutil.Process]:
    """A process with all that it started."""
    return [process, *process.children(recursive=True)]


def total(processes: list[psutil.Process], what: Any) -> float:
    """The sum of something over processes; those that have ended meanwhile count as nothing."""
    found = 0.0
    for process in processes:
        try:
            found += what(process)
        except psutil.Error:
            continue
    return found


def cpu(process: psutil.Process) -> float:
    """Seconds of processor that a process has used."""
    times = process.cpu_times()
    return float(times.user + times.system)


def pss(process: psutil.Process) -> float:
    """Megabytes that a process takes; what it shares counts in part."""
    return float(process.memory_full_info().pss) / MB


def settle(process: psutil.Process) -> None:
    """Wait until a server has nothing to do, so that its next kernel is ready."""
    end = time.monotonic() + QUIET_SECONDS
    quiet = 0
    while quiet < 3 and time.monotonic() < end:
        before = total(tree(process), cpu)
        time.sleep(1)
        quiet = quiet + 1 if total(tree(process), cpu) - before < QUIET_SHARE else 0


def load(arm: Arm, playwright: Any, last: str) -> Load:
    """Open the page in a new browser, wait for its text, touch a calculator, ask, measure, leave."""
    settle(arm.server)
    before = total(tree(arm.server), pss)
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS)
    try:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        asked: list[str] = []
        received: list[float] = []
        wire = context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
        page.on("request", lambda request: asked.append(request.url))
        page.add_init_script(f"{PROBE.read_text(encoding='utf-8')}; bench.last = {json.dumps(last)};")
        used = total(browsers(), cpu)
        page.goto(arm.url, wait_until="commit", timeout=120_000)
        if not arm.waits:
            page.evaluate("bench.touch()")
        until(page, "bench.text !== null")
        if arm.waits:
            page.evaluate("bench.go()")
            page.wait_for_timeout(PAUSE_MS)
            page.evaluate("bench.touch()")
        until(page, "bench.alive !== null")
        used = total(browsers(), cpu) - used
        kb, requests = sum(received) / 1000, [url for url in asked if not url.startswith(("blob:", "data:"))]
        page.evaluate(f"bench.ask({QUESTIONS})")
        found = page.evaluate("bench")
        settle(arm.server)
        memory = total(tree(arm.server), pss) - before
        page.goto("about:blank")
        context.close()
    finally:
        browser.close()
    return Load(
        text=found["text"],
        alive=found["alive"] - (found["touched"] if arm.waits else 0.0),
        kb=kb,
        requests=len(requests),
        foreign=sum("//127.0.0.1" not in url for url in requests),
        shift=found["shift"],
        cpu=used,
        memory=memory,
        latencies=found["latencies"],
        load=os.getloadavg()[0],
    )


def tried(arm: Arm, playwright: Any, last: str, failed: Counter[str]) -> Load:
    """A load; one that does not come alive in time is counted as failed, and done again."""
    for _ in range(TRIES):
        try:
            return load(arm, playwright, last)
        except TimeoutError as error:
            failed[arm.name] += 1
            print(f"{arm.name}: {error}", flush=True)
    raise SystemExit(f"{arm.name}: {TRIES} loads in a row did not come alive")


def until(page: Any, what: str, seconds: float = LOAD_SECONDS) -> None:
    """Wait for something to be so in a page (its policy forbids Playwright's own way); raises ``TimeoutError``."""
    end = time.monotonic() + seconds
    while not page.evaluate(what):
        if time.monotonic() > end:
            raise TimeoutError(f"not so in {seconds} s: {what}")
        time.sleep(0.05)


def browsers() -> list[psutil.Process]:
    """The browser that this process drives."""
    return [each for each in tree(psutil.Process()) if "chrom" in each.name()]


def last_heading() -> str:
    """The chapter's last section, which shows when all of the text does."""
    notebook = json.loads((HOUSE / "chapters" / f"{CHAPTER}.ipynb").read_text(encoding="utf-8"))
    lines = "".join("".join(cell["source"]) + "\n" for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    return (
        [line for line in lines.splitlines() if line.startswith("## ")][-1].rpartition("</a>")[2].lstrip("# ").strip()
    )


ROWS: list[tuple[str, str, str, float | None, str]] = [
    ("text visible, ms", "text", "{:.0f}", 8, "8 times sooner"),
    ("touch to answer / alive, ms", "alive", "{:.0f}", 10, "10 times sooner"),
    ("received, kB", "kb", "{:.0f}", 50, "50 times fewer, under 100 kB"),
    ("requests", "requests", "{:.0f}", 9.5, "under 10 against 95"),
    ("of them to other hosts", "foreign", "{:.0f}", None, "none"),
    ("layout shift", "shift", "{:.3f}", None, "none"),
    ("browser processor, s", "cpu", "{:.2f}", 3, "a third at the most"),
    ("memory a reader, MB", "memory", "{:.0f}", None, ""),
]


def show(loads: dict[str, list[Load]]) -> None:
    """Print medians and ranges, the ratio of the medians, and the goal."""
    ours, stock = loads["ours"], loads["stock"]
    print(f"\n{'median (least to most)':<30}{'ours':>24}{'stock Voilà':>24}{'ratio':>9}   goal")
    for title, name, form, goal, words in ROWS:
        columns = [[float(getattr(each, name)) for each in arm] for arm in (ours, stock)]
        told = [f"{form.format(median(c))} ({form.format(min(c))}–{form.format(max(c))})" for c in columns]
        ratio = median(columns[1]) / median(columns[0]) if median(columns[0]) else float("inf")
        missed = goal is not None and ratio < goal
        print(f"{title:<30}{told[0]:>24}{told[1]:>24}{ratio:>8.1f}×   {words}{'  MISSED' if missed else ''}")
    for name, arm in loads.items():
        latencies = sorted(each for one in arm for each in one.latencies)
        p95 = latencies[int(0.95 * (len(latencies) - 1))]
        print(f"change to answer on the page, {name}: median {median(latencies):.0f} ms, p95 {p95:.0f} ms")
    noise = sorted(each.load for arm in loads.values() for each in arm)
    print(f"load of the machine meanwhile: {noise[0]:.1f} to {noise[-1]:.1f} on {os.cpu_count()} processors")


def main() -> int:
    """Run and print it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.web", description="Ours beside stock Voilà.")
    parser.add_argument(
        "--loads", type=int, default=5, help="loads of each (%(default)s), after one that is not counted"
    )
    parser.add_argument(
        "--readers", type=int, default=100, help="readers at once for the answers (%(default)s; 0: none)"
    )
    chosen = parser.parse_args()
    if shutil.which("chromium") is None:
        print("There is no chromium on this machine, so no page can be measured.", file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as room, arms(Path(room)) as both, sync_playwright() as playwright:
        loads: dict[str, list[Load]] = {arm.name: [] for arm in both}
        failed: Counter[str] = Counter()
        last = last_heading()
        for number in range(chosen.loads + 1):
            for arm in both if number % 2 else reversed(both):
                found = tried(arm, playwright, last, failed)
                print(
                    f"{number or 'warm-up'} {arm.name}: text {found.text:.0f} ms, answer {found.alive:.0f} ms, "
                    f"{found.kb:.0f} kB in {found.requests} requests, load {found.load:.1f}", flush=True,
                )  # fmt: skip
                if number:
                    loads[arm.name].append(found)
    show(loads)
    print("loads that did not come alive: " + (", ".join(f"{name} {n}" for name, n in failed.items()) or "none"))
    if chosen.readers:
        crowd(chosen.readers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
