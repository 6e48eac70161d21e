"""The encounter tracker: charges, Martial Moves, mounts, and what each leaves behind."""

from __future__ import annotations

import pytest

from tests.games.darkmaster.fights import TRACKER, Table

PLAIN = {"defence": 25, "armour": "na", "shield": "none"}


def test_a_charge_leaves_no_parry() -> None:
    """To the end of the round; both are Engaged after it, so that the next one is refused."""
    table = Table("swordsman", "brigand")
    table.do("begin")
    table.throw("swordsman", "brigand", "charge", 20)
    assert table["swordsman"].conditions == {"no-parry": 1, "engaged": None}
    table.do("declare", "swordsman", inputs={"parry": 40})
    assert table.attack("brigand", "swordsman", "blow-0").inputs["foe_parry"] == 0
    assert "charge" not in table.names("swordsman", "brigand")


def test_a_shield_that_strikes_does_not_protect() -> None:
    """For the round; its blow uses the better of Blunt and Brawl."""
    table = Table("knight", "brigand", knight={"mounted": False})
    assert table.attack("brigand", "knight", "blow-0").inputs["shield"] == "full"
    table.throw("knight", "brigand", "shield-bash", 20)
    assert table["knight"].conditions["shield-strikes"] == 1
    assert table.attack("brigand", "knight", "blow-0").inputs["shield"] == "none"


def test_an_improvised_weapon_has_its_own_rule() -> None:
    """The farmer's pitchfork."""
    table = Table("pitchfork-mob", "brigand")
    assert table.attack("pitchfork-mob", "brigand", "blow-0").resolver == "darkmaster/improvised"


@pytest.mark.parametrize(
    ("mine", "foes", "marks", "conditions"),
    [
        (80, 30, {"swordsman": 60, "brigand": 0}, {"engaged"}),
        (30, 80, {"swordsman": 0, "brigand": 40}, {"engaged"}),
        (4, 80, {"swordsman": 0, "brigand": 66}, {"engaged"}),
        (40, 50, {"swordsman": 0, "brigand": 0}, {"engaged"}),
    ],
)
def test_a_feint_gives_the_winner_the_margin(mine: int, foes: int, marks: dict[str, int], conditions: set[str]) -> None:
    """Deceive 50 with a Martial weapon, and a Full Action besides, against Perception 40: the dice and 10 decide."""
    table = Table("swordsman", "brigand")
    table.do("begin")
    thrown = [mine, 60, foes] if mine <= 5 else [mine, foes]
    table.throw("swordsman", "brigand", "feint", *thrown)
    total = (mine if mine > 5 else mine - 60) + 50 - foes - 40
    assert {name: table[name].marks["feint"] for name in marks} == {
        "swordsman": max(0, total), "brigand": max(0, -total),
    }  # fmt: skip
    assert set(table["swordsman"].conditions) - {"fumbling"} == conditions
    assert table["swordsman"].used == {"half": 1}
    table.next_round()
    assert {name: table[name].marks["feint"] for name in marks} == {"swordsman": 0, "brigand": 0}


def test_a_failed_move_asks_for_the_fumble_table() -> None:
    """A Critical Failure of a Disarm: the Fumble Table comes first, and its roll takes the duty off."""
    table = Table("swordsman", "brigand")
    table.throw("swordsman", "brigand", "disarm", 1, 99, 60, 50)
    assert table["swordsman"].has("fumbling")
    assert table.option("swordsman", "attack").why_not == "the Fumble Table comes first."
    assert table.names("swordsman", "brigand")[0] == "fumble"
    table.throw("swordsman", "brigand", "fumble", 40)
    assert not table["swordsman"].has("fumbling")
    assert table["swordsman"].has("assessment")


def test_disarm_takes_the_weapon_and_not_from_a_beast() -> None:
    """A win drops it; claws and teeth cannot be dropped; what is gone is not taken twice."""
    table = Table("swordsman", "brigand", "wolf")
    table.throw("swordsman", "brigand", "disarm", 60, 20)
    assert table["brigand"].has("disarmed")
    assert "Of the weapon: the weapon drops" in table.lines
    assert "gone already" in table.attack("swordsman", "brigand", "disarm").note
    assert "cannot be dropped" in table.attack("swordsman", "wolf", "disarm").note


def test_knock_down_fells_the_foe_or_costs_the_balance() -> None:
    """A beast answers with the CMB of its attack."""
    table = Table("swordsman", "brigand", "wolf")
    assert table.attack("swordsman", "wolf", "knock-down").inputs["foe_brawl"] == 55
    table.throw("swordsman", "brigand", "knock-down", 80, 20)
    assert table["brigand"].has("prone")
    table.throw("swordsman", "wolf", "knock-down", 20, 80)
    assert table["swordsman"].has("assessment")


def test_a_lock_binds_both_until_a_contest_ends_it() -> None:
    """Locked, only the contest is left; its winner ends the Lock."""
    table = Table("swordsman", "brigand")
    table.throw("swordsman", "brigand", "lock", 80, 20)
    assert table["swordsman"].has("locked")
    assert table["brigand"].has("locked")
    assert table.names("swordsman", "brigand") == ["contest"]
    assert "neither move nor attack" in table.attack("swordsman", "brigand", "blow-0").note
    table.throw("swordsman", "brigand", "contest", 80, 20)
    assert not table["swordsman"].has("locked")
    assert not table["brigand"].has("locked")
    lost = Table("swordsman", "brigand")
    lost.throw("swordsman", "brigand", "lock", 10, 90)
    assert lost["swordsman"].has("fumbling")


