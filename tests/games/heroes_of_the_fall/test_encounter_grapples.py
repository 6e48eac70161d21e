"""The encounter tracker of Heroes of the Fall: grapples, rage, the blind, riders, the plan, a whole fight."""

from __future__ import annotations

import pytest

from companion.errors import InputError
from tests.games.heroes_of_the_fall.encounters import TRACKER, Table, arm, duel


def test_a_hold_hurts_worse_each_round() -> None:
    """Seized and hurt: minor, serious, mortal to the arm, one throw a round; then it is let go."""
    table = Table()
    table.add("Wat", "party", unarmed=9, weapons=[])
    table.add("Bran", "foes", weapons=[arm("club", 2)], dodge=2)
    table.do("begin", dice=[])
    low = {"foe_skill": 0, "foe_defence": -5}
    table.apply("Wat", "Bran", "grapple", [8, 8, 8, 8, 8, 8], **low)
    assert table.one("Wat").has("holding") and table.one("Bran").has("held")
    assert any("a minor wound to the arm" in line for line in table.lines)
    assert table.plan("Bran")["approach"].why_not == "is held"
    table.next_round([])
    assert "Bran is held: the holder throws on, and the counter succeeds or it hurts" in table.lines
    assert table.attacks("Wat", "Bran")["grapple"].inputs["start"] == "held"
    table.apply("Wat", "Bran", "grapple", [8, 8, 8], **low)
    assert any("a serious wound to the arm" in line for line in table.lines)
    table.apply("Wat", "Bran", "grapple", [8, 8, 8], **low)
    assert any("a mortal wound to the arm" in line for line in table.lines)
    assert table.one("Bran").marks["hold"] == 3
    assert {"bruised-arm", "arm-useless", "shock-due"} <= set(table.one("Bran").conditions)
    table.choose("Wat", f"let-go-{table.one('Bran').id}")
    assert not table.one("Wat").has("holding") and not table.one("Bran").has("held")
    assert table.one("Bran").marks["hold"] == 0


def test_a_counter_breaks_the_hold() -> None:
    """The holder's throw fails, and the held is free."""
    table = Table()
    table.add("Wat", "party", unarmed=9, weapons=[])
    table.add("Bran", "foes", weapons=[arm("club", 2)], dodge=2)
    table.apply("Wat", "Bran", "grapple", [8, 8, 8, 8, 8, 8])
    table.apply("Wat", "Bran", "grapple", [1, 1, 1], foe_skill=9)
    assert not table.one("Wat").has("holding") and not table.one("Bran").has("held")


def test_a_grapple_that_misses_changes_little() -> None:
    """An attack and a defence are spent, no more."""
    table = duel(None)
    table.apply("Ada", "Bran", "grapple", [1, 1, 1, 1, 1, 1])
    assert (table.one("Ada").spent("attacks"), table.one("Bran").spent("defences")) == (1, 1)
    assert not table.one("Bran").conditions


def test_a_throw_ends_on_the_ground() -> None:
    """Red 8, then a fall: prone, with what the ground does."""
    table = duel(None, armour=[])
    table.apply("Ada", "Bran", "throw", [8, 8, 8, 8, 1, 1, 50], foe_skill=0)
    assert table.one("Bran").has("prone")
    assert not table.plan("Bran")["approach"].allowed
    table.choose("Bran", "stand-up")
    assert not table.one("Bran").has("prone")
    assert table.plan("Bran")["stand-up"].why_not == "is on the feet"


def test_limbs_may_seize_and_be_hurt() -> None:
    """A hand that parries a hand may seize it; a hand that a sword parries is cut, with its armour in the sum."""
    table = Table()
    table.add("Wat", "party", unarmed=6, weapons=[], armour=["leather"])
    table.add("Bran", "foes", unarmed=6, weapons=[], dodge=0)
    table.do("begin", dice=[])
    table.apply("Wat", "Bran", "0-swing", [1, 1, 1, 50])
    assert table.one("Bran").has("may-seize")
    assert table.attacks("Bran", "Wat")["grapple"].inputs["start"] == "parry"
    table.add("Cole", "foes", weapons=[arm("long-sword", 6)])
    found = table.attacks("Wat", "Cole")["0-swing"].inputs
    assert (found["defence"], found["limb_armour"]) == ("parry", ["leather"])
    table.apply("Wat", "Cole", "0-swing", [1, 1, 1, 50, 8, 8, 8])
    assert table.one("Wat").has("arm-useless")
    assert "Wat: the limb that met an edge is hurt" in table.lines


