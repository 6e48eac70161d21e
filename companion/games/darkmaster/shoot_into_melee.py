"""Shooting into melee: Partial Cover for the target, and after a miss a second roll against whoever stands beside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.answers import shown
from companion.dice import dice
from companion.fields import choice, number, rows, ruling, switch, text
from companion.games.darkmaster.attack import Attack, aim
from companion.games.darkmaster.attack_table import column
from companion.games.darkmaster.blow import Blow, Ready, Struck, merged, ready_for, strike
from companion.games.darkmaster.data import OPTIONS, RULINGS, Armour
from companion.games.darkmaster.defence import Defence
from companion.games.darkmaster.open_die import SIDES, Faces, needs_more
from companion.games.darkmaster.strike import ranged_options
from companion.games.darkmaster.telling import figures as attack_figures
from companion.games.darkmaster.telling import sentence as attack_sentence
from companion.games.darkmaster.telling import steps
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "darkmaster/shoot-into-melee"


class Result(StrEnum):
    """Whom the shot hits."""

    TARGET = "hits the target"
    STRAY = "hits somebody else"
    NOBODY = "hits nobody"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A combatant beside the target."""

    name: str = text("Name", default="A neighbour")
    defence: int = number("DEF with shield", -100, 300, default=20, help="Without Parry and cover.")
    armour: Armour = choice("Armour", Armour)
    ally: bool = switch("An ally of yours", default=True)


@dataclass(frozen=True, slots=True)
class ShootIntoMelee(Attack):
    """The shot, and who stands beside its target (the target and the shooter themselves left out)."""

    weapon: str = choice("Weapon", ranged_options, default="longbow")
    target_engaged: bool = switch("Your target is Engaged", default=True, group="Shooting")
    neighbours: tuple[Neighbour, ...] = rows(
        "Beside your target", Neighbour, default=(Neighbour("Your friend", 20, Armour.NONE, True),), most=12
    )
    second_after_fumble: str = ruling(RULINGS, "second_after_fumble")
    second_clumsy: str = ruling(RULINGS, "second_clumsy")
    second_def: str = ruling(RULINGS, "second_def")


@dataclass(frozen=True, slots=True)
class Shot:
    """The first roll before its dice, and the second one against each neighbour."""

    situation: ShootIntoMelee
    first: Ready
    seconds: tuple[Ready, ...]


@dataclass(frozen=True, slots=True)
class ShotDice:
    """The dice of the shot; after a miss one that picks among several neighbours, then those of the second roll."""

    thrown: tuple[int, ...] = dice(100, "d100", goes_on_for=needs_more(lambda shot, faces: shoot(shot, faces)))


@dataclass(frozen=True, slots=True)
class Outcome:
    """Both rolls; `second` and `place` are None where there is no second one."""

    first: Struck
    second: Struck | None = None
    place: int | None = None

    @property
    def result(self) -> Result:
        if self.first.blow.hit:
            return Result.TARGET
        return Result.STRAY if self.second is not None and self.second.blow.hit else Result.NOBODY

    @property
    def fumbled(self) -> bool:
        return self.first.blow.fumbled or (self.second is not None and self.second.blow.fumbled)


def prepare(s: ShootIntoMelee) -> Shot:
    """Both rolls before their dice. Raises `Refused` where the shot cannot be made."""
    first = ready_for(s, extra=aim(s.aimed))
    if not s.target_engaged:
        return Shot(s, first, ())
    return Shot(s, first, tuple(_second(s, first, neighbour) for neighbour in s.neighbours))


def _second(s: ShootIntoMelee, first: Ready, neighbour: Neighbour) -> Ready:
    """The second roll against one neighbour: no modifiers, the CMB of the rule. Address: #second-roll."""
    weapon = first.weapon if s.second_clumsy == "yes" else replace(first.weapon, clumsy=0)
    return Ready(
        situation=replace(s, cmb=OPTIONS.number("second_cmb"), parry=0),
        weapon=weapon,
        modifiers=(),
        defence=Defence(neighbour.defence if s.second_def == "yes" else 0, ()),
        cells=column(weapon.column, neighbour.armour),
        milder=0,
        critical=0,
    )


def second_due(shot: Shot, blow: Blow) -> bool:
    """Whether a second roll is made. Address: darkmaster/shoot-into-melee#second-roll."""
    if blow.hit or not shot.seconds:
        return False
    return not blow.fumbled or shot.situation.second_after_fumble == "yes"


def pick(shot: Shot, faces: Faces) -> int:
    """Whom the second roll threatens, each as likely as the other. Address: darkmaster/shoot-into-melee#whom.

    The D100 is parted evenly; what is left over at its upper end is thrown again. A single neighbour needs no die.
    """
    many = len(shot.seconds)
    share = SIDES // many
    while many > 1:
        face = faces.one()
        if face <= share * many:
            return (face - 1) // share
    return 0


