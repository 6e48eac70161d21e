"""The hold: what a grapple forbids both sides while it lasts, and which limbs are taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.dice import NoDice
from companion.errors import Refused
from companion.fields import choice, number, switch
from companion.games.fantasy_crux.causes import named
from companion.games.fantasy_crux.d100 import notation
from companion.games.fantasy_crux.data import BARE_HANDS, WEAPONS, Hands, Size
from companion.games.fantasy_crux.pools import pool
from companion.resolver import Resolver
from companion.steps import Step

RULE = "fantasy-crux/grappling"


@dataclass(frozen=True, slots=True)
class Hold:
    """One side of a grapple."""

    controller: bool = switch("You are the controller", default=True)
    limbs: int = number("Usable grasping limbs", 1, 8, default=2)
    committed: int = number("Limbs you have committed", 0, 2, default=1, help="The held one may have committed none.")
    item: str = choice("In the other hand", WEAPONS, default="dagger")
    wounded: bool = switch("You are Wounded")


@dataclass(frozen=True, slots=True)
class Allowed:
    """One thing to do in a hold, whether it is allowed, and why."""

    name: str
    allowed: bool
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is allowed, the dice on grapple tests and on every other test."""

    allowed: tuple[Allowed, ...]
    grapple_dice: int
    other_dice: int


def prepare(s: Hold) -> Hold:
    """The side as it is. Refused for a controller without a committed limb (fantasy-crux/grappling#release)."""
    if s.controller and not s.committed:
        reason = "the controller keeps at least one limb committed, or the grapple ends."
        raise Refused(reason, f"{RULE}#release")
    if s.committed > s.limbs:
        raise Refused("more limbs are committed than there are.", f"{RULE}#limbs")
    return s


def look(s: Hold, dice: NoDice) -> Outcome:
    """Looks up what the hold allows. Address: fantasy-crux/grappling#hold."""
    row = WEAPONS[s.item]
    free = max(0, s.limbs - s.committed)
    light = s.item == BARE_HANDS or (row.size is Size.LIGHT and row.hands is not Hands.TWO and not row.shield)
    causes = [named("held"), *([named("wounded")] if s.wounded else [])]
    limb = [named("second_limb")] if s.committed > 1 else []
    first = "" if s.controller or s.committed else "the first escape, Wrestler or opposing test commits one limb"
    table = (
        Allowed("Movement Action", False, "neither side has one", f"{RULE}#hold"),
        Allowed(
            f"Attack or Parry with {row.name.lower()}",
            light and free > 0,
            "no limb is free" if free == 0 else "" if light else "only unarmed or a Light one-handed weapon",
            f"{RULE}#limbs" if free == 0 else f"{RULE}#hold",
        ),
        Allowed(
            "Off-hand options",
            light and free > 1,
            "" if light and free > 1 else "committed limbs do not count",
            f"{RULE}#limbs",
        ),
        Allowed("Commit a second limb", s.committed < 2 and free > 0, first, f"{RULE}#second-limb"),
        Allowed(
            "Release the second limb",
            s.committed > 1,
            "" if s.committed > 1 else "there is none",
            f"{RULE}#second-limb",
        ),
        Allowed("Release the grapple", s.controller, "" if s.controller else "the held one escapes", f"{RULE}#release"),
        Allowed("Escape", not s.controller, "you hold it yourself" if s.controller else "", f"{RULE}#escape"),
    )
    return Outcome(table, pool("Grapple tests", [*causes, *limb]).dice, pool("Other tests", causes).dice)


def explain(s: Hold, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """Each thing, allowed or not, then the dice."""
    for each in outcome.allowed:
        reason = f", {each.reason}" if each.reason else ""
        yield Step(f"{each.name}: {'allowed' if each.allowed else 'not allowed'}{reason}", each.rule)
    yield Step(f"Grapple tests: {notation(outcome.grapple_dice)}", f"{RULE}#second-limb", outcome.grapple_dice)
    yield Step(f"Every other test: {notation(outcome.other_dice)}", f"{RULE}#hold", outcome.other_dice)


def sentence(s: Hold, outcome: Outcome) -> str:
    """What is allowed, in one sentence."""
    names = [each.name for each in outcome.allowed if each.allowed]
    dice = f"grapple tests {notation(outcome.grapple_dice)}, other tests {notation(outcome.other_dice)}"
    return f"Allowed: {', '.join(names) or 'nothing'}; {dice}."


resolver = Resolver(
    "fantasy-crux/hold",
    title="The hold",
    summary="What a grapple allows and forbids each side while it lasts.",
    rule=f"{RULE}#hold",
    situation=Hold,
    prepare=prepare,
    resolve=look,
    explain=explain,
    sentence=sentence,
    reading=lambda s, tally: sentence(s, look(s, NoDice())),
)
