"""The smaller pictures of a fight in rounds: initiative, a hold, the time before a shot, strips of range."""

from __future__ import annotations

import re
from typing import Any

from companion import find
from widgets.figures import draw

GAME = "heroes-of-the-fall"


def figure(resolver: str, name: str, example: str, dice: list[int] | None = None, **inputs: Any) -> str:
    """One figure of a calculator set to an example, drawn as plain words with single spaces."""
    calculator = find(f"{GAME}/{resolver}")
    given = {**calculator.example(example).inputs, **inputs}
    answer = calculator.odds(given) if dice is None else calculator.roll(given, dice=dice)
    return str(draw(name, answer["figures"][name], chapter=GAME))


def words(drawn: str) -> str:
    """The text of a drawing."""
    return " ".join(re.sub(r"<[^>]+>", " ", drawn).split())


def test_possible_scores_stand_on_one_scale() -> None:
    """The quickest score on the left; a raised one is marked, each has its chance."""
    drawn = figure("initiative", "initiative", "duel")
    assert words(drawn) == "Possible initiative Who 9 8 Ada long sword ↑ 51 % 49 % Bran long sword ↑ 51 % 49 %"
    assert "count-down" not in drawn


def test_the_count_down_after_the_dice() -> None:
    """Groups from the highest number down, those of one number together, who holds whom, and why not."""
    drawn = figure("initiative", "initiative", "three-foes", [55, 30, 70, 20, 80])
    assert re.findall(r'rb-i-number">([^<]+)<', drawn) == ["18", "12", "11", "8", "6"]
    text = words(drawn)
    assert "Ada , long sword holds Bran" in text
    assert "Cole , club Ada is quicker" in text
    assert ">16<" not in drawn  # a long scale leaves out what nobody can have
    tied = figure("initiative", "initiative", "duel", [80, 80])
    assert "together" in words(tied)
    assert "even: both at once" in words(tied)


def test_those_off_balance_come_last_and_answers_first() -> None:
    """Whoever answers a parry acts at once; whoever was parried has no initiative."""
    fighters = [
        {"name": "Ada", "against": "Bran", "state": "off balance"},
        {"name": "Bran", "against": "Ada", "state": "attacks at once"},
    ]
    answer = find(f"{GAME}/initiative").roll({"fighters": fighters}, dice=[])
    text = words(str(draw("initiative", answer["figures"]["initiative"], chapter=GAME)))
    assert text.index("at once") < text.index("last")
    assert "off balance" in text


def test_a_hold_round_by_round() -> None:
    """Each round's wound, all that it has brought by then, and how likely the hold lasts so long."""
    text = words(figure("grapple", "rounds", "strangle"))
    assert "1 minor bruising, stun" in text
    assert "3 mortal bruising, stun, shock, instant death" in text
    percents = [float(each) for each in re.findall(r"([\d.]+) %", text)]
    assert percents == sorted(percents, reverse=True)


def test_the_time_before_a_shot() -> None:
    """A square a round, and the same in words."""
    drawn = figure("missile-attack", "timing", "bow")
    assert (drawn.count("rb-t-load"), drawn.count("rb-t-aim"), drawn.count("rb-t-shot")) == (4, 2, 1)
    assert "4 to load or take in hand and 2 to aim; it may fly in round 7." in drawn
    at_once = figure("missile-attack", "timing", "bow", ready=True, aim="aim_none")
    assert "none to load and none to aim; it may fly in round 1." in at_once


def test_strips_of_reach_have_titles_and_no_shots() -> None:
    """Two weapons, each with its own strip; nothing there is called a shot."""
    drawn = figure("reach", "range-strip", "spear")
    assert words(drawn).count("target at 8") == 2
    assert "Long sword: bands of distance" in drawn
    assert "no shot" not in drawn
    assert "too near" in drawn


def test_a_strip_of_ranges_is_told_in_feet() -> None:
    """Each stretch by its own name, its factor, and what lies outside; the name is not said twice."""
    text = words(figure("missile-attack", "range-strip", "bow"))
    assert text.startswith("under 5 ft no shot too near 5–10 ft +2 within 11–20 ft +3")
    assert text.endswith("over 600 ft no shot too far")
    assert "target at 30 ft" in text


def test_a_table_of_chances_is_drawn_without_a_measure() -> None:
    """What a wound brings stands beside the odds as a table of its own, its chances not adding up to one."""
    from widgets.answer import answer

    given = answer({"ask": "odds", "inputs": {"target": "arm"}}, f"{GAME}/melee-attack")
    assert given["ok"]
    assert "What it brings" in given["html"]["odds"]
    assert "Severed arm" in given["html"]["odds"]


def test_coloured_dice_are_named_and_coloured() -> None:
    """The tray shows red, white and blue dice in their colour; the label still names it."""
    dice = find(f"{GAME}/feat-table").roll({}, dice=[5, 8, 7])["dice"]
    drawn = str(draw("dice-tray", dice, chapter=GAME))
    assert re.findall(r'class="rb-f-(\w+)"', drawn) == ["red", "white", "blue"]
    assert 'aria-label="white die, a d8: 8"' in drawn