def shoot(shot: Shot, faces: Faces) -> Outcome:
    """The shot, and after a miss the second roll. Addresses: darkmaster/shoot-into-melee#second-roll, #whom."""
    first = strike(shot.first, faces)
    if not second_due(shot, first.blow):
        return Outcome(first)
    place = pick(shot, faces)
    return Outcome(first, strike(shot.seconds[place], faces), place)


def ways(shot: Shot) -> Iterator[Way]:
    """Each distinct first blow, and after a miss each distinct second one against each neighbour."""
    seconds = [merged(ready) for ready in shot.seconds]
    wholes = [sum(weight for _, weight in blows) for blows in seconds]
    common = 1
    for whole in wholes:
        common *= whole
    for blow, weight in merged(shot.first):
        first = Struck(blow)
        if not second_due(shot, blow):
            yield Outcome(first), weight * common * max(1, len(seconds))
            continue
        for place, (blows, whole) in enumerate(zip(seconds, wholes, strict=True)):
            for second, second_weight in blows:
                yield Outcome(first, Struck(second), place), weight * second_weight * (common // whole)


def further(shot: Shot) -> Iterable[Mapping[str, Any]]:
    """For each neighbour, the chance to be hit."""
    if not shot.seconds:
        return ()
    firsts = merged(shot.first)
    due = Fraction(sum(weight for blow, weight in firsts if second_due(shot, blow)), sum(each for _, each in firsts))
    found = []
    for neighbour, ready in zip(shot.situation.neighbours, shot.seconds, strict=True):
        blows = merged(ready)
        hit = Fraction(sum(weight for blow, weight in blows if blow.hit), sum(weight for _, weight in blows))
        found.append({"value": neighbour.name, "label": neighbour.name, **shown(due * hit / len(shot.seconds))})
    return ({"name": "neighbours", "label": "Hit by the stray shot", "kind": "chances", "rows": found},)


def _ally(shot: Shot, outcome: Outcome) -> bool:
    return outcome.place is not None and shot.situation.neighbours[outcome.place].ally


def explain(shot: Shot, thrown: ShotDice, outcome: Outcome) -> Iterator[Step]:
    """The first roll, then whom the second threatens and what it does."""
    yield from steps(shot.first, outcome.first)
    if outcome.second is None or outcome.place is None:
        if not outcome.first.blow.hit:
            yield Step(_why_no_second(shot, outcome), f"{RULE}#second-roll")
        return
    neighbour = shot.situation.neighbours[outcome.place]
    yield Step(f"A miss: a second roll against {neighbour.name}, who stands beside the target", f"{RULE}#whom")
    yield from steps(shot.seconds[outcome.place], outcome.second)


def _why_no_second(shot: Shot, outcome: Outcome) -> str:
    if not shot.situation.target_engaged:
        return "The target is not Engaged, so there is no second roll"
    if not shot.seconds:
        return "Nobody stands beside the target, so there is no second roll"
    return "Under the ruling in force a fumbled shot has no second roll"


def sentence(shot: Shot, outcome: Outcome) -> str:
    """The shot in one or two sentences."""
    text_ = attack_sentence(shot.first, outcome.first)
    if outcome.second is None or outcome.place is None:
        return text_
    name = shot.situation.neighbours[outcome.place].name
    return f"{text_} Then at {name}: {attack_sentence(shot.seconds[outcome.place], outcome.second)}"


def figures(shot: Shot, outcome: Outcome | None) -> dict[str, Any]:
    """The pictures of the first roll."""
    return attack_figures(shot.first, outcome.first if outcome else None)


resolver = Resolver(
    "darkmaster/shoot-into-melee",
    title="Shooting into melee",
    summary="A shot at somebody in a melee: the target, or whoever stands beside it.",
    rule=RULE,
    situation=ShootIntoMelee,
    dice=ShotDice,
    prepare=prepare,
    resolve=lambda shot, thrown: shoot(shot, Faces(thrown.thrown)),
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "hit": ("Hits the target", lambda outcome: outcome.result is Result.TARGET),
        "stray": ("Hits somebody else", lambda outcome: outcome.result is Result.STRAY),
        "second": ("A second roll is made", lambda outcome: outcome.second is not None),
        "first_fumble": ("The shot itself fumbles", lambda outcome: outcome.first.blow.fumbled),
        "fumble": ("Either roll fumbles", lambda outcome: outcome.fumbled),
    },
    measures={
        "damage": ("Hit points the target loses", lambda outcome: outcome.first.blow.damage),
        "stray_damage": (
            "Hit points lost by somebody else",
            lambda outcome: outcome.second.blow.damage if outcome.second else 0,
        ),
    },
    ways=ways,
    further=further,
    figures=figures,
)
