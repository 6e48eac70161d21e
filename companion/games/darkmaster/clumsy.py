"""Fumbles: whether the first die lies within the Clumsy Range, and what the Fumble Table then says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.answers import shown
from companion.dice import dice
from companion.fields import choice, number, ruling, switch
from companion.games.darkmaster.arms import clumsy_of
from companion.games.darkmaster.blow import fumble_row
from companion.games.darkmaster.contest import plain
from companion.games.darkmaster.data import FUMBLES, RULINGS, WEAPONS, Kind
from companion.games.darkmaster.open_die import SIDES, Faces, Roll, chain_figure, needs_more, read, rolls
from companion.games.darkmaster.open_roll import roll_steps
from companion.games.darkmaster.tabular import row, table
from companion.resolver import Resolver, Way
from companion.steps import Step, signed

RULE = "darkmaster/fumbles"


class Result(StrEnum):
    """No fumble, or the row of the Fumble Table."""

    NONE = "none"
    UNSETTLED = "unsettled"
    SLIP = "slip"
    BLUNDER = "blunder"
    DISASTER = "disaster"
    CATASTROPHE = "catastrophe"

    @property
    def label(self) -> str:
        """The row in words."""
        return "no fumble" if self is Result.NONE else f"fumble, {FUMBLES[self.value].name}"


_ROLLED = {"by_rule": False}
_FOR_ROLLED = "only where the attack roll decides"


@dataclass(frozen=True, slots=True)
class Clumsy:
    """The weapon and how it is used."""

    weapon: str = choice("Weapon", WEAPONS, default="longsword")
    own_clumsy: int | None = number("Its Clumsy Range up to", 0, 20, blank="from the weapon table")
    own_fumble: int | None = number("Added on the Fumble Table", -50, 100, blank="from the weapon table")
    by_rule: bool = switch("A rule says that you fumble", help="As after a failed Martial Move: only the table counts.")
    improvised: bool = switch("It is improvised", when=_ROLLED, why=_FOR_ROLLED)
    two_weapons: bool = switch("It is one of two weapons", when=_ROLLED, why=_FOR_ROLLED)
    net: int = number(
        "Added to the attack roll, less the DEF", -500, 500, default=50, when=_ROLLED, why=_FOR_ROLLED,
        help="Matters only under the ruling that a fumble takes a miss.",
    )  # fmt: skip
    misses_to: int = number(
        "Highest result that misses", 10, 175, default=50, when=_ROLLED, why=_FOR_ROLLED,
        help="From the attack table, for the target's armour.",
    )  # fmt: skip
    fumble_needs_miss: str = ruling(RULINGS, "fumble_needs_miss")
    clumsy_order: str = ruling(RULINGS, "clumsy_order")


@dataclass(frozen=True, slots=True)
class Ready:
    """The Clumsy Range and what is added on the Fumble Table."""

    situation: Clumsy
    clumsy: int
    fumble: int

    @property
    def automatic(self) -> bool:
        return self.situation.fumble_needs_miss == "automatic"

    @property
    def missile(self) -> bool:
        """Whether the column for missiles is read: thrown weapons use the other one."""
        return WEAPONS[self.situation.weapon].kind not in (Kind.MELEE, Kind.THROWN)


@dataclass(frozen=True, slots=True)
class ClumsyDice:
    """The attack roll as far as it is needed, and a plain D100 for the Fumble Table."""

    thrown: tuple[int, ...] = dice(100, "d100", goes_on_for=needs_more(lambda ready, faces: clumsy(ready, faces)))


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether it is a fumble, the roll on the Fumble Table, and its row."""

    fumbled: bool
    result: Result
    reached: int | None = None
    roll: Roll | None = None
    attack: int | None = None


def prepare(s: Clumsy) -> Ready:
    """The Clumsy Range with everything that changes it."""
    weapon = WEAPONS[s.weapon]
    own = weapon.clumsy if s.own_clumsy is None else s.own_clumsy
    reach = clumsy_of(own, s.improvised, s.two_weapons, s.clumsy_order)
    return Ready(s, reach, weapon.fumble if s.own_fumble is None else s.own_fumble)


def clumsy(ready: Ready, faces: Faces) -> Outcome:
    """Reads the attack roll as far as the ruling needs it. Addresses: darkmaster/fumbles#clumsy-range, #by-rule."""
    s = ready.situation
    if s.by_rule:
        return _on_the_table(ready, faces, None, None)
    first = faces.one()
    if first > ready.clumsy:
        return Outcome(False, Result.NONE, None, read([first]))
    if ready.automatic:
        return _on_the_table(ready, faces, read([first]), None)
    roll = faces.rest_of(first)
    attack = roll.total + s.net
    if attack > s.misses_to:
        return Outcome(False, Result.NONE, None, roll, attack)
    return _on_the_table(ready, faces, roll, attack)


