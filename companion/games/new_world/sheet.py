"""The character sheet: the four Value boxes, and the two values that the chapter derives from attributes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.answers import shown
from companion.dice import NoDice
from companion.fields import many, number, switch
from companion.games.new_world.data import ARMOUR, DAMAGE, Armour, Location, faces_of
from companion.games.new_world.score import (
    Mover,
    Score,
    initiative_modifiers,
    initiative_number,
    movement_score,
    score_stack,
)
from companion.resolver import Resolver
from companion.steps import Step, signed

BOXES = "new-world/attack#value-boxes"
GAPS = "new-world/gaps#sheet"
OWN = "Armour from your own tables"
FROM_PIECES = "from the pieces worn"
MOVING = "Movement and initiative"


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is worn, and the attributes that the sheet's values come from."""

    endurance: int = number("Endurance", 0, 20, default=3)
    armour: tuple[str, ...] = many(
        "Armour worn", ARMOUR, default=("hide-jerkin",), most=8, help="Where two pieces overlap, the better one counts."
    )
    agility: int = number("Agility", -5, 20, default=5)
    piercing: bool = switch("Against a Piercing weapon", help="Shows what the boxes are worth then.")
    head: int | None = number("Head", 0, 20, blank=FROM_PIECES, group=OWN)
    arms: int | None = number("Arms", 0, 20, blank=FROM_PIECES, group=OWN)
    body: int | None = number("Body", 0, 20, blank=FROM_PIECES, group=OWN)
    legs: int | None = number("Legs", 0, 20, blank=FROM_PIECES, group=OWN)
    halfling: bool = switch("A halfling", group=MOVING)
    combat_reflexes: bool = switch("Combat Reflexes", group=MOVING)
    fleet_footed: bool = switch("Fleet Footed", group=MOVING)
    sturdy: bool = switch("Sturdy", group=MOVING, help="How much it takes off armour's loss is a house value.")
    ease_rune: bool = switch("Ease-rune", group=MOVING, help="How much it takes off armour's loss is a house value.")
    overloaded: bool = switch("Overloaded", group=MOVING)


@dataclass(frozen=True, slots=True)
class Box:
    """One Value box: the armour there, the piece it comes from, Endurance, and what they take off a hit together."""

    location: Location
    armour: int
    piece: str
    counted: int
    endurance: int

    @property
    def value(self) -> int:
        """The full amount taken off a hit."""
        return self.counted + self.endurance

    def to_json(self) -> dict[str, Any]:
        """The box as plain data; `armour` is what counts of it."""
        chance = shown(Fraction(faces_of(self.location), 6))
        return {
            "location": self.location.value,
            "armour": self.counted,
            "worn": self.armour,
            "piece": self.piece,
            "endurance": self.endurance,
            "value": self.value,
            "chance": chance["fraction"],
            "percent": chance["percent"],
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """The boxes from the head down, the Movement score and the initiative number."""

    boxes: tuple[Box, ...]
    movement: int
    initiative: int


@dataclass(frozen=True, slots=True)
class Ready:
    """The situation and its Movement score."""

    situation: Sheet
    score: Score


def prepare(situation: Sheet) -> Ready:
    """Works out the Movement score; each piece worn that slows counts."""
    s = situation
    loss = sum(ARMOUR[key].movement for key in dict.fromkeys(s.armour))
    mover = Mover.HALFLING if s.halfling else Mover.HUMAN
    score = movement_score(
        mover, s.agility, armour=loss, sturdy=s.sturdy, ease_rune=s.ease_rune, overloaded=s.overloaded,
        fleet_footed=s.fleet_footed,
    )  # fmt: skip
    return Ready(s, score)


def sheet(ready: Ready, dice: NoDice) -> Outcome:
    """Fills the boxes. Address: new-world/attack#value-boxes."""
    s = ready.situation
    boxes = tuple(_box(s, location) for location in Location)
    return Outcome(boxes, ready.score.paces, initiative_number(s.agility, s.combat_reflexes))


def worn_at(armour: Armour, location: Location) -> int:
    """The value of one piece at a location; 0 where it does not cover it."""
    return {
        Location.HEAD: armour.head,
        Location.ARMS: armour.arms,
        Location.BODY: armour.body,
        Location.LEGS: armour.legs,
    }[location]


def _box(s: Sheet, location: Location) -> Box:
    own = {Location.HEAD: s.head, Location.ARMS: s.arms, Location.BODY: s.body, Location.LEGS: s.legs}[location]
    value, piece = max(
        ((worn_at(ARMOUR[key], location), ARMOUR[key].name) for key in s.armour),
        key=lambda pair: pair[0],
        default=(0, ""),
    )
    if own is not None:
        value, piece = own, "your own tables"
    counted = max(0, value - DAMAGE.number("piercing")) if s.piercing else value
    return Box(location, value, piece if value else "", counted, s.endurance)


def explain(ready: Ready, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """Each box, then Movement and initiative."""
    s = ready.situation
    for box in outcome.boxes:
        armour = f"armour {box.armour} ({box.piece})" if box.armour else "no armour"
        if box.counted < box.armour:
            armour += f", of which Piercing leaves {box.counted}"
        yield Step(f"{box.location}: {armour} + Endurance {box.endurance} = {box.value}", BOXES, box.value)
    if s.piercing:
        text = f"Piercing ignores {DAMAGE.number('piercing')} points of armour, and never touches Endurance"
        yield Step(text, DAMAGE["piercing"].rule)
    base = ready.score.base
    yield Step(f"{base.label}: {base.value}", base.rule, base.value)
    for modifier in ready.score.modifiers:
        yield Step(f"{modifier.label}: {signed(modifier.value)}", modifier.rule, modifier.value)
    yield Step(f"Movement {outcome.movement}", "new-world/movement#score", outcome.movement)
    for modifier in initiative_modifiers(s.combat_reflexes):
        yield Step(f"{modifier.label}: {signed(modifier.value)}", modifier.rule, modifier.value)
    yield Step(f"Initiative {signed(outcome.initiative).removeprefix('+')}", "new-world/initiative#order",
               outcome.initiative)  # fmt: skip
    yield Step(
        "Skills, Defences, Endurance and Wounds are read off the sheet: their sums are not in this chapter", GAPS
    )


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The four boxes, Movement and initiative."""
    boxes = ", ".join(f"{box.location} {box.value}" for box in outcome.boxes)
    against = " against a Piercing weapon" if ready.situation.piercing else ""
    initiative = signed(outcome.initiative).removeprefix("+")
    return f"Taken off a hit{against}: {boxes}. Movement {outcome.movement}, initiative {initiative}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The figure of the sheet with its boxes, and the Movement score as a modifier stack."""
    known = outcome or sheet(ready, NoDice())
    return {
        "hit-location": {
            "boxes": [box.to_json() for box in known.boxes],
            "struck": None,
            "piercing": ready.situation.piercing,
        },
        "modifier-stack": score_stack(ready.score),
    }


resolver = Resolver(
    "new-world/sheet",
    title="Sheet",
    summary="The four Value boxes from armour and Endurance, with Movement and initiative.",
    rule=BOXES,
    situation=Sheet,
    prepare=prepare,
    resolve=sheet,
    explain=explain,
    sentence=sentence,
    figures=figures,
    reading=lambda ready, tally: sentence(ready, sheet(ready, NoDice())),
)
