"""A shot or a throw: range, circumstances, area, shield and armour against the firer's skill."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.errors import Refused
from companion.fields import choice, number, switch
from companion.games.heroes_of_the_fall.blow import (
    GAME,
    Blow,
    BlowDice,
    Defence,
    Manner,
    Outcome,
    area_term,
    kinds_of,
    places_for,
)
from companion.games.heroes_of_the_fall.body import RANDOM
from companion.games.heroes_of_the_fall.close import Attack, other_term, shape
from companion.games.heroes_of_the_fall.data import MISSILES, RANGES, SHIELDS, TACTICAL, Missile, stretch
from companion.games.heroes_of_the_fall.feats import feats
from companion.games.heroes_of_the_fall.skill import Skill
from companion.games.heroes_of_the_fall.telling import explain
from companion.games.heroes_of_the_fall.telling import figures as blow_figures
from companion.resolver import Resolver
from companion.steps import Modifier, Step

RULE = f"{GAME}/missiles"
NONE = "none"
CIRCUMSTANCES = "Circumstances"


@dataclass(frozen=True, slots=True)
class Shot(Attack):
    """Your weapon, how far the target is, and what makes the shot harder or easier."""

    weapon: str = choice("Your missile weapon", MISSILES, default="short-bow")
    distance: int = number("Distance", 0, 1000, default=30, unit="ft")
    shield: str | None = choice(
        "Shield in the way", SHIELDS, blank="no shield",
        help="Only where it can cover the area: not from behind, nor from the flank without it.",
    )  # fmt: skip
    aim: str = choice(
        "Aim",
        (("full", "The weapon's full time"), ("aim_none", "None"), ("aim_longer", "One round more than it needs")),
        group=CIRCUMSTANCES,
    )
    ready: bool = switch("It is loaded or in hand already", group=CIRCUMSTANCES)
    target_moves: str = choice(
        "The target", ((NONE, "Stands or walks"), ("target_running", "Runs"), ("target_galloping", "Gallops")),
        group=CIRCUMSTANCES,
    )  # fmt: skip
    firer_moves: str = choice(
        "You", ((NONE, "Stand"), ("firer_walking", "Walk"), ("firer_running", "Run, or ride a moving mount")),
        group=CIRCUMSTANCES,
    )  # fmt: skip
    cover: str = choice(
        "Cover",
        ((NONE, "None"), ("cover_half", "Half"), ("cover_most", "Three quarters"), ("cover_slit", "A slit")),
        group=CIRCUMSTANCES,
    )
    light: str = choice("Light", ((NONE, "Good"), ("light_dim", "Dim"), ("light_dark", "Dark")), group=CIRCUMSTANCES)
    size: str = choice(
        "Size of the target",
        ((NONE, "A human's"), ("size_horse", "A horse's"), ("size_larger", "Larger than a horse")),
        group=CIRCUMSTANCES,
    )
    prone: bool = switch("The target lies prone", group=CIRCUMSTANCES)
    wind: bool = switch("A strong wind blows", group=CIRCUMSTANCES)
    crowd: bool = switch("The target is a dense crowd", group=CIRCUMSTANCES)
    melee: bool = switch(
        "The target stands in a melee", group=CIRCUMSTANCES, help="A miss by one level may strike a neighbour."
    )


def range_factor(weapon: Missile, distance: int) -> int:
    """The factor for a distance in feet. Raises `Refused` where the weapon cannot shoot that near or that far.

    Address: heroes-of-the-fall/missiles#range.
    """
    name = weapon.name.lower()
    if distance > weapon.farthest:
        raise Refused(f"at {distance} ft the target is too far: {name} goes to {weapon.farthest} ft.", f"{RULE}#range")
    if distance < weapon.nearest:
        raise Refused(f"at {distance} ft the target is too near: {name} needs {weapon.nearest} ft.", f"{RULE}#range")
    row = next(row for row in RANGES.values() if row.first <= distance and (row.last is None or distance <= row.last))
    factor = row.factor(weapon.column)
    if factor is None:
        raise Refused(f"there is no range factor for {name} at {distance} ft.", f"{RULE}#range")
    return factor


def tactical(shot: Shot) -> tuple[Modifier, ...]:
    """The tactical factors that apply. Address: heroes-of-the-fall/missiles#tactical."""
    chosen = (shot.aim, shot.target_moves, shot.firer_moves, shot.cover, shot.light, shot.size)
    named = [key for key in chosen if key not in (NONE, "full")]
    named += [key for key in ("prone", "wind", "crowd", "melee") if getattr(shot, key)]
    return tuple(TACTICAL.modifier(key) for key in named)


