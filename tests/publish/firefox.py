"""A headless Firefox, driven by WebDriver BiDi, the protocol that it speaks by itself: no driver program is needed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

PROGRAMS = ("firefox-esr", "firefox")
_LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_PREFERENCES = """\
user_pref("app.update.enabled", false);
user_pref("app.normandy.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
"""


def program() -> str | None:
    """Where Firefox lies, or None."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


class Firefox:
    """One browser with one page. ``folder`` takes its profile; close it at the end."""

    def __init__(self, folder: Path) -> None:
        found = program()
        assert found is not None
        folder.mkdir()
        (folder / "user.js").write_text(_PREFERENCES, encoding="utf-8")
        self.log = folder / "log.txt"
        with self.log.open("w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [found, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"],
                stdout=log, stderr=log,
            )  # fmt: skip
        self.last = 0
        self.stack = ExitStack()
        try:
            opening = connect(f"{self._address()}/session", open_timeout=60, max_size=None)
            self.channel: ClientConnection = self.stack.enter_context(opening)
            self.ask("session.new", capabilities={})
            self.page = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self.process.kill()
            self.process.wait()
            raise

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One command; AssertionError with what Firefox says if it fails."""
        self.last += 1
        self.channel.send(json.dumps({"id": self.last, "method": method, "params": parameters}))
        while True:
            told = json.loads(self.channel.recv(timeout=120))
            if told.get("id") == self.last:
                assert told["type"] == "success", told
                result: dict[str, Any] = told["result"]
                return result

    def open(self, url: str) -> None:
        """Go to a page and wait for it."""
        self.ask("browsingContext.navigate", context=self.page, url=url, wait="complete")

    def run(self, function: str, *arguments: Any) -> Any:
        """Call a function in the page with JSON arguments; gives its result, which must be JSON too."""
        given = [{"type": "string", "value": json.dumps(arguments)}]
        told = self.ask(
            "script.callFunction",
            functionDeclaration=f"async (given) => JSON.stringify(await ({function})(...JSON.parse(given)) ?? null)",
            arguments=given,
            target={"context": self.page},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def close(self) -> None:
        """End it."""
        self.stack.close()
        self.process.terminate()
        self.process.wait(30)

    def _address(self) -> str:
        end = time.monotonic() + 120
        while time.monotonic() < end:
            if found := _LISTENS.search(self.log.read_text(encoding="utf-8", errors="replace")):
                return found[1]
            if self.process.poll() is not None:
                break
            time.sleep(0.2)
        raise AssertionError(
            f"Firefox did not start:\n{self.log.read_text(encoding='utf-8', errors='replace')[-2000:]}"
        )
