"""The optional rules that end in an attack: known-true values, what each allows, and the rulings both ways."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from companion import find
from companion.games.darkmaster.data import WEAPONS, Length

AIM, CHARGE, ENGAGED, INTO, TWO, IMPROVISED, BASH, ATTACK = (
    find(f"darkmaster/{name}")
    for name in ("aim", "charge", "ranged-in-melee", "shoot-into-melee", "two-weapons", "improvised", "shield-bash",
                 "attack")
)  # fmt: skip
ARCHER = {"weapon": "longbow", "defence": 0}


def summary(resolver: Any, inputs: dict[str, Any]) -> dict[str, Fraction]:
    """Each entry of the summary."""
    return {name: Fraction(entry["fraction"]) for name, entry in resolver.odds(inputs)["summary"].items()}


def net(resolver: Any, **inputs: Any) -> int:
    """All that is added to the attack roll, less the DEF."""
    found: int = resolver.prepare(resolver.read(inputs)[0]).net
    return found


def refused(resolver: Any, **inputs: Any) -> str | None:
    """The rule that refuses; None where nothing does."""
    answer = resolver.odds(inputs)["refused"]
    return None if answer is None else answer["rule"]


@pytest.mark.parametrize(("rounds", "hit"), [(0, "3/10"), (1, "2/5"), (2, "1/2"), (3, "3/5"), (4, "7/10"), (5, "7/10")])
def test_the_ladder_of_aiming(rounds: int, hit: str) -> None:
    """A9: a net of 20 before the Aim; the fifth round adds nothing."""
    inputs = {**ARCHER, "cmb": 20, "rounds": ["aim"] * rounds}
    assert summary(AIM, inputs)["hit"] == Fraction(hit)
    assert summary(ATTACK, {**ARCHER, "cmb": 20, "aimed": rounds})["hit"] == Fraction(hit)


@pytest.mark.parametrize(
    ("rounds", "worth"),
    [
        (["aim", "aim"], 20),
        (["aim", "aim", "other"], 0),
        (["aim", "other", "aim"], 10),
        (["aim", "aim", "shoot", "aim"], 10),
        (["aim", "aim", "shoot-other"], 20),
        (["aim", "aim-other", "aim"], 10),
        (["aim", "parry", "aim"], 30),
        (["aim", "free"], 0),
        (["aim", "free", "aim", "aim"], 20),
        ([], 0),
    ],
)
def test_what_loses_an_aim(rounds: list[str], worth: int) -> None:
    """Any other action does; a shot elsewhere only gives no bonus there."""
    assert net(AIM, **ARCHER, cmb=0, rounds=rounds) == worth
    assert net(AIM, **ARCHER, cmb=0, rounds=rounds, at_target=False) == 0


def test_free_actions_may_be_spared() -> None:
    """The other ruling: a few words leave the Aim alone, and the round counts."""
    rounds = ["aim", "free", "aim"]
    assert net(AIM, **ARCHER, cmb=0, rounds=rounds) == 10
    assert net(AIM, **ARCHER, cmb=0, rounds=rounds, aim_free_actions="spare") == 30


def test_an_aimer_is_easier_to_hit() -> None:
    """By a charger: 20 for the aimer and 20 for the Charge."""
    assert net(CHARGE, cmb=50, defence=0, target_aiming=True) == 90


def test_aiming_says_what_each_round_did() -> None:
    """One step and one row of the table for each."""
    answer = AIM.roll({**ARCHER, "cmb": 0, "rounds": ["aim", "other", "aim"]}, dice=[50])
    assert [step["value"] for step in answer["steps"][:3]] == [10, 0, 10]
    assert [row["cells"][2] for row in answer["figures"]["table"]["rows"]] == ["+10", "+0", "+10"]


def test_a_charge_adds_20() -> None:
    """And a Mighty weapon 20 more, since there is no Parry; on horseback 20 more after a success."""
    assert net(CHARGE, cmb=50, defence=0) == 70
    assert net(CHARGE, cmb=50, defence=0, weapon="two-handed-sword") == 90
    rider = {"cmb": 50, "defence": 0, "mounted": True, "move_rate": 40, "on_foot": False}
    assert net(CHARGE, **rider) == 90
    assert net(CHARGE, **rider, weapon="lance") == 110
    assert net(CHARGE, **rider | {"on_foot": True}) == 100
    assert net(CHARGE, **rider | {"on_foot": True, "higher_ground": True}) == 100
    assert net(CHARGE, **rider, ride="failure") == 50
    assert net(CHARGE, **rider, ride="failure", half_action=True) == 50


def test_a_partial_success_on_the_ride_check() -> None:
    """It does not bring the second 20, or does under the other ruling."""
    rider = {"cmb": 50, "defence": 0, "mounted": True, "ride": "partial-success", "on_foot": False}
    assert net(CHARGE, **rider) == 70
    assert net(CHARGE, **rider, partial_for_charge="yes") == 90


@pytest.mark.parametrize(
    ("inputs", "rule"),
    [
        ({"in_melee": True}, "darkmaster/charge#engaged"),
        ({"parry": 5}, "darkmaster/charge#no-parry"),
        ({"run": 8}, "darkmaster/charge#action"),
        ({"run": 0}, "darkmaster/charge#toward"),
        ({"toward": False}, "darkmaster/charge#toward"),
        ({"stepped_away": True}, "darkmaster/charge#toward"),
        ({"mounted": True, "weapon": "dagger"}, "darkmaster/mounted#weapons"),
        ({"mounted": True, "weapon": "greataxe"}, "darkmaster/mounted#weapons"),
        ({"mounted": True, "ride": "critical-failure"}, "darkmaster/mounted#critical-failure"),
        ({"run": 7}, None),
        ({"stepped_away": True, "charge_retarget": "yes"}, None),
        ({"mounted": True, "weapon": "lance"}, None),
    ],
)
def test_what_a_charge_asks(inputs: dict[str, Any], rule: str | None) -> None:
    """Each condition with its rule."""
    assert refused(CHARGE, **inputs) == rule


def test_a14_an_engaged_archer() -> None:
    """A12 with the archer Engaged himself: 20 less, and the main hit falls from 3/10 to 1/10."""
    inputs = {**ARCHER, "cmb": 40, "target_engaged": True}
    assert summary(INTO, inputs)["hit"] == Fraction(3, 10)
    assert summary(INTO, {**inputs, "engaged": True})["hit"] == Fraction(1, 10)
    assert summary(ENGAGED, inputs)["hit"] == Fraction(1, 10)
    assert refused(ENGAGED, engaged=False) == "darkmaster/ranged-in-melee#penalty"


def test_readied_throws_are_spared() -> None:
    """The 20, but neither the Parry nor the cover."""
    throw = {"weapon": "thrown-dagger", "cmb": 60, "defence": 0, "foe_parry": 10}
    assert net(ENGAGED, **throw) == 60 - 20 - 10
    assert net(ENGAGED, **throw, readied=False) == 60 - 20 - 10 - 20
    assert net(ENGAGED, **throw, magical=True) == 60 - 20


def test_a12_shooting_into_melee() -> None:
    """Hit, fumble and plain miss of the first roll, and A13: the second roll is due after a fumble too."""
    inputs = dict(INTO.example("longbow").inputs)
    found = summary(INTO, inputs)
    assert (found["hit"], found["first_fumble"]) == (Fraction(3, 10), Fraction(6, 100))
    assert found["second"] - found["first_fumble"] == Fraction(16, 25)
    assert found["stray"] == Fraction("0.0308")
    assert found["fumble"] == Fraction(6, 100) + Fraction(16, 25) * Fraction(6, 100)


def test_rulings_on_the_second_roll() -> None:
    """After a fumble or not, clumsy or not, against the DEF or not."""
    inputs = dict(INTO.example("longbow").inputs)
    found = summary(INTO, inputs)
    ended = summary(INTO, {**inputs, "second_after_fumble": "no"})
    assert ended["second"] == Fraction(16, 25)
    assert ended["stray"] == Fraction(16, 25) * Fraction(44, 1000)
    sure = summary(INTO, {**inputs, "second_clumsy": "no"})
    assert sure["fumble"] == Fraction(6, 100)
    assert sure["stray"] == found["stray"]
    bare = summary(INTO, {**inputs, "second_def": "no"})
    assert bare["stray"] == Fraction(7, 10) * Fraction(1, 10)


def test_whom_the_second_roll_threatens() -> None:
    """Each neighbour as likely as the other; nobody there, or a target that is not Engaged, ends it."""
    inputs = {**ARCHER, "cmb": 40, "neighbours": [
        {"name": "Ada", "defence": 0}, {"name": "Bo", "defence": 300}, {"name": "Cy", "defence": 0, "armour": "ha"},
    ]}  # fmt: skip
    rows = {row["label"]: Fraction(row["fraction"]) for row in INTO.odds(inputs)["outcomes"][-1]["rows"]}
    assert rows["Ada"] == Fraction(7, 10) * Fraction(1, 10) / 3
    assert rows["Cy"] > rows["Ada"] > rows["Bo"] > 0
    assert sum(rows.values()) == summary(INTO, inputs)["stray"]
    assert summary(INTO, {**inputs, "neighbours": []})["second"] == 0
    assert summary(INTO, {**inputs, "target_engaged": False})["second"] == 0


def test_shots_thrown() -> None:
    """The dice follow the shot: a die that picks among several (what is over is thrown again), the second roll."""
    one = {**ARCHER, "cmb": 40, "neighbours": [{"name": "Ada", "defence": 0}]}
    assert INTO.roll(one, dice=[50, 40])["outcome"]["place"] == 0
    three = {**one, "neighbours": [{"name": name, "defence": 0} for name in ("Ada", "Bo", "Cy")]}
    assert INTO.roll(three, dice=[50, 33, 40])["outcome"]["place"] == 0
    assert INTO.roll(three, dice=[50, 34, 40])["outcome"]["place"] == 1
    assert INTO.roll(three, dice=[50, 100, 99, 40])["outcome"]["place"] == 2
    hit = INTO.roll(three, dice=[50, 1, 95, 20])
    assert hit["verdict"]["value"] == "hits somebody else"
    assert hit["sentence"].endswith(
        "Then at Ada: Result 95: 8 hit points and a Superficial critical (20 on its table)."
    )
    assert (
        INTO.roll({**one, "neighbours": []}, dice=[50])["steps"][-1]["rule"]
        == "darkmaster/shoot-into-melee#second-roll"
    )


@pytest.mark.parametrize(
    ("golden", "example", "any_fumble", "both_fumble"),
    [
        ("F5", "two-scimitars", "291/2500", "9/2500"),
        ("F7", "scimitar-and-dagger", "197/2500", "3/2500"),
        ("F8", "two-balls-and-chains", "19/100", "1/100"),
    ],
)
def test_fumbles_of_two_weapons(golden: str, example: str, any_fumble: str, both_fumble: str) -> None:
    """Two first dice, each with its doubled range."""
    found = summary(TWO, dict(TWO.example(example).inputs))
    assert (found["any_fumble"], found["both_fumble"]) == (Fraction(any_fumble), Fraction(both_fumble)), golden


def test_a11_two_weapons_against_one() -> None:
    """At least one critical with two scimitars at a net of 30 each; one alone at 50 has 3/4."""
    found = summary(TWO, {"cmb": 50, "defence": 0})
    assert (found["any_critical"], found["both_critical"]) == (Fraction(319, 400), Fraction(121, 400))
    assert summary(ATTACK, {"weapon": "scimitar", "cmb": 50, "defence": 0})["critical"] == Fraction(3, 4)


def test_w7_two_scimitars() -> None:
    """Each net is 30; 40 and 70 make 70 and 100; they count as Hand weapons with a Clumsy Range of 6."""
    answer = TWO.roll({"cmb": 80, "parry": 30, "defence": 0}, dice=[40, 70, 50])
    assert [answer["outcome"][hand]["total"] for hand in ("main", "off")] == [70, 100]
    two = TWO.prepare(TWO.read({"cmb": 80, "parry": 30, "defence": 0})[0])
    for ready in (two.main, two.off):
        assert (ready.net, ready.weapon.length, ready.weapon.clumsy) == (30, Length.HAND, 6)


@pytest.mark.parametrize(
    ("main", "off", "rule"),
    [
        ("scimitar", "dagger", None),
        ("arming-sword", "short-sword", None),
        ("arming-sword", "arming-sword", None),
        ("arming-sword", "full-shield", None),
        ("arming-sword", "rapier", "darkmaster/two-weapons#who"),
        ("dagger", "lance", "darkmaster/two-weapons#who"),
    ],
)
def test_who_may_use_two_weapons(main: str, off: str, rule: str | None) -> None:
    """A Hand or Short weapon in the off hand, or two of a kind."""
    assert refused(TWO, weapon=main, off_hand=off) == rule


def test_both_blows_go_forward() -> None:
    """Neither at the flank nor from behind."""
    assert refused(TWO, position="at the flank") == "darkmaster/two-weapons#front"
    assert refused(TWO, position="behind") == "darkmaster/two-weapons#front"


def test_parry_comes_off_both() -> None:
    """One pool or two: their sum; the off hand's own CMB does not fall below 0 by it."""
    two = TWO.prepare(TWO.read({"cmb": 80, "parry": 20, "second_parry": 15, "off_cmb": 30, "defence": 0})[0])
    assert (two.main.net, two.off.net) == (80 - 35 - 20, -20)
    assert refused(TWO, cmb=80, parry=50, second_parry=31) == "darkmaster/attack#parry"


