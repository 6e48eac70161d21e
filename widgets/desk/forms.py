"""The forms that a game master works in: new combatants, a sheet, what is declared, the scene.

The fields are those of a calculator, drawn and adopted as one: what is typed is checked at once (`check`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion import catalogue
from companion.checks import read
from companion.encounter import Combatant, Fight, Preset, Side, Tracker
from companion.encounter.acts import MOST_COPIES
from companion.encounter.fight import LONGEST_NAME
from companion.errors import InputError, Problem
from companion.fields import plain, specs
from widgets.answer import told
from widgets.controls import SOURCES
from widgets.desk.calculators import PAGE
from widgets.desk.parts import SIDE_TITLES, button, doing, entry, work_head
from widgets.html import Html, tag
from widgets.links import rule_link
from widgets.section import section

Presets = Mapping[str, Preset]


def add(tracker: Tracker, game: Presets, own: Presets) -> Html:
    """Stat blocks to take as they are, and a sheet to fill for anybody else."""
    known = {**game, **own}
    first = tracker.read_sheet({})
    return tag(
        "div",
        work_head("Add combatants"),
        [
            _blocks(title, {name: each for name, each in game.items() if each.side is side})
            for side, title in SIDE_TITLES.items()
        ],
        _blocks("Your own", own, own=True),
        tag(
            "details",
            tag("summary", "Somebody else: fill in a sheet"),
            _form(
                {"do": "add"},
                _who("", Side.FOES, copies=True),
                _record(tracker, "sheet", plain(first), "Start from a stat block, or fill it in", known),
                "Add to the fight",
            ),
            class_="rb-g-fold",
        ),
        data_presets={name: {"title": each.title, "side": each.side.value} for name, each in known.items()},
    )


def _blocks(title: str, blocks: Presets, *, own: bool = False) -> Html | None:
    """Stat blocks on large buttons; those of a game master's own can be taken away."""
    if not blocks:
        return None
    notes = [
        tag("li", tag("b", each.title), ": ", each.note, " ", _source(each), " ", rule_link(each.rule, PAGE))
        for each in blocks.values()
        if each.note or each.rule
    ]
    about = tag("details", tag("summary", "Where their values come from"), tag("ul", notes), class_="rb-g-fold")
    return tag(
        "div",
        tag("h4", title, class_="rb-g-heading"),
        tag("div", [_block(name, each, own) for name, each in blocks.items()], class_="rb-g-blocks"),
        about if notes else None,
    )


def _block(name: str, block: Preset, own: bool) -> Html:
    face = doing(
        tag("span", block.title, class_="rb-g-name"),
        {"do": "add", "name": block.title, "side": block.side.value, "sheet": plain(block.sheet)},
        name=f"Add {block.title}",
        class_=f"rb-g-block rb-g-{block.side.value}",
        title=block.note or None,
    )
    if not own:
        return face
    away = button("✕", name=f"Take away: {block.title}", class_="rb-g-small", data_forget=name)
    return tag("div", face, away, class_="rb-g-own-block")


def _source(preset: Preset) -> str:
    return f"({SOURCES[preset.source][0]})" if preset.source in SOURCES else ""


def edit(tracker: Tracker, one: Combatant) -> Html:
    """The sheet of one combatant, with name and side."""
    return tag(
        "div",
        work_head(f"The sheet of {one.name}"),
        _form(
            {"do": "edit", "who": one.id},
            _who(one.name, one.side),
            _record(tracker, "sheet", plain(one.sheet), "What is entered here is checked at once"),
            "Save the sheet",
        ),
    )


def declare(tracker: Tracker, one: Combatant) -> Html:
    """What one combatant announces for the round."""
    record = _record(tracker, "declared", plain(one.declared), "Holds until the next round begins")
    return tag(
        "div", work_head(f"{one.name} declares"), _form({"do": "declare", "who": one.id}, None, record, "Declare it")
    )


def scene(tracker: Tracker, fight: Fight) -> Html:
    """What holds for the whole fight."""
    record = _record(tracker, "scene", plain(fight.scene), "Holds for the whole fight")
    return tag("div", work_head("The scene"), _form({"do": "scene"}, None, record, "Set the scene"))


def check(tracker: Tracker, form: Any, question: Any) -> dict[str, Any]:
    """The answer that a form's calculator expects: its inputs as they are understood, or what is wrong with them.

    Raises `InputError` for a form that there is not.
    """
    kinds = _records(tracker)
    if form not in kinds:
        raise InputError([Problem("form", form, f"one of {', '.join(kinds)}")])
    asked = question if isinstance(question, Mapping) else {}
    inputs = asked.get("inputs")
    head = {"id": asked.get("id"), "ask": "roll"}
    try:
        values = read(kinds[form], inputs if isinstance(inputs, Mapping) else {})[0]
    except InputError as error:
        return {**head, "ok": False, "problems": [told(problem) for problem in error.to_json()]}
    return {**head, "ok": True, "json": {"inputs": plain(values), "dice": []}, "html": {"sentence": ""}}


def _records(tracker: Tracker) -> dict[Any, type]:
    return {"sheet": tracker.sheet, "scene": tracker.scene, "declared": tracker.declared}


def _record(tracker: Tracker, form: str, values: Mapping[str, Any], about: str, known: Presets | None = None) -> Html:
    """The fields of a record as a calculator without dice; the stat blocks are its examples."""
    description = {
        "resolver": f"{tracker.game}/{form}",
        "game": tracker.game,
        "title": about,
        "summary": "",
        "fields": [spec.to_json() for spec in specs(_records(tracker)[form])],
        "dice": [],
        "examples": [
            {"name": name, "title": each.title, "inputs": plain(each.sheet), "dice": None}
            for name, each in (known or {}).items()
        ],
    }
    title = catalogue.game(tracker.game).title
    whole = section(description, values, {}, at=f"d-{form}", game=title, chapter=PAGE)
    return tag("div", whole, class_="rb-g-record" if known else "rb-g-record rb-g-plain", data_form=form)


def _who(name: str, side: Side, *, copies: bool = False) -> Html:
    """Name and side, and how many of them there are."""
    sides = [tag("option", title, value=each.value, selected=each is side) for each, title in SIDE_TITLES.items()]
    chosen = tag("select", sides, name="side", id="d-who-side", class_="rb-g-input")
    return tag(
        "div",
        entry("name", "Name", "d-who-name", size=20, value=name, maxlength=LONGEST_NAME),
        tag("label", tag("span", "Side"), chosen, class_="rb-g-label", for_="d-who-side"),
        entry("copies", f"How many (1 to {MOST_COPIES})", "d-who-copies", size=3, value="1", inputmode="numeric")
        if copies
        else None,
        class_="rb-g-line",
    )


def _form(act: Mapping[str, Any], who: Html | None, record: Html, save: str) -> Html:
    """`who` and the record, and the button that does the act with all of it; a form within a form there cannot be."""
    return tag(
        "div",
        tag("form", who, class_="rb-g-who-form", novalidate=True, autocomplete="off") if who else None,
        record,
        tag("p", class_="rb-g-error", hidden=True),
        tag(
            "div",
            button(save, class_="rb-g-main", data_save=act),
            button("Close", data_close=True),
            class_="rb-g-commands",
        ),
        class_="rb-g-work-form",
    )
