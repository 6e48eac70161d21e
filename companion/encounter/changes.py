"""What a rule changes in a fight: named changes, each told in plain words with the rule's address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.encounter.fight import Combatant, Fight
from companion.steps import Step, signed

if TYPE_CHECKING:
    from companion.encounter.tracker import Tracker


@dataclass(frozen=True, slots=True)
class Marked:
    """A running number of a combatant rises or falls, within the limits of the mark."""

    who: str
    mark: str
    by: int
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Gained:
    """A condition is put on; `rounds` is how long it lasts, None for as long as nobody takes it off.

    One that is there already lasts the longer of the two times.
    """

    who: str
    condition: str
    rounds: int | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Lost:
    """A condition is taken off; nothing happens where it is not there."""

    who: str
    condition: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Spent:
    """Something that a turn or a round allows has been used (`times` below 0 gives it back)."""

    who: str
    use: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Told:
    """Something for the log alone: what the game master has to decide, roll or remember."""

    text: str
    rule: str = ""


Change = Marked | Gained | Lost | Spent | Told


def put_in_force(tracker: Tracker, fight: Fight, changes: Iterable[Change]) -> tuple[Fight, list[Step]]:
    """The fight after the changes, in their order, and the lines that tell of them.

    What follows from the new marks (a level of Pain, a Major Wound) is told after each change of a mark.
    """
    told: list[Step] = []
    for change in changes:
        before = fight
        fight, lines = _one(tracker, fight, change)
        told += lines
        if isinstance(change, Marked):
            told += _news(tracker, before, fight, change.who)
    return fight, told


def _news(tracker: Tracker, before: Fight, after: Fight, who: str) -> Iterator[Step]:
    """What the sheet now means that it did not mean before."""
    was = {step.text for step in tracker.health(before, before[who]).steps}
    for step in tracker.health(after, after[who]).steps:
        if step.text not in was:
            yield replace(step, text=f"{after[who].name}: {step.text}")


def _one(tracker: Tracker, fight: Fight, change: Change) -> tuple[Fight, list[Step]]:
    if isinstance(change, Told):
        return fight, [Step(change.text, change.rule)]
    combatant = fight[change.who]
    if isinstance(change, Marked):
        return _mark(tracker, fight, combatant, change)
    if isinstance(change, Gained):
        condition = tracker.condition(change.condition)
        now = {**combatant.conditions, change.condition: _longer(combatant, change)}
        if combatant.conditions == now:
            return fight, []
        lasting = "" if now[change.condition] is None else f", {_rounds(now[change.condition] or 0)}"
        line = Step(f"{combatant.name}: {condition.label}{lasting}", change.rule or condition.rule)
        return fight.with_(replace(combatant, conditions=now)), [line]
    if isinstance(change, Lost):
        if not combatant.has(change.condition):
            return fight, []
        condition = tracker.condition(change.condition)
        left = {name: rounds for name, rounds in combatant.conditions.items() if name != change.condition}
        line = Step(f"{combatant.name}: no longer {condition.label}", change.rule or condition.rule)
        return fight.with_(replace(combatant, conditions=left)), [line]
    use = tracker.use(change.use)
    spent = max(0, combatant.spent(change.use) + change.times)
    kept = {name: times for name, times in {**combatant.used, change.use: spent}.items() if times}
    if kept == combatant.used:
        return fight, []
    most = use.most(fight, combatant)
    of = "" if most is None else f" of {most}"
    line = Step(f"{combatant.name}: {use.label} {spent}{of} used", use.rule)
    return fight.with_(replace(combatant, used=kept)), [line]


def _mark(tracker: Tracker, fight: Fight, combatant: Combatant, change: Marked) -> tuple[Fight, list[Step]]:
    mark = tracker.mark(change.mark)
    was = combatant.marks[change.mark]
    now = min(mark.high(combatant.sheet), max(mark.low(combatant.sheet), was + change.by))
    if now == was:
        return fight, []
    line = Step(f"{combatant.name}: {mark.label} {signed(now - was)}, now {dashed(now)}", change.rule or mark.rule, now)
    return fight.with_(replace(combatant, marks={**combatant.marks, change.mark: now})), [line]


def dashed(number: int) -> str:
    """A number as the book prints it, with a true minus sign."""
    return str(number).replace("-", "−")


def _longer(combatant: Combatant, change: Gained) -> int | None:
    if not combatant.has(change.condition):
        return change.rounds
    there = combatant.conditions[change.condition]
    return None if there is None or change.rounds is None else max(there, change.rounds)


def _rounds(number: int) -> str:
    return "1 round" if number == 1 else f"{number} rounds"
