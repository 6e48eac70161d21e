"""The map of the result matrix in a real browser: pointing at it moves the two rolls that are looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion import find
from widgets import calculator

pytestmark = pytest.mark.browser

MATRIX = "fantasy-crux/matrix"
Opened = Callable[..., Any]


def spot(page: Any, attack: int, defence: int) -> tuple[float, float]:
    """Where the square of two rolls lies in the window."""
    plane = page.locator("[data-moves]")
    plane.scroll_into_view_if_needed()
    box = plane.bounding_box()
    return box["x"] + (attack - 0.5) * box["width"] / 100, box["y"] + (defence - 0.5) * box["height"] / 100


def seen(page: Any, attack: int, defence: int) -> None:
    """Waits until the sentence tells what these two rolls come to, and checks the fields."""
    said = find(MATRIX).odds({"attack_roll": attack, "defence_roll": defence})["sentence"]
    page.locator(".rb-c-sentence").filter(has_text=said).wait_for(timeout=5000)
    values = [page.locator(f"[name={name}]").input_value() for name in ("attack_roll", "defence_roll")]
    assert values == [str(attack), str(defence)]


def test_a_press_moves_the_mark(opened: Opened) -> None:
    """Attack across, defence down; the sentence and the mark follow."""
    page = opened(calculator(MATRIX))
    page.mouse.click(*spot(page, 42, 17))
    seen(page, 42, 17)
    assert "Marked is 42 against 17" in page.locator(".rb-m-map").get_attribute("aria-label")


def test_a_drag_moves_it_all_the_way(opened: Opened) -> None:
    """The pictures that are swapped meanwhile do not stop it, and moving without a button does nothing."""
    page = opened(calculator(MATRIX))
    page.mouse.move(*spot(page, 10, 10))
    page.mouse.down()
    seen(page, 10, 10)
    for step in (20, 30, 40):
        page.mouse.move(*spot(page, step, 60))
        seen(page, step, 60)
    asked = page.evaluate("questions.length")
    page.wait_for_timeout(400)
    assert page.evaluate("questions.length") == asked, "a button that is held down asks nothing again"
    page.mouse.up()
    page.mouse.move(*spot(page, 80, 80))
    page.wait_for_timeout(200)
    seen(page, 40, 60)


def test_the_keyboard_does_the_same(opened: Opened) -> None:
    """The fields move the mark by one and by ten, and stop at the ends."""
    page = opened(calculator(MATRIX, attack_roll=4, defence_roll=30))
    page.locator("[name=attack_roll]").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("PageUp")
    seen(page, 15, 30)
    page.locator("[name=defence_roll]").focus()
    for _ in range(4):
        page.keyboard.press("PageDown")
    seen(page, 15, 1)


def test_elsewhere_the_map_cannot_be_moved(opened: Opened) -> None:
    """In an attack the dice decide where the mark stands."""
    page = opened(calculator("fantasy-crux/attack"))
    assert page.locator("[data-moves]").count() == 0
    assert page.locator(".rb-m-map").count() == 1
