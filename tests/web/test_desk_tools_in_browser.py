"""The GM screen's tools in a browser: dice of any notation, pinned calculators, and the sheet that fits one page."""

from __future__ import annotations

import re

import pytest

from companion import catalogue
from tests.web.client import soon
from tests.web.desk import Table
from tests.web.fixtures import accessibility_problems

GAMES = catalogue.tracked_games()
SMALLEST = 7.25
"""Pixels of a sheet's letters on paper (5.4 pt): no sheet may need smaller ones."""
KEPT = """async (key) => {
  const open = indexedDB.open("rulebook-companion-desk");
  const database = await new Promise((done) => (open.onsuccess = () => done(open.result)));
  const request = database.transaction("kept").objectStore("kept").get(key);
  const value = await new Promise((done) => (request.onsuccess = () => done(request.result)));
  database.close();
  return value;
}"""


def throw(table: Table, notation: str, faces: str = "") -> str:
    """Throw by the keyboard; gives what the tray then shows, or what it says is wrong."""
    tray = table.page.locator("[data-part=tray]")
    if tray.is_hidden():
        table.key("d")
    before = tray.locator("[data-before]").inner_text()
    tray.locator("#d-notation").fill(notation)
    tray.locator("#d-faces").fill(faces)
    tray.locator("#d-notation").focus()
    table.page.keyboard.press("Enter")
    error = tray.locator(".rb-g-error")
    assert soon(lambda: error.is_visible() or tray.locator("[data-before]").inner_text() != before)
    if error.is_visible():
        return str(error.inner_text())
    return " ".join(tray.locator("[data-before] li").first.inner_text().split())


@pytest.mark.parametrize(
    ("notation", "faces", "shown"),
    [
        ("3d6", "1 2 3", "3d6: [1 2 3] = 6"),
        ("2d20kh1", "4 17", "2d20kh1: [4 (dropped) 17] = 17"),
        ("4d6dl1", "1,2,3,4", "4d6dl1: [1 (dropped) 2 3 4] = 9"),
        ("d6!", "6 6 2", "d6!: [6 6 2] = 14"),
        ("6d10>=7", "7 1 10 3 9 6", "6d10>=7: [7 1 10 3 9 6] = 3"),
        ("4dF+2", "-1 1 0 −1", "4dF+2: [−1 1 0 −1] + 2 = 1"),
        ("(2d6+3)*2", "1 1", "(2d6+3)*2: ( [1 1] + 3 ) × 2 = 10"),
        ("2d6; d6", "1 2 3", "2d6: [1 2] = 3; d6: [3] = 3"),
        ("3W6−1", "1 1 1", "3d6-1: [1 1 1] − 1 = 2"),
    ],
)
def test_any_notation_reads_real_dice(table: Table, notation: str, faces: str, shown: str) -> None:
    """Faces of the table are taken in the order in which the notation throws them."""
    assert throw(table, notation, faces) == shown


def test_dice_thrown_here_keep_to_their_faces(table: Table) -> None:
    """A hundred dice show 1 to 6, add up, and are not all the same; the next throw is another one."""
    first = throw(table, "100d6")
    faces = [int(face) for face in first.split("[")[1].split("]")[0].split()]
    assert len(faces) == 100
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert first.endswith(f"= {sum(faces)}")
    assert throw(table, "100d6") != first


@pytest.mark.parametrize(
    ("notation", "faces", "said"),
    [
        ("", "", "nothing was given"),
        ("3d", "", 'Dice: "3d" was given; accepted is a notation such as 3d6'),
        ("3d6 plus", "", 'It goes wrong at "plus"'),
        ("d6/0", "", "it comes to no number"),
        ("500d6", "", "500 were given; accepted are 1 to 200"),
        ("2d20kh1", "4", "one more die is needed: 1 to 20"),
        ("2d20kh1", "4 21", '"21" was given; accepted is a whole number from 1 to 20'),
        ("d6", "1 2", "2 were given; this notation throws 1"),
    ],
)
def test_what_cannot_be_thrown_says_why(table: Table, notation: str, faces: str, said: str) -> None:
    """The message names what was given and what is accepted; nothing typed is lost."""
    assert said in throw(table, notation, faces)
    assert table.page.locator("#d-notation").input_value() == notation
    assert table.page.locator("#d-faces").input_value() == faces


def test_the_games_own_dice_are_read_by_its_rules(table: Table) -> None:
    """The open-ended D100 and the feat dice: the calculator that reads them, thrown at once, and again."""
    for game, button, resolver in (
        ("darkmaster", "Open-ended D100", "darkmaster/open-roll"),
        ("heroes-of-the-fall", "Feat dice", "heroes-of-the-fall/feat-table"),
    ):
        table.page.locator("#d-game").select_option(game)
        table.still()
        if table.page.locator("[data-part=tray]").is_hidden():
            table.key("d")
        table.page.get_by_role("button", name=button, exact=True).click()
        reader = table.page.locator(f"[data-reader] .rb-calc[data-resolver='{resolver}']")
        assert soon(lambda: reader.locator(".rb-c-thrown").is_visible())  # noqa: B023
        assert reader.locator(".rb-c-sentence").inner_text()
        assert table.page.get_by_role("button", name="Attack and location", exact=True).count() == 0


