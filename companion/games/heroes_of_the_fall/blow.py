"""One blow, whatever deals it: skills, terms and armour make a feat level, the dice a grade, the grade a wound.

Close combat, shots, strikes at the helpless and falls are all such blows; each `prepare` builds a `Blow`, and what
follows here is the same for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum

from companion.dice import dice, die
from companion.errors import Refused
from companion.games.heroes_of_the_fall.body import (
    RANDOM,
    AreaArmour,
    check_reachable,
    layers_over,
    locations,
    protection,
    ruined,
)
from companion.games.heroes_of_the_fall.data import (
    AREAS,
    DAMAGE,
    NUMBERS,
    RESULTS,
    Damage,
    Impales,
    Injury,
    Missile,
    View,
    Weapon,
)
from companion.games.heroes_of_the_fall.feats import SIDES, Feats, Grade
from companion.games.heroes_of_the_fall.skill import HUNDRED, Skill
from companion.steps import Modifier, total

GAME = "heroes-of-the-fall"


class Defence(StrEnum):
    """What the one who is struck does about it."""

    PARRY = "parry"
    SHIELD = "shield"
    DODGE = "dodge"
    IGNORE = "ignore"

    @property
    def label(self) -> str:
        return {
            "parry": "Parry with a weapon",
            "shield": "Hold a shield against it",
            "dodge": "Dodge",
            "ignore": "Ignore the attack",
        }[self.value]


class Unopposed(StrEnum):
    """The results of a blow against which nobody defends."""

    MISS = "miss"
    MINOR = "minor"
    SERIOUS = "serious"
    MORTAL = "mortal"


class Manner(StrEnum):
    """How a weapon is used, which says what kinds of damage it can do."""

    SWING = "swing"
    THRUST = "thrust"

    @property
    def label(self) -> str:
        return "Swing: slash or crush" if self is Manner.SWING else "Thrust: pierce or crush"


@dataclass(frozen=True, slots=True)
class Place:
    """One area that the blow may land on: the area die's faces, the kind of damage done there, and its armour."""

    name: str
    area: str
    first: int
    last: int
    kind: Damage
    remainder: int
    layers: tuple[str, ...]

    @property
    def weight(self) -> int:
        """How many faces of the area die strike it."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Blow:
    """All that no die of the blow changes. `terms` are added to the feat level beside skills and armour."""

    feats: Feats
    attacker: Skill | None
    defender: Skill | None
    terms: tuple[Modifier, ...]
    places: tuple[Place, ...]
    random: bool
    weapon: str
    impales: Impales
    defence: Defence
    rule: str
    view: View
    push: int = 0
    berserk: bool = False
    breakable: bool = True
    melee: bool = False
    """Whether the target stands in a melee, so that a near miss may strike someone else."""

    @property
    def defended(self) -> bool:
        """Whether someone defends, so that a miss is a parry or a block."""
        return self.defence is not Defence.IGNORE

    @property
    def impale_dice(self) -> int:
        """Whether an impale die is thrown: only for blades that may pierce."""
        pierces = any(place.kind is Damage.PIERCE for place in self.places)
        return 1 if self.impales is Impales.HALF and pierces else 0


@dataclass(frozen=True, slots=True)
class BlowDice:
    """The dice of a blow; those that do not matter are not thrown."""

    skill: tuple[int, ...] = dice(100, "your skill die", count=lambda blow: blow.attacker.dice if blow.attacker else 0)
    foe_skill: tuple[int, ...] = dice(
        100, "your foe's skill die", count=lambda blow: blow.defender.dice if blow.defender else 0
    )
    red: int = die(SIDES, "red die")
    white: int = die(SIDES, "white die")
    blue: int = die(SIDES, "blue die")
    area: tuple[int, ...] = dice(100, "area die", count=lambda blow: int(blow.random))
    impale: tuple[int, ...] = dice(
        100, "impale die (read on a serious pierce wound)", count=lambda blow: blow.impale_dice
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the blow came to. Distances in feet; `wound` and what follows it are empty for a miss."""

    skill: int | None
    foe_skill: int | None
    raised: bool
    foe_raised: bool
    part: str
    area: str
    kind: Damage
    remainder: int
    feat_level: int
    grade: Grade
    wound: str
    injuries: tuple[Injury, ...]
    killed: bool
    impaled: bool
    armour_ruined: tuple[str, ...]
    pushed_back: int
    counter_attack: bool
    may_break: bool
    neighbour: bool
    defended: bool
    thrown: tuple[int, int, int] | None = None

    @property
    def hit(self) -> bool:
        return self.grade.made


