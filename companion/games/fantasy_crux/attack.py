"""An attack from the first die to the last Hit Point: roll, Reaction, matrix, damage, wounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.answers import Tally, as_number, as_percent
from companion.dice import dice
from companion.games.fantasy_crux.arms import Arms, arms
from companion.games.fantasy_crux.causes import attack_causes, defence_causes
from companion.games.fantasy_crux.contest import Meeting, Side, explain_meeting
from companion.games.fantasy_crux.d100 import (
    Grade,
    Rolled,
    Scale,
    candidates_figure,
    explain_roll,
    keep,
    ranges_step,
    scale,
    tens_needed,
)
from companion.games.fantasy_crux.data import (
    ARMOUR,
    BARE_HANDS,
    WEAPONS,
    Die,
    Share,
    blocked_share,
)
from companion.games.fantasy_crux.exchange import (
    Answered,
    Defence,
    Roller,
    Verdict,
    exchange,
    exchanges,
    figure,
    rule_of,
)
from companion.games.fantasy_crux.harm import (
    Blow,
    Faces,
    Loss,
    Target,
    critical_damage,
    damage_figure,
    damage_odds,
    damage_of,
    explain_damage,
    explain_loss,
)
from companion.games.fantasy_crux.legal import check_attack, check_defence
from companion.games.fantasy_crux.pools import Pool, pool
from companion.games.fantasy_crux.sheet import major_wound_level
from companion.games.fantasy_crux.situation import FLYING, Attack, AttackKind, Riding, Technique
from companion.games.fantasy_crux.techniques import Effect, apply, explain_effect
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = "fantasy-crux/attack"


@dataclass(frozen=True, slots=True)
class Ready:
    """All that no die changes: the weapon, both rollers with their dice by name, the blow, the target."""

    situation: Attack
    arms: Arms
    attack_pool: Pool
    attack: Roller
    defence_pool: Pool | None
    defence: Roller | None
    share: Share
    target: Target

    @property
    def blow(self) -> Blow:
        """What a hit rolls."""
        return self.arms.blow

    def attack_tens(self) -> int:
        """Tens dice of the attack; none where it is automatic."""
        return 0 if self.attack.fixed is not None else tens_needed(self.attack.dice)

    def defence_tens(self) -> int:
        """Tens dice of the defence."""
        return 0 if self.defence is None else tens_needed(self.defence.dice)


@dataclass(frozen=True, slots=True)
class AttackDice:
    """Both D100s (a die that shows 10 reads 0), then the dice of the damage."""

    attack_units: tuple[int, ...] = dice(10, "attack units die (10 reads 0)", count=lambda r: min(1, r.attack_tens()))
    attack_tens: tuple[int, ...] = dice(10, "attack tens die (10 reads 0)", count=lambda r: r.attack_tens())
    defence_units: tuple[int, ...] = dice(
        10, "defence units die (10 reads 0)", count=lambda r: min(1, r.defence_tens())
    )
    defence_tens: tuple[int, ...] = dice(10, "defence tens die (10 reads 0)", count=lambda r: r.defence_tens())
    weapon_d3: tuple[int, ...] = dice(3, "weapon D3", count=lambda r: r.blow.weapon_dice(Die.D3))
    weapon_d4: tuple[int, ...] = dice(4, "weapon D4", count=lambda r: r.blow.weapon_dice(Die.D4))
    weapon_d6: tuple[int, ...] = dice(6, "weapon D6", count=lambda r: r.blow.weapon_dice(Die.D6))
    weapon_d8: tuple[int, ...] = dice(8, "weapon D8", count=lambda r: r.blow.weapon_dice(Die.D8))
    weapon_d10: tuple[int, ...] = dice(10, "weapon D10", count=lambda r: r.blow.weapon_dice(Die.D10))
    weapon_d12: tuple[int, ...] = dice(12, "weapon D12", count=lambda r: r.blow.weapon_dice(Die.D12))
    modifier_d4: tuple[int, ...] = dice(4, "Damage Modifier D4", count=lambda r: r.blow.modifier_dice(Die.D4))
    modifier_d6: tuple[int, ...] = dice(6, "Damage Modifier D6", count=lambda r: r.blow.modifier_dice(Die.D6))
    charge_d6: tuple[int, ...] = dice(6, "Charge D6", count=lambda r: r.blow.charge)
    angle_d4: tuple[int, ...] = dice(4, "Killing Angle D4", count=lambda r: r.blow.angle)

    def faces(self) -> Faces:
        """The sums of the damage dice."""
        weapon = self.weapon_d3 + self.weapon_d4 + self.weapon_d6 + self.weapon_d8 + self.weapon_d10 + self.weapon_d12
        return Faces(sum(weapon), sum(self.modifier_d4 + self.modifier_d6), sum(self.charge_d6), sum(self.angle_d4))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the matrix said, what the hit did, and the rolls (None in the count of the odds)."""

    answered: Answered
    loss: Loss
    effect: Effect = Effect.NONE
    attack: Rolled | None = None
    defence: Rolled | None = None


