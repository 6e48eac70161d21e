"""Shots and throws, and the shield or dodge that may stop a throw."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from companion import find
from companion.games.heroes_of_the_fall.data import MISSILES, RANGES, TACTICAL
from tests.games.heroes_of_the_fall import oracle

SHOT = find("heroes-of-the-fall/missile-attack")
ACTIVE = find("heroes-of-the-fall/active-defence")
BOW = dict(SHOT.example("bow").inputs)


def level(**inputs: Any) -> int:
    """The feat level of a shot."""
    found: int = SHOT.roll({**BOW, **inputs}, seed=1)["outcome"]["feat_level"]
    return found


def test_the_bow() -> None:
    """Bow 7 at 30 ft, no armour, no shield: level −5, 98.4 %."""
    answer = SHOT.odds(BOW)
    assert level() == -5
    assert oracle.chance(answer, "hit") == Fraction(63, 64)
    assert round(answer["summary"]["hit"]["percent"], 1) == 98.4


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"distance": 5}, -7),
        ({"distance": 600}, -1),
        ({"skill": 5}, -3),
        ({"armour": ["scale"]}, -3),
        ({"shield": "large-shield"}, -2),
        ({"target": "face"}, -3),
        ({"aim": "aim_none"}, -3),
        ({"aim": "aim_longer"}, -6),
        ({"target_moves": "target_running"}, -4),
        ({"target_moves": "target_galloping"}, -3),
        ({"firer_moves": "firer_walking"}, -4),
        ({"firer_moves": "firer_running"}, -3),
        ({"cover": "cover_half"}, -4),
        ({"cover": "cover_most"}, -3),
        ({"cover": "cover_slit"}, -1),
        ({"light": "light_dim"}, -4),
        ({"light": "light_dark"}, -2),
        ({"size": "size_horse"}, -6),
        ({"size": "size_larger"}, -7),
        ({"prone": True}, -4),
        ({"wind": True}, -4),
        ({"crowd": True}, -6),
        ({"melee": True}, -4),
        ({"other": 2}, -3),
        ({"weapon": "sling"}, -4),
    ],
    ids=lambda value: ", ".join(f"{key}={each}" for key, each in value.items()) if isinstance(value, dict) else None,
)
def test_each_term(change: dict[str, Any], expected: int) -> None:
    """One change from the bow of 7 at 30 ft."""
    assert level(**change) == expected


def test_a_shield_on_the_back_is_not_in_the_way() -> None:
    """From behind it does not count, and the step says why."""
    assert level(shield="large-shield", view="human-rear") == -5
    steps = SHOT.roll({**BOW, "shield": "large-shield", "view": "human-rear"}, seed=1)["steps"]
    assert [step["text"] for step in steps if step["rule"].endswith("shields#cover")] == [
        "Large shield in the way +3, not counted: a shield does not cover the back"
    ]


def test_every_tactical_factor_can_be_chosen() -> None:
    """No row of the table is out of reach of the form."""
    chosen = {
        option["value"]
        for field in SHOT.describe()["fields"]
        if field["group"] == "Circumstances"
        for option in field["options"] or ()
    }
    assert set(TACTICAL) <= chosen | {"prone", "wind", "crowd", "melee"}


@pytest.mark.parametrize("weapon", list(MISSILES))
def test_every_distance(weapon: str) -> None:
    """Within its limits and where the range table has a factor a weapon shoots; elsewhere it is refused."""
    row = MISSILES[weapon]
    for distance in [*range(0, 45), 79, 80, 81, 160, 161, 320, 321, 600, 601, 640, 641, 700, 701]:
        band = next(each for each in RANGES.values() if each.first <= distance and (each.last or 9999) >= distance)
        factor = band.factor(row.column)
        allowed = row.nearest <= distance <= row.farthest and factor is not None
        answer = SHOT.odds({**BOW, "weapon": weapon, "distance": distance})
        assert (answer["refused"] is None) is allowed, distance
        if allowed:
            assert answer["figures"]["modifier-stack"]["rows"][1]["value"] == factor
        else:
            assert answer["refused"]["rule"] == "heroes-of-the-fall/missiles#range"


def test_the_strip_of_ranges() -> None:
    """A crossbow reaches from 3 ft to its 600; the bands beyond are too far."""
    strip = SHOT.odds({**BOW, "weapon": "crossbow"})["figures"]["range-strip"]
    assert [band["modifier"] for band in strip["bands"]] == [None, 0, 1, 2, 3, 4, 5, 6, 7, 8, None]
    assert [strip["bands"][at]["state"] for at in (0, 1, -1)] == ["too near", "within", "too far"]
    assert [strip["bands"][at]["name"] for at in (0, 1, -2, -1)] == ["under 3 ft", "3 ft", "321–600 ft", "over 600 ft"]


@pytest.mark.parametrize("weapon", list(MISSILES))
def test_every_strip_is_without_a_gap(weapon: str) -> None:
    """Its bands follow on one another from 0, and just those within the weapon's reach have a factor."""
    row = MISSILES[weapon]
    for distance in (row.nearest, 30):
        figures = SHOT.odds({**BOW, "weapon": weapon, "distance": distance})["figures"]
        bands = figures.get("range-strip", {"bands": []})["bands"]
        for before, after in pairwise(bands):
            assert after["from"] == before["to"] + 1
        for band in bands:
            assert (band["modifier"] is not None) is (band["state"] == "within")
        assert not bands or (bands[0]["from"], bands[-1]["to"]) == (0, None)