def kinds_of(manner: Manner, weapon: Weapon | Missile, *, no_crush: bool = False) -> tuple[Damage, ...]:
    """The kinds of damage that a weapon can do in this manner, the edge or point first.

    With `no_crush` the crush is lost where there is an edge or point beside it. Raises `Refused` where the weapon
    can do nothing in this manner. Address: heroes-of-the-fall/weapons#types.
    """
    sharp = Damage.SLASH if manner is Manner.SWING else Damage.PIERCE
    found = tuple(kind for kind in (sharp, Damage.CRUSH) if getattr(weapon, kind.value) is not None)
    if not found:
        raise Refused(f"{weapon.name.lower()}: nothing comes of a {manner.value} with it.", f"{GAME}/weapons#types")
    return (sharp,) if no_crush and found[0] is sharp else found


def places_for(
    target: str,
    view: View,
    armour: tuple[Sequence[str], Sequence[AreaArmour]],
    kinds: Sequence[Damage],
    weapon: Weapon | Missile,
    *,
    quality: int = 0,
    reading: str = "lowest",
) -> tuple[Place, ...]:
    """Every place that may be struck, with the kind of damage that meets its armour and the remainder.

    `armour` is what is worn everywhere and what is worn on single areas. `reading` is the ruling on which remainder
    counts when there are several. Raises `Refused` for an aim at what cannot be reached from that side.
    """
    if target == RANDOM:
        spots = [(row.name, row.area, row.first, row.last) for row in locations(view)]
    else:
        check_reachable(view, target)
        spots = [(AREAS[target].name, target, 1, 1)]
    found = []
    for name, area, first, last in spots:
        layers = layers_over(area, *armour)
        kind, remainder = meet(kinds, weapon, layers, quality, reading)
        found.append(Place(name, area, first, last, kind, remainder, layers))
    return tuple(found)


def meet(
    kinds: Sequence[Damage], weapon: Weapon | Missile, layers: Sequence[str], quality: int, reading: str
) -> tuple[Damage, int]:
    """Which kind of damage counts against these layers, and armour minus damage for it; of equals the sharp one.

    Address: heroes-of-the-fall/weapons#damage.
    """
    remainders = [(protection(layers, kind) - getattr(weapon, kind.value) - quality, kind) for kind in kinds]
    best = (min if reading == "lowest" else max)(remainder for remainder, _ in remainders)
    return next((kind, remainder) for remainder, kind in remainders if remainder == best)


def area_term(target: str) -> tuple[Modifier, ...]:
    """The modifier of an area that is aimed at; none for a random one. Address: …/target-areas#modifier."""
    if target == RANDOM:
        return ()
    return (Modifier(f"Aiming at the {AREAS[target].name.lower()}", AREAS[target].modifier, f"{GAME}/resolution#area"),)


def feat_level(blow: Blow, raised: bool, foe_raised: bool, place: Place) -> int:
    """The feat level of the blow: defence and terms and armour, less the attacker's skill."""
    level = total(blow.terms) + place.remainder
    if blow.attacker:
        level -= blow.attacker.at(raised)
    if blow.defender:
        level += blow.defender.at(foe_raised)
    return level


def result(blow: Blow, raised: bool, foe_raised: bool, place: Place, grade: Grade, impales: bool) -> Outcome:
    """What a grade means for this blow: the wound and its results, or what the defence brings."""
    wound = grade.value if grade.made else ""
    injuries = injuries_of(place, wound, blow.berserk) if wound else ()
    impaled = grade is Grade.SERIOUS and place.kind is Damage.PIERCE and impales
    blocked = grade is Grade.BLOCK and blow.defended
    return Outcome(
        skill=blow.attacker.at(raised) if blow.attacker else None,
        foe_skill=blow.defender.at(foe_raised) if blow.defender else None,
        raised=raised,
        foe_raised=foe_raised,
        part=place.name,
        area=place.area,
        kind=place.kind,
        remainder=place.remainder,
        feat_level=feat_level(blow, raised, foe_raised, place),
        grade=grade,
        wound=wound,
        injuries=injuries,
        killed=any(RESULTS[injury.key].kills for injury in injuries),
        impaled=impaled,
        armour_ruined=ruined(place.layers, place.kind) if wound else (),
        pushed_back=blow.push if blocked else 0,
        counter_attack=grade is Grade.PARRY and blow.defended,
        may_break=blocked and blow.breakable and blow.defence in (Defence.PARRY, Defence.SHIELD),
        neighbour=grade is Grade.BLOCK and blow.melee,
        defended=blow.defended,
    )


