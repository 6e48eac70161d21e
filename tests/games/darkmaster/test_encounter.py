"""The encounter tracker: a fight from declaration to the dying clock, phases found anew, hit points, the plan."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import find
from companion.games.darkmaster.encounter_sheet import HEALTH, LOWEST, MARKS
from companion.games.darkmaster.round_rules import ACTIONS
from tests.games.darkmaster.fights import TRACKER, Table

ATTACK = ACTIONS["attack"].name


def test_without_declarations_everybody_attacks_with_what_is_in_the_hand() -> None:
    """The archer in Missile A; in Melee the pike, the longsword, the falchion."""
    table = Table("brigand", "archer", "swordsman", "pikeman")
    table.do("begin")
    assert table.order() == [
        ("Missile A: Shoot a loaded weapon, throw a readied one", ["archer"]),
        (f"Melee, Longest: {ATTACK}", ["pikeman"]),
        (f"Melee, Long: {ATTACK}", ["swordsman"]),
        (f"Melee, Short: {ATTACK}", ["brigand"]),
    ]
    assert [place.at for place in table.fight.order] == [5, 6, 6, 6]
    assert table.acting() == ["archer"]


def test_declarations_before_the_fight_count_in_its_first_round() -> None:
    """And are gone in the second, where everybody declares anew."""
    table = Table("brigand", "swordsman")
    table.do("declare", "brigand", inputs={"actions": ["half-move", "draw"]})
    table.do("begin")
    assert [label for label, _ in table.order()] == ["Move: Half move", f"Melee, Long: {ATTACK}",
                                                     "Other Actions: Draw a weapon"]  # fmt: skip
    for _ in range(3):
        table.do("next")
    assert table.fight.round == 2
    assert table["brigand"].declared.actions == ()
    assert "Everybody declares what they do; then the order is found anew" in table.lines


def test_the_order_is_found_anew_after_declarations() -> None:
    """Nobody has acted yet: the whole round is ordered once more, and another turn begins."""
    table = Table("archer", "swordsman", "brigand")
    table.do("begin")
    table.do("declare", "archer", inputs={"actions": ["spell", "draw"]})
    table.do("declare", "brigand", inputs={"actions": ["half-move"]})
    assert table.acting() == ["archer"]
    table.do("order")
    assert [names for _, names in table.order()] == [["brigand"], ["archer"], ["swordsman"], ["archer"]]
    assert (table.acting(), table.lines[-1]) == (["brigand"], "brigand's turn")
    table.do("order")
    assert "brigand's turn" not in table.lines


def test_in_the_middle_of_a_round_the_past_stays() -> None:
    """Whoever has acted in a phase does not act in it again; what comes too late is told; the rest is sorted."""
    table = Table("archer", "swordsman", "brigand", "pikeman")
    table.do("begin")
    table.do("next")
    assert table.acting() == ["pikeman"]
    table.do("declare", "archer", inputs={"actions": ["shoot", "draw"]})
    table.do("declare", "swordsman", inputs={"actions": ["half-move"]})
    table.do("declare", "brigand", inputs={"actions": ["disarm"]})
    table.do("order")
    assert table.order()[0][1] == ["archer"]
    assert [names for _, names in table.order()[1:]] == [["pikeman"], ["archer", "brigand"]]
    assert "swordsman: what they mean to do comes too late in this round" in table.lines
    assert table.acting() == ["pikeman"]
    table.do("declare", "pikeman", inputs={"actions": ["skill"]})
    table.do("order")
    assert table.acting() == ["archer", "brigand", "pikeman"]


def test_the_order_needs_a_fight_and_somebody_in_it() -> None:
    """Before the beginning, and where everybody is out, it is refused."""
    table = Table("archer", "brigand")
    assert "has begun" in table.refused("order")
    table.do("begin")
    for name in ("archer", "brigand"):
        table.do("out", name)
    assert "nobody who can act" in table.refused("order")


def test_one_who_joins_finds_a_place_by_the_same_rule() -> None:
    """The knight comes late, and the lance still strikes first of those to come."""
    table = Table("archer", "swordsman", "brigand")
    table.do("begin")
    table.do("add", name="Late", side="party", sheet={"weapons": [{"weapon": "halberd", "cmb": 40}]})
    table.do("join", who="c4")
    assert [names for _, names in table.order()] == [["archer"], ["Late"], ["swordsman"], ["brigand"]]
    assert table.lines[0] == "Late joins in"


def test_nobody_waits() -> None:
    """An action has its phase; the reason says what to do instead."""
    table = Table("archer", "swordsman")
    table.do("begin")
    assert "find the order anew" in table.refused("delay", "archer")


def test_a_better_position_strikes_earlier() -> None:
    """From behind the falchion counts as Long, where the higher CMB goes first."""
    table = Table("swordsman", "brigand")
    table.do("declare", "brigand", inputs={"position": "behind"})
    table.do("begin")
    assert [names for _, names in table.order()] == [["swordsman"], ["brigand"]]
    table.do("gain", "brigand", condition="higher-ground")
    table.do("edit", "swordsman", sheet={"weapons": [{"weapon": "longsword", "cmb": 40}]})
    table.do("order")
    assert [names for _, names in table.order()] == [["brigand"], ["swordsman"]]
    assert table.attack("brigand", "swordsman", "blow-0").inputs["position"] == "behind"


def test_the_surprised_side_may_not_attack_in_the_first_round() -> None:
    """They are Surprised and owe an Assessment Roll; attackers gain, and their shields do not count."""
    table = Table("swordsman", "brigand")
    table.do("scene", inputs={"surprised": "foes"})
    table.do("begin")
    assert set(table["brigand"].conditions) == {"surprised", "assessment"}
    assert "the Surprised take Half and Free Actions only" in table.option("brigand", "attack").why_not
    assert table.attack("swordsman", "brigand", "blow-0").inputs["target_surprised"] is True
    assert table.names("brigand", "swordsman") == ["assessment"]
    for _ in range(2):
        table.do("next")
    assert set(table["brigand"].conditions) == {"assessment"}
    assert "brigand makes an Assessment Roll" in table.lines


@pytest.mark.parametrize(("die", "left"), [(80, set()), (20, {"bewildered"})])
def test_an_assessment_roll_is_passed_or_leaves_no_new_action(die: int, left: set[str]) -> None:
    """Perception 40: 120 passes the mark, 60 does not."""
    table = Table("swordsman", "brigand")
    table.do("gain", "brigand", condition="assessment")
    table.do("begin")
    table.throw("brigand", "swordsman", "assessment", die)
    assert set(table["brigand"].conditions) == left
    assert bool(table.option("brigand", "move").why_not) == bool(left)
    assert not table.option("brigand", "speak").why_not


def at(table: Table, name: str, hit_points: int) -> tuple[str, bool]:
    """The word for so many hit points, and whether the combatant is out."""
    table.do("mark", name, mark="hit_points", to=hit_points)
    health = TRACKER.health(table.fight, table[name])
    return health.label, health.out


def test_each_level_of_loss() -> None:
    """The brigand has 65: below 32½ Bruised, at 0 out, at −50 dying."""
    table = Table("brigand", "swordsman")
    assert [at(table, "brigand", points) for points in (65, 64, 33, 32, 1, 0, -49, -50)] == [
        ("unhurt", False),
        ("hurt", False),
        ("hurt", False),
        ("Bruised", False),
        ("Bruised", False),
        ("Incapacitated", True),
        ("Incapacitated", True),
        ("dying, 6 rounds left", True),
    ]
    assert table.rules == ["darkmaster/attack#hit-points", "darkmaster/attack#hit-points"]


def test_the_bruised_pay_on_every_action() -> None:
    """Attacks and Martial Moves of both sides know it."""
    table = Table("brigand", "swordsman")
    at(table, "brigand", 20)
    assert table.attack("brigand", "swordsman", "blow-0").inputs["bruised"] is True
    assert table.attack("brigand", "swordsman", "feint").inputs["bruised"] is True
    assert table.attack("swordsman", "brigand", "disarm").inputs["foe_bruised"] is True


def test_the_dying_have_six_rounds() -> None:
    """The clock runs in the Assessment Phase; at its end comes death; who is healed in time has it whole again."""
    table = Table("brigand", "swordsman", "archer")
    table.do("begin")
    table.do("mark", "brigand", mark="hit_points", to=-60)
    table.do("mark", "archer", mark="hit_points", to=-55)
    rounds = HEALTH.number("dying_rounds")
    for left in range(rounds - 1, -1, -1):
        table.next_round()
        assert table["brigand"].marks["rounds_to_live"] == left
        if left == 3:
            table.do("mark", "archer", mark="hit_points", to=-10)
    assert "brigand: Dead" in table.lines
    assert TRACKER.health(table.fight, table["brigand"]).label == "dead"
    assert table["archer"].marks["rounds_to_live"] == rounds
    table.next_round()
    assert not any("brigand" in line and "Rounds to live" in line for line in table.lines)


def test_bleeding_runs_on_each_round() -> None:
    """In the Assessment Phase, until it is stopped."""
    table = Table("brigand", "swordsman")
    table.do("begin")
    table.do("mark", "brigand", mark="bleeding", by=4)
    for _ in range(2):
        table.do("next")
    assert table["brigand"].marks["hit_points"] == 61
    assert "brigand: Hit points −4, now 61" in table.lines


@settings(deadline=None, max_examples=25)
@given(st.lists(st.tuples(st.sampled_from([mark.name for mark in MARKS]), st.integers(-200, 200)), max_size=12))
def test_no_mark_leaves_its_limits(changes: list[tuple[str, int]]) -> None:
    """Whatever is added or taken."""
    table = Table("knight")
    for name, by in changes:
        mark = TRACKER.mark(name)
        span = mark.high(table["knight"].sheet) - mark.low(table["knight"].sheet)
        table.do("mark", "knight", mark=name, by=max(-span, min(span, by)))
    for mark in MARKS:
        assert mark.low(table["knight"].sheet) <= table["knight"].marks[mark.name] <= mark.high(table["knight"].sheet)
    assert HEALTH.number("dying") > LOWEST


def test_what_is_declared_can_be_done_and_nothing_else() -> None:
    """The rest says that it was not declared, and whether it would fit; a few words are always free."""
    table = Table("swordsman", "brigand")
    table.do("begin")
    assert not table.option("swordsman", "disarm").why_not
    table.do("declare", "swordsman", inputs={"actions": ["attack"]})
    assert table.option("swordsman", "attack").allowed
    assert table.option("swordsman", "disarm").why_not == (
        "it was not declared; a round has room for 1 Full Action, not 2."
    )
    assert table.option("swordsman", "draw").why_not == "it was not declared; it would fit besides, if it is declared."
    assert table.option("swordsman", "speak").allowed
    assert "was not declared" in table.refused("option", "swordsman", option="disarm")


def test_the_room_of_a_round() -> None:
    """One Full Action, a Half one beside it at −20 on both, and a second Free Action takes a Half one."""
    table = Table("swordsman", "brigand")
    table.do("begin")
    table.do("option", "swordsman", option="attack")
    assert (table["swordsman"].used, table.lines[-1]) == ({"full": 1}, "swordsman: Full Action 1 of 1 used")
    assert table.option("swordsman", "move").why_not == "a round has room for 1 Full Action, not 2."
    assert table.option("swordsman", "draw").cost == "Half Action, −20 on it and on the other"
    table.do("option", "swordsman", option="speak")
    assert table.option("swordsman", "drop").cost.startswith("Half Action (one Free Action is spent)")
    table.do("option", "swordsman", option="draw")
    assert "room for 1 Half Action, not 2" in table.option("swordsman", "drop").why_not
    assert table.attack("swordsman", "brigand", "blow-0").inputs["half_action"] is True


def test_states_forbid_what_the_rules_say() -> None:
    """Prone, Engaged, Stunned and Locked, each with its own rule."""
    table = Table("swordsman", "brigand")
    table.do("begin")
    table.do("gain", "swordsman", condition="prone")
    assert table.option("swordsman", "move").rule == "darkmaster/conditions#prone"
    table.do("option", "swordsman", option="stand")
    assert not table["swordsman"].has("prone")
    table.do("gain", "brigand", condition="engaged")
    assert table.option("brigand", "charge").rule == "darkmaster/charge#engaged"
    table.do("option", "brigand", option="disengage")
    assert not table["brigand"].has("engaged")
    table.do("gain", "brigand", condition="stunned")
    assert table["brigand"].conditions["stunned"] == 2
    assert table.option("brigand", "move").rule == "darkmaster/conditions#stunned"
    table.do("gain", "brigand", condition="locked")
    assert table.option("brigand", "feint").rule == "darkmaster/lock#locked"


def test_what_is_not_in_the_hands_cannot_be_used() -> None:
    """No bow, no shield, no second weapon, nothing to reload: each says so."""
    table = Table("pikeman", "archer", "two-scimitars")
    table.do("begin")
    for option, reason in (
        ("shoot", "no weapon to shoot"), ("aim", "no weapon to shoot"), ("shield-bash", "no shield"),
        ("second-weapon", "no weapon in the off hand"), ("reload", "nothing is to be reloaded"),
        ("hold-mount", "no mount has to be held"), ("control-mount", "no mount is controlled"),
        ("pick-up", "no weapon has been lost"), ("assessment", "no Assessment Roll is due"),
        ("ready-heavy", "is not Heavy"),
    ):  # fmt: skip
        assert reason in table.option("pikeman", option).why_not
    assert "follows a blow" in table.option("two-scimitars", "second-weapon").why_not
    table.do("option", "two-scimitars", option="attack")
    assert table.option("two-scimitars", "second-weapon").allowed


def test_the_incapacitated_do_nothing() -> None:
    """Neither by the plan nor among the attacks, and they do not Parry."""
    table = Table("swordsman", "brigand")
    table.do("declare", "brigand", inputs={"parry": 20})
    at(table, "brigand", 0)
    assert {option.why_not for option in TRACKER.plan(table.fight, table["brigand"])} == {
        "the Incapacitated do nothing."
    }
    assert table.names("brigand", "swordsman") == []
    found = table.attack("swordsman", "brigand", "blow-0")
    assert (found.inputs["foe_parry"], "the attacker picks the critical" in found.note) == (0, True)


def test_a_dropped_weapon_is_picked_up_or_another_one_is_drawn() -> None:
    """Until then the weapon in hand attacks no more; the other one on the sheet may."""
    table = Table("swordsman", "brigand")
    table.do("begin")
    table.do("option", "swordsman", option="drop")
    assert table["swordsman"].has("disarmed")
    assert "blow-0" not in table.names("swordsman", "brigand")
    assert "no weapon for melee" in table.option("swordsman", "attack").why_not
    assert "the weapon is gone already" in table.option("swordsman", "drop").why_not
    table.do("option", "swordsman", option="pick-up")
    assert "blow-0" in table.names("swordsman", "brigand")


def test_one_who_drops_the_weapon_frees_both_of_a_lock() -> None:
    """A Free Action; with two pairs at once the game master says whose Lock it was."""
    table = Table("swordsman", "brigand", "pikeman")
    for name in ("swordsman", "brigand"):
        table.do("gain", name, condition="locked")
    table.do("begin")
    assert "swordsman is Locked: a contest opens the Other Actions Phase" in table.lines
    table.do("option", "swordsman", option="drop")
    assert not table["swordsman"].has("locked")
    assert not table["brigand"].has("locked")


def test_every_rule_of_plan_and_attacks_names_a_calculator_of_the_game() -> None:
    """What is offered can be found."""
    table = Table("swordsman", "knight")
    for found in TRACKER.attacks(table.fight, table["swordsman"], table["knight"]):
        assert find(found.resolver).game == "darkmaster"
