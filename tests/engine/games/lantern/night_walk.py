"""A night walk: every kind of field, one die, and as many more as there are friends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.dice import dice, die
from companion.errors import Refused
from companion.fields import choice, many, number, rows, ruling, switch, text
from companion.games.lantern.data import GEAR, NUMBERS, RULINGS
from companion.resolver import Resolver
from companion.steps import Modifier, Step, signed, total

RULE = "lantern/walks"


class Weather(StrEnum):
    """The night's weather."""

    CLEAR = "clear"
    STORM = "storm"

    @property
    def label(self) -> str:
        return {"clear": "starry", "storm": "a storm"}[self.value]


class Place(StrEnum):
    """Where the walk ends."""

    HOME = "home"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Friend:
    """One who comes along."""

    name: str = text("Name", longest=12)
    agility: int = number("Agility", 0, 12, default=3)
    carries: str | None = choice("Carries", GEAR, blank="nothing")
    brave: bool = switch("Brave")
    oath: str = text("Oath", when={"brave": True}, why="only the brave swear")


@dataclass(frozen=True, slots=True)
class NightWalk:
    """What is on the sheets."""

    paces: int = number("Your paces", -5, 30, default=6, unit="paces", help="What you walk in an hour.")
    lantern: bool = switch("You have a lantern", default=True)
    oil: int = number("Oil", 0, 9, default=3, when={"lantern": True}, why="only a lantern burns oil")
    weather: Weather = choice("Weather", Weather)
    trail: str = choice("Trail", [("road", "The road"), ("marsh", "The marsh", "Wet.", "house")])
    bonus: int | None = number("Bonus", -3, 3, blank="from the trail", group="More")
    pack: tuple[str, ...] = many("In the pack", GEAR, most=3, group="More")
    friends: tuple[Friend, ...] = rows("Friends", Friend, default=(Friend("Ada"),), least=1, most=3)
    note: str = text("Note", longest=20, group="More")
    tie: str = ruling(RULINGS, "tie")


@dataclass(frozen=True, slots=True)
class WalkDice:
    """Yours, and one of each friend."""

    yours: int = die(6, "your die")
    theirs: tuple[int, ...] = dice(4, "friend die", count=lambda ready: len(ready[0].friends))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The total, and where that leads."""

    total: int
    place: Place
    helped: int | None


def prepare(situation: NightWalk) -> tuple[NightWalk, tuple[Modifier, ...]]:
    """The modifiers; refused in a storm without a lantern."""
    if situation.weather is Weather.STORM and not situation.lantern:
        raise Refused("nobody walks through a storm in the dark.", f"{RULE}#storm")
    modifiers = (NUMBERS.modifier("marsh"),) if situation.trail == "marsh" else ()
    if situation.bonus is not None:
        modifiers = (Modifier("Bonus", situation.bonus, f"{RULE}#bonus"),)
    return situation, modifiers


def walk(ready: tuple[NightWalk, tuple[Modifier, ...]], thrown: WalkDice) -> Outcome:
    """Adds everything up; friends help with what their dice show beyond 2."""
    situation, modifiers = ready
    helped = sum(max(0, face - 2) for face in thrown.theirs)
    reached = situation.paces + thrown.yours + helped + total(modifiers)
    enough = NUMBERS.number("home") + (situation.tie == "no")
    helping = helped if situation.weather is Weather.CLEAR else None
    return Outcome(reached, Place.HOME if reached >= enough else Place.LOST, helping)


def explain(ready: tuple[NightWalk, tuple[Modifier, ...]], thrown: WalkDice, outcome: Outcome) -> Iterator[Step]:
    """The modifiers and the sum."""
    for modifier in ready[1]:
        yield Step(f"{modifier.label} {signed(modifier.value)}", modifier.rule, modifier.value)
    yield Step(f"{thrown.yours} on your die, {outcome.total} in all", f"{RULE}#roll", outcome.total)


def figures(ready: tuple[NightWalk, tuple[Modifier, ...]], outcome: Outcome | None) -> dict[str, Any]:
    """The modifiers as a stack."""
    situation, modifiers = ready
    return {
        "modifier-stack": {
            "title": "Your walk",
            "base": {"label": "Your paces", "value": situation.paces},
            "rows": [modifier.to_json() for modifier in modifiers],
            "limit": {"label": "Limit", "value": 2, "note": "never reached"},
            "total": {"label": "Added to the dice", "value": situation.paces + total(modifiers)},
        }
    }


resolver = Resolver(
    "lantern/night-walk",
    title="Night walk",
    summary="Do you come home?",
    rule=f"{RULE}#roll",
    situation=NightWalk,
    dice=WalkDice,
    prepare=prepare,
    resolve=walk,
    explain=explain,
    sentence=lambda ready, outcome: f"{outcome.total}: you are {outcome.place}.",
    verdict=lambda outcome: outcome.place,
    chances={"home": ("Home", lambda outcome: outcome.place is Place.HOME)},
    measures={
        "total": ("Total", lambda outcome: outcome.total),
        "helped": ("Help", lambda outcome: outcome.helped),
    },
    figures=figures,
)
