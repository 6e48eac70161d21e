"""What a game says of its fights, once, in its `encounter.py`: `tracker = Tracker(...)`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from companion.checks import read
from companion.encounter.changes import Change
from companion.encounter.fight import Combatant, Fight, Place
from companion.errors import UnknownName
from companion.steps import Step


class _HasName(Protocol):
    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=_HasName)


@dataclass(frozen=True, slots=True)
class Nothing:
    """A record without fields: for games that ask nothing of a scene, or of a round."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A running number on the sheet: Wounds taken, hit points left. `low`, `high` and `start` follow from the sheet.

    `worse` is +1 where more of it is worse (damage taken), −1 where less is (points left). `aside`: one of many, of
    which a game master wants to see only those that have moved.
    """

    name: str
    label: str
    rule: str
    low: Callable[[Any], int]
    high: Callable[[Any], int]
    start: Callable[[Any], int]
    worse: int = -1
    help: str = ""
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that can be put on a combatant; `rounds` is how long it lasts unless said otherwise."""

    name: str
    label: str
    rule: str
    help: str = ""
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """Something that a turn or a round allows so often: an action, a Reaction, a defence. `most` is None for no limit.

    `each` is "round" (it comes back when a round begins) or "turn" (when the combatant's own turn begins).
    """

    name: str
    label: str
    rule: str
    most: Callable[[Fight, Combatant], int | None]
    each: str = "turn"


@dataclass(frozen=True, slots=True)
class Health:
    """What the marks and conditions mean now: a word for the list, the reasons, and whether the combatant is out."""

    label: str
    steps: tuple[Step, ...] = ()
    out: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a combatant might do this turn: what it costs, whether it is allowed, why not, and the rule.

    `spends` are uses with how often; `changes` are what doing it brings besides.
    """

    name: str
    label: str
    cost: str
    rule: str
    why_not: str = ""
    spends: Mapping[str, int] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    help: str = ""

    @property
    def allowed(self) -> bool:
        return not self.why_not


@dataclass(frozen=True, slots=True)
class Attack:
    """One way to attack: the resolver's address and its inputs, filled from both sheets and what holds for both."""

    name: str
    label: str
    resolver: str
    inputs: Mapping[str, Any]
    note: str = ""


def _no_changes(fight: Fight, rolled: Mapping[str, Any]) -> Iterable[Change]:
    return ()


@dataclass(frozen=True, slots=True)
class Initiative:
    """How the order of a round is found: the resolver that rolls it, its inputs, and how its throw is read.

    `inputs(fight)` names the combatants by their names; `places(fight, rolled)` gives the order of the round from the
    plain data of the throw (`Resolver.roll`), those who act together in one place. `each_round`: rolled anew in every
    round. Else the order of the first round stands, or `later(fight)` says what follows it without a die.
    `changes(fight, rolled)` are what the throw brings besides (who is surprised). `downwards`: the highest count acts
    first. Nobody who is out is in `fight` here. A resolver without dice orders by what was declared: the act `order`
    then finds the order of the round once more.
    """

    resolver: str
    inputs: Callable[[Fight], Mapping[str, Any]]
    places: Callable[[Fight, Mapping[str, Any]], Iterable[Place]]
    each_round: bool = False
    later: Callable[[Fight], Iterable[Place]] | None = None
    changes: Callable[[Fight, Mapping[str, Any]], Iterable[Change]] = _no_changes
    downwards: bool = True


def _nothing(fight: Fight) -> Iterable[Change]:
    return ()


def _nothing_for_one(fight: Fight, who: str) -> Iterable[Change]:
    return ()


def _always(fight: Fight, who: str) -> Step | None:
    return None


@dataclass(frozen=True, eq=False)
class Tracker:
    """All that the encounter tracker asks of a game.

    * `sheet`: the record class of a combatant's values (fields as for a resolver's situation); `scene`: of what holds
      for the whole fight; `declared`: of what each one announces for a round.
    * `marks`, `uses`; `conditions()`: those that can be put on, in the game's order.
    * `initiative`; `delay(fight, who)`: why this one may not wait, with the rule, or None.
    * `health(fight, combatant)`: what loss means.
    * `attacks(fight, attacker, target)`: the attack calculators that fit, the likeliest first.
    * `outcome(fight, attacker, target, rolled)`: what a throw of one of these resolvers changes.
    * `plan(fight, who)`: what this one can still do in the turn, and what not and why.
    * `round_begins(fight)`, `turn_begins(fight, who)`, `turn_ends(fight, who)`: what then happens by itself.
    """

    game: str
    sheet: type
    marks: tuple[Mark, ...]
    conditions: Callable[[], Iterable[Condition]]
    uses: tuple[Use, ...]
    initiative: Initiative
    health: Callable[[Fight, Combatant], Health]
    attacks: Callable[[Fight, Combatant, Combatant], Iterable[Attack]]
    outcome: Callable[[Fight, str, str, Mapping[str, Any]], Iterable[Change]]
    plan: Callable[[Fight, Combatant], Iterable[Option]]
    scene: type = Nothing
    declared: type = Nothing
    delay: Callable[[Fight, str], Step | None] = _always
    round_begins: Callable[[Fight], Iterable[Change]] = _nothing
    turn_begins: Callable[[Fight, str], Iterable[Change]] = _nothing_for_one
    turn_ends: Callable[[Fight, str], Iterable[Change]] = _nothing_for_one

    def mark(self, name: str) -> Mark:
        """The mark of that name. Raises `UnknownName`."""
        return _named(self.marks, "mark", name)

    def use(self, name: str) -> Use:
        """The use of that name. Raises `UnknownName`."""
        return _named(self.uses, "use", name)

    def condition(self, name: str) -> Condition:
        """The condition of that name. Raises `UnknownName`."""
        return _named(tuple(self.conditions()), "condition", name)

    def option(self, fight: Fight, who: str, name: str) -> Option:
        """One thing of the plan of a combatant. Raises `UnknownName`."""
        return _named(tuple(self.plan(fight, fight[who])), "option", name)

    def read_sheet(self, given: Mapping[str, Any], at: str = "") -> Any:
        """A sheet from what was entered. Raises `InputError` with every field that cannot be used."""
        return read(self.sheet, given, at)[0]

    def read_scene(self, given: Mapping[str, Any], at: str = "") -> Any:
        """What holds for the fight, from what was entered. Raises `InputError`."""
        return read(self.scene, given, at)[0]

    def read_declared(self, given: Mapping[str, Any], at: str = "") -> Any:
        """What was announced for a round, from what was entered. Raises `InputError`."""
        return read(self.declared, given, at)[0]

    def fresh(self, id: str, name: str, side: Any, sheet: Any) -> Combatant:
        """A combatant who has suffered nothing yet."""
        marks = {mark.name: mark.start(sheet) for mark in self.marks}
        return Combatant(id, name, side, sheet, marks, declared=self.read_declared({}))


def _named(things: tuple[N, ...], kind: str, name: str) -> N:
    for thing in things:
        if thing.name == name:
            return thing
    raise UnknownName(kind, name, [thing.name for thing in things])
