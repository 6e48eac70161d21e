"""What a throw of the attack calculators leaves behind: Wounds, holds, lost weapons, empty guns, what was spent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from companion.encounter import Change, Combatant, Fight, Gained, Lost, Marked, Spent, Told
from companion.games.new_world.attack import Action
from companion.games.new_world.blow import Verdict
from companion.games.new_world.data import FIREARMS, WEAPONS, Location
from companion.games.new_world.disarm import Result as Disarmed
from companion.games.new_world.encounter_attacks import ACTION_KEYS
from companion.games.new_world.encounter_inputs import Pair
from companion.games.new_world.encounter_reach import GAP, fallen, gone, joined
from companion.games.new_world.encounter_sheet import falls_at_zero, loaded_mark
from companion.games.new_world.grapple import Act
from companion.games.new_world.grapple import Result as Grappled
from companion.games.new_world.order import listing
from companion.games.new_world.strike import wielded
from companion.games.new_world.turn_rules import ROUND, TURN
from companion.games.new_world.wounds import is_firearm

Data = Mapping[str, Any]


def outcome(fight: Fight, attacker: str, target: str, rolled: Data) -> Iterable[Change]:
    """The changes that a throw brings; those of other calculators bring none."""
    found = HANDLERS.get(rolled["resolver"])
    return (
        () if found is None else found(Pair(fight, fight[attacker], fight[target]), rolled["inputs"], rolled["outcome"])
    )


def spent(fight: Fight, one: Combatant, key: str) -> Iterator[Change]:
    """What an action costs, of the own turn or of what Delay has kept. Address: new-world/round#turn."""
    row = TURN[key]
    if not fight.begun:
        return
    if one.id in fight.acting:
        if one.spent("halves") + row.halves > ROUND.number("halves"):
            yield Told(f"{one.name} has not that much of the turn left", "new-world/round#turn")
        yield Spent(one.id, "halves", row.halves)
    elif row.halves == ROUND.number("halves"):
        yield Told(f"It is not {one.name}'s turn, and Delay keeps no full action", "new-world/actions#delay")
    elif row.halves <= one.marks["kept"]:
        yield Marked(one.id, "kept", -row.halves, "new-world/actions#delay")
    else:
        yield Told(f"It is not {one.name}'s turn, and no half action is in hand for it", "new-world/round#turn")
    if row.attack:
        if one.spent("attacks") >= ROUND.number("attack_actions"):
            yield Told(f"{one.name} has had the attack action of this turn", "new-world/round#attack-actions")
        yield Spent(one.id, "attacks")


def _attack(pair: Pair, inputs: Data, blow: Data) -> Iterator[Change]:
    action = Action(inputs["action"])
    yield from spent(pair.fight, pair.attacker, ACTION_KEYS[action])
    if action is Action.CHARGE:
        yield from gone(pair.fight, pair.attacker, but=pair.target)
    if action is Action.ALL_OUT:
        yield Gained(pair.attacker.id, "all-out-attack")
    yield from _used_up(pair)
    yield from _met(pair, inputs["weapon"])
    yield from _landed(pair, blow, pair.target.marks["wounds"])
    yield from _fired(pair, inputs, blow)


def _swift(pair: Pair, inputs: Data, both: Data) -> Iterator[Change]:
    yield from spent(pair.fight, pair.attacker, "swift-attack")
    yield from _used_up(pair)
    yield from _met(pair, inputs["weapon"])
    left = pair.target.marks["wounds"]
    yield from _landed(pair, both["first"], left)
    second = both["second"]
    if inputs["same_foe"]:
        yield from _landed(pair, second, max(0, left - both["first"]["wounds"]))
    elif second["wounds"]:
        text = f"The second blow, on the other foe: Wounds {second['wounds']}, {second['location'].lower()}"
        yield Told(text, "new-world/two-weapons#targets")
    if inputs["off_hand"] is not None and inputs["off_hand"] in WEAPONS:
        shot = both["first"] if inputs["first"] == "off hand" else second
        yield from _fired(pair, {**inputs, "weapon": inputs["off_hand"]}, shot)


def _feint(pair: Pair, inputs: Data, both: Data) -> Iterator[Change]:
    yield from spent(pair.fight, pair.attacker, "feint")
    yield from spent(pair.fight, pair.attacker, "standard-attack")
    yield from _used_up(pair)
    yield from _met(pair, inputs["weapon"])
    yield from _landed(pair, both["blow"], pair.target.marks["wounds"])


def _free_attack(pair: Pair, inputs: Data, blow: Data) -> Iterator[Change]:
    yield Spent(pair.attacker.id, "free-attacks")
    yield from _landed(pair, blow, pair.target.marks["wounds"])


def _used_up(pair: Pair) -> Iterator[Change]:
    """An aim and a feint are for one attack."""
    yield Lost(pair.attacker.id, "aiming")
    yield Lost(pair.target.id, "feinted")


def _met(pair: Pair, weapon: str) -> Iterator[Change]:
    if not wielded(weapon)[1]:
        yield from joined(pair.fight, pair.attacker, pair.target)


def _landed(pair: Pair, blow: Data, left: int) -> Iterator[Change]:
    """Wounds come off, and what goes below 0 is a critical wound to note; a stray shot hits an ally."""
    yield from _hurt(pair.fight, pair.target, blow["wounds"], left, blow["location"], "new-world/attack#damage")
    if blow["verdict"] == Verdict.STRAY:
        yield from _strayed(pair, blow)


