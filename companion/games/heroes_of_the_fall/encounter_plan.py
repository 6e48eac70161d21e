"""What a fighter can still do in this round of the tracker: each thing with its cost, or why not, and the rule."""

from __future__ import annotations

from collections.abc import Iterator

from companion.encounter import Change, Combatant, Fight, Gained, Lost, Marked, Option, Told
from companion.errors import Refused
from companion.games.heroes_of_the_fall.blow import GAME
from companion.games.heroes_of_the_fall.data import MISSILES, NUMBERS, RULINGS, SHIELDS, weapon
from companion.games.heroes_of_the_fall.encounter_harm import health
from companion.games.heroes_of_the_fall.encounter_outcome import rage
from companion.games.heroes_of_the_fall.encounter_sheet import WOUNDS, Arm
from companion.games.heroes_of_the_fall.encounter_state import (
    arms,
    blind,
    in_melee,
    name_of,
    struck,
    to_draw,
    unusable,
)
from companion.games.heroes_of_the_fall.missile_attack import range_factor
from companion.steps import Step

OURS = "The rules are silent; that it takes the round is ours."
THE_ROUND = "the round"
FREE = "nothing"


def plan(fight: Fight, one: Combatant) -> Iterator[Option]:
    """Every action of a round. What somebody out of the fight would do is refused throughout."""
    found = health(fight, one)
    for option in _options(fight, one):
        if found.out:
            rule = found.steps[0].rule if found.steps else f"{GAME}/rear#helpless"
            yield _refused(option, Step(f"{found.label.lower()}: no act is possible", rule))
        else:
            yield option


def _options(fight: Fight, one: Combatant) -> Iterator[Option]:
    for slot, arm in arms(one).items():
        yield _attack(fight, one, slot, arm)
    for slot, arm in arms(one).items():
        if not arm.missile:
            yield _defence(one, slot, arm)
    yield Option(
        "dodge", "Dodge", "any number of attacks", f"{GAME}/declaring#dodge", spends={"defences": 1},
        help="Dodge is the skill that counts; no weapon adds to it.",
    )  # fmt: skip
    yield from _moves(one)
    yield from _hands(one)
    yield from _missiles(one)
    yield from _stuck_and_held(fight, one)
    yield from _berserk(fight, one)
    yield from _wyrd(one)


def _option(
    name: str,
    label: str,
    cost: str,
    rule: str,
    why: Step | None,
    spends: dict[str, int] | None = None,
    changes: tuple[Change, ...] = (),
    help: str = "",
) -> Option:
    """One thing to do; where there is a reason against it, with that and its rule."""
    found = Option(name, label, cost, f"{GAME}/{rule}", "", spends or {}, changes, help)
    return found if why is None else _refused(found, why)


def _refused(option: Option, why: Step) -> Option:
    return Option(option.name, option.label, option.cost, why.rule, why.text, help=option.help)


def _busy(one: Combatant) -> Step | None:
    """Why no whole round is left."""
    if one.spent("busy"):
        return Step("the round has gone into something else", f"{GAME}/missiles#loading")
    if one.spent("attacks"):
        return Step("there was an attack this round", f"{GAME}/initiative#round")
    return None


def _attack(fight: Fight, one: Combatant, slot: int, arm: Arm) -> Option:
    cost = f"one of {NUMBERS.number('most_attacks')} attacks"
    text = f"Its calculator stands among the attacks on a foe. {arm.skill}{_over(arm)}."
    spends = {"attacks": 1, struck(slot): 1}
    label = f"Attack with the {name_of(arm).lower()}"
    why = _no_attack(fight, one, slot, arm)
    return _option(
        f"attack-{slot}", label, cost, "several-foes#two-attacks", why, spends, _after(fight, one, arm), text
    )


def _over(arm: Arm) -> str:
    return "" if arm.modifier is None else f"/{arm.modifier}"


def _after(fight: Fight, one: Combatant, arm: Arm) -> tuple[Change, ...]:
    """What an attack takes with it: a chance to strike at once, a missile."""
    changes: tuple[Change, ...] = (Lost(one.id, "counter", f"{GAME}/parry#counter"),)
    if arm.missile:
        changes += (
            Marked(one.id, "missiles", -1, f"{GAME}/missiles#loading"),
            Marked(one.id, "loading", -one.marks["loading"], f"{GAME}/missiles#loading"),
            Marked(one.id, "aiming", -one.marks["aiming"], f"{GAME}/missiles#aiming"),
        )
    if blind(fight, one):
        changes += (Gained(one.id, "flailing", 1, f"{GAME}/blind#flail"),)
    return changes


