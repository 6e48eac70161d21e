"""Aiming: round by round to +40, what loses it, and the shot at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.fields import choice, many, ruling, switch, text
from companion.games.darkmaster.attack import aim as aimed_for
from companion.games.darkmaster.attack import blow_resolver
from companion.games.darkmaster.blow import Ready, ready_for
from companion.games.darkmaster.data import RULINGS
from companion.games.darkmaster.strike import Strike, ranged_options
from companion.games.darkmaster.tabular import row, table
from companion.steps import Step, total
from companion.tables import Table

RULE = "darkmaster/aim"


class Effect(StrEnum):
    """What a round does to an Aim."""

    ADDS = "adds"
    KEEPS = "keeps"
    SPENDS = "spends"
    LOSES = "loses"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class AimAct:
    """One way to spend a round before the shot. `free` adds where the ruling spares Free Actions, else it loses."""

    name: str = text("Round", longest=80)
    effect: Effect = choice("Effect", Effect)
    rule: str = text("Rule", longest=80)


ACTS = Table(__name__, "aim_acts", AimAct)


@dataclass(frozen=True, slots=True)
class Aim(Strike):
    """The rounds before the shot, and the shot."""

    weapon: str = choice("Weapon", ranged_options, default="longbow")
    rounds: tuple[str, ...] = many(
        "The rounds before the shot, in order", ACTS, default=("aim", "aim", "aim", "aim"), most=12
    )
    at_target: bool = switch("The shot is at the target aimed at", default=True)
    aim_free_actions: str = ruling(RULINGS, "aim_free_actions")


def trail(s: Aim) -> list[tuple[AimAct, int]]:
    """Each round with the number of rounds aimed in a row after it. Addresses: darkmaster/aim#rounds, #lost."""
    found, in_a_row = [], 0
    for key in s.rounds:
        act = ACTS[key]
        effect = act.effect
        if effect is Effect.FREE:
            effect = Effect.ADDS if s.aim_free_actions == "spare" else Effect.LOSES
        if effect is Effect.ADDS:
            in_a_row += 1
        elif effect is not Effect.KEEPS:
            in_a_row = 0
        found.append((act, in_a_row))
    return found


def prepare(s: Aim) -> Ready:
    """The shot with what its Aim is worth. Raises `Refused` where it cannot be made."""
    rounds = trail(s)[-1][1] if s.rounds and s.at_target else 0
    return ready_for(s, extra=aimed_for(rounds))


def before(ready: Ready) -> Iterator[Step]:
    """The rounds before the shot."""
    s: Any = ready.situation
    for place, (act, in_a_row) in enumerate(trail(s), 1):
        worth = total(aimed_for(in_a_row))
        yield Step(f"Round {place}: {act.name}; the Aim is worth +{worth}", act.rule, worth)
    if s.rounds and not s.at_target:
        yield Step("The shot is at another target: the Aim adds nothing there", f"{RULE}#bonus", 0)


def pictures(ready: Ready) -> dict[str, Any]:
    """The rounds as a table."""
    s: Any = ready.situation
    rows = (
        row(str(place), act.name, f"+{total(aimed_for(in_a_row))}", rule=act.rule)
        for place, (act, in_a_row) in enumerate(trail(s), 1)
    )
    return {"table": table("The Aim, round by round", ("Round", "What you do", "Worth"), rows)} if s.rounds else {}


resolver = blow_resolver(
    "darkmaster/aim",
    title="Aim",
    summary="What rounds of Aiming are worth, what loses them, and the shot at their end.",
    rule=RULE,
    situation=Aim,
    prepare=prepare,
    before=before,
    pictures=pictures,
)
