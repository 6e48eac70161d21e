"""A day's readers in some minutes: `python -m tests.web.soak [--visits 300] [--at-once 40]`

Each visit reads a chapter; most touch a calculator, ask some questions over its channel and leave: politely, or as a
browser that crashes. Counts are printed at the end. The exit code is 1 if anything went wrong: an error, an answer
that did not come, a kernel that was left over, or more memory than was stated.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from tests.web.client import Reader, heard, soon, update
from tests.web.fixtures import Site, start_site
from tests.web.sample import small_book

CHAPTER = "first"
QUESTIONS = 5
GRACE_SECONDS = 3.0
MB = 1 << 20

SERVER_MB = 200
"""What the server itself may take at the end."""

KERNEL_MB = 50
"""What it may take at the most for each kernel that may run."""


@dataclass
class Soak:
    """What a soak found: counts, the worst memory in MB, the time of each answer in seconds, errors in words."""

    counts: Counter[str] = field(default_factory=Counter)
    answers: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    most_mb: float = 0.0
    last_mb: float = 0.0
    kernels_left: int = 0
    seconds: float = 0.0
    allowed_mb: float = 0.0

    @property
    def faults(self) -> list[str]:
        """What must not be."""
        found = list(self.errors)
        if self.kernels_left:
            found.append(f"{self.kernels_left} kernels were left")
        if self.most_mb > self.allowed_mb:
            found.append(f"{self.most_mb:.0f} MB were taken, but only {self.allowed_mb:.0f} are allowed")
        if self.last_mb > SERVER_MB:
            found.append(f"{self.last_mb:.0f} MB are still taken, but only {SERVER_MB} are allowed")
        return found


def soak(visits: int, at_once: int, most_kernels: int = 25, seed: int = 7) -> Soak:
    """Let so many visits come, so many at once, over so many seats; every third visitor only reads."""
    with tempfile.TemporaryDirectory() as folder:
        chapters = small_book(Path(folder))
        limits = {"most_kernels": most_kernels, "grace_seconds": GRACE_SECONDS, "start_timeout": 120}
        site = start_site(chapters, preheat=0, **limits)
        found = Soak(allowed_mb=SERVER_MB + KERNEL_MB * (min(at_once, most_kernels) + 2))
        ended = threading.Event()
        watcher = threading.Thread(target=_watch, args=(site, found, ended))
        watcher.start()
        begin = time.monotonic()
        try:
            with ThreadPoolExecutor(at_once) as crowd:
                for number in range(visits):
                    crowd.submit(_visit, site, number, random.Random(seed * 1_000_003 + number), found)
            reader = Reader(site)
            soon(lambda: reader.kernels() == 0, 10 * GRACE_SECONDS)
            found.kernels_left = reader.kernels()
            found.seconds = time.monotonic() - begin
        finally:
            ended.set()
            watcher.join()
            found.last_mb = _memory(site)
            site.stop()
            time.sleep(0.2)
            site.close()
        found.errors += [line.strip() for line in site.errors if line.strip() and "IPKernelApp" not in line]
        return found


def _visit(site: Site, number: int, chance: random.Random, found: Soak) -> None:
    try:
        reader = Reader(site)
        if reader.ask(CHAPTER).status != 200:
            raise AssertionError("the page was not sent")
        if number % 3 == 0:
            found.counts["only read"] += 1
            return
        reply = _seat(reader, found)
        _converse(reader, reply, chance, found)
        if number % 3 == 1:
            reader.end(reply["kernelId"])
            found.counts["left politely"] += 1
        else:
            found.counts["vanished"] += 1
    except Exception as error:
        found.errors.append(f"visit {number}: {error!r}")


def _seat(reader: Reader, found: Soak) -> dict[str, Any]:
    """A kernel; who is told that all are taken tries again, as the page does."""
    for _ in range(600):
        answer = reader.start(CHAPTER)
        if answer.status == 200:
            return dict(answer.json)
        if answer.json.get("error") != "full":
            raise AssertionError(f"no kernel: {answer.status} {answer.text[:200]}")
        found.counts["asked to wait"] += 1
        time.sleep(1)
    raise TimeoutError("no seat in ten minutes")


def _converse(reader: Reader, reply: dict[str, Any], chance: random.Random, found: Soak) -> None:
    model = reply["outputs"]["1"][0]
    with reader.channel(reply["kernelId"]) as channel:
        for _ in range(QUESTIONS):
            value = chance.randrange(10**6)
            begin = time.monotonic()
            channel.send(update(model, question=str(value)))
            heard(channel, lambda message, value=value: f"twice is {2 * value}" in str(message["content"]), 60)  # type: ignore[misc]
            found.answers.append(time.monotonic() - begin)
            time.sleep(chance.uniform(0.05, 0.3))


def _watch(site: Site, found: Soak, ended: threading.Event) -> None:
    while not ended.wait(1):
        found.most_mb = max(found.most_mb, _memory(site))


def _memory(site: Site) -> float:
    """What the server and its kernels take together, in MB; pages that they share count once."""
    server = psutil.Process(site.process.pid)
    total = 0
    for process in [server, *server.children(recursive=True)]:
        try:
            total += process.memory_full_info().pss
        except psutil.Error:
            continue
    return total / MB


def main() -> int:
    """Run and print one soak."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.soak", description="Many readers, one server.")
    parser.add_argument("--visits", type=int, default=300)
    parser.add_argument("--at-once", type=int, default=40)
    parser.add_argument("--most-kernels", type=int, default=25)
    chosen = parser.parse_args()
    found = soak(chosen.visits, chosen.at_once, chosen.most_kernels)
    answers = sorted(found.answers) or [0.0]
    print(f"{chosen.visits} visits, {chosen.at_once} at once, {chosen.most_kernels} seats: {found.seconds:.0f} s")
    print(", ".join(f"{count} {what}" for what, count in sorted(found.counts.items())))
    print(
        f"answers: {len(answers)}, median {1000 * answers[len(answers) // 2]:.0f} ms, "
        f"p95 {1000 * answers[int(0.95 * (len(answers) - 1))]:.0f} ms"
    )
    print(
        f"memory, MB: {found.most_mb:.0f} at the most (allowed {found.allowed_mb:.0f}), {found.last_mb:.0f} at the end"
    )
    print(f"kernels left: {found.kernels_left}; errors: {len(found.errors)}; load {os.getloadavg()[0]:.1f}")
    for fault in found.faults[:20]:
        print(f"FAULT: {fault}")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
