"""The encounter tracker of Heroes of the Fall: the count-down, and what each blow leaves behind."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import find
from companion.encounter import presets
from companion.errors import InputError
from tests.games.heroes_of_the_fall.encounters import TRACKER, Table, arm, duel


def test_the_count_down_takes_every_weapon() -> None:
    """A skill die for each; the archer at 17, two at 9 together, the dagger last; a shield has no place of its own."""
    table = Table()
    table.add("Ada", "party", weapons=[arm("long-sword", 6, 50), arm("dagger", 6, 60, "off")])
    table.add("Bran", weapons=[arm("long-sword", 6, 50), arm("targe", 5, 50, "off")])
    table.add("Dara", weapons=[arm("short-bow", 6, 75)])
    table.do("begin", dice=[20, 30, 49, 90, 74])
    assert table.order() == [
        (["Dara"], 17, "short bow"),
        (["Ada", "Bran"], 9, "Ada: long sword; Bran: long sword"),
        (["Ada"], 6, "dagger"),
    ]
    assert "Bran: Second weapon: one level higher, 1 round" in table.lines


def test_a_raised_skill_holds_for_the_round_and_no_longer() -> None:
    """80 raises Ada's sword: 9 against 8. The attack is filled with 7 and throws no skill die; the next round does."""
    table = duel()
    table.do("begin", dice=[80, 20])
    assert [place[:2] for place in table.order()] == [(["Ada"], 9), (["Bran"], 8)]
    assert "Ada holds the initiative over Bran" in table.lines
    inputs = table.attacks("Ada", "Bran")["1-swing"].inputs
    assert (inputs["skill"], inputs["modifier"], inputs["foe_skill"], inputs["foe_modifier"]) == (7, None, 6, None)
    table.next_round([10, 60])
    assert [place[:2] for place in table.order()] == [(["Bran"], 9), (["Ada"], 8)]
    assert table.attacks("Ada", "Bran")["1-swing"].inputs["skill"] == 6


def test_before_the_fight_the_skill_die_is_thrown_with_the_attack() -> None:
    """No count-down, no die yet."""
    inputs = duel().attacks("Ada", "Bran")["1-swing"].inputs
    assert (inputs["skill"], inputs["modifier"], inputs["foe_modifier"]) == (6, 50, 50)


def test_who_joins_in_brings_a_die_of_their_own() -> None:
    """Cole's club rises to 6 for the round in which he comes."""
    table = duel(None)
    table.do("begin", dice=[])
    who = table.add("Cole", weapons=[arm("club", 5, 50)])
    table.do("join", who=who, dice=[50])
    assert table.attacks("Cole", "Ada")["1-swing"].inputs["skill"] == 6
    assert (["Cole"], 8, "club") in table.order()


@pytest.mark.parametrize(
    ("condition", "label"), [("stunned", "long sword, stunned"), ("off-balance", "long sword, off balance")]
)
def test_who_can_hold_no_initiative_comes_last(condition: str, label: str) -> None:
    """Even at a higher score."""
    table = duel(None)
    table.add("Cole", weapons=[arm("club", 2)])
    table.gain("Ada", condition)
    table.do("begin", dice=[])
    assert table.order()[-1] == (["Ada"], 8, label)


def test_armour_and_load_and_the_off_hand_slow() -> None:
    """Mail under plate: the worst piece on the weapon arm counts, not the greaves; the off hand takes one."""
    table = Table()
    table.add(
        "Ada", "party", weapons=[arm("dagger", 6, None, "off")], armour=["padding"], encumbrance=2,
        armour_by_area=[{"area": "arm", "layers": ["chain-mail"]}, {"area": "thigh", "layers": ["plate"]}],
    )  # fmt: skip
    table.do("begin", dice=[])
    assert table.order() == [(["Ada"], 6 - 1 + 1 - 1 - 2, "dagger")]


def test_a_large_battle_rolls() -> None:
    """Forty with two weapons each are one count-down."""
    table = Table()
    table.do(
        "add", name="Guard", side="foes", copies=20, sheet={"weapons": [arm("spear"), arm("targe", 5, None, "off")]}
    )
    table.do(
        "add", name="Thief", side="party", copies=20, sheet={"weapons": [arm("dagger"), arm("knife", 5, None, "off")]}
    )
    table.do("begin", dice=[])
    assert sum(len(place.who) for place in table.fight.order) == 60


