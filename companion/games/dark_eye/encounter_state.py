"""What has become of somebody in a fight, in the words of the calculators: levels, states, weapons in hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.encounter import Combatant, Condition, Fight
from companion.fields import number, switch, text
from companion.games.dark_eye.conditions import unable
from companion.games.dark_eye.data import ARMOUR, CONDITIONS, RANGED, RULINGS, WEAPONS
from companion.games.dark_eye.encounter_sheet import Ability, Announced, Arm, Missile
from companion.games.dark_eye.life import LEVELS, Life, dying
from companion.games.dark_eye.pace import Pace
from companion.games.dark_eye.situation import grips
from companion.steps import Step
from companion.tables import Table

OTHERS = ("stupor", "fear", "confusion", "paralysis")
"""The conditions that the calculators take together. Address: dark-eye/conditions#others."""
MIND = ("stupor", "fear", "confusion")
"""Those of them whose highest level incapacitates; Paralysis freezes the body alone."""
INCAPACITATED = "dark-eye/conditions#incapacitated"


@dataclass(frozen=True, slots=True)
class Trouble:
    """One condition with levels, or one state, and how many rounds it lasts where that is known."""

    name: str = text("Condition or state")
    levels: bool = switch("In levels")
    rounds: int | None = number("Lasts", 1, 1000, unit="rounds", blank="until taken off")
    note: str = text("Note", longest=200)
    rule: str = text("Rule", longest=120, default="dark-eye/conditions#levels")


TROUBLES = Table(__name__, "encounter_conditions", Trouble)


def conditions() -> Iterator[Condition]:
    """Each state, and each level of each condition as one of its own: the highest there counts."""
    for key, row in TROUBLES.items():
        if not row.levels:
            yield Condition(key, row.name, row.rule, row.note, row.rounds)
            continue
        for number_, roman in enumerate(LEVELS, 1):
            yield Condition(f"{key}-{number_}", f"{row.name} {roman}", row.rule, row.note, row.rounds)


def level(who: Combatant, condition: str) -> int:
    """The highest level of this condition that was put on, 0 without it."""
    return max((place for place in range(1, len(LEVELS) + 1) if who.has(f"{condition}-{place}")), default=0)


def highest() -> int:
    """The highest level of a condition."""
    return CONDITIONS.number("highest")


def life(who: Combatant) -> Life:
    """How Pain follows from life points, under the rulings in force."""
    return Life(who.sheet.max_lp, RULINGS["pain_marks"].default, RULINGS["low_life"].default)


def pain(who: Combatant) -> int:
    """The level of Pain, from low life points and from all else. Address: dark-eye/pain#level."""
    return min(highest(), life(who).level(who.marks["lp"]) + level(who, "pain"))


def encumbrance(who: Combatant) -> int:
    """The levels of Encumbrance: those of the sheet, or its armour, and what came on top."""
    given = who.sheet.encumbrance
    return (ARMOUR[who.sheet.armour].encumbrance if given is None else int(given)) + level(who, "encumbrance")


def others(who: Combatant) -> int:
    """The levels of Stupor, Fear, Confusion and Paralysis together."""
    return sum(level(who, each) for each in OTHERS)


def overcome(who: Combatant) -> bool:
    """Whether Pain IV is mastered for now. Address: dark-eye/pain#acting."""
    return pain(who) == highest() and who.has("conscious")


def laid_low(who: Combatant) -> Step | None:
    """Why somebody can neither act nor defend, with the rule; None for those who can."""
    if dying(who.marks["lp"]):
        return Step("Dying", "dark-eye/pain#death", who.marks["lp"])
    for state in ("unconscious", "incapacitated"):
        if who.has(state):
            return Step(TROUBLES[state].name, TROUBLES[state].rule)
    for each in MIND:
        if level(who, each) >= highest():
            return Step(f"{TROUBLES[each].name} {LEVELS[-1]} incapacitates", INCAPACITATED)
    reason = unable(pain(who), encumbrance(who), others(who), overcome=overcome(who))
    return Step(reason.replace(" you ", " them "), INCAPACITATED) if reason else None


def frozen(who: Combatant) -> bool:
    """Whether Paralysis leaves no way to stir. Address: dark-eye/conditions#incapacitated."""
    return level(who, "paralysis") >= highest()


