"""What the tracker of every game has to keep. Games are found by themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import catalogue, find
from companion.encounter import Fight, Tracker, act, presets
from companion.encounter.fight import MOST_COMBATANTS, empty
from companion.encounter.reading import fight_of
from companion.errors import InputError
from companion.steps import anchor
from tests.engine.strategies import inputs

GAMES = catalogue.tracked_games()
MOST_PAIRS = 60

every_game = pytest.mark.parametrize("name", GAMES)
some = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def everybody(name: str) -> Fight:
    """A fight with one of each preset, not begun."""
    tracker = catalogue.tracker(name)
    fight = empty(tracker)
    for preset in presets(tracker).values():
        add = {"do": "add", "name": preset.title, "side": preset.side.value, "sheet": preset.to_json()["sheet"]}
        fight = act(tracker, fight, add).fight
    return fight


def pairs(fight: Fight) -> Iterator[tuple[Any, Any]]:
    """Everybody against everybody of another side."""
    for attacker in fight.combatants:
        for target in fight.foes_of(attacker.id):
            yield attacker, target


def trip(tracker: Tracker, fight: Fight) -> Fight:
    """The fight after its way through JSON."""
    return fight_of(tracker, json.loads(json.dumps(fight.to_json(), allow_nan=False)))


@every_game
def test_presets_stand_on_both_sides(name: str) -> None:
    """At least five, heroes and foes, each with the rule that it comes from."""
    found = presets(catalogue.tracker(name))
    assert len(found) >= 5
    assert {preset.side.value for preset in found.values()} >= {"party", "foes"}
    for preset in found.values():
        assert anchor(preset.rule)[0] == name


@every_game
def test_every_attack_fits_its_calculator(name: str) -> None:
    """Each of each preset against each: the calculator takes all inputs and ignores none."""
    tracker, fight = catalogue.tracker(name), everybody(name)
    counted = 0
    for attacker, target in pairs(fight):
        attacks = list(tracker.attacks(fight, attacker, target))
        assert len({attack.name for attack in attacks}) == len(attacks)
        for attack in attacks:
            resolver = find(attack.resolver)
            assert resolver.game == name
            rolled = resolver.roll(attack.inputs, seed=7)
            assert rolled["ignored"] == [], (attacker.name, target.name, attack.name)
            counted += 1
    assert counted > len(fight.combatants)


@every_game
def test_every_result_can_be_put_in_force(name: str) -> None:
    """Whatever the dice say: the state stays one that can be read, and every line has a known rule or none."""
    tracker, fight = catalogue.tracker(name), everybody(name)
    fight = act(tracker, fight, {"do": "begin", "seed": 3}).fight
    for number, (attacker, target) in enumerate(pairs(fight)):
        if number >= MOST_PAIRS:
            break
        for attack in tracker.attacks(fight, attacker, target):
            dice = [die["value"] for die in find(attack.resolver).roll(attack.inputs, seed=number)["dice"]]
            if not dice:
                continue
            given = {"attacker": attacker.id, "target": target.id, "resolver": attack.resolver, "dice": dice}
            happened = act(tracker, fight, {"do": "apply", "inputs": dict(attack.inputs), **given})
            assert trip(tracker, happened.fight) == happened.fight
            for line in happened.lines:
                assert not line.rule or anchor(line.rule)[0] == name


@every_game
def test_the_largest_fight_can_begin(name: str) -> None:
    """As many as a fight has room for roll initiative, and every one of them has a place or a reason to have none."""
    tracker = catalogue.tracker(name)
    fight = empty(tracker)
    known = list(presets(tracker).values())
    for number in range(MOST_COMBATANTS):
        preset = known[number % len(known)]
        add = {"do": "add", "name": preset.title, "side": preset.side.value, "sheet": preset.to_json()["sheet"]}
        fight = act(tracker, fight, add).fight
    fight = act(tracker, fight, {"do": "begin", "seed": 5}).fight
    placed = {who for place in fight.order for who in place.who}
    assert placed == {one.id for one in fight.combatants if not tracker.health(fight, one).out}
    assert trip(tracker, fight) == fight


@every_game
def test_the_worst_mark_puts_somebody_out(name: str) -> None:
    """For at least one running number, its worst value means that the combatant can no longer act."""
    tracker, fight = catalogue.tracker(name), everybody(name)
    one = fight.combatants[0]
    assert not tracker.health(fight, one).out
    outs = set()
    for mark in tracker.marks:
        worst = mark.high(one.sheet) if mark.worse > 0 else mark.low(one.sheet)
        worse = act(tracker, fight, {"do": "mark", "who": one.id, "mark": mark.name, "to": worst}).fight
        outs.add(tracker.health(worse, worse[one.id]).out)
    assert True in outs


@every_game
def test_the_plan_says_why_not(name: str) -> None:
    """Each option has a label, a cost and a rule; what is done twice too often is refused with a reason."""
    tracker, fight = catalogue.tracker(name), everybody(name)
    fight = act(tracker, fight, {"do": "begin", "seed": 3}).fight
    one = fight[fight.acting[0]]
    options = list(tracker.plan(fight, one))
    assert len({option.name for option in options}) == len(options) > 4
    assert all(option.label and option.cost and option.rule for option in options)
    assert any(option.allowed for option in options)
    for _ in range(20):
        allowed = [option for option in tracker.plan(fight, fight[one.id]) if option.allowed and option.spends]
        if not allowed:
            break
        fight = act(tracker, fight, {"do": "option", "who": one.id, "option": allowed[0].name}).fight
    refused = [option for option in tracker.plan(fight, fight[one.id]) if not option.allowed]
    assert refused
    assert all(option.why_not for option in refused)


@every_game
@some
@given(data=st.data())
def test_any_sheet_that_the_form_accepts_can_fight(name: str, data: st.DataObject) -> None:
    """Two drawn sheets: health, plan and attacks work, and the calculators take what they are given."""
    tracker = catalogue.tracker(name)
    fight = empty(tracker)
    for side in ("party", "foes"):
        sheet = data.draw(inputs(tracker.sheet))
        fight = act(tracker, fight, {"do": "add", "name": side, "side": side, "sheet": sheet}).fight
    fight = act(tracker, fight, {"do": "begin", "seed": 1}).fight
    assert trip(tracker, fight) == fight
    for attacker, target in pairs(fight):
        assert tracker.health(fight, attacker).label
        assert list(tracker.plan(fight, attacker))
        for attack in tracker.attacks(fight, attacker, target):
            find(attack.resolver).read(attack.inputs)


@every_game
@some
@given(data=st.data())
def test_whatever_is_done_the_state_can_be_read(name: str, data: st.DataObject) -> None:
    """A walk through acts, allowed or not: each gives a state that reads back the same, or a named problem."""
    tracker = catalogue.tracker(name)
    fight = everybody(name)
    ids = [one.id for one in fight.combatants]
    who = st.sampled_from(ids)
    acts = st.one_of(
        st.fixed_dictionaries({"do": st.sampled_from(["begin", "next", "end"]), "seed": st.integers(0, 99)}),
        st.fixed_dictionaries(
            {"do": st.sampled_from(["delay", "act-now", "join", "out", "back", "remove", "copy"]), "who": who}
        ),
        st.fixed_dictionaries({"do": st.just("place"), "who": who, "at": st.integers(-9, 40)}),
        st.fixed_dictionaries(
            {
                "do": st.just("mark"), "who": who, "by": st.integers(-60, 60),
                "mark": st.sampled_from([mark.name for mark in tracker.marks]),
            }
        ),
        st.fixed_dictionaries(
            {
                "do": st.sampled_from(["gain", "lose"]), "who": who, "rounds": st.none() | st.integers(1, 3),
                "condition": st.sampled_from([each.name for each in tracker.conditions()]),
            }
        ),
        st.fixed_dictionaries(
            {"do": st.just("use"), "who": who, "use": st.sampled_from([use.name for use in tracker.uses])}
        ),
        st.fixed_dictionaries({"do": st.just("declare"), "who": who, "inputs": inputs(tracker.declared)}),
        st.fixed_dictionaries({"do": st.just("scene"), "inputs": inputs(tracker.scene)}),
        st.fixed_dictionaries({"do": st.just("option"), "who": who, "option": st.integers(0, 60)}),
    )  # fmt: skip
    for given_act in data.draw(st.lists(acts, max_size=25)):
        if given_act["do"] == "option" and given_act["who"] in fight:
            options = list(tracker.plan(fight, fight[given_act["who"]]))
            given_act = {**given_act, "option": options[given_act["option"] % len(options)].name}
        try:
            fight = act(tracker, fight, given_act).fight
        except InputError as error:
            assert all(problem.message for problem in error.problems)
            continue
        assert trip(tracker, fight) == fight
