"""What a throw does to both: hit points, conditions, spent actions; what the publisher's tables decide is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.encounter import Change, Combatant, Fight, Gained, Lost, Marked, Spent, Told
from companion.games.darkmaster import disarm, knock_down, lock, strike_mount
from companion.games.darkmaster import encounter_state as state
from companion.games.darkmaster.bands import Grade
from companion.games.darkmaster.blow import fumble_row
from companion.games.darkmaster.data import WEAPONS, Kind, Severity, Weapon
from companion.games.darkmaster.feint import Result as Feinted
from companion.games.darkmaster.ride import RULES, state_of
from companion.games.darkmaster.skill_roll import Purpose

Json = Mapping[str, Any]
STUNNING = ("disaster", "catastrophe")
"""The rows of the Fumble Table that stun; the others ask for an Assessment Roll."""


def outcome(fight: Fight, attacker: str, target: str, rolled: Json) -> Iterator[Change]:
    """What the throw of one of the game's calculators changes; those that settle nothing change nothing."""
    found = OUTCOMES.get(str(rolled["resolver"]).partition("/")[2])
    if found is not None:
        yield from found(fight, fight[attacker], fight[target], rolled)


def _attack(fight: Fight, one: Combatant, target: Combatant, rolled: Json) -> Iterator[Change]:
    """One blow or shot."""
    inputs = rolled["inputs"]
    weapon = WEAPONS[inputs["weapon"]]
    yield from _spent(one, "full")
    yield from _meeting(one, target, inputs, weapon)
    yield from blow(one, target, weapon, rolled["outcome"])


def _meeting(one: Combatant, target: Combatant, inputs: Json, weapon: Weapon) -> Iterator[Change]:
    """What an attack brings whatever its dice: melee engages, a shot spends Aim and load, a Parry is bound."""
    if weapon.ranged:
        if inputs.get("aimed"):
            yield Marked(one.id, "aimed", -one.marks["aimed"], "darkmaster/aim#bonus")
        if weapon.load:
            yield Marked(one.id, "loading", weapon.load - one.marks["loading"], "darkmaster/round#multi-round")
    else:
        yield from _aim_lost(one)
        yield Gained(one.id, "engaged")
        yield Gained(target.id, "engaged")
    if inputs.get("foe_parry"):
        yield Spent(target.id, "parry")


def _aim_lost(one: Combatant) -> Iterator[Change]:
    if one.marks["aimed"]:
        yield Marked(one.id, "aimed", -one.marks["aimed"], "darkmaster/aim#lost")


def _spent(one: Combatant, use: str) -> Iterator[Change]:
    """The action of the round, unless the plan has counted it already."""
    if not one.spent(use):
        yield Spent(one.id, use)


def blow(one: Combatant, target: Combatant, weapon: Weapon, struck: Json) -> Iterator[Change]:
    """What one blow does: hit points lost, a critical to be looked up, or a fumble."""
    hit = struck["blow"]
    if hit["damage"]:
        yield Marked(target.id, "hit_points", -hit["damage"], "darkmaster/attack#table")
    if hit["severity"]:
        yield from _critical(target, weapon, hit["severity"], struck["after"])
    if hit["hit"] and not weapon.ranged and state.incapacitated(target):
        text = f"{target.name} is Incapacitated: the hit does the most it can, and the attacker picks the critical"
        yield Told(text, "darkmaster/conditions#incapacitated")
    if hit["fumbled"]:
        yield from _fumbled(one, weapon, fumble_row(struck["after"])[0], struck["after"])


def _critical(target: Combatant, weapon: Weapon, severity: str, reached: int) -> Iterator[Change]:
    text = (
        f"{target.name} takes a {Severity(severity)} Critical Strike ({weapon.critical}), {reached} on the critical"
        " table: look it up in the book, then set Stunned, bleeding and whatever else it brings"
    )
    yield Told(text, "darkmaster/attack#critical")
    if state.rides(target):
        text = f"If it might unseat {target.name}, a new Ride check is due: take off the old result"
        yield Told(text, "darkmaster/mounted#lasting")


def _fumbled(one: Combatant, weapon: Weapon, row: str, reached: int) -> Iterator[Change]:
    """A row of the Fumble Table. Address: darkmaster/fumbles#table."""
    from companion.games.darkmaster.data import FUMBLES

    found = FUMBLES[row]
    text = found.melee if weapon.kind in (Kind.MELEE, Kind.THROWN) else found.missile
    yield Told(f"{one.name}, {reached} on the Fumble Table: {text}", "darkmaster/fumbles#table")
    yield Gained(one.id, "stunned", 2) if row in STUNNING else Gained(one.id, "assessment")
    if weapon.unreliable:
        yield Told(f"The {weapon.title} is Unreliable: {one.name} takes a Superficial critical too",
                   "darkmaster/weapons#qualities")  # fmt: skip


def _charge(fight: Fight, one: Combatant, target: Combatant, rolled: Json) -> Iterator[Change]:
    yield Gained(one.id, "no-parry", 1, "darkmaster/charge#no-parry")
    yield from _attack(fight, one, target, rolled)