def prepare(s: Attack) -> Ready:
    """The weapon, the dice and the target. Raises `Refused` for what the rules do not allow."""
    weapon = arms(s)
    check_attack(s, weapon)
    check_defence(s, weapon)
    attack_pool = pool("Attack", attack_causes(s, weapon))
    attack = _attacker(s, weapon, attack_pool.dice)
    if s.defence is Defence.NONE:
        return Ready(s, weapon, attack_pool, attack, None, None, Share.NOTHING, target_of(s))
    defence_pool = pool(str(s.defence).capitalize(), defence_causes(s, weapon))
    share = Share.ALL if s.defence is Defence.DODGE else blocked_share(WEAPONS[s.item].size, weapon.size).share
    return Ready(s, weapon, attack_pool, attack, defence_pool, _defender(s, defence_pool.dice), share, target_of(s))


def _attacker(s: Attack, weapon: Arms, net: int) -> Roller:
    mounted = s.riding in (Riding.ATTACKER, Riding.BOTH) and weapon.kind is not AttackKind.UNARMED
    cap = s.riding_skill if mounted else None
    graded = scale(s.skill, doubled=s.deadly_precision, cap=cap, cap_everywhere=s.riding_cap == "everywhere")
    if s.helpless and weapon.kind not in FLYING:
        if s.helpless_close == "automatic":
            top = max(1, graded.critical)
            return Roller(Scale(max(top, graded.limit), top, graded.fumble, graded.base), 0, fixed=top)
        return Roller(Scale(graded.limit, graded.limit, graded.fumble, graded.base), net)
    return Roller(graded, net)


def _defender(s: Attack, net: int) -> Roller:
    mounted = s.riding in (Riding.TARGET, Riding.BOTH) and s.defence is not Defence.DODGE and s.item != BARE_HANDS
    cap = s.foe_riding_skill if mounted and not s.protector else None
    return Roller(scale(s.defence_skill, cap=cap, cap_everywhere=s.riding_cap == "everywhere"), net)


def target_of(s: Attack) -> Target:
    """Who is hit. The Major Wound Level comes from the maximum. Address: fantasy-crux/sheet#major-wound-level."""
    points = s.armour_points if s.armour is None else ARMOUR[s.armour].points
    now = s.max_hit_points if s.hit_points is None else min(s.hit_points, s.max_hit_points)
    level = major_wound_level(s.max_hit_points)
    by_lost, absorbs = s.major_wound_by == "lost", s.critical_reserve == "absorbs"
    return Target(points, s.reserve, now, level, s.hero_point, by_lost, absorbs)


def attack(ready: Ready, thrown: AttackDice) -> Outcome:
    """One attack with these dice. A miss is not answered: the defence roll is not read then."""
    first = second = None
    if ready.attack.fixed is None:
        first = keep(ready.attack.graded, ready.attack.dice, thrown.attack_units[0], thrown.attack_tens)
    roll = ready.attack.fixed if first is None else first.roll
    assert roll is not None
    if ready.defence is not None and ready.attack.graded.grade(roll).succeeded:
        second = keep(ready.defence.graded, ready.defence.dice, thrown.defence_units[0], thrown.defence_tens)
    answered = exchange(ready.attack, roll, ready.defence, None if second is None else second.roll, ready.share)
    loss, effect = harm(ready, answered.verdict, damage_of(ready.blow, thrown.faces()))
    return Outcome(answered, loss, effect, first, second)


def harm(ready: Ready, verdict: Verdict, damage: int) -> tuple[Loss, Effect]:
    """What a verdict and the ordinary damage rolled come to; a hit that stays critical does its own damage."""
    if verdict is Verdict.CRITICAL and ready.situation.technique is Technique.NONE:
        damage = critical_damage(ready.blow)
    return apply(ready.situation.technique, ready.target, ready.blow, verdict, damage)