def prepare(situation: Shot) -> Blow:
    """The blow of a shot. Refused beyond the weapon's range, and for areas out of sight."""
    s = situation
    used = MISSILES[s.weapon]
    terms: tuple[Modifier, ...] = (
        Modifier(f"Range factor at {s.distance} ft", range_factor(used, s.distance), f"{RULE}#range"),
    )
    terms += tactical(s) + area_term(s.target)
    if s.shield is not None:
        shield = SHIELDS[s.shield]
        note = "a shield does not cover the back" if s.view.rear else ""
        rule = f"{GAME}/shields#cover" if note else f"{RULE}#shield"
        terms += (Modifier(f"{shield.name} in the way", shield.defence or 0, rule, not note, note),)
    kinds = kinds_of(Manner.THRUST, used)
    armour = (s.armour, s.armour_by_area)
    return ShotBlow(
        feats=feats(s.feat_table, s.beyond),
        attacker=Skill(s.skill, s.modifier, s.skill_step),
        defender=None,
        terms=terms + other_term(s.other),
        places=places_for(s.target, s.view, armour, kinds, used, reading=s.armour_difference),
        random=s.target == RANDOM,
        weapon=used.name,
        impales=used.impales,
        defence=Defence.IGNORE,
        rule=f"{RULE}#feat-level",
        view=s.view,
        berserk=s.foe_berserk,
        melee=s.melee,
        shot=s,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotBlow(Blow):
    """A blow that knows the shot that it comes from."""

    shot: Shot


def timing(shot: Shot) -> dict[str, int]:
    """The rounds that loading (or readying) and aiming take before this shot. Address: …/missiles#loading."""
    used = MISSILES[shot.weapon]
    load = 0 if shot.ready else used.load
    aim = {"aim_none": 0, "full": used.aim, "aim_longer": used.aim + 1}[shot.aim]
    return {"load": load, "aim": aim, "rounds": load + aim}


def steps(blow: ShotBlow, dice: BlowDice, outcome: Outcome) -> Iterator[Step]:
    """The rounds that the shot takes, then the steps of the blow."""
    took = timing(blow.shot)
    first = f"{took['load']} to load or take in hand, {took['aim']} to aim"
    yield Step(f"Rounds before it flies: {first}", f"{RULE}#loading", took["rounds"])
    yield from explain(blow, dice, outcome)


def figures(blow: ShotBlow, outcome: Outcome | None) -> dict[str, Any]:
    """The blow's figures, the strip of ranges, and the rounds that the shot takes."""
    return {
        **blow_figures(blow, outcome),
        "range-strip": strip(MISSILES[blow.shot.weapon], blow.shot.distance),
        "timing": timing(blow.shot),
    }


def strip(used: Missile, distance: int) -> dict[str, Any]:
    """The figure `range-strip`: each stretch that this weapon reaches with its factor, what lies outside, and where
    the target is."""
    bands = []
    for row in RANGES.values():
        first, factor = max(row.first, used.nearest), row.factor(used.column)
        last = used.farthest if row.last is None else min(row.last, used.farthest)
        if factor is not None and first <= last:
            bands.append(_band(stretch(first, last), first, last, factor, "within"))
    nearest, farthest = bands[0]["from"], bands[-1]["to"]
    if nearest:
        bands.insert(0, _band(f"under {nearest} ft", 0, nearest - 1, None, "too near"))
    bands.append(_band(f"over {farthest} ft", farthest + 1, None, None, "too far"))
    return {"bands": bands, "distance": distance, "unit": "ft"}


def _band(name: str, first: int, last: int | None, factor: int | None, state: str) -> dict[str, Any]:
    return {"name": name, "from": first, "to": last, "modifier": factor, "state": state}


CHANCES = shape(answered=False)["chances"]

resolver = Resolver(
    "heroes-of-the-fall/missile-attack",
    title="Missile attack",
    summary="A shot or a throw at a distance: range factor, circumstances, shield and armour against your skill.",
    rule=RULE,
    situation=Shot,
    prepare=prepare,
    **{
        **shape(answered=False),
        "chances": {**CHANCES, "neighbour": ("A neighbour may be struck", lambda outcome: outcome.neighbour)},
        "explain": steps,
        "numbers": lambda blow: {"rounds": ("Rounds before the shot", Fraction(timing(blow.shot)["rounds"]))},
        "figures": figures,
    },
)