@pytest.mark.parametrize(
    ("dice", "conditions", "attack"),
    [
        ([1, 97, 60], {"thrown-off", "prone"}, True),
        ([8, ], {"mount-restive"}, False),
        ([10], {"mount-for-now"}, True),
        ([40], {"mount-controlled"}, True),
        ([96, 30], {"mount-mastered"}, True),
    ],
)  # fmt: skip
def test_a_ride_check_comes_first(dice: list[int], conditions: set[str], attack: bool) -> None:
    """Ride 60 on a destrier: every band leaves its condition; only an uncontrolled mount forbids the attack."""
    table = Table("knight", "brigand", knight={"ride": 50})
    table.do("begin")
    assert "knight rolls for Ride before fighting from the saddle" in table.lines
    assert table.names("knight", "brigand") == ["ride"]
    table.throw("knight", "brigand", "ride", *dice)
    assert set(table["knight"].conditions) == conditions
    assert ("blow-1" in table.names("knight", "brigand")) is attack


def test_what_the_mount_does_to_its_rider() -> None:
    """Restive: held with a Half Action or uncontrolled, at DEF −20; mastered: DEF +20 and Higher Ground."""
    table = Table("knight", "brigand")
    table.do("begin")
    table.do("gain", "knight", condition="mount-restive")
    assert table.attack("brigand", "knight", "blow-0").inputs["defence"] == 0
    table.do("option", "knight", option="hold-mount")
    assert table.attack("brigand", "knight", "blow-0").inputs["defence"] == 20
    assert table.attack("knight", "brigand", "blow-0").inputs["half_action"] is True
    assert table.attack("knight", "brigand", "charge").inputs["ride"] == "failure"
    table.do("lose", "knight", condition="mount-restive")
    table.do("gain", "knight", condition="mount-mastered")
    assert table.attack("brigand", "knight", "blow-0").inputs["defence"] == 40
    assert table.attack("knight", "brigand", "blow-0").inputs["higher_ground"] is True
    assert table.option("knight", "control-mount").allowed


def test_a_partial_success_is_rolled_again() -> None:
    """Its condition ends with the round, and the check is due once more."""
    table = Table("knight", "brigand")
    table.do("gain", "knight", condition="mount-for-now", rounds=1)
    table.do("begin")
    assert "ride" not in table.names("knight", "brigand")
    table.next_round()
    assert table.names("knight", "brigand") == ["ride"]


def test_a_standing_mount_needs_no_check() -> None:
    """The rider fights, without Higher Ground under the ruling in force; short weapons do not serve."""
    table = Table("knight", "brigand", knight={"weapons": [{"weapon": "lance"}, {"weapon": "dagger"}]})
    table.do("gain", "knight", condition="mount-still")
    names = table.names("knight", "brigand")
    assert ("blow-0" in names, "blow-1" in names, "ride" in names) == (True, False, False)
    assert table.attack("knight", "brigand", "blow-0").inputs["higher_ground"] is False


@pytest.mark.parametrize(
    ("check", "down", "conditions"),
    [
        ([80], None, {"mount-controlled"}),
        ([8], None, {"mount-for-now"}),
        ([6], None, {"mount-restive"}),
        ([1, 97, 60], None, {"thrown-off", "prone"}),
        ([80], "Superficial", {"thrown-off"}),
        ([8], "Superficial", {"thrown-off", "prone"}),
        ([6], "Superficial", {"thrown-off", "prone"}),
    ],
)
def test_a_critical_on_the_mount(check: list[int], down: str | None, conditions: set[str]) -> None:
    """The mount loses hit points, and its rider checks Ride: what each band leaves, also when the mount goes down."""
    ride = 53
    table = Table("swordsman", "knight", knight={"ride": ride, "mount_armour": "na"})
    table.do("gain", "knight", condition="mount-controlled")
    table.throw("swordsman", "knight", "strike-mount", 90, 50, *check, down_from=down)
    assert table["knight"].marks["mount_hit_points"] < 130
    assert table["knight"].marks["hit_points"] == 100
    assert set(table["knight"].conditions) - {"engaged"} == conditions


def test_a_mount_without_hit_points_goes_down() -> None:
    """The sheet says what its rider has to do."""
    table = Table("knight", "brigand")
    table.do("mark", "knight", mark="mount_hit_points", to=0)
    steps = TRACKER.health(table.fight, table["knight"]).steps
    assert [step.rule for step in steps] == ["darkmaster/mounted#mount-down"]


def test_two_riders_have_no_higher_ground_over_each_other() -> None:
    """It is over foes on foot."""
    table = Table("knight", "brigand", brigand={"mounted": True})
    table.do("gain", "knight", condition="mount-controlled")
    assert table.attack("knight", "brigand", "blow-0").inputs["higher_ground"] is False
    assert table.attack("knight", "brigand", "charge").inputs["on_foot"] is False


def test_skills_and_other_calculators_change_nothing_by_themselves() -> None:
    """A skill roll of one who does not ride, and the look-ups."""
    table = Table("swordsman", "brigand")
    given = {"attacker": table.ids["swordsman"], "target": table.ids["brigand"], "inputs": {}}
    before = table.fight
    table.do("apply", resolver="darkmaster/skill-roll", dice=[50], **given)
    table.do("apply", resolver="darkmaster/open-roll", dice=[50], **given)
    assert table.fight == before
