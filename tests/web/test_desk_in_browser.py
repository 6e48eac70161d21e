"""Nothing is lost on the GM screen: not by a reload, a dead kernel, a lost server, a killed browser, another tab."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.web.client import soon
from tests.web.desk import PLAYED, Table, kernels_of
from tests.web.fixtures import CHROMIUM_FLAGS, Site, free_port

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def test_undo_goes_back_to_the_beginning_and_redo_comes_forth(begun: Table) -> None:
    """Step by step without a limit; what was undone comes again in the same words."""
    whole, steps = begun.shown, len(begun.kept["steps"])
    begun.key(*["u"] * steps)
    assert begun.kept["head"]["at"] == 0
    assert "Who fights?" in begun.shown["order"]
    assert begun.page.get_by_role("button", name="Undo").first.is_disabled()
    begun.key(*["r"] * steps)
    assert begun.shown == whole
    begun.key("u", "Control+y", "Control+z")
    assert begun.kept["head"]["at"] == steps - 1


def test_a_reload_loses_nothing(begun: Table) -> None:
    """The same state, the same words, the same log, and the way back."""
    before, kept = begun.shown, begun.kept
    begun.page.reload()
    begun.ready()
    begun.still()
    assert begun.shown == before
    assert begun.kept["steps"] == kept["steps"]
    begun.key("u")
    assert begun.kept["head"]["at"] == kept["head"]["at"] - 1


def test_a_killed_kernel_loses_nothing(begun: Table, screen: Site) -> None:
    """It dies in the middle of the fight; the next act is answered by another one, from what the browser holds."""
    before = begun.shown
    for pid in kernels_of(screen):
        os.kill(pid, signal.SIGKILL)
    assert begun.shown == before
    begun.key("n")
    assert "Raider chief’s turn" in begun.shown["turn"]
    assert "Dice: 6 (first attack die)" in begun.log()


def test_a_lost_server_loses_nothing(
    new_page: Callable[..., Any], serve: Callable[..., Site], screen_book: Path
) -> None:
    """What is shown stays readable, what is done meanwhile waits and is told, and follows when the server is back."""
    port = free_port()
    site = serve(screen_book, port=port)
    table = Table(new_page(), f"{site.url}gm-screen").sit()
    table.muster(*PLAYED)
    table.key("n")
    before = table.shown
    site.stop()
    table.page.keyboard.press("n")
    table.page.keyboard.press("n")
    status = table.page.locator("[data-status]")
    assert soon(lambda: "2 changes wait" in status.inner_text())
    assert table.shown == before
    serve(screen_book, port=port)
    assert soon(lambda: status.inner_text() == "", 60)
    table.still()
    assert table.fight["turn"] == 2
    assert table.fight["round"] == 1


def test_changes_that_wait_outlive_the_page(
    new_page: Callable[..., Any], serve: Callable[..., Site], screen_book: Path
) -> None:
    """The server goes, an act waits, the page is closed; opened again, it offers to make the change."""
    port = free_port()
    site = serve(screen_book, port=port)
    page = new_page()
    table = Table(page, f"{site.url}gm-screen").sit()
    table.muster(*PLAYED)
    site.stop()
    page.keyboard.press("n")
    assert soon(lambda: "1 change waits" in page.locator("[data-status]").inner_text())
    page.wait_for_timeout(600)
    serve(screen_book, port=port)
    other = Table(page.context.new_page(), table.url)
    page.close()
    other.sit()
    assert "One change was still waiting" in other.notice()
    other.enter("Make them now")
    assert other.fight["round"] == 1
    assert other.notice() == ""


@pytest.fixture
def profile(browser: Any, tmp_path: Path) -> Iterator[Callable[[], Any]]:
    """A browser with a profile on the disk: each call opens it (again) and gives a page."""
    opened = []

    def opening() -> Any:
        context = browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=CHROMIUM, args=CHROMIUM_FLAGS
        )
        opened.append(context)
        return context.pages[0] if context.pages else context.new_page()

    yield opening
    for context in opened:
        try:
            context.close()
        except Exception as error:  # the one that was killed
            assert "closed" in str(error)


def test_a_killed_browser_loses_nothing(profile: Callable[[], Any], screen: Site, tmp_path: Path) -> None:
    """The whole browser is killed the moment a change is shown; opened again, it holds that change."""
    table = Table(profile(), f"{screen.url}gm-screen").sit()
    table.muster(*PLAYED)
    table.key("n")
    table.attack("Raider", "6 5 3")
    before, fight = table.shown, table.fight
    killed = [
        process
        for process in psutil.process_iter(["cmdline"])
        if f"--user-data-dir={tmp_path / 'profile'}" in (process.info["cmdline"] or [])
    ]
    assert killed
    for process in killed:
        process.kill()
    psutil.wait_procs(killed, 20)
    again = Table(profile(), table.url)
    again.sit()
    assert again.fight == fight
    assert again.shown == before


def test_two_tabs_do_not_overwrite_each_other(begun: Table) -> None:
    """The slower one is told at once; its own change is not written over the other's until the reader says so."""
    other = Table(begun.page.context.new_page(), begun.url).sit()
    assert other.fight == begun.fight
    other.key("n")
    assert soon(lambda: "changed in another tab" in begun.notice())
    theirs = other.fight
    begun.page.bring_to_front()
    begun.key("n")
    assert "not kept yet" in begun.notice()
    assert begun.fight == theirs
    begun.enter("Go on with this one")
    mine = begun.fight
    assert begun.notice() == ""
    begun.key("u")
    assert begun.fight == theirs
    begun.key("r")
    assert begun.fight == mine
    other.page.bring_to_front()
    assert soon(lambda: "changed in another tab" in other.notice())
    other.enter("Show that state")
    assert other.shown == begun.shown


