"""The widget: a trait for each field, answers that follow, and a stored form that is always the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import ipywidgets
import pytest
import traitlets

import widgets
from companion import InputError, UnknownName, find
from companion.resolver import Resolver
from widgets import Calculator, calculator
from widgets import widget as room

ATTACK, DISARM = "new-world/attack", "new-world/disarm"
ROOT = Path(__file__).parents[2]


def shown(calculator: Calculator) -> dict[str, Any]:
    """What a notebook is given to show, by media type."""
    found = calculator._repr_mimebundle_()
    data: dict[str, Any] = found[0] if isinstance(found, tuple) else found
    return data


def test_each_field_is_a_trait() -> None:
    """Of the field's own kind, set to the inputs."""
    made = calculator(ATTACK, "marguerite", skill=6)
    for spec in find(ATTACK).describe()["fields"]:
        assert made.has_trait(spec["name"])
    assert made.skill == 6
    assert isinstance(made.traits()["mounted"], traitlets.Bool)
    assert made.own_damage is None
    assert isinstance(made, Calculator)


def test_setting_a_trait_answers_anew() -> None:
    """The answer, the odds and the inputs follow, and say that Python asked."""
    made = calculator(DISARM)
    made.total = 8
    assert made.answer["json"] == find(DISARM).odds({"total": 8}) == made.odds
    assert made.answer["origin"] == "kernel"
    assert made.inputs["total"] == 8


def test_inputs_are_set_together() -> None:
    """Those that are named are set, the others go to their defaults; an unknown name is an error."""
    made = calculator(DISARM, total=9, trained=False)
    made.inputs = {"foe_total": 2}
    assert (made.total, made.trained, made.foe_total) == (6, True, 2)
    assert made.answer["json"] == find(DISARM).odds({"foe_total": 2})
    with pytest.raises(InputError, match="Did you mean"):
        made.inputs = {"foe_totl": 2}


def test_a_value_beyond_the_limits_is_a_problem_not_an_error() -> None:
    """A linked slider may run further than the rule allows."""
    made = calculator(DISARM)
    made.total = 99
    assert made.answer["ok"] is False
    assert made.answer["problems"][0]["field"] == "total"
    made.total = 7
    assert made.answer["ok"] is True


def test_it_links_and_nests() -> None:
    """With a slider, with another calculator, and in a box."""
    made, other, slider = calculator(DISARM), calculator(DISARM), ipywidgets.IntSlider(5, -10, 30)
    traitlets.link((slider, "value"), (made, "total"))
    traitlets.link((made, "total"), (other, "foe_total"))
    slider.value = 11
    assert (made.total, other.foe_total) == (11, 11)
    assert other.answer["json"]["inputs"]["foe_total"] == 11
    assert ipywidgets.VBox([slider, made]).children == (slider, made)


def test_it_can_be_observed() -> None:
    """A change of one field is told once."""
    made = calculator(DISARM)
    told: list[Any] = []
    made.observe(lambda change: told.append((change["name"], change["new"])), "total")
    made.question = {"id": 1, "ask": "odds", "inputs": {"total": "9"}}
    assert told == [("total", 9)]


def test_a_readers_question_sets_the_traits() -> None:
    """As typed; fields that it leaves out, since they do not apply, keep what they have."""
    made = calculator(DISARM)
    made.lacking_advanced = True
    made.question = {"id": 4, "ask": "odds", "inputs": {"total": "+9", "trained": False}, "dice": None, "seed": None}
    assert (made.total, made.trained, made.lacking_advanced) == (9, False, True)
    assert made.answer["id"] == 4
    assert "origin" not in made.answer


@pytest.mark.parametrize("question", [None, 7, [], {}, {"id": 1, "inputs": 3}, {"id": 2, "inputs": {"total": [1]}}])
def test_a_readers_nonsense_never_raises(question: Any) -> None:
    """Whatever comes over the wire, the traits stay as they are."""
    made = calculator(DISARM, total=8)
    made.question = question
    assert made.total == 8


def test_bad_inputs_of_a_reader_leave_the_traits_alone() -> None:
    """The problems come back; the typed text is the form's to keep."""
    made = calculator(DISARM)
    made.question = {"id": 1, "ask": "odds", "inputs": {"total": "abc"}}
    assert made.answer["problems"][0]["given"] == "abc"
    assert made.total == 6


def test_a_link_that_changes_the_inputs_back_is_answered() -> None:
    """Whoever observes a field may hold it to limits of their own: the answer is for what the traits hold then."""
    made = calculator(DISARM)
    made.observe(lambda change: setattr(made, "total", min(10, change["new"])), "total")
    made.question = {"id": 1, "ask": "odds", "inputs": {"total": "20"}}
    assert made.total == 10
    assert made.answer["json"]["inputs"]["total"] == 10
    assert made.answer["origin"] == "kernel"


