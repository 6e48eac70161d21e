"""The combat result matrix: an attack roll meets a Dodge, a Parry or an Active Guard, and this is what comes of it.

It is an opposed test with one exception: an ordinary success against a critical attack loses by grade, and still
turns the hit into an ordinary one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from companion.answers import shown as as_shown
from companion.games.fantasy_crux.contest import Meeting, Side, meet, tie_winner, weigh
from companion.games.fantasy_crux.d100 import Grade, Rolled, Scale, kept
from companion.games.fantasy_crux.data import Share
from companion.odds import Odds

MATRIX = "fantasy-crux/matrix"


class Verdict(StrEnum):
    """What becomes of an attack."""

    MISS = "miss"
    BLOCKED = "blocked"
    HALF = "half blocked"
    TOO_SMALL = "parry too small"
    ORDINARY = "ordinary hit"
    DEMOTED = "demoted hit"
    CRITICAL = "critical hit"

    @property
    def lands(self) -> bool:
        """Whether the attack gets through to the armour, at least in part."""
        return self not in (Verdict.MISS, Verdict.BLOCKED)


class Defence(StrEnum):
    """How the target answers."""

    NONE = "none"
    DODGE = "dodge"
    PARRY = "parry"
    GUARD = "active guard"


class AtHand(StrEnum):
    """The defences against an attack at hand."""

    NONE = "none"
    DODGE = "dodge"
    PARRY = "parry"


class AtRange(StrEnum):
    """The defences against a ranged attack."""

    NONE = "none"
    DODGE = "dodge"
    GUARD = "active guard"


@dataclass(frozen=True, slots=True)
class Roller:
    """One side's roll: how it is graded and its net dice. `fixed` is a roll that is not thrown but given."""

    graded: Scale
    dice: int
    fixed: int | None = None

    def rolls(self) -> Odds[int]:
        """How likely each kept roll is."""
        return kept(self.graded, self.dice) if self.fixed is None else Odds.certain(self.fixed)


@dataclass(frozen=True, slots=True)
class Answered:
    """What the dice decided: the attack's grade, the defence's if one was rolled, who won, and the verdict."""

    attack: Grade
    defence: Grade | None
    winner: Side | None
    verdict: Verdict


def judge(attack: Grade, defence: Grade | None, winner: Side | None, share: Share) -> Verdict:
    """The cell of the matrix. `share` is what a winning ordinary Parry blocks (all of it, for a Dodge).

    Addresses: fantasy-crux/matrix#ordinary, fantasy-crux/matrix#critical, fantasy-crux/matrix#missed.
    """
    if not attack.succeeded:
        return Verdict.MISS
    if defence is not None and defence.succeeded:
        if winner is Side.THEIRS:
            if defence is Grade.CRITICAL or share is Share.ALL:
                return Verdict.BLOCKED
            return Verdict.HALF if share is Share.HALF else Verdict.TOO_SMALL
        if attack is Grade.CRITICAL and defence is Grade.SUCCESS:
            return Verdict.DEMOTED
    return Verdict.CRITICAL if attack is Grade.CRITICAL else Verdict.ORDINARY


def rule_of(answered: Answered) -> str:
    """The address of the half of the matrix that decided."""
    if answered.verdict is Verdict.MISS:
        return f"{MATRIX}#missed"
    return f"{MATRIX}#critical" if answered.attack is Grade.CRITICAL else f"{MATRIX}#ordinary"


def exchange(attack: Roller, attack_roll: int, defence: Roller | None, roll: int | None, share: Share) -> Answered:
    """What becomes of two kept rolls; `roll` is the defence's, None where nobody defends."""
    grade = attack.graded.grade(attack_roll)
    if defence is None or roll is None:
        return Answered(grade, None, None, judge(grade, None, None, share))
    meeting = meet(attack.graded, attack_roll, defence.graded, roll, Side.THEIRS)
    return answer(meeting, share)


def answer(meeting: Meeting, share: Share) -> Answered:
    """A meeting of attack and defence as the matrix judges it. A miss is not answered."""
    if not meeting.mine.succeeded:
        return Answered(meeting.mine, None, None, Verdict.MISS)
    return Answered(
        meeting.mine, meeting.theirs, meeting.winner, judge(meeting.mine, meeting.theirs, meeting.winner, share)
    )