DAMAGE = """([game, what]) => new Promise((done) => {
  const open = indexedDB.open("rulebook-companion-desk");
  open.onsuccess = () => {
    const transaction = open.result.transaction(["steps", "heads"], "readwrite");
    const steps = transaction.objectStore("steps");
    steps.getAll().onsuccess = ({ target }) => {
      const last = target.result.filter((step) => step.game === game).at(-1);
      if (what === "fight") last.fight.combatants[0].marks.wounds = 9999;
      if (what === "version") last.fight.version = 99;
      if (what === "record") delete last.fight;
      steps.put(last);
      if (what === "head") transaction.objectStore("heads").put({ game, at: "nowhere", revision: null });
    };
    transaction.oncomplete = () => (open.result.close(), done());
  };
})"""


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("fight", "“9999” cannot be used"),
        ("version", "“99” cannot be used. Give version 1"),
        ("record", "The record of this change is damaged"),
    ],
)
def test_a_damaged_record_is_told_and_kept(begun: Table, tmp_path: Path, what: str, words: str) -> None:
    """The reason is said, the raw record can be saved, the change before is there, and so is a start beside it."""
    begun.page.evaluate(DAMAGE, [begun.game, what])
    damaged = begun.kept
    begun.page.reload()
    begun.ready()
    begun.still()
    assert words in begun.notice()
    with begun.page.expect_download() as download:
        begun.page.get_by_role("button", name="Save the damaged record to a file").click()
    download.value.save_as(tmp_path / "damaged.json")
    assert '"steps"' in (tmp_path / "damaged.json").read_text(encoding="utf-8")
    assert begun.kept == damaged
    begun.enter("Start anew beside it")
    assert begun.fight["combatants"] == []
    assert begun.kept["steps"][: len(damaged["steps"])] == damaged["steps"]
    begun.key("u")
    assert words in begun.notice()
    begun.enter("Go back to the change before")
    assert begun.notice() == ""
    assert len(begun.fight["combatants"]) == 3


def test_a_damaged_head_stands_at_the_last_step(begun: Table) -> None:
    """Which step is shown cannot be read: then it is the last one."""
    before, steps = begun.shown, len(begun.kept["steps"])
    begun.page.evaluate(DAMAGE, [begun.game, "head"])
    begun.page.reload()
    begun.ready()
    begun.still()
    assert begun.shown == before
    begun.key("n")
    assert begun.kept["head"] == {"game": begun.game, "at": steps + 1, "revision": 1}
    assert begun.fight["turn"] == 1


def test_a_browser_that_keeps_nothing_says_so(new_page: Callable[..., Any], screen: Site) -> None:
    """Without a store the fight goes on in the page, and the reader is told to save a file."""
    page = new_page()
    page.add_init_script("delete globalThis.indexedDB; Object.defineProperty(globalThis, 'indexedDB', {get() {}})")
    table = Table(page, f"{screen.url}gm-screen").sit()
    assert "keeps nothing here" in table.notice()
    table.muster(*PLAYED)
    table.key("n", "u", "r")
    assert "Round 1" in table.shown["turn"]


FULL = """() => {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("The disk is full.", "QuotaExceededError");
  };
}"""


def test_a_full_disk_is_told_and_the_fight_goes_on(begun: Table) -> None:
    """A change that the browser cannot keep is not lost in the page, and the way back is still there."""
    before = begun.kept
    begun.page.evaluate(FULL)
    begun.key("n")
    assert "could not keep the change (The disk is full.)" in begun.notice()
    assert "Raider chief’s turn" in begun.shown["turn"]
    assert begun.kept == before
    begun.key("u")
    assert "Marguerite’s turn" in begun.shown["turn"]
    begun.key("r", "n")
    assert "Raider’s turn" in begun.shown["turn"]
