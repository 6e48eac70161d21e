"""What the throw of a calculator does to the two who are in it: life points, states, what the round has spent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.encounter import Change, Combatant, Fight, Gained, Lost, Marked, Spent, Told
from companion.games.dark_eye.advantageous_position import Verdict as Climbed
from companion.games.dark_eye.attack_of_opportunity import Verdict as Struck
from companion.games.dark_eye.check import Result
from companion.games.dark_eye.d20 import Grade
from companion.games.dark_eye.data import BOTCHES, RULINGS
from companion.games.dark_eye.disengage import Verdict as Away
from companion.games.dark_eye.encounter_state import (
    TROUBLES,
    highest,
    in_long_action,
    level,
    load,
    loading,
    missile_marks,
)
from companion.games.dark_eye.escape import Result as Escaped
from companion.games.dark_eye.exchange import LANDED, Verdict
from companion.games.dark_eye.long_action import Verdict as Long
from companion.games.dark_eye.pain import Verdict as Pained
from companion.games.dark_eye.situation import Kind

Rolled = Mapping[str, Any]
ACTION = "action"
FREE_ACTION = "free-action"
DEFENCES = "defences"
FALLS = [result.value for result in Result if result.botched]


def outcome(fight: Fight, attacker: str, target: str, rolled: Rolled) -> Iterator[Change]:
    """What a throw changes, by the calculator that made it; those that belong to no fight change nothing."""
    _, _, name = rolled["resolver"].partition("/")
    if name in OUTCOMES:
        yield from OUTCOMES[name](fight[attacker], fight[target], rolled)


def _melee(attacker: Combatant, target: Combatant, rolled: Rolled) -> Iterator[Change]:
    yield from _attacking(attacker, target)
    yield from _engaged(attacker, target)
    yield from _exchange(attacker, target, rolled)


def _ranged(attacker: Combatant, target: Combatant, rolled: Rolled) -> Iterator[Change]:
    """A shot: it takes the action and an arrow, and the weapon has to be loaded anew.

    Addresses: dark-eye/ranged#loading, #aim.
    """
    yield from _attacking(attacker, target)
    for place, missile in enumerate(attacker.sheet.missiles):
        if missile.weapon == rolled["inputs"]["weapon"]:
            ammunition, to_load = missile_marks(place)
            yield Marked(attacker.id, ammunition, -1)
            yield Marked(attacker.id, to_load, load(missile) - attacker.marks[to_load])
            break
    for aimed in ("aimed-1", "aimed-2"):
        yield Lost(attacker.id, aimed)
    yield from _exchange(attacker, target, rolled)


def _disarm(attacker: Combatant, target: Combatant, rolled: Rolled) -> Iterator[Change]:
    yield from _melee(attacker, target, rolled)
    if rolled["outcome"]["verdict"] in LANDED:
        yield Gained(target.id, "weapon-down", None, "dark-eye/disarm#drop")


def _hold(attacker: Combatant, target: Combatant, rolled: Rolled) -> Iterator[Change]:
    yield from _melee(attacker, target, rolled)
    if rolled["outcome"]["verdict"] in LANDED:
        yield Gained(target.id, "held")
        yield Gained(attacker.id, "holding")
        yield Told("The hold ends when the holder lets go or can no longer act", "dark-eye/hold#ends")


def _exchange(attacker: Combatant, target: Combatant, rolled: Rolled) -> Iterator[Change]:
    """Attack and defence: what was spent, what was lost, what a botch did."""
    blow = rolled["outcome"]
    yield from _defended(target, blow["defence"], rolled)
    yield Lost(target.id, "surprised", "dark-eye/ambush#undefended")
    yield from _harmed(target, blow["damage"], blow["defence"] is None)
    if blow["botch"] is not None:
        botcher, own = (attacker, True) if blow["attack"] == Grade.BOTCH.value else (target, False)
        yield from _botched(botcher, blow["botch"], rolled, own)
    if blow["verdict"] == Verdict.OPPORTUNITY:
        yield Told(f"{target.name} may strike {attacker.name} at once: an attack of opportunity",
                   "dark-eye/critical#defence")  # fmt: skip


def _defended(target: Combatant, grade: str | None, rolled: Rolled) -> Iterator[Change]:
    """A defence that was rolled counts, breaks off a long action, and a natural 1 may ease the next one.

    Addresses: dark-eye/defence#choice, dark-eye/long-actions#defending, dark-eye/critical#ranged-defence.
    """
    if grade is None:
        return
    yield Spent(target.id, DEFENCES)
    yield from breaks_off(target, "The defence", "dark-eye/long-actions#defending")
    shot = rolled["resolver"] == "dark-eye/ranged-attack"
    if grade == Grade.CRITICAL.value and shot:
        yield Gained(target.id, "spared", TROUBLES["spared"].rounds)
    elif grade == Grade.LONE_ONE.value and (shot or RULINGS["lone_one"].default == "eases"):
        yield Gained(target.id, "eased", TROUBLES["eased"].rounds)


def _harmed(target: Combatant, damage: int, concentrating: bool = True) -> Iterator[Change]:
    """Life points lost, and what that does to a long action. Addresses: dark-eye/damage#life, long-actions#check."""
    if not damage:
        return
    yield Marked(target.id, "lp", -damage, "dark-eye/damage#life")
    if concentrating and in_long_action(target):
        yield Told(f"{target.name}: Self-Control (Ignore Distractions) after {damage} damage, or the long action fails",
                   "dark-eye/long-actions#check")  # fmt: skip


