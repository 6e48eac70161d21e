"""What a throw of a calculator does to the two fighters in the tracker."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.encounter import Change, Fight, Gained, Lost, Marked, Spent, Told
from companion.games.heroes_of_the_fall import (
    active_defence,
    berserk,
    control_weapon,
    grapple,
    mounted_fall,
    weapon_break,
)
from companion.games.heroes_of_the_fall.blow import GAME, injuries_of
from companion.games.heroes_of_the_fall.data import AREAS, HOLDS, MISSILES, Injury, weapon
from companion.games.heroes_of_the_fall.encounter_harm import armour_spoilt, wounded
from companion.games.heroes_of_the_fall.encounter_sheet import WOUNDS, Carried
from companion.games.heroes_of_the_fall.encounter_state import arms, held_by_hand, off_hand, struck
from companion.games.heroes_of_the_fall.feats import Grade
from companion.games.heroes_of_the_fall.grappling import WOUNDS as DEGREES
from companion.games.heroes_of_the_fall.grappling import prepare as prepare_grapple

Rolled = Mapping[str, Any]


def outcome(fight: Fight, attacker: str, target: str, rolled: Rolled) -> Iterator[Change]:
    """The changes of one throw; a calculator that changes nothing in a fight gives none."""
    name = rolled["resolver"].partition("/")[2]
    if name in FOLLOWS:
        yield from FOLLOWS[name](fight, attacker, target, rolled)


def _slot(fight: Fight, who: str, inputs: Mapping[str, Any]) -> int | None:
    """The slot of the weapon that struck: one of that kind and hand, of several one that has not attacked yet."""
    one = fight[who]
    found = [slot for slot, arm in arms(one).items() if arm.weapon == inputs["weapon"]]
    hand = [slot for slot in found if off_hand(arms(one)[slot]) == bool(inputs.get("off_hand"))]
    fresh = [slot for slot in hand or found if not one.spent(struck(slot))]
    return next(iter(fresh or hand or found), None)


def _attacked(fight: Fight, attacker: str, inputs: Mapping[str, Any]) -> Iterator[Change]:
    """An attack of the round is spent, and what the attacker was allowed to do at once."""
    slot = _slot(fight, attacker, inputs)
    yield Spent(attacker, "attacks")
    if slot is not None:
        yield Spent(attacker, struck(slot))
    yield Lost(attacker, "counter", f"{GAME}/parry#counter")
    yield Lost(attacker, "may-seize", f"{GAME}/grapples#defensive")


def _struck(fight: Fight, attacker: str, target: str, rolled: Rolled) -> Iterator[Change]:
    """A blow of close combat, whatever calculator it was thrown with."""
    inputs, came = rolled["inputs"], rolled["outcome"]
    yield from _attacked(fight, attacker, inputs)
    if inputs.get("you_blind"):
        yield Gained(attacker, "flailing", 1, f"{GAME}/blind#flail")
    if came["defended"]:
        yield Spent(target, "defences")
    yield from _hit(fight, attacker, target, rolled)
    if came["impaled"] and not inputs.get("twist"):
        yield Gained(attacker, "lodged", None, f"{GAME}/impales#withdraw")
    yield from _limb(fight, attacker, target, rolled)
    yield from _warded_off(fight, attacker, target, came)
    yield Lost(target, "unaware", f"{GAME}/rear#helpless")


def _hit(fight: Fight, attacker: str, target: str, rolled: Rolled) -> Iterator[Change]:
    """The wound, the armour it spoils, and the weapon that sticks in it."""
    came = rolled["outcome"]
    if not came["wound"]:
        return
    injuries = [Injury(each) for each in came["injuries"]]
    yield from wounded(fight, target, came["part"], came["area"], injuries)
    if AREAS[came["area"]].body is fight[target].sheet.body:
        yield from armour_spoilt(fight, target, came["area"], came["armour_ruined"])
    if came["impaled"]:
        yield Gained(target, "impaled", None, f"{GAME}/impales#withdraw")
    yield from _fate(fight, target, came["wound"])


def _fate(fight: Fight, target: str, wound: str) -> Iterator[Change]:
    """That Wyrd Points could lessen the wound. Address: heroes-of-the-fall/injuries#wyrd."""
    one = fight[target]
    cost = {"mortal": WOUNDS.number("wyrd_mortal"), "serious": WOUNDS.number("wyrd_serious")}.get(wound)
    if cost is not None and one.marks["wyrd"] >= cost:
        lesser = "serious" if wound == "mortal" else "minor"
        text = f"{one.name} may pay {cost} Wyrd Points for a {lesser} wound: undo this, pay, and note the lesser one"
        yield Told(text, f"{GAME}/injuries#wyrd")


