"""Hold: a Brawling attack that binds the foe instead of hurting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.answers import Tally, as_percent
from companion.errors import Refused
from companion.fields import choice, switch
from companion.games.dark_eye.attack import CHANCES
from companion.games.dark_eye.data import SIZES
from companion.games.dark_eye.exchange import Blow, Exchange, ExchangeDice, Verdict, exchange, ways
from companion.games.dark_eye.melee_exchange import Fight, ready_for
from companion.games.dark_eye.pictures import exchange_figures
from companion.games.dark_eye.situation import unarmed_options
from companion.games.dark_eye.telling import blow_sentence, blow_steps
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "dark-eye/hold"


@dataclass(frozen=True, slots=True)
class Hold(Fight):
    """A hold with both hands, on a foe of your own size or smaller."""

    weapon: str = choice("You seize with", unarmed_options, default="unarmed")
    hands_free: bool = switch("Both your hands are free", default=True, group="Your action")


def prepare(s: Hold) -> Exchange:
    """The attack before its dice. Refused with a hand full, and on a foe that is larger.

    Address: dark-eye/hold#conditions.
    """
    if not s.hands_free:
        raise Refused("a hold takes both hands.", f"{RULE}#conditions")
    sizes = list(SIZES)
    if sizes.index(s.foe_size) > sizes.index(s.size):
        raise Refused("a foe larger than yourself cannot be held.", f"{RULE}#conditions")
    return ready_for(s)


def hold(ready: Exchange, thrown: ExchangeDice) -> Blow:
    """The hold for these dice: it hurts nobody. Address: dark-eye/hold#effect."""
    return _harmless(ready, exchange(ready, thrown))


def _harmless(ready: Exchange, blow: Blow) -> Blow:
    if not blow.landed:
        return blow
    lp = None if blow.lp is None else blow.lp + blow.damage
    pain = None if lp is None or ready.life is None else ready.life.level(lp)
    return replace(blow, hp=0, damage=0, lp=lp, pain=pain)


def hold_ways(ready: Exchange) -> Iterator[Way]:
    """The ways of the exchange, without damage."""
    return ((_harmless(ready, blow), weight) for blow, weight in ways(ready))


def explain(ready: Exchange, thrown: ExchangeDice, blow: Blow) -> Iterator[Step]:
    """Every number of the exchange, then what the hold does."""
    yield from (step for step in blow_steps(ready, thrown, blow) if not step.rule.startswith("dark-eye/damage"))
    if blow.landed:
        yield Step("Held: bound and in cramped space; the holder cannot defend while it lasts", f"{RULE}#effect")


def sentence(ready: Exchange, blow: Blow) -> str:
    """The result in one sentence."""
    if blow.landed:
        return "Held: your foe is bound and cramped, and you cannot defend while you hold on."
    return blow_sentence(ready, blow)


def reading(ready: Exchange, tally: Tally) -> str:
    """The odds in one sentence."""
    return f"The hold succeeds {as_percent(tally.chances['lands'][1])} of the time."


LEFT_OUT = ("any_damage", "critical")

resolver = Resolver(
    "dark-eye/hold",
    title="Hold",
    summary="Do you get hold of the foe?",
    rule=RULE,
    situation=Hold,
    dice=ExchangeDice,
    prepare=prepare,
    resolve=hold,
    explain=explain,
    sentence=sentence,
    verdict=lambda blow: Verdict.HIT if blow.landed else blow.verdict,
    possible=lambda ready: [each for each in ready.verdicts if each not in (Verdict.CRITICAL, Verdict.LONE_ONE)],
    chances={
        **{name: chance for name, chance in CHANCES.items() if name not in LEFT_OUT},
        "lands": ("The foe is held", lambda blow: blow.landed),
    },
    measures={"own_damage": ("life points lost to your own botch", lambda blow: blow.own_damage)},
    ways=hold_ways,
    figures=exchange_figures,
    reading=reading,
)
