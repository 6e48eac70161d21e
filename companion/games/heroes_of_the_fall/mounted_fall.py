"""When the mount goes down: a Vigour feat keeps the rider clear, and a bad failure leaves a leg beneath."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.answers import Tally, as_percent
from companion.dice import dice, die
from companion.fields import Option, choice, many, number, rows, ruling, switch
from companion.games.heroes_of_the_fall.blow import GAME, Blow, BlowDice, Outcome, strike, ways
from companion.games.heroes_of_the_fall.body import AreaArmour
from companion.games.heroes_of_the_fall.data import ARMOUR, FALLS, NUMBERS, RULINGS, Injury
from companion.games.heroes_of_the_fall.falls import fall
from companion.games.heroes_of_the_fall.feats import FALLS as FALLS_OF_DICE
from companion.games.heroes_of_the_fall.feats import SIDES, Feats, Grade, fallen, feats, grid, minus
from companion.games.heroes_of_the_fall.skill import HUNDRED
from companion.games.heroes_of_the_fall.telling import body, explain, injury_table
from companion.resolver import Resolver, Way
from companion.steps import Step

RULE = f"{GAME}/mounted"
ASKED = ((0, "lands clear"), (-1, "a fall, but not trapped"))


class Result(StrEnum):
    """What becomes of the rider."""

    CLEAR = "clear"
    FALLS = "falls"
    TRAPPED = "trapped"

    @property
    def label(self) -> str:
        return {"clear": "lands clear", "falls": "takes a fall", "trapped": "takes a fall and is trapped"}[self.value]


def heights() -> Iterator[Option]:
    """The heights from which a rider may come down: those that hurt one area only."""
    yield from (option for option in FALLS.as_options() if FALLS[option.value].areas == 1)


@dataclass(frozen=True, slots=True)
class Situation:
    """The rider, and how far it is to the ground."""

    vigour: int = number("Your Vigour", 0, 12, default=6)
    height: str = choice("Height of the fall", heights, default="10")
    armour: tuple[str, ...] = many("Armour all over", ARMOUR, most=4, group="Armour", help="As against crush.")
    armour_by_area: tuple[AreaArmour, ...] = rows("Areas armoured otherwise", AreaArmour, most=16, group="Armour")
    berserk: bool = switch("You are berserk", help="Neither stun nor shock then.")
    feat_table: str = ruling(RULINGS, "feat_table")
    beyond: str = ruling(RULINGS, "beyond")


@dataclass(frozen=True, slots=True)
class Ready:
    """The level of the feat, and the blow of the fall."""

    feats: Feats
    situation: Situation
    level: int
    ground: Blow


@dataclass(frozen=True, slots=True)
class MountDice:
    """The feat, then the fall: three dice and an area, read when the feat fails."""

    red: int = die(SIDES, "red die")
    white: int = die(SIDES, "white die")
    blue: int = die(SIDES, "blue die")
    fall: tuple[int, ...] = dice(SIDES, "fall die (red, white, blue; read when you fall)", count=lambda ready: 3)
    area: int = die(HUNDRED, "area die (read when you fall)")


@dataclass(frozen=True, slots=True)
class Fallen:
    """What became of the rider, and the blow of the ground (None where the rider lands clear)."""

    feat_level: int
    result: Result
    injuries: tuple[Injury, ...]
    ground: Outcome | None
    thrown: tuple[int, int, int] | None = None


def prepare(situation: Situation) -> Ready:
    """The feat and the fall."""
    s = situation
    found = feats(s.feat_table, s.beyond)
    level = NUMBERS.number("mounted_fall") - s.vigour
    return Ready(found, s, level, fall(found, s.height, s.armour, s.armour_by_area, s.berserk))


def result_of(grade: Grade) -> Result:
    """Clear when the feat is made; trapped when it fails by two levels. Address: heroes-of-the-fall/mounted#trapped."""
    if grade.made:
        return Result.CLEAR
    return Result.FALLS if grade is Grade.BLOCK else Result.TRAPPED


