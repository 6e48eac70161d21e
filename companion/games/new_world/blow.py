"""One blow or shot, from the total to the Wounds: what every act that ends in an attack works with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.dice import die
from companion.errors import Refused
from companion.games.new_world.data import GROUPS, MODIFIERS, Location, Weapon, location_of
from companion.games.new_world.defence import Defence, effective_defence
from companion.games.new_world.modifiers import outnumbering
from companion.games.new_world.reach import reach, shooting_modifiers
from companion.games.new_world.strike import Cover, Powder, Sharpshooter, Shot, Strike, TargetIs, wielded
from companion.games.new_world.wounds import Arms, armour_at, arms_of, is_firearm, reduction
from companion.odds import Odds
from companion.steps import Modifier, total

FACES = range(1, 7)
TALENTS = ("new-world/range#sharpshooter", "new-world/two-weapons#talents")
"""The rules whose modifiers are talents."""


class Verdict(StrEnum):
    """How one attack ends."""

    CRITICAL = "critical hit"
    HIT = "hit"
    MISS = "miss"
    STRAY = "stray shot into an ally"
    MISFIRE = "misfire"


@dataclass(frozen=True, slots=True)
class AttackDice:
    """Two dice for the attack and one of another colour for the location."""

    first: int = die(6, "first attack die")
    second: int = die(6, "second attack die")
    location: int = die(6, "location die")


@dataclass(frozen=True, slots=True)
class Ready:
    """All of an attack that no die changes."""

    situation: Strike
    weapon: Weapon
    ranged: bool
    modifiers: tuple[Modifier, ...]
    bonus: int
    defence: Defence
    arms: Arms
    always_critical: bool
    firearm: bool
    risky: bool
    wounds_left: int | None = None

    @property
    def into_melee(self) -> bool:
        """Whether it is a shot that may stray into an ally."""
        return self.ranged and self.shot.into_melee

    @property
    def shot(self) -> Shot:
        """The situation of a ranged attack."""
        assert isinstance(self.situation, Shot)
        return self.situation

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts that this attack can come to."""
        left_out = set() if self.into_melee else {Verdict.STRAY}
        if not self.firearm:
            left_out.add(Verdict.MISFIRE)
        return tuple(verdict for verdict in Verdict if verdict not in left_out)

    @property
    def needed(self) -> int:
        """The sum of the two attack dice that hits."""
        return self.defence.value - self.bonus


@dataclass(frozen=True, slots=True)
class Blow:
    """How one attack came out. `margin` is the total less the Defence, below 0 on a miss.

    `misfired` is None for what is no firearm; `ally_wounds` where no ally is in the way. Where the target's Wounds
    are counted, `left` is what it has afterwards and `overflow` how far below 0 the hit would have taken it.
    """

    total: int
    margin: int
    verdict: Verdict
    location: Location
    raw: int = 0
    reduction: int = 0
    wounds: int = 0
    ally_wounds: int | None = None
    misfired: bool | None = None
    left: int | None = None
    overflow: int | None = None

    @property
    def hit(self) -> bool:
        return self.verdict in (Verdict.HIT, Verdict.CRITICAL)

    @property
    def critical(self) -> bool:
        return self.verdict is Verdict.CRITICAL


def ready_for(
    s: Strike, extra: tuple[Modifier, ...] = (), *, lance_charge: bool = False, wounds_left: int | None = None
) -> Ready:
    """Everything before the dice: weapon, modifiers, Defence, damage. `extra` are the modifiers of the act itself,
    `wounds_left` the target's Wounds where they are counted.

    Raises `Refused` where the attack cannot be made: a target in full cover, out of range, a gun unloaded or with
    soaked powder.
    """
    weapon, ranged = wielded(s.weapon)
    firearm = risky = False
    found = [*_on_every_attack(s, weapon), *extra]
    if ranged:
        assert isinstance(s, Shot), "only a Shot offers weapons that are shot or thrown"
        _refuse_shot(s, weapon)
        found += _on_shots(s, weapon)
        firearm = is_firearm(weapon, s.artillery_is_firearm)
        risky = firearm and (s.magic or s.powder is Powder.DAMP)
    else:
        found += _on_melee(s)
    if s.other:
        found.append(Modifier("Anything else", s.other, "new-world/modifiers#adding"))
    modifiers = tuple(_one_talent(s, found))
    return Ready(
        situation=s,
        weapon=weapon,
        ranged=ranged,
        modifiers=modifiers,
        bonus=s.skill + s.rank * (not s.lacking) + total(modifiers),
        defence=effective_defence(s, ranged),
        arms=arms_of(s, weapon, ranged),
        always_critical=lance_charge and weapon.lance and s.mounted,
        firearm=firearm,
        risky=risky,
        wounds_left=wounds_left,
    )


def _refuse_shot(s: Shot, weapon: Weapon) -> None:
    if s.cover is Cover.FULL:
        raise Refused("a target in full cover cannot be attacked.", "new-world/range#cover")
    if weapon.reload and not s.loaded:
        raise Refused(f"the {weapon.name.lower()} is not loaded.", "new-world/firearms#reload")
    if s.powder is Powder.SOAKED:
        raise Refused("soaked powder does not burn.", "new-world/firearms#damp")


