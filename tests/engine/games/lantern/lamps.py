"""Two small calculators in one module: a lamp that flickers in a chain, and the weight of a pack, without dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.dice import dice
from companion.fields import many, number
from companion.games.lantern.data import GEAR
from companion.resolver import Resolver
from companion.steps import Step

MOST = 4


@dataclass(frozen=True, slots=True)
class Flicker:
    """A lamp flickers on as long as its die shows its highest face."""

    draught: int = number("Draught", 0, 3)


@dataclass(frozen=True, slots=True)
class FlickerDice:
    """A chain of at most four."""

    chain: tuple[int, ...] = dice(6, "lamp die", goes_on=lambda chain: chain[-1] == 6 and len(chain) < MOST)


def ways(situation: Flicker) -> Iterator[tuple[int, int]]:
    """Each length of the chain with the faces of its last die, over 6 to the power of the longest."""
    for length in range(1, MOST + 1):
        for last in range(1, 7):
            if last < 6 or length == MOST:
                yield 6 * (length - 1) + last + situation.draught, 6 ** (MOST - length)


@dataclass(frozen=True, slots=True)
class Pack:
    """What is carried."""

    things: tuple[str, ...] = many("Things", GEAR, default=("rope",), least=1, most=5)


def weight(situation: Pack) -> int:
    """The weight of everything in the pack."""
    return sum(GEAR[thing].weight for thing in situation.things)


resolvers = (
    Resolver(
        "lantern/flicker",
        title="Flicker",
        summary="How long does the lamp flicker?",
        rule="lantern/lamps#flicker",
        situation=Flicker,
        dice=FlickerDice,
        resolve=lambda situation, thrown: sum(thrown.chain) + situation.draught,
        explain=lambda situation, thrown, outcome: [Step(f"{outcome} in all", "lantern/lamps#flicker", outcome)],
        sentence=lambda situation, outcome: f"It flickers {outcome} times.",
        measures={"times": ("Times", lambda outcome: outcome)},
        ways=ways,
        reading=lambda situation, tally: f"It flickers {tally.measures['times'][1].mean()} times in the mean.",
    ),
    Resolver(
        "lantern/pack",
        title="Pack",
        summary="How heavy is it?",
        rule="lantern/gear",
        situation=Pack,
        resolve=lambda situation, thrown: weight(situation),
        explain=lambda situation, thrown, outcome: [Step("Everything together", "lantern/gear", outcome)],
        sentence=lambda situation, outcome: f"The pack weighs {outcome} stones.",
    ),
)
