"""Initiative: base value and a die, and the order of action to the last tie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_percent, shown
from companion.dice import dice
from companion.fields import choice, number, rows, ruling, text
from companion.games.dark_eye.data import ARMOUR, CONDITIONS, RULINGS
from companion.games.dark_eye.naming import names
from companion.games.dark_eye.order import Fighter, Place, chance_first, order, sharing, tie_counts
from companion.games.dark_eye.tabular import row, table
from companion.resolver import Resolver, Way
from companion.steps import Step, signed

RULE = "dark-eye/order"
THROWN_OFF = 2
"""So many further dice stand ready for each who may tie to the last; who is still equal then throws on."""


class Ties(StrEnum):
    """What the order needed."""

    NONE = "all different"
    BASE = "settled by the base values"
    DIE = "settled by further dice"


@dataclass(frozen=True, slots=True)
class Combatant:
    """One combatant."""

    name: str = text("Name", longest=40)
    base: int = number("Initiative base", 0, 40, default=12, unit="INI")
    armour: str = choice("Armour", ARMOUR, default="none")
    encumbrance: int | None = number("Encumbrance", 0, 8, unit="levels", blank="from the armour")
    modifier: int = number("Anything else", -20, 20)


COMPANY = (
    Combatant("Knight", 14, "chain"),
    Combatant("Thief", 14),
    Combatant("Orc", 10),
    Combatant("Orc", 10),
)


@dataclass(frozen=True, slots=True)
class Initiative:
    """Who fights."""

    combatants: tuple[Combatant, ...] = rows("Combatants", Combatant, default=COMPANY, least=1, most=60)
    tie_base: str = ruling(RULINGS, "tie_base")


@dataclass(frozen=True, slots=True)
class InitiativeDice:
    """One die for each combatant, and further dice for those who share a base value and may tie to the last."""

    initiative: tuple[int, ...] = dice(6, "initiative die", count=lambda ready: len(ready.fighters))
    ties: tuple[int, ...] = dice(
        6, "further die (read where initiative and base are equal)", count=lambda ready: ready.tie_dice
    )


@dataclass(frozen=True, slots=True)
class Ready:
    """The combatants as the order sees them, and those who may tie to the last."""

    situation: Initiative
    fighters: tuple[Fighter, ...]
    sharing: tuple[int, ...]

    @property
    def tie_dice(self) -> int:
        """How many further dice stand ready."""
        return THROWN_OFF * len(self.sharing)

    def further(self, thrown: InitiativeDice) -> tuple[tuple[int, ...], ...]:
        """The further dice of each combatant, none for those who cannot tie to the last."""
        return tuple(
            thrown.ties[THROWN_OFF * self.sharing.index(place) : THROWN_OFF * (self.sharing.index(place) + 1)]
            if place in self.sharing
            else ()
            for place in range(len(self.fighters))
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """The order, and what it took to settle it."""

    ties: Ties
    order: tuple[Place, ...] = ()


def encumbrance_of(combatant: Combatant) -> int:
    """Encumbrance as given, else that of the armour."""
    return ARMOUR[combatant.armour].encumbrance if combatant.encumbrance is None else combatant.encumbrance


def prepare(s: Initiative) -> Ready:
    """What each adds to the die, and what breaks ties. Addresses: dark-eye/order#initiative, #encumbrance, #ties."""
    fighters = []
    for name, each in zip(names(s.combatants, "Combatant"), s.combatants, strict=True):
        hampered = encumbrance_of(each) * CONDITIONS.number("level")
        added = each.base + hampered + ARMOUR[each.armour].initiative + each.modifier
        fighters.append(Fighter(name, added, each.base + hampered if s.tie_base == "reduced" else each.base))
    return Ready(s, tuple(fighters), sharing(fighters))