def _no_attack(fight: Fight, one: Combatant, slot: int, arm: Arm) -> Step | None:
    rule = f"{GAME}/several-foes"
    missing = unusable(one, slot)
    if missing is not None:
        return missing
    if one.spent("busy"):
        return Step("the round has gone into something else", f"{GAME}/missiles#loading")
    if one.spent(struck(slot)):
        return Step("it has attacked this round; a second attack needs another weapon", f"{rule}#different-weapons")
    most = NUMBERS.number("most_attacks")
    if one.spent("attacks") >= most:
        return Step(f"{one.spent('attacks')} attacks have been made; {most} is the most", f"{rule}#two-attacks")
    if arm.missile:
        try:
            range_factor(MISSILES[arm.weapon], fight.scene.distance)
        except Refused as refused:
            return Step(refused.reason, refused.rule)
    return None


def _defence(one: Combatant, slot: int, arm: Arm) -> Option:
    held = weapon(arm.weapon)
    label = f"Parry with the {held.name.lower()}"
    if arm.weapon in SHIELDS:
        label = f"Hold the {held.name.lower()} against it"
    elif not slot:
        label = "Parry with a bare limb"
    why = unusable(one, slot)
    if why is None and held.defence is None:
        why = Step("it is of no use in defence", f"{GAME}/declaring#defence")
    if why is None and one.spent(struck(slot)) and RULINGS["attack_and_defend"].default == "never":
        why = Step("what has attacked does not defend in the same round", f"{GAME}/several-foes#attack-or-defend")
    return _option(
        f"defend-{slot}", label, "any number of attacks", "several-foes#defending", why,
        {"defences": 1}, (), "Declared for the round, the best of its kind meets every attack on you.",
    )  # fmt: skip


def _moves(one: Combatant) -> Iterator[Option]:
    moved = Step("has moved this round", f"{GAME}/initiative#approach") if one.spent("moved") else None
    down = Step("lies on the ground", f"{GAME}/injuries#stumble") if one.has("prone") else None
    held = Step("is held", f"{GAME}/grapples#counter") if one.has("held") else None
    pinned = Step("is trapped under the mount", f"{GAME}/mounted#trapped") if one.has("trapped") else None
    stuck = pinned or held or moved
    march = NUMBERS.number("march")
    engaged = Step("is in a melee: only the step of the fight itself", f"{GAME}/initiative#approach")
    yield _option(
        "approach", f"Approach, {march} ft", "the move", "initiative#approach", stuck or down, {"moved": 1},
        help="The pace of a forced march, until the first contact.",
    )  # fmt: skip
    yield _option(
        "move", "Move as far as you can", "the move", "initiative#approach",
        stuck or down or (engaged if in_melee(one) else None), {"moved": 1},
        help="Only those who are engaged with nobody.",
    )  # fmt: skip
    yield _option(
        "close-in", "Step into range", FREE, "initiative#moving-in", pinned or held or down,
        help="Part of the manoeuvring of an attack that would be out of reach.",
    )  # fmt: skip
    parried = None if one.has("counter") else Step("has not parried or evaded", f"{GAME}/parry#manoeuvre")
    yield _option(
        "manoeuvre", "Close in or get away after a parry", FREE, "parry#manoeuvre", stuck or parried, {"moved": 1}
    )
    yield _option("follow", "Follow a foe who was forced back", FREE, "block#follow-up", stuck or down, {"moved": 1})
    up = None if one.has("prone") else Step("is on the feet", f"{GAME}/injuries#stumble")
    changes = (Lost(one.id, "prone", f"{GAME}/injuries#stumble"),)
    spends = {"busy": 1, "moved": 1}
    yield _option(
        "stand-up", "Stand up", THE_ROUND, "injuries#stumble", up or stuck or _busy(one), spends, changes, OURS
    )


def _hands(one: Combatant) -> Iterator[Option]:
    slot = to_draw(one)
    drawn = Step("it is drawn already", f"{GAME}/several-foes#hands") if one.has("drawn") else None
    nothing = Step("nothing is stowed on the sheet", f"{GAME}/several-foes#hands")
    label = "Draw another weapon" if slot is None else f"Draw the {name_of(arms(one)[slot]).lower()}"
    changes: tuple[Change, ...] = (
        Gained(one.id, "drawn", None, f"{GAME}/several-foes#hands"),
        Lost(one.id, "main-dropped", f"{GAME}/several-foes#hands"),
    )
    useless = Step("the weapon arm is of no use", f"{GAME}/injuries#fracture") if one.has("arm-useless") else None
    why = (nothing if slot is None else drawn) or useless or _busy(one)
    yield _option("draw", label, THE_ROUND, "several-foes#hands", why, {"busy": 1}, changes, OURS)
    empty = one.has("main-dropped") or one.has("off-dropped")
    why = None if empty else Step("nothing was dropped", f"{GAME}/injuries#fumble")
    back = tuple(
        Lost(one.id, key, f"{GAME}/injuries#fumble") for key in ("main-dropped", "off-dropped") if one.has(key)
    )
    yield _option(
        "pick-up", "Pick up what was dropped", THE_ROUND, "injuries#fumble", why or _busy(one), {"busy": 1}, back, OURS
    )