def ways(ready: Ready) -> Iterator[Way]:
    """Staged: grades meet, equal verdicts merge, and only then is the damage of each verdict rolled."""
    damages = damage_odds(ready.blow)
    merged: dict[tuple[Verdict, bool, bool], tuple[Answered, int]] = {}
    for answered, weight in exchanges(ready.attack, ready.defence, ready.share).items():
        key = (answered.verdict, answered.attack is Grade.FUMBLE, answered.defence is Grade.FUMBLE)
        first, so_far = merged.get(key, (answered, 0))
        merged[key] = (first, so_far + weight)
    harms: dict[Verdict, dict[tuple[Loss, Effect], int]] = {}
    for answered, weight in merged.values():
        verdict = answered.verdict
        if verdict not in harms:
            fixed = not verdict.lands or (verdict is Verdict.CRITICAL and ready.situation.technique is Technique.NONE)
            falls = [(0, damages.total)] if fixed else damages.items()
            found = harms[verdict] = {}
            for damage, ways_to in falls:
                result = harm(ready, verdict, damage)
                found[result] = found.get(result, 0) + ways_to
        for (loss, effect), ways_to in harms[verdict].items():
            yield Outcome(answered, loss, effect), weight * ways_to


def explain(ready: Ready, thrown: AttackDice, outcome: Outcome) -> Iterator[Step]:
    """The dice by name, both rolls, the cell of the matrix, the damage and what became of it."""
    answered = outcome.answered
    yield from ready.attack_pool.explain()
    if outcome.attack is None:
        text = "The target is helpless: the attack is an automatic critical"
        yield Step(text, "fantasy-crux/position#rows", ready.attack.fixed)
    else:
        yield ranges_step(ready.attack.graded, ready.attack.dice)
        yield from explain_roll("Attack", ready.attack.graded, ready.attack.dice, outcome.attack)
    if answered.attack is Grade.FUMBLE:
        yield Step("A fumble: the Gamemaster picks one setback that fits", "fantasy-crux/fumbles#setback")
    if not answered.attack.succeeded:
        yield Step(
            "Nothing to answer: the attack misses by itself, and the Reaction is kept", "fantasy-crux/defending#missed"
        )
    if outcome.defence is not None:
        yield from _explain_defence(ready, outcome)
    if answered.verdict.lands:
        yield Step(f"The matrix: {answered.verdict}", rule_of(answered))
        yield from _explain_harm(ready, thrown, outcome)


def _explain_defence(ready: Ready, outcome: Outcome) -> Iterator[Step]:
    assert ready.defence is not None and ready.defence_pool is not None and outcome.defence is not None
    answered, name = outcome.answered, str(ready.situation.defence).capitalize()
    yield from ready.defence_pool.explain()
    yield from explain_roll(name, ready.defence.graded, ready.defence.dice, outcome.defence)
    if answered.defence is Grade.FUMBLE:
        yield Step("A fumbled defence brings one setback too", "fantasy-crux/fumbles#setback")
    assert answered.defence is not None and answered.winner is not None
    if not answered.defence.succeeded:
        yield Step("The defence failed, so it stops nothing", "fantasy-crux/opposed#failed-defence")
    elif answered.verdict is Verdict.DEMOTED:
        text = "An ordinary defence cannot stop a critical attack, but makes an ordinary hit of it"
        yield Step(text, "fantasy-crux/opposed#critical")
    elif outcome.attack is not None:
        meeting = Meeting(answered.attack, answered.defence, answered.winner)
        scales, rolls = (ready.attack.graded, ready.defence.graded), (outcome.attack, outcome.defence)
        yield from explain_meeting(("the attack", "the defence"), scales, rolls, meeting, Side.THEIRS)
    if answered.verdict is Verdict.BLOCKED:
        yield Step("Nothing of the attack gets through", rule_of(answered), 0)


