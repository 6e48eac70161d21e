"""The attack in close combat: the worked example, every term, five million throws, rulings and refusals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import find
from companion.games.heroes_of_the_fall.blow import ways
from companion.games.heroes_of_the_fall.data import AREAS, ARMOUR, DAMAGE, LOCATIONS, WEAPONS, Damage, View
from companion.games.heroes_of_the_fall.telling import injury_table
from tests.games.heroes_of_the_fall import oracle

MELEE = find("heroes-of-the-fall/melee-attack")
PLAIN = {"target": "arm", "armour": ["leather"]}


def level(dice: list[int] | None = None, **inputs: Any) -> int:
    """The feat level of a throw without skill dice."""
    answer = MELEE.roll(inputs, dice=dice, seed=None if dice else 1)
    found: int = answer["outcome"]["feat_level"]
    return found


def test_the_long_swords() -> None:
    """Six against six, one step up, leather on the arm; 5, 8, 7: level 0, a minor wound, bleeding."""
    example = MELEE.example("long-swords")
    answer = MELEE.roll(example.inputs, dice=example.dice)
    assert answer["measures"] == {"feat_level": 0}
    assert answer["verdict"]["value"] == "minor"
    assert answer["outcome"]["injuries"] == ["bleeding"]
    assert answer["outcome"]["skill"] == 7 and answer["outcome"]["foe_skill"] == 6
    assert answer["sentence"] == "Hit at feat level 0: a minor slash wound to the arm, bleeding."
    values = [step["value"] for step in answer["steps"][:6]]
    assert values == [6, 7, 1, 0, 0, 0]
    stack = answer["figures"]["modifier-stack"]
    assert stack["base"]["value"] + sum(row["value"] for row in stack["rows"]) == stack["total"]["value"] == 0


@pytest.mark.parametrize(("modifier", "foe_modifier"), [(50, 50), (76, 31), (1, 99), (99, 1)])
@pytest.mark.parametrize("reading", ["at_least", "over"])
def test_all_five_million_throws(modifier: int, foe_modifier: int, reading: str) -> None:
    """100 × 100 × 512 tried outside the engine: the five results agree exactly."""
    answer = MELEE.odds({**PLAIN, "modifier": modifier, "foe_modifier": foe_modifier, "skill_step": reading})
    assert oracle.verdicts(answer) == oracle.brute_force(1, modifier, foe_modifier, over=reading == "over")


@pytest.mark.parametrize(
    "inputs",
    [
        {**PLAIN, "modifier": 30},
        {**PLAIN, "foe_modifier": 85, "foe_berserk": True},
        {"armour": ["ring-mail"], "armour_by_area": [{"area": "head", "layers": ["plate", "padding"]}]},
        {"manner": "thrust", "target": "chest", "weapon": "dagger"},
        {"view": "quadruped-side", "defence": "ignore", "weapon": "spear", "manner": "thrust"},
        {"view": "human-rear", "defence": "dodge", "weapon": "great-axe", "armour": ["chain-mail"], "skill": 9},
    ],
    ids=["your die", "the foe's die", "random area", "impale die", "a beast", "an axe against a dodge"],
)
def test_the_slow_twin(inputs: dict[str, Any]) -> None:
    """The engine's own throw, for every fall of 51,200: verdicts, chances, measures and injuries."""
    ready = MELEE.prepare(MELEE.read(inputs)[0])
    fast, slow = MELEE.tally(ready), MELEE.tally(ready, slow=True)
    assert fast.total == slow.total == 51_200
    assert fast.summary() == slow.summary() and fast.outcomes() == slow.outcomes()
    assert list(injury_table(ways(ready))) == list(injury_table(MELEE.every_way(ready)))


