"""Firing into a crowd: only a fumble hits somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_percent
from companion.answers import shown as as_shown
from companion.checks import read
from companion.fields import choice, number
from companion.games.fantasy_crux import attack as attacks
from companion.games.fantasy_crux.attack import AttackDice
from companion.games.fantasy_crux.d100 import Grade, grades
from companion.games.fantasy_crux.data import (
    ARMOUR,
    DAMAGE_MODIFIERS,
    RangedKind,
    of_kind,
    ranged_where,
)
from companion.games.fantasy_crux.exchange import Verdict
from companion.games.fantasy_crux.harm import (
    Blow,
    Loss,
    Target,
    damage_odds,
    damage_of,
    explain_damage,
    explain_loss,
    land,
)
from companion.games.fantasy_crux.sheet import major_wound_level
from companion.games.fantasy_crux.situation import Attack
from companion.odds import Odds
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "fantasy-crux/crowd"


class Result(StrEnum):
    """Whom the shot hits."""

    HIT = "it hits the target"
    STRAY = "it hits somebody else"
    MISS = "it misses everybody"


@dataclass(frozen=True, slots=True)
class Crowd:
    """The shot, and the people around the target."""

    attack: RangedKind = choice("Attack", RangedKind, default=RangedKind.MISSILE)
    thrown_weapon: str = choice(
        "Thrown weapon", ranged_where(RangedKind.THROWN), default="javelin",
        when={"attack": RangedKind.THROWN}, why="it is shot",
    )  # fmt: skip
    missile_weapon: str = choice(
        "Bow, crossbow or sling", ranged_where(RangedKind.MISSILE), default="longbow",
        when={"attack": RangedKind.MISSILE}, why="it is thrown",
    )  # fmt: skip
    modifier: str = choice(
        "Damage Modifier", DAMAGE_MODIFIERS, default="none", when={"attack": RangedKind.THROWN}, why="only for a throw"
    )
    skill: int = number("Ranged Combat", 0, 100, default=51, unit="%")
    cover: str | None = choice("Cover that the crowd gives", of_kind("cover"), default=None, blank="none")
    dice: int = number("Other dice", -10, 10, help="Bonus +, Penalty −.")
    armour: str = choice("The target's armour", ARMOUR, default="none")
    max_hit_points: int = number("The target's Hit Points", 1, 200, default=12, unit="HP")
    nearby: int = number("Others nearby", 0, 40, default=3)
    other_armour: str = choice("Their armour", ARMOUR, default="none")
    other_hit_points: int = number("Their Hit Points", 1, 200, default=11, unit="HP")


@dataclass(frozen=True, slots=True)
class Ready:
    """The shot at the target, and what a stray would meet."""

    situation: Crowd
    shot: attacks.Ready
    bystander: Target

    @property
    def blow(self) -> Blow:
        """What a hit rolls."""
        return self.shot.blow

    def attack_tens(self) -> int:
        """Tens dice of the shot."""
        return self.shot.attack_tens()

    def defence_tens(self) -> int:
        """Nobody defends."""
        return 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whom it hits, what the target and a bystander lose, and the shot (None in the count of the odds)."""

    result: Result
    hp_lost: int = 0
    others_lost: int = 0
    loss: Loss | None = None
    shot: attacks.Outcome | None = None


def prepare(s: Crowd) -> Ready:
    """The shot with its cover. Refused behind complete cover (fantasy-crux/cover#rows)."""
    inputs: dict[str, Any] = {
        "attack": s.attack.value,
        "skill": s.skill,
        "modifier": s.modifier,
        "cover": s.cover,
        "other": s.dice,
        "armour": s.armour,
        "max_hit_points": s.max_hit_points,
        "distance": 3,
    }
    weapon = "thrown_weapon" if s.attack is RangedKind.THROWN else "missile_weapon"
    shot = attacks.prepare(read(Attack, {**inputs, weapon: getattr(s, weapon)})[0])
    level = major_wound_level(s.other_hit_points)
    return Ready(s, shot, Target(ARMOUR[s.other_armour].points, 0, s.other_hit_points, level))


def fire(ready: Ready, thrown: AttackDice) -> Outcome:
    """One shot with these dice."""
    shot = attacks.attack(ready.shot, thrown)
    return _outcome(ready, shot, damage_of(ready.blow, thrown.faces()))


