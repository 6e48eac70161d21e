"""What a turn allows: the actions one after the other, counted against the limits, with every reason that speaks
against them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from companion.fields import Option, choice, switch, text
from companion.games.new_world.texts import ACTIONS
from companion.tables import Table, Values

ROUND = Values(__name__, "round")


class Cost(StrEnum):
    """How much of a turn an action takes."""

    FREE = "free"
    HALF = "half"
    FULL = "full"


class Posture(StrEnum):
    """What the actor has to be for an action."""

    ANY = "any"
    UPRIGHT = "upright"
    PRONE = "prone"


class Hold(StrEnum):
    """Whether a grapple binds the actor."""

    FREE = "free"
    HOLDING = "holding"
    HELD = "held"

    @property
    def label(self) -> str:
        """The state in words."""
        return {"free": "in no grapple", "holding": "holding a grappled foe", "held": "grappled by a foe"}[self]


@dataclass(frozen=True, slots=True)
class TurnAction:
    """One action as the turn sees it. Empty `name` and `takes` mean: as the table of actions (row `action`) has it."""

    action: str = text("Row in the table of actions", longest=40)
    name: str = text("Action")
    takes: Cost | None = choice("Takes", Cost, blank="as in the table of actions")
    attack: bool = switch("An attack action")
    spell: bool = switch("A spell")
    moves: bool = switch("Leaves the square")
    runs: bool = switch("Forbidden by some wounds")
    posture: Posture = choice("Only when", Posture)
    forbidden: str = text("Forbidden because", longest=120)
    rule: str = text("Rule", longest=120)

    @property
    def title(self) -> str:
        """Its name, from the table of actions where it has none of its own."""
        return self.name or ACTIONS[self.action].name

    @property
    def cost(self) -> Cost:
        """What it takes, from the table of actions where it says nothing of its own."""
        return self.takes or Cost(ACTIONS[self.action].takes)

    @property
    def halves(self) -> int:
        """What it takes in half actions. Address: new-world/round#turn."""
        return {Cost.FREE: 0, Cost.HALF: 1, Cost.FULL: ROUND.number("halves")}[self.cost]


TURN = Table(__name__, "turn", TurnAction)


def action_options() -> Iterator[Option]:
    """Every action as an option, with its type behind the name."""
    for key, row in TURN.items():
        yield Option(key, f"{row.title} ({row.cost})", source=TURN.source(key))


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason against a set of actions, with the rule."""

    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Start:
    """How the actor comes into the turn, and the ruling on kept half actions."""

    prone: bool = False
    hold: Hold = Hold.FREE
    surprised: bool = False
    no_running: bool = False
    delay_shares_limits: str = "yes"


@dataclass(slots=True)
class Account:
    """A turn while it is counted: what was spent, where the actor is by now, and what speaks against it."""

    start: Start
    prone: bool
    hold: Hold
    halves: int = 0
    kept: int = 0
    attacks: int = 0
    spells: int = 0
    struck: bool = False
    problems: list[Problem] = field(default_factory=list)
    conditions: list[Problem] = field(default_factory=list)

    def against(self, reason: str, rule: str) -> None:
        """Notes a reason, once."""
        if Problem(reason, rule) not in self.problems:
            self.problems.append(Problem(reason, rule))


def count(start: Start, actions: Sequence[str], later: Sequence[str]) -> Account:
    """Counts the actions of the own turn, in order, then the half actions kept by Delay and used later.

    Addresses: new-world/round#turn, #attack-actions, #one-spell, new-world/actions#delay.
    """
    account = Account(start, start.prone, start.hold)
    if start.surprised and (actions or later):
        account.against("surprise costs the whole turn.", "new-world/surprise#below-zero")
    for key in actions:
        _take(account, key)
        account.halves += TURN[key].halves
        account.kept += key == "delay"
    most = ROUND.number("halves")
    if account.halves > most:
        account.against(f"that is {account.halves} half actions, and a turn has {most}.", "new-world/round#turn")
        if _split(actions):
            account.against("a single Move cannot be split around another action.", "new-world/movement#splitting")
    _limits(account)
    if later:
        _use_kept(account, later)
    return account


def _take(account: Account, key: str) -> None:
    """One action's own conditions, and what it changes about the actor."""
    row, start = TURN[key], account.start
    if row.forbidden:
        account.against(row.forbidden, row.rule)
    if row.runs and start.no_running:
        account.against("a wound forbids to Run and to Charge.", "new-world/movement#wounds")
    if row.posture is Posture.UPRIGHT and account.prone:
        account.against(f"{row.title}: you lie prone, and getting up comes first.", "new-world/prone#standing")
    if row.posture is Posture.PRONE and not account.prone:
        account.against(f"{row.title}: only for whoever is prone.", row.rule)
    if row.moves and account.hold is not Hold.FREE:
        _leave_hold(account, row)
    if key == "let-go" and account.hold is not Hold.HOLDING:
        account.against("you hold nobody.", row.rule)
    if key == "let-go":
        account.hold = Hold.FREE
    account.prone = key == "fall-prone" or (account.prone and key != "stand")
    account.attacks += row.attack
    account.spells += row.spell
    account.struck = account.struck or key == "standard-attack"


def _leave_hold(account: Account, row: TurnAction) -> None:
    """Whoever is held may move after a Standard Attack that breaks the hold; whoever holds lets go first."""
    if account.hold is Hold.HELD and account.struck:
        account.conditions.append(
            Problem(f"{row.title}: only if the attack before it breaks the hold.", "new-world/grappling#breaking-free")
        )
        return
    how = "letting go is free" if account.hold is Hold.HOLDING else "break free with a Standard Attack first"
    account.against(f"{row.title}: nobody in a grapple can move; {how}.", "new-world/grappling#grappled")


def _limits(account: Account) -> None:
    for number, limit, name in (
        (account.attacks, "attack_actions", "attack actions"),
        (account.spells, "spells", "spells"),
    ):
        most = ROUND.number(limit)
        if number > most:
            account.against(f"that is {number} {name}, and a turn allows {most}.", ROUND[limit].rule)


def _use_kept(account: Account, later: Sequence[str]) -> None:
    """The half actions kept by Delay: only halves, no more than were kept, and the limits as the ruling says."""
    rule = "new-world/actions#delay"
    if account.start.delay_shares_limits == "no":
        account.attacks = account.spells = 0
    for key in later:
        row = TURN[key]
        _take(account, key)
        if row.cost is Cost.FULL:
            account.against(f"{row.title} is a full action, and Delay keeps a half action.", rule)
        elif key == "delay":
            account.against("a kept half action cannot be delayed once more.", rule)
        else:
            account.kept -= row.halves
    if account.kept < 0:
        account.against("no half action was kept for that: Delay comes first.", rule)
    _limits(account)


def _split(actions: Sequence[str]) -> bool:
    """Whether another half action stands between two Moves."""
    moves = [place for place, key in enumerate(actions) if key == "move"]
    return any(TURN[key].halves for first, second in pairwise(moves) for key in actions[first + 1 : second])