def test_a_random_area_by_hand() -> None:
    """Each of 100 faces of the area die and 512 throws, worked out from the tables alone."""
    by_area = {"head": ["plate"], "chest": ["chain-mail", "padding"], "hand": []}
    answer = MELEE.odds(
        {"armour": ["leather"], "armour_by_area": [{"area": key, "layers": layers} for key, layers in by_area.items()]}
    )
    bleeding = hits = 0
    for row in (row for row in LOCATIONS.values() if row.view is View.HUMAN_FRONT):
        layers = by_area.get(row.area, ["leather"])
        slash = sum(ARMOUR[layer].slash for layer in layers) - 1
        crush = sum(ARMOUR[layer].crush for layer in layers) - 1
        kind, remainder = (Damage.SLASH, slash) if slash <= crush else (Damage.CRUSH, crush)
        faces = row.last - row.first + 1
        for fall in oracle.EVERY_FALL:
            grade = oracle.grade(6 - 6 + 1 + remainder, fall)
            if grade in ("minor", "serious", "mortal"):
                hits += faces
                found = DAMAGE[AREAS[row.area].damage].injuries(kind, grade)
                bleeding += faces * ("bleeding" in [injury.value for injury in found])
    assert oracle.chance(answer, "hit") == Fraction(hits, 51_200)
    assert oracle.injuries(answer)["bleeding"] == Fraction(bleeding, 51_200)
    areas = answer["figures"]["body"]["areas"]
    assert sum(Fraction(area["fraction"]) for area in areas) == 1
    assert sum(Fraction(area["fraction"]) * Fraction(area["hit"]["fraction"]) for area in areas) == Fraction(
        hits, 51_200
    )


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, 1),
        ({"skill": 7}, 0),
        ({"foe_skill": 8}, 3),
        ({"target": "hand"}, 2),
        ({"target": "face"}, 3),
        ({"target": "eye"}, 4),
        ({"foe_weapon": "sabre"}, 1),
        ({"foe_weapon": "rapier"}, 1),
        ({"foe_weapon": "garrotte"}, -2),
        ({"foe_weapon": "lance"}, -1),
        ({"defence": "shield", "shield": "targe"}, 1),
        ({"defence": "shield", "shield": "large-shield"}, 3),
        ({"defence": "dodge"}, 0),
        ({"defence": "ignore"}, -6),
        ({"armour": []}, 0),
        ({"armour": ["plate"]}, 2),
        ({"armour": ["plate", "padding"]}, 2),
        ({"armour": ["leather", "padding"]}, 2),
        ({"armour": ["leather"], "armour_by_area": [{"area": "arm", "layers": ["splint"]}]}, 1),
        ({"armour": ["splint"]}, 1),
        ({"armour": ["chain-mail"]}, 0),
        ({"off_hand": True}, 2),
        ({"foe_off_hand": True}, 0),
        ({"quality": 2}, -1),
        ({"other": 3}, 4),
        ({"twist": True}, 0),
        ({"twist": True, "twist_step": "harder"}, 2),
    ],
    ids=lambda value: ", ".join(f"{key}={each}" for key, each in value.items()) if isinstance(value, dict) else None,
)
def test_each_term(change: dict[str, Any], expected: int) -> None:
    """One change from six against six, long swords, leather on the arm: level 1."""
    assert level(**{**PLAIN, **change}) == expected


def test_layers_and_the_axe() -> None:
    """S3 C2 on S4 C1 leaves 1 and −1: the crush counts, at −1."""
    answer = MELEE.roll(MELEE.example("axe-on-mail").inputs, dice=[8, 8, 8])
    assert (answer["outcome"]["kind"], answer["outcome"]["remainder"]) == ("crush", -1)
    assert answer["outcome"]["feat_level"] == -1 - 6


@pytest.mark.parametrize(
    ("weapon", "ruling", "kind"),
    [
        ("battle-axe-two-hands", "axes", "slash"),
        ("battle-axe-two-hands", "all", "slash"),
        ("battle-axe-two-hands", "none", "crush"),
        ("long-sword", "axes", "crush"),
        ("long-sword", "all", "slash"),
        ("long-sword", "none", "crush"),
        ("mace", "all", "crush"),
    ],
)
def test_crush_against_a_dodge(weapon: str, ruling: str, kind: str) -> None:
    """Axes lose it by default, all with an edge under another ruling; a blunt weapon never."""
    inputs = {"weapon": weapon, "defence": "dodge", "dodge_crush": ruling, "target": "chest"}
    answer = MELEE.roll({**inputs, "armour": ["chain-mail", "padding"]}, dice=[1, 1, 1])
    assert answer["outcome"]["kind"] == kind


@pytest.mark.parametrize(("ruling", "kind", "remainder"), [("lowest", "crush", -1), ("greatest", "slash", 1)])
def test_which_remainder_counts(ruling: str, kind: str, remainder: int) -> None:
    """The attacker's best, or the greatest number."""
    inputs = {**MELEE.example("axe-on-mail").inputs, "armour_difference": ruling}
    outcome = MELEE.roll(inputs, dice=[8, 8, 8])["outcome"]
    assert (outcome["kind"], outcome["remainder"]) == (kind, remainder)


