"""What somebody can still do in a round: every act of the game's table, what it takes, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.dice import NoDice
from companion.encounter import Change, Combatant, Fight, Gained, Lost, Marked, Option, Told
from companion.games.dark_eye.data import CONDITIONS, DEFENCE, RANGED, RULINGS, SHOTS
from companion.games.dark_eye.encounter_outcome import ACTION, DEFENCES, FREE_ACTION, breaks_off
from companion.games.dark_eye.encounter_sheet import Ability, Announced
from companion.games.dark_eye.encounter_state import (
    able,
    announced,
    arms,
    bound,
    frozen,
    in_long_action,
    laid_low,
    level,
    load,
    missile_marks,
    pace,
    shots_left,
    undefended,
)
from companion.games.dark_eye.situation import Defender, grips
from companion.games.dark_eye.turn import DOINGS, Posture, Takes, Turn, takes, turn
from companion.steps import Step, signed

GRIP = "grip"
USES = {Takes.ACTION: ACTION, Takes.FREE: FREE_ACTION}
COSTS = {Takes.ACTION: "the action", Takes.FREE: "the free action", Takes.NOTHING: "no action"}
BY_CALCULATOR = ("attack", "ranged-attack", "disengage", "pick-up", "climb", "break-hold")
"""Acts that a calculator throws for: its result spends what they take."""
LEFT_OUT = ("load", "ranged-attack")
"""Acts that are told for each missile weapon instead."""


@dataclass(frozen=True, slots=True)
class Doer:
    """One who might act, and what already stands against any act at all."""

    fight: Fight
    who: Combatant
    against: Step | None


def plan(fight: Fight, who: Combatant) -> Iterator[Option]:
    """Each act of the table, those of each missile weapon, and the next defence."""
    doer = Doer(fight, who, _against(fight, who))
    for key in DOINGS:
        if key not in LEFT_OUT:
            yield _option(doer, key)
        elif key == "load":
            for place in range(len(who.sheet.missiles)):
                yield _loading(doer, place)
        elif who.sheet.missiles:
            yield _option(doer, key)
    yield _defending(doer)


def _against(fight: Fight, who: Combatant) -> Step | None:
    """Why somebody can do nothing at all now. Addresses: dark-eye/conditions#incapacitated, dark-eye/round#actions."""
    if who.out:
        return Step("Out of the fight", "dark-eye/round#incapacitated")
    low = laid_low(who)
    if low is not None:
        return low
    if frozen(who):
        return Step("Paralysis IV: the body does not stir", "dark-eye/conditions#incapacitated")
    if fight.begun and who.id not in fight.acting and who.id not in fight.waiting:
        return Step("It is not their turn", "dark-eye/round#actions")
    return None


def late(fight: Fight, who: Combatant) -> bool:
    """Whether somebody holds the action back, or uses it after having done so. Address: dark-eye/round#holding."""
    if who.id in fight.waiting:
        return True
    return who.id in fight.acting and fight.order[fight.turn].label == "waited"


def _turn(doer: Doer, keys: tuple[str, ...], *, later: tuple[str, ...] = ()) -> Turn:
    who = doer.who
    posture = Posture.PRONE if who.has("prone") else Posture.SITTING if who.has("sitting") else Posture.STANDING
    return Turn(
        acts=keys,
        later=later,
        defences=0,
        posture=posture,
        in_long_action=who.marks["long-action"] > 0,
        quick_draw=able(who, Ability.QUICK_DRAW),
        stance=announced(who, Announced.STANCE),
        held_action=RULINGS["held_action"].default,
        grip_delayed=RULINGS["grip_delayed"].default,
    )


def _option(doer: Doer, key: str) -> Option:
    """One act of the table, judged by the calculator of the round beside all that was spent already."""
    doing, who = DOINGS[key], doer.who
    taken = takes(_turn(doer, ()), key)
    refused = doer.against or _own_reason(doer, key) or _judged(doer, key, taken)
    label = doing.name
    if key in ("move", "free-move"):
        label = f"{doing.name}: {pace(doer.fight, who)} yards"
    spends = {} if key in BY_CALCULATOR or taken is Takes.NOTHING else {USES[taken]: 1}
    if key == GRIP:
        spends = {GRIP: 1}
    return Option(
        key,
        label,
        COSTS[taken],
        refused.rule if refused else doing.rule,
        refused.text if refused else "",
        spends,
        () if refused else (*_breaking(who, key, taken), *_changes(doer, key)),
        HELP.get(key, ""),
    )


