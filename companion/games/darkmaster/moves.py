"""Martial Moves: what they share. All are Conflicting Actions; most set one fighter's CMB against the other's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Refused
from companion.fields import number, switch
from companion.games.darkmaster import contest as room
from companion.games.darkmaster.contest import Compared, Contest, Contested, Thrown
from companion.games.darkmaster.data import MODIFIERS, SKILLS
from companion.steps import Modifier, Step

RULE = "darkmaster/martial-moves"


@dataclass(frozen=True, slots=True)
class Move(Contested):
    """What any Martial Move may bring along for the one who starts it."""

    martial: bool = switch("You use a Martial weapon for it", help="+20 to the one who starts the move.")
    half_action: bool = switch("A Full and a Half Action this round", group="You")


@dataclass(frozen=True, slots=True)
class MeleeMove(Move):
    """A move of CMB against CMB: yours less your own Parry, your foe's in full."""

    cmb: int = number("Your CMB", -100, 400, default=70)
    parry: int = number("Of it, spent on Parry", 0, 400)
    foe_cmb: int = number("Your foe's CMB, in full", -100, 400, default=50, help="Before any Parry.")
    net: bool = switch("You use a net", group="You")
    prone: bool = switch("You are Prone", group="You")
    held: bool = switch("You are Held", group="You")
    foe_prone: bool = switch("Your foe is Prone", group="Your foe")
    foe_held: bool = switch("Your foe is Held", group="Your foe")


def started(s: Move, contest: Contest) -> Contest:
    """The contest with what counts for the one who starts the move. Address: darkmaster/martial-moves#bonus."""
    return replace(contest, you=replace(contest.you, modifiers=contest.you.modifiers + tuple(_starter(s))))


def _starter(s: Move) -> Iterator[Modifier]:
    if s.martial:
        yield MODIFIERS.modifier("martial")
    if s.half_action:
        yield SKILLS.modifier("half_action")


def melee_contest(s: MeleeMove, feint: int = 0) -> Contest:
    """Both CMBs with their modifiers. Raises `Refused` for more Parry than there is CMB, or any while Held."""
    most = max(0, s.cmb)
    if s.parry > most:
        raise Refused(f"of this CMB no more than {most} can be spent on Parry.", "darkmaster/attack#parry")
    if s.held and s.parry:
        raise Refused("the Held cannot Parry.", "darkmaster/conditions#held")
    contest = started(s, room.sides(s, "CMB", s.cmb, "CMB", s.foe_cmb))
    mine, theirs = list(_states(s.prone, s.held)), tuple(_states(s.foe_prone, s.foe_held))
    if s.parry:
        mine.append(Modifier("Spent on Parry", -s.parry, "darkmaster/attack#parry"))
    if s.net:
        mine.append(MODIFIERS.modifier("net"))
    if feint:
        mine.append(Modifier("Margin of a Feint", feint, "darkmaster/feint#win"))
    return replace(
        contest,
        you=replace(contest.you, modifiers=contest.you.modifiers + tuple(mine)),
        foe=replace(contest.foe, modifiers=contest.foe.modifiers + theirs),
    )


def _states(prone: bool, held: bool) -> Iterator[Modifier]:
    if prone:
        yield MODIFIERS.modifier("prone", label="Prone")
    if held:
        yield MODIFIERS.modifier("held", label="Held")


@dataclass(frozen=True, slots=True)
class Fate:
    """What a Martial Move comes to: the move's own result, whether its starter fumbles, and the rolls compared."""

    result: Any
    fumble: bool
    compared: Compared
    thrown: Thrown | None = None


def fumble_step(compared: Compared, rule: str) -> Iterator[Step]:
    """A step on the starter's own Critical Failure, if there is one."""
    if compared.failed:
        yield Step("Your total is a Critical Failure, so you fumble, whatever else happens", rule)
        yield Step("Roll on the Fumble Table with the weapon's modifier", "darkmaster/fumbles#by-rule")


def by(fate: Fate) -> str:
    """Both totals in words: 110 against 111."""
    assert fate.thrown is not None
    return f"{room.plain(fate.thrown.total)} against {room.plain(fate.thrown.foe_total)}"


def figures(contest: Contest, fate: Fate | None) -> dict[str, Any]:
    """Both bonuses as modifier stacks, and the chains of a throw."""
    found: dict[str, Any] = {"modifier-stack": room.stacks(contest)}
    if fate is not None and fate.thrown is not None:
        found["open-chain"] = room.chains(fate.thrown)
    return found