def _limb(fight: Fight, attacker: str, target: str, rolled: Rolled) -> Iterator[Change]:
    """A limb that met an edge, and who may seize whom after a strike with the body."""
    inputs, came = rolled["inputs"], rolled["outcome"]
    if came.get("limb_wound"):
        mine = weapon(inputs["weapon"])
        who, area = (attacker, mine.limb) if mine.natural else (target, weapon(inputs["foe_weapon"]).limb)
        assert area is not None
        injuries = [Injury(each) for each in came["limb_injuries"]]
        yield Told(f"{fight[who].name}: the limb that met an edge is hurt", f"{GAME}/unarmed#limbs")
        yield from wounded(fight, who, AREAS[area].name, area, injuries)
    if came.get("you_may_grapple"):
        text = (
            f"{fight[attacker].name} may seize instead of wounding: undo this, and grapple with the limb already there"
        )
        yield Told(text, f"{GAME}/grapples#offensive")
    if came.get("foe_may_grapple"):
        yield Gained(target, "may-seize", 1, f"{GAME}/grapples#defensive")


def _warded_off(fight: Fight, attacker: str, target: str, came: Mapping[str, Any]) -> Iterator[Change]:
    """What a block, a dodge, a parry or an evasion brings."""
    if not came["defended"]:
        return
    if came["grade"] == Grade.BLOCK.value:
        yield Gained(target, "off-balance", 1, f"{GAME}/block#push")
        if came["pushed_back"]:
            feet = came["pushed_back"]
            yield Told(f"{fight[target].name} is forced back {feet} ft; the attacker may follow", f"{GAME}/block#push")
            yield Gained(target, "pushed", 1, f"{GAME}/block#once")
        if came["may_break"]:
            yield Gained(target, "break-due", None, f"{GAME}/block#break")
    elif came["counter_attack"]:
        yield Gained(attacker, "off-balance", 1, f"{GAME}/parry#off-balance")
        yield Gained(target, "counter", 1, f"{GAME}/parry#counter")


def _shot(fight: Fight, attacker: str, target: str, rolled: Rolled) -> Iterator[Change]:
    """A shot or a throw: one missile less, and the weapon to be made ready anew."""
    yield from _attacked(fight, attacker, rolled["inputs"])
    yield from _loosed(fight, attacker)
    yield from _hit(fight, attacker, target, rolled)
    if rolled["outcome"]["neighbour"]:
        text = f"Missed by one level: somebody beside {fight[target].name} may be struck; the GM says who"
        yield Told(text, f"{GAME}/missiles#into-melee")
    yield Lost(target, "unaware", f"{GAME}/rear#helpless")


def _loosed(fight: Fight, attacker: str) -> Iterator[Change]:
    marks = fight[attacker].marks
    yield Marked(attacker, "missiles", -1, f"{GAME}/missiles#loading")
    yield Marked(attacker, "loading", -marks["loading"], f"{GAME}/missiles#loading")
    yield Marked(attacker, "aiming", -marks["aiming"], f"{GAME}/missiles#aiming")


def _active(fight: Fight, attacker: str, target: str, rolled: Rolled) -> Iterator[Change]:
    """A missile that was stopped is spent; one that was not is thrown as an attack now."""
    if rolled["outcome"]["result"] == active_defence.Result.STOPPED.value:
        yield from _attacked(fight, attacker, rolled["inputs"])
        yield from _loosed(fight, attacker)
        return
    name = MISSILES[rolled["inputs"]["weapon"]].name.lower()
    yield Told(f"Nothing stops the {name}: throw its attack", f"{GAME}/active-defence#feat")


def _grappled(fight: Fight, attacker: str, target: str, rolled: Rolled) -> Iterator[Change]:
    """A hold goes on from round to round, and each hurts worse; a throw is a fall."""
    inputs, came = rolled["inputs"], rolled["outcome"]
    yield from _attacked(fight, attacker, {"weapon": "hand"})
    yield Spent(target, "defences")
    if not came["seized"]:
        return
    if HOLDS[inputs["kind"]].throw:
        yield from _let_go(fight, attacker, target)
        yield Gained(target, "prone", None, f"{GAME}/grapples#throw")
        ground = came["ground"]
        if ground and ground["wound"]:
            yield from wounded(fight, target, ground["part"], ground["area"], map(Injury, ground["injuries"]))
        return
    yield from _squeezed(fight, target, rolled)
    if came["broke_free"]:
        yield from _let_go(fight, attacker, target)
        return
    yield Gained(attacker, "holding", None, f"{GAME}/grapples#offensive")
    yield Gained(target, "held", None, f"{GAME}/grapples#counter")
    yield Told("The hold goes on until it is broken or let go", f"{GAME}/grapples#release")


def _squeezed(fight: Fight, target: str, rolled: Rolled) -> Iterator[Change]:
    """The damage of a hold: its degree goes on from the rounds in which it has hurt already."""
    place = prepare_grapple(grapple.resolver.read(rolled["inputs"])[0]).place
    done = fight[target].marks["hold"] if fight[target].has("held") else 0
    for number in range(done, done + rolled["outcome"]["rounds"]):
        degree = DEGREES[min(number, len(DEGREES) - 1)]
        text = f"{fight[target].name}: the hold does a {degree} wound to the {place.name.lower()}"
        yield Told(text, f"{GAME}/grapples#damage")
        yield from wounded(
            fight, target, place.name, place.area, injuries_of(place, degree, rolled["inputs"]["foe_berserk"])
        )
        yield from _fate(fight, target, degree)
    yield Marked(target, "hold", done + rolled["outcome"]["rounds"] - fight[target].marks["hold"])


