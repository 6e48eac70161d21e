"""Several calculators, lists, conditions, and every way of looking at them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from companion import find
from tests.web.fixtures import accessibility_problems, sideways
from widgets import calculator
from widgets.form import applying

pytestmark = pytest.mark.browser

ATTACK, DISARM, INITIATIVE, TURN = (f"new-world/{name}" for name in ("attack", "disarm", "initiative", "turn"))
Opened = Callable[..., Any]

VISIBLE = """() => [...document.querySelectorAll('form > * [data-field], form > [data-field]')]
    .filter((box) => box.parentElement.closest('[data-scope]').matches('form') && !box.hidden)
    .map((box) => box.dataset.field).sort()"""


def settled(page: Any, text: str, place: int = 0) -> bool:
    """Whether a calculator's sentence comes to hold this text."""
    page.locator(".rb-c-sentence").nth(place).filter(has_text=text).wait_for(timeout=5000)
    return True


def test_several_calculators_do_not_disturb_each_other(opened: Opened) -> None:
    """Each has ids, questions and answers of its own, the same rule twice too."""
    page = opened(calculator(DISARM), calculator(DISARM), calculator(ATTACK))
    page.locator("[name=total]").nth(1).fill("9")
    assert settled(page, find(DISARM).odds({"total": 9})["sentence"], 1)
    assert settled(page, find(DISARM).odds({})["sentence"], 0)
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(({id}) => id)")
    assert len(ids) == len(set(ids))


def test_a_notebook_without_a_stored_form_gets_one(opened: Opened) -> None:
    """The script asks Python for it; two views of one model have ids of their own and follow each other."""
    shown = calculator(DISARM, total=9)
    page = opened(shown, shown, empty=True, shared=True)
    page.locator(".rb-calc[data-live]").nth(1).wait_for()
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(({id}) => id)")
    assert len(ids) == len(set(ids))
    page.locator("[name=total]").first.fill("7")
    for place in (0, 1):
        assert settled(page, find(DISARM).odds({"total": 7})["sentence"], place)
    assert page.locator("[name=total]").nth(1).input_value() == "7"


def test_python_sets_the_form(opened: Opened) -> None:
    """An answer of Python's own fills the fields with its inputs."""
    page = opened(calculator(DISARM))
    shown = calculator(DISARM)
    shown.total, shown.trained = 8, False
    page.evaluate("answer => models[0].told(answer)", shown.answer)
    assert settled(page, shown.odds["sentence"])
    assert page.locator("[name=total]").input_value() == "8"
    assert not page.locator("[name=trained]").is_checked()


@pytest.mark.parametrize("address", [ATTACK, "new-world/range", "new-world/swift-attack"])
def test_the_same_fields_apply_as_in_python(opened: Opened, address: str) -> None:
    """For random inputs the script shows exactly the fields that the engine would read, and no empty fold."""
    fields = find(address).describe()["fields"]
    page = opened(calculator(address))
    chance = random.Random(7)
    for _ in range(25):
        inputs = {spec["name"]: drawn(spec, chance) for spec in fields if chance.random() < 0.6}
        page.evaluate(
            "inputs => document.querySelector('.rb-calc').dispatchEvent(new CustomEvent('rb:set', {detail: {inputs}}))",
            inputs,
        )
        assert page.evaluate(VISIBLE) == sorted(applying(fields, inputs))
    empty = page.locator(".rb-c-group:not([hidden])", has_not=page.locator("[data-field]:not([hidden])"))
    assert empty.count() == 0


def drawn(spec: dict[str, Any], chance: random.Random) -> Any:
    """A value that a field accepts."""
    if spec["kind"] == "number":
        return chance.randint(spec["low"], min(spec["high"], spec["low"] + 12))
    if spec["kind"] == "switch":
        return chance.random() < 0.5
    return chance.choice(spec["options"])["value"]


def test_hidden_fields_say_why(opened: Opened) -> None:
    """A fold counts them and gives each reason; a value that was set there is kept and said not to count."""
    page = opened(calculator(DISARM))
    fold = page.locator(".rb-c-unasked")
    assert "2 fields do not apply here" in fold.inner_text()
    page.locator("details[data-group=You] summary").click()
    page.locator("[name=lacking]").check()
    page.locator("[name=lacking_advanced]").check()
    assert "1 field does not apply here" in fold.inner_text()
    page.locator("[name=lacking]").uncheck()
    fold.locator("summary").click()
    line = fold.locator("[data-for=lacking_advanced]")
    assert "only where you lack the group" in line.inner_text()
    assert "does not count" in line.inner_text()


def test_records_are_added_and_removed(opened: Opened) -> None:
    """The focus goes to the new record, and after removing to the next; limits switch the buttons off."""
    page = opened(calculator(INITIATIVE))
    rows = page.locator(".rb-c-row")
    before = rows.count()
    page.locator(".rb-c-add").click()
    assert rows.count() == before + 1
    assert page.evaluate(
        "document.activeElement.closest('.rb-c-row') === document.querySelector('.rb-c-row:last-child')"
    )
    page.keyboard.type("Zoe")
    page.locator(".rb-c-figures", has_text="Zoe").wait_for()
    rows.last.locator("[name=agility]").fill("99")
    error = rows.last.locator("[data-field=agility] > .rb-c-error")
    error.wait_for(state="visible")
    rows.last.locator("> .rb-c-remove").click()
    assert page.evaluate("document.activeElement.className") == "rb-c-remove"
    page.locator(".rb-c-figures").filter(has_not_text="Zoe").wait_for()
    assert rows.count() == before