def test_of_equal_remainders_the_edge_is_taken() -> None:
    """A long sword on leather: slash and crush both leave 0."""
    assert MELEE.roll(PLAIN, dice=[8, 8, 8])["outcome"]["kind"] == "slash"
    assert MELEE.roll({**PLAIN, "manner": "thrust"}, dice=[8, 8, 8, 60])["outcome"]["kind"] == "pierce"


@pytest.mark.parametrize(("ruling", "expected"), [("declared", 1), ("both", 3)])
def test_a_shield_beside_the_weapon(ruling: str, expected: int) -> None:
    """Only what was declared counts, or both; the step says so either way."""
    inputs = {**PLAIN, "shield_beside": "medium-shield", "shield_adds": ruling}
    assert level(**inputs) == expected
    steps = [step for step in MELEE.roll(inputs, seed=1)["steps"] if step["rule"].endswith("shields#melee")]
    assert len(steps) == 1
    assert ("not counted" in steps[0]["text"]) is (ruling == "declared")


def test_a_shield_beside_the_weapon_does_not_cover_the_back() -> None:
    """Even where both would count."""
    inputs = {**PLAIN, "shield_beside": "medium-shield", "shield_adds": "both", "view": "human-rear"}
    assert level(**inputs) == 1


@pytest.mark.parametrize(
    ("defence", "dice", "verdict", "pushed", "breaks", "counter", "words"),
    [
        ("parry", [7, 1, 1], "minor", 0, False, False, "Hit"),
        ("parry", [5, 1, 1], "block or dodge", 4, True, False, "Blocked"),
        ("parry", [1, 1, 1], "parry or evade", 0, False, True, "Parried"),
        ("dodge", [3, 1, 1], "block or dodge", 4, False, False, "Dodged"),
        ("dodge", [1, 1, 1], "parry or evade", 0, False, True, "Evaded"),
        ("ignore", [1, 1, 1], "miss", 0, False, False, "Missed"),
    ],
)
def test_what_each_result_brings(
    defence: str, dice: list[int], verdict: str, pushed: int, breaks: bool, counter: bool, words: str
) -> None:
    """Pushed back and off balance, a weapon that may break, or a counter-attack."""
    answer = MELEE.roll({**PLAIN, "defence": defence}, dice=dice)
    outcome = answer["outcome"]
    assert answer["verdict"]["value"] == verdict
    assert (outcome["pushed_back"], outcome["may_break"], outcome["counter_attack"]) == (pushed, breaks, counter)
    assert answer["sentence"].startswith(words)


def test_a_push_is_the_depth_of_the_base_and_comes_once() -> None:
    """A horse pushes farther; who was forced back already is not again."""
    block = [5, 1, 1]
    assert MELEE.roll({**PLAIN, "base_depth": 8}, dice=block)["outcome"]["pushed_back"] == 8
    again = MELEE.roll({**PLAIN, "pushed": True}, dice=block)
    assert again["outcome"]["pushed_back"] == 0
    assert any(step["rule"] == "heroes-of-the-fall/block#once" for step in again["steps"])


@pytest.mark.parametrize(
    ("weapon", "die", "impaled"),
    [("spear", [], True), ("long-sword", [50], True), ("long-sword", [51], False), ("club", [], False)],
)
def test_impaling(weapon: str, die: list[int], impaled: bool) -> None:
    """A serious pierce wound: spears always, blades half the time, a club never."""
    inputs = {"weapon": weapon, "manner": "thrust", "target": "chest", "defence": "ignore", "skill": 0}
    base = level([1, 1, 1, *die], **inputs)
    assert base in (-1, 0)
    serious = [7, 6, 1] if base == 0 else [5, 1, 1]
    outcome = MELEE.roll(inputs, dice=[*serious, *die])["outcome"]
    assert outcome["wound"] == "serious"
    assert outcome["impaled"] is impaled


def test_only_serious_pierce_wounds_impale() -> None:
    """A minor and a mortal thrust of a spear do not; a swing does not."""
    spear = {"weapon": "spear", "manner": "thrust", "target": "chest", "defence": "ignore", "skill": 0, "other": 1}
    by_wound = {
        answer["outcome"]["wound"]: answer["outcome"]["impaled"]
        for answer in (MELEE.roll(spear, dice=[face, 8, 8]) for face in range(1, 9))
    }
    assert by_wound == {"": False, "minor": False, "serious": True, "mortal": False}
    assert not MELEE.roll({**spear, "manner": "swing"}, dice=[7, 8, 8])["outcome"]["impaled"]


