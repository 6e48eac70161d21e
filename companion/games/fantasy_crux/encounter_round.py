"""A round in the tracker: what is spent, what can still be done and why not, and what doing it leaves behind."""

from __future__ import annotations

from collections.abc import Iterator

from companion.encounter import Change, Combatant, Fight, Gained, Lost, Marked, Option, Spent, Told, Use
from companion.games.fantasy_crux.acts import (
    ACTS,
    ANOTHER,
    CONTROLLER,
    GRAPPLE_FREE,
    HELD,
    TALENTS,
    Cost,
    Means,
    Refusal,
    State,
    after,
    why_not,
)
from companion.games.fantasy_crux.causes import seen
from companion.games.fantasy_crux.data import BARE_HANDS, LIGHT, RANGED
from companion.games.fantasy_crux.encounter_conditions import GIVEN_UP, MOVED
from companion.games.fantasy_crux.encounter_health import dying, health
from companion.games.fantasy_crux.round import Round, metres
from companion.steps import Step

OWN_TURN = ("combat", "movement", "both", "free")
"""The kinds of acts that one does in the own turn."""
STANDARD = "attack"
"""Counted by a standard Close or Unarmed attack and taken back by any other act: the off hand follows at once."""
ONCE = {"killing_angle": "Killing Angle", "mighty_shot": "Mighty Shot", "deadly_precision": "Deadly Precision"}
"""Talents that work once per round."""


def _once(talent: str) -> Use:
    rule = "fantasy-crux/critical#deadly-precision" if talent == "deadly_precision" else "fantasy-crux/damage#talents"
    return Use(talent, ONCE[talent], rule, lambda fight, one: int(talent in one.sheet.talents), "round")


USES = (
    Use("combat", "Combat Action", "fantasy-crux/round#three", lambda fight, one: 1, "round"),
    Use("movement", "Movement Action", "fantasy-crux/round#three", lambda fight, one: 1, "round"),
    Use("reaction", "Base Reaction", "fantasy-crux/round#three", lambda fight, one: int(not _given_up(one)), "round"),
    Use("dodge", "Dodge", "fantasy-crux/reactions#dodge", lambda fight, one: int(not _given_up(one)), "round"),
    Use(
        "off_hand_reaction", "Extra off-hand Reaction", "fantasy-crux/off-hand#extra-reaction",
        lambda fight, one: int(state_of(fight, one).off_hand_left(means_of(one)) or one.spent("off_hand_reaction") > 0),
        "round",
    ),
    Use(
        "off_hand_attack", "Extra off-hand attack", "fantasy-crux/off-hand#extra-attack",
        lambda fight, one: int(means_of(one).two_items and not one.spent("off_hand_reaction")), "round",
    ),
    Use(STANDARD, "Standard attack just made", "fantasy-crux/combat-actions#attack", lambda fight, one: 1, "round"),
    *(_once(talent) for talent in ONCE),
)  # fmt: skip


def grapple_of(one: Combatant) -> str:
    """Which side of a grapple this one is on, as the acts name it."""
    if one.has("controller"):
        return CONTROLLER
    return HELD if one.has("held") else GRAPPLE_FREE


def means_of(one: Combatant) -> Means:
    """What this one has for the round. In a grapple a limb is taken, so that no two hands are free."""
    grapple, sheet = grapple_of(one), one.sheet
    return Means(
        two_items=sheet.two_items and grapple == GRAPPLE_FREE,
        set_tag=sheet.set_tag,
        grapple=grapple,
        aimed=one.has("aiming"),
        weapon_set=one.has("weapon-set"),
        talents=frozenset(sheet.talents),
        steady_aim="steady_aim" in sheet.talents,
    )


def _given_up(one: Combatant) -> str:
    return next((key for key in ACTS if one.has(f"{GIVEN_UP}{key}")), "")


def state_of(fight: Fight, one: Combatant) -> State:
    """What is left of this one's round."""
    base = "dodge" if one.spent("dodge") else ANOTHER if one.spent("reaction") else ""
    extra = "off-hand-attack" if one.spent("off_hand_attack") else ""
    return State(
        combat=not one.spent("combat"),
        movement=not one.spent("movement"),
        base=base,
        off_hand="off-hand-parry" if one.spent("off_hand_reaction") else extra,
        given_up=_given_up(one),
        dodge_only=one.has("dodge-only"),
        aimed=one.has("aiming"),
        weapon_set=one.has("weapon-set"),
        delayed=one.id in fight.waiting,
        last=STANDARD if one.spent(STANDARD) else "",
        acted=bool(one.spent("combat") or one.spent("movement")),
    )


def refusal(fight: Fight, one: Combatant, key: str) -> Refusal | None:
    """Why this one cannot do an act now, with the rule; None where it can."""
    return (
        _for_its_state(fight, one, key)
        or _for_want_of_things(one, key)
        or why_not(state_of(fight, one), key, means_of(one))
    )


