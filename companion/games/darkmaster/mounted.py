"""Riding into a fight: the Ride check, rolled again each round while it is a Partial Success, and what it brings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.answers import Tally, as_percent, shown
from companion.dice import dice
from companion.errors import Refused
from companion.fields import Option, choice, number, ruling, switch
from companion.games.darkmaster.bands import GRADES, Grade, grade_of
from companion.games.darkmaster.contest import plain
from companion.games.darkmaster.data import RULINGS, WEAPONS
from companion.games.darkmaster.open_die import Faces, Roll, chain_figure, needs_more
from companion.games.darkmaster.open_roll import roll_steps
from companion.games.darkmaster.ride import MOUNTS, Effect, State, effect_of, grades, modifiers, state_of
from companion.games.darkmaster.saddle import RULE as SADDLE
from companion.games.darkmaster.saddle import usable, why_not
from companion.games.darkmaster.strike import weapon_options
from companion.games.darkmaster.tabular import row, table
from companion.resolver import Resolver, Way
from companion.steps import Modifier, Step, signed, total

RULE = "darkmaster/mounted"
ROUNDS = 4
"""The table of rounds until the mount is settled shows so many by themselves."""


def mount_options() -> Iterator[Option]:
    """The mounts by name."""
    for key, row_ in MOUNTS.items():
        yield Option(key, f"{row_.label} ({signed(row_.value)})", source=MOUNTS.source(key))


@dataclass(frozen=True, slots=True)
class Mounted:
    """The rider, the mount and the weapon."""

    bonus: int = number("Ride Skill Bonus", -200, 400, default=50)
    mount: str = choice("Mount", mount_options, default="rouncey")
    half_paid: bool = switch(
        "On a Failure you spend the Half Action", default=True, help="Else the mount is out of control for the round."
    )
    weapon: str | None = choice("Weapon", weapon_options, blank="not asked")
    standing: bool = switch("The mount stands still")
    bruised: bool = switch("You are Bruised", group="You", help="Below half of your hit points.")
    other: int = number("Anything else", -200, 200, group="You")
    mounted_thrown: str = ruling(RULINGS, "mounted_thrown")
    still_higher_ground: str = ruling(RULINGS, "still_higher_ground")


@dataclass(frozen=True, slots=True)
class Ready:
    """The Ride bonus with its modifiers."""

    situation: Mounted
    modifiers: tuple[Modifier, ...]

    @property
    def bonus(self) -> int:
        return self.situation.bonus + total(self.modifiers)


@dataclass(frozen=True, slots=True)
class RideDice:
    """Open-ended rolls, one a round, until one is no Partial Success."""

    thrown: tuple[int, ...] = dice(100, "d100", goes_on_for=needs_more(lambda ready, faces: ladder(ready, faces)))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state that the checks settle in, what it means, and the rolls with their totals."""

    state: State
    effect: Effect
    rolls: tuple[Roll, ...] = ()
    totals: tuple[int, ...] = ()


def prepare(s: Mounted) -> Ready:
    """The Ride bonus. Refused where no check is made, or where the weapon does not serve from the saddle."""
    if s.weapon is not None:
        reason = why_not(WEAPONS[s.weapon], s.mounted_thrown == "yes")
        if reason:
            raise Refused(reason, SADDLE)
    if s.standing:
        ground = "has Higher Ground over foes on foot" if s.still_higher_ground == "yes" else "has no Higher Ground"
        raise Refused(
            f"on a mount that stands still no Ride check is made; the rider may attack and {ground}.",
            f"{RULE}#standing",
        )
    return Ready(s, tuple(modifiers(s.mount, s.bruised, s.other)))


def ladder(ready: Ready, faces: Faces) -> Outcome:
    """Rolls until the state is settled. Addresses: darkmaster/mounted#ride, #partial, #lasting."""
    thrown: list[Roll] = []
    while True:
        thrown.append(faces.roll())
        grade = grade_of(thrown[-1].total + ready.bonus)
        if grade is not Grade.PARTIAL_SUCCESS:
            break
    totals = tuple(roll.total + ready.bonus for roll in thrown)
    state = state_of(grade, ready.situation.half_paid)
    return Outcome(state, effect_of(state), tuple(thrown), totals)


def ways(ready: Ready) -> Iterator[Way]:
    """The settled states in proportion: a Partial Success only rolls again, so it leaves the others' shares alone."""
    for grade, weight in grades(ready.bonus).items():
        if weight and grade is not Grade.PARTIAL_SUCCESS:
            state = state_of(grade, ready.situation.half_paid)
            yield Outcome(state, effect_of(state)), weight


def _partial(ready: Ready) -> Fraction:
    found = grades(ready.bonus)
    return Fraction(found[Grade.PARTIAL_SUCCESS], sum(found.values()))


def numbers(ready: Ready) -> Mapping[str, tuple[str, Fraction]]:
    """The mean number of rolls until the state is settled."""
    return {"mean_rolls": ("Mean rolls until it is settled", 1 / (1 - _partial(ready)))}