def resolve(ready: Ready, thrown: MountDice) -> Fallen:
    """One throw."""
    first = (thrown.red, thrown.white, thrown.blue)
    result = result_of(ready.feats.grade(ready.level, first))
    if result is Result.CLEAR:
        return Fallen(ready.level, result, (), None, first)
    ground = strike(ready.ground, _ground_dice(thrown))
    return Fallen(ready.level, result, ground.injuries, ground, first)


def _ground_dice(thrown: MountDice) -> BlowDice:
    red, white, blue = thrown.fall
    return BlowDice((), (), red, white, blue, (thrown.area,), ())


def fall_ways(ready: Ready) -> Iterator[Way]:
    """Each grade of the feat once; after a failed one, each result of the fall."""
    for grade, count in ready.feats.counts(ready.level).items():
        result = result_of(grade)
        if not count:
            continue
        if result is Result.CLEAR:
            yield Fallen(ready.level, result, (), None), count * FALLS_OF_DICE * HUNDRED
            continue
        for ground, weight in ways(ready.ground):
            yield Fallen(ready.level, result, ground.injuries, ground), count * weight


def steps(ready: Ready, thrown: MountDice, outcome: Fallen) -> Iterator[Step]:
    """The feat, then the fall."""
    level = minus(ready.level)
    difficulty = NUMBERS.number("mounted_fall")
    yield Step(f"{difficulty} − Vigour {ready.situation.vigour}: feat level {level}", f"{RULE}#fall", ready.level)
    faces = fallen(outcome.thrown or ())
    made = "made" if outcome.result is Result.CLEAR else "missed"
    yield Step(f"{faces}; it asks for {ready.feats.words(ready.level)}: {made}", f"{GAME}/feats#dice")
    if outcome.result is Result.TRAPPED:
        yield Step("Missed by two levels: trapped beneath the mount", f"{RULE}#trapped")
    if outcome.ground is not None:
        yield from explain(ready.ground, _ground_dice(thrown), outcome.ground)


def sentence(ready: Ready, outcome: Fallen) -> str:
    """The result in one sentence."""
    if outcome.ground is None:
        return "You land clear of the mount."
    wound = "unhurt"
    if outcome.ground.wound:
        listed = ", ".join(injury.value for injury in outcome.injuries) or "nothing that stops a berserk"
        wound = f"with a {outcome.ground.wound} wound to the {outcome.ground.part.lower()}, {listed}"
    trapped = " and lie trapped beneath the mount" if outcome.result is Result.TRAPPED else ""
    return f"You fall{trapped}, {wound}."


def reading(ready: Ready, tally: Tally) -> str:
    """The odds in one sentence."""
    clear, hurt, trapped = (as_percent(tally.chances[name][1]) for name in ("clear", "hurt", "trapped"))
    return f"You land clear {clear} of the time; you are hurt {hurt}, and trapped {trapped}."


def figures(ready: Ready, outcome: Fallen | None) -> dict[str, Any]:
    """The feat table with the level marked, and the body that may strike the ground."""
    return {
        "feat-table": grid(ready.feats, ready.level, outcome.thrown if outcome else None, ASKED),
        "body": body(ready.ground, outcome.ground if outcome else None),
    }


resolver = Resolver(
    "heroes-of-the-fall/mounted-fall",
    title="The mount falls",
    summary="Whether a rider lands clear of a falling mount, takes a fall, or is trapped beneath it.",
    rule=f"{RULE}#fall",
    situation=Situation,
    dice=MountDice,
    prepare=prepare,
    resolve=resolve,
    explain=steps,
    sentence=sentence,
    verdict=lambda outcome: outcome.result,
    chances={
        "clear": ("Lands clear", lambda outcome: outcome.result is Result.CLEAR),
        "trapped": ("Trapped", lambda outcome: outcome.result is Result.TRAPPED),
        "hurt": ("Hurt", lambda outcome: outcome.ground is not None and bool(outcome.ground.wound)),
        "killed": ("Deadly wound", lambda outcome: outcome.ground is not None and outcome.ground.killed),
    },
    ways=fall_ways,
    figures=figures,
    further=lambda ready: injury_table(fall_ways(ready)),
    reading=reading,
)
