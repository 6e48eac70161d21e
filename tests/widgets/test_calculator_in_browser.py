"""The calculator in a real browser: it adopts what stands there, asks, shows, and can be worked by keyboard alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion import find
from tests.widgets.harness import Harness
from widgets import calculator

pytestmark = pytest.mark.browser

ATTACK, DISARM = "new-world/attack", "new-world/disarm"
Opened = Callable[..., Any]


def sentence(page: Any, text: str, place: int = 0) -> bool:
    """Whether a calculator's sentence comes to hold this text."""
    page.locator(".rb-c-sentence").nth(place).filter(has_text=text).wait_for(timeout=5000)
    return True


def test_the_text_stands_before_any_script(harness: Harness, new_page: Opened) -> None:
    """With JavaScript off the page holds form, sentence and odds, and offers nothing that would not work."""
    page = new_page(java_script_enabled=False)
    page.goto(harness.page(calculator(ATTACK, "marguerite")))
    assert "You hit 91.67 %" in page.locator(".rb-c-sentence").inner_text()
    assert "7/36" in page.locator(".rb-c-measure").first.inner_text()
    assert page.locator("[name=skill]").input_value() == "5"
    assert not page.locator(".rb-c-throw").is_visible()


def test_a_changed_field_changes_the_sentence(opened: Opened) -> None:
    """After a pause in typing one question is asked, and the odds are swapped without the focus moving."""
    page = opened(calculator(DISARM, "equal-trained"))
    field = page.locator("[name=total]")
    field.fill("8")
    assert sentence(page, find(DISARM).odds({"total": 8, "trained": True})["sentence"])
    assert page.evaluate("document.activeElement.name") == "total"
    assert page.evaluate("questions.length") == 1
    assert page.evaluate("questions[0].inputs.total") == "8"


def test_what_was_typed_before_the_script_came_is_kept_and_answered(harness: Harness, new_page: Opened) -> None:
    """The form that stands there is adopted with what is in it."""
    page = new_page()
    page.goto(harness.page(calculator(DISARM, "equal-trained"), asleep=True))
    page.locator("[name=total]").fill("9")
    page.evaluate("adopt()")
    assert sentence(page, find(DISARM).odds({"total": 9})["sentence"])
    assert page.locator("[name=total]").input_value() == "9"


def test_an_untouched_calculator_asks_nothing(opened: Opened) -> None:
    """What stands in the page is right already."""
    page = opened(calculator(ATTACK, "marguerite"), calculator(DISARM))
    page.wait_for_timeout(200)
    assert page.evaluate("questions.length") == 0


def test_a_throw_is_explained_with_links_to_the_rules(opened: Opened) -> None:
    """Dice, steps and their links; a change afterwards says that the throw is of before."""
    page = opened(calculator(ATTACK, "marguerite"))
    page.locator(".rb-c-throw").click()
    page.locator(".rb-c-steps li").first.wait_for()
    assert page.locator(".rb-c-die").count() == 3
    assert page.locator(".rb-c-steps a").first.get_attribute("href") == "#attack-roll"
    assert not page.locator(".rb-c-stale-note").is_visible()
    page.locator("[name=defence]").fill("12")
    page.locator(".rb-c-stale-note").wait_for(state="visible")
    assert "You hit" in page.locator(".rb-c-sentence").inner_text()


def test_dice_from_the_table_are_entered(opened: Opened) -> None:
    """Enter in the last die takes them; 4, 5, 5 is the chapter's example."""
    page = opened(calculator(ATTACK))
    page.locator(".rb-c-rolled summary").click()
    for place, face in enumerate("455"):
        page.locator(".rb-c-die-entry").nth(place).fill(face)
    page.keyboard.press("Enter")
    assert sentence(page, find(ATTACK).roll({}, dice=[4, 5, 5])["sentence"])
    assert page.evaluate("states.at(-1).dice") == [4, 5, 5]


def test_dice_that_cannot_be_are_told_beside_them(opened: Opened) -> None:
    """A 9 on a d6: the message stands with the dice, and what was typed stays."""
    page = opened(calculator(ATTACK))
    page.locator(".rb-c-rolled summary").click()
    for place, face in enumerate("495"):
        page.locator(".rb-c-die-entry").nth(place).fill(face)
    page.locator(".rb-c-take").click()
    assert sentence(page, "“9” cannot be used")
    assert "from 1 to 6" in page.locator(".rb-c-dice-error").inner_text()
    assert page.locator(".rb-c-die-entry").nth(1).input_value() == "9"
    assert page.locator(".rb-c-die-entry").first.get_attribute("aria-invalid") == "true"


def test_wrong_input_shows_its_message_and_stays(opened: Opened) -> None:
    """The message stands at the field, which names it; the last odds stay; a right value takes it away."""
    page = opened(calculator(DISARM))
    field, odds = page.locator("[name=total]"), page.locator(".rb-c-chances").inner_text()
    field.fill("abc")
    assert sentence(page, "Your melee attack total: “abc” cannot be used.")
    error = page.locator("[data-field=total] > .rb-c-error")
    assert "from −10 to 30" in error.inner_text()
    assert field.input_value() == "abc"
    assert field.get_attribute("aria-invalid") == "true"
    assert error.get_attribute("id") in field.get_attribute("aria-describedby").split()
    assert page.locator(".rb-c-chances").inner_text() == odds
    field.fill("7")
    error.wait_for(state="hidden")
    assert field.get_attribute("aria-invalid") is None