def test_a_berserk_may_not_wait() -> None:
    """Others may."""
    table = duel(None)
    table.gain("Bran", "berserk")
    table.do("begin", dice=[])
    with pytest.raises(InputError, match="berserk attack at once"):
        table.do("delay", who=table.one("Bran").id)
    table.do("delay", who=table.one("Ada").id)
    assert table.fight.waiting == (table.one("Ada").id,)


def test_the_example_of_the_chapter() -> None:
    """7 against 6 at the arm: level 0; 5, 8 and 7 are a minor slash. It bleeds, and the leather there is ruined."""
    table = duel()
    table.do("begin", dice=[80, 20])
    table.do("declare", who=table.one("Ada").id, inputs={"aim": "arm"})
    assert table.level("Ada", "Bran", "1-swing") == 0
    table.apply("Ada", "Bran", "1-swing", [5, 8, 7])
    bran = table.one("Bran")
    assert bran.marks["arm"] == 1
    assert list(bran.conditions) == ["ruined-arm"]
    assert (bran.spent("defences"), table.one("Ada").spent("attacks")) == (1, 1)
    assert table.health("Bran") == "Wounded"
    assert "Bran: Arm (upper arm or forearm): 1 bleeding wound, Wound Rating 10" in table.lines
    assert table.level("Ada", "Bran", "1-swing") == -1, "no leather there any more"


def test_what_attacked_does_not_defend() -> None:
    """Bran's sword has struck: a dodge of 2 is left to him, or, if he will parry, a bare hand of 4."""
    table = duel(None)
    table.do("begin", dice=[])
    assert table.attacks("Ada", "Bran")["1-swing"].inputs["defence"] == "parry"
    table.choose("Bran", "attack-1")
    inputs = table.attacks("Ada", "Bran")["1-swing"].inputs
    assert (inputs["defence"], inputs["foe_skill"]) == ("dodge", 2)
    table.do("declare", who=table.one("Bran").id, inputs={"defence": "parry"})
    found = table.attacks("Ada", "Bran")["1-swing"]
    assert (found.resolver, found.inputs["foe_weapon"]) == ("heroes-of-the-fall/unarmed", "hand")
    table.do("declare", who=table.one("Bran").id, inputs={"defence": "ignore"})
    assert table.attacks("Ada", "Bran")["1-swing"].inputs["defence"] == "ignore"


def test_a_block_drives_back_once_and_may_break() -> None:
    """Level 2 missed, 1 made: 4 ft and off balance; the next block does not push; then the sword breaks."""
    table = duel(None)
    table.do("begin", dice=[])
    assert table.level("Ada", "Bran", "1-swing") == 1
    table.apply("Ada", "Bran", "1-swing", [6, 1, 1, 48])
    assert set(table.one("Bran").conditions) == {"off-balance", "pushed", "break-due"}
    assert "Bran is forced back 4 ft; the attacker may follow" in table.lines
    assert table.attacks("Ada", "Bran")["1-swing"].inputs["pushed"] is True
    table.apply("Ada", "Bran", "1-swing", [6, 1, 1, 48])
    assert not any("forced back 4" in line for line in table.lines)
    assert table.attacks("Ada", "Bran")["break-1-1"].inputs == {"weapon": "long-sword", "blocked_with": "long-sword"}
    table.apply("Ada", "Bran", "break-1-1", [8, 8, 1])
    assert set(table.one("Bran").conditions) == {"off-balance", "pushed", "main-broken"}
    assert table.plan("Bran")["attack-1"].why_not == "it is broken"
    table.next_round([])
    assert set(table.one("Bran").conditions) == {"main-broken"}
    assert table.order()[-1] == (["Bran"], 3, "hand strike")


