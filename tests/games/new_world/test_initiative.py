"""The order of a fight: ties, the first round under surprise, and exact chances beside a slow and sure count."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import InputError, find

INITIATIVE = find("new-world/initiative")

combatant = st.fixed_dictionaries(
    {
        "agility": st.integers(-2, 8),
        "wits": st.integers(0, 3),
        "player": st.booleans(),
        "side": st.sampled_from(["party", "foes", "others"]),
        "combat_reflexes": st.booleans(),
        "woods_runner": st.booleans(),
        "wary": st.booleans(),
    }
)
ambushes = st.sampled_from(["nobody", "party", "foes", "others", "chance"])


def one(name: str, agility: int, wits: int = 3, **more: Any) -> dict[str, Any]:
    """One combatant as inputs."""
    return {"name": name, "agility": agility, "wits": wits, **more}


def places(order: list[dict[str, Any]]) -> list[list[str]]:
    """The names of an order, place by place."""
    return [place["names"] for place in order]


def by_combatant(answer: dict[str, Any], name: str) -> dict[str, Fraction]:
    """One table of chances by combatant."""
    (table,) = (table for table in answer["outcomes"] if table["name"] == f"{name}_by_combatant")
    return {row["value"]: Fraction(row["fraction"]) for row in table["rows"]}


@pytest.mark.parametrize(
    ("combatants", "expected"),
    [
        ([one("slow", 2), one("quick", 6)], [["quick"], ["slow"]]),
        ([one("dull", 4, 1), one("sharp", 4, 2)], [["sharp"], ["dull"]]),
        ([one("bandit", 4, 2), one("hero", 4, 2, player=True)], [["hero"], ["bandit"]]),
        ([one("hero", 4, 1, player=True), one("bandit", 4, 2)], [["bandit"], ["hero"]]),
        ([one("Ann", 4, 2), one("Bob", 4, 2), one("Cid", 3)], [["Ann", "Bob"], ["Cid"]]),
        ([one("Ann", 4), one("Bob", 4, combat_reflexes=True)], [["Bob"], ["Ann"]]),
    ],
)
def test_order(combatants: list[dict[str, Any]], expected: list[list[str]]) -> None:
    """M25, Q24: initiative, then Wits, then player characters, and who is still tied acts together."""
    outcome = INITIATIVE.roll({"combatants": combatants})["outcome"]
    assert places(outcome["later"]) == expected
    assert places(outcome["first"]) == expected


def test_surprised_lose_the_first_round_only() -> None:
    """M26, G131: a number below zero loses the first round; from the second on the normal number counts."""
    answer = INITIATIVE.roll(
        {"combatants": [one("hero", 5, side="party"), one("raider", 3, side="foes")], "ambush": "foes"}, dice=[6]
    )
    assert answer["outcome"]["surprised"] == ["hero"]
    assert places(answer["outcome"]["first"]) == [["raider"]]
    assert answer["outcome"]["later"] == [
        {"number": 5, "names": ["hero"]},
        {"number": 3, "names": ["raider"]},
    ]
    assert "Surprised: hero" in answer["sentence"]


def test_zero_still_acts() -> None:
    """M26: a number of exactly zero acts in the first round."""
    outcome = INITIATIVE.roll({"combatants": [one("hero", 4)], "ambush": "chance"}, dice=[4])["outcome"]
    assert outcome["first"] == [{"number": 0, "names": ["hero"]}]
    assert outcome["count"] == 0


@pytest.mark.parametrize("more", [{"woods_runner": True}, {"wary": True}, {"side": "foes"}])
def test_who_does_not_roll(more: dict[str, Any]) -> None:
    """G132: ambushers, a Master Woods Runner and whoever saw it coming throw no die and keep their number."""
    answer = INITIATIVE.roll({"combatants": [one("sure", 2, **more)], "ambush": "foes"}, seed=1)
    assert answer["dice"] == []
    assert answer["outcome"]["first"] == [{"number": 2, "names": ["sure"]}]
    assert any(step["rule"] == "new-world/surprise#who-rolls" for step in answer["steps"])


def test_unthreatened_with_a_negative_number_acts() -> None:
    """M26: only whoever rolls can be surprised, however low the number of another."""
    outcome = INITIATIVE.roll({"combatants": [one("ox", -2)], "ambush": "nobody"})["outcome"]
    assert outcome["surprised"] == []
    assert outcome["first"] == [{"number": -2, "names": ["ox"]}]


def test_dice_are_taken_in_the_order_of_the_list() -> None:
    """Each who rolls has a die of its own; who does not is passed over."""
    company = [one("a", 5), one("b", 5, side="foes"), one("c", 5)]
    outcome = INITIATIVE.roll({"combatants": company, "ambush": "foes"}, dice=[1, 5])["outcome"]
    assert [(place["names"], place["number"]) for place in outcome["first"]] == [(["b"], 5), (["a"], 4), (["c"], 0)]


def test_names_are_told_apart() -> None:
    """Combatants of one name, and of none, get numbers."""
    company = [one("Bandit", 5), one("Bandit", 4), one("", 3), one(" ", 2)]
    outcome = INITIATIVE.roll({"combatants": company})["outcome"]
    assert places(outcome["later"]) == [["Bandit 1"], ["Bandit 2"], ["Combatant 1"], ["Combatant 2"]]


def test_names_that_look_alike_keep_their_dice() -> None:
    """A name that happens to equal a numbered one takes nobody else's die."""
    company = [one("Bandit", 6), one("Bandit", 1), one("Bandit 2", 6)]
    outcome = INITIATIVE.roll({"combatants": company, "ambush": "chance"}, dice=[1, 6, 2])["outcome"]
    assert [place["number"] for place in outcome["first"]] == [5, 4]
    assert outcome["count"] == 1


