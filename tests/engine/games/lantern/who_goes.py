"""Who goes first through the dark: one die each and Agility, ties together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.dice import dice
from companion.fields import number, rows, text
from companion.resolver import Resolver
from companion.steps import Step

RULE = "lantern/walks"


@dataclass(frozen=True, slots=True)
class Walker:
    """One who walks."""

    name: str = text("Name", longest=40)
    agility: int = number("Agility", 0, 12, default=3)


@dataclass(frozen=True, slots=True)
class Walkers:
    """All of them."""

    walkers: tuple[Walker, ...] = rows("Walkers", Walker, default=(Walker("Ada"),), least=1, most=60)


@dataclass(frozen=True, slots=True)
class OrderDice:
    """One die each."""

    order: tuple[int, ...] = dice(6, "order die", count=lambda ready: len(ready.walkers))


def resolve(ready: Walkers, thrown: OrderDice) -> dict[str, int]:
    """Everybody's count."""
    return {each.name: each.agility + face for each, face in zip(ready.walkers, thrown.order, strict=True)}


def explain(ready: Walkers, thrown: OrderDice, outcome: dict[str, int]) -> Iterator[Step]:
    """One line each."""
    for name, count in outcome.items():
        yield Step(f"{name}: {count}", f"{RULE}#order", count)


resolver = Resolver(
    "lantern/who-goes",
    title="Who goes first",
    summary="In which order do you walk?",
    rule=f"{RULE}#order",
    situation=Walkers,
    dice=OrderDice,
    resolve=resolve,
    explain=explain,
    sentence=lambda ready, outcome: f"First: {max(outcome, key=lambda name: outcome[name])}.",
    measures={"highest": ("Highest count", lambda outcome: max(outcome.values()))},
)
