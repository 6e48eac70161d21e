"""Every state is a link, as a reader meets it: the address follows, is copied, and sets the page when it is opened."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import Phase, given, settings

import companion
from companion import find
from companion.catalogue import all_games
from tests.web.client import Reader, soon
from tests.web.fixtures import Site, accessibility_problems, sideways
from tests.web.sample import code, markdown, widget, write
from tests.widgets.states import states_of
from widgets import calculator
from widgets.section import slim
from widgets.state import address

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
GOLDEN = json.loads((ROOT / "tests/widgets/states.json").read_text(encoding="utf-8"))
EDITION = f"edition={companion.__version__}"
DISARM = "new-world/disarm"
CELLS = (
    (DISARM, {"total": 8}),
    (DISARM, {}),
    ("new-world/attack", {"example": "marguerite"}),
    ("dark-eye/initiative", {}),
)

IN_SCRIPT = """async ({ text, cases }) => {
  const { address, parts, restored } = await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  return cases.map(({ description, state, name, link, game, table, number }) =>
    state ? address(description, state, name) : restored(description, parts(link, game, table), number));
}"""


@pytest.fixture(scope="module")
def links(serve: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A chapter with four calculators, two of them of one resolver and one of another game."""
    folder = tmp_path_factory.mktemp("links")
    cells = [markdown("# Duels\n\n## <a id='first'></a>First\n\n" + "A paragraph of the rules.\n\n" * 12)]
    for resolver, inputs in CELLS:
        made = calculator(resolver, **inputs)
        source = f"from widgets import calculator\ncalculator({resolver!r}, **{inputs!r})"
        cells.append(code(source, widget(str(made.answer_html))))
    write(folder, "duels", *cells, title="Duels", game="new-world", order=1)
    return serve(folder)


def in_script(page: Any, *cases: dict[str, Any]) -> list[Any]:
    """What the page's script makes of states and links."""
    text = (ROOT / "widgets/web/static/state.js").read_text(encoding="utf-8")
    found: list[Any] = page.evaluate(IN_SCRIPT, {"text": text, "cases": list(cases)})
    return found


def drawn(description: dict[str, Any]) -> list[dict[str, Any]]:
    """A few states of a calculator, always the same ones."""
    found: list[dict[str, Any]] = []

    @settings(max_examples=4, deadline=None, database=None, derandomize=True, phases=[Phase.generate])
    @given(states_of(description))
    def draw(state: dict[str, Any]) -> None:
        found.append(state)

    draw()
    return found


def query(page: Any) -> str:
    """The query of the page's address."""
    found: str = page.evaluate("location.search.slice(1)")
    return found


def told(page: Any, place: int) -> dict[str, Any]:
    """The state that a calculator tells."""
    found: dict[str, Any] = json.loads(page.locator(".rb-calc").nth(place).get_attribute("data-state"))
    return found


def sentence(page: Any, place: int) -> Any:
    """A calculator's sentence."""
    return page.locator(".rb-c-sentence").nth(place)


def test_the_script_is_held_to_the_same_pairs(page: Any) -> None:
    """Both ways, and with links of other editions and with mistakes in them."""
    brawl, pairs, readings = GOLDEN["calculator"], GOLDEN["pairs"], GOLDEN["readings"]
    common = {"description": brawl, "name": "brawl", "game": "pit", "table": [], "number": 1}
    assert in_script(page, *({**common, "state": pair["state"]} for pair in pairs)) == [
        pair["address"] for pair in pairs
    ]
    asked = [{**common, "link": pair["address"]} for pair in pairs]
    asked += [
        {
            **common,
            "link": reading["address"].partition("#")[0],
            "table": reading.get("renamed", []),
            "number": reading.get("number", 1),
        }
        for reading in readings
    ]
    nothing = {"problems": [], "unknown": []}
    wanted = [{key: {**nothing, **each}[key] for key in ("state", *nothing)} for each in pairs + readings]
    assert in_script(page, *asked) == wanted