def test_an_ordered_list_is_rearranged(opened: Opened) -> None:
    """Moving an entry keeps the focus on it and asks anew; the first cannot go up."""
    page = opened(calculator(TURN, actions=["aim", "run"]))
    items = page.locator("[data-field=actions] .rb-c-item")
    assert items.first.locator(".rb-c-up").is_disabled()
    items.first.locator(".rb-c-down").click()
    page.wait_for_function("questions.length === 1")
    assert page.evaluate("questions[0].inputs.actions") == ["run", "aim"]
    assert page.evaluate("document.activeElement.closest('.rb-c-item') !== null")


def test_the_whole_calculator_is_worked_by_keyboard(opened: Opened) -> None:
    """Tab alone reaches field, fold, throw and dice; arrows change a number, Space throws, Enter takes dice."""
    page = opened(calculator(DISARM, "equal-trained"))

    def reach(selector: str) -> None:
        for _ in range(60):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab never reaches {selector}")

    reach("[name=total]")
    page.keyboard.press("ArrowUp")
    reach("details[data-group=You] summary")
    page.keyboard.press("Enter")
    reach("[name=higher]")
    page.keyboard.press("Space")
    assert settled(page, find(DISARM).odds({"total": 7, "higher": True})["sentence"])
    reach(".rb-c-throw")
    page.keyboard.press("Space")
    page.locator(".rb-c-steps li").first.wait_for()
    assert page.evaluate("document.activeElement.className") == "rb-c-throw"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    for face in "11666":
        page.keyboard.press("Tab")
        page.keyboard.type(face)
    page.keyboard.press("Enter")
    thrown = find(DISARM).roll({"total": 7, "higher": True}, dice=[1, 1, 6, 6, 6])
    assert settled(page, thrown["sentence"])


def test_the_sentence_is_a_polite_live_region(opened: Opened) -> None:
    """It changes once for an answer, and no other region speaks."""
    page = opened(calculator(DISARM))
    page.evaluate("""() => { window.spoken = [];
        const output = document.querySelector('.rb-c-sentence');
        const watcher = new MutationObserver(() => spoken.push(output.textContent));
        watcher.observe(output, {childList: true, subtree: true}); }""")
    page.locator("[name=total]").fill("8")
    assert settled(page, find(DISARM).odds({"total": 8})["sentence"])
    page.wait_for_timeout(100)
    assert page.evaluate("spoken") == [find(DISARM).odds({"total": 8})["sentence"]]
    assert page.locator("[aria-live], [role=status], [role=alert]").count() == 1
    assert page.locator(".rb-c-sentence").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", [ATTACK, INITIATIVE, "new-world/range", TURN])
def test_axe_finds_nothing(opened: Opened, address: str, scheme: str) -> None:
    """With folds open, a throw shown and a field wrong, in both themes."""
    page = opened(calculator(address), color_scheme=scheme)
    for throw in page.locator(".rb-c-throw").all():
        throw.click()
        page.locator(".rb-c-explanation, [data-piece=explanation]").first.wait_for()
    page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
    page.wait_for_timeout(700)
    number = page.locator(".rb-c-number:not([hidden]) .rb-c-input").first
    if number.count():
        number.fill("abc")
        page.locator(".rb-c-error:not([hidden])").first.wait_for()
    assert accessibility_problems(page) == []


@pytest.mark.parametrize("address", [ATTACK, DISARM, INITIATIVE, "new-world/range", TURN, "new-world/wounds-to-drop"])
def test_a_narrow_page_does_not_scroll_sideways(opened: Opened, address: str) -> None:
    """At 320 px, with every fold open and a throw shown."""
    page = opened(calculator(address), viewport={"width": 320, "height": 700})
    for throw in page.locator(".rb-c-throw").all():
        throw.click()
    page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
    page.wait_for_timeout(600)
    assert sideways(page) == 0


def test_targets_are_large_enough(opened: Opened) -> None:
    """Buttons, inputs and folds measure 24 px and more; the text beside a check box belongs to its target."""
    page = opened(calculator(ATTACK), viewport={"width": 360, "height": 700})
    page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
    small = page.evaluate("""() => [...document.querySelectorAll(
        'button, select, summary, .rb-c-check, .rb-c-views label, input[type=text]')]
        .map((part) => [part.outerHTML.slice(0, 80), part.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.width < 24 || box.height < 24)).map(([html]) => html)""")
    assert small == []


def test_paper_shows_inputs_as_text(opened: Opened) -> None:
    """In print there are no buttons, and the sentence and odds stand in the flow."""
    page = opened(calculator(ATTACK, "marguerite"))
    page.emulate_media(media="print")
    assert not page.locator(".rb-c-throw").is_visible()
    assert not page.locator(".rb-c-step").first.is_visible()
    assert page.locator("[name=skill]").is_visible()
    assert page.locator(".rb-c-sentence").evaluate("part => getComputedStyle(part).position") == "static"
