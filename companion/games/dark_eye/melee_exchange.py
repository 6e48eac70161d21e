"""A melee attack made ready: the two values, the manoeuvre, the damage, and what the foe has to lose."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import Refused
from companion.fields import choice
from companion.games.dark_eye.botches import Botches
from companion.games.dark_eye.data import MANOEUVRES, TECHNIQUES, WEAPONS
from companion.games.dark_eye.exchange import Exchange, refuse_low
from companion.games.dark_eye.foes_defence import guard
from companion.games.dark_eye.harm import Harm, harm_of
from companion.games.dark_eye.life import Life
from companion.games.dark_eye.own_attack import attack_worth
from companion.games.dark_eye.situation import Kind, Melee, Strike
from companion.steps import Modifier

Modifiers = tuple[Modifier, ...]


@dataclass(frozen=True, slots=True)
class Fight(Melee):
    """A melee attack as an action of your own: it may carry one basic manoeuvre, and it may be botched."""

    manoeuvre: str = choice("Basic manoeuvre", MANOEUVRES, default="none", group="Your action")
    botches: Botches = choice("Botches", Botches, group="Your action")


def life_of(s: Strike) -> tuple[Life | None, int]:
    """How the foe's Pain follows from life points, and those left now; None where they are not counted."""
    if s.foe_max_lp is None:
        return None, 0
    left = s.foe_max_lp if s.foe_lp is None else min(s.foe_lp, s.foe_max_lp)
    return Life(s.foe_max_lp, s.pain_marks, s.low_life), left


def manoeuvre_modifiers(s: Fight) -> tuple[Modifiers, Modifiers, Modifiers]:
    """What the basic manoeuvre changes: on the attack, on the defence, on the damage.

    Raises `Refused` for a manoeuvre that the weapon's technique does not know.
    Addresses: dark-eye/manoeuvres#feint, #forceful-blow, #precise-thrust, #techniques.
    """
    row = MANOEUVRES[s.manoeuvre]
    technique = TECHNIQUES[WEAPONS[s.weapon].technique]
    if row.ability and not getattr(technique, row.ability.replace(" ", "_")):
        raise Refused(f"{row.name} cannot be done with {technique.name}.", "dark-eye/manoeuvres#techniques")

    def named(value: int) -> Modifiers:
        return (Modifier(row.name, value, row.rule),) if value else ()

    return named(row.at), named(row.defence), named(row.hp)


def ready_for(s: Fight, special: Modifiers = (), *, harm: Harm | None = None, further: int | None = None) -> Exchange:
    """Everything before the dice. `special` is what a special manoeuvre does to the attack; `harm` replaces the
    weapon's damage; `further` is what defences already made take off, where their number does not say it.

    Raises `Refused` where the attack, the manoeuvre or the chosen defence is not open.
    """
    on_attack, on_defence, on_damage = manoeuvre_modifiers(s)
    attack = attack_worth(s, (*on_attack, *special))
    refuse_low(attack, s.low_attack)
    life, lp = life_of(s)
    foes = WEAPONS[s.foe_weapon]
    return Exchange(
        s,
        attack,
        guard(s, on_defence, further),
        harm or harm_of(s, on_damage),
        harm_of(s),
        Harm(foes.name, foes.dice, foes.plus),
        confirming=s.confirming,
        table=s.botches is Botches.TABLE,
        unarmed=WEAPONS[s.weapon].natural,
        foe_unarmed=foes.natural or s.defence is Kind.DODGE,
        life=life,
        lp=lp,
    )