def test_a_second_foe() -> None:
    """Has a DEF and armour of its own; what belongs to the first does not count there."""
    inputs = {"cmb": 60, "defence": 10, "foe_parry": 20, "same_foe": False, "second_defence": 5}
    two = TWO.prepare(TWO.read(inputs)[0])
    assert (two.main.net, two.off.net) == (60 - 20 - 30, 60 - 20 - 5)


def test_a_shield_as_the_second_weapon() -> None:
    """At −20, or at −40 under the other ruling; its cost in CMB counts for both."""
    inputs = {"weapon": "arming-sword", "off_hand": "full-shield", "cmb": 60, "defence": 0}
    two = TWO.prepare(TWO.read(inputs)[0])
    assert (two.main.net, two.off.net) == (35, 35)
    twice = TWO.prepare(TWO.read({**inputs, "bash_off_hand": "twice"})[0])
    assert (twice.main.net, twice.off.net) == (35, 15)


def test_specials_add_up() -> None:
    """A hand-and-a-half sword is held in one hand here; anything else counts as it does for one weapon."""
    two = TWO.prepare(TWO.read({"weapon": "longsword", "off_hand": "longsword", "cmb": 60, "defence": 0})[0])
    assert two.main.net == two.off.net == 60 - 20 - 10


def test_an_improvised_weapon() -> None:
    """20 less, a Clumsy Range one wider, never above 140; W6: a pike reaches 197 and counts as 140."""
    ready = IMPROVISED.prepare(IMPROVISED.read({"weapon": "club", "cmb": 60, "defence": 0})[0])
    assert (ready.net, ready.weapon.clumsy, ready.weapon.most) == (40, 5, 110)
    pike = IMPROVISED.roll({"weapon": "long-spear", "cmb": 40, "defence": 0}, dice=[97, 60, 50])["outcome"]
    assert (pike["total"], pike["blow"]["result"]) == (197, 140)
    huge = IMPROVISED.roll({"weapon": "long-spear", "cmb": 400, "other": 100, "defence": 0}, dice=[97, 60, 50])
    assert huge["outcome"]["blow"]["result"] == 140


