"""Which defence works: everything that may answer an attack, with its dice and what it would block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.dice import NoDice
from companion.fields import choice, number, ruling, switch
from companion.games.fantasy_crux.causes import named, reaction_dice
from companion.games.fantasy_crux.d100 import notation
from companion.games.fantasy_crux.data import (
    BARE_HANDS,
    INCOMING,
    RULINGS,
    WEAPONS,
    Answer,
    Incoming,
    Share,
    Size,
    blocked_share,
    weapons_where,
)
from companion.games.fantasy_crux.exchange import Defence
from companion.games.fantasy_crux.pools import other, pool
from companion.games.fantasy_crux.tabular import row, table
from companion.resolver import Resolver
from companion.steps import Step

TABLE = "fantasy-crux/which-defence#table"


class Impact(StrEnum):
    """The Size of an attack; the last is for Shapings only."""

    LIGHT = "Light"
    MEDIUM = "Medium"
    HEAVY = "Heavy"
    HUGE = "Huge"
    BEYOND = "Beyond Huge"


SIZED = ("close", "natural", "thrown", "projected")


@dataclass(frozen=True, slots=True)
class WhichDefence:
    """The attack, and what the target has ready."""

    incoming: str = choice("Attack", INCOMING)
    size: Impact = choice(
        "Size of the attack", Impact, default=Impact.MEDIUM, when={"incoming": SIZED}, why="it is Light, or has no Size"
    )
    aware: bool = switch("You are aware of it", default=True)
    base: bool = switch("Your base Reaction is unspent", default=True)
    weapon: str | None = choice(
        "Ready weapon",
        weapons_where(lambda weapon: not weapon.shield and weapon is not WEAPONS[BARE_HANDS]),
        blank="none",
    )
    shield: str | None = choice("Ready shield", weapons_where(lambda weapon: weapon.shield), blank="none")
    bare: bool = switch("A hand is free", default=True)
    two_handed: bool = switch("You wield something in two hands", help="A shield is not ready then.")
    off_hand: bool = switch("An extra off-hand Reaction is kept ready")
    dodge: int = number("Other dice on a Dodge", -10, 10)
    parry: int = number("Other dice on a Parry", -10, 10)
    missile_guard: bool = switch("Missile Guard", group="Talents")
    shield_cover: bool = switch("Shield Cover", group="Talents")
    mastery: bool = switch("Off-Hand Mastery", group="Talents")
    counter: bool = switch("Counter", group="Talents")
    natural_parry: str = ruling(RULINGS, "natural_parry")


@dataclass(frozen=True, slots=True)
class Option:
    """One way to answer: whether it is open, its net dice, what a win blocks, and the reason."""

    name: str
    possible: bool
    dice: int
    blocks: str
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """Every way to answer, open or not, and what armour does."""

    options: tuple[Option, ...]
    armour: str

    @property
    def open(self) -> tuple[Option, ...]:
        """Those that are open."""
        return tuple(option for option in self.options if option.possible)


def which(s: WhichDefence, dice: NoDice) -> Outcome:
    """Looks up every way to answer. Address: fantasy-crux/which-defence#table."""
    row = INCOMING[s.incoming]
    options = [_dodge(s, row)]
    options += _items(s, row)
    if row.counter:
        options.append(_counter(s))
    if row.resist:
        text = "it costs no Reaction; a win undoes the whole Shaping"
        options.append(Option(row.resist, True, 0, "everything", text, "fantasy-crux/which-defence#direct"))
    if row.covered:
        options.append(_cover(s))
    return Outcome(tuple(options), row.armour)


def _dodge(s: WhichDefence, row: Incoming) -> Option:
    rule = "fantasy-crux/reactions#dodge"
    causes = [*reaction_dice(s.incoming, Defence.DODGE, shield=False, missile_guard=False), other(s.dodge)]
    if not row.dodge:
        return Option("Dodge", False, 0, "", f"{row.name}: it cannot be dodged", TABLE)
    if not s.aware:
        return Option("Dodge", False, 0, "", "you are unaware", "fantasy-crux/awareness#unaware")
    if not s.base:
        return Option("Dodge", False, 0, "", "it needs the base Reaction", rule)
    return Option("Dodge", True, pool("Dodge", causes).dice, "everything", "", rule)


def _items(s: WhichDefence, row: Incoming) -> Iterator[Option]:
    for item in (s.weapon, s.shield, BARE_HANDS if s.bare else None):
        if item is None:
            continue
        for off_hand in (False, True):
            if off_hand and not s.off_hand:
                continue
            yield _item(s, row, item, off_hand)


