"""The ambush: Stealth against Perception, and whoever walks in unawares cannot defend against the first blow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.answers import Tally, as_number, as_percent, shown
from companion.dice import dice, die
from companion.fields import number, rows, ruling, switch, text
from companion.games.dark_eye.check import Check, Passed, check_of
from companion.games.dark_eye.competition import Winner, contest, qualities, winner
from companion.games.dark_eye.data import EVENTS, RULINGS
from companion.games.dark_eye.naming import names
from companion.odds import Odds
from companion.resolver import Resolver, Way
from companion.steps import Modifier, Step

RULE = "dark-eye/ambush"


class Verdict(StrEnum):
    """How the ambush goes."""

    SURPRISED = "surprised"
    SOME = "some are surprised"
    NOTICED = "noticed"
    AGAIN = "a tie: both roll again"


@dataclass(frozen=True, slots=True)
class Ambusher:
    """One who lies in wait: Stealth (Hide) rolls on Courage, Intuition and Agility."""

    name: str = text("Name", longest=40)
    courage: int = number("Courage", 1, 25, default=13)
    intuition: int = number("Intuition", 1, 25, default=13)
    agility: int = number("Agility", 1, 25, default=13)
    rating: int = number("Stealth (SR)", 0, 25, default=7)
    modifier: int = number("Hiding place, planning and so on", -20, 15)


@dataclass(frozen=True, slots=True)
class Target:
    """One who walks by: Perception (Detect Ambush) rolls on Sagacity and twice on Intuition."""

    name: str = text("Name", longest=40)
    sagacity: int = number("Sagacity", 1, 25, default=13)
    intuition: int = number("Intuition", 1, 25, default=13)
    rating: int = number("Perception (SR)", 0, 25, default=7)
    modifier: int = number("Easier or harder", -20, 15)
    attentive: bool = switch("Attentive")
    deaf: bool = switch("Deaf")


@dataclass(frozen=True, slots=True)
class Ambush:
    """Who lies in wait for whom."""

    ambushers: tuple[Ambusher, ...] = rows("Ambushers", Ambusher, default=(Ambusher("Robber"),), least=1, most=6)
    targets: tuple[Target, ...] = rows("Targets", Target, default=(Target("Hero"),), least=1, most=6)
    competitive_tie: str = ruling(RULINGS, "competitive_tie")
    group_ambush: str = ruling(RULINGS, "group_ambush")
    surprise_scope: str = ruling(RULINGS, "surprise_scope")
    critical_quality: str = ruling(RULINGS, "critical_quality")


@dataclass(frozen=True, slots=True)
class Ready:
    """The checks that are rolled: one of the ambushers', one or several of the targets'.

    `together`: one roll speaks for all targets.
    """

    situation: Ambush
    ambusher: Check
    targets: tuple[Check, ...]
    together: bool

    @property
    def size(self) -> int:
        """How many targets there are."""
        return len(self.situation.targets)


@dataclass(frozen=True, slots=True)
class AmbushDice:
    """Three dice for the ambushers, and three for each target that rolls."""

    first: int = die(20, "ambusher's die for Courage")
    second: int = die(20, "ambusher's die for Intuition")
    third: int = die(20, "ambusher's die for Agility")
    targets: tuple[int, ...] = dice(20, "target's die", count=lambda ready: 3 * len(ready.targets))

    @property
    def hiding(self) -> tuple[int, int, int]:
        """The ambusher's three dice."""
        return self.first, self.second, self.third

    def of(self, place: int) -> tuple[int, ...]:
        """The three dice of one target."""
        return self.targets[3 * place : 3 * place + 3]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many are surprised (None while a tie is to be rolled again) and how many actions go undefended.

    `so_far` are those that are surprised already, whatever becomes of a tie.
    """

    verdict: Verdict
    so_far: int
    surprised: int | None
    undefended: int | None
    hiding: Passed | None = None
    noticing: tuple[Passed, ...] = ()
    dice: tuple[int, ...] = ()


def prepare(s: Ambush) -> Ready:
    """Finds who rolls. Address: dark-eye/ambush#groups."""
    hiding = [_hiding(s, *who) for who in zip(s.ambushers, names(s.ambushers, "Ambusher"), strict=True)]
    noticing = [_noticing(s, *who) for who in zip(s.targets, names(s.targets, "Target"), strict=True)]
    if s.group_ambush == "leaders":
        return Ready(s, hiding[0], (noticing[0],), True)
    worst = _of(hiding, min)
    if s.group_ambush == "each":
        return Ready(s, worst, tuple(noticing), False)
    return Ready(s, worst, (_of(noticing, max),), True)