def test_rulings_on_improvised_weapons() -> None:
    """The lower limit or a fixed one; with the qualities of the nearest weapon or without."""
    club = IMPROVISED.prepare(IMPROVISED.read({"weapon": "club", "improvised_cap": "fixed"})[0])
    assert club.weapon.most == 140
    pike = {"weapon": "long-spear", "cmb": 40, "defence": 0}
    assert net(IMPROVISED, **pike) == 40
    assert net(IMPROVISED, **pike, improvised_qualities="no") == 20


def test_a_shield_bash() -> None:
    """20 less, and what the shield costs in CMB; values of ours as a weapon."""
    ready = BASH.prepare(BASH.read({"weapon": "wall-shield", "cmb": 60, "defence": 0})[0])
    assert (ready.net, ready.weapon.most, ready.weapon.clumsy) == (60 - 20 - 15, 130, 3)
    assert net(BASH, weapon="target-shield", cmb=60, defence=0) == 40
    assert refused(BASH, weapon="target-shield", own_shield="full") == "darkmaster/shield-bash#action"
    steps = BASH.roll({"weapon": "full-shield"}, dice=[50])["steps"]
    assert (steps[0]["rule"], steps[0]["value"]) == ("darkmaster/shield-bash#no-def", -25)
    assert WEAPONS.source("full-shield") == "house"
    assert all(option["value"] != "full-shield" for option in ATTACK.describe()["fields"][0]["options"])
