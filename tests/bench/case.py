"""One case of the benchmark, and how it is timed."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from companion import find

THROWS = 100_000
"""How many throws a simulation makes. It is good to about two digits; ours is exact."""

Peer = Callable[[], Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Case:
    """A resolver with inputs, and the same answer from peers: each returns numbers by the names of our summary."""

    resolver: str
    inputs: Mapping[str, Any]
    peers: Mapping[str, Peer] = field(default_factory=dict)
    limit_ms: float = 16.0


@dataclass(frozen=True, slots=True)
class Timing:
    """The median time of one answer in milliseconds, and the largest difference from our exact numbers."""

    ms: float
    off_by: float


def ours(case: Case) -> tuple[Timing, dict[str, float]]:
    """Our time for the whole JSON answer, inputs checked and all, and its numbers."""
    resolver = find(case.resolver)
    answer = resolver.odds(case.inputs)
    if answer["refused"]:
        raise SystemExit(f"{case.resolver}: {answer['sentence']}")
    numbers = {
        name: entry["percent"] / 100 if entry["kind"] == "chance" else entry["number"]
        for name, entry in answer["summary"].items()
    }
    return Timing(timed(lambda: resolver.odds(case.inputs)), 0.0), numbers


def peer(run: Peer, exact: Mapping[str, float]) -> Timing:
    """A peer's time, and how far its numbers are from ours. A number that we do not have is a mistake."""
    found = run()
    off_by = max(abs(value - exact[name]) for name, value in found.items())
    return Timing(timed(run), off_by)


def timed(run: Callable[[], object], budget: float = 0.6) -> float:
    """The median of repeated runs in milliseconds: at least five, at most what fits into the budget of seconds."""
    run()
    times: list[float] = []
    gc.disable()
    try:
        end = time.perf_counter() + budget
        while len(times) < 5 or (time.perf_counter() < end and len(times) < 200):
            start = time.perf_counter()
            run()
            times.append(time.perf_counter() - start)
    finally:
        gc.enable()
    return 1000 * median(times)
