"""Combat Order: 1D10 and a value each, the highest acts first; ties go to DEX, then to a new die."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

from companion.answers import as_number, as_percent
from companion.answers import shown as as_shown
from companion.dice import dice
from companion.encounter.fight import MOST_COMBATANTS
from companion.fields import choice, number, rows, text
from companion.games.fantasy_crux.data import ARMOUR
from companion.games.fantasy_crux.sheet import combat_order
from companion.games.fantasy_crux.tabular import row, table
from companion.resolver import Resolver, Way
from companion.steps import Step

SIDES = 10
REROLLS = 2
EXPECTED = 20
"""The most combatants for whom a throw also shows what was to be expected."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """One combatant."""

    name: str = text("Name", default="Fighter")
    dexterity: int = number("DEX", 1, 100, default=11)
    intelligence: int = number("INT", 1, 100, default=11)
    armour: str = choice("Armour", ARMOUR, default="none")
    order: int | None = number("Combat Order", -20, 100, blank="from DEX, INT and armour")


@dataclass(frozen=True, slots=True)
class Fight:
    """Everyone who takes part; the first is you."""

    fighters: tuple[Fighter, ...] = rows(
        "Combatants",
        Fighter,
        default=(Fighter("You", 12, 13, "leather"), Fighter("Ogre", 11, 10), Fighter("Wolf", 14, 5)),
        least=1,
        most=MOST_COMBATANTS,
        help="The first of them is you.",
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """One combatant as the order takes it."""

    name: str
    order: int
    dexterity: int
    can_tie: bool = False


@dataclass(frozen=True, slots=True)
class Ready:
    """Everyone, you first."""

    entries: tuple[Entry, ...]

    @property
    def rerolls(self) -> int:
        """How many dice for ties are thrown: two for each who can be level with somebody in total and DEX."""
        return REROLLS * sum(entry.can_tie for entry in self.entries)


@dataclass(frozen=True, slots=True)
class OrderDice:
    """One die each, and two for those whom a full tie could make roll again."""

    order: tuple[int, ...] = dice(10, "Combat Order die", count=lambda ready: len(ready.entries))
    again: tuple[int, ...] = dice(10, "die for a full tie", count=lambda ready: ready.rerolls)


@dataclass(frozen=True, slots=True)
class Placed:
    """One combatant in the order. `level`: two more dice have not parted it from a neighbour."""

    name: str
    place: int
    total: int
    dexterity: int
    tied_total: bool
    rerolled: tuple[int, ...]
    level: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """Your place, and the whole order (empty in the count of the odds)."""

    place: int
    order: tuple[Placed, ...] = ()


def prepare(s: Fight) -> Ready:
    """Everyone's Combat Order, and who could be level with whom."""
    plain = [Entry(each.name, _order(each), each.dexterity) for each in s.fighters]
    return Ready(
        tuple(
            Entry(
                one.name,
                one.order,
                one.dexterity,
                any(
                    other is not one and other.dexterity == one.dexterity and abs(other.order - one.order) < SIDES
                    for other in plain
                ),
            )
            for one in plain
        )
    )


def _order(fighter: Fighter) -> int:
    if fighter.order is not None:
        return fighter.order
    return combat_order(fighter.dexterity, fighter.intelligence, ARMOUR[fighter.armour].encumbrance)


def place_all(ready: Ready, thrown: OrderDice) -> Outcome:
    """The order of everyone. Addresses: fantasy-crux/combat-order#roll, #ties, #reroll."""
    again = iter(thrown.again)
    keyed = []
    for entry, face in zip(ready.entries, thrown.order, strict=True):
        spare = tuple(next(again) for _ in range(REROLLS)) if entry.can_tie else ()
        keyed.append((entry.order + face, entry.dexterity, spare, entry))
    ranked = sorted(keyed, key=lambda each: (each[0], each[1], each[2]), reverse=True)
    heads = [each[:2] for each in keyed]
    totals = [each[0] for each in keyed]
    full = [each[:3] for each in keyed]
    order = tuple(
        Placed(
            entry.name,
            place,
            total,
            dexterity,
            totals.count(total) > 1,
            spare if heads.count((total, dexterity)) > 1 else (),
            full.count((total, dexterity, spare)) > 1,
        )
        for place, (total, dexterity, spare, entry) in enumerate(ranked, 1)
    )
    mine = next(place for place, each in enumerate(ranked, 1) if each[3] is ready.entries[0])
    return Outcome(mine, order)


def places(ready: Ready, who: int) -> dict[int, int]:
    """How likely each place is for one combatant, as whole-number weights.

    For each of its ten totals the others are ahead, level or behind independently; those level in total and DEX
    come in any order with equal chance, however often they roll again.
    """
    values = [(entry.order, entry.dexterity) for entry in ready.entries]
    return _places(values[who], tuple(sorted(values[:who] + values[who + 1 :])))


