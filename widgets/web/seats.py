"""How much the server takes on: kernels by a cap that the host sets, and all of it by the files it may open.

Each reader who uses calculators takes some sixteen open files; at the limit a server that goes on regardless stops
answering everybody.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

MOST_FILES = 65_536
FILES_A_KERNEL = 16
KEPT_FOR_PAGES = 128
"""Files that kernels leave to those who only read."""

KEPT_FOR_THE_SERVER = 64
"""Files that nobody is let in for."""

_OPEN = next((folder for folder in (Path("/proc/self/fd"), Path("/dev/fd")) if folder.is_dir()), None)


def raise_file_limit() -> None:
    """Ask for as many open files as the host allows; the usual limit of 1024 would end at some sixty readers."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def files_left() -> int:
    """How many more files this process may open; where that cannot be told, as many as anybody could want."""
    try:
        import resource
    except ImportError:
        return MOST_FILES
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if _OPEN is None or limit == resource.RLIM_INFINITY:
        return MOST_FILES
    return limit - len(os.listdir(_OPEN))


class Seats:
    """Counts the kernels that readers hold, and lets no more than ``most`` be held (None: as many as files allow)."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        self.held: set[str] = set()
        self.coming = 0

    def free(self, kernels: Any) -> bool:
        """Whether one more reader can be given a kernel."""
        self.held = {kernel_id for kernel_id in self.held if kernel_id in kernels}
        if self.most is not None and len(self.held) + self.coming >= self.most:
            return False
        return files_left() >= KEPT_FOR_PAGES + FILES_A_KERNEL * (self.coming + 1)
