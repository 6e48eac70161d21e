"""The planner: costs, what is left, and why the rest is out of reach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import find
from companion.errors import Refused
from companion.games.fantasy_crux.acts import ACTS

ROUND = find("fantasy-crux/round")
NAMES = list(ACTS)


def left(*acts: str, **means: Any) -> dict[str, Any]:
    """What is left after these acts."""
    answer = ROUND.roll({"acts": acts, **means})
    assert answer["refused"] is None, answer["sentence"]
    return answer["outcome"]


def why(act: str, *acts: str, **means: Any) -> tuple[str, str]:
    """Why an act is not possible after others: the reason and the rule."""
    (option,) = [option for option in left(*acts, **means)["options"] if option["act"] == act]
    assert not option["possible"]
    return option["reason"], option["rule"].removeprefix("fantasy-crux/")


@pytest.mark.parametrize(
    ("acts", "rule", "means"),
    [
        pytest.param(["parry", "sprint"], "round#already-used", {}, id="parry-then-sprint"),
        pytest.param(["opportunity", "sprint"], "round#already-used", {}, id="opportunity-then-sprint"),
        pytest.param(["off-hand-parry", "sprint"], "round#already-used", {}, id="off-hand-then-sprint"),
        pytest.param(["sprint", "parry"], "sprint#dodge-only", {}, id="sprint-then-parry"),
        pytest.param(["sprint", "off-hand-parry"], "sprint#dodge-only", {}, id="sprint-then-off-hand"),
        pytest.param(["dodge", "charge"], "round#already-used", {}, id="dodge-then-charge"),
        pytest.param(["charge", "dodge"], "charge#route", {}, id="charge-then-dodge"),
        pytest.param(["charge", "off-hand-parry"], "charge#route", {}, id="charge-then-off-hand"),
        pytest.param(["charge", "off-hand-attack"], "charge#not-standard", {}, id="charge-brings-no-extra"),
        pytest.param(["charge", "move"], "charge#no-other-movement", {}, id="charge-and-move"),
        pytest.param(["attack", "attack"], "round#three", {}, id="two-attacks"),
        pytest.param(["move", "withdraw"], "round#three", {}, id="move-then-withdraw"),
        pytest.param(["dodge", "dodge"], "reactions#dodge", {}, id="two-dodges"),
        pytest.param(["parry", "opportunity"], "round#three", {}, id="two-reactions"),
        pytest.param(["attack", "off-hand-attack", "off-hand-parry"], "off-hand#never-both", {}, id="never-both"),
        pytest.param(["off-hand-parry", "attack", "off-hand-attack"], "off-hand#never-both", {}, id="nor-before"),
        pytest.param(["off-hand-parry", "off-hand-parry"], "off-hand#never-both", {}, id="once"),
        pytest.param(["shot", "off-hand-attack"], "off-hand#extra-attack", {}, id="after-a-shot"),
        pytest.param(["attack", "move", "off-hand-attack"], "off-hand#extra-attack", {}, id="not-at-once"),
        pytest.param(["opportunity", "off-hand-attack"], "off-hand#limits", {}, id="after-an-opportunity"),
        pytest.param(["attack", "off-hand-attack"], "off-hand#items", {"two_items": False}, id="one-item"),
        pytest.param(["set-weapon", "dodge", "set-attack"], "set-weapon#lost", {}, id="dodge-unsets"),
        pytest.param(["set-weapon", "move", "set-attack"], "set-weapon#lost", {}, id="move-unsets"),
        pytest.param(["set-weapon", "set-attack", "set-attack"], "set-weapon#lost", {}, id="works-once"),
        pytest.param(
            ["set-attack", "off-hand-attack"], "set-weapon#not-standard", {"weapon_set": True}, id="set-brings-no-extra"
        ),
        pytest.param(["set-weapon"], "set-weapon#cost", {"set_tag": False}, id="no-set-tag"),
        pytest.param(["reload-heavy", "parry"], "crossbows#heavy", {}, id="heavy-crossbow-takes-all"),
        pytest.param(["parry", "reload-heavy"], "round#already-used", {}, id="heavy-crossbow-needs-all"),
        pytest.param(["parry", "reload-light"], "round#three", {}, id="light-crossbow-needs-the-reaction"),
        pytest.param(["reload-light", "dodge"], "reactions#dodge", {}, id="light-crossbow-takes-it"),
        pytest.param(["move"], "grappling#hold", {"grapple": "held"}, id="held-and-moving"),
        pytest.param(["withdraw"], "grappling#hold", {"grapple": "controller"}, id="holding-and-moving"),
        pytest.param(["escape"], "grappling#escape", {"grapple": "controller"}, id="controller-escapes"),
        pytest.param(["release"], "grappling#release", {"grapple": "held"}, id="held-releases"),
        pytest.param(["second-limb"], "grappling#second-limb", {}, id="no-grapple"),
        pytest.param(["attack", "second-limb"], "grappling#second-limb", {"grapple": "held"}, id="limb-too-late"),
        pytest.param(["rapid-shot"], "techniques#rapid-shot", {}, id="no-talent"),
        pytest.param(["dodge", "rapid-shot"], "round#already-used", {"rapid_shot": True}, id="rapid-shot-after-dodge"),
        pytest.param(["parry", "protector"], "round#three", {"protector": True}, id="protector-needs-the-base"),
        pytest.param(["attack", "delay"], "combat-actions#delay", {}, id="nothing-to-delay"),
        pytest.param(["stabilise", "dodge"], "dying#stabilising", {}, id="stabilising-takes-all"),
    ],
)
def test_what_is_refused(
    acts: list[str], rule: str, means: dict[str, Any], refused: Callable[..., tuple[str, str]]
) -> None:
    """The refusal names the act, the reason, and the rule; the same as what the planner says before."""
    reason, address = refused("round", acts=acts, **means)
    assert address == rule
    assert reason.startswith(f"act {len(acts)}, {ACTS[acts[-1]].name}: ")
    assert why(acts[-1], *acts[:-1], **means)[1] == rule


@pytest.mark.parametrize(
    ("acts", "means", "combat", "movement", "base", "off_hand"),
    [
        pytest.param([], {}, True, True, True, True, id="fresh"),
        pytest.param(["withdraw"], {}, False, False, True, True, id="withdraw-keeps-reactions"),
        pytest.param(["sprint"], {}, False, False, True, False, id="sprint"),
        pytest.param(["dodge", "sprint"], {}, False, False, False, False, id="dodge-then-sprint"),
        pytest.param(["sprint", "dodge"], {}, False, False, False, False, id="sprint-then-dodge"),
        pytest.param(["charge"], {}, False, False, False, False, id="charge"),
        pytest.param(["reload-light"], {}, True, False, False, True, id="light-crossbow"),
        pytest.param(["reload-heavy"], {}, False, False, False, False, id="heavy-crossbow"),
        pytest.param(["attack", "off-hand-attack"], {}, False, True, True, False, id="two-blows"),
        pytest.param(["attack"], {"two_items": False}, False, True, True, False, id="two-handed"),
        pytest.param(["delay"], {}, True, True, True, True, id="delay"),
        pytest.param(["delay", "attack"], {}, False, True, True, True, id="delayed-attack"),
        pytest.param(["attack", "move", "parry", "off-hand-parry"], {}, False, False, False, False, id="all"),
    ],
)
def test_what_is_left(
    acts: list[str], means: dict[str, Any], combat: bool, movement: bool, base: bool, off_hand: bool
) -> None:
    """Both Actions, the base Reaction and the extra one."""
    found = left(*acts, **means)
    assert [found[key] for key in ("combat", "movement", "base_reaction", "off_hand_reaction")] == [
        combat, movement, base, off_hand,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("acts", "means", "aimed"),
    [
        (["aim"], {}, True), (["aim", "dodge"], {}, False), (["aim", "dodge"], {"steady_aim": True}, True),
        (["aim", "move"], {}, True), (["shot"], {"aimed": True}, False), (["parry"], {"aimed": True}, False),
        (["attack"], {"aimed": True}, False), (["move"], {"aimed": True}, True),
    ],
)  # fmt: skip
def test_aim_is_kept_or_lost(acts: list[str], means: dict[str, Any], aimed: bool) -> None:
    """A Reaction loses it, unless Steady Aim holds it; the next Combat Action uses or loses it."""
    assert left(*acts, **means)["aimed"] is aimed


def test_a_set_weapon_waits() -> None:
    """It strikes the charger at no cost, also when it was set the round before."""
    assert left("set-weapon")["weapon_set"]
    assert not left("set-weapon", "set-attack")["weapon_set"]
    after = left("set-attack", weapon_set=True)
    assert (after["combat"], after["base_reaction"]) == (True, True)
    assert "The weapon is not set any more" in [
        step["text"] for step in ROUND.roll({"acts": ["set-weapon", "parry"]})["steps"]
    ]


@pytest.mark.parametrize(
    ("act", "inputs", "metres"),
    [
        ("move", {}, 15), ("ready", {}, 8), ("sprint", {}, 30), ("charge", {}, 30), ("withdraw", {}, 15),
        ("move", {"light": "darkness"}, 8), ("move", {"light": "pitch"}, 4), ("sprint", {"light": "darkness"}, 16),
        ("move", {"light": "darkness", "sense": "night-sight"}, 15), ("stand", {}, None),
    ],
)  # fmt: skip
def test_how_far(act: str, inputs: dict[str, Any], metres: int | None) -> None:
    """Half while readying an item, half in darkness, a quarter in pitch black."""
    texts = [step["text"] for step in ROUND.roll({"acts": [act], **inputs})["steps"]]
    assert texts[0].endswith(f"; up to {metres} m") is (metres is not None)


@given(st.lists(st.sampled_from(NAMES), max_size=5))
def test_what_the_planner_offers_can_be_done(acts: list[str]) -> None:
    """Each act called possible is allowed next, each other one refused with the same rule; nothing comes back."""
    try:
        before = ROUND.prepare(ROUND.read({"acts": acts})[0])
    except Refused:
        return
    for option in left(*acts)["options"]:
        asked = {"acts": [*acts, option["act"]]}
        refusal = ROUND.odds(asked)["refused"]
        assert (refusal is None) is option["possible"]
        assert refusal is None or refusal["rule"] == option["rule"]
        if refusal is None:
            after = ROUND.prepare(ROUND.read(asked)[0]).state
            assert (after.combat, after.movement) <= (before.state.combat, before.state.movement)
            assert after.base_left <= before.state.base_left
