"""The Charge: is it one, do set weapons stop it, and what does the blow at its end do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.checks import read
from companion.dice import dice
from companion.errors import Refused
from companion.fields import choice, number, ruling, switch
from companion.games.fantasy_crux import attack as attacks
from companion.games.fantasy_crux.attack import AttackDice
from companion.games.fantasy_crux.d100 import keep, tens_needed
from companion.games.fantasy_crux.data import (
    ARMOUR,
    DAMAGE,
    DAMAGE_MODIFIERS,
    RULINGS,
    WEAPONS,
    Die,
    Size,
    weapons_where,
)
from companion.games.fantasy_crux.exchange import AtHand, Verdict, exchange
from companion.games.fantasy_crux.harm import Blow, Faces, Loss, Target, damage_of, is_major
from companion.games.fantasy_crux.situation import Attack, Manner, Riding
from companion.odds import Odds
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "fantasy-crux/charge"


class Result(StrEnum):
    """How the Charge ends."""

    FELLED = "felled by a set weapon"
    MISS = "miss"
    BLOCKED = "blocked"
    HALF = "half blocked"
    TOO_SMALL = "parry too small"
    ORDINARY = "ordinary hit"
    DEMOTED = "demoted hit"
    CRITICAL = "critical hit"


ANSWERED = {"defence": (AtHand.DODGE, AtHand.PARRY)}
MOUNTED = {"mounted": True}
FOE, ME, SET = "Target", "Charger", "Set weapons"


@dataclass(frozen=True, slots=True)
class Charge:
    """The way, the charger, the target, and the weapons set against it."""

    distance: int = number("Length of the Charge", 0, 400, default=10, unit="m")
    movement: int = number("Movement", 0, 200, default=15, unit="m", help="The mount's, in the saddle.")
    straight: bool = switch("A straight line", default=True)
    clear: bool = switch("The way is clear and passable", default=True)
    adjacent: bool = switch("It ends adjacent to the target", default=True)
    reacted: bool = switch("A Reaction was used this round")
    skill: int = number("Your Close Combat", 0, 100, default=51, unit="%")
    weapon: str = choice(
        "Weapon", weapons_where(lambda weapon: weapon is not WEAPONS["unarmed"]), default="arming-sword"
    )
    modifier: str = choice("Damage Modifier", DAMAGE_MODIFIERS, default="none")
    two_handed: bool = switch("Flex weapon in two hands")
    dice: int = number("Other dice of the attack", -10, 10, help="Bonus +, Penalty −.")
    defence: AtHand = choice("The target answers with", AtHand)
    defence_skill: int = number("Its skill", 0, 100, default=51, unit="%", when=ANSWERED, why="it does not answer")
    defence_dice: int = number("Its other dice", -10, 10, when=ANSWERED, why="it does not answer")
    item: str = choice(
        "It Parries with", WEAPONS, default="arming-sword", when={"defence": AtHand.PARRY}, why="no Parry"
    )
    armour: str = choice("Its armour", ARMOUR, default="none", group=FOE)
    max_hit_points: int = number("Its maximum Hit Points", 1, 200, default=12, unit="HP", group=FOE)
    hit_points: int | None = number("Its Hit Points now", 1, 200, blank="unhurt", unit="HP", group=FOE)
    own_armour: str = choice("Your armour", ARMOUR, default="leather", group=ME)
    own_max_hit_points: int = number("Your maximum Hit Points", 1, 200, default=12, unit="HP", group=ME)
    own_hit_points: int | None = number("Your Hit Points now", 1, 200, blank="unhurt", unit="HP", group=ME)
    wounded: bool = switch("You are Wounded", group=ME)
    mounted: bool = switch("You ride", group=ME)
    mount_modifier: str = choice(
        "The mount's Damage Modifier", DAMAGE_MODIFIERS, default="+2D6", group=ME, when=MOUNTED, why="you do not ride"
    )
    riding_skill: int = number(
        "Your Riding", 0, 100, default=60, unit="%", group=ME, when=MOUNTED, why="you do not ride"
    )
    foe_on_foot: bool = switch("The target is on foot", default=True, group=ME, when=MOUNTED, why="you do not ride")
    as_tall: bool = switch("It is as tall as you in the saddle", group=ME, when=MOUNTED, why="you do not ride")
    foe_size: Size = choice(
        "Size of its weapon", Size, default=Size.MEDIUM, group=ME, when=MOUNTED, why="you do not ride"
    )
    set_weapons: int = number("Weapons set in your way", 0, 3, group=SET)
    set_skill: int = number("Their Close Combat", 0, 100, default=51, unit="%", group=SET)
    set_weapon: str = choice("Each is a", weapons_where(lambda weapon: weapon.set), default="longspear", group=SET)
    set_modifier: str = choice("Damage Modifier", DAMAGE_MODIFIERS, default="none", group=SET)
    major_wound_by: str = ruling(RULINGS, "major_wound_by")
    flex_critical: str = ruling(RULINGS, "flex_critical")
    riding_cap: str = ruling(RULINGS, "riding_cap")


@dataclass(frozen=True, slots=True)
class Ready:
    """The set weapons' attack, and the charger's own, unhurt and with a fresh Major Wound."""

    situation: Charge
    set: attacks.Ready
    own: attacks.Ready
    own_wounded: attacks.Ready

    @property
    def count(self) -> int:
        """How many weapons are set."""
        return self.situation.set_weapons

    @property
    def blow(self) -> Blow:
        """What the charger's hit rolls."""
        return self.own.blow

    def attack_tens(self) -> int:
        """Tens dice of the charger's attack: enough for either state."""
        return max(self.own.attack_tens(), self.own_wounded.attack_tens())

    def defence_tens(self) -> int:
        """Tens dice of the target's Reaction."""
        return self.own.defence_tens()

    def set_dice(self, die: Die) -> int:
        """Weapon dice of this kind of all set weapons together."""
        return self.count * self.set.blow.weapon_dice(die)

    def set_modifier_dice(self, die: Die) -> int:
        """Damage Modifier dice of this kind of all set weapons together."""
        return self.count * self.set.blow.modifier_dice(die)


