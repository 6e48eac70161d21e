"""Disarm: an attack at −4, or −6 against a weapon held in two hands, and if it gets through the weapon falls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.answers import Tally, as_number, as_percent
from companion.dice import dice
from companion.errors import Refused
from companion.games.dark_eye.attack import CHANCES
from companion.games.dark_eye.data import ATTACK, DISARM_DIE, TECHNIQUES, WEAPONS
from companion.games.dark_eye.exchange import Blow, Exchange, ExchangeDice, Verdict, exchange, ways
from companion.games.dark_eye.harm import Harm, protection
from companion.games.dark_eye.melee_exchange import Fight, ready_for
from companion.games.dark_eye.pictures import exchange_figures
from companion.games.dark_eye.telling import after, blow_sentence, blow_steps, points
from companion.resolver import Resolver
from companion.steps import Step

RULE = "dark-eye/disarm"


@dataclass(frozen=True, slots=True)
class Disarm(Fight):
    """An attack on the weapon instead of its wielder. It is a special manoeuvre: a basic one may go with it."""


@dataclass(frozen=True, slots=True)
class DisarmDice(ExchangeDice):
    """The dice of an exchange, with a three-sided die for the damage."""

    damage: tuple[int, ...] = dice(DISARM_DIE, "damage die", count=lambda ready: ready.harm.dice)


def prepare(s: Disarm) -> Exchange:
    """The attack before its dice.

    Refused against bare hands and natural weapons, and with a technique that does not know the manoeuvre.
    Addresses: dark-eye/disarm#attack, #two-handed, #not-against.
    """
    foes, technique = WEAPONS[s.foe_weapon], TECHNIQUES[WEAPONS[s.weapon].technique]
    if foes.natural:
        raise Refused("there is no weapon to knock out of that hand.", f"{RULE}#not-against")
    if not technique.disarm:
        raise Refused(f"Disarm cannot be done with {technique.name}.", "dark-eye/manoeuvres#techniques")
    both_hands = foes.two_handed or s.foe_two_handed
    special = (ATTACK.modifier("disarm_two_handed" if both_hands else "disarm"),)
    harm = Harm("Disarm", 1, 0, (), protection(s.armour, s.pro), DISARM_DIE)
    return ready_for(s, special, harm=harm)


def explain(ready: Exchange, thrown: DisarmDice, blow: Blow) -> Iterator[Step]:
    """Every number of the exchange, then what becomes of the weapon."""
    yield from blow_steps(ready, thrown, blow)
    text = "The weapon falls to the ground" if blow.landed else "The weapon stays in hand"
    yield Step(text, f"{RULE}#drop")


def sentence(ready: Exchange, blow: Blow) -> str:
    """The result in one sentence or two."""
    if not blow.landed:
        return blow_sentence(ready, blow)
    twice = ", doubled by a confirmed 1" if blow.verdict is Verdict.CRITICAL else ""
    return f"The weapon falls to the ground; {points(blow.damage)} lost{twice}.{after(ready, blow)}"


def reading(ready: Exchange, tally: Tally) -> str:
    """The odds in one sentence."""
    mean = tally.measures["damage"][1].mean()
    text = f"The weapon falls {as_percent(tally.chances['lands'][1])} of the time"
    return f"{text}; it costs {as_number(mean)} life points on average."


resolver = Resolver(
    "dark-eye/disarm",
    title="Disarm",
    summary="Does the foe's weapon fall to the ground?",
    rule=RULE,
    situation=Disarm,
    dice=DisarmDice,
    prepare=prepare,
    resolve=exchange,
    explain=explain,
    sentence=sentence,
    verdict=lambda blow: blow.verdict,
    possible=lambda ready: ready.verdicts,
    chances={**CHANCES, "lands": ("The weapon falls", lambda blow: blow.landed)},
    measures={"damage": ("life points lost", lambda blow: blow.damage)},
    ways=ways,
    figures=exchange_figures,
    reading=reading,
)
