"""How fast calculators answer while many readers use them: raw questions over the readers' own channels."""

from __future__ import annotations

import os
import random
import re
import shutil
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any

import psutil

from tests.web.client import Reader, heard, update
from tests.web.fixtures import HOUSE, Site, start_site

CHAPTER = "new-world"
RESOLVER = "new-world/disarm"
QUESTIONS = 10
PAUSE_SECONDS = 2.0
STARTS_AT_ONCE = 3


def crowd(readers: int) -> None:
    """So many readers of one book, each asking ten questions some two seconds apart; prints what they waited."""
    with tempfile.TemporaryDirectory() as room:
        chapters = Path(room) / "chapters"
        chapters.mkdir()
        shutil.copy(HOUSE / "chapters" / f"{CHAPTER}.ipynb", chapters)
        limits = {"most_kernels": readers, "start_timeout": 300}
        site = start_site(chapters, preheat=0, **limits)
        try:
            waited = _all(site, readers)
            kernels = psutil.Process(site.process.pid).children(recursive=True)
        finally:
            site.close()
    answers = sorted(waited)
    p95 = answers[int(0.95 * (len(answers) - 1))]
    goal = "" if median(answers) < 30 and p95 < 60 else "  MISSED"
    print(
        f"{readers} readers at once, {len(answers)} questions: median {median(answers):.0f} ms, p95 {p95:.0f} ms, "
        f"most {answers[-1]:.0f} ms (goal: 30 and 60 at 100 readers){goal}; "
        f"{len(kernels)} kernels at the end; load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def _all(site: Site, readers: int) -> list[float]:
    waited: list[float] = []
    page = Reader(site).ask(CHAPTER).text
    slot = re.search(rf'data-cell="(\d+)" data-output="0"><section[^>]* data-resolver="{RESOLVER}"', page)
    assert slot, f"the chapter has no {RESOLVER}"
    cell = slot[1]
    gate = threading.Semaphore(STARTS_AT_ONCE)
    ready, done = threading.Barrier(readers), threading.Barrier(readers)

    def one(number: int) -> None:
        reader = Reader(site)
        with gate:
            reply = reader.start(CHAPTER).json
        model = reply["outputs"][cell][0]
        chance = random.Random(number)
        with reader.channel(reply["kernelId"]) as channel:
            channel.send(_question(model, -1))
            heard(channel, lambda message: _answers(message, -1), 120)
            ready.wait(600)
            for question in range(QUESTIONS):
                time.sleep(chance.uniform(0.5, 1.5) * PAUSE_SECONDS)
                begin = time.perf_counter()
                channel.send(_question(model, question))
                heard(channel, lambda message, question=question: _answers(message, question), 60)  # type: ignore[misc]
                waited.append(1000 * (time.perf_counter() - begin))
            done.wait(600)  # nobody leaves while others still ask
        reader.end(reply["kernelId"])

    with ThreadPoolExecutor(readers) as pool:
        for ended in [pool.submit(one, number) for number in range(readers)]:
            ended.result()
    return waited


def _question(model: str, number: int) -> bytes:
    inputs = {"total": 6 + number % 5, "trained": bool(number % 2)}
    return update(model, question={"id": number, "ask": "odds", "inputs": inputs})


def _answers(message: dict[str, Any], number: int) -> bool:
    answer = message["content"].get("data", {}).get("state", {}).get("answer")
    return isinstance(answer, dict) and answer.get("id") == number


if __name__ == "__main__":
    crowd(int(sys.argv[1]))