def injuries_of(place: Place, wound: str, berserk: bool = False) -> tuple[Injury, ...]:
    """The results of a wound at a place; the berserk suffer neither stun nor shock.

    Address: heroes-of-the-fall/injuries#table.
    """
    found = DAMAGE[AREAS[place.area].damage].injuries(place.kind, wound)
    return tuple(injury for injury in found if not (berserk and injury in (Injury.STUN, Injury.SHOCK)))


def strike(blow: Blow, thrown: BlowDice) -> Outcome:
    """The blow with these dice."""
    raised = blow.attacker.raised(thrown.skill) if blow.attacker else False
    foe_raised = blow.defender.raised(thrown.foe_skill) if blow.defender else False
    place = blow.places[0]
    if blow.random:
        place = next(each for each in blow.places if each.first <= thrown.area[0] <= each.last)
    fall = (thrown.red, thrown.white, thrown.blue)
    grade = blow.feats.grade(feat_level(blow, raised, foe_raised, place), fall)
    found = result(blow, raised, foe_raised, place, grade, impales(blow, thrown.impale))
    return replace(found, thrown=fall)


def impales(blow: Blow, thrown: Sequence[int]) -> bool:
    """Whether a serious pierce wound by this weapon impales. Address: heroes-of-the-fall/impales."""
    if blow.impales is Impales.HALF:
        return bool(thrown) and thrown[0] <= NUMBERS.number("impale")
    return blow.impales is Impales.ALWAYS


def ways(blow: Blow) -> Iterator[tuple[Outcome, int]]:
    """Each state once: the steps that come to the same level, the areas likewise, the grades, the impale die.

    The weights add up to the number of falls of all dice that are thrown.
    """
    for (raised, foe_raised), weight in steps(blow):
        for place, faces in _merged(blow):
            for grade, count in blow.feats.counts(feat_level(blow, raised, foe_raised, place)).items():
                if count:
                    for luck, share in _impaling(blow, place, grade):
                        yield result(blow, raised, foe_raised, place, grade, luck), weight * faces * count * share


def steps(blow: Blow) -> Iterable[tuple[tuple[bool, bool], int]]:
    """The skill steps of both sides with their weights, those merged that leave the feat level the same."""
    merged: dict[int, tuple[tuple[bool, bool], int]] = {}
    for raised, weight in blow.attacker.steps() if blow.attacker else ((False, 1),):
        for foe_raised, foe_weight in blow.defender.steps() if blow.defender else ((False, 1),):
            level = feat_level(blow, raised, foe_raised, blow.places[0])
            pair, so_far = merged.get(level, ((raised, foe_raised), 0))
            merged[level] = (pair, so_far + weight * foe_weight)
    return merged.values()


def _merged(blow: Blow) -> Iterable[tuple[Place, int]]:
    """The places with their weights, those merged on which the same wounds follow."""
    merged: dict[tuple[str, Damage, int], tuple[Place, int]] = {}
    for place in blow.places:
        key = (AREAS[place.area].damage, place.kind, place.remainder)
        first, weight = merged.get(key, (place, 0))
        merged[key] = (first, weight + place.weight)
    return merged.values()


def _impaling(blow: Blow, place: Place, grade: Grade) -> tuple[tuple[bool, int], ...]:
    if not blow.impale_dice:
        return ((blow.impales is Impales.ALWAYS, 1),)
    if grade is not Grade.SERIOUS or place.kind is not Damage.PIERCE:
        return ((False, HUNDRED),)
    share = min(HUNDRED, max(0, NUMBERS.number("impale")))
    return tuple((luck, weight) for luck, weight in ((True, share), (False, HUNDRED - share)) if weight)


def verdict(outcome: Outcome) -> Enum:
    """The grade of a blow that was defended against; else a miss or the wound."""
    if outcome.defended:
        return outcome.grade
    return Unopposed(outcome.wound or "miss")
