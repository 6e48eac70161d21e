"""The GM screen's answers: each question in each game, and questions that make no sense."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.widgets.fights import GAMES, asked, begun, blocks, joined, pair, problems, right
from widgets.desk.answer import WITH_FIGHT, WITHOUT_FIGHT, answer
from widgets.web.publish import port

NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


PARTS = (
    "game", "fight", "act", "who", "attacker", "target", "attack", "own", "form", "question", "resolver", "inputs",
    "at", "text", "selected",
)  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_fight_opens(game: str) -> None:
    """Nobody is in it, and all pieces are there."""
    found = right("open", game=game, fight=None)
    assert found["fight"]["combatants"] == []
    assert found["selected"] == ""
    assert set(found["html"]) == {"turn", "order", "panel"}
    assert "Who fights?" in found["html"]["order"]


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_travels_with_the_question(game: str) -> None:
    """What one answer gave is what the next question brings: nothing is remembered in between."""
    fight = begun(game)
    opened = right("open", game=game, fight=fight)
    assert opened["fight"] == fight
    assert opened["selected"] == right("show", game=game, fight=fight, selected="nobody")["selected"]
    acted = right("act", game=game, fight=fight, act={"do": "next", "seed": 3})
    again = right("act", game=game, fight=json.loads(json.dumps(fight)), act={"do": "next", "seed": 3})
    assert acted == again
    assert acted["lines"]
    assert acted["said"]
    assert f'data-round="{acted["round"]}"' in acted["html"]["entry"]


def test_the_panel_follows_the_turn_the_new_one_and_the_reader() -> None:
    """After `next` whose turn it is, after `add` the new one, else whoever was selected."""
    fight = begun("new-world", "marguerite", "raider")
    assert right("act", game="new-world", fight=fight, act={"do": "next"}, selected="c1")["selected"] == "c2"
    one = blocks("new-world")["wolf"]
    wolf = {"do": "add", "name": "Wolf", "side": one["side"], "sheet": one["sheet"]}
    assert right("act", game="new-world", fight=fight, act=wolf, selected="c1")["selected"] == "c3"
    note = {"do": "note", "who": "c1", "text": "limps"}
    assert right("act", game="new-world", fight=fight, act=note, selected="c2")["selected"] == "c2"
    gone = {"do": "remove", "who": "c2"}
    assert right("act", game="new-world", fight=fight, act=gone, selected="c2")["selected"] == "c1"


@pytest.mark.parametrize("game", GAMES)
def test_an_attack_is_filled_thrown_and_applied(game: str) -> None:
    """The targets, the calculator with what both sheets say, its answer by the same line, and the result in force."""
    fight = begun(game)
    attacker, target = fight["combatants"][0]["id"], fight["combatants"][1]["id"]
    targets = right("attack", game=game, fight=fight, attacker=attacker, target=None)["html"]["work"]
    assert f'data-target="{target}"' in targets
    work = right("attack", game=game, fight=fight, attacker=attacker, target=target)["html"]["work"]
    assert 'id="d-attack"' in work
    resolver = work.partition('data-resolver="')[2].partition('"')[0]
    question = {"id": 1, "ask": "roll", "inputs": {}, "seed": 5}
    told = right("answer", resolver=resolver, question=question)
    assert told["answer"]["ok"]
    assert "html" not in told["answer"]
    assert set(told["html"]) == {"sentence", "figures", "explanation"}
    dice = [die["value"] for die in told["answer"]["json"]["dice"]]
    act = {"do": "apply", "attacker": attacker, "target": target, "resolver": resolver, "inputs": {}, "dice": dice}
    applied = right("act", game=game, fight=fight, act=act)
    assert told["answer"]["json"]["sentence"] in applied["lines"][0]["text"]
    assert [die["value"] for die in applied["dice"]] == dice


def test_another_way_to_attack_can_be_chosen() -> None:
    """By its name; one that there is not is refused with those that there are."""
    fight = begun("new-world", "marguerite", "raider")
    question = {"game": "new-world", "fight": fight, "attacker": "c1", "target": "c2"}
    first = right("attack", **question)["html"]["work"]
    ways = [part.partition('"')[0] for part in first.split('data-way="')[1:]]
    assert len(ways) > 1
    other = right("attack", **question, attack=ways[-1])["html"]["work"]
    assert other != first
    assert set(problems("attack", **question, attack="stare")) == {"attack"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("form", ["sheet", "scene", "declared"])
def test_forms_are_checked_while_they_are_typed(game: str, form: str) -> None:
    """As a calculator's inputs are: understood whole, or with a problem at the field."""
    found = right("check", game=game, form=form, question={"id": 3, "inputs": {}})["answer"]
    assert (found["ok"], found["id"], found["ask"]) == (True, 3, "roll")
    assert found["json"]["dice"] == []
    wrong = right("check", game=game, form=form, question={"id": 4, "inputs": {"no such field": 1}})["answer"]
    assert not wrong["ok"]
    assert wrong["problems"][0]["field"] == "no such field"


def test_a_wrong_number_on_a_sheet_is_named() -> None:
    """With what was given and what would be accepted."""
    found = right("check", game="new-world", form="sheet", question={"inputs": {"agility": "many"}})["answer"]
    assert found["problems"][0]["field"] == "agility"
    assert found["problems"][0]["text"].startswith("“many” cannot be used. Give a whole number")