def test_a_weapon_that_holds_is_no_longer_at_risk() -> None:
    """The throw is over, the weapon whole."""
    table = duel(None)
    table.do("begin", dice=[])
    table.apply("Ada", "Bran", "1-swing", [6, 1, 1, 48])
    table.apply("Ada", "Bran", "break-1-1", [1, 1, 1])
    assert not {"break-due", "main-broken"} & set(table.one("Bran").conditions)


def test_a_parry_is_answered_at_once() -> None:
    """Ada is off balance, Bran may strike before the count goes on; having struck, he may no more."""
    table = duel(None)
    table.do("begin", dice=[])
    table.apply("Ada", "Bran", "1-swing", [1, 1, 1, 48])
    assert set(table.one("Ada").conditions) == {"off-balance"}
    assert set(table.one("Bran").conditions) == {"counter"}
    assert table.plan("Bran")["manoeuvre"].allowed and not table.plan("Ada")["manoeuvre"].allowed
    table.apply("Bran", "Ada", "1-swing", [1, 1, 1, 48])
    assert not table.one("Bran").has("counter")


WOUNDS = [
    ("head", "slash", "minor", {"head": 1}, set()),
    ("chest", "slash", "serious", {"serious": 1}, {"shock-due"}),
    ("face", "slash", "minor", {"face": 1}, {"stunned"}),
    ("chest", "slash", "mortal", {}, {"slow-death"}),
    ("head", "slash", "mortal", {}, {"dead"}),
    ("arm", "slash", "serious", {"serious": 1}, {"stunned", "main-dropped"}),
    ("arm", "slash", "mortal", {}, {"arm-useless", "shock-due"}),
    ("thigh", "slash", "mortal", {}, {"leg-useless", "shock-due"}),
    ("foot", "slash", "minor", {"foot": 1}, {"prone"}),
    ("eye", "slash", "minor", {"eye": 1}, {"blind", "shock-due"}),
    ("head", "crush", "serious", {}, {"unconscious", "broken-bone"}),
    ("hand", "crush", "minor", {}, {"bruised-arm", "main-dropped"}),
    ("thigh", "crush", "minor", {}, {"bruised-leg", "prone"}),
    ("chest", "crush", "serious", {}, {"broken-bone", "bruised-body", "stunned"}),
    ("kidneys", "crush", "mortal", {}, {"dead", "broken-bone"}),
]
FACES = {"minor": [5, 1, 1], "serious": [7, 1, 1], "mortal": [8, 1, 1]}


@pytest.mark.parametrize(("area", "kind", "degree", "marks", "conditions"), WOUNDS)
def test_each_wound_leaves_its_results(
    area: str, kind: str, degree: str, marks: dict[str, int], conditions: set[str]
) -> None:
    """The cell of the damage table, as marks and conditions."""
    weapon, manner = ("long-sword", "swing") if kind == "slash" else ("club", "swing")
    table = Table()
    table.add("Ada", "party", weapons=[arm(weapon)])
    table.add("Bran", weapons=[arm("club")])
    table.gain("Bran", *(["turned"] if area == "kidneys" else []))
    level = table.level("Ada", "Bran", f"1-{manner}", target=area, foe_skill=10)
    table.apply("Ada", "Bran", f"1-{manner}", FACES[degree], target=area, foe_skill=10, other=-level)
    assert table.changed("Bran") == marks
    assert set(table.one("Bran").conditions) - {"turned"} == conditions


def test_a_left_part_is_the_off_arm_except_of_the_left_handed() -> None:
    """A left hand cut off; of one who is left-handed it is the weapon hand."""
    for left_handed, condition in ((False, "off-arm-useless"), (True, "arm-useless")):
        table = Table()
        table.add("Ada", "party", weapons=[arm("long-sword", 9)])
        table.add("Bran", weapons=[arm("club")], left_handed=left_handed)
        level = table.level("Ada", "Bran", "1-swing")
        table.apply("Ada", "Bran", "1-swing", [8, 1, 1, 44], other=-level)
        assert table.one("Bran").has(condition)
        assert table.plan("Bran")["attack-1"].allowed is not left_handed


