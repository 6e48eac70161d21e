"""From the rear, at the helpless, and in the dark: halved skills, or none."""

from __future__ import annotations

from typing import Any

import pytest

from companion import find
from tests.games.heroes_of_the_fall import oracle

REAR = find("heroes-of-the-fall/rear-attack")
HELPLESS = find("heroes-of-the-fall/helpless")
BLIND = find("heroes-of-the-fall/blind")


def level(resolver: Any, inputs: dict[str, Any], dice: list[int]) -> int:
    """The feat level of one throw."""
    answer = resolver.roll(inputs, dice=dice)
    assert answer["refused"] is None
    found: int = answer["outcome"]["feat_level"]
    return found


@pytest.mark.parametrize(("foe", "half"), [(0, 0), (1, 0), (5, 2), (6, 3), (7, 3), (9, 4)])
def test_half_the_skill_from_the_rear(foe: int, half: int) -> None:
    """Rounded down; the weapon's defence counts whole."""
    inputs = {"foe_skill": foe, "target": "chest", "skill": 6}
    assert level(REAR, inputs, [8, 8, 8]) == half - 6 + 1 - 1
    assert level(REAR, {**inputs, "defence": "dodge"}, [8, 8, 8]) == half - 6 - 1
    assert level(REAR, {**inputs, "foe_weapon": "lance"}, [8, 8, 8]) == half - 6 - 1 - 1


@pytest.mark.parametrize("resolver", [REAR, BLIND, find("heroes-of-the-fall/melee-attack")])
def test_a_shield_does_not_cover_the_back(resolver: Any) -> None:
    """From behind it cannot be the defence; from the front it can."""
    behind = resolver.odds({"defence": "shield", "view": "human-rear"})
    assert behind["refused"]["rule"] == "heroes-of-the-fall/shields#cover"
    assert resolver.odds({"defence": "shield", "view": "human-front"})["refused"] is None


def test_the_step_comes_before_the_halving() -> None:
    """7 raised to 8 makes 4; 6 raised to 7 still 3."""
    for foe, half in ((7, 4), (6, 3)):
        inputs = {"foe_skill": foe, "foe_modifier": 50, "target": "chest"}
        assert REAR.roll(inputs, dice=[50, 8, 8, 8])["outcome"]["foe_skill"] == half


def test_who_knows_nothing_does_not_defend() -> None:
    """Unaware, or ignoring it: area and armour less damage, less the attacker's skill; a miss is only a miss."""
    for inputs in ({"aware": False}, {"defence": "ignore"}):
        answer = REAR.roll({**inputs, "target": "chest", "armour": ["leather"]}, dice=[1, 1, 1])
        assert answer["outcome"]["feat_level"] == -6
        assert answer["outcome"]["foe_skill"] is None
        assert answer["verdict"]["value"] == "miss"
    assert set(oracle.verdicts(REAR.odds({"aware": False}))) == {"miss", "minor", "serious", "mortal"}


def test_the_rear_has_its_own_areas() -> None:
    """The back, the kidneys and the buttocks, and no face."""
    names = {area["name"] for area in REAR.odds({})["figures"]["body"]["areas"]}
    assert {"Back", "Kidneys", "Buttocks", "Neck"} <= names and "Face" not in names
    assert REAR.odds({"target": "face"})["refused"]["rule"] == "heroes-of-the-fall/target-areas#reachable"


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ({}, -7),
        ({"target": "eye"}, -4),
        ({"armour": ["leather"]}, -6),
        ({"skill": 9}, -10),
        ({"off_hand": True}, -6),
        ({"weapon": "great-axe"}, -9),
    ],
)
def test_the_helpless(inputs: dict[str, Any], expected: int) -> None:
    """No skill and no weapon of theirs counts, from whatever side."""
    assert level(HELPLESS, {"target": "chest", **inputs}, [8, 8, 8]) == expected


def test_the_sentry() -> None:
    """Dagger of 5, neck from behind: 1 + (0 − 1) − 5 = −5."""
    answer = HELPLESS.roll(HELPLESS.example("sentry").inputs, dice=[1, 1, 1, 40])
    assert answer["outcome"]["feat_level"] == -5
    assert answer["sentence"] == "Missed at feat level −5."


@pytest.mark.parametrize(
    ("inputs", "mine", "theirs", "random"),
    [
        ({}, 7, 3, False),
        ({"you_blind": True}, 3, 3, True),
        ({"you_blind": True, "foe_blind": False}, 3, 7, True),
        ({"foe_blind": False}, 7, 7, False),
        ({"foe_flails": True}, 7, 3, False),
    ],
)
def test_blindness_halves_a_skill(inputs: dict[str, Any], mine: int, theirs: int, random: bool) -> None:
    """Of whoever is blind; who flails strikes at random, whatever was aimed at."""
    given = {"skill": 7, "foe_skill": 7, "target": "face", **inputs}
    answer = BLIND.roll(given, dice=[8, 8, 8, 50] if random else [8, 8, 8])
    outcome = answer["outcome"]
    assert (outcome["skill"], outcome["foe_skill"]) == (mine, theirs)
    assert outcome["part"] == ("Chest" if random else "Face")
    aimed = 0 if random else 2
    assert outcome["feat_level"] == theirs - mine + 1 + aimed - 1


@pytest.mark.parametrize(
    ("ruling", "foe", "weapon", "expected"),
    [
        ("skill", 7, "long-sword", 3 + 1),
        ("rating", 7, "long-sword", 4),
        ("skill", 6, "long-sword", 3 + 1),
        ("rating", 6, "long-sword", 3),
        ("skill", 6, "garrotte", 3 - 2),
        ("rating", 6, "garrotte", 2),
    ],
)
def test_the_defence_of_one_who_flails(ruling: str, foe: int, weapon: str, expected: int) -> None:
    """The skill is halved, or skill and weapon's defence as one number."""
    inputs = {
        "foe_flails": True, "flail_defence": ruling, "foe_skill": foe, "foe_weapon": weapon, "skill": 6,
        "target": "chest",
    }  # fmt: skip
    assert level(BLIND, inputs, [8, 8, 8]) == expected - 6 - 1


def test_whoever_does_not_flail_keeps_the_weapon_whole() -> None:
    """The other reading does not touch a blind foe who stands still."""
    inputs = {"flail_defence": "rating", "foe_skill": 6, "skill": 6, "target": "chest"}
    assert level(BLIND, inputs, [8, 8, 8]) == 3 + 1 - 6 - 1


@pytest.mark.parametrize("name", ["rear-attack", "helpless", "blind"])
def test_each_tried_every_way(name: str) -> None:
    """Random area and three dice, 51,200 throws."""
    resolver = find(f"heroes-of-the-fall/{name}")
    given = {"armour": ["scale"], "skill": 4, "armour_by_area": [{"area": "head", "layers": []}]}
    ready = resolver.prepare(resolver.read(given)[0])
    fast, slow = resolver.tally(ready), resolver.tally(ready, slow=True)
    assert fast.total == slow.total == 51_200
    assert fast.summary() == slow.summary() and fast.outcomes() == slow.outcomes()


def test_five_million_throws_from_the_rear() -> None:
    """Half of 7 or of 8 against 6 or 7: the level moves by the foe's halved step too."""
    answer = REAR.odds({"skill": 6, "modifier": 40, "foe_skill": 7, "foe_modifier": 70, "target": "chest"})
    # 7 halves to 3 and 8 to 4, so a step is a whole level here: −3 before the dice
    assert oracle.verdicts(answer) == oracle.brute_force(3 - 6 + 1 - 1, 40, 70)