def _hiding(s: Ambush, who: Ambusher, name: str) -> Check:
    return check_of(
        name, (who.courage, who.intuition, who.agility), who.rating, skill="stealth",
        modifier=who.modifier, critical_quality=s.critical_quality,
    )  # fmt: skip


def _noticing(s: Ambush, who: Target, name: str) -> Check:
    extra: list[Modifier] = []
    if who.attentive:
        extra.append(EVENTS.modifier("attentive"))
    if who.deaf:
        extra.append(EVENTS.modifier("deaf"))
    return check_of(
        name, (who.sagacity, who.intuition, who.intuition), who.rating,
        skill="perception", modifier=who.modifier, extra=tuple(extra), critical_quality=s.critical_quality,
    )  # fmt: skip


def _of(checks: Sequence[Check], choose: Any) -> Check:
    """The worst (`min`) or best (`max`) of several checks, by their mean quality level; of equals the first."""
    if len(checks) == 1:
        return checks[0]
    found: Check = choose(checks, key=lambda check: qualities(check).mean())
    return found


def ambush(ready: Ready, thrown: AmbushDice) -> Outcome:
    """The ambush for these dice. Addresses: dark-eye/ambush#competition, #surprised."""
    hiding = ready.ambusher.roll(thrown.hiding)
    noticing = tuple(check.roll(thrown.of(place)) for place, check in enumerate(ready.targets))
    ties = ready.situation.competitive_tie
    won = [winner(hiding.quality, each.quality, ties) for each in noticing]
    found = outcome_of(ready, won.count(Winner.ACTIVE), Winner.AGAIN in won)
    return replace(found, hiding=hiding, noticing=noticing, dice=thrown.hiding)


def outcome_of(ready: Ready, won: int, again: bool) -> Outcome:
    """The outcome when the ambushers won so many of the comparisons. Address: dark-eye/ambush#undefended."""
    surprised = ready.size * won if ready.together else won
    if again:
        return Outcome(Verdict.AGAIN, surprised, None, None)
    if not surprised:
        return Outcome(Verdict.NOTICED, 0, 0, 0)
    scope = ready.situation.surprise_scope
    undefended = {"target": surprised, "ambusher": len(ready.situation.ambushers), "one": 1}[scope]
    return Outcome(Verdict.SURPRISED if surprised == ready.size else Verdict.SOME, surprised, surprised, undefended)


def ways(ready: Ready) -> Iterator[Way]:
    """For each quality level of the ambushers, the targets one after the other."""
    noticing = [qualities(check) for check in ready.targets]
    ties = ready.situation.competitive_tie
    for hiding, weight in qualities(ready.ambusher).items():
        found: Odds[tuple[int, bool]] = Odds.certain((0, False))
        for odds in noticing:
            won = odds.map(lambda quality, hiding=hiding: winner(hiding, quality, ties))  # type: ignore[misc]
            found = found.with_other(
                won, lambda so_far, who: (so_far[0] + (who is Winner.ACTIVE), so_far[1] or who is Winner.AGAIN)
            )
        for (number_won, again), other in found.items():
            yield outcome_of(ready, number_won, again), weight * other


def in_the_end(ready: Ready, place: int) -> tuple[Fraction, Fraction] | None:
    """The chance that one comparison surprises, with ties counted as the ruling says, and that of a tie.

    Ties rolled again are left out of the first: it is the chance when that has been done as often as it takes.
    None where nothing but ties can be.
    """
    found = contest(ready.ambusher, ready.targets[place], ready.situation.competitive_tie)
    tie = found.chance(Winner.AGAIN)
    return None if tie == 1 else (found.chance(Winner.ACTIVE) / (1 - tie), tie)


def further(ready: Ready) -> list[dict[str, Any]]:
    """The chance of each target to be surprised, ties rolled again as often as it takes."""
    if ready.situation.competitive_tie != "re-roll" and len(ready.targets) == 1:
        return []
    chances = [(check.name, in_the_end(ready, place)) for place, check in enumerate(ready.targets)]
    found = [{"value": name, "label": name, **shown(chance[0])} for name, chance in chances if chance is not None]
    label = "Surprised in the end" if ready.together else "Surprised in the end, each for itself"
    return [{"name": "in_the_end", "label": label, "kind": "chances", "rows": found}] if found else []


