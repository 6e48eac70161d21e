"""The order of a round: everybody's declared actions by phase, and the blows of the Melee Phase by length and CMB."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.dice import NoDice
from companion.fields import choice, many, number, rows, switch, text
from companion.games.darkmaster.data import Length
from companion.games.darkmaster.round_rules import ACTIONS, PHASES, RULE, action_options, length_of
from companion.games.darkmaster.tabular import row, table
from companion.resolver import Resolver
from companion.steps import Step

MELEE = "melee"
MOST = 60


@dataclass(frozen=True, slots=True)
class Fighter:
    """One who acts: what was declared, and what decides when a blow falls."""

    name: str = text("Name", default="A fighter", longest=40)
    actions: tuple[str, ...] = many("What they do this round", action_options, default=("attack",), most=8)
    length: Length = choice("Length of the weapon", Length, default=Length.LONG)
    off_length: Length = choice(
        "Length of the weapon in the off hand", Length, default=Length.HAND, help="For a blow with the second weapon."
    )
    cmb: int = number("CMB", -100, 400, default=75, help="Of equal lengths the higher one strikes first.")
    higher: bool = switch("Higher Ground, or at a foe's flank or rear", help="Counts one length longer.")


@dataclass(frozen=True, slots=True)
class Order:
    """Everybody who acts in the round."""

    fighters: tuple[Fighter, ...] = rows(
        "Who acts",
        Fighter,
        default=(
            Fighter("A swordsman", ("attack",), Length.LONG, Length.HAND, 75, False),
            Fighter("An archer", ("shoot",), Length.HAND, Length.HAND, 50, False),
        ),
        least=1,
        most=MOST,
    )


@dataclass(frozen=True, slots=True)
class Turn:
    """Those who act at once: the phase, the length at which they strike, and for each the name and the actions.

    `number` is the phase's place in the round, from 1; `places` are the fighters' places in the list.
    """

    phase: str
    number: int
    length: Length | None
    places: tuple[int, ...]
    names: tuple[str, ...]
    actions: tuple[str, ...]

    @property
    def label(self) -> str:
        """The phase, with the length in the Melee Phase."""
        name = PHASES[self.phase].name
        return name if self.length is None else f"{name}, {self.length}"

    @property
    def who(self) -> str:
        """Everybody with what they do."""
        return ", ".join(f"{name} ({action})" for name, action in zip(self.names, self.actions, strict=True))


Key = tuple[int, int, int, int]
"""When an action comes: the phase, in Melee the length, the CMB, and what follows what of one fighter's own."""


def key_of(fighter: Fighter, action: str) -> Key:
    """When an action comes. Addresses: darkmaster/round#phases, #order.

    Outside the Melee Phase everything in a phase comes at once. Of one fighter's own acts in it, a Feint (or readying
    a Heavy weapon) comes before the blow, and the second weapon's blow never before the first one's.
    """
    found = ACTIONS[action]
    place = list(PHASES).index(found.phase)
    if found.phase != MELEE:
        return place, 0, 0, 0
    length = _length(fighter, action)
    own = 2 if found.second else 1 if found.attack and action != "feint" else 0
    return place, list(Length).index(length), -fighter.cmb, own


def _length(fighter: Fighter, action: str) -> Length:
    """The length at which an action of the Melee Phase comes."""
    found = ACTIONS[action]
    two = any(ACTIONS[each].second for each in fighter.actions)
    blow = two and (found.blow or found.second or not found.attack or action == "feint")
    first = length_of(action, fighter.length, blow, fighter.higher)
    if not found.second:
        return first
    second = length_of(action, fighter.off_length, True, fighter.higher)
    return max(first, second, key=list(Length).index)


def turns(fighters: Iterable[Fighter]) -> Iterator[Turn]:
    """Who acts when: those whose keys are equal act at once."""
    found: dict[Key, dict[int, list[str]]] = {}
    known = list(fighters)
    for place, fighter in enumerate(known):
        for action in fighter.actions:
            acts = found.setdefault(key_of(fighter, action), {}).setdefault(place, [])
            if ACTIONS[action].name not in acts:
                acts.append(ACTIONS[action].name)
    for key in sorted(found):
        phase = list(PHASES)[key[0]]
        yield Turn(
            phase,
            key[0] + 1,
            list(Length)[key[1]] if phase == MELEE else None,
            tuple(found[key]),
            tuple(known[place].name for place in found[key]),
            tuple("; ".join(acts) for acts in found[key].values()),
        )


def explain(s: Order, dice: NoDice, order: tuple[Turn, ...]) -> Iterator[Step]:
    """One step for each turn."""
    for turn in order:
        rule = f"{RULE}#phases" if turn.length is None else f"{RULE}#order"
        yield Step(f"{turn.label}: {turn.who}", rule, turn.number)
    for fighter in s.fighters:
        if not fighter.actions:
            yield Step(f"{fighter.name} has declared nothing", f"{RULE}#phases")


def sentence(s: Order, order: tuple[Turn, ...]) -> str:
    """Who acts, one after the other."""
    if not order:
        return "Nobody has declared anything."
    return "; ".join(f"{turn.label}: {', '.join(turn.names)}" for turn in order) + "."


def figures(s: Order, order: tuple[Turn, ...] | None) -> dict[str, Any]:
    """The order as a table."""
    known = tuple(turns(s.fighters)) if order is None else order
    found = (row(str(place), turn.label, turn.who) for place, turn in enumerate(known, 1))
    return {"table": table("The order of the round", ("Turn", "Phase", "Who acts"), found)} if known else {}


resolver = Resolver(
    "darkmaster/order",
    title="Order of the round",
    summary="Who acts when: all declared actions by phase, and the blows of the Melee Phase by length and CMB.",
    rule=f"{RULE}#order",
    situation=Order,
    resolve=lambda s, dice: tuple(turns(s.fighters)),
    explain=explain,
    sentence=sentence,
    figures=figures,
    reading=lambda s, tally: sentence(s, tuple(turns(s.fighters))),
)
