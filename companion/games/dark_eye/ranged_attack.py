"""The ranged attack: a d20 not above RC, a dodge or a shield against it, then damage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.dark_eye.attack import CHANCES, MEASURES
from companion.games.dark_eye.botches import Botches
from companion.games.dark_eye.d20 import Grade
from companion.games.dark_eye.data import DAMAGE, DEFENCE, RANGED, WEAPONS
from companion.games.dark_eye.exchange import Blow, Exchange, ExchangeDice, exchange, refuse_low, ways
from companion.games.dark_eye.harm import Harm, protection
from companion.games.dark_eye.life import Life
from companion.games.dark_eye.pictures import exchange_figures
from companion.games.dark_eye.shot import Shot
from companion.games.dark_eye.shot_worth import band_of, range_strip, refuse_shot, shot_guard, shot_worth
from companion.games.dark_eye.telling import blow_sentence, blow_steps, exchange_reading
from companion.resolver import Resolver
from companion.steps import Modifier, Step, signed

RULE = "dark-eye/ranged"


def prepare(s: Shot) -> Exchange:
    """The shot before its dice. Refused where it cannot be made."""
    refuse_shot(s)
    worth = shot_worth(s)
    refuse_low(worth, s.low_attack)
    weapon, bare, band = RANGED[s.weapon], WEAPONS["unarmed"], band_of(RANGED[s.weapon], s.distance)
    bonus = Modifier("Damage bonus", s.damage_bonus, "dark-eye/damage#bonus")
    own = (bonus,) if s.damage_bonus else ()
    at_range = (DAMAGE.modifier(band),) if band in DAMAGE else ()
    life = None if s.foe_max_lp is None else Life(s.foe_max_lp, s.pain_marks, s.low_life)
    left = s.foe_max_lp or 0
    return Exchange(
        s,
        worth,
        shot_guard(s),
        Harm(weapon.name, weapon.dice, weapon.plus, (*own, *at_range), protection(s.armour, s.pro)),
        Harm(weapon.name, weapon.dice, weapon.plus, own),
        Harm(bare.name, bare.dice, bare.plus),
        confirming=s.confirming,
        table=s.botches is Botches.TABLE,
        ranged=True,
        foe_unarmed=True,
        answers=False,
        life=life,
        lp=left if s.foe_lp is None else min(s.foe_lp, left),
    )


def explain(ready: Exchange, thrown: ExchangeDice, blow: Blow) -> Iterator[Step]:
    """Every number of the shot, and what a natural 1 of the defence spares the next one."""
    yield from blow_steps(ready, thrown, blow)
    if blow.defence is not None and blow.defence.natural_one:
        step = 0 if blow.defence is Grade.CRITICAL else DEFENCE.number("after_one")
        usual = signed(DEFENCE.number("further"))
        yield Step(f"The next defence this round gets {signed(step)} instead of {usual}",
                   "dark-eye/critical#ranged-defence", step)  # fmt: skip


def figures(ready: Exchange, blow: Blow | None) -> dict[str, Any]:
    """The pictures of the exchange, and the range strip."""
    return {**exchange_figures(ready, blow), "range-strip": range_strip(ready.situation)}


resolver = Resolver(
    "dark-eye/ranged-attack",
    title="Ranged attack",
    summary="Does the shot or throw hit, and how many life points does it cost?",
    rule=RULE,
    situation=Shot,
    dice=ExchangeDice,
    prepare=prepare,
    resolve=exchange,
    explain=explain,
    sentence=blow_sentence,
    verdict=lambda blow: blow.verdict,
    possible=lambda ready: ready.verdicts,
    chances={name: chance for name, chance in CHANCES.items() if name != "opportunity"},
    measures=MEASURES,
    ways=ways,
    figures=figures,
    reading=exchange_reading,
)