def _bash(fight: Fight, one: Combatant, target: Combatant, rolled: Json) -> Iterator[Change]:
    yield Gained(one.id, "shield-strikes", 1, "darkmaster/shield-bash#no-def")
    yield from _attack(fight, one, target, rolled)


def _two(fight: Fight, one: Combatant, target: Combatant, rolled: Json) -> Iterator[Change]:
    """Both blows; the second is a Free Action. One at a second foe is told, not put in force."""
    inputs, pair = rolled["inputs"], rolled["outcome"]
    main, off = WEAPONS[inputs["weapon"]], WEAPONS[inputs["off_hand"]]
    yield from _spent(one, "full")
    yield from _spent(one, "free")
    yield from _meeting(one, target, inputs, main)
    if off.shield is not None:
        yield Gained(one.id, "shield-strikes", 1, "darkmaster/shield-bash#second-weapon")
    yield from blow(one, target, main, pair["main"])
    if inputs["same_foe"] or pair["off"]["blow"]["fumbled"]:
        yield from blow(one, target, off, pair["off"])
        return
    hit = pair["off"]["blow"]
    text = f"The second foe loses {hit['damage']} hit points" if hit["hit"] else "The blow at the second foe misses"
    if hit["severity"]:
        text += f" and takes a {hit['severity']} Critical Strike ({off.critical}), {pair['off']['after']}"
    yield Told(text, "darkmaster/two-weapons#who")


def _into_melee(fight: Fight, one: Combatant, target: Combatant, rolled: Json) -> Iterator[Change]:
    """The shot, and the second roll at whoever stands beside the target."""
    inputs, shot = rolled["inputs"], rolled["outcome"]
    weapon = WEAPONS[inputs["weapon"]]
    yield from _spent(one, "full")
    yield from _meeting(one, target, inputs, weapon)
    yield from blow(one, target, weapon, shot["first"])
    if shot["second"] is None:
        return
    name = inputs["neighbours"][shot["place"]]["name"]
    other = next((each for each in fight.combatants if each.name == name), None)
    if other is None:
        yield Told(f"The second roll is at {name}, who is not in the order", "darkmaster/shoot-into-melee#whom")
        return
    yield Told(f"A miss: the second roll is at {name}", "darkmaster/shoot-into-melee#whom")
    yield from blow(one, other, weapon, shot["second"])


def _at_mount(fight: Fight, one: Combatant, target: Combatant, rolled: Json) -> Iterator[Change]:
    """The mount's hit points, and what the rider's check comes to."""
    inputs, found = rolled["inputs"], rolled["outcome"]
    weapon = WEAPONS[inputs["weapon"]]
    yield from _spent(one, "full")
    yield from _meeting(one, target, inputs, weapon)
    struck = found["struck"]
    if struck["blow"]["damage"]:
        yield Marked(target.id, "mount_hit_points", -struck["blow"]["damage"], "darkmaster/mounted#mount")
    if struck["blow"]["severity"]:
        text = f"The mount takes a {struck['blow']['severity']} Critical Strike ({weapon.critical}), {struck['after']}"
        yield Told(text, "darkmaster/attack#critical")
    if struck["blow"]["fumbled"]:
        yield from _fumbled(one, weapon, fumble_row(struck["after"])[0], struck["after"])
    if found["checked"]:
        yield from _rider(target, strike_mount.Result(found["result"]))


def _rider(rider: Combatant, result: strike_mount.Result) -> Iterator[Change]:
    """What a check after a critical on the mount makes of its rider. Address: darkmaster/mounted#mount-down."""
    grades = {
        strike_mount.Result.FALL: Grade.CRITICAL_FAILURE,
        strike_mount.Result.FAILURE: Grade.FAILURE,
        strike_mount.Result.PARTIAL: Grade.PARTIAL_SUCCESS,
    }
    if result in grades:
        yield from ridden(rider, grades[result])
        return
    down = (strike_mount.Result.DOWN_STANDS, strike_mount.Result.DOWN_PRONE, strike_mount.Result.DOWN_FALLS)
    if result in down:
        yield from _off_the_mount(rider, "darkmaster/mounted#mount-down")
    if result in down[1:]:
        yield Gained(rider.id, "prone", None, "darkmaster/mounted#mount-down")
    if result is down[2]:
        yield Told(f"{rider.name} falls: the game master says how it hurts", "darkmaster/mounted#mount-down")


def _off_the_mount(rider: Combatant, rule: str) -> Iterator[Change]:
    for name in state.RIDE.values():
        yield Lost(rider.id, name, rule)
    yield Gained(rider.id, "thrown-off", None, rule)


