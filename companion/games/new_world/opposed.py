"""Opposed rolls: each side throws 2d6 and adds its melee attack total; a tie is the defender's.

Grapples, disarming, feints and manoeuvres are all such rolls. On either side count Fatigue, a weapon group that is
lacking, outnumbering and higher ground; Aim counts where the act is an attack. What belongs to one attack only
(Charge, All Out Attack, Swift Attack, a won feint) never does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from companion.dice import die
from companion.fields import number, switch
from companion.games.new_world.data import MODIFIERS
from companion.games.new_world.modifiers import outnumbering
from companion.odds import Odds
from companion.steps import Modifier, Step, signed, total


def own_total(label: str = "Your melee attack total") -> int:
    """The field for one side's total before the dice."""
    declared: int = number(label, -10, 30, default=6, help="Melee Skill and rank, without the dice and what follows.")
    return declared


@dataclass(frozen=True, slots=True)
class Modified:
    """The modifiers that may stand on either side of an opposed roll."""

    fatigue: int = number("Your Fatigue", 0, 10, group="You", unit="points")
    lacking: bool = switch("You lack the weapon's group", group="You")
    lacking_advanced: bool = switch(
        "That group is advanced", group="You", when={"lacking": True}, why="only where you lack the group"
    )
    attackers: int = number("Able attackers around your foe, you included", 1, 12, default=1, group="You")
    higher: bool = switch("You stand higher, or ride against a foe on foot", group="You")
    other: int = number("Anything else for you", -10, 10, group="You")
    foe_fatigue: int = number("Your foe's Fatigue", 0, 10, group="Your foe", unit="points")
    foe_lacking: bool = switch("Your foe lacks the weapon's group", group="Your foe")
    foe_lacking_advanced: bool = switch(
        "That group is advanced", group="Your foe", when={"foe_lacking": True}, why="only where your foe lacks it"
    )
    foe_attackers: int = number("Able attackers around you, your foe included", 1, 12, default=1, group="Your foe")
    foe_higher: bool = switch("Your foe stands higher, or rides against you on foot", group="Your foe")
    foe_other: int = number("Anything else for your foe", -10, 10, group="Your foe")


@dataclass(frozen=True, slots=True)
class OpposedDice:
    """Two dice for each side."""

    first: int = die(6, "your first die")
    second: int = die(6, "your second die")
    foe_first: int = die(6, "your foe's first die")
    foe_second: int = die(6, "your foe's second die")


def yours(situation: Modified) -> tuple[Modifier, ...]:
    """Your side's modifiers, those that are not zero."""
    s = situation
    return side(s.fatigue, s.lacking, s.lacking_advanced, s.attackers, s.higher, s.other)


def foes(situation: Modified) -> tuple[Modifier, ...]:
    """Your foe's modifiers, those that are not zero."""
    s = situation
    return side(s.foe_fatigue, s.foe_lacking, s.foe_lacking_advanced, s.foe_attackers, s.foe_higher, s.foe_other)


def side(fatigue: int, lacking: bool, advanced: bool, attackers: int, higher: bool, other: int) -> tuple[Modifier, ...]:
    """The modifiers of one side, those that are not zero. Addresses: new-world/modifiers#all, #melee."""
    found = []
    if fatigue:
        found.append(MODIFIERS.modifier("fatigue", fatigue, "Fatigue"))
    if lacking:
        found.append(MODIFIERS.modifier("lacking_advanced" if advanced else "lacking"))
    if attackers > 1:
        found.append(outnumbering(attackers))
    if higher:
        found.append(MODIFIERS.modifier("higher_ground"))
    if other:
        found.append(Modifier("Anything else", other, "new-world/modifiers#adding"))
    return tuple(found)


@cache
def sums() -> tuple[tuple[int, int, int], ...]:
    """Every pair of 2d6 sums, yours and your foe's, with its weight out of 1,296."""
    two = Odds.die(6).with_other(Odds.die(6), lambda first, second: first + second)
    return tuple((mine, theirs, weight * other) for mine, weight in two.items() for theirs, other in two.items())


def explain_totals(
    rule: str, dice: OpposedDice, sides: tuple[tuple[int, tuple[Modifier, ...], int], ...]
) -> Iterator[Step]:
    """The steps of both totals: for each side its total before the dice, its modifiers and the sum."""
    thrown = ((dice.first, dice.second), (dice.foe_first, dice.foe_second))
    for name, pair, (base, modifiers, reached) in zip(("You", "Your foe"), thrown, sides, strict=True):
        text = f"{name}: {pair[0]} + {pair[1]} on the dice {signed(base)}"
        if modifiers:
            text += f", modifiers {signed(total(modifiers))}"
        yield Step(f"{text} makes {reached}", rule, reached)
        for modifier in modifiers:
            yield Step(f"{name}: {modifier.label} {signed(modifier.value)}, counted", modifier.rule, modifier.value)


def stack(title: str, base: int, modifiers: tuple[Modifier, ...]) -> dict[str, object]:
    """One side's total as a modifier stack."""
    return {
        "title": title,
        "base": {"label": "Before the dice", "value": base},
        "rows": [modifier.to_json() for modifier in modifiers],
        "limit": None,
        "total": {"label": "Added to 2d6", "value": base + total(modifiers)},
    }
