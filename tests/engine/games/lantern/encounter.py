"""A walk as an encounter: oil that burns down, a wind that dazzles, and one who trips another up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.encounter import (
    Attack,
    Change,
    Combatant,
    Condition,
    Fight,
    Gained,
    Health,
    Initiative,
    Mark,
    Marked,
    Option,
    Place,
    Spent,
    Told,
    Tracker,
    Use,
)
from companion.fields import number, switch
from companion.steps import Step

RULE = "lantern/walks"


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is on a walker's sheet."""

    agility: int = number("Agility", 0, 12, default=3)
    oil: int = number("Oil", 0, 9, default=6)
    stubborn: bool = switch("Stubborn", help="Never waits.")


@dataclass(frozen=True, slots=True)
class Scene:
    """The night."""

    stormy: bool = switch("A storm")


@dataclass(frozen=True, slots=True)
class Declared:
    """What each one says before a round."""

    haste: bool = switch("In haste")


def places(fight: Fight, rolled: Mapping[str, Any]) -> Iterator[Place]:
    """The highest count first, equal counts together."""
    counts = sorted(rolled["outcome"].items(), key=lambda item: -item[1])
    for count, group in groupby(counts, key=lambda item: item[1]):
        yield Place(tuple(fight.named(name).id for name, _ in group), count)


def health(fight: Fight, walker: Combatant) -> Health:
    """Below 3 oil the light flickers; without oil it is out."""
    oil = walker.marks["oil"]
    if oil == 0:
        return Health("dark", (Step("the light is out", f"{RULE}#out"),), out=True)
    return Health("flickers", (Step("the light flickers", f"{RULE}#low"),)) if oil < 3 else Health("bright")


def attacks(fight: Fight, attacker: Combatant, target: Combatant) -> Iterator[Attack]:
    """A shove: the walk's own calculator does for it."""
    yield Attack("shove", "Shove", "lantern/night-walk", {"paces": attacker.sheet.agility, "friends": [{"name": "B"}]})


def outcome(fight: Fight, attacker: str, target: str, rolled: Mapping[str, Any]) -> Iterator[Change]:
    """Who comes home spills the other's oil."""
    yield Spent(attacker, "step")
    if rolled["verdict"]["value"] == "home":
        yield Marked(target, "oil", -rolled["measures"]["total"] // 4, f"{RULE}#spill")
        yield Gained(target, "dazzled", 2)
    else:
        yield Told("Nothing is spilled", f"{RULE}#spill")


def plan(fight: Fight, walker: Combatant) -> Iterator[Option]:
    """A step, while one is left, and trimming the wick, which lasts."""
    why = "" if walker.spent("step") < 2 else "both steps are taken"
    yield Option("step", "A step", "1 step", f"{RULE}#step", why, {"step": 1})
    yield Option("trim", "Trim the wick", "free", f"{RULE}#trim", changes=(Gained(walker.id, "trimmed", 1),))


def round_begins(fight: Fight) -> Iterable[Change]:
    """In a storm everybody's oil burns down by one from the second round on."""
    if not fight.scene.stormy or fight.round == 1:
        return ()
    return [Marked(walker.id, "oil", -1, f"{RULE}#storm") for walker in fight.combatants]


def delay(fight: Fight, who: str) -> Step | None:
    """The stubborn do not wait."""
    return Step("The stubborn never wait.", f"{RULE}#wait") if fight[who].sheet.stubborn else None


tracker = Tracker(
    game="lantern",
    sheet=Sheet,
    scene=Scene,
    declared=Declared,
    marks=(Mark("oil", "Oil", f"{RULE}#oil", lambda sheet: 0, lambda sheet: sheet.oil, lambda sheet: sheet.oil),),
    conditions=lambda: (
        Condition("dazzled", "dazzled", f"{RULE}#dazzled"),
        Condition("trimmed", "trimmed", f"{RULE}#trim", rounds=1),
    ),
    uses=(
        Use("step", "steps", f"{RULE}#step", lambda fight, walker: 2),
        Use("cry", "cries", f"{RULE}#cry", lambda fight, walker: None, each="round"),
    ),
    initiative=Initiative(
        "lantern/who-goes",
        lambda fight: {"walkers": [{"name": one.name, "agility": one.sheet.agility} for one in fight.combatants]},
        places,
    ),
    health=health,
    attacks=attacks,
    outcome=outcome,
    plan=plan,
    round_begins=round_begins,
    turn_ends=lambda fight, who: (Told(f"{fight[who].name} looks back", f"{RULE}#back"),),
    delay=delay,
)