def test_throws_are_kept_and_go_into_the_log(table: Table) -> None:
    """The last throws are there after a reload; one of them can be written into the fight's log."""
    shown = throw(table, "3d6", "1 2 3")
    table.page.get_by_role("button", name="Into the log").click()
    assert soon(lambda: "3d6: [1 2 3] = 6" in table.log())
    table.page.reload()
    table.ready()
    table.key("d")
    assert soon(lambda: shown in table.page.locator("[data-before]").inner_text())
    assert "3d6: [1 2 3] = 6" in table.log()


def test_pins_keep_their_values(table: Table) -> None:
    """A pinned calculator is set, the page is loaded anew, and it stands as it was; it can be taken away and undone."""
    table.key("p")
    table.page.locator("#d-pin").select_option("new-world/attack")
    table.enter("Pin it")
    pin = table.page.locator("[data-pinned='new-world/attack']")
    assert soon(lambda: pin.locator(".rb-calc[data-live]").count() == 1)
    pin.locator("[data-field=skill] .rb-c-input").fill("9")
    assert soon(lambda: table.page.evaluate(KEPT, "pins") == [{"resolver": "new-world/attack", "inputs": {"skill": 9}}])
    sentence = pin.locator(".rb-c-sentence").inner_text()
    table.page.reload()
    table.ready()
    table.key("p")
    assert soon(lambda: pin.locator(".rb-calc[data-live]").count() == 1)
    assert pin.locator("[data-field=skill] .rb-c-input").input_value() == "9"
    assert pin.locator(".rb-c-sentence").inner_text() == sentence
    assert accessibility_problems(table.page) == []
    pin.get_by_role("button", name="Unpin: Attack").click()
    assert soon(lambda: pin.count() == 0)
    table.page.locator("[data-toast]").get_by_role("button", name="Undo").click()
    assert soon(lambda: pin.locator("[data-field=skill] .rb-c-input").count() == 1)
    assert pin.locator("[data-field=skill] .rb-c-input").input_value() == "9"


def test_an_attack_can_be_pinned_as_it_stands(table: Table) -> None:
    """With all that both sheets have filled in."""
    table.muster("Marguerite", "Raider")
    table.key("n", "t")
    table.enter("Attack Raider")
    table.page.wait_for_selector("#d-attack[data-live]")
    table.enter("Pin this calculator")
    pin = table.page.locator("[data-pinned='new-world/attack']")
    assert soon(lambda: pin.locator(".rb-calc[data-live]").count() == 1)
    filled = table.page.locator("#d-attack").get_attribute("data-state")
    assert soon(lambda: pin.locator(".rb-calc").get_attribute("data-state") == filled)


def test_pins_print_alone(table: Table) -> None:
    """On paper the pins stand without the rest of the screen."""
    table.key("p")
    table.page.locator("#d-pin").select_option("new-world/disarm")
    table.enter("Pin it")
    assert soon(lambda: table.page.locator("[data-pinned] .rb-calc[data-live]").count() == 1)
    table.page.evaluate("window.print = () => {}")
    table.enter("Print my pins")
    table.page.emulate_media(media="print")
    assert table.page.locator("[data-pinned] .rb-c-title").is_visible()
    assert table.page.locator(".rb-g-bar").is_hidden()
    assert table.page.locator("h1").is_hidden()
    table.page.evaluate("dispatchEvent(new Event('afterprint'))")
    table.page.emulate_media(media="screen")
    assert table.page.locator(".rb-g-bar").is_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_reference_sheet_fits_one_page(table: Table, game: str) -> None:
    """A4 and Letter: one page, every part of it on the paper, in letters that can be read."""
    table.page.locator("#d-game").select_option(game)
    table.still()
    table.key("s")
    sheet = table.page.locator(f".rb-d-sheet[data-game='{game}']")
    assert soon(lambda: sheet.count() == 1)
    assert soon(lambda: bool(sheet.evaluate("sheet => sheet.style.getPropertyValue('--printed')")))
    size = float(sheet.evaluate("sheet => sheet.style.getPropertyValue('--printed')").removesuffix("px"))
    assert size >= SMALLEST
    table.page.evaluate("window.print = () => {}")
    table.enter("Print this sheet")
    table.page.emulate_media(media="print")
    assert table.page.locator(".rb-g-bar").is_hidden()
    cut_off = sheet.evaluate(
        """sheet => {
          const paper = sheet.getBoundingClientRect();
          return [...sheet.querySelectorAll(".rb-d-part")].filter((part) =>
            [...part.getClientRects()].some(({ right, bottom }) => right > paper.right + 1 || bottom > paper.bottom + 1)
          ).map((part) => part.querySelector("h3").textContent);
        }"""
    )
    assert cut_off == []
    for paper in ("A4", "Letter"):
        table.page.emulate_media(media="screen")
        table.enter("Print this sheet")
        table.page.emulate_media(media="print")
        assert len(re.findall(rb"/Type\s*/Page\b", table.page.pdf(format=paper))) == 1
