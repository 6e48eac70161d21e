"""Position: what the ground, the light and the saddle do to the attacks and Reactions of two fighters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.dice import NoDice
from companion.fields import Option, choice, many, ruling, switch
from companion.games.fantasy_crux.causes import darkness, flanking, place
from companion.games.fantasy_crux.d100 import notation
from companion.games.fantasy_crux.data import LIGHT, POSITION, RULINGS, SENSES
from companion.games.fantasy_crux.pools import Cause, Pool, pool
from companion.resolver import Resolver
from companion.steps import Step

ON_IT, OWN, FOOTING, SIGHT = "attack on it", "own rolls", "own footing", "own sight"


def _own() -> list[Option]:
    return [option for option in POSITION.as_options() if POSITION[option.value].side != ON_IT]


def _foes() -> list[Option]:
    return list(POSITION.as_options())


@dataclass(frozen=True, slots=True)
class Position:
    """The circumstances of both fighters."""

    own: tuple[str, ...] = many("Yours", _own, help="Each counts on your own rolls.")
    foe: tuple[str, ...] = many("Your foe's", _foes)
    light: str = choice("Light", LIGHT, default="bright")
    sense: str = choice("Your sense", SENSES, default="ordinary")
    foe_sense: str = choice("Your foe's sense", SENSES, default="ordinary")
    battle_awareness: bool = switch("Your foe has Battle Awareness")
    prone_flanked: str = ruling(RULINGS, "prone_flanked")
    higher_ground: str = ruling(RULINGS, "higher_ground")
    footing: str = ruling(RULINGS, "footing")
    darkness: str = ruling(RULINGS, "darkness")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The dice on your attack on the foe, on its Reaction to it, and on your own Reactions."""

    attack: Pool
    foe_reaction: Pool
    reaction: Pool
    automatic: bool


def look(s: Position, dice: NoDice) -> Outcome:
    """Adds up the dice of each roll. Address: fantasy-crux/position#rows."""
    attack = pool("Your attack", _attack(s))
    automatic = any(POSITION[key].automatic for key in s.foe)
    foe_reaction = pool("Your foe's Reaction", _reaction(s, s.foe, s.foe_sense))
    return Outcome(attack, foe_reaction, pool("Your Reaction", _reaction(s, s.own, s.sense)), automatic)


def _attack(s: Position) -> Iterator[Cause]:
    for key in s.own:
        yield place(key)
    seen = set(s.foe)
    for key in s.foe:
        row = POSITION[key]
        if row.side != ON_IT or row.automatic:
            continue
        if key == "target_flanked":
            yield flanking("target_prone" in seen and s.prone_flanked == "once", s.battle_awareness)
        else:
            yield place(key)
    yield from darkness(s.light, s.sense)


def _reaction(s: Position, keys: tuple[str, ...], sense: str) -> Iterator[Cause]:
    for key in keys:
        side = POSITION[key].side
        if key == "target_prone" and "prone" not in keys:
            yield place("prone")
        if side == OWN and (key != "higher" or s.higher_ground == "both"):
            yield place(key)
        if side == FOOTING and s.footing == "all":
            yield place(key)
        if side == SIGHT and s.darkness != "attacks":
            yield place(key)
    if s.darkness != "attacks":
        sightless = LIGHT[SENSES[sense].sees(s.light)].sightless
        if s.darkness == "all" or sightless:
            yield from darkness(s.light, sense)


def explain(s: Position, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """The dice of each roll by name."""
    if outcome.automatic:
        yield Step("The target is helpless: your attack is an automatic critical", "fantasy-crux/position#rows")
    for each in (outcome.attack, outcome.foe_reaction, outcome.reaction):
        yield from each.explain()
        yield Step(f"{each.title}: {notation(each.dice)} in all", "fantasy-crux/position#adding", each.dice)


def sentence(s: Position, outcome: Outcome) -> str:
    """The dice of each roll in one sentence."""
    attack = "an automatic critical" if outcome.automatic else notation(outcome.attack.dice)
    rest = f"its Reaction {notation(outcome.foe_reaction.dice)}, your own Reactions {notation(outcome.reaction.dice)}"
    return f"Your attack {attack}, {'no Reaction' if outcome.automatic else rest}."


def figures(s: Position, outcome: Outcome | None) -> dict[str, Any]:
    """The three stacks of dice."""
    found = outcome or look(s, NoDice())
    pools = (found.attack, found.foe_reaction, found.reaction)
    return {"modifier-stack": [each.figure("The skill, which no die changes") for each in pools]}


resolver = Resolver(
    "fantasy-crux/position",
    title="Position",
    summary="Ground, footing, light and flanks as net dice on attacks and Reactions.",
    rule="fantasy-crux/position",
    situation=Position,
    resolve=look,
    explain=explain,
    sentence=sentence,
    figures=figures,
    reading=lambda s, tally: sentence(s, look(s, NoDice())),
)
