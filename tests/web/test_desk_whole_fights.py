"""A whole fight in each game by the keyboard: the kernel dies in its middle, a reload follows, a file carries it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import catalogue
from companion.encounter import Side, presets
from tests.web.client import soon
from tests.web.desk import Table, kernels_of
from tests.web.fixtures import Site

GAMES = catalogue.tracked_games()
BEFORE, AFTER = 3, 4
"""So many turns are played before the kernel dies, and after."""


def company(game: str) -> list[str]:
    """The first stat block of the party, and the first two of the foes."""
    known = presets(catalogue.tracker(game)).values()
    party, foes = ([each.title for each in known if each.side is side] for side in (Side.PARTY, Side.FOES))
    return [*party[:1], *foes[:2]]


def turn(table: Table) -> bool:
    """Whoever has the turn attacks the first foe with the game's own calculator, if that is allowed; then the next one.

    Says whether a blow was put in force.
    """
    page, struck = table.page, False
    table.key("t")
    foe = page.locator("[data-part=work] [data-target]")
    if foe.count():
        foe.first.focus()
        table.key("Enter")
    if page.locator("#d-attack .rb-c-throw").count():
        page.locator("#d-attack .rb-c-throw").focus()
        table.key("Enter")
        apply = page.locator("[data-apply]")
        if soon(lambda: bool(apply.is_enabled()), 2):
            apply.focus()
            table.key("Enter")
            struck = page.locator(".rb-g-applied").count() == 1
    table.key("Escape", "n")
    return struck


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_fight(game: str, screen: Site, new_page: Callable[..., Any], tmp_path: Path) -> None:
    """From the first combatant to the end of the fight; what is carried to a fresh browser is the same."""
    table = Table(new_page(), f"{screen.url}gm-screen", game).sit()
    table.muster(*company(game))
    table.key("n")
    assert table.fight["round"] == 1
    blows = sum(turn(table) for _ in range(BEFORE))
    before, shown = table.fight, table.shown
    for pid in kernels_of(screen):
        os.kill(pid, signal.SIGKILL)
    table.page.reload()
    table.ready()
    table.still()
    assert table.fight == before
    assert table.shown == shown
    blows += sum(turn(table) for _ in range(AFTER))
    assert blows >= 2
    assert table.fight["round"] >= 2
    unhurt = [one["marks"] for one in table.fight["combatants"]]
    table.page.locator("[data-piece=panel] input[name=by]").first.fill("1")
    table.key("Enter")
    hurt = [one["marks"] for one in table.fight["combatants"]]
    assert hurt != unhurt
    path = table.save(tmp_path)
    other = Table(new_page(), table.url, game).sit()
    assert "Brought in" in other.bring(path)
    assert other.fight == table.fight
    assert {name: other.shown[name] for name in ("turn", "order")} == {
        name: table.shown[name] for name in ("turn", "order")
    }
    other.enter("End the fight")
    assert other.fight["round"] == 0
    assert [one["marks"] for one in other.fight["combatants"]] == hurt
