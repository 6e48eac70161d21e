"""A blow in words and in data for pictures: its steps, its sentence, its odds read out, its figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from companion.answers import Tally, as_percent, shown
from companion.games.heroes_of_the_fall.blow import (
    GAME,
    Blow,
    BlowDice,
    Defence,
    Outcome,
    Place,
    feat_level,
    steps,
    ways,
)
from companion.games.heroes_of_the_fall.body import protection
from companion.games.heroes_of_the_fall.data import AREAS, ARMOUR, RESULTS, Damage, Injury
from companion.games.heroes_of_the_fall.feats import ATTACK, FALLS, Grade, fallen, grid, minus
from companion.steps import Step, signed

CHANCES: Mapping[str, tuple[str, Callable[[Outcome], bool]]] = {
    "hit": ("Hit", lambda outcome: outcome.grade.made),
    "killed": ("Deadly wound", lambda outcome: outcome.killed),
    "impaled": ("Impaled", lambda outcome: outcome.impaled),
}
ANSWERED: Mapping[str, tuple[str, Callable[[Outcome], bool | None]]] = {
    "pushed_back": ("Your foe is forced back", lambda outcome: outcome.pushed_back > 0 if outcome.defended else None),
    "may_break": ("The defending weapon may break", lambda outcome: outcome.may_break if outcome.defended else None),
    "counter_attack": (
        "Your foe attacks at once",
        lambda outcome: outcome.counter_attack if outcome.defended else None,
    ),
}
"""What a defence brings; left out where nobody defends."""
MEASURES: Mapping[str, tuple[str, Callable[[Outcome], int]]] = {
    "feat_level": ("feat level", lambda outcome: outcome.feat_level)
}


def explain(blow: Blow, dice: BlowDice, outcome: Outcome) -> Iterator[Step]:
    """The feat level term by term, the dice against it, then what follows."""
    place = _place(blow, outcome)
    if blow.random:
        yield Step(
            f"The area die shows {dice.area[0]}: {outcome.part.lower()}", f"{GAME}/target-areas#random", dice.area[0]
        )
    yield from _level_steps(blow, dice, outcome, place)
    yield from _dice_steps(blow, outcome)
    yield from _wound_steps(outcome)
    if blow.impale_dice and outcome.grade is Grade.SERIOUS and outcome.kind is Damage.PIERCE:
        says = "it lodges" if outcome.impaled else "it comes free"
        yield Step(f"A blade that pierces deeply: {dice.impale[0]} on the d100, {says}", f"{GAME}/impales#bladed")
    elif outcome.impaled:
        yield Step("A serious pierce wound by such a weapon always impales", f"{GAME}/impales#always")
    if outcome.impaled:
        yield Step("Until it is drawn, which takes a round, it can be twisted", f"{GAME}/impales#withdraw")
    yield from _defence_steps(blow, outcome)


def _place(blow: Blow, outcome: Outcome) -> Place:
    return next(each for each in blow.places if each.name == outcome.part)


def _level_steps(blow: Blow, dice: BlowDice, outcome: Outcome, place: Place) -> Iterator[Step]:
    if blow.defender:
        words = blow.defender.words(dice.foe_skill, outcome.foe_raised)
        yield Step(f"Your foe's skill: {words}", f"{GAME}/resolution#defence", outcome.foe_skill)
    if blow.attacker:
        words = blow.attacker.words(dice.skill, outcome.raised)
        yield Step(f"Your skill, which is taken off: {words}", f"{GAME}/resolution#skill", outcome.skill)
    for term in blow.terms:
        note = "" if term.counted else f", not counted: {term.note}"
        yield Step(f"{term.label} {signed(term.value)}{note}", term.rule, term.value if term.counted else None)
    armour = protection(place.layers, place.kind)
    damage = minus(armour - place.remainder) if place.remainder <= armour else f"(−{place.remainder - armour})"
    worn = " and ".join(ARMOUR[layer].name.lower() for layer in place.layers) or "no armour"
    yield Step(
        f"{place.kind.value.capitalize()} meets {worn}: {armour} − {damage}",
        f"{GAME}/resolution#armour",
        place.remainder,
    )
    yield Step(f"Together feat level {minus(outcome.feat_level)}", blow.rule, outcome.feat_level)


def _dice_steps(blow: Blow, outcome: Outcome) -> Iterator[Step]:
    level = outcome.feat_level
    made = "made" if outcome.grade.made else "missed"
    yield Step(
        f"{fallen(outcome.thrown or ())}; level {minus(level)} asks for {blow.feats.words(level)}: {made}",
        f"{GAME}/feats#dice",
    )
    if outcome.grade.made:
        yield Step(_higher(blow, level, outcome.grade), f"{GAME}/outcomes#wounds")
    else:
        word = "would have been made" if outcome.grade is Grade.BLOCK else "is missed as well"
        yield Step(f"Level {minus(level - 1)} {word}", f"{GAME}/outcomes#misses")


def _higher(blow: Blow, level: int, grade: Grade) -> str:
    above, top = minus(level + 1), minus(level + 2)
    if grade is Grade.MINOR:
        return f"Level {above} is missed: a minor wound"
    if grade is Grade.SERIOUS:
        return f"Level {above} is made too, level {top} missed: a serious wound"
    return f"Levels {above} and {top} are made too: a mortal wound"


def _wound_steps(outcome: Outcome) -> Iterator[Step]:
    if not outcome.wound:
        return
    yield Step(
        f"{outcome.wound.capitalize()} {outcome.kind.value} to the {outcome.part.lower()}: {_injuries(outcome)}",
        f"{GAME}/injuries#table",
    )
    for injury in outcome.injuries:
        row = RESULTS[injury.key]
        yield Step(f"{row.name}: {row.effect.rstrip('.')}", row.rule)
    for layer in outcome.armour_ruined:
        yield Step(f"{ARMOUR[layer].name}: ruined at that place", f"{GAME}/armour#ruined")


def _defence_steps(blow: Blow, outcome: Outcome) -> Iterator[Step]:
    if outcome.neighbour:
        yield Step("Missed by one level: it may strike someone beside the target", f"{GAME}/missiles#into-melee")
    if not outcome.defended or outcome.grade.made:
        return
    if outcome.grade is Grade.BLOCK:
        text = f"Your foe is forced back {outcome.pushed_back} ft and is off balance for one round"
        if not outcome.pushed_back:
            text = "Your foe is off balance for one round, but was forced back already in this one"
        rule = "push" if outcome.pushed_back else "once"
        yield Step(text, f"{GAME}/block#{rule}", outcome.pushed_back)
        if outcome.may_break:
            yield Step("The weapon that blocked may break", f"{GAME}/block#break")
        return
    yield Step("You are off balance for one round, and your foe attacks at once", f"{GAME}/parry#counter")
    yield Step("For the rest of the round you hold no initiative over anyone", f"{GAME}/parry#off-balance")


def _injuries(outcome: Outcome) -> str:
    return ", ".join(injury.value for injury in outcome.injuries) or "nothing that stops a berserk"


def answer_word(defence: Defence, grade: Grade) -> str:
    """What a miss is called: blocked or parried, dodged or evaded, or only missed."""
    if defence is Defence.IGNORE:
        return "missed"
    if defence is Defence.DODGE:
        return "dodged" if grade is Grade.BLOCK else "evaded"
    return "blocked" if grade is Grade.BLOCK else "parried"


def sentence(blow: Blow, outcome: Outcome) -> str:
    """The result in one sentence."""
    at = f"feat level {minus(outcome.feat_level)}"
    if outcome.wound:
        lodged = "; the weapon sticks fast" if outcome.impaled else ""
        return (
            f"Hit at {at}: a {outcome.wound} {outcome.kind.value} wound to the {outcome.part.lower()}, "
            f"{_injuries(outcome)}{lodged}."
        )
    word = answer_word(blow.defence, outcome.grade).capitalize()
    if not outcome.defended:
        near = " A neighbour may be struck." if outcome.neighbour else ""
        return f"{word} at {at}.{near}"
    if outcome.grade is Grade.BLOCK:
        back = f"forced back {outcome.pushed_back} ft and " if outcome.pushed_back else ""
        return f"{word} at {at}: your foe is {back}off balance."
    return f"{word} at {at}: you are off balance, and your foe attacks at once."


def reading(blow: Blow, tally: Tally) -> str:
    """The odds in one sentence."""
    assert tally.verdicts is not None
    verdicts = {member.value: tally.verdicts.chance(member) for member in type(next(iter(tally.verdicts)))}
    hit = tally.chances["hit"][1]
    wounds = ", ".join(f"{wound} {as_percent(verdicts[wound])}" for wound in ("minor", "serious", "mortal"))
    text = f"Hit {as_percent(hit)} ({wounds})"
    if blow.defended:
        for grade in (Grade.BLOCK, Grade.PARRY):
            text += f"; {answer_word(blow.defence, grade)} {as_percent(verdicts[grade.value])}"
    return f"{text}. Deadly {as_percent(tally.chances['killed'][1])}."


def injury_table(ways: Iterable[tuple[Any, int]]) -> Iterator[dict[str, Any]]:
    """A table of odds with the chance of each result of the damage table that can happen; none where none can.

    Each outcome of `ways` has its `injuries`. A wound may bring several, so the chances need not add up to 1.
    """
    weights: dict[Injury, int] = {}
    every = 0
    for outcome, weight in ways:
        every += weight
        for injury in outcome.injuries:
            weights[injury] = weights.get(injury, 0) + weight
    if weights:
        yield {
            "name": "injuries",
            "label": "What it brings",
            "kind": "chances",
            "rows": [
                {"value": injury.value, "label": RESULTS[injury.key].name, **shown(Fraction(weights[injury], every))}
                for injury in Injury
                if injury in weights
            ],
        }


def further(blow: Blow) -> Iterator[dict[str, Any]]:
    """The chance of each injury."""
    return injury_table(ways(blow))


def figures(blow: Blow, outcome: Outcome | None) -> dict[str, Any]:
    """The feat level as a modifier stack, the feat table, and the body with its armour and odds."""
    place = _place(blow, outcome) if outcome else blow.places[0]
    raised, foe_raised = (outcome.raised, outcome.foe_raised) if outcome else (False, False)
    level = feat_level(blow, raised, foe_raised, place)
    same = outcome is not None or len({each.remainder for each in blow.places}) == 1
    return {
        "modifier-stack": _stack(blow, place, raised, foe_raised, same),
        "feat-table": grid(blow.feats, level if same else None, outcome.thrown if outcome else None, _asked(blow)),
        "body": body(blow, outcome),
    }


def _asked(blow: Blow) -> tuple[tuple[int, str], ...]:
    """The levels that this blow asks: the one below only where a near miss is worth something."""
    if blow.defended:
        return ATTACK
    return ATTACK[:3] + (((-1, "for a near miss, which may strike a neighbour"),) if blow.melee else ())


def _stack(blow: Blow, place: Place, raised: bool, foe_raised: bool, same: bool) -> dict[str, Any]:
    rows = [term.to_json() for term in blow.terms]
    if blow.attacker:
        skill = -blow.attacker.at(raised)
        rows.insert(0, _row("Your skill", skill, f"{GAME}/resolution#skill"))
    if same:
        rows.append(_row(f"Armour − {place.kind.value}", place.remainder, f"{GAME}/resolution#armour"))
    base = blow.defender.at(foe_raised) if blow.defender else 0
    reached = feat_level(blow, raised, foe_raised, place)
    return {
        "title": "Feat level",
        "base": {"label": "Your foe's skill" if blow.defender else "No skill in defence", "value": base},
        "rows": rows,
        "limit": None,
        "total": {
            "label": "Feat level" if same else "Feat level before armour",
            "value": reached if same else reached - place.remainder,
        },
    }


def _row(label: str, value: int, rule: str) -> dict[str, Any]:
    return {"label": label, "value": value, "rule": rule, "counted": True, "note": ""}


def body(blow: Blow, outcome: Outcome | None) -> dict[str, Any]:
    """The figure `body`: each area that may be struck, its odds on the area die, its armour, and the hit there.

    `hit` is the chance of a wound once that area is struck at, with both skill steps weighed in.
    """
    faces = sum(place.weight for place in blow.places)
    return {
        "view": blow.view.value,
        "aimed": None if blow.random else blow.places[0].name,
        "struck": outcome.part if outcome and outcome.wound else None,
        "areas": [
            {
                "name": place.name,
                "area": place.area,
                "first": place.first if blow.random else None,
                "last": place.last if blow.random else None,
                **shown(Fraction(place.weight, faces)),
                "modifier": AREAS[place.area].modifier,
                "layers": [ARMOUR[layer].name for layer in place.layers],
                "armour": {kind.value: protection(place.layers, kind) for kind in Damage},
                "kind": place.kind.value,
                "remainder": place.remainder,
                "hit": shown(chance_of_hit(blow, place)),
            }
            for place in blow.places
        ],
    }


def chance_of_hit(blow: Blow, place: Place) -> Fraction:
    """The chance of a wound at one place, the skill dice of both sides weighed in."""
    hits = every = 0
    for (raised, foe_raised), weight in steps(blow):
        hits += weight * blow.feats.successes(feat_level(blow, raised, foe_raised, place))
        every += weight * FALLS
    return Fraction(hits, every)
