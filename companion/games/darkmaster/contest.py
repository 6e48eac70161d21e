"""Conflicting Actions: two open-ended rolls, of which the higher total wins; what every Martial Move works with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.answers import shown
from companion.dice import dice
from companion.fields import number, ruling, switch
from companion.games.darkmaster.bands import Grade, cuts, grade_of
from companion.games.darkmaster.data import RULINGS, SKILLS
from companion.games.darkmaster.meeting import meet
from companion.games.darkmaster.open_die import Roll, chain_figure, goes_on, read
from companion.games.darkmaster.open_roll import roll_steps
from companion.steps import Modifier, Step, signed, total

RULE = "darkmaster/conflict"
STEPS = (1, 20, 40, 60, 80, 100)
"""Tables of margins begin a new row at these."""


class Winner(StrEnum):
    """Who wins a Conflicting Action."""

    YOU = "you"
    NOBODY = "nobody"
    FOE = "your foe"


@dataclass(frozen=True, slots=True)
class Contested:
    """What may change either side's roll in any Conflicting Action, and the rulings on who wins it."""

    bruised: bool = switch("You are Bruised", group="You", help="Below half of your hit points.")
    other: int = number("Anything else for you", -200, 200, group="You")
    foe_bruised: bool = switch("Your foe is Bruised", group="Your foe")
    foe_other: int = number("Anything else for your foe", -200, 200, group="Your foe")
    both_fail: str = ruling(RULINGS, "both_fail")
    least_to_win: str = ruling(RULINGS, "least_to_win")


@dataclass(frozen=True, slots=True)
class ContestDice:
    """One open-ended D100 for each side."""

    yours: tuple[int, ...] = dice(100, "your d100", goes_on=goes_on)
    foes: tuple[int, ...] = dice(100, "your foe's d100", goes_on=goes_on)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a Conflicting Action: what its bonus is called, its value, and its modifiers."""

    name: str
    skill: str
    base: int
    modifiers: tuple[Modifier, ...] = ()

    @property
    def bonus(self) -> int:
        """All that is added to the roll."""
        return self.base + total(self.modifiers)


@dataclass(frozen=True, slots=True)
class Contest:
    """Both sides before the dice, and the rulings in force."""

    you: Side
    foe: Side
    both_fail: str = "compare"
    least_to_win: str = "any"


@dataclass(frozen=True, slots=True)
class Compared:
    """How two rolls compare: each side's band, your total less your foe's, who wins, and whether it is a tie.

    Equal totals of two Critical Failures are no tie where the ruling lets nobody win.
    """

    grade: Grade
    foe_grade: Grade
    margin: int
    winner: Winner
    tie: bool

    @property
    def failed(self) -> bool:
        """Whether your own roll is a Critical Failure."""
        return self.grade is Grade.CRITICAL_FAILURE

    @property
    def foe_failed(self) -> bool:
        """Whether your foe's roll is a Critical Failure."""
        return self.foe_grade is Grade.CRITICAL_FAILURE

    @property
    def critical(self) -> bool:
        """Whether you win with a Critical Success. Address: darkmaster/conflict#critical-success."""
        return self.winner is Winner.YOU and self.grade is Grade.CRITICAL_SUCCESS

    @property
    def foe_critical(self) -> bool:
        """Whether your foe wins with a Critical Success."""
        return self.winner is Winner.FOE and self.foe_grade is Grade.CRITICAL_SUCCESS


@dataclass(frozen=True, slots=True)
class Thrown:
    """Both rolls of a throw and the totals that they come to."""

    roll: Roll
    foe_roll: Roll
    total: int
    foe_total: int
    compared: Compared


def compare(contest: Contest, grade: Grade, foe_grade: Grade, margin: int) -> Compared:
    """Who wins. Addresses: darkmaster/conflict#compare, #tie, #critical-failure."""
    both = grade is foe_grade is Grade.CRITICAL_FAILURE
    if both and contest.both_fail == "nobody":
        return Compared(grade, foe_grade, margin, Winner.NOBODY, False)
    return Compared(grade, foe_grade, margin, _winner(contest, grade, foe_grade, margin), margin == 0)


def _winner(contest: Contest, grade: Grade, foe_grade: Grade, margin: int) -> Winner:
    ahead = grade if margin > 0 else foe_grade
    too_low = contest.least_to_win == "partial" and ahead.place < Grade.PARTIAL_SUCCESS.place
    if margin == 0 or too_low:
        return Winner.NOBODY
    return Winner.YOU if margin > 0 else Winner.FOE


def throw(contest: Contest, thrown: ContestDice) -> Thrown:
    """Both rolls read and compared."""
    roll, foe_roll = read(thrown.yours), read(thrown.foes)
    mine, theirs = roll.total + contest.you.bonus, foe_roll.total + contest.foe.bonus
    compared = compare(contest, grade_of(mine), grade_of(theirs), mine - theirs)
    return Thrown(roll, foe_roll, mine, theirs, compared)


