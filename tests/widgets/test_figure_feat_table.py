"""The feat table as a picture: its levels, what a throw makes of them, and how a level is chosen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import find
from companion.catalogue import resolvers
from widgets.figures import draw, draw_all
from widgets.figures.feat_table import span, stretches

GAME = "heroes-of-the-fall"
WIDGETS = Path(__file__).parents[2] / "widgets"


def table(dice: list[int] | None = None, resolver: str = "feat-table", **inputs: Any) -> str:
    """The figure of a calculator, drawn."""
    calculator = find(f"{GAME}/{resolver}")
    answer = calculator.odds(inputs) if dice is None else calculator.roll(inputs, dice=dice)
    return str(draw("feat-table", answer["figures"]["feat-table"], chapter=GAME))


def rows(drawn: str) -> dict[int, str]:
    """Each level's line, by its level."""
    found = re.findall(r'<tr[^>]*><th scope="row">.*?</tr>', drawn, re.DOTALL)
    return {int(re.search(r'value="?(-?\d+)', row)[1]): row for row in found}  # type: ignore[index]


def test_every_level_can_be_chosen() -> None:
    """Seventeen radio buttons in one group, hardest first, the level that is looked up chosen."""
    drawn = table(level=3)
    assert list(rows(drawn)) == list(range(8, -9, -1))
    assert drawn.count('type="radio"') == 17
    (chosen,) = [level for level, row in rows(drawn).items() if " checked" in row]
    assert chosen == 3
    assert 'role="radiogroup"' in drawn
    assert 'method="dialog"' in drawn


def test_a_level_says_what_it_asks_and_how_likely_it_is() -> None:
    """In words beside the boxed faces, with both dice joined, and the five results with their counts of 512."""
    row = rows(table())[3]
    assert row.count('<span class="rb-f-span">7–8</span>') == 2
    assert "and " in row
    assert "or " in rows(table())[-3]
    assert "6.25 %" in row
    assert "red 7–8 and white 7–8: 32 of 512" in row
    assert re.findall(r'rb-f-count"> (\d+)<', row) == ["8", "8", "16", "48", "432"]
    assert "not read" in row


def test_a_throw_ticks_every_level_that_it_makes() -> None:
    """5, 8 and 7: made up to level 0, missed above; the faces ringed, and each level's own grade told."""
    drawn = table([5, 8, 7], level=0)
    made = {level: "✓" in row for level, row in rows(drawn).items()}
    assert [level for level, yes in made.items() if yes] == list(range(0, -9, -1))
    assert all(("missed" in row) is not made[level] for level, row in rows(drawn).items())
    assert "<strong>Level 0: minor. </strong>It makes level −8 to 0." in drawn
    assert "This throw: minor." in rows(drawn)[0]
    assert "This throw: block or dodge." in rows(drawn)[1]
    assert "▸ Mortal" in rows(drawn)[-8]
    assert '<b class="rb-f-now">5</b>' in rows(drawn)[0]
    assert '<i class="rb-f-now">5</i>' in rows(drawn)[1]


def test_the_gap_is_seen_and_said() -> None:
    """A red 7 beside a white 8 makes level 3 and not level 2; the figure says where such throws are."""
    drawn = table([7, 8, 1], level=2)
    assert "✓" in rows(drawn)[3]
    assert "✗" in rows(drawn)[2]
    assert "It makes level −8 to 1 and 3." in drawn
    assert "16 of 512 throws make level 3 and miss level 2; 16 of 512 throws make level −2 and miss level −3" in drawn
    assert "Not nested" not in table(feat_table="nested")


def test_dice_that_make_nothing() -> None:
    """Three ones."""
    assert "It makes no level at all." in table([1, 1, 1])


def test_past_the_ends() -> None:
    """The last line is marked, and the figure says how the level is read."""
    assert "Level 10 lies past the end of the table: read as level 8." in table(level=10)
    assert "Level −9 lies past the end of the table: always made." in table(level=-9, beyond="outright")
    assert "Level 9 lies past the end of the table: always failed." in table(level=9, beyond="outright")
    assert "past the end" not in table(level=8)


SWORDS = {**find(f"{GAME}/melee-attack").example("long-swords").inputs}