def _item(s: WhichDefence, row: Incoming, item: str, off_hand: bool) -> Option:
    shield = WEAPONS[item].shield
    answer = row.bare if item == BARE_HANDS else row.shield if shield else row.weapon
    if item == BARE_HANDS and s.incoming == "natural" and s.natural_parry == "yes":
        answer = Answer.PARRY
    verb = "Active Guard" if row.ranged else "Parry"
    name = f"{verb} with {WEAPONS[item].name.lower()}" + (", off-hand Reaction" if off_hand else "")
    rule = "fantasy-crux/active-guard#roll" if row.ranged else "fantasy-crux/reactions#parry"
    if answer is Answer.NO:
        return Option(name, False, 0, "", "it cannot stop this", TABLE)
    if not s.aware:
        return Option(name, False, 0, "", "you are unaware", "fantasy-crux/awareness#unaware")
    if shield and s.two_handed:
        return Option(name, False, 0, "", "a shield is not ready then", "fantasy-crux/active-guard#two-handed")
    if off_hand and s.two_handed:
        return Option(name, False, 0, "", "two hands are taken", "fantasy-crux/off-hand#items")
    if not off_hand and not s.base:
        return Option(name, False, 0, "", "the base Reaction is spent", "fantasy-crux/defending#one-reaction")
    causes = list(reaction_dice(s.incoming, _kind(answer), shield=shield, missile_guard=s.missile_guard))
    if off_hand and not s.mastery:
        causes.append(named("off_hand_reaction"))
    return Option(name, True, pool(name, [*causes, other(s.parry)]).dice, _blocks(s, item), "", rule)


def _kind(answer: Answer) -> Defence:
    return Defence.GUARD if answer is Answer.GUARD else Defence.PARRY


def _blocks(s: WhichDefence, item: str) -> str:
    if s.incoming == "grapple":
        return "the seizure"
    if s.incoming == "touch":
        return "the touch"
    size = s.size.value if s.incoming in SIZED else Size.LIGHT.value
    share = blocked_share(WEAPONS[item].size, size).share
    words = {Share.ALL: "all damage", Share.HALF: "half the damage", Share.NOTHING: "no damage"}
    return f"{words[share]}; all with a critical"


def _counter(s: WhichDefence) -> Option:
    reason = "" if s.counter else "it is a Talent"
    if s.counter and not s.base:
        reason = "it needs the base Reaction"
    possible = not reason and s.aware
    text = reason or ("it replaces your own defence" if s.aware else "you are unaware")
    return Option(
        "Counter", possible, 0, "the whole Shaping" if possible else "", text, "fantasy-crux/which-defence#talents"
    )


def _cover(s: WhichDefence) -> Option:
    row = WEAPONS[s.shield] if s.shield else None
    rule = "fantasy-crux/active-guard#passive"
    if not s.shield_cover or row is None:
        return Option("Shield Cover", False, 0, "", "it is a Talent and needs a ready shield", rule)
    if row.size is Size.MEDIUM or s.two_handed or not s.aware:
        return Option("Shield Cover", False, 0, "", "it needs awareness and a ready medium or large shield", rule)
    dice = named("shield_cover").modifier.value
    return Option("Shield Cover", True, dice, "", "on the attack roll; terrain cover does not add", rule)


def explain(s: WhichDefence, dice: NoDice, outcome: Outcome) -> Iterator[Step]:
    """One step for each way to answer."""
    for option in outcome.options:
        if option.possible:
            text = f"{option.name}: {notation(option.dice)}"
            text += f"; a win stops {option.blocks}" if option.blocks else ""
            text += f"; {option.reason}" if option.reason else ""
            yield Step(text, option.rule, option.dice)
        else:
            yield Step(f"{option.name}: not open, {option.reason}", option.rule)
    yield Step(f"Armour {outcome.armour}", "fantasy-crux/which-defence#armour")
    yield Step("Each attack is answered once, however many Reactions are left", "fantasy-crux/defending#one-reaction")


def sentence(s: WhichDefence, outcome: Outcome) -> str:
    """The open ways in one sentence."""
    ways = [f"{option.name} ({notation(option.dice)})" for option in outcome.open]
    name = INCOMING[s.incoming].name
    return f"{name}: {'; '.join(ways)}." if ways else f"{name}: nothing you have answers it."


def figures(s: WhichDefence, outcome: Outcome | None) -> dict[str, Any]:
    """The whole answer as a table."""
    shown = outcome or which(s, NoDice())
    rows = [
        row(
            each.name,
            notation(each.dice) if each.possible else "not open",
            "; ".join(filter(None, (each.blocks, each.reason))),
            rule=each.rule,
            off=not each.possible,
        )
        for each in shown.options
    ]
    return {"table": table(INCOMING[s.incoming].name, ("Answer", "Dice", "What a win stops"), rows)}


resolver = Resolver(
    "fantasy-crux/which-defence",
    title="Which defence works?",
    summary="What may answer an attack, with how many dice, and what a win would stop.",
    rule="fantasy-crux/which-defence",
    situation=WhichDefence,
    resolve=which,
    explain=explain,
    sentence=sentence,
    figures=figures,
    reading=lambda s, tally: sentence(s, which(s, NoDice())),
)
