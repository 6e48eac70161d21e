"""Widgets that are not calculators stand in the static edition as they were saved, with a note."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.web.sample import code, markdown, shown, widget, write
from widgets.web.notebook import Stored, is_widget
from widgets.web.pages import Book
from widgets.web.publish.saved import NOTE, STATES, Saved, drawn

STATE: dict[str, Any] = {
    "box": {"model_name": "TabModel", "state": {"children": ["IPY_MODEL_a", "IPY_MODEL_b"], "titles": ["One", "Two"]}},
    "a": {"model_name": "IntSliderModel", "state": {"description": "Skill <1>", "value": 7}},
    "b": {
        "model_name": "DropdownModel",
        "state": {"_options_labels": ["sword", "axe"], "index": 1, "description": "Arm"},
    },
    "c": {"model_name": "HTMLModel", "state": {"value": "<b>bold</b>"}},
    "d": {"model_name": "CheckboxModel", "state": {"description": "Shield", "value": True}},
    "e": {"model_name": "OutputModel", "state": {"outputs": [{"output_type": "stream", "text": "a < b"}]}},
    "f": {"model_name": "LayoutModel", "state": {}},
    "loop": {"model_name": "VBoxModel", "state": {"children": ["IPY_MODEL_loop"]}},
}


def test_each_kind_of_control_says_its_words_and_its_value() -> None:
    """A slider, a choice, markup, a switch, what was printed; what is unknown says nothing."""
    assert drawn("a", STATE) == "<p>Skill &lt;1&gt;: <strong>7</strong></p>"
    assert drawn("b", STATE) == "<p>Arm: <strong>axe</strong></p>"
    assert drawn("c", STATE) == "<p><b>bold</b></p>"
    assert drawn("d", STATE) == "<p>Shield: <strong>yes</strong></p>"
    assert drawn("e", STATE) == "<pre>a &lt; b</pre>"
    assert drawn("f", STATE) == drawn("nobody", STATE) == ""


def test_a_box_shows_what_it_holds() -> None:
    """With its titles; one that holds itself comes to an end."""
    html = drawn("box", STATE)
    assert html.index("One") < html.index("Skill") < html.index("Two") < html.index("axe")
    assert drawn("loop", STATE).count("<div>") < 40


def test_a_chapter_shows_the_saved_state_and_no_button(tmp_path: Path) -> None:
    """In place of the button that would start the part in the served edition."""
    view = {"model_id": "box", "version_major": 2, "version_minor": 0}
    path = write(tmp_path, "other", markdown("# Other"), code("1", shown(plain="Tab()", widget=view)), title="Other")
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["metadata"]["widgets"] = {STATES: {"state": STATE, "version_major": 2, "version_minor": 0}}
    path.write_text(json.dumps(notebook), encoding="utf-8")
    body = Book(tmp_path, live=False, source=Saved(Stored())).page("other")
    assert body is not None
    html = body.plain.decode()
    assert NOTE in html
    assert "<strong>7</strong>" in html
    assert "Start this part" not in html


def test_without_a_saved_state_the_words_of_the_notebook_stand_there(tmp_path: Path) -> None:
    """The plain text of the output, escaped."""
    view = {"model_id": "gone", "version_major": 2, "version_minor": 0}
    path = write(tmp_path, "other", code("1", shown(plain="Tab(<1>)", widget=view)))
    (cell,) = Saved(Stored()).read(path).cells
    assert "<pre>Tab(&lt;1&gt;)</pre>" in cell.outputs[0]["data"]["text/html"]


def test_calculators_stay_what_they_are(tmp_path: Path) -> None:
    """They are alive in the static edition; any other widget with a form is not."""
    path = write(tmp_path, "one", code("1", widget('<section data-resolver="a/b"></section>'), widget("<form></form>")))
    saved = Saved(Stored())
    (cell,) = saved.read(path).cells
    assert [is_widget(output) for output in cell.outputs] == [True, False]
    assert saved.stamp(path) == Stored().stamp(path)
