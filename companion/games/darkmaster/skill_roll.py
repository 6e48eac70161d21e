"""Skill rolls: an open-ended roll plus a Skill Bonus, read in five bands; Assessment Rolls are the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_percent
from companion.fields import choice, number, switch
from companion.games.darkmaster.bands import GRADES, Grade, cuts, grade_of, span
from companion.games.darkmaster.contest import plain
from companion.games.darkmaster.data import BANDS, DIFFICULTY, SKILLS, named
from companion.games.darkmaster.open_die import Roll, chain_figure, read, rolls
from companion.games.darkmaster.open_roll import ChainDice, roll_steps
from companion.resolver import Resolver, Way
from companion.steps import Modifier, Step, signed, total

RULE = "darkmaster/skill"


class Purpose(StrEnum):
    """What is rolled for."""

    SKILL = "a skill roll"
    ASSESSMENT = "an Assessment Roll"


class Help(StrEnum):
    """What a helper's own roll was."""

    NONE = "nobody helps"
    HELPED = "helped by a Success"
    HELPED_WELL = "helped by a Critical Success"


@dataclass(frozen=True, slots=True)
class SkillRoll:
    """The Skill Bonus and what changes the roll."""

    bonus: int = number("Skill Bonus", -200, 400, default=50)
    difficulty: str = choice("Difficulty", lambda: named(DIFFICULTY), default="standard")
    purpose: Purpose = choice("What for", Purpose, help="An Assessment Roll uses the Perception bonus.")
    taking_time: bool = switch("You take at least double the time", group="You", help="Only without stress.")
    helper: Help = choice("Help", Help, group="You")
    bruised: bool = switch("You are Bruised", group="You", help="Below half of your hit points.")
    half_action: bool = switch("A Full and a Half Action this round", group="You")
    other: int = number("Anything else", -200, 200, group="You")


@dataclass(frozen=True, slots=True)
class Ready:
    """The bonus with all modifiers."""

    situation: SkillRoll
    modifiers: tuple[Modifier, ...]

    @property
    def bonus(self) -> int:
        return self.situation.bonus + total(self.modifiers)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The total and its band; `passed` is None for what is no Assessment Roll."""

    total: int
    grade: Grade
    passed: bool | None
    roll: Roll | None = None


def prepare(s: SkillRoll) -> Ready:
    """Gathers the modifiers."""
    return Ready(s, tuple(_modifiers(s)))


def _modifiers(s: SkillRoll) -> Iterator[Modifier]:
    if DIFFICULTY.number(s.difficulty):
        yield DIFFICULTY.modifier(s.difficulty)
    if s.taking_time:
        yield SKILLS.modifier("taking_time")
    if s.helper is not Help.NONE:
        yield SKILLS.modifier("helped" if s.helper is Help.HELPED else "helped_well")
    if s.bruised:
        yield SKILLS.modifier("bruised")
    if s.half_action:
        yield SKILLS.modifier("half_action")
    if s.other:
        yield Modifier("Anything else", s.other, f"{RULE}#modifiers")


def outcome(ready: Ready, thrown: int, roll: Roll | None = None) -> Outcome:
    """The outcome for what the dice come to."""
    reached = thrown + ready.bonus
    assessment = ready.situation.purpose is Purpose.ASSESSMENT
    return Outcome(reached, grade_of(reached), reached >= SKILLS.number("assessment") if assessment else None, roll)


def skill_roll(ready: Ready, thrown: ChainDice) -> Outcome:
    """Reads the chain and its band."""
    roll = read(thrown.chain)
    return outcome(ready, roll.total, roll)


def ways(ready: Ready) -> Iterator[Way]:
    """Each band, and the mark of an Assessment Roll: exact for the unlimited chain."""
    for _, thrown, weight in rolls([cut - ready.bonus for cut in (*cuts(), SKILLS.number("assessment"))]):
        yield outcome(ready, thrown), weight


def explain(ready: Ready, thrown: ChainDice, result: Outcome) -> Iterator[Step]:
    """The roll, the bonus, the modifiers, the band."""
    assert result.roll is not None
    yield from roll_steps(result.roll)
    yield Step(f"Skill Bonus {signed(ready.situation.bonus)}", RULE, ready.situation.bonus)
    for modifier in ready.modifiers:
        yield Step(f"{modifier.label} {signed(modifier.value)}", modifier.rule, modifier.value)
    yield Step(
        f"{plain(result.total)} in all: {result.grade.label} ({span(result.grade)})", f"{RULE}#bands", result.total
    )
    if result.passed is not None:
        verb = "reaches" if result.passed else "misses"
        mark = SKILLS.number("assessment")
        yield Step(f"{plain(result.total)} {verb} the {mark} of an Assessment Roll", f"{RULE}#assessment", mark)


def sentence(ready: Ready, result: Outcome) -> str:
    """The band in one sentence, with what it means."""
    if result.passed is not None:
        end = "you see what goes on." if result.passed else "you cannot declare a new action this round."
        return f"{plain(result.total)}, {result.grade.article}: {end}"
    note = BANDS[result.grade.value].note
    return f"{plain(result.total)}, {result.grade.article}. {note}"


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence: each band."""
    assert tally.verdicts is not None
    parts = [f"{grade.label} {as_percent(tally.verdicts.chance(grade))}" for grade in GRADES]
    text = "; ".join(parts) + "."
    if "passed" in tally.chances:
        return f"The Assessment Roll is passed in {as_percent(tally.chances['passed'][1])}. {text}"
    return text


def figures(ready: Ready, result: Outcome | None) -> dict[str, Any]:
    """The bonus as a modifier stack, and the roll as a chain."""
    return {
        "modifier-stack": {
            "title": "Your roll",
            "base": {"label": "Skill Bonus", "value": ready.situation.bonus},
            "rows": [modifier.to_json() for modifier in ready.modifiers],
            "limit": None,
            "total": {"label": "Added to the roll", "value": ready.bonus},
        },
        "open-chain": chain_figure(result.roll if result else None),
    }


def _at_least(grade: Grade, result: Outcome) -> bool:
    return result.grade.place >= grade.place


resolver = Resolver(
    "darkmaster/skill-roll",
    title="Skill roll",
    summary="An open-ended roll plus a Skill Bonus: how likely each of the five bands is.",
    rule=RULE,
    situation=SkillRoll,
    dice=ChainDice,
    prepare=prepare,
    resolve=skill_roll,
    explain=explain,
    sentence=sentence,
    verdict=lambda result: result.grade,
    chances={
        "passed": ("Assessment Roll passed", lambda result: result.passed),
        "success": ("Success or better", lambda result: _at_least(Grade.SUCCESS, result)),
        "partial_success": ("Partial Success or better", lambda result: _at_least(Grade.PARTIAL_SUCCESS, result)),
        "critical_failure": ("Critical Failure", lambda result: result.grade is Grade.CRITICAL_FAILURE),
    },
    ways=ways,
    figures=figures,
    reading=reading,
)
