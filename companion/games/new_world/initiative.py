"""Initiative: the order of a whole fight, and its first round when surprise is in the air."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import as_percent, shown
from companion.dice import dice
from companion.fields import choice, number, rows, switch, text
from companion.games.new_world.order import (
    Fighter,
    Place,
    chance_first,
    chance_surprised,
    listing,
    order,
    surprised,
    surprised_counts,
)
from companion.games.new_world.score import initiative_number
from companion.games.new_world.tabular import row, table
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "new-world/initiative"
SURPRISE = "new-world/surprise"


class Side(StrEnum):
    """The side that a combatant is on."""

    PARTY = "party"
    FOES = "foes"
    OTHERS = "others"


class Ambush(StrEnum):
    """Who springs the surprise."""

    NOBODY = "nobody"
    PARTY = "party"
    FOES = "foes"
    OTHERS = "others"
    CHANCE = "chance"

    @property
    def label(self) -> str:
        """Who it is, in words."""
        return {
            "nobody": "nobody: there is no surprise",
            "party": "the party",
            "foes": "the foes",
            "others": "the others",
            "chance": "nobody: both sides stumble into each other",
        }[self]


@dataclass(frozen=True, slots=True)
class Combatant:
    """One combatant of the fight."""

    name: str = text("Name", longest=40)
    agility: int = number("Agility", -5, 20, default=3)
    wits: int = number("Wits", -5, 20, default=3)
    player: bool = switch("Player character")
    side: Side = choice("Side", Side)
    combat_reflexes: bool = switch("Combat Reflexes")
    woods_runner: bool = switch("Master Woods Runner", help="Never surprised, never rolls.")
    wary: bool = switch("Saw it coming", help="Surprise does not threaten this one: no roll.")


COMPANY = (
    Combatant("Marguerite", 5, 3, True, Side.PARTY, True),
    Combatant("Thom", 3, 4, True, Side.PARTY),
    Combatant("Raider chief", 4, 3, False, Side.FOES),
    Combatant("Raider", 3, 2, False, Side.FOES),
)


@dataclass(frozen=True, slots=True)
class Initiative:
    """Who fights, and who springs the surprise."""

    combatants: tuple[Combatant, ...] = rows("Combatants", Combatant, default=COMPANY, least=1, most=60)
    ambush: Ambush = choice("Who springs a surprise", Ambush, help="That side acts on its normal initiative.")


@dataclass(frozen=True, slots=True)
class InitiativeDice:
    """One surprise die for each combatant who might be surprised, in the order of the list."""

    surprise: tuple[int, ...] = dice(6, "surprise die", count=lambda ready: len(ready.rolling))


@dataclass(frozen=True, slots=True)
class Ready:
    """The combatants as the order sees them, those among them who roll, and the order without surprise."""

    situation: Initiative
    fighters: tuple[Fighter, ...]
    rolling: tuple[Fighter, ...]
    later: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The order of the first round, who is surprised in it, and the order from the second round on.

    `count` is how many are surprised; None where surprise threatens nobody.
    """

    first: tuple[Place, ...]
    surprised: tuple[str, ...]
    later: tuple[Place, ...]
    count: int | None


@dataclass(frozen=True, slots=True)
class Count:
    """How many are surprised: all that the odds read of an outcome."""

    count: int | None


def prepare(situation: Initiative) -> Ready:
    """Names everybody, finds who rolls, and settles the order that holds from the second round on."""
    fighters = tuple(
        Fighter(name, initiative_number(c.agility, c.combat_reflexes), c.wits, c.player, at_risk(c, situation.ambush))
        for name, c in zip(_names(situation.combatants), situation.combatants, strict=True)
    )
    later = order((fighter, fighter.number) for fighter in fighters)
    return Ready(situation, fighters, tuple(fighter for fighter in fighters if fighter.rolls), later)


def at_risk(combatant: Combatant, ambush: Ambush) -> bool:
    """Whether a combatant rolls for surprise. Address: new-world/surprise#who-rolls."""
    if ambush is Ambush.NOBODY or combatant.side.value == ambush.value:
        return False
    return not combatant.woods_runner and not combatant.wary


def _names(combatants: tuple[Combatant, ...]) -> list[str]:
    """A name for each: those left empty and those given twice get a number."""
    given = [combatant.name.strip() or "Combatant" for combatant in combatants]
    return [
        f"{name} {given[: place + 1].count(name)}" if given.count(name) > 1 else name
        for place, name in enumerate(given)
    ]


def initiative(ready: Ready, dice: InitiativeDice) -> Outcome:
    """The first round with every surprise die taken off, and the rounds after it, which no die changes."""
    numbers = [(fighter, reduced) for fighter, reduced, _ in _thrown(ready, dice)]
    acting = [(fighter, number) for fighter, number in numbers if not (fighter.rolls and surprised(number))]
    lost = tuple(fighter.name for fighter, number in numbers if fighter.rolls and surprised(number))
    return Outcome(order(acting), lost, ready.later, len(lost) if ready.rolling else None)


def _thrown(ready: Ready, dice: InitiativeDice) -> Iterator[tuple[Fighter, int, int]]:
    """Each combatant with its number for the first round and the face of its die (0 where it rolls none)."""
    faces = iter(dice.surprise)
    for fighter in ready.fighters:
        face = next(faces) if fighter.rolls else 0
        yield fighter, fighter.number - face, face


