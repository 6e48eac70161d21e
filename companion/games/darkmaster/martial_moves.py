"""The Martial Moves side by side: what each risks and gains for these two fighters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.answers import Tally, as_percent, shown
from companion.dice import NoDice
from companion.fields import number, ruling, switch
from companion.games.darkmaster import disarm, feint, knock_down, lock
from companion.games.darkmaster.contest import Contested
from companion.games.darkmaster.data import RULINGS
from companion.games.darkmaster.moves import Fate
from companion.games.darkmaster.round import phase_of
from companion.resolver import Resolver
from companion.steps import Step

RULE = "darkmaster/martial-moves"


@dataclass(frozen=True, slots=True)
class MartialMoves(Contested):
    """Two fighters."""

    cmb: int = number("Your CMB", -100, 400, default=50)
    parry: int = number("Of it, spent on Parry", 0, 400, help="Counts for Disarm and Lock.")
    foe_cmb: int = number("Your foe's CMB", -100, 400, default=50)
    brawl: int = number("Your Brawl", -100, 400, default=50)
    foe_brawl: int = number("Your foe's Brawl", -100, 400, default=50)
    deceive: int = number("Your Deceive", -200, 400, default=50)
    foe_perception: int = number("Your foe's Perception", -200, 400, default=50)
    martial: bool = switch("You use a Martial weapon", help="+20 on every move that it is used for.")
    net: bool = switch("You use a net", group="You", help="+20 on Disarm and Lock.")
    with_attack: bool = switch(
        "An attack goes with the Feint", default=True, group="You", help="A Full and a Half Action: −20 on both."
    )
    free_hand: bool = switch("You have a free hand", group="You")
    knock_down_tie: str = ruling(RULINGS, "knock_down_tie")
    feint_cap: str = ruling(RULINGS, "feint_cap")


@dataclass(frozen=True, slots=True)
class Compared:
    """One move: what it takes, how its fates share out (gain, nothing, harm), and how often it makes you fumble.

    `harm` are the fates that are bad for you and gain nothing; a fumble that comes with a gain is counted in both
    `gain` and `fumble`.
    """

    move: str
    name: str
    rolls: str
    gain: Fraction
    nothing: Fraction
    harm: Fraction
    fumble: Fraction
    gain_label: str
    harm_label: str
    mean_gain: Fraction | None
    mean_harm: Fraction | None

    @property
    def rule(self) -> str:
        return f"darkmaster/{self.move}"

    def to_json(self) -> dict[str, Any]:
        """The move as plain data, with the phase that it belongs to."""
        action, phase = phase_of(self.move)
        return {
            "move": self.move,
            "name": self.name,
            "takes": action.takes.text,
            "phase": phase,
            "rolls": self.rolls,
            "gain": {"label": self.gain_label, **shown(self.gain)},
            "nothing": {"label": "nothing happens", **shown(self.nothing)},
            "harm": {"label": self.harm_label, **shown(self.harm)},
            "fumble": {"label": "you fumble", **shown(self.fumble)},
            "mean_gain": None if self.mean_gain is None else float(self.mean_gain),
            "mean_harm": None if self.mean_harm is None else float(self.mean_harm),
            "rule": self.rule,
        }


@dataclass(frozen=True, slots=True)
class Ready:
    """Each move compared."""

    moves: tuple[Compared, ...]


def prepare(s: MartialMoves) -> Ready:
    """Works out all four moves. Refused for more Parry than there is CMB (darkmaster/attack#parry)."""
    sides = {
        "bruised": s.bruised,
        "other": s.other,
        "foe_bruised": s.foe_bruised,
        "foe_other": s.foe_other,
        "both_fail": s.both_fail,
        "least_to_win": s.least_to_win,
        "martial": s.martial,
    }
    melee = {**sides, "cmb": s.cmb, "parry": s.parry, "foe_cmb": s.foe_cmb, "net": s.net}
    return Ready(
        (
            _disarm(disarm.resolver.read({**melee, "free_hand": s.free_hand})[0]),
            _feint(
                feint.resolver.read(
                    {
                        **sides,
                        "deceive": s.deceive,
                        "foe_perception": s.foe_perception,
                        "half_action": s.with_attack,
                        "feint_cap": s.feint_cap,
                    }
                )[0]
            ),
            _knock_down(
                knock_down.resolver.read(
                    {**sides, "brawl": s.brawl, "foe_brawl": s.foe_brawl, "knock_down_tie": s.knock_down_tie}
                )[0]
            ),
            _lock(lock.resolver.read(melee)[0]),
        )
    )


def _disarm(s: disarm.Disarm) -> Compared:
    ready = disarm.prepare(s)
    shares = _shares(disarm.ways(ready), lambda fate: fate.result in disarm.LOST, lambda fate: fate.fumble)
    return _compared("disarm", "Disarm", ready.contest, shares, ("your foe is disarmed", "you fumble"))


def _feint(s: feint.Feint) -> Compared:
    ready = feint.prepare(s)
    yours, foes = feint.Result.YOURS, (feint.Result.FOES, feint.Result.FUMBLE)
    shares = _shares(feint.ways(ready), lambda fate: fate.result is yours, lambda fate: fate.result in foes)
    means = feint.numbers(ready)
    mean = tuple(means[name][1] if name in means else None for name in ("mean_bonus", "mean_foe_bonus"))
    labels = ("you have the margin as a bonus", "your foe has it, or you fumble")
    return _compared("feint", "Feint", ready.contest, shares, labels, (mean[0], mean[1]))


def _knock_down(s: knock_down.KnockDown) -> Compared:
    ready = knock_down.prepare(s)
    shares = _shares(
        knock_down.ways(ready),
        lambda fate: fate.result is knock_down.Result.PRONE,
        lambda fate: fate.off_balance or fate.fumble,
    )
    return _compared("knock-down", "Knock Down", ready.contest, shares, ("your foe is Prone", "you are off balance"))


def _lock(s: lock.Lock) -> Compared:
    ready = lock.prepare(s)
    shares = _shares(lock.ways(ready), lambda fate: fate.result is lock.Result.LOCKED, lambda fate: fate.fumble)
    return _compared("lock", "Lock", ready.contest, shares, ("both are Locked", "you fumble"))


def _shares(
    ways: Iterable[tuple[Any, int]], gains: Callable[[Any], bool], harms: Callable[[Any], bool]
) -> dict[str, Fraction]:
    counts = dict.fromkeys(("gain", "nothing", "harm", "fumble", "all"), 0)
    for fate, weight in ways:
        found: Fate = fate
        counts["gain" if gains(found) else "harm" if harms(found) else "nothing"] += weight
        counts["fumble"] += weight * found.fumble
        counts["all"] += weight
    return {name: Fraction(weight, counts["all"]) for name, weight in counts.items()}


def _compared(
    move: str,
    name: str,
    contest: Any,
    shares: dict[str, Fraction],
    labels: tuple[str, str],
    means: tuple[Fraction | None, Fraction | None] = (None, None),
) -> Compared:
    you, foe = contest.you, contest.foe
    rolls = f"{you.skill} {you.bonus} against {foe.skill} {foe.bonus}".replace("-", "−")
    return Compared(
        move, name, rolls, shares["gain"], shares["nothing"], shares["harm"], shares["fumble"], *labels, *means
    )


def explain(ready: Ready, dice: NoDice, outcome: Ready) -> Iterator[Step]:
    """One step for each move."""
    for each in outcome.moves:
        text = (
            f"{each.name}, {each.rolls}: {each.gain_label} {as_percent(each.gain)}, {each.harm_label}"
            f" {as_percent(each.harm)}, fumble {as_percent(each.fumble)}"
        )
        yield Step(text, each.rule)


def sentence(ready: Ready, outcome: Ready) -> str:
    """The likeliest gain, and the move that fumbles most."""
    best = max(outcome.moves, key=lambda each: each.gain)
    worst = max(outcome.moves, key=lambda each: each.fumble)
    return (
        f"The likeliest to work is {best.name} ({best.gain_label}: {as_percent(best.gain)});"
        f" {worst.name} makes you fumble most often ({as_percent(worst.fumble)})."
    )


def further(ready: Ready) -> Iterable[Mapping[str, Any]]:
    """For each question the four moves in a row."""
    for name, label in (("gain", "It works"), ("harm", "It harms you"), ("fumble", "You fumble")):
        rows = [{"value": each.move, "label": each.name, **shown(getattr(each, name))} for each in ready.moves]
        yield {"name": name, "label": label, "kind": "chances", "rows": rows}


def reading(ready: Ready, tally: Tally) -> str:
    """The comparison in one sentence."""
    return sentence(ready, ready)


resolver = Resolver(
    "darkmaster/martial-moves",
    title="Martial Moves compared",
    summary="What Disarm, Feint, Knock Down and Lock risk and gain for these two fighters.",
    rule=f"{RULE}#comparison",
    situation=MartialMoves,
    prepare=prepare,
    resolve=lambda ready, dice: ready,
    explain=explain,
    sentence=sentence,
    further=further,
    figures=lambda ready, outcome: {"moves": {"title": "What each move risks and gains", "rows": ready.moves}},
    reading=reading,
)
