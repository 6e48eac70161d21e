"""The state of a fight, as immutable records and as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from companion.errors import UnknownName
from companion.fields import plain

if TYPE_CHECKING:
    from companion.encounter.tracker import Tracker

VERSION = 1
MOST_COMBATANTS = 60
LONGEST_NAME = 40
MOST_ROUNDS = 10_000


class Side(StrEnum):
    """The side that a combatant is on."""

    PARTY = "party"
    FOES = "foes"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Combatant:
    """One who fights: an id that stays (`c3`), a name that nobody else has, and what has become of them.

    `sheet` is a record of the game's own class. `marks` are running numbers (Wounds taken, hit points left).
    `conditions` are those that somebody put on, each with the rounds it still lasts (None: until taken off); what
    follows from the marks alone (Pain) is not among them. `used` counts what this turn or round has spent.
    `declared` is what was announced for this round, a record of the game's class. `out`: taken out by the game master.
    """

    id: str
    name: str
    side: Side
    sheet: Any
    marks: Mapping[str, int] = field(default_factory=dict)
    conditions: Mapping[str, int | None] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)
    declared: Any = None
    out: bool = False
    note: str = ""

    def has(self, condition: str) -> bool:
        """Whether the combatant has this condition."""
        return condition in self.conditions

    def spent(self, use: str) -> int:
        """How often this has been used in the present turn or round."""
        return self.used.get(use, 0)

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": self.name,
            "side": self.side.value,
            "sheet": plain(self.sheet),
            "marks": dict(self.marks),
            "conditions": dict(self.conditions),
            "used": dict(self.used),
            "declared": plain(self.declared),
            "out": self.out,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Place:
    """One place in the order of a round: those who act in it together, their count, and a word on it (a phase)."""

    who: tuple[str, ...]
    at: int
    label: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"who": list(self.who), "at": self.at, "label": self.label}


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight: round 0 is before its beginning. `turn` counts the places of `order`; `waiting` are those who delay.

    `scene` is what holds for all of it (who springs a surprise, the light), a record of the game's class.
    `standing` is the order as it was rolled, to which a new round returns after delays.
    `last_id` counts the ids given.
    """

    game: str
    scene: Any
    combatants: tuple[Combatant, ...] = ()
    round: int = 0
    standing: tuple[Place, ...] = ()
    order: tuple[Place, ...] = ()
    turn: int = 0
    waiting: tuple[str, ...] = ()
    last_id: int = 0

    def __getitem__(self, who: str) -> Combatant:
        for combatant in self.combatants:
            if combatant.id == who:
                return combatant
        raise UnknownName("combatant", who, [each.id for each in self.combatants])

    def __contains__(self, who: object) -> bool:
        return any(combatant.id == who for combatant in self.combatants)

    @property
    def begun(self) -> bool:
        """Whether initiative has been rolled."""
        return self.round > 0

    @property
    def acting(self) -> tuple[str, ...]:
        """The ids of those whose turn it is."""
        return self.order[self.turn].who if self.begun and self.turn < len(self.order) else ()

    def named(self, name: str) -> Combatant:
        """The combatant of that name. Raises `UnknownName`."""
        for combatant in self.combatants:
            if combatant.name == name:
                return combatant
        raise UnknownName("combatant", name, [each.name for each in self.combatants])

    def with_(self, combatant: Combatant) -> Fight:
        """The fight with one combatant as it now is."""
        now = tuple(combatant if each.id == combatant.id else each for each in self.combatants)
        return replace(self, combatants=now)

    def without_those_out(self) -> Fight:
        """The fight with only those who can still take part."""
        return replace(self, combatants=tuple(each for each in self.combatants if not each.out))

    def foes_of(self, who: str) -> tuple[Combatant, ...]:
        """Everybody who is on another side and not out."""
        side = self[who].side
        return tuple(each for each in self.combatants if each.side is not side and not each.out)

    def to_json(self) -> dict[str, Any]:
        """The fight as plain data; `companion.encounter.reading.fight_of` reads it back."""
        return {
            "version": VERSION,
            "game": self.game,
            "scene": plain(self.scene),
            "combatants": [each.to_json() for each in self.combatants],
            "round": self.round,
            "standing": [place.to_json() for place in self.standing],
            "order": [place.to_json() for place in self.order],
            "turn": self.turn,
            "waiting": list(self.waiting),
            "last_id": self.last_id,
        }


def empty(tracker: Tracker) -> Fight:
    """A fight of that game in which nobody is yet."""
    return Fight(tracker.game, tracker.read_scene({}))
