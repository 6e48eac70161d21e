"""Holds, weapons lost, two weapons, feints and free attacks of New World: what each throw leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.new_world.fights import PRESETS, Table


def inputs(table: Table, attacker: str, target: str, name: str) -> dict[str, Any]:
    """The inputs of one way to attack."""
    return dict(table.attacks(attacker, target)[name].inputs)


def test_a_hold_from_seizing_to_breaking_free() -> None:
    """Seized, squeezed against Endurance alone, and free again; a hold binds both to each other."""
    table = Table("brawler", "raider", "bandit", distance=1)
    table.attack("Brawler", "Raider", "seize", [4, 4, 2, 2])
    assert table["Brawler"].has("holding")
    assert table["Raider"].has("held")
    assert list(table.attacks("Brawler", "Bandit")) == []
    assert list(table.attacks("Brawler", "Raider")) == ["squeeze", "unarmed-1-standard-attack"]
    assert list(table.attacks("Raider", "Brawler")) == ["break-free", "unarmed-standard-attack"]

    table.attack("Brawler", "Raider", "squeeze", [3, 3, 3, 3])
    won_by = 6 + 4 + 1 + 1 - (6 + 4)
    assert table["Raider"].marks["wounds"] == 12 - (3 + won_by + 1 - 3)

    table.attack("Raider", "Brawler", "break-free", [6, 6, 1, 1])
    assert not table["Brawler"].has("holding")
    assert not table["Raider"].has("held")


def test_a_squeeze_that_is_lost_badly() -> None:
    """The foe is free and strikes at once."""
    table = Table("brawler", "raider", distance=1)
    table.attack("Brawler", "Raider", "seize", [4, 4, 2, 2])
    table.attack("Brawler", "Raider", "squeeze", [1, 1, 6, 6])
    assert not table["Raider"].has("held")
    assert "Raider strikes Brawler at once: a free attack" in table.told


def test_a_holder_who_falls_lets_go() -> None:
    """Who is out of the fight holds nobody."""
    table = Table("brawler", "raider", distance=1)
    table.attack("Brawler", "Raider", "seize", [4, 4, 2, 2])
    table.do("mark", "Brawler", mark="wounds", to=1)
    table.attack("Raider", "Brawler", "unarmed-standard-attack", [6, 5, 5])
    assert table["Brawler"].marks["wounds"] == 0
    assert not table["Raider"].has("held")


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ([6, 6, 1, 1, 4], "holds the weapon in the free hand"),
        ([6, 3, 3, 2, 4], "lands 4 paces away"),
        ([3, 3, 3, 2, 4], "lies at the feet of Raider"),
    ],
)
def test_a_weapon_is_lost_and_picked_up(dice: list[int], said: str) -> None:
    """Taken, flung, dropped: the first weapon of the sheet is gone until a Ready action."""
    table = Table("raider", distance=1)
    table.preset("marguerite", disarm=True, weapons=[{"weapon": "smallsword", "rank": 0}], melee_skill=4)
    table.do("begin")
    table.attack("Marguerite", "Raider", "disarm", dice)
    assert said in table.told
    assert table["Marguerite"].used == {"halves": 2, "attacks": 1}
    assert "cutlass-1-standard-attack" not in table.attacks("Raider", "Marguerite")
    assert "disarm" not in table.attacks("Marguerite", "Raider")
    table.do("next")
    table.do("option", "Raider", option="ready")
    assert "cutlass-1-standard-attack" in table.attacks("Raider", "Marguerite")


def test_a_failed_disarm() -> None:
    """Lost by far, it gives the foe a free attack; teeth cannot be disarmed at all."""
    table = Table("marguerite", "raider", "wolf", distance=1)
    table.attack("Marguerite", "Raider", "disarm", [1, 1, 6, 6, 1])
    assert not table["Raider"].has("disarmed")
    assert "Raider strikes Marguerite at once" in table.told
    assert "disarm" not in table.attacks("Marguerite", "Wolf")


def test_two_weapons_and_one() -> None:
    """The off hand's knife is offered with the talents; a shield leaves only one weapon; both blows add up."""
    table = Table("raider", distance=1)
    table.preset("marguerite", ambidextrous=True)
    table.preset("thom")
    two = inputs(table, "Marguerite", "Raider", "swift-two")
    assert (two["off_hand"], two["ambidextrous"], two["off_rank"]) == ("knife", True, 0)
    assert "swift-two" not in table.attacks("Thom", "Raider")
    table.attack("Marguerite", "Raider", "swift-one", [4, 5, 5, 4, 5, 5])
    assert table["Raider"].marks["wounds"] == 12 - 6 - 6
    assert table["Raider"].has("critical-wound") is False
    table.do("mark", "Raider", mark="wounds", to=7)
    table.attack("Marguerite", "Raider", "swift-one", [4, 5, 5, 4, 5, 5])
    assert "Raider: 5 more than was left" in table.told