@pytest.mark.parametrize(
    ("weapon", "ready", "aim", "rounds"),
    [
        ("short-bow", False, "full", 6),
        ("short-bow", True, "full", 2),
        ("short-bow", False, "aim_none", 4),
        ("crossbow", False, "aim_longer", 23),
        ("stone-thrown", False, "full", 3),
        ("sling", True, "aim_none", 0),
    ],
)
def test_loading_and_aiming(weapon: str, ready: bool, aim: str, rounds: int) -> None:
    """The rounds before the missile flies, in the steps, the summary and the figure."""
    inputs = {**BOW, "weapon": weapon, "ready": ready, "aim": aim}
    answer = SHOT.odds(inputs)
    assert answer["figures"]["timing"]["rounds"] == rounds
    assert answer["summary"]["rounds"]["fraction"] == str(rounds)
    (step,) = [step for step in SHOT.roll(inputs, seed=1)["steps"] if step["rule"].endswith("missiles#loading")]
    assert step["value"] == rounds


def test_all_throws_of_a_shot() -> None:
    """One skill die and three dice, 51,200 throws; then the area die instead."""
    for inputs in ({**BOW, "skill": 4, "modifier": 60}, {**BOW, "skill": 2, "target": "random", "melee": True}):
        ready = SHOT.prepare(SHOT.read(inputs)[0])
        fast, slow = SHOT.tally(ready), SHOT.tally(ready, slow=True)
        assert fast.total == slow.total == 51_200
        assert fast.summary() == slow.summary() and fast.outcomes() == slow.outcomes()


def test_a_near_miss_into_a_melee() -> None:
    """Missed by one level it may strike a neighbour; by two it may not; nor where there is no melee."""
    inputs = {**BOW, "skill": 2, "other": -1}
    assert level(**inputs, melee=True) == 0
    near = SHOT.roll({**inputs, "melee": True}, dice=[4, 1, 1])
    assert near["outcome"]["neighbour"] and near["verdict"]["value"] == "miss"
    assert "neighbour" in near["sentence"]
    assert not SHOT.roll({**inputs, "melee": True}, dice=[2, 1, 1])["outcome"]["neighbour"]
    assert not SHOT.roll(inputs, dice=[2, 1, 1])["outcome"]["neighbour"]
    assert oracle.chance(SHOT.odds({**inputs, "melee": True}), "neighbour") == Fraction(1, 4)


def test_arrows_impale_and_nobody_defends() -> None:
    """A serious pierce wound by an arrow lodges; the target's skill does not enter."""
    serious = SHOT.roll({**BOW, "skill": 2}, dice=[7, 8, 8])
    assert serious["outcome"]["feat_level"] == 0
    answer = SHOT.roll({**BOW, "skill": 2}, dice=[7, 1, 1])
    assert answer["outcome"]["wound"] == "serious" and answer["outcome"]["impaled"]
    assert answer["outcome"]["foe_skill"] is None


@pytest.mark.parametrize(
    ("inputs", "reason"),
    [
        ({"weapon": "short-bow"}, "only thrown"),
        ({"weapon": "crossbow"}, "only thrown"),
        ({"weapon": "sling"}, "only thrown"),
        ({"distance": 10}, "there is no time"),
        ({"aware": False}, "do not know"),
        ({"engaged": True}, "busy"),
        ({"mounted": True}, "mounted"),
        ({"distance": 90}, "too far"),
    ],
)
def test_when_nothing_can_be_done_against_a_missile(inputs: dict[str, Any], reason: str) -> None:
    """Each condition by itself."""
    answer = ACTIVE.odds(inputs)
    assert reason in answer["refused"]["reason"]


@pytest.mark.parametrize(
    "weapon", ["stone-thrown", "dagger-thrown", "francisca-thrown", "spear-thrown", "javelin-thrown"]
)
def test_what_can_be_stopped(weapon: str) -> None:
    """From 11 ft: 8 − (skill + range factor)."""
    answer = ACTIVE.roll({"weapon": weapon, "distance": 11, "skill": 6}, dice=[8, 8, 8])
    assert answer["refused"] is None
    assert answer["outcome"]["feat_level"] == 8 - (6 + 3)


@pytest.mark.parametrize(("distance", "skill", "level"), [(20, 5, 0), (21, 5, -1), (80, 3, 0), (15, 0, 5)])
def test_the_active_feat(distance: int, skill: int, level: int) -> None:
    """Farther is easier to stop, and so is more skill."""
    answer = ACTIVE.odds({"distance": distance, "skill": skill})
    assert oracle.chance(answer, "stopped") == Fraction(
        sum(oracle.made(level, fall) for fall in oracle.EVERY_FALL), 512
    )


def test_the_active_defence_tried_every_way() -> None:
    """51,200 throws with a skill die."""
    ready = ACTIVE.prepare(ACTIVE.read(ACTIVE.example("spear").inputs)[0])
    assert ACTIVE.tally(ready).summary() == ACTIVE.tally(ready, slow=True).summary()
    assert ACTIVE.roll({"means": "dodge"}, dice=[8, 1, 1])["sentence"] == "You dodge the missile."