def initiative(ready: Ready, thrown: InitiativeDice) -> Outcome:
    """The order for these dice."""
    totals = [(fighter.added + face, fighter.base)
              for fighter, face in zip(ready.fighters, thrown.initiative, strict=True)]  # fmt: skip
    kind = Ties.NONE
    if len({total for total, _ in totals}) < len(totals):
        kind = Ties.BASE if len(set(totals)) == len(totals) else Ties.DIE
    return Outcome(kind, order(ready.fighters, thrown.initiative, ready.further(thrown)))


def ways(ready: Ready) -> Iterator[Way]:
    """What the order needs, counted without looking at every fall of all dice."""
    for kind, weight in zip(Ties, tie_counts(ready.fighters), strict=True):
        if weight:
            yield Outcome(kind), weight


def further(ready: Ready) -> list[dict[str, Any]]:
    """For each combatant the chance to act first of all."""
    chances = [
        {"value": fighter.name, "label": fighter.name, **shown(chance_first(ready.fighters, place))}
        for place, fighter in enumerate(ready.fighters)
    ]
    return [{"name": "first", "label": "Acts first", "kind": "chances", "rows": chances}]


def explain(ready: Ready, thrown: InitiativeDice, outcome: Outcome) -> Iterator[Step]:
    """Every initiative, the ties, the order."""
    for each, fighter, face in zip(ready.situation.combatants, ready.fighters, thrown.initiative, strict=True):
        rest = fighter.added - each.base
        changed = f", {signed(rest)} from armour and the rest" if rest else ""
        rule = "encumbrance" if encumbrance_of(each) else "initiative"
        yield Step(f"{fighter.name}: base {each.base}, {face} on the die{changed}", f"{RULE}#{rule}",
                   fighter.added + face)  # fmt: skip
    if outcome.ties is not Ties.NONE:
        yield Step("Equal initiative: the higher base value first", f"{RULE}#ties")
    if outcome.ties is Ties.DIE:
        for fighter, more in zip(ready.fighters, ready.further(thrown), strict=True):
            if more:
                yield Step(f"{fighter.name}, further dice: {', '.join(map(str, more))}", f"{RULE}#ties")
    yield Step(f"The order: {_order(outcome.order)}", f"{RULE}#initiative")


def _order(places: tuple[Place, ...]) -> str:
    return ", ".join(
        f"{' and '.join(place.names)} ({str(place.initiative).replace('-', '−')})"
        + (", who throw on" if len(place.names) > 1 else "")
        for place in places
    )


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The order in one sentence."""
    return f"{_order(outcome.order)}."


def reading(ready: Ready, tally: Tally) -> str:
    """Who is likely to act first."""
    chances = [(fighter.name, chance_first(ready.fighters, place)) for place, fighter in enumerate(ready.fighters)]
    first = ", ".join(f"{name} {as_percent(chance)}" for name, chance in chances)
    tie = tally.chances["tie"][1]
    return f"Acts first: {first}. Somebody shares an initiative {as_percent(tie)} of the time."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The order place by place, once it is thrown; before, what each adds to the die."""
    if outcome is None:
        lines = (
            row(fighter.name, fighter.added, fighter.base, rule=f"{RULE}#initiative") for fighter in ready.fighters
        )
        return {"table": [table("Before the dice", ("Who", "Added to the die", "Breaks ties"), lines)]}
    lines = (row(" and ".join(place.names), place.initiative, rule=f"{RULE}#ties" if len(place.names) > 1 else "")
             for place in outcome.order)  # fmt: skip
    return {"table": [table("The order of action", ("Acts", "Initiative"), lines)]}


resolver = Resolver(
    "dark-eye/initiative",
    title="Initiative",
    summary="In which order does everybody act, to the last tie?",
    rule=RULE,
    situation=Initiative,
    dice=InitiativeDice,
    prepare=prepare,
    resolve=initiative,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.ties,
    chances={
        "tie": ("Somebody shares an initiative", lambda outcome: outcome.ties is not Ties.NONE),
        "die": ("Further dice are needed", lambda outcome: outcome.ties is Ties.DIE),
    },
    ways=ways,
    further=further,
    figures=figures,
    reading=reading,
)