def test_the_second_blow_on_another_foe_is_told() -> None:
    """Whom it hits the calculator does not know, so the game master takes it off."""
    table = Table("marguerite", "raider", distance=1)
    table.attack("Marguerite", "Raider", "swift-one", [1, 2, 1, 5, 6, 5], same_foe=False)
    assert table["Raider"].marks["wounds"] == 12
    assert "on the other foe: Wounds" in table.told


def test_a_pistol_in_the_off_hand_is_empty_afterwards() -> None:
    """It shoots in a Swift Attack and is heard."""
    table = Table("raider", distance=1)
    table.preset("marguerite", weapons=[{"weapon": "smallsword"}, {"weapon": "pistol", "off_hand": True}])
    found = inputs(table, "Marguerite", "Raider", "swift-two")
    assert (found["off_hand"], found["loaded"], found["distance"]) == ("pistol", True, 1)
    table.attack("Marguerite", "Raider", "swift-two", [1, 2, 1, 5, 6, 5])
    assert table["Marguerite"].marks["loaded-pistol"] == 0
    assert "Everybody has heard the shot" in table.told


def test_a_feint_and_the_blow_after_it() -> None:
    """Both cost their half, the attack counts once, and what was aimed is used up."""
    table = Table("marguerite", "raider", distance=1)
    table.do("begin")
    table.attack("Marguerite", "Raider", "feint", [6, 6, 1, 1, 4, 5, 5])
    assert table["Raider"].marks["wounds"] == 12 - 10
    assert table["Marguerite"].used == {"halves": 2, "attacks": 1}


@pytest.mark.parametrize(("dice", "moved"), [([6, 6, 1, 1], True), ([1, 1, 6, 6], False)])
def test_a_manoeuvre_moves_nobody_by_itself(dice: list[int], moved: bool) -> None:
    """Where both stand then, the game master sees on the map."""
    table = Table("marguerite", "raider", distance=1)
    table.do("begin")
    table.attack("Marguerite", "Raider", "manoeuvre-push", dice)
    assert ("See who has whom in reach now" in table.told) is moved
    assert table["Marguerite"].used == {"halves": 1}


def test_all_out_attack_opens_the_guard() -> None:
    """Both Defences suffer until the own next turn; the whole turn is spent."""
    table = Table("marguerite", "raider", distance=1)
    table.do("begin")
    table.attack("Marguerite", "Raider", "smallsword-1-all-out-attack", [1, 2, 1])
    assert table["Marguerite"].has("all-out-attack")
    assert table["Marguerite"].used == {"halves": 2, "attacks": 1}
    assert table.attacks("Marguerite", "Raider")["swift-one"].note == "the attack action is spent"


def test_a_free_attack_costs_nothing_and_is_counted() -> None:
    """It takes no part of the turn, and the aim is kept."""
    table = Table("marguerite", "raider", distance=1)
    table.do("begin")
    table.do("gain", "Raider", condition="aiming")
    table.attack("Raider", "Marguerite", "free-attack", [6, 5, 1])
    assert table["Raider"].used == {"free-attacks": 1}
    assert table["Raider"].has("aiming")
    assert inputs(table, "Raider", "Marguerite", "free-attack")["taken"] == 1


def test_a_free_attack_at_one_who_has_just_left() -> None:
    """Out of reach already, the mover can still be struck at by those that were left."""
    table = Table("marguerite", "raider")
    table.do("begin")
    found = table.attacks("Raider", "Marguerite")["free-attack"]
    assert found.note == "only if the target has just left your reach"


def test_what_is_too_much_for_the_turn_is_told_and_done() -> None:
    """The game master has the last word: the log names the rule."""
    table = Table("marguerite", "raider", distance=1)
    table.do("begin")
    for _ in range(2):
        table.attack("Marguerite", "Raider", "smallsword-1-standard-attack", [1, 2, 1])
    assert "has had the attack action of this turn" in table.told
    assert table["Marguerite"].used == {"halves": 2, "attacks": 2}
    table.attack("Marguerite", "Raider", "smallsword-1-standard-attack", [1, 2, 1])
    assert "has not that much of the turn left" in table.told
    table.attack("Raider", "Marguerite", "cutlass-1-standard-attack", [1, 2, 1])
    assert "It is not Raider's turn" in table.told


def test_a_look_at_other_calculators_changes_nothing() -> None:
    """A hold over rounds and a series of attacks are forecasts, no deeds."""
    table = Table("marguerite", "raider", distance=1)
    before = table.fight
    table.do(
        "apply", attacker=table["Marguerite"].id, target=table["Raider"].id, resolver="new-world/wounds-to-drop",
        inputs={"within": 1}, dice=[4, 5, 5],
    )  # fmt: skip
    assert table.fight == before


def test_presets_of_the_chapter_carry_its_values() -> None:
    """Marguerite, the raider and the bandit as the chapter has them."""
    marguerite, raider, bandit = (PRESETS[name].sheet for name in ("marguerite", "raider", "bandit"))
    assert (marguerite.might, marguerite.agility, marguerite.melee_skill) == (2, 5, 5)
    assert (raider.melee_defence, raider.endurance, raider.armour) == (10, 3, ("hide-jerkin",))
    assert bandit.melee_skill + bandit.weapons[0].rank == 4
