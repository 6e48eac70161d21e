"""What a throw does to both: Hit Points, wounds, what was spent, and what the Gamemaster has to settle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from companion.encounter import Change, Combatant, Fight, Gained, Lost, Marked, Spent, Told
from companion.games.fantasy_crux.active_guard import Reply
from companion.games.fantasy_crux.d100 import Grade
from companion.games.fantasy_crux.data import RANGED
from companion.games.fantasy_crux.encounter_attack import Way
from companion.games.fantasy_crux.encounter_health import dying, hit_points, suffered
from companion.games.fantasy_crux.encounter_round import ONCE, doing, grapple_of, let_go
from companion.games.fantasy_crux.exchange import AtHand, Defence, Verdict
from companion.games.fantasy_crux.grapple import Phase
from companion.games.fantasy_crux.grapple import Result as Grappled
from companion.games.fantasy_crux.intimidate import Result as Cowed
from companion.games.fantasy_crux.situation import FLYING, AttackKind
from companion.games.fantasy_crux.techniques import Effect

Rolled = Mapping[str, Any]
SETBACK = "fantasy-crux/fumbles#setback"
MAJOR = "fantasy-crux/major-wounds#conditions"


def outcome(fight: Fight, attacker: str, target: str, rolled: Rolled) -> Iterable[Change]:
    """What a throw changes. Calculators that are for looking things up, or for odds alone, change nothing."""
    found = OUTCOMES.get(rolled["resolver"])
    return () if found is None else found(fight, fight[attacker], fight[target], rolled)


def _attack(fight: Fight, me: Combatant, it: Combatant, rolled: Rolled) -> Iterator[Change]:
    inputs, answered = rolled["inputs"], rolled["outcome"]["answered"]
    way = Way("", "", inputs)
    yield from doing(fight, me, way.act)
    yield from _used_up(me, way, inputs, answered)
    if answered["attack"] == Grade.FUMBLE:
        yield from _fumbled(fight, me, way)
    yield from _reacted(fight, it, inputs, answered["defence"])
    yield Lost(it.id, "unaware", "fantasy-crux/awareness#unaware")
    if Verdict(answered["verdict"]).lands:
        yield from _hurt(fight, it, rolled["outcome"]["loss"])
        yield from _effect(it, rolled["outcome"]["effect"])


def _used_up(me: Combatant, way: Way, inputs: Rolled, answered: Rolled) -> Iterator[Change]:
    """A shot empties a crossbow, a throw the hand; Talents that work once per round have worked."""
    if way.kind is AttackKind.MISSILE and not inputs["own"] and RANGED[inputs["missile_weapon"]].crossbow:
        yield Gained(me.id, "unloaded", None, "fantasy-crux/crossbows#ready")
    if way.kind is AttackKind.THROWN and not inputs["own"]:
        name = RANGED[inputs["thrown_weapon"]].name.lower()
        yield Told(
            f"{me.name} has thrown the {name}: the next has to be readied", "fantasy-crux/movement-actions#ready"
        )
    lands = Verdict(answered["verdict"]).lands
    angle = inputs["flanked"] or not inputs["aware"]
    for talent, worked in (
        ("killing_angle", lands and angle),
        ("mighty_shot", lands and way.kind is AttackKind.MISSILE),
        ("deadly_precision", True),
    ):
        if talent in ONCE and inputs[talent] and worked and not me.spent(talent):
            yield Spent(me.id, talent)


def _fumbled(fight: Fight, me: Combatant, way: Way) -> Iterator[Change]:
    if way.kind in FLYING and fight.scene.crowd:
        text = "A fumble into the crowd: somebody nearby, chosen fairly, takes the rolled damage less armour"
        yield Told(text, "fantasy-crux/crowd#fumble")
    else:
        yield Told(f"{me.name} fumbles: choose one setback that fits", SETBACK)


def _reacted(fight: Fight, it: Combatant, inputs: Rolled, defence: str | None) -> Iterator[Change]:
    """A Reaction is spent once it is rolled; a miss is not answered."""
    if defence is None:
        return
    if inputs["protector"]:
        yield Told(
            f"The ally who Parries for {it.name} has spent the base Reaction", "fantasy-crux/which-defence#talents"
        )
        return
    parry = "off-hand-parry" if inputs["off_hand_reaction"] else "parry"
    yield from doing(fight, it, "dodge" if inputs["defence"] == Defence.DODGE else parry)
    if defence == Grade.FUMBLE:
        yield Told(f"{it.name} fumbles the defence: choose one setback that fits", SETBACK)


def _hurt(fight: Fight, it: Combatant, loss: Rolled) -> Iterator[Change]:
    """Address: fantasy-crux/damage."""
    if loss["prevented"]:
        yield Marked(it.id, "hero_points", -1, "fantasy-crux/hero-points#major-wound")
    if loss["major_wound"]:
        yield Gained(it.id, "wounded", None, MAJOR)
        yield Gained(it.id, "bleeding", None, MAJOR)
    fresh = loss["dying"] and (hit_points(it) > 0 or (it.has("stable") and loss["reached"] > 0))
    yield from suffered(it, loss["hp_lost"] if fresh or hit_points(it) else 0, loss["reserve"])
    if fresh and grapple_of(it) == "controller":
        yield from let_go(fight, it, "fantasy-crux/grappling#ending")
    if fresh and hit_points(it) == 0:
        yield Told(f"{it.name} is Dying once more", "fantasy-crux/dying#clock")


def _effect(it: Combatant, effect: str) -> Iterator[Change]:
    """What a technique did instead of damage."""
    if effect == Effect.PRONE:
        yield Gained(it.id, "prone", None, "fantasy-crux/techniques#trip")
    elif effect == Effect.UNCONSCIOUS:
        yield Gained(it.id, "unconscious", None, "fantasy-crux/techniques#subdue")
    elif effect in (Effect.DISARMED, Effect.PUSHED):
        rule = "disarm" if effect == Effect.DISARMED else "shield-rush"
        yield Told(f"{it.name}: {effect}", f"fantasy-crux/techniques#{rule}")


def _grapple(fight: Fight, me: Combatant, it: Combatant, rolled: Rolled) -> Iterator[Change]:
    inputs, result = rolled["inputs"], Grappled(rolled["outcome"]["result"])
    phase = Phase(inputs["phase"])
    yield from doing(fight, me, {Phase.SEIZE: "seize", Phase.ESCAPE: "escape", Phase.WRESTLE: "wrestle"}[phase])
    if phase is Phase.SEIZE:
        if inputs["defence"] != AtHand.NONE:
            parry = "off-hand-parry" if inputs["off_hand"] else "parry"
            yield from doing(fight, it, "dodge" if inputs["defence"] == AtHand.DODGE else parry)
        yield Lost(it.id, "unaware", "fantasy-crux/awareness#unaware")
    if result is Grappled.HELD:
        yield Gained(me.id, "controller")
        yield Gained(it.id, "held")
        if inputs["second_limb"]:
            yield Gained(me.id, "second-limb")
        for one in (me, it):
            yield Lost(one.id, "weapon-set", "fantasy-crux/set-weapon#lost")
    elif result is Grappled.HURT:
        yield from suffered(me, rolled["outcome"]["hp_lost"])
    elif result is Grappled.ESCAPED:
        for one in (me, it):
            yield from (Lost(one.id, name, "fantasy-crux/grappling#ending") for name in ("controller", "held"))
            yield Lost(one.id, "second-limb", "fantasy-crux/grappling#ending")
    elif result is Grappled.WRESTLED:
        text = (
            "Wrestler works: unarmed damage, a held item dropped, or a throw that leaves it prone and ends the grapple"
        )
        yield Told(text, "fantasy-crux/grappling#wrestler")


def _intimidate(fight: Fight, me: Combatant, it: Combatant, rolled: Rolled) -> Iterator[Change]:
    yield from doing(fight, me, "intimidate")
    result = Cowed(rolled["outcome"]["result"])
    if result is Cowed.HESITATES:
        yield Gained(it.id, "hesitating")
    elif result is not Cowed.STANDS:
        rules = {Cowed.FLEES: "fumble", Cowed.SURRENDERS: "surrender", Cowed.GIVES_WAY: "giving-way"}
        text = f"{it.name}: {result}; take it out of the fight once it is gone"
        yield Told(text, f"fantasy-crux/intimidate#{rules[result]}")


def _stabilise(fight: Fight, me: Combatant, it: Combatant, rolled: Rolled) -> Iterator[Change]:
    """A test is an attempt to stabilise where the other one is in need of it; else it changes nothing."""
    if not (dying(it) or it.has("bleeding")):
        return
    yield from doing(fight, me, "stabilise")
    grade = Grade(rolled["outcome"]["grade"])
    if grade.succeeded:
        rule = "fantasy-crux/dying#stabilising"
        yield Lost(it.id, "bleeding", rule)
        if hit_points(it) == 0:
            yield Gained(it.id, "stable", None, rule)
    elif grade is Grade.FUMBLE:
        yield Told(f"{me.name} fumbles: choose one setback that fits", SETBACK)


def _shaping(fight: Fight, me: Combatant, it: Combatant, rolled: Rolled) -> Iterator[Change]:
    inputs, result = rolled["inputs"], rolled["outcome"]
    yield from doing(fight, me, "shaping")
    yield Told(f"{me.name} pays Power Points for the Shaping", "fantasy-crux/combat-actions#shaping")
    if result["throws"]["theirs"] is not None:
        yield from _answered(fight, it, Reply(inputs["answer"]), inputs)
        if result["answer_fumbled"]:
            backlash = ": Backlash" if inputs["answer"] == Reply.COUNTER else ": choose one setback that fits"
            yield Told(f"{it.name} fumbles the answer{backlash}", SETBACK)
    yield Lost(it.id, "unaware", "fantasy-crux/awareness#unaware")
    yield from _hurt(fight, it, result["loss"])
    if result["effect"]:
        yield Told(f"The effect of the Shaping takes hold of {it.name}", "fantasy-crux/active-guard#impact-size")


def _answered(fight: Fight, it: Combatant, answer: Reply, inputs: Rolled) -> Iterator[Change]:
    acts = {Reply.DODGE: "dodge", Reply.COUNTER: "counter"}
    yield from doing(fight, it, acts.get(answer, "off-hand-parry" if inputs["off_hand"] else "parry"))
    if answer is Reply.COUNTER:
        yield Marked(it.id, "power_points", -inputs["magnitude"], "fantasy-crux/which-defence#talents")


OUTCOMES: Mapping[str, Callable[[Fight, Combatant, Combatant, Rolled], Iterable[Change]]] = {
    "fantasy-crux/attack": _attack,
    "fantasy-crux/grapple": _grapple,
    "fantasy-crux/intimidate": _intimidate,
    "fantasy-crux/test": _stabilise,
    "fantasy-crux/active-guard": _shaping,
}
"""What the throws of each calculator change."""
