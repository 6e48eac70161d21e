"""What the New World chapter says in passing is what the engine works out."""

from __future__ import annotations

from typing import Any

from companion import find

GAME = "new-world"


def mean_wounds(resolver: str, example: str, **changed: Any) -> float:
    """The mean Wounds of an example, with some fields changed."""
    calculator = find(f"new-world/{resolver}")
    number: float = calculator.odds({**calculator.example(example).inputs, **changed})["summary"]["mean_wounds"][
        "number"
    ]
    return number


def test_marguerite_takes_eight_wounds(shown: dict[str, str]) -> None:
    """The first throw: a total of 15, a margin of 5, 8 Wounds."""
    text = shown['example("new-world/attack", "marguerite")']
    assert "a total of 15" in text
    assert "margin of 5: 8 Wounds" in text


def test_her_critical_hit_takes_ten(shown: dict[str, str]) -> None:
    """The second throw: the total is one lower, so the margin is 4; critical, 10 Wounds."""
    text = shown['example("new-world/attack", "marguerite-critical")']
    assert "a total of 14" in text
    assert "critical" in text
    assert "margin of 4: 10 Wounds" in text


def test_the_second_throw_is_told_as_it_is(told: str) -> None:
    """The text beside it speaks of the margin that falls."""
    assert "the throw is one lower than before, so it loses a point" in told


def test_a_knife_is_no_second_smallsword(told: str) -> None:
    """Smallsword and knife take fewer Wounds than the smallsword twice, until both talents are learnt."""
    assert "It is not, unless she learns what those talents teach." in told
    twice = mean_wounds("swift-attack", "one-smallsword")
    assert mean_wounds("swift-attack", "sword-and-knife") < twice
    assert mean_wounds("swift-attack", "sword-and-knife", ambidextrous=True, dual_wielder=True) > twice


def test_the_fencer_of_the_ruling(told: str) -> None:
    """Might 4, Agility 5, a weapon of Damage 3: 3 is added, or 4 under the other reading."""
    assert "a fencer with Might 4, Agility 5 and a weapon of Damage 3 adds 3" in told
    attack = find("new-world/attack")
    fencer = {"weapon": "smallsword", "might": 4, "agility": 5}
    strict, best = (
        attack.roll({**fencer, "stat_choice": reading}, dice=[6, 5, 5])["measures"]["wounds"]
        for reading in ("strict", "best")
    )
    assert best - strict == 4 - 3


def test_the_jumps_of_the_ruling(told: str) -> None:
    """With Might 5, 3 paces with a run-up and 2 without."""
    assert "with Might 5 you jump 3 paces with a run-up and 2 without" in told
    steps = find("new-world/movement").roll({"might": 5})["steps"]
    values = [step["value"] for step in steps if step["rule"] == "new-world/movement#jumping"]
    assert values == [3, 2]


def test_the_knife_and_the_longbow_stop_at_their_damage(told: str) -> None:
    """A very deft hand adds 2 with a knife and 4 with a longbow."""
    assert "a knife, with Damage 2, never takes more than 2, and the longbow stops at 4" in told
    attack = find("new-world/attack")
    for weapon, most in (("knife", 2), ("longbow", 4)):
        steps = attack.roll({"weapon": weapon, "agility": 12}, dice=[6, 5, 5])["steps"]
        assert [step["value"] for step in steps if step["rule"] == "new-world/attack#agility"] == [most]


def test_a_miss_strays(shown: dict[str, str]) -> None:
    """The archer's 1 and 2 find the friend."""
    assert "hits an ally" in shown['example("new-world/attack", "shot-into-melee", dice=[1, 2, 4])']


def test_magic_spoils_the_shot(shown: dict[str, str]) -> None:
    """A 1 and a 3 near magic are a misfire."""
    assert "misfire" in shown['example("new-world/attack", "musket-near-magic", dice=[1, 3, 2])']