@lru_cache(maxsize=256)
def _places(me: tuple[int, int], others: tuple[tuple[int, int], ...]) -> dict[int, int]:
    shares = lcm(*range(1, len(others) + 2))
    weights: dict[int, int] = {}
    for face in range(1, SIDES + 1):
        states = {(0, 0): 1}
        for other in others:
            states = _with(states, *_stand((me[0] + face, me[1]), other))
        for (ahead, level), weight in states.items():
            for step in range(level + 1):
                weights[1 + ahead + step] = weights.get(1 + ahead + step, 0) + weight * shares // (level + 1)
    return dict(sorted(weights.items()))


def _stand(mine: tuple[int, int], other: tuple[int, int]) -> tuple[int, int, int]:
    ahead = level = 0
    for face in range(1, SIDES + 1):
        theirs = (other[0] + face, other[1])
        ahead += theirs > mine
        level += theirs == mine
    return ahead, level, SIDES - ahead - level


def _with(states: dict[tuple[int, int], int], ahead: int, level: int, behind: int) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for (before, beside), weight in states.items():
        for key, ways_to in (((before + 1, beside), ahead), ((before, beside + 1), level), ((before, beside), behind)):
            if ways_to:
                found[key] = found.get(key, 0) + weight * ways_to
    return found


def ways(ready: Ready) -> Iterator[Way]:
    """Your places with their weights."""
    return ((Outcome(place), weight) for place, weight in places(ready, 0).items())


def explain(ready: Ready, thrown: OrderDice, outcome: Outcome) -> Iterator[Step]:
    """Each total, and how ties were parted."""
    for entry, face in zip(ready.entries, thrown.order, strict=True):
        text = f"{entry.name}: {face} on the die and Combat Order {entry.order}"
        yield Step(text, "fantasy-crux/combat-order#roll", face + entry.order)
    for each in outcome.order:
        if each.rerolled:
            faces = " then ".join(map(str, each.rerolled))
            yield Step(f"{each.name}: level in total and DEX, rolls again: {faces}", "fantasy-crux/combat-order#reroll")
        elif each.tied_total:
            yield Step(f"{each.name}: a tie, DEX {each.dexterity} decides", "fantasy-crux/combat-order#ties")
        if each.level:
            yield Step(f"{each.name}: still level, so roll once more", "fantasy-crux/combat-order#reroll")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The order in one sentence."""
    return "Order: " + ", ".join(f"{each.name} {each.total}" for each in outcome.order) + "."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """Everyone's chance to act first and mean place; the order of a throw.

    A throw of many does without what was to be expected: it would take longer than the throw.
    """
    if outcome is not None and len(ready.entries) > EXPECTED:
        return {"table": [_thrown(outcome)]}
    rows = []
    for who, entry in enumerate(ready.entries):
        weights = places(ready, who)
        total = sum(weights.values())
        mean = Fraction(sum(place * weight for place, weight in weights.items()), total)
        rows.append(row(entry.name, entry.order, as_percent(Fraction(weights.get(1, 0), total)), as_number(mean)))
    tables = [table("What to expect", ("Who", "Combat Order", "Acts first", "Mean place"), rows)]
    if outcome is not None:
        tables.insert(0, _thrown(outcome))
    return {"table": tables}


def _thrown(outcome: Outcome) -> dict[str, Any]:
    thrown = [row(placed.place, placed.name, placed.total, placed.dexterity) for placed in outcome.order]
    return table("Who acts when", ("Place", "Who", "Total", "DEX"), thrown)


def further(ready: Ready) -> Iterator[dict[str, Any]]:
    """Everyone's chance to act first."""
    rows = []
    for who, entry in enumerate(ready.entries):
        weights = places(ready, who)
        first = Fraction(weights.get(1, 0), sum(weights.values()))
        rows.append({"value": who + 1, "label": entry.name, **as_shown(first)})
    yield {"name": "acts_first", "label": "Acts first", "kind": "chances", "rows": rows}


resolver = Resolver(
    "fantasy-crux/combat-order",
    title="Combat Order",
    summary="Who acts when: 1D10 and Combat Order, ties by DEX, full ties by a new die.",
    rule="fantasy-crux/combat-order",
    situation=Fight,
    dice=OrderDice,
    prepare=prepare,
    resolve=place_all,
    explain=explain,
    sentence=sentence,
    chances={"first": ("You act first", lambda outcome: outcome.place == 1)},
    measures={"place": ("Place in the order", lambda outcome: outcome.place)},
    ways=ways,
    figures=figures,
    further=further,
)