def _explain_harm(ready: Ready, thrown: AttackDice, outcome: Outcome) -> Iterator[Step]:
    technique, verdict = ready.situation.technique, outcome.answered.verdict
    if technique is not Technique.NONE:
        yield from explain_effect(technique, outcome.effect, outcome.loss)
        if technique is not Technique.SUBDUE:
            return
        verdict = Verdict.DEMOTED if verdict is Verdict.CRITICAL else verdict
    else:
        yield from explain_damage(ready.blow, thrown.faces(), verdict)
    yield Step(f"Damage in all: {outcome.loss.damage}", "fantasy-crux/damage#roll", outcome.loss.damage)
    yield from explain_loss(ready.target, verdict, outcome.loss)


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence."""
    loss, verdict = outcome.loss, outcome.answered.verdict
    if verdict is Verdict.MISS:
        assert outcome.attack is not None
        rolls = f"{outcome.attack.shown} against {ready.attack.graded.limit}"
        fumbled = outcome.answered.attack is Grade.FUMBLE
        return f"{rolls}: a fumble, and a setback follows." if fumbled else f"{rolls}: a miss."
    if verdict is Verdict.BLOCKED:
        if ready.situation.defence is Defence.DODGE:
            return "Dodged: the attack misses."
        return "Blocked: nothing gets through."
    if ready.situation.technique not in (Technique.NONE, Technique.SUBDUE):
        return f"{str(verdict).capitalize()}: {outcome.effect}."
    if outcome.effect is Effect.UNCONSCIOUS:
        return f"{str(verdict).capitalize()}: {outcome.effect}, and no HP are lost."
    taken = [
        f"{value} {what}"
        for value, what in ((loss.blocked, "blocked"), (loss.armour, "on the armour"), (loss.reserve, "on the reserve"))
        if value
    ]
    way = ", ".join([f"{loss.damage} damage", *taken])
    after = "; Wounded and Bleeding" if loss.major_wound else ""
    after += "; a Hero Point prevents the Major Wound" if loss.prevented else ""
    after += "; unconscious and Dying" if loss.dying else ""
    return f"{str(verdict).capitalize()}: {way}; the target loses {loss.hp_lost} HP{after}."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    chance = {name: as_percent(value) for name, (_, value) in tally.chances.items()}
    text = f"Gets through {chance['lands']}"
    if ready.defence is not None:
        text += f" (blocked {chance['blocked']}, missed {chance['miss']})"
    mean = as_number(tally.measures["hp_lost"][1].mean())
    return f"{text}; mean loss {mean} HP, Major Wound {chance['major_wound']}, Dying {chance['dying']}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """Both stacks of dice, the matrix with its exact shares, the candidates, and the way to the Hit Points."""
    stacks = [ready.attack_pool.figure(f"Skill {ready.attack.graded.limit}, which no die changes")]
    if ready.defence_pool is not None and ready.defence is not None:
        stacks.append(ready.defence_pool.figure(f"Skill {ready.defence.graded.limit}, which no die changes"))
    rolls = None if outcome is None else (outcome.attack, outcome.defence)
    found: dict[str, Any] = {
        "modifier-stack": stacks,
        "result-matrix": figure(ready.attack, ready.defence, ready.share, rolls),
    }
    if outcome is not None:
        sides = [("Attack", ready.attack.dice, outcome.attack)]
        if ready.defence is not None:
            sides.append((str(ready.situation.defence).capitalize(), ready.defence.dice, outcome.defence))
        found["candidates"] = [shown for shown in (candidates_figure(*side) for side in sides) if shown]
        if outcome.answered.verdict.lands:
            found["damage-steps"] = damage_figure(outcome.loss)
    return found


def possible(ready: Ready) -> tuple[Verdict, ...]:
    """The verdicts that this attack and defence can bring."""
    held = [Verdict.MISS]
    if ready.defence is not None:
        held += [Verdict.BLOCKED, Verdict.DEMOTED]
        held += {Share.HALF: [Verdict.HALF], Share.NOTHING: [Verdict.TOO_SMALL], Share.ALL: []}[ready.share]
    held += [Verdict.ORDINARY, Verdict.CRITICAL]
    return tuple(verdict for verdict in Verdict if verdict in held)


def _is(*verdicts: Verdict) -> Any:
    return lambda outcome: outcome.answered.verdict in verdicts


resolver = Resolver(
    "fantasy-crux/attack",
    title="Attack",
    summary="One attack, the Reaction to it, the combat result matrix, the damage and the wounds.",
    rule=RULE,
    situation=Attack,
    dice=AttackDice,
    prepare=prepare,
    resolve=attack,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.answered.verdict,
    chances={
        "lands": ("Gets through", lambda outcome: outcome.answered.verdict.lands),
        "miss": ("Miss", _is(Verdict.MISS)),
        "blocked": ("Blocked", _is(Verdict.BLOCKED)),
        "reduced": ("Parried in part or in vain", _is(Verdict.HALF, Verdict.TOO_SMALL)),
        "ordinary": ("Ordinary hit", _is(Verdict.ORDINARY)),
        "demoted": ("Demoted", _is(Verdict.DEMOTED)),
        "critical": ("Critical hit", _is(Verdict.CRITICAL)),
        "major_wound": ("Major Wound", lambda outcome: outcome.loss.major_wound),
        "dying": ("Dying", lambda outcome: outcome.loss.dying),
        "fumble": ("Fumbled attack", lambda outcome: outcome.answered.attack is Grade.FUMBLE),
        "defence_fumble": ("Fumbled defence", lambda outcome: outcome.answered.defence is Grade.FUMBLE),
    },
    measures={"hp_lost": ("Hit Points lost", lambda outcome: outcome.loss.hp_lost)},
    possible=possible,
    ways=ways,
    figures=figures,
    reading=reading,
)
