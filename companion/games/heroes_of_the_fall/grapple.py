"""The grapple as a calculator: its steps, its sentences, and what each further round would do."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from companion.answers import Tally, as_percent, shown
from companion.games.heroes_of_the_fall.blow import GAME, BlowDice
from companion.games.heroes_of_the_fall.feats import fallen, grid, minus
from companion.games.heroes_of_the_fall.grappling import (
    RULE,
    WOUNDS,
    Attempt,
    Grappled,
    GrappleDice,
    Ready,
    Result,
    Situation,
    Start,
    ended,
    grapple_ways,
    one_attack,
    prepare,
    wrestle,
)
from companion.games.heroes_of_the_fall.telling import body, explain, injury_table
from companion.resolver import Resolver
from companion.steps import Step, signed

ASKED = ((0, "seizes, or holds on"),)


def steps(ready: Ready, thrown: GrappleDice, outcome: Grappled) -> Iterator[Step]:
    """How it began, every attack, and what the hold or the fall did."""
    if ready.situation.start is Start.PARRY:
        yield Step("A limb that parries a limb may seize it: no strike is needed", f"{RULE}#defensive")
    for term in ready.terms if ready.attacks else ():
        yield Step(f"{term.label} {signed(term.value)}", term.rule, term.value)
    for place, attempt in enumerate(outcome.attempts):
        yield from _attempt(ready, thrown, place, attempt)
    if outcome.seized and ready.ground is None and not ready.countered:
        yield Step("No counter is tried, so the hold does its damage", f"{RULE}#counter")
    for number in range(1, outcome.rounds + 1):
        wound = WOUNDS[min(number, len(WOUNDS)) - 1]
        yield Step(f"Round {number}: the hold does a {wound} wound to the {_area(ready)}", f"{RULE}#damage", number)
    if outcome.ground is not None and ready.ground is not None:
        yield Step("Thrown: contact is broken, and the foe falls", f"{RULE}#throw")
        red, white, blue = thrown.fall
        fallen = BlowDice((), (), red, white, blue, thrown.area, ())
        yield from explain(ready.ground, fallen, outcome.ground)
    if outcome.still_held:
        yield Step("Then you let go", f"{RULE}#release")


def _area(ready: Ready) -> str:
    return ready.place.name.lower()


def _attempt(ready: Ready, thrown: GrappleDice, place: int, attempt: Attempt) -> Iterator[Step]:
    seeking = ready.seeks and place == 0
    number = place + 1 - ready.seeks
    mine = ready.mine.words(thrown.skill[place : place + 1], attempt.raised)
    theirs = ready.theirs.words(thrown.foe_skill[place : place + 1], attempt.foe_raised)
    level = minus(attempt.feat_level)
    faces = fallen(attempt.thrown)
    what = "To seize" if seeking else f"Round {number}, against the counter"
    yield Step(
        f"{what}: your skill {mine}; your foe's {theirs}; feat level {level}",
        f"{RULE}#{'offensive' if seeking else 'counter'}",
        attempt.feat_level,
    )
    if seeking:
        says = "seized" if attempt.made else "not seized"
    else:
        says = "the counter fails" if attempt.made else "your foe is free"
    yield Step(f"{faces}; it asks for {ready.feats.words(attempt.feat_level)}: {says}", f"{GAME}/feats#dice")


def sentence(ready: Ready, outcome: Grappled) -> str:
    """The result in one sentence."""
    if not outcome.seized:
        return "Your foe is not seized."
    listed = ", ".join(injury.value for injury in outcome.injuries)
    if outcome.ground is not None:
        if not outcome.ground.wound:
            return "Thrown, but unhurt."
        return f"Thrown, with a {outcome.result.value} wound to the {outcome.ground.part.lower()}: {listed or 'none'}."
    if not outcome.rounds:
        return "Your foe breaks free before any harm is done."
    rounds = f"{outcome.rounds} round{'' if outcome.rounds == 1 else 's'}"
    end = "then your foe breaks free" if outcome.broke_free else "then you let go"
    return f"Held for {rounds}, {end}: a {outcome.result.value} wound to the {_area(ready)} ({listed or 'none'})."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    assert tally.verdicts is not None
    parts = [f"Seized {as_percent(tally.chances['seized'][1])}"] if ready.seeks else []
    for result in (Result.MINOR, Result.SERIOUS, Result.MORTAL):
        parts.append(f"{result.value} wound {as_percent(tally.verdicts.chance(result))}")
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."


def figures(ready: Ready, outcome: Grappled | None) -> dict[str, Any]:
    """The levels that an attack asks, if one is thrown; for a hold what each round would do, or the body that falls."""
    last = outcome.attempts[-1] if outcome and outcome.attempts else None
    level = last.feat_level if last else ready.level(False, False)
    found: dict[str, Any] = {}
    if ready.attacks:
        found["feat-table"] = grid(ready.feats, level, last.thrown if last else None, ASKED)
    if ready.ground is not None:
        found["body"] = body(ready.ground, outcome.ground if outcome else None)
        return found
    made, every = one_attack(ready)
    one = Fraction(made, every)
    start = one if ready.seeks else Fraction(1)
    found["rounds"] = [
        {
            "round": number,
            "wound": WOUNDS[min(number, len(WOUNDS)) - 1],
            "injuries": [injury.value for injury in ended(ready, True, number, None).injuries],
            "held": shown(start * (one**number if ready.countered else 1)),
        }
        for number in range(1, ready.situation.rounds + 1)
    ]
    return found


resolver = Resolver(
    "heroes-of-the-fall/grapple",
    title="Grapple",
    summary="Seize a foe, hold on against each counter, or throw: how far it goes, round by round.",
    rule=RULE,
    situation=Situation,
    dice=GrappleDice,
    prepare=prepare,
    resolve=wrestle,
    explain=steps,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "seized": ("Seized", lambda outcome: outcome.seized),
        "broke_free": ("Breaks free", lambda outcome: outcome.broke_free),
        "still_held": ("Held to the end", lambda outcome: outcome.still_held),
        "killed": ("Deadly wound", lambda outcome: outcome.killed),
    },
    measures={"rounds": ("rounds of damage", lambda outcome: outcome.rounds)},
    ways=grapple_ways,
    figures=figures,
    further=lambda ready: injury_table(grapple_ways(ready)),
    reading=reading,
)