def _on_every_attack(s: Strike, weapon: Weapon) -> Iterator[Modifier]:
    group = GROUPS[weapon.group]
    if s.fatigue:
        yield MODIFIERS.modifier("fatigue", s.fatigue, f"Fatigue {s.fatigue}")
    if s.lacking and not group.free:
        yield MODIFIERS.modifier("lacking_advanced" if group.advanced else "lacking")


def _on_melee(s: Strike) -> Iterator[Modifier]:
    if s.attackers > 1:
        yield outnumbering(s.attackers)
    if s.higher_ground:
        yield MODIFIERS.modifier("higher_ground")
    elif s.mounted and s.target_is is TargetIs.ON_FOOT:
        yield MODIFIERS.modifier("mounted")
    if s.target_ran:
        yield MODIFIERS.modifier("runner_melee")


def _on_shots(s: Shot, weapon: Weapon) -> Iterator[Modifier]:
    found = reach(replace(weapon, band=s.own_band) if s.own_band else weapon, s.distance).allowed()
    if not found.ranged:
        reason = f"at Melee range the {weapon.name.lower()} is not shot or thrown; it serves {found.use}."
        raise Refused(reason, found.rule)
    yield from shooting_modifiers(
        found,
        foe_in_reach=s.foe_in_reach,
        into_melee=s.into_melee,
        sharpshooter_on_range=s.sharpshooter is Sharpshooter.RANGE,
    )
    if s.target_ran:
        yield MODIFIERS.modifier("runner_ranged")


def _one_talent(s: Strike, found: list[Modifier]) -> Iterator[Modifier]:
    """At most one talent changes a roll (ruling `one_talent_per_roll`), whichever does most."""
    rule = "new-world/round#one-talent"
    named = [Modifier("A talent", value, rule) for value in (s.talent, s.second_talent) if value]
    talents = [*(modifier for modifier in found if modifier.rule in TALENTS), *named]
    best = max(talents, key=lambda talent: talent.value, default=None)
    yield from (modifier for modifier in found if modifier not in talents)
    for talent in talents:
        if talent is best or s.one_talent_per_roll == "all":
            yield talent
        else:
            yield Modifier(talent.label, talent.value, rule, False, "is a second talent on one roll")


def strike(ready: Ready, first: int, second: int, location_die: int) -> Blow:
    """One attack for these dice: total against Defence, then Wounds where it hits.

    Equal or higher hits, always; doubles on a hit are critical. A firearm's missed doubles are a misfire, and with
    magic or damp powder so is every miss that shows a 1. A miss by 3 or more strays into an ally in the melee,
    unless nothing was fired. Addresses: new-world/attack, new-world/firearms#misfire, new-world/range#stray.
    """
    blow = _judge(ready, first, second, location_die)
    misfired = blow.verdict is Verdict.MISFIRE if ready.firearm else None
    ally_wounds = (blow.ally_wounds or 0) if ready.into_melee else None
    if ready.wounds_left is None:
        return replace(blow, misfired=misfired, ally_wounds=ally_wounds)
    left = ready.wounds_left - blow.wounds
    return replace(blow, misfired=misfired, ally_wounds=ally_wounds, left=max(0, left), overflow=max(0, -left))


def _judge(ready: Ready, first: int, second: int, location_die: int) -> Blow:
    reached = first + second + ready.bonus
    margin = reached - ready.defence.value
    location, doubles = location_of(location_die), first == second
    if margin >= 0:
        critical = doubles or ready.always_critical
        s, arms = ready.situation, ready.arms
        raw = arms.raw(critical, margin)
        off = reduction(s.endurance, armour_at(s, location), arms.piercing)
        verdict = Verdict.CRITICAL if critical else Verdict.HIT
        return Blow(reached, margin, verdict, location, raw, off, max(0, raw - off))
    if ready.firearm and (doubles or (ready.risky and 1 in (first, second))):
        return Blow(reached, margin, Verdict.MISFIRE, location)
    if ready.into_melee and margin <= -MODIFIERS.number("stray"):
        return _stray(ready, reached, margin, location, doubles)
    return Blow(reached, margin, Verdict.MISS, location)


def _stray(ready: Ready, reached: int, margin: int, location: Location, doubles: bool) -> Blow:
    s, arms = ready.shot, ready.arms
    raw = arms.raw(doubles and s.stray_can_crit == "yes", 0)
    off = reduction(s.ally_endurance, s.ally_armour, arms.piercing)
    return Blow(reached, margin, Verdict.STRAY, location, raw, off, 0, max(0, raw - off))


def blows(ready: Ready) -> Iterator[tuple[Blow, int]]:
    """Every blow with its weight out of 216."""
    for first in FACES:
        for second in range(first, 7):
            weight = 1 if first == second else 2
            for location_die in FACES:
                yield strike(ready, first, second, location_die), weight


def merged(ready: Ready) -> Odds[Blow]:
    """The odds of a blow, holding only what a sequence of blows adds up: verdict, Wounds, an ally's Wounds."""
    return Odds(
        (replace(blow, total=0, margin=0, location=Location.BODY, raw=0, reduction=0), weight)
        for blow, weight in blows(ready)
    )
