"""Range: bands, what each weapon can do in them, and what surrounds the shooter and the target."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find
from companion.errors import Refused
from companion.games.new_world.data import BANDS, WEAPONS, band_at
from companion.games.new_world.reach import Use, paces_between, paces_of_feet, reach, reach_in, shooting_modifiers

RANGE = find("new-world/range")


def looked(**inputs: Any) -> dict[str, Any]:
    """The outcome for these inputs."""
    outcome: dict[str, Any] = RANGE.roll(inputs)["outcome"]
    return outcome


@pytest.mark.parametrize(
    ("paces", "band"),
    [(1, "melee"), (2, "near"), (6, "near"), (7, "far"), (24, "far"), (25, "long"), (60, "long"), (61, "sight")],
)
def test_g134_bands(paces: int, band: str) -> None:
    """G134: each band from its first to its last square."""
    assert looked(squares=paces)["band"] == band


def test_g135_two_squares() -> None:
    """G135: from (0,0) to (3,5) it is 5 squares, Near: a diagonal counts one."""
    outcome = looked(**RANGE.example("two-squares").inputs)
    assert (outcome["paces"], outcome["band"]) == (5, "near")


IMPROVISED, WITHIN, BEYOND, OUT = (
    "used as an improvised weapon", "within its range", "one band beyond its range", "out of range",
)  # fmt: skip
HAND = "used in the hand"


@pytest.mark.parametrize(
    ("case", "weapon", "squares", "result", "modifier"),
    [
        ("G137", "blunderbuss", 1, IMPROVISED, 0),
        ("G137", "blunderbuss", 6, WITHIN, 0),
        ("G137", "blunderbuss", 7, OUT, 0),
        ("G138", "musket", 1, IMPROVISED, 0),
        ("G138", "musket", 24, WITHIN, 0),
        ("G138", "musket", 25, BEYOND, -2),
        ("G138", "musket", 60, BEYOND, -2),
        ("G138", "musket", 61, OUT, 0),
        ("G140", "knife", 1, HAND, 0),
        ("G140", "knife", 6, WITHIN, 0),
        ("G140", "knife", 24, BEYOND, -2),
        ("G140", "knife", 25, OUT, 0),
        ("M50", "pistol", 1, WITHIN, 0),
        ("M50", "pistol", 24, BEYOND, -2),
        ("Q48", "longbow", 2000, BEYOND, -2),
        ("M51", "longbow", 1, IMPROVISED, 0),
        ("M51", "hatchet", 1, HAND, 0),
        ("M50", "smallsword", 1, HAND, 0),
        ("M50", "smallsword", 2, OUT, 0),
    ],
)
def test_weapons(case: str, weapon: str, squares: int, result: str, modifier: int) -> None:
    """G137, G138, G140, M50, M51: what a weapon does at a distance, and its penalty."""
    outcome = looked(weapon=weapon, squares=squares)
    assert (outcome["result"], outcome["modifier"]) == (result, modifier)
    assert bool(outcome["reason"]) is (result == OUT)


@pytest.mark.parametrize(
    ("weapon", "used_as"), [("musket", "Spear or fixed bayonet"), ("long-rifle", "Spear or fixed bayonet")]
)
def test_g138_bayonet(weapon: str, used_as: str) -> None:
    """G138, M51: with a fixed bayonet a long gun serves as a spear at Melee range, and shoots as always beyond."""
    assert looked(weapon=weapon, squares=1, bayonet=True)["used_as"] == used_as
    assert looked(weapon=weapon, squares=5, bayonet=True)["result"] == WITHIN


def test_no_bayonet_on_a_pistol() -> None:
    """A pistol takes no bayonet: the field does not apply."""
    answer = RANGE.roll({"weapon": "pistol", "squares": 1, "bayonet": True})
    assert [each["field"] for each in answer["ignored"]] == ["bayonet"]
    assert answer["outcome"]["use"] == Use.SHOT


def test_g141_everything_at_once() -> None:
    """G141: a longbow at Sight with a foe in reach, into a melee, Fatigue 1: −2 −2 −1 −1 = −6."""
    outcome = looked(**RANGE.example("longbow-in-the-thick-of-it").inputs)
    assert [each["value"] for each in outcome["modifiers"]] == [-2, -2, -1, -1]
    assert outcome["modifier"] == -6
    assert outcome["paces"] is None


@pytest.mark.parametrize(
    ("weapon", "squares", "expected"),
    [("longbow", 5, -2), ("musket", 5, -2), ("pistol", 5, 0), ("knife", 5, 0), ("hatchet", 20, -2), ("pistol", 1, 0)],
)
def test_foe_in_reach(weapon: str, squares: int, expected: int) -> None:
    """M19: a foe in reach hampers a shot at a more distant target, but no pistol and no thrown weapon."""
    assert looked(weapon=weapon, squares=squares, foe_in_reach=True)["modifier"] == expected


def test_pistol_into_melee_at_arm_s_length() -> None:
    """Q44: a pistol at an adjacent foe who also fights an ally is at −1 and may stray."""
    answer = RANGE.roll({"weapon": "pistol", "squares": 1, "into_melee": True})
    assert answer["outcome"]["modifier"] == -1
    assert any(step["rule"] == "new-world/range#stray" for step in answer["steps"])


@pytest.mark.parametrize(
    ("sharpshooter", "squares", "cover", "modifier", "defence"),
    [
        ("no", 30, "heavy", -2, 2),
        ("range", 30, "heavy", -1, 2),
        ("cover", 30, "heavy", -2, 1),
        ("cover", 30, "light", -2, 0),
        ("range", 10, "light", 0, 1),
        ("cover", 10, "none", 0, 0),
    ],
)
def test_sharpshooter(sharpshooter: str, squares: int, cover: str, modifier: int, defence: int) -> None:
    """Q47, G96: one point off the range penalty or off the cover, where the shooter likes, never below nothing."""
    outcome = looked(weapon="shortbow", squares=squares, cover=cover, sharpshooter=sharpshooter)
    assert (outcome["modifier"], outcome["defence"]) == (modifier, defence)


def test_full_cover_cannot_be_targeted() -> None:
    """M01: full cover forbids the shot, and only the shot: at arm's length a blade does not mind."""
    refused = RANGE.roll({"cover": "full"})["refused"]
    assert refused["rule"] == "new-world/range#cover"
    blow = RANGE.roll({"weapon": "smallsword", "squares": 1, "cover": "full"})
    assert blow["refused"] is None
    assert blow["outcome"]["defence"] == 0