def test_a_strike_with_the_body_may_seize_instead() -> None:
    """It is told; the wound stands unless it is undone."""
    table = Table()
    table.add("Wat", "party", unarmed=9, weapons=[])
    table.add("Bran", "foes", weapons=[], unarmed=0, dodge=0)
    table.apply("Wat", "Bran", "0-swing", [8, 8, 8, 50])
    assert any("may seize instead of wounding" in line for line in table.lines)


def test_a_rage_comes_and_goes() -> None:
    """A feat of 8 less Mettle holds it; missed, it lasts Mettle minutes, without stun, shock or anything thrown."""
    table = Table()
    table.add("Ada", "party", weapons=[arm("club", 9)])
    table.add("Olaf", "foes", weapons=[arm("great-axe", 7), arm("francisca-thrown", 5)], mettle=2, berserker=True)
    table.do("begin", dice=[])
    assert any("Olaf is a berserker" in line for line in table.lines)
    before = table.fight
    table.apply("Olaf", "Ada", "rage", [8, 8, 8])
    assert not table.one("Olaf").has("berserk")
    table.fight = before
    table.apply("Olaf", "Ada", "rage", [1, 1, 1])
    assert table.one("Olaf").conditions["berserk"] == 120
    assert "rage" not in table.attacks("Olaf", "Ada")
    assert table.plan("Olaf")["attack-2"].why_not == "a berserk throws nothing"
    level = table.level("Ada", "Olaf", "1-swing", target="chest")
    table.apply("Ada", "Olaf", "1-swing", [7, 1, 1], target="chest", other=-level)
    assert not {"stunned", "shock-due"} & set(table.one("Olaf").conditions)


def test_a_rage_can_be_worked_up() -> None:
    """Thirty rounds of it, then it is there; who is no berserker cannot."""
    table = duel(None, berserker=True)
    table.do("begin", dice=[])
    table.choose("Ada", "rage")
    assert table.one("Ada").marks["rage"] == 1
    table.do("mark", who=table.one("Ada").id, mark="rage", to=29)
    table.next_round([])
    table.choose("Ada", "rage")
    assert table.one("Ada").conditions["berserk"] == 360 and table.one("Ada").marks["rage"] == 0
    assert duel().plan("Ada")["rage"].why_not == "is no berserker"


def test_the_blind_and_the_dark() -> None:
    """A blind foe defends with half; the blind flail at random and are marked for it; in the dark both are blind."""
    table = duel(None)
    table.do("declare", who=table.one("Bran").id, inputs={"aim": "head"})
    table.gain("Bran", "blind")
    found = table.attacks("Ada", "Bran")["1-swing"]
    assert found.resolver == "heroes-of-the-fall/blind"
    assert (found.inputs["you_blind"], found.inputs["foe_blind"]) == (False, True)
    back = table.attacks("Bran", "Ada")["1-swing"]
    assert (back.inputs["you_blind"], back.inputs["foe_blind"], back.inputs["target"]) == (True, False, "random")
    table.apply("Bran", "Ada", "1-swing", [1, 1, 1, 50])
    assert table.one("Bran").has("flailing")
    assert table.attacks("Ada", "Bran")["1-swing"].inputs["foe_flails"] is True
    table.do("lose", who=table.one("Bran").id, condition="blind")
    table.do("scene", inputs={"light": "light_dark"})
    inputs = table.attacks("Ada", "Bran")["1-swing"].inputs
    assert inputs["you_blind"] and inputs["foe_blind"]


def test_bare_hands_in_the_dark_are_halved() -> None:
    """The calculator of limbs does not halve, so the skills come to it halved."""
    table = Table(light="light_dark")
    table.add("Wat", "party", unarmed=7, unarmed_modifier=50, weapons=[])
    table.add("Bran", "foes", unarmed=5, weapons=[], dodge=0)
    inputs = table.attacks("Wat", "Bran")["0-swing"].inputs
    assert (inputs["skill"], inputs["modifier"], inputs["foe_skill"]) == (3, None, 2)