def _judged(doer: Doer, key: str, taken: Takes) -> Step | None:
    """What the calculator of the round has against it, with as many actions as were spent. Address: dark-eye/round."""
    who, before = doer.who, []
    for kind, use in USES.items():
        filler = next(each for each, doing in DOINGS.items() if doing.takes is kind and not doing.own_turn)
        if taken is kind:
            before += [filler] * who.spent(use)
    if key == GRIP:
        before += [GRIP] * who.spent(GRIP)
    situation = _turn(doer, tuple(before), later=(key,)) if late(doer.fight, who) else _turn(doer, (*before, key))
    problems = turn(situation, NoDice()).problems
    if not problems:
        return None
    if problems[0].rule == "dark-eye/round#one-each":
        return Step(f"{taken.capitalize()} spent: a round holds one", problems[0].rule)
    text = problems[0].reason.rstrip(".")
    return Step(text[:1].upper() + text[1:], problems[0].rule)


def _own_reason(doer: Doer, key: str) -> Step | None:
    """What stands against an act that is no matter of counting actions."""
    who = doer.who
    if key in ("move", "free-move"):
        if not pace(doer.fight, who):
            rule = "dark-eye/states#bound" if bound(who) else "dark-eye/movement#modified"
            return Step("There is no movement left", rule)
        if who.has("engaged") and RULINGS["plain_leaving"].default == "refused":
            return Step("In melee one must disengage first", "dark-eye/movement#engaged")
    if key in ("spell", "chant") and level(who, "confusion") >= CONDITIONS.number("confused"):
        return Step("Too confused for that", "dark-eye/conditions#others")
    if key == "ranged-attack":
        return _no_shot(who)
    if key == "aim":
        most = SHOTS.number("aim_most") // SHOTS.number("aim")
        if not who.sheet.missiles:
            return Step("There is nothing to aim with", "dark-eye/ranged#aim")
        if who.has(f"aimed-{most}") or who.has("aimed-2"):
            return Step("Aiming brings no more", "dark-eye/ranged#aim")
    missing = {
        "disengage": (who.has("engaged"), "Nobody is near: just go", "dark-eye/disengage#when"),
        "climb": (not who.has("advantage"), "The position is held already", "dark-eye/position#bonus"),
        "break-hold": (who.has("held"), "Nobody holds them", "dark-eye/hold#escape"),
        "drop-prone": (not who.has("prone"), "Prone already", "dark-eye/states#prone"),
        GRIP: (
            who.has("two-hands") or arms(who)[0].weapon in grips(),
            "Not with this weapon",
            "dark-eye/grip#not-with",
        ),
    }
    there, text, rule = missing.get(key, (True, "", ""))
    return None if there else Step(text, rule)


def _no_shot(who: Combatant) -> Step | None:
    """Why nothing can be shot or thrown. Addresses: dark-eye/ranged#in-melee, #loading."""
    if who.has("engaged"):
        return Step("In melee nobody shoots or throws", "dark-eye/ranged#in-melee")
    places = range(len(who.sheet.missiles))
    if not any(shots_left(who, place) for place in places):
        return Step("There is nothing left to shoot or throw", "dark-eye/ranged#loading")
    if all(who.marks[missile_marks(place)[1]] for place in places):
        return Step("Nothing is loaded", "dark-eye/ranged#loading")
    return None


def _breaking(who: Combatant, key: str, taken: Takes) -> Iterator[Change]:
    """The end of a long action that this act does not go on with. Address: dark-eye/long-actions#interrupting."""
    if taken is Takes.ACTION and key not in (*BY_CALCULATOR, "continue"):
        yield from breaks_off(who, DOINGS[key].name, "dark-eye/long-actions#interrupting")


