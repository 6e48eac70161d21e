"""The explanation of one blow: sentence, steps and the data of its pictures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from companion.answers import shown
from companion.games.new_world.blow import Blow, Ready, Verdict
from companion.games.new_world.data import DAMAGE, FIREARMS, Attribute, Kind, Location, faces_of
from companion.games.new_world.defence import defence_stack, explain_defence
from companion.games.new_world.wounds import armour_at
from companion.steps import Step, signed

RULE = "new-world/attack"


def blow_sentence(ready: Ready, blow: Blow) -> str:
    """The result of one blow in one sentence."""
    where = blow.location.lower()
    if blow.verdict is Verdict.MISS:
        return f"{blow.total} against {ready.defence.value}: a miss."
    if blow.verdict is Verdict.MISFIRE:
        return f"{blow.total} against {ready.defence.value}: a misfire. The gun did not fire."
    if blow.verdict is Verdict.STRAY:
        return f"The shot goes wide and hits an ally in the {where}: {_wounds(blow.ally_wounds or 0)}."
    kind = "A critical hit" if blow.critical else "A hit"
    told = f"{kind} on the {where} with a margin of {blow.margin}: {_wounds(blow.wounds)}."
    if blow.overflow:
        return f"{told} That is {blow.overflow} more than the target had."
    return told if blow.left is None else f"{told} The target has {blow.left} left."


def _wounds(number: int) -> str:
    return f"{number} Wound" + ("" if number == 1 else "s")


def blow_steps(ready: Ready, first: int, second: int, location_die: int, blow: Blow) -> Iterator[Step]:
    """Every number in the order in which the rules make it."""
    yield from _total_steps(ready, first, second, blow)
    yield from explain_defence(ready.defence)
    yield from _verdict_steps(ready, first, second, blow)
    if blow.hit or blow.verdict is Verdict.STRAY:
        yield Step(f"Location die {location_die}: {blow.location}", f"{RULE}#location", location_die)
        yield from _damage_steps(ready, blow)
    yield from _after_steps(ready, blow)


def _total_steps(ready: Ready, first: int, second: int, blow: Blow) -> Iterator[Step]:
    s = ready.situation
    for modifier in ready.modifiers:
        text = f"{modifier.label} {signed(modifier.value)}"
        yield Step(text if modifier.counted else f"{text}, not counted: it {modifier.note}", modifier.rule)
    skill = "Ranged Skill" if ready.ranged else "Melee Skill"
    rank = "no rank" if s.lacking else f"rank {signed(s.rank)}"
    rest = ready.bonus - s.skill - (0 if s.lacking else s.rank)
    parts = f"{first} + {second} on the dice, {skill} {signed(s.skill)}, {rank}"
    parts += f", modifiers {signed(rest)}" if rest or ready.modifiers else ""
    yield Step(f"{parts}: a total of {blow.total}", f"{RULE}#roll", blow.total)


def _verdict_steps(ready: Ready, first: int, second: int, blow: Blow) -> Iterator[Step]:
    against = f"{blow.total} against Defence {ready.defence.value}"
    if blow.hit:
        yield Step(f"{against}: a hit with a margin of {blow.margin}", f"{RULE}#hit", blow.margin)
        if blow.critical and first == second:
            yield Step(f"Doubles on a hit, {first} and {second}: critical", f"{RULE}#critical")
        elif blow.critical:
            yield Step("A lance on a mounted Charge: every hit is critical", "new-world/higher-ground#lance")
        return
    yield Step(f"{against}: a miss by {-blow.margin}", f"{RULE}#hit", blow.margin)
    if blow.verdict is Verdict.MISFIRE:
        if first == second:
            yield Step(f"A firearm's miss on doubles, {first} and {second}: a misfire", "new-world/firearms#misfire")
        else:
            cause = "magic" if ready.shot.magic else "damp"
            yield Step("A miss that shows a 1 near magic or with damp powder: a misfire", f"new-world/firearms#{cause}")
    elif blow.verdict is Verdict.STRAY:
        yield Step("The shot strays into an ally in that melee, with a margin of 0", "new-world/range#stray", 0)


def _damage_steps(ready: Ready, blow: Blow) -> Iterator[Step]:
    arms, s = ready.arms, ready.situation
    stray = blow.verdict is Verdict.STRAY
    margin = 0 if stray else blow.margin
    critical = blow.raw != arms.raw(False, margin)
    if critical:
        factor = DAMAGE.number("critical_factor")
        text = f"Critical: Damage {arms.damage} × {factor} = {arms.critical_damage}, before anything is added"
        yield Step(text, f"{RULE}#critical", arms.critical_damage)
    else:
        yield Step(f"{arms.name}: Damage {arms.damage}", f"{RULE}#damage", arms.damage)
    yield _attribute_step(ready)
    if arms.flat:
        yield Step(f"Street Fighting {signed(arms.flat)}", "new-world/brawling#talents", arms.flat)
    yield Step(f"With the margin of {margin}: {blow.raw} damage", f"{RULE}#damage", blow.raw)
    endurance = ready.shot.ally_endurance if stray else s.endurance
    armour = ready.shot.ally_armour if stray else armour_at(s, blow.location)
    if armour and arms.piercing:
        ignored = min(armour, DAMAGE.number("piercing"))
        yield Step(f"Piercing ignores {ignored} of the armour's {armour}", f"{RULE}#piercing", -ignored)
    off = f"Endurance {endurance} and armour {blow.reduction - endurance} come off"
    lost = (blow.ally_wounds or 0) if stray else blow.wounds
    whose = " for the ally" if stray else ""
    yield Step(f"{off}: {_wounds(lost)}{whose}", f"{RULE}#damage", lost)


def _after_steps(ready: Ready, blow: Blow) -> Iterator[Step]:
    """What stays behind: the target's Wounds, an empty gun, a shooter whom everybody has heard."""
    if blow.left is not None and blow.hit:
        yield Step(f"The target has {_wounds(blow.left)} left", f"{RULE}#damage", blow.left)
        if blow.overflow:
            text = (
                f"{blow.overflow} more than it had, on the {blow.location.lower()}; of critical wounds we know no more"
            )
            yield Step(text, "new-world/gaps#critical-wounds", blow.overflow)
    if not ready.ranged:
        return
    rounds = ready.weapon.reload
    if blow.verdict is Verdict.MISFIRE:
        clearing = FIREARMS.number("clearing")
        text = f"The gun did not fire. Rounds to clear it: {clearing}; then, to load it: {rounds}"
        yield Step(text, "new-world/firearms#clearing", rounds)
        return
    if rounds:
        yield Step(f"The weapon is empty. Rounds to load it: {rounds}", "new-world/firearms#reload", rounds)
    if ready.firearm:
        yield Step("All have heard the shot: no more stealth, and they know from where", "new-world/firearms#smoke")