@settings(max_examples=60, deadline=None)
@given(st.lists(combatant, min_size=1, max_size=4), ambushes)
def test_chances_against_every_fall(company: list[dict[str, Any]], ambush: str) -> None:
    """The chances of each combatant and the number surprised equal a count over every fall of the dice."""
    company = [{**each, "name": f"c{place}"} for place, each in enumerate(company)]
    inputs = {"combatants": company, "ambush": ambush}
    ready = INITIATIVE.prepare(INITIATIVE.read(inputs)[0])
    falls = list(product(range(1, 7), repeat=len(ready.rolling)))
    lost = {each["name"]: 0 for each in company}
    first = dict(lost)
    for fall in falls:
        outcome = INITIATIVE.resolve(ready, INITIATIVE.dice(fall))
        for name in outcome.surprised:
            lost[name] += 1
        for name in outcome.first[0].names if outcome.first else ():
            first[name] += 1
    answer = INITIATIVE.odds(inputs)
    assert INITIATIVE.tally(ready).summary() == INITIATIVE.tally(ready, slow=True).summary()
    if not ready.rolling:
        assert [table["name"] for table in answer["outcomes"]] == []
        return
    assert by_combatant(answer, "surprised") == {name: Fraction(n, len(falls)) for name, n in lost.items()}
    assert by_combatant(answer, "first") == {name: Fraction(n, len(falls)) for name, n in first.items()}


@settings(max_examples=60, deadline=None)
@given(st.lists(combatant, min_size=1, max_size=8), ambushes, st.integers(0, 10**6))
def test_surprise_never_changes_later_rounds(company: list[dict[str, Any]], ambush: str, seed: int) -> None:
    """Property 13: from the second round on the order is the one without any surprise."""
    with_surprise = INITIATIVE.roll({"combatants": company, "ambush": ambush}, seed=seed)["outcome"]
    without = INITIATIVE.roll({"combatants": company, "ambush": "nobody"})["outcome"]
    assert with_surprise["later"] == without["later"]
    acting = sorted(name for place in with_surprise["first"] for name in place["names"])
    everybody = sorted(name for place in without["later"] for name in place["names"])
    assert sorted(acting + with_surprise["surprised"]) == everybody


def test_thirty_combatants_are_weighed_at_once() -> None:
    """The exact odds of a large fight need no list of all falls of thirty dice."""
    answer = INITIATIVE.odds({"combatants": [one(f"c{n}", n % 7) for n in range(30)], "ambush": "chance"})
    mean = sum(by_combatant(answer, "surprised").values(), Fraction(0))
    assert Fraction(answer["summary"]["mean_surprised"]["fraction"]) == mean
    assert answer["sentence"].startswith("Surprised in the first round: ")


def test_without_surprise_no_dice_and_no_chances() -> None:
    """Without surprise nothing is thrown, and the sentence is the order itself."""
    answer = INITIATIVE.odds({})
    assert [table["name"] for table in answer["outcomes"]] == []
    assert answer["sentence"] == INITIATIVE.roll({})["sentence"]
    (table,) = answer["figures"]["table"]
    assert table["title"] == "The order of the fight"


def test_nobody_is_no_fight() -> None:
    """An empty list is refused with the field's name."""
    with pytest.raises(InputError) as error:
        INITIATIVE.roll({"combatants": []})
    assert error.value.problems[0].field == "combatants"