def test_an_attack_shows_the_levels_that_it_asks() -> None:
    """Its own, the two above for the wound and the one below for the defence, hardest first, without buttons."""
    drawn = table([80, 20, 5, 8, 7], "melee-attack", **SWORDS)
    assert re.findall(r"<strong>Level (\S+)</strong>", drawn) == ["2", "1", "0", "−1"]
    assert [("✓" in row) for row in drawn.split("<tr")[1:]] == [False, False, True, True]
    assert "for a mortal wound" in drawn
    assert "red 5, white 8, blue 7" in drawn
    assert "radio" not in drawn


def test_where_nobody_defends_nothing_below_is_asked() -> None:
    """A shot at somebody alone asks three levels; into a melee a near miss counts."""
    shot = find(f"{GAME}/missile-attack")
    assert len(shot.odds({"distance": 30})["figures"]["feat-table"]["rows"]) == 3
    assert len(shot.odds({"distance": 30, "melee": True})["figures"]["feat-table"]["rows"]) == 4


def test_levels_past_the_ends_are_asked_too() -> None:
    """Read as the last line, or told in words where a ruling settles them."""
    far = {**SWORDS, "foe_skill": 20}
    assert "read as 8" in table(None, "melee-attack", **far)
    assert "nothing makes it" in table(None, "melee-attack", **far, beyond="outright")


def test_nothing_is_drawn_where_the_level_hangs_on_the_area() -> None:
    """Different armour on different areas: there is no one level before the area die falls."""
    answer = find(f"{GAME}/melee-attack").odds(find(f"{GAME}/melee-attack").example("anywhere").inputs)
    assert answer["figures"]["feat-table"]["level"] is None
    assert draw("feat-table", answer["figures"]["feat-table"], chapter=GAME) == ""


@pytest.mark.parametrize("resolver", resolvers(GAME), ids=lambda resolver: resolver.address)
def test_every_figure_of_the_game_has_a_drawing(resolver: Any) -> None:
    """Whatever a calculator brings, for its odds and for a throw, can be drawn."""
    for inputs in ({}, *(example.inputs for example in resolver.examples.values())):
        for answer in (resolver.odds(inputs), resolver.roll(inputs, seed=2)):
            drawn = draw_all(answer["figures"], chapter=GAME)
            assert bool(drawn) is any(answer["figures"].values())


def test_faces_and_levels_in_short() -> None:
    """Stretches are joined, gaps are told, and the minus sign is a true one."""
    assert [span([8]), span([5, 6, 7, 8]), span([2, 4, 6])] == ["8", "5–8", "2, 4, 6"]
    assert stretches([3, 1, 0, -1]) == "−1 to 1 and 3"


def test_choosing_and_pointing_show_a_level(new_page: Callable[..., Any]) -> None:
    """One level's odds at a time: the one chosen, by arrow keys too; the one pointed at lies over it."""
    styles = "\n".join((WIDGETS / name).read_text(encoding="utf-8") for name in ("calculator.css", "figures.css"))
    page = new_page(viewport={"width": 900, "height": 800})
    page.set_content(f'<style>{styles}</style><div class="rb-worked">{table([5, 8, 7], level=0)}</div>')

    def shown() -> list[str]:
        seen = "parts => parts.filter(each => getComputedStyle(each).visibility === 'visible')"
        return sorted(
            page.locator(".rb-f-detail > strong").evaluate_all(
                f"parts => ({seen})(parts).map(each => each.textContent)"
            )
        )

    assert shown() == ["Level 0"]
    page.locator("input:checked").focus()
    page.keyboard.press("ArrowUp")
    assert shown() == ["Level 1"]
    page.locator('tr:has([value="-3"]) > .rb-f-chance').hover()
    assert shown() == ["Level 1", "Level −3"]
    over = page.locator("tr:hover > .rb-f-detail").evaluate("part => Number(getComputedStyle(part).zIndex)")
    assert over > 1


def test_a_narrow_page_has_everything_in_reach(new_page: Callable[..., Any]) -> None:
    """At 360 pixels nothing stands out sideways, and the chosen level opens beneath its line."""
    styles = "\n".join((WIDGETS / name).read_text(encoding="utf-8") for name in ("calculator.css", "figures.css"))
    page = new_page(viewport={"width": 360, "height": 700})
    page.set_content(f'<style>{styles}</style><div class="rb-worked">{table([5, 8, 7], level=0)}</div>')
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    line, detail = (page.locator(f"tr:has(:checked) > {part}").bounding_box() for part in ("th", ".rb-f-detail"))
    assert detail["y"] >= line["y"] + line["height"] - 1
    assert page.locator(".rb-f-detail:visible").count() == 1
