"""What the rules do not allow: the reason in words, and the address of the rule."""

from __future__ import annotations

import pytest

REFUSALS = [
    ("attack", {"pain": 4}, "conditions#incapacitated", "Pain 4"),
    ("attack", {"encumbrance": 4}, "conditions#incapacitated", "Encumbrance 4"),
    ("attack", {"pain": 3, "encumbrance": 3, "others": 2}, "conditions#incapacitated", "8 levels"),
    ("attack", {"defence": "shield parry"}, "shields#active", "needs a shield"),
    ("attack", {"defence": "shield parry", "foe_shield": "parry-dagger"}, "shields#active", "needs a shield"),
    ("attack", {"foe_weapon": "whip"}, "defence#kinds", "whip cannot parry"),
    ("attack", {"size": "large"}, "size#attacker", "dodged or met with a shield"),
    ("attack", {"size": "huge", "defence": "shield parry", "foe_shield": "large-shield"}, "size#attacker", "dodged"),
    ("attack", {"manoeuvre": "forceful-blow-1", "weapon": "dagger"}, "manoeuvres#techniques", "Daggers"),
    ("attack", {"manoeuvre": "precise-thrust-2"}, "manoeuvres#techniques", "Swords"),
    ("attack", {"manoeuvre": "feint-1", "weapon": "pike"}, "manoeuvres#techniques", "Pikes"),
    ("attack", {"onslaught": True, "prone": True}, "manoeuvres#onslaught", "from the ground"),
    ("several-attackers", {"pain": 4}, "conditions#incapacitated", "Pain 4"),
    ("attack-of-opportunity", {"pain": 4}, "conditions#incapacitated", "Pain 4"),
    ("disarm", {"foe_weapon": "unarmed"}, "disarm#not-against", "no weapon"),
    ("disarm", {"weapon": "dagger"}, "manoeuvres#techniques", "Daggers"),
    ("hold", {"hands_free": False}, "hold#conditions", "both hands"),
    ("hold", {"foe_size": "large"}, "hold#conditions", "larger"),
    ("ranged-attack", {"in_melee": True}, "ranged#in-melee", "cannot shoot"),
    ("ranged-attack", {"loaded": False, "weapon": "light-crossbow"}, "ranged#loading", "8 actions"),
    ("ranged-attack", {"distance": 81}, "ranged#beyond", "untargeted"),
    ("ranged-attack", {"distance": 121}, "ranged#beyond", "120 at most"),
    ("ranged-attack", {"water": "submerged"}, "water#ranged", "under water"),
    ("ranged-attack", {"foe_water": "submerged"}, "water#ranged", "under water"),
    ("ranged-attack", {"defence": "shield parry"}, "shields#ranged", "needs a shield"),
    ("ranged-attack", {"pain": 4}, "conditions#incapacitated", "Pain 4"),
    ("skill-check", {"first": 3, "modifier": -3}, "skill-check#not-allowed", "counts as failed"),
    ("disengage", {"opponents": 0}, "disengage#when", "without a check"),
    ("disengage", {"pain": 4}, "conditions#incapacitated", "Pain 4"),
    ("pick-up", {"distance": 9}, "pick-up#distance", "too far"),
    ("pick-up", {"distance": 2, "prone": True}, "pick-up#distance", "carries you 1"),
    ("advantageous-position", {"encumbrance": 4}, "conditions#incapacitated", "Encumbrance 4"),
    ("movement", {"engaged": 1}, "movement#engaged", "disengage first"),
    ("movement", {"paralysis": 4}, "conditions#incapacitated", "Paralysis"),
    ("movement", {"pain": 4}, "conditions#incapacitated", "Pain 4"),
]


@pytest.mark.parametrize(("resolver", "inputs", "rule", "words"), REFUSALS)
def test_refusal(refused, resolver, inputs, rule, words):
    """Each names its rule and says why."""
    found = refused(resolver, **inputs)
    assert found["rule"] == f"dark-eye/{rule}"
    assert words in found["reason"]


HELPLESS = [
    ({"pa": 0}, "A defence of 0 cannot be rolled"),
    ({"pa": 3, "from_behind": True}, "A defence of −1 cannot be rolled"),
    ({"foe_pain": 4}, "leaves the foe incapacitated"),
    ({"foe_pain": 3, "foe_encumbrance": 3, "foe_others": 2}, "leave the foe incapacitated"),
    ({"defender": "ordinary", "defences_made": 1}, "only one defence a round"),
    ({"defence": "none"}, "No defence is made"),
]


@pytest.mark.parametrize(("inputs", "words"), HELPLESS)
def test_no_defence(chances, throw, inputs, words):
    """Where no defence can be rolled, the attack's own chance is all; the steps say why."""
    assert chances("attack", at=12, **inputs).lands == chances("attack", at=12, defence="none").lands
    answer = throw("attack", dice=[10, 1, 1, 1, 4, 1], at=12, **inputs)
    assert any(words in step["text"] for step in answer["steps"])


def test_what_does_not_apply_is_ignored_aloud(throw):
    """A dagger is not held in two hands: the switch changes nothing, and says why."""
    answer = throw("attack", weapon="dagger", two_handed=True)
    assert [each["field"] for each in answer["ignored"]] == ["two_handed"]
    assert "technique" in answer["ignored"][0]["why"]
    assert answer["inputs"]["two_handed"] is False


def test_pain_four_overcome(chances):
    """Who stays conscious at Pain IV fights on at −4."""
    assert (
        chances("attack", at=12, pain=4, pain_overcome=True, defence="none").lands
        == chances("attack", at=8, defence="none").lands
    )