def _hurt(fight: Fight, one: Combatant, wounds: int, left: int, location: str, rule: str) -> Iterator[Change]:
    """Wounds come off `left`; a second blow of one throw finds less left than the fight yet shows."""
    if not wounds:
        return
    yield Marked(one.id, "wounds", -wounds, rule)
    if wounds > left:
        yield Gained(one.id, "critical-wound")
        text = f"{one.name}: {wounds - left} more than was left, on the {location.lower()}. Note the critical wound"
        yield Told(f"{text} that your own table gives", GAP)
    if wounds >= left > 0 and falls_at_zero(fight, one):
        yield from fallen(fight, one)


def _strayed(pair: Pair, blow: Data) -> Iterator[Change]:
    rule, wounds, allies = "new-world/range#stray", blow["ally_wounds"] or 0, pair.allies_at_target
    if len(allies) == 1:
        yield Told(f"The shot strays into {allies[0].name}", rule)
        yield from _hurt(pair.fight, allies[0], wounds, allies[0].marks["wounds"], blow["location"], rule)
        return
    names = listing([each.name for each in allies]) or "those in the melee"
    text = f"The shot strays: roll who is hit of {names}. Wounds {wounds}, {blow['location'].lower()}"
    yield Told(f"{text}; Endurance and armour of that one may differ", rule)


def _fired(pair: Pair, inputs: Data, blow: Data) -> Iterator[Change]:
    """An empty weapon, a misfire to clear, and a shooter whom everybody has heard."""
    weapon, ranged = wielded(inputs["weapon"])
    who = pair.attacker.id
    if not ranged:
        return
    jammed = blow["verdict"] == Verdict.MISFIRE
    if weapon.reload:
        counted = loaded_mark(inputs["weapon"])
        if counted in pair.attacker.marks:
            yield Marked(who, counted, -1, "new-world/firearms#reload")
        yield Marked(who, "loading", -pair.attacker.marks["loading"], "new-world/firearms#reload")
    if jammed:
        yield Gained(who, "misfired")
        text = f"Rounds to clear it: {FIREARMS.number('clearing')}; then, to load it: {weapon.reload}"
        yield Told(text, "new-world/firearms#clearing")
    elif is_firearm(weapon, inputs["artillery_is_firearm"]):
        yield Lost(who, "hidden", "new-world/firearms#smoke")
        yield Told(f"Everybody has heard the shot and knows where {pair.attacker.name} is", "new-world/firearms#smoke")


def _grapple(pair: Pair, inputs: Data, found: Data) -> Iterator[Change]:
    act, result = Act(inputs["act"]), Grappled(found["result"])
    me, foe = pair.attacker, pair.target
    yield from spent(pair.fight, me, "standard-attack")
    yield Lost(me.id, "aiming")
    yield from joined(pair.fight, me, foe)
    if act is Act.SEIZE and result is Grappled.WON:
        yield Gained(foe.id, "held")
        yield Gained(me.id, "holding")
    elif act is Act.SQUEEZE and found["wounds"]:
        rule = "new-world/grappling#squeezing"
        yield from _hurt(pair.fight, foe, found["wounds"], foe.marks["wounds"], Location.BODY, rule)
    elif act is Act.BREAK_FREE and result is Grappled.WON:
        yield from _free(held=me, holder=foe)
    if result is Grappled.FREE_ATTACK:
        if act is Act.SQUEEZE:
            yield from _free(held=foe, holder=me)
        yield Told(f"{foe.name} strikes {me.name} at once: a free attack", "new-world/grappling#seizing")


def _free(*, held: Combatant, holder: Combatant) -> Iterator[Change]:
    yield Lost(held.id, "held", "new-world/grappling#breaking-free")
    yield Lost(holder.id, "holding", "new-world/grappling#breaking-free")


def _disarm(pair: Pair, inputs: Data, found: Data) -> Iterator[Change]:
    result, me, foe = Disarmed(found["result"]), pair.attacker, pair.target
    yield from spent(pair.fight, me, "disarm")
    yield Lost(me.id, "aiming")
    yield from joined(pair.fight, me, foe)
    rule = "new-world/disarming#results"
    if result is Disarmed.FREE_ATTACK:
        yield Told(f"{foe.name} strikes {me.name} at once: a free attack", rule)
    elif result is not Disarmed.NOTHING:
        yield Gained(foe.id, "disarmed", None, rule)
        yield Told(
            {
                Disarmed.TAKEN: f"{me.name} holds the weapon in the free hand",
                Disarmed.FLUNG: f"The weapon lands {found['paces']} paces away, where {me.name} likes",
                Disarmed.DROPPED: f"The weapon lies at the feet of {foe.name}",
            }[result],
            rule,
        )


def _manoeuvre(pair: Pair, inputs: Data, found: Data) -> Iterator[Change]:
    yield from spent(pair.fight, pair.attacker, "manoeuvre")
    yield from joined(pair.fight, pair.attacker, pair.target)
    if found["difference"] > 0:
        text = f"{pair.target.name}: {found['result']}. See who has whom in reach now"
        yield Told(text, "new-world/actions#manoeuvre")


HANDLERS: Mapping[str, Callable[[Pair, Data, Data], Iterable[Change]]] = {
    "new-world/attack": _attack,
    "new-world/swift-attack": _swift,
    "new-world/feint": _feint,
    "new-world/free-attack": _free_attack,
    "new-world/grapple": _grapple,
    "new-world/disarm": _disarm,
    "new-world/manoeuvre": _manoeuvre,
}