def test_bleeding_adds_up_at_one_place() -> None:
    """The second wound at the head: a Wound Rating of 10 to throw for, then 20 on the sheet."""
    table = duel(None, armour=[])
    for lines in (0, 1):
        level = table.level("Ada", "Bran", "1-swing", target="head")
        table.apply("Ada", "Bran", "1-swing", [5, 1, 1], target="head", other=-level)
        assert sum("a d100 of 10 or less" in line for line in table.lines) == lines
    assert table.one("Bran").marks["head"] == 2
    assert [step.text for step in TRACKER.health(table.fight, table.one("Bran")).steps] == [
        "Head: 2 bleeding wounds, Wound Rating 20"
    ]


def test_stun_lasts_ten_less_mettle_rounds() -> None:
    """Six rounds of it for Mettle 4, none for Mettle 10."""
    for mettle, lasting in ((4, 6), (10, 0)):
        table = duel(None, mettle=mettle, armour=[])
        level = table.level("Ada", "Bran", "1-swing", target="face")
        table.apply("Ada", "Bran", "1-swing", [5, 1, 1], target="face", other=-level)
        assert table.one("Bran").conditions.get("stunned", 0) == lasting


def test_shock_is_fought_off_or_not() -> None:
    """A Mettle feat of 8 less 6: red 8 makes it, red 7 puts Bran out, and the turn goes past him."""
    table = duel(None)
    table.gain("Bran", "shock-due")
    assert table.attacks("Ada", "Bran")["shock"].inputs == {"by": "difficulty", "difficulty": 8, "skill": 6}
    before = table.fight
    table.apply("Ada", "Bran", "shock", [8, 1, 1])
    assert table.health("Bran") == "Unhurt" and not table.one("Bran").conditions
    table.fight = before
    table.apply("Ada", "Bran", "shock", [7, 1, 1])
    assert table.health("Bran") == "In shock"
    assert table.attacks("Ada", "Bran")["1-swing"].resolver == "heroes-of-the-fall/helpless"
    table.do("begin", dice=[])
    assert table.order() == [(["Ada"], 8, "long sword")]


def test_untended_blood_kills() -> None:
    """Two wounds bleed badly: difficulty 7. A failure costs a point of Mettle and Vigour; without Mettle one dies."""
    table = duel(None, mettle=2, vigour=5)
    for _ in range(2):
        table.do("mark", who=table.one("Bran").id, mark="serious", by=1)
    assert table.health("Bran") == "Bleeding badly"
    assert table.attacks("Ada", "Bran")["bleeding"].inputs == {"by": "difficulty", "difficulty": 7, "skill": 2}
    table.apply("Ada", "Bran", "bleeding", [8, 8, 8])
    assert (table.one("Bran").marks["mettle"], table.one("Bran").marks["vigour"]) == (2, 5)
    table.apply("Ada", "Bran", "bleeding", [1, 1, 1])
    table.apply("Ada", "Bran", "bleeding", [1, 1, 1])
    assert (table.one("Bran").marks["mettle"], table.one("Bran").marks["vigour"]) == (0, 3)
    assert table.health("Bran") == "Bled to death"
    assert "Bran: Mettle is gone: dead of loss of blood" in table.lines


@pytest.mark.parametrize(
    ("condition", "label"),
    [
        ("dead", "Dead"), ("slow-death", "Dying slowly"), ("unconscious", "Unconscious"), ("shocked", "In shock"),
        ("helpless", "Helpless"),
    ],
)  # fmt: skip
def test_each_state_that_puts_one_out(condition: str, label: str) -> None:
    """The word for it, no act in the plan, no defence; the dead are not attacked."""
    table = duel(None)
    table.gain("Bran", condition)
    found = TRACKER.health(table.fight, table.one("Bran"))
    assert (found.label, found.out) == (label, True)
    assert all(label.lower() in option.why_not for option in table.plan("Bran").values())
    attacks = table.attacks("Ada", "Bran")
    if condition == "dead":
        assert not attacks
    else:
        assert attacks["1-swing"].resolver == "heroes-of-the-fall/helpless"


def test_a_slow_death_has_its_clock() -> None:
    """Ten minutes for each point of Mettle, and the difficulty of saving a life."""
    table = duel(None)
    table.gain("Bran", "slow-death")
    (step,) = TRACKER.health(table.fight, table.one("Bran")).steps
    assert step.text == "Dies within 60 minutes; treatment is a feat of difficulty 12"