def test_from_behind_and_unaware() -> None:
    """Who cannot turn defends with half and without a shield; the unaware not at all, until they have been attacked."""
    table = duel(None, weapons=[arm("long-sword", 6), arm("large-shield", 9, None, "off")])
    assert table.attacks("Ada", "Bran")["1-swing"].inputs["defence"] == "shield"
    behind = table.attacks("Ada", "Bran")["1-behind"]
    assert (behind.resolver, behind.inputs["view"]) == ("heroes-of-the-fall/rear-attack", "human-rear")
    table.gain("Bran", "turned")
    found = table.attacks("Ada", "Bran")
    assert found["1-swing"].inputs["defence"] == "parry" and "1-behind" not in found
    table.gain("Bran", "unaware")
    assert table.attacks("Ada", "Bran")["1-swing"].resolver == "heroes-of-the-fall/helpless"
    table.apply("Ada", "Bran", "1-swing", [1, 1, 1, 50])
    assert not table.one("Bran").has("unaware")


def test_a_beast_is_aimed_at_where_it_has_something() -> None:
    """A head of a human cannot be aimed at on a horse: the area die tells; its own belly can."""
    table = duel(None)
    table.add("Horse", "others", body="quadruped", weapons=[arm("horse-kick", 4)])
    ada = table.one("Ada").id
    table.do("declare", who=ada, inputs={"aim": "head"})
    assert table.attacks("Ada", "Horse")["1-swing"].inputs["target"] == "random"
    assert table.attacks("Ada", "Horse")["1-swing"].inputs["view"] == "quadruped-front"
    table.do("declare", who=ada, inputs={"aim": "snout"})
    assert table.attacks("Ada", "Horse")["1-swing"].inputs["target"] == "snout"
    assert set(table.attacks("Horse", "Ada")) == {"1-swing"}


def test_a_mount_goes_down() -> None:
    """Vigour 6: clear on a red 5, a fall on a 4, trapped on a 2. On foot after that."""
    for red, conditions in ((5, {"unhorsed"}), (4, {"unhorsed", "prone"}), (2, {"unhorsed", "prone", "trapped"})):
        table = duel(None, mounted=True, armour=["plate"])
        table.apply("Ada", "Bran", "mount", [red, 1, 1, 1, 1, 1, 50])
        assert set(table.one("Bran").conditions) == conditions
        assert "mount" not in table.attacks("Ada", "Bran")


def test_weapons_are_dropped_drawn_and_picked_up() -> None:
    """An empty hand draws the dagger, in a round; it throws its die with the attack; later the sword is picked up."""
    table = duel(None, weapons=[arm("long-sword", 6), arm("dagger", 5, 60, "stowed")])
    table.do("begin", dice=[])
    table.gain("Ada", "main-dropped")
    assert table.plan("Ada")["attack-1"].why_not == "it lies on the ground"
    assert table.plan("Ada")["attack-2"].why_not == "it is stowed"
    table.choose("Ada", "draw")
    assert table.one("Ada").has("drawn") and not table.one("Ada").has("main-dropped")
    assert table.attacks("Ada", "Bran")["2-swing"].inputs["modifier"] == 60
    assert table.plan("Ada")["pick-up"].why_not == "nothing was dropped"
    table.next_round([60])
    assert table.attacks("Ada", "Bran")["2-swing"].inputs["skill"] == 6
    assert table.plan("Ada")["draw"].why_not == "it is drawn already"
    table.gain("Ada", "off-dropped")
    table.choose("Ada", "pick-up")
    assert not table.one("Ada").has("off-dropped")


def test_bruises_take_a_level() -> None:
    """The weapon arm from the sword, a leg from the dodge."""
    table = duel(None)
    table.gain("Ada", "bruised-arm")
    table.gain("Bran", "bruised-leg")
    table.do("declare", who=table.one("Bran").id, inputs={"defence": "dodge"})
    inputs = table.attacks("Ada", "Bran")["1-swing"].inputs
    assert (inputs["skill"], inputs["foe_skill"]) == (5, 1)


REFUSED = [
    ("attack-1", (), ("struck-1",), "it has attacked this round; a second attack needs another weapon"),
    ("attack-2", (), ("attacks", "attacks"), "2 attacks have been made; 2 is the most"),
    ("attack-1", ("main-broken",), (), "it is broken"),
    ("attack-1", ("arm-useless",), (), "the arm for it is of no use"),
    ("attack-2", ("off-dropped",), (), "it lies on the ground"),
    ("attack-1", ("drawn",), (), "another weapon is in that hand"),
    ("attack-3", (), (), "it is stowed"),
    ("attack-1", (), ("busy",), "the round has gone into something else"),
    ("attack-0", ("arm-useless", "off-arm-useless"), (), "both arms are of no use"),
    ("defend-1", (), ("struck-1",), "what has attacked does not defend in the same round"),
    ("defend-4", (), (), "it is of no use in defence"),
    ("approach", ("prone",), (), "lies on the ground"),
    ("approach", ("trapped",), (), "is trapped under the mount"),
    ("move", (), ("defences",), "is in a melee: only the step of the fight itself"),
    ("follow", (), ("moved",), "has moved this round"),
    ("manoeuvre", (), (), "has not parried or evaded"),
    ("draw", ("arm-useless",), (), "the weapon arm is of no use"),
    ("pull-out", (), (), "no weapon sticks in a wound"),
    ("counter-hold", (), (), "is not held"),
]


