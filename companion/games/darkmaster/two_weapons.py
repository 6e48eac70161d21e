"""Fighting with two weapons: a second blow as a Free Action, and what it costs both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from math import gcd
from typing import Any

from companion.dice import dice
from companion.errors import Refused
from companion.fields import Option, choice, number, ruling, switch
from companion.games.darkmaster.arms import one_of_two
from companion.games.darkmaster.blow import Blow, Ready, Struck, merged, ready_for, strike, wielded
from companion.games.darkmaster.data import MODIFIERS, RULINGS, SHIELDS, WEAPONS, Armour, Length, Weapon
from companion.games.darkmaster.open_die import Faces, chain_figure, needs_more
from companion.games.darkmaster.strike import Position, Strike, options_of
from companion.games.darkmaster.telling import sentence as attack_sentence
from companion.games.darkmaster.telling import stacks, steps
from companion.resolver import Resolver, Way
from companion.steps import Modifier, Step, signed

RULE = "darkmaster/two-weapons"


class Result(StrEnum):
    """Which of the two blows hit."""

    BOTH = "both hit"
    MAIN = "only the main hand hits"
    OFF = "only the off hand hits"
    NEITHER = "neither hits"


def main_options() -> tuple[Option, ...]:
    """Weapons for the main hand: for melee, in one hand."""
    return options_of(lambda weapon: not weapon.ranged and weapon.hands == 1 and weapon.shield is None)


def off_options() -> tuple[Option, ...]:
    """Weapons for the off hand: one-handed ones, shields among them. Whether the pair is allowed is told later."""
    return options_of(lambda weapon: not weapon.ranged and weapon.hands == 1)


def why_not(main: str, off: str) -> str:
    """Why a pair is not allowed; empty where it is. Address: darkmaster/two-weapons#who."""
    weapon: Weapon = WEAPONS[off]
    if weapon.length in (Length.HAND, Length.SHORT) or main == off:
        return ""
    return f"the off hand takes a Hand or Short weapon, or one like the main hand's; the {weapon.title} is neither."


_OTHER = {"same_foe": False}
_FOR_OTHER = "only against a second foe"


@dataclass(frozen=True, slots=True)
class TwoWeapons(Strike):
    """Both blows; what stands under "Your target" is the main hand's."""

    weapon: str = choice("Weapon in the main hand", main_options, default="scimitar")
    off_hand: str = choice("Weapon in the off hand", off_options, default="scimitar")
    off_cmb: int | None = number("CMB of the off hand", -100, 400, blank="the same", help="Where its skill differs.")
    second_parry: int = number(
        "More CMB, to Parry a second opponent", 0, 400, help="Both pools are taken off both blows."
    )
    same_foe: bool = switch("Both blows at the same foe", default=True)
    off_other: int = number("Anything else on the off-hand roll", -500, 500, group="You")
    second_defence: int = number(
        "DEF, all told", -100, 400, default=25, group="The second foe", when=_OTHER, why=_FOR_OTHER
    )
    second_armour: Armour = choice("Armour", Armour, group="The second foe", when=_OTHER, why=_FOR_OTHER)
    bash_off_hand: str = ruling(RULINGS, "bash_off_hand")


@dataclass(frozen=True, slots=True)
class Two:
    """Both blows before their dice."""

    situation: TwoWeapons
    main: Ready
    off: Ready


@dataclass(frozen=True, slots=True)
class TwoDice:
    """The dice of the main blow, then those of the off-hand blow."""

    thrown: tuple[int, ...] = dice(100, "d100", goes_on_for=needs_more(lambda two, faces: both(two, faces)))


@dataclass(frozen=True, slots=True)
class Pair:
    """How both blows came out."""

    main: Struck
    off: Struck

    @property
    def blows(self) -> tuple[Blow, Blow]:
        return self.main.blow, self.off.blow

    @property
    def result(self) -> Result:
        if self.main.blow.hit:
            return Result.BOTH if self.off.blow.hit else Result.MAIN
        return Result.OFF if self.off.blow.hit else Result.NEITHER


def prepare(s: TwoWeapons) -> Two:
    """Both blows with what two weapons cost. Raises `Refused` for a pair or an attack that the rules forbid."""
    reason = why_not(s.weapon, s.off_hand)
    if reason:
        raise Refused(reason, f"{RULE}#who")
    if s.position is not Position.FRONT:
        raise Refused("both blows go at opponents in front of you.", f"{RULE}#front")
    shield = WEAPONS[s.off_hand].shield
    s = replace(s, parry=s.parry + s.second_parry, own_shield=shield or s.own_shield)
    penalty = (MODIFIERS.modifier("two_weapons"),)
    main = ready_for(_in_one_hand(s), one_of_two(wielded(s)), penalty)
    return Two(s, main, _off(s, penalty))


def _in_one_hand(s: TwoWeapons) -> TwoWeapons:
    return replace(s, one_hand=WEAPONS[s.weapon].hand_and_a_half)


