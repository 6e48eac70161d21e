"""How a target can answer: every Reaction that it has left and that the rules allow, the likeliest to help first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.checks import read
from companion.encounter import Combatant, Fight
from companion.errors import Refused
from companion.games.fantasy_crux import attack as attacks
from companion.games.fantasy_crux.arms import Arms, below
from companion.games.fantasy_crux.causes import defence_causes
from companion.games.fantasy_crux.d100 import Grade, grades, scale
from companion.games.fantasy_crux.data import BARE_HANDS, WEAPONS, Share, Size, blocked_share
from companion.games.fantasy_crux.encounter_round import means_of, refusal
from companion.games.fantasy_crux.exchange import Defence
from companion.games.fantasy_crux.legal import check_defence
from companion.games.fantasy_crux.pools import pool
from companion.games.fantasy_crux.situation import FLYING, Attack, AttackKind

WORTH = {Share.ALL: Fraction(1), Share.HALF: Fraction(1, 2), Share.NOTHING: Fraction(1, 10)}
"""What a winning Parry is worth beside a Dodge; one that blocks nothing can still demote a critical."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """One Reaction: the act that it is, the skill it rolls, and the item if it takes one."""

    act: str
    skill: int
    item: str = ""
    note: str = ""

    @property
    def off_hand(self) -> bool:
        return self.act == "off-hand-parry"


def reactions(fight: Fight, one: Combatant) -> Iterator[Reaction]:
    """Every Dodge and Parry for which this one has something left."""
    sheet = one.sheet
    if refusal(fight, one, "dodge") is None:
        yield Reaction("dodge", sheet.skill("dodge"))
    if refusal(fight, one, "parry") is None:
        yield from (_parry("parry", one, item) for item in dict.fromkeys(sheet.held))
        for weapon in sheet.own:
            if weapon.attack is AttackKind.CLOSE:
                item = stand_in(weapon.size)
                note = f"Its {weapon.name} Parries like a {WEAPONS[item].name.lower()} of the same Size"
                yield Reaction("parry", sheet.skill("close"), item, note)
    if means_of(one).two_items and refusal(fight, one, "off-hand-parry") is None:
        yield _parry("off-hand-parry", one, sheet.held[1])


def _parry(act: str, one: Combatant, item: str) -> Reaction:
    return Reaction(act, one.sheet.skill("unarmed" if item == BARE_HANDS else "close"), item)


def stand_in(size: Size) -> str:
    """A weapon of the table that Parries as one of this Size would; the largest where none is so large."""
    alike = [key for key, row in WEAPONS.items() if row.size is size and not row.shield and key != BARE_HANDS]
    return alike[0] if alike else stand_in(Size.HEAVY)


def lacks(one: Combatant, item: str) -> bool:
    """Whether this one is below the STR or DEX of an item in hand."""
    sheet, row = one.sheet, WEAPONS[item]
    both = sheet.both_hands and item == sheet.main
    return below(sheet.strength, sheet.dexterity, row.strength, row.dexterity, two_handed=both)


def answered(fight: Fight, target: Combatant, inputs: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The inputs of an attack with the best answer of its target, and a note. Raises `Refused` for no attack."""
    ready = attacks.prepare(read(Attack, inputs)[0])
    best: tuple[Fraction, dict[str, Any], str] = (Fraction(0), dict(inputs), "")
    for reaction in reactions(fight, target):
        tried = {**inputs, **_fields(reaction, target, ready.arms)}
        situation = read(Attack, tried)[0]
        try:
            check_defence(situation, ready.arms)
        except Refused:
            continue
        worth = _worth(situation, ready.arms)
        if worth > best[0]:
            best = (worth, tried, reaction.note)
    if best[1].get("defence") is None:
        best = (Fraction(0), best[1], why_none(fight, target))
    return best[1], best[2]


def _fields(reaction: Reaction, target: Combatant, arms: Arms) -> dict[str, Any]:
    if reaction.act == "dodge":
        return {"defence": Defence.DODGE.value, "defence_skill": reaction.skill}
    found: dict[str, Any] = {
        "defence": (Defence.GUARD if arms.kind in FLYING else Defence.PARRY).value,
        "defence_skill": reaction.skill,
        "item": reaction.item,
        "foe_minimum": not reaction.note and lacks(target, reaction.item),
    }
    if reaction.off_hand:
        found["off_hand_reaction"] = True
    return found


def _worth(s: Attack, arms: Arms) -> Fraction:
    dice = pool("Defence", defence_causes(s, arms)).dice
    share = Share.ALL if s.defence is Defence.DODGE else blocked_share(WEAPONS[s.item].size, arms.size).share
    return success(s.defence_skill, dice) * WORTH[share]


def success(skill: int, dice: int) -> Fraction:
    """How likely a roll is to succeed."""
    return grades(scale(skill), dice).chance(_succeeds)


def _succeeds(grade: Grade) -> bool:
    return grade.succeeded


def why_none(fight: Fight, target: Combatant) -> str:
    """Why the target does not answer."""
    refused = refusal(fight, target, "parry")
    return f"{target.name} does not react: {refused[0] if refused else 'nothing that it has can answer this'}"
