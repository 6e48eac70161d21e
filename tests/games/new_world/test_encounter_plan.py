"""The turn planner of New World: what is allowed, what not and why, and what doing it brings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.encounter import Told
from companion.errors import InputError
from companion.games.new_world.turn_rules import ROUND, TURN
from tests.games.new_world.fights import Table


def begun(*names: str, **scene: object) -> Table:
    """A fight whose first turn is Marguerite's."""
    table = Table(*(names or ("marguerite", "raider")), **scene)
    table.do("begin")
    assert table.acting == ["Marguerite"]
    return table


def test_every_action_of_the_book_is_in_the_plan() -> None:
    """With its cost; ways of loading stand for Reload."""
    table = begun()
    plan = table.plan("Marguerite")
    assert set(plan) == set(TURN)
    assert {plan["aim"].cost, plan["run"].cost, plan["speak"].cost} == {"half action", "full action", "free"}


@pytest.mark.parametrize(
    ("done", "asked", "rule", "why"),
    [
        (["standard-attack"], "standard-attack", "new-world/round#attack-actions", "2 attack actions"),
        (["aim", "ready"], "move", "new-world/round#turn", "3 half actions"),
        (["aim"], "run", "new-world/round#turn", "3 half actions"),
        (["cast"], "cast", "new-world/round#one-spell", "2 spells"),
        (["fall-prone"], "move", "new-world/prone#standing", "you lie prone"),
        (["fall-prone"], "charge", "new-world/prone#standing", "you lie prone"),
        (["drop-item"], "drop-item", "new-world/disarming#picking-up", "gone already"),
        ([], "stand", "new-world/actions#stand", "only for whoever is prone"),
        ([], "crawl", "new-world/movement#crawl", "only for whoever is prone"),
        ([], "ritual", "new-world/actions#cast", "cannot be cast in a fight"),
        ([], "let-go", "new-world/grappling#grappled", "you hold nobody"),
        ([], "reload", "new-world/actions#reload", "nothing that you carry"),
    ],
)
def test_what_is_not_allowed_says_why(done: list[str], asked: str, rule: str, why: str) -> None:
    """After what was done: the reason and its rule, and doing it all the same is refused with that reason."""
    table = begun()
    for option in done:
        table.do("option", "Marguerite", option=option)
    found = table.plan("Marguerite")[asked]
    assert found.rule == rule
    assert why in found.why_not
    with pytest.raises(InputError, match=why):
        table.do("option", "Marguerite", option=asked)


@pytest.mark.parametrize(
    ("condition", "asked", "rule"),
    [
        ("held", "move", "new-world/grappling#grappled"),
        ("held", "disengage", "new-world/grappling#grappled"),
        ("holding", "run", "new-world/grappling#grappled"),
        ("wound-forbids-running", "run", "new-world/movement#wounds"),
        ("wound-forbids-running", "charge", "new-world/movement#wounds"),
        ("surprised", "aim", "new-world/surprise#below-zero"),
        ("prone", "disengage", "new-world/prone#standing"),
    ],
)
def test_states_forbid_with_their_rule(condition: str, asked: str, rule: str) -> None:
    """Holds, wounds, surprise and lying on the ground."""
    table = begun()
    assert table.plan("Marguerite")[asked].allowed
    table.do("gain", "Marguerite", condition=condition)
    found = table.plan("Marguerite")[asked]
    assert not found.allowed
    assert found.rule == rule


def test_nothing_before_the_fight_and_nothing_when_out() -> None:
    """Every option says so."""
    table = Table("marguerite", "raider")
    assert {option.why_not for option in table.plan("Marguerite").values()} == {
        "the fight has not begun: roll initiative first."
    }
    table.do("begin")
    table.do("mark", "Marguerite", mark="wounds", to=0)
    assert {option.why_not for option in table.plan("Marguerite").values()} == {"out of the fight."}


@pytest.mark.parametrize(
    ("option", "gained"),
    [
        ("aim", {"aiming": 2}),
        ("all-out-defence", {"all-out-defence": None}),
        ("parrying-stance", {"parrying": None}),
        ("run", {"ran": None}),
        ("fall-prone", {"prone": None}),
        ("cast", {"magic": 2}),
        ("mount", {"mounted": None}),
        ("drop-item", {"disarmed": None}),
    ],
)
def test_doing_it_puts_the_condition_on(option: str, gained: dict[str, int | None]) -> None:
    """And spends what it costs."""
    table = begun()
    table.do("option", "Marguerite", option=option)
    assert table["Marguerite"].conditions == gained
    assert table["Marguerite"].spent("halves") == TURN[option].halves


def test_up_again_and_out_of_the_saddle() -> None:
    """Stand takes prone off, a second mount takes mounted off, Ready picks the weapon up."""
    table = begun()
    for condition, option in (("prone", "stand"), ("mounted", "mount")):
        table.do("gain", "Marguerite", condition=condition)
        table.do("option", "Marguerite", option=option)
        assert not table["Marguerite"].has(condition)


def test_leaving_reach_names_who_strikes() -> None:
    """A Move away provokes and a Disengage does not; both leave the melee, staying does not."""
    table = begun(distance=1)
    table.attack("Raider", "Marguerite", "cutlass-1-standard-attack", [1, 2, 1])
    plan = table.plan("Marguerite")
    assert [each for each in plan["move"].changes if isinstance(each, Told)] == []
    [told] = [each for each in plan["move-away"].changes if isinstance(each, Told)]
    assert told.text == "Before Marguerite goes: a free attack for Raider"
    assert told.rule == "new-world/free-actions#leaving-reach"
    assert [each for each in plan["disengage"].changes if isinstance(each, Told)] == []
    table.do("option", "Marguerite", option="disengage")
    assert not table["Marguerite"].has("melee-a")
    assert not table["Raider"].has("melee-a")


