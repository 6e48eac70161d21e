"""Attacks of New World filled from two sheets and their states, and what each throw leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from companion import find
from tests.games.new_world.fights import PRESETS, Table


def inputs(table: Table, attacker: str, target: str, name: str) -> dict[str, Any]:
    """The inputs of one way to attack."""
    return dict(table.attacks(attacker, target)[name].inputs)


def test_marguerite_against_the_raider_is_the_example_of_the_book() -> None:
    """The sheets give every input of the worked example, and its result."""
    table = Table("marguerite", "raider", distance=1)
    found = inputs(table, "Marguerite", "Raider", "smallsword-1-standard-attack")
    example = find("new-world/attack").example("marguerite")
    assert {name: found[name] for name in example.inputs} == dict(example.inputs)
    table.attack("Marguerite", "Raider", "smallsword-1-standard-attack", [4, 5, 5])
    assert table["Raider"].marks["wounds"] == 4
    assert "The target has 4 left" in table.told


def test_the_likeliest_comes_first() -> None:
    """A swordswoman charges, an archer shoots; up close the blade in hand comes first, out of turn a free attack."""
    table = Table("marguerite", "archer", "raider")
    assert next(iter(table.attacks("Marguerite", "Raider"))) == "smallsword-1-charge"
    assert next(iter(table.attacks("Archer", "Raider"))) == "longbow-1-shot"
    table.do("scene", inputs={"distance": 1})
    assert next(iter(table.attacks("Archer", "Raider"))) == "knife-2-standard-attack"
    table.do("begin")
    assert table.acting == ["Marguerite"]
    assert next(iter(table.attacks("Marguerite", "Raider"))) == "smallsword-1-standard-attack"
    assert next(iter(table.attacks("Raider", "Marguerite"))) == "free-attack"


@pytest.mark.parametrize(
    ("condition", "of", "expected"),
    [
        ("prone", "Raider", {"target_prone": True}),
        ("all-out-attack", "Raider", {"target_all_out_attack": True}),
        ("all-out-defence", "Raider", {"target_all_out_defence": True}),
        ("parrying", "Raider", {"target_parrying": True}),
        ("ran", "Raider", {"target_ran": True}),
        ("feinted", "Raider", {"feint_won": True}),
        ("aiming", "Marguerite", {"aim": 1}),
        ("higher-ground", "Marguerite", {"higher_ground": True}),
        ("mounted", "Marguerite", {"mounted": True, "target_is": "on foot"}),
        ("weapon", "Raider", {"target_prone": False, "aim": 0}),
    ],
)
def test_conditions_reach_the_calculator(condition: str, of: str, expected: dict[str, Any]) -> None:
    """Each state of either side stands in the inputs of a blow."""
    table = Table("marguerite", "raider", distance=1)
    if condition != "weapon":
        table.do("gain", of, condition=condition)
    found = inputs(table, "Marguerite", "Raider", "smallsword-1-standard-attack")
    assert {name: found[name] for name in expected} == expected


def test_fatigue_and_what_is_left_reach_the_calculator() -> None:
    """The running numbers count as they now are."""
    table = Table("marguerite", "raider", distance=1)
    table.do("mark", "Marguerite", mark="fatigue", to=2)
    table.do("mark", "Raider", mark="wounds", to=5)
    found = inputs(table, "Marguerite", "Raider", "smallsword-1-standard-attack")
    assert (found["fatigue"], found["target_wounds"]) == (2, 5)


def test_riders_and_the_large() -> None:
    """The saddle counts against those on foot, neither against riders nor against Large foes."""
    table = Table("lancer")
    table.preset("marguerite")
    table.preset("brawler", size="Large")
    table.do("gain", "Lancer", condition="mounted")
    table.do("scene", inputs={"distance": 8})
    lance = "lance-1-charge"
    assert inputs(table, "Lancer", "Marguerite", lance)["target_is"] == "on foot"
    assert inputs(table, "Lancer", "Brawler", lance)["target_is"] == "Large or bigger"
    table.do("gain", "Marguerite", condition="mounted")
    assert inputs(table, "Lancer", "Marguerite", lance)["target_is"] == "mounted"
    table.attack("Lancer", "Marguerite", lance, [5, 6, 1])
    assert "critical hit" in table.told


@pytest.mark.parametrize(("distance", "charges"), [(2, False), (4, False), (5, True), (9, True), (10, False)])
def test_a_charge_needs_its_run_up(distance: int, charges: bool) -> None:
    """M32: from 4 paces up to the Movement (8 here), to the square beside the foe."""
    table = Table("marguerite", "raider", distance=distance)
    assert ("smallsword-1-charge" in table.attacks("Marguerite", "Raider")) is charges


@pytest.mark.parametrize("condition", ["prone", "wound-forbids-running"])
def test_no_charge_for_the_fallen_and_the_hurt(condition: str) -> None:
    """Who lies on the ground or must not run does not charge; a halved Movement is too short."""
    table = Table("marguerite", "raider", distance=8)
    assert "smallsword-1-charge" in table.attacks("Marguerite", "Raider")
    table.do("gain", "Marguerite", condition=condition)
    assert "smallsword-1-charge" not in table.attacks("Marguerite", "Raider")
    table.do("lose", "Marguerite", condition=condition)
    table.do("gain", "Marguerite", condition="wound-halves")
    assert "smallsword-1-charge" not in table.attacks("Marguerite", "Raider")


@pytest.mark.parametrize(("foes", "bonus"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_outnumbering_counts_those_around(foes: int, bonus: int) -> None:
    """G149: every able foe who has struck at the target is around it."""
    table = Table("thom", distance=1)
    table.preset("bandit", foes)
    names = [one.name for one in table.fight.combatants[1:]]
    for name in names:
        table.attack(name, "Thom", "cutlass-1-standard-attack", [1, 2, 1])
    found = inputs(table, names[0], "Thom", "cutlass-1-standard-attack")
    assert found["attackers"] == bonus
    assert inputs(table, "Thom", names[0], "cutlass-1-standard-attack")["attackers"] == 1


def test_who_does_not_count_for_outnumbering() -> None:
    """G150: of four foes, one prone and one surprised, two are left, and the second is out of the fight."""
    table = Table("thom", distance=1)
    table.preset("bandit", 4)
    names = [one.name for one in table.fight.combatants[1:]]
    for name in names:
        table.attack(name, "Thom", "cutlass-1-standard-attack", [1, 2, 1])
    table.do("gain", names[2], condition="prone")
    table.do("gain", names[3], condition="surprised")
    assert inputs(table, names[0], "Thom", "cutlass-1-standard-attack")["attackers"] == 2
    table.do("out", names[1])
    assert inputs(table, names[0], "Thom", "cutlass-1-standard-attack")["attackers"] == 1


def test_two_against_two_are_two_pairs_until_somebody_joins() -> None:
    """Reach is kept for each pair: who strikes at a second foe has both in reach, the others have not."""
    table = Table("marguerite", "thom", "raider", "bandit", distance=1)
    table.attack("Marguerite", "Raider", "smallsword-1-standard-attack", [1, 2, 1])
    table.attack("Thom", "Bandit", "cutlass-1-standard-attack", [1, 2, 1])

    def around(attacker: str, target: str, name: str) -> Any:
        return inputs(table, attacker, target, name)["attackers"]

    sword, axe = "smallsword-1-standard-attack", "cutlass-1-standard-attack"
    assert around("Raider", "Marguerite", axe) == around("Thom", "Bandit", axe) == 1
    table.attack("Bandit", "Marguerite", axe, [1, 2, 1])
    assert around("Raider", "Marguerite", axe) == around("Bandit", "Marguerite", axe) == 2
    assert around("Marguerite", "Bandit", sword) == around("Thom", "Bandit", axe) == 2
    assert around("Marguerite", "Raider", sword) == around("Bandit", "Thom", axe) == 1


def test_more_melees_than_letters() -> None:
    """Six pairs have a letter each; of the seventh the game master is told, and nobody gets a wrong one."""
    table = Table(distance=1)
    table.preset("thom", 7)
    table.preset("bandit", 7)
    heroes, bandits = (
        [one.name for one in table.fight.combatants if one.side.value == side] for side in ("party", "foes")
    )
    for hero, bandit in zip(heroes, bandits, strict=True):
        table.attack(hero, bandit, "cutlass-1-standard-attack", [1, 2, 1])
    assert "Every letter of a melee is taken" in table.told
    assert [len(table[name].conditions) for name in bandits] == [1] * 6 + [0]


def test_a_shot_from_the_thick_of_it() -> None:
    """A foe in the shooter's reach, an ally in the target's, cover, distance, and the talent where it helps."""
    table = Table("archer", "thom", "raider", "bandit", distance=15)
    shot = inputs(table, "Archer", "Raider", "longbow-1-shot")
    assert (shot["foe_in_reach"], shot["into_melee"], shot["cover"], shot["sharpshooter"]) == (
        False,
        False,
        "none",
        "no such talent",
    )
    assert "ally_endurance" not in shot
    table.attack("Thom", "Raider", "cutlass-1-standard-attack", [1, 2, 1])
    table.attack("Bandit", "Archer", "cutlass-1-standard-attack", [1, 2, 1])
    table.do("gain", "Raider", condition="light-cover")
    shot = inputs(table, "Archer", "Raider", "longbow-1-shot")
    assert (shot["foe_in_reach"], shot["into_melee"], shot["cover"]) == (True, True, "light")
    assert (shot["ally_endurance"], shot["ally_armour"], shot["sharpshooter"]) == (3, 2, "the target's cover")
    table.do("lose", "Raider", condition="light-cover")
    table.do("scene", inputs={"distance": 70})
    assert inputs(table, "Archer", "Raider", "longbow-1-shot")["sharpshooter"] == "the range penalty"
    assert table.attacks("Archer", "Raider")["knife-2-shot"].note == "out of range"


def test_a_stray_shot_hits_the_only_ally() -> None:
    """G86: a plain stray of the longbow does 5 against Endurance 3 without armour; with two allies the dice decide."""
    table = Table("archer", "raider", distance=15)
    table.preset("thom", armour=[])
    table.attack("Thom", "Raider", "cutlass-1-standard-attack", [1, 2, 1])
    table.attack("Archer", "Raider", "longbow-1-shot", [1, 2, 1])
    assert table["Thom"].marks["wounds"] == 13 - 5
    assert "strays into Thom" in table.told
    table.preset("brawler")
    table.attack("Brawler", "Raider", "unarmed-1-standard-attack", [1, 2, 1])
    table.attack("Archer", "Raider", "longbow-1-shot", [1, 2, 1])
    assert table["Thom"].marks["wounds"] == 13 - 5
    assert "roll who is hit of Thom and Brawler. Wounds 5, legs" in table.told


def test_a_gun_is_empty_and_heard() -> None:
    """G143: after the shot two rounds of loading; what hid the shooter is over."""
    table = Table("musketeer", "marguerite", distance=15)
    table.do("gain", "Musketeer", condition="hidden")
    table.do("begin")
    table.until("Musketeer")
    table.attack("Musketeer", "Marguerite", "musket-1-shot", [5, 6, 1])
    shooter = table["Musketeer"]
    assert (shooter.marks["loaded-musket"], shooter.has("hidden")) == (0, False)
    assert "Everybody has heard the shot" in table.told
    shot = table.attacks("Musketeer", "Marguerite")["musket-1-shot"]
    assert shot.inputs["loaded"] is False
    assert shot.note.startswith("not loaded")
    assert find("new-world/attack").roll(shot.inputs, seed=1)["refused"]["rule"] == "new-world/firearms#reload"
    for done in (1, 0):
        table.until("Musketeer")
        table.do("option", "Musketeer", option="reload-musket")
        assert table["Musketeer"].marks["loading"] == done
    assert table["Musketeer"].marks["loaded-musket"] == 1
    table.until("Musketeer")
    assert table.plan("Musketeer")["reload"].why_not == "nothing that you carry has to be loaded."


def test_a_misfire_is_cleared_before_it_is_loaded() -> None:
    """G144: clear, load, load; nobody has heard a shot."""
    table = Table("musketeer", "marguerite", distance=15)
    table.do("gain", "Musketeer", condition="hidden")
    table.do("begin")
    table.until("Musketeer")
    table.attack("Musketeer", "Marguerite", "musket-1-shot", [1, 1, 1])
    assert table["Musketeer"].has("misfired")
    assert table["Musketeer"].has("hidden")
    assert "Rounds to clear it: 1; then, to load it: 2" in table.told
    for option in ("reload", "reload-musket", "reload-musket"):
        assert table["Musketeer"].marks["loaded-musket"] == 0
        table.until("Musketeer")
        table.do("option", "Musketeer", option=option)
    assert table["Musketeer"].marks["loaded-musket"] == 1
    assert not table["Musketeer"].has("misfired")


def test_a_brace_of_pistols() -> None:
    """Two shots before the first reload."""
    table = Table("raider", distance=1)
    table.preset("thom", weapons=[{"weapon": "cutlass"}, {"weapon": "pistol", "count": 2}])
    for left in (1, 0):
        assert inputs(table, "Thom", "Raider", "pistol-2-shot")["loaded"] is True
        table.attack("Thom", "Raider", "pistol-2-shot", [1, 2, 1])
        assert table["Thom"].marks["loaded-pistol"] == left
    assert inputs(table, "Thom", "Raider", "pistol-2-shot")["loaded"] is False


@pytest.mark.parametrize(
    ("condition", "of", "expected"),
    [
        ("magic", "Marguerite", {"magic": True, "powder": "dry"}),
        ("damp-powder", "Musketeer", {"magic": False, "powder": "damp"}),
        ("soaked-powder", "Musketeer", {"magic": False, "powder": "soaked"}),
    ],
)
def test_powder_and_magic_reach_the_gun(condition: str, of: str, expected: dict[str, Any]) -> None:
    """Whoever used magic within sight, and what the shooter's powder is like."""
    table = Table("musketeer", "marguerite", distance=15)
    table.do("gain", of, condition=condition)
    found = inputs(table, "Musketeer", "Marguerite", "musket-1-shot")
    assert {name: found[name] for name in expected} == expected


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
