"""The one function behind every port: what it answers, and that it never raises."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import catalogue, find
from companion.resolver import Resolver
from widgets.answer import UNEXPECTED, answer

ATTACK, DISARM = "new-world/attack", "new-world/disarm"
RESOLVERS = [resolver.address for game in catalogue.game_names() for resolver in catalogue.resolvers(game)]
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


def test_odds_come_with_the_engines_json_and_ready_html() -> None:
    """The answer knows its question; the JSON is the engine's own."""
    given = answer({"id": 7, "ask": "odds", "inputs": {"total": "8"}}, DISARM)
    assert (given["id"], given["ask"], given["ok"]) == (7, "odds", True)
    assert given["json"] == find(DISARM).odds({"total": 8})
    assert set(given["html"]) == {"sentence", "summary", "odds", "figures"}
    assert given["html"]["sentence"] == given["json"]["sentence"]


def test_a_roll_comes_with_its_explanation() -> None:
    """The reader's dice are thrown; each step links to its rule."""
    given = answer({"id": 1, "ask": "roll", "inputs": {}, "dice": ["4", "5", "5"]}, ATTACK)
    assert given["json"]["measures"]["wounds"] == 8
    assert 'href="#attack-roll"' in given["html"]["explanation"]


def test_links_lead_to_the_chapter_where_the_calculator_stands_elsewhere() -> None:
    """On another page the rule is in its game's notebook."""
    given = answer({"ask": "roll", "inputs": {}, "seed": 1, "chapter": "gm-screen"}, ATTACK)
    assert 'href="new-world.ipynb#attack-roll"' in given["html"]["explanation"]


def test_the_same_seed_gives_the_same_answer() -> None:
    """A seed makes a throw repeatable."""
    question = {"id": 1, "ask": "roll", "inputs": {}, "dice": None, "seed": 5}
    assert answer(question, ATTACK) == answer(question, ATTACK)


def test_what_if_is_a_table() -> None:
    """One row for each number that would change something."""
    given = answer({"id": 2, "ask": "what_if", "inputs": {}}, DISARM)
    assert set(given["html"]) == {"what_if"}
    assert "Your melee attack total" in given["html"]["what_if"]


def test_problems_name_field_gift_and_what_would_do() -> None:
    """Every problem of the inputs at once, each with the text that stands beside its field."""
    given = answer({"id": 3, "ask": "odds", "inputs": {"total": "abc", "fatigue": "99"}}, DISARM)
    assert given["ok"] is False
    assert [problem["field"] for problem in given["problems"]] == ["fatigue", "total"]
    assert given["problems"][1]["given"] == "abc"
    assert given["problems"][1]["text"] == "“abc” cannot be used. Give a whole number from −10 to 30."


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"ask": "odds", "inputs": [1]}, "by the names of their fields"),
        ({"ask": "prophecy"}, "odds, roll, what_if"),
        ({"ask": "roll", "dice": "455"}, "list of faces"),
        ({"ask": "roll", "seed": 1.5}, "whole number"),
        ({"ask": "roll", "dice": [4]}, "one more die"),
    ],
)
def test_questions_that_are_none_are_told(question: Any, words: str) -> None:
    """Whatever a reader sends is answered in words."""
    given = answer(question, ATTACK)
    assert given["ok"] is False
    assert words in given["problems"][0]["message"]


def test_an_unknown_calculator_is_told() -> None:
    """With the nearest name."""
    given = answer({"id": 1, "ask": "odds", "inputs": {}}, "new-world/atack")
    assert "new-world/attack" in given["problems"][0]["message"]


@given(anything)
def test_it_never_raises(question: Any) -> None:
    """Any JSON at all is answered, and the answer is JSON."""
    given = answer(question, DISARM)
    assert isinstance(given["ok"], bool)
    assert json.dumps(given["html"] if given["ok"] else given["ok"])


@given(st.dictionaries(st.sampled_from(["total", "trained", "other", "nonsense"]), anything))
def test_any_inputs_are_answered(inputs: dict[str, Any]) -> None:
    """Inputs of any kind come back as an answer or as problems."""
    given = answer({"id": 1, "ask": "odds", "inputs": inputs}, DISARM)
    assert given["ok"] or given["problems"]


def test_a_failure_of_ours_is_one_polite_problem(monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    """No traceback reaches a reader; the host's log has it."""

    def broken(self: Resolver, inputs: Any = None) -> Any:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(Resolver, "odds", broken)
    given = answer({"id": 1, "ask": "odds", "inputs": {}}, DISARM)
    assert [problem["message"] for problem in given["problems"]] == [UNEXPECTED]
    assert "secret" not in json.dumps(given)
    assert "secret detail" in caplog.text


def test_it_loads_no_widget_library() -> None:
    """Every port can use it, a browser's Python too."""
    code = (
        "import sys; from widgets.answer import answer; answer({'ask': 'roll', 'inputs': {}}, 'new-world/attack');"
        "heavy = {'anywidget', 'ipywidgets', 'traitlets', 'IPython'};"
        "print(sorted({name.split('.')[0] for name in sys.modules} & heavy))"
    )
    root = Path(__file__).parents[2]
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("address", RESOLVERS)
def test_every_calculator_is_drawn_whole(address: str) -> None:
    """Odds, a throw and every example of every resolver: no figure is unknown, nothing fails."""
    resolver = find(address)
    for inputs in [{}, *(example.inputs for example in resolver.examples.values())]:
        for ask in ("odds", "roll"):
            given = answer({"id": 1, "ask": ask, "inputs": dict(inputs), "seed": 3}, address)
            assert given["ok"], given
