"""The botch table: what 2d6 do to somebody who botched in a fight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_percent
from companion.dice import die
from companion.fields import choice, switch
from companion.games.dark_eye.botches import row_of
from companion.games.dark_eye.data import BOTCHES
from companion.games.dark_eye.tabular import row, table
from companion.resolver import Resolver
from companion.steps import Step

RULE = "dark-eye/critical#table"


class Roll(StrEnum):
    """Which roll was botched."""

    MELEE = "melee"
    RANGED = "ranged"

    @property
    def label(self) -> str:
        """The roll in words."""
        return {"melee": "an attack in melee, or a defence", "ranged": "a shot or throw"}[self]


@dataclass(frozen=True, slots=True)
class Botch:
    """What was botched, and whether there was a weapon in the hand."""

    roll: Roll = choice("What was botched", Roll)
    unarmed: bool = switch("Without a weapon", help="Bare hands, and a dodge.", when={"roll": "melee"},
                           why="a shot needs a weapon")  # fmt: skip


@dataclass(frozen=True, slots=True)
class BotchDice:
    """Two dice."""

    first: int = die(6, "first die")
    second: int = die(6, "second die")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result that counts, and what it does. `weapon` is None where there is none to lose, or none in hand."""

    thrown: int
    result: int
    text: str
    factor: int
    weapon: bool | None


def botch(s: Botch, thrown: BotchDice) -> Outcome:
    """Reads the table. Address: dark-eye/critical#table."""
    total = thrown.first + thrown.second
    found = row_of(total, s.unarmed)
    if s.roll is Roll.RANGED:
        return Outcome(total, found.roll, found.ranged, found.factor, None)
    return Outcome(total, found.roll, found.melee, found.factor, None if s.unarmed else found.weapon)


def explain(s: Botch, thrown: BotchDice, outcome: Outcome) -> Iterator[Step]:
    """The dice, and the row."""
    yield Step(f"{thrown.first} + {thrown.second} make {outcome.thrown}", RULE, outcome.thrown)
    if outcome.result != outcome.thrown:
        yield Step(f"Without a weapon it counts as {outcome.result}", RULE, outcome.result)
    yield Step(outcome.text.rstrip("."), RULE, outcome.result)


def sentence(s: Botch, outcome: Outcome) -> str:
    """The result in one sentence."""
    return f"{outcome.result}: {outcome.text}"


def reading(s: Botch, tally: Tally) -> str:
    """The odds in one sentence."""
    chances = {name: chance for name, (_, chance) in tally.chances.items()}
    own = f"you hurt yourself with it {as_percent(chances['own_weapon'])} of the time"
    if "weapon" not in chances:
        return f"{own[0].upper()}{own[1:]}."
    return f"The weapon suffers {as_percent(chances['weapon'])} of the time, and {own}."


def figures(s: Botch, outcome: Outcome | None) -> dict[str, Any]:
    """The whole table, with the other rows greyed once one is thrown."""
    rows = (
        row(each.roll, each.melee if s.roll is Roll.MELEE else each.ranged, rule=RULE,
            off=outcome is not None and outcome.result != each.roll)
        for each in BOTCHES.values()
    )  # fmt: skip
    return {"table": [table("Botch table", ("2d6", "What happens"), rows)]}


resolver = Resolver(
    "dark-eye/botch",
    title="Botch table",
    summary="What does a botch do, if you throw for it?",
    rule=RULE,
    situation=Botch,
    dice=BotchDice,
    resolve=botch,
    explain=explain,
    sentence=sentence,
    chances={
        "weapon": ("The weapon is lost, harmed or stuck", lambda outcome: outcome.weapon),
        "own_weapon": ("You hurt yourself with your weapon", lambda outcome: outcome.factor > 0),
    },
    measures={"result": ("result", lambda outcome: outcome.result)},
    figures=figures,
    reading=reading,
)