def _for_its_state(fight: Fight, one: Combatant, key: str) -> Refusal | None:
    act, now = ACTS[key], health(fight, one)
    if now.out:
        return f"{now.label.lower()}", now.steps[0].rule
    if one.has("helpless"):
        return "helpless", "fantasy-crux/position#rows"
    if act.kind in OWN_TURN:
        if one.has("hesitating"):
            return "it hesitates and loses this turn", "fantasy-crux/intimidate#full-strength"
        if fight.begun and one.id not in (*fight.acting, *fight.waiting) and key != "set-attack":
            return "it is not its turn", "fantasy-crux/round#order"
    if act.kind == "reaction" and one.has("unaware"):
        return "unaware of what comes", "fantasy-crux/awareness#unaware"
    return None


def _for_want_of_things(one: Combatant, key: str) -> Refusal | None:
    sheet = one.sheet
    if key in ("shot", "rapid-shot", "aim"):
        return _for_want_of_a_shot(one)
    if key == "stand" and not one.has("prone"):
        return "it is not prone", "fantasy-crux/movement-actions#stand"
    if key == "drop" and one.has("prone"):
        return "it is prone already", "fantasy-crux/movement-actions#prone"
    if key in ("reload-light", "reload-heavy"):
        if f"{key.removeprefix('reload-')}-crossbow" not in sheet.crossbows:
            return "there is no such crossbow", ACTS[key].rule
        if not one.has("unloaded"):
            return "the crossbow is loaded", ACTS[key].rule
    if key == "seize":
        if grapple_of(one) != GRAPPLE_FREE:
            return "it is in a grapple already", "fantasy-crux/grappling#one-controller"
        if BARE_HANDS not in sheet.held:
            return "no grasping limb is free", "fantasy-crux/grappling#seizing"
    if key == "shaping" and not sheet.shaping:
        return "it has no Shaping", ACTS[key].rule
    if key == "protector" and not sheet.shields and TALENTS[key] in sheet.talents:
        return "Protector needs a ready shield", ACTS[key].rule
    return None


def _for_want_of_a_shot(one: Combatant) -> Refusal | None:
    sheet = one.sheet
    if not sheet.has_ranged:
        return "it has nothing to shoot or throw", "fantasy-crux/combat-actions#attack"
    if one.has("blinded"):
        return "it sees no target", "fantasy-crux/light#levels"
    if one.has("unloaded") and not any(usable(one)):
        return "the crossbow is not loaded", "fantasy-crux/crossbows#ready"
    return None


def usable(one: Combatant) -> Iterator[bool]:
    """For each ranged weapon, whether it can be used at once: only an unloaded crossbow cannot."""
    yield from (not (RANGED[key].crossbow and one.has("unloaded")) for key in one.sheet.missiles)
    yield from (True for _ in one.sheet.thrown)
    yield from (weapon.attack.value in ("thrown", "missile") for weapon in one.sheet.own)


def doing(fight: Fight, one: Combatant, key: str) -> Iterator[Change]:
    """What it costs to do an act, and what it leaves behind. What is spent already is not spent twice."""
    act, means, state = ACTS[key], means_of(one), state_of(fight, one)
    now = after(state, key, means)
    if act.combat and state.combat:
        yield Spent(one.id, "combat")
    if act.movement and state.movement:
        yield Spent(one.id, "movement")
    if act.reaction is Cost.BASE and not state.base:
        yield Spent(one.id, "reaction")
    for name, spends in (
        ("dodge", key == "dodge"),
        ("off_hand_reaction", act.reaction is Cost.OFF_HAND),
        ("off_hand_attack", key == "off-hand-attack"),
        (STANDARD, key == "attack"),
    ):
        if spends and not one.spent(name):
            yield Spent(one.id, name)
    if one.spent(STANDARD) and key != STANDARD:
        yield Spent(one.id, STANDARD, -one.spent(STANDARD))
    if act.reaction is Cost.ALL:
        yield Gained(one.id, f"{GIVEN_UP}{key}", 1)
    if act.reaction is Cost.DODGE_ONLY:
        yield Gained(one.id, "dodge-only", 1)
    yield from _attention(one, key, state, now)
    yield from _aftermath(fight, one, key)


def _attention(one: Combatant, key: str, state: State, now: State) -> Iterator[Change]:
    for name, was, holds, kept_for, rule in (
        ("aiming", state.aimed, now.aimed, ("shot", "rapid-shot"), "fantasy-crux/aim"),
        ("weapon-set", state.weapon_set, now.weapon_set, ("set-attack",), "fantasy-crux/set-weapon"),
    ):
        if holds and not was:
            yield Gained(one.id, name)
        elif was and not holds:
            used = {"aiming": "bonus", "weapon-set": "once"}[name]
            yield Lost(one.id, name, f"{rule}#{used if key in kept_for else 'lost'}")