def test_a_throw_is_shown_and_returned() -> None:
    """The same dice in both."""
    made = calculator(ATTACK, "marguerite")
    thrown = made.throw([4, 5, 5])
    assert thrown["measures"]["wounds"] == 8
    assert made.answer["ask"] == "roll"
    assert "8 Wounds" in made.answer_html
    assert made.throw(seed=3) == find(ATTACK).roll(made.inputs, seed=3)
    assert made.answer["json"]["dice"] == find(ATTACK).roll(made.inputs, seed=3)["dice"]


def test_what_is_stored_is_always_the_same() -> None:
    """Text and HTML hold the numbers and no chance: nbval compares them."""
    made = calculator(ATTACK, "marguerite")
    first, second = shown(made), shown(made)
    assert first == second
    assert first["text/plain"].startswith("Attack: You hit 91.67 %")
    assert "7/36" in first["text/plain"]
    assert first["text/html"].startswith('<section id="calc-attack-')
    assert 'data-resolver="new-world/attack"' in first["text/html"]
    assert made.model_id not in first["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in first


def test_two_runs_store_the_same() -> None:
    """In two processes, ids included; two calculators of a page never share an id."""
    code = (
        "from widgets import calculator; import hashlib; "
        f"made = [calculator({DISARM!r}, total=7), calculator({DISARM!r}, total=7)]; "
        "texts = [str(each.answer_html) for each in made]; assert texts[0] != texts[1]; "
        "print(hashlib.sha256(''.join(texts).encode()).hexdigest())"
    )
    runs = {
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    }
    assert len(runs) == 1


def test_a_wrong_engine_changes_what_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutation that a comparison of widget ids would miss: one fraction, and both texts differ."""
    right = shown(calculator(DISARM, total=7))
    honest = Resolver.odds

    def mutated(self: Resolver, inputs: Any = None) -> dict[str, Any]:
        found = honest(self, inputs)
        found["outcomes"][0]["rows"][0]["fraction"] = "7/1296"
        return found

    monkeypatch.setattr(Resolver, "odds", mutated)
    wrong = shown(calculator(DISARM, total=7))
    assert wrong["text/plain"] != right["text/plain"]
    assert ">7/1296<" in wrong["text/html"]
    assert ">7/1296<" not in right["text/html"]


def test_its_repr_is_what_makes_it() -> None:
    """Only the inputs that differ from the defaults."""
    made = calculator(DISARM, total=8, trained=False)
    assert repr(made) == 'Calculator("new-world/disarm", total=8, trained=False)'
    assert repr(eval(repr(made), {"Calculator": Calculator})) == repr(made)
    assert repr(calculator(ATTACK, weapon="musket")) == 'Calculator("new-world/attack", weapon="musket")'


def test_plain_mimebundles_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    """A widget library may give data alone, or data and metadata."""
    made = calculator(DISARM)
    monkeypatch.setattr(room.anywidget.AnyWidget, "_repr_mimebundle_", lambda self, **kwargs: {"a/b": 1})
    assert set(made._repr_mimebundle_()) == {"a/b", "text/plain", "text/html"}
    monkeypatch.setattr(room.anywidget.AnyWidget, "_repr_mimebundle_", lambda self, **kwargs: None)
    assert set(made._repr_mimebundle_()) == {"text/plain", "text/html"}


def test_the_first_answer_does_not_travel_in_the_state() -> None:
    """It stands in the HTML already; a page with many calculators starts the faster."""
    made = calculator(DISARM)
    assert made.answer["ok"]
    assert "answer" not in made.get_state()
    assert made.get_state("answer")["answer"]["ok"]
    assert "question" in made.get_state()


def test_a_view_may_ask_for_the_html(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a notebook the script has no stored form to adopt."""
    made = calculator(DISARM)
    sent: list[Any] = []
    monkeypatch.setattr(type(made), "send", lambda self, content, buffers=None: sent.append(content))
    made._handle_custom_msg({"ask": "html"}, [])
    made._handle_custom_msg({"ask": "tea"}, [])
    assert [content["html"] for content in sent] == [str(made.answer_html)]
    assert f'id="{sent[0]["at"]}"' in sent[0]["html"]


def test_names_that_a_widget_needs_get_an_underscore() -> None:
    """A rule may have a field called focus."""
    assert room._trait("focus") == "focus_"
    assert room._trait("resolver") == "resolver_"
    assert room._trait("total") == "total"


def test_mistakes_of_an_author_are_errors() -> None:
    """An unknown resolver, example or field, and a value that cannot be."""
    with pytest.raises(UnknownName, match="new-world/attack"):
        calculator("new-world/atack")
    with pytest.raises(UnknownName, match="marguerite"):
        calculator(ATTACK, "margerite")
    with pytest.raises(InputError, match="skill"):
        calculator(ATTACK, skil=3)
    with pytest.raises(InputError, match="from 0 to 20"):
        calculator(ATTACK, skill=99)


def test_the_room_is_lazy() -> None:
    """Every name that it offers is there, and nothing else; asking twice gives the same."""
    assert set(widgets.__all__) <= set(dir(widgets))
    assert all(callable(getattr(widgets, name)) for name in widgets.__all__)
    assert widgets.calculator is calculator
    with pytest.raises(AttributeError, match="no attribute 'abacus'"):
        widgets.abacus  # noqa: B018
