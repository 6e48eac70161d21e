"""Who has whom in reach: the letters of the melees that combatants share, and who of them can fight.

A letter holds one fighter and all foes who have that one in reach. So two foes of one letter have each other in reach,
and how many are around a target follows from its letters.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.encounter import Change, Combatant, Fight, Gained, Health, Lost, Told
from companion.games.new_world.data import MODIFIERS
from companion.games.new_world.encounter_sheet import CONDITIONS, falls_at_zero
from companion.games.new_world.order import listing
from companion.steps import Step, signed

MELEE = "melee-"
GAP = "new-world/gaps#critical-wounds"


def health(fight: Fight, one: Combatant) -> Health:
    """What Wounds and Fatigue mean. Of what follows on 0 Wounds the chapter says nothing (new-world/gaps)."""
    steps, left, out = [], one.marks["wounds"], False
    label = "unhurt" if left == one.sheet.wounds else "wounded"
    if left == 0:
        out = falls_at_zero(fight, one)
        label = "0 Wounds"
        choice = "out of the fight, as this table has it" if out else "what follows is for the game master to say"
        steps.append(Step(f"No Wounds left: {choice}", GAP, 0))
    if one.has("critical-wound"):
        label = f"{label}, critical wound"
        steps.append(Step("A critical wound to note: its table is not in this chapter", GAP))
    if one.marks["fatigue"]:
        each = MODIFIERS.modifier("fatigue", one.marks["fatigue"])
        steps.append(Step(f"Fatigue: {signed(each.value)} on every attack", each.rule, each.value))
    return Health(label, tuple(steps), out)


def present(fight: Fight, one: Combatant) -> bool:
    """Whether this one still takes part."""
    return not one.out and not health(fight, one).out


def able(fight: Fight, one: Combatant) -> bool:
    """Whether this one counts for outnumbering. Address: new-world/outnumbering#who-counts."""
    return present(fight, one) and not any(one.has(name) for name in ("prone", "held", "surprised"))


def letters(one: Combatant) -> set[str]:
    """The melees that a combatant is in."""
    return {name for name in one.conditions if name.startswith(MELEE)}


def in_reach(one: Combatant, other: Combatant) -> bool:
    """Whether two of different sides have each other in reach."""
    return one.side is not other.side and bool(letters(one) & letters(other))


def foes_in_reach(fight: Fight, one: Combatant) -> tuple[Combatant, ...]:
    """The able foes who have this one in reach."""
    return tuple(each for each in fight.combatants if in_reach(each, one) and able(fight, each))


def strikers(fight: Fight, one: Combatant) -> tuple[Combatant, ...]:
    """The foes who strike when this one leaves their reach: all but the surprised and those whom a hold binds.

    Addresses: new-world/free-actions#leaving-reach, new-world/surprise#below-zero, new-world/grappling#grappled.
    """
    bound = ("surprised", "held", "holding")
    return tuple(
        each
        for each in fight.combatants
        if in_reach(each, one) and present(fight, each) and not any(each.has(name) for name in bound)
    )


def attackers(fight: Fight, attacker: Combatant, target: Combatant) -> int:
    """How many able foes are around the target, the attacker included. Address: new-world/outnumbering#bonus."""
    return len({each.id for each in foes_in_reach(fight, target)} | {attacker.id})


def joined(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Change]:
    """Both now have each other in reach: the letter that they share from now on."""
    if attacker.side is target.side or in_reach(attacker, target):
        return
    for letter in sorted(letters(target)):
        if _only_one(fight, letter, target):
            yield Gained(attacker.id, letter)
            return
    for letter in sorted(letters(attacker)):
        if _only_one(fight, letter, attacker):
            yield Gained(target.id, letter)
            return
    for letter in (name for name in CONDITIONS if name.startswith(MELEE)):
        if not any(each.has(letter) for each in fight.combatants if present(fight, each)):
            yield Gained(attacker.id, letter)
            yield Gained(target.id, letter)
            return
    text = f"Every letter of a melee is taken: who has {target.name} in reach is for you to count"
    yield Told(text, "new-world/outnumbering#who-counts")


def _only_one(fight: Fight, letter: str, one: Combatant) -> bool:
    """Whether nobody else of the same side is in that melee."""
    return not any(each.has(letter) and each.side is one.side and each.id != one.id for each in fight.combatants)


def gone(fight: Fight, one: Combatant, *, safely: bool = False, but: Combatant | None = None) -> Iterator[Change]:
    """This one leaves the reach of all foes (`but` of one); unless it is done safely, they strike first."""
    left = [each for each in strikers(fight, one) if but is None or each.id != but.id]
    if left and not safely:
        text = f"Before {one.name} goes: a free attack for {listing([each.name for each in left])}"
        yield Told(text, "new-world/free-actions#leaving-reach")
    for letter in sorted(letters(one) - (set() if but is None else letters(but))):
        yield Lost(one.id, letter)
        others = [each for each in fight.combatants if each.has(letter) and each.id != one.id]
        if len({each.side for each in others}) == 1:
            yield from (Lost(each.id, letter) for each in others)


def unbound(fight: Fight, one: Combatant, rule: str) -> Iterator[Change]:
    """The hold that binds this one ends, for the other side of it too where that can be nobody else."""
    for mine, theirs in (("holding", "held"), ("held", "holding")):
        if not one.has(mine):
            continue
        yield Lost(one.id, mine, rule)
        others = [each for each in fight.foes_of(one.id) if each.has(theirs)]
        if len(others) == 1:
            yield Lost(others[0].id, theirs, rule)
        elif others:
            yield Told(f"Of {listing([each.name for each in others])}: take {theirs} off the right one", rule)


def fallen(fight: Fight, one: Combatant) -> Iterator[Change]:
    """Who is out of the fight holds nobody and stands in nobody's way."""
    yield from unbound(fight, one, "new-world/grappling#grappled")
    yield from gone(fight, one, safely=True)