def test_script_and_python_write_the_same_links(page: Any) -> None:
    """For every calculator of every game, from what the page holds of it; and the script reads them back."""
    cases = [
        {"description": description, "state": state, "name": f"{description['resolver']}-2"}
        for game in all_games()
        for description in (resolver.describe() for resolver in game.resolvers())
        for state in drawn(description)
    ]
    links = [address(case["description"], case["state"], case["name"]) for case in cases]
    slimmed = [{**case, "description": slim(case["description"])} for case in cases]
    assert in_script(page, *slimmed) == links
    read = [
        {"description": case["description"], "link": link, "game": "", "table": [], "number": 2}
        for case, link in zip(slimmed, links, strict=True)
    ]
    assert in_script(page, *read) == [{"state": case["state"], "problems": [], "unknown": []} for case in cases]


def test_the_address_follows_and_a_reload_restores(page: Any, links: Site) -> None:
    """Only what differs from how the page stands; the place on the page and other keys stay; dice belong to it."""
    page.goto(links.url + "duels?ref=a.friend#first")
    second = page.locator(".rb-calc").nth(1)
    second.locator("[name=total]").fill("9")
    top = page.evaluate("scrollY")
    assert soon(lambda: query(page) == f"ref=a.friend&disarm-2.total=9&{EDITION}", 20)
    assert page.evaluate("[scrollY, location.hash]") == [top, "#first"]
    second.locator(".rb-c-throw").click()
    assert soon(lambda: "disarm-2.rolled=" in query(page))
    state, length = told(page, 1), page.evaluate("history.length")
    page.locator(".rb-calc").nth(0).locator("[name=trained]").uncheck()
    assert soon(lambda: query(page).startswith("ref=a.friend&disarm.total=8&disarm.trained=no&disarm-2.total=9&"))
    assert page.evaluate("history.length") == length
    page.reload()
    assert soon(lambda: second.locator("[name=total]").input_value() == "9", 20)
    assert soon(lambda: told(page, 1) == state, 20)
    assert soon(lambda: told(page, 0)["inputs"] == {"total": 8, "trained": False}, 20)
    assert sentence(page, 1).inner_text() == find(DISARM).roll(state["inputs"], dice=state["dice"])["sentence"]
    second.locator("[name=total]").fill("6")
    page.locator(".rb-calc").nth(0).locator("[name=trained]").check()
    assert soon(lambda: query(page) == "ref=a.friend")


def test_the_form_is_set_before_anything_is_awake(new_page: Callable[..., Any], links: Site) -> None:
    """Rows, other games' calculators, and no wrong answer beside it: where the server is silent the form stands."""
    page = new_page()
    page.route("**/duels/kernel", lambda route: route.abort())
    rows = "dark-eye/initiative.combatants=2&dark-eye/initiative.combatants.2.name=Wolf+%26+Cub"
    page.goto(f"{links.url}duels?disarm-2.total=11&disarm-2.lacking=yes&{rows}&{EDITION}#gone")
    second, fourth = page.locator(".rb-calc").nth(1), page.locator(".rb-calc").nth(3)
    assert soon(lambda: second.locator("[name=total]").input_value() == "11")
    assert second.locator("[name=lacking]").is_checked()
    assert fourth.locator(".rb-c-row").count() == 2
    assert fourth.locator("[name=name]").nth(1).input_value() == "Wolf & Cub"
    assert "Set by a link" in sentence(page, 1).inner_text()
    assert not second.locator("[data-piece=odds]").is_visible()
    assert page.locator(".rb-calc").nth(2).locator("[data-piece=odds]").is_visible()
    assert soon(lambda: "The server does not answer." in page.locator(".rb-note").nth(1).inner_text())
    assert page.evaluate("document.querySelectorAll('.rb-calc')[1].getBoundingClientRect().top") < 900
    assert accessibility_problems(page) == []
    page.unroute("**/duels/kernel")
    second.locator("[name=total]").fill("12")
    assert soon(lambda: told(page, 1)["inputs"] == {"total": 12, "lacking": True}, 20)
    assert soon(lambda: sentence(page, 1).inner_text() == find(DISARM).odds({"total": 12, "lacking": True})["sentence"])
    assert told(page, 3)["inputs"]["combatants"][1]["name"] == "Wolf & Cub"
    assert second.locator("[data-piece=odds]").is_visible()


