"""Range: what a weapon can do at a distance, what that costs the roll, and what every other weapon could do there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.dice import NoDice
from companion.errors import Refused
from companion.fields import choice, number, switch
from companion.games.new_world.data import BANDS, DEFENCE, MODIFIERS, WEAPONS, Kind, Weapon
from companion.games.new_world.distance import Far, band_of, band_span, paces
from companion.games.new_world.reach import (
    DISTANCE,
    RULE,
    Reach,
    Use,
    reach_in,
    shooting_modifiers,
    takes_bayonet,
)
from companion.games.new_world.tabular import row, table
from companion.resolver import Resolver
from companion.steps import Modifier, Step, signed, total


class Cover(StrEnum):
    """How much of the target the cover hides."""

    NONE = "none"
    LIGHT = "light"
    HEAVY = "heavy"
    FULL = "full"

    @property
    def label(self) -> str:
        """The cover in words."""
        return {
            "light": "light: half hidden", "heavy": "heavy: mostly hidden", "full": "full: nothing shows",
        }.get(self, self)  # fmt: skip


class Sharpshooter(StrEnum):
    """Where a Sharpshooter puts the point of the talent."""

    NO = "no"
    RANGE = "range"
    COVER = "cover"

    @property
    def label(self) -> str:
        """The choice in words."""
        return {"no": "no such talent", "range": "off the range", "cover": "off the cover"}[self]


class Result(StrEnum):
    """What the weapon can do."""

    WITHIN = "within its range"
    BEYOND = "one band beyond its range"
    IN_HAND = "used in the hand"
    IMPROVISED = "used as an improvised weapon"
    NOTHING = "out of range"


def _ranged() -> tuple[str, ...]:
    return tuple(key for key, weapon in WEAPONS.items() if weapon.ranged)


def _with_bayonet() -> tuple[str, ...]:
    return tuple(key for key, weapon in WEAPONS.items() if takes_bayonet(weapon))


ONLY_RANGED = "only for weapons that are shot or thrown"
AROUND = "Around shooter and target"


@dataclass(frozen=True, slots=True)
class Range(Far):
    """A weapon, a distance, and what stands around."""

    weapon: str = choice("Weapon", WEAPONS, default="longbow")
    bayonet: bool = switch(
        "A bayonet is fixed", when={"weapon": _with_bayonet}, why="only on a musket, a rifle and the like"
    )
    cover: Cover = choice("The target's cover", Cover)
    sharpshooter: Sharpshooter = choice(
        "Sharpshooter",
        Sharpshooter,
        when={"weapon": _ranged},
        why=ONLY_RANGED,
        help="One point, where the shooter likes.",
    )
    foe_in_reach: bool = switch("A foe has you in reach", group=AROUND, when={"weapon": _ranged}, why=ONLY_RANGED)
    into_melee: bool = switch(
        "The target is in melee with an ally of yours", group=AROUND, when={"weapon": _ranged}, why=ONLY_RANGED
    )
    fatigue: int = number("Your Fatigue", 0, 10, group=AROUND, unit="points")


@dataclass(frozen=True, slots=True)
class Row:
    """What one weapon of the table can do at this distance; `modifier` is its range penalty."""

    weapon: str
    name: str
    result: Result
    modifier: int
    why_not: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The band, what the weapon can do there, and what every weapon can.

    `paces` is None where only the band is known. `modifier` is the sum on the attack roll (0 where there is none to
    make); `defence` what cover adds to the Ranged Defence of the target. `touch` and `few_paces` answer for spells.
    """

    band: str
    paces: int | None
    result: Result
    use: Use | None
    used_as: str
    modifiers: tuple[Modifier, ...]
    modifier: int
    defence: int
    reason: str
    rule: str
    touch: bool
    few_paces: bool | None
    weapons: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """The situation with its distance and the chosen weapon looked up."""

    situation: Range
    weapon: Weapon
    paces: int | None
    found: Reach


def prepare(situation: Range) -> Ready:
    """Finds the band and the weapon. Refused against full cover (new-world/range#cover), but not in melee."""
    s, band = situation, band_of(situation)
    found = reach_in(WEAPONS[s.weapon], band, bayonet=s.bayonet)
    if s.cover is Cover.FULL and found.ranged:
        raise Refused("nothing of the target shows, so nothing can be aimed at.", f"{RULE}#cover")
    return Ready(s, WEAPONS[s.weapon], paces(s), found)


