"""The turn planner: every action of the game's table, what it costs, and why it cannot be done."""

from __future__ import annotations

from collections.abc import Iterator

from companion.encounter import Change, Combatant, Fight, Gained, Lost, Marked, Option, Use
from companion.games.darkmaster import encounter_state as state
from companion.games.darkmaster import two_weapons
from companion.games.darkmaster.aim import ACTS as AIM_ACTS
from companion.games.darkmaster.aim import Effect
from companion.games.darkmaster.encounter_sheet import Arm
from companion.games.darkmaster.round_rules import ACTIONS, ROUND, Action, Cost, Problem, against, count, too_many
from companion.steps import signed

SHOOTS = ("shoot", "shoot-loaded")
NO_PARRY = "no-parry"


def _halves(fight: Fight, one: Combatant) -> int:
    return ROUND.number("half_with_full" if one.spent("full") else "half")


USES = (
    Use("full", "Full Action", "darkmaster/round#actions", lambda fight, one: ROUND.number("full"), "round"),
    Use("half", "Half Actions", "darkmaster/round#full-and-half", _halves, "round"),
    Use("free", "Free Action", "darkmaster/round#free", lambda fight, one: ROUND.number("free"), "round"),
    Use("parry", "Opponents Parried", "darkmaster/attack#parry", lambda fight, one: state.parried_at_most(one),
        "round"),
)  # fmt: skip


def plan(fight: Fight, one: Combatant) -> Iterator[Option]:
    """What can still be done in the round; those that are declared come first."""
    order = sorted(ACTIONS, key=lambda key: key not in one.declared.actions)
    for key in order:
        yield _option(fight, one, key, ACTIONS[key])


def _option(fight: Fight, one: Combatant, key: str, action: Action) -> Option:
    turned = action.takes is Cost.FREE and one.spent("free") >= ROUND.number("free")
    takes = Cost.HALF if turned else action.takes
    problem = next(_problems(one, key, action, takes), None)
    cost = f"{takes.text} (one Free Action is spent)" if turned else takes.text
    shared = problem is None and takes is not Cost.FREE and _shares(one, takes)
    return Option(
        key,
        action.name,
        f"{cost}, {signed(ROUND.number('both'))} on it and on the other" if shared else cost,
        problem.rule if problem is not None else action.rule,
        problem.reason if problem is not None else "",
        {takes.value: 1},
        () if problem is not None else tuple(_changes(fight, one, key, action)),
        _help(one, key),
    )


def _shares(one: Combatant, takes: Cost) -> bool:
    """Whether a Full and a Half Action would share the round. Address: darkmaster/round#full-and-half."""
    if one.declared.actions:
        return state.full_and_half(one)
    return bool(one.spent("half" if takes is Cost.FULL else "full"))


def _problems(one: Combatant, key: str, action: Action, takes: Cost) -> Iterator[Problem]:
    """What speaks against an action, the gravest first."""
    if state.incapacitated(one):
        yield Problem("the Incapacitated do nothing.", "darkmaster/conditions#incapacitated")
    if one.has("bewildered") and not action.multi and takes is not Cost.FREE:
        yield Problem("the Assessment Roll has failed: no new action.", "darkmaster/skill#assessment")
    yield from _by_arms(one, key)
    yield from _by_mount(one, key, action)
    yield from _by_state(one, key, action)
    yield from _by_room(one, takes)
    yield from _by_declaration(one, key, action)


def _by_state(one: Combatant, key: str, action: Action) -> Iterator[Problem]:
    """What the states forbid, by the rules of the round."""
    done = [each for each in one.declared.actions if each != key]
    if not done and one.spent("full") and state.melee_arm(one) is not None:
        done = ["attack"]  # nothing was declared: the Full Action that is spent was a blow
    states = state.states(one)
    others = set(against(states, done))
    yield from (problem for problem in against(states, (*done, key)) if problem not in others)
    if action.attack and one.has("fumbling"):
        yield Problem("the Fumble Table comes first.", "darkmaster/fumbles#by-rule")


def _by_arms(one: Combatant, key: str) -> Iterator[Problem]:
    """What is not in the hands."""
    arm, melee, missile = state.in_hand(one), state.melee_arm(one), state.missile_arm(one)
    lost = one.has("disarmed")
    if key in ("attack", "charge", "dash", "disarm", "feint", "lock") and (melee is None or (lost and melee == arm)):
        yield Problem("no weapon for melee is in the hand.", "darkmaster/round#actions")
    if key in (*SHOOTS, "aim") and (missile is None or (lost and missile == arm)):
        yield Problem("no weapon to shoot or throw is in the hand.", "darkmaster/round#actions")
    loading = one.marks["loading"]
    if key in SHOOTS and loading and missile is not None and state.weapon_of(missile).load:
        yield Problem(f"it is not loaded: reloading takes {loading} more.", "darkmaster/round#multi-round")
    if key in ("reload", "quick-reload") and not loading:
        yield Problem("nothing is to be reloaded.", "darkmaster/round#multi-round")
    if key == "quick-reload" and (missile is None or not state.weapon_of(missile).quick):
        yield Problem("this weapon is not reloaded as a Half Action.", "darkmaster/weapons#table")
    if key == "second-weapon":
        yield from _pair(one, melee)
    if key == "shield-bash" and state.striking_shield(one) is None:
        yield Problem("there is no shield on the arm.", "darkmaster/shield-bash#action")
    if key == "ready-heavy" and (melee is None or not state.weapon_of(melee).heavy):
        yield Problem("the weapon is not Heavy.", "darkmaster/weapons#qualities")
    if key == "pick-up" and not lost:
        yield Problem("no weapon has been lost.", "darkmaster/round#actions")
    if key == "drop" and lost:
        yield Problem("the weapon is gone already.", "darkmaster/round#free")
    if key == "assessment" and not one.has("assessment"):
        yield Problem("no Assessment Roll is due.", "darkmaster/skill#assessment")


