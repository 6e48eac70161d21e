"""The kernels behind the pages: what they are started with, and how many may run."""

from __future__ import annotations

import asyncio
import os
import sys
import sysconfig
import tempfile
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager, NoSuchKernel
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

from widgets.web.assets import WIDGETS

KERNEL = "python3"

# All of the server's environment that a kernel gets to see; a reader's cells need no more.
PASSED_ON = {
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "TMP",
    "TEMP",
    "VIRTUAL_ENV",
    "SYSTEMROOT",
    "APPDATA",
    "PYTHONPATH",
    "PYTHONHOME",
    "PYTHONHASHSEED",
    "PYTHONUTF8",
    "PYTHONDONTWRITEBYTECODE",
    "JPY_PARENT_PID",
    "COMPANION_HOUSE_RULES",
    "COMPANION_GAMES",
}
_SOCKET_PATH_LIMIT = 40

# debugpy costs each kernel 150 ms and 8 MB, and the history a thread and a file; readers use neither.
_LAUNCH = "import sys; sys.modules['debugpy'] = None; from ipykernel.kernelapp import main; main()"

started_here: ContextVar[list[str] | None] = ContextVar("started_here", default=None)


def kernel_environment(server: dict[str, str]) -> dict[str, str]:
    """The part of the server's environment that a kernel gets, with paths that hold in any folder."""
    kept = {name: value for name, value in server.items() if name in PASSED_ON or name.startswith("LC_")}
    kept["PYTHONPATH"] = os.pathsep.join(_import_paths(kept.get("PYTHONPATH", "")))
    if not kept["PYTHONPATH"]:
        del kept["PYTHONPATH"]
    for name in ("COMPANION_HOUSE_RULES", "COMPANION_GAMES"):
        if kept.get(name):
            kept[name] = os.path.abspath(kept[name])
    return kept


def _import_paths(given: str) -> list[str]:
    paths = [os.path.abspath(path) for path in given.split(os.pathsep) if path]
    house = WIDGETS.parent
    installed = {Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")}
    if house.resolve() not in installed and str(house) not in paths:
        paths.append(str(house))
    return paths


class BookKernels(AsyncMappingKernelManager):
    """Starts kernels with a clean environment, notes which ones a request started, and puts away those that died.

    A dead kernel is not started again: a new one would be empty, and the page's widgets gone from it.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._burials: set[asyncio.Future[None]] = set()

    async def start_kernel(self, **options: Any) -> str:
        """Start a kernel; whatever environment the caller made is cut down to what a kernel needs."""
        given = options.get("env") or dict(os.environ)
        options["env"] = kernel_environment(given)
        kernel_id: str = await super().start_kernel(**options)
        self.add_restart_callback(kernel_id, partial(self._died, kernel_id), "dead")
        started = started_here.get()
        if started is not None and given.get("VOILA_PREHEAT") != "True":
            started.append(kernel_id)
        return kernel_id

    def _died(self, kernel_id: str) -> None:
        self._burials.add(burial := asyncio.ensure_future(self._bury(kernel_id)))
        burial.add_done_callback(self._burials.discard)

    async def _bury(self, kernel_id: str) -> None:
        if kernel_id in self:
            await self.shutdown_kernel(kernel_id, now=True)


class BookKernelSpecs(KernelSpecManager):
    """Knows one kernel, the Python that runs the server, whatever else the machine has installed."""

    def _spec(self) -> KernelSpec:
        argv = [sys.executable, "-c", _LAUNCH, "-f", "{connection_file}", "--HistoryManager.enabled=False"]
        return KernelSpec(argv=argv, display_name="Python 3", language="python")

    def find_kernel_specs(self) -> dict[str, str]:
        """The one kernel's name; it has no folder of its own."""
        return {KERNEL: ""}

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """The specification of the one kernel; NoSuchKernel for any other."""
        if kernel_name != KERNEL:
            raise NoSuchKernel(kernel_name)
        return self._spec()

    def get_all_specs(self) -> dict[str, Any]:
        """The one kernel's specification by its name."""
        return {KERNEL: {"resource_dir": "", "spec": self._spec().to_dict()}}


def transport() -> str:
    """How the server speaks with kernels: by sockets in a private folder where their paths fit, else TCP.

    TCP ports are picked a second before the kernel takes them, which another program can do first.
    """
    short = len(tempfile.gettempdir()) <= _SOCKET_PATH_LIMIT
    return "ipc" if sys.platform.startswith("linux") and short else "tcp"
