"""Attacks of New World filled from two sheets and their states, and what each throw leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from companion import find
from tests.games.new_world.fights import Table


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
