"""The attack of opportunity: at −4, undefended, neither critical nor botched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.dice import dice, die
from companion.fields import ruling, switch
from companion.games.dark_eye.data import ATTACK, RULINGS
from companion.games.dark_eye.harm import harm_of
from companion.games.dark_eye.life import LEVELS, Life, dying
from companion.games.dark_eye.melee_exchange import life_of
from companion.games.dark_eye.opportunity import RULE, Opportunity, Struck
from companion.games.dark_eye.own_attack import attack_worth
from companion.games.dark_eye.situation import Strike
from companion.games.dark_eye.telling import points
from companion.resolver import Resolver, Way
from companion.steps import Step


class Verdict(StrEnum):
    """Whether it hits."""

    HIT = "hit"
    MISS = "miss"


@dataclass(frozen=True, slots=True)
class AttackOfOpportunity(Strike):
    """The attack of somebody who sees an opening. Manoeuvres are not to be had."""

    enemy_sense: bool = switch("Your target has Enemy Sense", group="Your foe")
    opportunity_naturals: str = ruling(RULINGS, "opportunity_naturals")


@dataclass(frozen=True, slots=True)
class OpportunityDice:
    """The attack die, and the weapon's damage dice."""

    attack: int = die(20, "attack die")
    damage: tuple[int, ...] = dice(6, "damage die", count=lambda ready: ready.opportunity.harm.dice)


@dataclass(frozen=True, slots=True)
class Ready:
    """The attack before its dice, and what the target has to lose."""

    opportunity: Opportunity
    life: Life | None
    lp: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether it hit, the life points it cost, and what is left where they are counted."""

    verdict: Verdict
    damage: int
    lp: int | None
    pain: int | None


def prepare(s: AttackOfOpportunity) -> Ready:
    """The attack before its dice. Refused where conditions leave the attacker unable to act."""
    on_attack = [ATTACK.modifier("opportunity")]
    if s.enemy_sense:
        on_attack.append(ATTACK.modifier("enemy_sense"))
    worth = attack_worth(s, tuple(on_attack), "The attack of opportunity")
    return Ready(Opportunity(worth, harm_of(s), s.opportunity_naturals), *life_of(s))


def attack_of_opportunity(ready: Ready, thrown: OpportunityDice) -> Outcome:
    """The attack for these dice. Address: dark-eye/opportunity#attack."""
    return outcome_of(ready, ready.opportunity.strike(thrown.attack, sum(thrown.damage)))


def outcome_of(ready: Ready, struck: Struck) -> Outcome:
    """The outcome of one strike."""
    lp = None if ready.life is None else ready.lp - struck.damage
    pain = None if ready.life is None or lp is None else ready.life.level(lp)
    return Outcome(Verdict.HIT if struck.hit else Verdict.MISS, struck.damage, lp, pain)


def ways(ready: Ready) -> Iterator[Way]:
    """Each damage once, and the miss."""
    return ((outcome_of(ready, struck), weight) for struck, weight in ready.opportunity.odds().items())


def explain(ready: Ready, thrown: OpportunityDice, outcome: Outcome) -> Iterator[Step]:
    """The attack's value, the roll, the damage."""
    opportunity = ready.opportunity
    yield from opportunity.attack.steps()
    struck = Struck(outcome.verdict is Verdict.HIT, outcome.damage)
    yield from opportunity.steps("The attack of opportunity", thrown.attack, sum(thrown.damage), struck)
    yield Step("No defence is possible", f"{RULE}#no-defence")
    if outcome.lp is not None and outcome.damage:
        left = str(outcome.lp).replace("-", "−")
        yield Step(f"Life points: {ready.lp} become {left}", "dark-eye/damage#life", outcome.lp)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    if outcome.verdict is Verdict.MISS:
        return "The attack of opportunity misses."
    text = f"The attack of opportunity hits: {points(outcome.damage)} lost."
    if outcome.lp is None:
        return text
    if dying(outcome.lp):
        return f"{text} The target is dying."
    pain = f", Pain {LEVELS[outcome.pain - 1]}" if outcome.pain else ""
    return f"{text} The target has {points(outcome.lp)} left{pain}."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    hit, mean = tally.chances["lands"][1], tally.measures["damage"][1].mean()
    return f"It hits {as_percent(hit)} of the time and costs {as_number(mean)} life points on average."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The attack's modifier stack, and the target's life points where they are counted."""
    found: dict[str, Any] = {"modifier-stack": ready.opportunity.attack.stack()}
    if ready.life is not None:
        lp = ready.lp if outcome is None or outcome.lp is None else outcome.lp
        found["lp-track"] = ready.life.track(lp, ready.lp)
    return found


resolver = Resolver(
    "dark-eye/attack-of-opportunity",
    title="Attack of opportunity",
    summary="Does the blow hit that needs no action and meets no defence?",
    rule=RULE,
    situation=AttackOfOpportunity,
    dice=OpportunityDice,
    prepare=prepare,
    resolve=attack_of_opportunity,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.verdict,
    chances={
        "lands": ("It hits", lambda outcome: outcome.verdict is Verdict.HIT),
        "any_damage": ("Life points are lost", lambda outcome: outcome.damage > 0),
        "dying": ("The target is dying", lambda outcome: None if outcome.lp is None else dying(outcome.lp)),
    },
    measures={
        "damage": ("life points lost", lambda outcome: outcome.damage),
        "pain": ("level of the target's Pain", lambda outcome: outcome.pain),
    },
    ways=ways,
    figures=figures,
    reading=reading,
)