def _outcome(ready: Ready, shot: attacks.Outcome, damage: int) -> Outcome:
    if shot.answered.attack is Grade.FUMBLE and ready.situation.nearby:
        loss = _stray(ready, damage)
        return Outcome(Result.STRAY, 0, loss.hp_lost, loss, shot)
    if shot.answered.verdict is Verdict.MISS:
        return Outcome(Result.MISS, shot=shot)
    return Outcome(Result.HIT, shot.loss.hp_lost, 0, shot.loss, shot)


def _stray(ready: Ready, damage: int) -> Loss:
    return land(ready.bystander, Verdict.ORDINARY, damage)


def ways(ready: Ready) -> Iterator[Way]:
    """The shot's outcomes; a fumble rolls its damage on somebody else."""
    stray = damage_odds(ready.blow).map(lambda damage: _stray(ready, damage).hp_lost)

    def end(shot: attacks.Outcome) -> Odds[Outcome]:
        if shot.answered.attack is Grade.FUMBLE and ready.situation.nearby:
            return stray.map(lambda lost: Outcome(Result.STRAY, 0, lost))
        hit = shot.answered.verdict is not Verdict.MISS
        return Odds.certain(Outcome(Result.HIT if hit else Result.MISS, shot.loss.hp_lost))

    return iter(Odds(attacks.ways(ready.shot)).then(end).items())


def explain(ready: Ready, thrown: AttackDice, outcome: Outcome) -> Iterator[Step]:
    """The shot, and where a fumble goes."""
    assert outcome.shot is not None
    yield Step("Cover counts as usual, then the shot is rolled", f"{RULE}#cover")
    if outcome.result is not Result.STRAY:
        yield from attacks.explain(ready.shot, thrown, outcome.shot)
        if outcome.result is Result.MISS:
            yield Step("A failure simply misses", f"{RULE}#failure")
        return
    yield from ready.shot.attack_pool.explain()
    nearby = ready.situation.nearby
    yield Step(f"A fumble: one of {nearby} nearby is hit, picked by lot", f"{RULE}#fumble", nearby)
    yield from explain_damage(ready.blow, thrown.faces(), Verdict.ORDINARY)
    assert outcome.loss is not None
    yield from explain_loss(ready.bystander, Verdict.ORDINARY, outcome.loss)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    text = str(outcome.result)
    lost = outcome.hp_lost or outcome.others_lost
    after = f", who loses {lost} HP" if outcome.result is not Result.MISS else ""
    return f"{text[:1].upper()}{text[1:]}{after}."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    chance = {name: as_percent(value) for name, (_, value) in tally.chances.items()}
    return f"Hits the target {chance['hit']}, somebody else {chance['stray']}, nobody {chance['miss']}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The dice of the shot."""
    return {"modifier-stack": [ready.shot.attack_pool.figure(f"Skill {ready.situation.skill}, which no die changes")]}


def further(ready: Ready) -> Iterator[dict[str, Any]]:
    """The risk that each of those nearby bears."""
    fumble = grades(ready.shot.attack.graded, ready.shot.attack.dice).chance(Grade.FUMBLE)
    if nearby := ready.situation.nearby:
        rows = [{"value": 1, "label": f"one of {nearby} in particular", **as_shown(fumble / nearby)}]
        yield {"name": "bystander", "label": "Hit by mistake", "kind": "chances", "rows": rows}


resolver = Resolver(
    "fantasy-crux/crowd",
    title="Firing into a crowd",
    summary="A shot among people: whom it hits, and what a fumble does to a bystander.",
    rule=RULE,
    situation=Crowd,
    dice=AttackDice,
    prepare=prepare,
    resolve=fire,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "hit": ("Hits the target", lambda outcome: outcome.result is Result.HIT),
        "stray": ("Hits somebody else", lambda outcome: outcome.result is Result.STRAY),
        "miss": ("Misses everybody", lambda outcome: outcome.result is Result.MISS),
    },
    measures={
        "hp_lost": ("Hit Points the target loses", lambda outcome: outcome.hp_lost),
        "others_lost": ("Hit Points others lose", lambda outcome: outcome.others_lost),
    },
    ways=ways,
    figures=figures,
    further=further,
    reading=reading,
)
