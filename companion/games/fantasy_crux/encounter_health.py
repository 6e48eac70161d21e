"""What a fighter has left: the running numbers, Bleeding, Dying and its clock, and how a round ends for the hurt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.encounter import Change, Combatant, Fight, Health, Lost, Mark, Marked, Told
from companion.games.fantasy_crux.d100 import notation
from companion.games.fantasy_crux.data import DAMAGE, MODIFIERS, RULINGS
from companion.games.fantasy_crux.dying import rounds_to_live
from companion.steps import Step

CLOCK = "fantasy-crux/dying#clock"
POINTS = "fantasy-crux/damage#hit-points"


def clock_top() -> int:
    """How many ends of rounds at 0 HP bring death, the round of the drop counted. Address: fantasy-crux/dying#clock."""
    return rounds_to_live(RULINGS["dying_clock"].default) + 1


MARKS = (
    Mark(
        "hit_points", "Hit Points", POINTS,
        low=lambda sheet: 0, high=lambda sheet: sheet.most_hit_points, start=lambda sheet: sheet.most_hit_points,
    ),
    Mark(
        "reserve", "Vitality reserve", "fantasy-crux/damage#reserve",
        low=lambda sheet: 0, high=lambda sheet: sheet.reserve, start=lambda sheet: sheet.reserve,
        help="It absorbs damage before the Hit Points do.",
    ),
    Mark(
        "clock", "Dying clock", CLOCK,
        low=lambda sheet: 0, high=lambda sheet: clock_top(), start=lambda sheet: 0, worse=1,
        help="Ends of rounds spent at 0 HP; the last of them is death.",
    ),
    Mark(
        "hero_points", "Hero Points", "fantasy-crux/hero-points#separate",
        low=lambda sheet: 0, high=lambda sheet: max(sheet.hero_points, MOST_HERO_POINTS),
        start=lambda sheet: sheet.hero_points,
    ),
    Mark(
        "power_points", "Power Points", "fantasy-crux/which-defence#talents",
        low=lambda sheet: 0, high=lambda sheet: sheet.power, start=lambda sheet: sheet.power,
    ),
)  # fmt: skip
MOST_HERO_POINTS = 20
"""As many as the form takes: more can be earned in play than were there at first."""


def hit_points(one: Combatant) -> int:
    """Hit Points left."""
    return one.marks["hit_points"]


def dead(one: Combatant) -> bool:
    """Whether the clock has run out. Address: fantasy-crux/dying#clock."""
    return one.marks["clock"] >= clock_top()


def dying(one: Combatant) -> bool:
    """Whether the clock runs: at 0 HP, not stabilised, and not dead."""
    return hit_points(one) == 0 and not one.has("stable") and not dead(one)


def down(one: Combatant) -> bool:
    """Whether this one can do nothing more."""
    return dead(one) or hit_points(one) == 0 or one.has("unconscious")


def health(fight: Fight, one: Combatant) -> Health:
    """What the Hit Points and the wounds mean, the worst word first."""
    return Health(_label(one), tuple(_steps(one)), down(one))


def _label(one: Combatant) -> str:
    if dead(one):
        return "Dead"
    if hit_points(one) == 0:
        return "Unconscious, stable" if one.has("stable") else "Dying"
    if one.has("unconscious"):
        return "Unconscious"
    wounds = [word for name, word in (("wounded", "Wounded"), ("bleeding", "Bleeding")) if one.has(name)]
    if wounds:
        return " and ".join(wounds)
    return "Hurt" if hit_points(one) < one.sheet.most_hit_points else "Unhurt"


def _steps(one: Combatant) -> Iterator[Step]:
    if dead(one):
        yield Step("dead", CLOCK)
        return
    left = hit_points(one)
    if dying(one):
        ends = clock_top() - one.marks["clock"]
        when = "this round" if ends == 1 else f"the {ordinal(ends)} round, this one counted"
        yield Step(f"unconscious and Dying: dead at the end of {when}", CLOCK, ends)
        if one.marks["hero_points"]:
            yield Step("a Hero Point can avert death", "fantasy-crux/hero-points#death")
    elif left == 0:
        yield Step("unconscious and stable: Surgery restores 1 HP", "fantasy-crux/dying#after")
    if one.has("bleeding") and left:
        lost = DAMAGE.number("bleeding")
        yield Step(f"Bleeding: {lost} HP lost at the end of each round", "fantasy-crux/major-wounds#conditions", -lost)
    if one.has("wounded"):
        dice = MODIFIERS.number("wounded")
        yield Step(f"Wounded: {notation(dice)} on every test", "fantasy-crux/major-wounds#conditions", dice)
        text = f"Wounded ends after Surgery once Hit Points are above {one.sheet.wound_level}"
        yield Step(text, "fantasy-crux/dying#after", one.sheet.wound_level)
    if one.has("unconscious"):
        yield Step("unconscious, but stable", "fantasy-crux/techniques#subdue")


def ordinal(number: int) -> str:
    """2nd, 3rd, 4th, in words as far as a clock goes."""
    return {2: "second", 3: "third", 4: "fourth"}.get(number, f"{number}th")


def suffered(one: Combatant, lost: int, reserve: int = 0) -> Iterator[Change]:
    """What a loss of Hit Points and reserve changes; one who drops to 0 HP begins a new clock."""
    if reserve:
        yield Marked(one.id, "reserve", -reserve, "fantasy-crux/damage#reserve")
    if lost and hit_points(one) <= lost:
        yield from clock_anew(one)
    if lost:
        yield Marked(one.id, "hit_points", -lost, POINTS)


def clock_anew(one: Combatant) -> Iterator[Change]:
    """Nothing is left of an earlier clock."""
    yield Lost(one.id, "stable", CLOCK)
    if not dead(one):
        yield Marked(one.id, "clock", -one.marks["clock"], CLOCK)


def round_begins(fight: Fight) -> Iterable[Change]:
    """What the end of the round before brings: Bleeding, then the clock of the Dying; and what a mount may do now."""
    for one in fight.combatants:
        if one.out or dead(one):
            continue
        if fight.round > 1:
            yield from _round_ended(one)
        if one.sheet.mounted and not one.sheet.mount_used and not (one.has("dismounted") or down(one)):
            text = f"{one.name} tests Riding {one.sheet.riding}: on a failure the mount Sprints away"
            yield Told(text, "fantasy-crux/mounted#unused")


def _round_ended(one: Combatant) -> Iterator[Change]:
    left = hit_points(one)
    if left and (one.has("stable") or one.marks["clock"]):
        yield from clock_anew(one)
    if left and one.has("bleeding"):
        lost, rule = DAMAGE.number("bleeding"), "fantasy-crux/major-wounds#conditions"
        absorbed = min(lost, one.marks["reserve"]) if RULINGS["bleeding_reserve"].default == "yes" else 0
        if absorbed:
            yield Marked(one.id, "reserve", -absorbed, rule)
        if lost > absorbed:
            yield Marked(one.id, "hit_points", absorbed - lost, rule)
        if left > lost - absorbed:
            return
        yield Marked(one.id, "clock", 1, CLOCK)
    elif not left and not one.has("stable"):
        yield Marked(one.id, "clock", 1, CLOCK)