def range_(ready: Ready, dice: NoDice) -> Outcome:
    """What the weapon can do. Addresses: new-world/range#weapons, #beyond, #at-melee."""
    s, found = ready.situation, ready.found
    modifiers = shooting_modifiers(
        found, foe_in_reach=s.foe_in_reach, into_melee=s.into_melee,
        sharpshooter_on_range=s.sharpshooter is Sharpshooter.RANGE,
    )  # fmt: skip
    if s.fatigue and found.use is not None:
        modifiers += (MODIFIERS.modifier("fatigue", s.fatigue, "Fatigue"),)
    melee = found.band == next(iter(BANDS))
    return Outcome(
        band=found.band,
        paces=ready.paces,
        result=result_of(found),
        use=found.use,
        used_as="" if found.use is None else found.weapon.name,
        modifiers=modifiers,
        modifier=total(modifiers),
        defence=total(cover_bonus(s)) if found.ranged else 0,
        reason=found.reason,
        rule=found.rule,
        touch=melee,
        few_paces=None if ready.paces is None else ready.paces <= DISTANCE.number("few_paces"),
        weapons=tuple(_row(key, found.band) for key in WEAPONS),
    )


def result_of(found: Reach) -> Result:
    """What a look-up amounts to."""
    if found.use is None:
        return Result.NOTHING
    if found.use is Use.SHOT:
        return Result.BEYOND if found.beyond else Result.WITHIN
    return Result.IMPROVISED if found.use is Use.IMPROVISED else Result.IN_HAND


def cover_bonus(situation: Range) -> tuple[Modifier, ...]:
    """What cover adds to Ranged Defence, and Sharpshooter's point off it. Address: new-world/range#cover."""
    s = situation
    if s.cover not in (Cover.LIGHT, Cover.HEAVY):
        return ()
    bonus = DEFENCE.modifier(f"cover_{s.cover}")
    if s.sharpshooter is not Sharpshooter.COVER:
        return (bonus,)
    off = min(MODIFIERS.number("sharpshooter"), bonus.value)
    return bonus, Modifier("Sharpshooter, off the cover", -off, f"{RULE}#sharpshooter")


def _row(key: str, band: str) -> Row:
    found = reach_in(WEAPONS[key], band)
    penalty = found.modifier.value if found.modifier else 0
    return Row(key, WEAPONS[key].name, result_of(found), penalty, found.reason)


