"""The GM screen in the static edition: a fight of any game, by the engine in the reader's own browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.publish.host import Host
from tests.web.client import soon
from tests.web.desk import Table, screen_alone


@pytest.fixture(scope="module")
def screen(npm: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of the GM screen alone, published."""
    from widgets.web.publish.main import publish

    room = tmp_path_factory.mktemp("screen")
    (room / "chapters").mkdir()
    publish(room / "site", None, screen_alone(room / "chapters"))
    return room / "site"


def test_a_fight_is_run_without_any_server(
    new_page: Callable[..., Any], host: Callable[..., Host], screen: Path
) -> None:
    """Two games; dice and the sheet; a reload shows what was kept, and reading alone brings no engine."""
    page = new_page()
    table = Table(page, host(screen, packs=True).url + "gm-screen.html", "dark-eye").sit()
    assert page.evaluate("document.documentElement.dataset.rbEngine ?? null") is None
    table.game = "new-world"
    page.locator("#d-game").select_option("new-world")
    assert soon(lambda: page.locator(".rb-desk").get_attribute("data-game") == "new-world")
    table.still()
    table.muster("Marguerite", "Raider")
    table.key("n")
    table.attack("Raider", "6 5 3")
    table.key("d")
    page.locator("#d-notation").fill("3d6")
    page.locator("#d-faces").fill("1 2 3")
    page.locator("#d-faces").press("Enter")
    assert soon(lambda: "3d6: [1 2 3] = 6" in page.locator("[data-before]").inner_text())
    table.key("Escape", "s")
    assert soon(lambda: page.locator(".rb-d-sheet[data-game='new-world'] table").count() > 5)
    table.key("Escape")
    before, fight = table.shown, table.fight
    assert "Dice: 6 (first attack die)" in before["log"]
    page.reload()
    table.ready()
    table.still()
    assert (table.shown, table.fight) == (before, fight)
    link = page.locator(".rb-g-log a.rb-c-rule").first.get_attribute("href")
    assert link.startswith("./new-world.html#")
    table.game = "darkmaster"
    page.locator("#d-game").select_option("darkmaster")
    table.still()
    table.muster("Swordsman", "Brigand")
    table.key("n")
    assert table.fight["round"] == 1
