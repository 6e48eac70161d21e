"""The screen as it stands in its chapter: every part has its place, and nobody is in the fight yet."""

from __future__ import annotations

from collections.abc import Sequence

from companion import game
from companion.encounter.reading import LONGEST_NOTE
from widgets.desk.parts import button
from widgets.desk.pins import pins
from widgets.desk.reference import place
from widgets.desk.tray import dice_tray
from widgets.html import Html, join, tag

TOOLS = (
    ("tray", "Dice", "d", "The dice tray"),
    ("pins", "Pins", "p", "Pinned calculators"),
    ("sheet", "Reference", "s", "The reference sheet"),
    ("files", "File", "f", "Save and bring in"),
)
"""The tools that open beside the fight: the name of the part, its button, its key, and its title."""

WITHOUT_SCRIPT = "This screen works with JavaScript, which is switched off here. The text below needs none."
KEYS = (
    ("n", "next turn, or begin"),
    ("t", "the one who is shown attacks"),
    ("a", "add combatants"),
    ("e", "the sheet of the one who is shown"),
    ("u or Ctrl Z", "undo"),
    ("r or Ctrl Y", "redo"),
    ("↑ and ↓", "in the list: the one above, the one below"),
    ("/", "look something up in the book"),
    ("d, p, s", "dice tray, pins, reference sheet"),
    ("f", "save to a file, bring one in"),
    ("Esc", "close what is open"),
    ("?", "these keys"),
)


def _files() -> Html:
    """What the part for files shows: saving, bringing in, beginning anew."""
    return join(
        tag("h2", "Save and bring in", class_="rb-g-heading", tabindex="-1"),
        tag(
            "div",
            button("Save the fight to a file", data_file="save"),
            button("Save my stat blocks to a file", data_file="blocks"),
            button("Begin a new fight", data_file="fresh"),
            class_="rb-g-commands",
        ),
        tag(
            "label",
            tag("span", "Bring in a file that was saved here"),
            tag("input", type="file", id="d-file", accept=".json,application/json"),
            class_="rb-g-label",
            for_="d-file",
        ),
        tag("div", data_said=True, role="status", class_="rb-g-said"),
    )


def _places(games: Sequence[str]) -> dict[str, Html]:
    """What stands in the places of the tools, by their names."""
    return {"tray": dice_tray(games), "pins": pins(games), "sheet": place(), "files": _files()}


def desk(games: Sequence[str], pieces: dict[str, str]) -> Html:
    """The whole screen for the first of the games, with the pieces of its empty fight."""
    places = _places(games)
    return tag(
        "section",
        tag("p", WITHOUT_SCRIPT, class_="rb-g-noscript"),
        _tools(games),
        _bar(pieces.get("turn", "")),
        [
            tag("section", places[name], data_part=name, class_="rb-g-tool", aria_label=title, hidden=True)
            for name, _, _, title in TOOLS
        ],
        _keys(),
        tag(
            "div",
            tag(
                "div",
                tag("h2", "In the fight", class_="rb-g-heading"),
                tag("div", pieces.get("order"), data_piece="order"),
                class_="rb-g-left",
            ),
            tag(
                "div",
                tag("div", data_part="work", class_="rb-g-work", hidden=True),
                tag("div", pieces.get("panel"), data_piece="panel", class_="rb-g-panel"),
                class_="rb-g-right",
            ),
            _log(),
            class_="rb-g-fight",
        ),
        tag("div", class_="rb-g-toast", data_toast=True, hidden=True),
        tag("p", class_="rb-c-hidden", data_spoken=True, aria_live="polite"),
        id="desk",
        class_="rb-desk",
        data_resolver="desk",
        data_game=games[0] if games else None,
        data_lm_suppress_shortcuts="true",
        aria_label="GM screen",
    )  # fmt: skip


def _tools(games: Sequence[str]) -> Html:
    choices = [tag("option", game(name).title, value=name, selected=name == games[0]) for name in games]
    return tag(
        "div",
        tag("label", "Game", for_="d-game", class_="rb-c-hidden"),
        tag("select", choices, id="d-game", data_choose=True, class_="rb-g-input"),
        button("Add", data_tool="add", aria_keyshortcuts="a"),
        [
            button(face, data_tool=name, aria_keyshortcuts=key, aria_expanded="false", name=f"{face}: {title}")
            for name, face, key, title in TOOLS
        ],
        button("Look up", data_look=True, aria_keyshortcuts="/", hidden=True),
        button("?", data_keys=True, aria_keyshortcuts="?", aria_expanded="false", name="Keys"),
        class_="rb-g-tools",
    )


def _bar(turn: str) -> Html:
    """What stays in sight: whose turn it is, and the way on and back."""
    return tag(
        "div",
        tag("div", turn, data_piece="turn", class_="rb-g-turn"),
        tag(
            "div",
            button("Undo", data_step="-1", aria_keyshortcuts="u Control+Z", disabled=True),
            button("Redo", data_step="1", aria_keyshortcuts="r Control+Y", disabled=True),
            class_="rb-g-back",
        ),
        tag("p", class_="rb-g-status", role="status", data_status=True),
        tag("div", class_="rb-g-notice", data_notice=True, hidden=True),
        class_="rb-g-bar",
    )


def _log() -> Html:
    note = tag(
        "form",
        tag(
            "input", id="d-log-note", name="text", type="text", maxlength=LONGEST_NOTE, aria_label="Into the log",
            placeholder="Write something into the log", class_="rb-g-input rb-g-wide",
            aria_describedby="d-log-note-error",
        ),
        tag("button", "Write", class_="rb-g-button"),
        tag("p", class_="rb-g-error", id="d-log-note-error", hidden=True),
        class_="rb-g-line",
        data_act={"do": "note"},
        novalidate=True,
        autocomplete="off",
    )  # fmt: skip
    return tag(
        "section",
        tag("h2", "What happened", class_="rb-g-heading", id="d-log-title"),
        note,
        tag("ol", data_part="log", class_="rb-g-log", tabindex="0", aria_labelledby="d-log-title"),
        button("Show all", data_log_all=True, hidden=True),
        class_="rb-g-happened",
        aria_labelledby="d-log-title",
    )


def _keys() -> Html:
    rows = [tag("div", tag("dt", tag("kbd", key)), tag("dd", what)) for key, what in KEYS]
    return tag(
        "section",
        tag("h2", "Keys", class_="rb-g-heading", tabindex="-1"),
        tag("dl", rows, class_="rb-g-keys"),
        button("Close", data_keys=True),
        data_part="keys",
        class_="rb-g-tool",
        aria_label="Keys",
        hidden=True,
    )