def ways(ready: Ready) -> Iterator[Way]:
    """How many are surprised, one combatant after the other instead of every fall of all dice."""
    for count, weight in surprised_counts(ready.fighters).items():
        yield Count(count if ready.rolling else None), weight


def further(ready: Ready) -> list[dict[str, Any]]:
    """For each combatant the chance to lose the first turn, and the chance to act first in the first round."""
    if not ready.rolling:
        return []
    names = [fighter.name for fighter in ready.fighters]
    lost = [chance_surprised(fighter) for fighter in ready.fighters]
    first = [chance_first(ready.fighters, place) for place in range(len(names))]
    tables = (("surprised", "Surprised in the first round", lost), ("first", "Acts first in the first round", first))
    return [
        {
            "name": f"{name}_by_combatant",
            "label": label,
            "kind": "chances",
            "rows": [{"value": who, "label": who, **shown(each)} for who, each in zip(names, found, strict=True)],
        }
        for name, label, found in tables
    ]


def explain(ready: Ready, dice: InitiativeDice, outcome: Outcome) -> Iterator[Step]:
    """Every number, every surprise die, the ties that mattered, and both orders."""
    for combatant, (fighter, reduced, face) in zip(ready.situation.combatants, _thrown(ready, dice), strict=True):
        plus = ", Combat Reflexes counted" if combatant.combat_reflexes else ""
        yield Step(f"{fighter.name}: initiative {_number(fighter.number)}{plus}", f"{RULE}#order", fighter.number)
        if fighter.rolls:
            yield _roll_step(fighter, reduced, face)
        elif ready.situation.ambush is not Ambush.NOBODY:
            yield Step(f"{fighter.name} does not roll: {_why_not(combatant)}", f"{SURPRISE}#who-rolls")
    if ready.rolling:
        yield Step(f"First round: {_order(outcome.first)}", f"{SURPRISE}#first-round")
        if outcome.surprised:
            yield Step(
                f"{listing(outcome.surprised)}: no turn, no free attack, and not counted for outnumbering this round",
                f"{SURPRISE}#below-zero",
                len(outcome.surprised),
            )
    if _tied(outcome.first) or _tied(outcome.later):
        yield Step("Ties: higher Wits first, then player characters, then all together", f"{RULE}#ties")
    after = "From the second round on" if ready.rolling else "Every round"
    yield Step(f"{after}: {_order(outcome.later)}", f"{SURPRISE}#after" if ready.rolling else f"{RULE}#order")


def _roll_step(fighter: Fighter, number: int, face: int) -> Step:
    text = f"{fighter.name}: {_number(fighter.number)} − {face} on the surprise die"
    if surprised(number):
        return Step(f"{text}, below zero: surprised", f"{SURPRISE}#below-zero", number)
    return Step(f"{text}: acts on {number}", f"{SURPRISE}#first-round", number)


def _why_not(combatant: Combatant) -> str:
    if combatant.woods_runner:
        return "a Master Woods Runner is never surprised"
    return "saw it coming" if combatant.wary else "the side that springs the surprise acts as always"


def _tied(places: tuple[Place, ...]) -> bool:
    """Whether the ties decided anything: several on one number, in one place or in several."""
    return len({place.number for place in places}) < sum(len(place.names) for place in places)


def _order(places: tuple[Place, ...]) -> str:
    parts = [
        f"{listing(place.names)}{' together' if len(place.names) > 1 else ''} ({_number(place.number)})"
        for place in places
    ]
    return ", ".join(parts) or "nobody acts"


def _number(number: int) -> str:
    return str(number).replace("-", "−")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The order, or both orders where surprise made the first round another."""
    later = f"{_order(outcome.later)}."
    if not ready.rolling:
        return later
    lost = f" Surprised: {listing(outcome.surprised)}." if outcome.surprised else " Nobody is surprised."
    return f"First round: {_order(outcome.first)}.{lost} After it: {later}"


def reading(ready: Ready, tally: Any) -> str:
    """The order that stands, and who is likely to miss the first round."""
    later = f"{_order(ready.later)}."
    if not ready.rolling:
        return later
    some = [(chance_surprised(fighter), fighter.name) for fighter in ready.rolling]
    risks = [f"{name} {as_percent(chance)}" for chance, name in some if chance]
    return f"Surprised in the first round: {', '.join(risks) or 'nobody can be'}. After it: {later}"


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The orders, place by place: of the first round where it has been thrown, and of those after it."""
    orders = [("From the second round on" if ready.rolling else "The order of the fight", ready.later)]
    if outcome is not None and ready.rolling:
        orders.insert(0, ("The first round", outcome.first))
    return {
        "table": [
            table(title, ("Acts", "Initiative"), (row(listing(place.names), place.number) for place in places))
            for title, places in orders
        ]
    }


resolver = Resolver(
    "new-world/initiative",
    title="Initiative",
    summary="The order in which everybody acts, and who is caught off guard in the first round.",
    rule=RULE,
    situation=Initiative,
    dice=InitiativeDice,
    prepare=prepare,
    resolve=initiative,
    explain=explain,
    sentence=sentence,
    chances={"any_surprised": ("Somebody is surprised", lambda outcome: bool(outcome.count))},
    measures={"surprised": ("number surprised", lambda outcome: outcome.count)},
    ways=ways,
    further=further,
    figures=figures,
    reading=reading,
)