def test_armour_is_ruined_layer_by_layer() -> None:
    """A crush through plate over mail spoils the plate only, which is told; an edge spoils both for good."""
    table = Table()
    table.add("Ada", "party", weapons=[arm("club", 9), arm("great-axe", 9)])
    table.add("Bran", weapons=[arm("club", 2)], armour=["chain-mail", "plate"])
    level = table.level("Ada", "Bran", "1-swing", target="chest")
    table.apply("Ada", "Bran", "1-swing", [5, 1, 1], target="chest", other=-level)
    assert "Bran: plate ruined at the chest, chain mail still whole; change the sheet" in table.lines
    assert not table.one("Bran").has("ruined-chest")
    level = table.level("Ada", "Bran", "2-swing", target="head")
    table.apply("Ada", "Bran", "2-swing", [5, 1, 1], target="head", other=-level)
    layers = {row["area"]: row["layers"] for row in table.attacks("Ada", "Bran")["1-swing"].inputs["armour_by_area"]}
    assert "ruined-head" in table.one("Bran").conditions and layers == {"head": []}


def test_wyrd_points_are_offered_and_paid() -> None:
    """Ten for a mortal wound; who has nine is not asked, and may pay five only."""
    for points, offered in ((10, True), (9, False)):
        table = duel(None, wyrd=points, armour=[])
        level = table.level("Ada", "Bran", "1-swing", target="chest")
        table.apply("Ada", "Bran", "1-swing", [8, 1, 1], target="chest", other=-level)
        assert any("may pay 10 Wyrd Points" in line for line in table.lines) is offered
        assert table.plan("Ada")["wyrd-mortal"].allowed is offered
    table.choose("Ada", "wyrd-die")
    assert table.one("Ada").marks["wyrd"] == 4
    assert table.plan("Ada")["wyrd-serious"].why_not == "4 Wyrd Points are left"


def test_a_mark_moves_with_the_resolver() -> None:
    """For every preset against Ada: what the outcome lists is what her marks and conditions show."""
    table = Table()
    table.add("Ada", "party", mettle=10)
    for preset in presets(TRACKER).values():
        table.do("add", name=preset.title, side="foes", sheet=preset.to_json()["sheet"])
    before = table.fight
    for foe in table.fight.combatants[1:]:
        for attack in TRACKER.attacks(before, foe, before.combatants[0]):
            for seed in range(4):
                answer = find(attack.resolver).roll(attack.inputs, seed=seed)
                outcome = answer["outcome"] or {}
                if not isinstance(outcome.get("wound"), str):
                    continue
                table.fight = before
                table.apply(foe.name, "Ada", attack.name, [die["value"] for die in answer["dice"]])
                moved = table.changed("Ada")
                assert moved.pop("serious", 0) == outcome["injuries"].count("serious bleeding")
                assert sum(moved.values()) == outcome["injuries"].count("bleeding")
                assert table.one("Ada").has("dead") == bool(
                    {"death", "instant death", "decapitated"} & set(outcome["injuries"])
                )
                assert table.one("Ada").has("shock-due") == ("shock" in outcome["injuries"])


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_marks_never_leave_their_limits(data: st.DataObject) -> None:
    """Whatever is thrown, however often."""
    table = duel(None, wyrd=3)
    table.add("Dara", "foes", weapons=[arm("javelin-thrown")], missiles=1)
    for _ in range(data.draw(st.integers(1, 8))):
        attacker, target = data.draw(st.sampled_from([("Ada", "Bran"), ("Bran", "Ada"), ("Dara", "Ada")]))
        found = table.attacks(attacker, target)
        if not found:
            continue
        name = data.draw(st.sampled_from(sorted(found)))
        dice = [
            die["value"]
            for die in find(found[name].resolver).roll(found[name].inputs, data.draw(st.integers(0, 99)))["dice"]
        ]
        table.apply(attacker, target, name, dice)
        for one in table.fight.combatants:
            assert all(mark.low(one.sheet) <= one.marks[mark.name] <= mark.high(one.sheet) for mark in TRACKER.marks)