@pytest.mark.parametrize("game", GAMES)
def test_forms_hold_what_is_set(game: str) -> None:
    """The sheet of a combatant, what is declared, the scene, and stat blocks to add."""
    fight = begun(game)
    who = fight["combatants"][0]
    edit = right("edit", game=game, fight=fight, who=who["id"])["html"]["work"]
    assert f'value="{who["name"]}"' in edit
    assert 'data-form="sheet"' in edit
    assert 'data-form="declared"' in right("declare", game=game, fight=fight, who=who["id"])["html"]["work"]
    assert 'data-form="scene"' in right("scene", game=game, fight=fight)["html"]["work"]
    add = right("add", game=game, own=[])
    assert add["problems"] == []
    for one in blocks(game).values():
        assert f"Add {one['title']}" in add["html"]["work"]


def test_own_stat_blocks_are_offered_and_bad_ones_named() -> None:
    """Those of this browser that can still be used, and what is wrong with the others, by field."""
    own = [{"title": "Drill", "side": "foes", "sheet": {"agility": 4}}, {"title": "Bent", "sheet": {"agility": 99}}, 7]
    found = right("add", game="new-world", own=own)
    assert "Add Drill" in found["html"]["work"]
    assert "Add Bent" not in found["html"]["work"]
    assert [problem["field"] for problem in found["problems"]] == ["presets[1].sheet.agility", "presets[2]"]


def test_a_fight_that_cannot_be_read_is_named_as_such() -> None:
    """The answer says that it is the fight, and which part of it; an act that is wrong says only that."""
    fight = begun()
    fight["combatants"][0]["marks"]["wounds"] = 9999
    found = asked("open", game="new-world", fight=fight)
    assert (found["ok"], found["about"]) == (False, "fight")
    assert found["problems"][0]["field"] == "combatants[0].marks.wounds"
    wrong = asked("act", game="new-world", fight=begun(), act={"do": "dance"})
    assert "about" not in wrong
    assert wrong["problems"][0]["field"] == "do"


@pytest.mark.parametrize(
    ("ask", "given", "field"),
    [
        ("sing", {}, "ask"),
        ("open", {"game": "chess"}, ""),
        ("act", {"game": "new-world", "act": 3}, "act"),
        ("edit", {"game": "new-world", "who": "c9"}, "who"),
        ("attack", {"game": "new-world", "attacker": None}, "attacker"),
        ("check", {"game": "new-world", "form": "letter"}, "form"),
        ("calculator", {"resolver": "new-world/attack", "inputs": {}, "at": "<b>"}, "at"),
        ("calculator", {"resolver": "new-world/attack", "inputs": 3, "at": "pin-1"}, "inputs"),
        ("calculator", {"resolver": "new-world/attack", "inputs": {"weapon": "spoon"}, "at": "pin-1"}, "weapon"),
    ],
)
def test_a_question_that_cannot_be_answered_says_why(ask: str, given: dict[str, Any], field: str) -> None:
    """With the field, and never with an error of the program."""
    assert set(problems(ask, **given)) == {field}


def test_a_calculator_comes_set(capfd: pytest.CaptureFixture[str]) -> None:
    """With its inputs and first answer, its ids begun as asked, its links from the screen's page."""
    html = right("calculator", resolver="new-world/disarm", inputs={"total": 9}, at="pin-4")["html"]["calculator"]
    assert 'id="pin-4"' in html
    assert 'value="9"' in html
    assert 'data-chapter="gm-screen"' in html
    assert capfd.readouterr().err == ""


@given(
    ask=st.sampled_from([*WITH_FIGHT, *WITHOUT_FIGHT, "", None]),
    rest=st.dictionaries(st.sampled_from(PARTS), NONSENSE | st.sampled_from([*GAMES, "c1"]), max_size=6),
)
def test_nonsense_never_raises(ask: Any, rest: dict[str, Any]) -> None:
    """Any question gets an answer that can be sent, and none is an unexpected failure."""
    found = answer({"id": 1, "ask": ask, **rest})
    text = json.dumps(found)
    assert found["ok"] or found["problems"]
    assert "something in the screen itself failed" not in text


@given(fight=NONSENSE)
def test_no_fight_of_nonsense_is_taken(fight: Any) -> None:
    """A fight that nobody has written is refused."""
    if fight is not None:
        assert not answer({"ask": "open", "game": "new-world", "fight": fight})["ok"]


def test_the_static_edition_asks_the_same_function() -> None:
    """The port in a browser's Python gives the very answer; nearing the screen loads no game."""
    port.near(port.SCREEN)
    question = {"id": 2, "ask": "open", "game": "new-world", "fight": joined("new-world", None, *pair("new-world"))}
    told = json.loads(port.answered(json.dumps({"resolver": port.SCREEN, "question": question})))
    assert told == json.loads(json.dumps(answer(question)))


def test_the_static_edition_tries_the_screen_in_each_game() -> None:
    """Every step of its trials is answered, so that a browser's Python has what it needs."""
    trials = [each["question"] for each in port.trials() if each["resolver"] == port.SCREEN]
    assert {each["game"] for each in trials} == set(GAMES)
    assert {"open", "add", "act", "attack", "edit"} <= {each["ask"] for each in trials}
    assert [each["ask"] for each in trials if not answer(each)["ok"]] == []
