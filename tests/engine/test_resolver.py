"""Resolvers: one shape for throw, odds, explanation and what-if, in plain JSON."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import companion
from companion.catalogue import find
from companion.errors import InputError
from companion.resolver import Resolver


def as_json(answer: Any) -> Any:
    """The answer after a trip through JSON."""
    return json.loads(json.dumps(answer, allow_nan=False))


def test_a_throw_of_given_dice_is_explained(night_walk: Resolver) -> None:
    """Inputs in full, dice, verdict, measures, outcome, steps and one sentence; no seed."""
    example = night_walk.example("marsh")
    answer = night_walk.roll(example.inputs, dice=example.dice)
    assert answer == as_json(answer)
    assert answer["seed"] is None
    assert answer["inputs"]["trail"] == "marsh"
    assert answer["inputs"]["friends"][1] == {
        "name": "Bo", "agility": 1, "carries": None, "brave": False, "oath": "",
    }  # fmt: skip
    assert [die["value"] for die in answer["dice"]] == [4, 1, 3]
    assert answer["verdict"] == {"value": "lost", "label": "Lost"}
    assert answer["measures"] == {"total": 9, "helped": 1}
    assert answer["outcome"] == {"total": 9, "place": "lost", "helped": 1}
    assert answer["steps"] == [
        {"text": "Through the marsh −2", "rule": "lantern/walks#trail", "value": -2},
        {"text": "4 on your die, 9 in all", "rule": "lantern/walks#roll", "value": 9},
    ]
    assert answer["sentence"] == "9: you are lost."
    assert answer["refused"] is None


def test_the_odds_are_counted_over_every_way(night_walk: Resolver) -> None:
    """24 falls of a d6 and a d4: 6 on the d6, or 5 with a 3 or 4, or 4 with a 4."""
    answer = night_walk.odds({})
    assert answer == as_json(answer)
    assert answer["summary"]["home"]["fraction"] == "7/24"
    assert answer["summary"]["mean_total"]["fraction"] == "41/4"
    assert [table["name"] for table in answer["outcomes"]] == ["verdict", "total", "helped"]
    assert answer["sentence"] == "Home 29.17 %; mean Total 10.25; mean Help 0.75."
    assert answer["figures"]["modifier-stack"]["base"] == {"label": "Your paces", "value": 6}


def test_a_measure_that_does_not_apply_is_left_out(night_walk: Resolver) -> None:
    """In a storm nobody counts the help."""
    storm = {"weather": "storm"}
    assert set(night_walk.odds(storm)["summary"]) == {"home", "mean_total"}
    assert night_walk.roll(storm, seed=1)["measures"].keys() == {"total"}


def test_a_refusal_is_an_answer(night_walk: Resolver) -> None:
    """With its reason and rule, for odds and throw alike; what-if has no headline then."""
    inputs = night_walk.example("storm").inputs
    for answer in (night_walk.odds(inputs), night_walk.roll(inputs, dice=[1])):
        assert answer == as_json(answer)
        assert answer["refused"] == {
            "reason": "nobody walks through a storm in the dark.", "rule": "lantern/walks#storm",
        }  # fmt: skip
        assert answer["sentence"] == "Not possible: nobody walks through a storm in the dark."
    assert night_walk.odds(inputs)["outcomes"] == []
    assert night_walk.roll(inputs)["dice"] == []
    assert night_walk.what_if(inputs) == {"resolver": "lantern/night-walk", "headline": None, "rows": []}


def test_what_does_not_apply_is_named_in_the_answer(night_walk: Resolver) -> None:
    """With the reason, and the inputs show the default."""
    answer = night_walk.odds({"lantern": False, "oil": 9})
    assert answer["ignored"] == [{"field": "oil", "why": "only a lantern burns oil"}]
    assert answer["inputs"]["oil"] == 3


def test_a_seed_throws_the_same_again_and_chance_tells_its_seed(night_walk: Resolver) -> None:
    """The seed that chance took gives the same throw."""
    assert night_walk.roll({}, seed=5) == night_walk.roll({}, seed=5)
    by_chance = night_walk.roll({})
    assert 0 <= by_chance["seed"] < 1_000_000_000
    assert night_walk.roll({}, seed=by_chance["seed"]) == by_chance


def test_wrong_inputs_and_dice_are_input_errors(night_walk: Resolver) -> None:
    """Whatever is asked."""
    for ask in (night_walk.odds, night_walk.roll, night_walk.what_if):
        with pytest.raises(companion.InputError, match="paces"):
            ask({"paces": "many"})
    with pytest.raises(InputError, match="dice"):
        night_walk.roll({}, dice=[7, 1])
    with pytest.raises(InputError, match="one more die: die 4"):
        night_walk.roll({"friends": [{}, {}, {}]}, dice=[1, 1, 1])


def test_a_chain_has_its_own_count_and_sentence(lantern: str) -> None:
    """Its odds are those of throwing on; its throw is what was thrown."""
    flicker = find("lantern/flicker")
    odds = flicker.odds({"draught": 1})
    assert Fraction(odds["summary"]["mean_times"]["fraction"]) == 1 + Fraction(7, 2) * Fraction(6**4 - 1, 5 * 6**3)
    assert odds["sentence"] == f"It flickers {odds['summary']['mean_times']['fraction']} times in the mean."
    assert flicker.roll({}, dice=[6, 6, 1])["outcome"] == 13
    assert flicker.roll({}, dice=[6, 6, 6, 6])["measures"] == {"times": 24}
    assert [die["count"] for die in flicker.describe()["dice"]] == [None]


def test_a_look_up_needs_no_dice(lantern: str) -> None:
    """Its throw is the answer, with no seed; its odds are certain."""
    pack = find("lantern/pack")
    answer = pack.roll({"things": ["rope", "bread"]})
    assert (answer["seed"], answer["dice"], answer["verdict"], answer["outcome"]) == (None, [], None, 3)
    assert answer["sentence"] == "The pack weighs 3 stones."
    odds = pack.odds({})
    assert (odds["summary"], odds["outcomes"]) == ({}, [])
    assert odds["sentence"] == "Nothing here is left to the dice."
    assert pack.what_if({})["headline"] is None


def test_what_if_moves_each_number_by_one(night_walk: Resolver) -> None:
    """Changes in percentage points of the first chance; a field at its limit has only one side; others are left out."""
    answer = night_walk.what_if({"paces": 30, "bonus": -3})
    assert answer["headline"] == {"name": "home", "label": "Home", "kind": "chance", "fraction": "1"}
    assert answer["rows"] == []
    answer = night_walk.what_if({"bonus": 0})
    assert answer == as_json(answer)
    assert [row["field"] for row in answer["rows"]] == ["paces", "bonus"]
    paces = answer["rows"][0]
    assert paces["minus"]["value"] == 5
    assert paces["minus"]["fraction"] == "1/8"
    assert paces["plus"]["fraction"] == "11/24"
    assert paces["plus"]["change"] == pytest.approx(100 / 6)
    limit = night_walk.what_if({"paces": 3, "bonus": 3})["rows"][1]
    assert (limit["field"], limit["plus"]) == ("bonus", None)


def test_what_if_without_a_chance_reads_the_first_mean(lantern: str) -> None:
    """In the mean's own units."""
    answer = find("lantern/flicker").what_if({})
    assert (answer["headline"]["name"], answer["headline"]["kind"]) == ("mean_times", "mean")
    assert answer["rows"] == [
        {
            "field": "draught",
            "label": "Draught",
            "minus": None,
            "plus": {"value": 1, "change": 1.0, "fraction": answer["rows"][0]["plus"]["fraction"]},
        }
    ]