@pytest.mark.parametrize(("feet", "paces"), [(1, 1), (5, 1), (6, 2), (30, 6), (31, 7), (120, 24), (300, 60), (301, 61)])
def test_feet(feet: int, paces: int) -> None:
    """Feet become squares of 5 feet, a begun square counted whole, so the bands end at 5, 30, 120 and 300 feet."""
    assert paces_of_feet(feet) == paces
    assert looked(told="feet", feet=feet)["paces"] == paces


@pytest.mark.parametrize(("squares", "touch", "few"), [(1, True, True), (2, False, True), (3, False, False)])
def test_words_of_spells(squares: int, touch: bool, few: bool) -> None:
    """Touch is Melee range; a few paces are two squares."""
    outcome = looked(squares=squares)
    assert (outcome["touch"], outcome["few_paces"]) == (touch, few)


coordinate = st.integers(0, 1000)


@given(coordinate, coordinate, coordinate, coordinate)
def test_map_distance_is_symmetric(x1: int, y1: int, x2: int, y2: int) -> None:
    """The distance is the larger of the two differences, the same both ways, and at least one."""
    distance = paces_between(x1, y1, x2, y2)
    assert distance == paces_between(x2, y2, x1, y1) == max(1, abs(x1 - x2), abs(y1 - y2))


@given(st.sampled_from(list(WEAPONS)), st.integers(1, 400), st.integers(1, 400))
def test_farther_is_never_easier(weapon: str, near: int, far: int) -> None:
    """Past Melee range, more distance never helps a weapon: what cannot reach near cannot reach far."""
    near, far = sorted((max(2, near), max(2, far)))
    closer, farther = reach(WEAPONS[weapon], near), reach(WEAPONS[weapon], far)
    assert farther.use is None or closer.use is not None
    assert farther.use is None or sum(each.value for each in shooting_modifiers(farther)) <= sum(
        each.value for each in shooting_modifiers(closer)
    )


@pytest.mark.parametrize("weapon", list(WEAPONS))
@pytest.mark.parametrize("band", list(BANDS))
def test_every_weapon_in_every_band(weapon: str, band: str) -> None:
    """The table of all weapons agrees with a question about one, and each refusal has a reason and a rule."""
    answer = RANGE.roll({"weapon": weapon, "told": "band", "band": band})
    outcome = answer["outcome"]
    (row,) = (row for row in outcome["weapons"] if row["weapon"] == weapon)
    assert row["result"] == outcome["result"]
    assert row["why_not"] == outcome["reason"]
    assert answer["sentence"].startswith("Not possible") is (outcome["use"] is None)
    if outcome["use"] is None:
        with pytest.raises(Refused) as refused:
            reach_in(WEAPONS[weapon], band).allowed()
        assert (refused.value.reason, refused.value.rule) == (outcome["reason"], outcome["rule"])


def test_allowed_gives_itself_back() -> None:
    """A look-up that found a use passes through the check."""
    found = reach(WEAPONS["longbow"], 30)
    assert found.allowed() is found


def test_range_strip() -> None:
    """The strip shows every band as the weapon sees it."""
    strip = RANGE.roll({"weapon": "pistol", "squares": 9})["figures"]["range-strip"]
    assert strip["distance"] == 9
    assert [(band["name"], band["modifier"], band["state"]) for band in strip["bands"]] == [
        ("Melee", 0, "point blank"),
        ("Near", 0, "within"),
        ("Far", -2, "one band beyond"),
        ("Long", None, "too far"),
        ("Sight", None, "too far"),
    ]


@pytest.mark.parametrize(
    ("inputs", "sentence"),
    [
        ({}, "Longbow shoots without a modifier at Near range (5 squares)."),
        ({"weapon": "knife", "squares": 7}, "Knife is thrown at −2 at Far range (7 squares)."),
        ({"weapon": "knife", "squares": 1}, "Knife strikes as a melee weapon at Melee range (1 square)."),
        ({"weapon": "knife", "squares": 30}, "Not possible at Long range (30 squares): the knife is made for Near range"
         " and carries no further than Far."),
        ({"told": "band", "band": "far", "cover": "light"}, "Longbow shoots without a modifier at Far range, against"
         " Ranged Defence +1 for cover."),
    ],
)  # fmt: skip
def test_sentences(inputs: dict[str, Any], sentence: str) -> None:
    """The answer in words, the same with and without a throw."""
    assert RANGE.roll(inputs)["sentence"] == sentence
    assert RANGE.odds(inputs)["sentence"] == sentence


def test_no_distance_of_zero() -> None:
    """A band holds distances from one pace up; zero is nobody's."""
    with pytest.raises(ValueError, match="no band holds"):
        band_at(0)
