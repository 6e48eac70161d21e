"""Prints, for each resolver that throws dice, our median time and each peer's, as ratios to ours.

`python -m tests.bench` runs every game, `python -m tests.bench new-world` one. Exit status 1 where a peer's exact
numbers differ from ours, where a simulation lies too far off, or where an answer of ours takes longer than it may.
"""

from __future__ import annotations

import importlib
import pkgutil
import resource
import subprocess
import sys

import tests.bench
from companion import catalogue
from companion.dice import NoDice
from tests.bench.case import Case, ours, peer

PEERS = ("icepool", "dyce", "numpy")


def cases(game: str) -> list[Case]:
    """The cases of one game: those of its module here, and each other resolver with dice at its defaults."""
    name = game.replace("-", "_")
    known = {module.name for module in pkgutil.iter_modules(tests.bench.__path__)}
    written = list(importlib.import_module(f"tests.bench.{name}").CASES) if name in known else []
    there = {case.resolver for case in written}
    rest = [
        Case(resolver.address, {})
        for resolver in catalogue.resolvers(game)
        if resolver.dice is not NoDice and resolver.address not in there
    ]
    return written + rest


def main() -> int:
    """Runs and prints the benchmark."""
    chosen = sys.argv[1:] or catalogue.game_names()
    print(f"import companion: {import_time():.0f} ms more than bare Python (at most 60)\n")
    print("Our time is the whole JSON answer with exact fractions; each peer's is its own time over ours.\n")
    print(f"{'resolver':<38}{'ours, ms':>10}" + "".join(f"{name:>22}" for name in PEERS))
    faults = 0
    for game in chosen:
        for case in cases(game):
            faults += row(case)
    print("\nicepool and dyce count exactly; numpy is a simulation of 100,000 throws: in brackets, how far it is off.")
    return 1 if faults else 0


def row(case: Case) -> int:
    """Prints one case; the number of faults found."""
    mine, exact = ours(case)
    text, faults = f"{case.resolver:<38}{mine.ms:>10.2f}", int(mine.ms > case.limit_ms)
    for name in PEERS:
        if name not in case.peers:
            text += f"{'–':>22}"
            continue
        other = peer(case.peers[name], exact)
        allowed = 0.25 if name == "numpy" else 1e-9
        faults += other.off_by > allowed
        note = f" (off {other.off_by:.3f})" if name == "numpy" else ""
        text += f"{f'× {other.ms / mine.ms:.2f}{note}':>22}"
        text += "  DIFFERS" if other.off_by > allowed else ""
    print(text + (f"  OVER {case.limit_ms:g} ms" if mine.ms > case.limit_ms else ""), flush=True)
    return faults


def import_time() -> float:
    """What importing the engine adds to the start of Python, in ms of processor time: the least of seven starts."""

    def start(code: str) -> float:
        used = []
        for _ in range(7):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, "-c", code], check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return 1000 * min(used)

    return start("import companion") - start("pass")


if __name__ == "__main__":
    sys.exit(main())