def _botched(who: Combatant, botch: Mapping[str, Any], rolled: Rolled, own: bool) -> Iterator[Change]:
    """A botch: the life points it costs, and what the table says. Addresses: dark-eye/critical#botch, #table."""
    if botch["damage"]:
        yield Marked(who.id, "lp", -botch["damage"], "dark-eye/critical#botch")
    if botch["result"] is None:
        return
    yield Told(f"{who.name}: {botch['text'].rstrip('.')}", "dark-eye/critical#table")
    row = next(row for row in BOTCHES.values() if row.roll == botch["result"])
    ranged = own and rolled["resolver"] == "dark-eye/ranged-attack"
    brings = row.ranged_brings if ranged else row.melee_brings
    if brings == "weapon-down" and not own and rolled["inputs"]["defence"] == Kind.SHIELD:
        return
    if brings:
        yield from one_more(who, brings, row.rounds, "dark-eye/critical#table")


def one_more(who: Combatant, condition: str, rounds: int | None, rule: str) -> Iterator[Change]:
    """One level more of a condition; a state is just put on."""
    if not TROUBLES[condition].levels:
        yield Gained(who.id, condition, rounds, rule)
        return
    yield Gained(who.id, f"{condition}-{min(highest(), level(who, condition) + 1)}", rounds, rule)


def _opportunity(attacker: Combatant, target: Combatant, rolled: Rolled) -> Iterator[Change]:
    """It takes no action, and it breaks no concentration of the one who strikes by itself."""
    yield from _engaged(attacker, target)
    if rolled["outcome"]["verdict"] == Struck.HIT:
        yield from _harmed(target, rolled["outcome"]["damage"])


def _escape(who: Combatant, holder: Combatant, rolled: Rolled) -> Iterator[Change]:
    yield from _action(who)
    if rolled["outcome"]["result"] == Escaped.FREE:
        yield Lost(who.id, "held", "dark-eye/hold#ends")
        yield Lost(holder.id, "holding", "dark-eye/hold#ends")


def _tried(who: Combatant, tried: Mapping[str, Any]) -> Iterator[Change]:
    """What Body Control has cost: attacks of opportunity, and a fall. Address: dark-eye/disengage#botch."""
    yield from _action(who)
    yield from _harmed(who, tried["damage"])
    if tried["passed"]["result"] in FALLS:
        yield Marked(who.id, "lp", -tried["fall"], "dark-eye/disengage#botch")
        yield Gained(who.id, "prone", None, "dark-eye/disengage#botch")