def test_a_link_to_what_stands_there_wakes_nothing(page: Any, links: Site) -> None:
    """Nor does one for other pages, or with keys of others."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    page.goto(f"{links.url}duels?disarm.total=8&{EDITION}&feint.total=3", wait_until="networkidle")
    assert "“feint.total”, which is not on this page" in page.locator(".rb-banner").inner_text()
    page.goto(links.url + "duels?utm_source=x&example=y", wait_until="networkidle")
    assert page.locator(".rb-banner").inner_text() == ""
    assert "POST" not in asked


def test_what_a_link_says_wrongly_is_told_and_kept(page: Any, links: Site) -> None:
    """As the calculator's own problems where it has a field for them, else in its head; the address keeps it."""
    page.goto(
        f"{links.url}duels?disarm.total=many&disarm.frob=1&disarm.trained=perhaps&attack.weapon=feather&{EDITION}"
    )
    first, third = page.locator(".rb-calc").nth(0), page.locator(".rb-calc").nth(2)
    error = first.locator("[data-field=total] > .rb-c-error")
    error.wait_for(timeout=20000)
    assert "from −10 to 30" in error.inner_text()
    assert first.locator("[name=total]").input_value() == "many"
    note = first.locator(".rb-linked").inner_text()
    assert "“perhaps” cannot be used. Give yes or no." in note
    assert "“disarm.frob”, which this calculator does not have" in note
    third.locator("[data-field=weapon] > .rb-c-error").wait_for()
    assert "“feather” cannot be used" in third.locator("[data-field=weapon] > .rb-c-error").text_content()
    assert third.locator("[name=weapon]").input_value() == "feather"
    assert accessibility_problems(page) == []
    third.locator("[name=weapon]").select_option("cutlass")
    assert soon(lambda: "weapon=feather" not in query(page))
    assert "disarm.total=many" in query(page)


def test_the_link_is_copied_as_the_calculator_is_set(new_page: Callable[..., Any], links: Site) -> None:
    """Without waking anything; it names the start too, and opens at the calculator."""
    reader = Reader(links)
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(links.url + "duels")
    kernels = reader.kernels()
    button = page.locator(".rb-copy").nth(2)
    button.hover()
    box = page.locator(".rb-live").nth(2).bounding_box()
    button.click()
    button.filter(has_text="Link copied").wait_for()
    assert page.locator(".rb-live").nth(2).bounding_box() == box
    assert "is copied" in page.locator(".rb-live > [role=status]:not(.rb-note)").nth(2).inner_text()
    link = page.evaluate("navigator.clipboard.readText()")
    wanted = address(find("new-world/attack").describe(), told(page, 2), "attack")
    assert urlsplit(link).query == f"{wanted}&{EDITION}"
    assert urlsplit(link).fragment == page.locator(".rb-calc").nth(2).get_attribute("id")
    assert page.evaluate("document.documentElement.dataset.rbLive ?? null") is None
    assert reader.kernels() <= kernels
    assert calculator("new-world/attack", link=link).inputs == calculator("new-world/attack", "marguerite").inputs


@pytest.mark.parametrize("way", ["the old one", "none"])
def test_without_a_clipboard_the_link_is_had_otherwise(new_page: Callable[..., Any], links: Site, way: str) -> None:
    """By the old command where the new one is not allowed, and else from a field."""
    page = new_page(viewport={"width": 320, "height": 700})
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    done = "true" if way == "the old one" else "false"
    script = f"document.execCommand = (what) => (window.copied = document.activeElement.value, {done})"
    page.add_init_script(script)
    page.goto(links.url + "duels")
    button = page.locator(".rb-copy").nth(1)
    button.click()
    if way == "the old one":
        button.filter(has_text="Link copied").wait_for()
        assert button.evaluate("el => el === document.activeElement")
    else:
        field = page.get_by_label("Link to this calculator")
        field.wait_for()
        assert field.input_value() == page.evaluate("copied")
    assert urlsplit(page.evaluate("copied")).query == f"disarm-2=&{EDITION}"
    assert sideways(page) == 0
    assert accessibility_problems(page) == []


def test_a_throw_before_the_calculator_is_alive_is_thrown(page: Any, links: Site) -> None:
    """The press that wakes a page is not lost."""
    page.goto(links.url + "duels")
    assert page.locator(".rb-calc[data-live]").count() == 0
    page.locator(".rb-c-throw").nth(1).click()
    page.locator(".rb-c-die").first.wait_for(timeout=20000)
    assert soon(lambda: told(page, 1)["dice"] is not None)
    assert told(page, 0)["dice"] is None
    assert soon(lambda: "disarm-2.rolled=" in query(page))
