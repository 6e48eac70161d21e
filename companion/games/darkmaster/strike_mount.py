"""Striking at the mount: an attack on it, and the Ride check that any critical forces on its rider."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.dice import dice
from companion.fields import choice, number
from companion.games.darkmaster.attack import Attack
from companion.games.darkmaster.attack import prepare as prepare_attack
from companion.games.darkmaster.bands import Grade, cuts, grade_of
from companion.games.darkmaster.blow import Ready as AttackReady
from companion.games.darkmaster.blow import Struck, merged
from companion.games.darkmaster.blow import strike as one_strike
from companion.games.darkmaster.contest import plain
from companion.games.darkmaster.data import OPTIONS, Severity
from companion.games.darkmaster.mounted import mount_options
from companion.games.darkmaster.open_die import Faces, Roll, needs_more, rolls
from companion.games.darkmaster.open_roll import roll_steps
from companion.games.darkmaster.ride import modifiers
from companion.games.darkmaster.telling import figures as attack_figures
from companion.games.darkmaster.telling import sentence as attack_sentence
from companion.games.darkmaster.telling import steps
from companion.resolver import Resolver, Way
from companion.steps import Modifier, Step, signed, total

RULE = "darkmaster/mounted"


class Result(StrEnum):
    """What the attack on the mount does to its rider."""

    NOTHING = "the rider is not concerned"
    CONTROL = "the rider keeps control"
    PARTIAL = "control for this round only"
    FAILURE = "control is lost"
    FALL = "the rider falls"
    DOWN_STANDS = "the mount goes down, the rider stands"
    DOWN_PRONE = "the mount goes down, the rider lands Prone"
    DOWN_FALLS = "the mount goes down, the rider falls"


@dataclass(frozen=True, slots=True)
class StrikeMount(Attack):
    """The attack (its DEF and armour are the mount's), the rider, and what brings the mount down."""

    ride: int = number("Rider's Ride Skill Bonus", -200, 400, default=50, group="The rider")
    mount: str = choice("Mount", mount_options, default="rouncey", group="The rider")
    ride_other: int = number("Anything else on the Ride check", -200, 200, group="The rider")
    down_from: Severity | None = choice(
        "A critical brings the mount down from", Severity, blank="never", group="The rider",
        help="What counts as badly hurt is the game master's to say.",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ready:
    """The attack before its dice, and the Ride bonus."""

    situation: StrikeMount
    attack: AttackReady
    modifiers: tuple[Modifier, ...]

    @property
    def ride(self) -> int:
        return self.situation.ride + total(self.modifiers)


@dataclass(frozen=True, slots=True)
class StrikeMountDice:
    """The attack's dice, then an open-ended roll for the rider where a critical asks for one."""

    thrown: tuple[int, ...] = dice(100, "d100", goes_on_for=needs_more(lambda ready, faces: strike_mount(ready, faces)))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The attack, and the rider's check where there is one."""

    struck: Struck
    result: Result
    checked: bool
    roll: Roll | None = None
    total: int | None = None


def prepare(s: StrikeMount) -> Ready:
    """The attack before its dice. Raises `Refused` where it cannot be made."""
    return Ready(s, prepare_attack(s), tuple(modifiers(s.mount, False, s.ride_other)))


def strike_mount(ready: Ready, faces: Faces) -> Outcome:
    """The attack; after any critical the Ride check. Addresses: darkmaster/mounted#mount, #mount-down."""
    struck = one_strike(ready.attack, faces)
    if not struck.blow.critical:
        return Outcome(struck, Result.NOTHING, False)
    roll = faces.roll()
    reached = roll.total + ready.ride
    return Outcome(struck, result_of(struck, reached, ready), True, roll, reached)


def down(struck: Struck, ready: Ready) -> bool:
    """Whether the critical brings the mount down."""
    least, severity = ready.situation.down_from, struck.blow.severity
    if least is None or severity is None:
        return False
    ladder = list(Severity)
    return ladder.index(severity) >= ladder.index(least)


def result_of(struck: Struck, reached: int, ready: Ready) -> Result:
    """What a Ride check means for the rider. Addresses: darkmaster/mounted#ride, #mount-down."""
    if down(struck, ready):
        if reached >= OPTIONS.number("dismount_stands"):
            return Result.DOWN_STANDS
        return Result.DOWN_PRONE if reached >= OPTIONS.number("dismount_prone") else Result.DOWN_FALLS
    return {
        Grade.CRITICAL_FAILURE: Result.FALL,
        Grade.FAILURE: Result.FAILURE,
        Grade.PARTIAL_SUCCESS: Result.PARTIAL,
        Grade.SUCCESS: Result.CONTROL,
        Grade.CRITICAL_SUCCESS: Result.CONTROL,
    }[grade_of(reached)]


def checks(ready: Ready) -> list[tuple[int, int]]:
    """One total of each kind that a Ride check can come to, with its weight."""
    marks = sorted({*cuts(), OPTIONS.number("dismount_stands"), OPTIONS.number("dismount_prone")})
    found: dict[int, int] = {}
    for _, thrown, weight in rolls([mark - ready.ride for mark in marks]):
        low = max((mark for mark in marks if mark <= thrown + ready.ride), default=marks[0] - 1)
        found[low] = found.get(low, 0) + weight
    return list(found.items())


def ways(ready: Ready) -> Iterator[Way]:
    """Each distinct blow, and after a critical each band of the Ride check."""
    totals = checks(ready)
    whole = sum(weight for _, weight in totals)
    for blow, weight in merged(ready.attack):
        struck = Struck(blow)
        if not blow.critical:
            yield Outcome(struck, Result.NOTHING, False), weight * whole
            continue
        for reached, check in totals:
            yield Outcome(struck, result_of(struck, reached, ready), True), weight * check


def possible(ready: Ready) -> tuple[Result, ...]:
    """The results that the situation allows."""
    least = ready.situation.down_from
    if least is None:
        return tuple(result for result in Result if not result.value.startswith("the mount"))
    if least is Severity.SUPERFICIAL:
        return tuple(result for result in Result if result is Result.NOTHING or result.value.startswith("the mount"))
    return tuple(Result)


def explain(ready: Ready, thrown: StrikeMountDice, outcome: Outcome) -> Iterator[Step]:
    """The attack, then the rider's check."""
    yield from steps(ready.attack, outcome.struck)
    if outcome.roll is None or outcome.total is None:
        yield Step("Without a critical on the mount its rider rolls nothing", f"{RULE}#mount")
        return
    yield Step("Any critical on the mount asks its rider for a Ride check", f"{RULE}#mount")
    yield from roll_steps(outcome.roll, "Ride check")
    yield Step(f"Ride {signed(ready.situation.ride)}", f"{RULE}#ride", ready.situation.ride)
    for modifier in ready.modifiers:
        yield Step(f"{modifier.label} {signed(modifier.value)}", modifier.rule, modifier.value)
    rule = f"{RULE}#mount-down" if down(outcome.struck, ready) else f"{RULE}#ride"
    yield Step(f"{plain(outcome.total)} in all, {grade_of(outcome.total).article}: {outcome.result}", rule,
               outcome.total)  # fmt: skip


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The attack and what it means for the rider."""
    result = outcome.result.value
    return f"{attack_sentence(ready.attack, outcome.struck)} {result[:1].upper()}{result[1:]}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The pictures of the attack."""
    return attack_figures(ready.attack, outcome.struck if outcome else None)


FALLS = (Result.FALL, Result.DOWN_FALLS, Result.DOWN_PRONE)

resolver = Resolver(
    "darkmaster/strike-mount",
    title="Striking at the mount",
    summary="An attack on a mount, and what its rider must roll after a critical.",
    rule=f"{RULE}#mount",
    situation=StrikeMount,
    dice=StrikeMountDice,
    prepare=prepare,
    resolve=lambda ready, thrown: strike_mount(ready, Faces(thrown.thrown)),
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    possible=possible,
    chances={
        "check": ("The rider must roll", lambda outcome: outcome.checked),
        "off": ("The rider is off the mount, not standing", lambda outcome: outcome.result in FALLS),
        "hit": ("The mount is hit", lambda outcome: outcome.struck.blow.hit),
        "fumble": ("Fumble", lambda outcome: outcome.struck.blow.fumbled),
    },
    measures={"damage": ("Hit points the mount loses", lambda outcome: outcome.struck.blow.damage)},
    ways=ways,
    figures=figures,
)