def ridden(rider: Combatant, grade: Grade) -> Iterator[Change]:
    """A Ride check: the new result replaces the old one. Addresses: darkmaster/mounted#ride, #lasting."""
    rule = f"darkmaster/mounted#{RULES[state_of(grade, True)]}"
    if grade is Grade.CRITICAL_FAILURE:
        yield from _off_the_mount(rider, rule)
        yield Gained(rider.id, "prone", None, rule)
        yield Told(f"{rider.name} falls: the game master says how it hurts", rule)
        return
    for name in state.RIDE.values():
        if name != state.RIDE[grade]:
            yield Lost(rider.id, name, rule)
    yield Gained(rider.id, state.RIDE[grade], 1 if grade is Grade.PARTIAL_SUCCESS else None, rule)


def _skill(fight: Fight, one: Combatant, target: Combatant, rolled: Json) -> Iterator[Change]:
    """An Assessment Roll; any other skill roll of somebody whose Ride check is due is that check."""
    found = rolled["outcome"]
    if rolled["inputs"]["purpose"] == Purpose.ASSESSMENT.value:
        yield Lost(one.id, "assessment", "darkmaster/skill#assessment")
        if not found["passed"]:
            yield Gained(one.id, "bewildered", 1, "darkmaster/skill#assessment")
    elif state.ride_due(one):
        yield from ridden(one, Grade(found["grade"]))


def _clumsy(fight: Fight, one: Combatant, target: Combatant, rolled: Json) -> Iterator[Change]:
    """The Fumble Table."""
    found = rolled["outcome"]
    yield Lost(one.id, "fumbling", "darkmaster/fumbles#by-rule")
    if found["fumbled"]:
        yield from _fumbled(one, WEAPONS[rolled["inputs"]["weapon"]], found["result"], found["reached"])


def _due(one: Combatant, rule: str) -> Iterator[Change]:
    yield Gained(one.id, "fumbling", None, rule)


def _disarmed(fight: Fight, one: Combatant, target: Combatant, rolled: Json) -> Iterator[Change]:
    found = rolled["outcome"]
    result = disarm.Result(found["result"])
    yield from _move(one, target, "full")
    if result in disarm.LOST:
        yield Gained(target.id, "disarmed", None, f"{disarm.RULE}#{disarm.RULES[result]}")
        yield Told(f"Of the weapon: {result}", f"{disarm.RULE}#{disarm.RULES[result]}")
    if found["fumble"]:
        yield from _due(one, "darkmaster/disarm#critical-failure")


def _move(one: Combatant, target: Combatant, use: str) -> Iterator[Change]:
    """What any Martial Move brings: its action is spent, both stand in a melee, an Aim is lost."""
    yield from _spent(one, use)
    yield from _aim_lost(one)
    yield Gained(one.id, "engaged")
    yield Gained(target.id, "engaged")


def _feint(fight: Fight, one: Combatant, target: Combatant, rolled: Json) -> Iterator[Change]:
    found = rolled["outcome"]
    yield from _move(one, target, "half")
    winner, loser = (one, target) if found["result"] == Feinted.YOURS.value else (target, one)
    if found["bonus"]:
        rule = "darkmaster/feint#win" if winner is one else "darkmaster/feint#defender"
        yield Marked(winner.id, "feint", found["bonus"] - winner.marks["feint"], rule)
        yield Told(f"It counts for {winner.name} against {loser.name} only, for this round", rule)
    if found["fumble"]:
        yield from _due(one, "darkmaster/feint#critical-failure")


def _knocked(fight: Fight, one: Combatant, target: Combatant, rolled: Json) -> Iterator[Change]:
    found = rolled["outcome"]
    yield from _move(one, target, "full")
    if found["result"] == knock_down.Result.PRONE.value:
        yield Gained(target.id, "prone", None, "darkmaster/knock-down#win")
    if found["off_balance"]:
        yield Gained(one.id, "assessment", None, "darkmaster/knock-down#defender")
    if found["fumble"]:
        yield from _due(one, "darkmaster/knock-down#critical-failure")


def _locked(fight: Fight, one: Combatant, target: Combatant, rolled: Json) -> Iterator[Change]:
    found = rolled["outcome"]
    result = lock.Result(found["result"])
    rule = f"{lock.RULE}#{lock.RULES[result]}"
    if found["ends"] is None:
        yield from _move(one, target, "full")
    for each in (one, target):
        if result is lock.Result.LOCKED:
            yield Gained(each.id, "locked", None, rule)
        elif found["ends"]:
            yield Lost(each.id, "locked", rule)
    if found["fumble"]:
        yield from _due(one, "darkmaster/lock#critical-failure")
    if found["foe_fumbles"]:
        yield from _due(target, "darkmaster/lock#contest")


OUTCOMES: Mapping[str, Callable[[Fight, Combatant, Combatant, Json], Iterator[Change]]] = {
    "attack": _attack,
    "aim": _attack,
    "improvised": _attack,
    "ranged-in-melee": _attack,
    "charge": _charge,
    "shield-bash": _bash,
    "two-weapons": _two,
    "shoot-into-melee": _into_melee,
    "strike-mount": _at_mount,
    "skill-roll": _skill,
    "clumsy": _clumsy,
    "disarm": _disarmed,
    "feint": _feint,
    "knock-down": _knocked,
    "lock": _locked,
}
