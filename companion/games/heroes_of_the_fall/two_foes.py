"""Against several foes: which weapons may attack whom, which may defend, and what two hands can hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.dice import NoDice
from companion.fields import Option, choice, rows, ruling
from companion.games.heroes_of_the_fall.blow import GAME
from companion.games.heroes_of_the_fall.data import NUMBERS, RULINGS, Weapon, all_weapons, weapon
from companion.resolver import Resolver
from companion.steps import Step, signed

RULE = f"{GAME}/several-foes"
DODGE = "dodge"
EVERYONE = "all"
FOES = (("1", "The first foe"), ("2", "The second foe"), ("3", "The third foe"), (EVERYONE, "All of them"))


class Use(StrEnum):
    """What a weapon does this round."""

    ATTACK = "attack"
    DEFEND = "defend"


class Hand(StrEnum):
    """Which hand holds it."""

    MAIN = "main"
    OFF = "off"

    @property
    def label(self) -> str:
        return f"The {self.value} hand"


class Result(StrEnum):
    """Whether the whole plan is allowed."""

    ALLOWED = "allowed"
    NOT_ALLOWED = "not allowed"


def means() -> Iterator[Option]:
    """A dodge, or any weapon."""
    yield from all_weapons()
    yield Option(DODGE, "Dodge, without a weapon", "", "chapter")


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that is done in the round."""

    use: Use = choice("Use", Use)
    weapon: str = choice("With", means, default="long-sword")
    hand: Hand = choice("In", Hand)
    foe: str = choice("Against", FOES)


@dataclass(frozen=True, slots=True)
class Situation:
    """All that you mean to do in one round."""

    plan: tuple[Part, ...] = rows(
        "Your round", Part, least=1, most=8,
        default=(
            Part(Use.ATTACK, "long-sword", Hand.MAIN, "1"),
            Part(Use.DEFEND, "dagger", Hand.OFF, EVERYONE),
        ),
    )  # fmt: skip
    attack_and_defend: str = ruling(RULINGS, "attack_and_defend")


@dataclass(frozen=True, slots=True)
class Objection:
    """One thing in the plan that the rules do not allow, and the rule."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the plan stands, what is against it, and the skill modifier of each part (the off hand)."""

    result: Result
    objections: tuple[Objection, ...]
    skill_modifiers: tuple[int, ...]


def look(situation: Situation, thrown: NoDice) -> Outcome:
    """Checks the plan against every rule for several foes."""
    found = tuple(_objections(situation))
    off = NUMBERS.number("off_hand")
    modifiers = tuple(off if _held(part) and part.hand is Hand.OFF else 0 for part in situation.plan)
    return Outcome(Result.NOT_ALLOWED if found else Result.ALLOWED, found, modifiers)


def _held(part: Part) -> Weapon | None:
    """The weapon that takes up a hand; None for a dodge, a kick or a butt."""
    if part.weapon == DODGE:
        return None
    found = weapon(part.weapon)
    return found if found.hands else None


def _objections(s: Situation) -> Iterator[Objection]:
    attacks = [part for part in s.plan if part.use is Use.ATTACK]
    most = NUMBERS.number("most_attacks")
    if len(attacks) > most:
        yield Objection(f"{len(attacks)} attacks: at most {most} in a round", f"{RULE}#two-attacks")
    for part in attacks:
        if part.weapon == DODGE:
            yield Objection("A dodge attacks nobody", f"{GAME}/declaring#dodge")
        if part.foe == EVERYONE:
            yield Objection("An attack has one target", f"{RULE}#two-attacks")
    if len({part.foe for part in attacks}) < len(attacks):
        yield Objection("Two attacks must be against different foes", f"{RULE}#two-attacks")
    if len({_identity(part) for part in attacks}) < len(attacks):
        yield Objection("Two attacks need different weapons", f"{RULE}#different-weapons")
    yield from _defences(s, attacks)
    yield from _hands(s)


def _identity(part: Part) -> tuple[str, Hand | None]:
    return part.weapon, part.hand if _held(part) else None


def _defences(s: Situation, attacks: list[Part]) -> Iterator[Objection]:
    attacking = {_identity(part): part.foe for part in attacks}
    for part in s.plan:
        if part.use is Use.ATTACK or part.weapon == DODGE:
            continue
        name = weapon(part.weapon).name
        if weapon(part.weapon).defence is None:
            yield Objection(f"{name}: of no use in defence", f"{GAME}/declaring#defence")
        target = attacking.get(_identity(part))
        if target is None:
            continue
        if s.attack_and_defend == "never":
            yield Objection(f"{name}: what attacks does not defend in the same round", f"{RULE}#attack-or-defend")
        elif target != part.foe:
            yield Objection(f"{name}: it may defend only against the foe whom it attacks", f"{RULE}#attack-or-defend")


def _hands(s: Situation) -> Iterator[Objection]:
    """What two hands cannot hold together. Address: heroes-of-the-fall/several-foes#hands."""
    holding: dict[Hand, set[str]] = {Hand.MAIN: set(), Hand.OFF: set()}
    for part in s.plan:
        held = _held(part)
        if held is not None:
            for hand in Hand if held.hands == len(Hand) else (part.hand,):
                holding[hand].add(part.weapon)
    for hand, held_there in holding.items():
        if len(held_there) > 1:
            names = " and ".join(sorted(weapon(key).name.lower() for key in held_there))
            yield Objection(f"The {hand.value} hand cannot hold {names} at once", f"{RULE}#hands")


def explain(situation: Situation, thrown: NoDice, outcome: Outcome) -> Iterator[Step]:
    """Each part of the plan, then what is against it."""
    foes = dict(FOES)
    for part, modifier in zip(situation.plan, outcome.skill_modifiers, strict=True):
        name = "a dodge" if part.weapon == DODGE else weapon(part.weapon).name.lower()
        against = foes[part.foe].lower()
        rule = "two-attacks" if part.use is Use.ATTACK else "defending"
        yield Step(f"{part.use.value.capitalize()} with {name} against {against}", f"{RULE}#{rule}")
        if modifier:
            yield Step(f"In the off hand: skill {signed(modifier)}", f"{GAME}/weapons#off-hand", modifier)
    for objection in outcome.objections:
        yield Step(objection.text, objection.rule)


def sentence(situation: Situation, outcome: Outcome) -> str:
    """The result in one sentence."""
    if outcome.result is Result.ALLOWED:
        return "All of this may be done in one round."
    reasons = "; ".join(text[:1].lower() + text[1:] for text in (each.text for each in outcome.objections))
    return f"This may not be done in one round: {reasons}."


resolver = Resolver(
    "heroes-of-the-fall/two-foes",
    title="Several foes",
    summary="Whether a round's attacks and defences against several foes are allowed, and what stands in the way.",
    rule=RULE,
    situation=Situation,
    resolve=look,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    reading=lambda situation, tally: sentence(situation, look(situation, NoDice())),
)
