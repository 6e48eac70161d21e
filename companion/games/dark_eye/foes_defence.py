"""The foe's defence in melee: whether there is one, of which kind, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.errors import Refused
from companion.games.dark_eye.conditions import condition_modifiers, unable
from companion.games.dark_eye.data import ARMOUR, ATTACK, DEFENCE, SHIELDS, SIGHT, TECHNIQUES, WEAPONS
from companion.games.dark_eye.own_attack import cramped, in_water
from companion.games.dark_eye.situation import Defender, Kind, Melee, Position
from companion.games.dark_eye.worth import Halving, Worth, with_conditions
from companion.steps import Modifier


@dataclass(frozen=True, slots=True)
class Guard:
    """The defence as it will be rolled; `none` says why there is none at all (the value may still be shown)."""

    worth: Worth | None
    none: str = ""
    rule: str = "dark-eye/defence#unavailable"

    def value(self, halved: bool) -> int | None:
        """The value to roll at most, or None where no defence can be rolled."""
        if self.worth is None or self.none:
            return None
        value = self.worth.halved if halved else self.worth.value
        return value if value > 0 else None


def guard(s: Melee, manoeuvre: tuple[Modifier, ...] = (), further: int | None = None) -> Guard:
    """The foe's defence against one attack. `manoeuvre` are modifiers of the attack itself, such as a Feint.

    `further` is what the defences already made this round take off, where that is not worked out from their number.
    Raises `Refused` for a kind of defence that is not open: a parry without anything to parry with, or against one
    too large. Addresses: dark-eye/defence#kinds, #several, #unavailable, #size.
    """
    if s.defence is Kind.NONE:
        return Guard(None, "No defence is made", "dark-eye/defence#undefended")
    _refuse_kind(s)
    guarded = Guard(_worth(s, manoeuvre, further), *_helpless(s))
    if not guarded.none and guarded.worth and guarded.worth.value <= 0:
        return Guard(guarded.worth, f"A defence of {minus(guarded.worth.value)} cannot be rolled")
    return guarded


def minus(value: int) -> str:
    """A number with a true minus sign."""
    return str(value).replace("-", "−")


def _refuse_kind(s: Melee) -> None:
    weapon = WEAPONS[s.foe_weapon]
    if s.defence is Kind.PARRY and not TECHNIQUES[weapon.technique].parries:
        raise Refused(f"a {weapon.name.lower()} cannot parry.", "dark-eye/defence#kinds")
    if s.defence is Kind.SHIELD and not SHIELDS[s.foe_shield].shield:
        raise Refused("a shield parry needs a shield in the other hand.", "dark-eye/shields#active")
    if s.size == "large" and s.defence is Kind.PARRY:
        raise Refused("a large attacker's blow can only be dodged or met with a shield.", "dark-eye/size#attacker")
    if s.size == "huge" and s.defence is not Kind.DODGE:
        raise Refused("a huge attacker's blow can only be dodged.", "dark-eye/size#attacker")


def encumbrance_of(s: Melee) -> int:
    """The foe's Encumbrance: as given, else that of the armour."""
    return ARMOUR[s.armour].encumbrance if s.foe_encumbrance is None else s.foe_encumbrance


def _helpless(s: Melee) -> tuple[str, str]:
    reason = unable(s.foe_pain, encumbrance_of(s), s.foe_others, overcome=s.foe_pain_overcome)
    if reason:
        return reason.replace("leaves you", "leaves the foe").replace("leave you", "leave the foe"), (
            "dark-eye/conditions#incapacitated"
        )
    if s.defender is Defender.ORDINARY and s.defences_made:
        return "This foe has only one defence a round, and it is spent", "dark-eye/defence#who"
    return "", "dark-eye/defence#unavailable"


def _worth(s: Melee, manoeuvre: tuple[Modifier, ...], further: int | None) -> Worth:
    modifiers, over = with_conditions(
        tuple(_equipment(s)),
        condition_modifiers(s.foe_pain, encumbrance_of(s), s.foe_others),
        (*_circumstances(s), *manoeuvre, *_further(s, further)),
    )
    sight = SIGHT[s.foe_sight]
    return Worth(
        {Kind.PARRY: "Parry", Kind.SHIELD: "Shield parry", Kind.DODGE: "Dodge"}[s.defence],
        "On the sheet",
        s.pa,
        modifiers,
        over,
        rule="dark-eye/defence#roll",
        only_one=Modifier(sight.name, 0, "dark-eye/sight#invisible", note="only a 1 defends") if sight.blind else None,
        halving=Halving(s.halving, s.rounding),
    )


def _equipment(s: Melee) -> Iterator[Modifier]:
    weapon, shield = WEAPONS[s.foe_weapon], SHIELDS[s.foe_shield]
    gripped = s.foe_two_handed
    if s.defence is Kind.PARRY:
        if weapon.pa:
            yield Modifier(weapon.name, weapon.pa, "dark-eye/base-values#weapons")
        if shield.parry and not gripped and not weapon.two_handed:
            yield Modifier(f"{shield.name}, held beside it", shield.parry, "dark-eye/shields#passive")
        if gripped:
            yield DEFENCE.modifier("grip")
    elif s.defence is Kind.SHIELD:
        times = DEFENCE.number("active_shield")
        yield Modifier(f"{shield.name}, counted {times} times", shield.parry * times, "dark-eye/shields#active")


def _circumstances(s: Melee) -> Iterator[Modifier]:
    sight = SIGHT[s.foe_sight]
    if s.foe_prone:
        yield DEFENCE.modifier("prone")
    if s.foe_bound and s.defence is Kind.DODGE:
        yield DEFENCE.modifier("bound")
    if s.cramped.foes and s.defence is not Kind.DODGE:
        by_shield = s.defence is Kind.SHIELD
        yield from cramped(WEAPONS[s.foe_weapon].reach, s.foe_shield, s.cramped_item, "pa", by_shield=by_shield)
    if s.defence is not Kind.DODGE or s.water_dodge == "as-parry":
        yield from in_water(s.foe_water, s.foe_swimmer, "pa")
    if s.position is Position.FOE:
        yield ATTACK.modifier("position")
    if s.from_behind:
        yield DEFENCE.modifier("behind")
    if sight.melee:
        yield Modifier(f"Sight {sight.name}", sight.melee, "dark-eye/sight#levels")
    if s.foe_stance:
        yield DEFENCE.modifier("stance")
    if s.foe_other:
        yield Modifier("Anything else", s.foe_other, "dark-eye/defence#roll")


def _further(s: Melee, given: int | None) -> Iterator[Modifier]:
    if s.defender is not Defender.HERO:
        return
    if given is None:
        if s.defences_made:
            yield DEFENCE.modifier("further", s.defences_made, f"Defence number {s.defences_made + 1} this round")
    elif given:
        yield Modifier("Defences already made this round", given, "dark-eye/defence#several")
