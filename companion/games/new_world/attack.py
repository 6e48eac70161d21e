"""The attack: 2d6 over a Defence, a third die for the place, and the margin is damage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.fields import choice, number, ruling, switch
from companion.games.new_world.blow import AttackDice, Blow, Ready, Verdict, blows, ready_for, strike
from companion.games.new_world.data import MODIFIERS, RULINGS
from companion.games.new_world.explain import attack_figures, blow_sentence, blow_steps
from companion.games.new_world.strike import Shot, melee_uses
from companion.resolver import Resolver
from companion.steps import Modifier, Step


class Action(StrEnum):
    """The action that the attack is made with."""

    STANDARD = "Standard Attack"
    CHARGE = "Charge"
    ALL_OUT = "All Out Attack"


@dataclass(frozen=True, slots=True)
class OwnTurn(Shot):
    """An attack on your own turn."""

    action: Action = choice(
        "Action", Action, group="Your action", when={"weapon": melee_uses}, why="a ranged attack is a Standard Attack"
    )
    aim: int = number("Aim actions taken", 0, 4, group="Your action")
    feint_won: bool = switch(
        "You won a feint against this foe this turn",
        group="Your action",
        when={"weapon": melee_uses},
        why="only for a melee attack",
    )
    aim_stacks: str = ruling(RULINGS, "aim_stacks")


@dataclass(frozen=True, slots=True)
class Attack(OwnTurn):
    """One such attack, and what it leaves of the target."""

    target_wounds: int | None = number("Wounds it has left", 0, 200, blank="not counted", group="Your target")


def of_the_act(s: OwnTurn) -> tuple[Modifier, ...]:
    """The modifiers that the action itself brings. Address: new-world/modifiers#melee."""
    found = []
    if s.action is Action.CHARGE:
        found.append(MODIFIERS.modifier("charge"))
    elif s.action is Action.ALL_OUT:
        found.append(MODIFIERS.modifier("all_out_attack"))
    if s.aim:
        times = s.aim if s.aim_stacks == "yes" else 1
        found.append(MODIFIERS.modifier("aim", times, "Aim" if times == 1 else f"Aim, {times} times"))
    if s.feint_won:
        found.append(MODIFIERS.modifier("feint"))
    return tuple(found)


def prepare(s: Attack) -> Ready:
    """The attack before its dice. Refused where it cannot be made."""
    return on_own_turn(s, s.target_wounds)


def on_own_turn(s: OwnTurn, wounds_left: int | None = None) -> Ready:
    """An attack with an action of the own turn, before its dice. Raises `Refused`."""
    return ready_for(s, of_the_act(s), lance_charge=s.action is Action.CHARGE, wounds_left=wounds_left)


def attack(ready: Ready, dice: AttackDice) -> Blow:
    """One attack for these dice."""
    return strike(ready, dice.first, dice.second, dice.location)


def explain(ready: Ready, dice: AttackDice, blow: Blow) -> Iterator[Step]:
    """Every number of the attack in the order in which the rules make it."""
    return blow_steps(ready, dice.first, dice.second, dice.location, blow)


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    chances = {name: chance for name, (_, chance) in tally.chances.items()}
    mean = tally.measures["wounds"][1].mean()
    text = (
        f"You hit {as_percent(chances['hit'])} of the time, critically {as_percent(chances['critical'])};"
        f" an attack costs the target {as_number(mean)} Wounds on average."
    )
    if chances.get("misfire"):
        text += f" The gun misfires {as_percent(chances['misfire'])} of the time."
    if chances.get("stray"):
        text += f" A shot strays into an ally {as_percent(chances['stray'])} of the time."
    return text


def _strayed(blow: Blow) -> bool:
    return blow.verdict is Verdict.STRAY


CHANCES = {
    "hit": ("Hit", lambda blow: blow.hit),
    "critical": ("Critical hit", lambda blow: blow.critical),
    "any_wounds": ("Any Wounds", lambda blow: blow.wounds > 0),
    "misfire": ("Misfire", lambda blow: blow.misfired),
    "critical_wound": (
        "Wounds fall below 0",
        lambda blow: None if blow.overflow is None else blow.overflow > 0,
    ),
    "stray": ("Stray shot into an ally", lambda blow: None if blow.ally_wounds is None else _strayed(blow)),
}
MEASURES = {
    "wounds": ("Wounds", lambda blow: blow.wounds),
    "ally_wounds": ("Wounds to an ally", lambda blow: blow.ally_wounds),
}


def figures(ready: Ready, blow: Blow | None) -> dict[str, Any]:
    """The modifier stacks of roll and Defence, and the hit-location figure."""
    return attack_figures(ready, blow)


resolver = Resolver(
    "new-world/attack",
    title="Attack",
    summary="Does it hit, where, and how many Wounds does it take? Melee, brawling, thrown, bow, crossbow and gun.",
    rule="new-world/attack",
    situation=Attack,
    dice=AttackDice,
    prepare=prepare,
    resolve=attack,
    explain=explain,
    sentence=blow_sentence,
    verdict=lambda blow: blow.verdict,
    possible=lambda ready: ready.verdicts,
    chances=CHANCES,
    measures=MEASURES,
    ways=blows,
    figures=figures,
    reading=reading,
)