def odds(contest: Contest, margins: Sequence[int] | None = None) -> list[tuple[Compared, int]]:
    """Every way in which the rolls can compare, with exact weights for the unlimited die.

    `margins` must hold 0 and 1, and are those two by themselves where none are given. The `margin` of an entry is
    the nearest one below or at it: with 0 and 1 alone, −1 stands for every loss and 1 for every win.
    """
    margins = margins or (0, 1)
    lead = contest.you.bonus - contest.foe.bonus
    cells = meet(
        [cut - contest.you.bonus for cut in cuts()],
        [cut - contest.foe.bonus for cut in cuts()],
        [margin - lead for margin in margins],
    )
    lows = [margins[0] - 1, *margins]
    grades = tuple(Grade)
    return [
        (compare(contest, grades[mine], grades[theirs], lows[by]), weight)
        for (mine, theirs, by), weight in cells.items()
    ]


def sides(s: Contested, skill: str, base: int, foe_skill: str, foe_base: int) -> Contest:
    """Both sides with what `Contested` changes about them."""
    mine = list(common_modifiers(s.bruised, s.other))
    theirs = list(common_modifiers(s.foe_bruised, s.foe_other))
    return Contest(
        Side("You", skill, base, tuple(mine)),
        Side("Your foe", foe_skill, foe_base, tuple(theirs)),
        s.both_fail,
        s.least_to_win,
    )


def common_modifiers(bruised: bool, other: int) -> Iterator[Modifier]:
    """What may change any roll."""
    if bruised:
        yield SKILLS.modifier("bruised")
    if other:
        yield Modifier("Anything else", other, "darkmaster/skill#modifiers")


def explain(contest: Contest, thrown: Thrown) -> Iterator[Step]:
    """The steps of both rolls and of the comparison."""
    for side, roll, reached in ((contest.you, thrown.roll, thrown.total), (contest.foe, thrown.foe_roll,
                                                                           thrown.foe_total)):  # fmt: skip
        yield from roll_steps(roll, side.name)
        yield Step(f"{side.name}: {side.skill} {plain(side.base)}", RULE, side.base)
        for modifier in side.modifiers:
            yield Step(f"{side.name}: {modifier.label} {signed(modifier.value)}", modifier.rule, modifier.value)
        grade = grade_of(reached)
        yield Step(f"{side.name}: {plain(reached)} in all, {grade.article}", "darkmaster/skill#bands", reached)
    yield compared_step(contest, thrown.compared)


def compared_step(contest: Contest, compared: Compared) -> Step:
    """One step that says who wins, and why."""
    margin = compared.margin
    if margin == 0:
        return Step("Both totals are equal: nobody wins", f"{RULE}#tie", 0)
    ahead = contest.you.name if margin > 0 else contest.foe.name
    verb = "are" if margin > 0 else "is"
    text = f"{ahead} {verb} ahead by {abs(margin)}"
    if compared.winner is Winner.NOBODY:
        both = compared.failed and compared.foe_failed and contest.both_fail == "nobody"
        why = "both have failed critically" if both else "that roll is no success"
        return Step(f"{text}, but {why}: under the ruling in force nobody wins", f"{RULE}#rulings", margin)
    return Step(f"{text} and win{'' if margin > 0 else 's'}", f"{RULE}#compare", margin)


def plain(value: int) -> str:
    """A number with a true minus sign."""
    return str(value).replace("-", "−")


def margin_cuts() -> list[int]:
    """The margins at which the tables of margins begin a row, on both sides, with 0 and 1."""
    return [*(1 - step for step in reversed(STEPS)), *STEPS]


def margin_tables(
    entries: Sequence[tuple[Compared, int]], labels: tuple[str, str] = ("Your margin", "Your foe's margin")
) -> Iterator[dict[str, Any]]:
    """How much the winner is ahead by, for both sides, from odds made with `margin_cuts`."""
    whole = sum(weight for _, weight in entries)
    ends = [*(step - 1 for step in STEPS[1:]), None]
    for winner, label in zip((Winner.YOU, Winner.FOE), labels, strict=True):
        rows = []
        for low, high in zip(STEPS, ends, strict=True):
            mark = low if winner is Winner.YOU else (-high if high else margin_cuts()[0] - 1)
            weight = sum(each for compared, each in entries if compared.winner is winner and compared.margin == mark)
            name = f"{low} to {high}" if high else f"{low} or more"
            rows.append({"value": name, "label": name, **shown(Fraction(weight, whole))})
        yield {"name": f"margin_{'you' if winner is Winner.YOU else 'foe'}", "label": label, "kind": "chances",
               "rows": rows}  # fmt: skip


def stacks(contest: Contest) -> list[dict[str, Any]]:
    """Both sides as modifier stacks."""
    return [
        {
            "title": side.name,
            "base": {"label": side.skill, "value": side.base},
            "rows": [modifier.to_json() for modifier in side.modifiers],
            "limit": None,
            "total": {"label": "Added to the roll", "value": side.bonus},
        }
        for side in (contest.you, contest.foe)
    ]


def chains(thrown: Thrown) -> list[dict[str, Any]]:
    """Both rolls as growing chains."""
    return [chain_figure(thrown.roll, "You"), chain_figure(thrown.foe_roll, "Your foe")]