def test_a_problem_in_a_closed_fold_opens_it(opened: Opened) -> None:
    """A reader always finds the field that is wrong."""
    page = opened(calculator(DISARM))
    page.locator("[name=fatigue]").evaluate(
        "f => { f.value = '99'; f.dispatchEvent(new Event('input', {bubbles: true})) }"
    )
    page.locator("[data-field=fatigue] > .rb-c-error").wait_for(state="visible")
    assert page.locator("details[data-group=You]").get_attribute("open") is not None


def test_late_answers_are_dropped(opened: Opened) -> None:
    """What was typed while an answer was on its way wins, and two questions do for three changes."""
    page = opened(calculator(DISARM))
    page.evaluate("() => { window.hold = new Promise((go) => (window.release = go)) }")
    field = page.locator("[name=total]")
    field.fill("7")
    page.wait_for_function("questions.length === 1")
    field.fill("8")
    field.fill("9")
    page.evaluate("() => { window.hold = null; window.release() }")
    assert sentence(page, find(DISARM).odds({"total": 9})["sentence"])
    assert [each["inputs"]["total"] for each in page.evaluate("questions")] == ["7", "9"]


def test_steppers_arrows_and_sliders_move_a_number(opened: Opened) -> None:
    """By one, by ten, within the limits, with a true minus sign; slider and number stay in step."""
    page = opened(calculator(DISARM))
    field = page.locator("[name=total]")
    page.locator("[data-field=total] [data-step='1']").click()
    assert field.input_value() == "7"
    field.press("PageDown")
    assert field.input_value() == "−3"
    assert page.locator("[data-field=total] .rb-c-slider").input_value() == "-3"
    for _ in range(3):
        field.press("PageDown")
    assert field.input_value() == "−10"
    page.locator("[data-field=total] .rb-c-slider").fill("4")
    assert field.input_value() == "4"
    assert sentence(page, find(DISARM).odds({"total": 4})["sentence"])


def test_the_view_of_the_odds_is_kept(opened: Opened) -> None:
    """Exactly, at least, at most: one at a time, and the choice outlives an answer."""
    page = opened(calculator(ATTACK, "marguerite"))
    page.get_by_label("At least").check()
    assert page.locator("td.rb-c-at_least").first.is_visible()
    assert not page.locator("td.rb-c-exactly").first.is_visible()
    page.locator("[name=skill]").fill("6")
    page.wait_for_function("questions.length === 1")
    assert sentence(page, find(ATTACK).odds({"skill": 6})["sentence"])
    assert page.locator("td.rb-c-at_least").first.is_visible()


def test_what_if_is_asked_only_where_it_is_looked_at(opened: Opened) -> None:
    """Opening the fold asks; after a change it is asked again, after a pause."""
    page = opened(calculator(DISARM))
    page.locator("[name=total]").fill("7")
    page.wait_for_timeout(700)
    assert page.evaluate("questions.map(({ask}) => ask)") == ["odds"]
    page.locator(".rb-c-whatif summary").click()
    page.locator(".rb-c-whatif-table").wait_for()
    page.locator("[name=total]").fill("8")
    page.wait_for_function("questions.length === 4")
    assert page.evaluate("questions.map(({ask}) => ask)") == ["odds", "what_if", "odds", "what_if"]


def test_an_example_sets_the_form_and_its_dice(opened: Opened) -> None:
    """Every field is set, others to their defaults; dice that it brings are thrown."""
    page = opened(calculator(ATTACK, defence=15))
    page.locator(".rb-c-example").select_option("marguerite-critical")
    assert sentence(page, find(ATTACK).roll({}, dice=[4, 4, 5])["sentence"])
    assert page.locator("[name=defence]").input_value() == "10"
    page.locator(".rb-c-example").select_option("*")
    assert sentence(page, "You hit")


def test_the_state_is_told(opened: Opened) -> None:
    """By an event and as JSON on the section: only what differs from the defaults; `rb:set` puts it back."""
    page = opened(calculator(DISARM))
    page.locator("[name=total]").fill("9")
    assert sentence(page, find(DISARM).odds({"total": 9})["sentence"])
    assert page.evaluate("states.at(-1)") == {"resolver": DISARM, "inputs": {"total": 9}, "dice": None}
    state = {"inputs": {"foe_total": 3, "lacking": True, "lacking_advanced": True}, "dice": [1, 2, 3, 4, 5]}
    page.evaluate(
        "state => document.querySelector('.rb-calc').dispatchEvent(new CustomEvent('rb:set', {detail: state}))", state
    )
    assert sentence(page, find(DISARM).roll(state["inputs"], dice=state["dice"])["sentence"])
    assert json.loads(page.locator(".rb-calc").get_attribute("data-state")) == state
