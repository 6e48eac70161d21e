"""What a fighter may do in one round: what each act costs, what it forbids, and what has been done so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.fields import choice, number, text
from companion.tables import Table


class Cost(StrEnum):
    """What an act takes of the Reactions."""

    NONE = "none"
    BASE = "base"
    OFF_HAND = "off-hand"
    DODGE_ONLY = "dodge only"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Act:
    """One thing to do, and its cost."""

    name: str = text("Act", longest=80)
    kind: str = text("Kind")
    combat: int = number("Combat Action", 0, 1)
    movement: int = number("Movement Action", 0, 1)
    reaction: Cost = choice("Reactions", Cost)
    rule: str = text("Rule", longest=120)
    note: str = text("Note", longest=200)

    @property
    def cost(self) -> str:
        """The cost in words."""
        parts = [name for name, taken in (("Combat Action", self.combat), ("Movement Action", self.movement)) if taken]
        words = {
            Cost.BASE: "base Reaction",
            Cost.OFF_HAND: "extra off-hand Reaction",
            Cost.DODGE_ONLY: "every Reaction but a Dodge",
            Cost.ALL: "all Reactions",
        }
        if self.reaction in words:
            parts.append(words[self.reaction])
        return ", ".join(parts) or "nothing"


ACTS = Table(__name__, "acts", Act)

GRAPPLE_FREE, CONTROLLER, HELD = "none", "controller", "held"
WHOLE_BODY = ("withdraw", "sprint", "charge")
"""Acts that move, besides those that cost only the Movement Action."""
OFF_HAND = ("off-hand-attack", "off-hand-parry", "off-hand-opportunity")
AT_FIRST = "second-limb"
TALENTS = {"rapid-shot": "rapid_shot", "wrestle": "wrestler", "protector": "protector", "counter": "counter"}
"""Acts that a Talent allows, with the field that says one has it."""

ANOTHER = "another Reaction"
"""What `State.base` says where it is known that the base Reaction is spent, and not on what."""

Refusal = tuple[str, str]
"""A reason and the address of its rule."""


@dataclass(frozen=True, slots=True)
class Means:
    """What the fighter has: items, Talents, and how the round began."""

    two_items: bool = True
    set_tag: bool = True
    grapple: str = GRAPPLE_FREE
    aimed: bool = False
    weapon_set: bool = False
    talents: frozenset[str] = frozenset()
    steady_aim: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """What is left of the round."""

    combat: bool = True
    movement: bool = True
    base: str = ""
    off_hand: str = ""
    given_up: str = ""
    dodge_only: bool = False
    aimed: bool = False
    weapon_set: bool = False
    delayed: bool = False
    last: str = ""
    acted: bool = False

    @property
    def base_left(self) -> bool:
        """Whether the base Reaction can still be used for something."""
        return not self.base and not self.given_up

    def off_hand_left(self, means: Means) -> bool:
        """Whether an extra off-hand Reaction can still be used."""
        return means.two_items and not self.off_hand and not self.given_up and not self.dodge_only


def begin(means: Means) -> State:
    """The round before anything is done."""
    return State(aimed=means.aimed, weapon_set=means.weapon_set)


def why_not(state: State, key: str, means: Means) -> Refusal | None:
    """Why an act is not possible now, with the rule; None where it is."""
    act = ACTS[key]
    return (
        _for_want_of_means(state, key, means)
        or _for_want_of_actions(state, act)
        or _for_want_of_reactions(state, key, act, means)
        or (_off_hand(state, key, means) if key in OFF_HAND else None)
    )


def _for_want_of_means(state: State, key: str, means: Means) -> Refusal | None:
    act = ACTS[key]
    if key in TALENTS and TALENTS[key] not in means.talents:
        return "it needs the Talent", act.rule
    if means.grapple != GRAPPLE_FREE and (act.movement or key in WHOLE_BODY):
        return "in a grapple there is no Movement Action", "fantasy-crux/grappling#hold"
    if key == "escape" and means.grapple != HELD:
        return "only the held one escapes", "fantasy-crux/grappling#escape"
    if key == "release" and means.grapple != CONTROLLER:
        return "only the controller releases the grapple freely", "fantasy-crux/grappling#release"
    if key in ("second-limb", "wrestle") and means.grapple == GRAPPLE_FREE:
        return "there is no grapple", "fantasy-crux/grappling#second-limb"
    if key == AT_FIRST and state.acted:
        return "limbs are added or released at the start of the own turn", "fantasy-crux/grappling#second-limb"
    if key == "set-weapon" and not means.set_tag:
        return "the weapon has no Set tag", "fantasy-crux/set-weapon#cost"
    if key == "set-attack" and not state.weapon_set:
        return "no weapon is set, or another act has unset it", "fantasy-crux/set-weapon#lost"
    return None


def _for_want_of_actions(state: State, act: Act) -> Refusal | None:
    if act.combat and not state.combat:
        return "the Combat Action is spent", "fantasy-crux/round#three"
    if act.movement and not state.movement:
        if state.given_up == "charge":
            return "a Charge leaves no other movement", "fantasy-crux/charge#no-other-movement"
        return "the Movement Action is spent", "fantasy-crux/round#three"
    if act is ACTS["delay"] and (not state.combat or state.delayed):
        return "there is no Combat Action left to delay", "fantasy-crux/combat-actions#delay"
    return None


def _for_want_of_reactions(state: State, key: str, act: Act, means: Means) -> Refusal | None:
    if act.reaction is Cost.NONE:
        return None
    if act.reaction in (Cost.ALL, Cost.DODGE_ONLY):
        used = ""
        if state.base and not (act.reaction is Cost.DODGE_ONLY and state.base == "dodge"):
            used = state.base
        if state.off_hand in ("off-hand-parry", "off-hand-opportunity"):
            used = state.off_hand
        if used:
            allowed = "only a Dodge" if act.reaction is Cost.DODGE_ONLY else "no Reaction at all"
            reason = f"it allows {allowed}, and {_name(used)} has already been used this round"
            return reason, "fantasy-crux/round#already-used"
        return None
    if state.given_up:
        return f"{ACTS[state.given_up].name} has given up all Reactions", ACTS[state.given_up].rule
    if state.dodge_only and key != "dodge":
        return "after a Sprint the only Reaction is a Dodge", "fantasy-crux/sprint#dodge-only"
    if act.reaction is Cost.BASE and state.base:
        rule = "fantasy-crux/reactions#dodge" if key == "dodge" else "fantasy-crux/round#three"
        return f"the base Reaction went to {_name(state.base)}", rule
    return None


def _name(used: str) -> str:
    return used if used == ANOTHER else ACTS[used].name


def _off_hand(state: State, key: str, means: Means) -> Refusal | None:
    if not means.two_items:
        return "each hand must have a one-handed item ready, or be empty", "fantasy-crux/off-hand#items"
    if state.off_hand:
        if (state.off_hand == "off-hand-attack") is not (key == "off-hand-attack"):
            return "the extra attack and the extra Reaction exclude each other", "fantasy-crux/off-hand#never-both"
        return "it can be used once per round", "fantasy-crux/off-hand#never-both"
    if key == "off-hand-attack" and state.last != "attack":
        rules = {"charge": "charge#not-standard", "set-attack": "set-weapon#not-standard"}
        rule = rules.get(state.last, "off-hand#limits" if "opportunity" in state.last else "off-hand#extra-attack")
        return "it follows at once on a standard Close or Unarmed attack", f"fantasy-crux/{rule}"
    return None


def after(state: State, key: str, means: Means) -> State:
    """The state when an act that is possible has been done."""
    act = ACTS[key]
    free = key in ("set-attack", "second-limb", "release", "delay")
    reacting = act.reaction in (Cost.BASE, Cost.OFF_HAND)
    return replace(
        state,
        combat=state.combat and not act.combat,
        movement=state.movement and not act.movement,
        base=key if act.reaction is Cost.BASE else state.base,
        off_hand=key if key in OFF_HAND else state.off_hand,
        given_up=key if act.reaction is Cost.ALL else state.given_up,
        dodge_only=state.dodge_only or act.reaction is Cost.DODGE_ONLY,
        aimed=_aim(state, key, act, reacting, means),
        weapon_set=key == "set-weapon" or (state.weapon_set and free and key != "set-attack"),
        delayed=state.delayed or key == "delay",
        last=key,
        acted=state.acted or act.kind in ("combat", "movement", "both"),
    )


def _aim(state: State, key: str, act: Act, reacting: bool, means: Means) -> bool:
    if key == "aim":
        return True
    if reacting and not means.steady_aim:
        return False
    return state.aimed and not act.combat
