"""Calculators become whole as a reader comes near: nothing moves or is lost, and every way of reading finds them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.client import soon
from tests.web.fixtures import Site, accessibility_problems, sideways
from tests.web.sample import code, markdown, widget, write
from widgets import calculator

pytestmark = pytest.mark.browser

CELLS = [
    ("new-world/disarm", {"total": 8}),
    ("new-world/attack", {"example": "marguerite"}),
    ("new-world/surprise", {}),
    ("new-world/grapple", {}),
    ("new-world/disarm", {}),
    ("new-world/attack", {}),
]
ASIDE = "document.querySelectorAll('[data-aside]').length"
NO_IDLE = "globalThis.requestIdleCallback = () => 0;"
SHIFTS = (
    "globalThis.moved = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries())"
    " if (!entry.hadRecentInput) globalThis.moved += entry.value; }).observe({ type: 'layout-shift', buffered: true });"
)
STOP = """() => {
  const stop = document.activeElement, box = stop.getBoundingClientRect(), style = getComputedStyle(stop);
  const within = (selector) => stop.closest(selector);
  return {
    tag: stop.tagName, name: stop.getAttribute("aria-label") ?? stop.name ?? "", text: stop.textContent.trim(),
    calculator: within(".rb-calc")?.id ?? within(".rb-live")?.querySelector(".rb-calc")?.id ?? "",
    part: ["rb-find", "rb-theme", "rb-toc", "rb-copy", "rb-c-throw", "rb-c-example", "rb-c-input", "rb-c-view",
      "rb-pilcrow", "rb-turn"].find((name) => within("." + name)) ?? "",
    ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    seen: box.bottom > 0 && box.top < innerHeight && box.width > 0,
  };
}"""


@pytest.fixture(scope="module")
def long(serve: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A chapter of six calculators, some windows of text apart."""
    folder = tmp_path_factory.mktemp("long")
    cells = [markdown("# Long\n\nIt begins.")]
    for number, (resolver, inputs) in enumerate(CELLS):
        made = calculator(resolver, **inputs)
        source = f"from widgets import calculator\ncalculator({resolver!r}, **{inputs!r})"
        cells.append(markdown(f"## <a id='part-{number}'></a>Part {number}\n\n" + "A paragraph of the rules.\n\n" * 40))
        cells.append(code(source, widget(str(made.answer_html))))
    cells.append(markdown("## <a id='end'></a>End\n\nIt ends."))
    write(folder, "long", *cells, title="Long", game="new-world", order=1)
    return serve(folder)


def far(page: Any) -> Any:
    """The last calculator but one."""
    return page.locator(".rb-calc").nth(4)


def test_a_far_calculator_has_its_text_at_once_and_its_form_when_it_is_near(page: Any, long: Site) -> None:
    """Title, sentence and chances stand there from the start; scrolling there brings the form, and moves nothing."""
    page.add_init_script(NO_IDLE + SHIFTS)
    page.goto(long.url + "long")
    calculator = far(page)
    assert "Weapon lost 44.37 %" in calculator.locator(".rb-c-sentence").text_content()
    assert calculator.locator("input").count() == 0
    assert page.locator(".rb-calc").first.locator("input").count() > 0
    page.mouse.move(600, 450)
    for _ in range(120):
        page.mouse.wheel(0, 400)
        page.wait_for_timeout(15)
    assert soon(lambda: page.evaluate(ASIDE) == 0)
    assert calculator.locator("input[name=total]").count() == 1
    assert page.evaluate("moved") < 0.01


def test_the_others_follow_by_themselves(page: Any, long: Site) -> None:
    """Within a few seconds, and without a kernel: what walks the whole page finds every form."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    page.goto(long.url + "long")
    assert page.evaluate(ASIDE) > 0
    assert soon(lambda: page.evaluate(ASIDE) == 0, 20)
    assert page.locator(".rb-calc").last.locator("[data-field]").count() > 10
    assert "POST" not in asked


@pytest.mark.parametrize("key", ["Control+f", "F3"])
def test_a_search_in_the_page_finds_every_form(page: Any, long: Site, key: str) -> None:
    """The browser's own search is about to open: all is whole by then."""
    page.add_init_script(NO_IDLE)
    page.goto(long.url + "long")
    assert page.evaluate(ASIDE) > 0
    page.keyboard.press(key)
    assert page.evaluate(ASIDE) == 0