def _missiles(one: Combatant) -> Iterator[Option]:
    for slot, arm in arms(one).items():
        if arm.missile is None:
            continue
        used, done, aimed = arm.missile, one.marks["loading"], one.marks["aiming"]
        name = used.name.lower()
        lacking = None if one.marks["missiles"] else Step("no missile is left", f"{GAME}/missiles#loading")
        full = Step("it is ready", f"{GAME}/missiles#loading") if done >= used.load else None
        load = (Marked(one.id, "loading", 1, f"{GAME}/missiles#loading"),)
        label = f"Make ready: {name} ({min(done, used.load)} of {used.load} rounds)"
        why = full or lacking or _busy(one)
        yield _option(f"load-{slot}", label, THE_ROUND, "missiles#loading", why, {"busy": 1}, load)
        early = None if full else Step("it is not ready", f"{GAME}/missiles#loading")
        enough = Step("longer aim is worth nothing", f"{GAME}/missiles#aiming") if aimed > used.aim else None
        aim = (Marked(one.id, "aiming", 1, f"{GAME}/missiles#aiming"),)
        label = f"Aim: {name} ({min(aimed, used.aim + 1)} of {used.aim} rounds, one more helps)"
        why = early or enough or _busy(one)
        yield _option(f"aim-{slot}", label, THE_ROUND, "missiles#aiming", why, {"busy": 1}, aim)


def _stuck_and_held(fight: Fight, one: Combatant) -> Iterator[Option]:
    rule = f"{GAME}/impales#withdraw"
    inside = None if one.has("impaled") else Step("no weapon sticks in a wound", rule)
    out = (Lost(one.id, "impaled", rule),)
    yield _option(
        "pull-out", "Pull the weapon out of your own wound", THE_ROUND, "impales#withdraw", inside or _busy(one),
        {"busy": 1}, (*out, Told(f"Whoever held the weapon in {one.name} has it free again, or has lost it", rule)),
    )  # fmt: skip
    for foe in fight.foes_of(one.id):
        if one.has("lodged") and foe.has("impaled"):
            free = (Lost(one.id, "lodged", rule), Lost(foe.id, "impaled", rule))
            label = f"Draw the weapon out of {foe.name}"
            yield _option(f"draw-out-{foe.id}", label, THE_ROUND, "impales#withdraw", _busy(one), {"busy": 1}, free)
        if one.has("holding") and foe.has("held"):
            let = f"{GAME}/grapples#release"
            gone = (
                Lost(one.id, "holding", let),
                Lost(foe.id, "held", let),
                Marked(foe.id, "hold", -foe.marks["hold"], let),
            )
            yield _option(f"let-go-{foe.id}", f"Let go of {foe.name}", FREE, "grapples#release", None, None, gone)
    free_of = None if one.has("held") else Step("is not held", f"{GAME}/grapples#counter")
    yield _option(
        "counter-hold", "Counter the hold", FREE, "grapples#counter", free_of,
        help="Thrown as another attack of the holder's: it stands among the holder's attacks.",
    )  # fmt: skip


def _berserk(fight: Fight, one: Combatant) -> Iterator[Option]:
    need, done = NUMBERS.number("berserk_rounds"), one.marks["rage"]
    why = None if one.sheet.berserker else Step("is no berserker", f"{GAME}/berserk#prepared")
    if why is None and one.has("berserk"):
        why = Step("is berserk already", f"{GAME}/berserk#prepared")
    changes: tuple[Change, ...] = (Marked(one.id, "rage", 1, f"{GAME}/berserk#prepared"),)
    if done + 1 >= need:
        changes = tuple(rage(fight, one.id, one.marks["mettle"]))
    label = f"Work up a rage ({done} of {need} rounds)"
    yield _option("rage", label, THE_ROUND, "berserk#prepared", why or _busy(one), {"busy": 1}, changes)


def _wyrd(one: Combatant) -> Iterator[Option]:
    for key, label in (
        ("wyrd_mortal", "Make a mortal wound serious"),
        ("wyrd_serious", "Make a serious wound minor"),
        ("wyrd_die", "Lay one die on its 8 before a throw"),
    ):
        cost = WOUNDS.number(key)
        have = one.marks["wyrd"]
        why = None if have >= cost else Step(f"{have} Wyrd Points are left", f"{GAME}/injuries#wyrd")
        pay = (Marked(one.id, "wyrd", -cost, f"{GAME}/injuries#wyrd"),)
        yield _option(key.replace("_", "-"), label, f"{cost} Wyrd Points", "injuries#wyrd", why, None, pay)
