"""One blow or shot, from the CMB to the hit points: what everything that ends in an attack works with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.dice import dice
from companion.errors import Refused
from companion.games.darkmaster.attack_table import MISS, Cell, column, row_of
from companion.games.darkmaster.data import (
    ATTACK,
    FUMBLES,
    MODIFIERS,
    SEVERITIES,
    SHIELDS,
    SKILLS,
    WEAPONS,
    Armour,
    FumbleRow,
    Length,
    Severity,
    Weapon,
)
from companion.games.darkmaster.defence import Defence, defence_of
from companion.games.darkmaster.open_die import Faces, Roll, needs_more, read, rolls
from companion.games.darkmaster.strike import Position, Quality, Strike, Tough
from companion.steps import Modifier, total


class Result(StrEnum):
    """How one attack ends, from the worst up."""

    FUMBLE = "fumble"
    MISS = "miss"
    NO_DAMAGE = "hit without damage"
    DAMAGE = "damage"
    SUPERFICIAL = "Superficial critical"
    LIGHT = "Light critical"
    MODERATE = "Moderate critical"
    GRIEVOUS = "Grievous critical"
    LETHAL = "Lethal critical"


@dataclass(frozen=True, slots=True)
class Ready:
    """All of an attack that no die changes. `net` is all that is added to the roll, less the DEF."""

    situation: Strike
    weapon: Weapon
    modifiers: tuple[Modifier, ...]
    defence: Defence
    cells: Mapping[int, Cell]
    milder: int
    critical: int

    @property
    def attack(self) -> int:
        """All that is added to the roll."""
        return self.situation.cmb - self.situation.parry + total(self.modifiers)

    @property
    def net(self) -> int:
        return self.attack - self.defence.value

    @property
    def automatic(self) -> bool:
        """Whether a first die within the Clumsy Range fumbles by itself."""
        return self.situation.fumble_needs_miss == "automatic"


@dataclass(frozen=True, slots=True)
class Blow:
    """How one attack came out. `result` is the capped result (None where it fumbled before one was reached)."""

    result: int | None
    fumbled: bool
    hit: bool = False
    damage: int = 0
    severity: Severity | None = None
    source: str = "published"

    @property
    def critical(self) -> bool:
        return self.severity is not None

    @property
    def verdict(self) -> Result:
        if self.fumbled:
            return Result.FUMBLE
        if not self.hit:
            return Result.MISS
        if self.severity is not None:
            return Result[self.severity.name]
        return Result.DAMAGE if self.damage else Result.NO_DAMAGE


@dataclass(frozen=True, slots=True)
class Struck:
    """One attack thrown: the blow, its roll, the total before the cap, and the die read after it.

    `after` is the roll on the critical table or the Fumble Table, with what is added to it; None without one.
    """

    blow: Blow
    roll: Roll | None = None
    total: int = 0
    after_die: int | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class BlowDice:
    """One open-ended D100, and a plain one behind it for a critical or a fumble: as many as the attack asks for."""

    thrown: tuple[int, ...] = dice(100, "d100", goes_on_for=needs_more(lambda ready, faces: strike(ready, faces)))


def wielded(s: Strike) -> Weapon:
    """The weapon with the reader's own values laid over it."""
    weapon = WEAPONS[s.weapon]
    return replace(
        weapon,
        column=weapon.column if s.own_column is None else s.own_column,
        clumsy=weapon.clumsy if s.own_clumsy is None else s.own_clumsy,
        most=weapon.most if s.own_most is None else s.own_most,
        fumble=weapon.fumble if s.own_fumble is None else s.own_fumble,
    )


def ready_for(
    s: Strike, weapon: Weapon | None = None, extra: tuple[Modifier, ...] = (), *, qualities: bool = True
) -> Ready:
    """Everything before the dice. `weapon` stands in for the one of the table, `extra` are the act's own modifiers.

    Raises `Refused` where the attack cannot be made: too much Parry, out of range, a Held attacker with too long a
    weapon.
    """
    weapon = weapon or wielded(s)
    _refuse(s, weapon)
    modifiers = (*_on_the_attack(s, weapon, qualities), *_at_the_target(s, weapon), *extra)
    if s.other:
        modifiers += (Modifier("Anything else", s.other, "darkmaster/modifiers#other"),)
    helpless = s.target_surprised or s.target_held
    armour = Armour.NONE if weapon.backstab and qualities and helpless else s.armour
    surprised = s.target_surprised and not weapon.ranged and weapon.length is Length.HAND
    return Ready(
        situation=s,
        weapon=weapon,
        modifiers=modifiers,
        defence=defence_of(s, weapon.ranged),
        cells=column(weapon.column, armour),
        milder=0 if s.tough is Tough.NO else ATTACK.number(s.tough.value),
        critical=ATTACK.number("backstab_hand") if surprised else 0,
    )


def most_parry(cmb: int, weapon: Weapon, two_handed: str) -> int:
    """How much of a CMB may be spent on Parry; `two_handed` is the ruling. Address: darkmaster/attack#parry."""
    most = max(0, cmb)
    halved = weapon.hands > 1 and not weapon.ranged and two_handed == "half"
    return most // ATTACK.number("parry_share") if halved else most