def _disengage(who: Combatant, foe: Combatant, rolled: Rolled) -> Iterator[Change]:
    """Away or not. Addresses: dark-eye/disengage#success, #failure, #critical."""
    found = rolled["outcome"]
    yield from _tried(who, found["tried"])
    if found["verdict"] == Away.CRITICAL:
        yield Spent(who.id, ACTION, -1)
    if found["verdict"] in (Away.CRITICAL, Away.CLEAN):
        yield Lost(who.id, "engaged", "dark-eye/disengage#success")
    if found["verdict"] != Away.DOWN:
        yield Told(f"{who.name} may move {found['yards']} yards", "dark-eye/disengage#success")


def _pick_up(who: Combatant, foe: Combatant, rolled: Rolled) -> Iterator[Change]:
    """In hand or not; the way there takes the free action. Addresses: dark-eye/pick-up#distance, #item."""
    yield from _tried(who, rolled["outcome"]["tried"])
    if rolled["inputs"]["distance"]:
        yield Spent(who.id, FREE_ACTION)
    if rolled["outcome"]["verdict"].startswith("in hand"):
        yield Lost(who.id, "weapon-down", "dark-eye/pick-up#check")


def _climb(who: Combatant, foe: Combatant, rolled: Rolled) -> Iterator[Change]:
    yield from _tried(who, rolled["outcome"]["tried"])
    if rolled["outcome"]["verdict"] == Climbed.GAINED:
        yield Gained(who.id, "advantage")


def _conscious(who: Combatant, foe: Combatant, rolled: Rolled) -> Iterator[Change]:
    """The check to stay conscious at Pain IV. Address: dark-eye/pain#acting."""
    if rolled["outcome"]["verdict"] == Pained.ABLE and rolled["outcome"]["acts"] is not None:
        yield Gained(who.id, "conscious")
    elif rolled["outcome"]["verdict"] == Pained.DOWN:
        yield Told(f"{who.name} stays down", "dark-eye/pain#acting")


def _concentrated(who: Combatant, foe: Combatant, rolled: Rolled) -> Iterator[Change]:
    if rolled["outcome"]["verdict"] == Long.BROKEN:
        yield from breaks_off(who, "Lost concentration", "dark-eye/long-actions#check")


def _attacking(attacker: Combatant, target: Combatant) -> Iterator[Change]:
    """An attack takes the action, but for that on the surprised. Address: dark-eye/ambush#undefended."""
    if target.has("surprised"):
        yield Told("The act of surprise comes before the round: no action is spent", "dark-eye/ambush#undefended")
    else:
        yield from _action(attacker)


def _action(who: Combatant) -> Iterator[Change]:
    """The action is spent; a long action that it does not go on with is broken off."""
    yield Spent(who.id, ACTION)
    yield from breaks_off(who, "Another action", "dark-eye/long-actions#interrupting")


def _engaged(one: Combatant, other: Combatant) -> Iterator[Change]:
    """Both are in melee, for this round and the next. Address: dark-eye/movement#engaged."""
    for who in (one, other):
        yield Gained(who.id, "engaged", TROUBLES["engaged"].rounds)


def breaks_off(who: Combatant, cause: str, rule: str) -> Iterator[Change]:
    """The end of every long action that is under way: all that was done is lost."""
    if not in_long_action(who):
        return
    yield Told(f"{cause} breaks off the long action of {who.name}", rule)
    for place, left in loading(who):
        yield Marked(who.id, missile_marks(place)[1], load(who.sheet.missiles[place]) - left, rule)
    yield Marked(who.id, "long-action", -who.marks["long-action"], rule)


OUTCOMES: Mapping[str, Callable[[Combatant, Combatant, Rolled], Iterator[Change]]] = {
    "attack": _melee,
    "ranged-attack": _ranged,
    "disarm": _disarm,
    "hold": _hold,
    "attack-of-opportunity": _opportunity,
    "escape": _escape,
    "disengage": _disengage,
    "pick-up": _pick_up,
    "advantageous-position": _climb,
    "pain": _conscious,
    "long-action": _concentrated,
}
