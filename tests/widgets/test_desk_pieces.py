"""What the GM screen shows: the order, the panel, the plan, the log, and the widget around them."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from companion import catalogue, find
from companion.encounter import presets
from tests.widgets.fights import GAMES, begun, joined, right
from widgets import gm_screen
from widgets.desk.answer import answer
from widgets.desk.page import KEYS, TOOLS
from widgets.desk.script import script, styles
from widgets.desk.widget import GmScreen, stored
from widgets.web.assets import Assets


def pieces(fight: Any, selected: str = "c1", game: str = "new-world") -> dict[str, str]:
    """The pieces of a fight."""
    html: dict[str, str] = right("show", game=game, fight=fight, selected=selected)["html"]
    return html


def words(html: str) -> str:
    """The text of a piece."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def after(fight: Any, **act: Any) -> Any:
    """The fight after an act."""
    return right("act", game="new-world", fight=fight, act=act)["fight"]


def test_whose_turn_it_is_is_not_told_by_colour_alone() -> None:
    """By words, by a sign, and to assistive technology; sides are told in words too."""
    html = pieces(begun("new-world", "marguerite", "raider"))
    assert html["order"].count('aria-current="step"') == 1
    assert "▶" in html["order"]
    assert "has the turn" in html["order"]
    assert re.search(r"Marguerite.*party", words(html["order"]))
    assert re.search(r"Raider.*foe", words(html["order"]))
    assert "Round 1 Marguerite’s turn" in words(html["turn"])


def test_before_the_fight_the_sides_stand_together() -> None:
    """And the button begins it."""
    html = pieces(joined("new-world", None, "marguerite", "raider"))
    assert "The party" in html["order"]
    assert "Begin the fight" in html["turn"]


@pytest.mark.parametrize("game", GAMES)
def test_a_round_that_is_ordered_without_dice_can_be_ordered_anew(game: str) -> None:
    """After declarations the game master finds the order again; where initiative is rolled there is no such button."""
    known = list(presets(catalogue.tracker(game)))[:2]
    fight = begun(game, *known)
    offered = "Order anew" in pieces(fight, game=game)["order"]
    assert offered == (not find(catalogue.tracker(game).initiative.resolver).describe()["dice"])
    found = answer({"ask": "act", "game": game, "fight": fight, "act": {"do": "order"}})
    assert found["ok"] == offered


def test_numbers_that_stand_as_they_began_are_folded_away() -> None:
    """Of a game with many of them: wounds by part of the body show once there are any."""
    game = "heroes-of-the-fall"
    fight = begun(game, *list(presets(catalogue.tracker(game)))[:2])
    marks = [mark for mark in catalogue.tracker(game).marks if mark.aside]
    assert len(marks) > 10
    panel = pieces(fight, game=game)["panel"]
    assert "more numbers</summary>" in panel
    name = marks[0].name
    hurt = right("act", game=game, fight=fight, act={"do": "mark", "who": "c1", "mark": name, "by": 1})["fight"]
    shown, folded = pieces(hurt, game=game)["panel"].split("more numbers</summary>")
    assert f"d-mark-c1-{name}-by" in shown
    assert f"d-mark-c1-{name}-by" not in folded


def test_those_who_are_out_or_not_in_the_order_are_told_apart() -> None:
    """One who is out, and one who came later and can join in."""
    fight = after(begun("new-world", "marguerite", "raider"), do="out", who="c2")
    fight = joined("new-world", fight, "wolf")
    order = words(pieces(fight)["order"])
    assert re.search(r"Not in the order yet Wolf", order)
    assert re.search(r"Out of the fight Raider", order)
    assert "Join in" in pieces(fight, "c3")["panel"]
    assert "Back in the fight" in pieces(fight, "c2")["panel"]


def test_names_are_texts_and_no_markup() -> None:
    """Whatever a reader calls a combatant or writes into a note."""
    fight = after(joined("new-world", None, "raider"), do="edit", who="c1", name="<b>&\"'")
    fight = after(fight, do="note", who="c1", text='"><script>alert(1)</script>')
    html = pieces(fight)
    assert "<b>&" not in "".join(html.values())
    assert "<script" not in "".join(html.values())
    assert "<b>&\"'" in words(html["order"])