@lru_cache(maxsize=2048)
def exchanges(attack: Roller, defence: Roller | None, share: Share) -> Odds[Answered]:
    """How likely each cell of the matrix is."""
    if defence is None:
        return attack.rolls().map(lambda roll: exchange(attack, roll, None, None, share))
    met = weigh(attack.graded, attack.rolls(), defence.graded, defence.rolls(), Side.THEIRS)
    return met.map(lambda meeting: answer(meeting, share))


def figure(
    attack: Roller, defence: Roller | None, share: Share, rolls: tuple[Rolled | None, Rolled | None] | None = None
) -> dict[str, Any]:
    """The matrix as data for a map of 100 × 100 rolls: bands of grades, regions, and each region's exact share.

    A region where the numbers decide carries `defence_roll`: how the defence's roll must stand to the attack's
    (`>=`, `>`, `<=`, `<`). `tie` tells who wins on equal numbers, how often that decides, and at which defence skill
    it would turn.
    """
    regions = [
        {
            "attack": answered.attack.value,
            "defence": None if answered.defence is None else answered.defence.value,
            "defence_roll": _comparison(answered, attack, defence),
            "verdict": answered.verdict.value,
            "rule": rule_of(answered),
            "share": as_shown(chance),
        }
        for answered, chance in _chances(attack, defence, share).items()
    ]
    return {
        "title": "Combat result matrix",
        "attack": _side("Attack roll", attack),
        "defence": None if defence is None else _side("Defence roll", defence),
        "verdicts": [{"value": verdict.value, "label": verdict.value.capitalize()} for verdict in Verdict],
        "regions": regions,
        "tie": None if defence is None else _tie(attack, defence),
        "point": _point(attack, defence, share, rolls),
    }


def _chances(attack: Roller, defence: Roller | None, share: Share) -> Mapping[Answered, Any]:
    odds = exchanges(attack, defence, share)
    order = list(Grade)

    def place(answered: Answered) -> tuple[int, int, bool]:
        inner = -1 if answered.defence is None else order.index(answered.defence)
        return order.index(answered.attack), inner, answered.winner is Side.MINE

    return {answered: odds.chance(answered) for answered in sorted(odds, key=place)}


def _comparison(answered: Answered, attack: Roller, defence: Roller | None) -> str | None:
    if defence is None or answered.defence is not answered.attack or not answered.attack.succeeded:
        return None
    defence_takes_ties = tie_winner(attack.graded, defence.graded, Side.THEIRS) is Side.THEIRS
    if answered.winner is Side.THEIRS:
        return ">=" if defence_takes_ties else ">"
    return "<" if defence_takes_ties else "<="


def _side(label: str, roller: Roller) -> dict[str, Any]:
    return {
        "label": label,
        "skill": roller.graded.limit,
        "dice": roller.dice,
        "fixed": roller.fixed,
        "bands": roller.graded.bands(),
    }


def _tie(attack: Roller, defence: Roller) -> dict[str, Any]:
    mine, theirs = attack.graded.base, defence.graded.base
    winner = "defence" if theirs >= mine else "attack"
    why = "the defender wins between equal skills" if mine == theirs else "the higher skill wins"
    turns_at = mine if winner == "attack" else mine - 1
    return {
        "winner": winner,
        "why": why,
        "rule": f"fantasy-crux/opposed#{'defender' if mine == theirs else 'base-skill'}",
        "turns_at_defence_skill": turns_at if turns_at >= 0 else None,
        "share": as_shown(_level(attack, defence)),
    }


def _level(attack: Roller, defence: Roller) -> Fraction:
    """How likely it is that equal rolls decide: the same number on both sides, a success of the same grade."""
    mine, theirs = attack.rolls(), defence.rolls()
    return sum(
        (
            mine.chance(roll) * theirs.chance(roll)
            for roll in mine
            if attack.graded.grade(roll).succeeded and defence.graded.grade(roll) is attack.graded.grade(roll)
        ),
        Fraction(0),
    )


def _point(
    attack: Roller, defence: Roller | None, share: Share, rolls: tuple[Rolled | None, Rolled | None] | None
) -> dict[str, Any] | None:
    if rolls is None:
        return None
    first = attack.fixed if rolls[0] is None else rolls[0].roll
    assert first is not None
    second = None if rolls[1] is None else rolls[1].roll
    answered = exchange(attack, first, defence, second, share)
    return {"attack": first, "defence": second, "verdict": answered.verdict.value}