def explain(ready: Ready, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """The distance, the weapon's use, each modifier, the cover, and the words that spells use."""
    s, band = ready.situation, BANDS[outcome.band]
    if outcome.paces is not None:
        feet = outcome.paces * DISTANCE.number("pace_feet")
        yield Step(f"The target is {_squares(outcome.paces)} away, {feet} feet; a diagonal counts like any other step",
                   "new-world/movement#paces", outcome.paces)  # fmt: skip
    yield Step(f"That is {band.name} range ({band_span(outcome.band)})", f"{RULE}#bands")
    yield Step(_use_step(ready, outcome), outcome.rule)
    for modifier in outcome.modifiers:
        yield Step(f"{modifier.label}: {signed(modifier.value)}", modifier.rule, modifier.value)
    if outcome.modifiers:
        yield Step(f"Together on the attack roll: {signed(outcome.modifier)}", "new-world/modifiers#adding",
                   outcome.modifier)  # fmt: skip
    if s.foe_in_reach and ready.found.ranged and not outcome.touch and _spared(ready.weapon):
        yield Step("Pistols and thrown weapons do not mind a foe in reach", f"{RULE}#foe-in-reach")
    if s.into_melee and ready.found.ranged:
        miss = MODIFIERS.number("stray")
        yield Step(f"A miss by {miss} or more hits an ally in that melee, with a margin of 0", f"{RULE}#stray")
    if s.cover is not Cover.NONE and not ready.found.ranged:
        yield Step("Cover is no help in melee", f"{RULE}#cover")
    elif s.cover is not Cover.NONE:
        for modifier in cover_bonus(s):
            yield Step(f"{modifier.label}: {signed(modifier.value)} on Ranged Defence", modifier.rule, modifier.value)
    if outcome.touch:
        yield Step("A spell that needs a Touch can reach the target", f"{RULE}#touch")
    if outcome.few_paces:
        yield Step(f'Within "a few paces": {DISTANCE.number("few_paces")} squares', f"{RULE}#few-paces")


def _spared(weapon: Weapon) -> bool:
    return weapon.point_blank or weapon.kind is Kind.THROWN


def _use_step(ready: Ready, outcome: Outcome) -> str:
    name, found = ready.weapon.name, ready.found
    if found.use is None:
        return f"{name}: not possible, {found.reason.rstrip('.')}"
    if found.use is Use.SHOT:
        if found.beyond:
            return f"{name}: one band beyond its own range, the last it reaches"
        skills = "Ranged Skill against Ranged Defence"
        return f"{name}: within its range, {skills}" + (", even this close" if outcome.touch else "")
    if found.use is Use.IN_HAND:
        return f"{name}: a melee weapon in the hand, Melee Skill against Melee Defence"
    if found.use is Use.BAYONET:
        return f"{name}: not to be fired this close; the bayonet serves as a spear"
    if ready.weapon.kind is Kind.ARTILLERY:
        return f"{name}: not to be fired this close; the crew swings what lies about, an improvised weapon"
    return f"{name}: not to be shot this close; swung as an improvised weapon"


def sentence(ready: Ready, outcome: Outcome) -> str:
    """What the weapon can do at this distance, and at what modifier."""
    name, where = ready.weapon.name, f"at {BANDS[outcome.band].name} range"
    if outcome.paces is not None:
        where += f" ({_squares(outcome.paces)})"
    if outcome.use is None:
        return f"Not possible {where}: {outcome.reason}"
    rolls = f" at {signed(outcome.modifier)}" if outcome.modifier else " without a modifier"
    if ready.found.ranged:
        verb = "is thrown" if ready.weapon.kind is Kind.THROWN else "shoots"
        against = f", against Ranged Defence {signed(outcome.defence)} for cover" if outcome.defence else ""
        return f"{name} {verb}{rolls} {where}{against}."
    how = {
        Use.IN_HAND: "strikes as a melee weapon",
        Use.BAYONET: "fights with its bayonet, as a spear",
        Use.IMPROVISED: "is not shot this close; it serves as an improvised weapon",
    }[outcome.use]
    return f"{name} {how}{rolls if outcome.modifier else ''} {where}."


def _squares(number: int) -> str:
    return "1 square" if number == 1 else f"{number} squares"


STATES = {
    Result.WITHIN: "within",
    Result.BEYOND: "one band beyond",
    Result.IN_HAND: "melee",
    Result.IMPROVISED: "improvised",
    Result.NOTHING: "too far",
}


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The strip of bands as this weapon sees them, and the modifiers to the roll."""
    s = ready.situation
    bands = []
    for key, band in BANDS.items():
        found = reach_in(ready.weapon, key, bayonet=s.bayonet)
        result = result_of(found)
        state = "point blank" if result is Result.WITHIN and key == next(iter(BANDS)) else STATES[result]
        penalty = None if found.use is None else found.modifier.value if found.modifier else 0
        bands.append({"name": band.name, "from": band.first, "to": band.last, "modifier": penalty, "state": state})
    known = outcome or range_(ready, NoDice())
    shown: dict[str, Any] = {"range-strip": {"bands": bands, "distance": ready.paces, "unit": "squares"}}
    if known.modifiers:
        shown["modifier-stack"] = {
            "title": "Attack roll",
            "base": {"label": "Before range and surroundings", "value": 0},
            "rows": [modifier.to_json() for modifier in known.modifiers],
            "limit": None,
            "total": {"label": "On the attack roll", "value": known.modifier},
        }
    rows = (
        row(each.name, each.why_not.rstrip(".") or f"{each.result}{_penalty(each)}", off=each.result is Result.NOTHING)
        for each in known.weapons
    )
    shown["table"] = table(f"Every weapon at {BANDS[ready.found.band].name} range", ("Weapon", "What it can do"), rows)
    return shown


def _penalty(each: Row) -> str:
    return f", at {signed(each.modifier)}" if each.modifier else ""


resolver = Resolver(
    "new-world/range",
    title="Range",
    summary="What a weapon can do at a distance, at what penalty, and why not.",
    rule=RULE,
    situation=Range,
    prepare=prepare,
    resolve=range_,
    explain=explain,
    sentence=sentence,
    figures=figures,
    reading=lambda ready, tally: sentence(ready, range_(ready, NoDice())),
)