def test_armour_that_is_pierced_is_ruined() -> None:
    """Each layer at that place, but no flexible one by a crushing blow."""
    cut = MELEE.roll({**PLAIN, "armour": ["chain-mail", "padding"], "weapon": "two-handed-sword"}, dice=[8, 8, 8])
    assert cut["outcome"]["kind"] == "crush" and cut["outcome"]["armour_ruined"] == []
    edge = MELEE.roll({**PLAIN, "armour": ["padding", "leather"]}, dice=[8, 8, 8])
    assert edge["outcome"]["kind"] == "slash" and edge["outcome"]["armour_ruined"] == ["padding", "leather"]
    mace = MELEE.roll({**PLAIN, "armour": ["plate"], "weapon": "mace"}, dice=[8, 8, 8])
    assert mace["outcome"]["armour_ruined"] == ["plate"]


def test_a_berserk_foe_feels_neither_stun_nor_shock() -> None:
    """The rest of the wound stays."""
    inputs = {"target": "arm", "defence": "ignore", "foe_berserk": True}
    assert MELEE.roll(inputs, dice=[8, 8, 8])["outcome"]["injuries"] == ["severed arm"]
    assert not {"stun", "shock"} & set(oracle.injuries(MELEE.odds({"foe_berserk": True})))
    assert {"stun", "shock"} <= set(oracle.injuries(MELEE.odds({})))


@pytest.mark.parametrize(
    ("inputs", "said", "rule"),
    [
        ({"distance": 1}, "no room", "initiative#reach"),
        ({"distance": 7}, "does not reach", "initiative#reach"),
        ({"distance": 2, "foe_weapon": "spear-8"}, "no room", "initiative#defence-range"),
        ({"target": "kidneys"}, "no kidneys", "target-areas#reachable"),
        ({"target": "face", "view": "human-rear"}, "no face", "target-areas#reachable"),
        ({"target": "arm", "view": "quadruped-side"}, "no arm", "target-areas#reachable"),
        ({"weapon": "javelin", "manner": "swing"}, "nothing comes of a swing", "weapons#types"),
    ],
)
def test_refusals(inputs: dict[str, Any], said: str, rule: str) -> None:
    """Out of reach, out of sight, or not with this weapon: no throw and no odds, but the rule."""
    for answer in (MELEE.odds(inputs), MELEE.roll(inputs, seed=1)):
        assert said in answer["refused"]["reason"]
        assert answer["refused"]["rule"] == f"heroes-of-the-fall/{rule}"


def test_a_weapon_in_its_range_is_not_refused() -> None:
    """A long sword from 2 to 6 ft; a spear may parry at 6 ft and beyond its own reach."""
    for distance in (2, 6):
        assert MELEE.odds({"distance": distance})["refused"] is None
    assert MELEE.odds({"distance": 6, "foe_weapon": "dagger"})["refused"] is None


AIMED = [key for key, row in AREAS.items() if row.body.value == "human" and key not in ("kidneys", "buttock", "neck")]


@settings(max_examples=60)
@given(
    st.integers(0, 11),
    st.integers(0, 12),
    st.sampled_from(AIMED),
    st.sampled_from(list(ARMOUR)),
    st.sampled_from([key for key, row in WEAPONS.items() if row.slash is not None or row.crush is not None]),
)
def test_more_skill_never_hits_less(skill: int, foe: int, area: str, layer: str, weapon: str) -> None:
    """A level of skill more, or of armour less, does not lower the chance of a hit or of a serious wound."""
    if WEAPONS[weapon].natural:
        return
    inputs = {"skill": skill, "foe_skill": foe, "target": area, "armour": [layer], "weapon": weapon}
    now = MELEE.odds(inputs)
    better = MELEE.odds({**inputs, "skill": skill + 1})
    bare = MELEE.odds({**inputs, "armour": []})
    for other in (better, bare):
        assert oracle.chance(other, "hit") >= oracle.chance(now, "hit")


def test_a_harder_blow_can_be_the_likelier_serious_one() -> None:
    """Level 2 has no merely serious wounds, level 3 has: the table is not nested there."""
    two = oracle.verdicts(MELEE.odds({**PLAIN, "other": 1}))
    three = oracle.verdicts(MELEE.odds({**PLAIN, "other": 2}))
    assert (two["serious"], three["serious"]) == (0, Fraction(1, 64))


def test_two_points_of_skill_are_almost_sure() -> None:
    """An expert of 9 against a veteran of 6 with the same swords hits four times in five or more."""
    answer = MELEE.odds(MELEE.example("veteran").inputs)
    assert oracle.chance(answer, "hit") == Fraction(7, 8)
