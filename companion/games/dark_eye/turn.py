"""The round of one combatant: one action, one free action, defences as they come, and what breaks a long action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.dice import NoDice
from companion.fields import choice, many, number, ruling, switch, text
from companion.games.dark_eye.data import DEFENCE, RULINGS
from companion.games.dark_eye.situation import Defender
from companion.games.dark_eye.tabular import row, table
from companion.resolver import Resolver
from companion.steps import Step, signed
from companion.tables import Table

RULE = "dark-eye/round"


class Takes(StrEnum):
    """What something takes."""

    ACTION = "action"
    FREE = "free action"
    NOTHING = "nothing"


class Posture(StrEnum):
    """How somebody is placed."""

    STANDING = "standing"
    SITTING = "sitting"
    PRONE = "prone"


class Moment(StrEnum):
    """When a held action is used."""

    BETWEEN = "between"
    INSIDE = "inside"

    @property
    def label(self) -> str:
        """The moment in words."""
        return {"between": "between two other actions", "inside": "between an attack and its defence"}[self]


@dataclass(frozen=True, slots=True)
class Doing:
    """One thing to do in a round. `goes_on` continues a long action, `long` may be one that is begun."""

    name: str = text("What")
    takes: Takes = choice("Takes", Takes)
    long: bool = switch("May take several actions")
    goes_on: bool = switch("Continues a long action")
    own_turn: bool = switch("Only at one's place in the order")
    posture: Posture | None = choice("Only from", Posture, blank="any posture")
    rule: str = text("Rule", longest=120, default="dark-eye/round#actions")


DOINGS = Table(__name__, "turn", Doing)


@dataclass(frozen=True, slots=True)
class Turn:
    """What is done at one's place in the order, what later, and how many attacks are to be met."""

    acts: tuple[str, ...] = many(
        "At your place in the order", DOINGS, default=("attack", "free-move"), most=6, help="Without waiting."
    )
    later: tuple[str, ...] = many("Later in the round, if you wait", DOINGS, most=4)
    moment: Moment = choice("When that is", Moment)
    defences: int = number("Attacks that you defend against", 0, 8, default=1)
    defender: Defender = choice("You are", Defender, group="You")
    posture: Posture = choice("You begin", Posture, group="You")
    in_long_action: bool = switch("You are in the middle of a long action", group="You")
    quick_draw: bool = switch("Quick Draw", help="Drawing takes a free action.", group="You")
    onslaught: bool = switch("You announced an Onslaught", group="You")
    stance: bool = switch("You announced the defensive stance", group="You")
    incapacitated: bool = switch("You are incapacitated", group="You")
    held_action: str = ruling(RULINGS, "held_action")
    grip_delayed: str = ruling(RULINGS, "grip_delayed")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that the rules do not allow, and the rule."""

    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the round is allowed and every reason why not, what is left, and what each defence gets.

    `breaks`: what breaks the long action, empty where nothing does.
    """

    allowed: bool
    problems: tuple[Problem, ...]
    actions_left: int
    free_left: int
    defences: tuple[int, ...]
    breaks: tuple[Problem, ...]


def takes(s: Turn, key: str) -> Takes:
    """What a thing takes; with Quick Draw a weapon is drawn as a free action."""
    return Takes.FREE if key == "draw" and s.quick_draw else DOINGS[key].takes


def turn(s: Turn, dice: NoDice) -> Outcome:
    """Judges the round. Addresses: dark-eye/round#one-each, #own-turn, #defences."""
    used = [takes(s, key) for key in (*s.acts, *s.later)]
    actions, free = used.count(Takes.ACTION), used.count(Takes.FREE)
    problems = tuple(_problems(s, actions, free))
    gone = s.incapacitated
    return Outcome(
        not problems,
        problems,
        0 if gone or s.stance else max(0, 1 - actions),
        0 if gone else max(0, 1 - free),
        tuple(_defences(s)),
        tuple(_breaks(s)),
    )


def _problems(s: Turn, actions: int, free: int) -> Iterator[Problem]:
    if s.incapacitated and (actions or free or s.defences or s.acts or s.later):
        yield Problem("the incapacitated neither act nor defend.", f"{RULE}#incapacitated")
    if actions > 1:
        yield Problem(f"{actions} actions are asked for; a round holds one.", f"{RULE}#one-each")
    if free > 1:
        yield Problem(f"{free} free actions are asked for; a round holds one.", f"{RULE}#one-each")
    if s.stance and actions:
        yield Problem("the defensive stance leaves no action.", "dark-eye/manoeuvres#stance")
    yield from _timing(s)
    for key in (*s.acts, *s.later):
        doing = DOINGS[key]
        if doing.posture and doing.posture is not s.posture:
            yield Problem(f"{doing.name}: you are {s.posture}.", doing.rule)
        if doing.goes_on and not s.in_long_action:
            yield Problem("no long action is under way.", doing.rule)
    yield from _too_many_defences(s)


def _timing(s: Turn) -> Iterator[Problem]:
    for key in s.later:
        doing = DOINGS[key]
        if doing.own_turn:
            yield Problem("the free action's move is for your own place in the order only.", f"{RULE}#own-turn")
        if doing.takes is Takes.NOTHING and s.grip_delayed == "initiative":
            yield Problem("the grip is changed at your own place in the order only.", "dark-eye/grip#when")
    if s.later and s.moment is Moment.INSIDE and s.held_action == "between":
        yield Problem("a held action comes between two others, not inside one.", f"{RULE}#interrupting")
    if (*s.acts, *s.later).count("grip") > 1:
        yield Problem("the grip is changed once a round.", "dark-eye/grip#when")


