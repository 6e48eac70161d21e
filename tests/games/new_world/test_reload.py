"""Reloading: the timeline of shots, loading and clearing."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find, house
from companion.games.new_world.data import WEAPONS, Kind

RELOAD = find("new-world/reload")
SHOT = [key for key, weapon in WEAPONS.items() if weapon.kind not in (Kind.MELEE, Kind.THROWN)]


def timeline(**inputs: Any) -> list[str]:
    """What is done in each round."""
    return [each["does"] for each in RELOAD.roll(inputs)["outcome"]["timeline"]]


def test_g143_musket() -> None:
    """G143: fired at every chance, a musket of two rounds shoots once in three turns."""
    outcome = RELOAD.roll({"weapon": "musket", "rounds": 9})["outcome"]
    assert outcome["shot_rounds"] == [1, 4, 7]
    assert outcome["cycle"] == 3


def test_g144_musket_after_a_misfire() -> None:
    """G144: clear, reload, reload, then fire: three full actions before the next shot."""
    inputs = RELOAD.example("misfire").inputs
    assert timeline(**inputs) == ["misfire", "clearing", "reloading", "reloading", "shot"]
    assert RELOAD.roll(inputs)["outcome"]["cycle_after_misfire"] == 4


def test_loading_need_not_be_done_in_one_go() -> None:
    """M52: rounds spent on something else neither help nor undo the loading."""
    expected = ["shot", "reloading", "something else", "reloading", "shot"]
    assert timeline(weapon="musket", rounds=5, busy=["3"]) == expected


@pytest.mark.parametrize("weapon", ["longbow", "sling", "shortbow"])
def test_bows_shoot_every_round(weapon: str) -> None:
    """M28: without loading, the limit is one attack action a turn."""
    assert timeline(weapon=weapon, rounds=4, state="empty") == ["shot"] * 4


def test_crossbows_load_but_never_misfire() -> None:
    """M52: a crossbow loads like a gun; misfires are for powder only and are ignored, with a reason."""
    answer = RELOAD.roll({"weapon": "heavy-crossbow", "rounds": 4, "misfires": ["1"]})
    assert [each["does"] for each in answer["outcome"]["timeline"]] == ["shot", "reloading", "reloading", "shot"]
    assert answer["ignored"] == [{"field": "misfires", "why": "only powder misfires"}]


@pytest.mark.parametrize(("ruling", "first", "shots"), [("no", "shot", [1, 6]), ("yes", "misfire", [7])])
def test_q50_artillery(ruling: str, first: str, shots: list[int]) -> None:
    """Q50: artillery is loaded either way; it misfires only under the ruling that makes it a firearm."""
    answer = RELOAD.roll({"weapon": "cannon", "rounds": 9, "misfires": ["1"], "artillery_is_firearm": ruling})
    assert answer["outcome"]["timeline"][0]["does"] == first
    assert answer["outcome"]["shot_rounds"] == shots
    assert any(step["rule"] == "new-world/firearms#artillery" for step in answer["steps"])


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("loaded", ["shot", "reloading", "shot"]),
        ("empty", ["reloading", "shot", "reloading"]),
        ("misfired", ["clearing", "reloading", "shot"]),
    ],
)
def test_start(state: str, expected: list[str]) -> None:
    """A pistol found loaded, empty or misfired."""
    assert timeline(weapon="pistol", rounds=3, state=state) == expected


def test_a_crossbow_cannot_begin_misfired() -> None:
    """What never misfires begins empty instead."""
    assert timeline(weapon="light-crossbow", rounds=2, state="misfired") == ["reloading", "shot"]


def test_soaked_powder() -> None:
    """M54: soaked powder does not fire at all; a bow does not mind."""
    assert RELOAD.roll({"weapon": "musket", "soaked": True})["refused"]["rule"] == "new-world/firearms#damp"
    assert RELOAD.roll({"weapon": "longbow", "soaked": True})["refused"] is None


def test_smoke() -> None:
    """M55: a shot ends stealth and shows the shooter; a bow's does not."""
    rules = [step["rule"] for step in RELOAD.roll({"weapon": "pistol"})["steps"]]
    assert "new-world/firearms#smoke" in rules
    assert "new-world/firearms#smoke" not in [step["rule"] for step in RELOAD.roll({"weapon": "longbow"})["steps"]]


def test_house_value_of_clearing() -> None:
    """The round of clearing is a number of the table."""
    with house.under(house.HouseRules("test", {"new-world": {"firearms": {"clearing": 2}}})):
        assert timeline(weapon="pistol", rounds=5, misfires=["1"]) == [
            "misfire", "clearing", "clearing", "reloading", "shot",
        ]  # fmt: skip


numbers = st.lists(st.integers(1, 30).map(str), max_size=10)


@given(
    st.sampled_from(SHOT), st.integers(1, 30), st.sampled_from(["loaded", "empty", "misfired"]), numbers, numbers,
    st.sampled_from(["yes", "no"]),
)  # fmt: skip
def test_nothing_fires_before_its_full_loading(
    weapon: str, rounds: int, state: str, busy: list[str], misfires: list[str], ruling: str
) -> None:
    """Property 14: between two shots lie all rounds of loading, and after a misfire one of clearing before them."""
    inputs = {"weapon": weapon, "rounds": rounds, "state": state, "busy": busy, "artillery_is_firearm": ruling}
    done = [each for each in timeline(misfires=misfires, **inputs) if each != "something else"]
    pulls = [place for place, each in enumerate(done) if each in ("shot", "misfire")]
    loading = WEAPONS[weapon].reload
    for first, second in pairwise(pulls):
        between = done[first + 1 : second]
        cleared = ["clearing"] if done[first] == "misfire" else []
        assert between == cleared + ["reloading"] * loading
    assert len(done) == rounds - len({int(each) for each in busy if int(each) <= rounds})


def test_sentence() -> None:
    """The answer in words, the same with and without a throw."""
    expected = (
        "Musket: 1 shot in 5 rounds (round 5), one every 3 rounds at best. "
        "A misfire costs 3 rounds before the next shot."
    )
    inputs = RELOAD.example("misfire").inputs
    assert RELOAD.roll(inputs)["sentence"] == expected
    assert RELOAD.odds(inputs)["sentence"] == expected
    assert RELOAD.odds(inputs)["figures"]["table"]["rows"][0]["cells"] == [
        1, "misfire, nothing leaves the barrel", "misfired",
    ]  # fmt: skip
