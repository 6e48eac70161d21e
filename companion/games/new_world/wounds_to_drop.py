"""How many attacks until the foe falls: the exact distribution, attack by attack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.dice import dice
from companion.fields import number
from companion.games.new_world.attack import OwnTurn, on_own_turn
from companion.games.new_world.blow import Blow, Ready, merged, strike
from companion.games.new_world.explain import attack_figures
from companion.odds import Odds
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "new-world/attack#damage"


class Result(StrEnum):
    """Whether the foe is down within the attacks looked at."""

    DOWN = "down"
    STANDING = "still standing"


@dataclass(frozen=True, slots=True)
class WoundsToDrop(OwnTurn):
    """The same attack, again and again, at a foe with so many Wounds."""

    foe_wounds: int = number("Your foe's Wounds", 1, 100, default=12)
    within: int = number("Attacks to look at", 1, 30, default=5)


@dataclass(frozen=True, slots=True)
class Series:
    """The attack before its dice, and the foe's Wounds."""

    attack: Ready
    foe_wounds: int
    within: int

    @property
    def dice_count(self) -> int:
        """Three dice for each attack."""
        return 3 * self.within


@dataclass(frozen=True, slots=True)
class SeriesDice:
    """Three dice for each attack: two for the attack, then the location die. Those after the fall are not read."""

    thrown: tuple[int, ...] = dice(
        6, "die (two attack dice, then the location die, for each attack)", count=lambda ready: ready.dice_count
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """With which attack the foe fell (None: not within those looked at) and how many Wounds were lost."""

    attacks: int | None
    lost: int
    blows: tuple[Blow, ...] = ()

    @property
    def result(self) -> Result:
        return Result.STANDING if self.attacks is None else Result.DOWN


def prepare(s: WoundsToDrop) -> Series:
    """The attack before its dice. Refused where it cannot be made."""
    return Series(on_own_turn(s), s.foe_wounds, s.within)


def wounds_to_drop(series: Series, thrown: SeriesDice) -> Outcome:
    """Attack after attack until the foe's Wounds are gone or the attacks are."""
    lost, blows = 0, []
    for attack in range(1, series.within + 1):
        first, second, location = thrown.thrown[3 * attack - 3 : 3 * attack]
        blow = strike(series.attack, first, second, location)
        blows.append(blow)
        lost += blow.wounds
        if lost >= series.foe_wounds:
            return Outcome(attack, lost, tuple(blows))
    return Outcome(None, lost, tuple(blows))


def ways(series: Series) -> Iterator[Way]:
    """Attack by attack, with equal losses merged; what is decided early keeps its share of the whole."""
    wounds = wounds_of(series.attack)
    standing: dict[int, int] = {0: 1}
    for attack in range(1, series.within + 1):
        rest = wounds.total ** (series.within - attack)
        after: dict[int, int] = {}
        fallen: dict[int, int] = {}
        for lost, weight in standing.items():
            for more, ways_ in wounds.items():
                into = fallen if lost + more >= series.foe_wounds else after
                into[lost + more] = into.get(lost + more, 0) + weight * ways_
        for lost, weight in fallen.items():
            yield Outcome(attack, lost), weight * rest
        standing = after
    for lost, weight in standing.items():
        yield Outcome(None, lost), weight


def wounds_of(ready: Ready) -> Odds[int]:
    """The odds of the Wounds that one attack takes."""
    return merged(ready).map(lambda blow: blow.wounds).simplest()


def mean_attacks(wounds: Odds[int], foe_wounds: int) -> Fraction | None:
    """The exact mean number of attacks until that many Wounds are gone, without any limit.

    None where the attack can take no Wounds at all. Worked out from the last Wound up: with `n` left, one attack
    and then whatever is left after it; attacks that take nothing are repeated.
    """
    nothing = wounds.chance(0)
    if nothing == 1:
        return None

    @cache
    def mean(left: int) -> Fraction:
        later = sum(
            (wounds.chance(lost) * mean(left - lost) for lost in wounds if 0 < lost < left),
            Fraction(0),
        )
        return (1 + later) / (1 - nothing)

    for left in range(1, foe_wounds):
        mean(left)
    return mean(foe_wounds)


def numbers(series: Series) -> Mapping[str, tuple[str, Fraction]]:
    """The mean number of attacks, without a limit, where there is one."""
    mean = mean_attacks(wounds_of(series.attack), series.foe_wounds)
    return {} if mean is None else {"mean_attacks": ("Mean attacks needed", mean)}


def explain(series: Series, thrown: SeriesDice, outcome: Outcome) -> Iterator[Step]:
    """One step for each attack, then the end."""
    left = series.foe_wounds
    for place, blow in enumerate(outcome.blows, 1):
        left = max(0, left - blow.wounds)
        yield Step(f"Attack {place}: {blow.verdict}, {blow.wounds} Wounds; {left} left", RULE, blow.wounds)


def sentence(series: Series, outcome: Outcome) -> str:
    """The result in one sentence."""
    if outcome.attacks is None:
        left = series.foe_wounds - outcome.lost
        return f"After {series.within} attacks your foe still has {left} of {series.foe_wounds} Wounds."
    plural = "" if outcome.attacks == 1 else "s"
    return f"Your foe is out of Wounds after {outcome.attacks} attack{plural}."


def reading(series: Series, tally: Tally) -> str:
    """The odds in one sentence."""
    mean = tally.numbers.get("mean_attacks")
    if mean is None:
        return "This attack can take no Wounds from that foe: it never falls."
    within = f"within {series.within} attack{'' if series.within == 1 else 's'}"
    return (
        f"{as_number(mean[1])} attacks on average until your foe's {series.foe_wounds} Wounds are gone;"
        f" {within}: {as_percent(tally.chances['down'][1])}."
    )


def figures(series: Series, outcome: Outcome | None) -> dict[str, Any]:
    """The same pictures as for one attack, showing the last blow."""
    return attack_figures(series.attack, outcome.blows[-1] if outcome is not None and outcome.blows else None)


resolver = Resolver(
    "new-world/wounds-to-drop",
    title="Wounds to drop",
    summary="How many attacks until the foe falls: the chance for each number of attacks, and the mean.",
    rule=RULE,
    situation=WoundsToDrop,
    dice=SeriesDice,
    prepare=prepare,
    resolve=wounds_to_drop,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={"down": ("Down within the attacks looked at", lambda outcome: outcome.attacks is not None)},
    measures={"attacks": ("Attacks needed", lambda outcome: outcome.attacks)},
    numbers=numbers,
    ways=ways,
    figures=figures,
    reading=reading,
)