@pytest.mark.parametrize(("condition", "strikes"), [("prone", True), ("surprised", False), ("held", False)])
def test_who_gets_the_free_attack(condition: str, strikes: bool) -> None:
    """From the ground one can strike; the surprised and those in a hold cannot."""
    table = begun(distance=1)
    table.attack("Raider", "Marguerite", "cutlass-1-standard-attack", [1, 2, 1])
    table.do("gain", "Raider", condition=condition)
    told = [each for each in table.plan("Marguerite")["move-away"].changes if isinstance(each, Told)]
    assert bool(told) is strikes


def test_who_lets_go_is_free_to_move() -> None:
    """Free of cost, and the one who was held is free too."""
    table = begun(distance=1)
    table.attack("Marguerite", "Raider", "seize", [6, 6, 1, 1], free_hand=True)
    assert not table.plan("Marguerite")["move"].allowed
    table.do("option", "Marguerite", option="let-go")
    assert not table["Raider"].has("held")
    assert table.plan("Marguerite")["move"].allowed


def test_of_two_who_are_held_the_game_master_says_which() -> None:
    """Which hold it was the conditions do not tell."""
    table = begun("marguerite", "raider", "bandit")
    table.do("gain", "Marguerite", condition="holding")
    for name in ("Raider", "Bandit"):
        table.do("gain", name, condition="held")
    table.do("option", "Marguerite", option="let-go")
    assert "Of Raider and Bandit" in table.told
    assert table["Raider"].has("held")


def test_a_kept_half_action() -> None:
    """Delay keeps it until the own next turn: out of turn it becomes a half action, but no second attack."""
    table = begun(distance=1)
    table.do("option", "Marguerite", option="standard-attack")
    table.do("option", "Marguerite", option="delay")
    assert table["Marguerite"].marks["kept"] == 1
    table.do("next")
    plan = table.plan("Marguerite")
    assert plan["parrying-stance"].allowed
    assert plan["standard-attack"].rule == "new-world/round#attack-actions"
    assert plan["run"].rule == "new-world/actions#delay"
    table.do("option", "Marguerite", option="parrying-stance")
    assert (table["Marguerite"].marks["kept"], table["Marguerite"].has("parrying")) == (0, True)
    assert "Delay comes first" in table.plan("Marguerite")["aim"].why_not
    table.do("next")
    assert table.plan("Marguerite")["standard-attack"].allowed


def test_a_kept_attack_is_made_out_of_turn() -> None:
    """It costs the kept half; unused, it is gone when the own turn begins."""
    table = begun(distance=1)
    table.do("option", "Marguerite", option="delay")
    table.do("next")
    table.attack("Marguerite", "Raider", "smallsword-1-standard-attack", [1, 2, 1])
    assert table["Marguerite"].marks["kept"] == 0
    assert "It is not" not in table.told
    table.until("Marguerite")
    table.do("option", "Marguerite", option="delay")
    table.until("Marguerite")
    assert table["Marguerite"].marks["kept"] == 0


def test_two_kept_halves_make_no_full_action() -> None:
    """Neither in the plan nor by a throw, which is told to be too much and takes nothing of what is kept."""
    table = begun(distance=1)
    for _ in range(2):
        table.do("option", "Marguerite", option="delay")
    table.do("next")
    assert table.plan("Marguerite")["all-out-attack"].rule == "new-world/actions#delay"
    table.attack("Marguerite", "Raider", "smallsword-1-all-out-attack", [1, 2, 1])
    assert "Delay keeps no full action" in table.told
    assert table["Marguerite"].marks["kept"] == 2
    table.attack("Marguerite", "Raider", "smallsword-1-standard-attack", [1, 2, 1])
    assert table["Marguerite"].marks["kept"] == 1


def test_a_kept_attack_still_counts_in_the_next_round() -> None:
    """The last one of a round attacks and delays: when a new round has begun, the limit is that of the same turn."""
    table = begun(distance=1)
    table.do("next")
    table.do("option", "Raider", option="standard-attack")
    table.do("option", "Raider", option="delay")
    table.do("next")
    assert (table.fight.round, table.acting) == (2, ["Marguerite"])
    assert table.plan("Raider")["standard-attack"].rule == "new-world/round#attack-actions"
    assert table.plan("Raider")["aim"].allowed


def test_an_attack_by_hand_uses_the_aim_up() -> None:
    """Who throws the dice on the table takes the attack in the plan."""
    table = begun()
    table.do("option", "Marguerite", option="aim")
    table.do("option", "Marguerite", option="standard-attack")
    assert not table["Marguerite"].has("aiming")


def test_a_short_movement_is_too_little_for_a_charge() -> None:
    """Movement 3 at least is needed, and one more."""
    table = Table("raider")
    table.preset("marguerite", agility=0)
    table.do("begin")
    table.until("Marguerite")
    found = table.plan("Marguerite")["charge"]
    assert (found.why_not, found.rule) == ("a Movement of 3 is too little for a Charge.", "new-world/movement#charge")


@settings(max_examples=30, deadline=None)
@given(chosen=st.lists(st.sampled_from(sorted(TURN)), max_size=8))
def test_no_turn_takes_more_than_it_has(chosen: list[str]) -> None:
    """Property 12: whatever is chosen, two half actions, one attack and one spell are the most."""
    table = begun()
    for option in chosen:
        if table.plan("Marguerite")[option].allowed:
            table.do("option", "Marguerite", option=option)
    one = table["Marguerite"]
    assert one.spent("halves") <= ROUND.number("halves")
    assert one.spent("attacks") <= ROUND.number("attack_actions")
    assert one.spent("spells") <= ROUND.number("spells")