@dataclass(frozen=True, slots=True)
class ChargeDice(AttackDice):
    """The dice of the charger's attack, then those of each set weapon in turn."""

    set_units: tuple[int, ...] = dice(10, "set weapon's units die (10 reads 0)", count=lambda r: r.count)
    set_tens: tuple[int, ...] = dice(
        10, "set weapon's tens die (10 reads 0)", count=lambda r: r.count * tens_needed(r.set.attack.dice)
    )
    set_d3: tuple[int, ...] = dice(3, "set weapon's D3", count=lambda r: r.set_dice(Die.D3))
    set_d4: tuple[int, ...] = dice(4, "set weapon's D4", count=lambda r: r.set_dice(Die.D4))
    set_d6: tuple[int, ...] = dice(6, "set weapon's D6", count=lambda r: r.set_dice(Die.D6))
    set_d8: tuple[int, ...] = dice(8, "set weapon's D8", count=lambda r: r.set_dice(Die.D8))
    set_d10: tuple[int, ...] = dice(10, "set weapon's D10", count=lambda r: r.set_dice(Die.D10))
    set_d12: tuple[int, ...] = dice(12, "set weapon's D12", count=lambda r: r.set_dice(Die.D12))
    set_modifier_d4: tuple[int, ...] = dice(4, "set weapon's modifier D4", count=lambda r: r.set_modifier_dice(Die.D4))
    set_modifier_d6: tuple[int, ...] = dice(6, "set weapon's modifier D6", count=lambda r: r.set_modifier_dice(Die.D6))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ends, the loss on both sides, the set weapons' strikes and the attack (empty in the count)."""

    result: Result
    own_lost: int
    hp_lost: int = 0
    major_wound: bool = False
    dying: bool = False
    strikes: tuple[tuple[Verdict, Loss], ...] = ()
    attack: attacks.Outcome | None = None


def prepare(s: Charge) -> Ready:
    """The route, then the attacks. Refused for what is no Charge (fantasy-crux/charge#route)."""
    _check_route(s)
    own = _own(s)
    set_weapon: dict[str, Any] = {
        "skill": s.set_skill,
        "weapon": s.set_weapon,
        "modifier": s.set_modifier,
        "manner": Manner.SET,
        "armour": s.own_armour,
        "max_hit_points": s.own_max_hit_points,
        "hit_points": s.own_hit_points,
        "major_wound_by": s.major_wound_by,
    }
    return Ready(s, _ready(set_weapon), _ready(own), _ready({**own, "wounded": True}))


def _ready(inputs: dict[str, Any]) -> attacks.Ready:
    return attacks.prepare(read(Attack, inputs)[0])