def undefended(who: Combatant) -> str:
    """Why somebody has no defence at all, in a few words; empty for those who have one.

    Addresses: dark-eye/defence#undefended, dark-eye/hold#effect, dark-eye/manoeuvres#onslaught.
    """
    low = laid_low(who)
    if low is not None:
        return low.text
    if frozen(who):
        return "Paralysed"
    for state in ("surprised", "holding"):
        if who.has(state):
            return TROUBLES[state].name
    return "An Onslaught leaves no defence" if announced(who, Announced.ONSLAUGHT) else ""


def announced(who: Combatant, what: Announced) -> bool:
    """Whether this was announced for the round."""
    return who.declared is not None and who.declared.announced is what


def able(who: Combatant, ability: Ability) -> bool:
    """Whether somebody has this special ability."""
    return ability in who.sheet.abilities


def bound(who: Combatant) -> bool:
    """Whether somebody is bound, by ropes or by a hold."""
    return who.has("bound") or who.has("held")


def cramped(fight: Fight, who: Combatant) -> bool:
    """Whether the table of cramped spaces applies to somebody. Addresses: dark-eye/states#cramped, hold#effect."""
    return bool(fight.scene.cramped) or who.has("cramped") or who.has("held")


def depth(fight: Fight, who: Combatant) -> str:
    """How deep in water somebody is: a row of the table of water."""
    return next((row for row in ("submerged", "hip-deep") if who.has(row)), str(fight.scene.water))


def seen_by(fight: Fight, who: Combatant, target: Combatant) -> str:
    """How somebody sees another: a row of the table of sight."""
    return "invisible" if who.has("blind") or target.has("unseen") else str(fight.scene.sight)


def arms(who: Combatant) -> tuple[Arm, ...]:
    """The melee weapons at hand, the usual one first; bare hands where there is none."""
    found: tuple[Arm, ...] = who.sheet.arms[1:] if who.has("weapon-down") else who.sheet.arms
    return found or (bare_hands(who),)


def bare_hands(who: Combatant) -> Arm:
    """Brawling as a weapon."""
    return Arm(weapon="unarmed", at=who.sheet.brawling_at, pa=who.sheet.brawling_pa)


def gripped(who: Combatant) -> bool:
    """Whether the weapon in hand is held in two hands though it needs but one."""
    return who.has("two-hands") and arms(who)[0].weapon in grips()


def hands_free(who: Combatant) -> bool:
    """Whether both hands are free to seize. Address: dark-eye/hold#conditions."""
    return WEAPONS[arms(who)[0].weapon].hands == 0 and who.sheet.shield == "none"


def pace(fight: Fight, who: Combatant) -> int:
    """The yards that one action, or the free action, carries somebody. Address: dark-eye/movement#tactical."""
    return Pace(
        who.sheet.mov,
        pain(who),
        encumbrance(who),
        level(who, "paralysis"),
        who.sheet.armour,
        depth(fight, who) != "dry",
        who.has("zigzag"),
        who.has("prone"),
        bound(who),
        RULINGS["condition_limit"].default,
        RULINGS["rounding"].default,
    ).yards()


def missile_marks(place: int) -> tuple[str, str]:
    """The marks of a missile weapon, counted from 0: its ammunition, and the actions of loading still to go."""
    end = "" if place == 0 else f"-{place + 1}"
    return f"ammunition{end}", f"loading{end}"


def load(missile: Missile) -> int:
    """The actions that loading takes. Address: dark-eye/ranged#loading."""
    return RANGED[missile.weapon].load


def shots_left(who: Combatant, place: int) -> bool:
    """Whether there is anything to shoot or throw; what is not counted never runs out."""
    return who.sheet.missiles[place].ammunition is None or who.marks[missile_marks(place)[0]] > 0


def loading(who: Combatant) -> Iterator[tuple[int, int]]:
    """The missile weapons whose loading is under way, with the actions still to go."""
    for place, missile in enumerate(who.sheet.missiles):
        left = who.marks[missile_marks(place)[1]]
        if 0 < left < load(missile):
            yield place, left


def in_long_action(who: Combatant) -> bool:
    """Whether a long action is under way. Address: dark-eye/long-actions#count."""
    return who.marks["long-action"] > 0 or any(loading(who))
