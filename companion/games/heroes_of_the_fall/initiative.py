"""Initiative for a round: a score for each weapon, a count-down, and who holds whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.answers import Tally, as_percent, shown
from companion.dice import dice
from companion.errors import Refused
from companion.fields import Option, choice, number, rows, ruling, text
from companion.games.heroes_of_the_fall.blow import GAME
from companion.games.heroes_of_the_fall.data import ARMOUR, MISSILES, NUMBERS, RULINGS, all_weapons, weapon
from companion.games.heroes_of_the_fall.feats import minus
from companion.games.heroes_of_the_fall.skill import Skill
from companion.resolver import Resolver, Way
from companion.steps import Step, signed

RULE = f"{GAME}/initiative"
MOST_ENTRIES = 240
"""So many weapons may be in one count-down: a large battle with several for each fighter."""


class State(StrEnum):
    """How a fighter stands in the round."""

    READY = "ready"
    AT_ONCE = "attacks at once"
    OFF_BALANCE = "off balance"
    STUNNED = "stunned"

    @property
    def label(self) -> str:
        return {
            "ready": "Ready",
            "attacks at once": "Attacks at once, after a parry or an evasion",
            "off balance": "Off balance, after an attack that was parried or evaded",
            "stunned": "Stunned",
        }[self.value]

    @property
    def rank(self) -> int:
        """What goes before the score: attacks at once come first; who cannot hold initiative comes last."""
        return {State.READY: 0, State.AT_ONCE: 1}.get(self, -1)


def weapons() -> Iterator[Option]:
    """Every weapon of close combat, then the missile weapons."""
    yield from all_weapons()
    yield from MISSILES.as_options()


@dataclass(frozen=True, slots=True)
class Entry:
    """One fighter with one weapon; a second weapon is a second entry under the same name."""

    name: str = text("Name", default="A", longest=40)
    weapon: str = choice("Weapon", weapons, default="long-sword")
    skill: int = number("Skill with it", 0, 20, default=6)
    modifier: int | None = number("Skill modifier", 1, 99, blank="no skill die: the level stands")
    armour: str = choice("Worst armour on weapon arm or body", ARMOUR)
    encumbrance: int = number("Encumbrance", 0, 10, help="1 for a pack; the GM says.")
    against: str = text("Against", longest=40, help="The name of the foe meant; empty where that is open.")
    state: State = choice("State", State)


def _default() -> tuple[Entry, ...]:
    return (
        Entry("Ada", "long-sword", 6, 50, "leather", 0, "Bran", State.READY),
        Entry("Bran", "long-sword", 6, 50, "leather", 0, "Ada", State.READY),
    )


@dataclass(frozen=True, slots=True)
class Situation:
    """All who fight in this round."""

    fighters: tuple[Entry, ...] = rows("Fighters and weapons", Entry, least=1, most=MOST_ENTRIES, default=_default())
    skill_step: str = ruling(RULINGS, "skill_step")


@dataclass(frozen=True, slots=True)
class Ready:
    """Each entry's skill, and its score without the die."""

    situation: Situation
    skills: tuple[Skill, ...]
    bases: tuple[int, ...]
    dice: int

    def score(self, place: int, raised: bool) -> int:
        """The initiative of one entry. Address: heroes-of-the-fall/initiative#score."""
        return self.bases[place] + self.skills[place].at(raised)


@dataclass(frozen=True, slots=True)
class RoundDice:
    """One skill die for each entry that has a modifier, in the order of the list."""

    skill: tuple[int, ...] = dice(100, "skill die", count=lambda ready: ready.dice)


class Place(StrEnum):
    """When the first entry of the list acts."""

    FIRST = "before all others"
    TOGETHER = "together with others, before the rest"
    LATER = "after someone else"


