"""The feint: melee total against melee total, and the winner's next attack on that foe this turn gains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.dice import die
from companion.fields import number, switch
from companion.games.new_world.blow import Blow, Ready, merged, ready_for, strike
from companion.games.new_world.data import MODIFIERS
from companion.games.new_world.explain import blow_sentence, blow_steps, location_figure, roll_stack
from companion.games.new_world.opposed import OpposedDice, explain_totals, side, stack, sums
from companion.games.new_world.strike import Strike
from companion.resolver import Resolver, Way
from companion.steps import Modifier, Step, signed, total

RULE = "new-world/actions#feint"


class Result(StrEnum):
    """How the feint and the attack after it end."""

    WON_HIT = "feint won, then a hit"
    WON_MISS = "feint won, then a miss"
    LOST_HIT = "feint lost, yet a hit"
    LOST_MISS = "feint lost, then a miss"


@dataclass(frozen=True, slots=True)
class Feint(Strike):
    """A feint with one half action, and a Standard Attack on the same foe with the other."""

    foe_total: int = number(
        "Your foe's melee attack total", -10, 30, default=4, help="Melee Skill and rank, without dice and what follows."
    )
    foe_fatigue: int = number("Your foe's Fatigue", 0, 10, group="Your foe's roll", unit="points")
    foe_lacking: bool = switch("Your foe lacks the weapon's group", group="Your foe's roll")
    foe_lacking_advanced: bool = switch(
        "That group is advanced", group="Your foe's roll", when={"foe_lacking": True}, why="only where it is lacking"
    )
    foe_attackers: int = number(
        "Able attackers around you, your foe included", 1, 20, default=1, group="Your foe's roll"
    )
    foe_higher: bool = switch("Your foe stands higher", group="Your foe's roll")
    foe_other: int = number("Anything else for your foe", -10, 10, group="Your foe's roll")


@dataclass(frozen=True, slots=True)
class FeintDice(OpposedDice):
    """Two dice a side for the feint, three for the attack after it."""

    attack_first: int = die(6, "attack, first die")
    attack_second: int = die(6, "attack, second die")
    location: int = die(6, "attack, location die")


@dataclass(frozen=True, slots=True)
class Prepared:
    """Both totals of the feint before the dice, and the attack after it, with the feint won and without."""

    situation: Feint
    base: int
    yours: tuple[Modifier, ...]
    foes: tuple[Modifier, ...]
    won: Ready
    lost: Ready

    @property
    def lead(self) -> int:
        """Your total less your foe's, before the dice."""
        return self.base + total(self.yours) - self.situation.foe_total - total(self.foes)


@dataclass(frozen=True, slots=True)
class Outcome:
    """By how much the feint was won (above 0) and how the attack came out."""

    difference: int
    blow: Blow

    @property
    def won(self) -> bool:
        """A tie is no win. Address: new-world/actions#feint."""
        return self.difference > 0

    @property
    def result(self) -> Result:
        if self.won:
            return Result.WON_HIT if self.blow.hit else Result.WON_MISS
        return Result.LOST_HIT if self.blow.hit else Result.LOST_MISS


def prepare(s: Feint) -> Prepared:
    """The totals of the feint, and both attacks that may follow."""
    won = ready_for(s, (MODIFIERS.modifier("feint"),))
    lost = ready_for(s)
    yours = tuple(modifier for modifier in lost.modifiers if modifier.rule not in NOT_OPPOSED)
    foes = side(s.foe_fatigue, s.foe_lacking, s.foe_lacking_advanced, s.foe_attackers, s.foe_higher, s.foe_other)
    return Prepared(s, s.skill + (0 if s.lacking else s.rank), yours, foes, won, lost)


NOT_OPPOSED = ("new-world/movement#run",)
"""Modifiers of the attack roll that say how easy the target is to hit, not how well one fights."""


def feint(ready: Prepared, dice: FeintDice) -> Outcome:
    """The feint, then the attack, for these dice."""
    difference = ready.lead + dice.first + dice.second - dice.foe_first - dice.foe_second
    attack = ready.won if difference > 0 else ready.lost
    return Outcome(difference, strike(attack, dice.attack_first, dice.attack_second, dice.location))


def ways(ready: Prepared) -> Iterator[Way]:
    """The chance to win the feint, then each distinct blow of the attack that follows."""
    weights = {True: 0, False: 0}
    for mine, theirs, weight in sums():
        weights[ready.lead + mine - theirs > 0] += weight
    for won, attack in ((True, ready.won), (False, ready.lost)):
        if weights[won]:
            for blow, weight in merged(attack).items():
                yield Outcome(1 if won else 0, blow), weights[won] * weight


def explain(ready: Prepared, dice: FeintDice, outcome: Outcome) -> Iterator[Step]:
    """Both totals, who won, then the attack."""
    s = ready.situation
    mine = dice.first + dice.second + ready.base + total(ready.yours)
    theirs = dice.foe_first + dice.foe_second + s.foe_total + total(ready.foes)
    sides = ((ready.base, ready.yours, mine), (s.foe_total, ready.foes, theirs))
    yield from explain_totals(RULE, dice, sides)
    if outcome.won:
        gain = MODIFIERS.number("feint")
        yield Step(f"You win by {outcome.difference}: your next attack on this foe is at {signed(gain)}", RULE, gain)
    else:
        yield Step("No win: a tie or less gains nothing", RULE, 0)
    attack = ready.won if outcome.won else ready.lost
    yield from blow_steps(attack, dice.attack_first, dice.attack_second, dice.location, outcome.blow)


def sentence(ready: Prepared, outcome: Outcome) -> str:
    """The feint and the attack in one line."""
    attack = ready.won if outcome.won else ready.lost
    start = "The feint succeeds." if outcome.won else "The feint fails."
    return f"{start} {blow_sentence(attack, outcome.blow)}"


def reading(ready: Prepared, tally: Tally) -> str:
    """The odds in one sentence."""
    won, hit = tally.chances["won"][1], tally.chances["hit"][1]
    return (
        f"You win the feint {as_percent(won)} of the time and then hit {as_percent(hit)} in all;"
        f" feint and attack cost your foe {as_number(tally.measures['wounds'][1].mean())} Wounds on average."
    )


def figures(ready: Prepared, outcome: Outcome | None) -> dict[str, Any]:
    """Both totals of the feint and the attack roll as modifier stacks, and the hit-location figure."""
    attack = ready.won if outcome is None or outcome.won else ready.lost
    return {
        "modifier-stack": [
            stack("You, feinting", ready.base, ready.yours),
            stack("Your foe", ready.situation.foe_total, ready.foes),
            {**roll_stack(attack), "title": "Your attack, feint won" if attack is ready.won else "Your attack"},
        ],
        "hit-location": location_figure(attack, None if outcome is None else outcome.blow),
    }


resolver = Resolver(
    "new-world/feint",
    title="Feint",
    summary="Does the feint pay? Both rolls, and the attack that follows in the same turn.",
    rule=RULE,
    situation=Feint,
    dice=FeintDice,
    prepare=prepare,
    resolve=feint,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "won": ("Feint won", lambda outcome: outcome.won),
        "hit": ("Hit", lambda outcome: outcome.blow.hit),
        "critical": ("Critical hit", lambda outcome: outcome.blow.critical),
    },
    measures={"wounds": ("Wounds", lambda outcome: outcome.blow.wounds)},
    ways=ways,
    figures=figures,
    reading=reading,
)