def _off(s: TwoWeapons, penalty: tuple[Modifier, ...]) -> Ready:
    """The off-hand blow: its own CMB less the same Parry, to 0 at most. Address: darkmaster/two-weapons#parry."""
    weapon = WEAPONS[s.off_hand]
    cmb = s.cmb if s.off_cmb is None else s.off_cmb
    if weapon.shield is not None and s.bash_off_hand == "twice":
        penalty += (MODIFIERS.modifier("shield_bash"),)
    blow = replace(
        s,
        weapon=s.off_hand,
        cmb=cmb,
        parry=min(s.parry, max(0, cmb)),
        other=s.off_other,
        one_hand=weapon.hand_and_a_half,
    )
    if not s.same_foe:
        blow = _at_second_foe(blow)
    return ready_for(blow, one_of_two(weapon), penalty)


def _at_second_foe(s: TwoWeapons) -> TwoWeapons:
    """The second foe is described by its DEF, all told, and its armour only."""
    return replace(
        s,
        defence=s.second_defence,
        armour=s.second_armour,
        foe_parry=0,
        shield="none",
        feint=0,
        target_aiming=False,
        target_prone=False,
        target_stunned=False,
        target_surprised=False,
        target_held=False,
        higher_ground=False,
    )


def both(two: Two, faces: Faces) -> Pair:
    """The main blow, then the off-hand blow."""
    return Pair(strike(two.main, faces), strike(two.off, faces))


def ways(two: Two) -> Iterator[Way]:
    """Each distinct pair of blows: the two rolls know nothing of each other."""
    main, off = _small(two.main), _small(two.off)
    for blow, weight in main:
        struck = Struck(blow)
        for other, other_weight in off:
            yield Pair(struck, Struck(other)), weight * other_weight


def _small(ready: Ready) -> list[tuple[Blow, int]]:
    """The blows of one hand, told apart only by what is asked of the pair, with the smallest weights."""
    together: dict[Blow, int] = {}
    for blow, weight in merged(ready):
        plain = replace(blow, source="")
        together[plain] = together.get(plain, 0) + weight
    shared = gcd(*together.values())
    return [(blow, weight // shared) for blow, weight in together.items()]


def explain(two: Two, thrown: TwoDice, pair: Pair) -> Iterator[Step]:
    """What two weapons cost, then both blows."""
    for name, ready in (("Main hand", two.main), ("Off hand", two.off)):
        weapon = ready.weapon
        text = f"{name}: {weapon.title}, Clumsy Range 1 to {weapon.clumsy}, length {weapon.length}"
        yield Step(text, f"{RULE}#clumsy", weapon.clumsy)
    s = two.situation
    if s.second_parry:
        text = f"Two pools of Parry, {s.parry - s.second_parry} and {s.second_parry}, each against one opponent"
        yield Step(f"{text}; both blows lose {s.parry}", f"{RULE}#pools", -s.parry)
    if WEAPONS[s.off_hand].shield is not None:
        lost = signed(SHIELDS[s.own_shield].melee)
        yield Step(f"The shield strikes and adds no DEF ({lost}) this round", "darkmaster/shield-bash#second-weapon")
    yield Step("Main hand", f"{RULE}#penalty")
    yield from steps(two.main, pair.main)
    yield Step("Off hand", f"{RULE}#penalty")
    yield from steps(two.off, pair.off)
    if pair.main.blow.fumbled:
        yield Step("The second blow still comes, unless the fumble costs weapon, action or footing", f"{RULE}#who")


def sentence(two: Two, pair: Pair) -> str:
    """Both blows, one after the other."""
    return f"Main hand: {attack_sentence(two.main, pair.main)} Off hand: {attack_sentence(two.off, pair.off)}"


def figures(two: Two, pair: Pair | None) -> dict[str, Any]:
    """Both rolls and DEFs as modifier stacks, and both chains."""
    chains = (
        [chain_figure(None)]
        if pair is None
        else [chain_figure(pair.main.roll, "Main hand"), chain_figure(pair.off.roll, "Off hand")]
    )
    return {"modifier-stack": [*stacks(two.main, "main hand"), *stacks(two.off, "off hand")], "open-chain": chains}


resolver = Resolver(
    "darkmaster/two-weapons",
    title="Two weapons",
    summary="Two blows in one attack: who may, what both cost, and what both bring.",
    rule=RULE,
    situation=TwoWeapons,
    dice=TwoDice,
    prepare=prepare,
    resolve=lambda two, thrown: both(two, Faces(thrown.thrown)),
    explain=explain,
    sentence=sentence,
    verdict=lambda pair: pair.result,
    chances={
        "any_hit": ("At least one hit", lambda pair: any(blow.hit for blow in pair.blows)),
        "both_hit": ("Both hit", lambda pair: all(blow.hit for blow in pair.blows)),
        "any_critical": ("At least one critical", lambda pair: any(blow.critical for blow in pair.blows)),
        "both_critical": ("Two criticals", lambda pair: all(blow.critical for blow in pair.blows)),
        "any_fumble": ("At least one fumble", lambda pair: any(blow.fumbled for blow in pair.blows)),
        "both_fumble": ("Two fumbles", lambda pair: all(blow.fumbled for blow in pair.blows)),
    },
    measures={
        "damage": ("Hit points lost", lambda pair: sum(blow.damage for blow in pair.blows)),
        "main_damage": ("Hit points lost to the main hand", lambda pair: pair.main.blow.damage),
        "off_damage": ("Hit points lost to the off hand", lambda pair: pair.off.blow.damage),
    },
    ways=ways,
    figures=figures,
)