def further(ready: Ready) -> Iterable[Mapping[str, Any]]:
    """The bands of a single roll, and the round in which it is settled."""
    found = grades(ready.bonus)
    whole = sum(found.values())
    one = [{"value": grade.value, "label": grade.label, **shown(Fraction(found[grade], whole))} for grade in GRADES]
    again = _partial(ready)
    settled = [
        {"value": count, "label": str(count), **shown(again ** (count - 1) * (1 - again))}
        for count in range(1, ROUNDS + 1)
    ]
    settled.append({"value": "later", "label": f"{ROUNDS + 1} or more", **shown(again**ROUNDS)})
    return (
        {"name": "one_roll", "label": "One roll", "kind": "chances", "rows": one},
        {"name": "rolls", "label": "Settled with roll", "kind": "chances", "rows": settled},
    )


def explain(ready: Ready, thrown: RideDice, outcome: Outcome) -> Iterator[Step]:
    """Each roll with its band, then what the last one brings."""
    s = ready.situation
    if s.weapon is not None:
        yield Step(f"{WEAPONS[s.weapon].name}: it serves from horseback", SADDLE)
    yield Step(f"Ride {signed(s.bonus)}", f"{RULE}#ride", s.bonus)
    for modifier in ready.modifiers:
        yield Step(f"{modifier.label} {signed(modifier.value)}", modifier.rule, modifier.value)
    for count, (roll, reached) in enumerate(zip(outcome.rolls, outcome.totals, strict=True), 1):
        yield from roll_steps(roll, f"Round {count}")
        grade = grade_of(reached)
        rule = f"{RULE}#partial" if grade is Grade.PARTIAL_SUCCESS else f"{RULE}#ride"
        again = ", to be rolled again next round" if grade is Grade.PARTIAL_SUCCESS else ""
        yield Step(f"{plain(reached)} in all, {grade.article}{again}", rule, reached)
    yield Step(_meaning(outcome), outcome.effect.rule, outcome.effect.defence)
    if outcome.state is not State.FALLEN:
        yield Step("It lasts until the rules, a hit that could unseat, or a new turn of events asks again",
                   f"{RULE}#lasting")  # fmt: skip


def _meaning(outcome: Outcome) -> str:
    effect = outcome.effect
    if outcome.state is State.FALLEN:
        return "You fall: Prone, and whatever the fall does"
    parts = [f"control costs {effect.cost}" if effect.cost != "none" else "the mount does as it likes"]
    parts.append("Higher Ground over foes on foot" if effect.higher_ground else "no Higher Ground")
    if effect.defence:
        parts.append(f"DEF {signed(effect.defence)}")
    if not effect.may_attack:
        parts.append("no attack")
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The settled state in one sentence."""
    count = len(outcome.rolls)
    after = "" if count == 1 else f"After {count} rolls: "
    return f"{after}{plain(outcome.totals[-1])}. {_meaning(outcome)}."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    assert tally.verdicts is not None
    parts = [f"{state.value} {as_percent(tally.verdicts.chance(state))}" for state in tally.members]
    return f"In the end: {'; '.join(parts)}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """What each band means, what serves from the saddle, and the last roll as a chain."""
    rows = []
    for grade in GRADES:
        state = state_of(grade, ready.situation.half_paid)
        effect = effect_of(state)
        higher = "yes" if effect.higher_ground else "no"
        attack = "yes" if effect.may_attack else "no"
        rows.append(
            row(grade.label, state.value, effect.cost, signed(effect.defence), higher, attack, rule=effect.rule,
                off=not effect.may_attack)
        )  # fmt: skip
    columns = ("Ride check", "The mount is", "Control costs", "DEF", "Higher Ground", "Attack")
    weapons = [row(name, rule=SADDLE) for name in usable(ready.situation.mounted_thrown == "yes")]
    last = outcome.rolls[-1] if outcome is not None and outcome.rolls else None
    return {
        "table": [table("What the Ride check brings", columns, rows),
                  table("From horseback", ("These weapons serve",), weapons)],
        "open-chain": chain_figure(last),
    }  # fmt: skip


def possible(ready: Ready) -> tuple[State, ...]:
    """The states in which it can settle."""
    left_out = {State.THIS_ROUND, State.UNCONTROLLED if ready.situation.half_paid else State.HALF}
    return tuple(state for state in State if state not in left_out)


resolver = Resolver(
    "darkmaster/mounted",
    title="Riding into a fight",
    summary="The Ride check until it is settled: who falls, who fights, and at what price; and which weapons serve.",
    rule=RULE,
    situation=Mounted,
    dice=RideDice,
    prepare=prepare,
    resolve=lambda ready, thrown: ladder(ready, Faces(thrown.thrown)),
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.state,
    possible=possible,
    chances={
        "controlled": ("In control in the end", lambda outcome: outcome.effect.higher_ground),
        "fall": ("You fall", lambda outcome: outcome.state is State.FALLEN),
        "attack": ("You may attack", lambda outcome: outcome.effect.may_attack),
    },
    numbers=numbers,
    ways=ways,
    further=further,
    reading=reading,
    figures=figures,
)
