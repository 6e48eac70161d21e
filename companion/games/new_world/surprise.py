"""Surprise: one character, one die, and the number to act on in the first round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.answers import Tally, as_percent
from companion.dice import dice
from companion.fields import number, switch
from companion.games.new_world.order import Fighter, surprised
from companion.games.new_world.score import initiative_modifiers, initiative_number
from companion.resolver import Resolver
from companion.steps import Step, signed

RULE = "new-world/surprise"
TIES = "new-world/initiative#ties"


class Result(StrEnum):
    """How the first round goes for the character."""

    SURPRISED = "surprised"
    AFTER = "acts after the ambusher"
    TOGETHER = "acts together with the ambusher"
    BEFORE = "acts before the ambusher"


YOU, FOE = "You", "The ambusher"


@dataclass(frozen=True, slots=True)
class Surprise:
    """One character who might be surprised, and the quickest of the ambushers."""

    agility: int = number("Agility", -5, 20, default=3)
    combat_reflexes: bool = switch("Combat Reflexes")
    woods_runner: bool = switch("Master Woods Runner", help="Never surprised, never rolls.")
    springs: bool = switch("Your side springs the surprise", help="Then you do not roll.")
    foe_initiative: int = number("The ambusher's initiative", -5, 20, default=3, help="Of the quickest one.")
    wits: int = number("Wits", -5, 20, default=3, group="Ties")
    foe_wits: int = number("The ambusher's Wits", -5, 20, default=3, group="Ties")
    player: bool = switch("You are a player character", group="Ties")
    foe_player: bool = switch("The ambusher is a player character", group="Ties")


@dataclass(frozen=True, slots=True)
class SurpriseDice:
    """One die, for whoever might be surprised."""

    surprise: tuple[int, ...] = dice(6, "surprise die", count=lambda ready: 1 if ready.you.rolls else 0)


@dataclass(frozen=True, slots=True)
class Ready:
    """Both as the order sees them."""

    situation: Surprise
    you: Fighter
    foe: Fighter


@dataclass(frozen=True, slots=True)
class Outcome:
    """The number for the first round (below zero: surprised), what it means, and the number of later rounds."""

    number: int
    foe_number: int
    result: Result
    later: int

    @property
    def level(self) -> bool:
        """Whether both act on the same number, so that the ties decide."""
        return self.result is not Result.SURPRISED and self.number == self.foe_number


def prepare(situation: Surprise) -> Ready:
    """The initiative number with Combat Reflexes already in it, and whether there is a die at all."""
    s = situation
    base = initiative_number(s.agility, s.combat_reflexes)
    you = Fighter(YOU, base, s.wits, s.player, not (s.woods_runner or s.springs))
    return Ready(s, you, Fighter(FOE, s.foe_initiative, s.foe_wits, s.foe_player, False))


def surprise(ready: Ready, dice: SurpriseDice) -> Outcome:
    """Takes the die off the initiative number. Addresses: new-world/surprise#roll, #below-zero, #first-round."""
    you, foe = ready.you, ready.foe
    number = you.number - sum(dice.surprise)
    if you.rolls and surprised(number):
        return Outcome(number, foe.number, Result.SURPRISED, you.number)
    mine, theirs = you.key(number), foe.key(foe.number)
    result = Result.TOGETHER if mine == theirs else Result.BEFORE if mine > theirs else Result.AFTER
    return Outcome(number, foe.number, result, you.number)


def explain(ready: Ready, dice: SurpriseDice, outcome: Outcome) -> Iterator[Step]:
    """The normal number, the die, what it means against the ambusher, and the rounds after."""
    s, you = ready.situation, ready.you
    yield Step(f"Agility {_number(s.agility)}", "new-world/initiative#order", s.agility)
    for modifier in initiative_modifiers(s.combat_reflexes):
        yield Step(f"{modifier.label} {signed(modifier.value)}, before the die", modifier.rule, modifier.value)
    if s.woods_runner:
        yield Step("A Master Woods Runner never rolls", f"{RULE}#who-rolls")
    elif s.springs:
        yield Step("The side that springs the surprise never rolls", f"{RULE}#who-rolls")
    for face in dice.surprise:
        yield Step(f"Initiative {_number(you.number)} − {face} on the die: {_number(outcome.number)}", f"{RULE}#roll",
                   outcome.number)  # fmt: skip
    if outcome.result is Result.SURPRISED:
        yield Step(
            "Below zero: surprised. The whole turn is lost, and no free attack is made this round",
            f"{RULE}#below-zero",
        )
    else:
        if outcome.level:
            yield Step(f"Level at {_number(outcome.number)}: Wits, then player characters, decide", TIES)
        yield Step(
            f"{_number(outcome.number)} against the ambusher's {_number(outcome.foe_number)}: {outcome.result}",
            f"{RULE}#first-round",
            outcome.number,
        )
    yield Step(f"From the second round on: {_number(outcome.later)}", f"{RULE}#after", outcome.later)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """What the first round brings, and the number afterwards."""
    after = f"from the second round on it is {_number(outcome.later)}."
    if outcome.result is Result.SURPRISED:
        return (
            f"Surprised: no turn in the first round; the initiative number would be {_number(outcome.number)}, {after}"
        )
    who = str(outcome.result).removeprefix("acts ")
    return f"You act on {_number(outcome.number)} in the first round, {who}; {after}"


def reading(ready: Ready, tally: Tally) -> str:
    """The chance of surprise, and the numbers that the first round can bring."""
    you = ready.you
    if not you.rolls:
        return f"No roll: you act on {_number(you.number)}, in the first round as in every other."
    chance = tally.chances["surprised"][1]
    if not chance:
        low, high = min(you.numbers()), max(you.numbers())
        return f"Never surprised: you act on {low} to {high} in the first round, and on {you.number} after it."
    return f"Surprised {as_percent(chance)}; from the second round on you act on {_number(you.number)}."


def _number(number: int) -> str:
    return str(number).replace("-", "−")


resolver = Resolver(
    "new-world/surprise",
    title="Surprise",
    summary="One die against one character: surprised or not, and when to act in the first round.",
    rule=RULE,
    situation=Surprise,
    dice=SurpriseDice,
    prepare=prepare,
    resolve=surprise,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "surprised": ("Surprised", lambda outcome: outcome.result is Result.SURPRISED),
        "level": ("Level with the ambusher", lambda outcome: outcome.level),
    },
    measures={"number": ("number in the first round", lambda outcome: outcome.number)},
    reading=reading,
)
