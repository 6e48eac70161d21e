"""Strikes with the body, and limbs that an edge meets: the parry itself may wound."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

from companion.answers import Tally, as_percent
from companion.dice import dice
from companion.errors import Refused
from companion.fields import choice, many, ruling
from companion.games.heroes_of_the_fall.blow import (
    GAME,
    Blow,
    BlowDice,
    Defence,
    Outcome,
    Place,
    injuries_of,
    strike,
    ways,
)
from companion.games.heroes_of_the_fall.body import layers_over, protection
from companion.games.heroes_of_the_fall.close import (
    OPEN,
    Strike,
    attacker,
    base_depth,
    blow,
    defence_term,
    depth,
    foe_modifier,
    foe_off_hand,
    foe_shield,
    foe_skill,
    shape,
)
from companion.games.heroes_of_the_fall.data import (
    AREAS,
    ARMOUR,
    NUMBERS,
    RULINGS,
    SHIELDS,
    Damage,
    Injury,
    Weapon,
    all_weapons,
    weapon,
)
from companion.games.heroes_of_the_fall.feats import FALLS, SIDES, Grade, minus
from companion.games.heroes_of_the_fall.skill import Skill
from companion.games.heroes_of_the_fall.telling import explain, reading, sentence
from companion.resolver import Resolver, Way
from companion.steps import Modifier, Step

RULE = f"{GAME}/unarmed"


PARTS = tuple(each.name for each in fields(Outcome))
parts_of = attrgetter(*PARTS)
"""All that the outcome of a blow holds."""


@dataclass(frozen=True, slots=True)
class Unarmed(Strike):
    """A strike in which a part of a body strikes, or defends, or both."""

    weapon: str = choice("You strike with", all_weapons, default="hand")
    defence: Defence = choice("Your foe's defence", Defence)
    foe_skill: int = foe_skill({"defence": OPEN})
    foe_modifier: int | None = foe_modifier({"defence": OPEN})
    foe_weapon: str = choice(
        "Your foe parries with", all_weapons, default="hand", when={"defence": Defence.PARRY}, why="only for a parry"
    )
    shield: str = foe_shield()
    foe_off_hand: bool = foe_off_hand()
    limb_armour: tuple[str, ...] = many(
        "Armour on the limb at risk", ARMOUR, most=4, group="Armour",
        help="The limb that strikes into an edge, or that is put in the way of one.",
    )  # fmt: skip
    base_depth: int | None = base_depth()
    dodge_crush: str = ruling(RULINGS, "dodge_crush")


@dataclass(frozen=True, slots=True, kw_only=True)
class LimbBlow(Blow):
    """A blow that may hurt the limb that meets an edge, and may turn into a grapple."""

    limb: Place | None
    limb_owner: str
    limb_level: int
    only_slash: bool
    mine_natural: bool
    both_natural: bool

    def limb_at_risk(self, outcome: Outcome) -> bool:
        """Whether the limb may be hurt after this result."""
        stopped = outcome.defended and not outcome.grade.made
        return self.limb is not None and stopped and not (self.only_slash and outcome.kind is not Damage.SLASH)


@dataclass(frozen=True, slots=True)
class UnarmedDice(BlowDice):
    """The dice of a blow, and three more for a limb that meets an edge."""

    limb: tuple[int, ...] = dice(
        SIDES,
        "limb die (red, white, blue; read when the strike is stopped)",
        count=lambda blow: 3 if blow.limb else 0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LimbOutcome(Outcome):
    """A blow's outcome, the wound to the limb, and whether one of you may grapple instead."""

    limb_wound: str = ""
    limb_injuries: tuple[Injury, ...] = ()
    you_may_grapple: bool = False
    foe_may_grapple: bool = False


def prepare(situation: Unarmed) -> LimbBlow:
    """The blow and the limb at risk. Refused where no body part strikes or defends: that is a weapon attack."""
    s = situation
    mine = weapon(s.weapon)
    held: Weapon | None = None
    if s.defence is Defence.PARRY:
        held = weapon(s.foe_weapon)
    elif s.defence is Defence.SHIELD:
        held = SHIELDS[s.shield]
    theirs_natural = held is not None and held.natural
    if not mine.natural and not theirs_natural:
        raise Refused("no part of a body strikes or defends here: this is an attack with weapons.", f"{RULE}#strikes")
    theirs, terms = None, tuple[Modifier, ...]()
    if s.defence is not Defence.IGNORE:
        theirs = Skill(s.foe_skill, s.foe_modifier, s.skill_step, NUMBERS.number("off_hand") if s.foe_off_hand else 0)
        terms = defence_term(held, s.view) if held else ()
    whole = blow(
        s, f"{RULE}#strikes", mine=attacker(s), theirs=theirs, defence=s.defence, terms=terms, push=depth(s.base_depth),
        breakable=not theirs_natural,
    )  # fmt: skip
    limb, owner, edge = _limb(s, mine, held)
    layers = limb.layers if limb else ()
    return LimbBlow(
        **{each.name: getattr(whole, each.name) for each in fields(Blow)},
        limb=limb,
        limb_owner=owner,
        limb_level=protection(layers, Damage.SLASH) - edge,
        only_slash=owner == "foe",
        mine_natural=mine.natural,
        both_natural=mine.natural and theirs_natural,
    )