def _too_many_defences(s: Turn) -> Iterator[Problem]:
    if s.onslaught and s.defences:
        yield Problem("an Onslaught leaves no defence this round.", "dark-eye/manoeuvres#onslaught")
    if s.defender is Defender.ORDINARY and s.defences > 1:
        yield Problem(
            "only those with fate points, such as heroes, defend more than once a round.", "dark-eye/defence#who"
        )


def _defences(s: Turn) -> Iterator[int]:
    """What each defence of the round gets. Addresses: dark-eye/defence#several, dark-eye/manoeuvres#stance."""
    if s.onslaught or s.incapacitated:
        return
    number = min(s.defences, 1) if s.defender is Defender.ORDINARY else s.defences
    step = 0 if s.defender is Defender.CREATURE else DEFENCE.number("further")
    for place in range(number):
        yield place * step + (DEFENCE.number("stance") if s.stance else 0)


def _breaks(s: Turn) -> Iterator[Problem]:
    """What breaks the long action: another action, or a defence; free actions do not.

    Addresses: dark-eye/long-actions#interrupting, #defending, #free-actions.
    """
    if not s.in_long_action:
        return
    for key in (*s.acts, *s.later):
        if takes(s, key) is Takes.ACTION and not DOINGS[key].goes_on:
            yield Problem(f"{DOINGS[key].name} breaks off the long action.", "dark-eye/long-actions#interrupting")
    if s.defences:
        yield Problem("A defence breaks off the long action, even one that fails.", "dark-eye/long-actions#defending")


def explain(s: Turn, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """Every doing with what it takes, the reasons against it, the defences, what breaks the long action."""
    for key in s.acts:
        yield Step(f"{DOINGS[key].name}: {_cost(takes(s, key))}", DOINGS[key].rule)
    for key in s.later:
        yield Step(f"Later: {DOINGS[key].name}, {_cost(takes(s, key))}", f"{RULE}#holding")
    for problem in outcome.problems:
        yield Step(f"Not allowed: {problem.reason.rstrip('.')}", problem.rule)
    for place, penalty in enumerate(outcome.defences, 1):
        yield Step(f"Defence {place}: {signed(penalty)}", "dark-eye/defence#several", penalty)
    for broken in outcome.breaks:
        yield Step(broken.reason.rstrip("."), broken.rule)
    if s.in_long_action and not outcome.breaks:
        yield Step("Free actions do not break the long action", "dark-eye/long-actions#free-actions")
    if s.posture is Posture.PRONE and "stand-up" in s.acts + s.later:
        yield Step("An enemy in reach may strike as you rise", "dark-eye/opportunity#triggers")
    if any(DOINGS[key].long for key in s.acts + s.later):
        yield Step(
            "It may take several actions: it then takes effect with the last one", "dark-eye/long-actions#effect"
        )
    yield Step(f"Left: {_left(outcome)}", f"{RULE}#one-each")


def _cost(taken: Takes) -> str:
    return {Takes.ACTION: "the action", Takes.FREE: "the free action", Takes.NOTHING: "no action"}[taken]


def _left(outcome: Outcome) -> str:
    left = ["the action"] * outcome.actions_left + ["the free action"] * outcome.free_left
    return " and ".join(left) or "nothing"


def sentence(s: Turn, outcome: Outcome) -> str:
    """Whether it is allowed, and what is left; or the reasons against it."""
    if not outcome.allowed:
        return f"Not allowed: {' Besides, '.join(problem.reason for problem in outcome.problems)}"
    done = ", then ".join(DOINGS[key].name for key in s.acts) or "Nothing"
    later = f"; later {', then '.join(DOINGS[key].name for key in s.later)}" if s.later else ""
    parts = [f"Allowed: {done}{later}.", f"Left: {_left(outcome)}."]
    if outcome.defences:
        parts.append(f"Defences at {', '.join(signed(penalty) for penalty in outcome.defences)}.")
    return " ".join([*parts, *(broken.reason for broken in outcome.breaks)])


def figures(s: Turn, outcome: Outcome | None) -> dict[str, Any]:
    """What the rest of the round could still hold, as a table."""
    known = outcome or turn(s, NoDice())
    rows = []
    for key, doing in DOINGS.items():
        taken = takes(s, key)
        reason = ""
        if doing.posture and doing.posture is not s.posture:
            reason = f"you are {s.posture}"
        elif doing.goes_on and not s.in_long_action:
            reason = "no long action is under way"
        elif taken is Takes.ACTION and not known.actions_left:
            reason = "no action is left"
        elif taken is Takes.FREE and not known.free_left:
            reason = "no free action is left"
        elif s.incapacitated:
            reason = "incapacitated"
        rows.append(row(doing.name, _cost(taken), reason or "possible", rule=doing.rule, off=bool(reason)))
    return {"table": [table("What the round still holds", ("What", "Takes", "Besides those taken"), rows)]}


resolver = Resolver(
    "dark-eye/turn",
    title="Round",
    summary="Is this set of actions allowed in one round, what is left, and what breaks a long action?",
    rule=RULE,
    situation=Turn,
    resolve=turn,
    explain=explain,
    sentence=sentence,
    figures=figures,
    reading=lambda s, tally: sentence(s, turn(s, NoDice())),
)
