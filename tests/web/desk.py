"""The GM screen in a browser, for tests: a site that holds nothing else, and a hand that plays on it by keyboard."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import psutil

from tests.web.client import soon
from tests.web.fixtures import HOUSE, Site

PLAYED = ("Marguerite", "Raider", "Raider chief")
"""The stat blocks of New World that the tests play with."""
READ = """async (game) => {
  const open = indexedDB.open("rulebook-companion-desk");
  const database = await new Promise((done) => (open.onsuccess = () => done(open.result)));
  const get = (request) => new Promise((done) => (request.onsuccess = () => done(request.result)));
  const transaction = database.transaction(["steps", "heads"]);
  const steps = await get(transaction.objectStore("steps").getAll());
  const head = await get(transaction.objectStore("heads").get(game));
  database.close();
  return { head, steps: steps.filter((step) => step.game === game) };
}"""


def screen_alone(folder: Path) -> Path:
    """A folder of chapters with the GM screen's only."""
    shutil.copy(HOUSE / "chapters" / "gm-screen.ipynb", folder)
    return folder


def kernels_of(site: Site) -> list[int]:
    """The processes of a site's kernels."""
    children = psutil.Process(site.process.pid).children(recursive=True)
    return [child.pid for child in children if "python" in child.name()]


class Table:
    """A game master at the screen. All is done by the keyboard, as far as the screen offers it."""

    def __init__(self, page: Any, url: str, game: str = "new-world") -> None:
        self.page, self.url, self.game = page, url, game

    def sit(self) -> Table:
        """Open the screen and choose the game."""
        self.page.goto(self.url)
        self.ready()
        if self.page.locator(".rb-desk").get_attribute("data-game") != self.game:
            self.page.locator("#d-game").select_option(self.game)
            assert soon(lambda: self.page.locator(".rb-desk").get_attribute("data-game") == self.game)
        self.still()
        return self

    def ready(self) -> None:
        """The screen has taken up what it kept."""
        self.page.wait_for_selector(".rb-desk[data-ready]", timeout=60_000)

    def still(self) -> None:
        """Nothing is under way: no question, no change."""
        waits = "() => document.querySelector('.rb-desk').dataset.busy === undefined"
        self.page.wait_for_function(waits, timeout=60_000)

    def key(self, *keys: str) -> None:
        """Press keys, each once what came before is done."""
        for each in keys:
            self.page.keyboard.press(each)
            self.still()

    def enter(self, name: str) -> None:
        """Press the button of that name by the keyboard."""
        self.page.get_by_role("button", name=name, exact=True).first.focus()
        self.key("Enter")

    def muster(self, *names: str) -> None:
        """Add stat blocks of the game by their titles."""
        self.key("a")
        for name in names:
            self.enter(f"Add {name}")
        self.key("Escape")

    def select(self, name: str) -> None:
        """Show a combatant in the panel."""
        self.page.locator(f"[data-select]:has(.rb-g-name:text-is('{name}'))").first.focus()
        self.key("Enter")

    def attack(self, target: str, dice: str = "") -> None:
        """The one who is shown attacks: throws, or takes the dice that were rolled, and the result is put in force."""
        self.key("t")
        self.enter(f"Attack {target}")
        self.page.wait_for_selector("#d-attack[data-live]")
        if dice:
            self.page.locator("#d-attack .rb-c-rolled summary").focus()
            self.key("Enter")
            for entry, face in zip(self.page.locator("#d-attack .rb-c-die-entry").all(), dice.split(), strict=True):
                entry.fill(face)
            self.page.keyboard.press("Enter")
        else:
            self.page.locator("#d-attack .rb-c-throw").focus()
            self.page.keyboard.press("Enter")
        assert soon(lambda: self.page.locator("[data-apply]").is_enabled())
        self.page.locator("[data-apply]").focus()
        self.key("Enter", "Escape")

    @property
    def kept(self) -> dict[str, Any]:
        """What the browser has written down of the game: the head and the steps."""
        found: dict[str, Any] = self.page.evaluate(READ, self.game)
        return found

    @property
    def fight(self) -> Any:
        """The fight that the browser has written down as the present one."""
        kept = self.kept
        at = (kept["head"] or {}).get("at", 0)
        return next((step["fight"] for step in kept["steps"] if step["n"] == at), None)

    @property
    def shown(self) -> dict[str, str]:
        """What stands on the screen."""
        names = ("turn", "order", "panel")
        pieces = {name: self.page.locator(f"[data-piece={name}]").inner_text() for name in names}
        return {**pieces, "log": self.page.locator("[data-part=log]").inner_text()}

    def log(self) -> str:
        """The log's text."""
        return str(self.page.locator("[data-part=log]").inner_text())

    def notice(self) -> str:
        """What stands in the notices."""
        return str(self.page.locator("[data-notice]").inner_text())

    def save(self, folder: Path, button: str = "Save the fight to a file") -> Path:
        """Save to a file by the file tool; gives the file."""
        self._files()
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name=button).click()
        path = folder / str(download.value.suggested_filename)
        download.value.save_as(path)
        return path

    def bring(self, path: Path) -> str:
        """Bring a file in; gives what the screen says of it."""
        self._files()
        self.page.set_input_files("#d-file", path)
        said = self.page.locator("[data-part=files] [data-said]")
        assert soon(lambda: path.name in said.inner_text())
        self.still()
        return str(said.inner_text())

    def _files(self) -> None:
        if self.page.locator("[data-part=files]").is_hidden():
            self.page.locator("[data-tool=files]").click()


def changed(path: Path, name: str, **changes: Any) -> Path:
    """A saved file with other values at its top, under another name."""
    data = {**json.loads(path.read_text(encoding="utf-8")), **changes}
    other = path.with_name(name)
    other.write_text(json.dumps(data), encoding="utf-8")
    return other