def explain(ready: Ready, thrown: AmbushDice, outcome: Outcome) -> Iterator[Step]:
    """The checks, the comparisons, and what goes undefended."""
    assert outcome.hiding is not None
    if len(ready.situation.ambushers) + ready.size > 2:
        yield Step(f"{ready.ambusher.name} rolls for the ambushers", f"{RULE}#groups")
        if ready.together and ready.size > 1:
            yield Step(f"{ready.targets[0].name} rolls for the targets", f"{RULE}#groups")
    yield from ready.ambusher.steps(thrown.hiding, outcome.hiding)
    for place, (check, passed) in enumerate(zip(ready.targets, outcome.noticing, strict=True)):
        yield from check.steps(thrown.of(place), passed)
        won = winner(outcome.hiding.quality, passed.quality, ready.situation.competitive_tie)
        who = {Winner.ACTIVE: "surprised", Winner.REACTING: "notices the ambush", Winner.AGAIN: "roll again"}[won]
        rule = "ties" if outcome.hiding.quality == passed.quality else "compare"
        text = f"{check.name}: quality level {passed.quality} against {outcome.hiding.quality}, {who}"
        yield Step(text, f"dark-eye/competitive#{rule}")
    if outcome.undefended:
        yield Step(f"Undefended: {_actions(outcome.undefended)}", f"{RULE}#undefended", outcome.undefended)


def _actions(number: int) -> str:
    return f"{number} action" + ("" if number == 1 else "s")


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The result in one sentence or two."""
    if outcome.verdict is Verdict.AGAIN:
        so_far = f" {outcome.so_far} of {ready.size} are surprised already." if outcome.so_far else ""
        return f"A tie: both sides roll again.{so_far}"
    if outcome.verdict is Verdict.NOTICED:
        return "The ambush is noticed: everybody acts as usual."
    many = ready.size > 1
    who = f"{outcome.surprised} of {ready.size} are surprised" if many else "The target is surprised"
    return f"{who}: {_actions(outcome.undefended or 0)} without defence, then the round begins."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    chance = tally.chances["surprised"][1]
    who = "somebody" if not ready.together else "the target" if ready.size == 1 else "the whole group"
    text = f"The ambush takes {who} by surprise {as_percent(chance)} of the time"
    mean = tally.mean("surprised")
    if not ready.together and mean is not None:
        text += f", {as_number(mean)} of {ready.size} on average"
    ends = [in_the_end(ready, place) for place in range(len(ready.targets))]
    if ready.together and ends[0] is not None and ends[0][1]:
        text += f"; {as_percent(ends[0][1])} are ties, and with these rolled again it is {as_percent(ends[0][0])}"
    return f"{text}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The spend of the ambusher's check, and the modifiers of all."""
    dice_, passed = (outcome.dice, outcome.hiding) if outcome else (None, None)
    return {
        "check-spend": ready.ambusher.spend(dice_, passed),
        "modifier-stack": [check.stack() for check in (ready.ambusher, *ready.targets)],
    }


def possible(ready: Ready) -> list[Verdict]:
    """The verdicts that the situation and the rulings allow."""
    left_out = set()
    if ready.together or ready.size == 1:
        left_out.add(Verdict.SOME)
    if ready.situation.competitive_tie != "re-roll":
        left_out.add(Verdict.AGAIN)
    return [verdict for verdict in Verdict if verdict not in left_out]


resolver = Resolver(
    "dark-eye/ambush",
    title="Ambush",
    summary="Does the ambush work, whom does it surprise, and how many actions meet no defence?",
    rule=RULE,
    situation=Ambush,
    dice=AmbushDice,
    prepare=prepare,
    resolve=ambush,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.verdict,
    possible=possible,
    chances={
        "surprised": ("Somebody is surprised", lambda outcome: outcome.so_far > 0),
        "again": (
            "A tie, to be rolled again",
            lambda outcome: outcome.verdict is Verdict.AGAIN or None,
        ),
    },
    measures={
        "surprised": ("targets surprised", lambda outcome: outcome.surprised),
        "undefended": ("actions without defence", lambda outcome: outcome.undefended),
    },
    ways=ways,
    further=further,
    figures=figures,
    reading=reading,
)
