"""New World in an encounter: the order with its surprise round, and what begins and ends with a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.encounter import Change, Combatant, Fight, Gained, Initiative, Lost, Marked, Place, Tracker, Use
from companion.games.new_world import initiative
from companion.games.new_world.data import RULINGS
from companion.games.new_world.encounter_attacks import attacks
from companion.games.new_world.encounter_outcome import outcome
from companion.games.new_world.encounter_plan import plan
from companion.games.new_world.encounter_reach import health
from companion.games.new_world.encounter_sheet import CONDITIONS, Scene, Sheet, conditions, marks
from companion.games.new_world.turn_rules import ROUND
from companion.steps import Step

UNTIL_OWN_TURN = ("all-out-attack", "all-out-defence", "parrying", "ran")
"""What lasts until the own next turn begins."""


def order_inputs(fight: Fight) -> dict[str, Any]:
    """The combatants as the initiative calculator asks for them; surprise is for the first round only."""
    return {
        "combatants": [
            {
                "name": each.name,
                "agility": each.sheet.agility,
                "wits": each.sheet.wits,
                "player": each.sheet.player,
                "side": each.side.value,
                "combat_reflexes": each.sheet.combat_reflexes,
                "woods_runner": each.sheet.woods_runner,
                "wary": each.has("wary"),
            }
            for each in fight.combatants
        ],
        "ambush": (fight.scene.ambush if fight.round <= 1 else initiative.Ambush.NOBODY).value,
    }


def places(fight: Fight, rolled: Mapping[str, Any]) -> Iterator[Place]:
    """The order of the first round. Addresses: new-world/initiative#order, #ties, new-world/surprise#first-round."""
    return _named(fight, rolled["outcome"]["first"])


def later(fight: Fight) -> Iterable[Place]:
    """The order after the first round, in which no surprise die counts any more (new-world/surprise#after)."""
    if fight.round > 2 or fight.scene.ambush is initiative.Ambush.NOBODY:
        return fight.standing
    situation, _ = initiative.resolver.read(order_inputs(fight))
    return _named(fight, [{"number": p.number, "names": p.names} for p in initiative.prepare(situation).later])


def _named(fight: Fight, found: Iterable[Mapping[str, Any]]) -> Iterator[Place]:
    for place in found:
        yield Place(tuple(fight.named(name).id for name in place["names"]), place["number"])


def surprise(fight: Fight, rolled: Mapping[str, Any]) -> Iterator[Change]:
    """Who is surprised loses the first round. Address: new-world/surprise#below-zero."""
    for name in rolled["outcome"]["surprised"]:
        yield Gained(fight.named(name).id, "surprised", CONDITIONS["surprised"].lasts)


def delay(fight: Fight, who: str) -> Step | None:
    """Nobody waits as such: the Delay action of the plan keeps a half action. Address: new-world/actions#delay."""
    return Step("Here one takes Delay instead: it keeps a half action for later.", "new-world/actions#delay")


def turn_begins(fight: Fight, who: str) -> Iterator[Change]:
    """Stances, a Run and kept half actions end. Address: new-world/free-actions#stances."""
    for name in UNTIL_OWN_TURN:
        yield Lost(who, name, "new-world/free-actions#stances")
    yield Marked(who, "kept", -fight[who].marks["kept"], "new-world/actions#delay")


def turn_ends(fight: Fight, who: str) -> Iterator[Change]:
    """A feint was for this turn."""
    return (Lost(each.id, "feinted") for each in fight.combatants)


def _halves(fight: Fight, one: Combatant) -> int | None:
    return 0 if one.has("surprised") else ROUND.number("halves")


def _free_attacks(fight: Fight, one: Combatant) -> int | None:
    return 1 if RULINGS["free_attack_limit"].default == "one" else None


tracker = Tracker(
    game="new-world",
    sheet=Sheet,
    scene=Scene,
    marks=tuple(marks()),
    conditions=conditions,
    uses=(
        Use("halves", "Half actions", "new-world/round#turn", _halves),
        Use(
            "attacks", "Attack actions", "new-world/round#attack-actions",
            lambda fight, one: ROUND.number("attack_actions"),
        ),
        Use("spells", "Spells", "new-world/round#one-spell", lambda fight, one: ROUND.number("spells")),
        Use("free-attacks", "Free attacks", "new-world/free-actions#leaving-reach", _free_attacks, each="round"),
    ),
    initiative=Initiative(
        "new-world/initiative", order_inputs, places, later=later, changes=surprise,
    ),
    health=health,
    attacks=attacks,
    outcome=outcome,
    plan=plan,
    delay=delay,
    turn_begins=turn_begins,
    turn_ends=turn_ends,
)  # fmt: skip