def _attribute_step(ready: Ready) -> Step:
    arms, s = ready.arms, ready.situation
    if arms.attribute is Attribute.MIGHT:
        return Step(f"Might {signed(arms.bonus)}", f"{RULE}#might", arms.bonus)
    if arms.attribute is Attribute.AGILITY:
        capped = f", held to the weapon's Damage of {arms.damage}" if s.agility > arms.bonus else ""
        return Step(f"Agility {signed(arms.bonus)}{capped}", f"{RULE}#agility", arms.bonus)
    rule = "no-attribute" if ready.weapon.kind in (Kind.CROSSBOW, Kind.FIREARM, Kind.ARTILLERY) else "damage"
    return Step("This weapon adds no attribute", f"{RULE}#{rule}", 0)


def attack_figures(ready: Ready, blow: Blow | None) -> dict[str, Any]:
    """The modifier stacks of the roll and the Defence, and the hit-location figure, as data."""
    return {
        "modifier-stack": [roll_stack(ready), defence_stack(ready.defence, ready.ranged)],
        "hit-location": location_figure(ready, blow),
    }


def roll_stack(ready: Ready) -> dict[str, Any]:
    """All that is added to the two attack dice, as a modifier stack."""
    s = ready.situation
    rank = 0 if s.lacking else s.rank
    return {
        "title": "Your attack",
        "base": {"label": "Skill and rank", "value": s.skill + rank},
        "rows": [modifier.to_json() for modifier in ready.modifiers],
        "limit": None,
        "total": {"label": "Added to 2d6", "value": ready.bonus},
    }


def location_figure(ready: Ready, blow: Blow | None) -> dict[str, Any]:
    """The four Value boxes of the target, the chance of each place, and where the blow landed."""
    s = ready.situation
    struck = blow.location if blow is not None and blow.hit else None
    return {
        "boxes": [
            {
                "location": location,
                "armour": armour_at(s, location),
                "endurance": s.endurance,
                "value": armour_at(s, location) + s.endurance,
                **{("chance" if name == "fraction" else name): value for name, value in chance.items()},
            }
            for location, chance in ((place, shown(Fraction(faces_of(place), 6))) for place in Location)
        ],
        "struck": struck,
        "piercing": ready.arms.piercing,
    }
