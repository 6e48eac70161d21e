"""The encounter tracker of Heroes of the Fall: shots, throws and what stops them."""

from __future__ import annotations

import pytest

from tests.games.heroes_of_the_fall.encounters import Table, arm, duel


def shooting(weapon: str = "short-bow", /, **sheet: object) -> Table:
    """Dara with a missile weapon of 7 against Ada, thirty feet away."""
    table = Table()
    table.add("Dara", "foes", **{"weapons": [arm(weapon, 7)], **sheet})
    table.add("Ada", "party", weapons=[arm("long-sword", 6)], dodge=5, mettle=10)
    return table


def test_a_bow_at_thirty_feet() -> None:
    """The fact sheet's bow of 7: level −5 when it is aimed in full; unaimed it is two harder."""
    table = shooting()
    table.do("begin", dice=[])
    assert table.level("Dara", "Ada", "1-shot") == -3
    for _ in range(2):
        table.do("mark", who=table.one("Dara").id, mark="aiming", by=1)
    assert table.level("Dara", "Ada", "1-shot") == -5
    table.do("mark", who=table.one("Dara").id, mark="aiming", by=1)
    assert table.level("Dara", "Ada", "1-shot") == -6


def test_loading_and_aiming_take_rounds() -> None:
    """After the shot the bow is empty and out of the count-down; four rounds later it is back, with the plan's help."""
    table = shooting()
    table.do("begin", dice=[])
    table.apply("Dara", "Ada", "1-shot", [1, 1, 1, 50])
    dara = table.one("Dara")
    assert (dara.marks["missiles"], dara.marks["loading"]) == (11, 0)
    assert table.plan("Dara")["load-1"].why_not == "there was an attack this round"
    assert table.plan("Dara")["attack-1"].why_not == "it takes 4 more rounds to load or take in hand"
    assert table.attacks("Dara", "Ada")["1-shot"].note.startswith("Not ready")
    for number in range(4):
        table.next_round([])
        assert table.order()[-1] == (["Dara"], 4, "hand strike")
        table.choose("Dara", "load-1")
        assert table.plan("Dara")["load-1"].allowed is False, number
    table.next_round([])
    assert table.order()[0] == (["Dara"], 18, "short bow")
    table.choose("Dara", "aim-1")
    assert table.plan("Dara")["attack-1"].why_not == "the round has gone into something else"
    assert table.one("Dara").marks["aiming"] == 1


def test_without_arrows_there_is_no_shot() -> None:
    """Nor anything to load."""
    table = shooting(missiles=0)
    assert "1-shot" not in table.attacks("Dara", "Ada")
    assert table.plan("Dara")["attack-1"].why_not == "no missile is left"
    assert table.plan("Dara")["load-1"].why_not == "it is ready"


def test_a_target_out_of_range() -> None:
    """A sling has no factor at 8 ft: no calculator, and the plan says why."""
    table = shooting("sling")
    table.do("scene", inputs={"distance": 8})
    assert "1-shot" not in table.attacks("Dara", "Ada")
    assert "no range factor" in table.plan("Dara")["attack-1"].why_not


def test_what_makes_a_shot_harder_is_filled_in() -> None:
    """Cover, light, wind, running, lying down and a melee are read from the scene and from both."""
    table = shooting()
    table.do("scene", inputs={"distance": 60, "light": "light_dim", "wind": True})
    table.gain("Ada", "cover_half", "prone", "running", "engaged")
    table.gain("Dara", "running")
    inputs = table.attacks("Dara", "Ada")["1-shot"].inputs
    expected = {
        "distance": 60, "light": "light_dim", "wind": True, "cover": "cover_half", "prone": True, "melee": True,
        "target_moves": "target_running", "firer_moves": "firer_running",
    }  # fmt: skip
    assert {key: inputs[key] for key in expected} == expected


def test_a_near_miss_may_strike_a_neighbour() -> None:
    """Into a melee, missed by one level: the game master says who."""
    table = shooting()
    table.gain("Ada", "engaged")
    level = table.level("Dara", "Ada", "1-shot")
    table.apply("Dara", "Ada", "1-shot", [4, 1, 1, 50], other=-level)
    assert any("somebody beside Ada may be struck" in line for line in table.lines)


def test_an_arrow_sticks_without_being_held() -> None:
    """A serious pierce by an arrow impales; Dara still has her bow, and Ada pulls the arrow out."""
    table = shooting()
    level = table.level("Dara", "Ada", "1-shot", target="abdomen")
    table.apply("Dara", "Ada", "1-shot", [7, 1, 1], target="abdomen", other=-level)
    assert table.one("Ada").has("impaled") and not table.one("Dara").has("lodged")
    assert "grip-wounded" not in table.attacks("Dara", "Ada")
    table.choose("Ada", "pull-out")
    assert not table.one("Ada").has("impaled")


def test_a_thrown_spear_can_be_stopped() -> None:
    """A dodge of 5 and range factor 4: made, it spends the spear; missed, the attack is still to be thrown."""
    table = shooting("spear-thrown", missiles=2)
    inputs = table.attacks("Dara", "Ada")["1-dodge"].inputs
    assert (inputs["skill"], inputs["distance"], inputs["weapon"]) == (5, 30, "spear-thrown")
    table.apply("Dara", "Ada", "1-dodge", [1, 1, 1])
    assert table.one("Dara").marks["missiles"] == 2
    assert "Nothing stops the spear, thrown: throw its attack" in table.lines
    table.apply("Dara", "Ada", "1-dodge", [8, 8, 8])
    assert (table.one("Dara").marks["missiles"], table.one("Dara").spent("attacks")) == (1, 1)


@pytest.mark.parametrize("condition", ["unaware", "engaged"])
def test_who_cannot_stop_a_missile_is_not_asked(condition: str) -> None:
    """The unaware and the engaged."""
    table = shooting("spear-thrown")
    table.gain("Ada", condition)
    assert "1-dodge" not in table.attacks("Dara", "Ada")


def test_a_shield_is_in_the_way_of_missiles() -> None:
    """Until it is dropped."""
    table = shooting()
    table.add("Bran", "party", weapons=[arm("club"), arm("large-shield", 5, None, "off")])
    assert table.attacks("Dara", "Bran")["1-shot"].inputs["shield"] == "large-shield"
    table.gain("Bran", "off-dropped")
    assert table.attacks("Dara", "Bran")["1-shot"].inputs["shield"] is None


def test_a_spear_in_the_wound() -> None:
    """It sticks; with it there is only the twist; the wounded may win it, or its owner draws it out."""
    table = duel(None, armour=[], weapons=[arm("spear"), arm("dagger", 5, None, "stowed")], mettle=10)
    table.do("begin", dice=[])
    level = table.level("Ada", "Bran", "1-thrust", target="abdomen")
    table.apply("Ada", "Bran", "1-thrust", [7, 1, 1], target="abdomen", other=-level)
    assert table.one("Ada").has("lodged") and table.one("Bran").has("impaled")
    found = table.attacks("Ada", "Bran")
    assert "1-thrust" not in found and found["1-thrust-twist"].inputs["twist"] is True
    assert {"grip-wounded", "grip-wielder"} <= set(found)
    before = table.fight
    table.apply("Ada", "Bran", "grip-wounded", [8, 8, 8])
    assert not table.one("Ada").has("lodged") and table.one("Ada").has("main-dropped")
    table.fight = before
    table.next_round([])
    table.choose("Ada", f"draw-out-{table.one('Bran').id}")
    assert not table.one("Ada").has("lodged") and not table.one("Bran").has("impaled")
