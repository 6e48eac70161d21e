"""A round: initiative and who holds whom, reach, and what may be done against several foes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from companion import find
from tests.games.heroes_of_the_fall import oracle

INITIATIVE = find("heroes-of-the-fall/initiative")
REACH = find("heroes-of-the-fall/reach")
FOES = find("heroes-of-the-fall/two-foes")


def fighter(name: str, **fields: Any) -> dict[str, Any]:
    """One entry of the list."""
    return {"name": name, **fields}


@pytest.mark.parametrize(
    ("fields", "score"),
    [
        ({}, 9),
        ({"skill": 8}, 11),
        ({"weapon": "spear"}, 12),
        ({"weapon": "garrotte"}, 4),
        ({"weapon": "large-shield"}, 5),
        ({"weapon": "short-bow"}, 17),
        ({"armour": "plate"}, 6),
        ({"armour": "chain-mail"}, 8),
        ({"encumbrance": 1}, 8),
        ({"armour": "scale", "encumbrance": 2, "weapon": "halberd", "skill": 5}, 8),
    ],
)
def test_the_score(fields: dict[str, Any], score: int) -> None:
    """Skill and weapon, less armour and encumbrance."""
    answer = INITIATIVE.roll({"fighters": [fighter("Ada", **fields)]}, dice=[])
    assert answer["outcome"]["initiative"] == score


def test_the_skill_die_raises_initiative() -> None:
    """80 of a modifier of 50 rises, 20 does not: 9 against 8, and the first holds."""
    example = INITIATIVE.example("duel")
    answer = INITIATIVE.roll(example.inputs, dice=example.dice)
    order = answer["figures"]["initiative"]["order"]
    assert [(group["initiative"], [act["name"] for act in group["acts"]]) for group in order] == [
        (9, ["Ada"]),
        (8, ["Bran"]),
    ]
    assert order[0]["acts"][0]["holds"] == "Bran"
    assert order[1]["acts"][0]["note"] == "Ada is quicker"


def test_equal_scores_are_simultaneous() -> None:
    """Neither holds the other."""
    answer = INITIATIVE.roll({}, dice=[20, 20])
    (group,) = answer["figures"]["initiative"]["order"]
    assert group["together"] and [act["holds"] for act in group["acts"]] == ["", ""]
    assert answer["verdict"]["value"] == "together with others, before the rest"


def test_nobody_holds_three() -> None:
    """Three weapons against three foes: the two with the higher scores hold, the third does not."""
    fighters = [
        fighter("Ada", weapon="long-sword", skill=9, against="Bran"),
        fighter("Ada", weapon="dagger", skill=9, against="Cole"),
        fighter("Ada", weapon="foot", skill=9, against="Dara"),
        *(fighter(name, weapon="club", skill=2, against="Ada") for name in ("Bran", "Cole", "Dara")),
    ]
    order = INITIATIVE.roll({"fighters": fighters}, dice=[])["figures"]["initiative"]["order"]
    acts = {act["weapon"]: act for group in order for act in group["acts"]}
    assert (acts["Long sword"]["holds"], acts["Dagger"]["holds"]) == ("Bran", "Cole")
    assert acts["Foot strike"]["holds"] == "" and "2 foes already" in acts["Foot strike"]["note"]


def test_any_number_may_hold_one() -> None:
    """Three quick foes hold the same slow one."""
    fighters = [fighter(name, skill=8, against="Slow") for name in "ABC"] + [fighter("Slow", skill=2)]
    order = INITIATIVE.roll({"fighters": fighters}, dice=[])["figures"]["initiative"]["order"]
    assert [act["holds"] for act in order[0]["acts"]] == ["Slow"] * 3


def test_the_same_weapon_cannot_hold_two() -> None:
    """It is refused."""
    fighters = [fighter("Ada", against="Bran"), fighter("Ada", against="Cole")]
    assert INITIATIVE.odds({"fighters": fighters})["refused"]["rule"] == "heroes-of-the-fall/initiative#two-foes"


def test_at_once_first_off_balance_last() -> None:
    """Whoever has parried attacks before the count; off balance or stunned one holds nobody."""
    fighters = [
        fighter("Ada", skill=9, state="off balance", against="Bran"),
        fighter("Bran", skill=3, state="attacks at once", against="Ada"),
        fighter("Cole", skill=6, state="stunned", against="Ada"),
        fighter("Dara", skill=4, against="Ada"),
    ]
    answer = INITIATIVE.roll({"fighters": fighters}, dice=[])
    order = [[act["name"] for act in group["acts"]] for group in answer["figures"]["initiative"]["order"]]
    assert order == [["Bran"], ["Dara"], ["Ada"], ["Cole"]]
    held = {act["name"]: act["holds"] for group in answer["figures"]["initiative"]["order"] for act in group["acts"]}
    assert held == {"Ada": "", "Bran": "Ada", "Cole": "", "Dara": "Ada"}


def test_the_duel_by_hand() -> None:
    """Modifiers of 50: each rises 51 times in 100."""
    answer = INITIATIVE.odds({})
    rises, stays = Fraction(51, 100), Fraction(49, 100)
    assert oracle.chance(answer, "first") == rises * stays
    assert oracle.chance(answer, "together") == rises**2 + stays**2
    assert answer["summary"]["mean_initiative"]["fraction"] == str(8 + rises)


def test_a_crowd_step_by_step() -> None:
    """Every rise and stay of five skill dice, against the fast count; for each of the five."""
    example = INITIATIVE.example("three-foes").inputs
    answer = INITIATIVE.odds(example)
    ready = INITIATIVE.prepare(INITIATIVE.read(example)[0])
    first = together = Fraction(0)
    ahead = [Fraction(0)] * 5
    for rises in product(*(skill.steps() for skill in ready.skills)):
        weight = Fraction(1)
        for _, share in rises:
            weight *= Fraction(share, 100)
        scores = [ready.score(place, raised) for place, (raised, _) in enumerate(rises)]
        best = max(scores)
        if scores[0] == best:
            if scores.count(best) == 1:
                first += weight
            else:
                together += weight
        for place, score in enumerate(scores):
            ahead[place] += weight * (score == best)
    assert oracle.chance(answer, "first") == first and oracle.chance(answer, "together") == together
    (table,) = [table for table in answer["outcomes"] if table["name"] == "nobody_before"]
    assert [Fraction(row["fraction"]) for row in table["rows"]] == ahead


def test_two_dice_tried_every_way() -> None:
    """10,000 throws."""
    for fighters in (None, [fighter("A", modifier=30), fighter("B", modifier=60, weapon="sabre"), fighter("C")]):
        ready = INITIATIVE.prepare(INITIATIVE.read({"fighters": fighters} if fighters else {})[0])
        fast, slow = INITIATIVE.tally(ready), INITIATIVE.tally(ready, slow=True)
        assert fast.total == slow.total == 10_000
        assert fast.summary() == slow.summary() and fast.outcomes() == slow.outcomes()


@pytest.mark.parametrize(
    ("distance", "result", "defends", "foe_strikes"),
    [
        (0, "too near", False, False),
        (2, "may strike", True, True),
        (6, "may strike", True, True),
        (7, "too far", True, True),
        (9, "too far", True, False),
    ],
)
def test_a_sword_against_a_spear(distance: int, result: str, defends: bool, foe_strikes: bool) -> None:
    """2 to 6 ft against 2 to 8; in defence only the nearest distance matters."""
    answer = REACH.roll({"weapon": "long-sword", "foe_weapon": "spear", "distance": distance})
    outcome = answer["outcome"]
    assert answer["verdict"]["value"] == result
    assert (outcome["you_may_defend"], outcome["foe_may_strike"]) == (defends, foe_strikes)


@pytest.mark.parametrize(
    ("stance", "strike_at", "ruling", "distance"),
    [
        ("foot", None, "instead", 4),
        ("foe rides", "rider", "instead", 6),
        ("you ride", None, "instead", 6),
        ("both ride", "rider", "instead", 8),
        ("both ride", "mount, from the front", "instead", 6),
        ("foe rides", "mount, from the front", "instead", 4),
        ("you lie prone, foe rides", "rider", "instead", 7),
        ("you lie prone, foe rides", "rider", "besides", 9),
        ("foe lies prone, you ride", None, "instead", 7),
        ("foe lies prone, you ride", None, "besides", 9),
    ],
)
def test_what_horses_add(stance: str, strike_at: str | None, ruling: str, distance: int) -> None:
    """+2 between foot and rider, +4 between riders, +3 for lying prone (in place of the +2, or besides)."""
    inputs = {"stance": stance, "distance": 4, "prone_reach": ruling, "weapon": "lance"}
    if strike_at:
        inputs["strike_at"] = strike_at
    assert REACH.roll(inputs)["outcome"]["distance"] == distance


@pytest.mark.parametrize(
    ("strike_at", "may"), [("rider", None), ("mount, from the front", False), ("mount, from the flank", True)]
)
def test_the_rider_defends_only_the_flank_of_the_mount(strike_at: str, may: bool | None) -> None:
    """Against an attack on the horse."""
    assert REACH.roll({"stance": "foe rides", "strike_at": strike_at})["outcome"]["rider_may_defend"] is may


@pytest.mark.parametrize(
    ("distance", "closing", "first", "rounds"),
    [
        (40, "both", "foe", 3),
        (40, "one", "foe", 6),
        (8, "both", "foe", 0),
        (20, "both", "foe", 1),
        (21, "both", "foe", 2),
        (5, "both", "both at once", 0),
    ],
)
def test_who_comes_into_range_first(distance: int, closing: str, first: str, rounds: int) -> None:
    """The longer weapon, at six feet a round each."""
    outcome = REACH.roll({"distance": distance, "closing": closing})["outcome"]
    assert (outcome["first"], outcome["rounds"]) == (first, rounds)
    swapped = REACH.roll({"distance": distance, "closing": closing, "weapon": "spear", "foe_weapon": "long-sword"})
    assert swapped["outcome"]["first"] == {"foe": "you"}.get(first, first)


def test_a_reach_has_nothing_left_to_dice() -> None:
    """The odds give the same sentence as the look-up."""
    assert REACH.odds({})["sentence"] == REACH.roll({})["sentence"]


ATTACK = {"use": "attack", "weapon": "long-sword", "foe": "1"}


@pytest.mark.parametrize(
    ("plan", "rules"),
    [
        ([ATTACK], []),
        ([ATTACK, {"use": "defend", "weapon": "dagger", "hand": "off", "foe": "all"}], []),
        ([ATTACK, {"use": "defend", "weapon": "dodge", "foe": "all"}], []),
        ([ATTACK, {"use": "attack", "weapon": "dagger", "hand": "off", "foe": "2"}], []),
        ([ATTACK, {"use": "attack", "weapon": "foot", "foe": "2"}], []),
        (
            [
                {"use": "attack", "weapon": "dagger", "foe": "1"},
                {"use": "attack", "weapon": "dagger", "hand": "off", "foe": "2"},
            ],
            [],
        ),
        ([ATTACK, {**ATTACK, "foe": "2"}], ["several-foes#different-weapons"]),
        ([ATTACK, {"use": "attack", "weapon": "dagger", "hand": "off", "foe": "1"}], ["several-foes#two-attacks"]),
        (
            [
                ATTACK,
                {"use": "attack", "weapon": "dagger", "hand": "off", "foe": "2"},
                {"use": "attack", "weapon": "foot", "foe": "3"},
            ],
            ["several-foes#two-attacks"],
        ),
        ([{**ATTACK, "foe": "all"}], ["several-foes#two-attacks"]),
        ([{**ATTACK, "weapon": "dodge"}], ["declaring#dodge"]),
        ([{"use": "defend", "weapon": "foot"}], ["declaring#defence"]),
        (
            [{**ATTACK, "weapon": "great-axe"}, {"use": "defend", "weapon": "targe", "hand": "off"}],
            ["several-foes#hands"],
        ),
        ([ATTACK, {"use": "defend", "weapon": "targe"}], ["several-foes#hands"]),
    ],
)
def test_what_one_round_allows(plan: list[dict[str, str]], rules: list[str]) -> None:
    """Two attacks at most, on different foes with different weapons; what hands can hold; what can defend."""
    answer = FOES.roll({"plan": plan})
    assert [each["rule"] for each in answer["outcome"]["objections"]] == [
        f"heroes-of-the-fall/{rule}" for rule in rules
    ]
    assert answer["verdict"]["value"] == ("not allowed" if rules else "allowed")


@pytest.mark.parametrize(
    ("ruling", "foe", "allowed"),
    [("never", "1", False), ("never", "2", False), ("same_foe", "1", True), ("same_foe", "2", False)],
)
def test_attack_and_defence_with_one_weapon(ruling: str, foe: str, allowed: bool) -> None:
    """Never, or only against the foe whom it attacks."""
    plan = [ATTACK, {"use": "defend", "weapon": "long-sword", "foe": foe}]
    answer = FOES.roll({"plan": plan, "attack_and_defend": ruling})
    assert (answer["verdict"]["value"] == "allowed") is allowed


def test_the_off_hand_costs_a_point() -> None:
    """In attack and in defence, but not for a dodge or a kick."""
    plan = [
        {"use": "attack", "weapon": "dagger", "hand": "off", "foe": "1"},
        {"use": "attack", "weapon": "foot", "hand": "off", "foe": "2"},
        {"use": "defend", "weapon": "dodge", "hand": "off"},
    ]
    assert FOES.roll({"plan": plan})["outcome"]["skill_modifiers"] == [-1, 0, 0]