def _changes(doer: Doer, key: str) -> Iterator[Change]:
    """What doing it brings besides."""
    who = doer.who
    if key in ("move", "free-move"):
        fast = pace(doer.fight, who) >= SHOTS.number("fast_from")
        yield Lost(who.id, "still")
        yield Gained(who.id, "fast" if fast else "slow")
    elif key == "continue":
        yield Marked(who.id, "long-action", -1, "dark-eye/long-actions#count")
        if who.marks["long-action"] == 1:
            yield Told(f"{who.name}: the long action takes effect", "dark-eye/long-actions#effect")
    elif key == "aim":
        yield Lost(who.id, "aimed-1")
        yield Gained(who.id, "aimed-2" if who.has("aimed-1") else "aimed-1")
    elif key == "stand-up":
        yield Lost(who.id, "prone")
        if who.has("engaged"):
            yield Told("An enemy in reach may strike, unless Body Control (Combat Maneuvers) gets them up cleanly",
                       "dark-eye/states#prone")  # fmt: skip
    elif key == "rise":
        yield Lost(who.id, "sitting")
    elif key == "drop-prone":
        yield Lost(who.id, "sitting")
        yield Gained(who.id, "prone")
    elif key == "turn-round":
        yield Lost(who.id, "back-turned", "dark-eye/behind#turning")
    elif key == GRIP:
        yield Lost(who.id, "two-hands") if who.has("two-hands") else Gained(who.id, "two-hands")


def _loading(doer: Doer, place: int) -> Option:
    """Loading one missile weapon, action by action. Addresses: dark-eye/ranged#loading, long-actions#loading."""
    who, missile = doer.who, doer.who.sheet.missiles[place]
    to_load, name = missile_marks(place)[1], RANGED[missile.weapon].name
    left = who.marks[to_load]
    refused = doer.against
    if refused is None and not shots_left(who, place):
        refused = Step("There is nothing left to load with", "dark-eye/ranged#loading")
    if refused is None and not left:
        refused = Step("It is ready", "dark-eye/ranged#loading")
    refused = refused or _judged(doer, "load", Takes.ACTION)
    changes: list[Change] = []
    if not refused:
        under_way = left < load(missile)
        changes += [] if under_way else breaks_off(who, f"Loading the {name.lower()}", INTERRUPTING)
        changes.append(Marked(who.id, to_load, -1, "dark-eye/long-actions#loading"))
        if left == 1:
            changes.append(Told(f"{who.name}: the {name.lower()} is ready", "dark-eye/long-actions#effect"))
    to_go = f", {left} action{'s' * (left != 1)} to go" if left else ""
    return Option(
        "load" if place == 0 else f"load-{place + 1}",
        f"Load the {name.lower()}{to_go}",
        COSTS[Takes.ACTION],
        refused.rule if refused else DOINGS["load"].rule,
        refused.text if refused else "",
        {ACTION: 1},
        tuple(changes),
    )


INTERRUPTING = "dark-eye/long-actions#interrupting"


def _defending(doer: Doer) -> Option:
    """The next defence of the round, and what it would be worth. Addresses: dark-eye/defence#several, #who."""
    who, made = doer.who, doer.who.spent(DEFENCES)
    step = DEFENCE.number("further") if who.sheet.defender is Defender.HERO else 0
    why, rule = undefended(who), "dark-eye/defence#undefended"
    if who.out:
        why = "Out of the fight"
    elif not why and made and who.sheet.defender is Defender.ORDINARY:
        why, rule = "The one defence of the round is spent", "dark-eye/defence#who"
    worth = made * step + (DEFENCE.number("stance") if announced(who, Announced.STANCE) else 0)
    return Option(
        "defend",
        f"Defend: the next one at {signed(worth)}",
        "a defence",
        rule if why else "dark-eye/defence#several",
        why,
        {DEFENCES: 1},
        () if why else tuple(breaks_off(who, "The defence", "dark-eye/long-actions#defending")),
        "The attack's calculator counts it by itself." if not in_long_action(who) else "It breaks off the long action.",
    )


HELP = {
    "attack": "Choose whom: the calculator's result spends the action.",
    "ranged-attack": "Choose whom: the calculator's result spends the action.",
    "disengage": "Choose the opponent who may strike: the calculator's result spends the action.",
    "pick-up": "Choose the opponent who may strike: the calculator's result spends the action.",
    "climb": "Choose the opponent who may strike: the calculator's result spends the action.",
    "break-hold": "Choose the holder: the calculator's result spends the action.",
    "spell": "If it takes several actions, set the long action to their number and go on with it.",
    "chant": "If it takes several actions, set the long action to their number and go on with it.",
}