def test_conditions_stand_in_the_list_and_can_be_taken_off() -> None:
    """With the rounds that they last; one that is there is not offered again."""
    fight = after(begun("new-world", "marguerite", "raider"), do="gain", who="c1", condition="prone", rounds=2)
    html = pieces(fight)
    assert re.search(r"prone, 2 rounds", words(html["order"]), re.IGNORECASE)
    assert re.search(r'aria-label="Take off: prone"', html["panel"], re.IGNORECASE)
    assert 'value="prone"' not in html["panel"]


def test_a_running_number_that_cannot_change_is_not_shown() -> None:
    """A weapon that nobody carries has no load to count."""
    panel = pieces(begun("new-world", "marguerite", "raider"))["panel"]
    assert "Wounds" in panel
    assert " of 0<" not in panel


@pytest.mark.parametrize("game", GAMES)
def test_the_plan_says_what_can_be_done_and_why_not(game: str) -> None:
    """What is possible has a button; what is not has its reason and its rule."""
    fight = begun(game)
    panel = right("open", game=game, fight=fight)["html"]["panel"]
    assert "Do: " in panel
    offered = re.findall(r"data-act='(\{\"do\":\"option\"[^']+\})'", panel)
    assert offered
    for _ in range(3):
        first = unescape(re.findall(r"data-act='(\{\"do\":\"option\"[^']+\})'", panel)[0])
        found = right("act", game=game, fight=fight, act=json.loads(first))
        fight, panel = found["fight"], found["html"]["panel"]
        if "Not now: " in panel:
            break
    refusals = re.findall(r'class="rb-g-why">Not now: (.*?)</p>', panel, re.DOTALL)
    assert refusals
    assert all("rb-c-rule" in refusal for refusal in refusals)


@pytest.mark.parametrize("game", GAMES)
def test_ids_stand_once(game: str) -> None:
    """On the whole screen, with everybody of a side shown."""
    html = right("open", game=game, fight=begun(game))["html"]
    ids = re.findall(r'\sid="([^"]+)"', "".join(html.values()) + stored())
    assert len(ids) == len(set(ids))


def test_the_widget_answers_its_questions() -> None:
    """As anywidget's traits: a question is set, the answer is there; the HTML comes for a front end without it."""
    screen = gm_screen()
    assert isinstance(screen, GmScreen)
    screen.question = {"id": 5, "ask": "open", "game": "new-world", "fight": None}
    assert screen.answer["ok"]
    assert screen.answer["id"] == 5
    sent: list[Any] = []
    screen.send = sent.append
    screen._was_told(screen, {"ask": "html"}, [])
    screen._was_told(screen, "nonsense", [])
    assert [list(each) for each in sent] == [["html"]]
    assert "question" not in screen.get_state()


def test_the_screen_shows_itself_without_a_front_end() -> None:
    """As text, and as the HTML that a page holds before anything is alive."""
    shown = gm_screen()._repr_mimebundle_()
    data = shown[0] if isinstance(shown, tuple) else shown
    assert data["text/plain"].startswith("The GM screen")
    assert data["text/html"] == str(stored())
    assert repr(gm_screen()) == "GmScreen()"


def test_the_stored_screen_names_every_game_and_key() -> None:
    """The games to choose from, a place and a button for each tool, and the keys in words."""
    html = stored()
    for game in GAMES:
        assert f'value="{game}"' in html
    for name, _, key, _ in TOOLS:
        assert f'data-part="{name}"' in html
        assert f'data-tool="{name}" aria-keyshortcuts="{key}"' in html
    for key, _ in KEYS:
        assert f"<kbd>{key}</kbd>" in html.replace("\n", "")


def test_a_page_loads_the_screen_as_files() -> None:
    """Its script and style are known by their texts, so that no kernel has to send them."""
    assets = Assets()
    assert assets.named_like(GmScreen._esm) == "desk.js"
    assert assets.named_like(GmScreen._css) == "desk.css"
    assert script().count("export default") == 1
    assert ".rb-desk" in styles()