@dataclass(frozen=True, slots=True)
class Act:
    """One weapon's turn in the count-down."""

    name: str
    weapon: str
    initiative: int
    raised: bool
    state: State
    holds: str
    note: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The count-down: groups that act together, the highest initiative first; and where the first entry stands."""

    place: Place
    initiative: int
    order: tuple[tuple[Act, ...], ...] = ()


def prepare(situation: Situation) -> Ready:
    """The scores before the dice. Refused where one fighter lists the same weapon twice."""
    entries = situation.fighters
    seen: set[tuple[str, str]] = set()
    for entry in entries:
        if (entry.name, entry.weapon) in seen and entry.against:
            raise Refused(f"{entry.name} lists the same weapon twice; two foes need two weapons.", f"{RULE}#two-foes")
        seen.add((entry.name, entry.weapon))
    skills = tuple(Skill(entry.skill, entry.modifier, situation.skill_step) for entry in entries)
    bases = tuple(
        _weapon_initiative(entry.weapon) - ARMOUR[entry.armour].initiative - entry.encumbrance for entry in entries
    )
    return Ready(situation, skills, bases, sum(skill.dice for skill in skills))


def _weapon_initiative(key: str) -> int:
    return MISSILES[key].initiative if key in MISSILES else weapon(key).initiative


def _name(key: str) -> str:
    return MISSILES[key].name if key in MISSILES else weapon(key).name


def count_down(ready: Ready, thrown: RoundDice) -> Outcome:
    """The order of one round."""
    faces = iter(thrown.skill)
    raised = tuple(skill.raised((next(faces),) if skill.dice else ()) for skill in ready.skills)
    scores = [ready.score(place, rose) for place, rose in enumerate(raised)]
    held = _held(ready, scores)
    acts = [
        Act(entry.name, _name(entry.weapon), scores[place], raised[place], entry.state, *held[place])
        for place, entry in enumerate(ready.situation.fighters)
    ]
    turns = sorted({_turn(act) for act in acts}, reverse=True)
    order = tuple(tuple(act for act in acts if _turn(act) == turn) for turn in turns)
    first = acts[0]
    ahead = any(_turn(act) > _turn(first) for act in acts)
    level = sum(_turn(act) == _turn(first) for act in acts)
    place = Place.LATER if ahead else Place.FIRST if level == 1 else Place.TOGETHER
    return Outcome(place, first.initiative, order)


def _turn(act: Act) -> tuple[int, int]:
    return act.state.rank, act.initiative


def _held(ready: Ready, scores: list[int]) -> list[tuple[str, str]]:
    """For each entry the foe over whom it holds initiative, and a note where it holds none.

    A weapon holds its foe when its score beats every ready score of that foe; one fighter holds two foes at most,
    and the higher scores go first. Address: heroes-of-the-fall/initiative#two-foes.
    """
    entries = ready.situation.fighters
    most = NUMBERS.number("most_held")
    found = [("", "")] * len(entries)
    holding: dict[str, set[str]] = {}
    for place in sorted(range(len(entries)), key=lambda at: -scores[at]):
        entry = entries[place]
        if not entry.against:
            continue
        if entry.state.rank < 0:
            found[place] = ("", f"{entry.state.value}: holds no initiative")
            continue
        theirs = [
            scores[at] for at, other in enumerate(entries) if other.name == entry.against and other.state.rank >= 0
        ]
        if theirs and scores[place] <= max(theirs):
            same = scores[place] == max(theirs)
            found[place] = ("", "even: both at once" if same else f"{entry.against} is quicker")
        elif len(holding.setdefault(entry.name, set()) | {entry.against}) > most:
            found[place] = ("", f"holds {most} foes already")
        else:
            holding[entry.name].add(entry.against)
            found[place] = (entry.against, "")
    return found


def standings(ready: Ready, place: int) -> Iterator[tuple[int, Place, int]]:
    """The score of one entry, and whether it acts before all others, with some, or after someone; with weights.

    The others' dice are independent, so their weights multiply; no round is thrown out in full.
    """
    entries = ready.situation.fighters
    others = [at for at in range(len(entries)) if at != place]
    for raised, weight in ready.skills[place].steps():
        score = ready.score(place, raised)
        mine = (entries[place].state.rank, score)
        below = at_most = every = 1
        for at in others:
            turns = [
                ((entries[at].state.rank, ready.score(at, rose)), share) for rose, share in ready.skills[at].steps()
            ]
            below *= sum(share for turn, share in turns if turn < mine)
            at_most *= sum(share for turn, share in turns if turn <= mine)
            every *= sum(share for _, share in turns)
        for where, count in (
            (Place.FIRST, below),
            (Place.TOGETHER, at_most - below),
            (Place.LATER, every - at_most),
        ):
            if count:
                yield score, where, weight * count


def ways(ready: Ready) -> Iterator[Way]:
    """Where the first entry stands, with its score."""
    for score, where, weight in standings(ready, 0):
        yield Outcome(where, score), weight


def further(ready: Ready) -> Iterator[dict[str, Any]]:
    """For each entry the chance that nobody acts before it."""
    rows = []
    for place, entry in enumerate(ready.situation.fighters):
        ahead = every = 0
        for _, where, weight in standings(ready, place):
            every += weight
            ahead += 0 if where is Place.LATER else weight
        label = f"{entry.name}, {_name(entry.weapon).lower()}"
        rows.append({"value": place + 1, "label": label, **shown(Fraction(ahead, every))})
    yield {"name": "nobody_before", "label": "Nobody acts before", "kind": "chances", "rows": rows}


def explain(ready: Ready, thrown: RoundDice, outcome: Outcome) -> Iterator[Step]:
    """Each score, then the count-down, then who holds whom."""
    faces = iter(thrown.skill)
    acts = {(act.name, act.weapon, place): act for place, act in enumerate(_acts(ready, outcome))}
    for (name, weapon_name, place), act in acts.items():
        entry, skill = ready.situation.fighters[place], ready.skills[place]
        thrown_one = (next(faces),) if skill.dice else ()
        parts = f"skill {skill.words(thrown_one, act.raised)}; weapon {signed(_weapon_initiative(entry.weapon))}"
        penalty = ARMOUR[entry.armour].initiative
        if penalty:
            parts += f", armour −{penalty}"
        if entry.encumbrance:
            parts += f", encumbrance −{entry.encumbrance}"
        yield Step(f"{name}, {weapon_name.lower()}: {parts}", f"{RULE}#score", act.initiative)
    for group in outcome.order:
        names = " and ".join(f"{act.name} ({act.weapon.lower()})" for act in group)
        if group[0].state is State.AT_ONCE:
            yield Step(f"At once: {names}", f"{GAME}/parry#counter", group[0].initiative)
        elif group[0].state.rank < 0:
            rule = f"{GAME}/parry#off-balance" if group[0].state is State.OFF_BALANCE else f"{RULE}#stunned"
            yield Step(f"Last, without initiative: {names}", rule, group[0].initiative)
        elif len(group) > 1:
            yield Step(f"At {minus(group[0].initiative)}, together: {names}", f"{RULE}#ties", group[0].initiative)
        else:
            yield Step(f"At {minus(group[0].initiative)}: {names}", f"{RULE}#count-down", group[0].initiative)
    for act in acts.values():
        if act.holds:
            yield Step(f"{act.name} holds the initiative over {act.holds}", f"{RULE}#highest-first")
        elif act.note:
            yield Step(f"{act.name}, {act.weapon.lower()}: {act.note}", f"{RULE}#two-foes")


def _acts(ready: Ready, outcome: Outcome) -> list[Act]:
    """The acts of the count-down in the order of the list."""
    left = [act for group in outcome.order for act in group]
    found = []
    for entry in ready.situation.fighters:
        act = next(act for act in left if act.name == entry.name and act.weapon == _name(entry.weapon))
        left.remove(act)
        found.append(act)
    return found


def sentence(ready: Ready, outcome: Outcome) -> str:
    """The count-down in one sentence."""
    groups = [" and ".join(_short(ready, act) for act in group) for group in outcome.order]
    return f"The count-down: {', then '.join(groups)}."


def _short(ready: Ready, act: Act) -> str:
    several = sum(entry.name == act.name for entry in ready.situation.fighters) > 1
    named = f"{act.name} with the {act.weapon.lower()}" if several else act.name
    return f"{named} at {minus(act.initiative)}"


def reading(ready: Ready, tally: Tally) -> str:
    """The odds of the first entry in one sentence."""
    first, together = (as_percent(tally.chances[name][1]) for name in ("first", "together"))
    return f"{ready.situation.fighters[0].name} acts before all others {first} of the time, and in a tie {together}."


def figures(ready: Ready, outcome: Outcome | None) -> dict[str, Any]:
    """The figure `initiative`: each entry's possible scores, and the count-down after a throw."""
    return {
        "initiative": {
            "entries": [
                {
                    "name": entry.name,
                    "weapon": _name(entry.weapon),
                    "state": entry.state.value,
                    "scores": [
                        {"initiative": ready.score(place, raised), "raised": raised, **shown(Fraction(weight, every))}
                        for raised, weight in ready.skills[place].steps()
                        for every in (100 if ready.skills[place].dice else 1,)
                    ],
                }
                for place, entry in enumerate(ready.situation.fighters)
            ],
            "order": [
                {
                    "initiative": group[0].initiative,
                    "state": group[0].state.value,
                    "together": len(group) > 1,
                    "acts": [
                        {"name": act.name, "weapon": act.weapon, "holds": act.holds, "note": act.note} for act in group
                    ],
                }
                for group in outcome.order
            ]
            if outcome
            else [],
        }
    }


resolver = Resolver(
    "heroes-of-the-fall/initiative",
    title="Initiative",
    summary="The count-down of a round: each weapon's score, who acts together, and who holds whom.",
    rule=RULE,
    situation=Situation,
    dice=RoundDice,
    prepare=prepare,
    resolve=count_down,
    explain=explain,
    sentence=sentence,
    verdict=lambda outcome: outcome.place,
    chances={
        "first": ("The first of the list acts before all others", lambda outcome: outcome.place is Place.FIRST),
        "together": ("It acts together with others", lambda outcome: outcome.place is Place.TOGETHER),
    },
    measures={"initiative": ("initiative of the first", lambda outcome: outcome.initiative)},
    ways=ways,
    figures=figures,
    further=further,
    reading=reading,
)