@pytest.mark.parametrize(("option", "conditions", "used", "why"), REFUSED)
def test_what_the_plan_refuses(option: str, conditions: tuple[str, ...], used: tuple[str, ...], why: str) -> None:
    """Each with its reason and a rule; doing it all the same is refused with that reason."""
    weapons = [arm("long-sword"), arm("dagger", 5, None, "off"), arm("knife", 4, None, "stowed"), arm("foot", 4)]
    table = duel(None, weapons=weapons)
    table.do("begin", dice=[])
    table.gain("Ada", *conditions)
    for use in used:
        table.do("use", who=table.one("Ada").id, use=use)
    found = table.plan("Ada")[option]
    assert (found.why_not, found.allowed) == (why, False) and found.rule.startswith("heroes-of-the-fall/")
    with pytest.raises(InputError):
        table.choose("Ada", option)


def test_two_attacks_and_no_third() -> None:
    """Sword and dagger strike; the foot is left, and may not."""
    table = duel(None, weapons=[arm("long-sword"), arm("dagger", 5, None, "off"), arm("foot", 4)])
    table.do("begin", dice=[])
    table.choose("Ada", "attack-1")
    table.choose("Ada", "attack-2")
    assert not table.plan("Ada")["attack-3"].allowed
    assert table.plan("Ada")["dodge"].allowed
    table.choose("Ada", "dodge")
    table.next_round([])
    assert table.plan("Ada")["attack-1"].allowed


def test_a_fight_to_the_end() -> None:
    """Three rounds of Ada against Bran and an archer, dice given throughout, down to the last word on each."""
    table = Table(distance=40)
    table.add("Ada", "party", weapons=[arm("long-sword", 7, 50), arm("dagger", 5, 60, "off")], armour=["leather"])
    table.add("Bran", "foes", weapons=[arm("long-sword", 6, 50)], armour=["leather"], mettle=7)
    table.add("Dara", "foes", weapons=[arm("short-bow", 6, 75)], mettle=5)
    table.do("begin", dice=[55, 30, 49, 20])
    assert table.order() == [
        (["Dara"], 17, "short bow"), (["Ada"], 10, "long sword"), (["Bran"], 8, "long sword"), (["Ada"], 4, "dagger"),
    ]  # fmt: skip
    table.apply("Dara", "Ada", "1-shot", [1, 1, 1, 50])
    table.next()
    table.apply("Ada", "Bran", "1-swing", [4, 4, 4, 48])
    assert table.one("Bran").marks["chest"] == 1, "level −1 makes a minor slash to the chest"
    table.next()
    table.apply("Bran", "Ada", "1-swing", [1, 1, 1, 30])
    assert table.one("Bran").has("off-balance") and table.one("Ada").has("counter")
    table.next()
    assert "Ada's turn" in table.lines
    table.next([49, 61, 99])
    assert table.fight.round == 2
    assert [place[:2] for place in table.order()] == [(["Ada", "Bran"], 9), (["Ada"], 5), (["Dara"], 4)]
    table.apply("Ada", "Bran", "1-swing", [7, 7, 7, 48])
    assert table.health("Bran") == "Bleeding badly" and table.one("Bran").has("shock-due")
    table.apply("Ada", "Bran", "shock", [1, 1, 1])
    assert table.health("Bran") == "In shock"
    table.next()
    table.next()
    table.choose("Dara", "load-1")
    table.next([49, 20])
    assert [place[:2] for place in table.order()] == [(["Ada"], 9), (["Ada", "Dara"], 4)]
    table.apply("Ada", "Dara", "1-swing", [8, 8, 8, 3])
    assert table.health("Dara") == "Dead"
    assert all(TRACKER.health(table.fight, table.one(name)).out for name in ("Bran", "Dara"))
    table.do("end")
    assert table.fight.round == 0 and table.health("Dara") == "Dead"
