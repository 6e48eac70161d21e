"""What the chapter of The Dark Eye says in passing is what the engine works out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from companion import catalogue, find

GAME = "dark-eye"


def table(name: str) -> Any:
    """One table of the game."""
    return catalogue.tables(GAME)[name]


def chance(resolver: str, name: str, **inputs: Any) -> Fraction:
    """One chance or mean of a calculator."""
    return Fraction(find(f"{GAME}/{resolver}").odds(inputs)["summary"][name]["fraction"])


def roll(resolver: str, dice: list[int], **inputs: Any) -> dict[str, Any]:
    """One throw of a calculator."""
    return find(f"{GAME}/{resolver}").roll(inputs, dice=dice)


def outcome(resolver: str, **inputs: Any) -> Any:
    """The answer of a calculator that rolls nothing."""
    return find(f"{GAME}/{resolver}").roll(inputs)["outcome"]


def text_of(shown: dict[str, str], resolver: str, example: str) -> str:
    """What the chapter prints for an example, wherever its dice are from."""
    (found,) = [text for source, text in shown.items() if f'"{GAME}/{resolver}"' in source and f'"{example}"' in source]
    return found


def test_low_courage_takes_nothing_off(told: str) -> None:
    """The lead attribute adds, or does nothing."""
    assert "Low Courage takes nothing off." in told
    assert outcome("base-values", technique=12, courage=1)["at"] == 12


def test_half_of_agility_is_rounded_up(told: str) -> None:
    """Dodge, and so parry and initiative."""
    assert "**Dodge** is half of Agility, rounded up." in told
    assert [outcome("base-values", agility=agility)["dodge"] for agility in (12, 13, 14)] == [6, 7, 7]


def test_the_knight_is_before_the_orcs(shown: dict[str, str], told: str) -> None:
    """Slower for his armour, and first all the same; the mage and an orc share a number, and the base decides."""
    assert "The knight is the slower for his armour, and still nobody is before him" in told
    assert "the mage and an orc share a number, and the mage has the better base" in told
    text = text_of(shown, "initiative", "orcs")
    assert "Knight (16), Orc 1 (15), Mage (14), Orc 2 (14), Orc 3 (11)" in text
    assert "−2 from armour and the rest" in text


def test_an_action_is_no_small_change(told: str) -> None:
    """Two free actions do not fit, though the action is left."""
    assert "If you leave yours unused, there is still only one free action" in told
    assert not outcome("turn", acts=["shout", "drop-item"])["allowed"]
    assert outcome("turn", acts=["shout"])["actions_left"] == 1


def test_the_crossbow_and_the_shout(shown: dict[str, str], told: str) -> None:
    """The near miss asks for no check, the shout for one; eight actions, and the shot is one more."""
    assert "A blow that misses does not shake its owner, a shout might" in told
    text = text_of(shown, "long-action", "crossbow")
    assert text.count("A distraction during action") == 1
    assert "It takes effect at the end of action 8. The shot itself is one more action." in text


def test_the_third_parry_is_a_poor_thing(shown: dict[str, str], told: str) -> None:
    """A parry of 8 has become 2."""
    assert "The third time in a round a parry of 8 is a poor thing" in told
    assert "Parry: 8 becomes 2" in text_of(shown, "attack", "third-defence")


def test_the_surrounded_one(shown: dict[str, str], told: str) -> None:
    """Two blows are parried, the third slips through, and for the fourth there is nothing left."""
    assert "Four attackers, the last of them in the back." in told
    assert "Two blows are parried, the third slips through, and for the fourth there is nothing left" in told
    text = text_of(shown, "several-attackers", "surrounded")
    assert text.count(": defended") == 2
    assert "Attack 3: 12 against 12, defence 5 against 3: hit" in text
    assert "Attack 4: 9 against 12, no defence left: hit" in text


def test_other_people_defend_once(told: str) -> None:
    """Heroes as often as they must, others once, creatures at full value."""
    assert "Everybody else has one defence to a round." in told
    landing = {who: chance("attack", "lands", at=12, pa=8, defences_made=1, defender=who)
               for who in ("hero", "ordinary", "creature")}  # fmt: skip
    assert landing["ordinary"] == chance("attack", "lands", at=12, defence="none")
    assert landing["creature"] == chance("attack", "lands", at=12, pa=8)
    assert landing["creature"] < landing["hero"] < landing["ordinary"]


def test_a_defence_of_nothing_is_not_rolled(told: str) -> None:
    """Not even for a 1."""
    assert "A defence that has sunk to 0 or below cannot be rolled, not even for a 1" in told
    assert chance("attack", "lands", at=12, pa=4, from_behind=True) == Fraction(12, 20)


def test_a_botch_costs_a_die_and_a_little_more(told: str) -> None:
    """Armour is no help."""
    assert "a d6 and a little more, and armour is no help" in told
    lost = [roll("attack", [20, 20, 1, 1, 1, die])["measures"]["own_damage"] for die in (1, 6)]
    assert lost == [3, 8]


def test_the_shield_and_the_mail_cancel_out(shown: dict[str, str], told: str) -> None:
    """A wooden shield counts +2, the mail −2, and 14 is too much for 10."""
    assert "The shield's bonus and the weight of the mail just cancel out, and 14 is too much" in told
    text = text_of(shown, "attack", "shield-parry-fails")
    assert "Wooden shield, counted 2 times: +2" in text
    assert "Encumbrance 2: −2" in text
    assert "The defence rolls 14 against 10 and fails" in text


def test_behind_a_large_shield_one_is_rather_safe(shown: dict[str, str], told: str) -> None:
    """A parry of 8 becomes 14: fewer than one attack in four gets through."""
    assert "Behind a large shield one is rather safe" in told
    assert "Shield parry: 8 becomes 14" in text_of(shown, "attack", "shield-wall")
    wall = find(f"{GAME}/attack").example("shield-wall").inputs
    assert chance("attack", "lands", **wall) < Fraction(1, 4) < chance("attack", "lands", at=12, pa=8)


def test_a_dagger_beats_a_halberd(shown: dict[str, str], told: str) -> None:
    """In a tunnel the pole cannot parry at all, though the short reach costs the attack something."""
    assert "Its short reach costs the attack something; the pole cannot parry at all" in told
    text = text_of(shown, "attack", "dagger-in-a-tunnel")
    assert "Short reach against long: −4" in text
    assert "A defence of 0 cannot be rolled" in text


def test_a_seven_would_have_been_good_enough(shown: dict[str, str], told: str) -> None:
    """From behind it fails against 4; from the front it holds against 8."""
    assert "Against the front a 7 would have been good enough" in told
    assert "The defence rolls 7 against 4 and fails" in text_of(shown, "attack", "at12-pa8-behind")
    assert roll("attack", [9, 1, 7, 1, 3, 1], at=12, pa=8)["verdict"]["value"] == "defended"


def test_two_on_two_tables_have_nothing(told: str) -> None:
    """The holder gains on both rolls, the other loses nothing, and both together are as none."""
    assert "two on two tables have nothing" in told
    above = chance("attack", "lands", at=12, pa=8, position="you")
    assert above == chance("attack", "lands", at=14, pa=8)
    assert chance("attack", "lands", at=12, pa=8, position="nobody") == chance("attack", "lands", at=12, pa=8)


def test_sight_takes_off_shots_twice_as_much(told: str) -> None:
    """Every level that has a number."""
    assert "**Sight** takes off twice what it does in melee" in told
    assert all(row.ranged == 2 * row.melee for row in table("sight").values())


def test_nobody_parries_the_ogres_club(told: str) -> None:
    """A large attacker is dodged or met with a shield, a huge one is dodged."""
    assert "No blade parries an ogre's club" in told
    for size, open_ in (("large", {"shield parry", "dodge"}), ("huge", {"dodge"})):
        found = {kind for kind in ("parry", "shield parry", "dodge")
                 if not find(f"{GAME}/attack").odds({"size": size, "defence": kind, "foe_shield": "wooden-shield"})[
                     "refused"]}  # fmt: skip
        assert found == open_


def test_a_feint_is_a_harder_attack_and_a_much_harder_defence(told: str) -> None:
    """It takes twice as much off the defence as off the attack, at each level."""
    assert "A harder attack, and a much harder defence against it." in told
    feints = [row for row in table("manoeuvres").values() if row.ability == "feint"]
    assert feints
    assert all(row.defence == 2 * row.at < row.at < 0 for row in feints)


def test_pain_and_encumbrance_would_come_to_six(shown: dict[str, str], told: str) -> None:
    """Three and three, and the limit gives one back."""
    assert "Pain III under Encumbrance III would come to six" in told
    text = text_of(shown, "attack", "worn-down")
    assert "Pain 3: −3" in text
    assert "Encumbrance 3: −3" in text
    assert "Conditions together take off 5 at most: +1" in text


def test_a_condition_has_up_to_four_levels(told: str) -> None:
    """Each takes a point off."""
    assert "a condition has up to four levels, and each takes a point off whatever it hinders" in told
    assert (table("conditions").number("highest"), table("conditions").number("level")) == (4, -1)


def test_the_limit_is_five(told: str) -> None:
    """The ruling on how far it goes names it."""
    assert "How far does the limit go?" in told
    assert table("rulings")["condition_limit"].question == "What falls under the limit of 5 on conditions?"
    assert table("conditions").number("limit") == -5


def test_quarters_of_31(told: str) -> None:
    """Compared exactly they are 23, 15 and 7; rounded they may be others."""
    assert "Quarters of 31 are not whole numbers." in told
    marks = {reading: outcome("pain", max_lp=31, lp=31, pain_marks=reading)["marks"][:3]
             for reading in ("exact", "up", "nearest")}  # fmt: skip
    assert marks == {"exact": [23, 15, 7], "up": [24, 16, 8], "nearest": [23, 16, 8]}


def test_the_small_and_frail_may_skip_a_level(told: str) -> None:
    """With 20 life points Pain II becomes IV at 5."""
    assert "somebody small and frail may skip a level" in told
    levels = [outcome("pain", max_lp=20, lp=lp)["level"] for lp in (6, 5)]
    assert levels == [2, 4]


def test_a_single_blow_takes_a_dozen(shown: dict[str, str], told: str) -> None:
    """17 less 12 leave 5, and that is Pain IV."""
    assert "Somebody has 17 left, and a single blow takes a dozen of them" in told
    text = text_of(shown, "pain", "lp31-at-5")
    assert "17 less 12 damage leave 5" in text
    assert "with 5 there is Pain IV: you act on." in text


def test_rolling_low_saves_nothing(shown: dict[str, str], told: str) -> None:
    """A 9 against 13 leaves the other two dice to be paid for in full."""
    assert "the points that one die leaves unused are of no help to the next" in told
    text = text_of(shown, "skill-check", "thirteens-7-spent")
    assert "15 against 13, 2 spent" in text
    assert "7 less 5 leave 2: success" in text


def test_nothing_left_is_still_level_one(told: str) -> None:
    """Seven points spent out of seven."""
    assert "To have nothing left is still level 1." in told
    found = roll("skill-check", [20, 1, 13], first=13, second=13, third=13, rating=7)
    assert "quality level 1" in found["sentence"]


def test_a_twenty_in_the_middle(shown: dict[str, str], told: str) -> None:
    """Two 1s, and a critical success for all the points spent."""
    assert "A 20 in the middle, and for all that a triumph" in told
    text = text_of(shown, "skill-check", "thirteens-7-critical")
    assert "20 against 13, 7 spent" in text
    assert "A critical success: quality level 5." in text


def test_one_point_is_a_lot(told: str) -> None:
    """At 13/13/13 and 7, a modifier of −1 costs more than a rating of 1 less."""
    assert "One point is a lot, for it counts three times." in told
    check = {"first": 13, "second": 13, "third": 13}
    harder = chance("skill-check", "success", **check, rating=7, modifier=-1)
    assert harder < chance("skill-check", "success", **check, rating=6)


def test_both_actions_carry_twice_as_far(told: str) -> None:
    """And there is no third time."""
    assert "Spend both actions on it, and you get twice as far. There is no third time." in told
    assert outcome("movement", mov=8)["yards"] == 2 * outcome("movement", mov=8, free_action=False)["yards"] == 16
    assert not outcome("turn", acts=["move", "free-move", "free-move"])["allowed"]


def test_the_second_enemy_makes_a_difference(shown: dict[str, str], told: str) -> None:
    """The chance to get clean away falls by more than a tenth, and in the throw shown he is too much."""
    assert "The second enemy makes more of a difference than it seems" in told
    assert "7 less 10 leave −3: failure" in text_of(shown, "disengage", "two-opponents")
    one, two = (chance("disengage", "clean", opponents=number, rating=7) for number in (1, 2))
    assert one - two > Fraction(1, 10)


@pytest.mark.parametrize("who", ["Knight", "Bard"])
def test_the_elf_has_seen_something_move(shown: dict[str, str], told: str, who: str) -> None:
    """The others have not."""
    assert "The elf has seen something move, the others have not" in told
    text = text_of(shown, "ambush", "three-and-three")
    assert "Elf: quality level 2 against 1, notices the ambush" in text
    assert f"{who}: quality level 0 against 1, surprised" in text


def test_an_arrow_carries_half_as_far_again(told: str) -> None:
    """A short bow reaches 80 yards, and an untargeted shot 120."""
    assert "an arrow carries on half as far again, at nobody in particular" in told
    strip = find(f"{GAME}/ranged-attack").odds({"weapon": "short-bow"})["figures"]["range-strip"]["bands"]
    assert [band["to"] for band in strip[-2:]] == [80, 120]


def test_still_and_close(shown: dict[str, str], told: str) -> None:
    """+2 for the range, +2 for standing still."""
    assert "Somebody stands quite still, and quite close" in told
    text = text_of(shown, "ranged-attack", "close-and-still")
    assert "Close range: +2" in text
    assert "The target stands still: +2" in text
    assert "12 becomes 16" in text


def test_the_archer_takes_the_time(shown: dict[str, str], told: str) -> None:
    """Two actions of aiming outweigh the melee."""
    assert "A friend in trouble, and an archer who takes the time" in told
    text = text_of(shown, "ranged-attack", "into-melee")
    assert "Into a melee: −2" in text
    assert "Aimed for 2 actions: +4" in text


def test_a_disarm_hurts_a_little(told: str) -> None:
    """A d3, doubled by a confirmed 1."""
    assert "**It hurts a little:** a d3, doubled like any other by a confirmed 1." in told
    plain = roll("disarm", [5, 1, 20, 1, 3, 1], at=14, pa=8)["measures"]["damage"]
    twice = roll("disarm", [1, 1, 20, 1, 3, 1], at=14, pa=8)["measures"]["damage"]
    assert (plain, twice) == (3, 6)
    sides = [die["sides"] for die in find(f"{GAME}/disarm").describe()["dice"] if die["name"] == "damage"]
    assert sides == [3]
