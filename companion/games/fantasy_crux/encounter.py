"""The encounter tracker of the game: the order of a round, and what the other rooms say of sheet, round and harm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.encounter import Fight, Initiative, Place, Tracker
from companion.games.fantasy_crux.data import GAME
from companion.games.fantasy_crux.encounter_attack import attacks
from companion.games.fantasy_crux.encounter_conditions import conditions
from companion.games.fantasy_crux.encounter_health import MARKS, health, round_begins
from companion.games.fantasy_crux.encounter_outcome import outcome
from companion.games.fantasy_crux.encounter_round import USES, delay, plan, turn_begins, turn_ends
from companion.games.fantasy_crux.encounter_sheet import Scene, Sheet


def order_inputs(fight: Fight) -> Mapping[str, Any]:
    """Everybody's row for the calculator of the Combat Order."""
    return {
        "fighters": [
            {
                "name": one.name,
                "dexterity": one.sheet.dexterity,
                "intelligence": one.sheet.intelligence,
                "armour": one.sheet.armour or "none",
                "order": one.sheet.order,
            }
            for one in fight.combatants
        ]
    }


def places(fight: Fight, rolled: Mapping[str, Any]) -> Iterator[Place]:
    """The order as it fell, each in a place alone: ties are parted by DEX and then by dice."""
    for placed in rolled["outcome"]["order"]:
        yield Place((fight.named(placed["name"]).id,), placed["total"])


tracker = Tracker(
    game=GAME,
    sheet=Sheet,
    scene=Scene,
    marks=MARKS,
    conditions=conditions,
    uses=USES,
    initiative=Initiative("fantasy-crux/combat-order", order_inputs, places),
    health=health,
    attacks=attacks,
    outcome=outcome,
    plan=plan,
    delay=delay,
    round_begins=round_begins,
    turn_begins=turn_begins,
    turn_ends=turn_ends,
)
