"""What a round allows: the actions counted against it, with every reason that speaks against them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.fields import Option, choice, switch, text
from companion.games.darkmaster.data import Length
from companion.tables import Table, Values

RULE = "darkmaster/round"
ROUND = Values(__name__, "round")


class Cost(StrEnum):
    """How much of a round an action takes."""

    FULL = "full"
    HALF = "half"
    FREE = "free"

    @property
    def text(self) -> str:
        """The cost with its noun."""
        return f"{self.value.title()} Action"


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of a round."""

    name: str = text("Phase")
    note: str = text("What happens", longest=200)


PHASES = Table(__name__, "phases", Phase)


@dataclass(frozen=True, slots=True)
class Action:
    """One action. `blow` is an attack that a second weapon may follow, `hand` one that strikes as a Hand weapon."""

    name: str = text("Action")
    takes: Cost = choice("Takes", Cost)
    phase: str = choice("Resolves in", PHASES)
    attack: bool = switch("An attack")
    blow: bool = switch("A blow with the weapon in hand")
    second: bool = switch("Follows such a blow")
    hand: bool = switch("Strikes as a Hand weapon")
    longer: bool = switch("Counts one length longer")
    moves: bool = switch("Moves")
    leaves: bool = switch("Leaves a melee")
    stands: bool = switch("Gets up")
    no_parry: bool = switch("No Parry in this round")
    multi: bool = switch("May go on for several rounds")
    rule: str = text("Rule", longest=80)


ACTIONS = Table(__name__, "actions", Action)


def action_options() -> Iterator[Option]:
    """Every action with what it takes."""
    for key, row in ACTIONS.items():
        yield Option(key, f"{row.name} ({row.takes})", source=ACTIONS.source(key))


@dataclass(frozen=True, slots=True)
class States:
    """The states of whoever acts."""

    engaged: bool = False
    prone: bool = False
    stunned: bool = False
    surprised: bool = False
    held: bool = False
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason against a set of actions, with the rule."""

    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Count:
    """A round counted: Full, Half and Free Actions, how many Free ones became Half ones, and what speaks against it."""

    full: int
    half: int
    free: int
    turned: int
    problems: tuple[Problem, ...]

    @property
    def halves(self) -> int:
        """Half Actions with the Free ones that became such."""
        return self.half + self.turned

    @property
    def both(self) -> bool:
        """Whether a Full and a Half Action share the round. Address: darkmaster/round#full-and-half."""
        return bool(self.full and self.halves)


def count(states: States, actions: Sequence[str]) -> Count:
    """Counts a set of actions. Addresses: darkmaster/round#actions, #full-and-half, #free."""
    costs = [ACTIONS[key].takes for key in actions]
    full, half, free = (costs.count(cost) for cost in (Cost.FULL, Cost.HALF, Cost.FREE))
    turned = max(0, free - ROUND.number("free"))
    problems = [*too_many(full, half + turned), *against(states, actions)]
    return Count(full, half, free, turned, tuple(dict.fromkeys(problems)))


def too_many(full: int, halves: int) -> Iterator[Problem]:
    """What speaks against so many actions in one round. Addresses: darkmaster/round#actions, #full-and-half."""
    most = ROUND.number("full")
    if full > most:
        yield Problem(f"a round has room for {most} Full Action, not {full}.", f"{RULE}#actions")
    room = ROUND.number("half_with_full" if full else "half")
    if halves > room:
        beside = "beside a Full Action" if full else "in a round"
        plural = "" if room == 1 else "s"
        yield Problem(f"{beside} there is room for {room} Half Action{plural}, not {halves}.", f"{RULE}#full-and-half")


def against(states: States, actions: Sequence[str]) -> Iterator[Problem]:
    """What the states forbid, and what an action needs beside it."""
    rows = [ACTIONS[key] for key in actions]
    for row in rows:
        yield from _by_state(states, row)
        if row.second and not any(other.blow for other in rows):
            yield Problem(f"{row.name}: it follows a blow of the main hand.", row.rule)
    if states.prone and any(row.moves for row in rows) and not any(row.stands for row in rows):
        yield Problem("whoever is Prone stands up before moving.", "darkmaster/conditions#prone")


def _by_state(states: States, row: Action) -> Iterator[Problem]:
    name = row.name
    if states.engaged and row.moves:
        rule = "darkmaster/charge#engaged" if row is ACTIONS["charge"] else "darkmaster/conditions#engaged"
        yield Problem(f"{name}: the Engaged do not move unless they disengage.", rule)
    if not states.engaged and row.leaves:
        yield Problem(f"{name}: there is no melee to leave.", row.rule)
    if not states.prone and row.stands:
        yield Problem(f"{name}: you are on your feet.", row.rule)
    if states.stunned and row.takes is Cost.FULL:
        yield Problem(f"{name}: the Stunned take no Full Actions.", "darkmaster/conditions#stunned")
    if states.surprised and (row.takes is Cost.FULL or row.attack):
        yield Problem(f"{name}: the Surprised take Half and Free Actions only, and do not attack.",
                      "darkmaster/conditions#surprised")  # fmt: skip
    if states.locked and (row.moves or row.leaves or row.attack):
        yield Problem(f"{name}: the Locked neither move nor attack.", "darkmaster/lock#locked")


def parry(states: States, actions: Sequence[str]) -> tuple[str, str]:
    """How much of the CMB may be spent on Parry in such a round, and the rule that says so."""
    for held, rule in (
        (states.locked, "darkmaster/lock#locked"),
        (states.held, "darkmaster/conditions#held"),
        (states.surprised, "darkmaster/conditions#surprised"),
    ):
        if held:
            return "none", rule
    for key in actions:
        if ACTIONS[key].no_parry:
            rule = "darkmaster/charge#no-parry" if key == "charge" else ACTIONS[key].rule
            return "none", rule
    if states.stunned:
        return "half", "darkmaster/conditions#stunned"
    return "any part", "darkmaster/attack#parry"


def length_of(key: str, length: Length, shorter: bool, longer: bool) -> Length:
    """The length at which an action of the Melee Phase strikes. Addresses: darkmaster/round#order, two-weapons#lengths.

    `shorter`: it is one of two weapons. `longer`: the fighter has the better position.
    """
    row = ACTIONS[key]
    base = Length.HAND if row.hand else length.moved(-1 if shorter else 0)
    return base.moved(int(longer) + int(row.longer)) if not row.hand else base
