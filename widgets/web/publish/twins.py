"""Packed twins: beside each file that is worth it one packed by gzip and one by brotli, for hosts that send them."""

from __future__ import annotations

import gzip
import hashlib
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from widgets.web.cache import Cache
from widgets.web.publish.errors import PublishError
from widgets.web.publish.runtime import BUILD, Runtime

WORTH_PACKING = 600
_PLAIN = (".png", ".jpg", ".webp")


def twins(files: Mapping[str, bytes], runtime: Runtime, cache: Cache) -> dict[str, bytes]:
    """The packed twins of files, by name; what was packed before is taken from the cache."""
    worth = {name: data for name, data in files.items() if len(data) >= WORTH_PACKING and not name.endswith(_PLAIN)}
    marks = {name: hashlib.sha256(data).hexdigest()[:40] for name, data in worth.items()}
    made: dict[str, bytes] = {}
    missing: dict[str, bytes] = {}
    for name, data in worth.items():
        for suffix in (".gz", ".br"):
            kept = cache.get(f"twin-{marks[name]}{suffix}")
            if kept is not None:
                made[name + suffix] = kept
            elif suffix == ".br":
                missing[marks[name]] = data
            else:
                made[name + suffix] = gzip.compress(data, 9, mtime=0)
                cache.put(f"twin-{marks[name]}{suffix}", made[name + suffix])
    packed = _brotli(missing, runtime)
    for mark, data in packed.items():
        cache.put(f"twin-{mark}.br", data)
    made |= {f"{name}.br": packed[marks[name]] for name in worth if marks[name] in packed}
    return made


def _brotli(files: Mapping[str, bytes], runtime: Runtime) -> dict[str, bytes]:
    if not files:
        return {}
    with TemporaryDirectory(prefix="companion-pack-") as folder:
        for mark, data in files.items():
            (Path(folder) / mark).write_bytes(data)
        command = [runtime.node, str(BUILD / "pack.mjs"), folder]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode:
            raise PublishError(f"node could not pack the files: {run.stderr.strip()[-400:]}")
        return {mark: (Path(folder) / f"{mark}.br").read_bytes() for mark in files}