def _aftermath(fight: Fight, one: Combatant, key: str) -> Iterator[Change]:
    if key == "stand":
        yield Lost(one.id, "prone", ACTS[key].rule)
    elif key == "drop":
        yield Gained(one.id, "prone", None, ACTS[key].rule)
    elif key in ("reload-light", "reload-heavy"):
        yield Lost(one.id, "unloaded", ACTS[key].rule)
    elif key == "second-limb":
        held = one.has("second-limb")
        yield Lost(one.id, "second-limb") if held else Gained(one.id, "second-limb")
    elif key == "release":
        yield from let_go(fight, one, ACTS[key].rule)


def partner(fight: Fight, one: Combatant) -> Combatant | None:
    """The other one of a grapple, where only one can be it."""
    other = {CONTROLLER: "held", HELD: "controller"}.get(grapple_of(one), "")
    found = [each for each in fight.combatants if each.has(other) and each.id != one.id and each.side is not one.side]
    return found[0] if len(found) == 1 else None


def let_go(fight: Fight, one: Combatant, rule: str) -> Iterator[Change]:
    """A grapple ends for both sides. Address: fantasy-crux/grappling#ending."""
    other = partner(fight, one)
    for each in (one, other):
        if each is not None:
            yield from (Lost(each.id, name, rule) for name in ("controller", "held", "second-limb"))
    if other is None and grapple_of(one) != GRAPPLE_FREE:
        yield Told("Take the grapple off the other one too", "fantasy-crux/grappling#ending")


def plan(fight: Fight, one: Combatant) -> Iterator[Option]:
    """Every act of the game, with its cost, and why it is out of reach where it is."""
    for key, act in ACTS.items():
        reason, rule = refusal(fight, one, key) or ("", act.rule)
        changes = list(doing(fight, one, key))
        spends = {change.use: change.times for change in changes if isinstance(change, Spent) and change.times > 0}
        others = tuple(change for change in changes if not isinstance(change, Spent) or change.times < 0)
        yield Option(key, act.name, act.cost, rule, reason, spends, others, _reach(fight, one, key))
    yield _avert(one)


def _reach(fight: Fight, one: Combatant, key: str) -> str:
    if key == "delay":
        return "Name the one after whom you act, and wait."
    if key == "two-items":
        return "Then change what is in hand on the sheet."
    reach = metres(Round(movement=_movement(one), light=fight.scene.light, sense=one.sheet.sense), key)
    if reach is None:
        return ""
    slower = LIGHT[seen(fight.scene.light, one.sheet.sense)].movement > 1
    then = " Then change what is in hand on the sheet." if key == "ready" else ""
    return f"Up to {reach} m{' in this light' if slower else ''}.{then}"


def rides(one: Combatant) -> bool:
    """Whether this one is in the saddle."""
    return bool(one.sheet.mounted) and not one.has("dismounted")


def _movement(one: Combatant) -> int:
    """Movement in full light; the mount's, in the saddle. Address: fantasy-crux/mounted#movement."""
    return int(one.sheet.mount_movement if rides(one) else one.sheet.metres)


def movement(fight: Fight, one: Combatant) -> int:
    """Movement in this light. Address: fantasy-crux/light#movement."""
    here = Round(movement=_movement(one), light=fight.scene.light, sense=one.sheet.sense)
    return metres(here, "move") or 0


def _avert(one: Combatant) -> Option:
    rule = "fantasy-crux/hero-points#death"
    why = "" if dying(one) else "it is not Dying"
    if not why and not one.marks["hero_points"]:
        why = "there is no Hero Point left"
    changes = (
        Marked(one.id, "hero_points", -1, rule),
        Lost(one.id, "bleeding", rule),
        Gained(one.id, "stable", None, rule),
        Told(f"{one.name} wakes after the scene with 1 HP", rule),
    )
    return Option("avert-death", "Avert death", "1 Hero Point", rule, why, {}, changes)


def delay(fight: Fight, who: str) -> Step | None:
    """Why this one may not wait. Address: fantasy-crux/combat-actions#delay."""
    refused = refusal(fight, fight[who], "delay")
    return None if refused is None else Step(f"{refused[0]}.", refused[1])


def turn_begins(fight: Fight, who: str) -> Iterator[Change]:
    """A set weapon waits no longer than this; and what was said of this one's last movement is over."""
    yield Lost(who, "weapon-set", "fantasy-crux/set-weapon#attack")
    yield from (Lost(who, name) for name in MOVED)


def turn_ends(fight: Fight, who: str) -> Iterator[Change]:
    """A turn lost to fear is lost now."""
    yield Lost(who, "hesitating", "fantasy-crux/intimidate#full-strength")
