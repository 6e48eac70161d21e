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
from traitlets import Float

from widgets.web.assets import WIDGETS
from widgets.web.guard import ASLEEP

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
    """Starts kernels with a clean environment, notes which ones a request started, and puts them away in time:

    those that died, for a new one under the same name would be empty and the page's widgets gone from it; those
    whose page has been gone for ``grace`` seconds; and those that nobody has used for as long as the host allows.
    """

    grace = Float(60.0, help="How long a kernel without a page is kept, in seconds.").tag(config=True)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.channels: dict[str, set[Any]] = {}
        self._burials: set[asyncio.Future[None]] = set()
        self._handed_over: set[str] = set()
        self._watched: dict[str, asyncio.TimerHandle] = {}

    async def start_kernel(self, **options: Any) -> str:
        """Start a kernel; whatever environment the caller made is cut down to what a kernel needs."""
        given = options.get("env") or dict(os.environ)
        options["env"] = kernel_environment(given)
        kernel_id: str = await super().start_kernel(**options)
        self.add_restart_callback(kernel_id, partial(self._put_away, kernel_id), "dead")
        started = started_here.get()
        if started is not None and given.get("VOILA_PREHEAT") != "True":
            started.append(kernel_id)
        return kernel_id

    async def shutdown_kernel(self, kernel_id: str, now: bool = True, restart: bool = False) -> Any:
        """End a kernel, and tell the pages that are still connected to it that it sleeps.

        It has nothing to keep, so it always ends at once, whatever ``now`` says: to end in order would cost a third
        of a second of processor for each reader who leaves.
        """
        for channel in self.channels.pop(kernel_id, set()):
            channel.close(ASLEEP, "asleep")
        self._forget(kernel_id)
        self._handed_over.discard(kernel_id)
        return await super().shutdown_kernel(kernel_id, now=True, restart=restart)

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel that its page has not used; one that is still being started is left alone."""
        if kernel_id in self._handed_over:
            await super().cull_kernel_if_idle(kernel_id)

    def notify_connect(self, kernel_id: str) -> None:
        """A page is there."""
        super().notify_connect(kernel_id)
        self._forget(kernel_id)

    def notify_disconnect(self, kernel_id: str) -> None:
        """A page has gone; if none comes back in time, the kernel goes too."""
        super().notify_disconnect(kernel_id)
        self.watch(kernel_id)

    def watch(self, kernel_id: str) -> None:
        """A page has been given this kernel: end it after the time of grace, unless the page connects to it."""
        self._forget(kernel_id)
        if kernel_id not in self:
            return
        self._handed_over.add(kernel_id)
        if not self._kernel_connections.get(kernel_id):
            loop = asyncio.get_running_loop()
            self._watched[kernel_id] = loop.call_later(self.grace, self._put_away, kernel_id)

    def _forget(self, kernel_id: str) -> None:
        if timer := self._watched.pop(kernel_id, None):
            timer.cancel()

    def _put_away(self, kernel_id: str) -> None:
        self._burials.add(burial := asyncio.ensure_future(self._bury(kernel_id)))
        burial.add_done_callback(self._burials.discard)

    async def _bury(self, kernel_id: str) -> None:
        self._forget(kernel_id)
        self._handed_over.discard(kernel_id)
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
