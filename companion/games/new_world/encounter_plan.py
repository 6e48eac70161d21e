"""The turn planner: every action of the game, what it costs, whether it is still allowed, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.encounter import Change, Combatant, Fight, Gained, Lost, Marked, Option
from companion.games.new_world.data import FIREARMS, RULINGS, WEAPONS
from companion.games.new_world.encounter_reach import gone, letters, present, unbound
from companion.games.new_world.encounter_sheet import CONDITIONS, copies, loaded_mark, movement
from companion.games.new_world.score import MOVEMENT
from companion.games.new_world.texts import ACTIONS
from companion.games.new_world.turn_rules import TURN, Cost, Hold, Problem, Start, TurnAction, count

ONCE_THROWN = "Throwing it from the list of attacks spends it by itself."


def plan(fight: Fight, one: Combatant) -> Iterator[Option]:
    """Every action: on the own turn what is left of it, out of turn what a kept half action can become."""
    for key, row in TURN.items():
        if key == "reload":
            yield from _loading(fight, one)
        elif key in ("move", "run") and letters(one):
            yield _option(fight, one, key, key, row.title, f"{_how_far(one, key)} Stays in reach of the same foes.")
            away = tuple(gone(fight, one))
            label = f"{row.title} out of reach"
            yield _option(fight, one, f"{key}-away", key, label, _how_far(one, key), away)
        else:
            yield _option(fight, one, key, key, row.title, _help(one, key))


def _option(
    fight: Fight,
    one: Combatant,
    name: str,
    key: str,
    label: str,
    help: str,
    more: tuple[Change, ...] = (),
    why: Problem | None = None,
) -> Option:
    row = TURN[key]
    against = _against(fight, one, key) or why
    on_turn = one.id in fight.acting
    spends = {"attacks": row.attack, "spells": row.spell, "halves": row.halves if on_turn else 0}
    changes = [*more, *_changes(fight, one, key)]
    if not on_turn and row.halves:
        changes.append(Marked(one.id, "kept", -row.halves, "new-world/actions#delay"))
    return Option(
        name,
        label,
        cost_of(row),
        against.rule if against else row.rule,
        against.reason if against else "",
        {use: int(times) for use, times in spends.items() if times},
        tuple(changes),
        help,
    )


def cost_of(row: TurnAction) -> str:
    """What an action takes, in words."""
    return {Cost.FREE: "free", Cost.HALF: "half action", Cost.FULL: "full action"}[row.cost]


def _against(fight: Fight, one: Combatant, key: str) -> Problem | None:
    """The first reason against one more action, or None."""
    row = TURN[key]
    if not fight.begun:
        return Problem("the fight has not begun: roll initiative first.", "new-world/round#turn")
    if not present(fight, one):
        return Problem("out of the fight.", "new-world/gaps#critical-wounds")
    if row.moves and one.has("held"):
        return Problem("nobody who is held can move: break free first.", "new-world/grappling#grappled")
    start = Start(one.has("prone"), _hold(one), one.has("surprised"), one.has("wound-forbids-running"), _shares())
    done = _done(one)
    if one.id in fight.acting:
        found = count(start, (*done, key), ())
    elif row.cost is Cost.FREE:
        found = count(start, (key,), ())
    else:
        found = count(start, (*done, *("delay",) * one.marks["kept"]), (key,))
    problems = [each for each in found.problems if each.rule != "new-world/round#turn" or one.id in fight.acting]
    return problems[0] if problems else _of_the_moment(one, key)


def _of_the_moment(one: Combatant, key: str) -> Problem | None:
    """What the state of the fighter forbids besides."""
    if key == "charge" and movement(one) < MOVEMENT.number("charge_least"):
        return Problem(f"a Movement of {movement(one)} is too little for a Charge.", "new-world/movement#charge")
    if key == "drop-item" and one.has("disarmed"):
        return Problem("the weapon in hand is gone already.", "new-world/disarming#picking-up")
    return None


def _done(one: Combatant) -> tuple[str, ...]:
    """Actions that cost what was spent so far: the limits are all that counts of them."""
    halves, attacks, spells = (one.spent(use) for use in ("halves", "attacks", "spells"))
    rest = max(0, halves - attacks - spells)
    return ("standard-attack",) * attacks + ("cast",) * spells + ("ready",) * rest


def _hold(one: Combatant) -> Hold:
    return Hold.HELD if one.has("held") else Hold.HOLDING if one.has("holding") else Hold.FREE


def _shares() -> str:
    return RULINGS["delay_shares_limits"].default


GAINS: Mapping[str, str] = {
    "aim": "aiming",
    "all-out-attack": "all-out-attack",
    "all-out-defence": "all-out-defence",
    "parrying-stance": "parrying",
    "run": "ran",
    "fall-prone": "prone",
    "cast": "magic",
    "drop-item": "disarmed",
}
"""The condition that an action puts on whoever does it."""


def _changes(fight: Fight, one: Combatant, key: str) -> Iterator[Change]:
    if TURN[key].attack:
        yield Lost(one.id, "aiming", "new-world/actions#aim")
    if key in GAINS:
        yield Gained(one.id, GAINS[key], CONDITIONS[GAINS[key]].lasts, TURN[key].rule)
    elif key == "stand":
        yield Lost(one.id, "prone", TURN[key].rule)
    elif key == "mount":
        yield Lost(one.id, "mounted") if one.has("mounted") else Gained(one.id, "mounted")
    elif key == "ready":
        yield Lost(one.id, "disarmed", "new-world/disarming#picking-up")
    elif key == "delay":
        yield Marked(one.id, "kept", 1, TURN[key].rule)
    elif key == "disengage":
        yield from gone(fight, one, safely=True)
    elif key == "let-go":
        yield from unbound(fight, one, TURN[key].rule)


def _loading(fight: Fight, one: Combatant) -> Iterator[Option]:
    """One option for each weapon that is empty; a misfire is cleared first. Address: new-world/firearms#clearing."""
    sheet, row, done = one.sheet, TURN["reload"], one.marks["loading"]
    empty = [
        key
        for key in dict.fromkeys(carried.weapon for carried in sheet.weapons)
        if WEAPONS[key].reload and one.marks.get(loaded_mark(key), 0) < copies(sheet, key)
    ]
    if not empty:
        none = Problem("nothing that you carry has to be loaded.", row.rule)
        yield _option(fight, one, "reload", "reload", row.title, "", (), none)
    elif one.has("misfired"):
        last = done + 1 >= FIREARMS.number("clearing")
        ends: tuple[Change, ...] = (Marked(one.id, "loading", -done), Lost(one.id, "misfired"))
        more = ends if last else (Marked(one.id, "loading", 1, row.rule),)
        yield _option(fight, one, "reload", "reload", "Clear the misfire", "", more)
    else:
        for key in empty:
            needed, name = WEAPONS[key].reload, WEAPONS[key].name
            ends = (Marked(one.id, loaded_mark(key), 1, row.rule), Marked(one.id, "loading", -done))
            more = ends if done + 1 >= needed else (Marked(one.id, "loading", 1, row.rule),)
            help = f"Round {min(done + 1, needed)} of {needed}."
            yield _option(fight, one, f"reload-{key}", "reload", f"{row.title}: {name.lower()}", help, more)


def _help(one: Combatant, key: str) -> str:
    row = TURN[key]
    text = ACTIONS[row.action].effect if row.action else ""
    if row.attack or key in ("feint", "manoeuvre"):
        return f"{text} {ONCE_THROWN}"
    if key in ("move", "run", "disengage", "charge"):
        return _how_far(one, key)
    return text


def _how_far(one: Combatant, key: str) -> str:
    paces = movement(one) * (MOVEMENT.number("twice") if key == "run" else 1)
    return f"Up to {paces} paces."