def _own(s: Charge) -> dict[str, Any]:
    lance = s.mounted and WEAPONS[s.weapon].lance
    riding = Riding.NOBODY
    if s.mounted:
        riding = Riding.ATTACKER if s.foe_on_foot else Riding.BOTH
    inputs: dict[str, Any] = {
        "skill": s.skill,
        "weapon": s.weapon,
        "modifier": s.mount_modifier if lance else s.modifier,
        "two_handed": s.two_handed,
        "manner": Manner.CHARGE,
        "other": s.dice,
        "wounded": s.wounded,
        "defence": s.defence,
        "armour": s.armour,
        "max_hit_points": s.max_hit_points,
        "hit_points": s.hit_points,
        "riding": riding,
        "major_wound_by": s.major_wound_by,
        "flex_critical": s.flex_critical,
        "riding_cap": s.riding_cap,
    }
    if s.mounted:
        inputs |= {"riding_skill": s.riding_skill}
    if riding is Riding.ATTACKER:
        inputs |= {"as_tall": s.as_tall, "foe_size": s.foe_size}
    if s.defence is not AtHand.NONE:
        inputs |= {"defence_skill": s.defence_skill, "foe_other": s.defence_dice}
    if s.defence is AtHand.PARRY:
        inputs |= {"item": s.item}
    return inputs


def _check_route(s: Charge) -> None:
    least, most = DAMAGE.number("charge_least"), DAMAGE.number("charge_most") * s.movement
    if s.reacted:
        reason = "a Charge gives up all Reactions, and one has already been used."
        raise Refused(reason, "fantasy-crux/round#already-used")
    if s.distance < least:
        raise Refused(f"a Charge is at least {least} m long.", f"{RULE}#route")
    if s.distance > most:
        raise Refused(f"{s.distance} m is more than twice the Movement, {most} m.", f"{RULE}#route")
    for holds, reason in (
        (s.straight, "a Charge goes in a straight line."),
        (s.clear, "the way must be clear and passable."),
        (s.adjacent, "a Charge ends adjacent to its target."),
    ):
        if not holds:
            raise Refused(reason, f"{RULE}#route")


def charge(ready: Ready, thrown: ChargeDice) -> Outcome:
    """The set weapons strike one after another; then, if the charger still stands, the attack."""
    target, strikes, wounded, lost = ready.set.target, [], False, 0
    for place in range(ready.count):
        if target.hit_points == 0:
            break
        verdict, loss = _strike(ready, thrown, place, target)
        strikes.append((verdict, loss))
        target, wounded, lost = _after(target, wounded, lost, loss)
    if target.hit_points == 0:
        return Outcome(Result.FELLED, lost, strikes=tuple(strikes))
    done = attacks.attack(ready.own_wounded if wounded else ready.own, thrown)
    return _ended(done, lost, tuple(strikes))


def _strike(ready: Ready, thrown: ChargeDice, place: int, target: Target) -> tuple[Verdict, Loss]:
    roller, blow = ready.set.attack, ready.set.blow
    tens = tens_needed(roller.dice)
    rolled = keep(roller.graded, roller.dice, thrown.set_units[place], thrown.set_tens[place * tens :])
    verdict = exchange(roller, rolled.roll, None, None, ready.set.share).verdict
    weapon = thrown.set_d3 + thrown.set_d4 + thrown.set_d6 + thrown.set_d8 + thrown.set_d10 + thrown.set_d12
    modifier = thrown.set_modifier_d4 + thrown.set_modifier_d6
    faces = Faces(
        sum(weapon[place * blow.count : (place + 1) * blow.count]),
        sum(modifier[place * blow.modifier : (place + 1) * blow.modifier]),
    )
    loss, _ = attacks.harm(replace(ready.set, target=target), verdict, damage_of(blow, faces))
    return verdict, loss


def _after(target: Target, wounded: bool, lost: int, loss: Loss) -> tuple[Target, bool, int]:
    return replace(target, hit_points=loss.hp_left), wounded or loss.major_wound, lost + loss.hp_lost


def _ended(done: attacks.Outcome, lost: int, strikes: tuple[tuple[Verdict, Loss], ...] = ()) -> Outcome:
    loss = done.loss
    result = Result(done.answered.verdict.value)
    return Outcome(result, lost, loss.hp_lost, loss.major_wound, loss.dying, strikes, done)