def _limb(s: Unarmed, mine: Weapon, held: Weapon | None) -> tuple[Place | None, str, int]:
    """The limb that an edge may meet, whose it is, and the damage of that edge. Address: …/unarmed#limbs."""
    if held is None or mine.natural == held.natural:
        return None, "", 0
    struck, edge = (mine, held.slash) if mine.natural else (held, mine.slash)
    if edge is None or struck.limb is None:
        return None, "", 0
    edge += 0 if mine.natural else s.quality
    layers = layers_over(struck.limb, s.limb_armour, ())
    remainder = protection(layers, Damage.SLASH) - edge
    place = Place(AREAS[struck.limb].name, struck.limb, 1, 1, Damage.SLASH, remainder, layers)
    return place, "you" if mine.natural else "foe", edge


def resolve(ready: LimbBlow, thrown: UnarmedDice) -> LimbOutcome:
    """The strike, then the limb where an edge met it."""
    outcome = strike(ready, thrown)
    grade = None
    if ready.limb_at_risk(outcome):
        grade = ready.feats.grade(ready.limb_level, thrown.limb)
    return followed(ready, outcome, grade)


def followed(ready: LimbBlow, outcome: Outcome, limb: Grade | None) -> LimbOutcome:
    """The outcome with what the limb suffers (None: nothing is rolled) and who may grapple."""
    wound = limb.value if limb is not None and limb.made else ""
    hurt = injuries_of(ready.limb, wound, ready.berserk and ready.limb_owner == "foe") if ready.limb and wound else ()
    return LimbOutcome(
        **dict(zip(PARTS, parts_of(outcome), strict=True)),
        limb_wound=wound,
        limb_injuries=hurt,
        you_may_grapple=ready.mine_natural and outcome.grade.made,
        foe_may_grapple=ready.both_natural and outcome.grade is Grade.PARRY,
    )


def limb_ways(ready: LimbBlow) -> Iterator[Way]:
    """Each result of the blow once, and after it the limb hurt or not where an edge meets it.

    Only whether the limb is hurt is read from these, so a minor wound stands for every one.
    """
    hurt = ready.feats.successes(ready.limb_level)
    for outcome, weight in ways(ready):
        if ready.limb is None:
            yield followed(ready, outcome, None), weight
        elif not ready.limb_at_risk(outcome):
            yield followed(ready, outcome, None), weight * FALLS
        else:
            for grade, count in ((Grade.MINOR, hurt), (None, FALLS - hurt)):
                if count:
                    yield followed(ready, outcome, grade), weight * count


def steps(ready: LimbBlow, thrown: UnarmedDice, outcome: LimbOutcome) -> Iterator[Step]:
    """The steps of the blow, then those of the limb and the grapple."""
    yield from explain(ready, thrown, outcome)
    if ready.limb is not None and ready.limb_at_risk(outcome):
        whose = "Your" if ready.limb_owner == "you" else "Your foe's"
        limb, level = ready.limb.name.lower(), minus(ready.limb_level)
        faces = ", ".join(str(face) for face in thrown.limb)
        comes = f"a {outcome.limb_wound} wound: {_listed(outcome)}" if outcome.limb_wound else "no harm"
        yield Step(f"{whose} {limb} meets an edge: level {level}, {faces}: {comes}", f"{RULE}#limbs")
    if outcome.you_may_grapple:
        yield Step("Instead of this wound you may seize your foe", f"{GAME}/grapples#offensive")
    if outcome.foe_may_grapple:
        yield Step("The limb that parried may seize yours", f"{GAME}/grapples#defensive")


def _listed(outcome: LimbOutcome) -> str:
    return ", ".join(injury.value for injury in outcome.limb_injuries) or "nothing that stops a berserk"


def tell(ready: LimbBlow, outcome: LimbOutcome) -> str:
    """The result in one sentence, or two where a limb is hurt."""
    text = sentence(ready, outcome)
    if outcome.limb_wound and ready.limb:
        whose = "your" if ready.limb_owner == "you" else "your foe's"
        text += f" The edge gives {whose} {ready.limb.name.lower()} a {outcome.limb_wound} wound: {_listed(outcome)}."
    return text


def read_odds(ready: LimbBlow, tally: Tally) -> str:
    """The odds in one sentence, with the risk to the limb where there is one."""
    text = reading(ready, tally)
    if ready.limb is None:
        return text
    whose = "Your" if ready.limb_owner == "you" else "Your foe's"
    return f"{text} {whose} {ready.limb.name.lower()} is hurt {as_percent(tally.chances['limb_hurt'][1])}."


SHARED: dict[str, Any] = dict(shape(answered=True))

resolver = Resolver(
    "heroes-of-the-fall/unarmed",
    title="Unarmed strike",
    summary="A strike with a limb or against one: the five results, and the limb that meets an edge.",
    rule=RULE,
    situation=Unarmed,
    prepare=prepare,
    **{
        **SHARED,
        "dice": UnarmedDice,
        "resolve": resolve,
        "explain": steps,
        "sentence": tell,
        "reading": read_odds,
        "ways": limb_ways,
        "chances": {
            **SHARED["chances"],
            "limb_hurt": ("A limb is hurt by an edge", lambda outcome: bool(outcome.limb_wound)),
            "you_may_grapple": ("You may grapple", lambda outcome: outcome.you_may_grapple),
            "foe_may_grapple": ("Your foe may grapple", lambda outcome: outcome.foe_may_grapple),
        },
    },
)
