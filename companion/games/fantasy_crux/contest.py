"""The opposed test: grade against grade, then the higher success or the lower failure, the skill, the defender."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate

from companion.games.fantasy_crux.d100 import Grade, Rolled, Scale, kept, shown
from companion.odds import Odds
from companion.steps import Step


class Side(StrEnum):
    """One side of an opposed test, or neither."""

    MINE = "mine"
    THEIRS = "theirs"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two grades that met, and who won."""

    mine: Grade
    theirs: Grade
    winner: Side


def tie_winner(mine: Scale, theirs: Scale, defender: Side) -> Side:
    """Who wins on equal rolls: the higher skill, without dice, then the defender, or nobody where there is none.

    Addresses: fantasy-crux/opposed#base-skill, fantasy-crux/opposed#defender.
    """
    if mine.base != theirs.base:
        return Side.MINE if mine.base > theirs.base else Side.THEIRS
    return defender


def meet(mine: Scale, my_roll: int, theirs: Scale, their_roll: int, defender: Side) -> Meeting:
    """The opposed test of two kept rolls. Address: fantasy-crux/opposed."""
    mine_is, theirs_is = mine.quality(my_roll), theirs.quality(their_roll)
    if mine_is == theirs_is:
        winner = tie_winner(mine, theirs, defender)
    else:
        winner = Side.MINE if mine_is > theirs_is else Side.THEIRS
    return Meeting(mine.grade(my_roll), theirs.grade(their_roll), winner)


@lru_cache(maxsize=4096)
def meetings(mine: Scale, my_dice: int, theirs: Scale, their_dice: int, defender: Side) -> Odds[Meeting]:
    """How likely each meeting of grades is, with its winner."""
    return weigh(mine, kept(mine, my_dice), theirs, kept(theirs, their_dice), defender)


def weigh(mine: Scale, my_rolls: Odds[int], theirs: Scale, their_rolls: Odds[int], defender: Side) -> Odds[Meeting]:
    """The same from the odds of both kept rolls.

    Staged: different grades decide by themselves, so only equal grades are compared number by number, and there
    against running sums.
    """
    found: dict[Meeting, int] = {}
    ties = tie_winner(mine, theirs, defender)
    my_grades, their_grades = _by_grade(mine, my_rolls), _by_grade(theirs, their_rolls)
    for my_grade, my_ladder in my_grades.items():
        for their_grade, their_ladder in their_grades.items():
            if my_grade is not their_grade:
                ahead = list(Grade).index(my_grade) < list(Grade).index(their_grade)
                meeting = Meeting(my_grade, their_grade, Side.MINE if ahead else Side.THEIRS)
                found[meeting] = sum(w for _, w in my_ladder) * sum(w for _, w in their_ladder)
                continue
            qualities = [quality for quality, _ in their_ladder]
            sums = [0, *accumulate(weight for _, weight in their_ladder)]
            for quality, weight in my_ladder:
                below, upto = sums[bisect_left(qualities, quality)], sums[bisect_right(qualities, quality)]
                shares = ((Side.MINE, below), (ties, upto - below), (Side.THEIRS, sums[-1] - upto))
                for winner, share in shares:
                    meeting = Meeting(my_grade, their_grade, winner)
                    found[meeting] = found.get(meeting, 0) + weight * share
    return Odds(found)


def _by_grade(graded: Scale, rolls: Odds[int]) -> dict[Grade, list[tuple[int, int]]]:
    found: dict[Grade, list[tuple[int, int]]] = {}
    for roll, weight in rolls.items():
        found.setdefault(graded.grade(roll), []).append((graded.quality(roll), weight))
    for ladder in found.values():
        ladder.sort()
    return found


def explain_meeting(
    names: tuple[str, str], scales: tuple[Scale, Scale], rolls: tuple[Rolled, Rolled], meeting: Meeting, defender: Side
) -> Iterator[Step]:
    """The step that decided: grades, numbers, skills or the defender."""
    mine, theirs = rolls
    winner = {Side.MINE: names[0], Side.THEIRS: names[1], Side.NEITHER: "nobody"}[meeting.winner]
    if meeting.mine is not meeting.theirs:
        yield Step(
            f"A {meeting.mine.label} meets a {meeting.theirs.label}: the better grade wins: {winner}",
            "fantasy-crux/opposed#grades",
        )
    elif mine.roll != theirs.roll:
        higher = meeting.mine.succeeded
        text = f"Both are a {meeting.mine.label}; the {'higher' if higher else 'lower'} roll wins: {winner}"
        yield Step(text, f"fantasy-crux/opposed#{'higher' if higher else 'lower'}")
    elif scales[0].base != scales[1].base:
        text = f"Both rolled {shown(mine.roll)}; the higher skill wins: {winner}"
        yield Step(text, "fantasy-crux/opposed#base-skill")
    else:
        ends = "nothing changes" if defender is Side.NEITHER else f"the defender wins: {winner}"
        yield Step(f"Rolls and skills are equal: {ends}", "fantasy-crux/opposed#defender")