def ways(ready: Ready) -> Iterator[Way]:
    """Staged: each set weapon moves the charger's state (Hit Points, Wounded); then the attack in that state."""
    states: Odds[tuple[int, bool]] = Odds.certain((ready.set.target.hit_points, False))
    reached = _reached(ready) if ready.count else Odds.certain(0)
    for _ in range(ready.count):
        states = states.then(lambda state: _struck(ready.set.target, state, reached))
    ends = {wounded: _ends(ready.own_wounded if wounded else ready.own) for wounded in (False, True)}

    def last(state: tuple[int, bool]) -> Odds[Outcome]:
        left, wounded = state
        lost = ready.set.target.hit_points - left
        if left == 0:
            return Odds.certain(Outcome(Result.FELLED, lost))
        return ends[wounded].map(lambda end: Outcome(end.result, lost, end.hp_lost, end.major_wound, end.dying))

    return iter(states.then(last).items())


def _reached(ready: Ready) -> Odds[int]:
    """What one set weapon brings to the charger's Hit Points, however few are left."""
    return Odds((outcome.loss.reached, weight) for outcome, weight in attacks.ways(ready.set))


def _struck(target: Target, state: tuple[int, bool], reached: Odds[int]) -> Odds[tuple[int, bool]]:
    left, wounded = state
    if left == 0:
        return Odds.certain(state)

    def after(damage: int) -> tuple[int, bool]:
        lost = min(damage, left)
        return left - lost, wounded or is_major(target, damage, lost)

    return reached.map(after)


def _ends(ready: attacks.Ready) -> Odds[Outcome]:
    return Odds((replace(_ended(outcome, 0), attack=None), weight) for outcome, weight in attacks.ways(ready))


def explain(ready: Ready, thrown: ChargeDice, outcome: Outcome) -> Iterator[Step]:
    """The route, the set weapons, the attack."""
    s = ready.situation
    text = f"{s.distance} m in a straight line, within twice the Movement of {s.movement} m"
    yield Step(f"{text}; all Reactions are given up", f"{RULE}#route", s.distance)
    for place, (verdict, loss) in enumerate(outcome.strikes, 1):
        text = f"Set weapon {place} strikes first, with +1B: {verdict}, you lose {loss.hp_lost} HP"
        yield Step(text, "fantasy-crux/set-weapon#attack", loss.hp_lost)
        if loss.major_wound:
            yield Step("A Major Wound: −1P from now on", "fantasy-crux/major-wounds#conditions", -1)
    if outcome.attack is None:
        yield Step("At 0 HP the Charge ends before its blow", "fantasy-crux/dying#clock", 0)
        return
    if s.mounted and WEAPONS[s.weapon].lance:
        yield Step("A lance on a mounted Charge uses the mount's Damage Modifier", "fantasy-crux/mounted#lance")
    wounded = any(loss.major_wound for _, loss in outcome.strikes)
    yield from attacks.explain(ready.own_wounded if wounded else ready.own, thrown, outcome.attack)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    lost = f" You lose {outcome.own_lost} HP to set weapons." if outcome.own_lost else ""
    if outcome.attack is None:
        return f"The Charge ends on a set weapon.{lost}"
    return attacks.sentence(ready.own, outcome.attack) + lost


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    chance = {name: as_percent(value) for name, (_, value) in tally.chances.items()}
    mean, own = (as_number(tally.measures[name][1].mean()) for name in ("hp_lost", "own_hp_lost"))
    text = f"Gets through {chance['lands']}; the target loses {mean} HP on average"
    if not ready.count:
        return f"{text}."
    return f"{text}, you lose {own} HP to set weapons and fall to them {chance['felled']}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The figures of the attack at the end of the Charge."""
    attack = None if outcome is None else outcome.attack
    wounded = outcome is not None and any(loss.major_wound for _, loss in outcome.strikes)
    return attacks.figures(ready.own_wounded if wounded else ready.own, attack)


LANDING = tuple(Result(verdict.value) for verdict in Verdict if verdict.lands)

resolver = Resolver(
    "fantasy-crux/charge",
    title="Charge",
    summary="A Charge from its first metre: the route, weapons set against it, the blow at its end.",
    rule=RULE,
    situation=Charge,
    dice=ChargeDice,
    prepare=prepare,
    resolve=charge,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "lands": ("Gets through", lambda outcome: outcome.result in LANDING),
        "felled": ("Felled by a set weapon", lambda outcome: outcome.result is Result.FELLED),
        "major_wound": ("Major Wound for the target", lambda outcome: outcome.major_wound),
        "dying": ("The target is Dying", lambda outcome: outcome.dying),
    },
    measures={
        "hp_lost": ("Hit Points the target loses", lambda outcome: outcome.hp_lost),
        "own_hp_lost": ("Hit Points you lose", lambda outcome: outcome.own_lost),
    },
    ways=ways,
    figures=figures,
    reading=reading,
)
