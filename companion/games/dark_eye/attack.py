"""The attack: a d20 not above AT, a defence not above its own value, then damage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.errors import Refused
from companion.fields import switch
from companion.games.dark_eye.data import ATTACK
from companion.games.dark_eye.exchange import Blow, Exchange, ExchangeDice, Verdict, exchange, gone, ways
from companion.games.dark_eye.melee_exchange import Fight, Modifiers, ready_for
from companion.games.dark_eye.pictures import exchange_figures
from companion.games.dark_eye.telling import blow_sentence, blow_steps, exchange_reading
from companion.resolver import Resolver
from companion.steps import Step


@dataclass(frozen=True, slots=True)
class Attack(Fight):
    """An attack on your own turn, with at most one basic and one special manoeuvre."""

    onslaught: bool = switch(
        "Onslaught", group="Your action", help="A special manoeuvre: no defence of yours this round."
    )


def special(s: Attack) -> Modifiers:
    """What an Onslaught adds. Refused from the ground. Address: dark-eye/manoeuvres#onslaught."""
    if s.onslaught and s.prone:
        raise Refused("an Onslaught cannot begin from the ground.", "dark-eye/manoeuvres#onslaught")
    return (ATTACK.modifier("onslaught"),) if s.onslaught else ()


def prepare(s: Attack) -> Exchange:
    """The attack before its dice. Refused where it cannot be made."""
    return ready_for(s, special(s))


def explain(ready: Exchange, thrown: ExchangeDice, blow: Blow) -> Iterator[Step]:
    """Every number of the attack in the order in which the rules make it."""
    return blow_steps(ready, thrown, blow)


CHANCES = {
    "lands": ("The attack gets through", lambda blow: blow.landed),
    "critical": ("Double damage", lambda blow: blow.verdict is Verdict.CRITICAL),
    "any_damage": ("Life points are lost", lambda blow: blow.damage > 0),
    "opportunity": (
        "Attack of opportunity for the defender",
        lambda blow: None if blow.foe_own_damage is None else blow.verdict is Verdict.OPPORTUNITY,
    ),
    "botch": ("You botch", lambda blow: blow.verdict is Verdict.BOTCH),
    "foe_botch": (
        "The defence is a botch",
        lambda blow: None if blow.foe_own_damage is None else bool(blow.botched) and blow.verdict is not Verdict.BOTCH,
    ),
    "dying": ("The foe is dying", gone),
}
MEASURES = {
    "damage": ("life points lost", lambda blow: blow.damage),
    "own_damage": ("life points lost to your own botch", lambda blow: blow.own_damage),
    "foe_own_damage": ("life points lost to the defender's botch", lambda blow: blow.foe_own_damage),
    "pain": ("level of the foe's Pain", lambda blow: blow.pain),
}

resolver = Resolver(
    "dark-eye/attack",
    title="Attack",
    summary="Does the attack get through the defence, and how many life points does it cost?",
    rule="dark-eye/attack",
    situation=Attack,
    dice=ExchangeDice,
    prepare=prepare,
    resolve=exchange,
    explain=explain,
    sentence=blow_sentence,
    verdict=lambda blow: blow.verdict,
    possible=lambda ready: ready.verdicts,
    chances=CHANCES,
    measures=MEASURES,
    ways=ways,
    figures=exchange_figures,
    reading=exchange_reading,
)
