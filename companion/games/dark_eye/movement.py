"""Tactical movement: so many yards for an action, so many for the free action, and who may strike on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.dice import NoDice
from companion.errors import Refused
from companion.fields import choice, number, ruling, switch
from companion.games.dark_eye.conditions import unable
from companion.games.dark_eye.data import ARMOUR, CONDITIONS, RULINGS, WATER
from companion.games.dark_eye.pace import RULE, Pace
from companion.resolver import Resolver
from companion.steps import Step


@dataclass(frozen=True, slots=True)
class Movement:
    """Who moves, with what, and past whom."""

    mov: int = number("Movement (MOV)", 0, 40, default=8, unit="yards")
    action: bool = switch("The action is used to move", default=True)
    free_action: bool = switch("The free action is used to move", default=True)
    pain: int = number("Pain", 0, 4, group="You", unit="levels")
    pain_overcome: bool = switch(
        "You stay conscious all the same", group="You", when={"pain": (4,)}, why="only at Pain IV"
    )
    encumbrance: int | None = number("Encumbrance", 0, 4, group="You", unit="levels", blank="from the armour")
    paralysis: int = number("Paralysis", 0, 4, group="You", unit="levels")
    armour: str = choice("Armour", ARMOUR, default="none", group="You")
    prone: bool = switch("Prone", group="You")
    bound: bool = switch("Bound", group="You")
    water: str = choice("You are", WATER, default="dry", group="You")
    zigzag: bool = switch("You zigzag to spoil the aim of archers", group="You")
    engaged: int = number("Opponents you are engaged with", 0, 8, group="Opponents")
    through: int = number("Others whose attack distance you move within", 0, 8, group="Opponents")
    condition_limit: str = ruling(RULINGS, "condition_limit")
    rounding: str = ruling(RULINGS, "rounding")
    plain_leaving: str = ruling(RULINGS, "plain_leaving")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How far it goes with each and in all, and how many attacks of opportunity that provokes."""

    each: int
    yards: int
    opportunities: int


@dataclass(frozen=True, slots=True)
class Ready:
    """The pace."""

    situation: Movement
    pace: Pace


def prepare(s: Movement) -> Ready:
    """The pace. Refused for those engaged in a fight, and for those unable to move.

    Addresses: dark-eye/movement#engaged, dark-eye/conditions#incapacitated.
    """
    encumbrance = ARMOUR[s.armour].encumbrance if s.encumbrance is None else s.encumbrance
    reason = unable(s.pain, encumbrance, s.paralysis, overcome=s.pain_overcome)
    if s.paralysis >= CONDITIONS.number("highest"):
        reason = "Paralysis IV leaves you rooted to the spot"
    if reason:
        raise Refused(f"{reason}.", "dark-eye/conditions#incapacitated")
    if s.engaged and s.plain_leaving == "refused" and (s.action or s.free_action):
        raise Refused("whoever is engaged in a fight must disengage first.", f"{RULE}#engaged")
    return Ready(s, Pace(
        s.mov, s.pain, encumbrance, s.paralysis, s.armour, s.water != "dry", s.zigzag, s.prone, s.bound,
        s.condition_limit, s.rounding,
    ))  # fmt: skip


def movement(ready: Ready, dice: NoDice) -> Outcome:
    """The yards. Addresses: dark-eye/movement#tactical, #twice, #through-reach."""
    s, each = ready.situation, ready.pace.yards()
    yards = each * (s.action + s.free_action)
    return Outcome(each, yards, s.engaged + s.through if yards else 0)


def explain(ready: Ready, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """The pace, what is used, and who may strike."""
    yield from ready.pace.steps()
    s = ready.situation
    used = " and ".join(name for name, there in (("the action", s.action), ("the free action", s.free_action)) if there)
    yield Step(f"With {used or 'neither action'}: {outcome.yards} yards", f"{RULE}#twice", outcome.yards)
    if s.engaged and outcome.yards:
        yield Step("Walking off provokes every opponent left behind", f"{RULE}#engaged", s.engaged)
    if s.through and outcome.yards:
        yield Step("Whoever moves within an opponent's reach without engaging provokes", f"{RULE}#through-reach",
                   s.through)  # fmt: skip


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The yards in one sentence."""
    text = f"{outcome.yards} yards in all, {outcome.each} with each action."
    if outcome.opportunities:
        number = outcome.opportunities
        text += f" {number} attack{'s' * (number != 1)} of opportunity may follow."
    return text


resolver = Resolver(
    "dark-eye/movement",
    title="Movement",
    summary="How many yards does a round carry you, and who may strike on the way?",
    rule=RULE,
    situation=Movement,
    prepare=prepare,
    resolve=movement,
    explain=explain,
    sentence=sentence,
    figures=lambda ready, outcome: _figures(ready),
    reading=lambda ready, tally: sentence(ready, movement(ready, NoDice())),
)


def _figures(ready: Ready) -> dict[str, Any]:
    return {"modifier-stack": ready.pace.stack()}