def test_paper_has_every_form(page: Any, long: Site) -> None:
    """A page that is printed as soon as it stands there is whole."""
    page.add_init_script(NO_IDLE)
    page.goto(long.url + "long")
    assert page.evaluate(ASIDE) > 0
    page.pdf()
    assert page.evaluate(ASIDE) == 0


def test_without_scripts_every_form_and_table_is_there(new_page: Callable[..., Any], long: Site) -> None:
    """And can be seen, and nothing stands beside the page."""
    page = new_page(java_script_enabled=False)
    page.goto(long.url + "long")
    for place in range(len(CELLS)):
        calculator = page.locator(".rb-calc").nth(place)
        calculator.scroll_into_view_if_needed()
        assert calculator.locator(".rb-c-input").first.is_visible()
        assert calculator.locator(".rb-c-odds").first.is_visible()
    assert sideways(page) <= 0


@pytest.mark.parametrize("way", ["link", "address"])
def test_a_jump_lands_where_it_should_and_stays(page: Any, long: Site, way: str) -> None:
    """The heading stands at the top at once, and still when everything around it is whole."""
    if way == "link":
        page.goto(long.url + "long")
        page.locator(".rb-toc a", has_text="Part 4").click()
    else:
        page.goto(long.url + "long#part-4")
    top = "document.getElementById('part-4').getBoundingClientRect().top"
    assert soon(lambda: 0 <= page.evaluate(top) < 60)
    page.wait_for_timeout(600)
    assert 0 <= page.evaluate(top) < 60
    assert soon(lambda: page.evaluate(ASIDE) == 0, 20)
    assert 0 <= page.evaluate(top) < 60


def test_the_first_press_on_throw_is_not_lost(page: Any, long: Site) -> None:
    """On a calculator that was far and asleep: one throw, and one only, and the others stay asleep."""
    page.goto(long.url + "long")
    far(page).scroll_into_view_if_needed()
    far(page).get_by_role("button", name="Throw", exact=True).click()
    far(page).locator(".rb-c-steps").wait_for(timeout=60_000)
    page.wait_for_timeout(400)
    assert far(page).evaluate("el => JSON.parse(el.dataset.state).dice.length") > 0
    assert page.locator(".rb-calc[data-live]").count() == 1
    first = page.locator(".rb-calc").first
    first.scroll_into_view_if_needed()
    first.get_by_role("button", name="Throw", exact=True).click()
    first.locator(".rb-c-steps").wait_for(timeout=10_000)
    assert page.locator(".rb-calc[data-live]").count() == 2


def test_a_press_without_pointer_or_focus_is_heard(page: Any, long: Site) -> None:
    """As software for voice or switches presses: by a click alone, which wakes the calculator and then counts once."""
    page.goto(long.url + "long")
    calculator = page.locator(".rb-calc").first
    calculator.locator(".rb-c-throw").evaluate("button => button.click()")
    calculator.locator(".rb-c-steps").wait_for(timeout=60_000)
    calculator.locator(".rb-c-step[data-step='1']").first.evaluate("button => button.click()")
    assert soon(lambda: calculator.locator(".rb-c-input").first.input_value() == "9")


def test_the_whole_page_is_walked_by_keyboard(page: Any, long: Site) -> None:
    """Search, contents, each calculator's fields, throw and link, from end to end and without a trap; all is seen."""
    page.add_init_script(NO_IDLE)
    page.goto(long.url + "long")
    stops: list[dict[str, Any]] = []
    for _ in range(600):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop["tag"] == "BODY":
            break
        stops.append(stop)
    assert 100 < len(stops) < 600
    assert [stop for stop in stops if not (stop["ring"] and stop["seen"])] == []
    parts = {stop["part"] for stop in stops}
    assert {"rb-find", "rb-theme", "rb-toc", "rb-pilcrow"} <= parts
    for place in range(len(CELLS)):
        own = page.locator(".rb-calc").nth(place).get_attribute("id")
        found = [stop["part"] for stop in stops if stop["calculator"] == own]
        assert {"rb-c-example", "rb-c-input", "rb-c-throw", "rb-copy"} <= set(found), own
        assert found.index("rb-c-example") < found.index("rb-c-throw") < found.index("rb-copy")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(STOP)["text"] == stops[-1]["text"]


def test_axe_finds_nothing_when_all_is_whole(page: Any, long: Site) -> None:
    """With every calculator's form there, and its folds open."""
    page.goto(long.url + "long")
    page.keyboard.press("F3")
    page.evaluate("document.querySelectorAll('.rb-calc details').forEach(fold => { fold.open = true; })")
    assert accessibility_problems(page) == []