def _refuse(s: Strike, weapon: Weapon) -> None:
    most = most_parry(s.cmb, weapon, s.two_handed_parry)
    if s.parry > most:
        reason = f"of this CMB no more than {most} can be spent on Parry."
        raise Refused(reason, "darkmaster/attack#parry")
    if s.held and s.parry:
        raise Refused("the Held cannot Parry.", "darkmaster/conditions#held")
    if s.held and (weapon.ranged or weapon.length in (Length.LONG, Length.LONGEST)):
        raise Refused("the Held can use Hand and Short weapons only.", "darkmaster/conditions#held")
    if weapon.ranged and s.distance > weapon.range * ATTACK.number("range_steps"):
        furthest = weapon.range * ATTACK.number("range_steps")
        raise Refused(f"the {weapon.title} reaches {furthest} m at most.", "darkmaster/modifiers#range")


def _on_the_attack(s: Strike, weapon: Weapon, qualities: bool) -> Iterator[Modifier]:
    """What the attacker's weapon and state change."""
    shield = SHIELDS[s.own_shield]
    if shield.cmb:
        yield Modifier(f"{shield.name} on the arm", shield.cmb, "darkmaster/weapons#shields")
    if s.quality is not Quality.PLAIN:
        yield MODIFIERS.modifier(s.quality.value)
    if weapon.mighty and qualities and not s.parry:
        yield MODIFIERS.modifier("mighty")
    for held, key in ((s.one_hand, "one_hand"), (s.second_line, "second_line"), (s.prone, "prone"), (s.held, "held")):
        if held:
            yield MODIFIERS.modifier(key)
    if s.bruised:
        yield SKILLS.modifier("bruised")
    if s.half_action:
        yield SKILLS.modifier("half_action")
    if s.feint:
        yield Modifier("Feint won", s.feint, "darkmaster/feint#win")
    if weapon.ranged:
        yield from _on_the_shot(s, weapon)


def _on_the_shot(s: Strike, weapon: Weapon) -> Iterator[Modifier]:
    """What range and hurry change. Addresses: darkmaster/modifiers#range, darkmaster/ranged-in-melee#penalty."""
    steps = max(1, -(-s.distance // max(1, weapon.range)))
    if steps > 1:
        yield MODIFIERS.modifier(f"range_{steps}")
    readied = weapon.kind.value == "thrown" and s.readied
    if s.engaged and not readied:
        yield MODIFIERS.modifier("engaged_shot")
    if s.unprepared:
        yield MODIFIERS.modifier("unprepared")


def _at_the_target(s: Strike, weapon: Weapon) -> Iterator[Modifier]:
    """What the target's state and position change."""
    if s.position is not Position.FRONT:
        yield MODIFIERS.modifier("flank" if s.position is Position.FLANK else "rear")
    if s.target_prone and not weapon.ranged:
        yield MODIFIERS.modifier("target_prone")
    if not weapon.ranged and (s.higher_ground or s.target_prone):
        yield MODIFIERS.modifier("higher_ground")
    for held, key in (
        (s.target_aiming, "target_aiming"),
        (s.target_stunned, "target_stunned"),
        (s.target_surprised, "target_surprised"),
        (s.target_held and not weapon.ranged, "target_held"),
    ):
        if held:
            yield MODIFIERS.modifier(key)


def strike(ready: Ready, faces: Faces) -> Struck:
    """One attack from its dice. Addresses: darkmaster/attack#roll, #cap, #miss; darkmaster/fumbles#clumsy-range."""
    first = faces.one()
    clumsy = first <= ready.weapon.clumsy
    if clumsy and ready.automatic:
        return _followed(ready, Blow(None, True), read([first]), 0, faces)
    roll = faces.rest_of(first)
    reached = roll.total + ready.net
    return _followed(ready, blow_for(ready, clumsy, min(reached, ready.weapon.most)), roll, reached, faces)


def _followed(ready: Ready, blow: Blow, roll: Roll, reached: int, faces: Faces) -> Struck:
    """The die behind the attack: on the critical table or on the Fumble Table."""
    if blow.fumbled:
        die = faces.one()
        return Struck(blow, roll, reached, die, die + ready.weapon.fumble)
    if blow.severity is not None:
        die = faces.one()
        return Struck(blow, roll, reached, die, die + SEVERITIES.number(blow.severity.value) + ready.critical)
    return Struck(blow, roll, reached)


def blow_for(ready: Ready, clumsy: bool, result: int) -> Blow:
    """The blow for a capped result. Address: darkmaster/attack#table."""
    cell = ready.cells.get(row_of(result), MISS) if result > ATTACK.number("miss") else MISS
    if clumsy and (ready.automatic or not cell.hit):
        return Blow(result, True)
    severity = None if cell.severity is None else cell.severity.milder(ready.milder)
    return Blow(result, False, cell.hit, cell.damage, severity, cell.source)


def merged(ready: Ready) -> list[tuple[Blow, int]]:
    """Every blow that can come of it, equal ones together, with exact weights for the unlimited die."""
    lows = [low for low in ready.cells if low <= ready.weapon.most]
    found: dict[tuple[bool, int], int] = {}
    for first, thrown, weight in rolls([low - ready.net for low in lows]):
        key = first <= ready.weapon.clumsy, row_of(min(thrown + ready.net, ready.weapon.most))
        found[key] = found.get(key, 0) + weight
    together: dict[Blow, int] = {}
    for (clumsy, row), weight in found.items():
        blow = replace(blow_for(ready, clumsy, row), result=None)
        together[blow] = together.get(blow, 0) + weight
    return list(together.items())


def fumble_row(reached: int) -> tuple[str, FumbleRow]:
    """The row of the Fumble Table for a roll, by its key. Address: darkmaster/fumbles#table."""
    for key, row in FUMBLES.items():
        if row.last is None or reached <= row.last:
            return key, row
    raise ValueError(f"the Fumble Table has no row for {reached}")