def _pair(one: Combatant, melee: Arm | None) -> Iterator[Problem]:
    """Whether the off hand's weapon goes with the main one. Address: darkmaster/two-weapons#who."""
    off = one.sheet.off_hand
    reason = "there is no weapon in the off hand."
    if off is not None and melee is not None:
        reason = two_weapons.why_not(melee.weapon, off)
        if state.weapon_of(melee).hands > 1:
            reason = "the weapon in hand takes both hands."
    if reason:
        yield Problem(reason, "darkmaster/two-weapons#who")


def _by_mount(one: Combatant, key: str, action: Action) -> Iterator[Problem]:
    """What the mount allows."""
    held = key == "hold-mount"
    if held and (not one.has("mount-restive") or one.has("mount-held")):
        yield Problem("no mount has to be held.", "darkmaster/mounted#failure")
    if key == "control-mount" and not (one.has("mount-for-now") or one.has("mount-controlled")
                                       or one.has("mount-mastered")):  # fmt: skip
        yield Problem("no mount is controlled with a Free Action.", "darkmaster/mounted#partial")
    if not action.attack:
        return
    if state.ride_due(one):
        yield Problem("a Ride check comes first.", "darkmaster/mounted#ride")
    if state.uncontrolled(one):
        yield Problem("nobody attacks from an uncontrolled mount.", "darkmaster/mounted#uncontrolled")


def _by_room(one: Combatant, takes: Cost) -> Iterator[Problem]:
    """What the round has no more room for."""
    full = one.spent("full") + (takes is Cost.FULL)
    half = one.spent("half") + (takes is Cost.HALF)
    yield from too_many(full, half)


def _by_declaration(one: Combatant, key: str, action: Action) -> Iterator[Problem]:
    """Whoever has declared something does that, and may add what is free."""
    declared = one.declared.actions
    if not declared or key in declared or action.takes is Cost.FREE:
        return
    room = count(state.states(one), (*declared, key)).problems
    reason = room[0].reason if room else "it would fit besides, if it is declared."
    yield Problem(f"it was not declared; {reason}", "darkmaster/round#phases")


def _changes(fight: Fight, one: Combatant, key: str, action: Action) -> Iterator[Change]:
    """What doing it brings besides its cost."""
    yield from _aim(one, key, action)
    if action.no_parry:
        rule = "darkmaster/charge#no-parry" if key == "charge" else action.rule
        yield Gained(one.id, NO_PARRY, 1, rule)
    if action.stands:
        yield Lost(one.id, "prone")
    if action.leaves:
        yield Lost(one.id, "engaged")
    if key in ("reload", "quick-reload"):
        yield Marked(one.id, "loading", -1, "darkmaster/round#multi-round")
    if key == "shield-bash":
        yield Gained(one.id, "shield-strikes", 1)
    if key in ("pick-up", "draw"):
        yield Lost(one.id, "disarmed")
    if key == "hold-mount":
        yield Gained(one.id, "mount-held", 1)
    if key == "drop":
        yield Gained(one.id, "disarmed", None, "darkmaster/round#free")
        yield from _freed(fight, one)


def _aim(one: Combatant, key: str, action: Action) -> Iterator[Change]:
    """An Aim goes on, or is lost by any other action. Addresses: darkmaster/aim#rounds, #lost."""
    aimed = one.marks["aimed"]
    if key == "aim":
        yield Marked(one.id, "aimed", 1, "darkmaster/aim#bonus")
        yield Gained(one.id, "aiming", 1)
        return
    spared = action.takes is Cost.FREE and state.ruled("aim_free_actions") == "spare"
    if aimed and key not in SHOOTS and not spared:
        act = AIM_ACTS["free" if action.takes is Cost.FREE else "other"]
        assert act.effect in (Effect.FREE, Effect.LOSES)
        yield Marked(one.id, "aimed", -aimed, act.rule)


def _freed(fight: Fight, one: Combatant) -> Iterator[Change]:
    """Whoever drops the weapon is out of the Lock, and so is the other one. Address: darkmaster/lock#dropping."""
    if not one.has("locked"):
        return
    yield Lost(one.id, "locked", "darkmaster/lock#dropping")
    others = [each for each in fight.combatants if each.has("locked") and each.id != one.id]
    if len(others) == 1:
        yield Lost(others[0].id, "locked", "darkmaster/lock#dropping")


HELP = {
    "attack": "Open the attack on a target: the throw counts the action.",
    "assessment": "Open the Assessment Roll among the attacks.",
    "disengage": "With Parry, without attack.",
}


def _help(one: Combatant, key: str) -> str:
    share, _ = state.parry_share(one)
    return f"Parry: {share} of the CMB." if key == "attack" else HELP.get(key, "")