def _let_go(fight: Fight, attacker: str, target: str) -> Iterator[Change]:
    yield Lost(attacker, "holding", f"{GAME}/grapples#release")
    yield Lost(target, "held", f"{GAME}/grapples#release")
    yield Marked(target, "hold", -fight[target].marks["hold"], f"{GAME}/grapples#release")


def _broke(fight: Fight, attacker: str, target: str, rolled: Rolled) -> Iterator[Change]:
    """What blocked has been tried; if it broke, that hand has nothing to strike or ward off with."""
    yield Lost(target, "break-due", f"{GAME}/block#break")
    if rolled["outcome"]["result"] != weapon_break.Result.BREAKS.value:
        return
    one = fight[target]
    held = [arm for arm in arms(one).values() if arm.weapon == rolled["inputs"]["blocked_with"] and held_by_hand(arm)]
    if not held:
        yield Told(f"{one.name} has no such weapon on the sheet", f"{GAME}/gaps#breakage")
        return
    where = held[0].carried
    if where is Carried.STOWED:
        yield Lost(one.id, "drawn", f"{GAME}/gaps#breakage")
    key = {Carried.OFF: "off-broken", Carried.MAIN: "main-broken"}.get(where, "main-broken")
    yield Gained(one.id, key, None, f"{GAME}/gaps#breakage")


def _feat(fight: Fight, attacker: str, target: str, rolled: Rolled) -> Iterator[Change]:
    """The Mettle feat that the target owes: against shock first, else against loss of blood."""
    one, made = fight[target], rolled["outcome"]["success"]
    if one.has("shock-due"):
        yield Lost(target, "shock-due", f"{GAME}/injuries#shock")
        if not made:
            yield Gained(target, "shocked", None, f"{GAME}/injuries#shock")
            yield Told(f"{one.name} does nothing for as many minutes as a d100 shows", f"{GAME}/injuries#shock")
    elif one.marks["serious"] and not made:
        loss = WOUNDS.number("bleeding_loss")
        yield Marked(target, "vigour", -loss, f"{GAME}/injuries#serious-bleeding")
        yield Marked(target, "mettle", -loss, f"{GAME}/injuries#serious-bleeding")


def _gripped(fight: Fight, attacker: str, target: str, rolled: Rolled) -> Iterator[Change]:
    """Who controls the lodged weapon now: the wounded, if it was they who acted and won."""
    won = rolled["outcome"]["result"] == control_weapon.Result.WON.value
    if won and rolled["inputs"]["acting"] == control_weapon.Who.WOUNDED.value:
        yield Lost(attacker, "lodged", f"{GAME}/impales#grip")
        yield Gained(attacker, "main-dropped", None, f"{GAME}/impales#grip")


def _mount_fell(fight: Fight, attacker: str, target: str, rolled: Rolled) -> Iterator[Change]:
    """The mount goes down: on foot now, perhaps hurt, perhaps trapped."""
    came = rolled["outcome"]
    yield Gained(target, "unhorsed", None, f"{GAME}/mounted#fall")
    if came["result"] == mounted_fall.Result.CLEAR.value:
        return
    yield Gained(target, "prone", None, f"{GAME}/mounted#fall")
    if came["result"] == mounted_fall.Result.TRAPPED.value:
        yield Gained(target, "trapped", None, f"{GAME}/mounted#trapped")
    ground = came["ground"]
    if ground["wound"]:
        yield from wounded(fight, target, ground["part"], ground["area"], map(Injury, ground["injuries"]))


def _raged(fight: Fight, attacker: str, target: str, rolled: Rolled) -> Iterator[Change]:
    """The rage, if it came."""
    if rolled["outcome"]["result"] == berserk.Result.BERSERK.value:
        yield from rage(fight, attacker, rolled["outcome"]["minutes"])


def rage(fight: Fight, who: str, minutes: int) -> Iterator[Change]:
    """A berserk rage of so many minutes; what stun and shock there is does not count while it lasts.

    Address: heroes-of-the-fall/berserk#effects.
    """
    yield Gained(who, "berserk", max(1, minutes * WOUNDS.number("minute")), f"{GAME}/berserk#duration")
    yield Lost(who, "shock-due", f"{GAME}/berserk#effects")
    yield Marked(who, "rage", -fight[who].marks["rage"], f"{GAME}/berserk#prepared")


FOLLOWS: Mapping[str, Callable[[Fight, str, str, Rolled], Iterator[Change]]] = {
    "melee-attack": _struck,
    "rear-attack": _struck,
    "helpless": _struck,
    "blind": _struck,
    "unarmed": _struck,
    "missile-attack": _shot,
    "active-defence": _active,
    "grapple": _grappled,
    "weapon-break": _broke,
    "feat": _feat,
    "control-weapon": _gripped,
    "mounted-fall": _mount_fell,
    "berserk": _raged,
}
"""What follows a throw of each calculator."""
