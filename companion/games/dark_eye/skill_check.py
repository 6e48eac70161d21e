"""The skill check: three d20 against three attributes, and the skill points that pay for the difference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.dice import die
from companion.errors import Refused
from companion.fields import choice, number, ruling
from companion.games.dark_eye.check import RULE, Check, Passed, Result, check_of
from companion.games.dark_eye.conditions import condition_modifiers
from companion.games.dark_eye.data import RULINGS, SKILLS
from companion.resolver import Resolver
from companion.steps import Step


@dataclass(frozen=True, slots=True)
class SkillCheck:
    """Three attributes, a rating, and what makes it harder or easier."""

    skill: str = choice("Skill", SKILLS, default="any", help="It says what Encumbrance and a critical success do.")
    first: int = number("First attribute", 1, 25, default=13)
    second: int = number("Second attribute", 1, 25, default=13)
    third: int = number("Third attribute", 1, 25, default=13)
    rating: int = number("Skill rating (SR)", 0, 25, default=7)
    modifier: int = number("Difficulty", -20, 15, help="Below 0 it is harder. It changes all three attributes.")
    pain: int = number("Pain", 0, 4, group="Conditions", unit="levels")
    encumbrance: int = number(
        "Encumbrance", 0, 4, group="Conditions", unit="levels", help="Counts only for the skills that it hinders."
    )
    others: int = number("Stupor, Fear, Confusion and Paralysis together", 0, 12, group="Conditions", unit="levels")
    critical_quality: str = ruling(RULINGS, "critical_quality")


@dataclass(frozen=True, slots=True)
class CheckDice:
    """One die for each attribute, named before the throw."""

    first: int = die(20, "die for the first attribute")
    second: int = die(20, "die for the second attribute")
    third: int = die(20, "die for the third attribute")

    @property
    def faces(self) -> tuple[int, int, int]:
        """All three."""
        return self.first, self.second, self.third


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the check came out, and the dice (empty where only the odds are counted)."""

    passed: Passed
    dice: tuple[int, ...] = ()


def prepare(s: SkillCheck) -> Check:
    """The check before its dice. Refused where an attribute falls to 0 or below."""
    skill = SKILLS[s.skill]
    check = check_of(
        skill.name if s.skill != "any" else "The check",
        (s.first, s.second, s.third),
        s.rating,
        skill=s.skill,
        modifier=s.modifier,
        conditions=condition_modifiers(s.pain, s.encumbrance if skill.hindered else 0, s.others),
        critical_quality=s.critical_quality,
    )
    refuse_hopeless(check)
    return check


def refuse_hopeless(check: Check) -> None:
    """Refuses a check that may not be rolled. Address: dark-eye/skill-check#not-allowed."""
    if not check.allowed:
        lowest = str(min(check.targets)).replace("-", "−")
        raise Refused(
            f"an attribute of {lowest} after modifiers allows no check: it counts as failed.", f"{RULE}#not-allowed"
        )


def skill_check(check: Check, thrown: CheckDice) -> Outcome:
    """The check for these dice."""
    return Outcome(check.roll(thrown.faces), thrown.faces)


def ways(check: Check) -> Iterator[tuple[Outcome, int]]:
    """Every result with its weight out of 8,000."""
    return ((Outcome(passed), weight) for passed, weight in check.odds().items())


def explain(check: Check, thrown: CheckDice, outcome: Outcome) -> Iterator[Step]:
    """The modifiers, the spend of each die, and what comes of it."""
    return check.steps(thrown.faces, outcome.passed)


def sentence(check: Check, outcome: Outcome) -> str:
    """The result in one sentence."""
    passed = outcome.passed
    if passed.result is Result.SUCCESS:
        return f"A success with {passed.left} skill points left: quality level {passed.quality}."
    if passed.result.critical:
        return f"A {passed.result}: quality level {passed.quality}."
    if passed.result.botched:
        return f"A {passed.result}."
    return f"A failure: {-passed.left} skill points too few."


def reading(check: Check, tally: Tally) -> str:
    """The odds in one sentence."""
    chances = {name: chance for name, (_, chance) in tally.chances.items()}
    mean = tally.measures["quality"][1].mean()
    return (
        f"The check succeeds {as_percent(chances['success'])} of the time, at a mean quality level of"
        f" {as_number(mean)}; two 1s fall {as_percent(chances['critical'])}, two 20s {as_percent(chances['botch'])}."
    )


def figures(check: Check, outcome: Outcome | None) -> dict[str, Any]:
    """What each die costs, and the modifiers."""
    dice, passed = (outcome.dice, outcome.passed) if outcome else (None, None)
    return {"check-spend": check.spend(dice, passed), "modifier-stack": check.stack()}


resolver = Resolver(
    "dark-eye/skill-check",
    title="Skill check",
    summary="Does a check with three dice succeed, and at which quality level?",
    rule=RULE,
    situation=SkillCheck,
    dice=CheckDice,
    prepare=prepare,
    resolve=skill_check,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.passed.result,
    chances={
        "success": ("Success", lambda outcome: outcome.passed.result.succeeds),
        "critical": ("Two or three 1s", lambda outcome: outcome.passed.result.critical),
        "botch": ("Two or three 20s", lambda outcome: outcome.passed.result.botched),
    },
    measures={"quality": ("quality level (0 for a failure)", lambda outcome: outcome.passed.quality)},
    ways=ways,
    figures=figures,
    reading=reading,
)