def _on_the_table(ready: Ready, faces: Faces, roll: Roll | None, attack: int | None) -> Outcome:
    reached = faces.one() + ready.fumble
    return Outcome(True, Result(fumble_row(reached)[0]), reached, roll, attack)


def chance(ready: Ready) -> Fraction:
    """The exact chance of a fumble."""
    s = ready.situation
    if s.by_rule:
        return Fraction(1)
    if ready.automatic:
        return Fraction(min(ready.clumsy, SIDES), SIDES)
    whole = fumbled = 0
    for first, thrown, weight in rolls([s.misses_to + 1 - s.net]):
        whole += weight
        fumbled += weight * (first <= ready.clumsy and thrown + s.net <= s.misses_to)
    return Fraction(fumbled, whole)


def ways(ready: Ready) -> Iterator[Way]:
    """No fumble, and each row of the Fumble Table."""
    fumbled = chance(ready)
    if fumbled < 1:
        yield Outcome(False, Result.NONE), (fumbled.denominator - fumbled.numerator) * SIDES
    if fumbled:
        for die in range(1, SIDES + 1):
            reached = die + ready.fumble
            yield Outcome(True, Result(fumble_row(reached)[0]), reached), fumbled.numerator


def further(ready: Ready) -> Iterable[Mapping[str, Any]]:
    """The rows of the Fumble Table once there is a fumble."""
    counts = dict.fromkeys(FUMBLES, 0)
    for die in range(1, SIDES + 1):
        counts[fumble_row(die + ready.fumble)[0]] += 1
    rows = [
        {"value": key, "label": FUMBLES[key].name, **shown(Fraction(count, SIDES))} for key, count in counts.items()
    ]
    return ({"name": "table", "label": "On the Fumble Table, once there is a fumble", "kind": "chances", "rows": rows},)


def explain(ready: Ready, thrown: ClumsyDice, outcome: Outcome) -> Iterator[Step]:
    """The Clumsy Range, the first die, the ruling, and the Fumble Table."""
    s = ready.situation
    if s.by_rule:
        yield Step("A rule orders the fumble: the attack roll has no say in it", f"{RULE}#by-rule")
    else:
        yield Step(_range_text(ready), f"{RULE}#clumsy-range", ready.clumsy)
        assert outcome.roll is not None
        inside = "inside it" if outcome.roll.first <= ready.clumsy else "outside it"
        yield Step(f"The first die shows {outcome.roll.first}, {inside}", f"{RULE}#clumsy-range", outcome.roll.first)
        if outcome.attack is not None:
            yield from roll_steps(outcome.roll)
            verb = "misses" if outcome.fumbled else "hits all the same"
            yield Step(f"The attack comes to {plain(outcome.attack)} and {verb}", f"{RULE}#clumsy-range",
                       outcome.attack)  # fmt: skip
    if outcome.reached is not None:
        die = outcome.reached - ready.fumble
        yield Step(f"Fumble Table: {die} {signed(ready.fumble)} makes {outcome.reached}", f"{RULE}#roll",
                   outcome.reached)  # fmt: skip
        yield Step(_row_text(ready, outcome.result), f"{RULE}#table")


def _range_text(ready: Ready) -> str:
    s = ready.situation
    if not ready.clumsy:
        return "The weapon has no Clumsy Range"
    why = [text for held, text in ((s.improvised, "improvised"), (s.two_weapons, "one of two")) if held]
    return f"Clumsy Range 1 to {ready.clumsy}" + (f" ({', '.join(why)})" if why else "")


def _row_text(ready: Ready, result: Result) -> str:
    found = FUMBLES[result.value]
    return found.missile if ready.missile else found.melee


def sentence(ready: Ready, outcome: Outcome) -> str:
    """No fumble, or what the table says."""
    if not outcome.fumbled:
        return "No fumble."
    return f"A fumble, {outcome.reached} on the table: {_row_text(ready, outcome.result)}"


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The Fumble Table for this weapon, and the roll."""
    rows = (
        row(found.name, found.missile if ready.missile else found.melee, rule=f"{RULE}#table") for found in
        FUMBLES.values()
    )  # fmt: skip
    roll = None if outcome is None else outcome.roll
    return {"table": table("Fumble Table", ("Roll", "What happens"), rows), "open-chain": chain_figure(roll)}


def possible(ready: Ready) -> tuple[Result, ...]:
    """All rows; "no fumble" only where the attack roll decides."""
    return tuple(Result)[1:] if ready.situation.by_rule else tuple(Result)


resolver = Resolver(
    "darkmaster/clumsy",
    title="Fumble",
    summary="How likely a weapon fumbles, and what the Fumble Table then says.",
    rule=RULE,
    situation=Clumsy,
    dice=ClumsyDice,
    prepare=prepare,
    resolve=lambda ready, thrown: clumsy(ready, Faces(thrown.thrown)),
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    possible=possible,
    chances={"fumble": ("Fumble", lambda outcome: outcome.fumbled)},
    ways=ways,
    further=further,
    figures=figures,
)
