"""What the ground costs, and how far a given Movement carries over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.fields import choice, number, text
from companion.tables import Table


class Athletics(StrEnum):
    """When ground asks for an Athletics roll; its difficulty is for the GM to set."""

    NEVER = "never"
    IN_ARMOUR = "in armour"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Ground:
    """One kind of ground: the Movement that each pace of it costs, and the roll it may ask for."""

    name: str = text("Ground")
    cost: int = number("Movement for each pace", 1, 12, default=1)
    athletics: Athletics = choice("Athletics roll", Athletics)
    talents: str = text("Talents that touch it", longest=80)
    rule: str = text("Rule", longest=120)
    note: str = text("Note", longest=200)

    def asks_for_roll(self, in_armour: bool) -> bool:
        """Whether crossing it needs an Athletics roll. Addresses: new-world/movement#climbing, #swimming."""
        return self.athletics is Athletics.ALWAYS or (self.athletics is Athletics.IN_ARMOUR and in_armour)


GROUND = Table(__name__, "ground", Ground)


@dataclass(frozen=True, slots=True)
class Stretch:
    """One stretch of the way."""

    ground: str = choice("Ground", GROUND)
    paces: int = number("Length", 1, 500, default=4, unit="paces")


@dataclass(frozen=True, slots=True)
class Walked:
    """How far some Movement carried: the paces, the Movement spent, and the grounds that were trodden."""

    paces: int
    spent: int
    grounds: tuple[str, ...]


def walk(stretches: Sequence[Stretch], then: str, movement: int, most: int | None = None) -> Walked:
    """The paces that `movement` covers over the stretches and, after them, over ground of the kind `then`.

    With `most` it goes no further than that many paces. Movement that does not reach for a whole pace is lost. Kinds
    of ground are never multiplied together: a stretch is of one kind. Address: new-world/movement#difficult.
    """
    paces = spent = 0
    grounds: list[str] = []
    endless = Stretch(then, max(1, movement))
    most = movement if most is None else most
    for stretch in (*stretches, endless):
        cost = GROUND[stretch.ground].cost
        here = min(stretch.paces, (movement - spent) // cost, most - paces)
        paces += here
        spent += here * cost
        if here and stretch.ground not in grounds:
            grounds.append(stretch.ground)
        if here < stretch.paces:
            break
    return Walked(paces, spent, tuple(grounds))
